"""Texts broken into lines: where they may end, how they are aligned and how far they stand apart."""

from __future__ import annotations

import itertools
import unicodedata

import pyphen
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from carddesigner.core.items import SymbolItem, TextItem
from carddesigner.text.breaking import break_paragraph
from carddesigner.text.lines import measure
from carddesigner.text.rich import literal
from tests.examples import examples

PARAGRAPH = "The followers of a suit go where its hands point, and none may stay behind for long."
NBSP, SHY, NBHYPHEN, ZWSP = "\u00a0", "\u00ad", "\u2011", "\u200b"


def widths(setter, text, **style):
    """Every width from that of a letter to that of the whole text, in steps of two points."""
    whole = setter.set(text, **style).fitted.width
    return [w / 2 for w in range(10, int(whole * 2) + 8, 4)]


def breaks(setter, text, **style):
    """All lines that a text is ever broken into."""
    return {line for w in widths(setter, text, **style) for line in setter.set(text, w, **style).lines}


# Alignment


@pytest.mark.parametrize(
    ("align", "text", "side"),
    [
        ("start", "two words", "left"),
        ("end", "two words", "right"),
        ("left", "two words", "left"),
        ("center", "two words", "center"),
        ("right", "two words", "right"),
        ("justify", "two words", "left"),
        ("start", "אבג דהו", "right"),
        ("end", "אבג דהו", "left"),
        ("left", "אבג דהו", "left"),
        ("right", "אבג דהו", "right"),
        ("center", "אבג דהו", "center"),
        ("justify", "אבג דהו", "right"),
    ],
)
def test_a_line_stands_where_its_alignment_says(setter, align, text, side):
    done = setter.set(text, width=200, align=align)
    wide = done.fitted.width
    left = {"left": 0, "right": 200 - wide, "center": (200 - wide) / 2}[side]
    assert done.extents == [(pytest.approx(left, abs=0.01), pytest.approx(left + wide, abs=0.01))]


@pytest.mark.parametrize(
    ("text", "style"),
    [
        (PARAGRAPH, {}),
        (PARAGRAPH, {"hyphenate": True}),
        (PARAGRAPH, {"tracking": 40.0, "size": 7.3}),
        (PARAGRAPH.replace("suit", "**suit**").replace("none", "*none*"), {}),
        ("אבג דהו זחט abc יכל מנס (12) עפצ קרש תאב גדה וזח טיכ למנ סעפ", {"size": 22.0}),
    ],
)
def test_justified_lines_fill_the_width_except_the_last(setter, text, style):
    done = setter.set(text, width=120, align="justify", **style)
    assert len(done.extents) >= 3
    for start, end in done.extents[:-1]:
        assert (start, end) == (pytest.approx(0, abs=0.01), pytest.approx(120, abs=0.01))
    start, end = done.extents[-1]
    assert end - start < 115


@examples(1 / 2)
@given(st.lists(st.text("abcdefgh", min_size=1, max_size=9), min_size=1, max_size=25), st.integers(40, 160))
def test_any_justified_line_of_words_fills_the_width(setter, words, width):
    done = setter.set(" ".join(words), width, align="justify")
    assert " ".join(done.lines) == " ".join(words)
    for line, (start, end) in list(zip(done.lines, done.extents, strict=True))[:-1]:
        assert start == pytest.approx(0, abs=0.01)
        assert end == pytest.approx(width, abs=0.01) or " " not in line


def test_a_justified_line_that_is_broken_by_hand_is_not_stretched(setter):
    done = setter.set("two words\nand two", width=200, align="justify")
    assert [round(e - s, 3) for s, e in done.extents] == [
        round(setter.set(t).fitted.width, 3) for t in ("two words", "and two")
    ]


def test_only_spaces_between_words_are_stretched(setter):
    done = setter.set(f"a{NBSP}b c d and some more", width=30, align="justify")
    (first, *_) = done.texts
    places = {c.char: c for c in setter.chars(first)}
    assert done.lines[0].startswith(f"a{NBSP}b c")
    plain = setter.set(f"a{NBSP}b").fitted.width
    assert places["b"].end - places["a"].x == pytest.approx(plain, abs=0.01)


