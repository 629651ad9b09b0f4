"""Cutting templates: a page for each plan of sheets with nothing but its outlines and cuts, to lay on the stack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from carddesigner.core.geometry import Matrix, transformed
from carddesigner.core.units import MM
from carddesigner.impose.jobs import SheetUse
from carddesigner.impose.marks.base import EDGE, Mark, line
from carddesigner.impose.marks.stretches import within
from carddesigner.impose.plan import Cell, SheetPlan
from carddesigner.impose.sheet import Note, Sheet, SheetBuilder

COMPONENT = "cutting-template"
STEP = (
    "Print the cutting template (page{s} {pages}) once, lay it on the stack edge on edge, or tape it to the cutter's bed, "
    "and cut along its lines."
)


def cutting_templates(
    uses: Sequence[SheetUse], builder: SheetBuilder, chosen: frozenset[int] | None = None, *, paired: bool
) -> list[Sheet]:
    """A page for each kind of sheet that is cut along straight lines, of all sheets or the *chosen* ones; *paired* adds
    empty backs, so that pages stay pairs.
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
        note = Note(f"Cutting template for {which}", plan.cells[0].trim.grown(-3 * MM), 10)
        page = builder.page(
            0, "front", plan.paper, (COMPONENT,), marks=tuple(_lines(plan)), trim=plan.trim, notes=(note,)
        )
        out += [page, builder.page(0, "back", plan.paper, (COMPONENT,))] if paired else [page]
    return out


def step(pages: Sequence[Sheet], before: int) -> str:
    """What to do with the templates, which come after so many pages."""
    fronts = [before + n for n, page in enumerate(pages, 1) if page.side == "front"]
    return STEP.format(s="s" if fronts[1:] else "", pages=", ".join(map(str, fronts)))


def _lines(plan: SheetPlan) -> Iterator[Mark]:
    """Every cut from end to end, every fold, and the outlines of all pieces."""
    paper = plan.paper.area.grown(-EDGE)
    for kind, cuts in (("cut-lines", plan.cuts), ("fold", plan.folds)):
        for cut in cuts:
            low, high = within(cut, paper)
            if high > low and not (cut.slanted and kind == "cut-lines"):
                yield Mark(kind, line(cut.at(low), cut.at(high)))
    yield from (_outline(cell) for cell in plan.cells)


def _outline(cell: Cell) -> Mark:
    (x, y), piece = cell.trim.centre, cell.piece
    place = Matrix.move(-piece.width / 2, -piece.height / 2).then(Matrix.turn(cell.rotation)).then(Matrix.move(x, y))
    return Mark("note", transformed(piece.outline, place))
