"""CSV and TSV files to a sheet of texts; a cell's line and column are found when they are asked for."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

from carddesigner.core.report import Report
from carddesigner.core.source import Span
from carddesigner.load.files import decode, display_path
from carddesigner.load.tables import MOST_CHARACTERS, MOST_ROWS, Sheet

DELIMITERS = ",;\t|"
_SEP = re.compile(r"sep=(.)\r?\n")
"""Excel's own first line."""


def read_delimited(path: Path, data: bytes, encoding: str | None, report: Report) -> Sheet | None:
    """All cells of a file's bytes; None if they can't be told apart. Raises FileProblem for bytes that are no text."""
    text = decode(data, path, encoding)
    shown = display_path(path)
    said = _SEP.match(text)
    delimiter = said[1] if said else "\t" if path.suffix.lower() in (".tsv", ".tab") else find_delimiter(text)
    lines = list(io.StringIO(text, newline=""))
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    csv.field_size_limit(MOST_CHARACTERS)
    rows: list[list[str]] = []
    begins: list[int] = []
    line = 0
    try:
        for record in reader:
            begins.append(line)
            rows.append([cell.strip() for cell in record])
            line = reader.line_num
            if len(rows) > MOST_ROWS + 1:
                report.error("table-too-large", f"the table has more than {MOST_ROWS:,} rows", Span(shown))
                return None
    except csv.Error:
        _say_where(text, lines, line, delimiter, shown, report)
        return None
    if said:
        rows[0] = []
    starts = [0]
    for physical in lines:
        starts.append(starts[-1] + len(physical))

    def place(row: int, column: int) -> Span:
        first = begins[row]
        if not column:
            return Span(
                shown, first + 1, 1, starts[first], starts[first] + len(rows[row][0]) if rows[row] else starts[first]
            )
        return _cell(text, starts[first], first + 1, column, delimiter, shown)

    return Sheet(rows, place)


def find_delimiter(text: str) -> str:
    """The delimiter that cuts the first lines most alike, outside quotes; a comma where none does."""
    lines = [line for line in re.sub(r'"(?:[^"]++|"")*+"', "", text[:20_000]).splitlines() if line.strip()][:20]
    best, most = ",", (0.0, 0)
    for delimiter in DELIMITERS:
        counts = [line.count(delimiter) for line in lines]
        if not counts or not max(counts):
            continue
        usual = max(set(counts), key=lambda n: (counts.count(n), n))
        score = (counts.count(usual) / len(counts) if usual else 0.0, usual)
        if score > most:
            best, most = delimiter, score
    return best


def _token(delimiter: str) -> re.Pattern[str]:
    """A cell as RFC 4180 has it, and what ends it: quotes double inside quotes, newlines may stand there."""
    d = re.escape(delimiter)
    return re.compile(rf'(?:"((?:[^"]++|"")*+)"|([^{d}\r\n"][^{d}\r\n]*)?)({d}|\r\n|\n|\r|\Z)')


def _cell(text: str, at: int, line: int, column: int, delimiter: str, shown: str) -> Span:
    """The place of a cell of the record that begins at *at*; a cell that is not there stands at the record's end."""
    token = _token(delimiter)
    line_start = at
    for _ in range(column + 1):
        match = token.match(text, at)
        assert match is not None, "a record that was read can be read again"
        span = Span(shown, line, at - line_start + 1, at, match.start(3))
        quoted, _bare, end = match.groups()
        if end != delimiter:
            break
        if quoted is not None and "\n" in quoted:
            line += quoted.count("\n")
            line_start = at + 1 + quoted.rfind("\n") + 1
        at = match.end()
    return span


def _say_where(text: str, lines: list[str], line: int, delimiter: str, shown: str, report: Report) -> None:
    """Report what stopped the reader in the record that begins on *line* (from 0)."""
    token = _token(delimiter)
    at = line_start = sum(map(len, lines[:line]))
    while True:
        match = token.match(text, at)
        column = at - line_start + 1
        if match is None:
            rest = text[at : at + 1]
            words = (
                "a quoted cell does not end"
                if rest == '"' and text.count('"', at) % 2
                else "text follows a closing quote"
            )
            report.error("table-syntax", words, Span(shown, line + 1, column, at, at + 1))
            return
        quoted, bare, end = match.groups()
        size = len(quoted if quoted is not None else bare or "")
        if size > MOST_CHARACTERS:
            words = f"a cell has {size:,} characters; at most {MOST_CHARACTERS:,} are read"
            report.error("cell-too-long", words, Span(shown, line + 1, column, at, match.start(3)))
            return
        if quoted is not None and "\n" in quoted:
            line += quoted.count("\n")
            line_start = at + 1 + quoted.rfind("\n") + 1
        if end != delimiter or match.end() >= len(text):
            report.error("table-syntax", "the row can't be read", Span(shown, line + 1, 1, line_start, line_start + 1))
            return
        at = match.end()