def test_icons_are_justified_with_the_words(setter):
    done = setter.set(":sun: and a word and :sun:, and words", width=75, align="justify")
    rows = {}
    for item in done.fitted.items:
        if isinstance(item, TextItem):
            start, end = setter.chars(item)[0].x, setter.chars(item)[-1].end
            rows.setdefault(item.y, []).extend((start, end))
    first = rows[min(rows)]
    top = [f for f in done.icons if f.y < min(rows)]
    assert min(first[0], *(f.x for f in top)) == pytest.approx(0, abs=0.01)
    assert max(first[1], *(f.right for f in top)) == pytest.approx(75, abs=0.01)


# Heights


def test_lines_and_paragraphs_stand_apart_as_asked(setter):
    done = setter.set("a\nb\n\nc\n\nd", size=10.0, line_height=1.4, paragraph_gap=0.3)
    steps = [round(b - a, 6) for a, b in itertools.pairwise(done.baselines)]
    assert steps == [14, 17, 17]
    face = setter.family.face(False, False)
    assert done.fitted.height == pytest.approx(14 + 17 + 17 + (face.cap_height + face.descent) / 100)


def test_an_empty_line_takes_a_lines_height(setter):
    assert setter.set("a\n:sun:\nb", line_height=1.0).baselines == pytest.approx(
        [b + 9 * i for i, b in zip((0, 2), setter.set("a").baselines * 2, strict=True)]
    )


# Where lines end


def test_lines_end_at_spaces_which_show_at_no_end(setter):
    assert breaks(setter, "a b  c\td") <= {" ".join(p) for n in range(1, 5) for p in itertools.combinations("abcd", n)}
    narrow = setter.set("aa bb cc dd", width=setter.set("aa bb").fitted.width + 0.5, align="right")
    assert narrow.lines == ["aa bb", "cc dd"]
    assert [round(e, 2) for _, e in narrow.extents] == [round(setter.set("aa bb").fitted.width + 0.5, 2)] * 2


def test_a_word_that_just_fits_stays_on_its_line(setter):
    width = setter.set("one two").fitted.width
    assert setter.set("one two", width).lines == ["one two"]
    assert setter.set("one two", width - 0.02).lines == ["one", "two"]


@pytest.mark.parametrize(
    "text", [f"a{NBSP}b", f"a{NBHYPHEN}b", "3-4", "-1", "1/2", "don't", "a\u2060b", "e\u0301a", "x_y"]
)
def test_no_line_ends_inside(setter, text):
    assert breaks(setter, text) == {text}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("well-known", ["well-", "known"]),
        ("to—and fro", ["to—", "and", "fro"]),
        (f"long{ZWSP}word", ["long", "word"]),
        ("Hand-(or)", ["Hand-", "(or)"]),
    ],
)
def test_lines_may_end_after_hyphens_and_dashes(setter, text, parts):
    assert setter.set(text, 1).lines == parts


def test_a_soft_hyphen_is_seen_only_where_the_line_ends(setter):
    text = f"extra{SHY}ordi{SHY}nary"
    assert setter.set(text).lines == ["extraordinary"]
    assert breaks(setter, text) == {"extraordinary", "extra-", "extraordi-", "ordi-", "ordinary", "nary"}
    for w in widths(setter, text):
        wide = [end for _, end in setter.set(text, w).extents]
        assert max(wide) <= max(w, setter.set("extra-").fitted.width) + 0.01, "the hyphen counts"


@pytest.mark.parametrize(
    ("language", "word", "points"),
    [
        ("en", "hyphenation", "hy-phen-a-tion"),
        ("en", "representative", "rep-res-ent-at-ive"),
        ("de", "Donaudampfschifffahrt", "Do-nau-dampf-schiff-fahrt"),
        ("de", "Silbentrennung", "Sil-ben-tren-nung"),
        ("pt", "representante", "re-pre-sen-tante"),
        ("en-US", "representative", "rep-re-sen-ta-tive"),
        ("de-AT", "Silbentrennung", "Sil-ben-tren-nung"),
        ("xx", "hyphenation", "hyphenation"),
    ],
)
def test_words_are_hyphenated_as_their_language_has_it(setter, language, word, points):
    for around in ("{}", "“{},”"):
        hyphenated(setter, language, word, points, around)


