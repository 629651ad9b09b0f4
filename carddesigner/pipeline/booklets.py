"""Booklets and leaflets of a deck: which of its pieces are their pages, how these are printed and folded, and in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from carddesigner.core.folds import Fold
from carddesigner.core.geometry import Matrix
from carddesigner.core.papers import Paper
from carddesigner.core.report import DeckError, Report
from carddesigner.core.units import MM
from carddesigner.deck.deck import LoadedComponent, LoadedDeck
from carddesigner.export.manifest import Artifact
from carddesigner.impose.booklet import Pages, impose_booklet, turning
from carddesigner.impose.grid import PaperTooSmall
from carddesigner.impose.instructions import booklet_steps, leaflet_steps, two_passes
from carddesigner.impose.jobs import Job
from carddesigner.impose.leaflet import impose_leaflet
from carddesigner.impose.pieces import impose_pieces
from carddesigner.impose.sheets import Sheet
from carddesigner.layout.deck import LaidPiece
from carddesigner.pipeline.imposition import PrintOptions, check_printer, sheet_settings, turn_of
from carddesigner.source.yaml import find

MAX_PRINTED = 10_000
"""Pages of all copies of a booklet or leaflet."""


class BookletResult(Struct, frozen=True):
    """The files of a booklet or leaflet, how it is set out, and what to do with it."""

    component: str
    kind: str
    artifacts: tuple[Artifact, ...]
    sheets: int
    summary: str
    steps: tuple[str, ...]


class Booklet(Struct, frozen=True):
    """A booklet or leaflet: its pages in reading order, and as they are printed, with what to do then.

    ``sheets`` counts what is printed. A print house gets single pages, so for it nothing is ``printed``.
    """

    component: str
    kind: str
    reading: Sequence[Sheet]
    printed: Sequence[Sheet]
    sheets: int
    summary: str
    steps: tuple[str, ...]
    straighten: Callable[[float, float], Matrix] | None = None

    def result(self, artifacts: tuple[Artifact, ...]) -> BookletResult:
        """What a build says of it."""
        return BookletResult(self.component, self.kind, artifacts, self.sheets, self.summary, self.steps)


def impose_booklets(
    deck: LoadedDeck, pages: Sequence[LaidPiece], settings: PrintOptions, report: Report
) -> tuple[Booklet, ...]:
    """Every booklet and leaflet. Raises DeckError where one is too large for the paper."""
    out = []
    for component in deck.components:
        own = [p for p in pages if p.component == component.id]
        if component.folding is not None and own and own[0].copies:
            out.append(_booklets(deck, component, own, settings, report))
    report.raise_errors()
    return tuple(out)


def _booklets(
    deck: LoadedDeck, component: LoadedComponent, own: Sequence[LaidPiece], settings: PrintOptions, report: Report
) -> Booklet:
    folding = component.folding
    assert folding is not None
    kind = "booklet" if folding.fold is None else "leaflet"
    copies = len(own[0].copies) * settings.copies
    if copies * len(own) > MAX_PRINTED:
        message = f"{copies:,} copies of {len(own)} pages are more than the {MAX_PRINTED:,} pages that a file may have"
        report.error("too-many-copies", message, component.span, hint="print the file of fewer copies several times")
        raise DeckError(report)
    pages = Pages(component.id, tuple((p.id, p.first[0]) for p in own), copies)
    singles = Job(component.id, tuple((p.id, 1, p.first[0], None) for p in own))
    reading = impose_pieces([singles], distinct=True, duplex="none")
    if settings.layout == "pieces":
        return Booklet(
            component.id, kind, reading.sheets, (), 0, f"{kind} of {len(own)} pages, each with its bleed", ()
        )
    sheet = sheet_settings(deck, settings)
    try:
        imposed = (
            impose_booklet(pages, sheet, deck.title, folding.thickness)
            if folding.fold is None
            else impose_leaflet(pages, sheet, deck.title, folding.fold)
        )
    except PaperTooSmall as problem:
        number = next(i for i, c in enumerate(deck.deck.components) if c.id == component.id)
        place = find(deck.root, ("components", number, "page")).span
        report.error("paper-too-small", str(problem), place, hint=_fitting(sheet.paper, folding.fold))
        raise DeckError(report) from None
    printed: Sequence[Sheet] = imposed.sheets
    straighten = None
    if settings.printer is not None:
        straighten = check_printer(settings.printer, turning(sheet.duplex), printed, report)
    turn = turn_of(settings, turning(sheet.duplex), by_hand=sheet.duplex not in ("long-edge", "short-edge"))
    cut = any(m.kind == "crop" for s in printed for m in s.marks)
    count = len(printed) // 2
    if turn.passes is not None:
        printed = two_passes(printed, turn.passes, turn.duplex, sheet.paper)
    if folding.fold is None:
        each = len(imposed.sheets[0].slots) // 2
        steps = booklet_steps(sheet.paper.name, turn, printed, each=each, copies=copies, folded=len(own) // 4, cut=cut)
    else:
        steps = leaflet_steps(sheet.paper.name, turn, printed, folding.fold, cut=cut)
    return Booklet(component.id, kind, reading.sheets, printed, count, imposed.summary, steps, straighten)


def _fitting(paper: Paper, fold: Fold | None) -> str:
    """The largest page that the paper has room for."""
    short, long = sorted((paper.width, paper.height))
    columns, rows = (2, 1) if fold is None else (len(fold.outside[0]), len(fold.outside))
    wide, high = (short, long) if rows > 1 else (long, short)
    return f"on {paper.name} it has up to page: [{wide / columns / MM:g}mm, {high / rows / MM:g}mm]"
