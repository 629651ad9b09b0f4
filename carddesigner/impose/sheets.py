"""Impose copies on sheets: fronts in the cells of their plan, backs where they lie behind the fronts once the sheet is
turned over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from carddesigner.core.geometry import Rect, rectangle, transformed
from carddesigner.core.printing import MarkKind
from carddesigner.core.report import Diagnostic, series
from carddesigner.impose.cautions import begun_unused, cautions, no_title, plain_paper
from carddesigner.impose.clips import clips
from carddesigner.impose.duplex import Side
from carddesigner.impose.jobs import Batch, Filled, Job, SheetSettings, SheetUse
from carddesigner.impose.marks.base import Mark
from carddesigner.impose.marks.guides import Guides, guides_on
from carddesigner.impose.marks.lines import cut_along, round_cut
from carddesigner.impose.marks.slug import Slug, slug_box, slug_place, title_place
from carddesigner.impose.marks.wanted import CUTTING, marks_of
from carddesigner.impose.plan import SheetPlan
from carddesigner.impose.sharing import batches_of
from carddesigner.impose.sheet import Sheet, SheetBuilder, Sheets, Slot, slot_matrix
from carddesigner.impose.staggered import outset

_MAX_LISTED = 3
"""The most layouts of sheets that the summary names; of more only their number."""

Place = tuple[Rect, int, Rect]
"""A slot's trim on its page, the rotation of its art, and its clip."""


def impose_sheets(jobs: Sequence[Job], settings: SheetSettings, builder: SheetBuilder) -> Sheets:
    """Impose every copy on a sheet. Raises PaperTooSmall, and Problem."""
    batches = batches_of(jobs, settings)
    sizes = {(size.width, size.height, size.front) for batch in batches for size in batch.plan.sizes}
    warnings: dict[Diagnostic, None] = {}
    pages: list[Sheet] = []
    uses = [batch.use() for batch in batches]
    total = sum(use.sheets for use in uses)
    counts = Counter({job.component: 0 for job in jobs})
    for job in jobs:
        counts[job.component] += len(job.copies)
    plain: list[int] = []
    number = 0
    for batch in batches:
        imposer = _Imposer(batch, builder, counts)
        missing = imposer.guides("front").missing
        warnings.update(dict.fromkeys(cautions(batch, missing, several=len(sizes) > 1)))
        for filled in batch.sheets:
            number += 1
            pages += imposer.pages(number, total, filled)
            if settings.slots is not None and batch.settings.slots is None:
                plain.append(number)
        if imposer.untitled:
            warnings[no_title(batch.plan)] = None
    if settings.slots is not None:
        from carddesigner.impose.slots import skips_begun

        if plain:
            warnings[plain_paper(plain, settings.paper)] = None
        if skips_begun(batches, settings):
            warnings[begun_unused(batches[0].components[0])] = None
    return Sheets(tuple(pages), tuple(warnings), _summary(uses, settings, builder.title), tuple(uses))


def _summary(uses: Sequence[SheetUse], settings: SheetSettings, title: str) -> str:
    layouts: dict[str, dict[str, dict[str, None]]] = {u.plan.paper.name: {} for u in uses}
    for use in uses:
        if not use.plan.shared:
            lies = "landscape" if use.plan.paper.width > use.plan.paper.height else "portrait"
            layouts[use.plan.paper.name].setdefault(lies, {})[_pieces(use.plan, settings.duplex.folded)] = None
    parts = [_laid_out(paper, own) for paper, own in layouts.items()]
    shared = sum(u.sheets for u in uses if u.plan.shared)
    of_several = f", {shared} sheet{'s' * (shared > 1)} of several sizes" if shared else ""
    return f"{title} on {', on '.join(parts) or settings.paper.name}{of_several}, {settings.duplex.described}"


def _laid_out(paper: str, layouts: Mapping[str, Collection[str]]) -> str:
    """How many pieces lie on the sheets of a paper, in portrait and landscape."""
    several = sum(map(len, layouts.values())) > 1
    parts = []
    for lies, counts in layouts.items():
        first, more = list(counts)[:_MAX_LISTED], len(counts) - _MAX_LISTED
        parts.append(f"{lies}{'' if several else ','} {series([*first, f'{more} others'] if more > 0 else first)}")
    return f"{paper}{':' if several else ''} {', '.join(parts)} a sheet" if parts else paper


