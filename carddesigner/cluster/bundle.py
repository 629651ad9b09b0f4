"""The files that a deck may read, as one piece of bytes that is known by its digest."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path, PurePosixPath
from pickle import PickleBuffer
from stat import S_ISLNK, S_ISREG

import msgspec
from msgspec import Struct

from carddesigner.core.walk import followed, walk
from carddesigner.source import paths
from carddesigner.source.files import display_path, is_there

MAX_FILES = 20_000
MAX_BYTES = 2_000_000_000
"""Of all files that a deck may read on another machine."""
MAX_PATH = 3_000
"""Bytes of a file's path, so that there is room for that of the folder which takes the place of the root."""
OUTPUT = ".deck"
"""A file that says of its folder that builds write to it."""
OUTSIDE = ".outside"
"""The name in the root to which links lead in place of what lies outside of the folder, of links in a circle, and of what is no file.
Nothing is there: who needs it has an error.
"""
_SHOWN = 200


class Unsendable(Exception):
    """The files can't be sent; the message says why."""


class Bundle(Struct, frozen=True):
    """Files by their paths from the root of the machine, and links among them, as bytes with their sha256."""

    data: bytes | memoryview
    digest: str

    def __reduce__(self) -> tuple[type[Bundle], tuple[PickleBuffer, str]]:
        """Without a copy of the data, where a connection has its own way for what is large."""
        return type(self), (PickleBuffer(self.data), self.digest)


class _Entry(Struct, frozen=True, array_like=True):
    """A file's path and what it holds; the path that a link leads to, from its folder."""

    path: str
    data: memoryview | None = None
    leads_to: str | None = None


def bundle_of(reads: Iterable[Path]) -> Bundle:
    """The files in folders, and single files. Not among them is what is hidden, unless a link leads there, what builds wrote, and
    what is shipped with the program, for that is on every machine. Raises Unsendable.
    """
    entries: dict[str, _Entry] = {}
    size = 0
    shipped = paths.shipped().resolve()
    for read in reads:
        base = read.resolve()
        if base.is_relative_to(shipped / "decks") or base.is_relative_to(shipped / "templates"):
            continue
        for path in _all_files(base):
            name = path.relative_to(path.anchor).as_posix()
            if name in entries:
                continue
            _check_name(name, path)
            try:
                size += path.lstat().st_size
                if len(entries) == MAX_FILES or size > MAX_BYTES:
                    most = f"{MAX_FILES:,} files" if len(entries) == MAX_FILES else f"{MAX_BYTES // 10**9} GB"
                    raise Unsendable(f"{display_path(base)} has more than {most}, too much to be sent")
                entries[name] = _entry(path, name, base)
            except FileNotFoundError:  # it is gone meanwhile
                continue
            except OSError as problem:
                raise Unsendable(f"{display_path(path)} can't be read: {problem.strerror}") from None
    data = msgspec.msgpack.encode([entries[path] for path in sorted(entries)])
    return Bundle(data, sha256(data).hexdigest())


def unpack(bundle: Bundle, root: Path) -> None:
    """Put the files below a root. Raises ValueError for what isn't what was sent or leads out of it, OSError where it can't be written."""
    if sha256(bundle.data).hexdigest() != bundle.digest:
        raise ValueError("the deck's files aren't what was sent")
    links = set[PurePosixPath]()
    for entry in msgspec.msgpack.decode(bundle.data, type=list[_Entry]):
        pure = PurePosixPath(entry.path)
        if pure.is_absolute() or ".." in pure.parts or not pure.parts or not links.isdisjoint((pure, *pure.parents)):
            raise ValueError(f"{entry.path!r} leads out of the folder for the deck")
        path = root / pure
        path.parent.mkdir(parents=True, exist_ok=True)
        if entry.leads_to is None:
            path.write_bytes(entry.data or b"")
            continue
        if not _stays_below(pure, PurePosixPath(entry.leads_to)):
            raise ValueError(f"the link {entry.path!r} leads out of the folder for the deck")
        path.symlink_to(entry.leads_to)
        links.add(pure)


def _stays_below(link: PurePosixPath, to: PurePosixPath) -> bool:
    """Whether a link in a folder that no link leads to stays below the root: it goes up first, not too far, and then only down."""
    up = next((n for n, part in enumerate(to.parts) if part != ".."), len(to.parts))
    return not to.is_absolute() and ".." not in to.parts[up:] and up < len(link.parts)


def _check_name(name: str, path: Path) -> None:
    """Raises Unsendable for the name of a *path* below the root that no other machine may have."""
    try:
        if len(name.encode()) <= MAX_PATH:
            return
        why = "too long"
    except UnicodeEncodeError:
        why = "not UTF-8"
    shown = display_path(path)
    shown = shown if len(shown) < _SHOWN else f"{shown[:_SHOWN]}…"
    raise Unsendable(
        f"the name of {shown.encode(errors='backslashreplace').decode()} is {why}, so the deck can't be sent"
    )


def _all_files(base: Path) -> Iterator[Path]:
    """The files in a folder, and links; those too that are hidden but for a link that leads there: without it another file of
    that name might be found, or none.
    """
    waiting, seen = [base], {base}
    while waiting:
        at = waiting.pop()
        for path in _files(at) if at.is_dir() else (at,):
            yield path
            to = followed(path) if path.is_symlink() else base
            if to not in seen and to.is_relative_to(base) and _is_hidden(to.relative_to(base)) and is_there(to):
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


def _entry(path: Path, name: str, base: Path) -> _Entry:
    """A file or link, as it is sent. Raises OSError."""
    mode = path.lstat().st_mode
    if S_ISREG(mode):
        return _Entry(name, memoryview(path.read_bytes()))
    to = followed(path)
    if not S_ISLNK(mode) or not to.is_relative_to(base) or to.is_symlink():
        to = Path(path.anchor, OUTSIDE)
    return _Entry(name, leads_to=Path(os.path.relpath(to, path.parent)).as_posix())
