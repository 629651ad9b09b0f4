"""The files that a deck may read, packed as one byte string that is identified by its digest."""

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
"""The most bytes of all files that a deck may read on another machine."""
MAX_PATH = 3_000
"""The most bytes of a file's path, which leaves room for the path of the folder that replaces the root."""
OUTPUT = ".deck"
"""A file that marks a folder as the output of builds."""
OUTSIDE = ".outside"
"""A name in the root, of a file that does not exist. Links that leave the folder, links in a circle, and special files
are sent as links to it, so that reading them fails.
"""
_MAX_SHOWN = 200


class Unsendable(Exception):
    """The files can't be sent; the message says why."""


class Bundle(Struct, frozen=True):
    """Files and links between them, by their paths from the root of the file system, as bytes with their SHA-256."""

    data: bytes | memoryview
    digest: str

    def __reduce__(self) -> tuple[type[Bundle], tuple[PickleBuffer, str]]:
        """Pickle without copying the data, if the connection transfers large buffers separately."""
        return type(self), (PickleBuffer(self.data), self.digest)


class _Entry(Struct, frozen=True, array_like=True):
    """A file's path and data; for a link the path of its target, relative to its folder."""

    path: str
    data: memoryview | None = None
    leads_to: str | None = None


def bundle_of(reads: Iterable[Path]) -> Bundle:
    """Pack the files in folders, and single files. Left out are hidden files that no link leads to, output of builds,
    and the decks and templates shipped with the program, which every machine has. Raises Unsendable.
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
            except FileNotFoundError:  # removed in the meantime
                continue
            except OSError as problem:
                raise Unsendable(f"{display_path(path)} can't be read: {problem.strerror}") from None
    data = msgspec.msgpack.encode([entries[path] for path in sorted(entries)])
    return Bundle(data, sha256(data).hexdigest())


def unpack(bundle: Bundle, root: Path) -> None:
    """Write the files of a bundle below *root*. Raises ValueError if the data is damaged or a path leads out of the
    root, OSError if a file can't be written.
    """
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
    """Return whether a link leads to a place below the root: its target goes up first, not above the root, and then
    only down. The folders above the link must not be links themselves.
    """
    up = next((n for n, part in enumerate(to.parts) if part != ".."), len(to.parts))
    return not to.is_absolute() and ".." not in to.parts[up:] and up < len(link.parts)


def _check_name(name: str, path: Path) -> None:
    """Raise Unsendable if the path is too long or can't be encoded for another machine."""
    try:
        if len(name.encode()) <= MAX_PATH:
            return
        why = "too long"
    except UnicodeEncodeError:
        why = "not UTF-8"
    shown = display_path(path)
    shown = shown if len(shown) < _MAX_SHOWN else f"{shown[:_MAX_SHOWN]}…"
    raise Unsendable(
        f"the name of {shown.encode(errors='backslashreplace').decode()} is {why}, so the deck can't be sent"
    )


def _all_files(base: Path) -> Iterator[Path]:
    """Yield the files in a folder, and links. Hidden files are included only if a link leads to them: without them, the
    link might find another file of that name, or none.
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
    """Yield the files in a folder, and links to folders."""
    for folder, folders, names in walk(base):
        if OUTPUT in names:
            folders.clear()
            continue
        links = [name for name in folders if Path(folder, name).is_symlink()]
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in links)
        yield from (Path(folder, name) for name in sorted([*names, *links]) if not name.startswith("."))


def _entry(path: Path, name: str, base: Path) -> _Entry:
    """Return a file or link as it is sent. Raises OSError."""
    mode = path.lstat().st_mode
    if S_ISREG(mode):
        return _Entry(name, memoryview(path.read_bytes()))
    to = followed(path)
    if not S_ISLNK(mode) or not to.is_relative_to(base) or to.is_symlink():
        to = Path(path.anchor, OUTSIDE)
    return _Entry(name, leads_to=Path(os.path.relpath(to, path.parent)).as_posix())
