"""The pipeline: load a deck, lay out its pieces, impose them, draw the PDF, write it with its manifest."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from carddesigner.core.face import Face
from carddesigner.core.geometry import Rect
from carddesigner.core.papers import PAPERS, Paper
from carddesigner.core.report import DeckError, Report
from carddesigner.core.source import Span
from carddesigner.draw.painter import Painter
from carddesigner.export.files import write_files
from carddesigner.export.manifest import Artifact, PieceRecord, artifact, manifest
from carddesigner.export.pdf import PdfOptions, sheets_pdf
from carddesigner.impose.grid import PaperTooSmall
from carddesigner.impose.pieces import impose_pieces
from carddesigner.impose.sheets import Job, Sheets, SheetSettings, impose_sheets
from carddesigner.layout.deck import LaidPiece, Memory, lay_out_deck
from carddesigner.load.deck import LoadedDeck
from carddesigner.load.find import load_deck
from carddesigner.template.checks import check_deck
from carddesigner.template.expressions import Expression, ExpressionProblem

SLUG_FAMILY = "Alegreya Sans"
DEFAULT_PAPER = "A4"

Progress = Callable[[str, int, int], None]


class BuildSettings(Struct, frozen=True):
    """What the command line says over the deck; None leaves a setting to the deck. Lengths in points."""

    output: Path = Path("output")
    layout: str = "sheets"
    paper: Paper | None = None
    duplex: str | None = None
    marks: tuple[str, ...] | None = None
    gutter: float | str | None = None
    distinct: bool = False
    select: Expression | None = None
    language: str | None = None


class ComponentCount(Struct, frozen=True):
    """How much of a component was printed."""

    id: str
    pieces: int
    cards: int
    sheets: int


class BuildResult(Struct, frozen=True):
    """What a build made: files, warnings, counts, how it is set out, the printer's turn, seconds of each stage."""

    artifacts: tuple[Artifact, ...]
    report: Report
    components: tuple[ComponentCount, ...]
    summary: str
    duplex: str
    timings: dict[str, float]
    pieces: tuple[PieceRecord, ...] = ()


def lay_out(
    deck: LoadedDeck,
    report: Report,
    select: Expression | None = None,
    progress: Progress | None = None,
    memory: Memory | None = None,
) -> tuple[LaidPiece, ...]:
    """Every piece with its faces. Raises DeckError if anything doesn't fit, is missing or has no glyph."""
    check_deck(deck, report)
    try:
        pieces = lay_out_deck(deck, report, select=select, progress=progress, memory=memory)
    except ExpressionProblem as problem:
        report.error(problem.code, f"--select: {problem.message}", hint=problem.hint)
        raise DeckError(report) from None
    report.raise_errors()
    if not any(p.copies for p in pieces):
        if select is not None:
            report.error("nothing-selected", f"no card answers to --select {select.source!r}")
        else:
            report.error("no-cards", "the deck has no cards to print", Span(str(deck.root.span.path)))
        report.raise_errors()
    return pieces


def impose(deck: LoadedDeck, pieces: tuple[LaidPiece, ...], settings: BuildSettings, report: Report) -> Sheets:
    """The pieces on sheets, or on pages of their own. Raises DeckError where a piece is larger than the paper."""
    jobs = []
    for component in deck.components:
        own = [p for p in pieces if p.component == component.id]
        copies = tuple((p.id, n, *faces) for p in own for n, faces in enumerate(p.copies, 1))
        if copies:
            jobs.append(Job(component.id, copies))
    own_print = deck.deck.print
    duplex = settings.duplex or own_print.duplex
    if settings.layout == "pieces":
        return impose_pieces(jobs, distinct=settings.distinct, duplex=duplex)
    gutter = settings.gutter if settings.gutter is not None else own_print.gutter
    sheet_settings = SheetSettings(
        paper=settings.paper or own_print.paper or PAPERS[DEFAULT_PAPER],
        margin=own_print.margin,
        gutter=None if isinstance(gutter, str) else gutter,
        duplex=duplex,
        marks=frozenset(settings.marks if settings.marks is not None else own_print.marks),
    )
    try:
        sheets = impose_sheets(jobs, sheet_settings, deck.deck.title)
    except PaperTooSmall as problem:
        report.error("paper-too-small", str(problem), Span(str(deck.root.span.path)))
        raise DeckError(report) from None
    for warning in sheets.warnings:
        report.warn(warning.code, warning.message)
    return sheets


