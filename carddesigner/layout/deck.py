"""Lay out a loaded deck: the front and back of every card as faces."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.contents.base import Placed
from carddesigner.contents.flow import FlowSettings
from carddesigner.contents.text import MAX_FOLLOWING
from carddesigner.core.cache import Cache
from carddesigner.core.digest import digest
from carddesigner.core.effort import TooMuchWork, bounded, fitting, spend, spent
from carddesigner.core.face import LaidFace, Request
from carddesigner.core.geometry import Rect
from carddesigner.core.piece import PieceKey, card_of, part_id
from carddesigner.core.record import Record
from carddesigner.core.report import Diagnostic, Problem, Progress, Related, Report
from carddesigner.core.source import Span
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.deck import MAX_COPIES, FaceRef, LoadedComponent, LoadedDeck
from carddesigner.layout.booklet_pages import BookletPage, bind
from carddesigner.layout.boxes import PaperRoom, box_die, box_parts, content_of, deck_room, net_parts
from carddesigner.layout.faces import DeckFaces, Page, deck_faces
from carddesigner.layout.figures import FigureProblems, figure_drawer
from carddesigner.layout.pages import FilledPage, set_pages
from carddesigner.layout.piece import Faces, LaidPiece
from carddesigner.layout.sides import Sides
from carddesigner.layout.stocks import CutCards, cut_cards
from carddesigner.layout.zones import Continuing, ZoneLayout
from carddesigner.nets.die import Die, Room
from carddesigner.schema.dies import die_stock
from carddesigner.template.continuing import continuing_problems, continuing_zones
from carddesigner.template.expressions import Expression, ExpressionProblem
from carddesigner.template.faces import card_scope
from carddesigner.template.select import Selection
from carddesigner.text.document import has_credits

if TYPE_CHECKING:
    from carddesigner.template.moved import Moved

Found = TypeVar("Found")


class ReusedPiece(Struct, frozen=True):
    """A card that was laid out elsewhere: one pair of faces for all copies or one for each, and the steps that took."""

    copies: tuple[Faces, ...]
    steps: int


class Elsewhere(Protocol):
    """A source of cards laid out by another process or an earlier build. It holds only cards without problems, because
    problems are reported where a card is laid out.
    """

    def reused(self, card: LoadedCard) -> ReusedPiece | None:
        """Return a card, or None if it has to be laid out here. Called at most once for a card, in the deck's order."""

    def record(self, card: LoadedCard, steps: int, requests: tuple[Request, ...]) -> None:
        """Record a card that was laid out here without problems, before it is passed on."""


MAX_ON_THE_WAY = 4_000
"""The number of cached results kept for later pieces if pieces are taken one by one."""


