"""Read CSV and TSV files into a sheet of texts; the line and column of a cell are determined when needed."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from msgspec import Struct, field

from carddesigner.core.report import Report
from carddesigner.core.source import Span, span_in
from carddesigner.source.files import FileProblem, decode, display_path
from carddesigner.tables.table import (
    FORMULA_ERROR,
    MAX_CELLS,
    MAX_CHARACTERS,
    MAX_COLUMNS,
    MAX_ROWS,
    NO_END,
    WorkbookSheet,
)

DELIMITERS = ",;\t|"
_NONE = "\x1f"
"""A delimiter that separates nothing: ASCII's unit separator, which texts don't contain."""
_MAX_RECORDS = MAX_ROWS + 1000
"""The most records, blank ones included."""
MAX_RECORD = 10_000_000
"""The most characters of a record."""
_SEP = r'"?sep=(.)"?(?:\r\n|\n|\r)'
"""The line by which Excel declares the delimiter."""
_PAGE = (
    r"[\s\ufeff]*<(?:!doctype\s+html|!--|\?xml\s"
    r"|(?:html|head|body|meta|link|title|style|script|table|div|section|main|form|iframe)[\s>/])"
)
_OLD = "an old workbook (.xls), or one that a password protects"
_OTHERS = (
    (b"PK\x03\x04", "a workbook or another packed file", "name a workbook .xlsx or .ods"),
    (b"\xd0\xcf\x11\xe0", _OLD, "save it as .xlsx without password"),
    (b"%PDF", "a PDF", None),
    (b"\x89PNG", "a picture", None),
    (b"\xff\xd8\xff", "a picture", None),
)


class Delimited(Struct, frozen=True, eq=False):
    """A text as records of stripped cells, with its dialect: the *delimiter*, and whether a cell's opening quote may
    follow spaces (*spaced*). ``lines`` and ``starts`` are the line (from 1) and the character offset at which each
    record begins, and after these those of the text's end.
    """

    shown: str
    text: str
    delimiter: str
    spaced: bool
    rows: list[list[str]]
    lines: list[int]
    starts: list[int]

    def cells(self, row: int) -> list[tuple[int, int]]:
        """Return the start and end of each cell in a record, including quotes and the spaces around it."""
        return _cells(self.text, self.starts[row], self.delimiter, spaced=self.spaced)


def read_delimited(
    path: Path, data: bytes, encoding: str | None, report: Report, header: int | None = None
) -> WorkbookSheet | None:
    """Return all cells in a file's bytes; row *header*, from 1, has the columns' names. None if formulas failed, each
    of which is reported. Raises FileProblem if it is no table.
    """
    return sheet_of(parse_delimited(path, text_of_table(data, path, encoding), header), report)


def sheet_of(table: Delimited, report: Report, lines: int = 0, characters: int = 0) -> WorkbookSheet | None:
    """Return the cells of a text that begins *lines* and *characters* after the start of its file; None if formulas
    failed, each of which is reported.
    """
    shown, text, rows = table.shown, table.text, table.rows

    @lru_cache(maxsize=1)
    def cells_in(row: int) -> list[tuple[int, int]]:
        return table.cells(row)

    def place(row: int, column: int) -> Span:
        line, start = table.lines[row], table.starts[row]
        if not column:
            # Every card needs the place of its row, but hardly any needs those of its cells.
            end = start + len(rows[row][0]) if rows[row] else start
            return Span(shown, line + lines, 1, start + characters, end + characters)
        cells = cells_in(row)
        end = cells[-1][1]
        span = span_in(shown, text, *(cells[column] if column < len(cells) else (end, end)), line, start)
        return moved(span, lines, characters) if characters else span

    before = len(report.errors)
    for r, cells in enumerate(rows if ("#" in text or "Err:" in text) and re.search(FORMULA_ERROR, text) else ()):
        for c, cell in enumerate(cells):
            if re.fullmatch(FORMULA_ERROR, cell):
                report.error("formula-error", f"the formula's value is {cell}", place(r, c))
    return WorkbookSheet(rows, place, comma=table.delimiter == ";") if len(report.errors) == before else None


def moved(span: Span, lines: int, characters: int) -> Span:
    """Return the place in a file, given the place in a text that begins this many lines and characters after its
    start.
    """
    return Span(span.path, span.line + lines, span.column, span.start + characters, span.end + characters)


def first_delimiter(path: Path, text: str, header: int | None) -> tuple[str, bool]:
    """Return the delimiter of a file's first lines, and whether its first line declares it."""
    separator = re.match(_SEP, text, re.I) if "sep=" in text[:5].casefold() else None
    delimiter = separator[1] if separator else "\t" if path.suffix.lower() in (".tsv", ".tab") else ""
    if not delimiter or delimiter in '"\r\n':
        delimiter = find_delimiter(text, header)
    return delimiter, separator is not None


