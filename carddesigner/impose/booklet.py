"""Pages in reading order to the sheets of a booklet: printed on both sides, folded in the middle, stapled in the fold.

A folded sheet is four pages. The outermost of n pages has n and 1 outside, 2 and n - 1 inside, and so on inwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Rect
from carddesigner.core.papers import PAPERS, Paper
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.grid import Grid, PaperTooSmall, Wanted, plan_grid
from carddesigner.impose.jobs import SheetSettings
from carddesigner.impose.marks import (
    Cuts,
    Mark,
    centre_marks,
    crop_marks,
    cuts_of,
    fold_lines,
    registration_targets,
    slug_place,
    staple_marks,
)
from carddesigner.impose.order import by_sheets
from carddesigner.impose.sheets import Sheet, Sheets, Slot

CREEP = pi / 2
"""How far each sheet of a folded stack stands out of the one around it, in thicknesses: a fold is half a circle."""


class Pages(Struct, frozen=True):
    """The pages of a component in reading order, each with its piece's id; all of one size. *copies* of the whole."""

    component: str
    pages: tuple[tuple[str, LaidFace], ...]
    copies: int = 1

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a page."""
        face = self.pages[0][1]
        return face.width, face.height


class Leaf(Struct, frozen=True):
    """A page's place on the front of its sheet (on the back, that behind which it lies): where it is cut and cut off, and
    how far its art is turned.
    """

    page: int
    trim: Rect
    clip: Rect
    rotation: int = 0


def turning(duplex: str) -> Literal["long-edge", "short-edge"]:
    """How sheets that are folded are turned over; a printer of one side gets them for the long edge, by hand."""
    return "short-edge" if duplex == "short-edge" else "long-edge"


def impose_booklet(booklet: Pages, settings: SheetSettings, title: str, thickness: float) -> Sheets:
    """The sheets of a booklet whose pages are a multiple of four; *thickness* of the paper in points.

    Where the paper has room for several booklet sheets, piles cut from the stack lie on one another in order.
    Raises PaperTooSmall.
    """
    width, height = booklet.size
    bleed = booklet.pages[0][1].bleed
    count = len(booklet.pages)
    assert count % 4 == 0
    try:
        grid = plan_grid(settings.paper, Wanted(2 * width, height, bleed, 0.0))
    except PaperTooSmall:
        raise PaperTooSmall(_too_small(settings.paper, width, height)) from None
    cells = [grid.cell(i % grid.columns, i // grid.columns) for i in range(grid.count)]
    cuts = cuts_of(grid.paper, cells, bleed)
    folds = tuple(dict.fromkeys(round(c.centre[0], 6) for c in cells))
    wanted = [(copy, k) for copy in range(1, booklet.copies + 1) for k in range(count // 4)]
    filled = by_sheets(wanted, grid.count, "cut-stacks")
    sheets: list[Sheet] = []
    for number, inside in enumerate(filled, 1):
        slug = f"{title} · {booklet.component} · sheet {number} of {len(filled)}"
        outside: list[tuple[int, Leaf]] = []
        back: list[tuple[int, Leaf]] = []
        staples: tuple[Mark, ...] = ()
        for cell, (copy, k) in zip(cells, inside, strict=False):
            creep = min(CREEP * thickness * k, width / 4)
            left, right = _leaves(cell, width, bleed, creep, grid)
            outside += [(copy, Leaf(count - 2 * k, *left)), (copy, Leaf(1 + 2 * k, *right))]
            back += [(copy, Leaf(count - 1 - 2 * k, *left)), (copy, Leaf(2 + 2 * k, *right))]
            if k == 0 and count > 4:
                staples += staple_marks(cell.centre[0], cell.y, cell.height)
        sheets += both_sides(
            booklet, number, cuts, (outside, back), settings, slug, folds_x=folds, folds_y=(), staples=staples
        )
    spreads = len(filled[0])
    each = "" if spreads == 1 else f", {spreads} on each side"
    needed = "1 sheet" if len(filled) == 1 else f"{len(filled)} sheets"
    message = f"{count} pages of {width / MM:g} × {height / MM:g} mm on {needed} of {settings.paper.name}{each}"
    return Sheets(tuple(sheets), (), message)


def _leaves(cell: Rect, width: float, bleed: float, creep: float, grid: Grid) -> tuple[tuple[Rect, Rect], ...]:
    """Trim and clip of the pages left and right of the fold; *creep* moves them towards it. No art crosses the fold."""
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


def both_sides(
    pages: Pages,
    number: int,
    cuts: Cuts,
    leaves: tuple[Sequence[tuple[int, Leaf]], Sequence[tuple[int, Leaf]]],
    settings: SheetSettings,
    slug: str,
    *,
    folds_x: Sequence[float],
    folds_y: Sequence[float],
    staples: tuple[Mark, ...] = (),
) -> list[Sheet]:
    """Front and back of a sheet; each leaf comes with its copy's number. Staples are marked on the front."""
    turn = DUPLEX[turning(settings.duplex)]
    wide, high = cuts.paper.width, cuts.paper.height
    out = []
    for side, placed in zip(("front", "back"), leaves, strict=True):
        slots = []
        for copy, leaf in placed:
            trim, clip, rotation = leaf.trim, leaf.clip, leaf.rotation
            if side == "back":
                (trim, turned), (clip, _) = turn(trim, wide, high), turn(clip, wide, high)
                rotation = (rotation + turned) % 360
            piece, face = pages.pages[leaf.page - 1]
            slots.append(Slot(piece, copy, face, side, trim, rotation, clip, pages.component))
        own, xs, ys = cuts, folds_x, folds_y
        if side == "back":
            xs = [turn(Rect(x, 0.0, 0.0, 0.0), wide, high)[0].x for x in folds_x]
            ys = [turn(Rect(0.0, y, 0.0, 0.0), wide, high)[0].y for y in folds_y]
            own = _turned(cuts, settings.duplex)
        marks = _marks(own, settings.marks, xs, ys, [s.clip for s in slots])
        if side == "front" and settings.marks:
            marks += staples
        place = slug_place(own, marks) if "slug" in settings.marks else None
        line = replace(place, text=f"{slug} · {side}") if place is not None else None
        grown = own.trim.grown(own.bleed)
        x, y = max(grown.x, 0.0), max(grown.y, 0.0)
        outer = Rect(x, y, min(grown.right, wide) - x, min(grown.bottom, high) - y)
        out.append(Sheet(number, side, cuts.paper, (pages.component,), tuple(slots), marks, line, own.trim, outer))
    return out


