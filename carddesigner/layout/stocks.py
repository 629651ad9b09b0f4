"""The sides of a component's cards, each of which may be cut from its own stock."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct, field

from carddesigner.core.report import Related, Report
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.loaded import LoadedComponent, LoadedDeck
from carddesigner.layout.sides import ComponentSides, Sides
from carddesigner.tables.table import cells_of
from carddesigner.template.expressions import ExpressionProblem
from carddesigner.template.stocks import CardStocks, card_stocks


class CutCards(Struct):
    """A component's cards, each with its component as cut and its sides; *sides_of* returns the sides for a stock."""

    component: LoadedComponent
    report: Report
    sides_of: Callable[[LoadedComponent], ComponentSides | None]
    stocks: CardStocks | None
    _sides: dict[str, ComponentSides | None] = field(default_factory=dict)
    _is_reported: bool = False

    def cut(self, card: LoadedCard) -> LoadedComponent | None:
        """Return the component with the card's stock, or None if there is none, which is reported."""
        if self.stocks is None:
            return self.component
        try:
            return self.stocks.of(card)
        except ExpressionProblem as problem:
            self._report(problem, self.stocks, card)
            return None

    def _report(self, problem: ExpressionProblem, stocks: CardStocks, card: LoadedCard) -> None:
        """Report an unknown stock at the card's cell, and any other problem once, at the expression."""
        span, related = stocks.choice.span, list[Related]()
        if problem.code == "unknown-stock" and self.component.table is not None and card.span is not None:
            related = [Related(span, "which takes the stock from it")]
            span = cells_of(self.component.table).place(card.row_number, stocks.reads) or span
        elif self._is_reported:
            return
        elif card.span is not None:
            related = [Related(card.span, "for this card")]
            self._is_reported = True
        self.report.add(problem, span, related=related, card=card.id)

    def of(self, card: LoadedCard) -> tuple[LoadedComponent, tuple[Sides, ...]] | None:
        """Return a card's component and the sides of its copies; None for a problem, which is reported."""
        own = self.cut(card)
        if own is None:
            return None
        if own.stock_name not in self._sides:
            self._sides[own.stock_name] = self.sides_of(own)
        known = self._sides[own.stock_name]
        sides = known.of(card) if known is not None else None
        return (own, sides) if sides is not None else None


def cut_cards(
    deck: LoadedDeck,
    component: LoadedComponent,
    sides_of: Callable[[LoadedComponent], ComponentSides | None],
    report: Report,
) -> CutCards | None:
    """Return the cards of a component, or None if none can be laid out, which is reported."""
    try:
        stocks = card_stocks(deck, component)
    except ExpressionProblem as problem:
        assert component.choice is not None
        report.add(problem, component.choice.span)
        return None
    made = CutCards(component, report, sides_of, stocks)
    if stocks is None:
        sides = sides_of(component)
        if sides is None:
            return None
        made._sides[component.stock_name] = sides
    return made
