"""The PDF of single pieces for a print service or print house, as from ``build --layout pieces``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO

from msgspec.structs import replace

from carddesigner.core.face import LaidFace
from carddesigner.core.printing import Duplex, Layout, PageOrder, Standard
from carddesigner.core.report import Progress, Report
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.export.base import Document
from carddesigner.export.manifest import Artifact, manifest
from carddesigner.export.pdf import PdfOptions, sheets_pdf
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.pieces import PageLook, impose_pieces
from carddesigner.impose.sheet import Sheet
from carddesigner.layout.piece import LaidPiece
from carddesigner.pipeline.build import piece_records
from carddesigner.pipeline.drawing import JobDrawing
from carddesigner.pipeline.imposition import jobs_of
from carddesigner.pipeline.job import PrintJob, print_job
from carddesigner.pipeline.options import PrintOptions
from carddesigner.pipeline.press import PressCheck
from carddesigner.targets.target import Target


def pieces_document(
    deck: LoadedDeck,
    report: Report,
    progress: Progress,
    pieces: Sequence[LaidPiece],
    target: Target,
    look: Callable[[LaidFace], PageLook],
) -> Document:
    """Return a PDF of pieces in a target's colours, standard and order; *look* returns how each is shown on its page.
    Raises DeckError for anything the target's press or standard doesn't allow.
    """
    job = print_job(_inked(deck, target), _options(target), report)
    drawing = JobDrawing(job)
    if job.press is not None:
        assert drawing.pictures is not None
        check = PressCheck(job.press, job.deck, report, drawing.pictures, _instead(deck, target))
        for piece in pieces:
            check.look(piece)
        report.raise_errors()
    order = PageOrder.FRONT_BACK if target.page_order == "any" else PageOrder(target.page_order)
    # Backs are printed whatever the printer at home can do.
    mode = DUPLEX[Duplex.LONG_EDGE]
    pages = impose_pieces(
        jobs_of(job, pieces), job.builder, mode, unique=not target.each_copy, order=order, look=look
    ).sheets
    press = job.press.press if job.press is not None else None
    options = PdfOptions(deck.title, deck.deck.language, press=press)

    def draw(file: BinaryIO) -> None:
        sheets_pdf(file, pages, drawing.faces(), deck.assets.picture_bytes, options, progress)
        drawing.warn(report)

    return Document(draw, partial(_manifest, job, pieces, pages))


def _instead(deck: LoadedDeck, target: Target) -> str:
    """Return the advice for transparency with a target that doesn't allow it."""
    others = [f"`--edition {name}`" for name in deck.deck.editions if name != deck.edition]
    edition = f"; an edition without it may go, {' or '.join(others)}" if others else ""
    return f", for {target.target} accepts nothing transparent{edition}"


def _options(target: Target) -> PrintOptions:
    # No transparency and CMYK alone are what that standard requires, too.
    plain = Standard.PDFX1A if target.colour == "cmyk" and not target.transparency else None
    return PrintOptions(
        layout=Layout.PIECES,
        color=None if target.colour == "any" else target.colour,
        standard=target.standard or plain,
        outline_text=target.outlined_text,
        marks=(),
    )


def _inked(deck: LoadedDeck, target: Target) -> LoadedDeck:
    """Return a deck with the target's ink limit, if that is lower."""
    print_settings = deck.deck.print
    if target.max_ink is None or target.max_ink / 100 >= print_settings.max_ink:
        return deck
    less = print_settings.model_copy(update={"max_ink": target.max_ink / 100})
    return replace(deck, deck=deck.deck.model_copy(update={"print": less}))


def _manifest(job: PrintJob, pieces: Sequence[LaidPiece], pages: Sequence[Sheet], name: str, sha: str) -> bytes:
    lines = manifest(
        deck=job.deck.deck.deck,
        language=job.deck.deck.language,
        edition=job.deck.edition,
        layout=Layout.PIECES,
        duplex=Duplex.LONG_EDGE,
        sheets=pages,
        pieces=piece_records(job.deck, pieces),
        artifacts=(Artifact(Path(name), "pdf", len(pages), sha),),
    )
    return "".join(lines).encode()