def _turned(cuts: Cuts, duplex: str) -> Cuts:
    """The cuts as they lie on the other side of the sheet."""
    wide, high = cuts.paper.width, cuts.paper.height
    turn = DUPLEX[turning(duplex)]

    def xs(values: Sequence[float]) -> tuple[float, ...]:
        return tuple(sorted(turn(Rect(x, 0.0, 0.0, 0.0), wide, high)[0].x for x in values))

    def ys(values: Sequence[float]) -> tuple[float, ...]:
        return tuple(sorted(turn(Rect(0.0, y, 0.0, 0.0), wide, high)[0].y for y in values))

    trim = turn(cuts.trim, wide, high)[0]
    return Cuts(cuts.paper, trim, xs(cuts.xs), ys(cuts.ys), xs(cuts.columns), ys(cuts.rows), cuts.bleed)


def _marks(
    cuts: Cuts, wanted: frozenset[str], xs: Sequence[float], ys: Sequence[float], art: Sequence[Rect]
) -> tuple[Mark, ...]:
    if not wanted:
        return ()
    marks: tuple[Mark, ...] = crop_marks(cuts)[0] if wanted & {"crop", "cut-lines"} else ()
    marks += fold_lines(cuts.paper, xs, ys, art)
    if "registration" in wanted:
        marks += registration_targets(cuts, marks)
    if "centre" in wanted:
        marks += centre_marks(cuts, marks)
    return marks


def papers_for(width: float, height: float) -> list[str]:
    """The papers by name that something of this size fits on, either way."""
    return [
        p.name
        for p in PAPERS.values()
        if min(width, height) <= p.width + 1e-6 and max(width, height) <= p.height + 1e-6
    ]


def _too_small(paper: Paper, width: float, height: float) -> str:
    fitting = papers_for(2 * width, height)
    message = f"{' or '.join(fitting)} would do" if fitting else "no paper that is known by name would do"
    short, long = sorted((paper.width, paper.height))
    return (
        f"a booklet's page of {width / MM:g} × {height / MM:g} mm is larger than half of {paper.name} "
        f"({long / 2 / MM:g} × {short / MM:g} mm); {message}"
    )
