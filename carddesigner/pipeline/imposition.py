"""From a deck to pieces, and from pieces to the pages of a PDF, with instructions and counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from itertools import chain, groupby
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.cache import Cache
from carddesigner.core.papers import PAPERS
from carddesigner.core.piece import PieceKey
from carddesigner.core.printing import Layout, ManualDuplex, MarkKind, PageOrder
from carddesigner.core.record import leaves
from carddesigner.core.report import DeckError, Problem, Progress, Related, Report, did_you_mean, series
from carddesigner.core.slots import SlotSheet
from carddesigner.core.source import Span
from carddesigner.core.units import MM
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.impose import cutting
from carddesigner.impose.cautions import BEGUN_UNUSED
from carddesigner.impose.grid import PaperTooSmall
from carddesigner.impose.instructions import PAPER, STOCK, cover_page, steps, two_passes
from carddesigner.impose.jobs import Job, SheetSettings
from carddesigner.impose.pieces import impose_pieces
from carddesigner.impose.sharing import count_sheets
from carddesigner.impose.sheet import Sheet, Sheets
from carddesigner.impose.sheets import impose_sheets
from carddesigner.layout.cards import Elsewhere
from carddesigner.layout.deck import lay_out_deck
from carddesigner.layout.piece import LaidPiece
from carddesigner.pipeline.job import PrintJob, check_slots
from carddesigner.pipeline.options import PrintOptions
from carddesigner.source.yaml import find
from carddesigner.template.checks import run_deck_checks
from carddesigner.template.expressions import Expression, ExpressionProblem

if TYPE_CHECKING:
    from carddesigner.layout.sleeves import Insert


class ComponentCount(Struct, frozen=True):
    """What was printed of a component; ``sheets`` is the number of its sheets, ``alone`` of those without other
    components.
    """

    id: str
    pieces: int
    cards: int
    sheets: int
    alone: int

    def with_more(self, other: ComponentCount) -> ComponentCount:
        """Return the sum with the same component in another file."""
        ours, theirs = (
            (self.pieces, self.cards, self.sheets, self.alone),
            (other.pieces, other.cards, other.sheets, other.alone),
        )
        return ComponentCount(self.id, *map(sum, zip(ours, theirs, strict=True)))


def split(deck: LoadedDeck, pieces: Sequence[LaidPiece]) -> tuple[tuple[LaidPiece, ...], tuple[LaidPiece, ...]]:
    """Return the pieces that are cut from sheets, and the pages of booklets and leaflets."""
    booklets = {c.id for c in deck.components if c.folding is not None}
    leaves = tuple(p for p in pieces if p.component in booklets)
    return tuple(p for p in pieces if p.component not in booklets), leaves


def sleeved(job: PrintJob, pieces: Sequence[LaidPiece], report: Report) -> tuple[LaidPiece, ...]:
    """Return the pieces that go into sleeves; flat ones that don't are reported. Raises DeckError if none does."""
    from carddesigner.layout.sleeves import for_sleeves

    goes = for_sleeves(job.deck)
    out = tuple(filter(goes, pieces))
    left = dict.fromkeys(p.component for p in pieces if p.stock is None and p.copies and not goes(p))
    if out and left:
        message = f"not printed: {series(list(left))}; only thin rectangles go into sleeves"
        report.warn("no-sleeve", message, hint="build the deck without --sleeves for the others")
    if not out:
        report.fail(
            "no-cards",
            "none of the deck's pieces goes into a sleeve: none is a card",
            Span(str(job.deck.root.span.path)),
        )
    return out


