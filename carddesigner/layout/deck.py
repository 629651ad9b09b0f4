"""Lay out a loaded deck: the front and back of every card as faces."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.contents.base import Placed
from carddesigner.contents.flow import FlowSettings
from carddesigner.core.cache import Cache
from carddesigner.core.effort import TooMuchWork, bounded, fitting, spend, spent
from carddesigner.core.face import LaidFace, Request
from carddesigner.core.geometry import Rect
from carddesigner.core.piece import PieceKey, card_of
from carddesigner.core.record import Record
from carddesigner.core.report import Diagnostic, Problem, Progress, Report
from carddesigner.core.source import Span
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.deck import FaceRef, LoadedComponent, LoadedDeck
from carddesigner.layout.booklet_pages import BookletPage, bind
from carddesigner.layout.boxes import PaperRoom, deck_room
from carddesigner.layout.cards import CardPieces, Chosen, Elsewhere
from carddesigner.layout.dies import DiePieces
from carddesigner.layout.faces import DeckFaces, Page, deck_faces
from carddesigner.layout.figures import FigureProblems, figure_drawer
from carddesigner.layout.pages import FilledPage, set_pages
from carddesigner.layout.piece import LaidPiece
from carddesigner.layout.sides import Sides
from carddesigner.layout.zones import ZoneLayout
from carddesigner.template.expressions import Expression, ExpressionProblem
from carddesigner.template.faces import card_scope
from carddesigner.template.select import Selection
from carddesigner.text.document import has_credits

if TYPE_CHECKING:
    from carddesigner.template.moved import Moved

MAX_ON_THE_WAY = 4_000
"""The number of cached results kept for later pieces if pieces are taken one by one."""


class _Filled(Struct, frozen=True):
    """A text set in pages (None if its face has no flow), the problems of its setting and its figures, and the steps
    taken.
    """

    pages: tuple[FilledPage, ...] | None
    report: Report
    resolving: tuple[Diagnostic, ...]
    steps: int
    requested: Mapping[Request, object]
    held: object


class _Studio(Struct):
    """What is built once for a deck: resolvers by template, layouts by stock."""

    deck: LoadedDeck
    report: Report
    faces: DeckFaces
    cards: CardPieces
    chosen: Chosen
    pages: dict[str, int]
    dies: DiePieces

    def pieces(self, component: LoadedComponent) -> Iterator[LaidPiece]:
        """Yield the selected pieces of a component."""
        if component.is_die:
            yield from self.dies.pieces(component, self.chosen)
            return
        if component.blocks is not None:
            if self.faces.sides(component) is not None:
                yield from self._text_pages(component)
            return
        cut = self.cards.cut(component)
        for card, (as_cut, sides) in self.chosen.cards(component, cut.of) if cut is not None else ():
            yield from self.cards.pieces(as_cut, card, sides)

    def _text_pages(self, component: LoadedComponent) -> Iterator[LaidPiece]:
        """Yield running text on instruction cards, or on the pages of a booklet or leaflet."""
        texts = self._filled(component)
        if not texts:
            return
        if component.fills_both:
            yield from self._text_on_both_sides(component, texts)
            return
        folding = component.folding
        plan = tuple(BookletPage("text", n) for n in range(len(texts)))
        try:
            if folding is not None:
                plan = bind(len(texts), folding.fold, cover=folding.cover is not None, back=component.back is not None)
                self.pages[component.id] = len(plan)
        except Problem as problem:
            self.report.add(problem, component.span, card=component.id)
            return
        chosen = {n for n in range(1, len(plan) + 1) if self.chosen.selects(_page_card(component, n))}
        chapter = ""
        for number, page in enumerate(plan, 1):
            # Half a booklet can't be folded.
            if not chosen or (folding is None and number not in chosen):
                continue
            card = _page_card(component, number)
            text = texts[page.text] if page.kind == "text" else None
            chapter = text.chapter if text is not None else chapter
            scope = _page_scope(component, number, len(plan), chapter, blank=page.kind == "blank")
            own = Page(scope, partial(_placed, text), text)
            if folding is None:
                faces = self.faces.both(component, card, 1, (component.front, component.back), own)
            else:
                ref = {"cover": folding.cover, "back": component.back}.get(page.kind, component.front)
                face = self.faces.face(component, card, "front", 1, ref, own)
                assert face is not None
                faces = face, None
            yield LaidPiece(card.id, component.id, (faces,) * component.copies, faces)

    def _text_on_both_sides(self, component: LoadedComponent, texts: tuple[FilledPage, ...]) -> Iterator[LaidPiece]:
        """Yield running text on instruction cards, a page of text on each side; the last card's back may have no
        text.
        """
        chapter, count = "", _cards_of(component, len(texts))
        for number in range(1, count + 1):
            card, faces = _page_card(component, number), list[LaidFace | None]()
            both = (("front", component.front), ("back", component.back))
            for n, (side, ref) in enumerate(both, 2 * number - 2):
                text = texts[n] if n < len(texts) else None
                chapter = text.chapter if text is not None else chapter
                scope = _page_scope(component, n + 1, 2 * count, chapter, blank=text is None)
                page = Page(scope, partial(_placed, text), text)
                faces.append(
                    self.faces.face(component, card, side, 1, ref, page) if self.chosen.selects(card) else None
                )
            front, back = faces
            if front is not None:
                yield LaidPiece(card.id, component.id, ((front, back),) * component.copies, (front, back))

    def _filled(self, component: LoadedComponent) -> tuple[FilledPage, ...]:
        """Return the text set in the front's flow; empty if it has a problem, which is reported."""
        assert component.front is not None
        layout, deck, spec = self.faces.layout(component), self.deck, self.faces.spec(component.front)
        # An unknown board in the flow was already reported there.
        figure_problems = FigureProblems(any(d.code == "unknown-board" for d in self.report.errors))
        facts = (deck.facts, deck.palette_record, deck.deck.language, component.id, component.copies)
        key = ("filled", id(spec), id(component.blocks), layout.key, figure_problems.is_board_reported, *facts)
        filled: _Filled | None = self.faces.cache.get(key)
        if filled is None or not deck.assets.gives(filled.requested):
            faces = self.faces.apart()
            studio = replace(self, report=faces.problems.report, faces=faces)
            before = spent()
            pages, requested = deck.assets.recording(partial(studio._fill, component, layout, figure_problems))
            problems, held = tuple(figure_problems.resolving.problems), (spec, component.blocks)
            filled = _Filled(pages, studio.report, problems, spent() - before, requested, held)
            self.faces.cache.put(key, filled)
        else:
            spend(filled.steps)
        self.faces.problems.take(filled.report, filled.resolving)
        self.pages[component.id] = _cards_of(component, len(filled.pages or ()))
        if filled.pages is None and not self.report.errors:
            self._report_no_flow(component.front)
        return filled.pages or ()

    def _report_no_flow(self, ref: FaceRef) -> None:
        message = f"face {ref.face!r} has no zone with `flow`, so the text has no place"
        self.report.error("no-flow", message, ref.span)

    def _fill(
        self, component: LoadedComponent, layout: ZoneLayout, figure_problems: FigureProblems
    ) -> tuple[FilledPage, ...] | None:
        """Return the text in pages, or None if no zone has a flow."""
        assert component.front is not None
        resolver = self.faces.resolvers[component.front.template]
        scope = card_scope(self.deck, LoadedCard("", component.id, 1, Record({}), None), "front", 1)
        pages: tuple[FilledPage, ...] | None = None

        def measure(look: FlowSettings, frame: Rect) -> Placed:
            nonlocal pages
            draw = figure_drawer(resolver, layout, look, scope, figure_problems, self.report)
            made, problems = set_pages(component.blocks or (), look, frame.width, frame.height, draw)
            pages = (*(pages or ()), *made)
            for problem in problems:
                self.report.add(problem, card=component.id)
            return Placed(())

        card = _page_card(component, 1)
        page = Page(_page_scope(component, 1, 1), measure, is_filled=False)
        self.faces.face(component, card, "front", 1, component.front, page)
        if component.fills_both and component.back is not None:
            flows = list[Rect]()

            def met(_look: FlowSettings, frame: Rect) -> Placed:
                flows.append(frame)
                return Placed(())

            page = Page(_page_scope(component, 2, 2), met, is_filled=False)
            self.faces.face(component, card, "back", 1, component.back, page)
            if not flows and pages is not None:
                self._report_no_flow(component.back)
        spec = self.faces.spec(component.front)
        self.faces.problems.add(
            card, "front", spec, figure_problems.resolving.problems, figure_problems.placing.problems
        )
        return pages


