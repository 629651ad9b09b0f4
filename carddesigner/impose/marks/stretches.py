"""Stretches of a straight line, in points from its start: what shapes take of it, and what they leave."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from carddesigner.core.geometry import Point, Rect
from carddesigner.core.units import MM
from carddesigner.impose.plan import Cut

Stretch = tuple[float, float]
Polygon = tuple[Point, ...]
"""The corners of a convex shape, in the order in which its outline goes."""

_ON_LINE = 0.01 * MM
"""As near to a slanted line a side lies on it: lines through the edges of several pieces are one."""


def across(cut: Cut, shapes: Sequence[Rect | Polygon], near: float = 0.0) -> list[Stretch]:
    """What shapes take of a line, in order, and what comes as *near* to it: their sides are part of them."""
    if cut.slanted:
        grown = (_polygon(shape) for shape in shapes)
        found = [_through(cut, polygon, near) for polygon in grown]
        return sorted(stretch for stretch in found if stretch is not None)
    rects = [shape if isinstance(shape, Rect) else _bounds(shape) for shape in shapes]
    (x, y), tip = cut.start, near + 1e-6
    if cut.upright:
        taken = [(r.y - y - near, r.bottom - y + near) for r in rects if r.x - tip <= x <= r.right + tip]
    else:
        taken = [(r.x - x - near, r.right - x + near) for r in rects if r.y - tip <= y <= r.bottom + tip]
    return sorted(s for s in taken if s[1] > 0.0 and s[0] < cut.length)


def free(cut: Cut, taken: Iterable[Stretch]) -> list[Stretch]:
    """What is left of a line between what is taken, in order."""
    out = []
    start = 0.0
    for low, high in (*taken, (cut.length, cut.length)):
        if low > start:
            out.append((start, min(low, cut.length)))
        start = max(start, high)
    return out


def common(a: Stretch, b: Stretch) -> Stretch:
    """What two stretches share; without any length where they share nothing."""
    low, high = max(a[0], b[0]), min(a[1], b[1])
    return (low, max(low, high))


def _polygon(shape: Rect | Polygon) -> Polygon:
    if isinstance(shape, Rect):
        return ((shape.x, shape.y), (shape.right, shape.y), (shape.right, shape.bottom), (shape.x, shape.bottom))
    return shape


def _bounds(polygon: Polygon) -> Rect:
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _through(cut: Cut, polygon: Polygon, near: float) -> Stretch | None:
    """Where a line lies in a convex polygon that is moved outwards by *near*: it is cut off at each side in turn."""
    (px, py), (dx, dy) = cut.start, cut.direction
    low, high = 0.0, cut.length
    turn = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True))
    for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        side = Cut((ax, ay), (bx, by))
        ex, ey = side.direction
        # The normal points outwards.
        nx, ny = (ey, -ex) if turn > 0 else (-ey, ex)
        beyond = (px - ax) * nx + (py - ay) * ny - near - _ON_LINE
        speed = dx * nx + dy * ny
        if abs(speed) < 1e-9:
            if beyond > 0:
                return None
        elif speed > 0:
            high = min(high, -beyond / speed)
        else:
            low = max(low, -beyond / speed)
    return (low, high) if low < high else None