def jobs_of(job: PrintJob, pieces: Sequence[LaidPiece]) -> list[Job]:
    """Return the copies of all pieces in order, as a job for each consecutive group of one component and stock; whole
    decks follow one another. Pages of booklets and leaflets are left out, because they have sheets of their own.
    """
    components = {c.id: c for c in job.deck.components}
    pieces, _ = split(job.deck, pieces)
    printed: Counter[PieceKey] = Counter()
    jobs = []
    for _ in range(job.options.copies):
        # The parts of a box differ in size.
        for (name, stock, _), run in groupby(
            pieces, key=lambda p: (p.component, p.stock, p.cut.stock_name if p.cut is not None else None)
        ):
            copies, cut = [], components[name]
            for piece in run:
                cut = piece.cut or cut
                for faces in piece.copies:
                    printed[piece.key] += 1
                    copies.append((piece.id, printed[piece.key], *faces))
            if copies:
                card = f"{cut.stock.thickness:.3f}" if job.options.sleeves is None else "sleeves"
                jobs.append(Job(name, tuple(copies), card, stock is not None))
    return jobs


def lay_out(
    job: PrintJob,
    report: Report,
    progress: Progress | None = None,
    cache: Cache | None = None,
    leave_out: Container[PieceKey] = (),
    take: Callable[[LaidPiece], LaidPiece] | None = None,
    elsewhere: Elsewhere | None = None,
    *,
    prints: bool = True,
) -> tuple[LaidPiece, ...]:
    """Return every piece with its faces, without those in *leave_out*. *take* may replace each as it comes, and cards
    from *elsewhere* aren't laid out here. Raises DeckError if anything doesn't fit, is missing or has no glyph, and,
    unless *prints* is False, if there is nothing to print.
    """
    deck, select = job.deck, job.options.select
    if not deck.is_partial:
        count_fields(deck, report)
    run_deck_checks(deck, report)
    deals = deck.deck.packs or deck.deck.library is not None or deck.deck.odds is not None
    # Packs are the same in every language, and can't be checked for a part of the cards.
    if deals and not leave_out and not deck.is_partial and deck.deck.language == deck.original:
        from carddesigner.deal.recipe import check_dealing

        check_dealing(deck, report)
    try:
        pieces = lay_out_deck(
            deck,
            report,
            select=select,
            progress=progress,
            cache=cache,
            back_bleed=job.sheet.back_bleed,
            leave_out=leave_out,
            room=job.room,
            take=take,
            elsewhere=elsewhere,
        )
    except ExpressionProblem as problem:
        assert select is not None, "other expressions are in the deck"
        report.refuse(problem, select.place, about=_written(select))
    report.raise_errors()
    if prints and not leave_out and not any(p.copies for p in pieces):
        if select is not None:
            report.fail("nothing-selected", f"no card matches {_written(select)} {select.source!r}", select.place)
        report.fail("no-cards", "the deck has no cards to print", Span(str(deck.root.span.path)))
    return pieces


def _written(select: Expression) -> str:
    """Return the name of the option where it was given."""
    return "--select" if select.place is None else "`select:`"


def impose(job: PrintJob, pieces: Sequence[LaidPiece], report: Report) -> Sheets:
    """Return the pieces on sheets, or on pages of their own. Raises DeckError if a piece is larger than the paper."""
    jobs, options, sheet = jobs_of(job, pieces), job.options, job.sheet
    if options.layout == Layout.PIECES:
        order, marked = options.page_order or PageOrder.FRONT_BACK, bool(options.marks)
        return impose_pieces(jobs, job.builder, sheet.duplex, unique=options.unique, order=order, marked=marked)
    if sheet.slots is not None:
        from carddesigner.impose.slots import misfits

        check_slots(job, sheet.slots, report)
        report.raise_errors()
        if options.select is None and options.listed is None and options.since is None:
            _warn_of_empty(job, jobs, sheet.slots, report)
        for component, problem in misfits(jobs, sheet.slots):
            cut = next((c.span for c in job.deck.components if c.id == component), None)
            related = (Related(cut, "for this component"),) if cut is not None else ()
            report.add(problem, job.place("sheet", options.sheet_layout), related=related, hint=_takes(jobs, component))
        report.raise_errors()
    try:
        sheets = impose_sheets(jobs, sheet, job.builder)
    except PaperTooSmall as problem:
        bleed = sheet.back_bleed or 0.0
        reason = f"backs with {bleed / MM:g} mm of bleed need such margins" if bleed > sheet.margin else None
        if reason is not None:
            place = job.place("back-bleed", options.back_bleed)
        else:
            place = job.place("margin") if problem.of_margin else job.place("paper", options.paper)
        report.add(problem, place, hint=reason)
    except Problem as problem:
        places = {
            "bleed-too-large": job.place("back-bleed", options.back_bleed),
            "no-guides": job.place("gutter", options.gutter),
            "unknown-slot": None,
            "under-marks": job.place("marks", options.marks),
        }
        skips = problem.code == "unknown-slot" and problem.message.startswith("--skip")
        about = _blank(options) if problem.code == "unknown-slot" and not skips else ""
        report.add(problem, places.get(problem.code), about=about)
    else:
        for warning in sheets.warnings:
            report.add(warning)
        return sheets
    raise DeckError(report)


