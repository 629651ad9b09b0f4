"""What a new deck is, and what was guessed to make it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path

from msgspec import Struct

from carddesigner.core.markup import Markup
from carddesigner.editors import schema_files
from carddesigner.starter.spelling import unused


class Sure(StrEnum):
    """How sure a guess is."""

    CERTAIN = "certain"
    LIKELY = "likely"
    GUESS = "a guess"


class NewOptions(Struct, frozen=True):
    """How a deck is made from a table. What is None or empty is found out."""

    sheets: tuple[str, ...] = ()
    """Names of sheets to read, or patterns such as ``Cards*``."""
    header: int | None = None
    """The row with the columns' names, from 1; 0 for none."""
    columns: tuple[str, ...] = ()
    """The columns that may be printed, by header, name or letter; others have no role."""
    quantity: str | None = None
    """The column that says how often each card is printed; ``none`` for once each."""
    roles: tuple[tuple[str, str], ...] = ()
    """Columns, by header or name, with the roles that they have."""
    look: str | None = None
    size: str | None = None
    markup: tuple[Markup, ...] = ()
    """Markup of other programs that cells have and that is to be read."""
    compare_looks: bool = False
    """Whether a picture is made of a few cards in each look."""
    address: str | None = None
    """Where on the web the table was read."""


class GuessMessage(Struct, frozen=True):
    """A guess as the user reads it, and where to change it: ``place`` as file:line, ``key`` of ``rows:`` if one sets
    it. Of a column that is not printed what ``adds`` it, ``below`` which line.
    """

    sure: Sure
    what: str
    found: str
    why: str
    place: str | None = None
    key: str | None = None
    adds: str | None = None
    below: str | None = None


class Made(Struct, frozen=True):
    """A new deck: its folder, its files, its cards, what was guessed, what else its maker should know, how many
    different cards it prints, and the pictures among its files that were made of it.
    """

    folder: Path
    files: tuple[str, ...]
    cards: int
    guesses: tuple[GuessMessage, ...] = ()
    remarks: tuple[str, ...] = ()
    pieces: int = 0
    contact_sheet: str | None = None
    compared_looks: str | None = None


def is_address(source: str) -> bool:
    """Whether what a user names is an address on the web."""
    return source[:8].lower().startswith(("http://", "https://"))


def picture_name(place: Path, name: str, wanted: Iterable[str] = ()) -> str:
    """What a picture that is made of the deck in *place* is called: *name*, unless it has such a file, or cells have
    *wanted* one.
    """
    taken = {p.name.lower() for p in place.iterdir()} | {w.lower() for w in wanted}
    stem, _, kind = name.rpartition(".")
    return f"{unused(stem, {t.removesuffix(f'.{kind}') for t in taken})}.{kind}"


def finished(place: Path) -> tuple[str, ...]:
    """Write the schemas that editors check a deck's files with, and list the files that are for people."""
    for name, text in schema_files().items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, encoding="utf-8")
    files = (p.relative_to(place) for p in place.rglob("*") if p.is_file())
    return tuple(sorted(str(p) for p in files if not p.parts[0].startswith(".")))
