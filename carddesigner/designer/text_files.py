"""The texts of a deck's own files, as the pages know them: what differs from them was written elsewhere."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

KINDS = frozenset((".yaml", ".yml", ".csv", ".tsv", ".tab", ".txt", ".md", ".json"))
"""Files that hold text which makes a deck what it is."""
MAX_FILE, MAX_ALL, MAX_FILES = 4_000_000, 24_000_000, 500
"""Bytes of a file, and bytes and files of a deck, of which the texts are known."""
_DEPTH = 5


def text_files(folder: Path) -> Iterator[Path]:
    """The files of a deck whose texts are known, hidden ones left out, within bounds."""
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
    """Whether a file of this name holds text that is known. A link's text is that of the file to which it leads."""
    return path.suffix.lower() in KINDS and not path.name.startswith((".", "~")) and not path.is_symlink()


def is_name(name: str) -> bool:
    """Whether a file's name is text: that of an old archive may be bytes in an unknown encoding, which no page can show."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
