"""Convex polygons, clockwise as seen (y down): intersections, differences, shared edges."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import atan2, dist, pi

from carddesigner.core.geometry import Point

Polygon = tuple[Point, ...]
Edge = tuple[Point, Point]

NEAR = 1e-4
"""Points closer than this count as equal."""


def area(points: Polygon) -> float:
    """The area; positive for clockwise corners."""
    return sum(x * v - u * y for (x, y), (u, v) in edges(points)) / 2


def edges(points: Polygon) -> list[Edge]:
    """The sides in order."""
    return list(zip(points, points[1:] + points[:1], strict=True))


def _side(p: Point, edge: Edge) -> float:
    """How far a point lies inside an edge; negative outside."""
    (x0, y0), (x1, y1) = edge
    length = dist(*edge)
    return ((x1 - x0) * (p[1] - y0) - (y1 - y0) * (p[0] - x0)) / length if length else 0.0


def half(points: Polygon, edge: Edge, *, inside: bool) -> Polygon:
    """The part of a polygon inside, or outside, the infinite line through an edge."""
    sides = [_side(p, edge) if inside else -_side(p, edge) for p in points]
    out: list[Point] = []
    for i, p in enumerate(points):
        j = (i + 1) % len(points)
        if sides[i] >= 0:
            out.append(p)
        if sides[i] * sides[j] < 0:
            t = sides[i] / (sides[i] - sides[j])
            q = points[j]
            out.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
    return tuple(out)


def overlap(a: Polygon, b: Polygon) -> bool:
    """Whether two polygons share more than an edge."""
    if not _meet(a, b):
        return False
    common = a
    for edge in edges(b):
        common = half(common, edge, inside=True)
        if len(common) < 3:
            return False
    return area(common) > 1e-3 * min(area(a), area(b))


def _meet(a: Polygon, b: Polygon) -> bool:
    """Whether the bounding rectangles of two polygons share more than an edge."""
    xs, us = [p[0] for p in a], [p[0] for p in b]
    if min(xs) > max(us) - NEAR or min(us) > max(xs) - NEAR:
        return False
    ys, vs = [p[1] for p in a], [p[1] for p in b]
    return min(ys) <= max(vs) - NEAR and min(vs) <= max(ys) - NEAR


def minus(pieces: Sequence[Polygon], hole: Polygon) -> list[Polygon]:
    """The polygons without the area of another, as convex pieces."""
    out: list[Polygon] = []
    for piece in pieces:
        if not _meet(piece, hole):
            out.append(piece)
            continue
        rest = piece
        for edge in edges(hole):
            beyond = half(rest, edge, inside=False)
            if len(beyond) > 2 and area(beyond) > NEAR:
                out.append(beyond)
            rest = half(rest, edge, inside=True)
            if len(rest) < 3:
                break
    return out


def grown(points: Polygon, by: Sequence[float]) -> Polygon:
    """A polygon with each side moved outwards by its own distance."""
    lines = []
    for (p, q), d in zip(edges(points), by, strict=True):
        length = dist(p, q)
        nx, ny = (q[1] - p[1]) / length * d, -(q[0] - p[0]) / length * d
        lines.append(((p[0] + nx, p[1] + ny), (q[0] + nx, q[1] + ny)))
    return tuple(_crossing(lines[i - 1], lines[i]) for i in range(len(lines)))


def _crossing(one: Edge, other: Edge) -> Point:
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    k = ux * vy - uy * vx
    if abs(k) < 1e-12:
        return bx, by
    t = ((cx - ax) * vy - (cy - ay) * vx) / k
    return ax + t * ux, ay + t * uy


def shared(edge: Edge, other: Polygon | Edge) -> float:
    """The length of an edge that lies on the border of a polygon, or on another edge."""
    sides: Sequence[Edge] = [other] if len(other) == 2 else edges(other)
    return dist(*edge) * sum(end - start for start, end in _on(edge, sides))


def _on(edge: Edge, sides: Sequence[Edge]) -> list[tuple[float, float]]:
    """The stretches of an edge, as fractions, that lie on any of other sides."""
    (x0, y0), (x1, y1) = edge
    length = dist(*edge)
    if length < NEAR:
        return []
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    out = []
    for (px, py), (qx, qy) in sides:
        if not -NEAR <= dx * (py - y0) - dy * (px - x0) <= NEAR or not -NEAR <= dx * (qy - y0) - dy * (qx - x0) <= NEAR:
            continue
        along = sorted((((px - x0) * dx + (py - y0) * dy) / length, ((qx - x0) * dx + (qy - y0) * dy) / length))
        start, end = max(along[0], 0.0), min(along[1], 1.0)
        if (end - start) * length > NEAR:
            out.append((start, end))
    return out


def cut_edges(polygons: Sequence[Polygon]) -> list[Polygon]:
    """The border of polygons that touch along edges, as closed rings."""
    loose: list[Edge] = []
    for i, points in enumerate(polygons):
        others = [side for j, other in enumerate(polygons) if j != i for side in edges(other)]
        for edge in edges(points):
            loose += _without(edge, _on(edge, others))
    return _rings(loose)


def _without(edge: Edge, stretches: list[tuple[float, float]]) -> list[Edge]:
    (x0, y0), (x1, y1) = edge
    length = dist(*edge)
    at, out = 0.0, []
    for start, end in (*sorted(stretches), (1.0, 1.0)):
        if (start - at) * length > NEAR:
            out.append(((x0 + at * (x1 - x0), y0 + at * (y1 - y0)), (x0 + start * (x1 - x0), y0 + start * (y1 - y0))))
        at = max(at, end)
    return out


def _rings(loose: list[Edge]) -> list[Polygon]:
    def key(p: Point) -> tuple[int, int]:
        return round(p[0] / NEAR / 10), round(p[1] / NEAR / 10)

    starts: dict[tuple[int, int], list[Edge]] = {}
    for edge in loose:
        starts.setdefault(key(edge[0]), []).append(edge)
    out = []
    while starts:
        edge = next(iter(starts.values()))[0]
        ring: list[Point] = []
        while True:
            there = starts[key(edge[0])]
            there.remove(edge)
            if not there:
                del starts[key(edge[0])]
            ring.append(edge[0])
            following = _from(starts, key(edge[1]))
            if not following:
                break
            edge = max(following, key=partial(_turn, edge))
        out.append(_straightened(tuple(ring)))
    return out


def _from(starts: dict[tuple[int, int], list[Edge]], at: tuple[int, int]) -> list[Edge]:
    """The edges that begin at a grid place, or at a neighbouring one because of rounding."""
    near = ((at[0] + dx, at[1] + dy) for dx in (0, -1, 1) for dy in (0, -1, 1))
    return next((starts[place] for place in near if starts.get(place)), [])


def _turn(last: Edge, following: Edge) -> float:
    """The clockwise turn from an edge into the next."""
    a = atan2(last[1][1] - last[0][1], last[1][0] - last[0][0])
    b = atan2(following[1][1] - following[0][1], following[1][0] - following[0][0])
    return (b - a + pi) % (2 * pi)


def _straightened(ring: Polygon) -> Polygon:
    """A ring without corners that lie on a straight line."""
    return tuple(p for i, p in enumerate(ring) if abs(_side(p, (ring[i - 1], ring[(i + 1) % len(ring)]))) > NEAR)
