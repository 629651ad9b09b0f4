"""Cards of a job that aren't laid out by the process that writes its PDF, but were cached on disk by an earlier build
or are laid out by worker processes.

Cards are grouped into runs of consecutive rows of a component. A run is laid out, drawn and serialized by one process
(``draw/recorded.py``), and reused in the PDF. Cards that can't be reused, and those with problems to report, are laid
out by the process that writes the PDF.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from types import TracebackType

from msgspec import MsgspecError, Struct
from msgspec.structs import replace

from carddesigner.core.face import Request
from carddesigner.core.items import Picture
from carddesigner.core.job import Job
from carddesigner.core.report import Report
from carddesigner.core.worker import Again
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.fingerprint import Fingerprint
from carddesigner.deck.loaded import LoadedComponent
from carddesigner.deck.some_cards import with_rows
from carddesigner.draw.recorded import DrawnSides, Recorded, RecordedBytes, Recording
from carddesigner.layout.cards import ReusedPiece
from carddesigner.layout.deck import lay_out_deck
from carddesigner.layout.piece import LaidPiece
from carddesigner.pipeline.faces import JobFaces
from carddesigner.pipeline.helpers import Elsewhere, Helpers, JobWithFingerprint, is_table
from carddesigner.pipeline.job import PrintJob
from carddesigner.pipeline.kept_runs import KeptRuns, Run

RUN = 64
"""The number of cards in a run, the unit of cache access and of layout."""
MAX_RUNS = 16
"""The maximum number of runs that a worker other than a fork lays out before it returns them."""


class _RunCard(Struct, frozen=True):
    """A card of the current run, for serializing."""

    key: str
    copies: tuple[DrawnSides, ...]
    steps: int
    requests: tuple[Request, ...]


def faces_elsewhere(job: PrintJob, faces: JobFaces, sources: Elsewhere) -> FacesElsewhere:
    """Return the source of a job's cards laid out elsewhere, which also caches new ones."""
    disk, helpers = sources.disk, sources.helpers
    is_copied = helpers is None or helpers.workers.are_here
    elsewhere = FacesElsewhere(job, faces, KeptRuns.of(job, disk) if disk is not None or not is_copied else None)
    if helpers is not None and (is_copied or elsewhere.kept is not None):
        elsewhere.begin(helpers)
    return elsewhere


