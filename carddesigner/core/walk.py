"""Walking through a deck's folder, which may be a stranger's."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

MAX_DEPTH = 100
"""Folders in each other that are looked into."""


def walk(
    folder: str | os.PathLike[str], onerror: Callable[[OSError], object] | None = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """What ``os.walk`` gives of a folder, down to ``MAX_DEPTH``: thousands of folders in each other are too many for it."""
    base = os.fspath(folder)
    for here, inner, names in os.walk(base, onerror=onerror):
        yield here, inner, names
        if here.count(os.sep, len(base)) >= MAX_DEPTH:
            inner.clear()


def followed(path: Path) -> Path:
    """Where links lead; to one of them where they lead in a circle."""
    return Path(os.path.realpath(path))
