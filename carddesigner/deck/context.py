"""What all parts of a deck are read with."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from carddesigner.core.report import Report
from carddesigner.deck.assets import Assets
from carddesigner.deck.names import DeckNames
from carddesigner.deck.translations import Wording
from carddesigner.games.base import Game
from carddesigner.schema.deck import DeckModel
from carddesigner.schema.stock import Stock
from carddesigner.source.yaml import Node


class LoadContext(Struct, frozen=True, eq=False):
    """A deck's settings with their places, its stocks, the language it is read in, its names, and its game with the settings
    that it gives it; what is wrong goes to the report.
    """

    deck: DeckModel
    root: Node
    stocks: dict[str, Stock]
    wording: Wording
    names: DeckNames
    report: Report
    game: Game | None
    settings: Any

    @property
    def assets(self) -> Assets:
        """The deck's files."""
        return self.names.assets
