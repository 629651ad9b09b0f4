"""What identifies a piece of a deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct


class PieceKey(NamedTuple):
    """A component and the id of a piece of it: ids are unique within a component only."""

    component: str
    id: str


class Keyed(Struct, frozen=True):
    """A card, a laid-out piece, a record of one: whatever stands for one piece of a deck."""

    id: str
    component: str

    @property
    def key(self) -> PieceKey:
        """What no other piece of the deck has."""
        return PieceKey(self.component, self.id)


def titles(keys: Iterable[PieceKey]) -> dict[PieceKey, str]:
    """What each piece is called in messages and lists: its id, ``component/id`` where several components have that id."""
    keys = dict.fromkeys(keys)
    owners = Counter(key.id for key in keys)
    return {key: key.id if owners[key.id] == 1 else f"{key.component}/{key.id}" for key in keys}


def part_id(card: str, part: int) -> str:
    """The id of a piece that is one of several of a card: the first has the card's."""
    return f"{card}-part-{part}" if part > 1 else card


def card_of(piece: str) -> str:
    """The id of the card that a piece with such an id is of."""
    return piece.rpartition("-part-")[0]
