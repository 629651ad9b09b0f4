"""``carddesigner build --watch``: build again after each edit, until Ctrl-C."""

from __future__ import annotations

import hashlib
import signal
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG

from msgspec import Struct, field

from carddesigner.cli.report import print_failure, print_report
from carddesigner.core.fault import failure_of
from carddesigner.core.report import DeckError
from carddesigner.core.serials import NONE
from carddesigner.core.signals import stop
from carddesigner.core.state import state_of
from carddesigner.core.walk import walk
from carddesigner.deck.find import own_file
from carddesigner.export.files import OutputProblem
from carddesigner.pipeline.batch import BatchBuild
from carddesigner.pipeline.open_deck import WorkingDeck
from carddesigner.pipeline.options import PrintOptions
from carddesigner.pipeline.result import BuildResult
from carddesigner.source import paths
from carddesigner.source.finder import MAX_FILES

MAX_BYTES = 10_000_000
"""The largest file whose content is compared, in bytes; of a larger one only the state is."""


class Watched(Struct):
    """A watched deck: the digests of its files, and the result of the last successful build."""

    deck: WorkingDeck
    settings: PrintOptions
    digests: dict[Path, bytes] = field(default_factory=dict)
    result: BuildResult | None = None
    warned: frozenset[object] = frozenset()
    """The warnings of the last build. They are printed again only if they change."""
    parents: tuple[Path, ...] = ()
    """The folders of the decks that this one extends, as far as they were read."""

    @staticmethod
    def of(deck: str | Path, settings: PrintOptions) -> Watched:
        """Return a deck that isn't built yet. Raises DeckError if there is none."""
        # In a split build, each part makes its own cards.
        serials = settings.serials if settings.split is None else NONE
        return Watched(WorkingDeck(own_file(deck), serials=serials), settings)

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders that a build may read."""
        return (self.deck.file.parent.resolve(), paths.templates().resolve(), *self.parents)

    def rebuild(self, changed: Iterable[Path] = ()) -> None:
        """Build, and report in a line what changed. If there are errors they are printed, and the last good files
        remain.
        """
        started = time.perf_counter()
        changed = sorted(changed)
        self.deck.changed(changed)
        try:
            result = self.deck.build(self.settings)
        except DeckError as problem:
            print_report(problem.report)
            kept = f"; {self.result.artifacts[0].path} is unchanged" if self.result is not None else ""
            sys.stderr.write(f"{_names(changed, self.deck.file)}: not built{kept}\n")
            return
        except (OutputProblem, OSError) as problem:
            print_failure(failure_of(problem))
            return
        finally:
            if self.deck.parents != self.parents:
                self.parents = self.deck.parents
                self.touched(_files(self.parents, [self]))
        warned = frozenset(result.report)
        if warned != self.warned:
            print_report(result.report)
        what, took = _difference(self.result, result), time.perf_counter() - started
        sys.stderr.write(f"{_names(changed, self.deck.file)}: {what} → {result.artifacts[0].path}  {took:.2f} s\n")
        self.result, self.warned = result, warned

    def touched(self, candidates: Iterable[Path]) -> list[Path]:
        """Return those of *candidates* that belong to this deck and whose content changed."""
        out = []
        for path in candidates:
            if not any(path.is_relative_to(f) for f in self.folders):
                continue
            digest = _digest(path)
            if digest != self.digests.get(path, b""):
                out.append(path)
            if digest:
                self.digests[path] = digest
            else:
                self.digests.pop(path, None)
        return out


def watch(builds: Iterable[BatchBuild], show: Callable[[Path], None] | None = None) -> None:
    """Make every build, *show* its PDF, and repeat it when its deck's files change, until Ctrl-C. Raises DeckError."""
    watched = [Watched.of(build.deck, build.options) for build in builds]
    for one in watched:
        one.touched(_files(one.folders, watched))
        one.rebuild()
        if show is not None and one.result is not None:
            show(one.result.artifacts[0].path)
    names = ", ".join(str(w.deck.file.parent.name) for w in watched)
    signal.signal(signal.SIGINT, lambda number, _: stop(number, b"\nstopped watching\n", 0))
    sys.stderr.write(f"watching {names}; Ctrl-C ends\n")
    while True:
        for changes in _changes(watched):
            for one in watched:
                changed = one.touched(changes)
                if changed:
                    one.rebuild(changed)


