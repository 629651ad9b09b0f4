"""A table as it stands in its file, to be edited: its columns, its rows as texts, and the text of the file after an edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NoReturn

from msgspec import Struct

from carddesigner.source.yaml_edits import EditProblem
from carddesigner.tables.table import MAX_COLUMNS, MAX_ROWS

Cell = tuple[int, int]
"""A row and a column of a grid, from 0."""


class GridColumn(Struct, frozen=True):
    """A column: what the file calls it, and what the deck does, None where it isn't read."""

    header: str
    name: str | None


class Grid:
    """A table as its file has it. Rows that are blank lines are none; every row has a text for each column.

    What changes it gives the text of the file afterwards, in which all else is as it was, and raises EditProblem where the file
    can't say that. ``numbers`` are the rows' places in the file, as the rows of a `Table` have them.
    """

    columns: tuple[GridColumn, ...] = ()
    rows: Sequence[Sequence[str]] = ()
    numbers: Sequence[int] = ()
    locked: str = ""
    """Why nothing of it can be changed here, if so."""
    fixed_rows: str = ""
    """Why it can get no rows nor lose any, if so."""
    fixed_columns: str = ""
    """The same of columns."""

    def find(self, place: str) -> Cell | None:
        """The cell at a place as problems name it behind the file, such as ``14:3`` or ``Cards!B14``; of a row alone the column -1."""
        return None

    def with_cells(self, cells: Mapping[Cell, str]) -> str:
        """Cells get other texts."""
        self._refuse()

    def with_rows(self, at: int, rows: Sequence[Sequence[str]]) -> str:
        """Rows are added before the one *at* a place, or last."""
        self._refuse()

    def without_rows(self, rows: Sequence[int]) -> str:
        """Rows are removed."""
        self._refuse()

    def with_rows_moved(self, rows: Sequence[int], to: int) -> str:
        """Rows come to stand before the one that is *to* at present, or last."""
        self._refuse()

    def with_column(self, at: int, header: str, cells: Sequence[str]) -> str:
        """A column is added before the one *at* a place, or last, with a text for each row."""
        self._refuse()

    def without_column(self, column: int) -> str:
        """A column is removed."""
        self._refuse()

    def with_column_moved(self, column: int, to: int) -> str:
        """A column becomes the one with the index *to*."""
        self._refuse()

    def with_header(self, column: int, header: str) -> str:
        """A column is called otherwise in the file."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise EditProblem(self.locked)


def too_many(rows: int, columns: int) -> str:
    """Why a table can't be so large; blank where it can."""
    if rows > MAX_ROWS:
        return f"the table would have {rows:,} rows; at most {MAX_ROWS:,} are read"
    if columns > MAX_COLUMNS:
        return f"the table would have {columns:,} columns; at most {MAX_COLUMNS:,} are read"
    return ""


def order_after(count: int, moved: Sequence[int], to: int) -> list[int]:
    """The indexes of so many things in the order in which some of them stand before the one that is *to* at present."""
    those = set(moved)
    before = [i for i in range(count) if i < to and i not in those]
    return [*before, *sorted(those), *(i for i in range(count) if i >= to and i not in those)]