class _Continues(Struct, frozen=True):
    """Whether texts of two faces continue on following cards, and the problems with that. ``faces`` keeps the faces
    alive, so that their ids stay unique.
    """

    goes_on: bool
    problems: tuple[Diagnostic, ...]
    faces: object


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
    room: PaperRoom
    selection: Selection | None = None
    leave_out: Container[PieceKey] = ()
    pages: dict[str, int] = field(default_factory=dict)
    contents: dict[str, Room | None] = field(default_factory=dict)
    going: dict[tuple[int, int], bool] = field(default_factory=dict)
    """Whether texts continue on following cards, by the ids of a card's faces."""
    added: dict[str, int] = field(default_factory=dict)
    """The number of copies of following cards, by component."""
    ids: dict[str, frozenset[str]] = field(default_factory=dict)
    """The ids of a component's cards, for components with following cards."""
    copies: int | None = None
    """The number of copies of all cards without following cards; None until first needed."""
    elsewhere: Elsewhere | None = None

    def _chooses(self, card: LoadedCard) -> bool:
        """Whether a card is selected. Raises ExpressionProblem."""
        return self.selection is None or self.selection.holds(card)

    def pieces(self, component: LoadedComponent) -> Iterator[LaidPiece]:
        """Yield the selected pieces of a component."""
        if component.is_die:
            yield from self._dies(component)
            return
        if component.blocks is not None:
            if self.faces.sides(component) is not None:
                yield from self._text_pages(component)
            return
        cards = self.cards(component)
        for card, (own, sides) in self._chosen(component, cards.of) if cards is not None else ():
            yield from self.pieces_of(own, card, sides)

    def cards(self, component: LoadedComponent) -> CutCards | None:
        """Return a component's cards as each is cut, or None if none can be laid out, which is reported."""
        return cut_cards(self.deck, component, self.faces.sides, self.report)

    def _chosen(
        self, component: LoadedComponent, of: Callable[[LoadedCard], Found | None]
    ) -> Iterator[tuple[LoadedCard, Found]]:
        """Yield the selected cards that can be laid out, each with the result of *of*."""
        for card in component.cards:
            sides = of(card) if card.key not in self.leave_out and self._chooses(card) else None
            if sides is not None:
                yield card, sides

    def piece(
        self, component: LoadedComponent, card: LoadedCard, sides: tuple[Sides, ...], *, of_cards: bool = False
    ) -> LaidPiece:
        """Return a card with its faces. *sides* are those of all its copies, or of each. Texts continue on following
        cards only if *of_cards* is set.
        """
        each = [
            self.faces.both(component, card, n, own, continuing=Continuing() if of_cards else None)
            for n, own in enumerate(self._of_copies(card, sides), 1)
        ]
        return self._piece(component, card, each)

    def _of_copies(self, card: LoadedCard, sides: tuple[Sides, ...]) -> tuple[Sides, ...]:
        """Return the sides once for all copies, or once for each copy if the faces read the copy's number."""
        refs = [ref for ref in sides[0] if ref is not None]
        differ = len(sides) == 1 and any(("copy",) in self.faces.spec(ref).reads for ref in refs)
        return sides * max(card.copies, 1) if differ else sides

    def _piece(self, component: LoadedComponent, card: LoadedCard, each: list[Faces], id_: str = "") -> LaidPiece:
        """Return a piece; *each* has one pair of faces for all copies or one for each."""
        cut = component if component.choice is not None else None
        copies = tuple(each * card.copies if len(each) == 1 else each)
        return LaidPiece(id_ or card.id, component.id, copies, each[0], cut=cut)

    def pieces_of(self, component: LoadedComponent, card: LoadedCard, sides: tuple[Sides, ...]) -> Iterator[LaidPiece]:
        """Yield a card, then the following cards with the rest of its texts."""
        if not any(self._goes_on(own) for own in sides):
            yield self._alone(component, card, sides)
            return
        every = [self._parts(component, card, n, own) for n, own in enumerate(self._of_copies(card, sides), 1)]
        for k in range(max(map(len, every))):
            each = [parts[k] for parts in every if k < len(parts)]
            id_ = part_id(card.id, k + 1)
            if k:
                self.added[component.id] = self.added.get(component.id, 0) + (
                    card.copies if len(each) == 1 else len(each)
                )
                if component.id not in self.ids:
                    self.ids[component.id] = frozenset(c.id for c in component.cards)
                if id_ in self.ids[component.id]:
                    message = f"a card that follows {card.id!r} would be called {id_!r}, as another is"
                    self.report.error("duplicate-id", message, card.span, card=card.id)
                if self._too_many():
                    message = f"with the cards that follow others the deck has more than {MAX_COPIES:,} copies"
                    raise Problem("too-many-copies", message, component.span)
            yield self._piece(component, card, each, id_)

    def _alone(self, component: LoadedComponent, card: LoadedCard, sides: tuple[Sides, ...]) -> LaidPiece:
        """Return a card without following cards; it may have been laid out elsewhere."""
        elsewhere = self.elsewhere
        if elsewhere is None:
            return self.piece(component, card, sides, of_cards=True)
        reused = elsewhere.reused(card)
        if reused is not None:
            spend(reused.steps)
            return self._piece(component, card, [*reused.copies])
        self.faces.problems.is_clean, before = True, spent()
        piece, requested = self.deck.assets.recording(partial(self.piece, component, card, sides, of_cards=True))
        if self.faces.problems.is_clean:
            elsewhere.record(card, spent() - before, tuple(requested))
        return piece

    def _too_many(self) -> bool:
        """Whether the deck has too many copies, following cards included."""
        if self.copies is None:
            self.copies = sum(card.copies for component in self.deck.components for card in component.cards)
        return self.copies + sum(self.added.values()) > MAX_COPIES

    def _goes_on(self, sides: Sides) -> bool:
        """Whether texts of a card may continue on following cards; problems with that are reported."""
        front, back = sides
        key = (
            id(self.faces.spec(front)) if front is not None else 0,
            id(self.faces.spec(back)) if back is not None else 0,
        )
        goes_on = self.going.get(key)
        if goes_on is None:
            continues = self._continuing(key, sides)
            for problem in continues.problems:
                self.report.add(problem)
            goes_on = self.going[key] = continues.goes_on
        return goes_on

    def _continuing(self, key: tuple[int, int], sides: Sides) -> _Continues:
        """Return how the templates let texts continue. The result is cached for as long as the faces are the same."""
        kept = self.deck.assets.files.cache
        continues: _Continues | None = kept.get(("continues", *key))
        if continues is None:
            faces = [(self.faces.resolvers[r.template].template, self.faces.spec(r)) for r in sides if r is not None]
            problems = continuing_problems(faces)
            continues = _Continues(not problems and bool(continuing_zones(faces)), tuple(problems), faces)
            kept.put(("continues", *key), continues)
        return continues

    def _parts(self, component: LoadedComponent, card: LoadedCard, copy: int, sides: Sides) -> list[Faces]:
        """Return the faces of a copy and of its following cards."""
        made, total = self._chain(component, card, copy, sides, 1), 1
        while len(made) != total and total < MAX_FOLLOWING + 1:
            total = max(len(made), total + 1)
            made = self._chain(component, card, copy, sides, total)
        return made

    def _chain(self, component: LoadedComponent, card: LoadedCard, copy: int, sides: Sides, total: int) -> list[Faces]:
        out: list[Faces] = []
        continuing = Continuing()
        while True:
            part = (len(out) + 1, total)
            out.append(self.faces.both(component, card, copy, sides, continuing=continuing, part=part))
            left = continuing.left
            for one in left.values():
                if len(out) > one.following:
                    many = f"{one.following} cards" if one.following > 1 else "one card"
                    follow = f", on {many} that may follow" if one.following else ""
                    hint = "make the boxes larger, the text shorter or `following-cards` more"
                    problem = replace(one.problem, message=one.problem.message + follow)
                    self.report.add(problem, hint=hint, related=_for_card(card), card=card.id)
                    return out
            if not left:
                return out
            continuing = Continuing({name: one.text for name, one in left.items()})

    def _dies(self, component: LoadedComponent) -> Iterator[LaidPiece]:
        """Yield nets, or a box, each in as many parts as the paper requires."""
        whole = self._die(component)
        if whole is None:
            return
        content = self._content(component) if component.box is not None else None
        try:
            if component.box is not None and content is not None:
                parts = box_parts(component.box, content, self.room)
            else:
                parts = net_parts(whole, self.room)
        except Problem as problem:
            self.report.add(problem, component.span, about=component.id)
            return
        cards_sides = self.faces.sides(replace(component, stock=die_stock(whole, component.stock)))
        if cards_sides is None:
            return
        stocks = [die_stock(part, component.stock) for part in parts]
        for card, sides in self._chosen(component, cards_sides.of):
            for n, stock in enumerate(stocks, 1):
                name = f"{component.id} {digest(stock.die)}"
                die_component = replace(component, stock=stock, stock_name=name, outline=stock.outline())
                named = replace(card, id=f"{card.id}-part-{n}") if len(stocks) > 1 else card
                piece, back = self.piece(die_component, named, sides), self.faces.lines.behind(stock, self.faces.cache)
                copies = tuple((front, back) for front, _ in piece.copies)
                yield replace(piece, stock=stock, copies=copies, first=(piece.first[0], back))

    def _die(self, component: LoadedComponent) -> Die | None:
        """Return a net, or the box for its contents; None if there are none or they could not be laid out."""
        if component.box is None:
            return component.die
        content = self._content(component)
        return box_die(component.box, content) if content is not None else None

    def _content(self, component: LoadedComponent) -> Room | None:
        """Return the room that a box's contents need. Reports an error if there are none."""
        if component.id not in self.contents:
            self.contents[component.id] = None
            components = {c.id: c for c in self.deck.components}
            held: list[tuple[LoadedComponent, Die | None, int]] = []
            for name in component.holds:
                inner = components.get(name)
                pages = self.pages.get(name)
                if inner is None or (inner.blocks is not None and pages is None):
                    return None
                die = self._die(inner) if inner.is_die else None
                if inner.is_die and die is None:
                    return None
                if inner.choice is not None:
                    held += self._cut_apart(inner)
                    continue
                held.append((inner, die, self._count(inner) if pages is None else pages * inner.copies))
            if component.box is not None and component.box.shape == "sleeve":
                content = held[0][1].outside if held[0][1] is not None else None
            else:
                content = content_of(held, component.box.sleeve if component.box is not None else None)
            self.contents[component.id] = content
            if content is None:
                message = f"the box {component.id!r} holds nothing; what lies in it has no copies"
                self.report.error("empty-box", message, component.span)
        return self.contents[component.id]

    def _count(self, component: LoadedComponent) -> int:
        """Return the number of copies of a component's cards, following cards included."""
        return sum(c.copies for c in component.cards) + self.added.get(component.id, 0)

    def _cut_apart(self, component: LoadedComponent) -> list[tuple[LoadedComponent, Die | None, int]]:
        """Return a component's cards grouped by their own stocks, with the number of copies of each group."""
        cards, counts = self.cards(component), dict[str, tuple[LoadedComponent, int]]()
        for card in component.cards if cards is not None else ():
            own = cards.cut(card) if cards is not None else None
            if own is not None:
                counts[own.stock_name] = own, card.copies + counts.get(own.stock_name, (own, 0))[1]
        return [(own, None, count) for own, count in counts.values()]

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
        chosen = {n for n in range(1, len(plan) + 1) if self._chooses(_page_card(component, n))}
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
                faces.append(self.faces.face(component, card, side, 1, ref, page) if self._chooses(card) else None)
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


