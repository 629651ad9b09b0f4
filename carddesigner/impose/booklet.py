"""Impose the pages of a booklet, in reading order, on sheets that are printed on both sides, folded in the middle and
stapled in the fold.

A folded sheet has four pages. The outermost of n pages has pages n and 1 outside, 2 and n - 1 inside, and so on
inwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi

from msgspec import Struct

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Rect, rectangle
from carddesigner.core.papers import PAPERS, Paper
from carddesigner.core.printing import MarkKind, Order
from carddesigner.core.units import MM
from carddesigner.impose.cautions import pages_without_guides
from carddesigner.impose.cuts import cuts_of
from carddesigner.impose.duplex import Side
from carddesigner.impose.grid import Grid, PaperTooSmall, Wanted, plan_grid
from carddesigner.impose.jobs import SheetSettings
from carddesigner.impose.marks.base import Mark
from carddesigner.impose.marks.guides import guides_on
from carddesigner.impose.marks.lines import staple_marks
from carddesigner.impose.marks.slug import slug_place
from carddesigner.impose.marks.wanted import CUTTING, marks_of
from carddesigner.impose.order import by_sheets
from carddesigner.impose.plan import Cell, Cut, PieceSize, SheetPlan
from carddesigner.impose.sheet import Sheet, SheetBuilder, Sheets, Slot

CREEP = pi / 2
"""How far each sheet of a folded stack protrudes from the one around it, in thicknesses of the paper: a fold is half a
circle.
"""


class Pages(Struct, frozen=True):
    """The pages of a component in reading order, each with its piece's id, all of one size; *copies* is the number of
    copies of the whole.

    A booklet that ``binds_right`` is read from right to left.
    """

    component: str
    pages: tuple[tuple[str, LaidFace], ...]
    copies: int = 1
    binds_right: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a page."""
        face = self.pages[0][1]
        return face.width, face.height


class Leaf(Struct, frozen=True):
    """The place of a page, as on the front of its sheet (for a page on the back: the place in front of it): its trim,
    its clip, and the rotation of its art in degrees.
    """

    page: int
    trim: Rect
    clip: Rect
    rotation: int = 0


