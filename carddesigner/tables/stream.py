"""Read CSV files of any length once, in parts, each of which can be read again separately."""

from __future__ import annotations

import codecs
import csv
import hashlib
import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from carddesigner.core.report import Report
from carddesigner.core.source import Span
from carddesigner.core.state import FileState, state_of
from carddesigner.schema.rows import Source
from carddesigner.source.files import MAX_BYTES, FileProblem, display_path, encoding_of
from carddesigner.tables.delimited import (
    MAX_RECORD,
    Delimited,
    Read,
    first_delimiter,
    moved,
    or_by_commas,
    records,
    sheet_of,
    stop,
    text_of_table,
)
from carddesigner.tables.read import header_at, names_of, table_of
from carddesigner.tables.table import MAX_CHARACTERS, MAX_COLUMNS, MAX_ROWS, Table, WorkbookSheet

MANY_ROWS = 10_000
"""The number of rows from which a table is read in parts."""
MAX_BLANK_LINES = 100_000
"""The most blank lines in a row."""
_HEAD = 1_000_000
"""Number of bytes at the start of a file from which the dialect is detected; more are read only where the header
doesn't end there.
"""


class StreamPart(Struct, frozen=True):
    """Some rows of a file: the bytes from ``start``, the number of lines and characters before them, and their
    digest.
    """

    start: int
    size: int
    lines: int
    characters: int
    digest: bytes
    first: int
    """The number of the first row, counted from 1 below the header."""


class CsvStream(Struct, frozen=True):
    """A file's dialect and header, by which its parts are read; ``source`` are the deck's settings for it."""

    path: Path
    source: Source
    encoding: str
    delimiter: str
    header: tuple[str, ...] | None
    """The header's cells, None if the deck names the columns."""
    places: tuple[Span, ...]
    """Their places."""
    names: tuple[str | None, ...]
    """The columns' names."""
    state: FileState
    """The state of the file when it was opened."""
    begin: StreamPart
    """The start of the rows; its size is 0."""
    can_skip: bool = False
    """Whether the deck may leave rows out, for which the table is read whole."""

    @property
    def shown(self) -> str:
        """The file's name in messages."""
        return display_path(self.path)

    def parts(self, takes: Callable[[Sequence[str]], int], room: int) -> Iterator[tuple[StreamPart, Read]]:
        """Yield the parts of the file with their records. *takes* returns how much of an output file's *room* a row
        takes; a part has as many rows as fit, but at least one. Raises FileProblem for what can't be read, a row
        without the header's number of cells, and a file that changed.
        """
        file = _Lines(self)
        with file.opened() as lines:
            reader = csv.reader(lines, delimiter=self.delimiter, strict=True)
            rows, left, first, number, blank = Read(""), room, 1, 1, 0
            try:
                for record in reader:
                    cells = [cell.strip() for cell in record]
                    if not any(cells):
                        blank += 1
                        if blank > MAX_BLANK_LINES:
                            raise self._too_blank(file)
                    else:
                        blank = 0
                        self._check(cells, file)
                        taken = takes(cells)
                        if rows.rows and taken > left:
                            yield file.part(rows, first), rows
                            rows, left, first = Read(""), room, number
                        left -= taken
                        number += 1
                    if any(cells) or rows.rows:
                        rows.rows.append(cells)
                    file.keep(rows)
            except csv.Error:
                raise self._stopped(file) from None
            except UnicodeDecodeError as problem:
                raise self._wrong_byte(problem, file) from None
        if rows.rows:
            yield file.part(rows, first), rows
        self.check_state()

    def table(self, part: StreamPart, report: Report) -> Table | None:
        """Read the rows of a part; None if cells are wrong, with the reasons in the report. Raises FileProblem if the
        file has changed.
        """
        try:
            with self.path.open("rb") as file:
                file.seek(part.start)
                data = file.read(part.size)
        except OSError as problem:
            raise FileProblem("unreadable-file", f"{self.shown}: {problem.strerror}") from None
        if _digest(data) != part.digest:
            raise self._changed(part.lines + 1)
        text = data.decode(self.encoding)
        return self.read(part, records(text, self.delimiter), report)

    def read(self, part: StreamPart, read: Read, report: Report) -> Table | None:
        """Return the table of a part from its records, like ``table``."""
        table = Delimited(self.shown, read.text, self.delimiter, False, read.rows, read.lines, read.starts)
        inner = sheet_of(table, report, part.lines, part.characters)
        if inner is None or self.header is None:
            return table_of(self.shown, inner, self.source, report, can_skip=self.can_skip)

        def place(row: int, column: int) -> Span:
            if row:
                return inner.place(row - 1, column)
            return self.places[min(column, len(self.places) - 1)]

        sheet = WorkbookSheet([self.header, *read.rows], place, comma=inner.comma)
        source = self.source.model_copy(update={"header": None})
        return table_of(self.shown, sheet, source, report, can_skip=self.can_skip)

    def _check(self, cells: Sequence[str], file: _Lines) -> None:
        wide = len(self.names)
        if len(cells) < wide or any(cells[wide:]):
            many = f"{len(cells)} cell{'s' * (len(cells) != 1)}"
            ends = file.is_at_end and len(cells) < wide
            why = "the file ends within it" if ends else "text that contains the delimiter must be in quotes"
            message = f"the row has {many}, and the header {wide}"
            hint = f"{why}; in a table of more than {MANY_ROWS:,} rows all have as many as the header"
            raise FileProblem("row-length", message, Span(self.shown, file.line, 1, file.character), hint=hint)

    def check_state(self) -> None:
        """Raise FileProblem if the file changed since it was opened, because rows may be missing."""
        if _state(self.path) != self.state:
            raise self._changed(1)

    def _changed(self, line: int) -> FileProblem:
        hint = "build again when no program is writing it"
        return FileProblem(
            "file-changed", f"{self.shown} was changed while it was read", Span(self.shown, line), hint=hint
        )

    def _stopped(self, file: _Lines) -> FileProblem:
        """The error that stopped the reader in its current record."""
        with self.path.open("rb") as again:
            again.seek(file.start)
            text = again.read(MAX_RECORD + 2).decode(self.encoding, "replace")
            is_cut = again.tell() < self.state.size
        problem = stop(text, Read(text), self.delimiter, self.shown, is_cut=is_cut)
        return problem.at(moved(problem.span or Span(self.shown), file.line - 1, file.character))

    def _too_blank(self, file: _Lines) -> FileProblem:
        message = f"more than {MAX_BLANK_LINES:,} blank lines are here"
        span = Span(self.shown, file.line - MAX_BLANK_LINES, 1)
        return FileProblem("table-too-large", message, span, hint="remove them")

    def _wrong_byte(self, problem: UnicodeDecodeError, file: _Lines) -> FileProblem:
        before = problem.object[: problem.start]
        line = file.line + file.waiting + before.count(b"\n")
        message = f"byte 0x{problem.object[problem.start]:02X} is not {self.encoding}"
        hint = "the file may be cut off or damaged; or set its `encoding` under `rows:`"
        return FileProblem("encoding", message, Span(self.shown, line), hint=hint)


