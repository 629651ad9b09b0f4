"""Where the rows and columns of a table went while it was changed elsewhere: an edit may come from a page that doesn't know yet."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from carddesigner.designer.data_messages import RowInfo, TableInfo

GONE = -1


class Moves(Struct, frozen=True):
    """The place of each row and column of a table in a later state of it, `GONE` for what isn't there any more."""

    rows: Sequence[int]
    columns: Sequence[int]
    count: int
    """Rows of the later state."""

    def row(self, row: int) -> int:
        """Where a row went; those behind the last are counted from there."""
        return self.rows[row] if row < len(self.rows) else self.count + row - len(self.rows)

    def gap(self, at: int) -> int:
        """Where the gap before a row went, or the one behind the last."""
        if at >= len(self.rows):
            return self.count
        there = self.rows[at]
        above = self.rows[at - 1] if at else GONE
        return there if there != GONE else above + 1


def moves(old: TableInfo, new: TableInfo) -> Moves:
    """Where the rows and columns of a table went."""
    return Moves(moved_rows(old.rows, new.rows), _moved_columns(old, new), len(new.rows))


def moved_rows(old: Sequence[RowInfo], new: Sequence[RowInfo]) -> list[int]:
    """The place of each row in a later state: rows are the same where all around them is, by their cards, or by their texts."""
    start, end = difference(old, new)
    shift = len(new) - len(old)
    last = len(old) - end
    cards = {(r.component, r.id): i for i, r in enumerate(new[start : len(new) - end], start) if r.id}
    texts = {r.cells: i for i, r in enumerate(new[start : len(new) - end], start)}
    before = {(r.component, r.id) for r in old[start:last] if r.id}
    out = []
    for i, row in enumerate(old[start:last], start):
        found = cards.get((row.component, row.id), texts.get(row.cells, GONE))
        if found == GONE and shift == 0 and (new[i].component, new[i].id) not in before:
            found = i
        out.append(found)
    return [*range(start), *out, *range(last + shift, len(new))]


def _moved_columns(old: TableInfo, new: TableInfo) -> list[int]:
    headers = [c.header for c in new.columns]
    if len(headers) == len(old.columns) and sorted(headers) != sorted(c.header for c in old.columns):
        return list(range(len(headers)))
    return [headers.index(c.header) if c.header in headers else GONE for c in old.columns]


def difference(old: Sequence[RowInfo], new: Sequence[RowInfo]) -> tuple[int, int]:
    """How many rows two tables begin and end with alike."""
    most = min(len(old), len(new))
    start = next((i for i in range(most) if old[i] != new[i]), most)
    end = next((i for i in range(most - start) if old[-1 - i] != new[-1 - i]), most - start)
    return start, end
