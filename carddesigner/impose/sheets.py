"""Copies to sheets: fronts in a grid, backs where the sheet's turn puts them behind their fronts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Matrix, Point, Rect
from carddesigner.core.papers import Paper
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import Diagnostic
from carddesigner.impose.cautions import cautions
from carddesigner.impose.duplex import DUPLEX, back_rotation
from carddesigner.impose.grid import Grid
from carddesigner.impose.jobs import Batch, Copy, Job, SheetSettings, Use, batches_of
from carddesigner.impose.marks import (
    GAP,
    Cuts,
    Mark,
    Slug,
    centre_marks,
    crop_marks,
    cut_lines,
    cuts_of,
    fold_line,
    on_one_line,
    once,
    registration_targets,
    round_cut,
    slug_place,
)
from carddesigner.impose.order import by_sheets

Copies = tuple[tuple[str, Copy], ...]
"""Copies with their components."""

Place = tuple[Rect, int, Rect]
"""A slot's trim on its page, how far its art is turned, and where it is cut off."""

_LONGEST_TITLE = 60
"""Characters of a deck's title that the slug line has room for beside what tells the sheets apart."""


class Slot(Struct, frozen=True):
    """A copy's side on a page: ``trim`` as seen there, y down; the art turned clockwise about its centre; cut off at ``clip``."""

    piece: str
    copy: int
    face: LaidFace
    side: str
    trim: Rect
    rotation: int
    clip: Rect
    component: str = ""

    @property
    def key(self) -> PieceKey:
        """The piece that the copy is of."""
        return PieceKey(self.component, self.piece)


class Note(Struct, frozen=True):
    """Words in a box on a page, from its top left; ``size`` in points."""

    text: str
    box: Rect
    size: float = 11.0
    bold: bool = False
    align: Literal["left", "center"] = "left"


class Sheet(Struct, frozen=True):
    """One page: a side of a sheet. ``trim_box`` is around all cells of the grid, ``bleed_box`` that plus the bleed.

    ``components`` are those that have copies on the sheet, in order; ``notes`` are words to whoever prints.
    """

    number: int
    side: str
    paper: Paper
    components: tuple[str, ...]
    slots: tuple[Slot, ...]
    marks: tuple[Mark, ...]
    slug: Slug | None
    trim_box: Rect
    bleed_box: Rect
    notes: tuple[Note, ...] = ()

    @property
    def component(self) -> str:
        """The components' ids, as the manifest has them."""
        return "+".join(self.components)


class Sheets(Struct, frozen=True):
    """All pages in order (front 1, back 1, front 2 …), what to be warned of, a line that says how they are set out, and
    how the paper is used; no *uses* for pages of single pieces.
    """

    sheets: tuple[Sheet, ...]
    warnings: tuple[Diagnostic, ...]
    summary: str
    uses: tuple[Use, ...] = ()


def slot_matrix(slot: Slot) -> Matrix:
    """From a face's coordinates (trim's top left at the origin) to the page's."""
    a, b, c, d, *_ = Matrix.turn(slot.rotation)
    wide, high = slot.face.width / 2, slot.face.height / 2
    x, y = slot.trim.centre
    return Matrix(a, b, c, d, x - (a * wide + c * high), y - (b * wide + d * high))


def impose_sheets(jobs: Sequence[Job], settings: SheetSettings, title: str) -> Sheets:
    """Every copy on a sheet. Raises PaperTooSmall, and Problem."""
    batches = batches_of(jobs, settings)
    sizes = {(b.grid.width, b.grid.height, b.front) for b in batches}
    warnings: dict[Diagnostic, None] = {}
    pages: list[Sheet] = []
    uses = [batch.use() for batch in batches]
    total = sum(use.sheets for use in uses)
    number = 0
    for batch, use in zip(batches, uses, strict=True):
        press = _Press(batch)
        warnings.update(dict.fromkeys(cautions(batch, press.cuts, batch.settings, several=len(sizes) > 1)))
        for filled in by_sheets(batch.copies, use.on_a_sheet, settings.order):
            number += 1
            components = tuple(dict.fromkeys(component for component, _ in filled))
            slug = f"{_shortened(title)} · {' + '.join(components)} · sheet {number} of {total}"
            pages += press.pages(number, components, filled, slug)
    return Sheets(tuple(pages), tuple(warnings), _summary(uses, settings, title), tuple(uses))


