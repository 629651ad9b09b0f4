"""Texts fitted to boxes: the largest size that fits by width and height, and nothing of a text lost on the way."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from carddesigner.text.breaking import break_paragraph
from carddesigner.text.fonts import FontFamily, find_family
from carddesigner.text.rich import Paragraph, Run
from tests.examples import examples

WORDS = st.lists(st.text("abcdegilmnorstu", min_size=1, max_size=12), min_size=1, max_size=14).map(" ".join)


@examples(1)
@given(
    WORDS,
    st.integers(10, 150),
    st.integers(5, 80),
    st.floats(4, 14).map(lambda v: round(v, 2)),
    st.floats(0, 10).map(lambda v: round(v, 2)),
    st.booleans(),
)
@example("followers", 40, 80, 8.1, 8.0, False)
def test_the_size_is_the_largest_step_that_fits(setter, text, width, height, low, more, hyphenate):
    high = low + more
    chosen = setter.set(text, width, height, size=high, min_size=low, hyphenate=hyphenate).fitted
    steps = [high - 0.25 * i for i in range(100) if high - 0.25 * i > low + 1e-9] + [low]
    assert chosen.size in [pytest.approx(s) for s in steps]
    for size in steps:
        alone = setter.set(text, width, height, size=size, hyphenate=hyphenate).fitted
        if size > chosen.size + 1e-6:
            assert alone.overflow is not None
        elif abs(size - chosen.size) < 1e-6:
            assert (alone.overflow is None) == (chosen.overflow is None)
            assert chosen.overflow is None or size == low
            assert len(alone.items) == len(chosen.items)


def test_a_text_shrinks_by_width_alone_and_by_height_alone(setter):
    word = setter.set("Lightning", size=10.0).fitted.width / 10
    narrow = setter.set("Lightning", width=word * 15.3, size=20.0, min_size=5.0).fitted
    assert (narrow.size, narrow.overflow) == (15.25, None)
    line = setter.set("Lightning", size=10.0).fitted.height / 10
    low = setter.set("Lightning", height=line * 12.1, size=20.0, min_size=5.0).fitted
    assert (low.size, low.overflow) == (12.0, None)


def test_the_smallest_size_need_be_no_step(setter):
    word = setter.set("Lightning", size=10.0).fitted.width / 10
    fitted = setter.set("Lightning", width=word * 9.95, size=20.0, min_size=9.9).fitted
    assert (fitted.size, fitted.overflow) == (9.9, None)


def test_overflow_is_reported_on_each_axis(setter):
    free = setter.set("Lightning", size=10.0).fitted
    over = setter.set("Lightning", free.width - 3, free.height - 2, size=10.0).fitted.overflow
    assert (over.dx, over.dy) == (pytest.approx(3), pytest.approx(2))
    over = setter.set("Lightning", free.width - 3, free.height, size=10.0).fitted.overflow
    assert (over.dx, over.dy) == (pytest.approx(3), 0)
    over = setter.set("Light\nning", free.width, free.height, size=10.0).fitted.overflow
    assert (over.dx, over.dy) == (0, pytest.approx(12.5))


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\u200b", "\u00ad", "\u200d"])
@pytest.mark.parametrize("size", [1.0, 500.0])
def test_an_unseen_text_takes_no_room(setter, text, size):
    done = setter.set(text, width=600, height=600, size=size)
    assert (done.fitted.overflow, done.fitted.missing, done.icons) == (None, (), [])
    assert done.fitted.width == 0


@pytest.mark.parametrize(("width", "height"), [(0, 0), (0.001, 100), (100, 0)])
def test_a_box_without_room_overflows_and_no_more(setter, width, height):
    done = setter.set("Fire and :sun: hyphenation", width, height, min_size=4.0, hyphenate=True)
    assert done.fitted.size == 4
    assert done.fitted.overflow is not None


def without(text: str, *signs: str) -> str:
    return "".join(c for c in text if c not in signs)


# What no font has to have is shown by no glyph; the four fillers of Hangul and shorthand's controls: see below.
FILLERS = "\u115f\u1160\u3164\uffa0\U0001bca0\U0001bca1\U0001bca2\U0001bca3"
SPACES = (" ", "\t", "\n", "\u200b")

ANY = st.text(st.characters(exclude_categories=["Cs", "Cn"], exclude_characters=FILLERS + "\u00ad"), max_size=40)
MIXED = st.text(
    "ab -—\u00a0\u2011\u200b\n.,(12)3אבגשر١ل\u0301\u05b8\u200c\u200d\u202b\u2067\u2069漢、。कि์กé😀\ufe0f", max_size=40
)


def check(setter, text: str, width: float, **style) -> None:
    paragraph = Paragraph((Run(text),))
    done = setter.set((paragraph,), width, 50, **style)
    # Nothing is lost: each line has the letters that come next, whatever order they are seen in.
    own, at = without(text, *SPACES), 0
    for line in done.lines:
        letters = without(line, *SPACES)
        assert sorted(letters) == sorted(own[at : at + len(letters)])
        at += len(letters)
    assert at == len(own)
    for item, line in zip(done.texts, done.lines, strict=True):
        assert sorted(line) == sorted("".join(r.text for p in item.pieces for r in p.runs))
        clusters = {(id(r), g.cluster) for p in item.pieces for r in p.runs for g in r.glyphs}
        assert all(0 <= c < 1000 for _, c in clusters)
    # Nothing is too wide that could have been broken.
    for line, (start, end) in zip(done.lines, done.extents, strict=True):
        if end - start > width + 0.01:
            units = break_paragraph(Paragraph((Run(line),)), setter.style(**style)).units
            assert len(units) == 1, line
    assert done.baselines == sorted(done.baselines)
    # An empty box in print is an error.
    if 0 in done.glyphs:
        assert done.fitted.missing
    # Every glyph that is missed is one of the text.
    assert all(char in text for char, _ in done.fitted.missing)


@examples(2)
@given(ANY, st.integers(5, 200))
def test_any_text_is_set_whole(setter, text, width):
    check(setter, text, width)


@examples(2)
@given(MIXED, st.integers(5, 100), st.sampled_from(["start", "justify", "center"]))
@example("אב 3.5 (cd)\nהו", 20, "justify")
def test_any_mixture_of_scripts_is_set_whole(setter, text, width, align):
    check(setter, text, width, align=align, fonts=(setter.family, setter.display))


@examples(1)
@given(st.text("abcdefgh\u00ad -", max_size=30), st.integers(5, 60))
def test_hyphens_are_added_only_at_the_ends_of_lines(setter, text, width):
    lines = setter.set((Paragraph((Run(text),)),), width).lines
    own = without(text, *SPACES, "\u00ad", "-")
    assert "".join(without(line, *SPACES, "\u00ad", "-") for line in lines) == own
    assert sum(line.count("-") for line in lines) <= text.count("-") + len(lines)
    assert "-" in text or not any("-" in line[:-1] for line in lines)


@pytest.mark.parametrize("char", FILLERS[:5])
def test_a_filler_that_no_font_has_is_missed(setter, char):
    done = setter.set(f"a{char}b")
    assert 0 not in done.glyphs or done.fitted.missing


def test_a_character_newer_than_python_is_missed_in_right_to_left_text(setter):
    assert [c for c, _ in setter.set("א \u0378").fitted.missing] == ["א", "\u0378"]


def test_a_character_newer_than_python_is_missed(setter):
    assert [c for c, _ in setter.set("a \u0378").fitted.missing] == ["\u0378"]


def test_missing_glyphs_are_reported_once_with_all_fonts_that_were_tried(setter):
    done = setter.set("漢 and 漢 and 字", fonts=(setter.display, setter.family), bold=True)
    assert done.fitted.missing == (
        ("漢", ("LeagueSpartan-Bold", "AlegreyaSans-Bold")),
        ("字", ("LeagueSpartan-Bold", "AlegreyaSans-Bold")),
    )


@pytest.mark.parametrize(
    "char", ["\u00a0", "\u2003", "\u202f", "\u3000", "\u200b", "\u00ad", "\ufeff", "\u2060", "\ufe0f"]
)
def test_spaces_and_unseen_characters_need_no_glyph(setter, char):
    done = setter.set(f"a{char}b")
    assert (done.fitted.missing, 0 in done.glyphs) == ((), False)


# Fonts as strangers make them


def bare_font(path, *, space: bool = True, upem: int = 1000, metrics: bool = True) -> FontFamily:
    """A font of a few letters without kerning, ligatures, capitals or, if asked, a space."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    pen.lineTo((0, upem // 2))
    pen.lineTo((upem // 2, 0))
    pen.closePath()
    drawn = pen.glyph()
    names = [".notdef", "a", "b", *(["space"] if space else [])]
    builder = FontBuilder(upem, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord({"space": " "}.get(n, n)): n for n in names[1:]})
    builder.setupGlyf({n: TTGlyphPen(None).glyph() if n == "space" else drawn for n in names})
    builder.setupHorizontalMetrics({n: (upem // 2, 0) for n in names})
    if metrics:
        builder.setupHorizontalHeader(ascent=upem * 8 // 10, descent=-upem * 2 // 10)
    builder.setupMaxp()
    file = path / "Bare-Regular.ttf"
    builder.font.save(file)
    return find_family("Bare", [path])


@pytest.mark.parametrize(
    "settings", [{}, {"space": False}, {"upem": 16}, {"upem": 16384}], ids=["plain", "no space", "coarse", "fine"]
)
def test_a_font_without_kerning_capitals_or_a_space_sets_text(setter, tmp_path, settings):
    family = bare_font(tmp_path, **settings)
    done = setter.set("ab ba", fonts=(family,), size=10.0, align="justify", tracking=10.0)
    assert done.fitted.width == pytest.approx(25.4)
    assert [c for c, _ in done.fitted.missing] == ([" "] if settings.get("space") is False else [])
    assert setter.set("ab ba", 12, fonts=(family,), size=10.0).lines == ["ab", "ba"]
    face = family.face(False, False)
    assert (face.cap_height, face.descent) == (pytest.approx(560, abs=60), pytest.approx(200, abs=50))


def test_fallback_fonts_mend_what_a_bare_font_lacks(setter, tmp_path):
    family = bare_font(tmp_path, space=False)
    done = setter.set("ab **c** é", fonts=(setter.family, family), size=10.0)
    assert done.fitted.missing == ()
    done = setter.set("ab c", fonts=(family, setter.family), size=10.0)
    assert [f for _, f in done.fonts] == ["Bare-Regular", "AlegreyaSans-Regular", "AlegreyaSans-Regular"]


# Hostile texts: each must come to an end.

LONG = {
    "marks": "\u0301" * 20_000,
    "marks on a letter": "a" + "\u0301" * 19_999,
    "Hebrew marks": "א" + "\u05b8" * 19_999,
    "all marks": "".join(chr(0x300 + i % 112) for i in range(20_000)),
    "brackets": "([{" * 6_666,
    "brackets in Hebrew": "א" + "([{" * 6_666,
    "pairs in Hebrew": "א" + "([{" * 3_333 + "}])" * 3_333,
    "embeddings": "\u202b" * 10_000 + "aא" + "\u202c" * 9_990,
    "isolates": "\u2067" * 9_990 + "aא" + "\u2069" * 9_990,
    "open isolates": "\u2067a" * 10_000,
    "closed isolates": "א" + "\u2067a\u2069" * 6_666,
    "one word": "internationalization" * 1_000,
    "long words": "internationalization " * 950,
    "words at soft hyphens": "aainternationalizationsinternationalizations\u00ad" * 200,
    "soft hyphens": "\u00ad" * 10_000,
    "letters at soft hyphens": "a\u00ad" * 10_000,
    "stars": "*" * 10_000,
    "stars and letters": "**a*" * 5_000,
    "underscores": "_a" * 10_000,
    "delimiters": "*_" * 10_000,
    "backslashes": "\\" * 20_000,
    "icons": ":a:" * 6_666,
    "icons apart": ":a: " * 5_000,
    "icons and numbers": "1 :a: " * 3_333,
    "icons in Hebrew": "א" + ":a:" * 6_666,
    "colons": ":a" * 10_000,
    "hyphens": "a-" * 10_000,
    "spaces": "a" + " " * 19_990 + "b",
    "lines": "a\n" * 10_000,
    "paragraphs": "a\n\n" * 6_666,
    "turns": "אa" * 10_000,
    "turning words": "א a " * 5_000,
    "joiners": "\u200d" * 20_000,
    "Arabic": "ب" * 20_000,
    "conjuncts": "क्" * 10_000,
    "ideographs": "漢" * 2_000,
    "Thai": "ก" * 2_000,
    "emoji": "👨\u200d👩\u200d👧" * 400,
    "flags": "\U0001f1e6" * 2_000,
}


@pytest.mark.parametrize("name", LONG)
def test_a_hostile_text_comes_to_an_end(setter, name):
    done = setter.set(LONG[name], 28.3, 60, min_size=4.0, hyphenate=True)
    assert done.fitted.size == 4 or done.fitted.overflow is None


@pytest.mark.parametrize("align", ["justify", "center"])
def test_a_long_line_of_turns_comes_to_an_end(setter, align):
    done = setter.set("אa 12 " * 1_500, 1e6, align=align)
    assert len(done.lines) == 1


def test_equal_texts_are_fitted_once(setter):
    first, second = (setter.set("Fire and Ice", 50, 50).fitted for _ in range(2))
    assert first is second


@pytest.mark.parametrize("align", ["left", "right", "center", "justify"])
def test_the_width_told_is_that_of_the_widest_line(setter, align):
    done = setter.set("one two three four five six seven", 60, align=align)
    natural = [setter.set(line).fitted.width for line in done.lines]
    assert done.fitted.width == pytest.approx(max(natural))
    assert all(b - a == pytest.approx(9 * 1.25) for a, b in itertools.pairwise(done.baselines))
