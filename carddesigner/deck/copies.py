"""Rows of a deck's tables that no card is printed of: counted in one place for all who say so."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from carddesigner.deck.deck import LoadedComponent


class UnprintedRows(Struct, frozen=True):
    """How many rows are printed 0 times, of how many, and of which components, with how many each."""

    rows: int = 0
    of: int = 0
    components: tuple[tuple[str, int], ...] = ()
    tables: int = 0
    """How many components have rows."""

    @property
    def line(self) -> str:
        """The line that commands show; blank where every row is printed."""
        if not self.rows:
            return ""
        where = ""
        if self.tables > 1:
            where = f": {', '.join(f'{rows:,} of {component}' for component, rows in self.components)}"
        are = "is" if self.rows == 1 else "are"
        return f"{self.rows:,} of {self.of:,} row{'s' * (self.of != 1)} {are} printed 0 times{where}"

    @property
    def data(self) -> dict[str, object]:
        """The same for programs."""
        return {"rows": self.rows, "of": self.of, "components": dict(self.components)}


def unprinted_rows(components: Iterable[LoadedComponent]) -> UnprintedRows:
    """The rows that are printed 0 times, whatever is chosen of them later."""
    tables = [c for c in components if c.table is not None]
    counts = [(c.id, sum(not card.copies for card in c.cards)) for c in tables]
    some = tuple((id_, rows) for id_, rows in counts if rows)
    return UnprintedRows(sum(n for _, n in some), sum(len(c.cards) for c in tables), some, len(tables))
