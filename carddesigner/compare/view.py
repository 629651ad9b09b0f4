"""A state of a deck for comparison: its pieces with their rows and digests."""

from __future__ import annotations

from msgspec import Struct

from carddesigner.core.piece import Keyed
from carddesigner.core.source import Span


class Value(Struct, frozen=True):
    """A field as text, and the place of its cell, None if it has none."""

    field: str
    text: str
    place: Span | None = None


class ComparedPiece(Keyed, frozen=True):
    """A piece: the digests of its faces, None if it is not printed or has no back; ``fields``, the values of its row,
    None if they aren't known. ``has_own_id`` is false if the id is the number of a row or page.
    """

    copies: int
    front: str | None
    back: str | None
    fields: tuple[Value, ...] | None = None
    has_own_id: bool = True
    place: Span | None = None


class DeckState(Struct, frozen=True):
    """One state of a deck: its ``name`` as the user gave it; its ``kind``, manifest, deck or revision; the ``commit``
    of a revision. ``numbered`` are the components whose rows have no ids; with ``is_guess`` this is a guess. ``files``
    are the files that it uses, with digests.
    """

    name: str
    kind: str
    deck: str
    language: str
    pieces: tuple[ComparedPiece, ...]
    components: tuple[str, ...]
    numbered: tuple[str, ...] = ()
    is_guess: bool = False
    files: tuple[tuple[str, str], ...] | None = None
    commit: str = ""
    edition: str | None = None
