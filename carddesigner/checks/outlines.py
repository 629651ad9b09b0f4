"""Paths as polygons: what is inside them, and how far a point is from their edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from math import hypot, inf, sqrt

from msgspec import Struct

from carddesigner.core.geometry import Matrix, Path, Point, Rect, around
from carddesigner.nets.polygons import Edge, edges

_STEPS = 8
"""The number of straight lines that approximate a curve."""

_INSETS = (0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3)
"""The insets, as shares of the shorter side of a convex shape's box, at which a rectangle inside the shape is tried."""

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
    """Polygons, their bounding rectangle, and a rectangle that certainly lies inside them, None if none was found."""

    rings: tuple[Ring, ...]
    box: Rect
    sure: Rect | None


@lru_cache(maxsize=4096)
def shape_of(path: Path) -> Shape:
    """The area that a path encloses; without rings if it has no extent."""
    return shaped(rings(path))


def shaped(shape: tuple[Ring, ...]) -> Shape:
    """The same for polygons."""
    if not shape:
        return Shape((), Rect(0.0, 0.0, 0.0, 0.0), None)
    box = around([p for ring in shape for p in ring])
    return Shape(shape, box, _sure(shape, box))


def _sure(shape: tuple[Ring, ...], box: Rect) -> Rect | None:
    if is_rectangle(shape):
        return box
    for share in _INSETS if is_convex(shape) else ():
        inner = box.grown(-share * min(box.width, box.height))
        if all(holds(shape, corner) for corner in inner.corners):
            return inner
    return None


def is_rectangle(shape: tuple[Ring, ...]) -> bool:
    """Whether it is one axis-aligned rectangle."""
    if len(shape) != 1 or len(shape[0]) != 4:
        return False
    places = {(round(x, 6), round(y, 6)) for x, y in shape[0]}
    return len(places) == 4 and all(len(set(v)) == 2 for v in zip(*places, strict=True))


def holds(shape: tuple[Ring, ...], p: Point, *, even_odd: bool = False) -> bool:
    """Whether a point lies inside."""
    return inside(crossings(shape, p[1]), p[0], even_odd=even_odd)


def crossings(shape: tuple[Ring, ...], y: float) -> list[tuple[float, int]]:
    """Where a horizontal line crosses the edges, each with the direction of the edge there."""
    out = []
    for ring in shape:
        ax, ay = ring[-1]
        for bx, by in ring:
            if (ay > y) != (by > y):
                out.append((ax + (y - ay) / (by - ay) * (bx - ax), 1 if by > ay else -1))
            ax, ay = bx, by
    return out


def inside(crossed: list[tuple[float, int]], x: float, *, even_odd: bool = False) -> bool:
    """Whether a place on a horizontal line lies inside, given where the line crosses the edges."""
    beyond = [turn for at, turn in crossed if x < at]
    return bool(len(beyond) % 2) if even_odd else sum(beyond) != 0


def edges_of(shape: tuple[Ring, ...]) -> Iterator[Edge]:
    """The edges of polygons."""
    return chain.from_iterable(map(edges, shape))


def distance(sides: Iterable[Edge], p: Point) -> float:
    """The distance of a point from the nearest edge."""
    x, y = p
    nearest = inf
    for (ax, ay), (bx, by) in sides:
        dx, dy, u, v = bx - ax, by - ay, x - ax, y - ay
        along, length = u * dx + v * dy, dx * dx + dy * dy
        if along >= length:
            u, v = x - bx, y - by
        elif along > 0:
            u, v = u - along / length * dx, v - along / length * dy
        far = u * u + v * v
        if far < nearest:
            nearest = far
    return sqrt(nearest)


def depth(shape: tuple[Ring, ...], p: Point) -> float:
    """The distance of a point from the edge, positive inside and negative outside."""
    far = distance(edges_of(shape), p)
    return far if holds(shape, p) else -far


def corners_of(points: Sequence[Point]) -> list[Point]:
    """The convex hull of points: none of the others can be nearest to the edge of a convex piece."""
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
    """A piece's outline; ``sure`` is a rectangle that certainly lies inside it, None if none was found. ``sides`` of a
    convex outline are coefficients (a, b, c): a·x + b·y + c is how far inside that side a point lies.
    """

    shape: tuple[Ring, ...]
    safe: float
    sure: Rect | None
    sides: tuple[tuple[float, float, float], ...]

    def depth(self, p: Point) -> float:
        """The distance of a point inside, negative outside."""
        if self.sides:
            x, y = p
            nearest = min([a * x + b * y + c for a, b, c in self.sides])
            if nearest > 0:
                return nearest
        return depth(self.shape, p)

    def least_depth(self, points: Sequence[Point]) -> float:
        """The depth of the point that is least deep; infinite if all are deep enough."""
        if self.sides:
            return min(map(self.depth, points), default=inf)
        least = inf
        box = around(points).grown(self.safe) if points else Rect(0.0, 0.0, 0.0, 0.0)
        near = [edge for edge in edges_of(self.shape) if _meets(edge, box)]
        # No edge lies between points that are so far from all.
        for p in points if near or not holds(self.shape, points[0]) else ():
            least = min(least, distance(near, p) if holds(self.shape, p) else depth(self.shape, p))
        return least


def _meets(edge: Edge, box: Rect) -> bool:
    """Whether an edge may come into a rectangle."""
    (ax, ay), (bx, by) = edge
    beside = max(ax, bx) < box.x or min(ax, bx) > box.right
    return not beside and max(ay, by) >= box.y and min(ay, by) <= box.bottom


def cut(outline: Path, trim: Rect, safe: float, tolerance: float) -> Cut:
    """An outline prepared for many distance queries."""
    shape, least = rings(outline), safe - tolerance
    convex = is_convex(shape)
    smaller = (trim.grown(-least - 0.5 * i) for i in range(60 if convex else 0))
    inner = (r for r in smaller if min(r.width, r.height) > 0)
    sure = next((r for r in inner if all(depth(shape, corner) >= least for corner in r.corners)), None)
    return Cut(shape, safe, sure, _sides(shape[0]) if convex else ())


def _sides(ring: Ring) -> tuple[tuple[float, float, float], ...]:
    """The lines along a convex polygon's edges as coefficients of a signed distance, positive inside. Empty if edges
    are too short to have a definite direction.
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
"""In points."""


def is_convex(shape: tuple[Ring, ...]) -> bool:
    """Whether it is one convex polygon."""
    if len(shape) != 1:
        return False
    ring = shape[0]
    edges = [(bx - ax, by - ay) for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True)]
    turns = [ax * by - ay * bx for (ax, ay), (bx, by) in zip(edges, edges[1:] + edges[:1], strict=True)]
    # A star turns in one direction too, but goes round more than once.
    ways = [x > 0 for x, _ in edges if abs(x) > 1e-6]
    once = sum(a != b for a, b in zip(ways, ways[1:] + ways[:1], strict=True)) <= 2
    return once and (all(t > -1e-6 for t in turns) or all(t < 1e-6 for t in turns))
