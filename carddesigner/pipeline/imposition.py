"""A deck to pieces, and pieces to the pages of a PDF: which copies share sheets, the printer's settings, pages that tell what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.cache import Cache
from carddesigner.core.geometry import Matrix
from carddesigner.core.papers import DEFAULT_PAPER, PAPERS, Paper
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import DeckError, Problem, Progress, Report
from carddesigner.core.source import Span
from carddesigner.core.units import MM
from carddesigner.deck.deck import LoadedDeck
from carddesigner.deck.print_list import ListedCard
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.grid import PaperTooSmall
from carddesigner.impose.instructions import Turn, cover_page, steps, two_passes
from carddesigner.impose.jobs import Job, SheetSettings, count_sheets
from carddesigner.impose.order import Order
from carddesigner.impose.pieces import impose_pieces
from carddesigner.impose.sheets import Sheet, Sheets, impose_sheets
from carddesigner.layout.boxes import UNLIMITED, PaperRoom
from carddesigner.layout.deck import LaidPiece, lay_out_deck
from carddesigner.source.yaml import find
from carddesigner.template.checks import run_deck_checks
from carddesigner.template.expressions import Expression, ExpressionProblem

if TYPE_CHECKING:
    from carddesigner.printers.profile import Printer


class PrintOptions(Struct, frozen=True):
    """What the command line says over the deck; None leaves a setting to the deck. Lengths in points.

    ``copies`` are whole decks; ``listed``, ``since`` and ``select`` choose pieces, ``sheets`` sheets by their numbers.
    Files of a list have its ``list_name`` in theirs.
    """

    output: Path = Path("output")
    layout: str = "sheets"
    paper: Paper | None = None
    duplex: str | None = None
    marks: tuple[str, ...] | None = None
    gutter: float | str | None = None
    order: Order | None = None
    back_bleed: float | None = None
    passes: str | None = None
    printer: Printer | None = None
    copies: int = 1
    distinct: bool = False
    select: Expression | None = None
    listed: tuple[ListedCard, ...] | None = None
    list_name: str = ""
    since: Path | None = None
    sheets: frozenset[int] | None = None
    proof: bool = False
    cover: bool = False
    language: str | None = None
    edition: str | None = None


class ComponentCount(Struct, frozen=True):
    """How much of a component was printed."""

    id: str
    pieces: int
    cards: int
    sheets: int


def split(deck: LoadedDeck, pieces: Sequence[LaidPiece]) -> tuple[tuple[LaidPiece, ...], tuple[LaidPiece, ...]]:
    """The pieces that are cut from sheets, and the pages of booklets and leaflets."""
    booklets = {c.id for c in deck.components if c.folding is not None}
    return (
        tuple(p for p in pieces if p.component not in booklets),
        tuple(p for p in pieces if p.component in booklets),
    )


def _jobs(deck: LoadedDeck, pieces: Sequence[LaidPiece], decks: int) -> list[Job]:
    """The copies of all pieces in order, a job for each run of one component; whole decks one after another.

    Pages of booklets and leaflets are none: they are printed on sheets of their own.
    """
    components = {c.id: c for c in deck.components}
    pieces = [p for p in pieces if components[p.component].folding is None]
    printed: Counter[PieceKey] = Counter()
    jobs = []
    for _ in range(decks):
        # The parts of a box are each of their own size.
        for (name, stock), run in groupby(pieces, key=lambda p: (p.component, p.stock)):
            copies = []
            for piece in run:
                for faces in piece.copies:
                    printed[piece.key] += 1
                    copies.append((piece.id, printed[piece.key], *faces))
            if copies:
                share = components[name].sheets if stock is None else f"die {name}"
                jobs.append(Job(name, tuple(copies), share, stock is not None))
    return jobs


def sheet_settings(deck: LoadedDeck, settings: PrintOptions) -> SheetSettings:
    """How sheets are set out: what the deck says, over that the printer's profile, over that the command line."""
    own, printer = deck.deck.print, settings.printer
    gutter = settings.gutter if settings.gutter is not None else own.gutter
    return SheetSettings(
        paper=settings.paper or own.paper or DEFAULT_PAPER,
        margin=printer.margin if printer is not None and printer.margin is not None else own.margin,
        gutter=None if isinstance(gutter, str) else gutter,
        duplex=_duplex(deck, settings),
        marks=frozenset(settings.marks if settings.marks is not None else own.marks),
        order=settings.order or own.order,
        back_bleed=back_bleed(deck, settings),
    )


def _duplex(deck: LoadedDeck, settings: PrintOptions) -> str:
    return settings.duplex or (settings.printer.duplex if settings.printer is not None else deck.deck.print.duplex)


def paper_room(deck: LoadedDeck, settings: PrintOptions) -> PaperRoom:
    """What boxes have to fit on."""
    own = sheet_settings(deck, settings)
    return UNLIMITED if settings.layout == "pieces" else PaperRoom(own.paper, own.margin)


