"""A deck reduced to some of its cards: those of some rows, with some serial numbers, or of a part of a table."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from carddesigner.core.report import Report
from carddesigner.core.serials import Serials
from carddesigner.deck.cards import Cards, LoadContext, load_cards
from carddesigner.deck.deck import cell_texts_of
from carddesigner.deck.loaded import LoadedComponent, LoadedDeck, numbered, with_numbers
from carddesigner.deck.names import DeckNames
from carddesigner.deck.parts import Parts
from carddesigner.deck.translations import Wording
from carddesigner.schema.deck import Component
from carddesigner.source.files import FileProblem
from carddesigner.source.yaml import Node, find
from carddesigner.tables.stream import StreamPart


def with_rows(component: LoadedComponent, rows: Sequence[int]) -> LoadedComponent:
    """Return a component with only the cards of some rows, given by index."""
    assert component.table is not None
    table = replace(component.table, rows=tuple(component.table.rows[i] for i in rows))
    return replace(component, cards=tuple(component.cards[i] for i in rows), table=table)


def check_serials(deck: LoadedDeck, serials: Serials, report: Report) -> None:
    """Raise DeckError if a range of *serials* begins or ends with a number that no card has."""
    made = {c.id: c.serials for c in deck.components if c.serials is not None}
    if not made:
        hint = "`generate:` of a component makes them"
        report.fail("unknown-serial", "the deck has no cards that are made by number", deck.root.span, hint=hint)
    ends = (number for both in serials.ranges for number in both)
    missing = next((n for n in ends if not any(own.has(n) for own in made.values())), None)
    if missing is not None:
        there = "; ".join(f"{name} has {own}" for name, own in made.items())
        place = next(c.span for c in deck.components if c.serials is not None)
        hint = "`count` makes more; a later run begins with `serial-from`, best as an edition"
        report.fail("unknown-serial", f"no card has the serial number {missing}: {there}", place, hint=hint)


def with_serials(deck: LoadedDeck, serials: Serials) -> LoadedDeck:
    """Return a deck with only those numbered cards whose numbers are among *serials*."""
    out = []
    for component in deck.components:
        rows = component.table.rows if component.serials is not None and component.table is not None else ()
        chosen = [i for i, row in enumerate(rows) if serials.has(row.number)]
        if chosen:
            out.append(with_rows(component, chosen))
    return replace(deck, components=tuple(out), is_partial=True)


def with_made(deck: LoadedDeck, component: LoadedComponent, serials: Serials, report: Report) -> LoadedDeck:
    """Return a deck with only those cards of a *component* whose numbers are among *serials*. They are made now, and
    don't count towards the bound on all tables. Raises DeckError.
    """
    at, model, node = _declaration(deck, component)
    before = deck.assets.cells
    made = load_cards(model, node, replace(_context(deck, report), serials=serials))
    deck.assets.cells = before
    made = _checked(made, report)
    cards = made.cards
    if deck.tables:
        from carddesigner.deck.references import resolve_own

        cards = resolve_own(deck.deck, deck.root, at, made, deck.tables, report)
        report.raise_errors()
    own = replace(component, cards=cards, table=made.table)
    chosen = [i for i, row in enumerate(made.table.rows) if serials.has(row.number)]
    own = with_rows(own, chosen)
    first = component.first_number
    return _of(deck, own if first is None else with_numbers(own, first))


def with_part(
    deck: LoadedDeck, component: LoadedComponent, part: StreamPart, printed: int, report: Report
) -> LoadedDeck:
    """Return a deck with only the cards of a part of a *component*'s table; *printed* is the number of printed cards
    before it. The part is read now, and doesn't count towards the bound on all tables. Raises DeckError.
    """
    assert component.stream is not None, "its table is read in parts"
    _, model, node = _declaration(deck, component)
    try:
        table = component.stream.source.table(part, report)
    except FileProblem as problem:
        report.refuse(problem, find(node, ("rows",)).span)
    # The type of a column was inferred from all of its cells.
    model = model.model_copy(update={"fields": {**component.stream.fields, **model.fields}})
    before = deck.assets.cells
    made = load_cards(model, node, _context(deck, report), table, part.first) if table is not None else None
    deck.assets.cells = before
    made = _checked(made, report)
    cards, _ = numbered(made.cards, (component.first_number or 1) + printed)
    return _of(deck, replace(component, cards=cards, table=made.table))


def _context(deck: LoadedDeck, report: Report) -> LoadContext:
    """The context for reading a deck's tables again."""
    names = DeckNames(deck.assets, deck.deck.palette, deck.keywords, deck.deck.language, icons=deck.deck.icons)
    return LoadContext(
        deck=deck.deck,
        root=deck.root,
        stocks={},
        wording=Wording(deck.deck.language, deck.original, deck.deck.languages),
        names=names,
        report=report,
        game=deck.game,
        settings=deck.game_settings,
        cells=cell_texts_of(deck.deck, names),
        parts=Parts(),
    )


def _declaration(deck: LoadedDeck, component: LoadedComponent) -> tuple[int, Component, Node]:
    """The component's index in the deck, its model and its node."""
    at = next(i for i, c in enumerate(deck.deck.components) if c.id == component.id)
    return at, deck.deck.components[at], find(deck.root, ("components", at))


def _checked(made: Cards | None, report: Report) -> Cards:
    """The cards. Raises DeckError if there are errors."""
    report.raise_errors()
    assert made is not None, "what can't be made is reported"
    return made


def _of(deck: LoadedDeck, component: LoadedComponent) -> LoadedDeck:
    """A deck with only this component, which has some of its cards."""
    return replace(deck, components=(component,), is_partial=True)
