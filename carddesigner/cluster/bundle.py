"""The files that a deck may read, as one piece of bytes that is known by its digest."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path, PurePosixPath
from stat import S_ISREG

import msgspec
from msgspec import Struct

from carddesigner.core.report import Report
from carddesigner.core.walk import walk
from carddesigner.source import paths
from carddesigner.source.files import display_path

MAX_FILES = 20_000
MAX_BYTES = 2_000_000_000
"""Of all files that a deck may read on another machine."""
OUTPUT = ".deck"
"""A file that says of its folder that builds write to it."""


class Bundle(Struct, frozen=True):
    """Files by their paths from the root of the machine, and links among them, as bytes with their sha256."""

    data: bytes
    digest: str


class _Entry(Struct, frozen=True, array_like=True):
    """A file's path and what it holds; the path that a link leads to, from its folder."""

    path: str
    data: bytes | None = None
    leads_to: str | None = None


def bundle_of(reads: Iterable[Path]) -> Bundle:
    """The files in folders, and single files. Not among them is what is hidden, unless a link leads there, what builds wrote, where links
    lead out of a folder, and what is shipped with the program, for that is on every machine. Raises DeckError for too many, and OSError.
    """
    entries: dict[str, _Entry] = {}
    size = 0
    shipped = paths.shipped().resolve()
    for read in reads:
        base = read.resolve()
        if base.is_relative_to(shipped / "decks") or base.is_relative_to(shipped / "templates"):
            continue
        for path in _all_files(base):
            entry = _entry(path, base)
            if entry is None:
                continue
            entries[entry.path] = entry
            size += len(entry.data or b"")
            if len(entries) > MAX_FILES or size > MAX_BYTES:
                most = f"{MAX_FILES:,} files" if len(entries) > MAX_FILES else f"{MAX_BYTES // 10**9} GB"
                message = f"{display_path(base)} has more than {most} to send to a cluster"
                Report().fail("deck-too-large", message, hint="files that the deck doesn't need can lie elsewhere")
    data = msgspec.msgpack.encode([entries[path] for path in sorted(entries)])
    return Bundle(data, sha256(data).hexdigest())


def unpack(bundle: Bundle, root: Path) -> None:
    """Put the files below a root. Raises ValueError for what isn't what was sent, OSError where it can't be written."""
    if sha256(bundle.data).hexdigest() != bundle.digest:
        raise ValueError("the deck's files aren't what was sent")
    for entry in msgspec.msgpack.decode(bundle.data, type=list[_Entry]):
        path = _below(root, entry.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        if entry.leads_to is not None:
            path.symlink_to(entry.leads_to)
        else:
            path.write_bytes(entry.data or b"")


def _below(root: Path, path: str) -> Path:
    pure = PurePosixPath(path)
    if pure.is_absolute() or ".." in pure.parts or not pure.parts:
        raise ValueError(f"{path!r} leads out of the folder for the deck")
    return root / pure


def _all_files(base: Path) -> Iterator[Path]:
    """The files in a folder, and links; those too that are hidden but for a link that leads there: without it another file of
    that name might be found, or none.
    """
    waiting, seen = [base], {base}
    while waiting:
        at = waiting.pop()
        for path in _files(at) if at.is_dir() else (at,):
            yield path
            to = path.resolve() if path.is_symlink() else base
            if to not in seen and to.is_relative_to(base) and _is_hidden(to.relative_to(base)) and to.exists():
                seen.add(to)
                waiting.append(to)


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _files(base: Path) -> Iterator[Path]:
    """The files in a folder, and links to folders."""
    for folder, folders, names in walk(base):
        if OUTPUT in names:
            folders.clear()
            continue
        links = [name for name in folders if Path(folder, name).is_symlink()]
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in links)
        yield from (Path(folder, name) for name in sorted([*names, *links]) if not name.startswith("."))


def _entry(path: Path, base: Path) -> _Entry | None:
    name = path.relative_to(path.anchor).as_posix()
    if path.is_symlink():
        to = path.resolve()
        if not to.is_relative_to(base) or not to.exists():
            return None
        return _Entry(name, leads_to=Path(os.path.relpath(to, path.parent)).as_posix())
    if not S_ISREG(path.lstat().st_mode):
        return None
    return _Entry(name, path.read_bytes())
