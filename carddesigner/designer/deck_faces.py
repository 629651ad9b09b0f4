"""A few faces that represent a deck on the start page, cached until one of the files changes that they were made
from.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.disk_cache import DiskCache
from carddesigner.core.folder_state import TooManyFiles, made_by, state_of_folders
from carddesigner.core.report import DeckError, Problem, Report
from carddesigner.designer.start_messages import DeckFaces
from carddesigner.designer.start_tasks import refused

SHOWN = 3
"""The number of cards that represent a deck."""
_KIND = "deck-faces"


class _Kept(Struct, frozen=True):
    """Faces with the state of all folders from which their deck was read."""

    folders: tuple[str, ...]
    state: str
    faces: DeckFaces


def deck_faces(name: str, file: Path) -> DeckFaces:
    """Return the faces of the deck of a ``deck.yaml``, or why it can't be shown; *name* is the deck's name on the
    page.
    """
    made_of = (_KIND, *made_by(), os.path.abspath(file))  # noqa: PTH100
    if (kept := _kept(made_of)) is not None:
        return replace(kept, deck=name)
    began = time.time()
    try:
        faces, folders = _drawn(name, file)
    except (DeckError, Problem, OSError) as problem:
        return DeckFaces(name, "", "", 0, (), refused("open", problem).message)
    _keep(faces, folders, began, made_of)
    return faces


def _kept(made_of: tuple[str, ...]) -> DeckFaces | None:
    data = DiskCache().get(*made_of)
    try:
        kept = msgspec.json.decode(data, type=_Kept) if data is not None else None
        return kept.faces if kept is not None and state_of_folders(kept.folders).digest == kept.state else None
    except (msgspec.MsgspecError, OSError, ValueError, RecursionError, TooManyFiles):
        return None


def _keep(faces: DeckFaces, folders: Iterable[Path], began: float, made_of: tuple[str, ...]) -> None:
    # Links are not resolved: they may lead elsewhere the next time.
    looked = tuple(dict.fromkeys(os.path.abspath(folder) for folder in folders))  # noqa: PTH100
    try:
        state = state_of_folders(looked)
    except (OSError, TooManyFiles):
        return
    if state.settled(began):
        DiskCache().put(msgspec.json.encode(_Kept(looked, state.digest, faces)), *made_of)


def _drawn(name: str, file: Path) -> tuple[DeckFaces, tuple[Path, ...]]:
    """Return the faces, and the folders from which the deck was read. Raises DeckError, Problem and OSError."""
    from carddesigner.draw.svg import face_svg
    from carddesigner.pipeline.open_deck import WorkingDeck

    deck = WorkingDeck(file)
    loaded = deck.loaded(Report())
    cards = loaded.cards
    step = max(1, len(cards) // SHOWN)
    faces = []
    for key in islice(cards, 0, None, step):
        face = deck.piece(key).first[0]
        faces.append(face_svg(face, key.id, loaded.assets.face, loaded.assets.picture_bytes, bleed=False, cut=True))
        if len(faces) == SHOWN:
            break
    about = DeckFaces(name, loaded.title, loaded.deck.description or "", len(cards), tuple(faces))
    return about, loaded.assets.finder.read_from
