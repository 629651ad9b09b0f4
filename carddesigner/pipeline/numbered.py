"""Which pieces have no ids of their own, only their row's number."""

from __future__ import annotations

from carddesigner.deck.deck import LoadedComponent, LoadedDeck
from carddesigner.tables.table import text_of


def numbered_by_row(deck: LoadedDeck) -> tuple[str, ...]:
    """The components some of whose pieces are called by their row's number: a row moved is another piece by its id.
    *deck* was loaded without an error. Pages of running text are none of them: they are what stands on them.
    """
    return tuple(c.id for c in deck.components if c.table is not None and not all(own_ids(deck, c)))


def own_ids(deck: LoadedDeck, component: LoadedComponent) -> tuple[bool, ...]:
    """For each card of a component with a table, whether its row has an id."""
    assert component.table is not None
    rows = next(c.rows for c in deck.deck.components if c.id == component.id)
    assert rows is not None
    names = [h.name for h in component.table.headers]
    if rows.id not in names:
        return (False,) * len(component.cards)
    at = names.index(rows.id)
    return tuple(bool(text_of(row.values[at])) for row in component.table.rows)