def _warn_of_empty(job: PrintJob, jobs: Sequence[Job], sheet: SlotSheet, report: Report) -> None:
    """Warn of slots that none of the deck's pieces fits."""
    from carddesigner.impose.slots import never_filled

    named = job.options.sheet_layout is not None or sheet.name
    slots = find(job.deck.root, ("print", "sheet", "slots"))
    for number, message in never_filled(jobs, sheet):
        place = None if named else (find(slots, (number,)) if isinstance(slots.value, tuple) else slots).span
        report.warn("empty-slot", message, place)


def _blank(options: PrintOptions) -> str:
    """Return the option that leaves the last of the blank slots blank."""
    first, others = options.first_slot or 1, options.blank_slots or frozenset((0,))
    return f"--first-slot {first}" if first > max(others) else f"--blank-slots {max(others)}"


def _takes(jobs: Sequence[Job], component: str) -> str | None:
    """Return a hint with the known sheets whose slots fit a component's pieces."""
    from carddesigner.impose.slots import fitting, size_of
    from carddesigner.schema.slot_sheets import makers_sheets

    copy = next(job.copies[0] for job in jobs if job.component == component)
    names = [name for name, made in makers_sheets().items() if fitting(made.sheet, size_of(copy, made.sheet))]
    return f"of the known sheets, {', '.join(names)} would fit" if names else None


def pages_of(
    job: PrintJob, pieces: Sequence[LaidPiece], sheets: Sheets, report: Report
) -> tuple[Sequence[Sheet], tuple[str, ...]]:
    """Return the printed pages in order, with the pages of instructions, and the steps; nothing without pieces. Raises
    DeckError for an unknown sheet number.
    """
    options, sheet = job.options, job.sheet
    if not pieces and options.sheets is None:
        return (), ()
    pages: Sequence[Sheet] = sheets.sheets
    if options.layout == Layout.PIECES:
        return pages, ()
    if options.sheets is not None:
        there = {page.number for page in pages}
        missing = sorted(options.sheets - there)
        if missing:
            message = f"--sheet: there is no sheet {missing[0]}; the deck has {max(there, default='none')}"
            report.fail("unknown-sheet-number", message)
        pages = [page for page in pages if page.number in options.sheets]
    backs = any(page.side == "back" for page in pages)
    paper = sheet.slots.paper if sheet.slots is not None else sheet.paper
    turn = job.turn if backs else replace(job.turn, manual=ManualDuplex.NONE)
    paired = backs and not turn.in_passes
    covers = (2 if paired else 1) if options.cover else 0
    cut = not sheet.marks.isdisjoint((MarkKind.CROP, MarkKind.CUT_LINES))
    if turn.in_passes:
        pages = two_passes(pages, turn, paper, job.builder, covers=covers)
    stock = STOCK if options.sleeves is None else PAPER
    templates = []
    if options.cutting_template:
        templates = cutting.cutting_templates(sheets.uses, job.builder, options.sheets, paired=paired)
    begun = (
        bool(sheet.blank)
        and any(p.number == 1 for p in pages)
        and BEGUN_UNUSED not in {w.code for w in sheets.warnings}
    )
    *first, knife = steps(paper.name, turn, pages, cut=cut, covers=covers, stock=stock, slots=sheet.slots, begun=begun)
    if cut and any(use.plan.shared for use in sheets.uses):
        knife = f"{knife.removesuffix('.')}; on sheets with pieces of several sizes first between these sizes."
    if sheet.cutter is not None:
        knife = cutting.by_machine(sheet.cutter)
    if templates:
        knife = cutting.step(templates, covers + len(pages), knife if cut else None)
    how = (*first, knife, *_folding(job, pieces, pages))
    if options.sleeves is not None:
        how = (*how, *_sleeving(job.deck, options.sleeves, pieces, pages))
    if options.cover:
        contents = [f"{c.cards or c.pieces} {c.id}" for c in counts(job.deck, pages)]
        pages = [*cover_page(paper, job.builder, contents, how, paired=paired), *pages]
    return [*pages, *templates], how


