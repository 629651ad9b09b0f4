"""Right-to-left text: the order in which a reader sees it, by the examples of UAX #9 and by another implementation."""

from __future__ import annotations

import bidi as unicode_bidi
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from carddesigner.text import bidi
from carddesigner.text.bidi import base_direction, has_rtl, levels, visual_order
from tests.examples import examples

LRE, RLE, PDF, LRO, RLO = "\u202a", "\u202b", "\u202c", "\u202d", "\u202e"
LRI, RLI, FSI, PDI = "\u2066", "\u2067", "\u2068", "\u2069"
LRM, RLM, ZWNJ, ZWJ, SHY = "\u200e", "\u200f", "\u200c", "\u200d", "\u00ad"
CONTROLS = LRE + RLE + PDF + LRO + RLO + LRI + RLI + FSI + PDI + LRM + RLM

# As in UAX #9, capitals stand for letters that run from right to left: A to P are Hebrew, Q to Z Arabic.
HEBREW = dict(zip("ABCDEFGHIJKLMNOP", "אבגדהוזחטילמנסעפ", strict=True))
ARABIC = dict(zip("QRSTUVWXYZ", "بتجدرسطفقك", strict=True))
LETTERS = str.maketrans(HEBREW | ARABIC)
CAPITALS = str.maketrans({v: k for k, v in (HEBREW | ARABIC).items()})


def seen(text: str, base: str) -> str:
    """The characters from left to right, not mirrored, without what shows nothing."""
    order = visual_order(text, levels(text, base))
    return "".join(c for c in order if c not in CONTROLS + ZWNJ + ZWJ + SHY)


EXAMPLES = [
    # UAX #9, 3.4 Reordering Resolved Levels
    ("L", "car means CAR.", "car means RAC."),
    ("R", "car MEANS CAR.", ".RAC SNAEM car"),
    ("L", f"he said “{RLI}car MEANS CAR{PDI}.”", "he said “RAC SNAEM car.”"),
    ("L", f"he said “{RLE}car MEANS CAR{PDF}.”", "he said “RAC SNAEM car.”"),
    (
        "R",
        f"DID JOG LAG ’{LRI}he said “{RLI}car MEANS CAR{PDI}”{PDI}‘?",
        "?‘he said “RAC SNAEM car”’ GAL GOJ DID",
    ),
    # UAX #9, 3.3.5: N0, pairs of brackets
    ("R", "AB(CD[&ef]!)gh", "gh)!]ef&[DC(BA"),
    ("R", "smith (fabrikam QRST) ABC", "CBA )TSRQ fabrikam( smith"),
    ("R", "QRST book(s)", "book(s) TSRQ"),
    ("L", "a (A) b", "a (A) b"),
    ("R", "A (a) B", "B )a( A"),
    ("R", "A (12) a", "a )12( A"),
    ("L", "A (B) a", ")B( A a"),
    ("L", "a(b]A)", "a(b]A)"),
    ("L", "A [a (B] C) b", "A [a (B] C) b"),
    # UAX #9, 3.3.4: numbers and what stands around them
    ("R", "A 12 B", "B 12 A"),
    ("L", "A 12 B", "B 12 A"),
    ("L", "A 12", "12 A"),
    ("R", "A 10%", "10% A"),
    ("R", "A $10", "$10 A"),
    ("R", "A -5", "5- A"),
    ("R", "A 1,000.50", "1,000.50 A"),
    ("R", "A 12-34", "12-34 A"),
    ("R", "Q 12-34", "34-12 Q"),
    ("R", "A 1/2", "1/2 A"),
    ("R", "Q 12:30", "12:30 Q"),
    ("R", "A 3 a 4", "a 4 3 A"),
    ("R", "A 1. B", "B .1 A"),
    ("R", "A ١٢٣ B", "B ١٢٣ A"),
    ("R", "A v1.2 B", "B v1.2 A"),
    # Implicit marks and isolates
    ("L", "A! b", "A! b"),
    ("L", f"A!{RLM} b", "!A b"),
    ("R", f"a!{LRM} B", "B a!"),
    ("L", f"{FSI}A!{PDI} b", "!A b"),
    ("L", f"a {RLI}B c{PDI} D", "a c B D"),
    ("L", "a B c D", "a B c D"),
    ("R", f"A {LRI}b - 1{PDI} C", "C b - 1 A"),
    ("R", f"A {LRI}b (C{PDI}) D", "D )b (C A"),
    ("L", f"A {PDI} B", "B  A"),
    ("L", f"A{RLI}b", "Ab"),
    # Spaces at the end run with the paragraph
    ("R", f"a{LRI}b ", " ba"),
    # Overrides
    ("L", f"a {RLO}bcd{PDF} e", "a dcb e"),
    ("R", f"A {LRO}BCD{PDF} E", "E BCD A"),
    # What shows nothing moves nothing
    ("R", f"A{ZWNJ}B{ZWJ}C{SHY}D ab{SHY}c", "abc DCBA"),
    ("R", f"Q{ZWNJ}12{ZWJ}3", "123Q"),
]