_FEWER = "fewer of them on a card, or fewer cards; or parts of the deck as decks of their own"


def _fewer(component: LoadedComponent, total: int, laid: int) -> str:
    """Return the advice for a deck of *total* cards that is too much work after so many were *laid* out."""
    most = fitting(laid, spent())
    if not 0 < most < total:
        return _FEWER
    hint = f"fewer of them on a card; or files of fewer cards, with --layout pieces --split {most}"
    if component.serials is None:
        return hint
    first = component.serials.first
    return f"{hint}; or a run of them at a time, with --serials {first}-{first + most - 1}"


def lay_out_deck(
    deck: LoadedDeck,
    report: Report,
    *,
    select: Expression | None = None,
    progress: Progress | None = None,
    cache: Cache | None = None,
    back_bleed: float | None = None,
    leave_out: Container[PieceKey] = (),
    room: PaperRoom | None = None,
    take: Callable[[LaidPiece], LaidPiece] | None = None,
    elsewhere: Elsewhere | None = None,
) -> tuple[LaidPiece, ...]:
    """Return every piece of every component, in order, without the pieces of tables in *leave_out*. Problems go to the
    report, and pieces with problems are left out.

    What *cache* holds from an earlier run is not laid out again. *back_bleed*, in points, replaces the stocks' bleed on
    backs. Boxes are made for *room*, by default the deck's own paper. *take* receives each piece once it is laid out
    and returns its replacement; if that holds no faces, memory doesn't grow with the deck. Cards that *elsewhere*
    returns are not laid out here.
    """
    own_cache, room = cache if cache is not None else Cache(), room or deck_room(deck.deck)
    if any(has_credits(component.blocks or ()) for component in deck.components):
        from carddesigner.layout.credits import Collector, with_credits

        def lay(plain: LoadedDeck, collector: Collector) -> None:
            def collected(piece: LaidPiece) -> LaidPiece:
                collector.add(face for faces in (*piece.copies, piece.first) for face in faces)
                if cache is None:
                    own_cache.age(MAX_ON_THE_WAY)
                return replace(piece, copies=(), first=(replace(piece.first[0], zones=()), None))

            # All cards count for the credits, whichever are selected.
            lay_out_deck(plain, Report(), cache=own_cache, back_bleed=back_bleed, room=room, take=collected)

        try:
            deck = with_credits(deck, lay)
        except Problem as problem:
            report.add(problem)
            return ()
    selection = Selection(select, deck.facts, len(deck.components) > 1) if select is not None else None
    faces = deck_faces(deck, report, own_cache, room, back_bleed)
    cards, pages = CardPieces(faces, elsewhere), dict[str, int]()
    dies = DiePieces(faces, cards, room, pages)
    studio = _Studio(deck, report, faces, cards, Chosen(selection, leave_out), pages, dies)
    done = take or (lambda piece: piece)
    total = sum(len(c.cards) for c in deck.components)
    laid: dict[str, list[LaidPiece]] = {}
    with bounded(total):
        # A box is as large as its contents, which may be pages of running text; they are counted by laying them out.
        for component in sorted(deck.components, key=lambda c: c.box is not None):
            own = laid[component.id] = []
            try:
                for piece in studio.pieces(component):
                    if progress is not None and len(own) % 50 == 0:
                        progress("laying out", sum(map(len, laid.values())), total)
                    own.append(done(piece))
                    if take is not None and cache is None:
                        own_cache.age(MAX_ON_THE_WAY)
            except TooMuchWork as stopped:
                what = stopped.kind or "zones, letters and expressions"
                message = f"laying out the deck takes more than {stopped.most:,} steps, most of them for {what}"
                hint = _fewer(component, total, sum(map(len, laid.values())))
                span, card = stopped.span or component.span, stopped.card or component.id
                report.error("too-much-work", message, span, hint=hint, card=card)
                break
            except ExpressionProblem:  # In the selection: the caller reports its place.
                raise
            except Problem as problem:
                report.add(problem)
                break
    if selection is not None:
        selection.settle()
    return tuple(piece for component in deck.components for piece in laid.get(component.id, ()))


