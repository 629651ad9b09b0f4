"""Nets, and boxes for what lies in them, as pieces: each in as many parts as the paper requires."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.digest import digest
from carddesigner.core.report import Problem
from carddesigner.deck.loaded import LoadedComponent
from carddesigner.layout.boxes import PaperRoom, box_die, box_parts, content_of, net_parts
from carddesigner.layout.cards import CardPieces, Chosen
from carddesigner.layout.faces import DeckFaces
from carddesigner.layout.piece import LaidPiece
from carddesigner.nets.die import Die, Room
from carddesigner.schema.dies import die_stock


class DiePieces(Struct):
    """Lays out the nets and boxes of a deck for a paper. ``pages_of_text``: the number of pages by component, of the
    texts laid out so far.
    """

    faces: DeckFaces
    cards: CardPieces
    room: PaperRoom
    pages_of_text: Mapping[str, int]
    _contents: dict[str, Room | None] = field(default_factory=dict)

    def pieces(self, component: LoadedComponent, chosen: Chosen) -> Iterator[LaidPiece]:
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
            self.faces.report.add(problem, component.span, about=component.id)
            return
        cards_sides = self.faces.sides(replace(component, stock=die_stock(whole, component.stock)))
        if cards_sides is None:
            return
        stocks = [die_stock(part, component.stock) for part in parts]
        for card, sides in chosen.cards(component, cards_sides.of):
            for n, stock in enumerate(stocks, 1):
                name = f"{component.id} {digest(stock.die)}"
                die_component = replace(component, stock=stock, stock_name=name, outline=stock.outline())
                named = replace(card, id=f"{card.id}-part-{n}") if len(stocks) > 1 else card
                piece = self.cards.piece(die_component, named, sides)
                back = self.faces.lines.behind(stock, self.faces.cache)
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
        if component.id not in self._contents:
            self._contents[component.id] = None
            components = {c.id: c for c in self.faces.deck.components}
            held: list[tuple[LoadedComponent, Die | None, int]] = []
            for name in component.holds:
                inner = components.get(name)
                pages = self.pages_of_text.get(name)
                if inner is None or (inner.blocks is not None and pages is None):
                    return None
                die = self._die(inner) if inner.is_die else None
                if inner.is_die and die is None:
                    return None
                if inner.choice is not None:
                    held += self._cut_apart(inner)
                    continue
                held.append((inner, die, self.cards.count(inner) if pages is None else pages * inner.copies))
            if component.box is not None and component.box.shape == "sleeve":
                content = held[0][1].outside if held[0][1] is not None else None
            else:
                content = content_of(held, component.box.sleeve if component.box is not None else None)
            self._contents[component.id] = content
            if content is None:
                message = f"the box {component.id!r} holds nothing; what lies in it has no copies"
                self.faces.report.error("empty-box", message, component.span)
        return self._contents[component.id]

    def _cut_apart(self, component: LoadedComponent) -> list[tuple[LoadedComponent, Die | None, int]]:
        """Return a component's cards grouped by their own stocks, with the number of copies of each group."""
        cut, counts = self.cards.cut(component), dict[str, tuple[LoadedComponent, int]]()
        for card in component.cards if cut is not None else ():
            own = cut.cut(card) if cut is not None else None
            if own is not None:
                counts[own.stock_name] = own, card.copies + counts.get(own.stock_name, (own, 0))[1]
        return [(own, None, count) for own, count in counts.values()]
