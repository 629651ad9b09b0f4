"""The plan of a sheet: where pieces lie on its front, where it is cut and where it is folded.

Every arrangement makes such a plan: rows and columns (``grid.py``), shared sheets, slots, the pages of booklets and
leaflets. All later steps read only the plan: clipping, backs, marks, the boxes of a page, the amount of paper used.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.geometry import Edges, Matrix, Path, Point, Rect, around_all, distance, transformed
from carddesigner.core.papers import Paper
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DuplexMode, Side

_TOLERANCE = 0.01 * MM
"""Two lines closer than this count as one cut."""


Edge = tuple[Point, Point]
"""The two ends of a straight edge."""


class PieceSize(Struct, frozen=True):
    """What a plan has to know of a piece: its trimmed size unturned, its outline from its own top left, and the bleed
    of fronts and backs. A *die* is cut along its outline, even if that has straight edges.
    """

    width: float
    height: float
    outline: Path
    front: float
    back: float
    die: bool = False

    @property
    def bleed(self) -> float:
        """The wider bleed of the two sides."""
        return max(self.front, self.back)

    def bleed_of(self, side: Side) -> float:
        """The bleed of a side."""
        return self.front if side == "front" else self.back

    @property
    def straight_sides(self) -> tuple[int, ...]:
        """The sides of the trim along which it has a straight edge, numbered clockwise from 0, the left one, to 3."""
        edges = straight_edges(self.outline)
        sides = ((0, 0.0), (1, 0.0), (0, self.width), (1, self.height))
        return tuple(
            n
            for n, (axis, at) in enumerate(sides)
            if any(max(abs(p[axis] - at), abs(q[axis] - at)) < _TOLERANCE for p, q in edges)
        )

    @property
    def round(self) -> bool:
        """Whether it has no straight edge, so that it is cut along its outline."""
        return not any(op == "l" for op, *_ in self.outline)

    @property
    def own_cut(self) -> bool:
        """Whether it is cut along its outline alone."""
        return self.die or self.round

    def lying(self, *, turned: bool) -> tuple[float, float]:
        """Width and height on the sheet, swapped if it is turned by 90°."""
        return (self.height, self.width) if turned else (self.width, self.height)


class Cell(Struct, frozen=True):
    """A place for one piece: its trim on the page, the size of pieces it takes, and the rotation of their fronts,
    clockwise in degrees about the trim's centre.

    An *edge* is set for cells of offset rows, whose rectangles overlap at the corners: the art extends this far beyond
    the outline and is clipped there.
    """

    trim: Rect
    piece: PieceSize
    rotation: int = 0
    edge: float | None = None

    @property
    def outline(self) -> Path:
        """The outline of its piece, in page coordinates."""
        (x, y), piece = self.trim.centre, self.piece
        middle = Matrix.move(-piece.width / 2, -piece.height / 2)
        return transformed(piece.outline, middle.then(Matrix.turn(self.rotation)).then(Matrix.move(x, y)))


class Cut(Struct, frozen=True):
    """A straight cut (or a fold), from left to right or from top to bottom, over its whole length: from edge to edge of
    the paper, or of the part of it that earlier cuts have left.
    """

    start: Point
    end: Point

    @property
    def upright(self) -> bool:
        """Whether it is vertical."""
        return abs(self.start[0] - self.end[0]) <= _TOLERANCE

    @property
    def level(self) -> bool:
        """Whether it is horizontal."""
        return abs(self.start[1] - self.end[1]) <= _TOLERANCE

    @property
    def slanted(self) -> bool:
        """Whether it is neither vertical nor horizontal."""
        return not (self.upright or self.level)

    @property
    def length(self) -> float:
        """Its length."""
        return distance(self.start, self.end)

    @property
    def direction(self) -> Point:
        """The unit vector from start to end."""
        (x, y), (u, v) = self.start, self.end
        return ((u - x) / self.length, (v - y) / self.length)

    def at(self, way: float) -> Point:
        """The point at this distance from its start."""
        (x, y), (dx, dy) = self.start, self.direction
        return (x + way * dx, y + way * dy)


class SheetPlan(Struct, frozen=True):
    """The plan of a sheet, seen from its front. *cells* come in the order in which copies fill them.

    *facing* holds the trims of backs that lie on the front, on a sheet that is folded to have two sides. The *clear*
    rectangles stay white: there a cutting machine's sensor looks for its marks.
    """

    paper: Paper
    cells: tuple[Cell, ...]
    cuts: tuple[Cut, ...]
    folds: tuple[Cut, ...] = ()
    facing: tuple[Rect, ...] = ()
    clear: tuple[Rect, ...] = ()

    @property
    def trims(self) -> tuple[Rect, ...]:
        """The trims of all pieces, and of backs on the same page."""
        return (*(cell.trim for cell in self.cells), *self.facing)

    @property
    def trim(self) -> Rect:
        """The rectangle around all trims."""
        return around_all(self.trims)

    @property
    def bleed(self) -> float:
        """The widest bleed on either side of the sheet."""
        return max(cell.piece.bleed for cell in self.cells)

    def bleed_of(self, side: Side) -> float:
        """The widest bleed of a side; of either side if both lie on the front."""
        return self.bleed if self.facing else max(cell.piece.bleed_of(side) for cell in self.cells)

    @property
    def sizes(self) -> tuple[PieceSize, ...]:
        """The distinct sizes of its pieces."""
        return tuple(dict.fromkeys(cell.piece for cell in self.cells))

    @property
    def shared(self) -> bool:
        """Whether it has pieces of several sizes."""
        return len(self.sizes) > 1

    @property
    def staggered(self) -> bool:
        """Whether pieces lie in offset rows; then no cut is straight."""
        return self.cells[0].edge is not None

    @property
    def middles(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """The distinct centres of the trims, sorted: the x of the columns, the y of the rows."""
        xs, ys = ({round(trim.centre[i], 6) for trim in self.trims} for i in (0, 1))
        return tuple(sorted(xs)), tuple(sorted(ys))

    @property
    def grid(self) -> tuple[int, int] | None:
        """The numbers of columns and rows; None unless every row has a piece in every column."""
        columns, rows = map(len, self.middles)
        return (columns, rows) if columns * rows == len(self.trims) and not self.shared else None

    @property
    def margins(self) -> dict[str, float]:
        """The distance from the trims to the paper's edge on each side."""
        trim = self.trim
        return {
            "left": trim.x,
            "right": self.paper.width - trim.right,
            "top": trim.y,
            "bottom": self.paper.height - trim.bottom,
        }

    def behind(self, duplex: DuplexMode) -> SheetPlan:
        """The plan as seen from the back of the sheet; the plan itself if mirroring doesn't change it."""
        paper = self.paper

        def mirrored(cut: Cut) -> Cut:
            ends = (duplex.behind(Rect(*end, 0.0, 0.0), paper.width, paper.height)[:2] for end in (cut.start, cut.end))
            return Cut(*sorted(ends))

        def rect(r: Rect) -> Rect:
            return duplex.behind(r, paper.width, paper.height)

        cuts, folds = tuple(map(mirrored, self.cuts)), tuple(map(mirrored, self.folds))
        if (
            _alike(cuts, self.cuts)
            and _alike(folds, self.folds)
            and {_place(rect(t)) for t in self.trims} == {_place(t) for t in self.trims}
            and not self.clear
        ):
            return self
        across = rect(Rect(0.0, 0.0, 0.0, 0.0)).x > 0.0
        pieces = {
            (piece, turned): _mirrored(piece, across=across != turned)
            for piece in self.sizes
            for turned in (False, True)
        }
        cells = tuple(
            replace(cell, trim=rect(cell.trim), piece=pieces[cell.piece, cell.rotation % 180 == 90])
            for cell in self.cells
        )
        return SheetPlan(paper, cells, cuts, folds, tuple(map(rect, self.facing)), tuple(map(rect, self.clear)))


