"""Which cards are called by their row's number: a row put in before them gives them another id."""

from __future__ import annotations

from carddesigner.deck.deck import LoadedComponent, LoadedDeck
from carddesigner.tables.table import text_of


def numbered_by_row(deck: LoadedDeck) -> tuple[str, ...]:
    """The components some of whose pieces are called by their row's number: a row moved is another piece by its id.
    *deck* was loaded without an error. Pages of running text are none of them: they are what stands on them.
    """
    return tuple(c.id for c in deck.components if c.table is not None and not all(own_ids(deck, c)))


def own_ids(deck: LoadedDeck, component: LoadedComponent) -> tuple[bool, ...]:
    """For each card of a component with a table, whether its row has an id, or its serial number is one."""
    assert component.table is not None
    rows = component.rows
    assert rows is not None
    if component.serials is not None:
        return (True,) * len(component.cards)
    names = [h.name for h in component.table.headers]
    if rows.id not in names:
        return (False,) * len(component.cards)
    at = names.index(rows.id)
    return tuple(bool(text_of(row.values[at])) for row in component.table.rows)
