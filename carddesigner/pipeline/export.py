"""Export a deck: write the files of an exporter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from msgspec.structs import replace

from carddesigner.cluster.workers import open_workers
from carddesigner.core.geometry import Matrix, Rect
from carddesigner.core.options import OptionError, WrongOption
from carddesigner.core.printing import MarkSide
from carddesigner.core.report import Progress, Report, pinned, series
from carddesigner.core.worker import Again, Here, Workers
from carddesigner.deck.find import loaded_deck
from carddesigner.deck.loaded import LoadedDeck, with_bleed
from carddesigner.export.base import SHEET_OPTIONS, CutSheet, ExportJob, Fill
from carddesigner.export.earlier import LIST, listed_files, removed
from carddesigner.export.exporters import EXPORTERS
from carddesigner.export.files import new_files
from carddesigner.export.manifest import Artifact
from carddesigner.export.options import ExportOptions, read_options, sent_options
from carddesigner.export.owner import owner_file
from carddesigner.export.service import HOUSE
from carddesigner.impose.cut_paths import cut_paths
from carddesigner.impose.sheet import Sheet
from carddesigner.layout.piece import LaidPiece
from carddesigner.pipeline.document import pieces_document
from carddesigner.pipeline.finished import check_state, state_of
from carddesigner.pipeline.imposition import impose, lay_out, pages_of, split
from carddesigner.pipeline.job import PrintJob, print_job
from carddesigner.pipeline.options import PrintOptions
from carddesigner.pipeline.reread import NOT_SENT, file_of, spoken_in
from carddesigner.pipeline.result import ExportResult

if TYPE_CHECKING:
    from carddesigner.export.bitmaps import Shown
    from carddesigner.inks.proof import SoftProof


def export(
    deck: LoadedDeck,
    options: ExportOptions,
    progress: Progress | None = None,
    notify: Callable[[str], None] | None = None,
    listed: Callable[[Path], Iterable[str]] | None = None,
) -> ExportResult:
    """Write a deck's pictures, data or PDFs below ``<output>/<deck>/``. *notify* receives a line about the cluster of
    ``options.scheduler``.

    Files of an earlier export that this one doesn't make are removed. With *listed*, which returns the earlier files of
    a folder, they are only reported.

    Raises DeckError with every problem of the deck, OptionError for too many pixels or a deck that can't be sent to a
    cluster, OutputProblem if a file can't be written or the folder belongs to another deck, and ClusterProblem.
    """
    file = file_of(deck)
    if options.scheduler is not None and (file is None or deck.is_partial):
        raise OptionError(WrongOption("scheduler", NOT_SENT))
    with open_workers(options.scheduler, options.jobs, notify) as workers:
        if options.scheduler is not None and file is not None and "jobs" not in EXPORTERS.get(options.to, HOUSE).takes:
            from carddesigner.pipeline.sent_export import SentExport, can_be_sent, exported_there

            if can_be_sent(options):
                return exported_there(SentExport(file, options, spoken_in(deck), deck.edition, export_there), workers)
        return _export(deck, options, progress or (lambda stage, done, total: None), workers, file, listed)


def export_there(
    deck: Path,
    options: Mapping[str, Any],
    language: str | None,
    edition: str | None,
    listed: Mapping[str, Iterable[str]],
) -> ExportResult:
    """Export for another machine, which lists the files of its earlier export by folder in *listed*. Raises the same as
    ``export``.
    """
    loaded = loaded_deck(deck, None, language, edition=edition)
    result = export(loaded, read_options(options), listed=lambda folder: listed.get(folder.name, ()))
    return replace(result, report=pinned(result.report))


def _export(
    deck: LoadedDeck,
    options: ExportOptions,
    progress: Progress,
    workers: Workers,
    file: Path | None,
    listed: Callable[[Path], Iterable[str]] | None,
) -> ExportResult:
    job = _job(deck, options, progress, workers, file, listed or listed_files)
    owner = owner_file(job.folder, deck.folder, deck.deck.deck)
    made: list[Artifact] = []
    gone: list[Path] = []
    with new_files() as write:
        for files in EXPORTERS.get(options.to, HOUSE).files(job):
            for path, fill in files.items():
                if fill is None:
                    gone.append(job.folder / path)
                    continue
                digest = write(job.folder / path, _filling(fill))
                if path.name != LIST:
                    made.append(Artifact(job.folder / path, options.to, 0, digest))
        for path, data in owner.items():
            write(path, _filling(data))
    if listed is not None:
        return ExportResult(tuple(made), job.report, tuple(job.messages), tuple(gone))
    for path in gone:
        removed(path, job.report)
    return ExportResult(tuple(made), job.report, tuple(job.messages))


def _job(
    deck: LoadedDeck,
    options: ExportOptions,
    progress: Progress,
    workers: Workers,
    file: Path | None,
    listed: Callable[[Path], Iterable[str]],
) -> ExportJob:
    report = Report()
    of_sheets = {name: getattr(options, name) for name in SHEET_OPTIONS}
    printed = print_job(deck, PrintOptions(select=options.select, **of_sheets))
    _check_cut(options, printed)
    # Pictures of backs have their stock's bleed, as print services require, and those of nets and boxes have whole
    # lines.
    room = replace(printed.room, by_hand=False)
    plain = replace(printed, sheet=replace(printed.sheet, back_bleed=None), room=room)
    return ExportJob(
        deck=deck,
        options=options,
        pieces=partial(_pieces, plain, report, progress),
        sheets=partial(_sheets, printed, report, progress),
        pdf=partial(pieces_document, deck, report, progress),
        progress=progress,
        cut_sheets=partial(_cut_sheets, printed, report, progress, perforated=options.perforate),
        report=report,
        folder=options.output / deck.deck.deck,
        messages=[],
        workers=workers,
        again=partial(_again, deck, options, file),
        listed=listed,
        seen=_seen(deck, report) if options.soft_proof else None,
    )


def _again(deck: LoadedDeck, options: ExportOptions, file: Path | None, shown: Shown) -> Again[Shown] | None:
    """Return what is *shown* of a deck in a form that a worker with only its *file* can make again; None if it
    can't.
    """
    state = state_of(deck) if file is not None else None
    if file is None or (state is None and options.scheduler is None):
        return None
    return Again(partial(_shown_again, file, sent_options(options), spoken_in(deck), deck.edition, state), shown)


def _shown_again(
    file: Path, options: Mapping[str, Any], language: str | None, edition: str | None, state: str | None
) -> Shown:
    deck = loaded_deck(file, None, language, edition=edition)
    check_state(deck, state)
    return _job(deck, read_options(options), lambda stage, done, total: None, Here(1), None, listed_files).shown()


def _check_cut(options: ExportOptions, job: PrintJob) -> None:
    """Raise OptionError for options that don't apply to the files of a cutting machine."""
    if options.to != "cut-svg":
        return
    pictured = job.sheet.cutter is not None and not job.sheet.cutter.printed
    if options.dpi is not None and not pictured:
        raise OptionError(
            WrongOption("dpi", "lines have no resolution; leave out {dpi}, or add {marks=cricut} for pictures")
        )
    if options.perforate and pictured:
        message = "a picture is cut along what is transparent, its folds lie on it as fine dashes to crease by hand; leave out {perforate}"
        raise OptionError(WrongOption("perforate", message))


