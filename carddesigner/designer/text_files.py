"""A deck's own text files. Their texts are known to the pages, so that changes by other programs are detected."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

KINDS = frozenset((".yaml", ".yml", ".csv", ".tsv", ".tab", ".txt", ".md", ".json"))
"""Extensions of text files that define a deck."""
MAX_FILE, MAX_ALL, MAX_FILES = 4_000_000, 24_000_000, 500
"""The most bytes of a file, and the most bytes and files of a deck, whose texts are known."""
_DEPTH = 5


def text_files(folder: Path) -> Iterator[Path]:
    """Yield the text files of a deck within the limits, without hidden ones."""
    count, size = 0, 0
    for parent, folders, names in os.walk(folder):
        depth = len(Path(parent).relative_to(folder).parts)
        folders[:] = sorted(f for f in folders if not f.startswith(".")) if depth < _DEPTH else []
        for name in sorted(names):
            path = Path(parent) / name
            if not is_text(path):
                continue
            try:
                own = path.stat().st_size
            except OSError:
                continue
            if own > MAX_FILE or size + own > MAX_ALL:
                continue
            count, size = count + 1, size + own
            if count > MAX_FILES:
                return
            yield path


def is_text(path: Path) -> bool:
    """Return whether a file with this name is a text file. Links are not: the text belongs to the file to which they
    lead.
    """
    return path.suffix.lower() in KINDS and not path.name.startswith((".", "~")) and not path.is_symlink()


def is_name(name: str) -> bool:
    """Return whether a file's name is valid text: names from an old archive may be bytes in an unknown encoding, which
    no page can show.
    """
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
