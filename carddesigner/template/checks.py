"""A deck's own checks: expressions over a card or over all cards, as in templates, with their own messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct, field

from carddesigner.core.effort import TooMuchWork, bounded, spend
from carddesigner.core.record import Record
from carddesigner.core.report import Related, Report, did_you_mean
from carddesigner.core.source import Span
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.loaded import LoadedComponent, LoadedDeck
from carddesigner.source.yaml import find
from carddesigner.tables.table import cells_of
from carddesigner.template.expressions import Expression, ExpressionProblem, Function, compile_bare, compile_text
from carddesigner.template.select import counted

if TYPE_CHECKING:
    from carddesigner.schema.deck_checks import DeckCheck

MAX_SHOWN = 8
"""The most cards that a failed check names."""

Placed = tuple[Record, LoadedComponent, LoadedCard]


class Counting(Struct):
    """Counts over cards, cached by expression. ``counted`` are the cards of the last counts."""

    placed: Sequence[Placed]
    span: Span
    counted: dict[str, list[Placed]] = field(default_factory=dict)
    _cached: dict[str, list[tuple[int, object, Placed]]] = field(default_factory=dict)

    def functions(self) -> dict[str, Function]:
        """Return the functions that checks can call in addition to those of templates."""
        own = (self.count, self.total, self.average, self.lowest, self.highest, self.different)
        return {function.__name__: Function(function) for function in own}

    def count(self, cards: object, that: str = "true") -> int:
        """Return how many printed cards satisfy an expression."""
        counted = [(n, p) for n, value, p in self._values(cards, that) if value]
        self.counted[that] = [p for _, p in counted]
        return sum(n for n, _ in counted)

    def total(self, cards: object, of: str) -> float:
        """Return the sum of an expression's values over the printed cards; blank values are ignored."""
        return sum(n * v for n, v in self._numbers(cards, of))

    def average(self, cards: object, of: str) -> float:
        """Return the mean of an expression's values over the printed cards that have one; 0 if none has."""
        numbers = self._numbers(cards, of)
        amount = sum(n for n, _ in numbers)
        return sum(n * v for n, v in numbers) / amount if amount else 0.0

    def lowest(self, cards: object, of: str) -> float:
        """Return the least value."""
        return min((v for _, v in self._numbers(cards, of)), default=0.0)

    def highest(self, cards: object, of: str) -> float:
        """Return the greatest value."""
        return max((v for _, v in self._numbers(cards, of)), default=0.0)

    def different(self, cards: object, of: str) -> int:
        """Return the number of different values."""
        return len({(v.__class__, v) for _, v, _ in self._values(cards, of)})

    def _numbers(self, cards: object, of: str) -> list[tuple[int, float]]:
        out = []
        for n, value, (_, _, card) in self._values(cards, of):
            if value in (None, ""):
                continue
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                message = f"{of!r} is {value!r} for card {card.id}, which is no number"
                raise ExpressionProblem("expression-failed", message)
            out.append((n, float(value)))
        return out

    def _values(self, cards: object, source: object) -> list[tuple[int, object, Placed]]:
        """The copies, the value and the card for every card that has the fields."""
        if not isinstance(source, str) or not isinstance(cards, tuple):
            message = "write the cards and an expression in quotes: count(cards, 'card.cost == 1')"
            raise ExpressionProblem("expression-failed", message)
        cached = self._cached.get(source)
        if cached is None:
            expression = compile_bare(source, self.span)
            cached = self._cached[source] = []
            missing: ExpressionProblem | None = None
            for placed in self.placed:
                record, component, card = placed
                try:
                    value = expression.evaluate({"card": record, "component": component.id, "id": card.id})
                    cached.append((card.copies, value, placed))
                except ExpressionProblem as problem:
                    # The cards of other components have other fields.
                    if problem.code != "unknown-field":
                        raise
                    missing = problem
            if missing is not None and not cached:
                del self._cached[source]
                raise missing
        spend((len(cards) + len(cached)) // 5)
        wanted = {id(r) for r in cards}
        return [entry for entry in cached if id(entry[2][0]) in wanted]


def run_deck_checks(deck: LoadedDeck, report: Report) -> None:
    """Report every failed check of the deck, with the cells concerned."""
    if not deck.deck.checks:
        return
    placed = [(counted(c), k, c) for k in deck.components if k.table is not None for c in k.cards]
    whole: dict[str, object] = {
        "cards": tuple(r for r, _, _ in placed),
        "deck": deck.facts,
        "palette": deck.palette_record,
        "language": deck.deck.language,
        **{k.id.replace("-", "_"): tuple(r for r, other, _ in placed if other is k) for k in deck.components},
    }
    with bounded(len(placed)):
        for i, check in enumerate(deck.deck.checks):
            if check.each is None and deck.is_partial:
                continue  # It needs all cards, and these are only some.
            node = find(deck.root, ("checks", i))
            span = find(node, ("that",)).span
            try:
                that = compile_bare(check.that, span)
                message = compile_text(check.message, find(node, ("message",)).span)
                _run(check, that, message, whole, Counting(placed, span), deck, report)
            except ExpressionProblem as problem:
                report.add(problem, span)
            except TooMuchWork:
                hint = "what is counted over all cards belongs in a check without `each`" if check.each else None
                report.error("too-much-work", "the checks take too many steps for so many cards", span, hint=hint)
                return


def warn_of_not_run(deck: LoadedDeck, report: Report) -> None:
    """Warn of checks over all cards of a deck that is read in parts."""
    for i, check in enumerate(deck.deck.checks):
        if check.each is None:
            message = "this check is about all cards, and was not made: only some of them are read at a time"
            hint = "one with `each` is made for every card; all checks are made of tables that can be read whole"
            report.warn("check-not-run", message, find(deck.root, ("checks", i, "that")).span, hint=hint)


def _run(
    check: DeckCheck,
    that: Expression,
    message: Expression,
    scope: Mapping[str, object],
    counting: Counting,
    deck: LoadedDeck,
    report: Report,
) -> None:
    report_problem = partial(report.error if check.severity == "error" else report.warn, "check-failed")
    scope = {**scope, **counting.functions()}
    if check.each is None:
        if not that.evaluate(scope):
            concerned = [p for pieces in counting.counted.values() for p in pieces][:MAX_SHOWN]
            related = [Related(c.span, f"counted: {c.id}") for _, _, c in concerned if c.span is not None]
            report_problem(message.text(scope), that.span, related=related)
        return
    tables = {k.id: k.table for k in deck.components if k.table is not None}
    if check.each not in tables:
        near = did_you_mean(check.each, tables)
        problem = f"`each` names no component with rows: {check.each!r}{near}"
        report.error("unknown-component", problem, that.span, fix=near.fix)
        return
    cells = cells_of(tables[check.each])
    for record, component, card in counting.placed:
        spend(1)
        own = {**scope, "card": record}
        if component.id == check.each and not that.evaluate(own):
            related = [Related(that.span, "this check")]
            report_problem(message.text(own), cells.place(card.row_number, that.reads), related=related, card=card.id)
