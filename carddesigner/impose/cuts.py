"""Where a sheet of pieces is cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from carddesigner.core.geometry import Path, Point, Rect, distance
from carddesigner.core.papers import Paper
from carddesigner.core.units import MM
from carddesigner.impose.plan import Cut

EDGE = 0.25 * MM
"""As near to the paper's edge there is nothing to cut."""
_TOLERANCE = 1e-5
_LEAST_SLANT = 10 * MM
"""A slanted edge that is cut with a ruler; shorter ones are corners, cut off by eye."""

Edge = tuple[Point, Point]
"""The two ends of a straight edge."""


def cuts_of(paper: Paper, trims: Sequence[Rect], outline: Path = ()) -> tuple[Cut, ...]:
    """The cuts around trims in rows and columns, from edge to edge: each once, and none where the paper itself ends.

    The *outline* is that of a piece, from its own top left: its slanted edges are cut too.
    """
    xs = _edges([(t.x, t.right) for t in trims], paper.width)
    ys = _edges([(t.y, t.bottom) for t in trims], paper.height)
    own = slanted(outline)
    slants = _once(((x + t.x, y + t.y), (u + t.x, v + t.y)) for t in trims for (x, y), (u, v) in own)
    return (
        *(Cut((x, 0.0), (x, paper.height)) for x in xs),
        *(Cut((0.0, y), (paper.width, y)) for y in ys),
        *(_whole(slant, paper) for slant in slants),
    )


def slanted(outline: Path) -> tuple[Edge, ...]:
    """The straight edges of an outline that no cut along a row or a column makes, but for corners cut off."""
    points = [(s[-2], s[-1]) for s in outline if len(s) > 1]
    if any(s[0] == "c" for s in outline) or not points:
        return ()
    edges = zip(points, points[1:] + points[:1], strict=True)
    return tuple(
        (p, q)
        for p, q in edges
        if min(abs(p[0] - q[0]), abs(p[1] - q[1])) > 0.01 * MM and distance(p, q) >= _LEAST_SLANT
    )


def _once(slants: Iterable[Edge]) -> tuple[Edge, ...]:
    """Each line once, in order of where it lies, however many edges lie on it."""
    found: dict[tuple[float, float], Edge] = {}
    for (x, y), (u, v) in slants:
        steep = (v - y) / (u - x)
        found.setdefault((round(steep, 4), round(y - steep * x, 2)), ((x, y), (u, v)))
    return tuple(found[k] for k in sorted(found))


def _whole(edge: Edge, paper: Paper) -> Cut:
    """A slanted edge drawn on to the paper's edges."""
    own = Cut(*edge)
    span = inside(own.start, own.direction, paper.area)
    return own if span is None else Cut(*sorted((own.at(span[0]), own.at(span[1]))))


def inside(point: Point, along: Point, r: Rect) -> tuple[float, float] | None:
    """From where to where a slanted line lies in a rectangle, in steps of *along* from *point*; None if it doesn't."""
    xs = sorted(((r.x - point[0]) / along[0], (r.right - point[0]) / along[0]))
    ys = sorted(((r.y - point[1]) / along[1], (r.bottom - point[1]) / along[1]))
    low, high = max(xs[0], ys[0]), min(xs[1], ys[1])
    return (low, high) if low < high else None


def _edges(cells: Iterable[tuple[float, float]], paper: float) -> tuple[float, ...]:
    edges = {round(edge, 6) for cell in cells for edge in cell}
    return tuple(sorted(edge for edge in edges if EDGE - _TOLERANCE <= edge <= paper - EDGE + _TOLERANCE))
