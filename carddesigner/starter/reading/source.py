"""Somebody's file to the table in it: which sheet, where the header stands, where the table ends, what the columns are
called.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.report import Report, did_you_mean, series
from carddesigner.core.source import Span
from carddesigner.deck.cell_texts import CellTexts
from carddesigner.schema.rows import Rows
from carddesigner.source.encodings import guess_encoding
from carddesigner.source.files import LOCKED, MAX_NEAR, FileProblem, decode, display_path, read_bytes
from carddesigner.starter.made import GuessMessage, NewOptions, Sure
from carddesigner.starter.reading.records import find_records
from carddesigner.starter.reading.shape import Found, field_names, find_shape, rows_of
from carddesigner.starter.reading.sheets import find_sheets
from carddesigner.tables.delimited import read_delimited
from carddesigner.tables.read import read_table
from carddesigner.tables.table import MAX_ROWS, Table, WorkbookSheet
from carddesigner.tables.workbook import column_name

WORKBOOKS = (".xlsx", ".xlsm", ".ods")
RECORDS = (".json", ".yaml", ".yml")
TEXT_TABLES = (".csv", ".tsv", ".tab", ".txt")
TABLES = (*TEXT_TABLES, *WORKBOOKS, *RECORDS)
"""The files that a deck can be made from."""


ALL_GUESSED = NewOptions()
_T = TypeVar("_T", Table, WorkbookSheet)


class ReadSheet(Struct, frozen=True):
    """A sheet of a table, or the one table of a file: how it is read, what was guessed of that, and how many rows it
    has.
    """

    rows: Rows
    facts: tuple[GuessMessage, ...]
    count: int


class FoundTable(Struct, frozen=True):
    """A table with how its sheets are read, which have the same header and follow each other in it; ``headers`` are the
    columns' names as the file has them.
    """

    path: Path
    sheets: tuple[ReadSheet, ...]
    table: Table
    headers: tuple[str, ...]
    wanted: tuple[str, ...] | None = None
    """The columns that may be printed; None for all of them."""
    cells: CellTexts | None = None
    """What reads the markup of other programs in its cells, where that is asked for."""

    @property
    def rows(self) -> Rows:
        """How the first sheet is read; the others have the same columns."""
        return self.sheets[0].rows


_TYPED = "copy its table into a spreadsheet, and save that as .xlsx or .csv"
_SAVED = "open it in a spreadsheet, and save it as .xlsx"
_EXPORTS = {
    ".numbers": "in Numbers choose File > Export To > Excel or CSV",
    ".gsheet": "it only leads to a Google Sheet: there choose File > Download > Comma Separated Values; or File > Share > Publish to "
    "web > CSV, and give the address that it shows to `new --from`",
    **dict.fromkeys((".xls", ".xlsb", ".xlt", ".wks", ".fods", ".dbf", ".slk"), _SAVED),
    **dict.fromkeys((".pdf", ".doc", ".docx", ".odt", ".rtf", ".pages", ".md", ".html", ".htm"), _TYPED),
    **dict.fromkeys(
        (".png", ".jpg", ".jpeg", ".gif", ".webp", ".heic"), "a picture has no cells; type its table into a spreadsheet"
    ),
    ".zip": "unpack it, and name the table in it",
}
"""What to do with other files."""


def tables_inside(folder: Path) -> list[Path]:
    """The tables in a folder that aren't records, which other programs keep too."""
    try:
        names = [p.name for p in islice(folder.iterdir(), MAX_NEAR) if p.suffix.lower() in (*TEXT_TABLES, *WORKBOOKS)]
    except OSError:
        return []
    return [folder / name for name in sorted(names) if not name.startswith((LOCKED, "."))]


