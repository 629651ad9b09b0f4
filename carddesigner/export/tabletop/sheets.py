"""Sheets of pictures for virtual tables: how many cells, at which resolution, and what each shows."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from io import BytesIO
from math import ceil, floor
from typing import TYPE_CHECKING

from msgspec import Struct

from carddesigner.core.face import LaidFace
from carddesigner.export.bitmaps import FaceLook, Side, face_pictures
from carddesigner.export.tabletop.things import Thing

if TYPE_CHECKING:
    from PIL.Image import Image

    from carddesigner.deck.loaded import LoadedDeck

COLUMNS, ROWS = 10, 7
"""The most columns and rows of a sheet; the last cell shows the hidden side of cards."""
MAX_SIDE = 4096
"""The largest side of a picture in pixels, as the game's makers advise."""
BEST_DPI = 300
"""The dots per inch that suffice: as in print."""
_QUALITY = 92
_HIDDEN = (128, 128, 128)
"""Shown for a hidden card with its own back, and in cells without a card."""
_BLANK = (255, 255, 255)
"""The back of a card that has none."""

Cell = tuple[LaidFace, LaidFace | None]


class Grid(Struct, frozen=True):
    """The columns and rows of a sheet, and the size of a cell in pixels."""

    columns: int
    rows: int
    width: int
    height: int
    dpi: int


class SheetPlan(Struct, frozen=True):
    """The cards of one size on a sheet, in the order of its cells. They share a back (None for a blank one), or, with
    ``unique``, each has its own, on a second sheet like the first.
    """

    grid: Grid
    cells: tuple[Cell, ...]
    unique: bool
    rounded: bool


class DrawnSheet(Struct, frozen=True):
    """A sheet's files: the names of the pictures of faces and of backs, and the bytes by name."""

    plan: SheetPlan
    face: str
    back: str
    files: dict[str, bytes]


def pixels(size: float, dpi: int) -> int:
    """The number of pixels for a length in points."""
    return max(1, floor(round(size * dpi / 72, 6) + 0.5))


def plan_sheets(things: Sequence[Thing], dpi: int | None) -> list[SheetPlan]:
    """Plan the sheets of cards: as few as possible without a *dpi*, otherwise as many as that takes; a card that is too
    large for it gets the highest resolution that fits.
    """
    groups: dict[tuple[tuple[float, float], bool, int | None], dict[tuple[int, int], Cell]] = {}
    fronts = Counter((t.size, t.rounded, id(t.back)) for t in {(id(t.front), id(t.back)): t for t in things}.values())
    lone = Counter((size, rounded) for (size, rounded, _), count in fronts.items() if count == 1)
    for thing in things:
        # Cards that are the only one with their back share a sheet, if there are several.
        alone = fronts[thing.size, thing.rounded, id(thing.back)] == 1 and lone[thing.size, thing.rounded] > 1
        group = groups.setdefault((thing.size, thing.rounded, None if alone else id(thing.back)), {})
        group.setdefault((id(thing.front), id(thing.back)), (thing.front, thing.back))
    out = []
    for (_, rounded, back), cells in groups.items():
        every = tuple(cells.values())
        grids = _grids(every[0][0], len(every), dpi)
        start = 0
        for grid, count in grids:
            out.append(SheetPlan(grid, every[start : start + count], back is None, rounded))
            start += count
    return out


