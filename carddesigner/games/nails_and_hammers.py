"""Nails and Hammers: square card tiles, after US 2018/0264350 A1 [0022-0063]."""

from __future__ import annotations

from pydantic import Field

from carddesigner.games.base import Game
from carddesigner.games.card_tile_checks import check, check_together
from carddesigner.games.card_tiles import PUBLISHED, RuleFigure, Tile, TilePicture, TileRow, TileSettings, record

_PUBLISHED = PUBLISHED["nails-and-hammers"]


class NailsSettings(TileSettings):
    """What a deck's ``game:`` may change; the defaults are the published game's."""

    picture: TilePicture = TilePicture(name="nail")
    third: TilePicture = TilePicture(name="hammer")
    fixed: tuple[Tile, ...] = Field(default=_PUBLISHED["fixed"], validate_default=True, max_length=100)
    figures: tuple[RuleFigure, ...] = Field(default=_PUBLISHED["figures"], validate_default=True, max_length=50)


GAME = Game("nails-and-hammers", NailsSettings, TileRow, record, check, check_together)
