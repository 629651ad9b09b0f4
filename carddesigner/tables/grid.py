"""A table as its file contains it, for editing: its columns, its rows as texts, and the text of the file after an
edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NoReturn

from msgspec import Struct

from carddesigner.source.yaml_edits import EditProblem
from carddesigner.tables.table import MAX_COLUMNS, MAX_ROWS

Cell = tuple[int, int]
"""A row and a column of a grid, from 0."""


class GridColumn(Struct, frozen=True):
    """A column: its name in the file, and its name in the deck, None if it isn't read."""

    header: str
    name: str | None


class Grid:
    """A table as its file contains it. Blank lines are no rows; every row has a text for each column.

    Methods that edit return the text of the whole file after the edit, with everything else unchanged. They raise
    EditProblem if the file can't express the edit. ``numbers`` are the rows' numbers in the file, as in the rows of a
    `Table`.
    """

    columns: tuple[GridColumn, ...] = ()
    rows: Sequence[Sequence[str]] = ()
    numbers: Sequence[int] = ()
    locked: str = ""
    """Why nothing can be changed, empty if something can."""
    fixed_rows: str = ""
    """Why rows can't be added or removed, empty if they can."""
    fixed_columns: str = ""
    """Why columns can't be added or removed, empty if they can."""

    def find(self, place: str) -> Cell | None:
        """Return the cell at a place as problems give it after the file's name, such as ``14:3`` or ``Cards!B14``; its
        column is -1 if the place is a row's.
        """
        return None

    def with_cells(self, cells: Mapping[Cell, str]) -> str:
        """Set the texts of cells."""
        self._refuse()

    def with_rows(self, at: int, rows: Sequence[Sequence[str]]) -> str:
        """Insert rows before the one *at* an index, or at the end."""
        self._refuse()

    def without_rows(self, rows: Sequence[int]) -> str:
        """Remove rows."""
        self._refuse()

    def with_rows_moved(self, rows: Sequence[int], to: int) -> str:
        """Move rows before the one that is now at index *to*, or to the end."""
        self._refuse()

    def with_column(self, at: int, header: str, cells: Sequence[str]) -> str:
        """Insert a column before the one *at* an index, or at the end, with a text for each row."""
        self._refuse()

    def without_column(self, column: int) -> str:
        """Remove a column."""
        self._refuse()

    def with_column_moved(self, column: int, to: int) -> str:
        """Move a column to the index *to*."""
        self._refuse()

    def with_header(self, column: int, header: str) -> str:
        """Rename a column in the file."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise EditProblem(self.locked)


def too_many(rows: int, columns: int) -> str:
    """Return why a table can't be so large; empty if it can."""
    if rows > MAX_ROWS:
        return f"the table would have {rows:,} rows; at most {MAX_ROWS:,} are read"
    if columns > MAX_COLUMNS:
        return f"the table would have {columns:,} columns; at most {MAX_COLUMNS:,} are read"
    return ""


def order_after(count: int, moved: Sequence[int], to: int) -> list[int]:
    """Return the indexes of *count* items after the *moved* ones were put before the one now at index *to*."""
    those = set(moved)
    before = [i for i in range(count) if i < to and i not in those]
    return [*before, *sorted(those), *(i for i in range(count) if i >= to and i not in those)]