def _folding(job: PrintJob, pieces: Sequence[LaidPiece], pages: Sequence[Sheet]) -> tuple[str, ...]:
    """Return the instructions for nets and boxes, a line for each component."""
    deck = job.deck
    printed = {slot.key for page in pages for slot in page.slots}
    with_art = {c.id for c in deck.components if c.front is not None}
    out: dict[str, str] = {}
    for piece in pieces:
        if piece.stock is not None and piece.key in printed:
            die = piece.stock.die
            first = f"glue the {die.part[1]} parts together, then the rest" if die.part[1] > 1 else "glue"
            lines = "crease the dashed lines, cut the others"
            if job.sheet.cutter is not None:
                lines = (
                    "crease along the fine dashes" if job.room.pictured else "the machine cuts it and creases its folds"
                )
            elif piece.first[1] is not None:
                lines = f"on the back, {lines}"
            elif piece.component in with_art:
                lines += ", both from tick to tick where there is art"
            out[piece.component] = (
                f"{piece.component}: {lines}, fold away from the print, {first} in the order "
                f"of the numbers; the {die.what} is {die.outside} in the end."
            )
    return tuple(out.values())


def _sleeving(deck: LoadedDeck, insert: Insert, pieces: Sequence[LaidPiece], pages: Sequence[Sheet]) -> Iterator[str]:
    """Yield the instructions for papers in sleeves, with the sizes of those on the pages."""
    from carddesigner.layout.sleeves import Inserts

    components = {c.id: c for c in deck.components}
    printed = {slot.key for page in pages for slot in page.slots}
    sizes = dict.fromkeys((p.cut or components[p.component]).stock.size for p in pieces if p.key in printed)
    papers = dict.fromkeys(insert.of(*size) for size in sizes)
    each = " or ".join(f"{width / MM:g} × {height / MM:g} mm" for width, height in papers)
    yield f"Slide each paper of {each} into a sleeve, before an old card."
    scales = [f"{Inserts(insert).scale(*size):.0%}" for size in sizes]
    if any(scale not in ("99%", "100%", "101%") for scale in scales):
        yield f"The cards are drawn at {' and '.join(dict.fromkeys(scales))} of their size, so that they fit."


def counts(deck: LoadedDeck, pages: Sequence[Sheet]) -> tuple[ComponentCount, ...]:
    """Return how much of each component is on the pages. Boxes don't count as cards."""
    boxes = {c.id for c in deck.components if c.box is not None}
    fronts: dict[str, list[tuple[str, int]]] = {}
    on: dict[int, set[str]] = {}
    for page in pages:
        for slot in page.slots:
            if slot.side == "front":
                fronts.setdefault(slot.component, []).append((slot.piece, page.number))
                on.setdefault(page.number, set()).add(slot.component)
    in_order = ((c.id, fronts[c.id]) for c in deck.components if c.id in fronts)
    return tuple(
        ComponentCount(
            name,
            len({p for p, _ in own}),
            0 if name in boxes else len(own),
            len({n for _, n in own}),
            len({n for _, n in own if len(on[n]) == 1}),
        )
        for name, own in in_order
    )


