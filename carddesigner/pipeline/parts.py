"""A deck printed in several files, each with a limited number of cards: the parts are read, laid out and written one by
one or in parallel.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

import carddesigner.export.pdf  # noqa: F401 so that forks, each of which draws files, inherit it
from carddesigner.cluster.problem import ClusterProblem
from carddesigner.cluster.workers import open_workers
from carddesigner.core.job import Job
from carddesigner.core.report import Diagnostic, Problem, Progress, Report, pinned, series
from carddesigner.core.serials import NONE, Serials
from carddesigner.core.worker import Again, Workers
from carddesigner.deck.cards import Split
from carddesigner.deck.find import loaded_deck
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.deck.some_cards import check_serials, with_made, with_part, with_rows
from carddesigner.deck.streams import MAX_FILES
from carddesigner.export.earlier import removed
from carddesigner.export.files import OutputProblem, new_files_of, write_files
from carddesigner.export.manifest import Artifact
from carddesigner.export.owner import owner_file
from carddesigner.pipeline.finished import Finished, check_state, made_of, state_of
from carddesigner.pipeline.imposition import ComponentCount, count_fields
from carddesigner.pipeline.job import output_folder
from carddesigner.pipeline.options import PrintOptions
from carddesigner.pipeline.reread import as_read, file_of
from carddesigner.pipeline.result import BuildResult
from carddesigner.tables.stream import StreamPart
from carddesigner.template.checks import run_deck_checks, warn_of_not_run

_ENDING = re.compile(r"-0*1-of-\d+(?=[.-])", re.ASCII)
"""The ending of the file names of the first part."""


class _Part(Struct, frozen=True):
    """Some cards of a deck: cards of one component that are made by number, with these ``serials``; or cards of a part
    of its table (``stream``), with the number of printed ones before it; or of each of the ``components`` the rows from
    one to before another, counted from 0, or all if it has no rows.
    """

    components: dict[str, tuple[int, int] | None]
    serials: Serials | None = None
    stream: tuple[StreamPart, int] | None = None


class _Built(Struct, frozen=True):
    """The result of a part, as passed between processes."""

    artifacts: tuple[Artifact, ...]
    components: tuple[ComponentCount, ...]
    sheets: int
    summary: str
    steps: tuple[str, ...]
    timings: dict[str, float]
    diagnostics: tuple[Diagnostic, ...]
    read_from: tuple[Path, ...]


class Build(Protocol):
    """Builds a part of a deck; its files have an ending of their own. Raises DeckError."""

    def __call__(self, deck: LoadedDeck, options: PrintOptions, *, part: str) -> BuildResult:
        """Write the files of a part."""


def build_parts(
    deck: str | Path | LoadedDeck,
    options: PrintOptions,
    progress: Progress | None,
    build: Build,
    notify: Callable[[str], None] | None = None,
) -> BuildResult:
    """Write the files of all parts, ``options.jobs`` at a time (by default as many as there are processors), or on a
    cluster, about which *notify* receives a line. They are put in their places together; until then an earlier build's
    files stay intact. Raises DeckError with the problems of the first part that has any, OutputProblem and
    ClusterProblem.
    """
    report = Report()
    whole = deck if isinstance(deck, LoadedDeck) else read_whole(deck, options, report)
    count_fields(whole, report)
    if options.serials is not None:
        check_serials(whole, options.serials, report)
    elif not whole.is_partial:
        run_deck_checks(whole, report)
    else:
        warn_of_not_run(whole, report)
    report.raise_errors()
    boxes = [c.id for c in whole.components if c.box is not None]
    if boxes:
        message = f"{series(boxes)}: not among the files, because a box is as large as everything that it holds"
        report.warn("not-in-parts", message, hint="a build without --split makes it")
        whole = without_boxes(whole)
    printed = (part for part in _parts(whole, options) if _is_printed(part, whole))
    parts = tuple(islice(printed, MAX_FILES + 1))
    if len(parts) > MAX_FILES:
        report.fail(
            "too-many-files",
            f"--split {options.split} makes more than {MAX_FILES:,} files",
            hint="put more cards in each",
        )
    if not parts:
        report.fail("no-cards", "the deck has no cards to print", whole.root.span)
    width = len(str(len(parts)))
    endings = [f"-{number:0{width}d}-of-{len(parts)}" for number in range(1, len(parts) + 1)]
    folder = output_folder(whole, options)
    owner = owner_file(folder, whole.folder, whole.deck.deck)
    built: dict[str, _Built] = {}
    stays = (ClusterProblem, OutputProblem) if options.resume else (ClusterProblem,)
    with (
        _told_to_resume(stays, built, len(parts)),
        new_files_of(folder, resumes=options.resume, left_by=stays) as (waiting, place),
    ):
        part_options = replace(options, output=waiting, scheduler=None, resume=False)
        # The same deck for a worker that has only its files and reads it again.
        state, file = state_of(whole), file_of(whole)
        in_parts = not isinstance(deck, LoadedDeck)
        read_as = replace(as_read(whole, part_options), output=Path())  # which differs for each job elsewhere
        given = Again(partial(_made_ready, file or Path(), read_as, state, in_parts=in_parts), whole)
        made_with = replace(part_options, output=Path(), jobs=None)
        finished = Finished(waiting, made_of(state, made_with), _Built)
        jobs = list[Callable[[], _Built]]()
        for part, ending in zip(parts, endings, strict=True):
            there = finished.find(ending, repr(part), partial(_moved, whole.deck.deck)) if options.resume else None
            if there is not None:
                built[ending] = there
            else:
                jobs.append(partial(_build, build, given, part_options, part, ending))
        reused = len(built)
        with open_workers(options.scheduler, options.jobs, notify) as workers:
            is_certain = file is not None and (state is not None or options.scheduler is not None)
            sends = workers.are_here or (is_certain and workers.pays(len(jobs) * (options.split or 1)))
            coming = _all_built(jobs, (whole.folder,), waiting, workers, progress, sends=sends)
            for part, ending in zip(parts, endings, strict=True):
                if ending not in built:
                    one = next(coming)
                    finished.note(ending, repr(part), one, {a.path: a.sha256 for a in one.artifacts})
                    built[ending] = one
        placed = [_placed(built[ending], folder, place) for ending in endings]
        _check_tables(whole, report)
        earlier = earlier_files(folder, placed[0].artifacts)
    write_files(owner)
    result = without_earlier(_as_one(placed, report), earlier)
    if not options.resume:
        return result
    taken = f"{reused} of {len(parts)} files were reused from an interrupted build"
    return replace(result, summary=f"{result.summary}\n{taken}")


@contextmanager
def _told_to_resume(by: tuple[type[Exception], ...], built: Mapping[str, _Built], total: int) -> Iterator[None]:
    """Add to exceptions *by* that end a build how to resume it, if some of its files are *built*."""
    try:
        yield
    except by as problem:
        many = f"{len(built)} of {total} files are finished"
        hint = f"; {many}: the same command with --resume continues with the others" if 0 < len(built) < total else ""
        raise type(problem)(f"{problem}{hint}") from None


def _moved(deck: str, one: _Built, waiting: Path) -> _Built:
    """Return the result of a part whose files were moved to another waiting folder."""
    return replace(one, artifacts=tuple(replace(a, path=waiting / deck / a.path.name) for a in one.artifacts))


def read_whole(deck: str | Path, options: PrintOptions, report: Report) -> LoadedDeck:
    """Return a deck read for printing in parts. Raises DeckError."""
    split = Split(options.split or 1, options.copies, options.unique)
    return loaded_deck(deck, report, options.language, edition=options.edition, serials=NONE, split=split)


def without_boxes(deck: LoadedDeck) -> LoadedDeck:
    """Return the deck without its boxes."""
    return replace(deck, components=tuple(c for c in deck.components if c.box is None))


def _made_ready(file: Path, options: PrintOptions, state: str | None, *, in_parts: bool) -> LoadedDeck:
    """Read a deck again that was checked before, *in parts* or as a whole. Raises DeckError, and OtherFiles if its
    *state* has changed.
    """
    language, edition = options.language, options.edition
    deck = read_whole(file, options, Report()) if in_parts else loaded_deck(file, Report(), language, edition=edition)
    check_state(deck, state)
    return without_boxes(deck)


def earlier_files(folder: Path, made: Iterable[Artifact]) -> Sequence[Path]:
    """Return the files in a *folder* from an earlier build with another number of parts; *made* are the files of this
    build's first part. Raises OSError.
    """
    names = [artifact.path.name for artifact in made]
    ending = next((match[0] for name in names if (match := _ENDING.search(name))), None)
    return [*_earlier(folder, names, ending)] if ending is not None else ()


def without_earlier(result: BuildResult, earlier: Iterable[Path]) -> BuildResult:
    """Return a build in parts after removing *earlier* files."""
    gone = sum([removed(path, result.report) for path in earlier])
    if not gone:
        return result
    files = f"{gone} file{'s' * (gone != 1)} of an earlier build"
    return replace(result, summary=f"{result.summary}\n{files}, which had other parts: removed")


def _check_tables(deck: LoadedDeck, report: Report) -> None:
    """Check that tables read in parts were not changed meanwhile. Raises DeckError."""
    for component in deck.components:
        if component.stream is not None:
            try:
                component.stream.source.check_state()
            except Problem as problem:
                report.refuse(problem)


def _placed(one: _Built, folder: Path, place: Callable[[Path, Path], None]) -> _Built:
    """Return the result of a part, with its files scheduled for their places in *folder*."""
    artifacts = []
    for artifact in one.artifacts:
        path = folder / artifact.path.name
        place(artifact.path, path)
        artifacts.append(replace(artifact, path=path))
    return replace(one, artifacts=tuple(artifacts))


def _earlier(folder: Path, first: Sequence[str], ending: str) -> Iterator[Path]:
    """Yield the files of an earlier build with another number of parts, by the names of the *first* part's files with
    this *ending*; they would be printed along with the new ones. Raises OSError.
    """
    total = ending.rpartition("-")[2]
    for name in (name for name in first if ending in name):
        before, _, after = name.partition(ending)
        pattern = re.compile(rf"{re.escape(before)}-\d+-of-(\d+){re.escape(after)}", re.ASCII)
        for other in folder.iterdir():
            match = pattern.fullmatch(other.name)
            if match is not None and match[1] != total and other.is_file():
                yield other


def _parts(deck: LoadedDeck, options: PrintOptions) -> Iterator[_Part]:
    """Yield the parts in the deck's order; components whose cards are made by number have parts of their own."""
    size, wanted = options.split or 1, options.serials
    printed = Split(size, options.copies, options.unique).printed
    components: dict[str, tuple[int, int] | None] = {}
    room, stock = size, ""
    for component in deck.components:
        if components and component.stock_name != stock:
            # A print house has a price for each size, and a machine cuts one size at a time.
            yield _Part(components)
            components, room = {}, size
        stock = component.stock_name
        if component.serials is not None or component.stream is not None:
            if components:
                yield _Part(components)
                components, room = {}, size
            if not component.copies or (component.serials is None and wanted is not None):
                continue
            for stream in component.stream.parts if component.stream is not None else ():
                yield _Part({component.id: None}, stream=stream)
        if component.serials is not None:
            step = max(1, size // max(printed(component.copies), 1))
            own = (wanted if wanted is not None else component.serials).within(component.serials)
            for serials in _steps(own, step):
                yield _Part({component.id: None}, serials)
        elif wanted is None and component.stream is None:
            first = 0
            for row, card in enumerate(component.cards):
                taken = printed(card.copies)
                if taken > room and (components or row > first):
                    yield _Part({**components, component.id: (first, row)} if row > first else components)
                    components, room, first = {}, size, row
                room -= taken
            components[component.id] = (first, len(component.cards)) if component.table is not None else None
    if components:
        yield _Part(components)


def _steps(serials: Serials, step: int) -> Iterator[Serials]:
    """Yield the numbers in order, at most *step* at a time."""
    ranges: list[tuple[int, int]] = []
    room = step
    for begin, last in serials.ranges:
        first = begin
        while first <= last:
            end = min(last, first + room - 1)
            ranges.append((first, end))
            room -= end - first + 1
            first = end + 1
            if not room:
                yield Serials(tuple(ranges))
                ranges, room = [], step
    if ranges:
        yield Serials(tuple(ranges))


def _is_printed(part: _Part, deck: LoadedDeck) -> bool:
    """Whether a part has anything to print."""
    own = [(c, part.components[c.id]) for c in deck.components if c.id in part.components]
    return (part.serials or part.stream) is not None or any(
        c.blocks is not None or any(card.copies for card in c.cards[slice(*(rows or (None,)))]) for c, rows in own
    )


def _build(build: Build, given: Again[LoadedDeck], options: PrintOptions, part: _Part, ending: str) -> _Built:
    """Write the files of a part. Raises DeckError."""
    report, whole = Report(), given.value
    component = next(c for c in whole.components if c.id in part.components)
    if part.serials is not None:
        chosen = with_made(whole, component, part.serials, report)
    elif part.stream is not None:
        chosen = with_part(whole, component, *part.stream, report)
    else:
        rows = [(c, part.components[c.id]) for c in whole.components if c.id in part.components]
        components = tuple(with_rows(c, range(*between)) if between is not None else c for c, between in rows)
        chosen = replace(whole, components=components, is_partial=True)
    result = build(chosen, options, part=ending)
    return _Built(
        result.artifacts,
        result.components,
        result.sheets,
        result.summary,
        result.steps,
        result.timings,
        (*pinned(report), *pinned(result.report)),
        result.read_from,
    )


def _all_built(
    jobs: Sequence[Callable[[], _Built]],
    reads: tuple[Path, ...],
    writes: Path,
    workers: Workers,
    progress: Progress | None,
    *,
    sends: bool,
) -> Iterator[_Built]:
    """Yield the results of all jobs, in order; without *sends* they run here."""
    named = [Job(job, reads, writes, f"file {number} of {len(jobs)}") for number, job in enumerate(jobs, 1)]
    if progress is not None:
        progress("building files", 0, len(jobs))
    for done, made in enumerate(workers.each(named) if sends else (job() for job in named), 1):
        if progress is not None:
            progress("building files", done, len(jobs))
        yield made


def _as_one(built: Sequence[_Built], report: Report) -> BuildResult:
    """Combine the parts into one build."""
    counts: dict[str, ComponentCount] = {}
    timings: dict[str, float] = {}
    for one in built:
        for problem in one.diagnostics:
            report.add(problem)
        for own in one.components:
            before = counts.get(own.id)
            counts[own.id] = own if before is None else before.with_more(own)
        for stage, seconds in one.timings.items():
            timings[stage] = timings.get(stage, 0.0) + seconds
    return BuildResult(
        artifacts=tuple(artifact for one in built for artifact in one.artifacts),
        report=report,
        components=tuple(counts.values()),
        sheets=sum(one.sheets for one in built),
        summary="\n".join(dict.fromkeys(one.summary for one in built)),
        steps=built[0].steps,
        timings=timings,
        read_from=tuple(dict.fromkeys(folder for one in built for folder in one.read_from)),
    )
