"""One side of a card as it is printed."""

from __future__ import annotations

from msgspec import Struct

from carddesigner.core.face import LaidFace
from carddesigner.core.units import MM
from carddesigner.deck.deck import LoadedDeck
from carddesigner.export.bitmaps import FaceLook, Side, face_pictures, png

SHOWN_DPI = 192
"""Dots per inch of a face in a notebook, where it is shown as large as it is printed."""


class Face(Struct, frozen=True, eq=False):
    """A side of a card, laid out. At the end of a notebook's cell it shows itself.

    ``card`` is the card's id, unique in its ``component``; ``template`` the face's name as ``template#face``.
    """

    card: str
    component: str
    side: Side
    template: str
    _deck: LoadedDeck
    _laid: LaidFace

    @property
    def width_mm(self) -> float:
        """The cut card's width in millimetres."""
        return self._laid.width / MM

    @property
    def height_mm(self) -> float:
        """The cut card's height in millimetres."""
        return self._laid.height / MM

    def png(self, dpi: int = 300, *, bleed: bool = False) -> bytes:
        """The face as a PNG, cut or with its *bleed*: rendered from the very PDF that is printed.

        Raises ValueError where it would have too many pixels.
        """
        ((_, image),) = face_pictures(self._deck, {self.card: (self._laid, self.side)}, FaceLook(dpi, bleed))
        return png(image, dpi)

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        scale = 96 / 25.4
        size = {"width": round(self.width_mm * scale), "height": round(self.height_mm * scale)}
        return self.png(SHOWN_DPI), size

    def __repr__(self) -> str:
        return f"<Face {self.card} {self.side}: {self.template}, {self.width_mm:g} × {self.height_mm:g} mm>"