def hyphenated(setter, language, word, points, around):
    text, parts = around.format(word), around.format(points).split("-")
    shown = breaks(setter, text, hyphenate=True, language=language)
    allowed = {
        "".join(parts[i:j]) + ("-" if j < len(parts) else "")
        for i in range(len(parts))
        for j in range(i + 1, len(parts) + 1)
    }
    assert shown <= allowed
    ends = {line.removesuffix("-") for line in shown if line.endswith("-")}
    assert {e for e in ends if e.startswith(parts[0])} == {"".join(parts[:j]) for j in range(1, len(parts))}


@examples(1)
@given(st.sampled_from(sorted(set(PARAGRAPH.lower().replace(",", "").replace(".", "").split()))), st.integers(8, 60))
def test_a_hyphenated_word_fits_its_lines_and_reads_as_before(setter, word, width):
    done = setter.set(word, width, hyphenate=True)
    allowed = pyphen.Pyphen(lang="en", left=2, right=3).positions(word)
    at = 0
    for line in done.lines[:-1]:
        assert line.endswith("-")
        at += len(line) - 1
        assert at in allowed
    assert "".join(line.removesuffix("-") for line in done.lines) == word
    at = 0
    for line, (_, end) in zip(done.lines, done.extents, strict=True):
        first = next((p - at for p in allowed if p > at), None)
        assert end <= width + 0.01 or first is None or setter.set(word[at : at + first] + "-").fitted.width > width
        at += len(line.removesuffix("-"))


def test_nothing_is_hyphenated_unless_asked(setter):
    assert breaks(setter, "hyphenation representative") <= {
        "hyphenation representative",
        "hyphenation",
        "representative",
    }


@pytest.mark.parametrize("text", ["3 :sun:", "3:sun:", ":sun: 3", "**3** :sun:", "12 :sun:", "3 :wide:", "漢3:sun:字"])
def test_a_number_and_its_icon_stay_together(setter, text):
    for width in widths(setter, f"pay {text} now"):
        done = setter.set(f"pay {text} now", width)
        (icon,) = done.icons
        (digits,) = [i for i in done.texts if any(c.char.isdigit() for c in setter.chars(i))]
        assert abs(icon.y + icon.height / 2 - digits.y) < 6


def test_words_and_icons_may_part(setter):
    done = setter.set("pay :sun: now", 8)
    assert [len(done.texts), len({round(f.y) for f in done.icons} | {round(b) for b in done.baselines})] == [2, 3]


def test_lines_of_chinese_end_between_signs_but_not_before_a_stop(setter):
    text = "漢字仮名、漢字（仮名）混在。文字「漢字」列？ABCと１２３。"
    for width in widths(setter, text)[3:]:
        lines = setter.set(text, width).lines
        assert "".join(lines) == text
        for line in lines:
            assert line[0] not in "、。）」？", (width, line)
            assert line[-1] not in "（「", (width, line)
    assert any("ABC" in line for line in setter.set(text, 12).lines)
    full = setter.set("漢" * 30, setter.set("漢" * 7).fitted.width + 0.01).lines
    assert full == ["漢" * 7] * 4 + ["漢" * 2]


def test_kana_and_hangul_follow_their_rules(setter):
    two = setter.set("きょう").fitted.width
    assert setter.set("ああきょう", two + 0.1).lines == ["ああ", "きょう"], "a small kana starts no line"
    assert setter.set("한국어 카드", setter.set("한국어").fitted.width + 0.1).lines == ["한국어", "카드"]


# Icons, tracking, looks, fallback fonts


@pytest.mark.parametrize(("name", "ratio"), [("sun", 1.0), ("tall", 0.5), ("wide", 1.0)])
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_an_icon_is_as_high_as_asked_and_centred_on_the_capitals(setter, name, ratio, scale):
    done = setter.set(f"H:{name}:H", size=20.0, icon_size=scale)
    (frame,) = done.icons
    assert (frame.width, frame.height) == (pytest.approx(20 * scale * ratio), pytest.approx(20 * scale))
    cap = setter.family.face(False, False).cap_height * 20 / 1000
    assert frame.y + frame.height / 2 == pytest.approx(done.baselines[0] - cap / 2)
    (item,) = done.texts
    before, after = setter.chars(item)
    assert (before.end, after.x) == (pytest.approx(frame.x), pytest.approx(frame.right))


