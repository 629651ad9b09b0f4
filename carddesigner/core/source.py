"""Where something that a user wrote stands in its file."""

from __future__ import annotations

import re
from bisect import bisect_right

from msgspec import Struct

_NEWLINE = re.compile(r"\r\n|\r|\n")


class Anchor(Struct, eq=False):
    """Where a block of a file begins at present: lines and characters before it. It moves when the file is edited above
    the block, so that what was made of the block, and its spans, stay as they are.
    """

    lines: int = 0
    characters: int = 0


class Span(Struct, frozen=True, eq=False):
    """A place in a file: line and column from 1, start and end as character offsets from 0. ``cell`` names a
    spreadsheet's cell (``Cards!B14``) where lines and columns mean nothing. In a block with an ``anchor`` the place is
    stored from there, and moves with it; ``pinned`` gives it as it is at present. Spans are equal where they show the
    same place.
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
        """The offset behind the last character."""
        return self.last + self.anchor.characters if self.anchor is not None else self.last

    def pinned(self) -> Span:
        """The place as it is at present, which no edit moves."""
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
    """The offset of each line's first character; lines end in CR LF, LF or CR."""
    return [0, *(m.end() for m in _NEWLINE.finditer(text))]


def span_at(path: str, starts: list[int], start: int, end: int) -> Span:
    """The place of the characters from *start* to *end*, given the text's `line_starts`."""
    line = bisect_right(starts, start) - 1
    return Span(path, line + 1, start - starts[line] + 1, start, end)


def span_in(path: str, text: str, start: int, end: int, line: int = 1, at: int = 0) -> Span:
    """The place of the characters from *start* to *end*, counting lines from that which begins *at*."""
    count = text.count
    line += count("\n", at, start) + count("\r", at, start) - count("\r\n", at, start)
    begin = max(text.rfind("\n", at, start), text.rfind("\r", at, start), at - 1) + 1
    return Span(path, line, start - begin + 1, start, end)
