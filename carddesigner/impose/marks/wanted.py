"""All wanted marks of a sheet. Of these marks, none touches a piece or another mark, and only ticks lie on bleed."""

from __future__ import annotations

from collections.abc import Sequence

from carddesigner.core.geometry import Rect
from carddesigner.core.printing import MarkKind
from carddesigner.impose.duplex import Side
from carddesigner.impose.marks.base import Mark
from carddesigner.impose.marks.guides import slanted_lines
from carddesigner.impose.marks.lines import cut_lines, fold_lines
from carddesigner.impose.marks.targets import centre_marks, registration_targets
from carddesigner.impose.plan import SheetPlan

CUTTING = frozenset((MarkKind.CROP, MarkKind.CUT_LINES))
"""The kinds of marks that pieces are cut by."""


def marks_of(
    plan: SheetPlan,
    side: Side,
    wanted: frozenset[MarkKind],
    art: Sequence[Rect],
    guides: tuple[Mark, ...],
    printable: Rect,
) -> tuple[Mark, ...]:
    """All *wanted* marks of a side, around *art*. Folds are drawn with any of them.

    *plan* is as seen from that side, *guides* are those of its cuts; targets and centre marks lie within *printable*.
    """
    marks = guides if not wanted.isdisjoint(CUTTING) else ()
    if marks and MarkKind.CUT_LINES in wanted:
        # Cut lines replace the marks in the margins.
        marks = tuple(m for m in marks if m.kind != "crop") + cut_lines(plan, art)
        marks += slanted_lines(plan, marks) if side == "front" else ()
    if wanted:
        marks += fold_lines(plan, art)
    if MarkKind.REGISTRATION in wanted:
        marks += registration_targets(plan, marks, printable)
    if MarkKind.CENTRE in wanted:
        marks += centre_marks(plan, marks, printable)
    return marks