def printable(paper: Paper, edges: Edges) -> Rect:
    """The area that a printer can print on a page. *edges* are its unprintable margins on a portrait page; a landscape
    page may be fed either way round, so the wider of two opposite margins counts on both sides.
    """
    left, top, right, bottom = edges
    if paper.width > paper.height:
        left, top = max(top, bottom), max(left, right)
        right, bottom = left, top
    return Edges(left, top, right, bottom).inside(paper.area)


def _mirrored(piece: PieceSize, *, across: bool) -> PieceSize:
    """A piece as seen from behind, turned over *across* (left to right) or down."""
    m = Matrix(-1.0, 0.0, 0.0, 1.0, piece.width, 0.0) if across else Matrix(1.0, 0.0, 0.0, -1.0, 0.0, piece.height)
    return replace(piece, outline=transformed(piece.outline, m))


def straight_edges(outline: Path) -> tuple[Edge, ...]:
    """The straight edges of an outline."""
    points = [(s[0], (s[-2], s[-1])) for s in outline if len(s) > 1]
    pairs = zip(points, (*points[1:], *points[:1]), strict=True)
    return tuple((p, q) for (_, p), (op, q) in pairs if op != "c" and distance(p, q) > _TOLERANCE)


def _alike(cuts: Sequence[Cut], others: Sequence[Cut]) -> bool:
    """Whether each of the cuts is among the others, within the tolerance."""
    ends = [(*cut.start, *cut.end) for cut in others]
    return all(
        any(
            abs(x - a) < _TOLERANCE and abs(y - b) < _TOLERANCE and abs(u - c) < _TOLERANCE and abs(v - d) < _TOLERANCE
            for a, b, c, d in ends
        )
        for (x, y), (u, v) in ((cut.start, cut.end) for cut in cuts)
    )


def _place(r: Rect) -> tuple[int, ...]:
    # Rounded to hundredths of a point. The offset keeps lengths in whole millimetres or inches away from a rounding
    # boundary.
    return tuple(round(100 * v + 0.27) for v in r)
