"""A loaded deck to laid-out pieces: every card's front and back as faces."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.contents.base import Placed
from carddesigner.contents.flow import FlowSettings
from carddesigner.core.cache import Cache
from carddesigner.core.digest import digest
from carddesigner.core.effort import MAX_STEPS, TooMuchWork, bounded, spend, spent
from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import Rect
from carddesigner.core.piece import Keyed, PieceKey
from carddesigner.core.record import Record
from carddesigner.core.report import Diagnostic, Problem, Progress, Related, Report, Severity
from carddesigner.deck.assets import SLUG_FAMILY, Request
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.deck import FaceRef, LoadedComponent, LoadedDeck
from carddesigner.layout.booklet_pages import BookletPage, bind
from carddesigner.layout.boxes import PaperRoom, box_die, box_parts, content_of, deck_room, net_parts
from carddesigner.layout.die_lines import die_lines
from carddesigner.layout.figures import FigureProblems, figure_drawer
from carddesigner.layout.pages import FilledPage, set_pages
from carddesigner.layout.sides import ComponentSides, Sides, component_sides
from carddesigner.layout.zones import Flow, Placing, ZoneLayout
from carddesigner.nets.die import Die, Room
from carddesigner.schema.dies import DieStock, die_stock
from carddesigner.schema.stock import Stock
from carddesigner.template.compile import compiled
from carddesigner.template.expressions import Expression
from carddesigner.template.faces import card_scope
from carddesigner.template.resolve import Resolver, Resolving, key_of
from carddesigner.template.select import Selection
from carddesigner.template.spec import Template

Faces = tuple[LaidFace, LaidFace | None]


class LaidPiece(Keyed, frozen=True):
    """A piece and the faces of each of its copies (the same pair, unless the template prints the copy's number).

    ``first`` are those of the first copy, also of a piece without copies. ``stock`` is that of a net or box.
    """

    copies: tuple[Faces, ...]
    first: Faces
    stock: DieStock | None = None

    def face(self, side: str) -> LaidFace | None:
        """Its ``front`` or ``back``, None for the back of one that has none. Raises DeckError for another side."""
        if side not in ("front", "back"):
            Report().fail("unknown-face", f"a card has a front and a back, no {side!r}", card=self.id)
        return self.first[side == "back"]


def with_faces(piece: LaidPiece, change: Callable[[LaidFace], LaidFace]) -> LaidPiece:
    """A piece whose faces are changed, the same ones in the same way."""
    made: dict[int, Faces] = {}

    def both(faces: Faces) -> Faces:
        if id(faces) not in made:
            front, back = faces
            made[id(faces)] = change(front), change(back) if back is not None else None
        return made[id(faces)]

    return replace(piece, copies=tuple(map(both, piece.copies)), first=both(piece.first))


MAX_ON_THE_WAY = 4_000
"""Results that are kept for the pieces that follow, where pieces are taken one by one."""


class _Made(Struct, frozen=True):
    """A face, what is wrong with it whatever card has it, and the steps that it took."""

    face: LaidFace
    resolving: tuple[Diagnostic, ...]
    placing: tuple[Diagnostic, ...]
    steps: int
    asked: Mapping[Request, object]
    held: object


class _CachedLayout(Struct, frozen=True):
    """The layout of a stock's faces, and what its die lines asked of the deck's files."""

    layout: ZoneLayout
    asked: Mapping[Request, object]


class _Page(Struct, frozen=True):
    """A page of running text: what its face may ask, and what flows through it; ``text`` is None before it is filled."""

    number: int
    pages: int
    flow: Flow
    text: FilledPage | None = None
    chapter: str = ""
    is_blank: bool = False
    is_filled: bool = True

    @property
    def scope(self) -> dict[str, object]:
        """What the page's face may ask."""
        return {"page": self.number, "pages": self.pages, "chapter": self.chapter, "blank": self.is_blank}


class _Studio(Struct):
    """What is made once for a deck: resolvers by template, layouts by stock."""

    deck: LoadedDeck
    report: Report
    cache: Cache
    back_bleed: float | None
    room: PaperRoom
    resolvers: dict[str, Resolver] = field(default_factory=dict)
    layouts: dict[str, ZoneLayout] = field(default_factory=dict)
    pages: dict[str, int] = field(default_factory=dict)
    contents: dict[str, Room | None] = field(default_factory=dict)
    reported: dict[int, Diagnostic] = field(default_factory=dict)
    """Problems that are reported of one card alone, by their ids."""
    met: set[int] = field(default_factory=set)
    """Ids of faces whose steps were counted."""


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
) -> tuple[LaidPiece, ...]:
    """Every piece of every component, in order, but for the pieces of tables to *leave out*. Problems go to the report;
    pieces that have any are left out.

    What the *cache* holds of an earlier time is not laid out again. *back_bleed*, in points, takes the place of the
    stocks' on backs. Boxes are made for *room*: the deck's own paper if it is None. Each piece is given to *take* once it is
    laid out, which gives what takes its place: where that holds no faces, memory doesn't grow with the deck.
    """
    studio = _Studio(deck, report, cache if cache is not None else Cache(), back_bleed, room or deck_room(deck.deck))
    done = take or (lambda piece: piece)
    selection = Selection(select, deck.facts, len(deck.components) > 1) if select is not None else None
    out: list[LaidPiece] = []
    total = sum(len(c.cards) for c in deck.components)
    laid: dict[str, list[LaidPiece]] = {}
    with bounded():
        # A box is as large as what it holds, also the pages of running text, which are counted by laying them out.
        for component in sorted(deck.components, key=lambda c: c.box is not None):
            own = laid[component.id] = []
            try:
                if component.is_die:
                    own += map(done, _dies(studio, component, selection, leave_out))
                    continue
                cards_sides = _sides(studio, component)
                if cards_sides is None:
                    continue
                if component.blocks is not None:
                    own += map(done, _pages(studio, component, selection))
                    continue
                for card in component.cards:
                    if progress is not None and len(own) % 50 == 0:
                        progress("laying out", sum(map(len, laid.values())), total)
                    if card.key not in leave_out and (selection is None or selection.holds(card)):
                        sides = cards_sides.of(card)
                        if sides is not None:
                            own.append(done(_piece(studio, component, card, sides)))
                            if take is not None and cache is None:
                                studio.cache.age(MAX_ON_THE_WAY)
            except TooMuchWork:
                message = (
                    f"the deck has too many zones, letters or steps of expressions to be laid out: over {MAX_STEPS:,}"
                )
                hint = "fewer cards, repeats or long texts; or parts of the deck as decks of their own"
                report.error("too-much-work", message, component.span, hint=hint, card=component.id)
                break
    out = [piece for component in deck.components for piece in laid.get(component.id, ())]
    if selection is not None:
        selection.settle()
    return tuple(out)


