"""Text in the zones of a card: its place in millimetres, turned boxes, and the errors that a designer reads."""

from __future__ import annotations

import re
import shutil
from math import ceil

import pytest
from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from carddesigner.core.geometry import Matrix
from carddesigner.core.items import GroupItem, TextItem
from carddesigner.core.report import Problem, Report
from carddesigner.core.units import MM
from carddesigner.deck.find import loaded_deck
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job
from carddesigner.source import paths
from carddesigner.text.font_face import FontFace
from tests.font_maker import make_font

BOX = "box: {left: 10mm, width: 30mm, top: 20mm, height: 12mm}"
FONTS = paths.shipped() / "templates" / "fonts"


def placed(items, matrix=None):
    """Every line of text with the map from its zone's points to the card's."""
    out = []
    for item in items:
        if isinstance(item, GroupItem):
            own = item.matrix or Matrix()
            out += placed(item.items, own.then(matrix) if matrix else own)
        elif isinstance(item, TextItem):
            out.append((item, matrix or Matrix()))
    return out


def corners(setter, item, face):
    """A line's box from its capitals down to its descenders."""
    found = setter.chars(item)
    size = item.pieces[0].size / 1000
    top, bottom = item.y - face.cap_height * size, item.y + face.descent * size
    return [(x, y) for x in (found[0].x, found[-1].end) for y in (top, bottom)]


def template(deck, old, new):
    file = deck.path / "templates/sample.yaml"
    text = file.read_text()
    assert old in text
    deck.write("templates/sample.yaml", text.replace(old, new))


@pytest.mark.parametrize("valign", ["top", "middle", "bottom"])
@pytest.mark.parametrize("lines", [1, 2])
def test_text_stands_at_the_top_the_middle_or_the_bottom(deck, setter, valign, lines):
    text = r"Hip\nHip" if lines == 2 else "Hip"
    laid = deck.zones(f'one: {{text: "{text}", size: 10pt, valign: {valign}, {BOX}}}').lay()
    face = setter.family.face(False, False)
    found = placed(laid.face.zones[0].items)
    baselines = [m.apply(0, i.y)[1] / MM for i, m in found]
    cap, descent = (v * 10 / 1000 / MM for v in (face.cap_height, face.descent))
    assert len(found) == lines
    if valign == "top":
        assert baselines[0] - cap == pytest.approx(20)
    elif valign == "bottom":
        assert baselines[-1] + descent == pytest.approx(32)
    else:
        assert (baselines[0] - cap + baselines[-1]) / 2 == pytest.approx(26), "capitals to last baseline"


@pytest.mark.parametrize(("align", "side"), [("left", 10), ("right", 40), ("center", 25)])
def test_text_is_aligned_in_its_box(deck, setter, align, side):
    laid = deck.zones(f"one: {{text: Fire, size: 10pt, align: {align}, {BOX}}}").lay()
    ((item, matrix),) = placed(laid.face.zones[0].items)
    found = setter.chars(item)
    start, end = (matrix.apply(x, 0)[0] / MM for x in (found[0].x, found[-1].end))
    assert {"left": start, "right": end, "center": (start + end) / 2}[align] == pytest.approx(side)


@pytest.mark.parametrize(
    ("degrees", "way", "box"),
    [
        (0, (1, 0), (10, 20, 40, 32)),
        (90, (0, 1), (19, 11, 31, 41)),
        (180, (-1, 0), (10, 20, 40, 32)),
        (270, (0, -1), (19, 11, 31, 41)),
    ],
)
def test_turned_text_stays_in_its_turned_box(deck, setter, degrees, way, box):
    zone = f'one: {{text: "Fire and Ice and more of it", size: 14pt, min-size: 4pt, rotate: {degrees}, {BOX}}}'
    laid = deck.zones(zone).lay()
    lines = placed(laid.face.zones[0].items)
    assert lines
    face = setter.family.face(False, False)
    for item, matrix in lines:
        ahead, origin = matrix.apply(1, 0), matrix.apply(0, 0)
        assert (ahead[0] - origin[0], ahead[1] - origin[1]) == pytest.approx(way)
        for x, y in (matrix.apply(*c) for c in corners(setter, item, face)):
            assert box[0] - 0.01 <= x / MM <= box[2] + 0.01
            assert box[1] - 0.01 <= y / MM <= box[3] + 0.01


def test_a_missing_glyph_names_card_zone_place_and_fonts(deck):
    deck.zones(f'one:\n  text: "{{{{ card.name }}}}"\n  {BOX}', "name\nFire\n漢\n")
    found = deck.error("missing-glyph")
    assert found.message == "no glyph for '漢' (U+6F22) in AlegreyaSans-Regular"
    assert (found.card, found.zone) == ("cards-002 (front)", "one")
    assert (found.span.path.endswith("templates/sample.yaml"), found.span.line) == (True, 7)
    (related,) = found.related
    assert (related.span.path.endswith("cards.csv"), related.span.line) == (True, 3)


