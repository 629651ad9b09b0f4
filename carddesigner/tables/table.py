"""Tables whose cells can say where they stand, whatever kind of file they are read from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from carddesigner.core.report import did_you_mean
from carddesigner.core.source import Span
from carddesigner.source.files import FileProblem

MAX_ROWS = 100_000
MAX_COLUMNS = 16_384
MAX_CELLS = 5_000_000
"""Cells of one sheet, from its first to its last one."""
MAX_CHARACTERS = 100_000
"""Of one cell."""

MAX_REPORTED = 100
"""Problems of one kind that are reported of a table or a column: beyond, something else is wrong."""

FORMULA_ERROR = re.compile(r"#(?:REF!|NAME\?|VALUE!|DIV/0!|N/A|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)|Err:5\d\d")
"""What spreadsheets write where a formula has no value."""


class WorkbookSheet(Struct, frozen=True, eq=False):
    """All cells of a sheet, row by row, blank ones included; ``place`` finds a cell's span by its row and column, from 0.

    ``typed``: cells have types of their own, so text that looks like a number is text; ``comma``: that is decimal.
    """

    rows: Sequence[Sequence[object]]
    place: Callable[[int, int], Span]
    typed: bool = False
    comma: bool = False


class LeftOut(Struct, frozen=True):
    """A row, from 1, that is no card, and why: a kind that ``REASONS`` explains, or what it says or lacks."""

    row: int
    why: str


class Header(Struct, frozen=True):
    """A column's name and where it stands."""

    name: str
    span: Span


class Row(Struct, frozen=True, eq=False):
    """A row's values, one a header, None where there is none; ``span`` is its first cell's. No other row of its table has its
    ``number``, while all that are made by number have one span.
    """

    values: tuple[object, ...]
    span: Span
    number: int


class Table(Struct, frozen=True, eq=False):
    """A table's headers and its rows, blank ones left out; ``place`` is a value's span by its row and header's index. ``left_out``
    are filled rows that the deck says are no cards.
    """

    path: str
    headers: tuple[Header, ...]
    rows: tuple[Row, ...]
    place: Callable[[Row, int], Span]
    typed: bool
    comma: bool = False
    left_out: tuple[LeftOut, ...] = ()

    @property
    def names(self) -> list[str]:
        """The columns' names."""
        return [h.name for h in self.headers]


class Cells(Struct, frozen=True, eq=False):
    """A table's cells, looked up by the number of a card's row and by the names that an expression reads."""

    table: Table
    columns: dict[str, int]
    rows: dict[int, Row]

    def row(self, number: int | None) -> Row | None:
        """The row of that number."""
        return self.rows.get(number) if number is not None else None

    def place(self, number: int | None, reads: Iterable[tuple[str, ...]]) -> Span | None:
        """The cell of the first column that is read, such as ("card", "cost"); the row's place if none is a column's."""
        names = [".".join(path[1:]) for path in sorted(reads) if path[0] == "card"]
        column = next((self.columns[n] for n in names if n in self.columns), None)
        found = self.row(number)
        if found is None:
            return None
        return self.table.place(found, column) if column is not None else found.span


def cells_of(table: Table) -> Cells:
    """The cells of a table."""
    return Cells(table, {name: i for i, name in enumerate(table.names)}, {r.number: r for r in table.rows})


def repeated(texts: Iterable[str]) -> Iterator[tuple[int, int]]:
    """The index of each text that stands again with that of its first, blank ones left out: at most MAX_REPORTED."""
    first: dict[str, int] = {}
    found = ((i, n) for i, text in enumerate(texts) if text and (n := first.setdefault(text, i)) != i)
    return islice(found, MAX_REPORTED)


def check_renamed(columns: object, names: Sequence[str], what: str) -> None:
    """Refuse new names for columns that are not there. Raises FileProblem."""
    for old in columns if isinstance(columns, dict) else ():
        if old not in names:
            message = f"`columns` renames {old!r}, which is no {what}{did_you_mean(old, names)}"
            hint = f"there are {', '.join(names[:20])}{', …' if len(names) > 20 else ''}"
            raise FileProblem("unknown-column", message, hint=hint, setting="columns")


def text_of(value: object) -> str:
    """A cell's value as text, without spaces around it."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).strip()
