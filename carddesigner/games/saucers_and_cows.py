"""Saucers and Cows: octagonal card tiles with a centre, after US 2018/0264350 A1 [0064-0074]."""

from __future__ import annotations

from pydantic import Field

from carddesigner.games.base import Game
from carddesigner.games.card_tile_checks import check, check_together
from carddesigner.games.card_tiles import (
    Colors,
    LaidTile,
    RuleFigure,
    Tile,
    TilePicture,
    TileRow,
    TileSettings,
    Zone,
    record,
)

_FIXED = (
    Tile(
        ne=Zone(mark="third", mechanic="play-again"),
        se=Zone(mark="first", mechanic="opponent-discards-random"),
        sw=Zone(mark="second"),
        nw=Zone(mark="third"),
        centre="fourth",
    ),
    Tile(ne=Zone(mark="first", mechanic="play-again"), se=Zone(mark="third"), sw=Zone(mark="third"), centre="fourth"),
    Tile(
        ne=Zone(mark="first", mechanic="play-again"),
        se=Zone(mark="third", mechanic="look-through-deck"),
        nw=Zone(mark="second"),
    ),
    Tile(ne=Zone(mark="first"), nw=Zone(mark="second", mechanic="remove-top")),
    Tile(
        ne=Zone(mark="third", mechanic="play-again"),
        se=Zone(mark="second", mechanic="opponent-discards-random"),
        sw=Zone(mark="first"),
        nw=Zone(mark="third"),
        centre="fourth",
    ),
)
"""Of the kinds of 201a to 201d [0066], and the first with its colours swapped."""

_STACK = (
    LaidTile(tile=1),
    LaidTile(tile=2, x=-1, y=1, turn=180),
    LaidTile(tile=3, x=-2, y=0, turn=270),
    LaidTile(tile=5, x=0, y=2, turn=180),
)


class SaucersSettings(TileSettings):
    """What a deck's ``game:`` may change; the defaults are the published game's."""

    colors: Colors = Field(default=("red", "blue"), validate_default=True)
    """The two colours, each by its palette's name, or as a mapping of ``name``, ``title`` and ``badge``."""
    picture: TilePicture = TilePicture(name="saucer")
    """What both colours show."""
    third: TilePicture = TilePicture(name="ray gun")
    """What covers it."""
    fourth: TilePicture | None = TilePicture(name="cow")
    """What lies in some centres; null for tiles without a centre."""
    centres: tuple[int, ...] = Field(default=(6, 6, 2, 1, 0), max_length=5)
    """How many tiles of each subset have the fourth indicium."""
    fixed: tuple[Tile, ...] = Field(default=_FIXED, max_length=100)
    """The deck's first tiles, as they must be."""
    figures: tuple[RuleFigure, ...] = Field(
        default=(
            RuleFigure(name="before", stack=_STACK[:1]),
            RuleFigure(name="covered", stack=_STACK[:2]),
            RuleFigure(name="third-tile", stack=_STACK[:3], counts=(1, 1)),
            RuleFigure(name="scoring", stack=_STACK, counts=(1, 0)),
        ),
        max_length=50,
    )
    """The stacks that the rules show, laid of the fixed tiles."""


GAME = Game("saucers-and-cows", SaucersSettings, TileRow, record, check, check_together)
