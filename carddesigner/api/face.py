"""One side of a card as it is printed."""

from __future__ import annotations

from msgspec import Struct

from carddesigner.core.face import LaidFace
from carddesigner.deck.deck import LoadedDeck
from carddesigner.export.bitmaps import FaceLook, Side, face_pictures, png

SHOWN_DPI = 192
"""Dots per inch of a face in a notebook, where it is shown as large as it is printed."""


class Face(Struct, frozen=True, eq=False):
    """A side of a card, laid out. At the end of a notebook's cell it shows itself.

    ``card`` is the card's id, unique in its ``component``; ``template`` the face's name as ``template#face``;
    ``width_mm`` and ``height_mm`` are the cut card's size in millimetres.
    """

    card: str
    component: str
    side: Side
    template: str
    width_mm: float
    height_mm: float
    _deck: LoadedDeck
    _laid: LaidFace

    def png(self, dpi: int = 300, *, bleed: bool = False) -> bytes:
        """The face as a PNG, cut or with its *bleed*: rendered from the very PDF that is printed.

        Raises ValueError where it would have too many pixels.
        """
        ((_, image),) = face_pictures(self._deck, {self.card: (self._laid, self.side)}, FaceLook(dpi, bleed))
        return png(image, dpi)

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        size = {"width": round(self.width_mm / 25.4 * 96), "height": round(self.height_mm / 25.4 * 96)}
        return self.png(SHOWN_DPI), size

    def __repr__(self) -> str:
        return f"<Face {self.card} {self.side}: {self.template}, {self.width_mm:g} × {self.height_mm:g} mm>"
