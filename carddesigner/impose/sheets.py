"""Copies to sheets: fronts in a grid, backs where the printer's turn puts them behind their fronts."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from carddesigner.core.face import Face
from carddesigner.core.geometry import Matrix, Rect
from carddesigner.core.papers import Paper
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.grid import Grid, plan_grid
from carddesigner.impose.marks import Mark, Slug, crop_marks, slug_place

Copy = tuple[str, int, Face, Face | None]
"""A piece's id, the copy's number from 1, its front and its back."""

Place = tuple[Rect, int, Rect]
"""A slot's trim on its page, how far its art is turned, and where it is cut off."""

_LONGEST_TITLE = 60
"""Characters of a deck's title that the slug line has room for beside what tells the sheets apart."""


class Job(Struct, frozen=True):
    """A component's copies in order: at least one, all of one size."""

    component: str
    copies: tuple[Copy, ...]


class SheetSettings(Struct, frozen=True):
    """How sheets are set out; lengths in points, ``gutter`` None for as wide as fits."""

    paper: Paper
    margin: float = 6.35 * MM
    gutter: float | None = None
    duplex: str = "long-edge"
    marks: frozenset[str] = frozenset({"crop", "slug"})


class Slot(Struct, frozen=True):
    """A copy's side on a page: ``trim`` as seen there, y down; the art turned clockwise about its centre; cut off at ``clip``."""

    piece: str
    copy: int
    face: Face
    side: str
    trim: Rect
    rotation: int
    clip: Rect


class Sheet(Struct, frozen=True):
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


class Caution(Struct, frozen=True):
    """Something the person who prints should know."""

    code: str
    message: str


