"""Digests of what pieces are made of: pieces with equal digests look the same, which is known without laying them
out.
"""

from __future__ import annotations

from carddesigner.core.digest import digest
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import Report
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.fingerprint import Fingerprint, fingerprint
from carddesigner.deck.loaded import FaceRef, LoadedComponent, LoadedDeck
from carddesigner.template.compile import compiled
from carddesigner.template.continuing import continuing_zones
from carddesigner.template.expressions import ExpressionProblem
from carddesigner.template.faces import CardFaces, card_faces, card_scope
from carddesigner.template.resolve import key_of
from carddesigner.template.spec import Template
from carddesigner.template.stocks import CardStocks, card_stocks


def input_digests(deck: LoadedDeck, settings: str = "", whole: Fingerprint | None = None) -> dict[PieceKey, str]:
    """Return digests of table pieces, from the values their faces read and everything else in the deck. *settings*
    holds all other settings that change faces; *whole* is the deck's fingerprint, if known.

    A piece gets no digest if its values can't be digested reliably, if it is running text or a box (as large as its
    contents), or if its component may have following cards.
    """
    whole = whole or fingerprint(deck)
    if whole is None:
        return {}
    report = Report()
    templates = {name: compiled(deck, name, report)[0] for name in deck.templates}
    if report.errors:
        return {}
    out = {}
    for component in deck.components:
        if component.blocks is not None or component.box is not None:
            continue
        refs = [(side, r) for side, r in (("front", component.front), ("back", component.back)) if r is not None]
        if any(not r.varies and r.face not in templates[r.template].faces for _, r in refs):
            continue
        try:
            sides = [card_faces(deck, side, ref, templates[ref.template]) for side, ref in refs]
            stocks = card_stocks(deck, component)
        except ExpressionProblem:
            continue
        if any(_follows(templates[r.template], r) for _, r in refs):
            continue
        for card in component.cards:
            digest = _digest(deck, component, card, sides, stocks, f"{whole.digest} {settings}")
            if digest is not None:
                out[card.key] = digest
    return out


def _follows(template: Template, ref: FaceRef) -> bool:
    """Whether a face may have following cards, whose number is known only after layout."""
    faces = template.faces.values() if ref.varies else (template.faces[ref.face],)
    return any(zone.has_following for f in faces for zone in continuing_zones(((template, f),)).values())


def _digest(
    deck: LoadedDeck,
    component: LoadedComponent,
    card: LoadedCard,
    sides: list[CardFaces],
    stocks: CardStocks | None,
    whole: str,
) -> str | None:
    parts: list[object] = [whole, component.stock_name]
    if stocks is not None:
        try:
            parts.append(stocks.of(card).stock_name)
        except ExpressionProblem:
            return None
    for faces in sides:
        try:
            refs = faces.of(card)
        except ExpressionProblem:
            return None
        for copy, ref in enumerate(refs, 1):
            reads = faces.template.faces[ref.face].reads
            values = key_of(reads, card_scope(deck, card, faces.side, copy), ref.template, ref.face)
            if values is None:
                return None
            parts.append((*values, card.copies) if ("copy",) in reads else values)
    try:
        return digest(*parts)
    except TypeError:
        return None
