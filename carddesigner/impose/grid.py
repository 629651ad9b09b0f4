"""How many pieces lie on a sheet in rows and columns, and where: a grid centred on the paper."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.geometry import Edges, Rect
from carddesigner.core.papers import PAPERS, Paper
from carddesigner.core.report import Problem, series
from carddesigner.core.units import MM
from carddesigner.impose.cuts import cuts_of
from carddesigner.impose.cutter import CutterMarks, keeps_off
from carddesigner.impose.duplex import DuplexMode
from carddesigner.impose.gutters import ENOUGH_BLEED, Row
from carddesigner.impose.plan import Cell, Cut, PieceSize, SheetPlan, printable

USUAL_MARGIN = 6.35 * MM
"""The margin that any printer can print up to."""
_NARROWER = (1.0, 0.75, 0.5, 0.25, 0.0)
"""The gutters tried beside a cutting machine's marks, as fractions of the widest."""
_TOLERANCE = 1e-6


class PaperTooSmall(Problem):
    """Not even one piece fits the paper. The message names papers that are large enough, or a margin that is narrow
    enough; *of_margin* is true if the margin is wider than usual and a narrower one would do.
    """

    def __init__(self, message: str, *, of_margin: bool = False) -> None:
        super().__init__("paper-too-small", message)
        self.of_margin = of_margin


