"""Workbooks that are a deck's tables: what was taken of them stands until what was saved since is taken."""

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
    """The workbooks of the deck in a *folder*: ``held`` are those that were saved since they were taken, each with a file of what it
    was, which is read in its place.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.held: dict[Path, Path] = {}
        self.saves = 0
        """How many times it changed which are held, or what was saved of them."""
        self._taken: dict[Path, bytes] = {}
        self._last: dict[Path, bytes] = {}
        self._temporary: Path | None = None

    def learn(self, components: Iterable[Component]) -> None:
        """The deck was read: the workbooks that are new to it are taken as they are, and those that it has no more are let go."""
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
        """Of files that others may have written, the workbooks whose old state stands for now, or stood until it came back."""
        out = set()
        for path in self._taken.keys() & set(files):
            try:
                data = read_bytes(path)
            except (Problem, OSError):
                # A program that saves may take the old file away first.
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
        """Take what was saved: the workbooks that differ now."""
        taken = set(self.held)
        for path in taken:
            self._taken.pop(path, None)
            self._last.pop(path, None)
        self.held = {}
        self.saves += 1
        return taken

    def _kept(self, path: Path) -> Path:
        """A file of what was taken of a workbook."""
        if self._temporary is None:
            self._temporary = Path(mkdtemp(prefix="carddesigner-"))
            finalize(self, rmtree, self._temporary, ignore_errors=True)
        kept = self._temporary / f"{self.saves}{path.suffix}"
        kept.write_bytes(self._taken[path])
        return kept


def as_argument(held: Mapping[Path, Path]) -> str:
    """Which files are read in the place of others, for the command line of a process that reads them too."""
    return msgspec.json.encode({str(path): str(kept) for path, kept in held.items()}).decode()


def of_argument(text: str) -> dict[Path, Path]:
    """The same, read back."""
    return {Path(path): Path(kept) for path, kept in msgspec.json.decode(text, type=dict[str, str]).items()}


def _workbooks(folder: Path, components: Iterable[Component]) -> Iterator[Path]:
    for component in components:
        if component.rows is not None:
            for source in (component.rows, *(join.rows for join in component.rows.join)):
                if source.file.lower().endswith(WORKBOOKS):
                    with suppress(Problem, OSError):
                        yield resolve_inside(folder, source.file)
