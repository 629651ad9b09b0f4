"""The state of all files in folders, by which what was made of them is known to be what would be made again, without reading them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from stat import S_ISDIR

import msgspec
from msgspec import Struct

from carddesigner.core.state import state_in
from carddesigner.core.walk import MAX_DEPTH

MAX_FILES = 20_000
"""Files of the folders that a deck is read from."""
SETTLED = 2.0
"""Seconds before something is made for which its files must have been as they are: some disks tell times no better."""


class TooManyFiles(Exception):
    """There are more files than it pays to look at."""


class FolderState(Struct, frozen=True):
    """The state of files: a digest of them all, and when the last of them changed."""

    digest: str
    changed: float

    def settled(self, began: float) -> bool:
        """Whether no file can have changed unnoticed since a time (``time.time()``)."""
        return self.changed < began - SETTLED


def made_by() -> tuple[str, ...]:
    """What makes things of files, beside the program itself: the libraries and Python."""
    libraries = Path(msgspec.__file__).parents[1].stat()
    return str(libraries.st_mtime_ns), sys.version


def state_of_folders(folders: Iterable[str], written: frozenset[str] = frozenset()) -> FolderState:
    """The state of all files of folders but of those that were *written*, by their real paths. Raises OSError, TooManyFiles."""
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
                raise TooManyFiles
    digest = sha256("\n".join(sorted(entries)).encode("utf-8", "surrogateescape")).hexdigest()
    return FolderState(digest, last)


def _entries(folder: str, depth: int = 0) -> Iterator[tuple[str, os.stat_result]]:
    """The files and folders in a folder, links to files followed, but for hidden folders. Raises TooManyFiles where they are too deep."""
    if depth > MAX_DEPTH:
        raise TooManyFiles
    with os.scandir(folder) as found:
        for entry in found:
            if entry.is_dir():
                if entry.is_symlink():
                    # What it leads to lies in one of the folders too; where it leads is all that may change.
                    yield entry.path, entry.stat(follow_symlinks=False)
                elif not entry.name.startswith("."):
                    yield entry.path, entry.stat()
                    yield from _entries(entry.path, depth + 1)
                continue
            try:
                yield entry.path, entry.stat()
            except FileNotFoundError:  # a link that leads nowhere
                yield entry.path, entry.stat(follow_symlinks=False)
