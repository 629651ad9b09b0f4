"""Find what the pages of a PDF paint by following their operators.

A form that is painted in many places is followed once for each way in which it is stretched, and the marks found in it
are moved; so the work depends on the content of a file, however often that is used.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable
from copy import copy
from math import atan2, degrees
from typing import Any

import pikepdf

from carddesigner.preflight.fonts import CAPITALS, TAILS
from carddesigner.preflight.geometry import (
    EVERYWHERE,
    IDENTITY,
    Box,
    Matrix,
    common,
    mapped,
    sides,
    thinnest,
    times,
)
from carddesigner.preflight.graphics_state import State
from carddesigner.preflight.names import text_of
from carddesigner.preflight.painted import (
    MAX_TEXTS,
    Broken,
    Fades,
    Fill,
    Layer,
    Mark,
    Marks,
    Picture,
    Selected,
    Shade,
    Shown,
    ShownText,
    Stroke,
)
from carddesigner.preflight.resources import FileObjects, Resources
from carddesigner.preflight.spaces import CMYK, GRAY, PATTERN, RGB, UNKNOWN, Colour, Space
from carddesigner.preflight.streams import Bounded
from carddesigner.preflight.tokens import INLINE_IMAGE, Argument, operations

MAX_STEPS = 8_000_000
"""The most operators of one file."""
MAX_FORMS = 40_000
"""The most forms that are followed; a form counts once for each way in which it is stretched."""
MAX_DEPTH = 24
"""The deepest nesting of forms."""
MOST_TURNED = 5.0
"""In degrees: larger turns are intended."""
THIN_FILL = 1.0
"""In points: a filled rectangle that is lower counts as a rule."""


class Walker:
    """Follows the pages of one file. Raises TooMuch if there are too many operators."""

    def __init__(self, bounded: Bounded) -> None:
        self.bounded = bounded
        self.steps = 0
        self.objects = FileObjects()
        self.forms: dict[Hashable, Marks] = {}

    def page(self, page: Any, box: Box) -> Marks:
        """The marks of a page inside a box."""
        marks = Marks()
        state = State(IDENTITY, box, self.objects.black, self.objects.black)
        resources = _inherited(page.obj, "/Resources")
        group = page.obj.get("/Group")
        if isinstance(group, pikepdf.Dictionary) and group.get("/S") == "/Transparency":
            marks.add(Fades("a page as a transparency group"), None)
        data = b"\n".join(self.bounded.content(s) for s in _contents(page.obj))
        _Run(self, marks, resources, state, ()).follow(data)
        # Names in the operators refer to resources.
        marks.digest = (hashlib.sha256(data).digest(), self._names(resources))
        return marks

    def _names(self, resources: Any) -> Hashable:
        """The objects that the names of resources refer to, by number where they have one."""
        if not isinstance(resources, pikepdf.Dictionary):
            return None
        kinds = (
            (k, resources.get(k)) for k in ("/XObject", "/ExtGState", "/ColorSpace", "/Pattern", "/Shading", "/Font")
        )
        return tuple(
            (kind, name, self.objects.key(named[name]))
            for kind, named in kinds
            if isinstance(named, pikepdf.Dictionary)
            for name in sorted(named.keys())
        )


class _Run:
    """One content stream being followed."""

    def __init__(
        self, walker: Walker, marks: Marks, resources: Any, state: State, active: tuple[Hashable, ...]
    ) -> None:
        self.walker, self.objects, self.marks, self.state, self.active = walker, walker.objects, marks, state, active
        self.resources = Resources(walker.objects, resources, marks)
        self.stack: list[State] = []
        self.points: list[Argument] = []
        self.boxes: list[tuple[float, float, float, float]] = []
        self.clips = False
        self.moves = 0
        self.closed = False
        self.text: Matrix = IDENTITY
        self.line: Matrix = IDENTITY
        self.layers: list[bool] = []

    def follow(self, data: bytes) -> None:
        """Follow all operators. What can't be followed becomes a mark, and the rest continues."""
        walker, points, find = self.walker, self.points, _HANDLERS.get
        try:
            for name, arguments in operations(data):
                walker.steps += 1
                if name in _POINTS:
                    points += arguments
                    if name == b"m":
                        self.moves += 1
                    elif name == b"h":
                        self.closed = True
                    continue
                handler = find(name)
                if handler is None:
                    if name not in _IGNORED:
                        self.broken(f"an unknown operator {name[:12].decode('latin-1')!r}")
                    continue
                if not walker.steps % 4096 or walker.steps > MAX_STEPS:
                    walker.bounded.check("operators", walker.steps, MAX_STEPS)
                try:
                    handler(self, arguments)
                except (ValueError, IndexError, TypeError, KeyError, AttributeError, OverflowError):
                    self.broken(f"wrong operands before {name[:12].decode('latin-1')!r}")
        except ValueError as problem:
            self.broken(str(problem)[:80])
        if self.stack:
            self.broken("a saved graphics state that is never restored")

    def broken(self, what: str) -> None:
        """Record something that can't be followed."""
        self.marks.add(Broken(what), None)

    # State.

    def save(self, _: list[Argument]) -> None:
        """The operator q: save the graphics state."""
        if len(self.stack) > 2000:
            raise ValueError("too many states")
        self.stack.append(copy(self.state))

    def restore(self, _: list[Argument]) -> None:
        """The operator Q: restore the graphics state."""
        if self.stack:
            self.state = self.stack.pop()
        else:
            self.broken("a graphics state is restored that was never saved")

    def concat(self, arguments: list[Argument]) -> None:
        """The operator cm: multiply the matrix."""
        a, b, c, d, e, f = map(float, arguments)
        self.state.matrix = times((a, b, c, d, e, f), self.state.matrix)

    def line_width(self, arguments: list[Argument]) -> None:
        """The operator w: the line width."""
        self.state.width = float(arguments[0])

    def looks(self, arguments: list[Argument]) -> None:
        """The operator gs: the entries of a graphics state dictionary."""
        given = self.resources.get("/ExtGState", arguments[0])
        if given is None:
            return
        look, state = self.objects.look(given), self.state
        if look.width is not None:
            state.width = look.width
        if look.stroke_over is not None:
            state.stroke_over = look.stroke_over
        if look.fill_over is not None:
            state.fill_over = look.fill_over
        for mark in look.marks:
            self.marks.add(mark, None)
        if isinstance(font := given.get("/Font"), pikepdf.Array):
            state.font, state.size = self.objects.font(font[0]), float(font[1])

    def paint_colour(self, arguments: list[Argument], space: Space, stroke: bool) -> None:
        """Set a colour of a known space."""
        colour = self.objects.colour(self.resources.device(space), tuple(map(float, arguments)))
        if stroke:
            self.state.stroke = colour
        else:
            self.state.fill = colour

    def set_space(self, arguments: list[Argument], stroke: bool) -> None:
        """The operators cs and CS: a colour space, with its initial colour."""
        space = self.resources.space_of(arguments[0])
        first = (1.0,) if space.mixes == "spot" else (0.0,)
        values = (0.0, 0.0, 0.0, 1.0) if space.mixes == "cmyk" else first * space.numbers
        colour = self.objects.colour(space, values)
        if stroke:
            self.state.stroke = colour
        else:
            self.state.fill = colour

    def set_colour(self, arguments: list[Argument], stroke: bool) -> None:
        """The operators sc, scn, SC and SCN: a colour of the current space."""
        space = (self.state.stroke if stroke else self.state.fill).space
        if arguments and arguments[-1][:1] == b"/" and not isinstance(arguments[-1], bytearray):
            colour = self.pattern(arguments[-1])
        elif space.indexed:
            colour = self.objects.colour(space, ())
        else:
            colour = self.objects.colour(space, tuple(map(float, arguments)))
        if stroke:
            self.state.stroke = colour
        else:
            self.state.fill = colour

    def pattern(self, name: Argument) -> Colour:
        """A pattern as a colour; what a tile paints is recorded."""
        given = self.resources.get("/Pattern", name)
        if given is None:
            return self.objects.colour(PATTERN)
        shading = given.get("/Shading")
        if shading is not None:
            return self.objects.colour(self.objects.space(shading.get("/ColorSpace")))
        if isinstance(given, pikepdf.Stream):
            self.form(given, IDENTITY, EVERYWHERE)
        return self.objects.colour(PATTERN)

    # Paths.

    def rectangle(self, arguments: list[Argument]) -> None:
        """The operator re: a rectangle."""
        x, y, width, height = map(float, arguments)
        self.boxes.append((min(x, x + width), min(y, y + height), max(x, x + width), max(y, y + height)))

    def path_box(self) -> Box | None:
        """The bounding box of the path on the page, inside the clip."""
        boxes = self.boxes
        if self.points:
            numbers = list(map(float, self.points))
            xs, ys = numbers[::2], numbers[1::2]
            boxes = [*boxes, (min(xs), min(ys), max(xs), max(ys))]
        if not boxes:
            return None
        low, high = min(b[0] for b in boxes), max(b[2] for b in boxes)
        box = (low, min(b[1] for b in boxes), high, max(b[3] for b in boxes))
        return common(mapped(self.state.matrix, box), self.state.clip)

    def end(self) -> None:
        """End the path, and apply it as a clip if requested."""
        if self.clips:
            clip = self.path_box()
            self.state.clip = clip if clip is not None else (0.0, 0.0, -1.0, -1.0)
            if clip is not None and not self.active and len(self.marks.clips) < MAX_TEXTS:
                x, y, u, v = clip
                self.turned()
                self.marks.clips.add((round(x, 2), round(y, 2), round(u, 2), round(v, 2)))
            self.clips = False
        self.points.clear()
        self.boxes.clear()
        self.moves, self.closed = 0, False

    def turned(self) -> None:
        """Record a small rotation of the current matrix."""
        a, b = self.state.matrix[:2]
        if b and len(self.marks.turns) < MAX_TEXTS:
            turn = (degrees(atan2(b, a)) + 45) % 90 - 45
            if abs(turn) <= MOST_TURNED:
                self.marks.turns.add(round(turn, 3))

    def clip_path(self, _: list[Argument]) -> None:
        """The operators W and W*: clip by the path."""
        self.clips = True

    def no_paint(self, _: list[Argument]) -> None:
        """The operator n: end the path without painting it."""
        self.end()

    def fill_path(self, _: list[Argument]) -> None:
        """The operators f, F and f*: fill the path."""
        self.filled()
        self.end()

    def stroke_path(self, _: list[Argument]) -> None:
        """The operator S: stroke the path."""
        self.stroked()
        self.end()

    def close_and_stroke(self, _: list[Argument]) -> None:
        """The operator s: close and stroke the path."""
        self.closed = True
        self.stroked()
        self.end()

    def both(self, _: list[Argument]) -> None:
        """The operators B, B*, b and b*: fill and stroke the path."""
        self.filled()
        self.stroked()
        self.end()

    def filled(self) -> None:
        """Record a fill."""
        state = self.state
        mark: Mark = Fill(state.fill, state.fill_over)
        simple = len(self.boxes) + bool(self.points) == 1 and len(self.points) <= 10
        if not simple and not self.marks.wants_box(mark):
            self.marks.hits[mark].count += 1
            return
        box = self.path_box()
        if box is None:
            return
        if simple and not state.hidden:
            thickness = self.thickness()
            if 0 < thickness < THIN_FILL:
                self.marks.add(Stroke(round(thickness, 3), state.fill, state.fill_over, True), box)
        self.marks.add(mark, box)

    def thickness(self) -> float:
        """The thickness of the strip that a simple path encloses, in points on the page; 0 if it is no axis-aligned
        rectangle.
        """
        if self.boxes:
            box = self.boxes[0]
        else:
            numbers = list(map(float, self.points))
            xs, ys = numbers[::2], numbers[1::2]
            if len(set(xs)) > 2 or len(set(ys)) > 2:
                return 0.0  # not an axis-aligned rectangle
            box = (min(xs), min(ys), max(xs), max(ys))
        across, down = sides(self.state.matrix)
        return min((box[2] - box[0]) * across, (box[3] - box[1]) * down)

    def stroked(self) -> None:
        """Record a line."""
        state = self.state
        mark = Stroke(round(state.width * thinnest(state.matrix), 3), state.stroke, state.stroke_over)
        # Of several lines in one path only the common bounding box is known.
        outline = self.closed or not self.moves or len(self.points) == 4
        cuts = state.stroke.space.cuts and self.moves + len(self.boxes) == 1 and outline
        box = self.path_box() if cuts or self.marks.wants_box(mark) else None
        if box is None and self.marks.wants_box(mark):
            return
        if cuts and box is not None and len(self.marks.cuts) < MAX_TEXTS:
            self.marks.cuts.append(box)
        self.marks.add(mark, box)

    # Text.

    def begin_text(self, _: list[Argument]) -> None:
        """The operator BT: begin a text object."""
        self.text = self.line = IDENTITY

    def choose_font(self, arguments: list[Argument]) -> None:
        """The operator Tf: the font and its size."""
        self.state.size = float(arguments[1])
        given = self.resources.get("/Font", arguments[0])
        self.state.font = self.objects.font(given) if given is not None else None
        if self.state.font is not None:
            self.marks.add(Selected(self.state.font), None)

    def text_matrix(self, arguments: list[Argument]) -> None:
        """The operator Tm: the text matrix."""
        a, b, c, d, e, f = map(float, arguments)
        self.text = self.line = (a, b, c, d, e, f)

    def next_line(self, arguments: list[Argument]) -> None:
        """The operator Td: move to the next line."""
        x, y = map(float, arguments)
        self.text = self.line = times((1.0, 0.0, 0.0, 1.0, x, y), self.line)

    def next_line_leading(self, arguments: list[Argument]) -> None:
        """The operator TD: move to the next line, and set the leading."""
        self.state.leading = -float(arguments[1])
        self.next_line(arguments)

    def new_line(self, _: list[Argument]) -> None:
        """The operator T*: move down by the leading."""
        self.text = self.line = times((1.0, 0.0, 0.0, 1.0, 0.0, -self.state.leading), self.line)

    def show(self, arguments: list[Argument]) -> None:
        """The operators Tj and TJ: show text."""
        state, font = self.state, self.state.font
        width, letters = 0.0, 0
        for one in arguments:
            if isinstance(one, bytearray):
                count = len(one) // 2 if font is not None and font.two_bytes else len(one)
                letters += count
                width += (font.width(one) if font is not None else 500.0 * count) + 1000 * state.spacing * count / (
                    state.size or 1
                )
            else:
                width -= float(one)
        advance = width / 1000 * state.size * state.stretch
        matrix = times(self.text, state.matrix)
        if letters:
            self.shown(matrix, advance)
        self.text = times((1.0, 0.0, 0.0, 1.0, advance, 0.0), self.text)

    def shown(self, matrix: Matrix, advance: float) -> None:
        """Record a string."""
        state = self.state
        size = round(abs(state.size) * sides(matrix)[1], 2)
        below, above = (state.font.tails, state.font.capitals) if state.font is not None else (TAILS, CAPITALS)
        low, high = state.rise - below / 1000 * state.size, state.rise + above / 1000 * state.size
        box = common(mapped(matrix, (min(0.0, advance), min(low, high), max(0.0, advance), max(low, high))), state.clip)
        if box is None:
            return
        mode = state.rendering
        hidden = state.hidden or mode in (3, 7)
        outlined = mode in (1, 5)
        colour, over = (state.stroke, state.stroke_over) if outlined else (state.fill, state.fill_over)
        self.marks.add(ShownText(size, colour, state.font, over, hidden), box)
        if mode in (1, 2, 5, 6):
            width = round(state.width * thinnest(state.matrix), 3)
            self.marks.add(Stroke(width, state.stroke, state.stroke_over), box)
        if not hidden and len(self.marks.texts) < MAX_TEXTS:
            self.marks.texts.append((box, size))

    def show_line(self, arguments: list[Argument]) -> None:
        """The operators ' and ": show text on the next line."""
        self.new_line([])
        self.show(arguments[-1:])

    # Pictures and forms.

    def inline(self, arguments: list[Argument]) -> None:
        """A picture in the stream."""
        keys = {k.decode("latin-1"): v for k, v in zip(arguments[::2], arguments[1::2], strict=False)}
        width = int(keys.get("/W", keys.get("/Width", b"0")))
        height = int(keys.get("/H", keys.get("/Height", b"0")))
        mask = (keys.get("/IM") or keys.get("/ImageMask")) == b"true"
        named = keys.get("/CS") or keys.get("/ColorSpace")
        space = self.resources.space_of(named) if named is not None and not mask else UNKNOWN
        bits = 1 if mask else int(keys.get("/BPC", keys.get("/BitsPerComponent", b"8")))
        self.show_picture(self.objects.inline_picture(width, height, bits, space, mask))

    def show_picture(self, picture: Picture) -> None:
        """Record a picture at the current place."""
        box = common(mapped(self.state.matrix, (0.0, 0.0, 1.0, 1.0)), self.state.clip)
        if box is None or (box[2] - box[0]) * (box[3] - box[1]) <= 0:
            return
        across, down = sides(self.state.matrix)
        dpi = min(72 * picture.width / across if across else 1e6, 72 * picture.height / down if down else 1e6)
        self.marks.add(Shown(picture, round(dpi, 1), round(across * down, 1)), box)
        if picture.mask:
            self.marks.add(Fill(self.state.fill, self.state.fill_over), box)
        if picture.fades:
            self.marks.add(Fades("a picture with a soft mask"), box)

    def do(self, arguments: list[Argument]) -> None:
        """The operator Do: paint a picture or form."""
        given = self.resources.get("/XObject", arguments[0])
        if given is None:
            return
        if not self.active:
            self.turned()
        kind = given.get("/Subtype")
        if kind == "/Image":
            self.show_picture(self.objects.picture(given, self.resources.given))
        elif kind == "/Form":
            self.form(given, self.state.matrix, self.state.clip)
        elif kind != "/PS":
            self.broken("something painted that is neither a picture nor a form")

    def form(self, given: Any, matrix: Matrix, clip: Box) -> None:
        """Paint a form."""
        walker = self.walker
        name = self.objects.key(given)
        if name in self.active or len(self.active) >= MAX_DEPTH:
            self.broken("a form that paints itself, or forms in forms without end")
            return
        if "/Matrix" in given:
            a, b, c, d, e, f = (float(v) for v in given["/Matrix"])
            matrix = times((a, b, c, d, e, f), matrix)
        state = self.state
        linear = tuple(round(v, 5) for v in matrix[:4])
        inherited = (state.fill, state.stroke, state.width, state.fill_over, state.stroke_over, state.hidden)
        own = given.get("/Resources")
        resources = own if own is not None else self.resources.given
        key = (name, linear, inherited, self.objects.key(resources) if own is None else None)
        marks = walker.forms.get(key)
        if marks is None:
            walker.bounded.check("forms that are each stretched otherwise", len(walker.forms), MAX_FORMS)
            marks = Marks()
            walker.forms[key] = marks
            here = (*matrix[:4], 0.0, 0.0)
            bounds = EVERYWHERE
            if "/BBox" in given:
                x, y, u, v = (float(v) for v in given["/BBox"])
                bounds = mapped(here, (min(x, u), min(y, v), max(x, u), max(y, v)))
            inner = copy(state)
            inner.matrix, inner.clip = here, bounds
            group = given.get("/Group")
            if isinstance(group, pikepdf.Dictionary) and group.get("/S") == "/Transparency":
                marks.add(Fades("a transparency group"), None)
            run = _Run(walker, marks, resources, inner, (*self.active, name))
            run.follow(walker.bounded.content(given))
        self.marks.take(marks, matrix[4], matrix[5], clip)

    def shade(self, arguments: list[Argument]) -> None:
        """The operator sh: paint a gradient."""
        given = self.resources.get("/Shading", arguments[0])
        if given is not None:
            self.marks.add(Shade(self.objects.space(given.get("/ColorSpace"))), common(self.state.clip, EVERYWHERE))

    def begin_content(self, arguments: list[Argument]) -> None:
        """The operators BDC and BMC: begin marked content."""
        self.layers.append(self.state.hidden)
        if len(arguments) > 1 and arguments[0] == b"/OC":
            given = self.resources.get("/Properties", arguments[1])
            if given is not None:
                self.marks.add(Layer(text_of(given.get("/Name", ""))[:80]), None)

    def end_content(self, _: list[Argument]) -> None:
        """The operator EMC: end marked content."""
        if self.layers:
            self.layers.pop()
        else:
            self.broken("marked content ends that never began")


