"""The workbooks of a deck's tables: each is read in its accepted state until its saved changes are accepted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from weakref import finalize

import msgspec

from carddesigner.core.report import Problem
from carddesigner.schema.deck import Component
from carddesigner.source.files import read_bytes, resolve_inside
from carddesigner.tables.open_grid import WORKBOOKS


class Workbooks:
    """The workbooks of the deck in a *folder*. ``held`` are those with saved changes that are not accepted, each with a
    file of its accepted state, which is read in its place.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.held: dict[Path, Path] = {}
        self.saves = 0
        """How often ``held``, or a saved state of a held workbook, has changed."""
        self._taken: dict[Path, bytes] = {}
        self._last: dict[Path, bytes] = {}
        self._temporary: Path | None = None

    def learn(self, components: Iterable[Component]) -> None:
        """Update the workbooks after the deck was read: new ones are accepted as they are, unused ones are dropped."""
        now = set(_workbooks(self.folder, components))
        for path in self._taken.keys() - now:
            del self._taken[path]
            if self.held.pop(path, None) is not None:
                self.saves += 1
        for path in now:
            if path not in self._taken:
                with suppress(Problem, OSError):
                    self._taken[path] = read_bytes(path)

    def saved(self, files: Iterable[Path]) -> set[Path]:
        """Return those of the files that are workbooks with saved changes, or that returned to their accepted state."""
        out = set()
        for path in self._taken.keys() & set(files):
            try:
                data = read_bytes(path)
            except (Problem, OSError):
                # A program may remove the old file while it saves.
                continue
            if data == self._taken[path]:
                if self.held.pop(path, None) is not None:
                    out.add(path)
                    self.saves += 1
            else:
                out.add(path)
                if path not in self.held:
                    self.held = {**self.held, path: self._kept(path)}
                elif data == self._last.get(path):
                    continue
                self._last[path] = data
                self.saves += 1
        return out

    def take(self) -> set[Path]:
        """Accept the saved changes, and return the workbooks that have any."""
        taken = set(self.held)
        for path in taken:
            self._taken.pop(path, None)
            self._last.pop(path, None)
        self.held = {}
        self.saves += 1
        return taken

    def _kept(self, path: Path) -> Path:
        """Write the accepted state of a workbook to a temporary file."""
        if self._temporary is None:
            self._temporary = Path(mkdtemp(prefix="carddesigner-"))
            finalize(self, rmtree, self._temporary, ignore_errors=True)
        kept = self._temporary / f"{self.saves}{path.suffix}"
        kept.write_bytes(self._taken[path])
        return kept


def as_argument(held: Mapping[Path, Path]) -> str:
    """Return the files that replace others as a command-line argument, for a process that reads them too."""
    return msgspec.json.encode({str(path): str(kept) for path, kept in held.items()}).decode()


def of_argument(text: str) -> dict[Path, Path]:
    """Parse such an argument."""
    return {Path(path): Path(kept) for path, kept in msgspec.json.decode(text, type=dict[str, str]).items()}


def _workbooks(folder: Path, components: Iterable[Component]) -> Iterator[Path]:
    for component in components:
        if component.rows is not None:
            for source in (component.rows, *(join.rows for join in component.rows.join)):
                if source.file.lower().endswith(WORKBOOKS):
                    with suppress(Problem, OSError):
                        yield resolve_inside(folder, source.file)
