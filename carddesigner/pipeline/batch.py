"""Several builds of decks, editions and languages, one after another or in parallel; each runs even if others fail."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.fault import Failure
from carddesigner.core.printing import Layout
from carddesigner.core.report import DeckError, Report
from carddesigner.core.source import Span
from carddesigner.core.worker import Workers
from carddesigner.deck.outline import DeckOutline, deck_outline, folded_components
from carddesigner.export.files import will_make
from carddesigner.export.last_build import LastBuild
from carddesigner.pipeline.attempt import Attempt, AttemptJob, attempt, attempts, failure_at
from carddesigner.pipeline.build import build_deck
from carddesigner.pipeline.job import file_stem
from carddesigner.pipeline.options import PrintOptions
from carddesigner.pipeline.reread import named
from carddesigner.pipeline.result import BuildResult
from carddesigner.pipeline.sent import SentBuild
from carddesigner.source.files import display_path

ALL = "all"
"""All languages, or all editions, of a deck."""
BASE = "base"
"""The base edition of a deck, unless the deck has an edition with this name."""
MAX_BUILDS = 10_000
"""The maximum number of builds in a batch."""


class BatchBuild(Struct, frozen=True):
    """One build of a batch. ``span`` is where a file asks for it."""

    deck: str | Path
    options: PrintOptions
    span: Span | None = None

    @property
    def name(self) -> str:
        """Its name in messages."""
        return version_name(self.deck, self.options.edition, self.options.language)

    @property
    def shown(self) -> str:
        """The deck as it was named."""
        return shown_deck(self.deck)


def version_name(deck: str | Path, edition: str | None, language: str | None) -> str:
    """Return the name in messages of a deck in an edition and a language."""
    return ", ".join(filter(None, (shown_deck(deck), edition, language)))


def shown_deck(deck: str | Path) -> str:
    """Return a deck as it was named."""
    return deck if isinstance(deck, str) else display_path(deck)


class Outcome(Struct, frozen=True):
    """The outcome of a build: its result, or the last build that was ``kept`` because nothing changed, or why it
    failed; and the seconds it took.
    """

    build: BatchBuild
    seconds: float
    result: BuildResult | None = None
    kept: LastBuild | None = None
    failure: Failure | None = None

    @property
    def exit_code(self) -> int:
        """0 for a successful build, else the exit code of the command line for this build alone."""
        return self.failure.exit_code if self.failure is not None else 0


def builds_of(
    deck: str | Path,
    options: PrintOptions,
    editions: Sequence[str] = (),
    languages: Sequence[str] = (),
    span: Span | None = None,
) -> Iterator[BatchBuild]:
    """Yield a deck in each of these editions and languages, as from ``versions_of``."""
    for edition, language in versions_of(deck, editions, languages):
        yield BatchBuild(deck, replace(options, edition=edition, language=language), span)


def versions_of(
    deck: str | Path, editions: Sequence[str] = (), languages: Sequence[str] = ()
) -> Iterator[tuple[str | None, str | None]]:
    """Yield a deck's editions, each in its languages. An empty list means the deck's own; ``all`` is all that it has,
    ``base`` the base edition. A deck that can't be read yields one version, so that it is reported.
    """
    outline = None
    if {ALL, BASE} & {*editions, *languages}:
        try:
            outline = deck_outline(deck)
        except DeckError:
            yield _first_name(editions), _first_name(languages)
            return
    for edition in _editions(editions, outline):
        for language in _languages(languages, outline):
            yield edition, language


def _first_name(names: Sequence[str]) -> str | None:
    return next((name for name in names if name not in (ALL, BASE)), None)


def _editions(names: Sequence[str], outline: DeckOutline | None) -> Sequence[str | None]:
    if outline is None or not names:
        return names or (None,)
    every: list[str | None] = []
    for name in names:
        is_base = name == BASE and BASE not in outline.editions
        every += (None, *outline.editions) if name == ALL else (None,) if is_base else (name,)
    return list(dict.fromkeys(every))


def _languages(names: Sequence[str], outline: DeckOutline | None) -> Sequence[str | None]:
    if outline is None or not names:
        return names or (None,)
    every: list[str | None] = []
    for name in names:
        every += (outline.language, *outline.languages) if name == ALL else (name,)
    return list(dict.fromkeys(every))


def check_batch(builds: Sequence[BatchBuild], output_hint: str = "leave one out, or name another --output") -> None:
    """Check that no two builds write the same files, and that there are not too many. Raises DeckError with all
    problems.
    """
    written = [
        Version(b.deck, b.options.edition, b.options.language, b.options.output, partial(_stems, b.options), b.span)
        for b in builds
    ]
    check_versions(written, "built", output_hint)


def _stems(options: PrintOptions, folded: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield the kinds of files that a build writes: the kind of all sheets, then those of booklets and leaflets."""
    yield file_stem(options)
    if not (options.sleeves or options.serials or options.sheets or options.select):
        for component, kind in folded:
            yield f"{component}-pages"
            if options.layout is Layout.SHEETS:
                yield f"{component}-{kind}"


class Version(Struct, frozen=True):
    """A deck in an edition and a language, its output folder, and the kinds of its ``files`` there. The first kind is
    that of everything except the *folded* components.
    """

    deck: str | Path
    edition: str | None
    language: str | None
    output: Path
    files: Callable[[Iterable[tuple[str, str]]], Iterable[str]]
    span: Span | None = None


