"""A side of a card as it is printed, and the HTML of a deck in notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from msgspec import Struct

from carddesigner.core.face import LaidFace
from carddesigner.core.html import data_address
from carddesigner.core.report import Report
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.export.bitmaps import FaceLook, Side, face_pictures, png

SHOWN_DPI = 192
"""Resolution of a face in a notebook, in dots per inch; it is shown at its printed size."""
SMALL_DPI, SMALL_WIDTH = 96, 120
"""Resolution in dots per inch, and width in pixels, of the cards of a deck in a notebook."""


class Face(Struct, frozen=True, eq=False):
    """A side of a card, laid out; a notebook shows it as a picture. ``card`` is the card's id, unique in its
    ``component``; ``template`` is the face's name, as ``template#face``; ``width_mm`` and ``height_mm`` are the trimmed
    size.
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
        """Return the face as a PNG, trimmed or with its *bleed*. Raises ValueError if it would have too many pixels."""
        ((_, image),) = face_pictures(self._deck, {self.card: (self._laid, self.side)}, FaceLook(dpi, bleed))
        return png(image, dpi)

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        size = {"width": round(self.width_mm / 25.4 * 96), "height": round(self.height_mm / 25.4 * 96)}
        return self.png(SHOWN_DPI), size

    def __repr__(self) -> str:
        return f"<Face {self.card} {self.side}: {self.template}, {self.width_mm:g} × {self.height_mm:g} mm>"


def deck_html(deck: LoadedDeck, faces: Sequence[Face], report: Report) -> str:
    """Return a table of the components, and below it the faces as pictures, or the errors."""
    rows = "".join(
        f"<tr><td>{escape(c.id)}</td><td>{len(c.cards)}</td><td>{sum(k.copies for k in c.cards)}</td></tr>"
        if c.blocks is None
        else f"<tr><td>{escape(c.id)}</td><td colspan=2>as many as the text needs</td></tr>"
        for c in deck.components
    )
    errors = "".join(f"<li>{escape(f'{d.span}: ' if d.span else '')}{escape(d.message)}</li>" for d in report.errors)
    named = {n: (f._laid, f.side) for n, f in enumerate(faces)}
    pictures = {
        n: png(image, SMALL_DPI) for names, image in face_pictures(deck, named, FaceLook(SMALL_DPI)) for n in names
    }
    shown = "".join(
        f'<img alt="{escape(f.card)}" title="{escape(f.card)}" width="{SMALL_WIDTH}" style="border-radius:4px"'
        f' src="{data_address("image/png", pictures[n])}">'
        for n, f in enumerate(faces)
    )
    return (
        f"<p><b>{escape(deck.deck.title)}</b></p>"
        f"<table><tr><th>component</th><th>cards</th><th>printed</th></tr>{rows}</table>"
        + (f"<ul>{errors}</ul>" if errors else "")
        + f'<div style="display:flex;flex-wrap:wrap;gap:8px;margin-top:8px">{shown}</div>'
    )
