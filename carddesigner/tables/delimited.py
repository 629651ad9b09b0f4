"""CSV and TSV files to a sheet of texts; a cell's line and column are found when they are asked for."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

from msgspec import Struct

from carddesigner.core.report import Report
from carddesigner.core.source import Span, line_starts, span_at
from carddesigner.source.files import FileProblem, decode, display_path
from carddesigner.tables.table import FORMULA_ERROR, MAX_CHARACTERS, MAX_ROWS, WorkbookSheet

DELIMITERS = ",;\t|"
_NONE = "\x1f"
"""Parts nothing: the sign that once was made for parting cells."""
_MAX_RECORDS = MAX_ROWS + 1000
"""Blank ones counted."""
_SEP = re.compile(r'"?sep=(.)"?(?:\r\n|\n|\r)', re.I)
"""Excel's own first line."""
_OTHERS = (
    (b"PK\x03\x04", "a workbook or another packed file", "call a workbook .xlsx or .ods"),
    (
        b"\xd0\xcf\x11\xe0",
        "an old workbook (.xls), or one that a password protects",
        "save it as .xlsx without password",
    ),
    (b"%PDF", "a PDF", None),
    (b"\x89PNG", "a picture", None),
    (b"\xff\xd8\xff", "a picture", None),
)


def read_delimited(
    path: Path, data: bytes, encoding: str | None, report: Report, header: int | None = None
) -> WorkbookSheet | None:
    """All cells of a file's bytes; None if nothing separates them. *header* is the row, from 1, with the columns'
    names.

    Raises FileProblem for bytes that are no text.
    """
    shown = display_path(path)
    text = _text(data, path, encoding)
    reported = _SEP.match(text)
    delimiter = reported[1] if reported else "\t" if path.suffix.lower() in (".tsv", ".tab") else ""
    if not delimiter or delimiter in '"\r\n':
        delimiter = find_delimiter(text, header)
    lines = list(io.StringIO(text, newline=""))
    csv.field_size_limit(MAX_CHARACTERS)
    read = _records(lines, delimiter)
    if read.broken and not reported and delimiter not in (",", _NONE):
        # Quotes that fit commas only: what was taken for a delimiter stands inside cells.
        other = _records(lines, ",")
        read, delimiter = (other, ",") if not other.broken else (read, delimiter)
    if read.broken:
        _say_where(text, sum(map(len, lines[: read.line])), delimiter, shown, report)
        return None
    rows, begins = read.rows, read.begins
    if len(rows) > _MAX_RECORDS:
        report.error("table-too-large", f"the table has more than {MAX_ROWS:,} rows", Span(shown))
        return None
    if reported:
        rows[0] = []
    starts = [0]
    for physical in lines:
        starts.append(starts[-1] + len(physical))

    known: dict[int, list[tuple[int, int]]] = {}

    def place(row: int, column: int) -> Span:
        first = begins[row]
        start = starts[first]
        if not column:
            # Places of rows are asked for by every card, those of cells by next to none.
            return Span(shown, first + 1, 1, start, start + len(rows[row][0]) if rows[row] else start)
        if row not in known:
            known.clear()
            known[row] = _cells(text, start, delimiter)
        cells = known[row]
        end = cells[-1][1]
        return span_at(shown, starts, *(cells[column] if column < len(cells) else (end, end)))

    before = len(report.errors)
    for r, cells in enumerate(rows if FORMULA_ERROR.search(text) else ()):
        for c, cell in enumerate(cells):
            if FORMULA_ERROR.fullmatch(cell):
                report.error("formula-error", f"the formula's value is {cell}", place(r, c))
    return WorkbookSheet(rows, place, comma=delimiter == ";") if len(report.errors) == before else None


class _Read(Struct):
    """Records with the line that each begins on, up to where the reader stopped; ``broken`` if it could not go on."""

    rows: list[list[str]]
    begins: list[int]
    line: int = 0
    broken: bool = False


