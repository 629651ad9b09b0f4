"""Where the cell stands that a card's value comes from."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from carddesigner.core.source import Span
from carddesigner.tables.table import Row, Table


class Cells(Struct, frozen=True, eq=False):
    """A table's cells, looked up by where a card's row stands and by the names that an expression reads."""

    table: Table
    columns: dict[str, int]
    rows: dict[Span, Row]

    def place(self, row: Span | None, reads: Iterable[tuple[str, ...]]) -> Span | None:
        """The cell of the first column that is read, such as ("card", "cost"); the row's place if none is a column's."""
        names = [".".join(path[1:]) for path in sorted(reads) if path[0] == "card"]
        column = next((self.columns[n] for n in names if n in self.columns), None)
        found = self.rows.get(row) if row is not None else None
        return self.table.place(found, column) if found is not None and column is not None else row


def cells_of(table: Table) -> Cells:
    """The cells of a table."""
    return Cells(table, {h.name: i for i, h in enumerate(table.headers)}, {r.span: r for r in table.rows})
