"""Lines along which a sheet is cut, folded or stapled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from carddesigner.core.geometry import Matrix, Path, Rect, transformed
from carddesigner.core.papers import Paper
from carddesigner.core.units import MM
from carddesigner.impose.cuts import slants
from carddesigner.impose.marks.base import EDGE, GAP, LEAST_LENGTH, TOLERANCE, Mark, line
from carddesigner.impose.marks.guides import LEAST
from carddesigner.impose.marks.stretches import Shapes, across, common, free, rectangular, within
from carddesigner.impose.plan import Cut, SheetPlan

_STAPLE = 9 * MM
"""A staple is 11 to 13 mm long."""


def cut_lines(plan: SheetPlan, art: Sequence[Rect]) -> tuple[Mark, ...]:
    """Every cut from edge to edge of the paper, for a guillotine, except where art lies."""
    shapes = Shapes(map(rectangular, art))
    return tuple(Mark("cut-lines", path) for cut in plan.cuts for path in _clear(cut, plan.paper, shapes, GAP, LEAST))


@lru_cache(maxsize=64)
def cut_along(outline: Path) -> bool:
    """Whether marks beside a piece couldn't show its outline: one without a straight edge, one that isn't convex, such
    as a divider with its tab, or one with curves between slanted edges.
    """
    curved = any(op == "c" for op, *_ in outline)
    return not any(op == "l" for op, *_ in outline) or _turns_inwards(outline) or (curved and bool(slants(outline)))


def round_cut(outline: Path, to_page: Matrix) -> Mark:
    """A piece's outline, as a mark to cut along."""
    return Mark("round", transformed(outline, to_page))


def _turns_inwards(outline: Path) -> bool:
    """Whether an outline of straight edges isn't convex."""
    points = [(step[-2], step[-1]) for step in outline if len(step) == 3]
    if any(op == "c" for op, *_ in outline) or len(points) < 4:
        return False
    corners = zip(points, (*points[1:], points[0]), (*points[2:], *points[:2]), strict=True)
    turns = [(b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) for a, b, c in corners]
    return min(turns) < -TOLERANCE and max(turns) > TOLERANCE


def fold_lines(plan: SheetPlan, art: Sequence[Rect]) -> tuple[Mark, ...]:
    """The folds, except where art lies."""
    shapes = Shapes(map(rectangular, art))
    return tuple(
        Mark("fold", path)
        for fold in plan.folds
        for path in _clear(fold, plan.paper, shapes, GAP - TOLERANCE, LEAST_LENGTH)
    )


def _clear(cut: Cut, paper: Paper, art: Shapes, near: float, least: float) -> Iterator[Path]:
    """Yield the stretches of a line, at least *least* long, that are clear of the paper's edge and at least *near* from
    art.
    """
    seen = within(cut, paper.area.grown(-EDGE))
    for stretch in free(cut, across(cut, art, near)):
        low, high = common(stretch, seen)
        if high - low >= least - TOLERANCE:
            yield line(cut.at(low), cut.at(high))


def staple_marks(fold: float, top: float, height: float) -> tuple[Mark, ...]:
    """Where a booklet's two staples go, a quarter of its height from head and foot: lines that the staples cover."""
    return tuple(
        Mark("staple", line((fold, at - _STAPLE / 2), (fold, at + _STAPLE / 2)))
        for at in (top + height / 4, top + 3 * height / 4)
    )