def _filling(fill: Fill) -> Callable[[BinaryIO], object]:
    """Return a function that writes a file."""
    return fill if not isinstance(fill, bytes) else lambda file: file.write(fill)


def _seen(deck: LoadedDeck, report: Report) -> SoftProof:
    """Return the soft proof of the deck's press. Raises DeckError."""
    from carddesigner.deck.presses import press_profile
    from carddesigner.inks.proof import SoftProof

    return SoftProof(press_profile(deck, report), deck.deck.print.max_ink)


def _pieces(job: PrintJob, report: Report, progress: Progress, *, bleed: float = 0.0) -> Sequence[LaidPiece]:
    """Return the selected pieces, with at least this bleed if their stock has any."""
    return lay_out(replace(job, deck=with_bleed(job.deck, bleed)) if bleed else job, report, progress)


def _sheets(job: PrintJob, report: Report, progress: Progress) -> Sequence[tuple[str, Sheet]]:
    """Return the sheets of a build with the deck's settings, each with its name; those of booklets and leaflets are
    last.
    """
    from carddesigner.pipeline.booklets import impose_booklets

    pieces, leaves = split(job.deck, lay_out(job, report, progress))
    sheets, _ = pages_of(job, pieces, impose(job, pieces, report), report)
    folded = [(f"{b.component}-sheet-{s.number}", s) for b in impose_booklets(job, leaves, report) for s in b.printed]
    return [*((f"sheet-{s.number}", s) for s in sheets), *folded]


def _cut_sheets(job: PrintJob, report: Report, progress: Progress, *, perforated: bool) -> Sequence[CutSheet]:
    """Return what a machine cuts, for each sheet of a build. Booklets and leaflets are cut by hand. Raises DeckError,
    also if there is nothing to cut.
    """
    pieces, leaves = split(job.deck, lay_out(job, report, progress))
    if job.sheet.slots is not None and job.sheet.slots.pre_cut:
        message = f"{job.sheet.slots.name or 'the deck’s sheet'} is cut already: there is nothing for a machine to cut"
        report.fail("nothing-to-cut", message, hint="--sheet-layout none prints on plain paper")
    sheets = [sheet for sheet in impose(job, pieces, report).sheets if sheet.side == "front"] if pieces else []
    if not sheets:
        report.fail("nothing-to-cut", "the deck has only booklets and leaflets, which are cut after they are folded")
    if leaves:
        names = series(list(dict.fromkeys(piece.component for piece in leaves)))
        report.warn(
            "not-cut", f"{names}: not among the files, because booklets and leaflets are cut after they are folded"
        )
    dies = {piece.key: piece.stock.die for piece in pieces if piece.stock is not None}
    cutter = job.sheet.cutter
    turned = cutter is not None and cutter.side is MarkSide.BACK
    pictured = cutter is not None and not cutter.printed
    return [
        CutSheet(
            f"sheet-{s.number}",
            cut_paths(s, dies, perforated=perforated, behind=_behind(job, s) if turned else None),
            s,
            pictured,
        )
        for s in sheets
    ]


def _behind(job: PrintJob, sheet: Sheet) -> Matrix:
    """Return the transform from the front of a sheet to its back as seen."""
    width, height = sheet.paper.width, sheet.paper.height
    across = job.sheet.duplex.behind(Rect(0.0, 0.0, 0.0, 0.0), width, height).x > 0
    return Matrix(-1.0, 0.0, 0.0, 1.0, width, 0.0) if across else Matrix(1.0, 0.0, 0.0, -1.0, 0.0, height)
