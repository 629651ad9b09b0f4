"""The recently opened decks, stored in the program's configuration folder."""

from __future__ import annotations

from pathlib import Path

import msgspec
import platformdirs
from msgspec import Struct

from carddesigner.export.files import OutputProblem, write_files

MOST = 24
"""The most decks that are stored."""
_MAX_BYTES = 200_000


class Recent(Struct, frozen=True):
    """A deck's folder, and its title when it was opened."""

    folder: str
    title: str


def kept_in() -> Path:
    """Return the folder for the designer's own files."""
    return platformdirs.user_config_path("carddesigner", appauthor=False) / "designer"


def recent() -> tuple[Recent, ...]:
    """Return the decks, the last opened first; empty if the list can't be read."""
    try:
        file = kept_in() / "recent.json"
        data = file.read_bytes() if file.stat().st_size <= _MAX_BYTES else b"[]"
        return msgspec.json.decode(data, type=tuple[Recent, ...])[:MOST]
    except (OSError, msgspec.MsgspecError):
        return ()


def remember(folder: Path, title: str) -> None:
    """Put a deck first. If the list can't be written, it stays as it is; no deck loses anything by that."""
    _write((Recent(str(folder), title), *(r for r in recent() if r.folder != str(folder))))


def forget(folder: str) -> None:
    """Remove a deck from the list."""
    _write(tuple(r for r in recent() if r.folder != folder))


def _write(decks: tuple[Recent, ...]) -> None:
    try:
        write_files({kept_in() / "recent.json": msgspec.json.encode(decks[:MOST])})
    except OutputProblem:
        return
