"""Nails and Hammers, with square card tiles, and Saucers and Cows, with octagonal ones that have a centre.

According to US 2018/0264350 A1, [0022-0063] and [0064-0074].
"""

from __future__ import annotations

from pydantic import Field

from carddesigner.games.base import Game
from carddesigner.games.card_tile_checks import check, check_together
from carddesigner.games.card_tiles import (
    PUBLISHED,
    Colors,
    RuleFigure,
    Tile,
    TilePicture,
    TileRow,
    TileSettings,
    record,
)

_NAILS, _SAUCERS = PUBLISHED["nails-and-hammers"], PUBLISHED["saucers-and-cows"]


class NailsSettings(TileSettings):
    """The settings that a deck's ``game:`` may change; the defaults are the published game's."""

    picture: TilePicture = TilePicture(name="nail")
    third: TilePicture = TilePicture(name="hammer")
    fixed: tuple[Tile, ...] = Field(default=_NAILS["fixed"], validate_default=True, max_length=100)
    figures: tuple[RuleFigure, ...] = Field(default=_NAILS["figures"], validate_default=True, max_length=50)


class SaucersSettings(TileSettings):
    """The settings that a deck's ``game:`` may change; the defaults are the published game's."""

    colors: Colors = Field(default=("red", "blue"), validate_default=True)
    picture: TilePicture = TilePicture(name="saucer")
    third: TilePicture = TilePicture(name="ray gun")
    fourth: TilePicture | None = TilePicture(name="cow")
    centres: tuple[int, ...] = Field(default=(6, 6, 2, 1, 0), max_length=5)
    fixed: tuple[Tile, ...] = Field(default=_SAUCERS["fixed"], validate_default=True, max_length=100)
    figures: tuple[RuleFigure, ...] = Field(default=_SAUCERS["figures"], validate_default=True, max_length=50)


NAILS_AND_HAMMERS = Game("nails-and-hammers", NailsSettings, TileRow, record, check, check_together)
SAUCERS_AND_COWS = Game("saucers-and-cows", SaucersSettings, TileRow, record, check, check_together)
