"""Several exports of decks, editions and languages, one after another or in parallel; each runs even if others fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.job import Job
from carddesigner.core.report import pinned
from carddesigner.core.worker import Workers
from carddesigner.deck.find import loaded_deck, own_file
from carddesigner.export.options import ExportOptions
from carddesigner.pipeline.attempt import Attempt, AttemptJob, attempt, attempts, failure_at, has_failed
from carddesigner.pipeline.batch import Version, check_versions, version_name, versions_of
from carddesigner.pipeline.export import export, export_there
from carddesigner.pipeline.result import ExportResult
from carddesigner.pipeline.sent_export import SentExport, can_be_sent


class BatchExport(Struct, frozen=True):
    """One export of a batch."""

    deck: str | Path
    edition: str | None
    language: str | None
    options: ExportOptions

    @property
    def name(self) -> str:
        """Its name in messages."""
        return version_name(self.deck, self.edition, self.language)


def exports_of(
    decks: Sequence[str | Path], options: ExportOptions, editions: Sequence[str] = (), languages: Sequence[str] = ()
) -> tuple[BatchExport, ...]:
    """Return decks in each of these editions and languages. Raises DeckError if two write the same files."""
    found = [
        BatchExport(deck, edition, language, options)
        for deck in decks
        for edition, language in versions_of(deck, editions, languages)
    ]
    each = [Version(one.deck, one.edition, one.language, options.output, lambda _: ("",)) for one in found]
    check_versions(each, "exported", "leave one out")
    return tuple(found)


def export_batch(
    exports: Sequence[BatchExport],
    jobs: int | None = None,
    scheduler: str | None = None,
    notify: Callable[[str], None] | None = None,
) -> Iterator[Attempt[ExportResult]]:
    """Make all exports and yield their attempts in order. *jobs* of them run at a time (by default as many as there are
    processors), or the cluster of a *scheduler* makes them, about which *notify* receives a line. Raises
    ClusterProblem.
    """
    return attempts(exports, _begin, "exported", jobs, scheduler, notify)


def _begin(one: BatchExport, workers: Workers) -> AttemptJob[ExportResult]:
    if workers.are_here or not can_be_sent(one.options):
        return partial(_made, one), lambda ended: ended
    return _sent(one)


def _made(one: BatchExport) -> Attempt[ExportResult]:
    def make() -> ExportResult:
        deck = loaded_deck(one.deck, None, one.language, edition=one.edition)
        result = export(deck, one.options)
        return replace(result, report=pinned(result.report))

    return attempt(make)


def _sent(one: BatchExport) -> AttemptJob[ExportResult]:
    try:
        sent = SentExport(own_file(one.deck), one.options, one.language, one.edition, export_there)
    except Exception as problem:  # whatever it is, others continue
        failed = Attempt[ExportResult](0.0, failure=failure_at(problem))
        return (lambda: failed), lambda ended: ended

    def end(ended: Attempt[ExportResult]) -> Attempt[ExportResult]:
        if ended.made is None:
            sent.dropped()
            return ended
        try:
            return replace(ended, made=sent.placed(ended.made))
        except Exception as problem:
            return Attempt(ended.seconds, failure=failure_at(problem))

    job = sent.job
    return Job(partial(attempt, job.do), job.reads, job.writes, one.name, has_failed), end
