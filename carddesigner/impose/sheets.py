"""Copies to sheets: fronts in a grid, backs where the printer's turn puts them behind their fronts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carddesigner.core.face import Face
from carddesigner.core.geometry import Matrix, Rect
from carddesigner.core.papers import Paper
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.grid import Grid, plan_grid
from carddesigner.impose.marks import Mark, Slug, crop_marks, slug_place

Copy = tuple[str, int, Face, Face | None]
"""A piece's id, the copy's number from 1, its front and its back."""


@dataclass(frozen=True, slots=True)
class Job:
    """A component's copies in order, all of one size."""

    component: str
    copies: tuple[Copy, ...]


@dataclass(frozen=True, slots=True)
class SheetSettings:
    """How sheets are set out; lengths in points, ``gutter`` None for as wide as fits."""

    paper: Paper
    margin: float = 6.35 * MM
    gutter: float | None = None
    duplex: str = "long-edge"
    marks: frozenset[str] = frozenset({"crop", "slug"})


@dataclass(frozen=True, slots=True)
class Slot:
    """A copy's side on a page: ``trim`` as seen there, y down; the art turned clockwise about its centre; cut off at ``clip``."""

    piece: str
    copy: int
    face: Face
    side: str
    trim: Rect
    rotation: int
    clip: Rect


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page: a side of a sheet. ``trim_box`` is around all cells of the grid, ``bleed_box`` that plus the bleed."""

    number: int
    side: str
    paper: Paper
    component: str
    slots: tuple[Slot, ...]
    marks: tuple[Mark, ...]
    slug: Slug | None
    trim_box: Rect
    bleed_box: Rect


@dataclass(frozen=True, slots=True)
class Caution:
    """Something the person who prints should know."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Sheets:
    """All pages in order (front 1, back 1, front 2 …), what to be warned of, and a line that says how they are set out."""

    sheets: tuple[Sheet, ...]
    warnings: tuple[Caution, ...]
    summary: str


def slot_matrix(slot: Slot) -> Matrix:
    """From a face's coordinates (trim's top left at the origin) to the page's."""
    face = slot.face
    x, y = slot.trim.centre
    return Matrix.move(-face.width / 2, -face.height / 2).then(Matrix.turn(slot.rotation)).then(Matrix.move(x, y))


def impose_sheets(jobs: Sequence[Job], settings: SheetSettings, title: str) -> Sheets:
    """Every copy on a sheet, components apart. Raises PaperTooSmall."""
    pages: list[Sheet] = []
    warnings: dict[str, Caution] = {}
    layouts: dict[str, None] = {}
    number = 0
    planned: dict[tuple[float, float, float], Grid] = {}
    total = 0
    for job in jobs:
        total += -(-len(job.copies) // _grid_of(job, settings, planned).count)
    for job in jobs:
        grid = _grid_of(job, settings, planned)
        bleed = job.copies[0][2].bleed
        marks, left_out = crop_marks(grid, bleed) if "crop" in settings.marks else ((), ())
        _warn(warnings, grid, bleed, left_out, settings)
        layouts[f"{grid.columns} × {grid.rows}"] = None
        for start in range(0, len(job.copies), grid.count):
            number += 1
            copies = job.copies[start : start + grid.count]
            trim, outer = grid.trim, grid.trim.grown(bleed)
            for side in ("front", "back") if settings.duplex in DUPLEX else ("front",):
                text = f"{title} · {job.component} · sheet {number} of {total} · {side}"
                slug = slug_place(grid, bleed, text) if "slug" in settings.marks else None
                slots = _fronts(copies, grid, bleed)
                if side == "back":
                    slots = _backs(slots, copies, grid, settings.duplex)
                pages.append(Sheet(number, side, grid.paper, job.component, slots, marks, slug, trim, outer))
    orientation = "landscape" if pages and pages[0].paper.width > pages[0].paper.height else "portrait"
    turned = f"duplex {settings.duplex}" if settings.duplex in DUPLEX else "one side"
    summary = f"{title} on {settings.paper.name} {orientation}, {' and '.join(layouts)} a sheet, {turned}"
    return Sheets(tuple(pages), tuple(warnings.values()), summary)


def _grid_of(job: Job, settings: SheetSettings, planned: dict[tuple[float, float, float], Grid]) -> Grid:
    face = job.copies[0][2]
    key = (face.width, face.height, face.bleed)
    if key not in planned:
        planned[key] = plan_grid(settings.paper, *key[:2], settings.margin, settings.gutter, key[2])
    return planned[key]


def _fronts(copies: tuple[Copy, ...], grid: Grid, bleed: float) -> tuple[Slot, ...]:
    out = []
    for i, (piece, copy, front, _) in enumerate(copies):
        column, row = i % grid.columns, i // grid.columns
        trim = grid.cell(column, row)
        clip = _clip(grid, trim, column, row, len(copies), bleed)
        out.append(Slot(piece, copy, front, "front", trim, 0, clip))
    return tuple(out)


def _clip(grid: Grid, trim: Rect, column: int, row: int, filled: int, bleed: float) -> Rect:
    """The trim with its bleed: to the gutter's middle where a neighbour stands, in full where none does."""

    def side(dx: int, dy: int, gutter: float) -> float:
        c, r = column + dx, row + dy
        stands = 0 <= c < grid.columns and 0 <= r < grid.rows and r * grid.columns + c < filled
        return min(bleed, gutter / 2) if stands else bleed

    left, right = side(-1, 0, grid.gutter_x), side(1, 0, grid.gutter_x)
    top, bottom = side(0, -1, grid.gutter_y), side(0, 1, grid.gutter_y)
    return Rect(trim.x - left, trim.y - top, trim.width + left + right, trim.height + top + bottom)


def _backs(fronts: tuple[Slot, ...], copies: tuple[Copy, ...], grid: Grid, duplex: str) -> tuple[Slot, ...]:
    turn = DUPLEX[duplex]
    width, height = grid.paper.width, grid.paper.height
    out = []
    for slot, (piece, copy, _, back) in zip(fronts, copies, strict=True):
        if back is not None:
            trim, rotation = turn(slot.trim, width, height)
            clip, _ = turn(slot.clip, width, height)
            out.append(Slot(piece, copy, back, "back", trim, rotation, clip))
    return tuple(out)


def _warn(
    warnings: dict[str, Caution], grid: Grid, bleed: float, left_out: tuple[str, ...], settings: SheetSettings
) -> None:
    if left_out:
        warnings["marks-left-out"] = Caution(
            "marks-left-out",
            f"no room for crop marks at the {' and '.join(left_out)}; the marks at the other sides are enough to cut by"
            if len(left_out) < 4
            else "no room for crop marks; choose a larger paper or a smaller bleed",
        )
    narrow = [
        (g, axis) for g, n, axis in ((grid.gutter_x, grid.columns, "columns"), (grid.gutter_y, grid.rows, "rows"))
        if n > 1 and g / 2 < min(bleed, 1 * MM) - 1e-6
    ]  # fmt: skip
    if narrow and bleed > 0:
        mending = 2 * min(bleed, 1 * MM)
        better = plan_grid(settings.paper, grid.width, grid.height, settings.margin, mending, bleed)
        warnings["little-bleed"] = Caution(
            "little-bleed",
            f"between {' and '.join(a for _, a in narrow)} only {min(g for g, _ in narrow) / 2 / MM:.2g} mm of bleed are left, "
            f"so cut exactly; --gutter {mending / MM:g}mm gives 1 mm, and {better.count} cards a sheet instead of {grid.count}",
        )
