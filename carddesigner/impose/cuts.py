"""Where a sheet of pieces is cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from carddesigner.core.geometry import Path, Rect, distance, span_inside
from carddesigner.core.papers import Paper
from carddesigner.core.units import MM
from carddesigner.impose.plan import Cell, Cut, Edge, straight_edges

EDGE = 0.25 * MM
"""As near to the paper's edge there is nothing to cut."""
_TOLERANCE = 1e-5
_SAME = 0.01 * MM
"""Two edges as near as this lie on one line."""
_LEAST_SLANT = 10 * MM
"""A slanted edge that is cut with a ruler; shorter ones are corners, cut off by eye."""


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
        *(_whole(slant, paper.area) for slant in slants),
    )


def parting_cuts(paper: Paper, cells: Sequence[Cell]) -> tuple[Cut, ...] | None:
    """The cuts around pieces that don't lie in rows and columns, each from edge to edge of what earlier ones have left; None
    where they can't be parted so. What is cut along its own outline needs none, but stays whole.

    A part ends in the middle of the gutters around it: there sheets are cut apart, before pieces are cut to size.
    """
    cuts: list[Cut] = []
    return tuple(cuts) if _part(paper, paper.area, cells, cuts) else None


def _part(paper: Paper, area: Rect, cells: Sequence[Cell], cuts: list[Cut]) -> bool:
    """Adds the cuts of a part of a sheet, and whether it has all that it needs."""
    columns = _runs([(c.trim.x, c.trim.right) for c in cells], area.x, area.right)
    rows = _runs([(c.trim.y, c.trim.bottom) for c in cells], area.y, area.bottom)
    if len(columns) * len(rows) == 1 and len(cells) > 1:
        return False
    straight = [c.trim for c in cells if not c.piece.own_cut]
    xs = _edges([(t.x, t.right) for t in straight], paper.width)
    ys = _edges([(t.y, t.bottom) for t in straight], paper.height)
    ends_x, ends_y = ([v for run in runs for v in run.ends] for runs in (columns, rows))
    found = [Cut((x, area.y), (x, area.bottom)) for x in xs if _on(x, ends_x)]
    found += [Cut((area.x, y), (area.right, y)) for y in ys if _on(y, ends_y)]
    if len(cells) == 1 and straight and not cells[0].rotation:
        x, y, *_ = cells[0].trim
        edges = slanted(cells[0].piece.outline)
        found += [_whole(((x + a, y + b), (x + c, y + d)), area) for (a, b), (c, d) in edges]
    cuts += [one for one in found if not any(_covers(cut, one) for cut in cuts)]
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
    """What pieces take of an axis without a gap: its *ends*, and from where to where it can be cut out."""

    ends: tuple[float, float]
    start: float
    end: float


def _runs(spans: Sequence[tuple[float, float]], start: float, end: float) -> list[_Run]:
    """The runs of pieces along an axis of a part that goes from *start* to *end*."""
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
    """Whether a cut lies along all of another."""
    (x, y), (u, v) = cut.start, cut.end
    ends = (other.start, other.end)
    return not cut.slanted and all(x - _SAME <= p <= u + _SAME and y - _SAME <= q <= v + _SAME for p, q in ends)


def slanted(outline: Path) -> tuple[Edge, ...]:
    """The slants of an outline without a curve: others are cut out along all of it."""
    return () if any(s[0] == "c" for s in outline) else slants(outline)


def slants(outline: Path) -> tuple[Edge, ...]:
    """The straight edges of an outline that no cut along a row or a column makes, but for corners cut off."""
    return tuple(
        (p, q)
        for p, q in straight_edges(outline)
        if min(abs(p[0] - q[0]), abs(p[1] - q[1])) > _SAME and distance(p, q) >= _LEAST_SLANT
    )


def _once(slants: Iterable[Edge]) -> tuple[Edge, ...]:
    """Each line once, in order of where it lies, however many edges lie on it."""
    found: dict[tuple[float, float], Edge] = {}
    for (x, y), (u, v) in slants:
        steep = (v - y) / (u - x)
        found.setdefault((round(steep, 4), round(y - steep * x, 2)), ((x, y), (u, v)))
    return tuple(found[k] for k in sorted(found))


def _whole(edge: Edge, area: Rect) -> Cut:
    """A slanted edge drawn on to the edges of the paper, or of a part of it."""
    own = Cut(*edge)
    span = span_inside(own.start, own.direction, area)
    return own if span is None else Cut(*sorted((own.at(span[0]), own.at(span[1]))))


def _edges(cells: Iterable[tuple[float, float]], paper: float) -> tuple[float, ...]:
    edges = {round(edge, 6) for cell in cells for edge in cell}
    return tuple(sorted(edge for edge in edges if EDGE - _TOLERANCE <= edge <= paper - EDGE + _TOLERANCE))
