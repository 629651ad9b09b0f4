"""The stock of a card, if an expression names it for each card."""

from __future__ import annotations

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.effort import spend
from carddesigner.core.record import Record
from carddesigner.core.report import did_you_mean
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.loaded import LoadedComponent, LoadedDeck, StockChoice
from carddesigner.template.expressions import Expression, ExpressionProblem, compile_text
from carddesigner.template.faces import card_scope
from carddesigner.template.simple import printed
from carddesigner.template.spec import Reads


class CardStocks(Struct):
    """The stocks of a component's cards: for each, the component as if all cards had that stock."""

    deck: LoadedDeck
    component: LoadedComponent
    choice: StockChoice
    name: Expression
    _cut: dict[str, LoadedComponent] = field(default_factory=dict)

    @property
    def reads(self) -> Reads:
        """What the choice of the stock depends on."""
        return self.name.reads

    def of(self, card: LoadedCard) -> LoadedComponent:
        """Return the component with the stock of a card. Raises ExpressionProblem, with the code ``unknown-stock`` for
        an unknown name.
        """
        spend(1)
        scope = card_scope(self.deck, card, "front", 1)
        scope = {key: value for key, value in scope.items() if key not in ("side", "copy")}
        value = printed(self.name.evaluate(scope))
        if isinstance(value, (tuple, Record)):
            kind = "a list" if isinstance(value, tuple) else "a record"
            raise ExpressionProblem("wrong-type", f"a stock's name is a text; {self.choice.source!r} is {kind}")
        name = str(value)
        if name not in self._cut:
            stock = self.choice.stocks.get(name)
            if stock is None:
                near = did_you_mean(name, self.choice.stocks)
                what = f"no stock {name!r}{near}" if name else "no stock: it is blank"
                there = f"the deck has {', '.join(self.choice.stocks)}"
                raise ExpressionProblem(
                    "unknown-stock", f"{self.choice.source!r} names {what}", hint=there, fix=near.fix
                )
            self._cut[name] = replace(self.component, stock_name=name, stock=stock, outline=stock.outline())
        return self._cut[name]


def card_stocks(deck: LoadedDeck, component: LoadedComponent) -> CardStocks | None:
    """Return the stocks of a component's cards; None if all have the same. Raises ExpressionProblem for a syntax
    error.
    """
    choice = component.choice
    if choice is None:
        return None
    return CardStocks(deck, component, choice, compile_text(choice.source, choice.span))
