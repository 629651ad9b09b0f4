"""CSV and TSV files to cells that know their line and column, quoted newlines and all."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct

from carddesigner.core.report import Report
from carddesigner.core.source import Span
from carddesigner.load.files import decode, display_path

MOST_ROWS = 100_000
MOST_CHARACTERS = 100_000
"""Of one cell."""


class Header(Struct, frozen=True):
    """A column's name and where it stands."""

    name: str
    span: Span


class Cell(Struct, frozen=True):
    """A cell's text and where it stands."""

    text: str
    span: Span


class Row(Struct, frozen=True):
    """A row's cells, one a header."""

    cells: tuple[Cell, ...]
    span: Span


class Table(Struct, frozen=True):
    """A table's headers and its rows, blank ones left out."""

    path: str
    headers: tuple[Header, ...]
    rows: tuple[Row, ...]


def read_table(path: Path, data: bytes, report: Report) -> Table | None:
    """The table of a file's bytes; None if it can't be used. Raises FileProblem for bytes that are no text."""
    kind = path.suffix.lower()
    shown = display_path(path)
    if kind not in (".csv", ".tsv"):
        report.error("unknown-table", f"{kind or 'no extension'}: tables are read from .csv and .tsv", Span(shown))
        return None
    text = decode(data, path)
    first = text.split("\n", 1)[0]
    delimiter = "\t" if kind == ".tsv" else max(",;\t", key=first.count)
    before = len(report.errors)
    records = _records(text, delimiter, shown, report)
    if len(report.errors) > before:
        return None
    if not records:
        report.error("empty-table", "the table has no header row", Span(shown))
        return None
    headers = _headers(records[0], report)
    rows = []
    for cells in records[1:]:
        filled = len(cells)
        while filled and not cells[filled - 1].text.strip():
            filled -= 1
        if not filled:
            continue
        if filled > len(headers):
            extra = cells[len(headers)]
            report.error(
                "too-many-cells",
                f"the row has {filled} cells, the header {len(headers)}",
                extra.span,
                hint=f"put text that holds {delimiter!r} in quotes",
            )
            continue
        missing = tuple(Cell("", cells[-1].span) for _ in range(len(headers) - len(cells)))
        rows.append(Row((*cells[: len(headers)], *missing), cells[0].span))
    if len(report.errors) > before:
        return None
    return Table(shown, tuple(headers), tuple(rows))


def _headers(cells: list[Cell], report: Report) -> list[Header]:
    while cells and not cells[-1].text.strip():
        cells = cells[:-1]
    out: list[Header] = []
    seen: set[str] = set()
    for cell in cells:
        name = cell.text.strip()
        if not name:
            report.error("empty-header", "a column without a name stands between others", cell.span)
        elif name in seen:
            report.error("duplicate-header", f"two columns are called {name!r}", cell.span)
        seen.add(name)
        out.append(Header(name, cell.span))
    return out


def _records(text: str, delimiter: str, shown: str, report: Report) -> list[list[Cell]]:
    """Cells by rows, as RFC 4180 has them: quotes double inside quotes, newlines may stand there."""
    d = re.escape(delimiter)
    token = re.compile(rf'(?:"((?:[^"]++|"")*+)"|([^{d}\r\n"][^{d}\r\n]*)?)({d}|\r\n|\n|\r|\Z)')
    records: list[list[Cell]] = []
    row: list[Cell] = []
    at, line, line_start = 0, 1, 0
    size = len(text)
    while at < size or row:
        match = token.match(text, at)
        if match is None:
            words = (
                "a quoted cell does not end"
                if text[at] == '"' and text.count('"', at) % 2
                else "text follows a closing quote"
            )
            report.error("table-syntax", words, Span(shown, line, at - line_start + 1, at, at + 1))
            return []
        quoted, bare, end = match.groups()
        value = quoted.replace('""', '"') if quoted is not None else (bare or "")
        span = Span(shown, line, at - line_start + 1, at, match.start(3))
        if len(value) > MOST_CHARACTERS:
            report.error("cell-too-long", f"a cell has {len(value):,} characters; at most {MOST_CHARACTERS:,}", span)
            return []
        row.append(Cell(value, span))
        if quoted is not None and "\n" in quoted:
            line += quoted.count("\n")
            line_start = at + 1 + quoted.rfind("\n") + 1
        at = match.end()
        if end != delimiter:
            records.append(row)
            if len(records) > MOST_ROWS + 1:
                report.error("table-too-large", f"the table has more than {MOST_ROWS:,} rows", Span(shown))
                return []
            row = []
            line += 1
            line_start = at
    return records
