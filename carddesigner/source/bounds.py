"""What a whole deck may hold at most, however it is spread over its files, and what was counted of it so far."""

from __future__ import annotations

from msgspec import Struct

MAX_PIXELS_IN_ALL = 6_000_000_000
"""Pixels of all pictures of a deck: 400 poker cards with a picture each at 1200 dpi."""

MAX_CELLS_IN_ALL = 8_000_000
"""Cells of all tables of a deck; a row is worth six more."""

MAX_CHARACTERS_IN_ALL = 3_000_000
"""Characters of all Markdown files of a deck."""

MAX_FILES = 20_000
"""Files of a deck's folder that are looked through."""


class Bounds(Struct):
    """What one reading of a deck counted."""

    cells: int = 0
    characters: int = 0
    pixels: int = 0
