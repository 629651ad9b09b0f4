"""The state of a file, by which a change is noticed without reading the file."""

from __future__ import annotations

import os
from typing import NamedTuple


class FileState(NamedTuple):
    """When a file's content and its inode changed, in nanoseconds, its size in bytes and its inode number. The time of
    the content alone isn't enough: unpacking an archive or moving a file over another preserves it.
    """

    modified: int
    changed: int
    size: int
    number: int


def state_of(path: str | os.PathLike[str]) -> FileState:
    """Return a file's state, following links. Raises OSError."""
    return state_in(os.stat(path))  # noqa: PTH116 faster than Path.stat


def state_in(stat: os.stat_result) -> FileState:
    """Return the state from a stat result."""
    return FileState(stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size, stat.st_ino)
