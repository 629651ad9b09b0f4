"""The state of all files in folders. If it hasn't changed, results made from the files are still valid, without reading
them.
"""

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
"""The most files in the folders of a deck."""
SETTLED = 2.0
"""How many seconds before a build its files must last have changed, because some disks store times no finer."""


class TooManyFiles(Exception):
    """There are too many files for comparing them to be worthwhile."""


class FolderState(Struct, frozen=True):
    """A digest of the state of all files, and when the last of them changed."""

    digest: str
    changed: float

    def settled(self, began: float) -> bool:
        """Whether a change since *began* (as ``time.time()``) would show in the state."""
        return self.changed < began - SETTLED


def made_by() -> tuple[str, ...]:
    """Identify what else the results depend on besides the program: the libraries and Python."""
    libraries = Path(msgspec.__file__).parents[1].stat()
    return str(libraries.st_mtime_ns), sys.version


def state_of_folders(folders: Iterable[str], written: frozenset[str] = frozenset()) -> FolderState:
    """Return the state of all files in folders except those *written* (real paths). Raises OSError and TooManyFiles."""
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
    """Yield the files and folders in a folder, except hidden folders; links to files are followed. Raises TooManyFiles
    if they are nested too deeply.
    """
    if depth > MAX_DEPTH:
        raise TooManyFiles
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.is_symlink():
                    # Its target lies in one of the folders too, so only the link itself can change.
                    yield entry.path, entry.stat(follow_symlinks=False)
                elif not entry.name.startswith("."):
                    yield entry.path, entry.stat()
                    yield from _entries(entry.path, depth + 1)
                continue
            try:
                yield entry.path, entry.stat()
            except FileNotFoundError:  # a dangling link
                yield entry.path, entry.stat(follow_symlinks=False)
