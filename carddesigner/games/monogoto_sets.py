"""Monogoto's sets: which cards go together, and where a card may be laid."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from carddesigner.core.record import Record
from carddesigner.games.monogoto_cards import MonogotoSettings

CardSet = tuple[int, ...]
"""Cards by number; numbers from the count of symbol cards on are followers."""
Sets = tuple[CardSet, ...]
"""The sets in front of a player."""
NEW = -1
"""In place of the index of a set: a new set."""


class Kinds(Struct, frozen=True):
    """The kind of a set that begins with each symbol card, in front of a player and in the safe set."""

    front: tuple[object, ...]
    safe: tuple[object, ...]
    size: int

    @property
    def symbols(self) -> int:
        """The number of symbol cards; followers have the numbers from there on."""
        return len(self.front)

    def of(self, cards: CardSet) -> object:
        """A set's kind; None as long as it has only followers."""
        return next((self.front[card] for card in cards if card < self.symbols), None)

    def complete(self, cards: CardSet) -> bool:
        """Whether it has all its cards, at least one of them with a kind."""
        return len(cards) >= self.size and self.of(cards) is not None

    def fits(self, card: int, cards: CardSet) -> bool:
        """Whether a card may join a set."""
        if card >= self.symbols:
            return len(cards) < self.size
        kind = self.of(cards)
        return (kind is None or kind == self.front[card]) and not self.complete(cards)

    def places(self, card: int, sets: Sets) -> list[int]:
        """The places where a card may be laid in front of a player."""
        return [*(i for i, cards in enumerate(sets) if self.fits(card, cards)), NEW]

    def saves(self, card: int, safe: CardSet) -> bool:
        """Whether a card may join the safe set, or begin it."""
        return card < self.symbols and len(safe) < self.size and (not safe or self.safe[card] == self.safe[safe[0]])

    def symbols_in(self, sets: Sets) -> list[int]:
        """The symbol cards in sets."""
        return [card for cards in sets for card in cards if card < self.symbols]


def kinds_of(rows: Sequence[Record], settings: MonogotoSettings) -> Kinds:
    """Male sets are of one suit and one environment, female ones of one environment, all odd or all even; in the safe
    set environments mix.
    """
    male = settings.persons[0].name
    safe = tuple(("male", r["suit"]) if r["person"] == male else ("female", r["odd"]) for r in rows)
    front = tuple((*kind, r["environment"]) for kind, r in zip(safe, rows, strict=True))
    return Kinds(front, safe, settings.set_size)


def laid(sets: Sets, place: int, card: int) -> Sets:
    """The sets with another card."""
    if place == NEW:
        return (*sets, (card,))
    return (*sets[:place], (*sets[place], card), *sets[place + 1 :])


def taken(sets: Sets, card: int) -> Sets:
    """The sets without a card; empty sets are removed."""
    rest = (tuple(c for c in cards if c != card) for cards in sets)
    return tuple(cards for cards in rest if cards)


def largest(sets: Sets) -> int:
    """The number of cards in the largest set."""
    return max(map(len, sets), default=0)


def size_with(sets: Sets, card: int) -> int:
    """The number of cards in the set with this card."""
    return next(len(cards) for cards in sets if card in cards)
