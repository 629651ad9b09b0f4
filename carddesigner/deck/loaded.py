"""A deck that was read: its components with their cards or texts, and what they are cut from and look like."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.folds import Fold
from carddesigner.core.geometry import Path as Outline
from carddesigner.core.piece import PieceKey
from carddesigner.core.record import Record
from carddesigner.core.serials import Serials
from carddesigner.core.source import Span
from carddesigner.deck.assets import Assets
from carddesigner.deck.cards import Cards, LoadedCard
from carddesigner.deck.glossary import Held
from carddesigner.deck.names import DeckNames
from carddesigner.deck.template import TemplateSource
from carddesigner.deck.translations import Translation
from carddesigner.games.base import Game
from carddesigner.nets.die import Die
from carddesigner.schema.deck import DeckModel
from carddesigner.schema.dies import BoxSettings
from carddesigner.schema.rows import Rows
from carddesigner.schema.stock import Stock
from carddesigner.source.yaml import Node
from carddesigner.tables.table import Table
from carddesigner.text.document import Block
from carddesigner.text.keywords import Keywords

if TYPE_CHECKING:
    from carddesigner.deck.streams import Streamed

MAX_COPIES = 100_000
"""The most printed copies of one deck."""


class FaceRef(Struct, frozen=True):
    """``template#face`` as a component names it; ``varies``: the face is an expression to be evaluated for each
    card.
    """

    template: str
    face: str
    span: Span
    varies: bool = False


class Folding(Struct, frozen=True):
    """How pages are bound: folded as a leaflet, or with ``fold`` None as a booklet. ``thickness`` is that of the
    paper.
    """

    fold: Fold | None
    thickness: float
    cover: FaceRef | None
    binds_right: bool = False


class StockChoice(Struct, frozen=True):
    """The expression that names each card's stock, and the deck's stocks."""

    source: str
    span: Span
    stocks: dict[str, Stock]


class LoadedComponent(Struct, frozen=True):
    """A component with its pieces: cards from rows (or one card with ``copies``), or blocks of Markdown.

    If an expression names each card's stock (``choice``), ``stock`` is the deck's first. A net has its ``die``; the die
    of a ``box`` is known only after the pieces that it ``holds`` are laid out.
    """

    id: str
    stock_name: str
    stock: Stock
    outline: Outline
    front: FaceRef | None
    back: FaceRef | None
    copies: int
    cards: tuple[LoadedCard, ...]
    blocks: tuple[Block, ...] | None
    span: Span
    table: Table | None = None
    rows: Rows | None = None
    """The settings by which its table was read."""
    serials: Serials | None = None
    """All serial numbers of a numbered component."""
    first_number: int | None = None
    """The number in the deck of its first numbered card, or of the first card of a stream."""
    stream: Streamed | None = None
    """Its table, if it is read in parts; ``cards`` is empty then."""
    translations: tuple[Translation, ...] = ()
    folding: Folding | None = None
    die: Die | None = None
    box: BoxSettings | None = None
    holds: tuple[str, ...] = ()
    choice: StockChoice | None = None
    fills_both: bool = False
    """Whether running text fills both sides of its cards."""

    @property
    def is_die(self) -> bool:
        """Whether it is folded: cut along its die line, printed on one side."""
        return self.die is not None or self.box is not None


class LoadedDeck(Struct, frozen=True, eq=False):
    """A deck that was read completely. ``facts`` and ``palette_record`` are ``deck`` and ``palette`` in expressions."""

    deck: DeckModel
    folder: Path
    root: Node
    facts: Record
    palette_record: Record
    components: tuple[LoadedComponent, ...]
    templates: dict[str, TemplateSource]
    assets: Assets
    original: str = ""
    """The deck's own language. ``deck.language`` is the language it was loaded in."""
    translations: tuple[Translation, ...] = ()
    """Its translated texts in the language it was loaded in."""
    held: Held | None = None
    """The result of checking these against the glossary; None in the original language, or without a glossary."""
    edition: str | None = None
    """The edition it was loaded in, None for the base edition."""
    keywords: Keywords | None = None
    """Words that are set in a style of their own."""
    game: Game | None = None
    """The shipped game that the deck belongs to."""
    game_settings: Any = None
    """Its settings for that game, validated."""
    is_partial: bool = False
    """Whether only some of its cards were read."""
    tables: Mapping[str, Cards] = {}
    """Cards by component before references between them were resolved; empty if there are no references."""

    @property
    def suffix(self) -> str:
        """The suffix of its file names: ``-limited`` for an edition, ``-pt`` for a language other than the deck's
        own.
        """
        edition = f"-{self.edition}" if self.edition is not None else ""
        return edition if self.deck.language == self.original else f"{edition}-{self.deck.language}"

    @property
    def cards(self) -> dict[PieceKey, LoadedCard]:
        """All cards of all components by their keys; computed at each access."""
        return {card.key: card for component in self.components for card in component.cards}

    @property
    def title(self) -> str:
        """The title for sheets and files, with the edition's name unless that has a title of its own."""
        changes = self.deck.editions.get(self.edition, {}) if self.edition is not None else {}
        return self.deck.title if self.edition is None or "title" in changes else f"{self.deck.title} ({self.edition})"

    def context(self, template: str) -> dict[str, object]:
        """Return the context for validating a template's contents: names, typography and resolution."""
        deck, source = self.deck, self.templates[template]
        names = DeckNames(self.assets, deck.palette, self.keywords, deck.language, source, deck.icons)
        return {"names": names, "typography": deck.typography, "dpi": source.dpi}


def numbered(cards: Iterable[LoadedCard], number: int) -> tuple[tuple[LoadedCard, ...], int]:
    """Return the cards numbered in the deck from *number*, and the number of the next card."""
    out = []
    for card in cards:
        out.append(replace(card, number=number))
        number += card.copies > 0
    return tuple(out), number


def with_numbers(component: LoadedComponent, first: int) -> LoadedComponent:
    """Return a component of cards with serial numbers, numbered in the deck such that the very first of them has the
    number *first*.
    """
    assert component.serials is not None
    before = first - component.serials.first
    # They differ in length only if a card or the table has errors, which are reported.
    cards = zip(component.cards, component.table.rows if component.table is not None else (), strict=False)
    numbered = tuple(replace(card, number=before + row.number) for card, row in cards)
    return replace(component, cards=numbered, first_number=first)


def with_bleed(deck: LoadedDeck, bleed: float) -> LoadedDeck:
    """Return a deck whose stocks have at least so much bleed, in points. Stocks without bleed, nets, boxes, booklets
    and leaflets remain unchanged, because their art ends at the cut.
    """

    def wider(stock: Stock) -> Stock:
        return stock.model_copy(update={"bleed": max(stock.bleed, bleed)}) if stock.bleed > 0 else stock

    def widened(component: LoadedComponent) -> LoadedComponent:
        choice = component.choice
        if choice is not None:
            choice = replace(choice, stocks={name: wider(stock) for name, stock in choice.stocks.items()})
        return replace(component, stock=wider(component.stock), choice=choice)

    return replace(deck, components=tuple(c if c.is_die or c.folding else widened(c) for c in deck.components))
