"""A cache on disk for results that the next run can use, found by all that they were made from.

A value is returned only for the same key, program and libraries, and only if its bytes are undamaged, so the cache
never changes a result. A failure counts as a miss. Several processes can share a folder, and it can be deleted at any
time.
"""

from __future__ import annotations

import os
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from zlib import crc32

MAX_BYTES = 500_000_000
"""The largest size of the cache; the least recently used values are removed first."""
_FORMAT = "2"
_SUM = 4
"""Length of the checksum at the start of a file, in bytes. A CRC is enough, because the checksum need not withstand
whoever can write to the folder, and a cryptographic digest would take noticeable time.
"""
_LEFT_AFTER = 3_600
"""Age in seconds at which an unfinished file is taken to be left by a killed process."""
_WRITING = ".new"
ALONE = sum(getattr(os, name, 0) for name in ("O_RDONLY", "O_BINARY", "O_NOFOLLOW", "O_NONBLOCK"))
"""Open only regular files, without following a link, and without waiting for another process."""
_NOT_PROGRAM = ("__pycache__", "web")
"""Folders that aren't part of the program: byte code, and in a checkout the sources of the designer's page."""
_TAG = b"Signature: 8a477f597d28d172789f06886806bc55\n# A cache of carddesigner: it may be deleted at any time.\n"
"""The tag by which backup programs skip caches, see https://bford.info/cachedir/."""


class DiskCache:
    """Values in a *folder*, by default the user's cache folder, of at most *most* bytes in all. ``fault`` is the reason
    why a value could not be stored, None if there was no failure.
    """

    def __init__(self, folder: Path | None = None, most: int = MAX_BYTES) -> None:
        self._given, self.most = folder, most
        self.fault: str | None = None
        self._room = 0

    @cached_property
    def folder(self) -> Path:
        """The folder of the values."""
        if self._given is not None:
            return self._given
        import platformdirs

        return platformdirs.user_cache_path("carddesigner", appauthor=False) / "made"

    def get(self, *made_of: str) -> bytes | None:
        """Return the value made from these, None if it isn't stored or is damaged."""
        key = key_of(*made_of)
        path = self._path(key)
        kept = self._read(path)
        if kept is None:
            return None
        checksum, value = kept
        if checksum != _sum(key, value):
            with suppress(OSError):
                path.unlink()
            return None
        with suppress(OSError):
            os.utime(path)  # mark it as recently used
        return value

    def _read(self, path: Path) -> tuple[bytes, bytes] | None:
        """Return a file's checksum and value; None if it can't be read or isn't ours: a link, a device, a pipe, too
        large.
        """
        try:
            with os.fdopen(os.open(path, ALONE), "rb", buffering=0) as file:
                state = os.fstat(file.fileno())
                whole = stat.S_ISREG(state.st_mode) and 4 * (state.st_size - _SUM) <= self.most
                return (file.read(_SUM), file.read()) if whole else None
        except OSError:
            return None

    def put(self, value: bytes, *made_of: str) -> None:
        """Store the value made from these."""
        if self.fault is not None or 4 * len(value) > self.most:
            return
        key = key_of(*made_of)
        path, name = self._path(key), None
        try:
            if self._room <= len(value):
                self._trim(len(value))
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(_WRITING, dir=path.parent)
            with os.fdopen(handle, "wb") as file:
                file.write(_sum(key, value))
                file.write(value)
            with suppress(PermissionError) if path.exists() else nullcontext():  # on Windows it may be open
                Path(name).replace(path)
                name = None
            self._room -= len(value)
        except OSError as problem:
            self.fault = problem.strerror or str(problem)
        finally:
            with suppress(OSError):
                if name is not None:
                    Path(name).unlink(missing_ok=True)

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / key[2:]

    def _trim(self, wanted: int) -> None:
        """Remove files until there is room for some time. What other processes write meanwhile is counted at the next
        trim.
        """
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        tag = self.folder / "CACHEDIR.TAG"
        if not tag.exists():
            tag.write_bytes(_TAG)
        now, kept = time.time(), []
        for entry in self._entries():
            with suppress(OSError):
                state = entry.stat(follow_symlinks=False)
                if not entry.name.endswith(_WRITING):
                    kept.append((state.st_mtime_ns, state.st_size, entry.path))
                elif now - state.st_mtime > _LEFT_AFTER:
                    Path(entry.path).unlink()
        held = sum(size for _, size, _ in kept)
        if held + wanted > self.most:
            # Free a quarter more, so that not every new value has to look through the folder.
            kept.sort()
            for _, size, path in kept:
                if held + wanted <= 3 * self.most // 4:
                    break
                with suppress(OSError):
                    Path(path).unlink()
                    held -= size
        self._room = max(self.most - held, wanted + 1)

    def _entries(self) -> Iterator[os.DirEntry[str]]:
        with os.scandir(self.folder) as folders:
            for folder in folders:
                if len(folder.name) == 2 and folder.is_dir(follow_symlinks=False):
                    with suppress(OSError), os.scandir(folder.path) as files:
                        yield from files


def key_of(*made_of: str) -> str:
    """The key of a value made from these by this version of the program."""
    return sha256("\0".join((_FORMAT, _program(), *made_of)).encode()).hexdigest()


def _sum(key: str, value: bytes) -> bytes:
    """The checksum by which a whole value differs from one that is damaged, cut short or stored under the wrong key."""
    return crc32(value, crc32(key.encode())).to_bytes(4)


@cache
def _program() -> str:
    """A digest of the installed program's files. The version isn't enough: it stays the same during development."""
    digest = sha256()
    waiting = [str(Path(__file__).resolve().parents[1])]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in sorted(entries, key=lambda e: e.name):
                if entry.is_file(follow_symlinks=False):
                    state = entry.stat()
                    digest.update(f"{entry.path} {state.st_size} {state.st_mtime_ns}\n".encode())
                elif entry.is_dir(follow_symlinks=False) and entry.name not in _NOT_PROGRAM:
                    waiting.append(entry.path)
    return digest.hexdigest()
