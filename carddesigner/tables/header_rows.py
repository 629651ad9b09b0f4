"""Rows that repeat the header of their table, for example if two exports are in one file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from itertools import islice

from carddesigner.core.report import Related, Report
from carddesigner.core.source import Span
from carddesigner.tables.table import MAX_REPORTED, text_of

_NO_NAME = re.compile(r"[-+]?\d{1,15}(?:[.,]\d{1,15})?\s?%?|[A-Za-z]")
"""Numbers and single letters. A row that begins with one is no header, even if a column has that name."""


class Again(StrEnum):
    """How a row repeats the header: each cell in its own column, or in another order."""

    SAME = "the row repeats the header"
    MOVED = "the row repeats the header in another order"


_MENDS = {
    Again.SAME: "remove the row from the table",
    Again.MOVED: "put the columns below it in the order of the header, and remove the row; or make them a table of their own",
}
_SKIPPED = "; or `skip: [headers]` under `rows:` leaves it out"


class HeaderRow:
    """The texts of a header row, by which its repetitions are recognized."""

    def __init__(self, texts: Sequence[str | None]) -> None:
        self._at = {i: t.casefold() for i, t in enumerate(texts) if t}
        self._texts = frozenset(self._at.values())
        several = len(self._texts) > 1
        self._begins = frozenset(t for t in self._texts if several and not _NO_NAME.fullmatch(t))

    def again(self, texts: Sequence[str]) -> Again | None:
        """Return how a row repeats the header, given its cells as texts: most of them in their own columns, or all of
        them in any order.
        """
        filled = [(i, t.casefold()) for i, t in enumerate(texts) if t]
        same = sum(self._at.get(i) == t for i, t in filled)
        if (same > 1 or same == len(self._at)) and 3 * same >= 2 * len(filled) and 2 * same >= len(self._at):
            return Again.SAME
        named = {t for _, t in filled}
        is_named = len(named) > 1 and 2 * len(named) >= len(self._texts) and named <= self._texts
        return Again.MOVED if is_named else None

    def suspect(self, cells: Sequence[object]) -> Again | None:
        """Return the same for a row that is taken for a card; for most rows the first cell alone shows that it is no
        header.
        """
        first = cells[0] or next(filter(None, cells), None)
        return self.again([text_of(v) for v in cells]) if text_of(first).casefold() in self._begins else None


def report_repeated(
    header: HeaderRow,
    at: int,
    cards: Iterable[tuple[int, Sequence[object]]],
    place: Callable[[int, int], Span],
    report: Report,
    *,
    can_skip: bool,
) -> None:
    """Warn of rows that are taken for *cards* and repeat the *header*, which is in row *at*, or nowhere if that is -1.
    *can_skip*: the deck may leave rows of the table out.
    """
    related = (Related(place(at, 0), "the header"),) if at >= 0 else ()
    repeats = ((row, again) for row, cells in cards if (again := header.suspect(cells)) is not None)
    for row, again in islice(repeats, MAX_REPORTED):
        hint = _MENDS[again] + (_SKIPPED if can_skip and again is Again.SAME else "")
        report.warn("repeated-header", again, place(row, 0), hint=hint, related=related)
