"""The roles of a table's columns, by what stands in it, in the other tables of the deck, and by the roles that the user
chose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.report import Report, did_you_mean
from carddesigner.core.source import Span
from carddesigner.deck.amounts import MAX_COPIES_OF_A_CARD, read_amount
from carddesigner.source.files import display_path
from carddesigner.starter.made import Sure
from carddesigner.starter.reading.source import FoundTable
from carddesigner.starter.roles.assigned import with_roles
from carddesigner.starter.roles.columns import Column, columns_of
from carddesigner.starter.roles.guess import CHOSEN, Around, Guess, Role, guess_roles
from carddesigner.starter.roles.quantities import Quantities, find_quantities
from carddesigner.starter.roles.titles import best_title

NO_QUANTITY = "none"
"""The message about a quantity where each row is one card."""


class Agreed(Struct, frozen=True):
    """Headers, in small letters, that are surely titles or quantities in a table of a deck, so in its others too."""

    titles: frozenset[str] = frozenset()
    quantities: frozenset[str] = frozenset()


def agreed(tables: Sequence[FoundTable]) -> Agreed:
    """What the tables of a deck say of each other's columns: of one table nothing."""
    if len(tables) < 2:
        return Agreed()
    titles, amounts = set(), set()
    for table in tables:
        columns = _wanted(table)
        quantities = find_quantities(columns)
        if len(quantities.columns) == 1 and quantities.sure is not Sure.GUESS:
            amounts.add(quantities.columns[0].header.casefold())
        title = best_title([c for c in columns if c not in quantities.columns], len(table.table.rows))
        if title is not None and title[0].means("title") and 5 * title[0].blanks < 2 * len(title[0].texts):
            titles.add(title[0].header.casefold())
    return Agreed(frozenset(titles), frozenset(amounts))


def decide(
    table: FoundTable,
    agreement: Agreed,
    picture: Callable[[str], object],
    icon: Callable[[str], str | None],
    quantity: str | None = None,
    chosen: Mapping[str, str] | None = None,
) -> tuple[tuple[Guess, ...], str | None]:
    """The roles of the columns, and a note where it isn't certain how often cards are printed.

    *quantity* is the column of quantities, which the table has, or NO_QUANTITY; *chosen* are the roles that the user
    gave. Columns that aren't wanted have no role.
    """
    columns = _wanted(table)
    if quantity is None:
        quantities = find_quantities(columns, agreement.quantities)
    else:
        quantities = Quantities(tuple(c for c in columns if _is_called(c, quantity)), why=CHOSEN)
    guesses = guess_roles(columns, quantities, Around(table.rows.keys, agreement.titles, picture, icon))
    guesses = with_roles(guesses, chosen or {})
    taken = {g.column.at for g in guesses}
    left = (c for c in columns_of(table.table, table.headers) if c.at not in taken)
    more = tuple(Guess(c, Role.OUT, Sure.CERTAIN, "not among --columns") for c in left)
    return (*guesses, *more), _maybe(quantities)


def _wanted(table: FoundTable) -> tuple[Column, ...]:
    columns = columns_of(table.table, table.headers)
    return columns if table.wanted is None else tuple(c for c in columns if c.path[0] in table.wanted)


def _maybe(quantities: Quantities) -> str | None:
    """The columns that may say how many, and how one of them is chosen."""
    if not quantities.maybe:
        return None
    named = ", ".join(f"{c.header or c.name} ({cards} cards)" for c, cards in quantities.maybe)
    first = quantities.maybe[0][0]
    shown = f'"{first.header}"' if " " in first.header else first.header or first.name
    which = "columns that may say how many" if len(quantities.maybe) > 1 else "a column that may say how many"
    return (
        f"each row is printed once; {which}: {named}; add --quantity {shown}, or --quantity {NO_QUANTITY} if none does"
    )


def _is_called(column: Column, name: str) -> bool:
    return len(column.path) == 1 and name.strip().casefold() in (
        column.header.strip().casefold(),
        column.name.casefold(),
    )


def maybe_quantities(tables: Sequence[FoundTable]) -> tuple[tuple[str, int], ...]:
    """Columns of which it isn't certain that they say how often a card is printed, with the cards that they would
    make.
    """
    quantities = (find_quantities(columns_of(t.table, t.headers)) for t in tables)
    return tuple((column.header or column.name, cards) for f in quantities for column, cards in f.maybe)


def check_quantity(tables: Sequence[FoundTable], quantity: str | None, report: Report) -> None:
    """Refuse a quantity that is no column of the tables, has cells that are none, or nothing but 0. Raises
    DeckError.
    """
    if quantity is None or quantity == NO_QUANTITY:
        return
    matching = [(t, c) for t in tables for c in columns_of(t.table, t.headers) if _is_called(c, quantity)]
    if not matching:
        names = list(dict.fromkeys(h for t in tables for h in t.headers))
        message = f"--quantity: there is no column {quantity!r}{did_you_mean(quantity, names)}"
        hint = f"there are {', '.join(names[:20])}; {NO_QUANTITY} prints each row once"
        report.fail("unknown-column", message, Span(display_path(tables[0].path)), hint=hint)
    for table, column in matching:
        for row, text in zip(table.table.rows, column.texts, strict=True):
            if text and read_amount(text) is None:
                wanted = f"a whole number from 0 to {MAX_COPIES_OF_A_CARD:,}"
                message = f"--quantity {column.header}: {text[:60]!r} is not {wanted}"
                span = table.table.place(row, column.at)
                report.fail("wrong-value", message, replace(span, path=display_path(table.path)))
    if all(read_amount(text) == 0 for _, column in matching for text in column.texts):
        hint = f"name another column; {NO_QUANTITY} prints each row once"
        report.fail(
            "no-cards", f"--quantity {quantity}: all cells are 0", Span(display_path(tables[0].path)), hint=hint
        )
