"""A deck to the files that an exporter makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import Struct

from carddesigner.core.report import Progress, Report
from carddesigner.deck.deck import LoadedDeck
from carddesigner.export import EXPORTERS
from carddesigner.export.base import ExportJob
from carddesigner.export.files import write_files
from carddesigner.export.manifest import Artifact, artifact
from carddesigner.export.options import ExportOptions
from carddesigner.impose.sheets import Sheet
from carddesigner.pipeline.imposition import PrintOptions, back_bleed, impose, lay_out, pages_of, paper_room, split


class ExportResult(Struct, frozen=True):
    """The files that were written, in order, and what to be warned of."""

    artifacts: tuple[Artifact, ...]
    report: Report


def export(deck: LoadedDeck, options: ExportOptions, progress: Progress | None = None) -> ExportResult:
    """Write a deck's pictures or data below ``<output>/<deck>/``.

    Raises DeckError with every problem of the deck, OptionProblem for too many pixels, and OutputProblem where a file can't be written.
    """
    report = Report()
    folder = options.output / deck.deck.deck
    progress = progress or (lambda stage, done, total: None)
    job = ExportJob(
        deck,
        options,
        partial(lay_out, deck, report, options.select, progress),
        partial(_sheets, deck, report, options, progress),
        progress,
    )
    made: list[Artifact] = []
    for files in EXPORTERS[options.to].files(job):
        found = {folder / path: data for path, data in files.items()}
        write_files(found)
        made += (artifact(path, options.to, 0, data) for path, data in found.items())
    return ExportResult(tuple(made), report)


def _sheets(
    deck: LoadedDeck, report: Report, options: ExportOptions, progress: Progress
) -> Sequence[tuple[str, Sheet]]:
    """The sheets that a build prints as the deck says, each with its name; those of booklets and leaflets come last."""
    from carddesigner.pipeline.booklets import impose_booklets

    settings = PrintOptions()
    room, bleed = paper_room(deck, settings), back_bleed(deck, settings)
    pieces, leaves = split(deck, lay_out(deck, report, options.select, progress, back_bleed=bleed, room=room))
    sheets = pages_of(deck, pieces, impose(deck, pieces, settings, report), settings, report)[0] if pieces else ()
    folded = [
        (f"{b.component}-sheet-{s.number}", s)
        for b in impose_booklets(deck, leaves, settings, report)
        for s in b.printed
    ]
    return [*((f"sheet-{s.number}", s) for s in sheets), *folded]
