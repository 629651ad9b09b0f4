"""Files that steps created or replaced, such as dropped pictures: restored on undo, and created again on redo."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, field

from carddesigner.designer.history import Made
from carddesigner.export.files import write_files

_WORKBOOKS = frozenset((".xlsx", ".ods"))
_COMPUTED = re.compile(r"\}\}\.\w|['\"]\.\w+['\"]")
"""The end of a file name that is computed from a cell."""


class Moved(Struct):
    """The files that an undo or redo changed, and those that it left because somebody else had changed them."""

    changed: list[Path] = field(default_factory=list)
    stayed: list[str] = field(default_factory=list)


class MadeFiles:
    """The files in a deck's *folder* that its steps created. Their contents for undo and redo are stored in *kept*."""

    def __init__(self, folder: Path, kept: Path) -> None:
        self.folder, self.kept = folder, kept

    def forget_others(self, made: Iterable[Made]) -> None:
        """Delete stored contents that no step refers to any more."""
        wanted = {digest for one in made for digest in (one.digest, one.before)}
        with suppress(OSError):
            for path in self.kept.iterdir():
                if path.name not in wanted:
                    path.unlink()

    def make(self, files: Mapping[str, bytes], *, named: bool = False) -> tuple[Made, ...]:
        """Write the files of a step; *named* says whether the deck already named them. Files with the same content are
        left out. Raises OutputProblem and OSError.
        """
        made, new = [], {}
        for name, data in files.items():
            path = self.folder / name
            before = path.read_bytes() if path.exists() else None
            if before == data:
                continue
            if before is not None:
                self._keep(before)
            made.append(Made(name, _digest(data), _digest(before) if before is not None else "", named=named))
            new[path] = data
        if new:
            write_files(new)
        return tuple(made)

    def undo(self, made: Iterable[Made], texts: Mapping[str, str]) -> Moved:
        """Undo files of steps, the last first: restore what they replaced and remove new files, except those that the
        deck did not name before the step and that one of *texts* still names. Raises OutputProblem.
        """
        out = Moved()
        for one in reversed(tuple(made)):
            path = self.folder / one.file
            data = _bytes(path)
            if data is None or _digest(data) != one.digest:
                if one.before or (one.named and data is not None):
                    out.stayed.append(one.file)
                continue
            if one.before:
                old = _bytes(self.kept / one.before)
                if old is None:
                    out.stayed.append(one.file)
                    continue
                self._keep(data)
                write_files({path: old})
            elif one.named or not self._is_used(one.file, texts):
                with suppress(OSError):
                    self._keep(data)
                    path.unlink()
            else:
                continue
            out.changed.append(path)
        return out

    def redo(self, made: Iterable[Made]) -> Moved:
        """Create the files of steps again. Raises OutputProblem."""
        out = Moved()
        for one in made:
            path = self.folder / one.file
            new = _bytes(self.kept / one.digest)
            data = _bytes(path) if path.exists() else b""
            if data is not None and _digest(data) == one.digest:
                continue
            there = _digest(data) if data else ""
            if new is None or data is None or path.resolve() != path or there != one.before:
                if one.before or one.named:
                    out.stayed.append(one.file)
                continue
            write_files({path: new})
            out.changed.append(path)
        return out

    def _keep(self, data: bytes) -> None:
        path = self.kept / _digest(data)
        if not path.is_file():
            self.kept.mkdir(parents=True, exist_ok=True)
            write_files({path: data})

    def _is_used(self, name: str, texts: Mapping[str, str]) -> bool:
        """Return whether a file may be in use: a text names it, or computes names from cells and contains its stem, or
        there is a workbook.
        """
        if any(path.suffix.lower() in _WORKBOOKS for path in self.folder.iterdir()):
            return True
        file, stem = Path(name).name, Path(name).stem
        names = [file, name.removesuffix(Path(name).suffix)]
        if any(map(_COMPUTED.search, texts.values())):
            names.append(stem)
        word = re.compile("|".join(rf"(?<![\w-]){re.escape(n)}(?![\w-])" for n in names))
        return any(map(word.search, texts.values()))


def _bytes(path: Path) -> bytes | None:
    """Return the content of a file; None if it is missing or a link."""
    with suppress(OSError):
        return path.read_bytes() if path.resolve() == path else None
    return None


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
