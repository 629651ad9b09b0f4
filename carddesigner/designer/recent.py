"""The decks that were opened lately, kept in the program's configuration folder."""

from __future__ import annotations

from pathlib import Path

import msgspec
import platformdirs
from msgspec import Struct

from carddesigner.export.files import OutputProblem, write_files

MOST = 24
"""Decks that are kept."""
_MAX_BYTES = 200_000


class Recent(Struct, frozen=True):
    """A deck's folder, and the title that it had."""

    folder: str
    title: str


def kept_in() -> Path:
    """The folder in which the designer keeps what is no deck's own."""
    return platformdirs.user_config_path("carddesigner", appauthor=False) / "designer"


def recent() -> tuple[Recent, ...]:
    """The decks, the last opened first; none where the list can't be read."""
    try:
        file = kept_in() / "recent.json"
        data = file.read_bytes() if file.stat().st_size <= _MAX_BYTES else b"[]"
        return msgspec.json.decode(data, type=tuple[Recent, ...])[:MOST]
    except (OSError, msgspec.MsgspecError):
        return ()


def remember(folder: Path, title: str) -> None:
    """Put a deck first. Where the list can't be written it stays as it is, for nothing of a deck is lost with it."""
    _write((Recent(str(folder), title), *(r for r in recent() if r.folder != str(folder))))


def forget(folder: str) -> None:
    """Leave a deck out."""
    _write(tuple(r for r in recent() if r.folder != folder))


def _write(decks: tuple[Recent, ...]) -> None:
    try:
        write_files({kept_in() / "recent.json": msgspec.json.encode(decks[:MOST])})
    except OutputProblem:
        return
