"""The pipeline: load a deck, lay out its pieces, impose them, draw the PDF, write it with its manifest."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.cache import Cache
from carddesigner.core.digest import Digests
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import Progress, Report
from carddesigner.deck.deck import LoadedDeck
from carddesigner.deck.find import loaded_deck
from carddesigner.draw.painter import Painter
from carddesigner.export.files import write_files
from carddesigner.export.manifest import Artifact, PieceRecord, artifact, manifest
from carddesigner.export.manifest_file import check_schema, read_manifest
from carddesigner.export.pdf import PdfOptions, sheets_pdf
from carddesigner.layout.deck import Faces, LaidPiece
from carddesigner.layout.inputs import input_digests
from carddesigner.layout.proof import Proofs
from carddesigner.pipeline.changes import (
    Changes,
    changes_since,
    in_order,
    listed,
    only_changed,
    same_deck,
    touched,
    unchanged,
    warn_of_numbering,
)
from carddesigner.pipeline.imposition import ComponentCount, counts, impose, lay_out, pages_of, split, usage
from carddesigner.pipeline.job import PrintJob, print_job
from carddesigner.pipeline.options import PrintOptions

if TYPE_CHECKING:
    from carddesigner.pipeline.booklets import Booklet, BookletResult


class BuildResult(Struct, frozen=True):
    """What a build made: files, warnings, counts, how it is imposed, what to do with it, seconds of each stage.

    ``sheets`` counts what is printed, ``usage`` says in a line how the paper is used and what would use less; ``changes``
    is what differs from the manifest of ``since``; ``folded`` are booklets and leaflets, which are files of their own.
    A build since a manifest that differs in nothing has no artifacts.
    """

    artifacts: tuple[Artifact, ...]
    report: Report
    components: tuple[ComponentCount, ...]
    sheets: int
    summary: str
    usage: str
    steps: tuple[str, ...]
    timings: dict[str, float]
    pieces: tuple[PieceRecord, ...] = ()
    changes: Changes | None = None
    folded: tuple[BookletResult, ...] = ()


def build_deck(
    deck: str | Path | LoadedDeck,
    options: PrintOptions | None = None,
    progress: Progress | None = None,
    cache: Cache | None = None,
) -> BuildResult:
    """Make the print-ready PDF of a deck and its manifest in ``output/<deck>/``.

    *cache* holds what an earlier build of the same deck laid out, and is added to.
    Raises DeckError with every problem of the deck, OutputProblem where the files can't be written.
    """
    options = options or PrintOptions()
    report = Report()
    timings: dict[str, float] = {}
    clock = time.perf_counter()

    def lap(stage: str) -> None:
        nonlocal clock
        now = time.perf_counter()
        timings[stage] = now - clock
        clock = now

    before = read_manifest(options.since) if options.since is not None else None
    loaded = (
        deck if isinstance(deck, LoadedDeck) else loaded_deck(deck, report, options.language, edition=options.edition)
    )
    if before is not None:
        check_schema(before, str(options.since))
        same_deck(before, loaded, str(options.since))
    job = print_job(loaded, options)
    lap("load")
    made_of = input_digests(loaded, job.look) if before is not None else {}
    kept = unchanged(loaded, made_of, before) if before is not None and options.listed is None else {}
    pieces, leaves = split(loaded, lay_out(job, report, progress, cache, kept))
    if options.listed is not None:
        pieces = listed(pieces, options.listed)
        leaves = ()
    if options.proof:
        proofs = Proofs()
        pieces, leaves = (tuple(_proof(proofs, piece) for piece in some) for some in (pieces, leaves))
    if before is None:  # now that every picture has been read
        made_of = input_digests(loaded, job.look)
    lap("lay out")
    records = piece_records(loaded, (*pieces, *leaves), made_of)
    if leaves:
        records = in_order(loaded, records)
    changes = None
    if before is not None:
        records = in_order(loaded, [*records, *kept.values()])
        changes = changes_since(records, before)
        pieces, leaves = only_changed(pieces, changes), touched(leaves, records, before)
        warn_of_numbering(loaded, changes, report)
        if not pieces and not leaves:
            return BuildResult((), report, (), 0, "", "", (), timings, tuple(records), changes)
    sheets = impose(job, pieces, report)
    pages, steps = pages_of(job, pieces, sheets, report) if pieces else ((), ())
    booklets = _booklets(job, leaves, report) if options.sheets is None else ()
    lap("impose")
    document = PdfOptions(loaded.title, loaded.deck.language)
    made: list[tuple[Artifact, bytes]] = []
    if pages:
        pdf = sheets_pdf(pages, Painter(loaded.assets.face), loaded.assets.picture_bytes, document, progress)
        made.append((artifact(job.file(job.stem, ".pdf"), "pdf", len(pages), pdf), pdf))
    folded = []
    for one in booklets:
        ours = _booklet_files(job, one)
        folded.append(one.result(tuple(a for a, _ in ours)))
        made += ours
    lap("draw")
    listing = manifest(
        deck=loaded.deck.deck,
        language=loaded.deck.language,
        edition=loaded.edition,
        layout=options.layout,
        duplex=job.sheet.duplex.name,
        decks=options.copies,
        sheets=pages,
        pieces=[replace(r, copies=r.copies * options.copies) for r in records],
        artifacts=[a for a, _ in made],
    )
    made.insert(1, (artifact(job.file(job.stem, ".json"), "manifest", 0, listing), listing))
    write_files({a.path: data for a, data in made})
    lap("write")
    return BuildResult(
        artifacts=tuple(a for a, _ in made),
        report=report,
        components=counts(loaded, pages),
        sheets=len({page.number for page in pages if page.slots}),
        summary=sheets.summary,
        usage=usage(job, pieces, sheets),
        steps=steps,
        timings=timings,
        pieces=tuple(records),
        changes=changes,
        folded=tuple(folded),
    )


def _booklets(job: PrintJob, leaves: Sequence[LaidPiece], report: Report) -> tuple[Booklet, ...]:
    if not leaves:
        return ()
    from carddesigner.pipeline.booklets import impose_booklets

    return impose_booklets(job, leaves, report)


def _booklet_files(job: PrintJob, one: Booklet) -> list[tuple[Artifact, bytes]]:
    """A booklet's or leaflet's pages in reading order, and its sheets."""
    out = []
    painter = Painter(job.deck.assets.face)
    for kind, sheets in (("pages", one.reading), (one.kind, one.printed)):
        if sheets:
            options = PdfOptions(job.deck.title, job.deck.deck.language, reading=kind == "pages")
            pdf = sheets_pdf(sheets, painter, job.deck.assets.picture_bytes, options)
            out.append((artifact(job.file(f"{one.component}-{kind}", ".pdf"), kind, len(sheets), pdf), pdf))
    return out


def _proof(proofs: Proofs, piece: LaidPiece) -> LaidPiece:
    def both(faces: Faces) -> Faces:
        front, back = faces
        return proofs.face(front), proofs.face(back) if back is not None else None

    return replace(piece, copies=tuple(both(f) for f in piece.copies), first=both(piece.first))


def piece_records(
    deck: LoadedDeck, pieces: Sequence[LaidPiece], made_of: Mapping[PieceKey, str] | None = None
) -> list[PieceRecord]:
    """The manifest's lines, with digests of what each face shows, and of what it is *made of*. No line for no copies."""
    digest = Digests(lambda key: deck.assets.face(key).digest).face
    out = []
    for p in pieces:
        if p.copies:
            front, back = p.copies[0]
            shown = digest(front), digest(back) if back is not None else None
            out.append(PieceRecord(p.id, p.component, len(p.copies), *shown, (made_of or {}).get(p.key)))
    return out
