"""Booklets and leaflets of a deck: their pages, and how these are printed and folded."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.folds import Fold
from carddesigner.core.papers import Paper
from carddesigner.core.printing import Duplex, Layout, MarkKind
from carddesigner.core.report import Problem, Report
from carddesigner.core.source import Span
from carddesigner.core.units import MM
from carddesigner.deck.loaded import LoadedComponent
from carddesigner.export.manifest import Artifact
from carddesigner.impose.booklet import Pages, impose_booklet
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.grid import PaperTooSmall
from carddesigner.impose.instructions import booklet_steps, leaflet_steps, two_passes
from carddesigner.impose.jobs import Job
from carddesigner.impose.leaflet import impose_leaflet
from carddesigner.impose.pieces import impose_pieces
from carddesigner.impose.sheet import Sheet
from carddesigner.layout.piece import LaidPiece
from carddesigner.pipeline.job import PrintJob, check_flip
from carddesigner.source.yaml import find

MAX_PRINTED = 10_000
"""The maximum number of pages of all copies of a booklet or leaflet."""


class Booklet(Struct, frozen=True):
    """A booklet or leaflet: its pages in reading order and in printing order, and the steps after printing. Once its
    files are written, it has ``artifacts`` in place of the pages. ``sheets`` counts printed sheets: none for a print
    house, which gets single pages.
    """

    component: str
    kind: str
    reading: Sequence[Sheet]
    printed: Sequence[Sheet]
    sheets: int
    summary: str
    steps: tuple[str, ...] = ()
    artifacts: tuple[Artifact, ...] = ()


def impose_booklets(job: PrintJob, pages: Sequence[LaidPiece], report: Report) -> tuple[Booklet, ...]:
    """Return every booklet and leaflet, imposed. Raises DeckError if one is too large for the paper."""
    out = []
    for component in job.deck.components:
        own = [p for p in pages if p.component == component.id]
        if component.folding is not None and own and own[0].copies:
            out.append(_booklets(job, component, own, report))
    report.raise_errors()
    return tuple(out)


def _booklets(job: PrintJob, component: LoadedComponent, own: Sequence[LaidPiece], report: Report) -> Booklet:
    folding = component.folding
    assert folding is not None
    kind = "booklet" if folding.fold is None else "leaflet"
    copies = len(own[0].copies) * job.options.copies
    if copies * len(own) > MAX_PRINTED:
        message = f"{copies:,} copies of {len(own)} pages are more than the {MAX_PRINTED:,} pages that a file may have"
        report.fail("too-many-copies", message, component.span, hint="print the file of fewer copies several times")
    pages = Pages(component.id, tuple((p.id, p.first[0]) for p in own), copies, folding.binds_right)
    singles = Job(component.id, tuple((p.id, 1, p.first[0], None) for p in own))
    # What is read on a screen is not straightened for a printer.
    builder, for_house = replace(job.builder, straighten=None), job.options.layout == Layout.PIECES
    marked = for_house and bool(job.options.marks)
    reading = impose_pieces([singles], builder, DUPLEX[Duplex.NONE], unique=True, marked=marked)
    if for_house:
        return Booklet(component.id, kind, reading.sheets, (), 0, f"{kind} of {len(own)} pages, each with its bleed")
    sheet, turn = job.sheet, job.of_booklets
    if sheet.cutter is not None:
        # They are cut by hand, once they are folded.
        sheet = replace(sheet, cutter=None, marks=sheet.marks | {MarkKind.CROP})
    if job.options.printer is not None:
        check_flip(job.options.printer, turn.duplex)
    try:
        if folding.fold is None:
            imposed = impose_booklet(pages, sheet, job.builder, folding.thickness)
        else:
            imposed = impose_leaflet(pages, sheet, job.builder, folding.fold)
    except Problem as problem:
        too_small = isinstance(problem, PaperTooSmall)
        hint = _fitting(sheet.paper, folding.fold) if too_small else None
        report.refuse(problem, _size(job, component) if too_small else None, hint=hint)
    for warning in imposed.warnings:
        report.add(warning, _size(job, component), about=component.id)
    printed: Sequence[Sheet] = imposed.sheets
    cut = any(m.kind == "crop" for s in printed for m in s.marks)
    count = len(printed) // 2
    if turn.in_passes:
        printed = two_passes(printed, turn, sheet.paper, job.builder)
    if folding.fold is None:
        each = len(imposed.sheets[0].slots) // 2
        steps = booklet_steps(sheet.paper.name, turn, printed, each=each, copies=copies, folded=len(own) // 4, cut=cut)
    else:
        steps = leaflet_steps(sheet.paper.name, turn, printed, folding.fold, cut=cut)
    return Booklet(component.id, kind, reading.sheets, printed, count, imposed.summary, steps)


def _size(job: PrintJob, component: LoadedComponent) -> Span:
    """Return the place of the page size in the deck."""
    number = next(i for i, c in enumerate(job.deck.deck.components) if c.id == component.id)
    return find(job.deck.root, ("components", number, "page")).span


def _fitting(paper: Paper, fold: Fold | None) -> str:
    """Return the largest page that fits the paper."""
    short, long = sorted((paper.width, paper.height))
    columns, rows = (2, 1) if fold is None else (len(fold.outside[0]), len(fold.outside))
    wide, high = (short, long) if rows > 1 else (long, short)
    return f"on {paper.name} it has up to page: [{wide / columns / MM:g}mm, {high / rows / MM:g}mm]"