def _grids(face: LaidFace, count: int, dpi: int | None) -> Iterator[tuple[Grid, int]]:
    """Yield grids for *count* cards, and the number of cards on each."""
    if dpi is not None:
        # One cell is for hidden cards.
        dpi = _best(face, 2, dpi).dpi
        width, height = pixels(face.width, dpi), pixels(face.height, dpi)
        columns, rows = min(COLUMNS, MAX_SIDE // width), min(ROWS, MAX_SIDE // height)
        each = ceil(count / ceil(count / (columns * rows - 1)))
        first = Grid(columns, rows, width, height, dpi)
    else:
        each = ceil(count / ceil(count / (COLUMNS * ROWS - 1)))
        first = _best(face, each + 1)
    for start in range(0, count, each):
        here = min(each, count - start)
        # The last sheet is no higher than necessary.
        columns = min(first.columns, here + 1)
        rows = ceil((here + 1) / columns)
        yield Grid(columns, rows, first.width, first.height, first.dpi), here


def _best(face: LaidFace, cells: int, enough: int = BEST_DPI) -> Grid:
    """The grid of at least *cells* cells with the highest resolution, up to *enough*."""

    def grid(columns: int) -> Grid:
        rows = ceil(cells / columns)
        dpi = min(enough, fitting(face.width, columns), fitting(face.height, rows))
        return Grid(columns, rows, pixels(face.width, dpi), pixels(face.height, dpi), dpi)

    fit = [grid(columns) for columns in range(1, COLUMNS + 1) if ceil(cells / columns) <= ROWS]
    return max(fit, key=lambda g: (g.dpi, -g.columns * g.rows, -abs(g.columns * g.width - g.rows * g.height)))


def fitting(size: float, count: int) -> int:
    """The highest dots per inch at which *count* pieces of a length in points fit in a row."""
    dpi = max(1, int(MAX_SIDE / count / size * 72) + 1)
    while dpi > 1 and count * pixels(size, dpi) > MAX_SIDE:
        dpi -= 1
    return dpi


def draw_sheet(deck: LoadedDeck, plan: SheetPlan, stem: str) -> DrawnSheet:
    """Render a sheet's cells, each distinct face once, and name its pictures by *stem* and content."""
    from PIL import Image

    grid = plan.grid
    shared = None if plan.unique else plan.cells[0][1]
    faces: dict[tuple[str, int], tuple[LaidFace, Side]] = {}
    for index, (front, back) in enumerate(plan.cells):
        faces["front", index] = front, "front"
        if plan.unique and back is not None:
            faces["back", index] = back, "back"
    if shared is not None:
        faces["hidden", 0] = shared, "back"
    size = grid.columns * grid.width, grid.rows * grid.height
    sheets = {side: Image.new("RGB", size, _HIDDEN) for side in (("front", "back") if plan.unique else ("front",))}
    last = grid.columns * grid.rows - 1
    blank = Image.new("RGB", (grid.width, grid.height), _BLANK)
    hidden = blank
    for names, image in face_pictures(deck, faces, FaceLook(grid.dpi)):
        for kind, index in names:
            if kind == "hidden":
                hidden = image
            else:
                sheets[kind].paste(image, _corner(grid, index))
    if plan.unique:
        for index, (_, back) in enumerate(plan.cells):
            if back is None:
                sheets["back"].paste(blank, _corner(grid, index))
    else:
        sheets["front"].paste(hidden, _corner(grid, last))
    data = {side: jpeg(image) for side, image in sheets.items()}
    data.setdefault("back", jpeg(hidden))
    named = {side: named_by_content(stem, content, "jpg") for side, content in data.items()}
    return DrawnSheet(plan, named["front"], named["back"], {named[side]: data[side] for side in data})


def _corner(grid: Grid, index: int) -> tuple[int, int]:
    return index % grid.columns * grid.width, index // grid.columns * grid.height


def draw_pair(deck: LoadedDeck, cell: Cell, dpi: int) -> bytes:
    """A picture of a front, and to its right its back as seen, or blank."""
    from PIL import Image

    front, back = cell
    width, height = pixels(front.width, dpi), pixels(front.height, dpi)
    sheet = Image.new("RGB", (2 * width, height), _BLANK)
    faces: dict[str, tuple[LaidFace, Side]] = {"front": (front, "front")}
    if back is not None:
        faces["back"] = back, "back"
    for names, image in face_pictures(deck, faces, FaceLook(dpi)):
        for name in names:
            sheet.paste(image, (width if name == "back" else 0, 0))
    return jpeg(sheet)


def named_by_content(stem: str, data: bytes, ending: str) -> str:
    """A file name that changes with the content, so that the game shows nothing outdated from its cache."""
    return f"{stem}-{hashlib.sha256(data).hexdigest()[:16]}.{ending}"


def jpeg(image: Image) -> bytes:
    """Encode a picture as JPEG, with full colour resolution for small text."""
    out = BytesIO()
    image.save(out, "JPEG", quality=_QUALITY, subsampling=0)
    return out.getvalue()
