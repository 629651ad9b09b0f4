"""Fonts for pages have a private letter for each glyph, the shape and width that it is set with, and no rules."""

from io import BytesIO

import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

from carddesigner.draw.glyph_fonts import PART, glyph_font, part_count
from carddesigner.draw.svg import FIRST_LETTER
from carddesigner.source import paths
from carddesigner.text.font_face import FontFace


@pytest.fixture(scope="module")
def face() -> FontFace:
    return FontFace(paths.templates() / "fonts/AlegreyaSans-Regular.ttf")


def test_each_glyph_has_a_letter_with_its_width_and_outline(face: FontFace) -> None:
    font = TTFont(BytesIO(glyph_font(face, 0)))
    letters, names = font.getBestCmap(), font.getGlyphOrder()
    assert len(letters) == min(face.glyph_count, PART) - 1  # all but the glyph of what isn't there
    glyphs = font.getGlyphSet()
    for glyph in range(1, len(letters), 7):
        name = letters[FIRST_LETTER + glyph]
        assert names.index(name) == glyph
        assert glyphs[name].width * 1000 / font["head"].unitsPerEm == pytest.approx(face.advance(glyph), abs=0.6)
        glyphs[name].draw(pen := BoundsPen(glyphs))
        assert (pen.bounds is None) == (not face.outline(glyph))


def test_nothing_in_it_makes_other_letters_of_letters(face: FontFace) -> None:
    assert not {"GSUB", "GPOS", "kern", "morx", "COLR"} & set(TTFont(BytesIO(glyph_font(face, 0))).keys())


def test_a_font_of_very_many_glyphs_comes_in_parts(face: FontFace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carddesigner.draw.glyph_fonts.PART", 100)
    parts = [TTFont(BytesIO(glyph_font(face, n))).getBestCmap() for n in range(part_count(face))]
    assert sorted(letter for part in parts for letter in part) == [FIRST_LETTER + n for n in range(1, face.glyph_count)]
