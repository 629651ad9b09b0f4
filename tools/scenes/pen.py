"""A pen for flat shapes: smooth outlines, limbs, seeded chance, colours mixed; written as SVG of paths and plain fills."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Any, NamedTuple

from fontTools.misc.transform import Transform
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path import parse_path

Point = tuple[float, float]

WIDTH, HEIGHT = 573, 400
"""The stage on which a scene is drawn."""
ABOVE, BELOW, ASIDE = 22, 34, 27
"""How much more than the stage the picture shows of the sky and of the ground, and how much less at each side."""


def mix(a: str, b: str, share: float) -> str:
    """The colour *a* with this *share* of *b*."""
    parts = [(int(a[i : i + 2], 16), int(b[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in parts)


class Chance:
    """Numbers that look random and are the same for a name, on every machine and version."""

    def __init__(self, name: str) -> None:
        self._name, self._count = name, 0

    def between(self, low: float, high: float) -> float:
        self._count += 1
        digest = hashlib.sha256(f"{self._name} {self._count}".encode()).digest()
        return low + (high - low) * int.from_bytes(digest[:6], "big") / 2**48

    def one_of(self, things: Sequence[float]) -> float:
        return things[min(len(things) - 1, int(self.between(0, len(things))))]


def _number(value: float) -> str:
    return str(round(value))


def _data(commands: Iterable[tuple[str, tuple[float, ...]]]) -> str:
    out = ""
    for letter, values in commands:
        out += letter
        for i, value in enumerate(values):
            text = _number(value)
            out += text if i == 0 or text.startswith("-") else " " + text
    return out


def sharp(points: Sequence[Point]) -> str:
    """A closed outline of straight lines."""
    return _data([("M" if i == 0 else "L", p) for i, p in enumerate(points)]) + "Z"


def box(x: float, y: float, w: float, h: float) -> str:
    """A level rectangle by its left top corner."""
    return sharp([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])


def smooth(points: Sequence[Point], closed: bool = True, tension: float = 1.0) -> str:
    """A curve through the points."""
    n = len(points)
    commands: list[tuple[str, tuple[float, ...]]] = [("M", points[0])]
    for i in range(n if closed else n - 1):
        if closed:
            p0, p1, p2, p3 = (points[(i + k) % n] for k in (-1, 0, 1, 2))
        else:
            p0, p1, p2, p3 = (points[min(max(i + k, 0), n - 1)] for k in (-1, 0, 1, 2))
        k = tension / 6
        commands.append(
            (
                "C",
                (
                    p1[0] + (p2[0] - p0[0]) * k,
                    p1[1] + (p2[1] - p0[1]) * k,
                    p2[0] - (p3[0] - p1[0]) * k,
                    p2[1] - (p3[1] - p1[1]) * k,
                    *p2,
                ),
            )
        )
    return _data(commands) + ("Z" if closed else "")


def mirrored(points: Sequence[Point]) -> list[Point]:
    """The points, then those of the other half, x turned over, back to the first."""
    return [*points, *((-x, y) for x, y in reversed(points) if abs(x) > 0.5)]


def limb(*joints: tuple[float, float, float]) -> str:
    """A limb through joints of x, y and width, its ends round."""
    left: list[Point] = []
    right: list[Point] = []
    for i, (x, y, w) in enumerate(joints):
        x0, y0, _ = joints[max(0, i - 1)]
        x1, y1, _ = joints[min(len(joints) - 1, i + 1)]
        d = hypot(x1 - x0, y1 - y0) or 1
        nx, ny = -(y1 - y0) / d * w / 2, (x1 - x0) / d * w / 2
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    (xa, ya, wa), (xb, yb, wb) = joints[0], joints[-1]
    da = hypot(joints[1][0] - xa, joints[1][1] - ya) or 1
    db = hypot(joints[-2][0] - xb, joints[-2][1] - yb) or 1
    start = (xa - (joints[1][0] - xa) / da * wa * 0.4, ya - (joints[1][1] - ya) / da * wa * 0.4)
    end = (xb - (joints[-2][0] - xb) / db * wb * 0.4, yb - (joints[-2][1] - yb) / db * wb * 0.4)
    return smooth([start, *left, end, *reversed(right)])


def disc(x: float, y: float, r: float, ry: float | None = None) -> str:
    """A circle or ellipse."""
    ry = r if ry is None else ry
    k, m = 0.5523 * r, 0.5523 * ry
    return _data(
        [
            ("M", (x + r, y)),
            ("C", (x + r, y + m, x + k, y + ry, x, y + ry)),
            ("C", (x - k, y + ry, x - r, y + m, x - r, y)),
            ("C", (x - r, y - m, x - k, y - ry, x, y - ry)),
            ("C", (x + k, y - ry, x + r, y - m, x + r, y)),
        ]
    )


def leg(x: float, top: float, w: float, bend: float) -> str:
    """A beast's leg from *top* to the ground, its knee at *bend*."""
    return limb((x, top, w * 1.5), (x + bend, top * 0.5, w * 0.9), (x - bend * 0.2, -4, w * 0.75))


