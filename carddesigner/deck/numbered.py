"""Cards whose ids are their row numbers: inserting a row before them changes their ids."""

from __future__ import annotations

from carddesigner.deck.loaded import LoadedComponent, LoadedDeck
from carddesigner.tables.table import text_of


def numbered_by_row(deck: LoadedDeck) -> tuple[str, ...]:
    """Return the components with pieces whose ids are their row numbers: moving a row changes these. *deck* must have
    been loaded without errors. Pages of running text don't count, because they are identified by their content.
    """
    return tuple(c.id for c in deck.components if c.table is not None and not all(own_ids(deck, c)))


def own_ids(deck: LoadedDeck, component: LoadedComponent) -> tuple[bool, ...]:
    """Return for each card of a component with a table whether its row has an id or a serial number."""
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
