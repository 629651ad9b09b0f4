"""Cards chosen by an expression, as ``--select`` has them: ``card.cost > 3``, or bare ``cost > 3``."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from carddesigner.core.record import Record, as_dict, fields_of
from carddesigner.deck.cards import LoadedCard
from carddesigner.template.expressions import Expression, ExpressionProblem


def counted(card: LoadedCard) -> Record:
    """A card as checks and recipes see it: its row, with its id, its component and how often it is printed."""
    return Record({**as_dict(card.record), "id": card.id, "component": card.component, "copies": card.copies})


def scope_of(card: LoadedCard, facts: Record) -> dict[str, object]:
    """The names that an expression has for a card: its fields, and ``card`` with all of them."""
    record = card.record
    own = {"card": record, "deck": facts, "component": card.component, "id": card.id}
    return {**fields_of(record), **own}


class Selection(Struct):
    """An expression asked of card after card. Of ``several`` components, cards that lack its fields are not chosen."""

    expression: Expression
    facts: Record
    several: bool
    _asked: bool = False
    _problem: ExpressionProblem | None = None

    def holds(self, card: LoadedCard, scope: Mapping[str, object] | None = None) -> bool:
        """Whether the card is chosen; *scope* is the card's, where that was made before. Raises ExpressionProblem."""
        scope = scope if scope is not None else scope_of(card, self.facts)
        try:
            chosen = bool(self.expression.evaluate(scope))
        except ExpressionProblem as problem:
            if problem.code == "expression-failed":
                message = f"{problem.message} (card {card.id})"
                raise ExpressionProblem(problem.code, message, hint=problem.hint) from None
            if problem.code not in ("unknown-name", "unknown-field") or not self.several:
                raise
            self._problem = self._problem or problem
            return False
        self._asked = True
        return chosen

    def settle(self) -> None:
        """Raise the first ExpressionProblem if no card at all had the fields."""
        if self._problem is not None and not self._asked:
            raise self._problem
