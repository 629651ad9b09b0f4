"""The pipeline: load a deck, lay out its pieces, impose them, draw the PDF, write it with its manifest."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.cache import Cache
from carddesigner.core.digest import Digests, digest
from carddesigner.core.face import LaidFace
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import Progress, Report
from carddesigner.deck.deck import LoadedDeck
from carddesigner.deck.find import loaded_deck
from carddesigner.draw.faces import DrawnFace, DrawnFaces
from carddesigner.draw.painter import Painter
from carddesigner.export.files import new_files
from carddesigner.export.manifest import Artifact, PieceRecord, manifest
from carddesigner.export.manifest_file import check_schema, read_manifest
from carddesigner.export.pdf import PdfOptions, sheets_pdf
from carddesigner.impose.sheet import Sheet
from carddesigner.layout.deck import Faces, LaidPiece, with_faces
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
    ``sheets`` counts what is printed, ``usage`` says in a line how the paper is used and what would use less;
    ``changes`` is what differs from the manifest of ``since``; ``folded`` are booklets and leaflets, which are files of
    their own. A build since a manifest that differs in nothing has no artifacts.
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
    """Make the print-ready PDF of a deck and its manifest in ``output/<deck>/``. *cache* holds what an earlier build of
    the same deck laid out, and is added to. Raises DeckError with every problem of the deck, OutputProblem where the
    files can't be written.
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
    kept = unchanged(loaded, made_of, before) if before is not None else {}
    faces = _Faces(job, cache)
    # Where all pieces are printed, each is drawn as soon as it is laid out, and memory doesn't grow with the deck.
    at_once = before is None and options.listed is None and options.sheets is None
    take = faces.drawn if at_once else None
    pieces, leaves = split(loaded, lay_out(job, report, progress, cache, kept, take))
    if options.listed is not None:
        pieces, leaves = listed(pieces, options.listed), ()
    if before is None:  # now that every picture has been read
        made_of = input_digests(loaded, job.look)
    lap("lay out")
    records = faces.records((*pieces, *leaves), made_of)
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
    if not at_once:
        pieces, leaves = (tuple(map(faces.drawn, some)) for some in (pieces, leaves))
    sheets = impose(job, pieces, report)
    pages, steps = pages_of(job, pieces, sheets, report) if pieces or options.sheets is not None else ((), ())
    booklets = _booklets(job, leaves, report) if options.sheets is None else ()
    lap("impose")
    made: list[Artifact] = []
    folded: list[BookletResult] = []
    with new_files() as write:

        def pdf(kind: str, name: str, some: Sequence[Sheet], component: str = "") -> Artifact:
            path, document = job.file(name, ".pdf"), PdfOptions(loaded.title, loaded.deck.language, kind == "pages")
            draw = partial(
                sheets_pdf,
                sheets=some,
                drawn=faces.of(component),
                picture_bytes=loaded.assets.picture_bytes,
                options=document,
                progress=progress,
            )
            return Artifact(path, kind, len(some), write(path, draw))

        if pages:
            made.append(pdf("pdf", job.stem, pages))
        for one in booklets:
            own = [
                pdf(kind, f"{one.component}-{kind}", some, one.component)
                for kind, some in (("pages", one.reading), (one.kind, one.printed))
                if some
            ]
            folded.append(one.result(tuple(own)))
            made += own
        lap("draw")
        lines = manifest(
            deck=loaded.deck.deck,
            language=loaded.deck.language,
            edition=loaded.edition,
            layout=options.layout,
            duplex=job.sheet.duplex.name,
            decks=options.copies,
            sheets=pages,
            pieces=(replace(r, copies=r.copies * options.copies) for r in records),
            artifacts=tuple(made),
        )
        path = job.file(job.stem, ".json")
        sha = write(path, lambda file: file.writelines(line.encode() for line in lines))
        made.insert(1, Artifact(path, "manifest", 0, sha))
    lap("write")
    return BuildResult(
        artifacts=tuple(made),
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


class _Faces:
    """What the faces of a job show, and what was drawn of them, for each document apart: none holds another's letters."""

    def __init__(self, job: PrintJob, cache: Cache | None) -> None:
        self.job, self.cache = job, cache
        self.folded = {c.id for c in job.deck.components if c.folding is not None}
        self.proofs = Proofs() if job.options.proof else None
        self.digests = face_digests(job.deck)
        self._drawn: dict[str, DrawnFaces] = {}

    def of(self, component: str) -> DrawnFaces:
        """What was drawn for the document of a booklet or leaflet, or for that of all other components."""
        name = component if component in self.folded else ""
        if name not in self._drawn:
            self._drawn[name] = DrawnFaces(Painter(self.job.deck.assets.face, self.cache))
        return self._drawn[name]

    def drawn(self, piece: LaidPiece) -> LaidPiece:
        """A piece with faces that stand for what was drawn."""
        faces = self.of(piece.component)

        def keep(face: LaidFace) -> LaidFace:
            shown = self.proofs.face(face) if self.proofs is not None else face
            return faces.recent(shown) or faces.keep(shown, self.digests.face(shown))

        return with_faces(piece, keep)

    def shown(self, face: LaidFace) -> str:
        """The digest of what a face shows."""
        if isinstance(face, DrawnFace):
            return face.digest
        return self.digests.face(self.proofs.face(face) if self.proofs is not None else face)

    def records(self, pieces: Sequence[LaidPiece], made_of: Mapping[PieceKey, str]) -> list[PieceRecord]:
        """The manifest's lines. No line for no copies."""
        return piece_records(self.job.deck, pieces, made_of, self.shown)


def face_digests(deck: LoadedDeck) -> Digests:
    """What a deck's faces show."""
    return Digests(lambda key: deck.assets.face(key).digest)


def piece_records(
    deck: LoadedDeck,
    pieces: Sequence[LaidPiece],
    made_of: Mapping[PieceKey, str] | None = None,
    shown: Callable[[LaidFace], str] | None = None,
) -> list[PieceRecord]:
    """The manifest's lines, with digests of what each face shows, and of what it is *made of*. No line for no copies. A
    list may have a piece several times; its copies stand in one line.
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
    """The digests of fronts and backs: of the one that all copies have, else of all in their order."""
    each = {id(f): (shown(f[0]), shown(f[1]) if f[1] is not None else None) for f in copies}
    if len(set(each.values())) == 1:
        return each[id(copies[0])]
    fronts, backs = zip(*(each[id(f)] for f in copies), strict=True)
    return digest(fronts), digest(backs) if any(backs) else None
