"""Fonts for web pages: each glyph has a private character by its number, so that a browser shows exactly what was
shaped.
"""

from __future__ import annotations

import struct
from io import BytesIO

from carddesigner.draw.svg import FIRST_LETTER, MAX_GLYPH
from carddesigner.text.font_face import FontFace

PART = 4096
"""The glyphs in one file: a large font is split into parts, of which a browser loads only those with visible glyphs."""


def part_count(face: FontFace) -> int:
    """The number of files of a font."""
    return -(-min(face.glyph_count, MAX_GLYPH + 1) // PART)


def glyph_font(face: FontFace, part: int) -> bytes:
    """A file of a font, with the glyphs of a *part*. Raises Problem for a font with a damaged table."""
    from fontTools.ttLib import TTFont
    from fontTools.ttLib.tables.DefaultTable import DefaultTable

    first = part * PART
    last = min(first + PART, face.glyph_count, MAX_GLYPH + 1) - 1
    font = TTFont(BytesIO(face.file_of_outlines(range(first, last + 1))), lazy=True, recalcTimestamp=False)
    letters = DefaultTable("cmap")
    # One table for all platforms (3, 10), in format 12, with one group.
    letters.data = struct.pack(">HHHHL", 0, 1, 3, 10, 12) + struct.pack(
        ">HHLLLLLL", 12, 0, 28, 0, 1, FIRST_LETTER + first, FIRST_LETTER + last, first
    )
    font["cmap"] = letters
    out = BytesIO()
    # Nothing is recalculated: tables are copied.
    font.recalcBBoxes = False
    font.save(out, reorderTables=False)
    return out.getvalue()
