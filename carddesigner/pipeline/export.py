"""A deck to the files that an exporter makes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.geometry import Matrix, Rect
from carddesigner.core.options import OptionError, WrongOption
from carddesigner.core.printing import MarkSide
from carddesigner.core.report import Progress, Report, series
from carddesigner.deck.deck import LoadedDeck, with_bleed
from carddesigner.export.base import SHEET_OPTIONS, CutSheet, ExportJob, Fill
from carddesigner.export.earlier import LIST, removed
from carddesigner.export.exporters import EXPORTERS
from carddesigner.export.files import new_files
from carddesigner.export.manifest import Artifact
from carddesigner.export.options import ExportOptions
from carddesigner.export.owner import owner_file
from carddesigner.export.service import HOUSE
from carddesigner.impose.cut_paths import cut_paths
from carddesigner.impose.sheet import Sheet
from carddesigner.layout.deck import LaidPiece
from carddesigner.pipeline.document import pieces_document
from carddesigner.pipeline.imposition import impose, lay_out, pages_of, split
from carddesigner.pipeline.job import PrintJob, print_job
from carddesigner.pipeline.options import PrintOptions

if TYPE_CHECKING:
    from carddesigner.inks.proof import SoftProof


class ExportResult(Struct, frozen=True):
    """The files that were written, in order, what to be warned of, and what was done, in lines for the terminal."""

    artifacts: tuple[Artifact, ...]
    report: Report
    said: tuple[str, ...] = ()


def export(deck: LoadedDeck, options: ExportOptions, progress: Progress | None = None) -> ExportResult:
    """Write a deck's pictures, data or PDFs below ``<output>/<deck>/``. Raises DeckError with every problem of the deck,
    OptionError for too many pixels, and OutputProblem where a file can't be written, or the folder is another deck's.
    """
    report = Report()
    folder = options.output / deck.deck.deck
    owner = owner_file(folder, deck.folder, deck.deck.deck)
    progress = progress or (lambda stage, done, total: None)
    of_sheets = {name: getattr(options, name) for name in SHEET_OPTIONS}
    printed = print_job(deck, PrintOptions(select=options.select, **of_sheets))
    _check_cut(options, printed)
    # Pictures of backs have their stock's bleed, which is what print services ask for,
    # and those of nets and boxes have whole lines.
    room = replace(printed.room, by_hand=False)
    plain = replace(printed, sheet=replace(printed.sheet, back_bleed=None), room=room)
    pieces, sheets = partial(_pieces, plain, report, progress), partial(_sheets, printed, report, progress)
    pdf = partial(pieces_document, deck, report, progress)
    seen = _seen(deck, report) if options.soft_proof else None
    cut = partial(_cut_sheets, printed, report, progress, perforated=options.perforate)
    said: list[str] = []
    job = ExportJob(deck, options, pieces, sheets, pdf, progress, cut, report, folder, said, seen)
    made: list[Artifact] = []
    gone: list[Path] = []
    with new_files() as write:
        for files in EXPORTERS.get(options.to, HOUSE).files(job):
            for path, fill in files.items():
                if fill is None:
                    gone.append(folder / path)
                    continue
                digest = write(folder / path, _filling(fill))
                if path.name != LIST:
                    made.append(Artifact(folder / path, options.to, 0, digest))
        for path, data in owner.items():
            write(path, _filling(data))
    for path in gone:
        removed(path, report)
    return ExportResult(tuple(made), report, tuple(said))


def _check_cut(options: ExportOptions, job: PrintJob) -> None:
    """Raises OptionError for what means nothing to the files of the machine that cuts the sheets."""
    if options.to != "cut-svg":
        return
    pictured = job.sheet.cutter is not None and not job.sheet.cutter.printed
    if options.dpi is not None and not pictured:
        raise OptionError(WrongOption("dpi", "lines have no dots; leave out {dpi}, or add {marks=cricut} for pictures"))
    if options.perforate and pictured:
        message = "a picture is cut along what is see-through, its folds lie on it as fine dashes to crease by hand; leave out {perforate}"
        raise OptionError(WrongOption("perforate", message))


def _filling(fill: Fill) -> Callable[[BinaryIO], object]:
    """What writes a file."""
    return fill if not isinstance(fill, bytes) else lambda file: file.write(fill)


def _seen(deck: LoadedDeck, report: Report) -> SoftProof:
    """What is seen of the inks of the deck's press. Raises DeckError."""
    from carddesigner.deck.presses import press_profile
    from carddesigner.inks.proof import SoftProof

    return SoftProof(press_profile(deck, report), deck.deck.print.max_ink)


def _pieces(job: PrintJob, report: Report, progress: Progress, *, bleed: float = 0.0) -> Sequence[LaidPiece]:
    """The chosen pieces, with at least so much bleed where their stock has any."""
    return lay_out(replace(job, deck=with_bleed(job.deck, bleed)) if bleed else job, report, progress)


def _sheets(job: PrintJob, report: Report, progress: Progress) -> Sequence[tuple[str, Sheet]]:
    """The sheets that a build prints as the deck says, each with its name; those of booklets and leaflets come last."""
    from carddesigner.pipeline.booklets import impose_booklets

    pieces, leaves = split(job.deck, lay_out(job, report, progress))
    sheets, _ = pages_of(job, pieces, impose(job, pieces, report), report)
    folded = [(f"{b.component}-sheet-{s.number}", s) for b in impose_booklets(job, leaves, report) for s in b.printed]
    return [*((f"sheet-{s.number}", s) for s in sheets), *folded]


def _cut_sheets(job: PrintJob, report: Report, progress: Progress, *, perforated: bool) -> Sequence[CutSheet]:
    """What a machine cuts of the sheets that a build prints, by the names of these. Booklets and leaflets are cut by hand. Raises
    DeckError, also where there is nothing to cut.
    """
    pieces, leaves = split(job.deck, lay_out(job, report, progress))
    if job.sheet.slots is not None and job.sheet.slots.pre_cut:
        message = f"{job.sheet.slots.name or 'the deck’s sheet'} is cut already: there is nothing for a machine to cut"
        report.fail("nothing-to-cut", message, hint="--sheet-layout none prints on plain paper")
    sheets = [sheet for sheet in impose(job, pieces, report).sheets if sheet.side == "front"] if pieces else []
    if not sheets:
        report.fail("nothing-to-cut", "the deck has only booklets and leaflets, which are cut once they are folded")
    if leaves:
        names = series(list(dict.fromkeys(piece.component for piece in leaves)))
        report.warn("not-cut", f"{names}: not among the files, for booklets and leaflets are cut once they are folded")
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
    """From the front of a sheet to its back as that is seen."""
    width, height = sheet.paper.width, sheet.paper.height
    across = job.sheet.duplex.behind(Rect(0.0, 0.0, 0.0, 0.0), width, height).x > 0
    return Matrix(-1.0, 0.0, 0.0, 1.0, width, 0.0) if across else Matrix(1.0, 0.0, 0.0, -1.0, 0.0, height)
