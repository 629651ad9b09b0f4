"""Stretches of a straight line, in points from its start: those that shapes cover, and those that are free."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from carddesigner.core.geometry import Point, Rect, span_inside
from carddesigner.core.units import MM
from carddesigner.impose.plan import Cut

Stretch = tuple[float, float]
ON_LINE = 0.01 * MM
"""A side closer than this to a slanted line lies on it: lines through the edges of several pieces count as one."""


class Shape(NamedTuple):
    """A convex shape: its bounding rectangle, and its corners in order along its outline."""

    box: Rect
    corners: tuple[Point, ...]


class Shapes:
    """Shapes, indexed so that those near a line are found without looking at all of them."""

    def __init__(self, shapes: Iterable[Shape]) -> None:
        self.all = tuple(shapes)
        self._sorted: tuple[list[Shape], list[Shape]] = (
            sorted(self.all, key=lambda shape: shape.box.x),
            sorted(self.all, key=lambda shape: shape.box.y),
        )
        self._starts = tuple([shape.box[axis] for shape in self._sorted[axis]] for axis in (0, 1))
        self._widest = tuple(max((shape.box[axis + 2] for shape in self.all), default=0.0) for axis in (0, 1))

    def beside(self, cut: Cut, near: float) -> Sequence[Shape]:
        """The shapes that may touch a line, or come within *near* of it."""
        if cut.slanted:
            return self.all
        axis = 0 if cut.upright else 1
        at, tip = cut.start[axis], near + 1.0
        starts = self._starts[axis]
        first = bisect_left(starts, at - self._widest[axis] - tip)
        return self._sorted[axis][first : bisect_right(starts, at + tip)]


def rectangular(r: Rect) -> Shape:
    """A rectangle as a shape."""
    return Shape(r, ((r.x, r.y), (r.right, r.y), (r.right, r.bottom), (r.x, r.bottom)))


def across(cut: Cut, shapes: Shapes, near: float = 0.0) -> list[Stretch]:
    """The stretches of a line that shapes cover or come within *near* of, sorted; the sides of shapes count as
    covered.
    """
    beside = shapes.beside(cut, near)
    if cut.slanted:
        covered = [_through(cut, shape, near) for shape in beside]
        return sorted(stretch for stretch in covered if stretch is not None)
    (x, y), length = cut.start, cut.length
    tip = near + 1e-6
    boxes = [shape.box for shape in beside]
    if cut.upright:
        taken = [(r.y - y - near, r.bottom - y + near) for r in boxes if r.x - tip <= x <= r.right + tip]
    else:
        taken = [(r.x - x - near, r.right - x + near) for r in boxes if r.y - tip <= y <= r.bottom + tip]
    return sorted(s for s in taken if s[1] > 0.0 and s[0] < length)


def within(cut: Cut, r: Rect) -> Stretch:
    """The stretch of a line inside a rectangle; of no length if there is none."""
    inside = span_inside(cut.start, cut.direction, r, 1e-6)
    return common((0.0, cut.length), inside) if inside is not None else (0.0, 0.0)


def free(cut: Cut, taken: Iterable[Stretch]) -> list[Stretch]:
    """The stretches of a line between the taken ones, in order."""
    out = []
    start, length = 0.0, cut.length
    for low, high in (*taken, (length, length)):
        if low > start:
            out.append((start, min(low, length)))
        start = max(start, high)
    return out


def common(a: Stretch, b: Stretch) -> Stretch:
    """The overlap of two stretches; of no length if there is none."""
    low, high = max(a[0], b[0]), min(a[1], b[1])
    return (low, max(low, high))


def _through(cut: Cut, shape: Shape, near: float) -> Stretch | None:
    """The stretch of a line inside a shape whose sides are moved outwards by *near*, clipped at each side in turn; None
    if there is none.
    """
    (px, py), (dx, dy) = cut.start, cut.direction
    (cx, cy), room = shape.box.centre, near + ON_LINE
    if abs((cx - px) * dy - (cy - py) * dx) > (shape.box.width + shape.box.height) / 2 + 2 * room:
        return None
    low, high = 0.0, cut.length
    sides = list(zip(shape.corners, (*shape.corners[1:], shape.corners[0]), strict=True))
    turn = 1.0 if sum(ax * by - bx * ay for (ax, ay), (bx, by) in sides) > 0 else -1.0
    for (ax, ay), (bx, by) in sides:
        ex, ey = bx - ax, by - ay
        length = (ex * ex + ey * ey) ** 0.5
        # The normal points outwards.
        nx, ny = turn * ey / length, -turn * ex / length
        beyond = (px - ax) * nx + (py - ay) * ny - room
        speed = dx * nx + dy * ny
        if abs(speed) < 1e-9:
            if beyond > 0:
                return None
        elif speed > 0:
            high = min(high, -beyond / speed)
        else:
            low = max(low, -beyond / speed)
    return (low, high) if low < high else None
