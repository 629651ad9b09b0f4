"""Tables whose cells have places, whatever kind of file they are read from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from carddesigner.core.report import did_you_mean
from carddesigner.core.source import Span
from carddesigner.source.files import FileProblem

MAX_ROWS = 100_000
MAX_COLUMNS = 16_384
MAX_CELLS = 5_000_000
"""The most cells of a sheet, from its first to its last one."""
MAX_CHARACTERS = 100_000
"""The most characters of a cell."""

NO_END = "the end of a line may be missing"
"""The hint for a row that is too long."""

MAX_REPORTED = 100
"""The most problems of one kind reported for a table or a column; with more, something else is wrong."""

FORMULA_ERROR = r"#(?:REF!|NAME\?|VALUE!|DIV/0!|N/A|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)|Err:5\d\d"
"""What spreadsheets write if a formula has no value."""


class WorkbookSheet(Struct, frozen=True, eq=False):
    """All cells of a sheet, row by row, blank ones included; ``place`` returns a cell's span by row and column, from 0.

    ``typed``: cells have their own types, so text that looks like a number is text. ``comma``: numbers have a decimal
    comma.
    """

    rows: Sequence[Sequence[object]]
    place: Callable[[int, int], Span]
    typed: bool = False
    comma: bool = False


class LeftOut(Struct, frozen=True):
    """The number of a row, from 1, that is not a card, and the reason: a key of ``REASONS``, or a description of its
    cells.
    """

    row: int
    why: str


class Header(Struct, frozen=True):
    """A column's name and its place."""

    name: str
    span: Span


class Row(Struct, frozen=True, eq=False):
    """A row's values, one for each header, None if empty; ``span`` is that of its first cell. ``number`` is unique in
    the table, while all rows of numbered cards have the same span.
    """

    values: tuple[object, ...]
    span: Span
    number: int


class Table(Struct, frozen=True, eq=False):
    """A table's headers and its rows without blank ones; ``place`` returns a value's span by its row and the header's
    index. ``left_out`` are filled rows that aren't cards according to the deck.
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
    """A table's cells, found by the number of a card's row and the names that an expression reads."""

    table: Table
    columns: dict[str, int]
    rows: dict[int, Row]

    def row(self, number: int | None) -> Row | None:
        """Return the row with a number, None if there is none."""
        return self.rows.get(number) if number is not None else None

    def place(self, number: int | None, reads: Iterable[tuple[str, ...]]) -> Span | None:
        """Return the cell of the first column among *reads*, such as ("card", "cost"); the row's place if none is a
        column.
        """
        names = [".".join(path[1:]) for path in sorted(reads) if path[0] == "card"]
        column = next((self.columns[n] for n in names if n in self.columns), None)
        row = self.row(number)
        if row is None:
            return None
        return self.table.place(row, column) if column is not None else row.span


def cells_of(table: Table) -> Cells:
    """Return the cells of a table."""
    return Cells(table, {name: i for i, name in enumerate(table.names)}, {r.number: r for r in table.rows})


def repeated(texts: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Yield the index of each repeated text with that of its first occurrence, ignoring blank ones: at most
    MAX_REPORTED.
    """
    first: dict[str, int] = {}
    repeats = ((i, n) for i, text in enumerate(texts) if text and (n := first.setdefault(text, i)) != i)
    return islice(repeats, MAX_REPORTED)


def check_renamed(columns: object, names: Sequence[str], what: str) -> None:
    """Refuse new names for unknown columns. Raises FileProblem."""
    for old in columns if isinstance(columns, dict) else ():
        if old not in names:
            message = f"`columns` renames {old!r}, which is not a {what}{did_you_mean(old, names)}"
            hint = f"there are {', '.join(names[:20])}{', …' if len(names) > 20 else ''}"
            raise FileProblem("unknown-column", message, hint=hint, setting="columns")


def text_of(value: object) -> str:
    """Return a cell's value as stripped text."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).strip()
