"""Cards selected by an expression, as for ``--select``: ``card.cost > 3``, or just ``cost > 3``."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from carddesigner.core.record import Record, as_dict, fields_of
from carddesigner.deck.cards import LoadedCard
from carddesigner.template.expressions import Expression, ExpressionProblem


def counted(card: LoadedCard) -> Record:
    """Return a card as checks and recipes see it: its row with id, component and copies."""
    return Record({**as_dict(card.record), "id": card.id, "component": card.component, "copies": card.copies})


def scope_of(card: LoadedCard, facts: Record) -> dict[str, object]:
    """Return the names that an expression can use for a card: its fields, and ``card`` with all of them."""
    record = card.record
    own = {"card": record, "deck": facts, "component": card.component, "id": card.id}
    return {**fields_of(record), **own}


class Selection(Struct):
    """An expression that is evaluated for each card. With ``several`` components, cards without its fields are not
    selected.
    """

    expression: Expression
    facts: Record
    several: bool
    _asked: bool = False
    _problem: ExpressionProblem | None = None

    def holds(self, card: LoadedCard, scope: Mapping[str, object] | None = None) -> bool:
        """Return whether the card is selected; *scope* is the card's, if it is already made. Raises
        ExpressionProblem.
        """
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
        """Raise the first ExpressionProblem if no card had the fields."""
        if self._problem is not None and not self._asked:
            raise self._problem
