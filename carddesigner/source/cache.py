"""A cache of what was made from files, valid while the files don't change. An open deck has one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct, field

from carddesigner.core.cache import Cache
from carddesigner.core.state import FileState, state_of
from carddesigner.source.files import MAX_BYTES, read_text
from carddesigner.source.yaml import Readings
from carddesigner.text.font_files import FontFile, read_faces
from carddesigner.text.fonts import FontFamily, find_family

Made = TypeVar("Made")
_SMALL = 256_000
"""Files up to this size, in bytes, are read at once for their digest."""


class _Found(Struct, frozen=True):
    """A font family, and the paths that were searched for it: folders and files, also with links resolved."""

    family: FontFamily
    looked: frozenset[str]


class FileCache(Struct):
    """Values by file, each with the file's state when it was made. The languages of a deck share the cache. Failures
    aren't kept.
    """

    _made: dict[tuple[str, str, str], tuple[FileState, Any]] = field(default_factory=dict)
    _digests: dict[str, tuple[FileState, str]] = field(default_factory=dict)
    _read: dict[str, FileState] = field(default_factory=dict)
    """The states of files when they were read, except tables and running text."""
    families: dict[tuple[str, Path], FontFamily] = field(default_factory=dict)
    """Font families by name and folder."""
    _found: dict[tuple[str, tuple[Path, ...]], _Found] = field(default_factory=dict)
    """Font families by name and all folders searched."""
    readings: Readings = field(default_factory=dict)
    """The last reading of each YAML file."""
    cache: Cache = field(default_factory=Cache)
    """Results made from the values of these."""
    unsaved: dict[Path, str] = field(default_factory=dict)
    """Edited texts that replace the content of their files until they are saved."""
    held: dict[Path, Path] = field(default_factory=dict)
    """Files that are read instead of others, until a version that was saved there is accepted."""

    def instead(self, path: Path) -> str | Path | None:
        """Return what replaces a file's content, a text or another file; None if nothing does."""
        return self.unsaved[path] if path in self.unsaved else self.held.get(path)

    def text(self, path: Path) -> str:
        """Return the content of a text file, or what replaces it. Raises FileProblem."""
        if path in self.unsaved:
            return self.unsaved[path]
        with suppress(OSError):  # the error is reported when the file is read
            # When a file is read again, the new state replaces the old one.
            self._read[str(path)] = state_of(path)
        return read_text(path)

    def was_read(self, path: Path) -> bool:
        """Return whether a file was read for settings or for faces. Tables and running text don't count."""
        return str(path) in self._read

    def is_as_read(self) -> bool:
        """Return whether no file changed since it was read."""
        try:
            return all([state_of(path) == state for path, state in self._read.items()])
        except OSError:
            return False

    def made(self, path: Path, kind: str, name: str, make: Callable[[], Made]) -> Made:
        """Return what *make* makes from a file: the same object as long as the file doesn't change. Raises OSError if
        there is no such file, and whatever *make* raises.
        """
        # The state is taken first, so that if the file is written during *make* the next call makes the value again.
        key, state = (str(path), kind, name), state_of(path)
        kept = self._made.get(key)
        if kept is None or kept[0] != state:
            self._read.setdefault(str(path), state)
            kept = self._made[key] = state, make()
            if (digest := getattr(kept[1], "digest", None)) is not None:
                self._digests[str(path)] = state, digest
        made: Made = kept[1]
        return made

    def family(self, name: str, folders: Sequence[Path], shipped: Path) -> FontFamily:
        """Return a font family, the same object while its files don't change. Folders, one of which can be the
        *shipped* one, are searched again after something in them was dropped. Raises Problem.
        """
        request = name, tuple(folders)
        if request in self._found:
            return self._found[request].family
        looked = set(folders)

        def faces(path: Path) -> tuple[FontFile, ...]:
            looked.add(path)
            return self.faces(path)

        new = find_family(name, folders, faces, shipped)
        key = name, new.files[0].path.parent
        kept = self.families.get(key)
        if kept is None or kept.files != new.files:
            kept = self.families[key] = new
        self._found[request] = _Found(kept, frozenset(p for path in looked for p in _names(path)))
        return kept

    def faces(self, path: Path) -> tuple[FontFile, ...]:
        """Return the faces in a font file. Raises OSError."""
        return self.made(path, "font", "", partial(read_faces, path))

    def digest(self, path: str) -> str:
        """Return the sha256 of a file, or of the file read instead; empty if the file is too large to be read. An
        unchanged file isn't read again. Raises OSError.
        """
        if self.held and (held := self.held.get(Path(path))) is not None:
            return sha256(held.read_bytes()).hexdigest()
        kept, state = self._digests.get(path), state_of(path)
        if state.size > MAX_BYTES:
            return ""
        if kept is None or kept[0] != state:
            with open(path, "rb", buffering=0) as file:  # noqa: PTH123
                # Reading in steps allocates a buffer first, which takes as long as reading a small file.
                hashed = sha256(file.read()) if state.size <= _SMALL else file_digest(file, "sha256")
            kept = self._digests[path] = state, hashed.hexdigest()
        return kept[1]

    def drop(self, changed: Iterable[Path]) -> None:
        """Forget everything made from these files, or from files in these folders, even if their states didn't
        change.
        """
        gone = {p for path in changed for p in _names(path)}
        inside = tuple(p.rstrip(os.sep) + os.sep for p in gone)
        around = {str(folder) for path in gone for folder in Path(path).parents}

        def goes(path: str) -> bool:
            return path in gone or path.startswith(inside)

        for key in [k for k in self._made if goes(k[0])]:
            del self._made[key]
        for path in filter(goes, [*self._digests]):
            del self._digests[path]
        for path in filter(goes, [*self._read]):
            del self._read[path]
        for name in [k for k, v in self.families.items() if any(goes(str(p)) for p in v.paths())]:
            del self.families[name]
        for request in [
            k for k, v in self._found.items() if not around.isdisjoint(v.looked) or any(map(goes, v.looked))
        ]:
            del self._found[request]


def _names(path: Path) -> tuple[str, str]:
    """A path as it is, and with links resolved."""
    return os.path.abspath(path), os.path.realpath(path)  # noqa: PTH100
