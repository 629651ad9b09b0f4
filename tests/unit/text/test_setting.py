"""How lines are set: where punctuation follows icons, where lines may not end, lines between paragraphs, a language's signs."""

from __future__ import annotations

import pytest

from carddesigner.core.geometry import Rect, rectangle
from carddesigner.core.items import PathItem, Symbol, SymbolPath
from carddesigner.text.rich import parse_markup
from carddesigner.text.typography import typeset

BLANK = Symbol("blank", Rect(0, 0, 10, 10), (SymbolPath(rectangle(Rect(2, 0, 6, 10))),), "9" * 64)


def with_icon(source):
    return parse_markup(source, {"blank": BLANK}.__getitem__)


@pytest.mark.parametrize("text", [":blank:, or", "(:blank:)", "“:blank:”", ":blank:: yes", "x:blank:."])
def test_punctuation_stands_beside_an_icons_drawing_not_its_box(setter, text):
    done = setter.set(with_icon(text))
    (icon,), chars = done.icons, setter.chars(done.texts[0])
    assert icon.width == pytest.approx(9.0)
    after = next(c for c in chars if c.x > icon.x)
    assert after.x == pytest.approx(icon.x + 0.8 * icon.width)
    if text[0] in "(“":
        assert chars[0].end == pytest.approx(icon.x + 0.2 * icon.width)


def test_from_right_to_left_what_follows_an_icon_stands_on_its_left(setter):
    done = setter.set(with_icon("אב :blank:, גד"), fonts=(setter.find("Noto Sans Hebrew"),))
    (icon,), chars = done.icons, setter.chars(done.texts[0])
    comma = next(c for c in chars if c.char == ",")
    assert comma.end == pytest.approx(icon.x + 0.2 * icon.width)
    assert min(c.x for c in chars if c.x > icon.x) >= icon.right - 1e-6


def test_letters_stand_beside_an_icons_box(setter):
    done = setter.set(with_icon(":blank:x"))
    assert setter.chars(done.texts[0])[0].x == pytest.approx(done.icons[0].right)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Go on for 30 mm now", "30 mm"),
        ("You lose about 5 % of", "5 %"),
        ("It is 2 + 3 = 5 for", "2 + 3 = 5"),
        ("Where x = 4 you win", "x = 4"),
        ("Buy it for 10 € or", "10 €"),
    ],
)
def test_no_line_ends_before_a_unit_or_in_an_equation(setter, text, kept):
    wide = setter.set(text).fitted.width
    for width in range(int(setter.set(kept).fitted.width) + 8, int(wide) + 2):
        lines = setter.set(text, width).lines
        assert any(kept in line for line in lines), (width, lines)


def test_an_equation_that_is_wider_than_its_box_is_parted(setter):
    assert setter.set("2 + 3 = 5", 20.0).fitted.overflow is None


def test_a_short_word_does_not_stand_alone_on_the_last_line(setter):
    text = "Draw two cards and discard one of them at the end of turn, if you like it so."
    for width in range(60, 200, 3):
        lines = setter.set(text, width).lines
        assert len(lines) == 1 or len(lines[-1].split()) > 1 or len(lines[-2].split()) < 3, (width, lines)


def test_a_text_of_two_words_keeps_its_lines(setter):
    assert setter.set("Immediately so", setter.set("Immediately").fitted.width + 2).lines == ["Immediately", "so"]


def test_three_hyphens_alone_are_a_line_across_the_box_between_paragraphs(setter):
    done = setter.set("One.\n\n---\n\nTwo.", 100.0)
    ((rule,),) = [[i for i in done.fitted.items if isinstance(i, PathItem)]]
    assert (rule.path[0][1], rule.path[1][1]) == (0.0, pytest.approx(100.0))
    first, second = done.baselines
    # Nine points, twice the gap of half of them, and as much white above as below it.
    assert second - first == pytest.approx(9 * 1.25 + 9)
    face = setter.family.face(False, False)
    above, below = rule.path[0][2] - first - face.descent * 0.009, second - face.cap_height * 0.009 - rule.path[0][2]
    assert above == pytest.approx(below)


def test_lines_stand_only_between_paragraphs(setter):
    for text in ("---\nOne.", "One.\n---", r"One." + "\n" + r"\---"):
        assert not [i for i in setter.set(text).fitted.items if isinstance(i, PathItem)], text
    assert len(setter.set("| a | b |\n---\n- c\n---\nd").fitted.items) > 4


@pytest.mark.parametrize(
    ("language", "written", "printed"),
    [
        ("en", "\"It's 'so', isn't it?\" he said - twice...", "“It’s ‘so’, isn’t it?” he said—twice…"),
        ("en-GB", 'go - "now"', "go – “now”"),
        ("de", "\"So 'ist' es\" - 3 - 4", "„So ‚ist‘ es“ – 3 – 4"),
        ("de-CH", '"So"', "«So»"),
        ("fr", '"Oui" l\'eau', "«\u00a0Oui\u00a0» l’eau"),
        ("pl", "\"Tak\" i ('nie')", "„Tak” i («nie»)"),
        ("pt-BR", '"Sim"', "“Sim”"),
        ("sv", '"Ja"', "”Ja”"),
        ("he", 'צה"ל "שלום" צ\'ק', "צה״ל ”שלום” צ׳ק"),
        ("he", 'ל"שלום" ב"שלום", "צה"ל" דו"חות', "ל”שלום” ב”שלום”, ”צה״ל” דו״חות"),
        ("ar", '"نعم"', "”نعم“"),
        ("ja", '"はい"', "「はい」"),
        ("xx", '"Yes"', "“Yes”"),
        (
            "en",
            "'90s, rock 'n' roll, 6\" wide, 5' long, pages 3--4 ---",
            "’90s, rock ‘n’ roll, 6″ wide, 5′ long, pages 3–4 —",
        ),
        ("en", '**"Bold"** and *"a "b" c"*', "“Bold” and “a ‘b’ c”"),
    ],
)
def test_straight_signs_become_those_of_the_language(language, written, printed):
    (paragraph,) = parse_markup(written, str)
    assert "".join(p.text for p in typeset(paragraph, language).pieces) == printed


def test_a_deck_a_style_and_a_text_say_whether_signs_are_the_languages(deck):
    deck.zones("one: {text: '\"a\"'}\ntwo: {text: '\"a\"', typography: false}")
    yaml = (deck.path / "deck.yaml").read_text()
    deck.write("deck.yaml", yaml + "typography: true\nlanguage: de\n")
    texts = [r.text for i in deck.lay().items() for p in i.pieces for r in p.runs]
    assert texts == ["„a“", '"a"']


def test_underscores_are_a_line_on_pages_where_hyphens_begin_the_next_card(deck):
    deck.zones("all: {flow: {text: {size: 9pt}, title: {size: 9pt}, heading: {size: 9pt}}}")
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text().replace("rows: cards.csv", "pages: rules.md"))
    deck.write("rules.md", "One.\n\n___\n\nTwo.\n\n---\n\nThree.\n")
    laid = deck.lay()
    assert list(laid.faces) == ["cards-001", "cards-002"]
    ((rule,),) = [[i for i in laid.items() if isinstance(i, PathItem)]]
    assert rule.path[1][1] - rule.path[0][1] == pytest.approx(180.0)
