"""Shipped games: row models and checks. ``GAMES`` is the table; a game is imported when a deck asks for it."""

from __future__ import annotations

from importlib import import_module

from carddesigner.core.report import did_you_mean
from carddesigner.games.base import Game

GAMES = {
    "mana-and-spells": "carddesigner.games.mana_and_spells",
    "monogoto": "carddesigner.games.monogoto",
    "nails-and-hammers": "carddesigner.games.nails_and_hammers",
    "outflank": "carddesigner.games.outflank",
    "saucers-and-cows": "carddesigner.games.saucers_and_cows",
}


def game(name: str) -> Game:
    """A game by its id. Raises ValueError with the nearest there is."""
    if name not in GAMES:
        near = did_you_mean(name, GAMES) or f"; there are {', '.join(GAMES)}"
        raise ValueError(f"there is no game {name!r}{near}")
    made: Game = import_module(GAMES[name]).GAME
    return made
