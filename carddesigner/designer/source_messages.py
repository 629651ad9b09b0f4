"""Messages about tables that a spreadsheet holds, and its changes to them."""

from __future__ import annotations

from msgspec import Struct


class Refresh(Struct, frozen=True, tag_field="t", tag="refresh"):
    """Download again the tables that have an address; nothing is written yet."""


class TakeSources(Struct, frozen=True, tag_field="t", tag="take-sources"):
    """Accept the changes of workbooks, or of published sheets, that were last sent with this ``number``."""

    number: int
    web: bool = False


class KeepTables(Struct, frozen=True, tag_field="t", tag="keep-tables"):
    """Discard the changes of published sheets."""


FromSources = Refresh | TakeSources | KeepTables


class CardChange(Struct, frozen=True):
    """A new or removed card: its component, its id and its title."""

    component: str
    id: str
    title: str


class FieldChange(Struct, frozen=True):
    """A field of a card with a new text; ``place`` is its cell, empty if it has none."""

    component: str
    id: str
    title: str
    field: str
    old: str
    new: str
    place: str


class SourceChanges(Struct, frozen=True, tag_field="t", tag="source-changes"):
    """The differences between workbooks and their accepted states, or between published sheets and their tables; none
    of them are accepted yet. Without ``files`` there are none. ``cards`` is the number of changed cards, ``more`` the
    number of unlisted rows; ``problem`` says why the deck can't be read with the changes.
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
    """Published sheets are being downloaded."""


ToSources = SourceChanges | Refreshing
