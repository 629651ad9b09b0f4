"""Where something that a user wrote stands in its file."""

from __future__ import annotations

from msgspec import Struct


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
