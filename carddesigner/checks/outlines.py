"""Paths as polygons: what is inside them, and how far a place is from their edge."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import hypot, inf

from msgspec import Struct

from carddesigner.core.geometry import Matrix, Path, Point, Rect, around

_STEPS = 8
"""Straight lines that a curve is taken for."""

_INSETS = (0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3)
"""How far inside the box of a convex shape a rectangle is looked for that lies in it, as shares of its shorter side."""

Ring = tuple[Point, ...]


@lru_cache(maxsize=4096)
def rings(path: Path) -> tuple[Ring, ...]:
    """The path's subpaths as closed polygons."""
    out: list[Ring] = []
    ring: list[Point] = []
    for op, *v in path:
        if op == "m":
            out.append(tuple(ring))
            ring = [(v[0], v[1])]
        elif op == "l":
            ring.append((v[0], v[1]))
        elif op == "c" and ring:
            x, y = ring[-1]
            for i in range(1, _STEPS + 1):
                t = i / _STEPS
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                ring.append((a * x + b * v[0] + c * v[2] + d * v[4], a * y + b * v[1] + c * v[3] + d * v[5]))
    out.append(tuple(ring))
    return tuple(r for r in out if len(r) > 1)


def mapped(shape: tuple[Ring, ...], m: Matrix) -> tuple[Ring, ...]:
    """Polygons with every corner mapped."""
    return tuple(tuple(m.apply(x, y) for x, y in ring) for ring in shape)


class Shape(Struct, frozen=True, eq=False):
    """Polygons, the rectangle around them, and one that surely lies inside, None if none was found."""

    rings: tuple[Ring, ...]
    box: Rect
    sure: Rect | None


@lru_cache(maxsize=4096)
def shape_of(path: Path) -> Shape:
    """What a path encloses; no rings for one without extent."""
    return shaped(rings(path))


def shaped(found: tuple[Ring, ...]) -> Shape:
    """The same for polygons."""
    if not found:
        return Shape((), Rect(0.0, 0.0, 0.0, 0.0), None)
    box = around([p for ring in found for p in ring])
    return Shape(found, box, _sure(found, box))


def _sure(found: tuple[Ring, ...], box: Rect) -> Rect | None:
    if is_rectangle(found):
        return box
    for share in _INSETS if is_convex(found) else ():
        inner = box.grown(-share * min(box.width, box.height))
        if all(holds(found, corner) for corner in inner.corners):
            return inner
    return None


def is_rectangle(shape: tuple[Ring, ...]) -> bool:
    """Whether it is one upright rectangle."""
    if len(shape) != 1 or len(shape[0]) != 4:
        return False
    places = {(round(x, 6), round(y, 6)) for x, y in shape[0]}
    return len(places) == 4 and all(len(set(v)) == 2 for v in zip(*places, strict=True))


def holds(shape: tuple[Ring, ...], p: Point, *, even_odd: bool = False) -> bool:
    """Whether a point lies inside."""
    return inside(crossings(shape, p[1]), p[0], even_odd=even_odd)


def crossings(shape: tuple[Ring, ...], y: float) -> list[tuple[float, int]]:
    """Where a level line crosses the edges, each with the direction that the edge has there."""
    out = []
    for ring in shape:
        ax, ay = ring[-1]
        for bx, by in ring:
            if (ay > y) != (by > y):
                out.append((ax + (y - ay) / (by - ay) * (bx - ax), 1 if by > ay else -1))
            ax, ay = bx, by
    return out


def inside(found: list[tuple[float, int]], x: float, *, even_odd: bool = False) -> bool:
    """Whether a place on a level line lies inside, from the line's crossings."""
    beyond = [turn for at, turn in found if x < at]
    return bool(len(beyond) % 2) if even_odd else sum(beyond) != 0


def depth(shape: tuple[Ring, ...], p: Point) -> float:
    """How far inside a point lies: its distance from the edge, negative outside."""
    x, y = p
    nearest = inf
    for ring in shape:
        ax, ay = ring[-1]
        for bx, by in ring:
            dx, dy = bx - ax, by - ay
            length = dx * dx + dy * dy
            t = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / length)) if length else 0.0
            nearest = min(nearest, hypot(x - ax - t * dx, y - ay - t * dy))
            ax, ay = bx, by
    return nearest if holds(shape, p) else -nearest


def corners_of(points: Sequence[Point]) -> list[Point]:
    """The corners of what a rubber band around points would be: nothing else of them is nearest to the edge of a convex piece."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    out: list[Point] = []
    for way in (ordered, ordered[::-1]):
        half: list[Point] = []
        for x, y in way:
            while len(half) > 1:
                (ax, ay), (bx, by) = half[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                half.pop()
            half.append((x, y))
        out += half[:-1]
    return out


class Cut(Struct, frozen=True, eq=False):
    """A piece's outline; ``sure`` is a rectangle that surely lies inside it, None if none was found. ``sides`` are the lines of one
    that bends to one side only: how far right, down and beyond each a point inside lies.
    """

    shape: tuple[Ring, ...]
    safe: float
    sure: Rect | None
    sides: tuple[tuple[float, float, float], ...]

    def depth(self, p: Point) -> float:
        """How far inside a point lies, negative outside."""
        if self.sides:
            x, y = p
            nearest = min([a * x + b * y + c for a, b, c in self.sides])
            if nearest > 0:
                return nearest
        return depth(self.shape, p)


def cut(outline: Path, trim: Rect, safe: float, tolerance: float) -> Cut:
    """An outline prepared for many questions of how far things are from it."""
    shape, least = rings(outline), safe - tolerance
    convex = is_convex(shape)
    smaller = (trim.grown(-least - 0.5 * i) for i in range(60 if convex else 0))
    inner = (r for r in smaller if min(r.width, r.height) > 0)
    sure = next((r for r in inner if all(depth(shape, corner) >= least for corner in r.corners)), None)
    return Cut(shape, safe, sure, _sides(shape[0]) if convex else ())


def _sides(ring: Ring) -> tuple[tuple[float, float, float], ...]:
    """The lines along a convex polygon's edges: what they make of a point's coordinates is its distance, inside more than 0. None
    where edges are too short to tell where they lead.
    """
    out = []
    middle = [sum(v) / len(ring) for v in zip(*ring, strict=True)]
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        length = hypot(bx - ax, by - ay)
        if length > _SHORT:
            a, b = (by - ay) / length, (ax - bx) / length
            turn = 1 if a * (middle[0] - ax) + b * (middle[1] - ay) > 0 else -1
            out.append((turn * a, turn * b, -turn * (a * ax + b * ay)))
    sure = all(a * x + b * y + c > -_SHORT / 10 for a, b, c in out for x, y in ring)
    return tuple(out) if sure else ()


_SHORT = 0.1
"""Points."""


def is_convex(shape: tuple[Ring, ...]) -> bool:
    """Whether it is one polygon that bends to one side only."""
    if len(shape) != 1:
        return False
    ring = shape[0]
    edges = [(bx - ax, by - ay) for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True)]
    turns = [ax * by - ay * bx for (ax, ay), (bx, by) in zip(edges, edges[1:] + edges[:1], strict=True)]
    # A star bends to one side too, but goes round more than once.
    ways = [x > 0 for x, _ in edges if abs(x) > 1e-6]
    once = sum(a != b for a, b in zip(ways, ways[1:] + ways[:1], strict=True)) <= 2
    return once and (all(t > -1e-6 for t in turns) or all(t < 1e-6 for t in turns))
