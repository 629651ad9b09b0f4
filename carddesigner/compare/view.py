"""A state of a deck as it is compared: its pieces, with their rows and digests."""

from __future__ import annotations

from msgspec import Struct

from carddesigner.core.piece import Keyed
from carddesigner.core.source import Span


class Value(Struct, frozen=True):
    """A field as text, and where its cell stands, None where it has none."""

    field: str
    text: str
    place: Span | None = None


class ComparedPiece(Keyed, frozen=True):
    """A piece: digests of its faces, None where it is not printed or has no back; its row's ``fields``, None where
    there are none to read. ``has_own_id`` is False where the id is a row's or a page's number.
    """

    copies: int
    front: str | None
    back: str | None
    fields: tuple[Value, ...] | None = None
    has_own_id: bool = True
    place: Span | None = None


class DeckState(Struct, frozen=True):
    """One state of a deck: its ``name`` as the user wrote it, its ``kind``: manifest, deck or revision, a revision's
    ``commit``. ``numbered`` are the components whose rows have no ids, which may be a guess; ``files`` those that it
    uses, with digests.
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