def lay_out_piece(
    deck: LoadedDeck,
    key: PieceKey,
    report: Report,
    *,
    cache: Cache | None = None,
    back_bleed: float | None = None,
    room: PaperRoom | None = None,
) -> LaidPiece | None:
    """A piece alone, as it is among all: of a net or box in parts the first. Problems go to the report; None where it has any,
    and where there is none.
    """
    component = next((c for c in deck.components if c.id == key.component), None)
    if component is None or component.is_die or component.blocks is not None:
        pieces = lay_out_deck(deck, report, cache=cache, back_bleed=back_bleed, room=room)
        return next((p for p in pieces if p.key in (key, PieceKey(key.component, f"{key.id}-part-1"))), None)
    studio = _Studio(deck, report, cache if cache is not None else Cache(), back_bleed, room or deck_room(deck.deck))
    card = next((c for c in component.cards if c.id == key.id), None)
    with bounded():
        cards_sides = _sides(studio, component) if card is not None else None
        sides = cards_sides.of(card) if cards_sides is not None and card is not None else None
        return _piece(studio, component, card, sides) if card is not None and sides is not None else None


def _template(studio: _Studio, name: str) -> Template:
    if name not in studio.resolvers:
        template, context = compiled(studio.deck, name, studio.report)
        studio.resolvers[name] = Resolver(template, context, studio.deck.assets, studio.cache)
    return studio.resolvers[name].template


def _sides(studio: _Studio, component: LoadedComponent) -> ComponentSides | None:
    return component_sides(studio.deck, component, partial(_template, studio), studio.report)