def build(
    deck: str | Path | LoadedDeck,
    settings: BuildSettings | None = None,
    progress: Progress | None = None,
    memory: Memory | None = None,
) -> BuildResult:
    """Make the print-ready PDF of a deck and its manifest in ``output/<deck>/``.

    *memory* holds what an earlier build of the same deck laid out (see ``Memory``), and is added to.
    Raises DeckError with every problem of the deck, OutputProblem where the files can't be written.
    """
    settings = settings or BuildSettings()
    report = Report()
    timings: dict[str, float] = {}
    clock = time.perf_counter()

    def lap(stage: str) -> None:
        nonlocal clock
        now = time.perf_counter()
        timings[stage] = now - clock
        clock = now

    loaded = deck if isinstance(deck, LoadedDeck) else load_deck(deck, report, settings.language)
    lap("load")
    pieces = lay_out(loaded, report, settings.select, progress, memory)
    lap("lay out")
    sheets = impose(loaded, pieces, settings, report)
    lap("impose")
    painter = Painter(loaded.assets.face)
    duplex = settings.duplex or loaded.deck.print.duplex
    stem = f"{loaded.deck.deck}-{settings.layout}{loaded.suffix}"
    folder = settings.output / loaded.deck.deck
    options = PdfOptions(loaded.deck.title, loaded.deck.language, loaded.assets.family(SLUG_FAMILY))
    pdf = sheets_pdf(sheets.sheets, painter, loaded.assets.picture_bytes, options, progress)
    lap("draw")
    made = artifact(folder / f"{stem}.pdf", "pdf", len(sheets.sheets), pdf)
    records = piece_records(pieces, painter)
    listing = manifest(
        deck=loaded.deck.deck,
        language=loaded.deck.language,
        layout=settings.layout,
        duplex=duplex,
        sheets=sheets.sheets,
        pieces=records,
        artifacts=[made],
    )
    beside = artifact(folder / f"{stem}.json", "manifest", 0, listing)
    write_files({made.path: pdf, beside.path: listing})
    lap("write")
    return BuildResult((made, beside), report, _counts(pieces, sheets), sheets.summary, duplex, timings, tuple(records))


def face_pictures(deck: LoadedDeck, faces: Sequence[Face], dpi: int, *, bleed: bool = False) -> Iterator[bytes]:
    """Faces as PNG files, cut or with their bleed, rendered from the very drawing that is printed.

    Raises ValueError where a picture would have too many pixels.
    """
    from carddesigner.export.png import render_pages

    if not faces:
        return
    jobs = [Job("faces", tuple((str(i), 1, face, None) for i, face in enumerate(faces)))]
    sheets = impose_pieces(jobs, distinct=True, duplex="none").sheets
    options = PdfOptions(deck.deck.title, deck.deck.language, deck.assets.family(SLUG_FAMILY))
    pdf = sheets_pdf(sheets, Painter(deck.assets.face), deck.assets.picture_bytes, options)
    areas = [Rect(0.0, 0.0, s.paper.width, s.paper.height) if bleed else s.trim_box for s in sheets]
    yield from render_pages(pdf, list(enumerate(areas)), dpi)


def piece_records(pieces: tuple[LaidPiece, ...], painter: Painter) -> list[PieceRecord]:
    """The manifest's lines, with digests of what each face shows."""
    digests: dict[int, str] = {}

    def digest(face: object) -> str:
        if id(face) not in digests:
            digests[id(face)] = painter.content_digest(face)  # type: ignore[arg-type]
        return digests[id(face)]

    return [
        PieceRecord(
            p.id,
            p.component,
            len(p.copies),
            digest(p.copies[0][0]),
            digest(p.copies[0][1]) if p.copies[0][1] is not None else None,
        )
        for p in pieces
        if p.copies
    ]


def _counts(pieces: tuple[LaidPiece, ...], sheets: Sheets) -> tuple[ComponentCount, ...]:
    ids = dict.fromkeys(p.component for p in pieces)
    return tuple(
        ComponentCount(
            name,
            sum(p.component == name for p in pieces),
            sum(len(p.copies) for p in pieces if p.component == name),
            sum(s.component == name and s.side == "front" for s in sheets.sheets),
        )
        for name in ids
    )