@pytest.mark.parametrize(("base", "text", "expected"), EXAMPLES)
def test_text_is_seen_in_the_order_of_the_standard(base, text, expected):
    assert seen(text.translate(LETTERS), base).translate(CAPITALS) == expected


@pytest.mark.parametrize(("base", "text"), [e[:2] for e in EXAMPLES])
def test_the_examples_hold_in_the_other_implementation_too(base, text):
    text = text.translate(LETTERS)
    other = unicode_bidi.get_display(text, base_dir=base)
    assert seen(text, base) == "".join(c for c in other if c not in CONTROLS + ZWNJ + ZWJ + SHY)


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("abc", "L"),
        ("אב", "R"),
        ("12 (א", "R"),
        ("12", "L"),
        ("", "L"),
        (f"{RLI}א{PDI} a", "L"),
        (f"{LRI}a{PDI} א", "R"),
        (f"{LRI}a א", "L"),
        (f"{PDI}א", "R"),
        (f"{RLM}a", "R"),
        ("• ب a", "R"),
    ],
)
def test_a_paragraph_runs_the_way_of_its_first_letter(text, way):
    assert base_direction(text) == way


def test_any_right_to_left_letter_or_control_asks_for_reordering():
    assert not has_rtl("Fire 12 (漢字) हिन्दी Ψυχή")
    assert all(has_rtl(f"a{c}b") for c in "אبܐހߊࠀﭏﷲﻼ𐤀𞤀" + RLM + RLE + RLO + RLI)


def test_each_line_by_hand_ends_with_the_paragraphs_way():
    assert levels("a א\nא a", "L") == [0, 0, 1, 0, 1, 0, 0]
    assert levels("א  \n", "L") == [1, 0, 0, 0]
    assert levels("", "R") == []


KNOWN = st.characters(exclude_categories=["Cs", "Cn"])

# One stretch of a paragraph, from characters of every class that plain texts hold.
PLAIN = "abאבشد 12٣()[]{}-+%,./#!"
WITHOUT_EMBEDDINGS = PLAIN + LRI + RLI + FSI + PDI + LRM + RLM + ZWJ + ZWNJ + SHY + "\u0301\u05b8"


@examples(4)
@given(st.text("abאבשد 12٣()[]{},.-%\u0301", max_size=24), st.sampled_from((1, 2, 3)))
@example("bb[}a٣.{אa1) (},1 ד(]", 3)
@example("2ד{:{ב(:] -]}.́b{{2,}́-:)ש[}", 3)
def test_a_line_that_is_read_in_pieces_runs_as_the_whole_does(text, level):
    assert bidi._plain(text, level)[0] == bidi._levels(text, level)[0]


@examples(4)
@given(st.text(WITHOUT_EMBEDDINGS, max_size=24), st.sampled_from("LR"))
def test_any_text_is_seen_as_in_another_implementation(text, base):
    other = unicode_bidi.get_display(text, base_dir=base)
    assert seen(text, base) == "".join(c for c in other if c not in CONTROLS + ZWNJ + ZWJ + SHY)


@examples(2)
@given(st.text(PLAIN + LRE + RLE + LRO + RLO + PDF, max_size=24), st.sampled_from("LR"))
def test_embeddings_and_overrides_are_seen_as_in_another_implementation(text, base):
    # Its spaces at the end of an open embedding stay there, against L1.
    text = text.rstrip() + "a"
    other = unicode_bidi.get_display(text, base_dir=base)
    assert seen(text, base) == "".join(c for c in other if c not in CONTROLS)


def test_an_isolate_stands_in_the_embedding_around_it():
    assert seen(f"{RLO}+{FSI}-{PDI}", "R") == "-+"


@pytest.mark.parametrize("base", ["L", "R"])
def test_a_character_that_python_does_not_know_is_ordered_too(base):
    assert len(levels("א \u0378 a", base)) == 5


@examples(2)
@given(st.text(KNOWN, max_size=60), st.sampled_from("LR"))
def test_every_text_has_a_level_for_each_character_and_loses_none(text, base):
    found = levels(text, base)
    assert len(found) == len(text)
    assert all(level >= (base == "R") for level in found)
    assert sorted(visual_order(range(len(text)), found)) == list(range(len(text)))


@given(st.lists(st.integers(0, 8), max_size=30))
def test_visual_order_is_a_permutation_and_turns_back_what_is_turned_twice(found):
    order = visual_order(range(len(found)), found)
    assert sorted(order) == list(range(len(found)))
    assert visual_order(range(len(found)), [n + 1 for n in found]) == order[::-1]


@pytest.mark.parametrize(
    "text",
    [
        "א" + "([{" * 1700,
        "א" + "(" * 2500 + "a" + ")" * 2500,
        "א(a)" * 1500,
        RLI * 3000 + "aא" + PDI * 3000,
        f"{RLI}a" * 2500,
        RLE * 3000 + "aא" + PDF * 3000,
        f"{LRO}{RLO}" * 2500 + "aא",
        PDI * 5000 + "א",
        "א" + " " * 5000,
        "אa" * 2500,
    ],
    ids=["open", "nested", "pairs", "isolates", "open isolates", "embeddings", "overrides", "pops", "spaces", "turns"],
)
def test_deep_and_long_texts_come_to_an_end(text):
    found = levels(text, "R")
    assert len(visual_order(text, found)) == len(text)


