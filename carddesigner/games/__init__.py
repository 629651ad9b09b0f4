"""Shipped games: row models and checks. ``GAMES`` is the table; a game is imported when a deck asks for it."""

from __future__ import annotations

from importlib import import_module

from carddesigner.core.report import did_you_mean
from carddesigner.games.base import Game

GAMES = {
    "mana-and-spells": "mana_and_spells.GAME",
    "monogoto": "monogoto.GAME",
    "nails-and-hammers": "card_tile_games.NAILS_AND_HAMMERS",
    "outflank": "outflank.GAME",
    "saucers-and-cows": "card_tile_games.SAUCERS_AND_COWS",
}


def game(name: str) -> Game:
    """A game by its id. Raises ValueError with the nearest there is."""
    if name not in GAMES:
        near = did_you_mean(name, GAMES) or f"; there are {', '.join(GAMES)}"
        raise ValueError(f"there is no game {name!r}{near}")
    module, attribute = GAMES[name].split(".")
    made: Game = getattr(import_module(f"carddesigner.games.{module}"), attribute)
    return made
