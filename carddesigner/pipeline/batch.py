"""Several builds, each made whatever becomes of the others: decks, editions and languages, one after another or side by side."""

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
from carddesigner.pipeline.attempt import Attempt, Begun, attempt, attempts, failure_at
from carddesigner.pipeline.build import build_deck
from carddesigner.pipeline.job import file_stem
from carddesigner.pipeline.options import PrintOptions
from carddesigner.pipeline.reread import named
from carddesigner.pipeline.result import BuildResult
from carddesigner.pipeline.sent import SentBuild
from carddesigner.source.files import display_path

ALL = "all"
"""Every language, or every edition, that a deck has."""
BASE = "base"
"""The edition that a deck is without any; a deck may have one of this name, which is meant then."""
MAX_BUILDS = 10_000
"""Builds of one batch."""


class BatchBuild(Struct, frozen=True):
    """One build of a batch. ``span`` is where a file asks for it."""

    deck: str | Path
    options: PrintOptions
    span: Span | None = None

    @property
    def name(self) -> str:
        """What it is called in messages."""
        return version_name(self.deck, self.options.edition, self.options.language)

    @property
    def shown(self) -> str:
        """The deck as it was named."""
        return shown_deck(self.deck)


def version_name(deck: str | Path, edition: str | None, language: str | None) -> str:
    """What a deck in an edition and a language is called in messages: as it was named, with these."""
    return ", ".join(filter(None, (shown_deck(deck), edition, language)))


def shown_deck(deck: str | Path) -> str:
    """A deck as it was named."""
    return deck if isinstance(deck, str) else display_path(deck)


class Outcome(Struct, frozen=True):
    """What became of a build: a result, or the one that was ``kept`` since nothing changed, or why there is none; and the seconds that
    it took.
    """

    build: BatchBuild
    seconds: float
    result: BuildResult | None = None
    kept: LastBuild | None = None
    failure: Failure | None = None

    @property
    def exit_code(self) -> int:
        """0 for a build that was made, else what the command line exits with for it alone."""
        return self.failure.exit_code if self.failure is not None else 0


def builds_of(
    deck: str | Path,
    options: PrintOptions,
    editions: Sequence[str] = (),
    languages: Sequence[str] = (),
    span: Span | None = None,
) -> Iterator[BatchBuild]:
    """A deck in each of some editions and languages, as ``versions_of`` gives them."""
    for edition, language in versions_of(deck, editions, languages):
        yield BatchBuild(deck, replace(options, edition=edition, language=language), span)


def versions_of(
    deck: str | Path, editions: Sequence[str] = (), languages: Sequence[str] = ()
) -> Iterator[tuple[str | None, str | None]]:
    """Some editions of a deck, each in some languages. Without any it is in its own; ``all`` are those that it has, ``base`` is the
    base edition. A deck that can't be read is one, so that it is reported.
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


def _first_name(asked: Sequence[str]) -> str | None:
    return next((name for name in asked if name not in (ALL, BASE)), None)


def _editions(asked: Sequence[str], outline: DeckOutline | None) -> Sequence[str | None]:
    if outline is None or not asked:
        return asked or (None,)
    every: list[str | None] = []
    for name in asked:
        is_base = name == BASE and BASE not in outline.editions
        every += (None, *outline.editions) if name == ALL else (None,) if is_base else (name,)
    return list(dict.fromkeys(every))


def _languages(asked: Sequence[str], outline: DeckOutline | None) -> Sequence[str | None]:
    if outline is None or not asked:
        return asked or (None,)
    every: list[str | None] = []
    for name in asked:
        every += (outline.language, *outline.languages) if name == ALL else (name,)
    return list(dict.fromkeys(every))


def check_batch(builds: Sequence[BatchBuild], output_hint: str = "leave one out, or name another --output") -> None:
    """See that no two builds write the same files, and that there are not too many. Raises DeckError with all that are wrong."""
    written = [
        Version(b.deck, b.options.edition, b.options.language, b.options.output, partial(_stems, b.options), b.span)
        for b in builds
    ]
    check_versions(written, "built", output_hint)


def _stems(options: PrintOptions, folded: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The kinds of files that a build writes: that of all sheets, and those of booklets and leaflets."""
    yield file_stem(options)
    if not (options.sleeves or options.serials or options.sheets or options.select):
        for component, kind in folded:
            yield f"{component}-pages"
            if options.layout is Layout.SHEETS:
                yield f"{component}-{kind}"