def usage(job: PrintJob, pieces: Sequence[LaidPiece], sheets: Sheets) -> str:
    """Return a line with the number of sheets, how full the last is, and what another paper or gutter would need; for
    sheets printed again, only their number.
    """
    if not sheets.uses:
        return ""
    sheet = job.sheet
    total = sum(use.sheets for use in sheets.uses)
    if job.options.sheets is not None:
        return f"{len(job.options.sheets)} of {total} sheets"
    if sheet.slots is not None:
        return f"{total} sheet{'s' * (total != 1)}; the last has {sheets.uses[-1].last} of {sheets.uses[-1].on_a_sheet}"
    several = len(sheets.uses) > 1
    alone = [u for u in sheets.uses if not u.plan.shared and (u.on_a_sheet > 1 or not several)]
    lasts = [(f" of {u.components[0]}{' …' * (len(u.components) > 1)}" if several else "", u) for u in alone[:4]]
    full = ", ".join(f"the last{what} has {u.last} of {u.on_a_sheet}" for what, u in lasts)
    jobs = jobs_of(job, pieces)

    def needs(other: SheetSettings) -> int | None:
        try:
            return count_sheets(jobs, other)
        except Problem:
            return None

    papers = [(p.name, needs(replace(sheet, paper=p))) for p in PAPERS.values() if p.name != sheet.paper.name]
    fitting = [f"{name} {n}" for name, n in papers if n is not None]
    other = [f"on other papers: {', '.join(fitting)}"] if fitting else []
    if sheet.gutter is not None:
        auto = needs(replace(sheet, gutter=None))
        if auto is not None and auto < total:
            other.append(f"with --gutter auto: {auto}")
    else:
        bleed = max((p.first[0].bleed for p in pieces), default=0.0)
        wide = needs(replace(sheet, gutter=2 * bleed))
        if bleed and wide is not None and wide > total:
            other.append(f"with --gutter {2 * bleed / MM:g}mm, for all of the bleed: {wide}")
    apart = needs(replace(sheet, share=False)) if sheet.share and len(jobs) > 1 else None
    saved = f", {apart - total} fewer than without sharing" if apart is not None and apart > total else ""
    sheets_ = f"{total} sheet{'s' if total != 1 else ''}{saved}"
    return "; ".join(filter(None, (sheets_, full))) + (f". Sheets needed {'; '.join(other)}" if other else "")


def count_fields(deck: LoadedDeck, report: Report) -> tuple[str, ...]:
    """Return the fields of ``count-by`` that some card has, read or not; the others are reported."""
    wanted = deck.deck.count_by
    if not wanted:
        return ()
    rows = [card.row for c in deck.components for card in c.cards]
    unread = [c.table.names for c in deck.components if c.table is not None and not c.cards]
    missing = set(wanted).difference(("component",), *unread)
    for name, _ in (leaf for row in rows for leaf in leaves(row)):
        missing.discard(name)
        if not missing:
            # Usually the first rows have them all.
            return wanted
    fields = dict.fromkeys(name for row in rows for name, _ in leaves(row))
    fields |= dict.fromkeys((*chain.from_iterable(unread), "component"))
    place = find(deck.root, ("count-by",))
    for i, name in enumerate(wanted):
        if name not in fields:
            near = did_you_mean(name, fields)
            message, hint = f"no card has a field {name!r}{near}", f"there are {', '.join(fields)}"
            report.error("unknown-field", message, find(place, (i,)).span, hint=hint, fix=near.fix)
    return tuple(name for name in wanted if name in fields)