def _changes(watched: list[Watched]) -> Iterator[set[Path]]:
    """Yield files that may have changed, until the folders to watch change."""
    import watchfiles

    there = _folders(watched)
    # If the system can't notify of changes, the folders are polled.
    for polling in (None, True):
        try:
            first = True
            for changes in watchfiles.watch(
                *there,
                watch_filter=None,
                debounce=60,
                step=20,
                rust_timeout=250,
                yield_on_timeout=True,
                force_polling=polling,
                ignore_permission_denied=True,
            ):
                if first:
                    # Edits before the watch began caused no notification.
                    yield {*_files(there, watched), *(p for w in watched for p in w.digests)}
                    first = False
                changed_files = {path for _, changed in changes for path in _within(Path(changed), watched)}
                if changed_files:
                    yield {path for path in changed_files if _is_wanted(path, there, watched)}
                if _folders(watched) != there:
                    return
            return
        except OSError:
            if polling:
                raise OutputProblem("the system can't report changed files; build without --watch") from None


def _folders(watched: list[Watched]) -> dict[Path, int]:
    """The existing folders to watch, with their inode numbers, because a folder may be replaced by another."""
    folders = {}
    for folder in dict.fromkeys(f for w in watched for f in w.folders):
        with suppress(OSError):
            folders[folder] = state_of(folder).number
    return folders


def _is_wanted(path: Path, folders: Iterable[Path], watched: list[Watched]) -> bool:
    """Whether a file in one of the folders may belong to a deck: not hidden, no editor's temporary file, no output of a
    build.
    """
    folder = next((f for f in folders if path.is_relative_to(f)), None)
    if folder is None:
        return False
    if any(name.startswith((".", "~")) or name.endswith("~") for name in path.relative_to(folder).parts):
        return False
    for one in watched:
        output = one.settings.output.resolve()
        if not folder.is_relative_to(output) and path.is_relative_to(output):
            return False
        if one.result is not None and any(path == a.path.resolve() for a in one.result.artifacts):
            return False
    return True


def _within(path: Path, watched: list[Watched]) -> Iterator[Path]:
    """The file, or all present or former files in a folder, which may not be reported singly if the folder appears or
    disappears.
    """
    if path.is_dir():
        yield from _walk(path)
        return
    yield path
    if not path.exists():
        yield from [p for w in watched for p in w.digests if p.is_relative_to(path)]


def _files(folders: Collection[Path], watched: list[Watched]) -> Iterator[Path]:
    """The files in the folders that may belong to a deck."""
    return (p for folder in folders for p in _walk(folder) if _is_wanted(p, folders, watched))


def _walk(folder: Path) -> Iterator[Path]:
    """The files in a folder that are not hidden, at most MAX_FILES."""
    seen = 0
    for inner, deeper, files in walk(folder):
        deeper[:] = [d for d in deeper if not d.startswith(".")]
        seen += len(files)
        if seen > MAX_FILES:
            return
        yield from (Path(inner, f) for f in files)


def _digest(path: Path) -> bytes:
    """A digest of a file's content, empty if there is no such file."""
    try:
        state = path.stat()
        if not S_ISREG(state.st_mode):
            return b""
        if state.st_size > MAX_BYTES:
            return repr(state_of(path)).encode()
        return hashlib.sha256(path.read_bytes()).digest()
    except OSError:
        return b""


def _names(changed: list[Path], file: Path) -> str:
    more = f" and {len(changed) - 3} more" if len(changed) > 3 else ""
    return ", ".join(p.name for p in changed[:3]) + more if changed else file.parent.name


def _difference(before: BuildResult | None, now: BuildResult) -> str:
    """A summary of how many pieces changed."""
    cards = sum(c.cards for c in now.components)
    if before is None:
        return f"{cards} cards"
    old, new = ({p.key: (p.copies, p.front_sha256, p.back_sha256) for p in r.pieces} for r in (before, now))
    counts = (
        (sum(p in old and old[p] != v for p, v in new.items()), "changed"),
        (sum(p not in old for p in new), "new"),
        (sum(p not in new for p in old), "gone"),
    )
    lines = ", ".join(f"{n} {word}" for n, word in counts if n)
    return f"{lines} of {len(new)} pieces" if lines else "nothing printed differs"