def _for_card(card: LoadedCard) -> tuple[Related, ...]:
    """Return the place of the card that a problem was found for."""
    return (Related(card.span, "for this card"),) if card.span is not None else ()


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
    studio = _Studio(deck, report, faces, room, selection, leave_out, elsewhere=elsewhere)
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
    faces = deck_faces(deck, report, cache if cache is not None else Cache(), room, back_bleed)
    studio = _Studio(deck, report, faces, room)
    by_id = {c.id: c for c in component.cards}
    card = by_id.get(key.id) or by_id.get(card_of(key.id))
    if card is None:
        return None
    with bounded(len(component.cards)):
        cards = studio.cards(component)
        cut = cards.of(card) if cards is not None else None
        parts = studio.pieces_of(cut[0], card, cut[1]) if cut is not None else ()
        try:
            return next((piece for piece in parts if piece.id == key.id), None)
        except Problem as problem:
            report.add(problem)
            return None


class TriedPiece:
    """A card that is laid out repeatedly with moved zones, for preview only. What doesn't depend on the places of zones
    is resolved once.
    """

    def __init__(self, studio: _Studio, component: LoadedComponent, card: LoadedCard, sides: tuple[Sides, ...]) -> None:
        self._studio, self._component, self._card, self._sides = studio, component, card, sides

    @classmethod
    def of(
        cls, deck: LoadedDeck, key: PieceKey, *, cache: Cache, back_bleed: float | None = None, room: PaperRoom
    ) -> TriedPiece | None:
        """Return a piece as in the whole deck, or None if it can't be laid out alone or has a problem."""
        component = next((c for c in deck.components if c.id == key.component), None)
        if component is None or component.is_die or component.blocks is not None:
            return None
        report = Report()
        studio = _Studio(deck, report, deck_faces(deck, report, cache, room, back_bleed), room)
        card = next((c for c in component.cards if c.id == key.id), None)
        cards = studio.cards(component) if card is not None else None
        cut = cards.of(card) if cards is not None and card is not None else None
        if card is None or cut is None or studio.report.errors or any(map(studio._goes_on, cut[1])):
            return None
        return cls(studio, cut[0], card, cut[1])

    def piece(self, zones: Mapping[Span, Moved], report: Report) -> LaidPiece:
        """Return the card with *zones*, given by their spans, at their new places. Problems go to the report. Raises
        ValueError for an impossible box, and Problem.
        """
        from carddesigner.template.moved import moved

        before = self._studio.faces
        resolvers = {}
        for name, resolver in before.resolvers.items():
            faces = {ref.face for both in self._sides for ref in both if ref is not None and ref.template == name}
            template = moved(resolver.template, faces, zones, resolver.context)
            resolvers[name] = replace(resolver, template=template)
        moved_faces = before.with_templates(resolvers, report)
        before.cache.trim()
        with bounded(1):
            studio = replace(self._studio, report=report, faces=moved_faces)
            return studio.piece(self._component, self._card, self._sides, of_cards=True)


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
