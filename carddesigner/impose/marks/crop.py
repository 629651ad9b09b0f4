"""Crop marks in a sheet's margins, at both ends of its cuts."""

from __future__ import annotations

from collections.abc import Sequence

from carddesigner.core.geometry import bounds
from carddesigner.core.units import MM
from carddesigner.impose.cuts import inside
from carddesigner.impose.marks.base import EDGE, LEAST_LENGTH, LENGTH, TOLERANCE, Mark, away, line, meet
from carddesigner.impose.plan import SheetPlan


def crop_marks(plan: SheetPlan) -> tuple[tuple[Mark, ...], tuple[str, ...]]:
    """Marks at every trim edge in the sheet's outer margins, and the sides on which there is no room for them.

    They stand for the whole grid, filled or not: a stack of sheets is cut in one go.
    """
    trim, near = plan.trim, away(plan)
    lengths = {side: min(LENGTH, room - near - EDGE) for side, room in plan.margins.items()}
    left_out = tuple(side for side, length in lengths.items() if length < LEAST_LENGTH - TOLERANCE)
    marks = []
    for side, length in lengths.items():
        if side in left_out:
            continue
        far = near + length
        for at in _ending(plan, side):
            ends = {
                "left": ((trim.x - near, at), (trim.x - far, at)),
                "right": ((trim.right + near, at), (trim.right + far, at)),
                "top": ((at, trim.y - near), (at, trim.y - far)),
                "bottom": ((at, trim.bottom + near), (at, trim.bottom + far)),
            }[side]
            marks.append(Mark("crop", line(*ends)))
    return (*marks, *_slant_marks(plan, marks)), left_out


def _ending(plan: SheetPlan, side: str) -> list[float]:
    """Where the cuts lie that run out to a side of the paper."""
    axis = 0 if side in ("left", "right") else 1
    edge = {"left": 0.0, "top": 0.0, "right": plan.paper.width, "bottom": plan.paper.height}[side]
    own = [cut for cut in plan.cuts if (cut.level if axis == 0 else cut.upright)]
    return [cut.start[1 - axis] for cut in own if min(abs(cut.start[axis] - edge), abs(cut.end[axis] - edge)) < EDGE]


def _slant_marks(plan: SheetPlan, others: Sequence[Mark]) -> list[Mark]:
    """Slanted cuts drawn on into the margins at both ends: a ruler laid from mark to mark lies on the cut.

    A mark that would touch another one is left out.
    """
    inner = plan.trim.grown(away(plan))
    edge = plan.paper.area.grown(-EDGE)
    taken = [bounds(mark.path) for mark in others]
    out: list[Mark] = []
    for cut in (cut for cut in plan.cuts if cut.slanted):
        spans = [inside(cut.start, cut.direction, r) for r in (inner, edge)]
        if spans[0] is None or spans[1] is None:
            continue
        (back, ahead), (last, first) = spans[0], spans[1]
        for start, end in ((back, max(back - LENGTH, last)), (ahead, min(ahead + LENGTH, first))):
            if abs(end - start) < LEAST_LENGTH - TOLERANCE:
                continue
            mark = Mark("crop", line(cut.at(start), cut.at(end)))
            box = bounds(mark.path)
            if not any(meet(box.grown(0.25 * MM), other) for other in taken):
                out.append(mark)
                taken.append(box)
    return out