def lay_out_piece(
    deck: LoadedDeck,
    key: PieceKey,
    report: Report,
    *,
    cache: Cache | None = None,
    back_bleed: float | None = None,
    room: PaperRoom | None = None,
) -> LaidPiece | None:
    """Return a single piece as in the whole deck; for a net or box in parts, the first part. Problems go to the report;
    returns None for a piece with problems or one that doesn't exist.
    """
    component = next((c for c in deck.components if c.id == key.component), None)
    if component is None:
        return None
    if component.is_die or component.blocks is not None:
        pieces = lay_out_deck(deck, report, cache=cache, back_bleed=back_bleed, room=room)
        return next((p for p in pieces if p.key in (key, PieceKey(key.component, f"{key.id}-part-1"))), None)
    room = room or deck_room(deck.deck)
    cards = CardPieces(deck_faces(deck, report, cache if cache is not None else Cache(), room, back_bleed))
    by_id = {c.id: c for c in component.cards}
    card = by_id.get(key.id) or by_id.get(card_of(key.id))
    if card is None:
        return None
    with bounded(len(component.cards)):
        as_cut = cards.cut(component)
        cut = as_cut.of(card) if as_cut is not None else None
        parts = cards.pieces(cut[0], card, cut[1]) if cut is not None else ()
        try:
            return next((piece for piece in parts if piece.id == key.id), None)
        except Problem as problem:
            report.add(problem)
            return None