def _records(lines: list[str], delimiter: str) -> _Read:
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    rows: list[list[str]] = []
    begins: list[int] = []
    line = 0
    try:
        for record in reader:
            begins.append(line)
            rows.append([cell.strip() for cell in record])
            line = reader.line_num
            if len(rows) > _MAX_RECORDS:
                break
    except csv.Error:
        return _Read(rows, begins, line, broken=True)
    return _Read(rows, begins, line)


def _text(data: bytes, path: Path, encoding: str | None) -> str:
    """The file's text. Raises FileProblem, naming it, for whatever else it is."""
    shown = display_path(path)
    for mark, what, hint in _OTHERS:
        if data.startswith(mark):
            raise FileProblem("table-syntax", f"this is not a table of text but {what}", Span(shown), hint=hint)
    text = decode(data, path, encoding)
    sign = text.find("\0")
    if sign >= 0:
        span = span_at(shown, line_starts(text), sign, sign + 1)
        raise FileProblem("table-syntax", "a character 0 stands here; no text has one", span)
    return text


def find_delimiter(text: str, header: int | None = None) -> str:
    """The delimiter that cuts the first lines most alike, outside quotes; a comma where none does.

    One that doesn't stand in the header is none: a line of prose has commas too, and a table may have one column.
    """
    lines = re.split(r"\r\n|\n|\r", re.sub(r'"(?:[^"]++|"")*+"', "", text[:20_000]))
    if header and header <= len(lines):
        lines = lines[header - 1 :]
    lines = [line for line in lines if line.strip()][:20]
    best, most = ",", (0.0, 0)
    for delimiter in DELIMITERS:
        counts = [line.count(delimiter) for line in lines]
        if not counts or not max(counts) or (header and not counts[0]):
            continue
        usual = max(set(counts), key=lambda n: (counts.count(n), n))
        score = (counts.count(usual) / len(counts) if usual else 0.0, usual)
        if score > most:
            best, most = delimiter, score
    if header and lines and best not in lines[0]:
        return _NONE
    return best


def _token(delimiter: str) -> re.Pattern[str]:
    """A cell as RFC 4180 has it, and what ends it: quotes double inside quotes, newlines may stand there."""
    d = re.escape(delimiter)
    return re.compile(rf'(?:"((?:[^"]++|"")*+)"|([^{d}\r\n"][^{d}\r\n]*)?)({d}|\r\n|\n|\r|\Z)')


def _cells(text: str, at: int, delimiter: str) -> list[tuple[int, int]]:
    """Where each cell of the record that begins at *at* begins and ends."""
    token = _token(delimiter)
    out = []
    while True:
        match = token.match(text, at)
        assert match is not None, "a record that was read can be read again"
        out.append((at, match.start(3)))
        if match[3] != delimiter:
            return out
        at = match.end()


def _say_where(text: str, at: int, delimiter: str, shown: str, report: Report) -> None:
    """Report what stopped the reader in the record that begins at *at*."""
    token = _token(delimiter)
    starts = line_starts(text)
    begin = at
    while True:
        match = token.match(text, at)
        if match is None:
            closing = re.compile(r'"(?:[^"]++|"")*+"').match(text, at)
            if closing is None:
                message = "the quote that opens this cell is never closed"
                report.error("table-syntax", message, span_at(shown, starts, at, at + 1), hint="close it, or remove it")
            else:
                message, twice = "text follows the quote that closes the cell", 'a quote inside is written twice: ""'
                report.error(
                    "table-syntax", message, span_at(shown, starts, closing.end() - 1, closing.end()), hint=twice
                )
            return
        quoted, bare, end = match.groups()
        size = len(quoted if quoted is not None else bare or "")
        if size > MAX_CHARACTERS:
            message = f"a cell has {size:,} characters; at most {MAX_CHARACTERS:,} are read"
            hint = "a quote may be missing" if quoted is not None else None
            report.error("cell-too-long", message, span_at(shown, starts, at, match.start(3)), hint=hint)
            return
        if end != delimiter or match.end() >= len(text):
            report.error("table-syntax", "the row can't be read", span_at(shown, starts, begin, begin + 1))
            return
        at = match.end()