def check_versions(versions: Sequence[Version], what: str, hint: str) -> None:
    """Check that no two versions write the same files, and that there are not too many. *what* is done with each, for
    messages. Raises DeckError with all problems.
    """
    report = Report()
    if len(versions) > MAX_BUILDS:
        report.fail("too-many-builds", f"{len(versions):,} builds are more than {MAX_BUILDS:,}", versions[0].span)
    outlines: dict[str | Path, DeckOutline | None] = {}
    places: list[tuple[Version, tuple[object, ...]]] = []
    for one in versions:
        if one.deck not in outlines:
            try:
                outlines[one.deck] = deck_outline(one.deck)
            except DeckError:
                outlines[one.deck] = None  # reported when the version is made
        if (outline := outlines[one.deck]) is not None:
            other = one.language if one.language != outline.language else None
            places.append((one, (one.output.resolve(), outline.deck, one.edition, other)))
    many = Counter(place for _, place in places)
    folded: dict[tuple[object, ...], tuple[tuple[str, str], ...]] = {}
    writes: dict[tuple[object, ...], str] = {}
    for one, place in places:
        if place not in folded:
            folded[place] = folded_components(one.deck, one.edition) if many[place] > 1 else ()
        name, kinds = version_name(one.deck, one.edition, one.language), tuple(one.files(folded[place]))
        twice = next((kind for kind in kinds if (*place, kind) in writes), None)
        if twice is not None:
            first = writes[*place, twice]
            both = f"{first} and {name} write" if first != name else f"{name} is {what} twice and writes"
            same = "files" if twice == kinds[0] else f"file, {twice}"
            report.error("same-files", f"{both} the same {same}", one.span, hint=hint)
        for kind in kinds:
            writes.setdefault((*place, kind), name)
    report.raise_errors()
    for one, (_, deck_id, *_) in places:
        # Processes that write to the same folder don't know which of them created it.
        will_make(one.output / str(deck_id))


class Keeping(Protocol):
    """Knows which builds would make the same again. It runs on the machine where the command was given."""

    def kept(self, build: BatchBuild) -> LastBuild | None:
        """Return the last build if nothing changed, else None."""

    def keep(self, build: BatchBuild, result: BuildResult, began: float) -> None:
        """Keep the result of a build that *began* at a time (``time.time()``)."""


def build_batch(
    builds: Sequence[BatchBuild],
    jobs: int | None = None,
    on_start: Callable[[BatchBuild], None] | None = None,
    keeping: Keeping | None = None,
    scheduler: str | None = None,
    notify: Callable[[str], None] | None = None,
) -> Iterator[Outcome]:
    """Make all builds and yield their outcomes in order. *jobs* of them run at a time (by default as many as there are
    processors), or the cluster of a *scheduler* makes them, about which *notify* receives a line.

    Each runs in a process of its own if the system supports it, so that one that dies takes no other with it.
    *on_start* is called when a build starts; builds known to *keeping* are not made again. Raises ClusterProblem.
    """

    def begin(build: BatchBuild, workers: Workers) -> AttemptJob[BuildResult | LastBuild]:
        if on_start is not None:
            on_start(build)
        return (_made_here if workers.are_here else _made_elsewhere)(build, keeping)

    for build, one in zip(builds, attempts(builds, begin, "built", jobs, scheduler, notify), strict=True):
        result, kept = (one.made, None) if isinstance(one.made, BuildResult) else (None, one.made)
        yield Outcome(build, one.seconds, result, kept, one.failure)


_BuildAttempt = Attempt[BuildResult | LastBuild]


def _made_here(build: BatchBuild, keeping: Keeping | None) -> AttemptJob[BuildResult | LastBuild]:
    """Return the job of a build on this machine."""
    return partial(attempt, partial(make, build, keeping), build.span), lambda made: made


def make(build: BatchBuild, keeping: Keeping | None) -> BuildResult | LastBuild:
    """Make one build, or return the last one from *keeping*. Raises the same as ``build_deck``."""
    if keeping is not None and (kept := keeping.kept(build)) is not None:
        return kept
    began = time.time()
    result = build_deck(build.deck, build.options)
    if keeping is not None:
        keeping.keep(build, result, began)
    return result.settled()


def _made_elsewhere(build: BatchBuild, keeping: Keeping | None) -> AttemptJob[BuildResult | LastBuild]:
    """Return the job of a build on another machine; its files are then placed here."""
    kept = keeping.kept(build) if keeping is not None else None
    if kept is not None:
        return (lambda: Attempt(0.0, kept)), lambda made: made
    began = time.time()
    try:
        deck, options = named(build.deck, build.options)
        sent = SentBuild(deck, options, partial(_attempt_there, build.span), build.name)
    except Exception as problem:  # whatever it is, other builds continue
        failed = failure_at(problem, build.span)
        return (lambda: Attempt(0.0, failure=failed)), lambda made: made

    def end(ended: _BuildAttempt) -> _BuildAttempt:
        if not isinstance(ended.made, BuildResult):
            sent.dropped()
            return ended
        try:
            result = sent.placed(ended.made)
            if keeping is not None:
                keeping.keep(build, result, began)
        except Exception as problem:
            return Attempt(ended.seconds, failure=failure_at(problem, build.span))
        return Attempt(ended.seconds, result)

    return sent.job, end


def _attempt_there(span: Span | None, deck: Path, options: PrintOptions) -> _BuildAttempt:
    return attempt(lambda: build_deck(deck, options).settled(), span)