class TriedPiece:
    """A card that is laid out repeatedly with moved zones, for preview only. What doesn't depend on the places of zones
    is resolved once.
    """

    def __init__(
        self, faces: DeckFaces, component: LoadedComponent, card: LoadedCard, sides: tuple[Sides, ...]
    ) -> None:
        self._faces, self._component, self._card, self._sides = faces, component, card, sides

    @classmethod
    def of(
        cls, deck: LoadedDeck, key: PieceKey, *, cache: Cache, back_bleed: float | None = None, room: PaperRoom
    ) -> TriedPiece | None:
        """Return a piece as in the whole deck, or None if it can't be laid out alone or has a problem."""
        component = next((c for c in deck.components if c.id == key.component), None)
        if component is None or component.is_die or component.blocks is not None:
            return None
        report = Report()
        cards = CardPieces(deck_faces(deck, report, cache, room, back_bleed))
        card = next((c for c in component.cards if c.id == key.id), None)
        as_cut = cards.cut(component) if card is not None else None
        cut = as_cut.of(card) if as_cut is not None and card is not None else None
        if card is None or cut is None or report.errors or any(map(cards.goes_on, cut[1])):
            return None
        return cls(cards.faces, cut[0], card, cut[1])

    def piece(self, zones: Mapping[Span, Moved], report: Report) -> LaidPiece:
        """Return the card with *zones*, given by their spans, at their new places. Problems go to the report. Raises
        ValueError for an impossible box, and Problem.
        """
        from carddesigner.template.moved import moved

        before = self._faces
        resolvers = {}
        for name, resolver in before.resolvers.items():
            faces = {ref.face for both in self._sides for ref in both if ref is not None and ref.template == name}
            template = moved(resolver.template, faces, zones, resolver.context)
            resolvers[name] = replace(resolver, template=template)
        moved_faces = before.with_templates(resolvers, report)
        before.cache.trim()
        with bounded(1):
            return CardPieces(moved_faces).piece(self._component, self._card, self._sides, of_cards=True)


def _page_scope(
    component: LoadedComponent, number: int, pages: int, chapter: str = "", *, blank: bool = False
) -> dict[str, object]:
    """Return the names that the face of a page may use."""
    right = component.folding is not None and component.folding.binds_right
    inner = "right" if (number % 2 == 1) == right else "left"
    return {"page": number, "pages": pages, "inner": inner, "chapter": chapter, "blank": blank}


def _cards_of(component: LoadedComponent, pages: int) -> int:
    """Return how many pieces the pages of text need."""
    return -(-pages // 2) if component.fills_both else pages


def _placed(text: FilledPage | None, _look: FlowSettings, frame: Rect) -> Placed:
    """Return the text of a page's frame; empty for a page without text. Raises Problem for a frame of another size."""
    return Placed(text.placed(frame) if text is not None else ())


def _page_card(component: LoadedComponent, number: int) -> LoadedCard:
    return LoadedCard(f"{component.id}-{number:03d}", component.id, component.copies, Record({}), component.span)
