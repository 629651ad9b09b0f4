"""Shipped games: their settings and row models, checks and simulators. ``GAMES`` and ``SIMULATORS`` are the tables; a
game is imported when a deck uses it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from carddesigner.core.report import did_you_mean
from carddesigner.games.base import Game

if TYPE_CHECKING:
    from carddesigner.games.playing import Simulator

GAMES = {
    "mana-and-spells": "mana_and_spells.GAME",
    "monogoto": "monogoto.GAME",
    "nails-and-hammers": "card_tile_games.NAILS_AND_HAMMERS",
    "outflank": "outflank.GAME",
    "saucers-and-cows": "card_tile_games.SAUCERS_AND_COWS",
}


def game(name: str) -> Game:
    """A game by its id. Raises ValueError with the nearest id."""
    if name not in GAMES:
        near = did_you_mean(name, GAMES) or f"; there are {', '.join(GAMES)}"
        raise ValueError(f"there is no game {name!r}{near}")
    module, attribute = GAMES[name].split(".")
    made: Game = getattr(import_module(f"carddesigner.games.{module}"), attribute)
    return made


SIMULATORS = {
    "mana-and-spells": "mana_play.SIMULATOR",
    "monogoto": "monogoto_play.SIMULATOR",
    "nails-and-hammers": "card_tile_play.SIMULATOR",
    "outflank": "outflank_play.SIMULATOR",
    "saucers-and-cows": "card_tile_play.SIMULATOR",
}


def simulator(name: str) -> Simulator | None:
    """The simulator of a game; None if it has none."""
    if name not in SIMULATORS:
        return None
    module, attribute = SIMULATORS[name].split(".")
    game: Simulator = getattr(import_module(f"carddesigner.games.{module}"), attribute)
    return game
