"""Copies to sheets: fronts in a grid, backs where the sheet's turn puts them behind their fronts."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from carddesigner.core.geometry import Point, Rect
from carddesigner.core.printing import MarkKind
from carddesigner.core.report import Diagnostic
from carddesigner.impose.cautions import cautions
from carddesigner.impose.duplex import DuplexMode, Side
from carddesigner.impose.grid import Grid
from carddesigner.impose.jobs import Batch, Copy, Job, SheetSettings, SheetUse, batch_of, sharing
from carddesigner.impose.marks import (
    GAP,
    Cuts,
    Mark,
    Slug,
    cuts_of,
    marks_of,
    on_one_line,
    once,
    round_cut,
    slug_place,
)
from carddesigner.impose.order import by_sheets
from carddesigner.impose.sheet import Sheet, SheetBuilder, Sheets, Slot, on_paper, slot_matrix

Copies = tuple[tuple[str, Copy], ...]
"""Copies with their components."""

Place = tuple[Rect, int, Rect]
"""A slot's trim on its page, how far its art is turned, and where it is cut off."""


def impose_sheets(jobs: Sequence[Job], settings: SheetSettings, builder: SheetBuilder) -> Sheets:
    """Every copy on a sheet. Raises PaperTooSmall, and Problem."""
    batches = [batch_of(group, settings) for group in sharing(jobs)]
    sizes = {(b.grid.width, b.grid.height, b.front) for b in batches}
    warnings: dict[Diagnostic, None] = {}
    pages: list[Sheet] = []
    uses = [batch.use() for batch in batches]
    total = sum(use.sheets for use in uses)
    number = 0
    for batch, use in zip(batches, uses, strict=True):
        press = _Imposer(batch, builder)
        warnings.update(dict.fromkeys(cautions(batch, press.cuts, batch.settings, several=len(sizes) > 1)))
        for filled in by_sheets(batch.copies, use.on_a_sheet, settings.order):
            number += 1
            pages += press.pages(number, total, filled)
    return Sheets(tuple(pages), tuple(warnings), _summary(uses, settings, builder.title), tuple(uses))


def _summary(uses: Sequence[SheetUse], settings: SheetSettings, title: str) -> str:
    layouts = dict.fromkeys(
        f"{'landscape' if u.grid.paper.width > u.grid.paper.height else 'portrait'}, "
        f"{u.on_a_sheet if settings.duplex.folded else f'{u.grid.columns} × {u.grid.rows}'}"
        for u in uses
    )
    return f"{title} on {settings.paper.name} {' and '.join(layouts)} a sheet, {settings.duplex.described}"