class Version(Struct, frozen=True):
    """A deck in an edition and a language, the folder that it goes to, and the kinds of its ``files`` there, of which the first is that of
    all but of the *folded* components.
    """

    deck: str | Path
    edition: str | None
    language: str | None
    output: Path
    files: Callable[[Iterable[tuple[str, str]]], Iterable[str]]
    span: Span | None = None


def check_versions(versions: Sequence[Version], what: str, hint: str) -> None:
    """See that no two of decks in editions and languages write the same files, and that there are not too many of them. *what* is done
    with each. Raises DeckError with all that are wrong.
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
                outlines[one.deck] = None  # what is done with it says so
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
        # Processes that write to the same folder don't know which of them made it.
        will_make(one.output / str(deck_id))


class Keeping(Protocol):
    """What knows the builds that would make the very same again. All of it is done on the machine where the command was given."""

    def kept(self, build: BatchBuild) -> LastBuild | None:
        """What was made the last time, if nothing changed."""

    def keep(self, build: BatchBuild, result: BuildResult, began: float) -> None:
        """Keep what was made of a build that *began* at a time (``time.time()``)."""


def build_batch(
    builds: Sequence[BatchBuild],
    jobs: int | None = None,
    begun: Callable[[BatchBuild], None] | None = None,
    keeping: Keeping | None = None,
    scheduler: str | None = None,
    notify: Callable[[str], None] | None = None,
) -> Iterator[Outcome]:
    """Make all builds, of which *jobs* are at work at a time, as many as there are processors if left out, or by the cluster of a
    *scheduler*, about which *notify* is given a line; what became of each, in order. Each is made in a process of its own where the
    system has such, so that one that is ended takes no other with it. *begun* is called with each that begins; builds that
    *keeping* knows aren't made again. Raises ClusterProblem.
    """

    def begin(build: BatchBuild, workers: Workers) -> Begun[BuildResult | LastBuild]:
        if begun is not None:
            begun(build)
        return (_made_here if workers.are_here else _made_elsewhere)(build, keeping)

    for build, one in zip(builds, attempts(builds, begin, "built", jobs, scheduler, notify), strict=True):
        result, kept = (one.made, None) if isinstance(one.made, BuildResult) else (None, one.made)
        yield Outcome(build, one.seconds, result, kept, one.failure)


_Made = Attempt[BuildResult | LastBuild]


def _made_here(build: BatchBuild, keeping: Keeping | None) -> Begun[BuildResult | LastBuild]:
    """A build by a process of this machine."""
    return partial(attempt, partial(make, build, keeping), build.span), lambda made: made


def make(build: BatchBuild, keeping: Keeping | None) -> BuildResult | LastBuild:
    """Make one build, or give what *keeping* knows of it. Raises what ``build_deck`` does."""
    if keeping is not None and (kept := keeping.kept(build)) is not None:
        return kept
    began = time.time()
    result = build_deck(build.deck, build.options)
    if keeping is not None:
        keeping.keep(build, result, began)
    return result.settled()


def _made_elsewhere(build: BatchBuild, keeping: Keeping | None) -> Begun[BuildResult | LastBuild]:
    """A build by another machine, whose files are put in their places here."""
    kept = keeping.kept(build) if keeping is not None else None
    if kept is not None:
        return (lambda: Attempt(0.0, kept)), lambda made: made
    began = time.time()
    try:
        deck, options = named(build.deck, build.options)
        sent = SentBuild(deck, options, partial(_there, build.span), build.name)
    except Exception as problem:  # whatever it is, other builds go on
        failed = failure_at(problem, build.span)
        return (lambda: Attempt(0.0, failure=failed)), lambda made: made

    def end(ended: _Made) -> _Made:
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


def _there(span: Span | None, deck: Path, options: PrintOptions) -> _Made:
    return attempt(lambda: build_deck(deck, options).settled(), span)