def back_bleed(deck: LoadedDeck, settings: PrintOptions) -> float | None:
    """What backs must have beyond their trims, in points; None leaves it to the stocks, or where no backs are printed."""
    if _duplex(deck, settings) not in DUPLEX:
        return None
    printer = settings.printer.back_bleed if settings.printer is not None else None
    return next((b for b in (settings.back_bleed, printer) if b is not None), deck.deck.print.back_bleed)


def lay_out(
    deck: LoadedDeck,
    report: Report,
    select: Expression | None = None,
    progress: Progress | None = None,
    cache: Cache | None = None,
    back_bleed: float | None = None,
    leave_out: Container[PieceKey] = (),
    room: PaperRoom | None = None,
) -> tuple[LaidPiece, ...]:
    """Every piece with its faces, but for those to *leave out*.

    Raises DeckError if anything doesn't fit, is missing or has no glyph.
    """
    run_deck_checks(deck, report)
    deals = deck.deck.packs or deck.deck.library is not None or deck.deck.odds is not None
    # Packs are the same in every language, and can't be told of some of the cards.
    if deals and not leave_out and deck.deck.language == deck.original:
        from carddesigner.deal.check import check_dealing

        check_dealing(deck, report)
    try:
        pieces = lay_out_deck(
            deck,
            report,
            select=select,
            progress=progress,
            cache=cache,
            back_bleed=back_bleed,
            leave_out=leave_out,
            room=room,
        )
    except ExpressionProblem as problem:
        report.add(problem, about="--select")
        raise DeckError(report) from None
    report.raise_errors()
    if not leave_out and not any(p.copies for p in pieces):
        if select is not None:
            report.error("nothing-selected", f"no card answers to --select {select.source!r}")
        else:
            report.error("no-cards", "the deck has no cards to print", Span(str(deck.root.span.path)))
        report.raise_errors()
    return pieces


def impose(deck: LoadedDeck, pieces: Sequence[LaidPiece], settings: PrintOptions, report: Report) -> Sheets:
    """The pieces on sheets, or on pages of their own. Raises DeckError where a piece is larger than the paper."""
    jobs = _jobs(deck, pieces, settings.copies)
    sheet = sheet_settings(deck, settings)
    if settings.layout == "pieces":
        return impose_pieces(jobs, distinct=settings.distinct, duplex=sheet.duplex)
    try:
        sheets = impose_sheets(jobs, sheet, deck.title)
    except PaperTooSmall as problem:
        bleed = sheet.back_bleed or 0.0
        reason = f"backs with {bleed / MM:g} mm of bleed need such margins" if bleed > sheet.margin else None
        place = _place(deck, "paper", settings.paper, settings.back_bleed)
        report.error("paper-too-small", str(problem), place, hint=reason)
        raise DeckError(report) from None
    except Problem as problem:
        place = _place(deck, "back-bleed", settings.back_bleed, settings.gutter)
        report.add(problem, place)
        raise DeckError(report) from None
    for warning in sheets.warnings:
        report.add(warning)
    return sheets


def pages_of(
    deck: LoadedDeck, pieces: Sequence[LaidPiece], sheets: Sheets, settings: PrintOptions, report: Report
) -> tuple[Sequence[Sheet], tuple[str, ...]]:
    """What is printed in its order, with the pages that tell how, and what to do with it.

    Raises DeckError for a sheet that isn't there.
    """
    if settings.layout == "pieces":
        return sheets.sheets, ()
    own = sheet_settings(deck, settings)
    pages: list[Sheet] = list(sheets.sheets)
    if settings.sheets is not None:
        there = {page.number for page in pages}
        missing = sorted(settings.sheets - there)
        if missing:
            message = f"there is no sheet {missing[0]}; the deck has {max(there)}"
            report.error("unknown-sheet-number", f"--sheet: {message}")
            raise DeckError(report)
        pages = [page for page in pages if page.number in settings.sheets]
    both_sides = own.duplex in DUPLEX and own.duplex != "gutterfold"
    backs = both_sides and any(page.side == "back" for page in pages)
    turn = turn_of(settings, own.duplex)
    turn = turn if backs else replace(turn, passes=None)
    cover_sides = backs and turn.passes is None
    cover_pages = (2 if cover_sides else 1) if settings.cover else 0
    printed: Sequence[Sheet] = pages
    if turn.passes is not None:
        printed = two_passes(pages, turn.passes, own.duplex, own.paper, covers=cover_pages)
    cut = "crop" in own.marks or "cut-lines" in own.marks
    folding = _folding(pieces, pages)
    if not settings.cover:
        return printed, (*steps(own.paper.name, turn, printed, cut=cut), *folding)
    contents = [f"{c.cards or c.pieces} {c.id}" for c in counts(deck, pages)]
    # The steps speak of the pages after the cover, and the cover shows the steps, so it is made twice.
    head = cover_page(own.paper, deck.title, contents, (), paired=cover_sides)
    how = (*steps(own.paper.name, turn, [*head, *printed], cut=cut), *folding)
    return [*cover_page(own.paper, deck.title, contents, how, paired=cover_sides), *printed], how


