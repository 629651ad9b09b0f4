"""Where something that a user wrote stands in its file."""

from __future__ import annotations

import re
from bisect import bisect_right

from msgspec import Struct

_NEWLINE = re.compile(r"\r\n|\r|\n")


class Span(Struct, frozen=True):
    """A place in a file: line and column from 1, start and end as character offsets from 0.

    ``cell`` names a spreadsheet's cell (``Cards!B14``) where lines and columns mean nothing.
    On values that carry one, the span takes no part in equality: equality means content.
    """

    path: str
    line: int = 1
    column: int = 1
    start: int = 0
    end: int = 0
    cell: str | None = None

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
