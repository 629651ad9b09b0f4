"""The operators of paths: what they fill, stroke and clip."""

from __future__ import annotations

from carddesigner.preflight.geometry import Box, common, mapped, sides, thinnest
from carddesigner.preflight.graphics_state import States
from carddesigner.preflight.painted import MAX_TEXTS, Fill, Mark, Marks, Stroke
from carddesigner.preflight.tokens import Argument, Operator

THIN_FILL = 1.0
"""In points: a filled rectangle that is lower counts as a rule."""


class Paths:
    """The current path of a content stream: its rectangles, and the numbers of all its other ``points``. ``moves``
    counts its parts, and ``closed`` says whether one was closed.
    """

    def __init__(self, states: States, marks: Marks, *, is_page: bool) -> None:
        self._states, self._marks, self._is_page = states, marks, is_page
        self.points: list[Argument] = []
        self.moves = 0
        self.closed = False
        self._boxes: list[Box] = []
        self._clips = False

    def rectangle(self, arguments: list[Argument]) -> None:
        """The operator re: a rectangle."""
        x, y, width, height = map(float, arguments)
        self._boxes.append((min(x, x + width), min(y, y + height), max(x, x + width), max(y, y + height)))

    def _box(self) -> Box | None:
        """The bounding box of the path on the page, inside the clip."""
        boxes = self._boxes
        if self.points:
            numbers = list(map(float, self.points))
            xs, ys = numbers[::2], numbers[1::2]
            boxes = [*boxes, (min(xs), min(ys), max(xs), max(ys))]
        if not boxes:
            return None
        low, high = min(b[0] for b in boxes), max(b[2] for b in boxes)
        box = (low, min(b[1] for b in boxes), high, max(b[3] for b in boxes))
        return common(mapped(self._states.now.matrix, box), self._states.now.clip)

    def _end(self) -> None:
        """End the path, and apply it as a clip if requested."""
        if self._clips:
            clip = self._box()
            self._states.now.clip = clip if clip is not None else (0.0, 0.0, -1.0, -1.0)
            if clip is not None and self._is_page and len(self._marks.clips) < MAX_TEXTS:
                x, y, u, v = clip
                self._marks.turned(self._states.now.matrix)
                self._marks.clips.add((round(x, 2), round(y, 2), round(u, 2), round(v, 2)))
            self._clips = False
        self.points.clear()
        self._boxes.clear()
        self.moves, self.closed = 0, False

    def clip_path(self, _: list[Argument]) -> None:
        """The operators W and W*: clip by the path."""
        self._clips = True

    def no_paint(self, _: list[Argument]) -> None:
        """The operator n: end the path without painting it."""
        self._end()

    def fill_path(self, _: list[Argument]) -> None:
        """The operators f, F and f*: fill the path."""
        self._filled()
        self._end()

    def stroke_path(self, _: list[Argument]) -> None:
        """The operator S: stroke the path."""
        self._stroked()
        self._end()

    def close_and_stroke(self, _: list[Argument]) -> None:
        """The operator s: close and stroke the path."""
        self.closed = True
        self._stroked()
        self._end()

    def both(self, _: list[Argument]) -> None:
        """The operators B, B*, b and b*: fill and stroke the path."""
        self._filled()
        self._stroked()
        self._end()

    def _filled(self) -> None:
        """Record a fill."""
        state = self._states.now
        mark: Mark = Fill(state.fill, state.fill_over)
        simple = len(self._boxes) + bool(self.points) == 1 and len(self.points) <= 10
        if not simple and not self._marks.wants_box(mark):
            self._marks.hits[mark].count += 1
            return
        box = self._box()
        if box is None:
            return
        if simple and not state.hidden:
            thickness = self._thickness()
            if 0 < thickness < THIN_FILL:
                self._marks.add(Stroke(round(thickness, 3), state.fill, state.fill_over, True), box)
        self._marks.add(mark, box)

    def _thickness(self) -> float:
        """The thickness of the strip that a simple path encloses, in points on the page; 0 if it is no axis-aligned
        rectangle.
        """
        if self._boxes:
            box = self._boxes[0]
        else:
            numbers = list(map(float, self.points))
            xs, ys = numbers[::2], numbers[1::2]
            if len(set(xs)) > 2 or len(set(ys)) > 2:
                return 0.0  # not an axis-aligned rectangle
            box = (min(xs), min(ys), max(xs), max(ys))
        across, down = sides(self._states.now.matrix)
        return min((box[2] - box[0]) * across, (box[3] - box[1]) * down)

    def _stroked(self) -> None:
        """Record a line."""
        state = self._states.now
        mark = Stroke(round(state.width * thinnest(state.matrix), 3), state.stroke, state.stroke_over)
        # Of several lines in one path only the common bounding box is known.
        outline = self.closed or not self.moves or len(self.points) == 4
        cuts = state.stroke.space.cuts and self.moves + len(self._boxes) == 1 and outline
        box = self._box() if cuts or self._marks.wants_box(mark) else None
        if box is None and self._marks.wants_box(mark):
            return
        if cuts and box is not None and len(self._marks.cuts) < MAX_TEXTS:
            self._marks.cuts.append(box)
        self._marks.add(mark, box)


PATHS: dict[bytes, Operator[Paths]] = {
    b"re": Paths.rectangle,
    b"W": Paths.clip_path,
    b"W*": Paths.clip_path,
    b"n": Paths.no_paint,
    b"f": Paths.fill_path,
    b"F": Paths.fill_path,
    b"f*": Paths.fill_path,
    b"S": Paths.stroke_path,
    b"s": Paths.close_and_stroke,
    b"B": Paths.both,
    b"B*": Paths.both,
    b"b": Paths.both,
    b"b*": Paths.both,
}
"""The operators but for those that only give points."""
