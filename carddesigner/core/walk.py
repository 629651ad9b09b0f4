"""Walking through a deck's folder, which may come from a stranger."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

MAX_DEPTH = 100
"""The greatest depth of nested folders that is searched."""


def walk(
    folder: str | os.PathLike[str], onerror: Callable[[OSError], object] | None = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """Walk a folder like ``os.walk``, but only down to ``MAX_DEPTH``; ``os.walk`` fails on thousands of nested
    folders.
    """
    base = os.fspath(folder)
    for here, inner, names in os.walk(base, onerror=onerror):
        yield here, inner, names
        if here.count(os.sep, len(base)) >= MAX_DEPTH:
            inner.clear()


def followed(path: Path) -> Path:
    """Resolve links; in a cycle of links the result is one of them."""
    return Path(os.path.realpath(path))
