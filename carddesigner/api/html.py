"""A deck in a notebook: its components, and a contact sheet of its first cards."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape

from carddesigner.api.face import Face
from carddesigner.core.report import Report
from carddesigner.deck.deck import LoadedDeck
from carddesigner.export.bitmaps import FaceLook, face_pictures, png

DPI = 96
WIDTH = 120
"""Pixels of a card in the contact sheet."""


def deck_html(deck: LoadedDeck, faces: Sequence[Face], report: Report) -> str:
    """A table of components, and the faces as pictures or what is wrong with them."""
    rows = "".join(
        f"<tr><td>{escape(c.id)}</td><td>{len(c.cards)}</td><td>{sum(k.copies for k in c.cards)}</td></tr>"
        if c.blocks is None
        else f"<tr><td>{escape(c.id)}</td><td colspan=2>as many as the text needs</td></tr>"
        for c in deck.components
    )
    errors = "".join(f"<li>{escape(f'{d.span}: ' if d.span else '')}{escape(d.message)}</li>" for d in report.errors)
    named = {n: (f._laid, f.side) for n, f in enumerate(faces)}
    pictures = {n: png(image, DPI) for names, image in face_pictures(deck, named, FaceLook(DPI)) for n in names}
    shown = "".join(
        f'<img alt="{escape(f.card)}" title="{escape(f.card)}" width="{WIDTH}" style="border-radius:4px"'
        f' src="data:image/png;base64,{b64encode(pictures[n]).decode()}">'
        for n, f in enumerate(faces)
    )
    return (
        f"<p><b>{escape(deck.deck.title)}</b></p>"
        f"<table><tr><th>component</th><th>cards</th><th>printed</th></tr>{rows}</table>"
        + (f"<ul>{errors}</ul>" if errors else "")
        + f'<div style="display:flex;flex-wrap:wrap;gap:8px;margin-top:8px">{shown}</div>'
    )
