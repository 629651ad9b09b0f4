"""A deck's keywords: styled wherever they occur, explained where a card asks for it."""

from __future__ import annotations

import pytest

from carddesigner.core.color import Rgb

BOX = "box: {width: 60mm, height: 60mm}"
KEYWORDS = """
keywords:
  Flying: {reminder: "Only creatures that *fly* block it."}
  First Strike: {italic: true}
  Strike: {bold: true}
  Ward: {color: glow, reminder: "Pay :sun: for it."}
  exhaust: {small-caps: true, ignore-case: true}
"""
REGULAR, BOLD, ITALIC = (f"AlegreyaSans-{s}" for s in ("Regular", "Bold", "Italic"))


def with_keywords(deck, text: str, keywords: str = KEYWORDS, zone: str = ""):
    deck.zones(f'one:\n  text: "{{{{ card.name }}}}"\n  {BOX}\n{zone}', 'name\n"' + text.replace('"', '""') + '"\n')
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text() + keywords)
    return deck


def styled(deck) -> dict[str, str]:
    """The text by font, spaces at the ends left out."""
    out: dict[str, str] = {}
    for item in deck.lay().items("one"):
        for piece in getattr(item, "pieces", ()):
            text = "".join(r.text for r in piece.runs)
            out[piece.font] = f"{out.get(piece.font, '')} {text}".strip()
    return out


def test_keywords_are_set_in_their_style_wherever_they_occur(deck):
    assert styled(with_keywords(deck, "Has Flying, then rests")) == {REGULAR: "Has , then rests", BOLD: "Flying"}


@pytest.mark.parametrize("text", ["Unflying Flyingfish flying FLYING", "Striker Wards"])
def test_other_words_and_cases_are_left_alone(deck, text):
    assert set(styled(with_keywords(deck, text))) == {REGULAR}


def test_the_longest_keyword_wins_even_across_a_line_break(deck):
    assert styled(with_keywords(deck, "First Strike or Strike")) == {
        ITALIC: "First Strike",
        REGULAR: "or",
        BOLD: "Strike",
    }
    assert styled(with_keywords(deck, "First\nStrike"))[ITALIC] == "First Strike"


def test_a_keyword_may_ignore_case_and_have_a_colour(deck):
    laid = with_keywords(deck, "Exhaust, Ward").lay()
    pieces = [p for i in laid.items("one") for p in i.pieces]
    assert {round(p.size, 1) for p in pieces if "xhaust" in "".join(r.text for r in p.runs)} == {7.2}
    (ward,) = [p for p in pieces if any(r.text == "Ward" for r in p.runs)]
    assert ward.color == Rgb(*(pytest.approx(v / 255) for v in (0xF6, 0xCF, 0x5A)))
    assert ward.font == REGULAR


def test_braces_add_the_reminder_in_italics_and_parentheses(deck):
    found = styled(with_keywords(deck, "{Flying}, rests"))
    assert found[BOLD] == "Flying"
    assert found[ITALIC] == "(Only creatures that fly block it.)"
    assert found[REGULAR].replace(" ", "") == ",rests"


def test_what_follows_a_keyword_in_its_braces_stands_before_the_reminder(deck):
    laid = with_keywords(deck, "{Ward 2}: go").lay()
    (line,) = [i for i in laid.items("one") if hasattr(i, "pieces")]
    assert "".join(r.text for p in line.pieces for r in p.runs) == "Ward 2 (Pay  for it.): go"
    assert [i.symbol.name for i in laid.items("one") if hasattr(i, "symbol")] == ["sun"]


def test_an_unknown_keyword_names_the_nearest_with_card_and_zone(deck):
    found = with_keywords(deck, "{Flyng}").error("unknown-keyword")
    assert "did you mean 'Flying'" in found.message
    assert (found.card, found.zone, found.related[0].span.line) == ("cards-001", "one", 2)


def test_a_brace_can_be_written(deck):
    assert styled(with_keywords(deck, r"\{Tap} {} {")) == {REGULAR: "{Tap} {} {"}


def test_braces_are_plain_text_in_a_deck_without_keywords(deck):
    assert styled(with_keywords(deck, "{T}: Flying", "")) == {REGULAR: "{T}: Flying"}


def test_a_keyword_without_a_reminder_has_none_to_show(deck):
    assert "'Strike' has no reminder" in with_keywords(deck, "{Strike}").error("missing-reminder").message


def test_a_zone_may_leave_keywords_alone(deck):
    assert set(styled(with_keywords(deck, "Flying {Flying}", zone="  keywords: false"))) == {REGULAR}


@pytest.mark.parametrize(
    ("keywords", "code", "words"),
    [
        ('{Flying: {reminder: "See {Reach}."}}', "bad-keyword", "no braces"),
        ('{Flying: {reminder: "a\\n\\nb"}}', "bad-keyword", "one paragraph"),
        ('{Flying: {reminder: ":sunn:"}}', "unknown-icon", "did you mean 'sun'"),
        ("{Flying: {color: glw}}", "unknown-color", "did you mean 'glow'"),
        ('{"{x}": {bold: true}}', "bad-keyword", "no braces"),
        ('{" ": {bold: true}}', "bad-keyword", "letters"),
        ("{Flying: {reminders: x}}", "unknown-key", "did you mean 'reminder'"),
    ],
)
def test_a_wrong_keyword_is_reported_at_its_place_and_once(deck, keywords, code, words):
    with_keywords(deck, "Flying", f"keywords: {keywords}\n")
    (found,) = deck.errors()
    assert (found.code, words in found.message, found.message) == (code, True, found.message)
    assert found.span.path.endswith("deck.yaml")
    assert found.span.line == 8


def test_reminders_cannot_make_a_text_endless(deck):
    keywords = f'keywords: {{A: {{reminder: "{"x" * 1000}"}}}}\n'
    assert "at most 20,000" in with_keywords(deck, "{A} " * 50, keywords).error("text-too-long").message


def test_keywords_reach_instruction_cards_but_not_their_titles(deck):
    with_keywords(deck, "a")
    own = (deck.path / "deck.yaml").read_text()
    deck.write(
        "deck.yaml", own.replace("components:\n", "components:\n  - {id: rules, pages: r.md, front: sample#page}\n")
    )
    deck.write("r.md", "# Flying high\n\n- {Ward 1} and Flying\n")
    template = (deck.path / "templates/sample.yaml").read_text()
    look = "{text: {size: 9pt}, title: {size: 12pt}, heading: {size: 10pt}}"
    deck.write("templates/sample.yaml", f"{template}\n  page:\n    zones:\n      all: {{flow: {look}}}\n")
    face = deck.lay().faces["rules-001"][0]
    from tests.conftest import flat

    texts = [
        (p.font, "".join(r.text for r in p.runs)) for i in flat(face.zones[0].items) for p in getattr(i, "pieces", ())
    ]
    assert texts[0] == (REGULAR, "Flying high")
    assert (BOLD, "Flying") in texts
    assert any(font == ITALIC and text.startswith("(Pay") for font, text in texts)