def hills(chance: Chance, top: float, rise: float, count: int) -> str:
    """Soft ground over the whole width, down to the bottom."""
    points = [(i * WIDTH / count, top - chance.between(0, rise)) for i in range(-1, count + 2)]
    return f"{smooth(points, closed=False)}L{WIDTH + 200} {HEIGHT}L-200 {HEIGHT}Z"


def ring(x: float, y: float, r: float, corners: int, turn: float = 0.0, inner: float | None = None) -> list[Point]:
    """The corners of a regular polygon, or of a star with an *inner* radius."""
    count = corners * (2 if inner is not None else 1)
    out = []
    for i in range(count):
        reach = r if inner is None or i % 2 == 0 else inner
        at = turn - pi / 2 + i * 2 * pi / count
        out.append((x + reach * cos(at), y + reach * sin(at)))
    return out


Outline = list[tuple[str, tuple[int, ...]]]
"""A path on the paper: M, L, C and Z with whole numbers, as the program reads them fastest."""


class Box(NamedTuple):
    """What a shape takes up on the paper."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        return self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom

    def holds(self, other: Box) -> bool:
        return self.left <= other.left and self.top <= other.top and self.right >= other.right and self.bottom >= other.bottom

    def within(self, other: Box) -> Box:
        return Box(max(self.left, other.left), max(self.top, other.top), min(self.right, other.right), min(self.bottom, other.bottom))


PAPER = Box(ASIDE, -ABOVE, WIDTH - ASIDE, HEIGHT + BELOW)


class Shape(NamedTuple):
    """An outline, filled, or drawn as a line of a width; all of them in one colour."""

    outline: Outline
    color: str
    width: float | None
    box: Box


def _outline(data: str, place: Transform) -> Outline:
    """Path data on the paper. Lines of no length go, but for those that are dots."""
    pen = RecordingPen()
    parse_path(data, TransformPen(pen, place))
    out: Outline = []
    start = at = (0, 0)
    exact: Point = (0.0, 0.0)
    for kind, points in pen.value:
        (*_, to) = ends = [(round(x), round(y)) for x, y in points] or [start]
        if kind == "moveTo":
            out.append(("M", to))
            start = to
        elif kind == "lineTo":
            if to != at or out[-1][0] == "M":
                out.append(("L", to))
        elif kind == "curveTo":
            out.append(("C", tuple(v for p in ends for v in p)))
        elif kind == "qCurveTo":
            ((qx, qy), (x, y)), (x0, y0) = points, exact
            near = ((x0 + 2 * qx) / 3, (y0 + 2 * qy) / 3, (x + 2 * qx) / 3, (y + 2 * qy) / 3)
            out.append(("C", (*map(round, near), *to)))
        elif kind == "closePath":
            if out[-1] == ("L", start) and out[-2][0] != "M":
                out.pop()
            out.append(("Z", ()))
        at, exact = to, points[-1] if points else start
    return out


def _reaching(outline: Outline) -> Outline:
    """The same, where it ends at the stage's top or bottom, to the paper's."""
    out: Outline = []
    for letter, values in outline:
        ys = (y - ABOVE if y <= 0 else y + BELOW if y >= HEIGHT else y for y in values[1::2])
        out.append((letter, tuple(v for place in zip(values[::2], ys, strict=True) for v in place)))
    return out


def _box(outline: Outline, grow: float) -> Box:
    xs = [x for _, values in outline for x in values[::2]]
    ys = [y for _, values in outline for y in values[1::2]]
    return Box(min(xs) - grow, min(ys) - grow, max(xs) + grow, max(ys) + grow)


def _turns(outline: Outline) -> set[bool]:
    """Which ways the outline's parts go round."""
    turns, corners = set(), []
    for letter, values in [*outline, ("M", (0, 0))]:
        if letter == "M":
            if corners:
                turns.add(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise([*corners, corners[0]])) > 0)
            corners = []
        corners += zip(values[::2], values[1::2], strict=True)
    return turns


