"""A digest of all that faces are made of but the cards' own values: settings, templates, pictures, icons, fonts."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import carddesigner
from carddesigner.deck.deck import LoadedDeck

_KINDS = frozenset(
    (".yaml", ".yml", ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp", ".svg", ".ttf", ".otf", ".ttc")
)
MAX_FILES = 20_000
_PIECE = 1 << 20
"""Bytes that are read at once."""


def fingerprint(deck: LoadedDeck) -> str | None:
    """The digest; None where the deck's folders hold too many files to look at.

    It takes in every picture there is, used or not: which ones a card uses is known only once it is laid out.
    """
    assets, finder = deck.assets, deck.assets.finder
    data = {path.resolve() for path in finder.data}
    variant = f"{deck.deck.language} {deck.edition}" if deck.edition is not None else deck.deck.language
    out = hashlib.sha256(f"{carddesigner.__version__} {variant}".encode())
    left = MAX_FILES
    for root in (folder.resolve() for folder in (finder.folder, *finder.parents)):
        for path in _files(root):
            left -= 1
            if not left:
                return None
            # Of what may be here only YAML can be a table; following links for every picture takes its time.
            if not (path.endswith("ml") and Path(path).resolve() in data):
                out.update(f"{os.path.relpath(path, root)}\0".encode())
                known = assets.files.digest(path)
                out.update(bytes.fromhex(known) if known is not None else _digest(path))
    for path in _files(finder.shipped):
        out.update(f"{Path(path).name} {os.stat(path).st_size}".encode())  # noqa: PTH116
        if path.endswith((".yaml", ".svg")):
            out.update(Path(path).read_bytes())
    return out.hexdigest()


def _digest(path: str) -> bytes:
    digest = hashlib.sha256()
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123
        while piece := file.read(_PIECE):
            digest.update(piece)
    return digest.digest()


def _files(root: Path) -> Iterator[str]:
    """What faces can be made of in a folder, in order; other decks inside are left alone."""
    for folder, inner, names in os.walk(root):
        here = Path(folder)
        if here != root and "deck.yaml" in names:
            inner.clear()
            continue
        inner[:] = sorted(n for n in inner if not n.startswith("."))
        for name in sorted(names):
            path = os.path.join(folder, name)  # noqa: PTH118
            if os.path.splitext(name)[1].lower() in _KINDS and os.path.isfile(path):  # noqa: PTH113, PTH122
                yield path