def _pieces(plan: SheetPlan, folded: bool) -> str:
    """The pieces on a sheet: columns × rows, or their number."""
    grid = None if folded else plan.grid
    return f"{grid[0]} × {grid[1]}" if grid is not None else str(len(plan.cells))


class _Imposer:
    """Imposes the sheets of a batch; equal sheets share the same objects."""

    def __init__(self, batch: Batch, builder: SheetBuilder, counts: Mapping[str, int]) -> None:
        self.batch, self.builder, self.counts = batch, builder, counts
        self.duplex = batch.settings.duplex
        self.untitled = False
        self.plans: dict[Side, SheetPlan] = {"front": batch.plan}
        if self.duplex.turns:
            self.plans["back"] = batch.plan.behind(self.duplex)
        self.printable = batch.settings.printable(batch.plan.paper)
        self._places: dict[tuple[int, ...], dict[Side, dict[int, Place]]] = {}
        self._guides: dict[Side, Guides] = {}
        self._marks: dict[tuple[Side, tuple[Rect, ...]], tuple[Mark, ...]] = {}
        self._slugs: dict[int, Slug | None] = {}

    def guides(self, side: Side) -> Guides:
        """The guides of a side's cuts; none if no marks for cutting are wanted."""
        if self.batch.settings.marks.isdisjoint(CUTTING):
            return Guides(())
        if side not in self._guides:
            self._guides[side] = guides_on(side, self.plans[side], self.printable)
        return self._guides[side]

    def pages(self, number: int, total: int, copies: Sequence[Filled | None]) -> list[Sheet]:
        """The pages of one sheet."""
        filled = tuple(n for n, copy in enumerate(copies) if copy is not None)
        if filled not in self._places:
            self._places[filled] = _places(self.batch, filled)
        sides = {side: _slots(copies, places, side) for side, places in self._places[filled].items()}
        if self.batch.plan.staggered:
            edge = self.batch.plan.cells[0].edge or 0.0
            sides = {side: tuple(_shaped(slot, edge) for slot in slots) for side, slots in sides.items()}
        components = tuple(dict.fromkeys(copy[0] for copy in copies if copy is not None))
        what = f"{' + '.join(components)} · sheet {number} of {total}"
        if self.duplex.folded:
            both = tuple(slot for slots in sides.values() for slot in slots)
            return [self._sheet(number, "front", components, both, what, "front and back")]
        return [self._sheet(number, s, components, slots, what, s) for s, slots in sides.items()]

    def _sheet(
        self, number: int, side: Side, components: tuple[str, ...], slots: tuple[Slot, ...], what: str, sides: str
    ) -> Sheet:
        plan = self.plans[side]
        marks = self._marks_of(side, tuple(s.clip for s in slots))
        taken = _taken(plan, marks)
        slug = self._slug(plan, marks)
        lines: list[Slug] = []
        title, cutter = "", self.batch.settings.cutter
        if self.batch.settings.titles and side == "front":
            title = self._title(slots)
            place = title_place(plan, taken, self.printable, slug)
            if place is not None:
                lines, title = [replace(place, text=title)], ""
            # If the margins have no room for the title, it stands in the slug line.
            self.untitled = self.untitled or (place is None and slug is None)
        if slug is not None:
            lines.insert(0, self.builder.line(slug, what, sides, title))
        if cutter is not None and cutter.side == side:
            place = slug_place(plan, (*taken, *_boxes(map(slug_box, lines))), self.printable)
            if place is not None:
                lines.append(replace(place, text=cutter.values(plan.paper)))
        return self.builder.page(
            number,
            side,
            plan.paper,
            components,
            slots,
            marks=marks + self._cut_along(slots),
            trim=plan.trim,
            bleed=plan.bleed_of(side),
            lines=lines,
        )

    def _title(self, slots: Sequence[Slot]) -> str:
        """The title of a sheet: each component with the number of its copies here, and in all."""
        here = Counter(slot.component for slot in slots if slot.side == "front")
        return " · ".join(
            f"{name}: {count} of {self.counts[name]}" if count < self.counts[name] else f"{name}: {count}"
            for name, count in here.items()
        )

    def _cut_along(self, slots: tuple[Slot, ...]) -> tuple[Mark, ...]:
        """The lines on fronts that pieces are cut along: outlines of round ones, and edges that have no other
        guides.
        """
        if self.batch.settings.marks.isdisjoint(CUTTING):
            return ()
        dies = {cell.trim for cell in self.batch.plan.cells if cell.piece.die}
        edges: dict[Rect, list[Mark]] = {}
        for trim, mark in self.guides("front").edges:
            edges.setdefault(trim, []).append(mark)
        out: list[Mark] = []
        for slot in slots:
            if slot.side == "front" and slot.trim not in dies:
                whole = self.batch.plan.staggered or cut_along(slot.face.outline)
                out += [round_cut(slot.face.outline, slot_matrix(slot))] if whole else edges.get(slot.trim, [])
        return tuple(out)

    def _slug(self, plan: SheetPlan, marks: tuple[Mark, ...]) -> Slug | None:
        if MarkKind.SLUG not in self.batch.settings.marks:
            return None
        if id(marks) not in self._slugs:
            self._slugs[id(marks)] = slug_place(plan, _taken(plan, marks), self.printable)
        return self._slugs[id(marks)]

    def _marks_of(self, side: Side, art: tuple[Rect, ...]) -> tuple[Mark, ...]:
        """The sheet's marks; only lines between the pieces depend on where *art* lies."""
        wanted, plan = self.batch.settings.marks, self.plans[side]
        key = (side, art if plan.folds or MarkKind.CUT_LINES in wanted else ())
        if key not in self._marks:
            marks = marks_of(plan, side, wanted, art, self.guides(side).marks, self.printable)
            cutter = self.batch.settings.cutter
            if cutter is not None and cutter.side == side:
                marks += cutter.marks(plan.paper)
            self._marks[key] = next((same for same in self._marks.values() if same == marks), marks)
        return self._marks[key]


