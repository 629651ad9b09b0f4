"""Places in users' files."""

from __future__ import annotations

import re
from bisect import bisect_right

from msgspec import Struct

_NEWLINE = r"\r\n|\r|\n"


class Anchor(Struct, eq=False):
    """Where a block of a file begins now: the lines and characters before it. It moves when the file is edited above
    the block, so that the spans in the block, and everything made from it, remain valid.
    """

    lines: int = 0
    characters: int = 0


class Span(Struct, frozen=True, eq=False):
    """A place in a file: line and column from 1, start and end as character offsets from 0. ``cell`` names a
    spreadsheet cell (``Cards!B14``), for which lines and columns mean nothing. With an ``anchor`` the place is relative
    to a block and moves with it; ``pinned`` returns the absolute place. Spans are equal if they refer to the same place
    now.
    """

    path: str
    row: int = 1
    column: int = 1
    first: int = 0
    last: int = 0
    cell: str | None = None
    anchor: Anchor | None = None

    @property
    def line(self) -> int:
        """The line, from 1."""
        return self.row + self.anchor.lines if self.anchor is not None else self.row

    @property
    def start(self) -> int:
        """The offset of the first character."""
        return self.first + self.anchor.characters if self.anchor is not None else self.first

    @property
    def end(self) -> int:
        """The offset after the last character."""
        return self.last + self.anchor.characters if self.anchor is not None else self.last

    def pinned(self) -> Span:
        """The present place, which edits don't move."""
        if self.anchor is None:
            return self
        return Span(self.path, self.line, self.column, self.start, self.end, self.cell)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Span) and self._place() == other._place()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self._place())

    def _place(self) -> tuple[object, ...]:
        return self.path, self.line, self.column, self.start, self.end, self.cell

    def __str__(self) -> str:
        if self.cell is not None:
            return f"{self.path}!{self.cell}"
        return f"{self.path}:{self.line}:{self.column}"


def line_starts(text: str) -> list[int]:
    """Return the offset of each line's first character. Lines end in CR LF, LF or CR."""
    return [0, *(m.end() for m in re.finditer(_NEWLINE, text))]


def span_at(path: str, starts: list[int], start: int, end: int) -> Span:
    """Return the place of the characters from *start* to *end*, given the text's `line_starts`."""
    line = bisect_right(starts, start) - 1
    return Span(path, line + 1, start - starts[line] + 1, start, end)


def span_in(path: str, text: str, start: int, end: int, line: int = 1, at: int = 0) -> Span:
    """Return the place of the characters from *start* to *end*; *line* is the number of the line that begins at offset
    *at*.
    """
    count = text.count
    line += count("\n", at, start) + count("\r", at, start) - count("\r\n", at, start)
    begin = max(text.rfind("\n", at, start), text.rfind("\r", at, start), at - 1) + 1
    return Span(path, line, start - begin + 1, start, end)