def test_a_missing_glyph_names_a_font_that_has_it(deck):
    deck.zones(f'one:\n  text: "{{{{ card.name }}}}"\n  {BOX}', "name\nA ♠\n")
    assert deck.error("missing-glyph").hint.startswith("Game Symbols has it: write `fallback: [Game Symbols]`")
    deck.zones(f'one:\n  text: "{{{{ card.name }}}}"\n  {BOX}', "name\n♠♥漢\n")
    assert deck.error("missing-glyph").hint.startswith("Game Symbols has 2 of them: write")
    (deck.path / "fonts").mkdir()
    make_font(deck.path / "fonts/mine.ttf", "Mine", letters="A漢♠♥ ")
    assert deck.error("missing-glyph").hint.startswith("Mine has them: write `fallback: [Mine]`")
    template(deck, "{family: Alegreya Sans}", "{family: Alegreya Sans, fallback: [Mine]}")
    assert deck.lay().report.errors == []


@pytest.mark.parametrize("colored", [False, True])
def test_a_glyph_that_shows_nothing_is_a_missing_one(deck, colored):
    deck.zones(f"one: {{text: A\u2800B, {BOX}}}")
    (deck.path / "fonts").mkdir()
    path = make_font(deck.path / "fonts/mine.ttf", "Mine", letters="AB\u2800")
    font = TTFont(path)
    for name in ("g0042", "g2800"):
        font["glyf"][name] = TTGlyphPen(None).glyph()
    if colored:
        font["COLR"] = buildCOLR({"g0042": [("g0041", 0)]})
        font["CPAL"] = buildCPAL([[(1.0, 0.0, 0.0, 1.0)]])
    font.save(path)
    template(deck, "{family: Alegreya Sans}", "{family: Mine}")
    assert deck.error("missing-glyph").message.startswith("no glyph for 'B' (U+0042) in ")


def test_a_fallback_font_in_the_template_mends_a_missing_glyph(deck):
    deck.zones(f"one: {{text: Лёд Ice, font: title, bold: true, size: 8pt, {BOX}}}")
    template(deck, "fonts:", "fonts:\n  title: {family: League Spartan}")
    assert {d.code for d in deck.errors()} == {"missing-glyph"}
    template(deck, "{family: League Spartan}", "{family: League Spartan, fallback: Alegreya Sans}")
    fonts = [p.font for i in deck.lay().items() for p in i.pieces]
    assert fonts == ["AlegreyaSans-Bold", "LeagueSpartan-Bold"]


def test_an_overflow_names_card_zone_place_and_how_far_on_both_axes(deck, setter):
    text = "name\nFire\nLightning strikes\n"
    deck.zones(
        f'outer:\n  zones:\n    one: {{text: "{{{{ card.name }}}}", size: 40pt, min-size: 30pt, align: left, {BOX}}}',
        text,
    )
    found = deck.error("text-overflow")
    plain = setter.set("Lightning\nstrikes", size=30.0).fitted
    wide, high = ceil((plain.width / MM - 30) * 10) / 10, ceil((plain.height / MM - 12) * 10) / 10
    assert wide > 1 < high
    assert (
        found.message
        == f"text does not fit its box: {wide:.1f} mm too wide and {high:.1f} mm too high at its smallest size, 30 pt"
    )
    assert (found.card, found.zone) == ("cards-002 (front)", "outer/one")
    assert (found.span.path.endswith("templates/sample.yaml"), found.span.line) == (True, 9)
    assert found.related[0].span.line == 3


@pytest.mark.parametrize(
    ("text", "axis"),
    [("Lightning", r"^[^&]*: \d+\.\d mm too wide at"), (r"a\na\na\na", r"^[^&]*: \d+\.\d mm too high at")],
)
def test_an_overflow_on_one_axis_names_that_one(deck, text, axis):
    found = deck.zones(f'one: {{text: "{text}", size: 26pt, {BOX}}}').error("text-overflow")
    assert re.search(axis, found.message), found.message


@pytest.mark.parametrize(("least", "floor"), [(8, " or `min-size` smaller, down to 5pt"), (5, None)])
def test_the_advice_on_an_overflow_is_no_type_that_nobody_can_read(deck, least, floor):
    zone = f"one: {{text: Lightning strikes, size: 60pt, min-size: {least}pt, box: {{width: 5mm, height: 5mm}}}}"
    hint = deck.zones(zone).error("text-overflow").hint
    assert hint == "make the box larger, the text shorter" + floor if floor else "min-size" not in hint


def test_an_overflow_is_never_of_nothing(deck, setter):
    height = setter.set("Lightning", size=20.0).fitted.height / MM - 0.01
    box = f"box: {{left: 0, top: 0, width: 60mm, height: {height:.4f}mm}}"
    found = deck.zones(f"one: {{text: Lightning, size: 20pt, {box}}}").error("text-overflow")
    assert "0.1 mm too high" in found.message


def test_an_unknown_icon_in_a_text_names_the_nearest_and_its_place(deck):
    found = deck.zones(f'one: {{text: "3 :sunn:", {BOX}}}').error("unknown-icon")
    assert "did you mean 'sun'" in found.message
    assert found.span.line == 7
    found = deck.zones(f'one: {{text: "{{{{ card.name }}}}", {BOX}}}', "name\nFire\n:moom: 1\n").error("unknown-icon")
    assert "did you mean 'moon'" in found.message
    assert (found.card, found.zone, found.related[0].span.line) == ("cards-002", "one", 3)