class Grid(Struct, frozen=True):
    """Cells of one size on a sheet; ``paper`` is turned as the grid needs it. No cell comes closer than ``near`` to a
    ``clear`` rectangle.
    """

    paper: Paper
    columns: int
    rows: int
    width: float
    height: float
    gutter_x: float
    gutter_y: float
    left: float
    top: float
    clear: tuple[Rect, ...] = ()
    near: float = 0.0

    def cell(self, column: int, row: int) -> Rect:
        """The trim of a cell on the page."""
        x = self.left + column * (self.width + self.gutter_x)
        y = self.top + row * (self.height + self.gutter_y)
        return Rect(x, y, self.width, self.height)

    @property
    def trim(self) -> Rect:
        """The rectangle around all cells."""
        last = self.cell(self.columns - 1, self.rows - 1)
        return Rect(self.left, self.top, last.right - self.left, last.bottom - self.top)

    def cells(self, columns: int | None = None) -> list[Rect]:
        """The trims of all cells, or of those in the first *columns*, row by row."""
        across = self.columns if columns is None else columns
        trims = [self.cell(i % across, i // across) for i in range(across * self.rows)]
        return [trim for trim in trims if keeps_off(trim, self.clear, self.near)] if self.clear else trims

    @property
    def gaps(self) -> tuple[float, ...]:
        """The gutters between its cells; 0 if it has only one cell."""
        across = (self.gutter_x,) if self.columns > 1 else ()
        return (*across, self.gutter_y) if self.rows > 1 else across or (0.0,)

    @property
    def count(self) -> int:
        """The number of cells."""
        return len(self.cells()) if self.clear else self.columns * self.rows


class Wanted(Struct, frozen=True):
    """What a grid has to fit: the piece as it lies on the sheet, margins and gutters. Lengths in points.

    ``gutter`` None means as wide as possible without losing a piece, up to twice the bleed and never less than
    ``least``. With ``edges``, the printer's unprintable margins, gutters give up bleed (except ``ENOUGH_BLEED``) if
    that makes room for guides that print, and a sheet takes fewer pieces if only then all of its cuts have guides; a
    given ``gutter`` stays as it is. ``even`` makes the number of columns even, so that a sheet can be folded in the
    middle; ``alike`` makes the gutters of both axes equal, so that slanted cuts run through. ``sides`` are the margins
    of a portrait page if they differ, otherwise all are ``margin``. The marks of a ``cutter`` stay clear.
    """

    width: float
    height: float
    bleed: float
    margin: float
    gutter: float | None = None
    least: float = 0.0
    even: bool = False
    alike: bool = False
    edges: Edges | None = None
    sides: Edges | None = None
    cutter: CutterMarks | None = None


def grid_plan(grid: Grid, piece: PieceSize, duplex: DuplexMode) -> SheetPlan:
    """The plan of a sheet whose cells are all of one size, row by row; if it is folded, with the backs beside the
    fronts.
    """
    columns = duplex.per_sheet(grid.columns)
    paper = grid.paper
    trims = grid.cells(columns)
    facing = tuple(duplex.behind(t, paper.width, paper.height) for t in trims) if duplex.folded else ()
    # The slanted edges of pieces turned for folding lie elsewhere; these are cut along the art.
    cuts = cuts_of(paper, [*trims, *facing], () if duplex.folded else piece.outline)
    fold = duplex.fold(paper.width)
    if fold is None:
        return SheetPlan(paper, tuple(Cell(trim, piece) for trim in trims), cuts, clear=grid.clear)
    # Where pieces meet at the fold, it is their edge; the folded sheet shows the guides of each half by themselves.
    halves = [Cut((x, cut.start[1]), (x + fold, cut.end[1])) for cut in cuts if cut.level for x in (0.0, fold)]
    upright = [cut for cut in cuts if cut.upright and abs(cut.start[0] - fold) > 1e-3]
    folds = (Cut((fold, 0.0), (fold, paper.height)),)
    cells = tuple(Cell(trim, piece, duplex.rotation) for trim in trims)
    return SheetPlan(paper, cells, (*upright, *halves), folds, facing)


@lru_cache(256)
def plan_grid(paper: Paper, wanted: Wanted) -> Grid:
    """The grid with the most pieces; portrait if landscape takes no more. Raises PaperTooSmall."""
    upright = paper.upright
    papers = (upright, upright.turned())
    grids = [_grid(p, wanted) for p in papers]
    if wanted.cutter is not None and wanted.cutter.zones(paper):
        return _guarded(_between_marks(grids, wanted), paper, wanted)
    best = max(grids, key=lambda g: (g.count, guided(g, wanted)))
    _guarded(best, paper, wanted)
    if wanted.gutter is None and not guided(best, wanted):
        step = 2 if wanted.even else 1
        fewer = (_grid(g.paper, wanted, less) for g in grids for less in ((0, 0), (step, 0), (0, 1), (step, 1)))
        best = max((g for g in fewer if g.count and guided(g, wanted)), key=lambda g: g.count, default=best)
    return best


def _between_marks(fullest: list[Grid], wanted: Wanted) -> Grid:
    """The grid with the most pieces that keep off the marks in the corners, and of these the one with the widest
    gutters. *fullest* are the grids of each paper that ignore the corners; the result may have fewer columns or rows,
    or narrower gutters.
    """
    sizes = sorted(
        ((g, columns, rows) for g in fullest for columns in range(1, g.columns + 1) for rows in range(1, g.rows + 1)),
        key=lambda size: -size[1] * size[2],
    )
    best = fullest[0]
    for full, columns, rows in sizes:
        if columns * rows < best.count:
            break
        grid = _grid(full.paper, wanted, (full.columns - columns, full.rows - rows))
        narrower = (_narrowed(grid, wanted.least, kx, ky) for kx in _NARROWER for ky in _NARROWER)
        best = max(best, *(narrower if wanted.gutter is None else (grid,)), key=lambda g: (g.count, min(g.gaps)))
    return best


def _narrowed(grid: Grid, least: float, across: float, down: float) -> Grid:
    """A grid with narrower gutters: what exceeds *least* is multiplied by *across* and *down*."""
    gutter_x, gutter_y = (least + k * (g - least) for k, g in ((across, grid.gutter_x), (down, grid.gutter_y)))
    less_x, less_y = (grid.columns - 1) * (grid.gutter_x - gutter_x), (grid.rows - 1) * (grid.gutter_y - gutter_y)
    left, top = grid.left + less_x / 2, grid.top + less_y / 2
    return replace(grid, gutter_x=gutter_x, gutter_y=gutter_y, left=left, top=top)


def _guarded(grid: Grid, paper: Paper, wanted: Wanted) -> Grid:
    """The grid, if it has cells. Raises PaperTooSmall if it has none."""
    if grid.count == 0:
        raise _too_small(paper, wanted)
    return grid


def guided(grid: Grid, wanted: Wanted) -> bool:
    """Whether every straight cut has its guides, judged by the rows and columns alone."""
    if wanted.edges is None or not grid.count:
        return True
    across, down = _rows(grid.paper, grid.columns, grid.rows, wanted, wanted.edges)
    return across.guided(grid.gutter_x) and down.guided(grid.gutter_y)


def _rows(paper: Paper, columns: int, rows: int, wanted: Wanted, edges: Edges) -> tuple[Row, Row]:
    seen = printable(paper, edges)
    left, top = max(seen.x, paper.width - seen.right), max(seen.y, paper.height - seen.bottom)
    slanted = wanted.alike and not wanted.even
    return (
        Row(paper.width, columns, wanted.width, wanted.bleed, left, wanted.even, slanted),
        Row(paper.height, rows, wanted.height, wanted.bleed, top, slanted=slanted),
    )


def _too_small(paper: Paper, wanted: Wanted) -> PaperTooSmall:
    if wanted.cutter is not None:
        return _too_small_between(paper, wanted, wanted.cutter)
    width, height, margin = wanted.width, wanted.height, wanted.margin
    across = 2 * width + wanted.least if wanted.even else width
    long, short = max(across, height), min(across, height)
    fitting = [p.name for p in PAPERS.values() if short + 2 * margin <= p.width and long + 2 * margin <= p.height]
    message = (
        f"{series(fitting, 'or')} would do"
        if fitting
        else "no named paper is large enough; give a size, such as --paper 500x700mm"
    )
    what = (
        f"front and back of a piece of {height / MM:g} × {width / MM:g} mm, foot to foot, do"
        if wanted.even
        else f"a piece of {width / MM:g} × {height / MM:g} mm does"
    )
    sides = sorted((paper.width, paper.height))
    room = min(sides[0] - short, sides[1] - long) / 2
    of_margin = margin > USUAL_MARGIN + _TOLERANCE and room >= 0.0
    if room >= 0.0:
        message = f"a margin of {int(room / MM * 100) / 100:g} mm leaves room for one; {message}"
    return PaperTooSmall(
        f"{what} not fit on {paper.name} ({paper.width / MM:g} × {paper.height / MM:g} mm) "
        f"with margins of {margin / MM:g} mm; {message}",
        of_margin=of_margin,
    )


def _too_small_between(paper: Paper, wanted: Wanted, cutter: CutterMarks) -> PaperTooSmall:
    def takes(other: Paper) -> bool:
        try:
            return plan_grid(other, wanted).count > 0
        except Problem:
            return False

    fitting = [p.name for p in PAPERS.values() if cutter.printed and p.width > paper.upright.width and takes(p)]
    would = f"{series(fitting, 'or')} would do" if fitting else "leave it out with --select, and cut it by hand"
    where = f"between the marks of {cutter.kind}" if cutter.printed else f"into what {cutter.kind} prints and cuts"
    return PaperTooSmall(
        f"a piece of {wanted.width / MM:g} × {wanted.height / MM:g} mm does not fit {where} on {paper.name} "
        f"({paper.width / MM:g} × {paper.height / MM:g} mm); {would}"
    )


def _grid(paper: Paper, wanted: Wanted, less: tuple[int, int] = (0, 0)) -> Grid:
    """The grid with the most columns and rows that fit, minus the (columns, rows) of *less*."""
    room_x, room_y = _room(paper, wanted)
    columns = max(_count(room_x, wanted.width, wanted, even=wanted.even) - less[0], 0)
    rows = max(_count(room_y, wanted.height, wanted) - less[1], 0)
    if not columns or not rows:
        columns = rows = 0
    gutter_x, gutter_y = _gutter(room_x, columns, wanted.width, wanted), _gutter(room_y, rows, wanted.height, wanted)
    if wanted.edges is not None and wanted.gutter is None and columns:
        across, down = _rows(paper, columns, rows, wanted, wanted.edges)
        least = max(wanted.least, min(2 * wanted.bleed, 2 * ENOUGH_BLEED))
        gutter_x, gutter_y = across.weighed(gutter_x, least), down.weighed(gutter_y, least)
    if wanted.alike and wanted.gutter is None and min(columns, rows) > 1:
        gutter_x = gutter_y = min(gutter_x, gutter_y)
    used_x = columns * wanted.width + max(columns - 1, 0) * gutter_x
    used_y = rows * wanted.height + max(rows - 1, 0) * gutter_y
    left, top = (paper.width - used_x) / 2, (paper.height - used_y) / 2
    clear = wanted.cutter.zones_of_front(paper) if wanted.cutter is not None else ()
    near = min(wanted.bleed, ENOUGH_BLEED)
    return Grid(paper, columns, rows, wanted.width, wanted.height, gutter_x, gutter_y, left, top, clear, near)


def _room(paper: Paper, wanted: Wanted) -> tuple[float, float]:
    """The width and height of the area in the middle of the paper that trims may take."""
    seen = printable(paper, wanted.sides if wanted.sides is not None else Edges.alike(wanted.margin))
    margin = max(seen.x, paper.width - seen.right), max(seen.y, paper.height - seen.bottom)
    if wanted.cutter is not None:
        frame = wanted.cutter.frame(paper)
        margin = max(margin[0], frame.x), max(margin[1], frame.y)
    return paper.width - 2 * margin[0], paper.height - 2 * margin[1]


def _count(room: float, size: float, wanted: Wanted, *, even: bool = False) -> int:
    """How many pieces fit along one axis."""
    least = wanted.least if wanted.gutter is None else wanted.gutter
    count = max(0, int((room + least + _TOLERANCE) // (size + least)))
    return count - count % 2 if even else count


def _gutter(room: float, count: int, size: float, wanted: Wanted) -> float:
    """The gutter between this many pieces: the given one, otherwise the widest that fits."""
    if wanted.gutter is not None:
        return wanted.gutter
    if count < 2:
        return 0.0
    return max(wanted.least, min(2 * wanted.bleed, (room - count * size) / (count - 1)))
