"""All marks of a sheet that are asked for. No mark touches art or its bleed, and none another mark."""

from __future__ import annotations

from collections.abc import Sequence

from carddesigner.core.geometry import Rect
from carddesigner.core.printing import MarkKind
from carddesigner.impose.marks.base import Mark
from carddesigner.impose.marks.crop import crop_marks
from carddesigner.impose.marks.lines import cut_lines, fold_lines
from carddesigner.impose.marks.targets import centre_marks, registration_targets
from carddesigner.impose.plan import SheetPlan


def marks_of(
    plan: SheetPlan,
    wanted: frozenset[MarkKind],
    art: Sequence[Rect],
) -> tuple[Mark, ...]:
    """All marks that are *wanted* around art, and with any of them the folds."""
    marks: tuple[Mark, ...] = ()
    if MarkKind.CUT_LINES in wanted:
        marks += cut_lines(plan, art)
    elif MarkKind.CROP in wanted:
        marks += crop_marks(plan)[0]
    if wanted:
        marks += fold_lines(plan, art)
    if MarkKind.REGISTRATION in wanted:
        marks += registration_targets(plan, marks)
    if MarkKind.CENTRE in wanted:
        marks += centre_marks(plan, marks)
    return marks
