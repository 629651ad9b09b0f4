"""The deck that an output folder belongs to, so that decks of the same name don't overwrite each other's files."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from carddesigner.core.report import DeckError, Report
from carddesigner.export.files import OutputProblem
from carddesigner.source import paths
from carddesigner.source.files import FileProblem, decode, display_path, read_bytes
from carddesigner.source.yaml import find, load_yaml

OWNER = ".deck"
"""The file in an output folder with the path from there to its deck."""
_SHIPPED = "shipped"
"""Its content for a shipped deck, whose place is the program's."""


def owner_file(folder: Path, deck: Path, name: str) -> dict[Path, bytes]:
    """The file that marks a folder as the output of the *deck* in a folder, under its *name*; empty if the file is
    already there. Raises OutputProblem if the folder belongs to another deck of the same name.
    """
    own = deck.resolve()
    path, shipped = folder / OWNER, own.parent == paths.decks().resolve()
    written, other = "", None
    with suppress(OSError, ValueError):
        written = os.fsdecode(path.read_bytes()).strip()
        other = (folder / written).resolve() if written not in ("", _SHIPPED) else None
    if (other is not None and other != own and _name(other) == name) or (written == _SHIPPED and not shipped):
        whose = f"that in {display_path(other)}" if other is not None else "that is shipped"
        message = f"{folder} has the files of another deck called {name}, {whose}; nothing was changed"
        # A shipped deck is never changed.
        renamed = (other if shipped and other is not None else own) / "deck.yaml"
        way = f"change `deck: {name}` in {display_path(renamed)}, the name that files are called by"
        raise OutputProblem(f"{message}. Where both are wanted, {way}, or name another folder with --output")
    marker = _SHIPPED if shipped else _from(folder, own)
    return {path: os.fsencode(f"{marker}\n")} if marker != written else {}


def _from(folder: Path, deck: Path) -> str:
    """The relative path to a deck, which stays valid if both are moved together; absolute if they are on different
    drives.
    """
    try:
        return Path(os.path.relpath(deck, folder.resolve())).as_posix()
    except ValueError:
        return deck.as_posix()


def _name(deck: Path) -> str | None:
    """The name of the deck in a folder; None if there is no deck."""
    path = deck / "deck.yaml"
    try:
        root = load_yaml(path, decode(read_bytes(path), path), Report())
    except (OSError, FileProblem, DeckError):
        return None
    return str(find(root, ("deck",)).value) if root is not None else None