def test_icons_take_the_texts_colour(setter):
    (icon,) = [i for i in setter.set("a :sun:").fitted.items if isinstance(i, SymbolItem)]
    assert icon.color == setter.style().color


def test_tracking_is_added_after_each_letter_with_its_marks(setter):
    plain, tracked = (setter.set("AVe\u0301x\u0303 go", size=10.0, tracking=t) for t in (0.0, 50.0))
    letters = len("AVex go")
    assert tracked.fitted.width - plain.fitted.width == pytest.approx((letters - 1) * 0.5)
    assert tracked.glyphs == plain.glyphs
    steps = zip(setter.chars(plain.texts[0]), setter.chars(tracked.texts[0]), strict=True)
    shifts = [round(t.x - p.x, 6) for p, t in steps]
    assert shifts == [0, 0.5, 1, 1.5, 1.5, 2, 2.5, 3][: len(shifts)], "the tilde stands on its x"
    assert len(shifts) == letters + 1


def test_tracking_may_be_negative(setter):
    done = setter.set("Fire and Ice", width=120, tracking=-60.0, align="right")
    assert done.extents == [(pytest.approx(120 - done.fitted.width), pytest.approx(120))]


@pytest.mark.parametrize(
    ("source", "settings", "faces"),
    [
        ("a **b** *c* ***d***", {}, ["Regular", "Bold", "Italic", "BoldItalic"]),
        ("a **b** *c* ***d***", {"bold": True}, ["Bold", "Bold", "BoldItalic", "BoldItalic"]),
        ("a **b** *c* ***d***", {"italic": True}, ["Italic", "BoldItalic", "Italic", "BoldItalic"]),
        ("un**do**", {}, ["Regular", "Bold"]),
    ],
)
def test_bold_and_italic_are_set_in_their_own_faces(setter, source, settings, faces):
    assert [f for t, f in setter.set(source, **settings).fonts if t.strip()] == [f"AlegreyaSans-{f}" for f in faces]


def test_what_the_first_font_lacks_comes_from_the_next(setter):
    style = {"fonts": (setter.display, setter.family), "bold": True}
    done = setter.set("Ice Лёд Fire", **style)
    assert [(t, f.split("-")[0]) for t, f in done.fonts if t != " "] == [
        ("Ice", "LeagueSpartan"),
        ("Лёд", "AlegreyaSans"),
        ("Fire", "LeagueSpartan"),
    ]
    assert done.fitted.missing == ()
    assert setter.set("Ice", **style).glyphs == setter.set("Ice", fonts=(setter.display,), bold=True).glyphs


def test_a_fallback_without_the_style_gives_its_nearest(setter):
    done = setter.set("*Лёд* A", fonts=(setter.family, setter.display), italic=True)
    assert {f for _, f in done.fonts} == {"AlegreyaSans-Italic"}
    hebrew = setter.find("Noto Sans Hebrew")
    done = setter.set("**a** *שלום* ***שלום***", fonts=(setter.family, hebrew))
    assert [f for t, f in done.fonts if t == "שלום"] == ["NotoSansHebrew-Bold", "NotoSansHebrew-Regular"]


def test_a_letter_and_its_marks_come_from_one_font(setter):
    main, other = setter.display.face(True, False), setter.family.face(True, False)
    letter = "и\u0301"
    assert [main.has("и"), main.has("\u0301"), other.has("и")] == [False, True, True]
    done = setter.set(f"a{letter}b", fonts=(setter.display, setter.family), bold=True)
    assert done.fonts == [("a", main.key), (letter, other.key), ("b", main.key)]


@pytest.mark.parametrize("text", ["é", "e\u0301", "Й", "И\u0306", "ΐ", "Ș", "ẍ"])
def test_an_accent_written_apart_or_not_is_shown(setter, text):
    for form in ("NFC", "NFD"):
        done = setter.set(unicodedata.normalize(form, text))
        assert (done.fitted.missing, 0 in done.glyphs) == ((), False)