class _Lines:
    """The lines of a file as a reader of records takes them, with the byte, line and character at which the current
    record begins. The lines of a part are kept until it ends.
    """

    def __init__(self, stream: CsvStream) -> None:
        self.stream = stream
        self.start, self.line, self.character = stream.begin.start, stream.begin.lines + 1, stream.begin.characters
        self.part_of = (self.start, self.line - 1, self.character)
        self.taken: list[str] = []
        self.length = 0
        """The number of characters of the current record so far."""
        self.kept: list[str] = []
        self.is_at_end = False

    @property
    def waiting(self) -> int:
        """The number of lines of the current record so far."""
        return len(self.taken)

    def opened(self) -> _Opened:
        return _Opened(self)

    def keep(self, rows: Read) -> None:
        """End a record: it belongs to the part, or to none if the part has no rows yet."""
        text = "".join(self.taken)
        if rows.rows:
            rows.lines.append(rows.lines[-1] + self.waiting)
            rows.starts.append(rows.starts[-1] + len(text))
            self.kept.append(text)
        self.start += len(text.encode(self.stream.encoding))
        self.line += self.waiting
        self.character += len(text)
        if not rows.rows:
            self.part_of = (self.start, self.line - 1, self.character)
        self.taken, self.length = [], 0

    def part(self, rows: Read, first: int) -> StreamPart:
        """Return the part that ended before the current record. Raises FileProblem if it isn't text."""
        rows.text = "".join(self.kept)
        if (sign := rows.text.find("\0")) >= 0:
            line = self.part_of[1] + rows.text.count("\n", 0, sign) + 1
            raise FileProblem(
                "table-syntax",
                "there is a null character here, which no text may contain",
                Span(self.stream.shown, line),
            )
        data = rows.text.encode(self.stream.encoding)
        start, lines, characters = self.part_of
        self.kept, self.part_of = [], (self.start, self.line - 1, self.character)
        return StreamPart(start, len(data), lines, characters, _digest(data), first)