def _rectangle(shape: Shape) -> Box | None:
    """The whole of a shape that is a level rectangle."""
    places = [values for letter, values in shape.outline if letter in "ML"]
    box = shape.box
    if shape.width is None and len(shape.outline) == 5 and set(places) == {(x, y) for x in box[::2] for y in box[1::2]}:
        return box
    return None


def _joined(shapes: Iterable[Shape]) -> list[Shape]:
    """The same picture in fewer paths: a shape joins an earlier one of its colour if nothing between them is touched."""
    out: list[Shape] = []
    for shape in shapes:
        for i in reversed(range(len(out))):
            other = out[i]
            if (other.color, other.width) == (shape.color, shape.width):
                apart = shape.width is not None or not other.box.meets(shape.box)
                if apart or len(_turns(other.outline) | _turns(shape.outline)) == 1:
                    boxes = zip(other.box, shape.box, (min, min, max, max), strict=True)
                    out[i] = Shape(other.outline + shape.outline, shape.color, shape.width, Box(*(f(a, b) for a, b, f in boxes)))
                    break
            if other.box.meets(shape.box):
                out.append(shape)
                break
        else:
            out.append(shape)
    return out


class Canvas:
    """Shapes from back to front."""

    def __init__(self) -> None:
        self._shapes: list[Shape] = []
        self._places = [Transform()]

    def _add(self, data: str, color: str, width: float | None) -> None:
        place = self._places[-1]
        outline = _outline(data, place)
        if len(self._places) == 1:
            outline = _reaching(outline)
        if width is not None:
            width = round(width * hypot(place.xx, place.xy), 1)
        box = _box(outline, (width or 0) / 2)
        if not box.meets(PAPER):
            return
        shape = Shape(outline, color, width, box)
        if cover := _rectangle(shape):
            self._shapes = [s for s in self._shapes if not cover.holds(s.box.within(PAPER))]
        self._shapes.append(shape)

    def fill(self, data: str, color: str) -> None:
        """A filled outline. A level rectangle takes away what it hides."""
        self._add(data, color, None)

    def below(self, y: float, color: str) -> None:
        """All from *y* down to the bottom in one colour."""
        self.fill(box(0, y, WIDTH, HEIGHT - y), color)

    def line(self, data: str, color: str, width: float) -> None:
        """A line along an outline, its ends round."""
        self._add(data, color, width)

    def dots(self, places: Sequence[Point], color: str, width: float) -> None:
        """Round dots: lines of no length."""
        self.line("".join(f"M{x:.0f} {y:.0f}L{x:.0f} {y:.0f}" for x, y in places), color, width)

    def ball(self, x: float, y: float, r: float, color: str) -> None:
        """A disc, in a quarter of the bytes that curves take."""
        self.dots([(x, y)], color, 2 * r)

    def group(self, x: float, y: float, scale: float, mirror: bool = False, turn: float = 0.0) -> None:
        """From here to `end`, coordinates are about a place, in a scale, turned by degrees, left and right exchanged."""
        place = self._places[-1].translate(x, y).rotate(turn * pi / 180)
        self._places.append(place.scale(-scale if mirror else scale, scale))

    @property
    def mirrored(self) -> bool:
        """Whether left and right are exchanged here: what is to be read is turned back."""
        place = self._places[-1]
        return bool(place.xx * place.yy < place.xy * place.yx)

    def tick(self, x: float, y: float, size: float) -> str:
        """A mark that reads as a tick wherever it stands, its foot about *x* and *y*; 18 wide at size 1."""
        side = -size if self.mirrored else size
        return f"M{x - side * 9:.0f} {y - size * 5:.0f}l{side * 6:.0f} {size * 6:.0f}l{side * 12:.0f} {-size * 16:.0f}"

    def end(self) -> None:
        """The coordinates are again those from before `group`."""
        self._places.pop()

    def svg(self) -> str:
        """The picture as a file."""
        left, top, right, bottom = PAPER
        paths = []
        for outline, color, width, _ in _joined(self._shapes):
            paint = f'fill="{color}"' if width is None else f'stroke="{color}" stroke-width="{width:g}"'
            paths.append(f'<path {paint} d="{_data(outline)}"/>')
        body = "\n".join(paths)
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {right - left} {bottom - top}" fill="none" stroke-linecap="round">\n{body}\n</svg>\n'


Drawing = Callable[[Canvas, Any, Chance], Any]
"""Draws a subject or a land in a scene's tones."""
