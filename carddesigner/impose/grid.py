"""How many pieces stand on a sheet, and where: a grid centred on the paper."""

from __future__ import annotations

from msgspec import Struct

from carddesigner.core.geometry import Rect
from carddesigner.core.papers import PAPERS, Paper
from carddesigner.core.report import Problem
from carddesigner.core.units import MM
from carddesigner.impose.cuts import cuts_of
from carddesigner.impose.duplex import DuplexMode
from carddesigner.impose.plan import Cell, Cut, PieceSize, SheetPlan

_TOLERANCE = 1e-6


class PaperTooSmall(Problem):
    """Not even one piece fits the paper; the message says which paper would do."""

    def __init__(self, message: str) -> None:
        super().__init__("paper-too-small", message)


class Grid(Struct, frozen=True):
    """Cells of one size on a sheet; ``paper`` is turned as the grid needs it."""

    paper: Paper
    columns: int
    rows: int
    width: float
    height: float
    gutter_x: float
    gutter_y: float
    left: float
    top: float

    def cell(self, column: int, row: int) -> Rect:
        """A cell's trim on the page."""
        x = self.left + column * (self.width + self.gutter_x)
        y = self.top + row * (self.height + self.gutter_y)
        return Rect(x, y, self.width, self.height)

    @property
    def trim(self) -> Rect:
        """The rectangle around all cells."""
        last = self.cell(self.columns - 1, self.rows - 1)
        return Rect(self.left, self.top, last.right - self.left, last.bottom - self.top)

    @property
    def count(self) -> int:
        """Cells of a sheet."""
        return self.columns * self.rows


class Wanted(Struct, frozen=True):
    """What a grid is planned for: the piece as it lies on the sheet, and how far apart; lengths in points.

    ``gutter`` None is as wide as still fits the most pieces, up to twice the bleed and never less than ``least``.
    ``even`` asks for an even number of columns, so that a sheet can be folded in its middle; ``alike`` for the same gutter
    along both axes, so that slanted cuts run through.
    """

    width: float
    height: float
    bleed: float
    margin: float
    gutter: float | None = None
    least: float = 0.0
    even: bool = False
    alike: bool = False


def grid_plan(grid: Grid, piece: PieceSize, duplex: DuplexMode) -> SheetPlan:
    """The plan of a sheet whose cells are all of one size, row by row; its backs beside them where it is folded."""
    columns = duplex.per_sheet(grid.columns)
    paper, count = grid.paper, columns * grid.rows
    trims = [grid.cell(i % columns, i // columns) for i in range(count)]
    facing = tuple(duplex.behind(t, paper.width, paper.height) for t in trims) if duplex.folded else ()
    fold = duplex.fold(paper.width)
    # Pieces that are turned to be folded have their slants elsewhere; they are cut along the art.
    cuts = cuts_of(paper, [*trims, *facing], () if duplex.folded else piece.outline)
    # Where the pieces meet at the fold, the fold is their edge.
    cuts = tuple(cut for cut in cuts if fold is None or not cut.upright or abs(cut.start[0] - fold) > 1e-3)
    folds = (Cut((fold, 0.0), (fold, paper.height)),) if fold is not None else ()
    cells = tuple(Cell(trim, piece, duplex.rotation) for trim in trims)
    return SheetPlan(paper, cells, cuts, folds, facing)


def plan_grid(paper: Paper, wanted: Wanted) -> Grid:
    """The grid with the most pieces, portrait first. Raises PaperTooSmall."""
    upright = paper if paper.width <= paper.height else paper.turned()
    grids = [_grid(p, wanted) for p in (upright, upright.turned())]
    best = max(grids, key=lambda g: g.count)
    if best.count == 0:
        raise PaperTooSmall(_too_small(paper, wanted))
    return best


def _too_small(paper: Paper, wanted: Wanted) -> str:
    width, height, margin = wanted.width, wanted.height, wanted.margin
    across = 2 * width + wanted.least if wanted.even else width
    long, short = max(across, height), min(across, height)
    fitting = [p.name for p in PAPERS.values() if short + 2 * margin <= p.width and long + 2 * margin <= p.height]
    message = (
        f"{', '.join(fitting[:-1])}{' or ' if fitting[1:] else ''}{fitting[-1]} would do"
        if fitting
        else "no named paper is large enough; give a size, such as --paper 500x700mm"
    )
    what = (
        f"front and back of a piece of {height / MM:g} × {width / MM:g} mm, foot to foot, do"
        if wanted.even
        else f"a piece of {width / MM:g} × {height / MM:g} mm does"
    )
    return (
        f"{what} not fit on {paper.name} ({paper.width / MM:g} × {paper.height / MM:g} mm) "
        f"with margins of {margin / MM:g} mm; {message}"
    )


def _grid(paper: Paper, wanted: Wanted) -> Grid:
    columns, gutter_x = _axis(paper.width - 2 * wanted.margin, wanted.width, wanted, even=wanted.even)
    rows, gutter_y = _axis(paper.height - 2 * wanted.margin, wanted.height, wanted)
    if not columns or not rows:
        columns = rows = 0
    if wanted.alike and wanted.gutter is None and min(columns, rows) > 1:
        gutter_x = gutter_y = min(gutter_x, gutter_y)
    used_x = columns * wanted.width + max(columns - 1, 0) * gutter_x
    used_y = rows * wanted.height + max(rows - 1, 0) * gutter_y
    left, top = (paper.width - used_x) / 2, (paper.height - used_y) / 2
    return Grid(paper, columns, rows, wanted.width, wanted.height, gutter_x, gutter_y, left, top)


def _axis(room: float, size: float, wanted: Wanted, *, even: bool = False) -> tuple[int, float]:
    """How many fit along one axis, and the gutter between them."""
    gutter = wanted.gutter
    least = wanted.least if gutter is None else gutter
    count = max(0, int((room + least + _TOLERANCE) // (size + least)))
    if even:
        count -= count % 2
    if gutter is not None:
        return count, gutter
    if count < 2:
        return count, 0.0
    return count, max(least, min(2 * wanted.bleed, (room - count * size) / (count - 1)))