# Set in a font: glyphs in place, brackets turned round.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("אב 12 גד", "דג 12 בא"),
        ("אב (cd) גד", "דג (cd) בא"),
        ("אב [גד]", "[דג] בא"),
        ("ab (אב) cd", "ab (בא) cd"),
        (f"ab {RLI}אב!{PDI} cd", "ab !בא cd"),
        ("א < ב", "ב > א"),
        ("«אב», 5%", "5% ,«בא»"),
        ("דרגה 3.5, A-1", "A-1 ,3.5 הגרד"),
    ],
)
def test_a_line_is_drawn_in_visual_order_and_read_in_its_own(setter, text, expected):
    done = setter.set(text)
    # A font without the character shows its control as an empty glyph.
    assert ["".join(c for c in line if c not in CONTROLS) for line in done.seen] == [expected]
    assert done.lines == [text]


def test_brackets_turn_round_in_right_to_left_text(setter):
    face = setter.family.face(False, False)
    (left,), (right,) = face.shape("(", False, "he").glyphs, face.shape(")", False, "he").glyphs
    turned = face.shape("()", True, "he").glyphs
    assert [g.id for g in turned] == [left.id, right.id]
    assert [g.cluster for g in turned] == [1, 0]


def test_lines_are_reordered_one_by_one(setter):
    done = setter.set("אבג abc דהו def", width=setter.set("אבג abc").fitted.width + 1)
    assert done.lines == ["אבג abc", "דהו def"]
    assert done.seen == ["abc גבא", "def והד"]


def test_the_base_direction_can_be_given(setter):
    assert setter.set("abc (1) def", direction="rtl").seen == ["abc (1) def"]
    assert setter.set("12 - 34", direction="rtl").seen == ["34 - 12"]
    assert setter.set("12 - 34", direction="ltr").seen == ["12 - 34"]
    assert setter.set("אב cd", direction="ltr").seen == ["בא cd"]
    assert setter.set("אב cd", direction="auto").seen == ["cd בא"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("אב :sun: cd", ["icon", "ב"]), ("3 :sun: אב", ["ב", "icon"]), ("ab :sun: אב", ["icon", "ב"])],
)
def test_an_icon_stands_where_the_reading_puts_it(setter, text, expected):
    done = setter.set(text)
    places = {c.char: c.x for item in done.texts for c in setter.chars(item)} | {"icon": done.icons[0].x}
    assert sorted(expected, key=places.__getitem__) == expected


def test_bold_inside_right_to_left_text_keeps_the_order(setter):
    done = setter.set("אב **גד** הו", fonts=(setter.find("Noto Sans Hebrew"),))
    assert done.seen == ["וה דג בא"]
    assert [f for t, f in done.fonts if t in ("אב", "גד", "הו")] == [
        "NotoSansHebrew-Regular",
        "NotoSansHebrew-Bold",
        "NotoSansHebrew-Regular",
    ]


def test_joiners_decide_about_joining(setter):
    family = setter.find("Noto Naskh Arabic")

    def ids(text):
        return setter.set(text, fonts=(family,), language="fa").glyphs

    assert len(setter.set("می\u200cخواهم", fonts=(family,)).lines) == 1
    alone, joined = ids("ه"), ids("ه\u200d")
    assert set(alone).isdisjoint(joined)
    apart, together = ids("بب"), ids("ب\u200cب")
    assert set(apart).isdisjoint(together)
    assert set(ids("ب")) <= set(together)


@pytest.mark.parametrize(("family", "word"), [("Noto Naskh Arabic", "كتاب"), ("", "AVATAR")])
def test_a_soft_hyphen_that_is_not_used_leaves_the_word_as_it_is(setter, family, word):
    fonts = (setter.find(family),) if family else (setter.family,)
    plain = setter.set(word, fonts=fonts)
    for at in range(1, len(word)):
        hyphened = setter.set(f"{word[:at]}{SHY}{word[at:]}", fonts=fonts)
        assert hyphened.glyphs == plain.glyphs
        assert hyphened.fitted.width == pytest.approx(plain.fitted.width)


def test_a_soft_hyphen_shows_at_the_end_that_is_seen(setter):
    assert setter.set(f"אבגד{SHY}הוזח").seen == ["חזוהדגבא"]
    narrow = setter.set(f"אבגד{SHY}הוזח", width=setter.set("אבגד-").fitted.width + 0.1)
    assert narrow.seen == ["-דגבא", "חזוה"]
    latin = setter.set(f"אב cd{SHY}ef גד", width=setter.set("אב cd-").fitted.width + 0.1)
    assert latin.seen == ["cd- בא", "דג ef"]
