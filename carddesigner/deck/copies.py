"""Rows of a deck's tables without a printed card, counted in one place for all commands that report them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from carddesigner.deck.loaded import LoadedComponent
from carddesigner.tables.no_cards import left_out_line
from carddesigner.tables.table import LeftOut


class UnprintedRows(Struct, frozen=True):
    """The number of rows with 0 copies, the number of all rows, and the rows with 0 copies of each component; and the
    rows that aren't cards.
    """

    rows: int = 0
    of: int = 0
    components: tuple[tuple[str, int], ...] = ()
    tables: int = 0
    """How many components have a table."""
    left_out: tuple[tuple[str, tuple[LeftOut, ...]], ...] = ()
    """The rows that a component's ``skip`` and ``until`` leave out, if there are any."""

    @property
    def line(self) -> str:
        """The lines that commands print; blank if every row is printed."""
        return "\n".join((*self._zero(), *self._left_out()))

    def _zero(self) -> Iterator[str]:
        if self.rows:
            where = ""
            if self.tables > 1:
                where = f": {', '.join(f'{rows:,} of {component}' for component, rows in self.components)}"
            are = "is" if self.rows == 1 else "are"
            yield f"{self.rows:,} of {self.of:,} row{'s' * (self.of != 1)} {are} printed 0 times{where}"

    def _left_out(self) -> Iterator[str]:
        for component, rows in self.left_out:
            yield f"{component}: {left_out_line(rows)}" if self.tables > 1 else left_out_line(rows)

    @property
    def data(self) -> dict[str, object]:
        """The same for programs."""
        rows = {c: [{"row": r.row, "why": r.why} for r in left] for c, left in self.left_out}
        return {"rows": self.rows, "of": self.of, "components": dict(self.components), "no_cards": rows}


def unprinted_rows(components: Iterable[LoadedComponent]) -> UnprintedRows:
    """Return the rows with 0 copies, regardless of which cards are chosen later."""
    tables = [c for c in components if c.table is not None]
    counts = [(c.id, rows_of(c) - printed_rows(c)) for c in tables]
    some = tuple((id_, rows) for id_, rows in counts if rows)
    left = tuple((c.id, c.table.left_out) for c in tables if c.table is not None and c.table.left_out)
    return UnprintedRows(sum(n for _, n in some), sum(map(rows_of, tables)), some, len(tables), left)


def rows_of(component: LoadedComponent) -> int:
    """Return the number of rows of a component's table."""
    return component.stream.rows if component.stream is not None else len(component.cards)


def printed_rows(component: LoadedComponent) -> int:
    """Return the number of rows that are printed at least once."""
    return component.stream.printed if component.stream is not None else sum(c.copies > 0 for c in component.cards)
