"""The face of a card on a side: the one that its component names, or the one that an expression names for each card."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.effort import spend
from carddesigner.core.record import Record
from carddesigner.core.report import did_you_mean
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.loaded import FaceRef, LoadedDeck
from carddesigner.template.expressions import Expression, ExpressionProblem, compile_text
from carddesigner.template.resolve import key_of
from carddesigner.template.simple import printed
from carddesigner.template.spec import Reads, Template


def card_scope(deck: LoadedDeck, card: LoadedCard, side: str, copy: int) -> dict[str, object]:
    """Return the names available to a face's expressions, and to those that name a face."""
    return {
        "card": card.record,
        "deck": deck.facts,
        "palette": deck.palette_record,
        "language": deck.deck.language,
        "side": side,
        "copy": copy,
    }


class CardFaces(Struct):
    """The faces of a component's cards on one side; ``name`` is None if all have the same face."""

    deck: LoadedDeck
    side: str
    ref: FaceRef
    template: Template
    name: Expression | None
    _cached: dict[tuple[object, ...], FaceRef] = field(default_factory=dict)

    @property
    def reads(self) -> Reads:
        """What the choice of the face depends on."""
        return self.name.reads if self.name is not None else frozenset()

    def of(self, card: LoadedCard) -> tuple[FaceRef, ...]:
        """Return the face of all copies of a card, or one for each copy if the expression reads ``copy``. Raises
        ExpressionProblem.
        """
        if self.name is None:
            return (self.ref,)
        copies = max(card.copies, 1) if ("copy",) in self.name.reads else 1
        return tuple(self._face(self.name, card, copy) for copy in range(1, copies + 1))

    def names(self, cards: Iterable[LoadedCard]) -> set[str]:
        """Return the faces of all of these cards. Raises ExpressionProblem."""
        return {self.ref.face} if self.name is None else {ref.face for card in cards for ref in self.of(card)}

    def _face(self, name: Expression, card: LoadedCard, copy: int) -> FaceRef:
        spend(1)
        scope = card_scope(self.deck, card, self.side, copy)
        key = key_of(name.reads, scope)
        cached = self._cached.get(key) if key is not None else None
        if cached is None:
            cached = replace(self.ref, face=self._written(name, scope))
            if key is not None:
                self._cached[key] = cached
        return cached

    def _written(self, name: Expression, scope: dict[str, object]) -> str:
        value = printed(name.evaluate(scope))
        value = str(value) if value.__class__ is int else value
        if not isinstance(value, str):
            kind = {Record: "a record", tuple: "a list"}.get(value.__class__, repr(value).lower())
            raise ExpressionProblem("wrong-type", f"a face's name is a text; {name.source!r} is {kind}")
        there = f"template {self.ref.template!r} has {', '.join(self.template.faces) or 'no faces'}"
        if not value:
            raise ExpressionProblem("unknown-face", f"{name.source!r}, which names the face, is blank", hint=there)
        if value not in self.template.faces:
            near = did_you_mean(value, self.template.faces)
            message = f"template {self.ref.template!r} has no face {value!r}{near}"
            raise ExpressionProblem("unknown-face", message, hint=there, fix=near.fix)
        return value


def card_faces(deck: LoadedDeck, side: str, ref: FaceRef, template: Template) -> CardFaces:
    """Return the faces of a component's cards on a side. Raises ExpressionProblem for a syntax error."""
    return CardFaces(deck, side, ref, template, compile_text(ref.face, ref.span) if ref.varies else None)
