"""The cuts of a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from carddesigner.core.geometry import Path, Rect, distance, span_inside
from carddesigner.core.papers import Paper
from carddesigner.core.units import MM
from carddesigner.impose.plan import Cell, Cut, Edge, straight_edges

EDGE = 0.25 * MM
"""A cut closer than this to the paper's edge is left out."""
_TOLERANCE = 1e-5
_SAME = 0.01 * MM
"""Two edges closer than this lie on one line."""
_LEAST_SLANT = 10 * MM
"""The length from which a slanted edge is cut with a ruler; shorter ones are corners, cut off by eye."""


def cuts_of(paper: Paper, trims: Sequence[Rect], outline: Path = ()) -> tuple[Cut, ...]:
    """The cuts around trims in rows and columns, from edge to edge of the paper: each once, and none along the paper's
    own edge.

    *outline* is that of a piece, from its own top left: its slanted edges are cut too.
    """
    xs = _edges([(t.x, t.right) for t in trims], paper.width)
    ys = _edges([(t.y, t.bottom) for t in trims], paper.height)
    own = slanted(outline)
    slants = _once(((x + t.x, y + t.y), (u + t.x, v + t.y)) for t in trims for (x, y), (u, v) in own)
    return (
        *(Cut((x, 0.0), (x, paper.height)) for x in xs),
        *(Cut((0.0, y), (paper.width, y)) for y in ys),
        *(_whole(slant, paper.area) for slant in slants),
    )


def parting_cuts(paper: Paper, cells: Sequence[Cell]) -> tuple[Cut, ...] | None:
    """The cuts around pieces that don't lie in rows and columns, each from edge to edge of the part that earlier cuts
    have left; None if straight cuts can't separate them. Pieces that are cut along their own outline need no cuts, but
    none runs through them.

    A part ends in the middle of the gutters around it: sheets are cut apart there before the pieces are cut to size.
    """
    cuts: list[Cut] = []
    return tuple(cuts) if _part(paper, paper.area, cells, cuts) else None


def _part(paper: Paper, area: Rect, cells: Sequence[Cell], cuts: list[Cut]) -> bool:
    """Add the cuts of a part of a sheet; return whether they separate all of its pieces."""
    columns = _runs([(c.trim.x, c.trim.right) for c in cells], area.x, area.right)
    rows = _runs([(c.trim.y, c.trim.bottom) for c in cells], area.y, area.bottom)
    if len(columns) * len(rows) == 1 and len(cells) > 1:
        return False
    straight = [c.trim for c in cells if not c.piece.own_cut]
    xs = _edges([(t.x, t.right) for t in straight], paper.width)
    ys = _edges([(t.y, t.bottom) for t in straight], paper.height)
    ends_x, ends_y = ([v for run in runs for v in run.ends] for runs in (columns, rows))
    candidates = [Cut((x, area.y), (x, area.bottom)) for x in xs if _on(x, ends_x)]
    candidates += [Cut((area.x, y), (area.right, y)) for y in ys if _on(y, ends_y)]
    if len(cells) == 1 and straight and not cells[0].rotation:
        x, y, *_ = cells[0].trim
        edges = slanted(cells[0].piece.outline)
        candidates += [_whole(((x + a, y + b), (x + c, y + d)), area) for (a, b), (c, d) in edges]
    cuts += [one for one in candidates if not any(_covers(cut, one) for cut in cuts)]
    if len(cells) == 1:
        return True
    for column in columns:
        for row in rows:
            room = Rect(column.start, row.start, column.end - column.start, row.end - row.start)
            inside = [c for c in cells if _within(c.trim.centre[0], column) and _within(c.trim.centre[1], row)]
            if inside and not _part(paper, room, inside, cuts):
                return False
    return True


class _Run(Struct, frozen=True):
    """A span of an axis that pieces cover without a gap: its *ends*, and the *start* and *end* of the part cut out for
    it.
    """

    ends: tuple[float, float]
    start: float
    end: float


def _runs(spans: Sequence[tuple[float, float]], start: float, end: float) -> list[_Run]:
    """The runs of pieces along an axis of a part that extends from *start* to *end*."""
    joined: list[tuple[float, float]] = []
    for low, high in sorted(spans):
        if joined and low < joined[-1][1] - _SAME:
            joined[-1] = (joined[-1][0], max(joined[-1][1], high))
        else:
            joined.append((low, high))
    middles = [(a[1] + b[0]) / 2 for a, b in pairwise(joined)]
    return [_Run(ends, a, b) for ends, a, b in zip(joined, (start, *middles), (*middles, end), strict=True)]


def _within(at: float, run: _Run) -> bool:
    return run.ends[0] < at < run.ends[1]


def _on(at: float, edges: Sequence[float]) -> bool:
    return any(abs(at - edge) < _SAME for edge in edges)


def _covers(cut: Cut, other: Cut) -> bool:
    """Whether a cut covers the whole of another."""
    (x, y), (u, v) = cut.start, cut.end
    ends = (other.start, other.end)
    return not cut.slanted and all(x - _SAME <= p <= u + _SAME and y - _SAME <= q <= v + _SAME for p, q in ends)


def slanted(outline: Path) -> tuple[Edge, ...]:
    """The slanted edges of an outline without curves; one with curves is cut along the outline."""
    return () if any(s[0] == "c" for s in outline) else slants(outline)


def slants(outline: Path) -> tuple[Edge, ...]:
    """The straight edges of an outline that are neither vertical nor horizontal, except short ones at corners."""
    return tuple(
        (p, q)
        for p, q in straight_edges(outline)
        if min(abs(p[0] - q[0]), abs(p[1] - q[1])) > _SAME and distance(p, q) >= _LEAST_SLANT
    )


def _once(slants: Iterable[Edge]) -> tuple[Edge, ...]:
    """One edge for each line that edges lie on, in the order of the lines' positions."""
    edges_by_place: dict[tuple[float, float], Edge] = {}
    for (x, y), (u, v) in slants:
        steep = (v - y) / (u - x)
        edges_by_place.setdefault((round(steep, 4), round(y - steep * x, 2)), ((x, y), (u, v)))
    return tuple(edges_by_place[k] for k in sorted(edges_by_place))


def _whole(edge: Edge, area: Rect) -> Cut:
    """A slanted edge extended to the edges of the paper, or of a part of it."""
    own = Cut(*edge)
    span = span_inside(own.start, own.direction, area)
    return own if span is None else Cut(*sorted((own.at(span[0]), own.at(span[1]))))


def _edges(cells: Iterable[tuple[float, float]], paper: float) -> tuple[float, ...]:
    edges = {round(edge, 6) for cell in cells for edge in cell}
    return tuple(sorted(edge for edge in edges if EDGE - _TOLERANCE <= edge <= paper - EDGE + _TOLERANCE))
