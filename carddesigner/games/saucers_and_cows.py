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
    """The two colours, each by its palette's name, or as a mapping of ``name``, ``title`` and ``badge``."""
    picture: TilePicture = TilePicture(name="saucer")
    """What both colours show."""
    third: TilePicture = TilePicture(name="ray gun")
    """What covers it."""
    fourth: TilePicture | None = TilePicture(name="cow")
    """What lies in some centres; null for tiles without a centre."""
    centres: tuple[int, ...] = Field(default=(6, 6, 2, 1, 0), max_length=5)
    """How many tiles of each subset have the fourth indicium."""
    fixed: tuple[Tile, ...] = Field(default=_PUBLISHED["fixed"], validate_default=True, max_length=100)
    """The deck's first tiles, as they must be."""
    figures: tuple[RuleFigure, ...] = Field(default=_PUBLISHED["figures"], validate_default=True, max_length=50)
    """The stacks that the rules show, laid of the fixed tiles."""


GAME = Game("saucers-and-cows", SaucersSettings, TileRow, record, check, check_together)
