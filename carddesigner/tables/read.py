"""Read a component's table into headers and rows, whatever kind of file it is in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from carddesigner.core.report import Related, Report
from carddesigner.core.source import Span
from carddesigner.schema.rows import Source
from carddesigner.source.files import FileProblem, display_path, read_bytes
from carddesigner.tables.header_rows import HeaderRow, report_repeated
from carddesigner.tables.no_cards import Skipping, to_report
from carddesigner.tables.table import (
    MAX_COLUMNS,
    MAX_REPORTED,
    MAX_ROWS,
    NO_END,
    Header,
    LeftOut,
    Row,
    Table,
    WorkbookSheet,
    check_renamed,
    text_of,
)

TEXT_ENDINGS = (".csv", ".tsv", ".tab", ".txt")
"""Extensions of text tables."""


def read_table(path: Path, rows: Source, report: Report, instead: str | Path | None = None) -> Table | None:
    """Read the table in a file, or in the text or other file that is read *instead*. None if it can't be used, with the
    reasons in the report. Raises FileProblem.
    """
    shown = display_path(path)
    kind = path.suffix.lower()
    before = len(report.errors)
    table: Table | None = None
    unsaved = instead if isinstance(instead, str) else None
    source = instead if isinstance(instead, Path) else path
    if kind in TEXT_ENDINGS:
        from carddesigner.tables.delimited import read_delimited

        data, encoding = (read_bytes(source), rows.encoding) if unsaved is None else (unsaved.encode("utf-8-sig"), None)
        table = table_of(shown, read_delimited(path, data, encoding, report, rows.header), rows, report)
    elif kind in (".xlsx", ".xlsm", ".ods"):
        from carddesigner.tables.workbook import open_workbook

        table = table_of(shown, open_workbook(path, read_bytes(source)).read(rows.sheet, report), rows, report)
    elif kind in (".json", ".yaml", ".yml"):
        from carddesigner.tables.records import read_records

        table = read_records(path, rows, report, unsaved)
    else:
        hint = "open it in a spreadsheet and save it as .xlsx" if kind in (".xls", ".xlsb", ".numbers") else None
        message = f"{kind or 'no extension'}: tables are read from .csv, .tsv, .xlsx, .ods, .json and .yaml"
        raise FileProblem("unknown-table", message, hint=hint)
    if table is not None and len(table.rows) > MAX_ROWS:
        message = f"the table has {len(table.rows):,} rows; at most {MAX_ROWS:,} are read"
        raise FileProblem("table-too-large", message, Span(shown))
    return table if len(report.errors) == before else None


def table_of(
    shown: str, sheet: WorkbookSheet | None, rows: Source, report: Report, *, can_skip: bool = True
) -> Table | None:
    """Return headers and rows of a sheet. *can_skip*: the deck may leave rows of it out, which a hint says."""
    if sheet is None:
        return None
    at = header_at(shown, sheet.rows, rows)
    names = names_of(sheet, at, rows)
    width = len(names)
    header = [text_of(v) for v in sheet.rows[at]] if at >= 0 else []
    chooses = rows.skip or rows.only or rows.except_
    skipping = Skipping(rows.skip, names, header, rows.only, rows.except_) if chooses else None
    kept, left_out = [], []
    reported = 0
    for number in range(at + 1, len(sheet.rows)):
        cells = sheet.rows[number]
        if not any(cells) and all(v is None or v == "" for v in cells):
            continue
        if rows.until is not None and next((t for v in cells if (t := text_of(v))), "") == rows.until:
            below = (n for n in range(number, len(sheet.rows)) if any(map(text_of, sheet.rows[n])))
            left_out += [LeftOut(n + 1, "end") for n in below]
            break
        if skipping is not None and (why := skipping.why([text_of(v) for v in cells])) is not None:
            left_out.append(LeftOut(number + 1, why))
            continue
        if len(cells) > width:
            extra = next((i for i in range(width, len(cells)) if text_of(cells[i])), None)
            if extra is not None:
                message = f"there is a cell in column {extra + 1}, but the header ends with column {width}"
                hint = (
                    "name the column, or clear it" if sheet.typed else "put text that contains the delimiter in quotes"
                )
                report.error("too-many-cells", message, sheet.place(number, extra), hint=hint)
                reported += 1
                if reported >= MAX_REPORTED:
                    return None
                continue
        if len(cells) < width:
            cells = [*cells, *[None] * (width - len(cells))]
        kept.append((number, cells))
    report_repeated(HeaderRow(header or names), at, kept, sheet.place, report, can_skip=can_skip)
    headers = _headers(sheet, at, names, [cells for _, cells in kept], report)
    used = [i for i, h in enumerate(headers) if h is not None]
    out = tuple([Row(_values(cells, used), sheet.place(number, 0), number) for number, cells in kept])

    def place(row: Row, column: int) -> Span:
        return sheet.place(row.number, used[column])

    named = tuple(h for h in headers if h is not None)
    return Table(shown, named, out, place, sheet.typed, sheet.comma, to_report(left_out))


def _values(cells: Sequence[object], used: Sequence[int]) -> tuple[object, ...]:
    """A row's cells in the columns that are used, None for an empty one."""
    values = cells if len(used) == len(cells) else [cells[i] for i in used]
    return tuple(values if "" not in values else [v if v != "" else None for v in values])