def check_kind(path: Path, report: Report) -> None:
    """Refuse a file of a kind that no deck is made from, with what to export. Raises DeckError."""
    kind = path.suffix.lower()
    if path.is_dir():
        message = f"this is a folder; a deck is made from a file: {', '.join(TABLES)}"
        named = series([display_path(table) for table in tables_inside(path)[:5]], "or")
        report.fail(
            "unknown-table", message, Span(display_path(path)), hint=f"name the table in it{named and f': {named}'}"
        )
    if path.name.startswith(LOCKED) and kind in WORKBOOKS:
        own = path.with_name(path.name.removeprefix(LOCKED))
        message = "this is Excel's lock file, which says only who has the workbook open"
        report.fail("unknown-table", message, Span(display_path(path)), hint=f"take {display_path(own)}")
    if kind not in TABLES:
        message = f"{path.suffix or 'no extension'}: a deck is made from {', '.join(TABLES)}"
        hint = _EXPORTS.get(kind, "save the table as .xlsx or .csv")
        report.fail("unknown-table", message, Span(display_path(path)), hint=hint)


def read_source(path: Path, report: Report, options: NewOptions = ALL_GUESSED) -> tuple[FoundTable, ...]:
    """The tables in a file: one, or of a workbook each sheet that has cards. Raises DeckError with what is wrong with
    it.
    """
    kind = path.suffix.lower()
    try:
        if options.sheets and kind not in WORKBOOKS:
            message = f"--sheet is for workbooks ({', '.join(sorted(WORKBOOKS))}); a {kind} file is a single table"
            report.fail("unknown-sheet", message, Span(display_path(path)), hint="leave --sheet out")
        if options.header is not None and kind in RECORDS:
            message = f"--header is for tables with rows and columns; the records of a {kind} file have keys"
            report.fail("wrong-value", message, Span(display_path(path)), hint="leave --header out")
        if kind in WORKBOOKS:
            parts = find_sheets(path, report, options)
        elif kind in RECORDS:
            parts = [Found(*one) for one in find_records(path, report)]
        else:
            parts = [_delimited(path, report, options)]
        parts = [replace(f, rows=f.rows.model_copy(update={"from_": options.address})) for f in parts]
        tables = tuple(_table(path, one, report) for one in parts)
        return _together(_wanted(tables, parts, options.columns, report) if options.columns else tables)
    except FileProblem as problem:
        report.refuse(problem, Span(display_path(path)))


def _table(path: Path, part: Found, report: Report) -> FoundTable:
    rows, headers = part.rows, part.headers
    table = _whole(read_table(path, rows, report), report)
    if not table.rows:
        report.fail("no-cards", "the table has no rows below its header", Span(display_path(path)))
    if path.suffix.lower() in RECORDS:
        # Keys become names that can stand in expressions.
        names = field_names([h.name for h in table.headers])
        given: dict[str, str | None] = {h.name: n for h, n in zip(table.headers, names, strict=True) if h.name != n}
        rows = rows.model_copy(update={"columns": given}) if given else rows
        table = _whole(read_table(path, rows, report), report) if given else table
    if isinstance(rows.columns, dict):
        renamed = {new: old for old, new in rows.columns.items()}
        headers = tuple(renamed.get(h.name, h.name) for h in table.headers)
    return FoundTable(path, (ReadSheet(rows, part.facts, len(table.rows)),), table, headers)


def _together(tables: Sequence[FoundTable]) -> tuple[FoundTable, ...]:
    """The tables, those with the same header as one."""
    alike: dict[object, list[FoundTable]] = {}
    for table in tables:
        alike.setdefault((table.headers, tuple(table.table.names), table.wanted, table.rows.keys), []).append(table)
    return tuple(
        replace(group[0], table=_joined([t.table for t in group]), sheets=tuple(s for t in group for s in t.sheets))
        for group in alike.values()
    )


def _joined(tables: Sequence[Table]) -> Table:
    """The rows of tables with the same columns, each in its place."""
    first, *others = tables
    if not others:
        return first
    places = {row.span: table.place for table in tables for row in table.rows}
    return replace(
        first,
        rows=tuple(row for table in tables for row in table.rows),
        place=lambda row, column: places[row.span](row, column),
        typed=all(table.typed for table in tables),
    )


