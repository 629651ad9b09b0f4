"""Messages between the page and the server about tables that a spreadsheet keeps, and what it changed of them."""

from __future__ import annotations

from msgspec import Struct


class Refresh(Struct, frozen=True, tag_field="t", tag="refresh"):
    """The tables that have an address are read again from there; nothing is written yet."""


class TakeSources(Struct, frozen=True, tag_field="t", tag="take-sources"):
    """What was sent last of workbooks, or of published sheets, is taken; ``number`` is that of what was sent."""

    number: int
    web: bool = False


class KeepTables(Struct, frozen=True, tag_field="t", tag="keep-tables"):
    """What came of published sheets is not taken."""


FromSources = Refresh | TakeSources | KeepTables


class CardChange(Struct, frozen=True):
    """A card that is new, or gone, by its component, its id and its title."""

    component: str
    id: str
    title: str


class FieldChange(Struct, frozen=True):
    """A field of a card with another text; ``place`` is its cell, blank where it has none."""

    component: str
    id: str
    title: str
    field: str
    old: str
    new: str
    place: str


class SourceChanges(Struct, frozen=True, tag_field="t", tag="source-changes"):
    """How workbooks differ from what was taken of them, or published sheets from their tables; nothing of it is taken yet.

    Without ``files`` there is nothing. ``cards`` are changed ones, ``more`` rows of all that aren't listed; ``problem`` is why the deck
    can't be read with it.
    """

    web: bool
    number: int
    files: tuple[str, ...] = ()
    new: tuple[CardChange, ...] = ()
    removed: tuple[CardChange, ...] = ()
    changed: tuple[FieldChange, ...] = ()
    cards: int = 0
    counts: tuple[int, int] = (0, 0)
    more: int = 0
    problem: str = ""


class Refreshing(Struct, frozen=True, tag_field="t", tag="refreshing"):
    """Published sheets are being read."""


ToSources = SourceChanges | Refreshing
