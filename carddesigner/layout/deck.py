"""A loaded deck to laid-out pieces: every card's front and back as faces."""

from __future__ import annotations

from collections.abc import Container
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.contents.base import Placed
from carddesigner.contents.flow import FlowSettings
from carddesigner.core.effort import MAX_STEPS, TooMuchWork, bounded
from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import Rect
from carddesigner.core.piece import Keyed, PieceKey
from carddesigner.core.record import Record
from carddesigner.core.report import Diagnostic, Problem, Progress, Report
from carddesigner.deck.assets import SLUG_FAMILY
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.deck import FaceRef, LoadedComponent, LoadedDeck
from carddesigner.layout.booklet_pages import BookletPage, bind
from carddesigner.layout.boxes import PaperRoom, box_die, box_parts, content_of, deck_room, net_parts
from carddesigner.layout.die_lines import die_lines
from carddesigner.layout.figures import figure_drawer
from carddesigner.layout.pages import FilledPage, fill_pages, set_blocks
from carddesigner.layout.sides import ComponentSides, Sides, component_sides
from carddesigner.layout.zones import ZoneLayout
from carddesigner.nets.die import Die, Room
from carddesigner.schema.dies import DieStock, die_stock
from carddesigner.template.compile import compile_template
from carddesigner.template.expressions import Expression
from carddesigner.template.faces import card_scope
from carddesigner.template.resolve import Resolver, key_of
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


MAX_CACHED = 100_000
"""Zones that are remembered from one layout for the next."""


class Memory(Struct):
    """What was laid out, for the next layout of a deck of which only tables and running text have changed: equal zones are
    not laid out again. It may only be kept from a layout without an error.
    """

    resolvers: dict[str, Resolver] = field(default_factory=dict)
    layouts: dict[str, ZoneLayout] = field(default_factory=dict)
    faces: dict[tuple[object, ...], LaidFace] = field(default_factory=dict)

    @property
    def is_full(self) -> bool:
        """Whether it is time to forget."""
        return sum(r.known for r in self.resolvers.values()) > MAX_CACHED


class _Studio(Struct):
    """What is made once for a deck: compiled templates, resolvers, layouts by stock."""

    deck: LoadedDeck
    report: Report
    resolvers: dict[str, Resolver]
    layouts: dict[str, ZoneLayout]
    faces: dict[tuple[object, ...], LaidFace]
    back_bleed: float | None
    room: PaperRoom
    templates: dict[str, Template | None] = field(default_factory=dict)
    pages: dict[str, int] = field(default_factory=dict)
    contents: dict[str, Room | None] = field(default_factory=dict)


def lay_out_deck(
    deck: LoadedDeck,
    report: Report,
    *,
    select: Expression | None = None,
    progress: Progress | None = None,
    memory: Memory | None = None,
    back_bleed: float | None = None,
    leave_out: Container[PieceKey] = (),
    room: PaperRoom | None = None,
) -> tuple[LaidPiece, ...]:
    """Every piece of every component, in order, but for the pieces of tables to *leave out*. Problems go to the report; pieces that have
    any are left out.

    *back_bleed*, in points, takes the place of the stocks' on backs. Boxes are made for *room*: the deck's own paper if
    it is None.
    """
    memory = memory if memory is not None else Memory()
    studio = _Studio(
        deck, report, memory.resolvers, memory.layouts, memory.faces, back_bleed, room or deck_room(deck.deck)
    )
    for resolver in memory.resolvers.values():
        resolver.report = report
    for layout in memory.layouts.values():
        layout.report = report
    selection = Selection(select, deck.facts, len(deck.components) > 1) if select is not None else None
    reported = len(report.diagnostics)
    out: list[LaidPiece] = []
    total = sum(len(c.cards) for c in deck.components)
    laid: dict[str, list[LaidPiece]] = {}
    with bounded():
        # A box is as large as what it holds, also the pages of running text, which are counted by laying them out.
        for component in sorted(deck.components, key=lambda c: c.box is not None):
            own = laid[component.id] = []
            try:
                if component.is_die:
                    own += _dies(studio, component, selection, leave_out)
                    continue
                cards_sides = _sides(studio, component)
                if cards_sides is None:
                    continue
                if component.blocks is not None:
                    own += _pages(studio, component, selection)
                    continue
                for card in component.cards:
                    if progress is not None and len(own) % 50 == 0:
                        progress("laying out", sum(map(len, laid.values())), total)
                    if card.key not in leave_out and (selection is None or selection.holds(card)):
                        sides = cards_sides.of(card)
                        if sides is not None:
                            own.append(_piece(studio, component, card, sides))
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
    if len(report.diagnostics) > reported:
        # Zones say their warnings whenever they are asked for; faces say nothing.
        memory.faces.clear()
    return tuple(out)


def _template(studio: _Studio, name: str) -> Template | None:
    if name not in studio.templates:
        source = studio.deck.templates[name]
        context = studio.deck.context(name)
        template = studio.deck.compiled.get(name)
        if template is None:
            template = compile_template(source, context, studio.report)
            if not studio.report.errors:
                studio.deck.compiled[name] = template
        studio.templates[name] = template
        if name not in studio.resolvers:
            studio.resolvers[name] = Resolver(template, context, studio.report)
    return studio.templates[name]


def _sides(studio: _Studio, component: LoadedComponent) -> ComponentSides | None:
    return component_sides(studio.deck, component, partial(_template, studio), studio.report)


