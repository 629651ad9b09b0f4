"""Messages about the table on which a deck is tried. Lengths are millimetres."""

from __future__ import annotations

from msgspec import Struct


class Pieces(Struct, frozen=True, tag_field="t", tag="pieces"):
    """Asks for what lies on a table."""


class DealPacks(Struct, frozen=True, tag_field="t", tag="deal"):
    """Asks for so many packs of a name, dealt by a seed."""

    pack: str
    count: int
    seed: int


class TablePiece(Struct, frozen=True):
    """A piece that lies on a table: how many of it are printed, and the number of its back, 0 for none, which is the same for pieces
    that share it. Pages of running text stay in their order.
    """

    component: str
    id: str
    name: str
    copies: int
    width: float
    height: float
    back: int
    is_page: bool


class PackInfo(Struct, frozen=True):
    """A pack that can be dealt, and how many cards are in it."""

    name: str
    cards: int


class TablePieces(Struct, frozen=True, tag_field="t", tag="pieces"):
    """What lies on a table."""

    pieces: tuple[TablePiece, ...]
    packs: tuple[PackInfo, ...]


class DealtPack(Struct, frozen=True):
    """A pack that was dealt: what it is called, and its cards, each a component and an id."""

    title: str
    cards: tuple[tuple[str, str], ...]


class Dealt(Struct, frozen=True, tag_field="t", tag="dealt"):
    """Packs that were asked for."""

    seed: int
    packs: tuple[DealtPack, ...]