def test_a_text_too_long_is_an_error_of_its_card(deck):
    found = deck.zones(f'one: {{text: "{{{{ card.name }}}}", {BOX}}}', "name\nFire\n" + "a" * 20_001 + "\n").error(
        "text-too-long"
    )
    assert (found.card, found.zone) == ("cards-002", "one")


def test_a_style_that_a_family_lacks_is_a_problem_that_names_what_it_has(setter):
    for text, bold in (("*Fire*", False), ("a *b*", True)):
        with pytest.raises(Problem, match=r"'League Spartan' has no \w+ style; it has Bold"):
            setter.set(text, fonts=(setter.display,), bold=bold)


def test_a_family_of_one_weight_is_set_in_it_without_being_asked_to(setter):
    assert {font for _, font in setter.set("Fire", fonts=(setter.display,)).fonts} == {"LeagueSpartan-Bold"}


@pytest.mark.parametrize("text", ["*Fire*", "**Fire** *and*"])
def test_a_style_that_a_family_lacks_is_an_error_with_its_place(deck, text):
    deck.zones(f'one: {{text: "{text}", {BOX}}}')
    template(deck, "Alegreya Sans", "League Spartan")
    (found, *_) = deck.errors()
    assert "it has Bold" in found.message
    assert (found.zone, found.span.line) == ("one", 7)


@pytest.mark.parametrize(("value", "text"), [("12", "12"), ("2.5", "2.5"), ("0.1 + 0.2", "0.3"), ("3.0", "3")])
def test_numbers_are_written_as_people_write_them(deck, value, text):
    (item,) = deck.zones(f'one: {{text: "{{{{ {value} }}}}"}}').lay().items()
    assert "".join(r.text for p in item.pieces for r in p.runs) == text


@pytest.mark.parametrize(("value", "text"), [("1234567.5", "1234567.5"), ("12345.678", "12345.678")])
def test_a_long_number_keeps_its_digits(deck, value, text):
    (item,) = deck.zones(f'one: {{text: "{{{{ {value} }}}}"}}').lay().items()
    assert "".join(r.text for p in item.pieces for r in p.runs) == text


def test_right_to_left_text_on_a_card_reads_as_written(deck, setter):
    setter.find("Noto Sans Hebrew")
    deck.zones(f'one: {{text: "רמה 12 (max)", size: 8pt, {BOX}}}')
    source = setter.find("Noto Sans Hebrew").face(False, False).path
    (deck.path / "fonts").mkdir()
    shutil.copy(source, deck.path / "fonts" / source.name)
    template(deck, "{family: Alegreya Sans}", "{family: Noto Sans Hebrew, fallback: [Alegreya Sans]}")
    (item,) = deck.lay().items()
    assert setter.reading(item, True) == "רמה 12 (max)"
    assert "".join(c.char for c in setter.chars(item)) == "(max) 12 המר"


WORDS = ["Fire", "Ice", "Earth", "Air", "goes", "before", "and", "after"]


def test_each_word_of_a_deck_is_shaped_once_per_font_and_language(deck):
    rows = "".join(
        f"{WORDS[n % 4]} {WORDS[4 + n % 3]} {WORDS[n // 4 % 4]},{WORDS[n % 8]} {WORDS[n // 8 % 8]}\n"
        for n in range(200)
    )
    deck.zones(
        'one: {text: "{{ card.name }}", size: 9pt, min-size: 5pt, hyphenate: false, box: {height: 20mm}}\n'
        'two: {text: "{{ card.rule }}", size: 7pt, align: justify, box: {top: 20mm, height: 20mm}}\n'
        'three: {text: "{{ card.rule }}", language: tr, size: 7pt, box: {top: 40mm, height: 20mm}}\n'
        'four: {text: "**{{ card.name }}**", size: 7pt, box: {top: 60mm, height: 20mm}}',
        "name,rule\n" + rows,
    )
    (deck.path / "fonts").mkdir()
    for style in ("Regular", "Bold"):
        shutil.copy(FONTS / f"AlegreyaSans-{style}.ttf", deck.path / "fonts" / f"AlegreyaSans-{style}.ttf")
    loaded = loaded_deck(deck.path)
    assert len(lay_out(print_job(loaded), Report())) == 200
    family = loaded.assets.family("Alegreya Sans")
    regular, bold = family.face(False, False), family.face(True, False)
    # Eight words and the space, in English and in Turkish; seven of them are in names.
    assert regular.shaped == 2 * 9
    assert bold.shaped == 7 + 1


def test_a_word_is_shaped_again_only_in_another_direction_or_language():
    face = FontFace(FONTS / "AlegreyaSans-Regular.ttf")
    for _ in range(3):
        for rtl, language in ((False, "en"), (True, "en"), (False, "tr")):
            face.shape("Fire", rtl, language)
    assert face.shaped == 3