def _wanted(
    tables: tuple[FoundTable, ...], parts: Sequence[Found], columns: tuple[str, ...], report: Report
) -> tuple[FoundTable, ...]:
    """The tables with only those columns wanted that are named, by header, name or letter; those that have none of them
    are left out. Raises DeckError for a column that no table has.
    """
    names_by_table = [
        _names(table, one.at or tuple(range(len(table.headers)))) for table, one in zip(tables, parts, strict=True)
    ]
    headers = list(dict.fromkeys(h for table in tables for h in table.headers))
    for column in columns:
        if not any(_called(column, names) for names in names_by_table):
            message = f"--columns names {column!r}, which is not a column{did_you_mean(column, headers)}"
            listed = ", ".join(f'"{h}"' if "," in h else h for h in headers[:20]) + (", …" if len(headers) > 20 else "")
            hint = f"there are {listed}; or letters, such as A,C; a name with a comma stands in quotes"
            report.error("unknown-column", message, Span(tables[0].table.path), hint=hint)
    report.raise_errors()
    out: list[FoundTable] = []
    facts: list[GuessMessage] = []
    for table, names in zip(tables, names_by_table, strict=True):
        named = tuple(dict.fromkeys(filter(None, (_called(c, names) for c in columns))))
        if named:
            out.append(replace(table, wanted=named))
        else:
            where = table.rows.sheet or table.rows.records or ""
            facts.append(GuessMessage(Sure.CERTAIN, "not a sheet", where, "left out: it has none of the --columns"))
    first = out[0].sheets[0]
    return (replace(out[0], sheets=(replace(first, facts=(*first.facts, *facts)),)), *out[1:])


def _names(table: FoundTable, at: tuple[int, ...]) -> dict[str, str]:
    """The columns by all that they may be called."""
    names: dict[str, str] = {}
    for name, header, place in zip(table.table.names, table.headers, at, strict=True):
        names.setdefault(column_name(place), name)
        names |= {header.casefold(): name, name: name, header: name}
    return names


def _called(column: str, names: dict[str, str]) -> str | None:
    return names.get(column) or names.get(column.casefold()) or names.get(column.upper())


def read_again(source: FoundTable, report: Report) -> Table:
    """All rows of a table as they are written, by the settings of its sheets. Raises DeckError."""
    return _joined([_whole(read_table(source.path, sheet.rows, report), report) for sheet in source.sheets])


def _delimited(path: Path, report: Report, options: NewOptions) -> Found:
    data = read_bytes(path)
    encoding = None
    facts: tuple[GuessMessage, ...] = ()
    try:
        sheet = read_delimited(path, data, None, report)
    except FileProblem as problem:
        encoding = guess_encoding(data)
        if problem.code != "encoding" or encoding is None:
            raise
        seen = "".join(dict.fromkeys(c for c in decode(data, path, encoding) if ord(c) > 127))[:12]
        facts = (
            GuessMessage(Sure.LIKELY, "encoding", encoding, f"its letters beyond ASCII are {seen}", key="encoding"),
        )
        sheet = read_delimited(path, data, encoding, report)
    first = _whole(sheet, report)
    if len(first.rows) > MAX_ROWS and sum(map(any, first.rows)) > MAX_ROWS + 1:
        message = f"the table has more than {MAX_ROWS:,} rows"
        report.fail(
            "table-too-large", message, first.place(MAX_ROWS + 1, 0), hint="a row is a card; part it into several decks"
        )
    shape = find_shape(first, path, report, options.header)
    for _ in range(3):
        # Where the header stands decides what parts the cells, and the other way round.
        again = _whole(read_delimited(path, data, encoding, report, shape.header + 1), report)
        before, shape = shape.header, find_shape(again, path, report, options.header)
        if shape.header == before:
            break
    rows = rows_of(path, shape, encoding=encoding)
    if rows.header is None and list(again.rows) != list(first.rows):
        rows = rows.model_copy(update={"header": 1})
    return Found(rows, (*facts, *shape.facts), shape.headers, shape.at)


def _whole(read: _T | None, report: Report) -> _T:
    """What was read without mistakes. Raises DeckError."""
    report.raise_errors()
    assert read is not None
    return read