def _layout(studio: _Studio, component: LoadedComponent, side: str = "front") -> ZoneLayout:
    bleed = _bleed(studio, component, side)
    key = f"{component.stock_name} {bleed:.4f}"
    if key not in studio.layouts:
        stock = component.stock
        if bleed != stock.bleed:
            stock = stock.model_copy(update={"bleed": bleed})
        over: tuple[PlacedZone, ...] = ()
        if isinstance(stock, DieStock):
            family = studio.deck.assets.family(SLUG_FAMILY)
            lines = studio.deck.deck.print.die_lines
            over = (die_lines(stock.die, lines, family, by_hand=studio.room.by_hand),)
        studio.layouts[key] = ZoneLayout(stock.regions(), studio.report, over=over)
    return studio.layouts[key]


def _bleed(studio: _Studio, component: LoadedComponent, side: str) -> float:
    return studio.back_bleed if side == "back" and studio.back_bleed is not None else component.stock.bleed


def _face(
    studio: _Studio,
    component: LoadedComponent,
    card: LoadedCard,
    side: str,
    copy: int,
    ref: FaceRef | None,
    extra: dict[str, object] | None = None,
) -> LaidFace | None:
    """The side of a card that *ref* names; None where it names none."""
    if ref is None:
        return None
    resolver = studio.resolvers[ref.template]
    layout = _layout(studio, component, side)
    resolver.card = layout.card = card.id
    resolver.card_span = layout.card_span = card.span
    layout.side = side
    scope = {**card_scope(studio.deck, card, side, copy), **(extra or {})}
    # What was laid out without a word is the same again for the same values; a flow is another on each page.
    reads = resolver.template.faces[ref.face].reads
    bleed = _bleed(studio, component, side)
    key = key_of(reads, scope, ref.template, ref.face, component.stock_name, bleed) if layout.flow is None else None
    face = studio.faces.get(key) if key is not None else None
    if face is None:
        reported = len(studio.report.diagnostics)
        zones = resolver.face(ref.face, scope, layout.regions)
        face = layout.face(f"{ref.template}#{ref.face}", zones, component.outline, bleed)
        if key is not None and len(studio.report.diagnostics) == reported:
            studio.faces[key] = face
    return face


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
    extra: dict[str, object] | None = None,
) -> Faces:
    front = _face(studio, component, card, "front", copy, sides[0], extra)
    if front is None:
        front = _layout(studio, component).face(component.id, (), component.outline, component.stock.bleed)
    return front, _face(studio, component, card, "back", copy, sides[1], extra)


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
                component, stock=stock, stock_name=f"{component.id} {hash(stock.die)}", outline=stock.outline()
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
    layout = _layout(studio, component)
    chapter = ""
    out = []
    for number, page in enumerate(plan, 1):
        card = _page_card(component, number)
        if number not in chosen:
            continue
        text = texts[page.text] if page.kind == "text" else None
        chapter = text.chapter if text is not None else chapter
        extra = {"page": number, "pages": len(plan), "chapter": chapter, "blank": page.kind == "blank"}
        layout.flow = partial(_placed, text)
        if folding is None:
            faces = _both(studio, component, card, 1, (component.front, component.back), extra)
        else:
            ref = {"cover": folding.cover, "back": component.back}.get(page.kind, component.front)
            face = _face(studio, component, card, "front", 1, ref, extra)
            assert face is not None
            faces = face, None
        out.append(LaidPiece(card.id, component.id, (faces,) * component.copies, faces))
    layout.flow = None
    return out


def _placed(text: FilledPage | None, _look: FlowSettings, frame: Rect) -> Placed:
    """What flows through a page's frame; nothing on one without text."""
    try:
        return Placed(text.placed(frame) if text is not None else ())
    except ValueError as problem:
        return Placed((), (Diagnostic("flow-differs", str(problem)),))


def _page_card(component: LoadedComponent, number: int) -> LoadedCard:
    return LoadedCard(f"{component.id}-{number:03d}", component.id, component.copies, Record({}), component.span)


def _filled(studio: _Studio, component: LoadedComponent) -> tuple[FilledPage, ...]:
    """The text set in the front's flow; none if something is wrong with it, which is reported."""
    layout = _layout(studio, component)
    assert component.front is not None
    resolver = studio.resolvers[component.front.template]
    scope = card_scope(studio.deck, LoadedCard("", component.id, 1, Record({}), None), "front", 1)
    pages: list[FilledPage] = []
    met = False

    def measure(look: FlowSettings, frame: Rect) -> Placed:
        nonlocal met
        met = True
        draw = figure_drawer(resolver, layout, look, scope)
        strips, problems = set_blocks(component.blocks or (), look, frame.width, draw)
        _report(studio, component, problems)
        try:
            pages.extend(fill_pages(strips, look, frame.width, frame.height))
        except Problem as problem:
            studio.report.add(problem, card=component.id)
        return Placed(())

    layout.flow = measure
    extra = {"page": 1, "pages": 1, "chapter": "", "blank": False}
    _face(studio, component, _page_card(component, 1), "front", 1, component.front, extra)
    studio.pages[component.id] = len(pages)
    layout.flow = None
    if not met and not studio.report.errors:
        studio.report.error(
            "no-flow",
            f"face {component.front.face!r} has no zone with `flow`, so the text has no place",
            component.front.span,
        )
    return tuple(pages)


def _report(studio: _Studio, component: LoadedComponent, problems: tuple[Diagnostic, ...]) -> None:
    for p in problems:
        studio.report.add(p, card=component.id)
