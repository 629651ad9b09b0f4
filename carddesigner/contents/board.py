"""Boards of pieces: positions drawn from rows of letters, with arrows on and between them."""

from math import hypot
from typing import Any

from msgspec import Struct
from pydantic import Field

from carddesigner.contents.base import Length, Measure, Model, refusal
from carddesigner.contents.paint import StrokeStyle
from carddesigner.contents.zone import ResolvedZone
from carddesigner.core.color import Gray
from carddesigner.core.geometry import Rect, polygon
from carddesigner.core.items import Item, PathItem, Stroke
from carddesigner.core.units import MM
from carddesigner.text.positions import Cell, Position

_HEAD = 4.0
"""The length and width of an arrow's head, as a multiple of the line's width."""


class BoardSettings(Model):
    """A board's measures: of its cells, the space between cells and between positions, and the look of arrows."""

    cell: tuple[Length, Length] | None = None
    """Width and height of a cell in figures, 7mm each if left out. In a zone the board is as large as the box allows,
    in the same proportions.
    """
    gap: Measure = 0.0
    """Space between cells."""
    between: Measure = 7 * MM
    """Space between two positions, for the arrow from one to the other."""
    arrow: StrokeStyle | None = None
    """The line of arrows; black, of 1pt, if left out."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse cells without an area."""
        if min(self.measures) <= 0:
            raise refusal("bad-length", "a cell is wider and higher than 0", "cell")

    @property
    def measures(self) -> tuple[float, float]:
        """A cell's width and height."""
        return self.cell or (7 * MM, 7 * MM)


class BoardContent(Model):
    """``board:`` a position of pieces."""

    board: str
    """Which of the template's `boards` is drawn, as large as the box allows."""
    position: str = Field(coerce_numbers_to_str=True)
    """The pieces on it: one line for each row, in it one letter of the board's `pieces` for each cell, `.` for an empty
    one. A line `->` begins the next position, a line `b2 > e2` is an arrow.
    """


class Board(Struct, frozen=True, eq=False):
    """A board with nothing left to look up: its positions, and the zone for each letter in them."""

    settings: BoardSettings
    positions: tuple[Position, ...]
    pieces: dict[str, ResolvedZone]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of all positions together, in points, with cells of the size in the settings."""
        sizes = [self._size(p) for p in self.positions]
        between = self.settings.between * (len(sizes) - 1)
        return sum(w for w, _ in sizes) + between, max(h for _, h in sizes)

    def _size(self, position: Position) -> tuple[float, float]:
        (width, height), gap = self.settings.measures, self.settings.gap
        columns, rows = len(position.rows[0]), len(position.rows)
        return columns * width + (columns - 1) * gap, rows * height + (rows - 1) * gap


def place_board(board: Board, frame: Rect) -> tuple[list[tuple[ResolvedZone, Rect]], list[Item]]:
    """The places of pieces, row by row, and the arrows over them: positions side by side in the middle of a frame, as
    large as it allows.
    """
    width, height = board.size
    k = min(frame.width / width, frame.height / height)
    if k <= 0:
        return [], []
    settings = board.settings
    wide, high, gap = (k * v for v in (*settings.measures, settings.gap))
    line = _line(settings.arrow, k)
    x = frame.x + (frame.width - k * width) / 2
    middle = frame.y + frame.height / 2
    pieces: list[tuple[ResolvedZone, Rect]] = []
    arrows: list[Item] = []
    for position in board.positions:
        columns, rows = len(position.rows[0]), len(position.rows)
        y = middle - (rows * high + (rows - 1) * gap) / 2

        def cell(at: Cell, x: float = x, y: float = y) -> Rect:
            return Rect(x + at[0] * (wide + gap), y + at[1] * (high + gap), wide, high)

        if position.follows:
            room = k * settings.between
            arrows += _arrow((x - 0.78 * room, middle), (x - 0.22 * room, middle), line)
        for row, letters in enumerate(position.rows):
            pieces += [(board.pieces[c], cell((i, row))) for i, c in enumerate(letters) if c in board.pieces]
        for start, end in position.arrows:
            arrows += _arrow(cell(start).centre, cell(end).centre, line)
        x += columns * wide + (columns - 1) * gap + k * settings.between
    return pieces, arrows


def _line(arrow: StrokeStyle | None, k: float) -> Stroke:
    if arrow is None:
        return Stroke(Gray(0.0), k)
    return Stroke(arrow.color, k * arrow.width, tuple(k * d for d in arrow.dash))


def _arrow(start: tuple[float, float], end: tuple[float, float], line: Stroke) -> list[Item]:
    """A line that ends in a filled head."""
    (x0, y0), (x1, y1) = start, end
    length = hypot(x1 - x0, y1 - y0)
    if not length or not line.width:
        return []
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    head = min(_HEAD * line.width, length)
    bx, by = x1 - head * ux, y1 - head * uy
    tip = polygon(((x1, y1), (bx - uy * head / 2, by + ux * head / 2), (bx + uy * head / 2, by - ux * head / 2)))
    # The line ends inside the head, so that no gap can show between them.
    stop = (x1 - 0.8 * head * ux, y1 - 0.8 * head * uy)
    return [PathItem((("m", x0, y0), ("l", *stop)), stroke=line), PathItem(tip, line.color)]