def header_at(shown: str, cells: Sequence[Sequence[object]], rows: Source, *, is_all: bool = True) -> int:
    """Return the index of the header among the *cells* of a table's rows: the row that the deck names, or the first
    that is not blank; -1 if there is none. Raises FileProblem if it is missing or blank; unless *is_all*, more rows
    follow.
    """
    if rows.header == 0 and not isinstance(rows.columns, tuple):
        message = "without a header row (`header: 0`), `columns:` lists the columns' names"
        raise FileProblem("missing-key", message, setting="header")
    if rows.header is not None and (not rows.header or any(map(text_of, _row(cells, rows.header - 1)))):
        return rows.header - 1
    first = next((i for i, row in enumerate(cells) if any(map(text_of, row))), None)
    blank = "the whole table is blank" if is_all else f"its first {len(cells):,} rows are blank"
    if rows.header is not None:
        where = blank if first is None else f"the first row that is not blank is {first + 1}"
        raise FileProblem("empty-table", f"row {rows.header} of {shown} is blank", hint=where, setting="header")
    if first is None:
        raise FileProblem("empty-table", "the table has no header row", Span(shown), hint=None if is_all else blank)
    return first


def _row(cells: Sequence[Sequence[object]], at: int) -> Sequence[object]:
    return cells[at] if at < len(cells) else ()


def names_of(sheet: WorkbookSheet, at: int, rows: Source) -> list[str | None]:
    """Return each column's name from the deck or the header: empty if it has none, None if it isn't read. Raises
    FileProblem.
    """
    texts = [text_of(v) for v in sheet.rows[at]] if at >= 0 else []
    check_renamed(rows.columns, [t for t in texts if t], "column")
    width = max((i for i, text in enumerate(texts, 1) if text), default=0)
    if isinstance(rows.columns, dict):
        names = [rows.columns.get(text, text) for text in texts[:width]]
    else:
        names = [*rows.columns, *texts[len(rows.columns) : width]]
    if len(names) > MAX_COLUMNS:
        message = f"the table has {len(names):,} columns; at most {MAX_COLUMNS:,} are read"
        raise FileProblem("table-too-large", message, sheet.place(at, 0), hint=None if sheet.typed else NO_END)
    return names


def _headers(
    sheet: WorkbookSheet, at: int, names: Sequence[str | None], kept: Sequence[Sequence[object]], report: Report
) -> list[Header | None]:
    """The columns' names with their places; None for a column that isn't read, or that has neither a name nor cells in
    the rows *kept*.
    """
    out: list[Header | None] = []
    seen: dict[str, Span] = {}
    filled: set[int] | None = None
    for i, name in enumerate(names):
        span = sheet.place(max(at, 0), i)
        if not name:
            if filled is None:
                filled = {c for cells in kept for c, v in enumerate(cells) if text_of(v)}
            if name is not None and i in filled:
                hint = (
                    "name it in the table, or name all columns under `columns:`, where null is a column that isn't read"
                )
                report.error("empty-header", f"column {i + 1} has cells but no name", span, hint=hint)
            out.append(None)
            continue
        if name in seen:
            hint = "give them different names in the table, or name all columns under `columns:`"
            related = (Related(seen[name], "first here"),)
            report.error("duplicate-header", f"two columns are named {name!r}", span, hint=hint, related=related)
        seen[name] = span
        out.append(Header(name, span))
    return out
