"""What was made of files, kept as long as they stay as they are: the one cache of an open deck."""

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
"""Bytes of a file that is read at once for its digest."""


class _Found(Struct, frozen=True):
    """A font family, and where it was looked for: folders, and the files in them, also where links lead."""

    family: FontFamily
    looked: frozenset[str]


class FileCache(Struct):
    """Values by their file, with its state when they were made; a deck's languages share them. Nothing that failed is kept."""

    _made: dict[tuple[str, str, str], tuple[FileState, Any]] = field(default_factory=dict)
    _digests: dict[str, tuple[FileState, str]] = field(default_factory=dict)
    _read: dict[str, FileState] = field(default_factory=dict)
    """The states that files were in when they were read, but for tables and running text."""
    families: dict[tuple[str, Path], FontFamily] = field(default_factory=dict)
    """Font families, by their names and folders."""
    _found: dict[tuple[str, tuple[Path, ...]], _Found] = field(default_factory=dict)
    """The same, by their names and all folders where they were looked for."""
    readings: Readings = field(default_factory=dict)
    """YAML files as they were read last."""
    cache: Cache = field(default_factory=Cache)
    """What was made of their values."""
    unsaved: dict[Path, str] = field(default_factory=dict)
    """Texts that take the place of what their files hold, while these are changed by hand."""
    held: dict[Path, Path] = field(default_factory=dict)
    """Files that are read in the place of others, while what was saved in these isn't taken."""

    def instead(self, path: Path) -> str | Path | None:
        """What takes a file's place, a text or another file, if anything does."""
        return self.unsaved[path] if path in self.unsaved else self.held.get(path)

    def text(self, path: Path) -> str:
        """A text file's content, or what takes its place. Raises FileProblem."""
        if path in self.unsaved:
            return self.unsaved[path]
        with suppress(OSError):  # what is wrong with it is reported where it is read
            # One that is read again takes the place of what it was.
            self._read[str(path)] = state_of(path)
        return read_text(path)

    def was_read(self, path: Path) -> bool:
        """Whether something was made of a file, as settings or for faces: of tables and running text nothing is."""
        return str(path) in self._read

    def is_as_read(self) -> bool:
        """Whether all files are still what they were when they were read."""
        try:
            return all([state_of(path) == state for path, state in self._read.items()])
        except OSError:
            return False

    def made(self, path: Path, kind: str, name: str, make: Callable[[], Made]) -> Made:
        """What *make* makes of a file: the same object while the file is. Raises OSError for none, and what *make* raises."""
        # The state is taken first: of a file that is written meanwhile the next asking makes another value.
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
        """A font family, the same object while its files are the same; folders, of which one may be the *shipped*, are looked
        through again when something in them was dropped. Raises Problem.
        """
        asked = name, tuple(folders)
        if asked in self._found:
            return self._found[asked].family
        looked = set(folders)

        def faces(path: Path) -> tuple[FontFile, ...]:
            looked.add(path)
            return self.faces(path)

        found = find_family(name, folders, faces, shipped)
        key = name, found.files[0].path.parent
        kept = self.families.get(key)
        if kept is None or kept.files != found.files:
            kept = self.families[key] = found
        self._found[asked] = _Found(kept, frozenset(p for path in looked for p in _names(path)))
        return kept

    def faces(self, path: Path) -> tuple[FontFile, ...]:
        """The faces of a font's file. Raises OSError."""
        return self.made(path, "font", "", partial(read_faces, path))

    def digest(self, path: str) -> str:
        """The sha256 of a file, or of what is read in its place, empty for one that is larger than what is read; one that is the same
        still isn't read again. Raises OSError.
        """
        if self.held and (held := self.held.get(Path(path))) is not None:
            return sha256(held.read_bytes()).hexdigest()
        kept, state = self._digests.get(path), state_of(path)
        if state.size > MAX_BYTES:
            return ""
        if kept is None or kept[0] != state:
            with open(path, "rb", buffering=0) as file:  # noqa: PTH123
                # What reads in steps makes room for them first, which takes as long as a small file.
                found = sha256(file.read()) if state.size <= _SMALL else file_digest(file, "sha256")
            kept = self._digests[path] = state, found.hexdigest()
        return kept[1]

    def drop(self, changed: Iterable[Path]) -> None:
        """Forget what came of these files, or of what lies in these folders, even if their states show no change."""
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
        for asked in [k for k, v in self._found.items() if not around.isdisjoint(v.looked) or any(map(goes, v.looked))]:
            del self._found[asked]


def _names(path: Path) -> tuple[str, str]:
    """A path as it is, and where links lead."""
    return os.path.abspath(path), os.path.realpath(path)  # noqa: PTH100
