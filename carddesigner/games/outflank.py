"""Outflank: cards with a side for each player, and stoppers that act as the edge of the playing area.

Facts are from US 8,454,021 B2; where it leaves a choice, the deck's notes say which was taken.
"""

from itertools import combinations
from typing import Self

from pydantic import Field, model_validator

from carddesigner.contents.base import Model, refusal
from carddesigner.core.report import Report
from carddesigner.games.base import Counts, Game, Name, Rows

PLAYERS = 2


class Marking(Model):
    """The marking of a side of the cards, or of a stopper."""

    icon: Name
    """Its pattern: an icon in ``symbols/``."""
    color: Name
    """Its colour in the deck's palette."""


class OutflankSettings(Model):
    """The settings that a deck's ``game:`` may change; the defaults are the published game's. The cards' size is that
    of their stock.
    """

    cards: int = Field(default=50, ge=8, le=1000)
    """How many cards there are; each player has half of them."""
    stoppers: int = Field(default=10, ge=0, le=200)
    """How many stoppers there are; each player has half of them."""
    first: Marking = Marking(icon="counter", color="black")
    """The cards' first side, that of the player who begins."""
    second: Marking = Marking(icon="ring", color="white")
    """The cards' second side, which differs from the first in shape as well as in colour."""
    stopper: Marking = Marking(icon="stopper", color="red")
    """The stoppers, in a third colour."""
    cards_component: str = "cards"
    """The component that prints the cards."""
    stoppers_component: str | None = "stoppers"
    """The component that prints the stoppers; null for none."""
    pieces_per_stopper: int = Field(default=1, ge=1, le=6)
    """How many printed pieces make a stopper: one net, or two faces for a tile of board."""

    @model_validator(mode="after")
    def _told_apart(self) -> Self:
        for name in ("cards", "stoppers"):
            if getattr(self, name) % PLAYERS:
                message = f"{getattr(self, name)} {name} can't be shared evenly by two players"
                raise refusal("wrong-value", message, name)
        if self.first.icon == self.second.icon:
            message = f"both sides of the cards are marked with {self.first.icon!r}; they must differ in shape as well as colour"
            raise refusal("wrong-value", message, "second")
        marked = {"first": self.first, "second": self.second, "stopper": self.stopper}
        for (a, one), (b, other) in combinations(marked.items(), 2):
            if one.color == other.color:
                message = f"{a} and {b} have the same colour, {one.color!r}"
                raise refusal("wrong-value", message, b)
        return self


def check(_rows: Rows, counts: Counts, settings: OutflankSettings, report: Report) -> None:
    """Check the numbers of printed cards and stoppers."""
    have = counts.get(settings.cards_component, 0)
    if have != settings.cards:
        message = f"{have} cards are printed by {settings.cards_component!r}, {settings.cards} belong to the game"
        hint = f"each player has {settings.cards // PLAYERS}; `game: {{id: outflank, cards: …}}` says another number"
        report.error("outflank-cards", message, hint=hint)
    if settings.stoppers_component is None:
        return
    have, each = counts.get(settings.stoppers_component, 0), settings.pieces_per_stopper
    if have != settings.stoppers * each:
        belong = f"the game's {settings.stoppers} stoppers are {settings.stoppers * each}"
        message = f"{have} pieces are printed by {settings.stoppers_component!r}; {belong}"
        own = settings.stoppers // PLAYERS
        hint = f"each player has {own}; `game: {{id: outflank, stoppers: …}}` says another number"
        report.error("outflank-stoppers", message, hint=hint)


GAME = Game("outflank", OutflankSettings, None, None, check)
