"""``carddesigner build --watch``: builds again what an edit touches, until Ctrl-C."""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

from carddesigner import paths
from carddesigner.build import BuildResult, BuildSettings, build
from carddesigner.cli.report import print_report
from carddesigner.core.report import DeckError, Report
from carddesigner.export.files import OutputProblem
from carddesigner.layout.deck import Memory
from carddesigner.load.assets import Assets
from carddesigner.load.deck import LoadedDeck, load_deck_file
from carddesigner.load.find import find_deck

if TYPE_CHECKING:
    from watchfiles import Change

MOST_BYTES = 200_000_000
"""Of one file whose content is compared; larger ones are taken for changed."""


class Watched(Struct):
    """A deck that is watched: what its files held, and what the last good build made and remembers."""

    file: Path
    settings: BuildSettings
    digests: dict[Path, bytes] = field(default_factory=dict)
    loaded: LoadedDeck | None = None
    memory: Memory | None = None
    result: BuildResult | None = None

    @property
    def folders(self) -> tuple[Path, ...]:
        """Everything that a build may read."""
        return (self.file.parent.resolve(), paths.templates().resolve())

    def rebuild(self, changed: Iterable[Path] = ()) -> None:
        """Build, and say in a line what changed; errors are printed, and the last good files stay."""
        started = time.perf_counter()
        changed = sorted(changed)
        try:
            loaded = self._load(changed)
            result = build(loaded, self.settings, memory=self.memory)
        except DeckError as problem:
            print_report(problem.report)
            self.loaded = self.memory = None
            kept = f"; {self.result.artifacts[0].path} is as it was" if self.result is not None else ""
            sys.stderr.write(f"{_names(changed, self.file)}: not built{kept}\n")
            return
        except OutputProblem as problem:
            sys.stderr.write(f"error: {problem}\n")
            return
        if result.report.warnings and self.result is None:
            print_report(result.report)
        took = time.perf_counter() - started
        what = _difference(self.result, result)
        sys.stderr.write(f"{_names(changed, self.file)}: {what} → {result.artifacts[0].path}  {took:.2f} s\n")
        self.loaded, self.result = loaded, result
        if len(list(result.report)):
            self.memory = None

    def _load(self, changed: list[Path]) -> LoadedDeck:
        """The deck read anew; where only tables changed, what was laid out before is kept."""
        report = Report()
        tables = _tables(self.loaded)
        kept = self.loaded if changed and all(p in tables for p in changed) else None
        assets = kept.assets if kept is not None else Assets(self.file.parent, paths.templates())
        loaded = load_deck_file(self.file, assets, report, self.settings.language)
        report.raise_errors()
        assert loaded is not None
        if kept is None or self.memory is None or self.memory.is_full:
            self.memory = Memory()
        else:
            loaded.compiled.update(kept.compiled)
        return loaded

    def touched(self, candidates: Iterable[Path]) -> list[Path]:
        """The files among *candidates* that are this deck's and whose content is another than before."""
        out = []
        for path in candidates:
            if not any(path.is_relative_to(f) for f in self.folders):
                continue
            digest = _digest(path)
            if digest != self.digests.get(path, b""):
                out.append(path)
            self.digests[path] = digest
        return out


def watch(decks: list[str], settings: BuildSettings) -> None:
    """Build every deck, and again whenever one of its files changes; returns on Ctrl-C. Raises DeckError for a deck that
    is not there.
    """
    watched = [Watched(find_deck(d).resolve(), settings) for d in decks]
    for one in watched:
        one.touched(_files(one.folders, settings.output))
        one.rebuild()
    names = ", ".join(str(w.file.parent.name) for w in watched)
    sys.stderr.write(f"watching {names}; Ctrl-C ends\n")
    try:
        for changes in _changes(watched, settings):
            for one in watched:
                changed = one.touched(changes)
                if changed:
                    one.rebuild(changed)
    except KeyboardInterrupt:
        pass
    sys.stderr.write("\nstopped watching\n")


def _changes(watched: list[Watched], settings: BuildSettings) -> Iterator[set[Path]]:
    import watchfiles

    output = settings.output.resolve()

    def wanted(_change: Change, path: str) -> bool:
        file = Path(path)
        return not file.is_relative_to(output) and not file.name.startswith((".", "~")) and not file.name.endswith("~")

    folders = {f for w in watched for f in w.folders}
    looked = False
    for changes in watchfiles.watch(
        *folders,
        watch_filter=wanted,
        debounce=60,
        step=20,
        rust_timeout=250,
        yield_on_timeout=True,
        raise_interrupt=True,
    ):
        if changes:
            yield {Path(path) for _, path in changes}
        if not looked:
            # What was edited while the decks were first built was seen by nobody.
            looked = True
            yield set(_files(folders, settings.output))


def _files(folders: Iterable[Path], output: Path) -> Iterator[Path]:
    away = output.resolve()
    for folder in folders:
        for path in folder.rglob("*"):
            if path.is_file() and not path.is_relative_to(away):
                yield path


def _digest(path: Path) -> bytes:
    """What a file holds; empty if it is gone."""
    try:
        if path.stat().st_size > MOST_BYTES:
            return repr(path.stat()).encode()
        return hashlib.sha256(path.read_bytes()).digest()
    except OSError:
        return b""


def _tables(loaded: LoadedDeck | None) -> set[Path]:
    if loaded is None:
        return set()
    found = {c.table.path for c in loaded.components if c.table is not None}
    return {Path(p).resolve() for p in found}


def _names(changed: list[Path], file: Path) -> str:
    if not changed:
        return file.parent.name
    return ", ".join(p.name for p in changed[:3]) + (f" and {len(changed) - 3} more" if len(changed) > 3 else "")


def _difference(before: BuildResult | None, now: BuildResult) -> str:
    """How many pieces are other ones than before."""
    cards = sum(c.cards for c in now.components)
    if before is None:
        return f"{cards} cards"
    old = {p.id: (p.copies, p.front_sha256, p.back_sha256) for p in before.pieces}
    new = {p.id: (p.copies, p.front_sha256, p.back_sha256) for p in now.pieces}
    counts = (
        (sum(p in old and old[p] != v for p, v in new.items()), "changed"),
        (sum(p not in old for p in new), "new"),
        (sum(p not in new for p in old), "gone"),
    )
    said = [f"{n} {word}" for n, word in counts if n]
    return f"{', '.join(said)} of {len(new)} pieces" if said else "nothing printed differs"