class _Opened:
    """The open file, read line by line."""

    def __init__(self, lines: _Lines) -> None:
        self.lines = lines

    def __enter__(self) -> Iterator[str]:
        stream = self.lines.stream
        csv.field_size_limit(MAX_CHARACTERS)
        raw = stream.path.open("rb")
        raw.seek(stream.begin.start)
        self.file = io.TextIOWrapper(raw, stream.encoding, "strict", "")
        return self._lines()

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def _lines(self) -> Iterator[str]:
        own = self.lines
        while line := self.file.readline(MAX_RECORD):
            own.taken.append(line)
            own.length += len(line)
            own.is_at_end = not line.endswith(("\n", "\r"))
            if own.waiting > 1 and own.length > MAX_RECORD:
                raise csv.Error
            yield line


def open_stream(path: Path, source: Source) -> CsvStream:
    """Detect a file's dialect and header. Raises FileProblem if that fails."""
    try:
        return _opened(path, source, _HEAD, 100)
    except FileProblem:
        return _opened(path, source, MAX_RECORD + 2, MAX_ROWS)


def _opened(path: Path, source: Source, size: int, blank: int) -> CsvStream:
    """Return a file's dialect and header, which must end within *size* bytes; *blank* is the most blank rows above a
    header that the deck doesn't name. Raises FileProblem.
    """
    state, shown = _state(path), display_path(path)
    try:
        with path.open("rb") as file:
            data = file.read(size)
    except OSError as problem:
        raise FileProblem("unreadable-file", f"{shown}: {problem.strerror}") from None
    is_cut = len(data) < state.size
    if is_cut:
        data = _whole_characters(data)
    encoding, mark = encoding_of(data, source.encoding)
    text = text_of_table(data, path, source.encoding)
    delimiter, separator = first_delimiter(path, text, source.header)
    csv.field_size_limit(MAX_CHARACTERS)
    most = (source.header or 0) + blank
    read = records(text, delimiter, most=most)
    if separator and read.rows:
        read.rows[0] = []
    if read.broken and not any(map(any, read.rows[(source.header or 1) - 1 :])):
        if not separator:
            read, delimiter = or_by_commas(read, delimiter, most)
        if read.broken:
            raise stop(text, read, delimiter, shown, is_cut=is_cut)
    at = header_at(shown, read.rows, source, is_all=not is_cut and read.starts[-1] == len(text))
    if is_cut and read.starts[at + 1] == len(text):
        header = Read(text, lines=read.lines[: at + 1], starts=read.starts[: at + 1])
        raise stop(text, header, delimiter, shown, is_cut=True)
    # What stands below is read in parts.
    table, wrong = Delimited(shown, text, delimiter, False, read.rows[: at + 1], read.lines, read.starts), Report()
    sheet = sheet_of(table, wrong)
    if sheet is None:
        first = wrong.errors[0]
        raise FileProblem(first.code, first.message, first.span)
    names = names_of(sheet, at, source)
    cells = tuple(read.rows[at]) if at >= 0 else None
    places = tuple(sheet.place(at, i) for i in range(min(len(cells), MAX_COLUMNS))) if cells is not None else ()
    above = text[: read.starts[at + 1]]
    start = mark + len(above.encode(encoding))
    begin = StreamPart(start, 0, read.lines[at + 1] - 1, len(above), b"", 1)
    return CsvStream(path, source, encoding, delimiter, cells, places, tuple(names), state, begin)


def _whole_characters(data: bytes) -> bytes:
    """The beginning of a file without a character that is cut at its end."""
    decoder = codecs.getincrementaldecoder(encoding_of(data, None)[0])("replace")
    decoder.decode(data)
    cut, _ = decoder.getstate()
    return data[: len(data) - len(cut)]


def has_lines(path: Path, many: int) -> bool:
    """Return whether a file has more than *many* lines. Raises FileProblem."""
    lines = 0
    try:
        with path.open("rb") as file:
            while lines <= many and (data := file.read(_HEAD)):
                lines += max(data.count(b"\n"), data.count(b"\r"))
    except OSError as problem:
        raise FileProblem("unreadable-file", f"{display_path(path)}: {problem.strerror}") from None
    return lines > many


def is_large(path: Path) -> bool:
    """Return whether a file is too large to be read whole. Raises FileProblem."""
    return _state(path).size > MAX_BYTES


def _state(path: Path) -> FileState:
    try:
        return state_of(path)
    except OSError as problem:
        raise FileProblem("unreadable-file", f"{display_path(path)}: {problem.strerror}") from None


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()