def parse_delimited(path: Path, text: str, header: int | None = None) -> Delimited:
    """Return a text's records, with the dialect detected from it. Raises FileProblem if it is no table."""
    shown = display_path(path)
    delimiter, separator = first_delimiter(path, text, header)
    csv.field_size_limit(MAX_CHARACTERS)
    read = records(text, delimiter)
    if read.broken and not separator:
        read, delimiter = or_by_commas(read, delimiter)
    if read.broken:
        raise stop(text, read, delimiter, shown)
    spaced = len(set(map(len, read.rows))) > 1 and re.search(rf'{re.escape(delimiter)} +"', text) is not None
    if spaced:
        # Quotes after a space enclose a cell if the rows then have more uniform lengths.
        other = records(text, delimiter, spaced=True)
        spaced = not other.broken and len(set(map(len, other.rows))) < len(set(map(len, read.rows)))
        read = other if spaced else read
    if len(read.rows) > _MAX_RECORDS or read.cells > MAX_CELLS:
        message = f"the table has more than {MAX_ROWS:,} rows or {MAX_CELLS:,} cells"
        raise FileProblem("table-too-large", message, Span(shown))
    if separator:
        read.rows[0] = []
    return Delimited(shown, text, delimiter, spaced, read.rows, read.lines, read.starts)


class Read(Struct):
    """Records, each with the line and the character at which it begins; the last entry of both is the end of the
    records.

    The reader stopped there: at the end of the text, at an error (``broken``), or after too many ``cells``.
    """

    text: str
    rows: list[list[str]] = field(default_factory=list)
    lines: list[int] = field(default_factory=lambda: [1])
    starts: list[int] = field(default_factory=lambda: [0])
    cells: int = 0
    broken: bool = False
    at: int = 0

    def physical(self) -> Iterator[str]:
        """Yield the text's lines one by one, because a file may have millions that never form a row. Raises
        csv.Error.
        """
        begin = 0
        while begin < len(self.text):
            end = self.text.find("\n", begin + 1_000_000) + 1 or len(self.text)
            for line in io.StringIO(self.text[begin:end], newline=""):
                self.at += len(line)
                if self.at - self.starts[-1] > MAX_RECORD:
                    raise csv.Error
                yield line
            begin = end


def records(text: str, delimiter: str, *, spaced: bool = False, most: int = _MAX_RECORDS) -> Read:
    """Read the records, up to slightly more than *most*; *spaced* means that a cell's opening quote may follow
    spaces.
    """
    read = Read(text)
    reader = csv.reader(read.physical(), delimiter=delimiter, skipinitialspace=spaced, strict=True)
    try:
        for record in reader:
            read.rows.append(list(map(str.strip, record)))
            read.lines.append(reader.line_num + 1)
            read.starts.append(read.at)
            read.cells += len(record)
            if len(read.rows) > most or read.cells > MAX_CELLS:
                break
    except csv.Error:
        read.broken = True
    return read


def or_by_commas(read: Read, delimiter: str, most: int = _MAX_RECORDS) -> tuple[Read, str]:
    """Return the records of a text that is broken if it is read with a delimiter that was only assumed: as commas
    separate them, if the quotes are valid only with these.
    """
    other = records(read.text, ",", most=most) if delimiter not in (",", _NONE) else read
    return (read, delimiter) if other.broken else (other, ",")


def text_of_table(data: bytes, path: Path, encoding: str | None) -> str:
    """Decode the file's text. Raises FileProblem, saying what it is, if it isn't text."""
    shown = display_path(path)
    for mark, what, hint in _OTHERS:
        if data.startswith(mark):
            raise FileProblem("table-syntax", f"this is not a table of text but {what}", Span(shown), hint=hint)
    text = decode(data, path, encoding, of_table=True)
    if is_page(text):
        hint = (
            "open it in a browser, copy its table into a spreadsheet, and save that as .csv; a page to log in may have been saved "
            "in the table's place"
        )
        raise FileProblem("table-syntax", "this is not a table of text but a web page", Span(shown), hint=hint)
    if (sign := text.find("\0")) >= 0:
        span = span_in(shown, text, sign, sign + 1)
        raise FileProblem("table-syntax", "there is a null character here, which no text may contain", span)
    return text