@pytest.mark.parametrize("text", ["Ấ", "ế"])
def test_a_letter_of_two_accents_is_shown_by_one_and_a_mark(setter, text):
    done = setter.set(text)
    assert 0 not in done.glyphs
    assert done.fitted.missing == ()


# Two ways


@examples(1)
@given(
    words=st.lists(
        st.sampled_from(["a", "draw", "two-fold", "cards,", ":sun:", "**now**", "3 :sun:", "—"]), min_size=1
    ),
    tracking=st.sampled_from([0.0, 40.0]),
    share=st.floats(0.02, 1.1),
)
def test_ends_that_are_looked_up_are_those_that_are_counted(setter, words, tracking, share):
    style = setter.style(tracking=tracking)
    (paragraph,) = setter.parse(" ".join(words))
    broken = break_paragraph(paragraph, style)
    assert broken.ends
    width = share * broken.ends[-1]
    fast, slow = measure(broken, width), measure(replace(broken, starts=(), ends=()), width)
    assert [(m.units, m.last) for m in fast] == [(m.units, m.last) for m in slow]
    assert [m.width for m in fast] == pytest.approx([m.width for m in slow])


COMPOUND = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"


@pytest.mark.parametrize("word", [COMPOUND, COMPOUND * 3])
def test_a_word_that_is_too_long_for_any_line_is_parted_with_hyphens(setter, word):
    done = setter.set(literal(word), 90, language="de")
    assert len(done.lines) > 2
    assert all(line.endswith("-") for line in done.lines[:-1])
    assert "".join(line.removesuffix("-") for line in done.lines) == word
    # Where words are hyphenated, it is parted as its language has it.
    done = setter.set(literal(COMPOUND), 90, language="de", hyphenate=True)
    at, allowed = 0, pyphen.Pyphen(lang="de", left=2, right=3).positions(COMPOUND)
    for line in done.lines[:-1]:
        at += len(line) - 1
        assert line.endswith("-")
        assert at in allowed


def test_digits_in_too_long_a_word_get_no_hyphen(setter):
    assert "-" not in "".join(setter.set(literal("1234567890" * 6), 60).lines)


def test_lines_in_the_middle_are_hyphenated_only_where_a_word_fits_none(setter):
    text, narrow = "an extraordinary representative came", setter.set("representativ").fitted.width
    wide = setter.set("an extraordinary repre-").fitted.width
    assert any(line.endswith("-") for line in setter.set(text, wide, hyphenate=True).lines)
    assert setter.set(text, wide, hyphenate=True, align="center").lines == ["an extraordinary", "representative came"]
    assert any(line.endswith("-") for line in setter.set(text, narrow, hyphenate=True, align="center").lines)


@pytest.mark.parametrize("align", ["start", "justify", "center"])
def test_no_part_of_a_word_is_a_last_line_of_its_own(setter, align):
    text, style = "an extraordinary representative", {"hyphenate": True, "align": align}
    wide = setter.set("an extraordinary repre-").fitted.width
    assert setter.set(text, wide, **style).lines == ["an extraordinary", "representative"]
    by_hand = setter.set(f"{text}\nnow", wide, **style)
    assert by_hand.lines == ["an extraordinary", "representative", "now"]
    soft = setter.set(text.replace("esenta", f"e{SHY}senta"), wide, align=align)
    assert soft.lines == ["an extraordinary", "representative"]
    narrow = setter.set("representativ").fitted.width
    assert setter.set(text, narrow, **style).lines[-1] != "representative", "what fits no line is parted"


@pytest.mark.parametrize("hyphen", ["-", "\u2010"])
def test_the_end_of_a_word_with_hyphens_of_its_own_is_no_last_line(setter, hyphen):
    word = f"out{hyphen}of{hyphen}date"
    for part in (f"out{hyphen}", f"out{hyphen}of{hyphen}"):
        wide = setter.set(f"maps that are {part}").fitted.width + 0.01
        done = setter.set(f"maps that are {word}", wide)
        assert done.lines == ["maps that are", word]
        assert done.fitted.width == pytest.approx(setter.set("maps that are").fitted.width)
    assert setter.set(f"are {word}", setter.set(f"are out{hyphen}").fitted.width).lines[-1] != word
