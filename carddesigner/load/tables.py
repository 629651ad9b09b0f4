"""A component's table to headers and rows whose cells can say where they stand, whatever kind of file it is in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from pathlib import Path

from msgspec import Struct

from carddesigner.core.report import Report, did_you_mean
from carddesigner.core.source import Span
from carddesigner.load.files import display_path, read_bytes
from carddesigner.schema.rows import Rows

MOST_ROWS = 100_000
MOST_COLUMNS = 16_384
MOST_CHARACTERS = 100_000
"""Of one cell."""


class Sheet(Struct, frozen=True, eq=False):
    """All cells of a sheet, row by row from its first, blank ones included.

    ``place`` gives a cell's span by its row and column, both from 0: places are looked up when somebody asks, because
    next to nobody does. ``typed`` says that the cells have types of their own, so that text which looks like a number
    is meant to be text.
    """

    rows: Sequence[Sequence[object]]
    place: Callable[[int, int], Span]
    typed: bool = False


class Header(Struct, frozen=True):
    """A column's name and where it stands."""

    name: str
    span: Span


class Row(Struct, frozen=True, eq=False):
    """A row's values, one a header, None where there is none; ``span`` is its first cell's."""

    values: tuple[object, ...]
    span: Span
    number: int


class Table(Struct, frozen=True, eq=False):
    """A table's headers and its rows, blank ones left out; ``place`` is a value's span by its row and header's index."""

    path: str
    headers: tuple[Header, ...]
    rows: tuple[Row, ...]
    place: Callable[[Row, int], Span]
    typed: bool


def text_of(value: object) -> str:
    """A cell's value as text, without spaces around it."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime) and not (value.hour or value.minute or value.second):
        value = value.date()
    if isinstance(value, (date, datetime)):
        return value.isoformat(" ") if isinstance(value, datetime) else value.isoformat()
    return str(value).strip()


def read_table(path: Path, rows: Rows, report: Report) -> Table | None:
    """The table of a file; None if it can't be used, with the reasons in the report. Raises FileProblem."""
    shown = display_path(path)
    kind = path.suffix.lower()
    before = len(report.errors)
    table: Table | None = None
    if kind in (".csv", ".tsv", ".tab", ".txt"):
        from carddesigner.load.delimited import read_delimited

        table = _table(shown, read_delimited(path, read_bytes(path), rows.encoding, report), rows, report)
    elif kind in (".xlsx", ".xlsm", ".ods"):
        from carddesigner.load.workbook import read_workbook

        table = _table(shown, read_workbook(path, read_bytes(path), rows.sheet, report), rows, report)
    elif kind in (".json", ".yaml", ".yml"):
        from carddesigner.load.records import read_records

        table = read_records(path, rows, report)
    else:
        words = f"{kind or 'no extension'}: tables are read from .csv, .tsv, .xlsx, .ods, .json and .yaml"
        report.error("unknown-table", words, Span(shown))
    if table is not None and len(table.rows) > MOST_ROWS:
        words = f"the table has {len(table.rows):,} rows; at most {MOST_ROWS:,} are read"
        report.error("table-too-large", words, Span(shown))
    return table if len(report.errors) == before else None


def _table(shown: str, sheet: Sheet | None, rows: Rows, report: Report) -> Table | None:
    """Headers and rows of a sheet: the header where the deck says, or the first row that is not blank."""
    if sheet is None:
        return None
    at = rows.header - 1 if rows.header is not None else _first_filled(sheet.rows)
    if at >= len(sheet.rows) or not any(text_of(v) for v in sheet.rows[at]):
        words = "the table has no header row" if rows.header is None else f"row {rows.header} is blank"
        report.error("empty-table", words, Span(shown))
        return None
    headers = _headers(sheet, at, rows, report)
    if headers is None:
        return None
    used = [i for i, h in enumerate(headers) if h is not None]
    width = len(headers)
    out = []
    for number in range(at + 1, len(sheet.rows)):
        cells = sheet.rows[number]
        if not any(v is not None and v != "" for v in cells):
            continue
        if len(cells) > width:
            extra = next((i for i in range(width, len(cells)) if text_of(cells[i])), None)
            if extra is not None:
                words = f"the row has {sum(bool(text_of(v)) for v in cells)} cells, the header {width}"
                hint = "put text that holds the delimiter in quotes"
                report.error("too-many-cells", words, sheet.place(number, extra), hint=hint)
                continue
        values = tuple([cells[i] if i < len(cells) and cells[i] != "" else None for i in used])
        out.append(Row(values, sheet.place(number, 0), number))

    def place(row: Row, column: int) -> Span:
        return sheet.place(row.number, used[column])

    return Table(shown, tuple(h for h in headers if h is not None), tuple(out), place, sheet.typed)


def _first_filled(rows: Sequence[Sequence[object]]) -> int:
    return next((i for i, cells in enumerate(rows) if any(text_of(v) for v in cells)), len(rows))


def _column(name: str, at: int, rows: Rows) -> str:
    """A column's name as the deck has it."""
    if isinstance(rows.columns, tuple):
        return rows.columns[at] if at < len(rows.columns) else name
    return rows.columns.get(name, name)


def _headers(sheet: Sheet, at: int, rows: Rows, report: Report) -> list[Header | None] | None:
    """The columns' names, None for a column without any cell; a column is named by the deck or by its header."""
    cells = sheet.rows[at]
    last = max((i for i, v in enumerate(cells) if text_of(v)), default=-1)
    if isinstance(rows.columns, tuple):
        last = max(last, len(rows.columns) - 1)
    if last >= MOST_COLUMNS:
        words = f"the table has {last + 1:,} columns; at most {MOST_COLUMNS:,} are read"
        report.error("table-too-large", words, sheet.place(at, 0))
        return None
    out: list[Header | None] = []
    seen: set[str] = set()
    filled: set[int] | None = None
    for i in range(last + 1):
        name = _column(text_of(cells[i]) if i < len(cells) else "", i, rows)
        span = sheet.place(at, i)
        if not name:
            if filled is None:
                filled = {c for cells in sheet.rows[at + 1 :] for c, v in enumerate(cells) if text_of(v)}
            if i in filled:
                hint = "name it in the table, or name all columns under `columns:`"
                report.error("empty-header", f"column {i + 1} has cells but no name", span, hint=hint)
            out.append(None)
            continue
        if name in seen:
            hint = "name them apart in the table, or name all columns under `columns:`"
            report.error("duplicate-header", f"two columns are called {name!r}", span, hint=hint)
        seen.add(name)
        out.append(Header(name, span))
    if isinstance(rows.columns, dict):
        known = [text_of(v) for v in cells if text_of(v)]
        for old in rows.columns:
            if old not in known:
                words = f"`columns` renames {old!r}, which is no column{did_you_mean(old, known)}"
                report.error("unknown-column", words, sheet.place(at, 0))
    return out