def _summary(uses: Sequence[Use], settings: SheetSettings, title: str) -> str:
    folded = settings.duplex == "gutterfold"
    layouts = dict.fromkeys(
        f"{'landscape' if u.grid.paper.width > u.grid.paper.height else 'portrait'}, "
        f"{u.on_a_sheet if folded else f'{u.grid.columns} × {u.grid.rows}'}"
        for u in uses
    )
    turned = f"duplex {settings.duplex}" if settings.duplex in DUPLEX else "one side"
    if folded:
        turned = "backs beside their fronts, to fold in the middle"
    return f"{title} on {settings.paper.name} {' and '.join(layouts)} a sheet, {turned}"


class _Press:
    """Sets out the sheets of a batch; what equal sheets share is the same object."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        settings = self.settings = batch.settings
        grid = batch.grid
        self.folded = settings.duplex == "gutterfold"
        cells = [grid.cell(i % grid.columns, i // grid.columns) for i in range(grid.count)]
        outer = max(batch.front, batch.back)
        # Pieces that are turned to be folded have their slants elsewhere; they are cut along the art.
        cuts = cuts_of(grid.paper, cells, outer, () if self.folded else batch.copies[0][1][2].outline)
        middle = grid.paper.width / 2
        if self.folded:
            # Where the pieces meet at the fold, the fold is their edge.
            cuts = replace(cuts, xs=tuple(x for x in cuts.xs if abs(x - middle) > 1e-3))
        self.cuts = cuts
        self.back_cuts = _turned(cuts, settings.duplex)
        self._places: dict[int, dict[str, tuple[Place, ...]]] = {}
        self._marks: dict[tuple[int, tuple[Rect, ...]], tuple[Mark, ...]] = {}
        self._slugs: dict[int, Slug | None] = {}

    def pages(self, number: int, components: tuple[str, ...], copies: Copies, slug: str) -> list[Sheet]:
        """The pages of one sheet."""
        filled = len(copies)
        if filled not in self._places:
            self._places[filled] = _places(self.batch, filled, self.settings.duplex)
        places = self._places[filled]
        if self.folded:
            both = tuple(s for side in places for s in _slots(copies, places[side], side))
            return [self._sheet(number, "front", components, both, slug, "front and back")]
        return [
            self._sheet(number, side, components, _slots(copies, where, side), slug, side)
            for side, where in places.items()
        ]

    def _sheet(
        self, number: int, side: str, components: tuple[str, ...], slots: tuple[Slot, ...], slug: str, sides: str
    ) -> Sheet:
        grid, trim = self.batch.grid, self.cuts.trim
        bleed = self.batch.back if side == "back" else self.batch.front
        if self.folded:
            bleed = self.cuts.bleed
        marks = self._marks_of(self.back_cuts if side == "back" else self.cuts, tuple(s.clip for s in slots))
        place = self._slug(marks)
        slug_line = replace(place, text=f"{slug} · {sides}") if place is not None else None
        marks += self._round_cuts(slots)
        outer = _on_paper(trim.grown(bleed), grid.paper)
        return Sheet(number, side, grid.paper, components, slots, marks, slug_line, trim, outer)

    def _round_cuts(self, slots: tuple[Slot, ...]) -> tuple[Mark, ...]:
        """What round pieces are cut along, on their fronts."""
        if self.settings.marks.isdisjoint(("crop", "cut-lines")):
            return ()
        return tuple(m for s in slots if s.side == "front" for m in round_cut(s.face.outline, slot_matrix(s)))

    def _slug(self, marks: tuple[Mark, ...]) -> Slug | None:
        if "slug" not in self.settings.marks:
            return None
        if id(marks) not in self._slugs:
            self._slugs[id(marks)] = slug_place(self.cuts, marks)
        return self._slugs[id(marks)]

    def _marks_of(self, cuts: Cuts, art: tuple[Rect, ...]) -> tuple[Mark, ...]:
        """The sheet's marks; only lines that run between the pieces depend on where *art* stands."""
        wanted = self.settings.marks
        inner = "cut-lines" in wanted or self.folded
        key = (id(cuts), art if inner else ())
        if key not in self._marks:
            marks: tuple[Mark, ...] = ()
            if "cut-lines" in wanted:
                marks += cut_lines(cuts, art)
            elif "crop" in wanted:
                marks += crop_marks(cuts)[0]
            if self.folded and wanted:
                marks += fold_line(self.batch.grid.paper, art)
            if "registration" in wanted:
                marks += registration_targets(cuts, marks)
            if "centre" in wanted:
                marks += centre_marks(cuts, marks)
            self._marks[key] = marks
        return self._marks[key]