def _layout(studio: _Studio, component: LoadedComponent, side: str = "front") -> ZoneLayout:
    bleed = _bleed(studio, component, side)
    name = f"{component.stock_name} {bleed:.4f}"
    if name not in studio.layouts:
        stock = component.stock
        if bleed != stock.bleed:
            stock = stock.model_copy(update={"bleed": bleed})
        key = ("layout", repr(stock), repr(studio.deck.deck.print.die_lines), studio.room.by_hand)
        cached: _CachedLayout | None = studio.cache.get(key)
        if cached is None or not studio.deck.assets.gives(cached.asked):
            over, asked = studio.deck.assets.asking(partial(_over, studio, stock))
            cached = _CachedLayout(ZoneLayout(object(), stock.regions(), studio.cache, over), asked)
            studio.cache.put(key, cached)
        studio.layouts[name] = cached.layout
    return studio.layouts[name]


def _over(studio: _Studio, stock: Stock) -> tuple[PlacedZone, ...]:
    """What lies above the zones of every face of a stock."""
    if not isinstance(stock, DieStock):
        return ()
    family = studio.deck.assets.family(SLUG_FAMILY)
    return (die_lines(stock.die, studio.deck.deck.print.die_lines, family, by_hand=studio.room.by_hand),)


def _bleed(studio: _Studio, component: LoadedComponent, side: str) -> float:
    return studio.back_bleed if side == "back" and studio.back_bleed is not None else component.stock.bleed


def _face(
    studio: _Studio,
    component: LoadedComponent,
    card: LoadedCard,
    side: str,
    copy: int,
    ref: FaceRef | None,
    page: _Page | None = None,
) -> LaidFace | None:
    """The side of a card, or of a page, that *ref* names; None where it names none."""
    if ref is None:
        return None
    resolver = studio.resolvers[ref.template]
    layout = _layout(studio, component, side)
    scope = card_scope(studio.deck, card, side, copy)
    bleed = _bleed(studio, component, side)
    spec = resolver.template.faces[ref.face]
    own: tuple[object, ...] = ()
    if page is not None:
        scope |= page.scope
        own = (card.id, id(page.text))
    key = key_of(spec.reads, scope, "face", id(spec), layout.key, bleed, *own)
    made: _Made | None = studio.cache.get(key) if key is not None and (page is None or page.is_filled) else None
    if made is None or not studio.deck.assets.gives(made.asked):
        before = spent()
        work, placing = Resolving(), Placing(page.flow if page is not None else None)
        resolve = partial(resolver.face, ref.face, scope, layout.regions, work)
        zones, asked = studio.deck.assets.asking(resolve)
        face = layout.face(f"{ref.template}#{ref.face}", zones, component.outline, bleed, placing)
        made = _Made(face, tuple(work.problems), tuple(placing.problems), spent() - before, asked, (spec, page))
        if key is not None and (page is None or page.is_filled):
            studio.cache.put(key, made)
    elif id(made) not in studio.met:
        spend(made.steps)
    studio.met.add(id(made))
    _tell(studio, card, side, made.resolving, made.placing)
    return made.face


def _tell(
    studio: _Studio, card: LoadedCard, side: str, resolving: Iterable[Diagnostic], placing: Iterable[Diagnostic]
) -> None:
    """Report what is wrong with a face, for the card that has it."""
    related = (Related(card.span, "for this card"),) if card.span is not None else ()
    for problem in resolving:
        # Of the cards for which a zone reads the same the first is reported.
        if id(problem) not in studio.reported:
            studio.reported[id(problem)] = problem
            studio.report.add(problem, related=related, card=card.id)
    for problem in placing:
        if problem.severity is Severity.WARNING:  # once, whatever card has it
            studio.report.add(problem)
        else:
            studio.report.add(problem, related=related, card=f"{card.id} ({side})" if card.id else None)


def _piece(studio: _Studio, component: LoadedComponent, card: LoadedCard, sides: tuple[Sides, ...]) -> LaidPiece:
    """A card with its faces; *sides* are those of all its copies, or of each."""
    numbered = len(sides) > 1 or any(
        ("copy",) in studio.resolvers[ref.template].template.faces[ref.face].reads
        for ref in sides[0]
        if ref is not None
    )
    if numbered and card.copies > 1:
        each = sides if len(sides) > 1 else sides * card.copies
        faces = tuple(_both(studio, component, card, n, own) for n, own in enumerate(each, 1))
    else:
        faces = (_both(studio, component, card, 1, sides[0]),) * card.copies
    return LaidPiece(card.id, component.id, faces, faces[0] if faces else _both(studio, component, card, 1, sides[0]))


