"""The clips of art: a piece's bleed ends halfway to a neighbour, at a fold, and at the paper's edge."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from carddesigner.core.geometry import Rect
from carddesigner.core.papers import Paper
from carddesigner.impose.duplex import Side
from carddesigner.impose.marks.base import GAP
from carddesigner.impose.plan import SheetPlan

_TOLERANCE = 1e-6


def clips(plan: SheetPlan, filled: Collection[int], side: Side) -> dict[int, Rect]:
    """For each *filled* cell, by its index, its trim with the bleed of a *side*, as seen from the front.

    The bleed is full where there is no neighbour, and never enters another trim.
    """
    if plan.staggered:
        edges = {n: min(plan.cells[n].edge or 0.0, plan.cells[n].piece.bleed_of(side)) for n in sorted(filled)}
        return {n: on_paper(plan.cells[n].trim.grown(edge), plan.paper) for n, edge in edges.items()}
    trims = {n: plan.cells[n].trim for n in sorted(filled)}
    bleeds = {n: plan.cells[n].piece.bleed_of(side) for n in trims}
    reach = {n: [bleed] * 4 for n, bleed in bleeds.items()}
    corners = []
    for one, other in _near(trims, 2 * max(bleeds.values(), default=0.0)):
        a, b = trims[one], trims[other]
        across, down = max(b.x - a.right, a.x - b.right), max(b.y - a.bottom, a.y - b.bottom)
        if down < -_TOLERANCE:
            _limit(reach, one, other, 0 if b.x < a.x else 2, across / 2)
        elif across < -_TOLERANCE:
            _limit(reach, one, other, 1 if b.y < a.y else 3, down / 2)
        else:
            corners.append((one, other, across, down))
    for one, other, across, down in corners:
        a, b = trims[one], trims[other]
        x, y = (0 if b.x < a.x else 2), (1 if b.y < a.y else 3)
        for n, left, top in ((one, x, y), (other, 2 - x, 4 - y)):
            if reach[n][left] > across + _TOLERANCE and reach[n][top] > down + _TOLERANCE:
                axis, room = (left, across) if across >= down else (top, down)
                reach[n][axis] = min(reach[n][axis], max(room / 2, 0.0))
    for zone in plan.clear:
        for n, trim in trims.items():
            _keep_out(reach[n], trim, zone)
    for fold in plan.folds:
        at = fold.start[0]
        for n, trim in trims.items():
            near = 2 if trim.centre[0] < at else 0
            room = at - trim.right if near == 2 else trim.x - at
            reach[n][near] = min(reach[n][near], max(room - GAP, 0.0))
    return {n: on_paper(_grown(trim, *reach[n]), plan.paper) for n, trim in trims.items()}


def gutters(plan: SheetPlan) -> tuple[float | None, float | None]:
    """The narrowest gap between two pieces side by side, and between two above each other; None where there are
    none.
    """
    across: list[float] = []
    down: list[float] = []
    trims = dict(enumerate(plan.trims))
    for one, other in _near(trims, 2 * plan.bleed):
        a, b = trims[one], trims[other]
        x, y = max(b.x - a.right, a.x - b.right), max(b.y - a.bottom, a.y - b.bottom)
        if y < -_TOLERANCE:
            across.append(max(x, 0.0))
        elif x < -_TOLERANCE:
            down.append(max(y, 0.0))
    return min(across, default=None), min(down, default=None)


def on_paper(r: Rect, paper: Paper) -> Rect:
    """The part of a rectangle on the paper: with a margin narrower than the bleed, the bleed ends at the edge."""
    x, y = max(r.x, 0.0), max(r.y, 0.0)
    return Rect(x, y, min(r.right, paper.width) - x, min(r.bottom, paper.height) - y)


def _keep_out(reach: list[float], trim: Rect, zone: Rect) -> None:
    """End the bleed of a trim at a zone that stays white."""
    across, down = max(zone.x - trim.right, trim.x - zone.right), max(zone.y - trim.bottom, trim.y - zone.bottom)
    x, y = (0 if zone.x < trim.x else 2), (1 if zone.y < trim.y else 3)
    if reach[x] > across + _TOLERANCE and reach[y] > down + _TOLERANCE:
        axis, room = (x, across) if across >= down else (y, down)
        reach[axis] = min(reach[axis], max(room, 0.0))


def _near(trims: dict[int, Rect], within: float) -> Iterator[tuple[int, int]]:
    """Yield the pairs of trims no further apart than *within* along either axis."""
    by_x = sorted(trims.items(), key=lambda item: (item[1].x, item[0]))
    for i, (one, a) in enumerate(by_x):
        for other, b in by_x[i + 1 :]:
            if b.x > a.right + within:
                break
            if b.y <= a.bottom + within and a.y <= b.bottom + within:
                yield one, other


def _limit(reach: dict[int, list[float]], one: int, other: int, side: int, room: float) -> None:
    opposite = (side + 2) % 4
    reach[one][side] = min(reach[one][side], max(room, 0.0))
    reach[other][opposite] = min(reach[other][opposite], max(room, 0.0))


def _grown(r: Rect, left: float, top: float, right: float, bottom: float) -> Rect:
    return Rect(r.x - left, r.y - top, r.width + left + right, r.height + top + bottom)