def impose_booklet(booklet: Pages, settings: SheetSettings, builder: SheetBuilder, thickness: float) -> Sheets:
    """Impose a booklet whose number of pages is a multiple of four; *thickness* is that of the paper, in points.

    If several booklet sheets fit on the paper, the stack is cut into piles that lie on one another in order. Raises
    PaperTooSmall.
    """
    width, height = booklet.size
    bleed = booklet.pages[0][1].bleed
    count = len(booklet.pages)
    assert count % 4 == 0
    planned = _plan(booklet, settings.paper, settings)
    if planned is None:
        raise PaperTooSmall(_too_small(settings.paper, width, height))
    grid, plan = planned
    cells = [cell.trim for cell in plan.cells]
    wanted = [(copy, k) for copy in range(1, booklet.copies + 1) for k in range(count // 4)]
    filled = by_sheets(wanted, grid.count, Order.CUT_STACKS)
    sheets: list[Sheet] = []
    for number, inside in enumerate(filled, 1):
        what = f"{booklet.component} · sheet {number} of {len(filled)}"
        outside: list[tuple[int, Leaf]] = []
        back: list[tuple[int, Leaf]] = []
        staples: tuple[Mark, ...] = ()
        for cell, (copy, k) in zip(cells, inside, strict=False):
            creep = min(CREEP * thickness * k, width / 4)
            last, first = _leaves(cell, width, bleed, creep, grid)
            if booklet.binds_right:
                last, first = first, last
            outside += [(copy, Leaf(count - 2 * k, *last)), (copy, Leaf(1 + 2 * k, *first))]
            back += [(copy, Leaf(count - 1 - 2 * k, *last)), (copy, Leaf(2 + 2 * k, *first))]
            if k == 0 and count > 4:
                staples += staple_marks(cell.centre[0], cell.y, cell.height)
        out = SheetOfPages(plan, staples)
        sheets += both_sides(booklet, number, out, (outside, back), settings, builder, what)
    spreads = len(filled[0])
    each = "" if spreads == 1 else f", {spreads} on each side"
    needed = "1 sheet" if len(filled) == 1 else f"{len(filled)} sheets"
    message = f"{count} pages of {width / MM:g} × {height / MM:g} mm on {needed} of {settings.paper.name}{each}"

    def on(paper: Paper) -> SheetPlan | None:
        other = _plan(booklet, paper, settings)
        return other[1] if other is not None else None

    return Sheets(tuple(sheets), tuple(pages_without_guides(plan, settings, on)), message)


def _plan(booklet: Pages, paper: Paper, settings: SheetSettings) -> tuple[Grid, SheetPlan] | None:
    """The plan of a booklet's sheets on a paper; None if they don't fit."""
    (width, height), bleed = booklet.size, booklet.pages[0][1].bleed
    try:
        edges = None if settings.marks.isdisjoint(CUTTING) else settings.edges
        grid = plan_grid(paper, Wanted(2 * width, height, bleed, 0.0, edges=edges))
    except PaperTooSmall:
        return None
    cells = [grid.cell(i % grid.columns, i // grid.columns) for i in range(grid.count)]
    folds = tuple(dict.fromkeys(round(c.centre[0], 6) for c in cells))
    return grid, plan_of_pages(grid.paper, cells, bleed, folds)


def _leaves(cell: Rect, width: float, bleed: float, creep: float, grid: Grid) -> tuple[tuple[Rect, Rect], ...]:
    """The trim and clip of the pages left and right of the fold; *creep* moves their trims towards it. No art crosses
    the fold.
    """
    fold = cell.centre[0]
    beyond_x = min(bleed, grid.gutter_x / 2) if grid.columns > 1 else bleed
    beyond_y = min(bleed, grid.gutter_y / 2) if grid.rows > 1 else bleed
    top, bottom = max(cell.y - beyond_y, 0.0), min(cell.bottom + beyond_y, grid.paper.height)
    low, high = max(cell.x - beyond_x, 0.0), min(cell.right + beyond_x, grid.paper.width)
    left = Rect(fold - width + creep, cell.y, width, cell.height)
    right = Rect(fold - creep, cell.y, width, cell.height)
    start, end = max(low, left.x - bleed), min(high, right.right + bleed)
    return (
        (left, Rect(start, top, fold - start, bottom - top)),
        (right, Rect(fold, top, end - fold, bottom - top)),
    )


class SheetOfPages(Struct, frozen=True):
    """A sheet to be folded: its plan, whose cells are what remains after cutting, and marks for staples on its
    front.
    """

    plan: SheetPlan
    staples: tuple[Mark, ...] = ()


def plan_of_pages(
    paper: Paper, cells: Sequence[Rect], bleed: float, xs: Sequence[float], ys: Sequence[float] = ()
) -> SheetPlan:
    """The plan of a sheet with vertical folds at *xs* and horizontal ones at *ys*."""
    outline = rectangle(Rect(0.0, 0.0, cells[0].width, cells[0].height))
    piece = PieceSize(cells[0].width, cells[0].height, outline, bleed, bleed)
    folds = (
        *(Cut((x, 0.0), (x, paper.height)) for x in xs),
        *(Cut((0.0, y), (paper.width, y)) for y in ys),
    )
    return SheetPlan(paper, tuple(Cell(cell, piece) for cell in cells), cuts_of(paper, cells), folds)


def both_sides(
    pages: Pages,
    number: int,
    sheet: SheetOfPages,
    leaves: tuple[Sequence[tuple[int, Leaf]], Sequence[tuple[int, Leaf]]],
    settings: SheetSettings,
    builder: SheetBuilder,
    what: str,
) -> list[Sheet]:
    """The front and back of a sheet; each leaf comes with the number of its copy. *what* is the text of the slug
    line.
    """
    duplex, front = settings.duplex.of_booklets, sheet.plan
    paper = front.paper
    wide, high = paper.width, paper.height

    sides: tuple[tuple[Side, Sequence[tuple[int, Leaf]], SheetPlan], ...] = (
        ("front", leaves[0], front),
        ("back", leaves[1], front.behind(duplex)),
    )
    # Where pages meet, no line is drawn across the sheet.
    wanted = frozenset(MarkKind.CROP if kind == MarkKind.CUT_LINES else kind for kind in settings.marks)
    out = []
    for side, placed, plan in sides:
        slots = []
        for copy, leaf in placed:
            (place, rotation), clip = (leaf.trim, leaf.rotation), leaf.clip
            if side == "back":
                (place, rotation), clip = duplex.back(place, rotation, wide, high), duplex.behind(clip, wide, high)
            piece, face = pages.pages[leaf.page - 1]
            slots.append(Slot(piece, copy, face, side, place, rotation, clip, pages.component))
        printable = settings.printable(paper)
        guides = guides_on(side, plan, printable)
        marks = marks_of(plan, side, wanted, [s.clip for s in slots], guides.marks, printable)
        if not wanted.isdisjoint(CUTTING):
            marks += tuple(edge for _, edge in guides.edges)
        if side == "front" and wanted:
            marks += sheet.staples
        slug = slug_place(plan, marks, printable) if MarkKind.SLUG in wanted else None
        lines = (builder.line(slug, what, side),) if slug is not None else ()
        own = (pages.component,)
        out.append(
            builder.page(
                number, side, paper, own, tuple(slots), marks=marks, trim=plan.trim, bleed=plan.bleed, lines=lines
            )
        )
    return out


def papers_for(width: float, height: float) -> list[str]:
    """The names of the papers that a rectangle of this size fits on, in portrait or landscape."""
    return [
        p.name
        for p in PAPERS.values()
        if min(width, height) <= p.width + 1e-6 and max(width, height) <= p.height + 1e-6
    ]


def _too_small(paper: Paper, width: float, height: float) -> str:
    fitting = papers_for(2 * width, height)
    message = f"{' or '.join(fitting)} would do" if fitting else "no named paper is large enough"
    short, long = sorted((paper.width, paper.height))
    return (
        f"a booklet's page of {width / MM:g} × {height / MM:g} mm is larger than half of {paper.name} "
        f"({long / 2 / MM:g} × {short / MM:g} mm); {message}"
    )
