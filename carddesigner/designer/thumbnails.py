"""Thumbnails of the pictures that cells of a table name."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from contextlib import suppress
from io import BytesIO
from pathlib import Path

from carddesigner.core.report import DeckError, Problem, Report
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.designer.data_messages import Thumbnail
from carddesigner.designer.session import Session
from carddesigner.source.files import read_bytes

SIDE = 56
"""Pixels of the longer side."""
MAX_NAMES = 200
"""The most thumbnails per request."""
MAX_DRAWING = 200_000
"""The most bytes of an SVG file that is used as it is."""


def thumbnails(names: Iterable[tuple[str, str]], session: Session) -> tuple[Thumbnail, ...]:
    """Return the thumbnails of names, each with the kind of its column."""
    try:
        deck = session.deck.read(Report())
    except DeckError:
        deck = None
    out = []
    for kind, name in list(names)[:MAX_NAMES]:
        picture = ""
        if deck is not None:
            with suppress(Problem, DeckError, OSError, ValueError, SyntaxError):
                picture = _picture(kind, name, deck)
        out.append(Thumbnail(kind, name, picture))
    return tuple(out)


def _picture(kind: str, name: str, deck: LoadedDeck) -> str:
    if kind == "image":
        path = deck.assets.finder.picture_file(name)
        return _drawing(path) if path.suffix.lower() == ".svg" else _small(name, path, deck)
    return ""


def _drawing(path: Path) -> str:
    data = read_bytes(path)
    return _address("image/svg+xml", data) if len(data) <= MAX_DRAWING else ""


def _small(name: str, path: Path, deck: LoadedDeck) -> str:
    from PIL import Image, ImageOps

    deck.assets.picture(name)  # refuses pictures that are too large
    with Image.open(BytesIO(read_bytes(path))) as image:
        image.draft("RGB", (2 * SIDE, 2 * SIDE))
        small = ImageOps.exif_transpose(image).convert("RGBA")
    small.thumbnail((SIDE, SIDE))
    out = BytesIO()
    small.save(out, "PNG")
    return _address("image/png", out.getvalue())


def _address(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"
