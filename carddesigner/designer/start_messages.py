"""Messages between the start page and the server: decks that are opened or copied. ``messages`` has what holds for all."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

StartRequest = Literal["open", "copy", "table", "make"]
"""What the start page asked for."""


class Start(Struct, frozen=True, tag_field="t", tag="start"):
    """Asks for the decks that can be opened."""


class OpenDeck(Struct, frozen=True, tag_field="t", tag="open-deck"):
    """Another deck is to be opened: a folder, its ``deck.yaml``, or a shipped deck's id, which is only looked at."""

    deck: str


class CopyDeck(Struct, frozen=True, tag_field="t", tag="copy-deck"):
    """A shipped deck is to be copied to a folder, which is made, and the copy opened."""

    deck: str
    folder: str


class Forget(Struct, frozen=True, tag_field="t", tag="forget"):
    """A deck is left out of those that were opened lately; its files stay."""

    deck: str


class FetchTable(Struct, frozen=True, tag_field="t", tag="fetch-table"):
    """A deck is to be made of the table at an https address."""

    address: str


class ColumnChoice(Struct, frozen=True):
    """A column's role that was chosen, by the column's header."""

    column: str
    role: str


class TableOptions(Struct, frozen=True):
    """How a deck is made of a table. What is empty is found out."""

    sheets: tuple[str, ...] = ()
    quantity: str = ""
    roles: tuple[ColumnChoice, ...] = ()
    look: str = ""
    size: str = ""


class Sketch(Struct, frozen=True, tag_field="t", tag="sketch"):
    """Asks what a table's columns are and how its cards look; ``number`` comes back with each answer."""

    draft: str
    number: int
    options: TableOptions


class MakeDeck(Struct, frozen=True, tag_field="t", tag="make-deck"):
    """A deck of a table is to be made in a folder, and opened."""

    draft: str
    folder: str
    options: TableOptions


class DeckEntry(Struct, frozen=True):
    """A deck that can be opened: its folder, or a shipped one's id, and its ``location``, or that which it may be copied to. One that
    isn't there any more is ``missing``.
    """

    deck: str
    title: str
    location: str
    missing: bool = False
    recent: bool = False


class StartInfo(Struct, frozen=True, tag_field="t", tag="start-info"):
    """The folder in which new decks are made, decks of one's own, the last opened first, and shipped ones."""

    folder: str
    own: tuple[DeckEntry, ...]
    shipped: tuple[DeckEntry, ...]


class DeckFaces(Struct, frozen=True, tag_field="t", tag="deck-faces"):
    """What a deck looks like: its title, what it is, how many cards it has, and the SVGs of a few of them; ``problem`` is why there are
    none.
    """

    deck: str
    title: str
    description: str
    cards: int
    faces: tuple[str, ...]
    problem: str = ""


class Drafted(Struct, frozen=True, tag_field="t", tag="drafted"):
    """A table of which a deck can be made, by what the server calls it."""

    draft: str
    name: str


class SheetName(Struct, frozen=True):
    """A sheet of a workbook, and whether its rows are ``included`` as cards."""

    name: str
    hidden: bool
    included: bool


class ColumnRole(Struct, frozen=True):
    """A column of a table: a few of its cells, what it is for, how sure that is and for which ``reason``, and what it can be for."""

    column: str
    cells: tuple[str, ...]
    role: str
    confidence: str
    reason: str
    roles: tuple[str, ...]


class Quantity(Struct, frozen=True):
    """A column that may hold how often a card is printed, and how many cards that would be."""

    column: str
    cards: int


class LookName(Struct, frozen=True):
    """A way that cards can look."""

    name: str
    description: str


class Sketched(Struct, frozen=True, tag_field="t", tag="sketched"):
    """What was found out about a table: ``look`` is the one that fits it best, ``folder`` where the deck would go."""

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
    """A few of the cards in a look, as SVGs; how many cards there are of which size, what is to be known, or why there are none."""

    number: int
    look: str
    faces: tuple[str, ...]
    cards: int = 0
    size: str = ""
    notes: tuple[str, ...] = ()
    unprinted: tuple[str, ...] = ()
    problem: str = ""


class Opened(Struct, frozen=True, tag_field="t", tag="opened"):
    """Another deck is open now: all that was shown is of the one before."""

    folder: str


class Refused(Struct, frozen=True, tag_field="t", tag="refused"):
    """What the start page asked for can't be done, and why."""

    request: StartRequest
    message: str
    hint: str = ""
    place: str = ""