def _turned(cuts: Cuts, duplex: str) -> Cuts:
    """The cuts as the back of the sheet has them: the same where its slants mirror themselves."""
    if not cuts.slants or duplex not in DUPLEX:
        return cuts

    def point(x: float, y: float) -> Point:
        place = DUPLEX[duplex](Rect(x, y, 0.0, 0.0), cuts.paper.width, cuts.paper.height)[0]
        return (place.x, place.y)

    slants = once((point(*p), point(*q)) for p, q in cuts.slants)
    return cuts if all(any(on_one_line(a, b) for b in cuts.slants) for a in slants) else replace(cuts, slants=slants)


def _shortened(title: str) -> str:
    return title if len(title) <= _LONGEST_TITLE else title[: _LONGEST_TITLE - 1].rstrip() + "…"


def _places(batch: Batch, filled: int, duplex: str) -> dict[str, tuple[Place, ...]]:
    """Where the copies of a sheet lie, row by row, on each side that is printed."""
    grid = batch.grid
    width, height = grid.paper.width, grid.paper.height
    folded = duplex == "gutterfold"
    columns = grid.columns // 2 if folded else grid.columns
    rotation = 270 if folded else 0
    cells = [(i % columns, i // columns) for i in range(filled)]
    trims = [grid.cell(*cell) for cell in cells]

    def clips(bleed: float) -> list[Rect]:
        return [
            _clip(grid, trim, cell, set(cells), bleed, folded=folded) for trim, cell in zip(trims, cells, strict=True)
        ]

    fronts = {"front": tuple((t, rotation, c) for t, c in zip(trims, clips(batch.front), strict=True))}
    if duplex not in DUPLEX:
        return fronts
    turn = DUPLEX[duplex]
    backs = []
    for trim, clip in zip(trims, clips(batch.back), strict=True):
        place, turned = turn(trim, width, height)
        backs.append((place, back_rotation(turned, rotation), turn(clip, width, height)[0]))
    return {**fronts, "back": tuple(backs)}


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
    return _on_paper(clip, grid.paper)


def _on_paper(r: Rect, paper: Paper) -> Rect:
    """What of a rectangle lies on the paper: with a margin narrower than the bleed, the bleed ends at the edge."""
    x, y = max(r.x, 0.0), max(r.y, 0.0)
    return Rect(x, y, min(r.right, paper.width) - x, min(r.bottom, paper.height) - y)


def _slots(copies: Copies, places: tuple[Place, ...], side: str) -> tuple[Slot, ...]:
    out = []
    for (component, (piece, copy, front, back)), (trim, rotation, clip) in zip(copies, places, strict=True):
        face = front if side == "front" else back
        if face is not None:
            out.append(Slot(piece, copy, face, side, trim, rotation, clip, component))
    return tuple(out)