def _taken(plan: SheetPlan, marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """The areas that no line of text may overlap: marks, and the white zones around those of a machine."""
    return (*marks, *_boxes(plan.clear)) if plan.clear else marks


def _boxes(rects: Iterable[Rect]) -> Iterator[Mark]:
    return (Mark("note", rectangle(rect)) for rect in rects)


def _places(batch: Batch, filled: tuple[int, ...]) -> dict[Side, dict[int, Place]]:
    """The places of a sheet's copies by the index of their cell, on each side that is printed."""
    plan, duplex, settings = batch.plan, batch.settings.duplex, batch.settings
    paper, cells = plan.paper, plan.cells
    # An empty slot was used before or will be used later: no bleed reaches into it.
    used = range(len(cells)) if settings.slots is not None or settings.blank else filled
    front = {n: (cells[n].trim, cells[n].rotation, clip) for n, clip in clips(plan, used, "front").items()}
    if not duplex.has_backs:
        return {"front": front}
    back = {
        n: (
            *duplex.back(cells[n].trim, cells[n].rotation, paper.width, paper.height),
            duplex.behind(clip, paper.width, paper.height),
        )
        for n, clip in clips(plan, used, "back").items()
    }
    return {"front": front, "back": back}


def _shaped(slot: Slot, edge: float) -> Slot:
    """A slot whose art is clipped along its outline, at most *edge* beyond it."""
    face = slot.face
    outline = outset(face.outline, face.width, face.height, min(edge, face.bleed))
    return replace(slot, shape=transformed(outline, slot_matrix(slot)))


def _slots(copies: Sequence[Filled | None], places: dict[int, Place], side: Side) -> tuple[Slot, ...]:
    out = []
    for n, filled in enumerate(copies):
        if filled is None:
            continue
        component, (piece, copy, front, back) = filled
        face = front if side == "front" else back
        if face is not None:
            out.append(Slot(piece, copy, face, side, *places[n], component))
    return tuple(out)
