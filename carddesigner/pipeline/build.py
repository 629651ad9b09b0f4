"""The build pipeline: load a deck, lay out its pieces, impose them, draw the PDF, and write it with its manifest."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.cluster.workers import open_workers
from carddesigner.core.cache import Cache
from carddesigner.core.digest import digest
from carddesigner.core.face import LaidFace
from carddesigner.core.piece import PieceKey
from carddesigner.core.printing import Layout
from carddesigner.core.report import Progress, Report
from carddesigner.core.worker import Workers
from carddesigner.deck.copies import unprinted_rows
from carddesigner.deck.find import loaded_deck
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.export.files import Write, new_files
from carddesigner.export.manifest import SLEEVES, Artifact, PieceRecord, manifest
from carddesigner.export.owner import owner_file
from carddesigner.impose.sheet import Sheet
from carddesigner.layout.inputs import input_digests
from carddesigner.layout.piece import Faces, LaidPiece
from carddesigner.pipeline.faces import JobFaces, face_digests
from carddesigner.pipeline.helpers import Helpers, where_else
from carddesigner.pipeline.imposition import count_fields, counts, impose, lay_out, pages_of, sleeved, split, usage
from carddesigner.pipeline.job import PrintJob, print_job
from carddesigner.pipeline.options import PrintOptions
from carddesigner.pipeline.result import BuildResult

if TYPE_CHECKING:
    from carddesigner.export.manifest_file import Manifest
    from carddesigner.pipeline.booklets import Booklet
    from carddesigner.pipeline.changes import Changes


_PROOF_WARNS = frozenset(("missing-glyph",))
"""Errors that a proof allows: characters without a glyph are printed as crossed boxes."""


class _Laid(Struct, frozen=True):
    """What is printed of a deck: pieces to cut, pages of booklets and leaflets, and the manifest records of all
    pieces.
    """

    pieces: tuple[LaidPiece, ...]
    leaves: tuple[LaidPiece, ...]
    records: list[PieceRecord]
    changes: Changes | None


class Printed(Struct, frozen=True):
    """What a build prints, before it is drawn: its ``pages`` in order, and in ``result.folded`` those of booklets and
    leaflets. ``result`` has no files yet.
    """

    result: BuildResult
    pages: Sequence[Sheet]


class _Prepared(Struct, frozen=True):
    """What is printed, and everything needed to draw and write it."""

    job: PrintJob
    faces: JobFaces
    records: list[PieceRecord]
    printed: Printed
    owner: Mapping[Path, bytes]

    @property
    def is_nothing(self) -> bool:
        """Whether nothing has changed since the earlier build."""
        result = self.printed.result
        return result.changes is not None and not (self.printed.pages or result.folded)


class _Laps(Struct):
    """The seconds of each stage."""

    started: float = field(default_factory=time.perf_counter)
    timings: dict[str, float] = field(default_factory=dict)

    def end(self, stage: str) -> None:
        """Record the end of a stage."""
        self.timings[stage] = time.perf_counter() - self.started - sum(self.timings.values())


def build_deck(
    deck: str | Path | LoadedDeck,
    options: PrintOptions | None = None,
    progress: Progress | None = None,
    cache: Cache | None = None,
    part: str = "",
    notify: Callable[[str], None] | None = None,
) -> BuildResult:
    """Make the print-ready PDF of a deck and its manifest in ``output/<deck>/``, or several of them with
    ``options.split``.

    *cache* has results from laying out an earlier build of the same deck, and is added to. *part* is the ending of file
    names if *deck* is a part of one. *notify* receives a line about the cluster of ``options.scheduler``.

    Raises DeckError with every problem of the deck, OutputProblem if the files can't be written or belong to another
    deck, and ClusterProblem.
    """
    options = options or PrintOptions()
    if options.scheduler is not None:
        from carddesigner.pipeline.reread import named

        deck, options = named(deck, options)
    if options.split is not None and not part:
        from carddesigner.pipeline.parts import build_parts

        return build_parts(deck, options, progress, build_deck, notify)
    with open_workers(options.scheduler, options.jobs, notify) as workers:
        return _build(deck, options, progress, cache, part, workers)


def _build(
    deck: str | Path | LoadedDeck,
    options: PrintOptions,
    progress: Progress | None,
    cache: Cache | None,
    part: str,
    workers: Workers,
) -> BuildResult:
    laps = _Laps()
    made_ready = _prepare(deck, options, progress, cache, laps, draws=True, part=part, workers=workers)
    result, pages, job = made_ready.printed.result, made_ready.printed.pages, made_ready.job
    if made_ready.is_nothing:
        return result
    with new_files() as write:
        files = _Files(job, made_ready.faces, write, progress)
        made = [files.pdf("pdf", job.stem, pages)] if pages else []
        booklets = tuple(map(files.booklet, result.folded))
        made += [artifact for booklet in booklets for artifact in booklet.artifacts]
        made_ready.faces.drawing.warn(result.report)
        laps.end("draw")
        made.insert(1, files.manifest(made_ready.records, pages, made))
        for path, data in made_ready.owner.items():
            write(path, partial(_put, data))
    laps.end("write")
    return replace(result, artifacts=tuple(made), folded=booklets)


def _put(data: bytes, file: BinaryIO) -> None:
    file.write(data)


def impose_deck(
    deck: str | Path | LoadedDeck,
    options: PrintOptions | None = None,
    progress: Progress | None = None,
    cache: Cache | None = None,
) -> Printed:
    """Return what ``build_deck`` would print, without drawing or writing it. Raises DeckError."""
    return _prepare(deck, options or PrintOptions(), progress, cache, _Laps(), draws=False).printed


def _prepare(
    deck: str | Path | LoadedDeck,
    options: PrintOptions,
    progress: Progress | None,
    cache: Cache | None,
    laps: _Laps,
    *,
    draws: bool,
    part: str = "",
    workers: Workers | None = None,
) -> _Prepared:
    """Impose a deck on its pages. With *draws*, its faces are drawn during layout, also by the *workers*."""
    report = Report(lenient=_PROOF_WARNS if options.proof else frozenset())
    before = None
    if options.since is not None:
        from carddesigner.export.manifest_file import check_schema, check_whole_cards, read_manifest

        before = read_manifest(options.since)
    if not isinstance(deck, LoadedDeck):
        deck = loaded_deck(deck, report, options.language, edition=options.edition, serials=options.serials)
    if options.serials is not None and not part:
        from carddesigner.deck.some_cards import check_serials, with_serials

        check_serials(deck, options.serials, report)
        count_fields(deck, report)
        deck = with_serials(deck, options.serials)
    if before is not None:
        from carddesigner.pipeline.changes import same_deck

        check_schema(before, str(options.since))
        check_whole_cards(before, str(options.since))
        same_deck(before, deck, str(options.since))
    job = print_job(deck, options, report)
    if part:
        job = replace(job, part=part)
    owner = owner_file(job.folder, deck.folder, deck.deck.deck) if draws else {}
    faces = JobFaces(job, cache, draws=draws)
    laps.end("load")
    helpers = Helpers(workers) if workers is not None else None
    if workers is not None and not workers.are_here and not part:
        from carddesigner.pipeline.reread import file_of, job_there

        file = file_of(deck)
        helpers = Helpers(workers, job_there(file, job) if file is not None else None)
    laid = _lay_out(job, faces, before, report, progress, helpers)
    laps.end("lay out")
    if laid.changes is not None and not (laid.pieces or laid.leaves):
        nothing = BuildResult((), report, (), 0, "", (), laps.timings, pieces=tuple(laid.records), changes=laid.changes)
        return _Prepared(job, faces, laid.records, Printed(nothing, ()), owner)
    sheets = impose(job, laid.pieces, report)
    pages, steps = pages_of(job, laid.pieces, sheets, report)
    booklets: tuple[Booklet, ...] = ()
    if laid.leaves and options.sheets is None:
        from carddesigner.pipeline.booklets import impose_booklets

        booklets = impose_booklets(job, laid.leaves, report)
    laps.end("impose")
    result = BuildResult(
        artifacts=(),
        report=report,
        components=counts(deck, pages),
        sheets=len({page.number for page in pages if page.slots}),
        summary=sheets.summary,
        steps=steps,
        timings=laps.timings,
        find_usage=partial(usage, job, laid.pieces, sheets),
        pieces=tuple(laid.records),
        changes=laid.changes,
        folded=booklets,
        unprinted=unprinted_rows(deck.components),
        see_also=deck.deck.see_also,
        read_from=deck.assets.finder.read_from,
    )
    return _Prepared(job, faces, laid.records, Printed(result, pages), owner)


def _lay_out(
    job: PrintJob,
    faces: JobFaces,
    before: Manifest | None,
    report: Report,
    progress: Progress | None,
    helpers: Helpers | None,
) -> _Laid:
    """Lay out all pieces, those of a list, or those that have changed since the build *before*, and draw their
    faces.
    """
    deck, options = job.deck, job.options
    made_of: Mapping[PieceKey, str] = {}
    kept: Mapping[PieceKey, PieceRecord] = {}
    if before is not None:
        from carddesigner.pipeline import changes

        made_of = input_digests(deck, job.look)
        kept = changes.unchanged(deck, made_of, before)
    # If all pieces are printed, each is drawn as soon as it is laid out, so that memory doesn't grow with the deck.
    at_once = faces.draws and before is None and options.listed is None and options.sheets is None
    check = faces.check_for(report)

    def draw(piece: LaidPiece) -> LaidPiece:
        check(piece)
        return faces.drawn(piece)

    elsewhere = None
    if at_once and (found_elsewhere := where_else(job, faces, helpers)) is not None:
        from carddesigner.pipeline.elsewhere import faces_elsewhere

        elsewhere = faces_elsewhere(job, faces, found_elsewhere)
    if elsewhere is not None:
        # Only this process needs it, so it is imported while the workers are busy.
        import carddesigner.export.pdf  # noqa: F401
    take = elsewhere.drawing(check) if elsewhere is not None else draw if at_once else None
    with elsewhere or nullcontext():
        pieces, leaves = split(deck, lay_out(job, report, progress, faces.cache, kept, take, elsewhere))
    if options.sleeves is not None:
        pieces, leaves = sleeved(job, pieces, report), ()
    if options.listed is not None:
        from carddesigner.pipeline import changes

        pieces, leaves = changes.listed(pieces, options.listed), ()
    if before is None and faces.draws:  # now that every picture has been read
        kept_runs = elsewhere.kept if elsewhere is not None else None
        is_unchanged = kept_runs is not None and kept_runs.is_unchanged
        made_of = kept_runs.made_of if kept_runs is not None and is_unchanged else input_digests(deck, job.look)
    # Without drawing, records are needed only for comparison.
    needed = faces.draws or before is not None
    records = piece_records(deck, (*pieces, *leaves), made_of, faces.shown) if needed else []
    if leaves or before is not None:
        from carddesigner.pipeline import changes

        records = changes.in_order(deck, [*records, *kept.values()])
    changes_found = None
    if before is not None:
        changes_found = changes.changes_since(records, before)
        pieces, leaves = changes.only_changed(pieces, changes_found), changes.touched(leaves, records, before)
        changes.warn_of_numbering(deck, changes_found, report)
    if not at_once:
        pieces, leaves = (tuple(map(draw, some)) for some in (pieces, leaves))
    report.raise_errors()
    return _Laid(pieces, leaves, records, changes_found)


class _Files(Struct, frozen=True):
    """Draws and writes the files of a job."""

    job: PrintJob
    faces: JobFaces
    write: Write
    progress: Progress | None

    def pdf(self, kind: str, name: str, sheets: Sequence[Sheet], component: str = "") -> Artifact:
        """Write the PDF of sheets; *component* is the booklet or leaflet they belong to, if any."""
        from carddesigner.export.pdf import PdfOptions, sheets_pdf

        deck, path = self.job.deck, self.job.file(name, ".pdf")
        # Beside sheets, pages are for a screen; without, they are what a print house prints.
        reading = kind == "pages" and self.job.options.layout == Layout.SHEETS
        press = self.job.press.press if self.job.press is not None and not reading else None
        draw = partial(
            sheets_pdf,
            sheets=sheets,
            drawn=self.faces.of(component, reading=reading),
            picture_bytes=deck.assets.picture_bytes,
            options=PdfOptions(deck.title, deck.deck.language, reading, press),
            progress=self.progress,
        )
        return Artifact(path, kind, len(sheets), self.write(path, draw))

    def booklet(self, one: Booklet) -> Booklet:
        """Write the files of a booklet or leaflet and return it with them in place of its sheets."""
        parts = [(kind, some) for kind, some in (("pages", one.reading), (one.kind, one.printed)) if some]
        files = tuple(self.pdf(kind, f"{one.component}-{kind}", some, one.component) for kind, some in parts)
        return replace(one, artifacts=files, reading=(), printed=())

    def manifest(self, records: Sequence[PieceRecord], pages: Sequence[Sheet], made: Sequence[Artifact]) -> Artifact:
        """Write the manifest of the files *made*."""
        deck, options, path = self.job.deck, self.job.options, self.job.file(self.job.stem, ".json")
        lines = manifest(
            deck=deck.deck.deck,
            language=deck.deck.language,
            edition=deck.edition,
            layout=SLEEVES if options.sleeves is not None else options.layout,
            duplex=self.job.sheet.duplex.name,
            decks=options.copies,
            sheets=pages,
            pieces=(replace(r, copies=r.copies * options.copies) for r in records),
            artifacts=tuple(made),
        )
        sha = self.write(path, lambda file: file.writelines(line.encode() for line in lines))
        return Artifact(path, "manifest", 0, sha)


def piece_records(
    deck: LoadedDeck,
    pieces: Sequence[LaidPiece],
    made_of: Mapping[PieceKey, str] | None = None,
    shown: Callable[[LaidFace], str] | None = None,
) -> list[PieceRecord]:
    """Return the manifest's records, with digests of each face and of what the piece is *made of*. A piece without
    copies has none. A list may have a piece several times; its copies share one record.
    """
    shown = shown or face_digests(deck).face
    copies: dict[PieceKey, list[Faces]] = {}
    for p in pieces:
        if p.copies:
            copies.setdefault(p.key, []).extend(p.copies)
    return [
        PieceRecord(key.id, key.component, len(faces), *_of_all(faces, shown), (made_of or {}).get(key))
        for key, faces in copies.items()
    ]


def _of_all(copies: Sequence[Faces], shown: Callable[[LaidFace], str]) -> tuple[str, str | None]:
    """Return the digests of fronts and backs: of the shared one, or of all copies in order."""
    each = {id(f): (shown(f[0]), shown(f[1]) if f[1] is not None else None) for f in copies}
    if len(set(each.values())) == 1:
        return each[id(copies[0])]
    fronts, backs = zip(*(each[id(f)] for f in copies), strict=True)
    return digest(fronts), digest(backs) if any(backs) else None
