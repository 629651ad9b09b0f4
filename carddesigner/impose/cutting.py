"""Cutting templates: for each plan of sheets a page with only outlines and cuts, to lay on the stack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from carddesigner.core.geometry import Rect, bounds
from carddesigner.core.printing import MarkSide
from carddesigner.impose.cutter import CutterMarks
from carddesigner.impose.jobs import SheetUse
from carddesigner.impose.marks.base import EDGE, Mark, line, meet
from carddesigner.impose.marks.stretches import within
from carddesigner.impose.plan import SheetPlan
from carddesigner.impose.sheet import Note, Sheet, SheetBuilder

COMPONENT = "cutting-template"
STEP = (
    "Print the cutting template (page{s} {pages}) once, lay it on the stack edge on edge, or tape it to the cutter's bed, "
    "and cut along its lines"
)
_WIDE, _HIGH = 0.7, 0.28
"""The size of a template's title as fractions of a piece: a diamond has room for it as well as a circle."""


def cutting_templates(
    uses: Sequence[SheetUse], builder: SheetBuilder, chosen: frozenset[int] | None = None, *, paired: bool
) -> list[Sheet]:
    """Make a page for each distinct plan that is cut along straight lines, of all sheets or the *chosen* ones; with
    *paired* each gets an empty back, so that pages stay paired.
    """
    out: list[Sheet] = []
    first = 1
    seen: dict[SheetPlan, str] = {}
    for use in uses:
        last = first + use.sheets - 1
        which = f"sheets {first} to {last}" if use.sheets > 1 else f"sheet {first}"
        printed = chosen is None or not chosen.isdisjoint(range(first, last + 1))
        first = last + 1
        if printed and not use.die:
            seen[use.plan] = f"{seen[use.plan]}, {which}" if use.plan in seen else which
    for plan, which in seen.items():
        lines = tuple(_lines(plan))
        note = Note(f"Cutting template for {which}", _clear(plan, lines), 10, align="center")
        page = builder.page(0, "front", plan.paper, (COMPONENT,), marks=lines, trim=plan.trim, notes=(note,))
        out += [page, builder.page(0, "back", plan.paper, (COMPONENT,))] if paired else [page]
    return out


def step(pages: Sequence[Sheet], before: int, otherwise: str | None) -> str:
    """The instruction for using the templates, which come after *before* pages, or for doing without them."""
    fronts = [before + n for n, page in enumerate(pages, 1) if page.side == "front"]
    how = STEP.format(s="s" if fronts[1:] else "", pages=", ".join(map(str, fronts)))
    return f"{how}; or {otherwise[0].lower()}{otherwise[1:]}" if otherwise else f"{how}."


def by_machine(cutter: CutterMarks) -> str:
    """The instruction for letting a machine cut."""
    how = "the values that stand on it" if cutter.printed else "Print Then Cut"
    program = "Silhouette Studio" if cutter.printed else "Cricut Design Space"
    side = "back" if cutter.side is MarkSide.BACK else "front"
    return (
        f"Let the machine cut each sheet, its {side} upwards, along the lines of carddesigner export --to cut-svg with the same options: "
        f"in {program} with {how}."
    )


def _clear(plan: SheetPlan, lines: Sequence[Mark]) -> Rect:
    """A box in the middle of a piece that no cut or fold crosses, whatever the piece's outline; in the largest piece
    possible.
    """
    boxes = []
    for cell in sorted(plan.cells, key=lambda cell: -cell.trim.width * cell.trim.height):
        (x, y), wide, high = cell.trim.centre, _WIDE * cell.trim.width, _HIGH * cell.trim.height
        boxes.append(Rect(x - wide / 2, y - high / 2, wide, high))
    straight = [bounds(mark.path) for mark in lines if mark.kind != "note"]
    return next((box for box in boxes if not any(meet(box, other) for other in straight)), boxes[0])


def _lines(plan: SheetPlan) -> Iterator[Mark]:
    """Every cut from end to end, except slanted ones, every fold, and the outlines of all pieces."""
    paper = plan.paper.area.grown(-EDGE)
    for kind, cuts in (("cut-lines", plan.cuts), ("fold", plan.folds)):
        for cut in cuts:
            low, high = within(cut, paper)
            if high > low and not (cut.slanted and kind == "cut-lines"):
                yield Mark(kind, line(cut.at(low), cut.at(high)))
    yield from (Mark("note", cell.outline) for cell in plan.cells)