def _sets(name: str) -> Callable[[_Run, list[Argument]], None]:
    def handler(run: _Run, arguments: list[Argument]) -> None:
        setattr(run.state, name, float(arguments[0]))

    return handler


def _rendering(run: _Run, arguments: list[Argument]) -> None:
    run.state.rendering = int(arguments[0])


def _stretch(run: _Run, arguments: list[Argument]) -> None:
    run.state.stretch = float(arguments[0]) / 100


_HANDLERS: dict[bytes, Callable[[_Run, list[Argument]], None]] = {
    b"q": _Run.save,
    b"Q": _Run.restore,
    b"cm": _Run.concat,
    b"w": _Run.line_width,
    b"gs": _Run.looks,
    b"g": lambda run, a: run.paint_colour(a, GRAY, False),
    b"G": lambda run, a: run.paint_colour(a, GRAY, True),
    b"rg": lambda run, a: run.paint_colour(a, RGB, False),
    b"RG": lambda run, a: run.paint_colour(a, RGB, True),
    b"k": lambda run, a: run.paint_colour(a, CMYK, False),
    b"K": lambda run, a: run.paint_colour(a, CMYK, True),
    b"cs": lambda run, a: run.set_space(a, False),
    b"CS": lambda run, a: run.set_space(a, True),
    b"sc": lambda run, a: run.set_colour(a, False),
    b"scn": lambda run, a: run.set_colour(a, False),
    b"SC": lambda run, a: run.set_colour(a, True),
    b"SCN": lambda run, a: run.set_colour(a, True),
    b"re": _Run.rectangle,
    b"W": _Run.clip_path,
    b"W*": _Run.clip_path,
    b"n": _Run.no_paint,
    b"f": _Run.fill_path,
    b"F": _Run.fill_path,
    b"f*": _Run.fill_path,
    b"S": _Run.stroke_path,
    b"s": _Run.close_and_stroke,
    b"B": _Run.both,
    b"B*": _Run.both,
    b"b": _Run.both,
    b"b*": _Run.both,
    b"BT": _Run.begin_text,
    b"Tf": _Run.choose_font,
    b"Tm": _Run.text_matrix,
    b"Td": _Run.next_line,
    b"TD": _Run.next_line_leading,
    b"T*": _Run.new_line,
    b"TL": _sets("leading"),
    b"Tc": _sets("spacing"),
    b"Ts": _sets("rise"),
    b"Tz": _stretch,
    b"Tr": _rendering,
    b"Tj": _Run.show,
    b"TJ": _Run.show,
    b"'": _Run.show_line,
    b'"': _Run.show_line,
    INLINE_IMAGE: _Run.inline,
    b"Do": _Run.do,
    b"sh": _Run.shade,
    b"BDC": _Run.begin_content,
    b"BMC": _Run.begin_content,
    b"EMC": _Run.end_content,
}
_POINTS = frozenset((b"m", b"l", b"c", b"v", b"y", b"h"))
_IGNORED = frozenset((b"ET", b"Tw", b"J", b"j", b"M", b"d", b"ri", b"i", b"d0", b"d1", b"MP", b"DP", b"BX", b"EX"))


def _inherited(page: Any, key: str) -> Any:
    for _ in range(60):
        if key in page:
            return page[key]
        page = page.get("/Parent")
        if page is None:
            break
    return pikepdf.Dictionary()


def _contents(page: Any) -> list[Any]:
    given = page.get("/Contents")
    if isinstance(given, pikepdf.Array):
        return [s for s in list(given)[:10_000] if isinstance(s, pikepdf.Stream)]
    return [given] if isinstance(given, pikepdf.Stream) else []
