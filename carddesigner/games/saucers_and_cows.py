"""Saucers and Cows: octagonal card tiles with a centre, after US 2018/0264350 A1 [0064-0074]."""

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

_PUBLISHED = PUBLISHED["saucers-and-cows"]


class SaucersSettings(TileSettings):
    """What a deck's ``game:`` may change; the defaults are the published game's."""

    colors: Colors = Field(default=("red", "blue"), validate_default=True)
    picture: TilePicture = TilePicture(name="saucer")
    third: TilePicture = TilePicture(name="ray gun")
    fourth: TilePicture | None = TilePicture(name="cow")
    centres: tuple[int, ...] = Field(default=(6, 6, 2, 1, 0), max_length=5)
    fixed: tuple[Tile, ...] = Field(default=_PUBLISHED["fixed"], validate_default=True, max_length=100)
    figures: tuple[RuleFigure, ...] = Field(default=_PUBLISHED["figures"], validate_default=True, max_length=50)


GAME = Game("saucers-and-cows", SaucersSettings, TileRow, record, check, check_together)