class _RunsElsewhere:
    """Runs laid out by workers, requested in order. ``keep``: the workers cache them, too."""

    def __init__(self, job: PrintJob, kept: KeptRuns | None, runs: Sequence[Run], helpers: Helpers) -> None:
        workers, again = helpers.workers, helpers.job
        in_a_row = 1 if workers.are_here else max(1, min(MAX_RUNS, len(runs) // (2 * workers.at_once)))
        self.keep = workers.are_here
        self._groups: list[list[Run]] = []
        for run in runs:
            last = self._groups[-1] if self._groups else []
            if last and len(last) < in_a_row and last[-1] == (run[0], run[1] - 1):
                last.append(run)
            else:
                self._groups.append([run])
        self._group_of = {run: n for n, group in enumerate(self._groups) for run in group}
        self._results: Iterator[tuple[RecordedBytes, ...]]
        if workers.are_here or again is None:
            # When its turn comes, this process lays a run out with the others, without serializing it. The first job is
            # empty: once it is done, the workers are busy with the next.
            jobs = [Job(partial(draw_runs, job, kept, g), in_turn=_none) for g in self._groups]
            self._results = workers.each([Job(_none, in_turn=_none), *jobs])
            next(self._results)
        else:
            reads = (job.deck.folder,)
            jobs = [Job(partial(_drawn_there, again, group), reads, name=_cards(group)) for group in self._groups]
            self._results = workers.each(jobs)
        self._taken = 0
        self._received: dict[Run, RecordedBytes] = {}

    def __contains__(self, run: Run) -> bool:
        return run in self._group_of

    def recorded(self, run: Run) -> Recorded | None:
        """Return the cards of a run, or None if it has to be laid out here. Raises ExpressionProblem for the
        selection.
        """
        while self._taken <= self._group_of[run]:
            self._received = dict(zip(self._groups[self._taken], next(self._results), strict=False))
            self._taken += 1
        data = self._received.pop(run, None)
        return Recorded.of(data) if data is not None else None

    def close(self) -> None:
        """End the workers, if a problem occurred before all runs were done."""
        if isinstance(self._results, Generator):
            self._results.close()


class FacesElsewhere:
    """Reuses the cards of a job if possible; others are cached in *kept* for the next build. *collects*: the runs laid
    out here are serialized to ``collected``, by number. *before* is the number of the component's runs before the
    first.
    """

    def __init__(
        self, job: PrintJob, faces: JobFaces, kept: KeptRuns | None, *, collects: bool = False, before: int = 0
    ) -> None:
        self.job, self.kept, self._faces, self._collects, self._before = job, kept, faces, collects, before
        self.collected: dict[int, RecordedBytes] = {}
        self._components = {c.id: c for c in job.deck.components if is_table(c)}
        self._elsewhere: _RunsElsewhere | None = None
        self._existing: set[Request] = set()
        self._is_kept = False
        # The current run, its last row requested, its known cards, and the cards made.
        self._run: Run | None = None
        self._row = -1
        self._recorded: Recorded | None = None
        self._pending: _RunCard | None = None
        self._run_cards: list[_RunCard] = []
        self._is_new = False
        faces.notes = kept is not None or collects

    def begin(self, helpers: Helpers) -> None:
        """Hand runs to the workers if less than half of their cards are cached."""
        is_copied = helpers.workers.are_here
        missing = [run for run in self._runs() if not self._has_most(run) and (is_copied or self._is_certain(run))]
        if len(missing) > 1:
            if is_copied:
                # So forked workers already have the modules, fonts and templates that the first card of each table
                # needs.
                for component in dict.fromkeys(component for component, _ in missing):
                    _drawn(self.job, None, self._components[component], range(1))
            self._elsewhere = _RunsElsewhere(self.job, self.kept, missing, helpers)

    def __enter__(self) -> FacesElsewhere:
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        if kind is None:
            self._end_run()
            if self.kept is not None and not self._collects:
                self.kept.end(is_new=self._is_kept or self._elsewhere is not None)
        if self._elsewhere is not None:
            self._elsewhere.close()

    def drawing(self, check: Callable[[LaidPiece], bool]) -> Callable[[LaidPiece], LaidPiece]:
        """Return a function that draws pieces as they come, and caches those for which *check* reports nothing."""

        def drawn(piece: LaidPiece) -> LaidPiece:
            is_clean, taken = check(piece), self._faces.drawn(piece)
            pending, self._pending = self._pending, None
            if pending is not None and is_clean:
                copies = (taken.first,) if all(c is taken.first for c in taken.copies) else taken.copies
                self._run_cards.append(replace(pending, copies=copies))
                self._is_new = True
            return taken

        return drawn

    def reused(self, card: LoadedCard) -> ReusedPiece | None:
        """Return a card that can be reused, or None if it has to be laid out here."""
        if card.component not in self._components:
            return None
        self._go_to_run_of(card)
        recorded, key = self._recorded, self._key(card)
        if recorded is None or key not in recorded:
            return None
        try:
            requests, steps = recorded.requests(key), recorded.steps(key)
            new = [request for request in requests if request not in self._existing]
            files = self.kept.whole.files if self.kept is not None else None
            if not self.job.deck.assets.has(new, files):
                return None
            self._existing.update(new)
            copies = recorded.take_over(key, self._faces.of(card.component))
        except (KeyError, IndexError, MsgspecError, UnicodeDecodeError, zlib.error):
            return None
        if copies is None or len(copies) not in (1, card.copies):
            return None
        self._run_cards.append(_RunCard(key, tuple(copies), steps, requests))
        return ReusedPiece(tuple(copies), steps)

    def record(self, card: LoadedCard, steps: int, requests: tuple[Request, ...]) -> None:
        """Record a card that was laid out here and is drawn next."""
        if card.component in self._components and (self._collects or self._digest(card) is not None):
            self._pending = _RunCard(self._key(card), (), steps, requests)

    def _key(self, card: LoadedCard) -> str:
        return self._digest(card) or f"{card.component}/{card.id}"

    def _digest(self, card: LoadedCard) -> str | None:
        return self.kept.made_of.get(card.key) if self.kept is not None else None

    def _runs(self) -> Iterator[Run]:
        for component in self._components.values():
            yield from ((component.id, n) for n in range(-(-len(component.cards) // RUN)))

    def _cards(self, run: Run) -> Sequence[LoadedCard]:
        component, n = run
        return self._components[component].cards[n * RUN : (n + 1) * RUN]

    def _has_most(self, run: Run) -> bool:
        """Whether at least half of a run's cards are cached."""
        keys = self.kept.keys(run) if self.kept is not None else frozenset[str]()
        return 2 * sum(self._key(card) in keys for card in self._cards(run)) >= len(self._cards(run))

    def _is_certain(self, run: Run) -> bool:
        """Whether it is certain what some cards of a run are made of."""
        return any(self._digest(card) is not None for card in self._cards(run))

    def _place(self, run: Run) -> Run:
        """Return a run's place in the whole component."""
        return run[0], self._before + run[1]

    def _go_to_run_of(self, card: LoadedCard) -> None:
        """Make the run of a card the current one."""
        component = self._components[card.component]
        if self._run is None or self._run[0] != component.id:
            self._row = -1
        row = self._row + 1
        while component.cards[row] is not card:
            row += 1
        self._row = row
        run = component.id, row // RUN
        if run != self._run:
            self._end_run()
            self._run, self._recorded = run, self._recorded_of(run)

    def _recorded_of(self, run: Run) -> Recorded | None:
        if self._elsewhere is not None and run in self._elsewhere:
            self._is_new = not self._elsewhere.keep
            return self._elsewhere.recorded(run)
        return self.kept.get(self._place(run)) if self.kept is not None else None

    def _end_run(self) -> None:
        """Cache the cards of the current run that were laid out."""
        made, self._run_cards, is_new, self._is_new = self._run_cards, [], self._is_new, False
        run, self._recorded = self._run, None
        if run is None or not (is_new or self._collects):
            return
        recording = Recording(self._faces.of(run[0]), self._is_rendered)
        for one in made:
            if one.key not in recording:
                recording.add(one.key, one.copies, one.steps, one.requests)
        data = recording.encoded()
        if self._collects:
            self.collected[run[1]] = data
        if self.kept is not None and is_new:
            self.kept.put(self._place(run), frozenset(one.key for one in made if one.key in recording), data)
            self._is_kept = True

    def _is_rendered(self, picture: Picture) -> bool:
        return self.job.deck.assets.drawn.png(picture.digest) is not None


def _none() -> tuple[RecordedBytes, ...]:
    return ()


def _cards(runs: Sequence[Run]) -> str:
    """Return the name of consecutive runs of a component."""
    (component, first), (_, last) = runs[0], runs[-1]
    return f"{component}, cards {first * RUN + 1} to {(last + 1) * RUN}"


def _drawn_there(again: Again[JobWithFingerprint], runs: Sequence[Run]) -> tuple[RecordedBytes, ...]:
    return draw_runs(again.value.job, None, runs, again.value.whole)


def draw_runs(
    job: PrintJob, kept: KeptRuns | None, runs: Sequence[Run], whole: Fingerprint | None = None
) -> tuple[RecordedBytes, ...]:
    """Lay out, draw and serialize consecutive runs of a component; they are cached in *kept*, too. Each result is read
    by ``Recorded.of`` and lacks the cards with problems to report. With the fingerprint of the *whole* deck, cards are
    keyed by what they are made of.
    """
    name, first = runs[0]
    component = next(c for c in job.deck.components if c.id == name)
    rows = range(first * RUN, min(len(component.cards), (runs[-1][1] + 1) * RUN))
    collected = _drawn(job, kept, component, rows, whole)
    return tuple(collected.get(n, RecordedBytes()) for n in range(len(runs)))


def _drawn(
    job: PrintJob, kept: KeptRuns | None, component: LoadedComponent, rows: range, whole: Fingerprint | None = None
) -> dict[int, RecordedBytes]:
    """Return the serialized cards of some rows of a component, which start with a run, by the numbers of their runs
    from 0.
    """
    part = with_rows(component, rows)
    some = replace(job, deck=replace(job.deck, components=(part,), is_partial=True))
    if kept is None and whole is not None:
        kept = KeptRuns.of(some, None, whole)
    faces, report = JobFaces(some, None, draws=True), Report()
    elsewhere = FacesElsewhere(some, faces, kept, collects=True, before=rows.start // RUN)
    take = elsewhere.drawing(faces.check_for(report))
    with elsewhere:
        lay_out_deck(
            some.deck,
            report,
            select=job.options.select,
            back_bleed=job.sheet.back_bleed,
            room=job.room,
            take=take,
            elsewhere=elsewhere,
        )
    return elsewhere.collected
