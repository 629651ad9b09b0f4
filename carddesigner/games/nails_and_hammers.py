"""Nails and Hammers: square card tiles, after US 2018/0264350 A1 [0022-0063]."""

from __future__ import annotations

from pydantic import Field

from carddesigner.games.base import Game
from carddesigner.games.card_tile_checks import check, check_together
from carddesigner.games.card_tiles import LaidTile, RuleFigure, Tile, TilePicture, TileRow, TileSettings, Zone, record

_FIXED = (
    Tile(
        ne=Zone(mark="third", mechanic="play-again"),
        se=Zone(mark="first", mechanic="opponent-discards-random"),
        sw=Zone(mark="second"),
        nw=Zone(mark="third"),
    ),
    Tile(ne=Zone(mark="first", mechanic="play-again"), se=Zone(mark="third"), sw=Zone(mark="third")),
    Tile(
        ne=Zone(mark="first", mechanic="play-again"),
        se=Zone(mark="third", mechanic="look-through-deck"),
        nw=Zone(mark="second"),
    ),
    Tile(ne=Zone(mark="first"), nw=Zone(mark="second", mechanic="remove-top")),
)
"""Tiles 101a to 101d [0023-0027]."""


class NailsSettings(TileSettings):
    """What a deck's ``game:`` may change; the defaults are the published game's."""

    picture: TilePicture = TilePicture(name="nail")
    """What both colours show."""
    third: TilePicture = TilePicture(name="hammer")
    """What covers it."""
    fixed: tuple[Tile, ...] = Field(default=_FIXED, max_length=100)
    """The deck's first tiles, as they must be."""
    figures: tuple[RuleFigure, ...] = Field(
        default=(
            RuleFigure(name="before", stack=(LaidTile(tile=3),)),
            RuleFigure(name="nothing-fires", stack=(LaidTile(tile=3), LaidTile(tile=2, x=-1, y=-1)), counts=(2, 0)),
            RuleFigure(
                name="both-fire",
                stack=(LaidTile(tile=3), LaidTile(tile=2, x=-1, y=-1), LaidTile(tile=1, x=1, y=-1, turn=180)),
                counts=(2, 1),
            ),
        ),
        max_length=50,
    )
    """The stacks that the rules show, laid of the fixed tiles."""


GAME = Game("nails-and-hammers", NailsSettings, TileRow, record, check, check_together)