def _both(
    studio: _Studio,
    component: LoadedComponent,
    card: LoadedCard,
    copy: int,
    sides: Sides,
    page: _Page | None = None,
) -> Faces:
    front = _face(studio, component, card, "front", copy, sides[0], page)
    if front is None:
        front = _layout(studio, component).face(component.id, (), component.outline, component.stock.bleed, Placing())
    return front, _face(studio, component, card, "back", copy, sides[1], page)


def _dies(
    studio: _Studio, component: LoadedComponent, selection: Selection | None, leave_out: Container[PieceKey]
) -> list[LaidPiece]:
    """Nets, or a box: each in as many parts as the paper makes necessary."""
    whole = _die(studio, component)
    if whole is None:
        return []
    try:
        if component.box is not None:
            content = _content(studio, component)
            assert content is not None
            parts = box_parts(component.box, content, studio.room)
        else:
            parts = net_parts(whole, studio.room)
    except Problem as problem:
        studio.report.add(problem, component.span, about=component.id)
        return []
    cards_sides = _sides(studio, replace(component, stock=die_stock(whole, component.stock)))
    if cards_sides is None:
        return []
    out: list[LaidPiece] = []
    stocks = [die_stock(part, component.stock) for part in parts]
    for card in component.cards:
        if card.key in leave_out or (selection is not None and not selection.holds(card)):
            continue
        sides = cards_sides.of(card)
        if sides is None:
            continue
        for n, stock in enumerate(stocks, 1):
            name = f"{card.id}-part-{n}" if len(stocks) > 1 else card.id
            own = replace(
                component, stock=stock, stock_name=f"{component.id} {digest(stock.die)}", outline=stock.outline()
            )
            piece = _piece(studio, own, replace(card, id=name), sides)
            out.append(replace(piece, stock=stock))
    return out


def _die(studio: _Studio, component: LoadedComponent) -> Die | None:
    """A net, or the box round what it holds; None where that is nothing, or could not be laid out."""
    if component.box is None:
        return component.die
    content = _content(studio, component)
    return box_die(component.box, content) if content is not None else None


def _content(studio: _Studio, component: LoadedComponent) -> Room | None:
    """The room that a box's content takes up. Nothing is an error."""
    if component.id not in studio.contents:
        studio.contents[component.id] = None
        components = {c.id: c for c in studio.deck.components}
        held: list[tuple[LoadedComponent, Die | None, int]] = []
        for name in component.holds:
            inner = components.get(name)
            pages = studio.pages.get(name)
            if inner is None or (inner.blocks is not None and pages is None):
                return None
            die = _die(studio, inner) if inner.is_die else None
            if inner.is_die and die is None:
                return None
            held.append((inner, die, sum(c.copies for c in inner.cards) if pages is None else pages * inner.copies))
        if component.box is not None and component.box.shape == "sleeve":
            studio.contents[component.id] = held[0][1].outside if held[0][1] is not None else None
        else:
            studio.contents[component.id] = content_of(held)
        if studio.contents[component.id] is None:
            message = f"the box {component.id!r} holds nothing; what lies in it has no copies"
            studio.report.error("empty-box", message, component.span)
    return studio.contents[component.id]


def _pages(studio: _Studio, component: LoadedComponent, selection: Selection | None) -> list[LaidPiece]:
    """Running text over instruction cards, or over the pages of a booklet or leaflet."""
    texts = _filled(studio, component)
    if not texts:
        return []
    folding = component.folding
    if folding is None:
        plan: tuple[BookletPage, ...] = tuple(BookletPage("text", n) for n in range(len(texts)))
    else:
        try:
            plan = bind(len(texts), folding.fold, cover=folding.cover is not None, back=component.back is not None)
        except Problem as problem:
            studio.report.add(problem, component.span, card=component.id)
            return []
    numbers = range(1, len(plan) + 1)
    chosen = {n for n in numbers if selection is None or selection.holds(_page_card(component, n))}
    if folding is not None and chosen:
        # Half a booklet can't be folded.
        chosen = set(numbers)
    chapter = ""
    out = []
    for number, page in enumerate(plan, 1):
        card = _page_card(component, number)
        if number not in chosen:
            continue
        text = texts[page.text] if page.kind == "text" else None
        chapter = text.chapter if text is not None else chapter
        own = _Page(number, len(plan), partial(_placed, text), text, chapter, page.kind == "blank")
        if folding is None:
            faces = _both(studio, component, card, 1, (component.front, component.back), own)
        else:
            ref = {"cover": folding.cover, "back": component.back}.get(page.kind, component.front)
            face = _face(studio, component, card, "front", 1, ref, own)
            assert face is not None
            faces = face, None
        out.append(LaidPiece(card.id, component.id, (faces,) * component.copies, faces))
    return out


