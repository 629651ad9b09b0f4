"""Messages between the start page and the server about opening, copying and making decks. ``messages`` describes what
all messages have in common.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

StartRequest = Literal["open", "copy", "table", "make"]
"""The kinds of requests of the start page."""


class Start(Struct, frozen=True, tag_field="t", tag="start"):
    """Request the decks that can be opened."""


class OpenDeck(Struct, frozen=True, tag_field="t", tag="open-deck"):
    """Open another deck: a folder, its ``deck.yaml``, or the id of a shipped deck, which is read-only."""

    deck: str


class CopyDeck(Struct, frozen=True, tag_field="t", tag="copy-deck"):
    """Copy a shipped deck to a new folder, and open the copy."""

    deck: str
    folder: str


class Forget(Struct, frozen=True, tag_field="t", tag="forget"):
    """Remove a deck from the recently opened ones; its files stay."""

    deck: str


class FetchTable(Struct, frozen=True, tag_field="t", tag="fetch-table"):
    """Download the table at an https address, to make a deck from it."""

    address: str


class ColumnChoice(Struct, frozen=True):
    """The role chosen for a column, which is given by its header."""

    column: str
    role: str


class TableOptions(Struct, frozen=True):
    """The options for making a deck from a table. Empty ones are determined automatically."""

    sheets: tuple[str, ...] = ()
    quantity: str = ""
    roles: tuple[ColumnChoice, ...] = ()
    look: str = ""
    size: str = ""


class Sketch(Struct, frozen=True, tag_field="t", tag="sketch"):
    """Request the roles of a table's columns and previews of its cards; each reply repeats the ``number``."""

    draft: str
    number: int
    options: TableOptions


class MakeDeck(Struct, frozen=True, tag_field="t", tag="make-deck"):
    """Make a deck from a table in a folder, and open it."""

    draft: str
    folder: str
    options: TableOptions


class DeckEntry(Struct, frozen=True):
    """A deck that can be opened: its folder, or the id of a shipped deck; and its ``location``, or that for a copy. A
    deck that does not exist any more is ``missing``.
    """

    deck: str
    title: str
    location: str
    missing: bool = False
    recent: bool = False


class StartInfo(Struct, frozen=True, tag_field="t", tag="start-info"):
    """The folder for new decks, the user's decks, the last opened first, and the shipped ones."""

    folder: str
    own: tuple[DeckEntry, ...]
    shipped: tuple[DeckEntry, ...]


class DeckFaces(Struct, frozen=True, tag_field="t", tag="deck-faces"):
    """The preview of a deck: its title, its description, its number of cards, and SVGs of a few of them; ``problem``
    says why there are none.
    """

    deck: str
    title: str
    description: str
    cards: int
    faces: tuple[str, ...]
    problem: str = ""


class Drafted(Struct, frozen=True, tag_field="t", tag="drafted"):
    """A table from which a deck can be made, with the server's key for it."""

    draft: str
    name: str


class SheetName(Struct, frozen=True):
    """A sheet of a workbook, and whether its rows are ``included`` as cards."""

    name: str
    hidden: bool
    included: bool


class ColumnRole(Struct, frozen=True):
    """A column of a table: a few of its cells, its role, how certain that is and the ``reason``, and the possible
    roles.
    """

    column: str
    cells: tuple[str, ...]
    role: str
    confidence: str
    reason: str
    roles: tuple[str, ...]


class Quantity(Struct, frozen=True):
    """A column that may hold the number of copies, and how many cards that gives."""

    column: str
    cards: int


class LookName(Struct, frozen=True):
    """A look of cards."""

    name: str
    description: str


class Sketched(Struct, frozen=True, tag_field="t", tag="sketched"):
    """The analysis of a table: ``look`` is the best one for it, ``folder`` the proposed folder."""

    number: int
    rows: int
    sheets: tuple[SheetName, ...]
    columns: tuple[ColumnRole, ...]
    quantities: tuple[Quantity, ...]
    look: str
    looks: tuple[LookName, ...]
    sizes: tuple[str, ...]
    folder: str
    notes: tuple[str, ...] = ()


class SketchedLook(Struct, frozen=True, tag_field="t", tag="sketched-look"):
    """A few of the cards in a look, as SVGs; the number and the size of all cards; notes; or why there are none."""

    number: int
    look: str
    faces: tuple[str, ...]
    cards: int = 0
    size: str = ""
    notes: tuple[str, ...] = ()
    unprinted: tuple[str, ...] = ()
    problem: str = ""


class Opened(Struct, frozen=True, tag_field="t", tag="opened"):
    """Another deck was opened; everything shown belongs to the one before."""

    folder: str


class Refused(Struct, frozen=True, tag_field="t", tag="refused"):
    """Why a request of the start page failed."""

    request: StartRequest
    message: str
    hint: str = ""
    place: str = ""
