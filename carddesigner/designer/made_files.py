"""Files that steps made, such as pictures that were dropped: gone with their step where nothing uses them, back with it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from carddesigner.designer.history import Made
from carddesigner.export.files import write_files

_WORKBOOKS = frozenset((".xlsx", ".ods"))
_COMPUTED = re.compile(r"\}\}\.\w|['\"]\.\w+['\"]")
"""What a name that is made of a cell ends with."""


class MadeFiles:
    """The files of a deck's *folder* that its steps made. While they are undone the files lie in *kept*."""

    def __init__(self, folder: Path, kept: Path) -> None:
        self.folder, self.kept = folder, kept
        self._new: dict[str, str] = {}

    def note(self, name: str, data: bytes) -> None:
        """A file was put there that wasn't there before; the step that uses it will have made it."""
        self._new[name] = _digest(data)

    def by_step(self, names: Iterable[str]) -> tuple[Made, ...]:
        """Those of these files that are new."""
        return tuple(Made(name, self._new.pop(name)) for name in names if name in self._new)

    def remove(self, made: Iterable[Made], texts: Mapping[str, str]) -> Iterator[Path]:
        """Put away what steps made that are undone: files that are as they were made, and that none of these texts names."""
        for one in made:
            path = self.folder / one.file
            with suppress(OSError):
                data = path.read_bytes()
                if path.resolve() == path and _digest(data) == one.digest and not self._is_used(one.file, texts):
                    self.kept.mkdir(parents=True, exist_ok=True)
                    write_files({self.kept / one.digest: data})
                    path.unlink()
                    yield path

    def put_back(self, made: Iterable[Made]) -> Iterator[Path]:
        """Files whose steps are made again. Raises OutputProblem."""
        for one in made:
            path = self.folder / one.file
            if not path.exists() and path.resolve() == path and (self.kept / one.digest).is_file():
                write_files({path: (self.kept / one.digest).read_bytes()})
                yield path

    def _is_used(self, name: str, texts: Mapping[str, str]) -> bool:
        """Whether a file may be in use: a text names it, or makes such a name of a cell that is called so; in doubt it is."""
        if any(path.suffix.lower() in _WORKBOOKS for path in self.folder.iterdir()):
            return True
        file, stem = Path(name).name, Path(name).stem
        names = [file, name.removesuffix(Path(name).suffix)]
        if any(map(_COMPUTED.search, texts.values())):
            names.append(stem)
        word = re.compile("|".join(rf"(?<![\w-]){re.escape(n)}(?![\w-])" for n in names))
        return any(map(word.search, texts.values()))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
