"""A card that is laid out again and again while its zones are moved."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from carddesigner.core.cache import Cache
from carddesigner.core.effort import bounded
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import Report
from carddesigner.core.source import Span
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.loaded import LoadedComponent, LoadedDeck
from carddesigner.layout.boxes import PaperRoom
from carddesigner.layout.cards import CardPieces
from carddesigner.layout.faces import DeckFaces, deck_faces
from carddesigner.layout.piece import LaidPiece
from carddesigner.layout.sides import Sides
from carddesigner.template.moved import Moved, moved


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
