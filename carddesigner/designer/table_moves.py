"""The movement of a table's rows and columns between two revisions, for edits from a page that has an earlier one."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from carddesigner.designer.data_messages import RowInfo, TableInfo

GONE = -1


class Moves(Struct, frozen=True):
    """The index of each row and column of a table in a later revision, `GONE` if it was deleted."""

    rows: Sequence[int]
    columns: Sequence[int]
    count: int
    """The number of rows of the later revision."""

    def row(self, row: int) -> int:
        """Return the new index of a row; rows below the last are counted from the new end."""
        return self.rows[row] if row < len(self.rows) else self.count + row - len(self.rows)

    def gap(self, at: int) -> int:
        """Return the new index of the gap before a row, or of that after the last row."""
        if at >= len(self.rows):
            return self.count
        there = self.rows[at]
        above = self.rows[at - 1] if at else GONE
        return there if there != GONE else above + 1


def moves(old: TableInfo, new: TableInfo) -> Moves:
    """Return how the rows and columns of a table moved."""
    return Moves(moved_rows(old.rows, new.rows), _moved_columns(old, new), len(new.rows))


def moved_rows(old: Sequence[RowInfo], new: Sequence[RowInfo]) -> list[int]:
    """Return the index of each row in a later revision. Rows match if nothing around them changed, or by their cards,
    or by their texts.
    """
    start, end = difference(old, new)
    shift = len(new) - len(old)
    last = len(old) - end
    cards = {(r.component, r.id): i for i, r in enumerate(new[start : len(new) - end], start) if r.id}
    texts = {r.cells: i for i, r in enumerate(new[start : len(new) - end], start)}
    before = {(r.component, r.id) for r in old[start:last] if r.id}
    out = []
    for i, row in enumerate(old[start:last], start):
        target = cards.get((row.component, row.id), texts.get(row.cells, GONE))
        if target == GONE and shift == 0 and (new[i].component, new[i].id) not in before:
            target = i
        out.append(target)
    return [*range(start), *out, *range(last + shift, len(new))]


def _moved_columns(old: TableInfo, new: TableInfo) -> list[int]:
    headers = [c.header for c in new.columns]
    if len(headers) == len(old.columns) and sorted(headers) != sorted(c.header for c in old.columns):
        return list(range(len(headers)))
    return [headers.index(c.header) if c.header in headers else GONE for c in old.columns]


def difference(old: Sequence[RowInfo], new: Sequence[RowInfo]) -> tuple[int, int]:
    """Return the number of equal rows at the start and at the end of two tables."""
    most = min(len(old), len(new))
    start = next((i for i in range(most) if old[i] != new[i]), most)
    end = next((i for i in range(most - start) if old[-1 - i] != new[-1 - i]), most - start)
    return start, end
