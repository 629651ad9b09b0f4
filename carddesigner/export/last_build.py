"""What the same build made the last time, as long as nothing that it was made of has changed and its files are whole.

Kept beside other things that are made of content (``core/disk_cache.py``). Whoever asks needs none of what reads or draws a deck, so
that it is known at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from hashlib import file_digest, sha256
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any

import msgspec
from msgspec import Struct

from carddesigner.core.disk_cache import ALONE, DiskCache
from carddesigner.core.state import state_in

MAX_FILES = 20_000
"""Files of the folders that a deck is read from."""
SETTLED = 2.0
"""Seconds before a build for which its files must have been as they are: some disks tell times no better."""
_KIND = "build"


class MadeFile(Struct, frozen=True):
    """A file that a build wrote."""

    path: str
    kind: str
    pages: int
    sha256: str

    @property
    def is_whole(self) -> bool:
        """Whether it is there as it was written."""
        try:
            with os.fdopen(os.open(self.path, ALONE), "rb") as file:
                is_file = S_ISREG(os.fstat(file.fileno()).st_mode)
                return is_file and file_digest(file, "sha256").hexdigest() == self.sha256
        except OSError:
            return False


class LastBuild(Struct, frozen=True):
    """What a build made: its ``files``, all there is to say of it for a program, and for a person the ``notes`` that it gave."""

    files: tuple[MadeFile, ...]
    data: Mapping[str, Any]
    notes: str = ""


class _Kept(Struct, frozen=True):
    """A build with the state of everything in the folders that its deck was read from."""

    folders: tuple[str, ...]
    state: str
    build: LastBuild


def last_build(output: Path, *request: str) -> LastBuild | None:
    """What was made in an *output* folder when the same was asked for last; None unless building it again would make the very same."""
    data = DiskCache().get(*_made_of(request))
    if data is None:
        return None
    try:
        kept = msgspec.json.decode(data, type=_Kept)
        files, within = kept.build.files, os.path.join(os.path.abspath(output), "")  # noqa: PTH100, PTH118
        if not files or not all([os.path.abspath(file.path).startswith(within) for file in files]):  # noqa: PTH100
            return None
        same = _state(kept.folders, _written(files))[0] == kept.state
    except (msgspec.MsgspecError, OSError, ValueError, RecursionError, _TooMany):
        return None
    return kept.build if same and all(file.is_whole for file in files) else None


def keep_build(build: LastBuild, folders: Iterable[Path], began: float, *request: str) -> None:
    """Keep what a build made that *began* at a time (``time.time()``) and read its deck from these *folders*. One of files that may
    have changed meanwhile isn't kept.
    """
    # As they are called, for a link may lead elsewhere the next time.
    looked = tuple(dict.fromkeys(os.path.abspath(folder) for folder in folders))  # noqa: PTH100
    try:
        state, changed = _state(looked, _written(build.files))
    except (OSError, _TooMany):
        return
    if changed < began - SETTLED:
        DiskCache().put(msgspec.json.encode(_Kept(looked, state, build), enc_hook=str), *_made_of(request))


class _TooMany(Exception):
    """There are more files than it pays to look at."""


def _made_of(request: tuple[str, ...]) -> tuple[str, ...]:
    """All that a build is made of beside the deck's files: what is asked for, where from, and the libraries."""
    libraries = Path(msgspec.__file__).parents[1].stat()
    around = (os.getcwd(), os.environ.get("SOURCE_DATE_EPOCH", ""), sys.version)  # noqa: PTH109
    return (_KIND, str(libraries.st_mtime_ns), *around, *request)


def _written(files: Iterable[MadeFile]) -> frozenset[str]:
    return frozenset(os.path.realpath(file.path) for file in files)


def _state(folders: Iterable[str], written: frozenset[str]) -> tuple[str, float]:
    """The state of all files of folders but of those that were *written*, and when the last of them changed. Raises OSError, _TooMany."""
    entries, last = list[str](), 0.0
    outputs = {os.path.dirname(path) for path in written}  # noqa: PTH120
    for folder in dict.fromkeys(map(os.path.realpath, folders)):
        last = max(last, os.stat(folder).st_mtime)  # noqa: PTH116
        for path, state in _entries(folder):
            if path in written or path in outputs:
                continue
            last = max(last, state.st_mtime, state.st_ctime)
            if not S_ISDIR(state.st_mode):
                entries.append("\0".join(map(str, (path, *state_in(state)))))
            if len(entries) > MAX_FILES:
                raise _TooMany
    return sha256("\n".join(sorted(entries)).encode("utf-8", "surrogateescape")).hexdigest(), last


def _entries(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """The files and folders in a folder, links to files followed, but for hidden folders."""
    with os.scandir(folder) as found:
        for entry in found:
            if entry.is_dir():
                if entry.is_symlink():
                    # What it leads to lies in one of the folders too; where it leads is all that may change.
                    yield entry.path, entry.stat(follow_symlinks=False)
                elif not entry.name.startswith("."):
                    yield entry.path, entry.stat()
                    yield from _entries(entry.path)
                continue
            try:
                yield entry.path, entry.stat()
            except FileNotFoundError:  # a link that leads nowhere
                yield entry.path, entry.stat(follow_symlinks=False)
