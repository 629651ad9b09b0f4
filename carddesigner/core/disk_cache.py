"""What was made of content, kept on disk for the next run: values by all that they were made of.

A value is found again only by the very same key, program and libraries, and only while its bytes are those that were written, so no
result can depend on what is kept. Every failure is as if nothing were kept. Several processes may use one folder, and anybody may
delete it at any time.
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
"""Of all that is kept; what nobody asked for longest goes first."""
_FORMAT = "2"
_SUM = 4
"""Bytes of a sum, which begins a file: they needn't withstand who may write in the folder, and a third of a digest's time is seen."""
_LEFT_AFTER = 3_600
"""Seconds after which a file that is being written was left by a process that was killed."""
_WRITING = ".new"
ALONE = sum(getattr(os, name, 0) for name in ("O_RDONLY", "O_BINARY", "O_NOFOLLOW", "O_NONBLOCK"))
"""Only the file itself, and no waiting for another process."""
_NOT_PROGRAM = ("__pycache__", "web")
"""Folders of no part of the program: byte code, and in a checkout the sources of the designer's page."""
_TAG = b"Signature: 8a477f597d28d172789f06886806bc55\n# A cache of carddesigner: it may be deleted at any time.\n"
"""What https://bford.info/cachedir/ has programs write that make copies of files should leave alone."""


class DiskCache:
    """Values in a *folder*, else in that which the system has for such files of who runs the program; at most *most* bytes of them.
    ``fault`` is why nothing could be kept, if that was so.
    """

    def __init__(self, folder: Path | None = None, most: int = MAX_BYTES) -> None:
        self._given, self.most = folder, most
        self.fault: str | None = None
        self._room = 0

    @cached_property
    def folder(self) -> Path:
        """Where the values lie."""
        if self._given is not None:
            return self._given
        import platformdirs

        return platformdirs.user_cache_path("carddesigner", appauthor=False) / "made"

    def get(self, *made_of: str) -> bytes | None:
        """What was made of these, None where nothing is kept or what is kept isn't whole."""
        key = key_of(*made_of)
        path = self._path(key)
        kept = self._read(path)
        if kept is None:
            return None
        found, value = kept
        if found != _sum(key, value):
            with suppress(OSError):
                path.unlink()
            return None
        with suppress(OSError):
            os.utime(path)  # it was asked for now
        return value

    def _read(self, path: Path) -> tuple[bytes, bytes] | None:
        """A file's sum and value; None for what can't be read or was never kept: a link, a device, a pipe, more than a value."""
        try:
            with os.fdopen(os.open(path, ALONE), "rb", buffering=0) as file:
                state = os.fstat(file.fileno())
                whole = stat.S_ISREG(state.st_mode) and 4 * (state.st_size - _SUM) <= self.most
                return (file.read(_SUM), file.read()) if whole else None
        except OSError:
            return None

    def put(self, value: bytes, *made_of: str) -> None:
        """Keep what was made of these."""
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
            with suppress(PermissionError) if path.exists() else nullcontext():  # on Windows somebody may be reading it
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
        """Make room for a while: what others write meanwhile isn't counted before the next time."""
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
            # A quarter more goes, so that not every value that comes looks through the folder.
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
    """The key of what is made of these by the program as it is."""
    return sha256("\0".join((_FORMAT, _program(), *made_of)).encode()).hexdigest()


def _sum(key: str, value: bytes) -> bytes:
    """What tells a whole value from one that was damaged, cut short, or lies where another belongs."""
    return crc32(value, crc32(key.encode())).to_bytes(4)


@cache
def _program() -> str:
    """The program as it is installed: while it is being changed, its version stays as it was."""
    found = sha256()
    waiting = [str(Path(__file__).resolve().parents[1])]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in sorted(entries, key=lambda e: e.name):
                if entry.is_file(follow_symlinks=False):
                    state = entry.stat()
                    found.update(f"{entry.path} {state.st_size} {state.st_mtime_ns}\n".encode())
                elif entry.is_dir(follow_symlinks=False) and entry.name not in _NOT_PROGRAM:
                    waiting.append(entry.path)
    return found.hexdigest()
