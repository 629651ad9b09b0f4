"""A laid-out piece of a deck: a card, tile, page, net or box with its faces."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from carddesigner.core.face import LaidFace
from carddesigner.core.piece import Keyed
from carddesigner.core.report import Report
from carddesigner.deck.loaded import LoadedComponent
from carddesigner.schema.dies import DieStock

Faces = tuple[LaidFace, LaidFace | None]
"""Front and back."""


class LaidPiece(Keyed, frozen=True):
    """A piece and the faces of each of its copies (one shared pair unless the template prints the copy's number).
    ``first``: the faces of the first copy, present even without copies. ``stock``: the stock of a net or box. ``cut``:
    the component with the card's own stock, if an expression names the stock.
    """

    copies: tuple[Faces, ...]
    first: Faces
    stock: DieStock | None = None
    cut: LoadedComponent | None = None

    def face(self, side: str) -> LaidFace | None:
        """Return the ``front`` or ``back``; None if the piece has no back. Raises DeckError for another side."""
        if side not in ("front", "back"):
            Report().fail("unknown-face", f"a card has a front and a back, no {side!r}", card=self.id)
        return self.first[side == "back"]


def with_faces(piece: LaidPiece, change: Callable[[LaidFace], LaidFace]) -> LaidPiece:
    """Return a piece with *change* applied to each of its faces, once for each distinct pair."""
    made: dict[Faces, Faces] = {}
    for faces in (*piece.copies, piece.first):
        if faces not in made:
            front, back = faces
            made[faces] = change(front), change(back) if back is not None else None
    return replace(piece, copies=tuple([made[faces] for faces in piece.copies]), first=made[piece.first])
