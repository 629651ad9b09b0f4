"""Warn of cards with nothing on them but a number, where others have more."""

from __future__ import annotations

import re
from collections.abc import Iterator

from carddesigner.checks.base import Check, DeckView, Finding
from carddesigner.checks.unused import unread
from carddesigner.core.report import Related
from carddesigner.deck.loaded import LoadedComponent
from carddesigner.tables.table import Row, Table, text_of

MAX_PLACES = 4
"""The most rows that a warning names."""

_NUMBER = re.compile(r"[#\W]*[0-9]{1,6}[a-z]?\W*", re.I)


def empty_cards(view: DeckView) -> Iterator[Finding]:
    """Warn of printed rows whose cells, as far as faces read them, are blank except for a number, where most rows have
    more.
    """
    for component in view.deck.components if view.deck.deck.game is None else ():
        if component.table is None:
            continue
        rows, blank = empty_rows(view, component, component.table)
        if rows:
            first, *others = rows
            many = f"{len(rows)} rows have" if others else "a row has"
            message = f"{component.id}: {many} nothing to print but a number; blank are {', '.join(blank[:6])}"
            hint = "fill the cells, or remove the row; with 0 copies it isn't printed"
            related = tuple(Related(row.span) for row in others[: MAX_PLACES - 1])
            yield Finding("empty-card", message, first.span, hint, related)


def printed_columns(view: DeckView, component: LoadedComponent, table: Table) -> list[int]:
    """The indexes of the columns that faces read."""
    rows = component.rows
    assert rows is not None
    copies = (rows.copies,) if isinstance(rows.copies, str) else rows.copies
    excluded = {rows.id, *copies, *(h.name for h in unread(view, component))}
    return [i for i, name in enumerate(table.names) if name not in excluded]


def empty_rows(view: DeckView, component: LoadedComponent, table: Table) -> tuple[list[Row], list[str]]:
    """The printed rows that are empty, and the columns that most other rows fill."""
    columns = printed_columns(view, component, table)
    printed = {card.row_number for card in component.cards if card.copies}
    filled = [sum(bool(text_of(row.values[i])) for row in table.rows) for i in columns]
    usual = [i for i, count in zip(columns, filled, strict=True) if 2 * count > len(table.rows)]
    wordy = [i for i in usual if not all(_NUMBER.fullmatch(text_of(r.values[i]) or "0") for r in table.rows)]
    if not wordy:
        return [], []
    empty = [
        row
        for row in table.rows
        if row.number in printed
        and all(_NUMBER.fullmatch(text_of(row.values[i]) or "0") for i in columns)
        and not any(text_of(row.values[i]) for i in wordy)
    ]
    return empty, [table.names[i] for i in wordy]


CHECK = Check("empty-card", empty_cards, once=True)
