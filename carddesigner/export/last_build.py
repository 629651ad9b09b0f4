"""The result of the previous identical build, valid while none of its inputs has changed and its files are intact.

It is kept in the on-disk cache (``core/disk_cache.py``). Reading it imports nothing that reads or draws a deck, so it
is fast.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from hashlib import file_digest
from pathlib import Path
from stat import S_ISREG
from typing import Any

import msgspec
from msgspec import Struct

from carddesigner.core.disk_cache import ALONE, DiskCache
from carddesigner.core.folder_state import TooManyFiles, made_by, state_of_folders

_KIND = "build"


class MadeFile(Struct, frozen=True):
    """A file that a build wrote."""

    path: str
    kind: str
    pages: int
    sha256: str

    @property
    def is_whole(self) -> bool:
        """Whether it exists with the content that was written."""
        try:
            with os.fdopen(os.open(self.path, ALONE), "rb") as file:
                is_file = S_ISREG(os.fstat(file.fileno()).st_mode)
                return is_file and file_digest(file, "sha256").hexdigest() == self.sha256
        except OSError:
            return False


class LastBuild(Struct, frozen=True):
    """The result of a build: its ``files``, its ``data`` for programs, and the ``notes`` for people."""

    files: tuple[MadeFile, ...]
    data: Mapping[str, Any]
    notes: str = ""


class _Kept(Struct, frozen=True):
    """A build, with the state of everything in the folders that its deck was read from."""

    folders: tuple[str, ...]
    state: str
    build: LastBuild


def last_build(output: Path, *request: str) -> LastBuild | None:
    """Return the result of the last build with this *request* and *output* folder; None unless building again would
    give the same.
    """
    data = DiskCache().get(*_made_of(request))
    if data is None:
        return None
    try:
        kept = msgspec.json.decode(data, type=_Kept)
        files, within = kept.build.files, os.path.join(os.path.abspath(output), "")  # noqa: PTH100, PTH118
        if not files or not all([os.path.abspath(file.path).startswith(within) for file in files]):  # noqa: PTH100
            return None
        same = state_of_folders(kept.folders, _written(files)).digest == kept.state
    except (msgspec.MsgspecError, OSError, ValueError, RecursionError, TooManyFiles):
        return None
    return kept.build if same and all(file.is_whole for file in files) else None


def keep_build(build: LastBuild, folders: Iterable[Path], began: float, *request: str) -> None:
    """Keep the result of a build that *began* at this time (``time.time()``) and read its deck from these *folders*. It
    isn't kept if files may have changed meanwhile.
    """
    # By the names as given, since a link may lead elsewhere next time.
    looked = tuple(dict.fromkeys(os.path.abspath(folder) for folder in folders))  # noqa: PTH100
    try:
        state = state_of_folders(looked, _written(build.files))
        kept = msgspec.json.encode(_Kept(looked, state.digest, build), enc_hook=str)
    except (OSError, TooManyFiles, UnicodeEncodeError):  # the last for a path that is no text
        return
    if state.settled(began):
        DiskCache().put(kept, *_made_of(request))


def _made_of(request: tuple[str, ...]) -> tuple[str, ...]:
    """The key of a build, besides the deck's files: the request, the working folder and environment, and the
    libraries.
    """
    around = (os.getcwd(), os.environ.get("SOURCE_DATE_EPOCH", ""))  # noqa: PTH109
    return (_KIND, *made_by(), *around, *request)


def _written(files: Iterable[MadeFile]) -> frozenset[str]:
    return frozenset(os.path.realpath(file.path) for file in files)
