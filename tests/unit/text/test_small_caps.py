"""Small capitals: the font's own where it has them, else capitals of a smaller size."""

from __future__ import annotations

import pytest
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont

from carddesigner.text.fonts import find_family
from carddesigner.text.shaping import Look, Shaper


def pieces(found) -> list[tuple[str, float]]:
    """What is drawn, with its size, and the text it reads as."""
    return [("".join(r.text for r in p.runs), round(p.size, 2)) for t in found.texts for p in t.pieces]


def test_small_letters_become_smaller_capitals_and_still_read_as_written(setter):
    found = setter.set("^^Fire 3^^ Ice", size=10.0)
    assert pieces(found) == [("F", 10), ("ire", 8), (" ", 10), ("3 Ice", 10)] or pieces(found) == [
        ("F", 10),
        ("ire", 8),
        (" 3 Ice", 10),
    ]
    capitals = setter.set("FIRE", size=10.0)
    assert found.glyphs[:4] == capitals.glyphs
    assert found.lines == ["Fire 3 Ice"]


def test_their_width_is_that_of_what_is_drawn(setter):
    wide = setter.set("A", size=10.0).fitted.width + setter.set("AA", size=8.0).fitted.width
    assert setter.set("^^Aaa^^", size=10.0).fitted.width == pytest.approx(wide, rel=0.01)
    tracked = setter.set("^^Aaa^^", size=10.0, tracking=100.0).fitted.width
    assert tracked == pytest.approx(wide + 2 * 1.0, rel=0.01)


def test_a_tracked_word_stays_itself_when_others_were_set_before(setter):
    words = ["abcd", "efgh", "ijkl", "mnop", "qrst", "uvwx"]
    for word in words * 3:
        # Each run that a word was tracked from is thrown away, and another may take its place in memory.
        atoms = Shaper((setter.family,), "en", 50.0).atoms(word, Look(False, False, small_caps=True), 0)
        assert "".join(a.run.text for a in atoms) == word


def test_the_setting_does_the_same_as_the_markup(setter):
    assert setter.set("Fire", small_caps=True).glyphs == setter.set("^^Fire^^").glyphs


def test_turkish_has_its_own_capital_i(setter):
    assert setter.set("^^i^^", language="tr").glyphs == setter.set("İ").glyphs
    assert setter.set("^^i^^", language="en").glyphs == setter.set("I").glyphs


def test_a_letter_with_two_capitals_is_drawn_with_both(setter):
    assert setter.set("^^ß^^").glyphs == setter.set("SS").glyphs


def test_a_capital_that_the_font_lacks_is_missing(setter):
    found = setter.set("^^ж^^", fonts=(setter.display,), bold=True)
    assert [c for c, _ in found.fitted.missing] == ["Ж"]


@pytest.fixture(scope="module")
def with_own(setter, tmp_path_factory):
    """The shipped family, with small capitals for a to c that look like x to z."""
    folder = tmp_path_factory.mktemp("fonts")
    font = TTFont(setter.family.face(False, False).path)
    cmap = font.getBestCmap()
    pairs = "".join(f"sub {cmap[ord(a)]} by {cmap[ord(b)]};" for a, b in zip("abc", "xyz", strict=True))
    addOpenTypeFeaturesFromString(font, f"feature smcp {{ {pairs} }} smcp;", tables=["GSUB"])
    font.save(folder / "Own-Regular.ttf")
    return find_family("Own", [folder])


def test_a_fonts_own_small_capitals_are_used(setter, with_own):
    found = setter.set("^^Cab^^ cab", fonts=(with_own,))
    assert found.glyphs == setter.set("Czxy cab"[0] + "xy cab", fonts=(with_own,)).glyphs
    assert found.lines == ["Cab cab"]
    assert {size for _, size in pieces(found)} == {9.0}


def test_a_word_that_they_do_not_cover_whole_gets_smaller_capitals(setter, with_own):
    found = setter.set("^^Cad^^", fonts=(with_own,))
    assert found.glyphs == setter.set("CAD", fonts=(with_own,)).glyphs
