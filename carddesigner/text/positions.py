"""Parse rows of letters into positions on a board: the pieces in the cells, and arrows between cells.

Each line is a row, each letter a cell; spaces are ignored. A line ``->`` sets another position beside the first with an
arrow between them, an empty line one without. A line ``b2 > e2`` is an arrow on the board: columns are letters from the
left, rows numbers from the top.
"""

from __future__ import annotations

import re

from msgspec import Struct

from carddesigner.core.report import Problem

EMPTY = "."
"""An empty cell, unless the board has a piece of that name."""
NEXT = "->"
MAX_CELLS = 1000
"""The maximum number of cells of all positions of a board together."""

_ARROW = r"([a-z])([1-9]\d?)\s*>\s*([a-z])([1-9]\d?)"

Cell = tuple[int, int]
"""Column and row, from 0."""


class Position(Struct, frozen=True):
    """Rows of letters of equal length; arrows from cell to cell; whether an arrow points here from the position
    before.
    """

    rows: tuple[str, ...]
    arrows: tuple[tuple[Cell, Cell], ...] = ()
    follows: bool = False


class PositionProblem(Problem):
    """An invalid position; ``line`` counts from 0 in the text."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__("board-position", message)
        self.line = line


def parse_positions(text: str) -> tuple[Position, ...]:
    """Return the positions in *text*, from left to right. Raises PositionProblem."""
    if len(text) > 10 * MAX_CELLS:
        raise PositionProblem(f"a board has at most {MAX_CELLS} cells")
    out: list[Position] = []
    rows: list[str] = []
    arrows: list[tuple[Cell, Cell, int]] = []
    follows = False
    lines = text.splitlines()
    for number, line in enumerate([*lines, ""]):
        written = "".join(line.split())
        if written and written != NEXT:
            arrow = re.fullmatch(_ARROW, line.strip())
            if arrow is not None:
                arrows.append((_cell(*arrow.group(1, 2)), _cell(*arrow.group(3, 4)), number))
            elif ">" in written:
                raise PositionProblem(f"{line.strip()!r} is no arrow; write b2 > e2, or -> between positions", number)
            elif rows and len(written) != len(rows[0]):
                raise PositionProblem(
                    f"this row has {len(written)} cells, the first has {len(rows[0])}; an empty cell is {EMPTY!r}",
                    number,
                )
            else:
                rows.append(written)
            continue
        if rows:
            out.append(Position(tuple(rows), _on_board(arrows, rows), follows))
            follows = False
        elif arrows:
            raise PositionProblem("an arrow stands under the rows that it points at", arrows[0][2])
        if written == NEXT:
            if not out or follows:
                raise PositionProblem(f"{NEXT!r} stands between two positions", number)
            follows = True
        rows, arrows = [], []
    if follows:
        raise PositionProblem(f"{NEXT!r} stands between two positions", len(lines) - 1)
    if not out:
        raise PositionProblem("a board needs rows of letters, one for each cell")
    if sum(len(p.rows) * len(p.rows[0]) for p in out) > MAX_CELLS:
        raise PositionProblem(f"a board has at most {MAX_CELLS} cells")
    return tuple(out)


def _cell(column: str, row: str) -> Cell:
    return ord(column) - ord("a"), int(row) - 1


def _on_board(arrows: list[tuple[Cell, Cell, int]], rows: list[str]) -> tuple[tuple[Cell, Cell], ...]:
    for start, end, number in arrows:
        for column, row in (start, end):
            if column >= len(rows[0]) or row >= len(rows):
                last = f"{chr(ord('a') + min(len(rows[0]), 26) - 1)}{len(rows)}"
                raise PositionProblem(
                    f"{chr(ord('a') + column)}{row + 1} is not on the board; it goes from a1 to {last}", number
                )
        if start == end:
            raise PositionProblem("an arrow goes from one cell to another", number)
    return tuple((start, end) for start, end, _ in arrows)
