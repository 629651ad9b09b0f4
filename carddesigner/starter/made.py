"""What a new deck is, and what there is to say about it."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from carddesigner.starter.facts import Sure


class Said(Struct, frozen=True):
    """A guess as the user reads it: how sure, what, how it was answered and why, and where to change it (file:line)."""

    sure: Sure
    what: str
    found: str
    why: str
    place: str | None


class Made(Struct, frozen=True):
    """A new deck: its folder, its files, its cards, what was guessed, and what else its maker should know."""

    folder: Path
    files: tuple[str, ...]
    cards: int
    said: tuple[Said, ...] = ()
    remarks: tuple[str, ...] = ()