class _Imposer:
    """Imposes the sheets of a batch; what equal sheets share is the same object."""

    def __init__(self, batch: Batch, builder: SheetBuilder) -> None:
        self.batch, self.builder, self.duplex = batch, builder, batch.settings.duplex
        grid = batch.grid
        cells = [grid.cell(i % grid.columns, i // grid.columns) for i in range(grid.count)]
        outer = max(batch.front, batch.back)
        # Pieces that are turned to be folded have their slants elsewhere; they are cut along the art.
        cuts = cuts_of(grid.paper, cells, outer, () if self.duplex.folded else batch.copies[0][1][2].outline)
        fold = self.duplex.fold(grid.paper.width)
        self.folds = (fold,) if fold is not None else ()
        # Where the pieces meet at the fold, the fold is their edge.
        self.cuts = replace(cuts, xs=tuple(x for x in cuts.xs if all(abs(x - at) > 1e-3 for at in self.folds)))
        self.back_cuts = _turned(self.cuts, self.duplex)
        self._places: dict[int, dict[Side, tuple[Place, ...]]] = {}
        self._marks: dict[tuple[int, tuple[Rect, ...]], tuple[Mark, ...]] = {}
        self._slugs: dict[int, Slug | None] = {}

    def pages(self, number: int, total: int, copies: Copies) -> list[Sheet]:
        """The pages of one sheet."""
        filled = len(copies)
        if filled not in self._places:
            self._places[filled] = _places(self.batch, filled, self.duplex)
        sides = {side: _slots(copies, places, side) for side, places in self._places[filled].items()}
        components = tuple(dict.fromkeys(component for component, _ in copies))
        what = f"{' + '.join(components)} · sheet {number} of {total}"
        if self.duplex.folded:
            both = tuple(slot for slots in sides.values() for slot in slots)
            return [self._sheet(number, "front", components, both, self.builder.line(what, "front and back"))]
        return [self._sheet(number, s, components, slots, self.builder.line(what, s)) for s, slots in sides.items()]

    def _sheet(self, number: int, side: Side, components: tuple[str, ...], slots: tuple[Slot, ...], line: str) -> Sheet:
        cuts = self.back_cuts if side == "back" else self.cuts
        bleed = self.cuts.bleed if self.duplex.folded else self.batch.back if side == "back" else self.batch.front
        marks = self._marks_of(cuts, tuple(s.clip for s in slots))
        place = self._slug(marks)
        return self.builder.page(
            number,
            side,
            self.batch.grid.paper,
            components,
            slots,
            marks=marks + self._round_cuts(slots),
            trim=self.cuts.trim,
            bleed=bleed,
            slug=replace(place, text=line) if place is not None else None,
        )

    def _round_cuts(self, slots: tuple[Slot, ...]) -> tuple[Mark, ...]:
        """What round pieces are cut along, on their fronts."""
        if self.batch.settings.marks.isdisjoint((MarkKind.CROP, MarkKind.CUT_LINES)):
            return ()
        return tuple(m for s in slots if s.side == "front" for m in round_cut(s.face.outline, slot_matrix(s)))

    def _slug(self, marks: tuple[Mark, ...]) -> Slug | None:
        if MarkKind.SLUG not in self.batch.settings.marks:
            return None
        if id(marks) not in self._slugs:
            self._slugs[id(marks)] = slug_place(self.cuts, marks)
        return self._slugs[id(marks)]

    def _marks_of(self, cuts: Cuts, art: tuple[Rect, ...]) -> tuple[Mark, ...]:
        """The sheet's marks; only lines that run between the pieces depend on where *art* stands."""
        wanted = self.batch.settings.marks
        key = (id(cuts), art if self.folds or MarkKind.CUT_LINES in wanted else ())
        if key not in self._marks:
            self._marks[key] = marks_of(cuts, wanted, art, self.folds)
        return self._marks[key]


def _turned(cuts: Cuts, duplex: DuplexMode) -> Cuts:
    """The cuts as the back of the sheet has them: the same where its slants mirror themselves."""

    def point(x: float, y: float) -> Point:
        place = duplex.behind(Rect(x, y, 0.0, 0.0), cuts.paper.width, cuts.paper.height)
        return (place.x, place.y)

    slants = once((point(*p), point(*q)) for p, q in cuts.slants)
    return cuts if all(any(on_one_line(a, b) for b in cuts.slants) for a in slants) else replace(cuts, slants=slants)


def _places(batch: Batch, filled: int, duplex: DuplexMode) -> dict[Side, tuple[Place, ...]]:
    """Where the copies of a sheet lie, row by row, on each side that is printed."""
    grid, paper = batch.grid, batch.grid.paper
    columns = duplex.per_sheet(grid.columns)
    cells = [(i % columns, i // columns) for i in range(filled)]
    trims = [grid.cell(*cell) for cell in cells]

    def clipped(bleed: float) -> list[tuple[Rect, Rect]]:
        return [
            (trim, _clip(grid, trim, cell, set(cells), bleed, folded=duplex.folded))
            for trim, cell in zip(trims, cells, strict=True)
        ]

    fronts: tuple[Place, ...] = tuple((trim, duplex.rotation, clip) for trim, clip in clipped(batch.front))
    if not duplex.has_backs:
        return {"front": fronts}
    backs = (
        (*duplex.back(trim, duplex.rotation, paper.width, paper.height), duplex.behind(clip, paper.width, paper.height))
        for trim, clip in clipped(batch.back)
    )
    return {"front": fronts, "back": tuple(backs)}


def _clip(
    grid: Grid, trim: Rect, cell: tuple[int, int], filled: set[tuple[int, int]], bleed: float, *, folded: bool
) -> Rect:
    """The trim with its bleed: to the gutter's middle where a neighbour stands, in full where none does, off the fold."""
    column, row = cell

    def side(dx: int, dy: int, gutter: float) -> float:
        if folded and column + dx == grid.columns // 2:
            return min(bleed, max(0.0, gutter / 2 - GAP))
        return min(bleed, gutter / 2) if (column + dx, row + dy) in filled else bleed

    left, right = side(-1, 0, grid.gutter_x), side(1, 0, grid.gutter_x)
    top, bottom = side(0, -1, grid.gutter_y), side(0, 1, grid.gutter_y)
    clip = Rect(trim.x - left, trim.y - top, trim.width + left + right, trim.height + top + bottom)
    return on_paper(clip, grid.paper)


def _slots(copies: Copies, places: tuple[Place, ...], side: Side) -> tuple[Slot, ...]:
    out = []
    for (component, (piece, copy, front, back)), (trim, rotation, clip) in zip(copies, places, strict=True):
        face = front if side == "front" else back
        if face is not None:
            out.append(Slot(piece, copy, face, side, trim, rotation, clip, component))
    return tuple(out)