class Sheets(Struct, frozen=True):
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
    warnings: dict[Caution, None] = {}
    layouts: dict[str, None] = {}
    number = 0
    planned: dict[tuple[float, float, float], Grid] = {}
    grids = [_grid_of(job, settings, planned) for job in jobs]
    total = sum(-(-len(job.copies) // grid.count) for job, grid in zip(jobs, grids, strict=True))
    for job, grid in zip(jobs, grids, strict=True):
        bleed = job.copies[0][2].bleed
        marks, left_out = crop_marks(grid, bleed) if "crop" in settings.marks else ((), ())
        warnings.update(dict.fromkeys(_cautions(grid, bleed, left_out, settings, several=len(planned) > 1)))
        orientation = "landscape" if grid.paper.width > grid.paper.height else "portrait"
        layouts[f"{orientation}, {grid.columns} × {grid.rows}"] = None
        trim, outer = grid.trim, _on_paper(grid.trim.grown(bleed), grid.paper)
        places: dict[str, tuple[Place, ...]] = {}
        for start in range(0, len(job.copies), grid.count):
            number += 1
            copies = job.copies[start : start + grid.count]
            if len(places.get("front", ())) != len(copies):
                places = _places(grid, len(copies), bleed, settings.duplex)
            for side, where in places.items():
                text = f"{_shortened(title)} · {job.component} · sheet {number} of {total} · {side}"
                slug = slug_place(grid, bleed, text) if "slug" in settings.marks else None
                slots = _slots(copies, where, side)
                pages.append(Sheet(number, side, grid.paper, job.component, slots, marks, slug, trim, outer))
    turned = f"duplex {settings.duplex}" if settings.duplex in DUPLEX else "one side"
    summary = f"{title} on {settings.paper.name} {' and '.join(layouts)} a sheet, {turned}"
    return Sheets(tuple(pages), tuple(warnings), summary)


def _grid_of(job: Job, settings: SheetSettings, planned: dict[tuple[float, float, float], Grid]) -> Grid:
    face = job.copies[0][2]
    key = (face.width, face.height, face.bleed)
    if key not in planned:
        planned[key] = plan_grid(settings.paper, *key[:2], settings.margin, settings.gutter, key[2])
    return planned[key]


def _shortened(title: str) -> str:
    return title if len(title) <= _LONGEST_TITLE else title[: _LONGEST_TITLE - 1].rstrip() + "…"


def _places(grid: Grid, filled: int, bleed: float, duplex: str) -> dict[str, tuple[Place, ...]]:
    """Where the copies of a sheet lie, row by row, on each side that is printed."""
    fronts = []
    for i in range(filled):
        row, column = divmod(i, grid.columns)
        trim = grid.cell(column, row)
        fronts.append((trim, 0, _clip(grid, trim, column, row, filled, bleed)))
    if duplex not in DUPLEX:
        return {"front": tuple(fronts)}
    turn, width, height = DUPLEX[duplex], grid.paper.width, grid.paper.height
    backs = [(*turn(trim, width, height), turn(clip, width, height)[0]) for trim, _, clip in fronts]
    return {"front": tuple(fronts), "back": tuple(backs)}


def _clip(grid: Grid, trim: Rect, column: int, row: int, filled: int, bleed: float) -> Rect:
    """The trim with its bleed: to the gutter's middle where a neighbour stands, in full where none does."""

    def side(dx: int, dy: int, gutter: float) -> float:
        c, r = column + dx, row + dy
        stands = 0 <= c < grid.columns and 0 <= r < grid.rows and r * grid.columns + c < filled
        return min(bleed, gutter / 2) if stands else bleed

    left, right = side(-1, 0, grid.gutter_x), side(1, 0, grid.gutter_x)
    top, bottom = side(0, -1, grid.gutter_y), side(0, 1, grid.gutter_y)
    clip = Rect(trim.x - left, trim.y - top, trim.width + left + right, trim.height + top + bottom)
    return _on_paper(clip, grid.paper)


def _on_paper(r: Rect, paper: Paper) -> Rect:
    """What of a rectangle lies on the paper: with a margin narrower than the bleed, the bleed ends at the edge."""
    x, y = max(r.x, 0.0), max(r.y, 0.0)
    return Rect(x, y, min(r.right, paper.width) - x, min(r.bottom, paper.height) - y)


def _slots(copies: tuple[Copy, ...], places: tuple[Place, ...], side: str) -> tuple[Slot, ...]:
    out = []
    for (piece, copy, front, back), (trim, rotation, clip) in zip(copies, places, strict=True):
        face = front if side == "front" else back
        if face is not None:
            out.append(Slot(piece, copy, face, side, trim, rotation, clip))
    return tuple(out)


def _cautions(
    grid: Grid, bleed: float, left_out: tuple[str, ...], settings: SheetSettings, *, several: bool
) -> list[Caution]:
    """What to be warned of; where pieces of *several* sizes are printed, each says which it is about."""
    size = f"pieces of {grid.width / MM:g} × {grid.height / MM:g} mm: " if several else ""
    out = []
    if left_out:
        words = (
            f"no room for crop marks at the {' and '.join(left_out)}; the marks at the other sides are enough to cut by"
            if len(left_out) < 4
            else "no room for crop marks; choose a larger paper or a smaller bleed"
        )
        out.append(Caution("marks-left-out", size + words))
    enough = min(bleed, 1 * MM)
    narrow = [
        (gutter / 2, axis)
        for gutter, count, axis in ((grid.gutter_x, grid.columns, "columns"), (grid.gutter_y, grid.rows, "rows"))
        if count > 1 and gutter / 2 < enough - 1e-6
    ]
    if narrow:
        better = plan_grid(settings.paper, grid.width, grid.height, settings.margin, 2 * enough, bleed).count
        cards = (
            f"{better} cards a sheet instead of {grid.count}"
            if better < grid.count
            else f"still {better} cards a sheet"
        )
        words = (
            f"between {' and '.join(axis for _, axis in narrow)} only {min(half for half, _ in narrow) / MM:.2g} mm of "
            f"bleed are left, so cut exactly; --gutter {2 * enough / MM:g}mm gives {enough / MM:g} mm, and {cards}"
        )
        out.append(Caution("little-bleed", size + words))
    return out