def turn_of(settings: PrintOptions, duplex: str, *, by_hand: bool = False) -> Turn:
    """How the printer turns sheets: as the command line says, over that its profile."""
    printer = settings.printer
    passes = settings.passes or (printer.passes if printer is not None else None)
    name = printer.printer if printer is not None else None
    return Turn(duplex, passes if passes != "none" else None, name, by_hand)


def _place(deck: LoadedDeck, key: str, *given: object) -> Span | None:
    """Where the deck says how it is printed, else the deck's file; None where the command line *gave* what is wrong."""
    if any(value is not None for value in given):
        return None
    own = find(deck.root, ("print",))
    return (
        find(own, (key,)).span if isinstance(own.value, dict) and key in own.value else Span(str(deck.root.span.path))
    )


def _folding(pieces: Sequence[LaidPiece], pages: Sequence[Sheet]) -> tuple[str, ...]:
    """What to do with nets and boxes, a line for each component."""
    printed = {slot.key for page in pages for slot in page.slots}
    out: dict[str, str] = {}
    for piece in pieces:
        if piece.stock is not None and piece.key in printed:
            die = piece.stock.die
            first = f"glue the {die.part[1]} parts together, then the rest" if die.part[1] > 1 else "glue"
            out[piece.component] = (
                f"{piece.component}: crease the dashed lines, cut the others, fold away from the print, {first} in the order "
                f"of the numbers; the {die.what} is {die.outside} in the end."
            )
    return tuple(out.values())


def check_printer(
    printer: Printer, duplex: str, pages: Sequence[Sheet], report: Report
) -> Callable[[float, float], Matrix]:
    """What straightens backs on a printer. Raises DeckError where it was measured in another way than is printed."""
    if duplex in ("long-edge", "short-edge") and duplex != printer.duplex:
        report.error(
            "not-measured",
            f"printer {printer.printer!r} was measured flipping on the {printer.duplex.replace('-', ' ')}, and this is "
            f"set out for the {duplex.replace('-', ' ')}",
            hint=f"leave out --duplex, or measure it so: carddesigner calibrate --duplex {duplex}",
        )
    try:
        for page in pages:
            if page.side == "back" and page.slots:
                printer.matrix(page.paper.width, page.paper.height)
    except Problem as problem:
        report.add(problem)
    report.raise_errors()
    return printer.matrix


def counts(deck: LoadedDeck, pages: Sequence[Sheet]) -> tuple[ComponentCount, ...]:
    """How much of each component stands on the pages. Boxes are no cards."""
    boxes = {c.id for c in deck.components if c.box is not None}
    ids: dict[str, set[str]] = {}
    cards: Counter[str] = Counter()
    sheets: dict[str, set[int]] = {}
    for page in pages:
        for slot in page.slots:
            if slot.side == "front":
                name = slot.component
                ids.setdefault(name, set()).add(slot.piece)
                cards[name] += name not in boxes
                sheets.setdefault(name, set()).add(page.number)
    return tuple(ComponentCount(name, len(ids[name]), cards[name], len(sheets[name])) for name in ids)


def usage(deck: LoadedDeck, pieces: Sequence[LaidPiece], sheets: Sheets, settings: PrintOptions) -> str:
    """In a line: the sheets, how full the last is, and what another paper or gutter would take; of sheets printed again
    only how many they are.
    """
    if not sheets.uses:
        return ""
    own = sheet_settings(deck, settings)
    total = sum(use.sheets for use in sheets.uses)
    if settings.sheets is not None:
        return f"{len(settings.sheets)} of {total} sheets"
    lasts = [
        (f" of {u.components[0]}{' …' * (len(u.components) > 1)}" if len(sheets.uses) > 1 else "", u)
        for u in sheets.uses
    ]
    full = ", ".join(f"the last{what} has {u.last} of {u.on_a_sheet}" for what, u in lasts[:4])
    jobs = _jobs(deck, pieces, settings.copies)

    def needs(other: SheetSettings) -> int | None:
        try:
            return count_sheets(jobs, other)
        except Problem:
            return None

    others = [(p.name, needs(replace(own, paper=p))) for p in PAPERS.values() if p.name != own.paper.name]
    lines = [f"{name} {n}" for name, n in others if n is not None]
    if own.gutter is not None:
        auto = needs(replace(own, gutter=None))
        if auto is not None and auto < total:
            lines.append(f"--gutter auto {auto}")
    else:
        bleed = max((p.first[0].bleed for p in pieces), default=0.0)
        wide = needs(replace(own, gutter=2 * bleed))
        if bleed and wide is not None and wide > total:
            lines.append(f"--gutter {2 * bleed / MM:g}mm, for all of the bleed, {wide}")
    sheets_ = f"{total} sheet{'s' if total != 1 else ''}"
    return f"{sheets_}; {full}" + (f". Would take: {', '.join(lines)}" if lines else "")
