"""What identifies a piece of a deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct


class PieceKey(NamedTuple):
    """A component and the id of one of its pieces. Ids are unique within a component only."""

    component: str
    id: str


class Keyed(Struct, frozen=True):
    """Anything that belongs to one piece of a deck: a card, a laid-out piece, a record of one."""

    id: str
    component: str

    @property
    def key(self) -> PieceKey:
        """Its key, unique in the deck."""
        return PieceKey(self.component, self.id)


def titles(keys: Iterable[PieceKey]) -> dict[PieceKey, str]:
    """The title of each piece in messages and lists: its id, or ``component/id`` if several components have that id."""
    keys = dict.fromkeys(keys)
    owners = Counter(key.id for key in keys)
    return {key: key.id if owners[key.id] == 1 else f"{key.component}/{key.id}" for key in keys}


def part_id(card: str, part: int) -> str:
    """The id of one of several pieces of a card. The first piece has the card's id."""
    return f"{card}-part-{part}" if part > 1 else card


def card_of(piece: str) -> str:
    """The id of the card to which the piece with this id belongs."""
    return piece.rpartition("-part-")[0]