def _placed(text: FilledPage | None, _look: FlowSettings, frame: Rect) -> Placed:
    """What flows through a page's frame; nothing on one without text."""
    try:
        return Placed(text.placed(frame) if text is not None else ())
    except ValueError as problem:
        return Placed((), (Diagnostic("flow-differs", str(problem)),))


def _page_card(component: LoadedComponent, number: int) -> LoadedCard:
    return LoadedCard(f"{component.id}-{number:03d}", component.id, component.copies, Record({}), component.span)


class _Filled(Struct, frozen=True):
    """A text set in its pages, what was reported for it, and the steps that it took."""

    pages: tuple[FilledPage, ...]
    met: bool
    report: Report
    reported: tuple[Diagnostic, ...]
    steps: int
    asked: Mapping[Request, object]
    held: object


def _filled(studio: _Studio, component: LoadedComponent) -> tuple[FilledPage, ...]:
    """The text set in the front's flow; none if something is wrong with it, which is reported."""
    assert component.front is not None
    layout, deck = _layout(studio, component), studio.deck
    spec = studio.resolvers[component.front.template].template.faces[component.front.face]
    held = (spec, component.blocks)
    # A board that the flow names wrongly was reported there.
    found = FigureProblems(any(d.code == "unknown-board" for d in studio.report.errors))
    facts = (deck.facts, deck.palette_record, deck.deck.language, component.id, component.copies)
    key = ("filled", id(spec), id(component.blocks), layout.key, component.stock.bleed, found.is_board_reported, *facts)
    filled: _Filled | None = studio.cache.get(key)
    if filled is None or not deck.assets.gives(filled.asked):
        own = replace(studio, report=Report(), reported={})
        before = spent()
        (pages, met, reported), asked = deck.assets.asking(partial(_fill, own, component, layout, found))
        filled = _Filled(pages, met, own.report, reported, spent() - before, asked, held)
        studio.cache.put(key, filled)
    else:
        spend(filled.steps)
    for problem in filled.report:
        studio.report.add(problem)
    studio.reported.update((id(problem), problem) for problem in filled.reported)
    studio.pages[component.id] = len(filled.pages)
    if not filled.met and not studio.report.errors:
        studio.report.error(
            "no-flow",
            f"face {component.front.face!r} has no zone with `flow`, so the text has no place",
            component.front.span,
        )
    return filled.pages


def _fill(
    studio: _Studio, component: LoadedComponent, layout: ZoneLayout, found: FigureProblems
) -> tuple[tuple[FilledPage, ...], bool, tuple[Diagnostic, ...]]:
    """The text in pages, whether there was a place for it, and what is wrong with its figures' zones."""
    assert component.front is not None
    resolver = studio.resolvers[component.front.template]
    scope = card_scope(studio.deck, LoadedCard("", component.id, 1, Record({}), None), "front", 1)
    pages: list[FilledPage] = []
    met = False

    def measure(look: FlowSettings, frame: Rect) -> Placed:
        nonlocal met
        met = True
        draw = figure_drawer(resolver, layout, look, scope, found, studio.report)
        made, problems = set_pages(component.blocks or (), look, frame.width, frame.height, draw)
        pages.extend(made)
        for problem in problems:
            studio.report.add(problem, card=component.id)
        return Placed(())

    card = _page_card(component, 1)
    _face(studio, component, card, "front", 1, component.front, _Page(1, 1, measure, is_filled=False))
    _tell(studio, card, "front", found.resolving.problems, found.placing.problems)
    return tuple(pages), met, tuple(found.resolving.problems)
