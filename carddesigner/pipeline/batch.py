"""Several builds, each made whatever becomes of the others: decks, editions and languages, one after another or side by side."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.cluster.workers import workers
from carddesigner.core.fault import Failure, failure_of
from carddesigner.core.report import DeckError, Report, pinned
from carddesigner.core.source import Span
from carddesigner.core.worker import Here
from carddesigner.deck.outline import DeckOutline, deck_outline
from carddesigner.export.last_build import LastBuild
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
        """What it is called in messages: the deck as it was named, its edition and its language."""
        return ", ".join(filter(None, (self.shown, self.options.edition, self.options.language)))

    @property
    def shown(self) -> str:
        """The deck as it was named."""
        return self.deck if isinstance(self.deck, str) else display_path(self.deck)


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
    """A deck in each of some editions and languages. Without any it is in its own; ``all`` are those that it has, ``base`` is the
    base edition. A deck that can't be read is one build, which fails.
    """
    known = None
    if {ALL, BASE} & {*editions, *languages}:
        try:
            known = deck_outline(deck)
        except DeckError:
            edition, language = _first_name(editions), _first_name(languages)
            yield BatchBuild(deck, replace(options, edition=edition, language=language), span)
            return
    for edition in _editions(editions, known):
        for language in _languages(languages, known):
            yield BatchBuild(deck, replace(options, edition=edition, language=language), span)


def _first_name(asked: Sequence[str]) -> str | None:
    return next((name for name in asked if name not in (ALL, BASE)), None)


def _editions(asked: Sequence[str], known: DeckOutline | None) -> Sequence[str | None]:
    if known is None or not asked:
        return asked or (None,)
    every: list[str | None] = []
    for name in asked:
        is_base = name == BASE and BASE not in known.editions
        every += (None, *known.editions) if name == ALL else (None,) if is_base else (name,)
    return list(dict.fromkeys(every))


def _languages(asked: Sequence[str], known: DeckOutline | None) -> Sequence[str | None]:
    if known is None or not asked:
        return asked or (None,)
    every: list[str | None] = []
    for name in asked:
        every += (known.language, *known.languages) if name == ALL else (name,)
    return list(dict.fromkeys(every))


def check_batch(builds: Sequence[BatchBuild], output_hint: str = "leave one out, or name another --output") -> None:
    """See that no two builds write the same files, and that there are not too many. Raises DeckError with all that are wrong."""
    report = Report()
    if len(builds) > MAX_BUILDS:
        report.fail("too-many-builds", f"{len(builds):,} builds are more than {MAX_BUILDS:,}", builds[0].span)
    outlines: dict[str | Path, DeckOutline | None] = {}
    writes: dict[tuple[object, ...], BatchBuild] = {}
    for build in builds:
        if build.deck not in outlines:
            try:
                outlines[build.deck] = deck_outline(build.deck)
            except DeckError:
                outlines[build.deck] = None  # its build says so
        if (outline := outlines[build.deck]) is None:
            continue
        o = build.options
        language = o.language if o.language != outline.language else None
        other = writes.setdefault((o.output.resolve(), outline.deck, file_stem(o), o.edition, language), build)
        if other is not build:
            both = (
                f"{other.name} and {build.name} write"
                if other.name != build.name
                else f"{build.name} is built twice and writes"
            )
            report.error("same-files", f"{both} the same files", build.span, hint=output_hint)
    report.raise_errors()


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
    told: Callable[[str], None] | None = None,
) -> Iterator[Outcome]:
    """Make all builds, of which *jobs* are at work at a time, as many as there are processors if left out, or by the cluster of a
    *scheduler*, of which a line is *told*; what became of each, in order. Each is made in a process of its own where the system has such,
    so that one that is ended takes no other with it. *begun* is told of each that begins; builds that *keeping* knows aren't made again.
    Raises ClusterProblem.
    """
    # Here each has a process of its own, on every system.
    with workers(scheduler, jobs, told) if scheduler is not None else nullcontext(Here(jobs)) as who:
        makes = _made_here if who.are_here else _made_elsewhere
        finish = deque[Callable[[_Made], _Made]]()

        def each() -> Iterator[Callable[[], _Made]]:
            for build in builds:
                if begun is not None:
                    begun(build)
                job, end = makes(build, keeping)
                finish.append(end)
                yield job

        for build, made in zip(builds, who.each(each(), _ended), strict=True):
            yield Outcome(build, *finish.popleft()(made))


_Made = tuple[float, BuildResult | None, LastBuild | None, Failure | None]
"""Seconds, and what was made or why nothing was, as one process hands it to another."""
_Begun = tuple[Callable[[], _Made], Callable[[_Made], _Made]]
"""A job, and what is done here with what comes of it."""


def _made_here(build: BatchBuild, keeping: Keeping | None) -> _Begun:
    """A build by a process of this machine."""
    return partial(_outcome, partial(make, build, keeping), build.span), lambda made: made


def make(build: BatchBuild, keeping: Keeping | None) -> BuildResult | LastBuild:
    """Make one build, or give what *keeping* knows of it. Raises what ``build_deck`` does."""
    if keeping is not None and (kept := keeping.kept(build)) is not None:
        return kept
    began = time.time()
    result = build_deck(build.deck, build.options)
    if keeping is not None:
        keeping.keep(build, result, began)
    return result.settled()


def _made_elsewhere(build: BatchBuild, keeping: Keeping | None) -> _Begun:
    """A build by another machine, whose files are put in their places here."""
    kept = keeping.kept(build) if keeping is not None else None
    if kept is not None:
        return (lambda: (0.0, None, kept, None)), lambda made: made
    began = time.time()
    try:
        deck, options = named(build.deck, build.options)
        sent = SentBuild(deck, options, partial(_there, build.span), build.name)
    except Exception as problem:  # whatever it is, other builds go on
        failed = (0.0, None, None, _failure(problem, build.span))
        return (lambda: failed), lambda made: made

    def end(made: _Made) -> _Made:
        seconds, result, _, failure = made
        if result is None:
            sent.dropped()
            return made
        try:
            result = sent.placed(result)
            if keeping is not None:
                keeping.keep(build, result, began)
        except Exception as problem:
            result, failure = None, _failure(problem, build.span)
        return seconds, result, None, failure

    return sent.job, end


def _there(span: Span | None, deck: Path, options: PrintOptions) -> _Made:
    return _outcome(lambda: build_deck(deck, options).settled(), span)


def _outcome(make: Callable[[], BuildResult | LastBuild], span: Span | None) -> _Made:
    started = time.perf_counter()
    made = failure = None
    try:
        made = make()
    except Exception as problem:  # whatever it is, other builds go on
        failure = _failure(problem, span)
    result, kept = (made, None) if isinstance(made, BuildResult) else (None, made)
    return time.perf_counter() - started, result, kept, failure


def _failure(problem: Exception, span: Span | None) -> Failure:
    """Why there is no build, where a file asks for it."""
    failure = failure_of(problem)
    if failure.report is None:
        return failure
    report = Report()
    for diagnostic in failure.report:
        report.add(diagnostic, span)
    return replace(failure, report=pinned(report))


def _ended(code: int | None) -> _Made:
    """Nothing was made, for the process that made it was ended."""
    by = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
    why = ", which mostly means that memory ran out" if code == -9 else ""
    return 0.0, None, None, Failure(3, f"the process that built it was ended by {by}{why}")
