"""Messages about the table on which a deck is tried. Lengths are in millimetres."""

from __future__ import annotations

from msgspec import Struct


class Pieces(Struct, frozen=True, tag_field="t", tag="pieces"):
    """Request the pieces for a table."""


class DealPacks(Struct, frozen=True, tag_field="t", tag="deal"):
    """Request this number of packs of a name, dealt with a seed."""

    pack: str
    count: int
    seed: int


class TablePiece(Struct, frozen=True):
    """A piece on the table: its number of copies, and the number of its back, which pieces that share the back have in
    common, 0 for none. Pages of running text keep their order.
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
    """A pack that can be dealt, and its number of cards."""

    name: str
    cards: int


class TablePieces(Struct, frozen=True, tag_field="t", tag="pieces"):
    """The pieces for a table."""

    pieces: tuple[TablePiece, ...]
    packs: tuple[PackInfo, ...]


class DealtPack(Struct, frozen=True):
    """A pack that was dealt: its title, and its cards, each a component and an id."""

    title: str
    cards: tuple[tuple[str, str], ...]


class Dealt(Struct, frozen=True, tag_field="t", tag="dealt"):
    """The requested packs."""

    seed: int
    packs: tuple[DealtPack, ...]
