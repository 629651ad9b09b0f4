"""Copies of shipped decks: what `new --from` makes of each is made once."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from carddesigner.starter.copied import copied_deck as _copied_deck


def copied_deck(name: str, folder: Path) -> Path:
    """A copy of a shipped deck, as ``starter.copied`` makes it."""
    for file, data in _files(name, folder.name).items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


@cache
def _files(name: str, called: str) -> dict[str, bytes]:
    """The files of a copy by their paths in its folder, which the deck's own name goes by."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / called
        _copied_deck(name, folder)
        return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