def is_page(text: str) -> bool:
    """Return whether a text, or its beginning, is HTML or XML."""
    return "<" in text and re.match(_PAGE, text, re.I) is not None


def find_delimiter(text: str, header: int | None = None) -> str:
    """Return the delimiter that splits the first lines most uniformly, outside quotes; a comma if none does.

    A delimiter that isn't in the header doesn't count, because prose contains commas too, and a table may have only one
    column.
    """
    lines = re.split(r"\r\n|\n|\r", re.sub(r'"(?:[^"]++|"")*+"', "", text[:20_000]))
    if header and header <= len(lines):
        lines = lines[header - 1 :]
    lines = [line for line in lines if line.strip(" ")][:20]
    best, most = ",", (0.0, 0)
    for delimiter in DELIMITERS:
        counts = [line.count(delimiter) for line in lines]
        if not counts or not max(counts) or (header and not counts[0]):
            continue
        usual = max(set(counts), key=lambda n: (counts.count(n), n))
        score = (counts.count(usual) / len(counts) if usual else 0.0, usual)
        if score > most:
            best, most = delimiter, score
    if most[0] < 1 and _are_split_by_colons(lines):
        return ":"
    if header and lines and best not in lines[0]:
        return _NONE
    return best


def _are_split_by_colons(lines: list[str]) -> bool:
    """Whether all lines have the same number of colons, and the first has words between them."""
    counts = {line.count(":") for line in lines}
    names = [name.strip() for name in lines[0].split(":")] if lines else []
    return (
        len(lines) > 2 and len(counts) == 1 and len(names) > 2 and all(n[:1].isalpha() and len(n) <= 40 for n in names)
    )


def _token(delimiter: str, *, spaced: bool = False) -> re.Pattern[str]:
    """A pattern for a cell according to RFC 4180, with its end: quotes are doubled inside quotes, where newlines are
    allowed too.
    """
    d, before = re.escape(delimiter), " *+" if spaced else ""
    return re.compile(rf'(?:{before}"((?:[^"]++|"")*+)"|([^{d}\r\n"][^{d}\r\n]*)?)({d}|\r\n|\n|\r|\Z)')


def _cells(text: str, at: int, delimiter: str, *, spaced: bool) -> list[tuple[int, int]]:
    """The start and end of each cell in the record that begins at *at*."""
    token = _token(delimiter, spaced=spaced)
    out = []
    while True:
        match = token.match(text, at)
        assert match is not None, "a record that was read can be read again"
        out.append((at, match.start(3)))
        if match[3] != delimiter:
            return out
        at = match.end()


def stop(text: str, read: Read, delimiter: str, shown: str, *, is_cut: bool = False) -> FileProblem:
    """Return the error that stopped the reader in its last record. *is_cut*: the file goes on after the text."""
    token = _token(delimiter)
    line, begin = read.lines[-1], read.starts[-1]

    def problem(
        message: str, start: int, hint: str | None = None, *, code: str = "table-syntax", end: int = 0
    ) -> FileProblem:
        return FileProblem(code, message, span_in(shown, text, start, end or start + 1, line, begin), hint=hint)

    at = begin
    for _ in range(MAX_COLUMNS + 1):
        match = token.match(text, at)
        if match is None:
            closing = re.compile(r'"(?:[^"]++|"")*+"').match(text, at)
            if closing is None:
                return problem("the quote that opens this cell is never closed", at, "close it, or remove it")
            twice = 'a quote inside is written twice: ""'
            return problem("text follows the quote that closes the cell", closing.end() - 1, twice)
        quoted, bare, end = match.groups()
        size = len(quoted if quoted is not None else bare or "")
        if size > MAX_CHARACTERS:
            many = f"{'more than ' if is_cut and match.end() == len(text) else ''}{size:,}"
            message = f"a cell has {many} characters; at most {MAX_CHARACTERS:,} are read"
            hint = "a quote may be missing" if quoted is not None else None
            return problem(message, at, hint, code="cell-too-long", end=match.start(3))
        at = match.end()
        if at - begin > MAX_RECORD or (is_cut and at >= len(text)):
            message = f"the row has more than {min(at - begin, MAX_RECORD):,} characters"
            return problem(message, begin, NO_END, code="table-too-large")
        if end != delimiter or at >= len(text):
            return problem("the row can't be read", begin)
    return problem(f"the row has more than {MAX_COLUMNS:,} cells", begin, NO_END, code="table-too-large")
