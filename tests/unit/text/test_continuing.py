"""Texts that are too long for their box: an ellipsis, another zone, the back, cards that follow."""

from __future__ import annotations

import json

import pytest

from carddesigner.core.items import GroupItem, TextItem
from carddesigner.pipeline.build import PrintOptions, build_deck
from carddesigner.text.rich import Paragraph, Run
from carddesigner.text.splitting import split_text

LONG = "First draw two cards and put one of them back. Then choose a player who pays one life. " * 2
ROWS = f"id,text\nlong,{LONG}\nshort,Draw.\n"
RULES = (
    'rules:\n  text: "{{ card.text }}"\n  size: 9pt\n  box: {left: 5mm, top: 5mm, width: 30mm, height: 12mm}\n'
    "  overflow: continue\n"
)
MORE = "more:\n  continued: rules\n  size: 9pt\n  box: {left: 5mm, top: 40mm, width: 40mm, height: 30mm}\n"


def words(face, *zones):
    """The words of a face's zones, in order."""

    def flat(items):
        return [i for item in items for i in (flat(item.items) if isinstance(item, GroupItem) else [item])]

    return [
        "".join(r.text for p in item.pieces for r in p.runs).split()
        for zone in face.zones
        if zone.id in zones
        for item in flat(zone.items)
        if isinstance(item, TextItem)
    ]


def all_words(*faces):
    return [w for face in faces for line in words(face, "rules", "more") for w in line]


def test_an_ellipsis_ends_a_text_that_is_too_long(deck):
    laid = deck.zones(RULES.replace("continue", "ellipsis"), ROWS).lay()
    lines = words(laid.faces["long"][0], "rules")
    assert len(lines) == 3
    assert lines[-1][-1].endswith("…")
    assert " ".join(w for line in lines for w in line)[:-1] in LONG
    assert words(laid.faces["short"][0], "rules") == [["Draw."]]


def test_an_ellipsis_in_no_width_is_an_error(deck):
    zones = RULES.replace("continue", "ellipsis").replace("width: 30mm", "width: 1mm")
    found = deck.zones(zones, ROWS).error("text-overflow")
    assert "not even one word and an ellipsis fit the box" in found.message
    assert (found.span.line, found.card) == (7, "long (front)")


def test_a_text_goes_on_in_another_zone_at_its_own_size(deck):
    laid = deck.zones(RULES + MORE, ROWS).lay()
    front = laid.faces["long"][0]
    assert all_words(front) == LONG.split()
    assert len(words(front, "rules")) == 3
    assert words(front, "more")
    assert words(laid.faces["short"][0], "more") == []


def with_back(deck, more, rows=ROWS, zones=RULES):
    deck.zones(zones, rows)
    deck.write(
        "deck.yaml",
        (deck.path / "deck.yaml").read_text().replace("front: sample#front", "front: sample#front, back: sample#back"),
    )
    template = deck.path / "templates" / "sample.yaml"
    template.write_text(
        template.read_text() + "  back:\n    zones:\n" + "".join(f"      {line}\n" for line in more.splitlines())
    )
    return deck


def test_a_text_goes_on_on_the_back(deck):
    laid = with_back(deck, MORE).lay()
    front, back = laid.faces["long"]
    assert all_words(front, back) == LONG.split()
    assert words(back, "more")
    assert not words(laid.faces["short"][1], "more")


FOLLOWING = (
    RULES
    + "  following-cards: 3\n"
    + 'count: {when: parts > 1, text: "{{ part }}/{{ parts }}", size: 7pt, box: {top: 80mm}}\n'
)


def test_cards_follow_with_what_is_left_and_their_number(deck):
    laid = deck.zones(FOLLOWING, ROWS).lay()
    assert list(laid.faces) == ["long", "long-part-2", "long-part-3", "short"]
    faces = [laid.faces[i][0] for i in ("long", "long-part-2", "long-part-3")]
    assert all_words(*faces) == LONG.split()
    assert [words(f, "count") for f in faces] == [[["1/3"]], [["2/3"]], [["3/3"]]]
    assert words(laid.faces["short"][0], "count") == []


def test_first_the_back_is_filled_then_a_card_that_follows(deck):
    more = MORE.replace("height: 30mm", "height: 8mm")
    laid = with_back(deck, more, zones=RULES + "  following-cards: 2\n").lay()
    assert list(laid.faces) == ["long", "long-part-2", "short"]
    assert all_words(*laid.faces["long"], *laid.faces["long-part-2"]) == LONG.split()


def test_each_copy_has_the_cards_that_follow(deck):
    laid = deck.zones(FOLLOWING, f"id,copies,text\nlong,2,{LONG}\nshort,1,Draw.\n").lay()
    assert laid.copies == {"long": 2, "long-part-2": 2, "long-part-3": 2, "short": 1}


def test_what_is_left_after_the_last_card_is_an_error(deck):
    found = deck.zones(FOLLOWING.replace("following-cards: 3", "following-cards: 1"), ROWS).error("text-overflow")
    assert found.message == "what is left of the text does not fit where it goes on, on one card that may follow"
    assert (found.span.line, found.card, found.related[0].span.line) == (7, "long", 2)


def test_a_card_may_not_be_called_as_one_that_follows_another(deck):
    assert "long-part-2" in deck.zones(FOLLOWING, ROWS + "long-part-2,Draw.\n").error("duplicate-id").message


@pytest.mark.parametrize(
    ("zones", "words"),
    [
        (RULES, "the text of 'rules' has nowhere to go on"),
        (
            RULES + MORE.replace("rules", "ruels"),
            "'ruels' is no zone of this card with `overflow: continue`; did you mean 'rules'?",
        ),
        (MORE + RULES, "what is left of the text does not fit where it goes on"),
    ],
)
def test_a_text_needs_a_place_to_go_on(deck, zones, words):
    assert words in [d.message for d in deck.zones(zones, ROWS).errors()]


def test_an_unknown_overflow_names_the_nearest(deck):
    assert (
        "did you mean 'continue'?"
        in deck.zones(RULES.replace("continue", "continued") + MORE, ROWS).error("wrong-value").message
    )


def test_lists_and_tables_go_on_between_items_and_rows(deck):
    items = "- one two three four\n- five six seven eight nine ten\n- eleven twelve"
    table = "| x | y |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |"
    laid = deck.zones(RULES + MORE, f'id,text\na,"{items}\n\n{table}"\n').lay()
    assert [w for w in all_words(laid.face) if w not in "xy"] == (
        [
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "1",
            "2",
            "3",
            "4",
            "5",
            "6",
        ]
    )


def test_a_text_from_right_to_left_goes_on_where_its_reading_does(setter):
    words = ("אבג דהו זחט יכל מנס " * 6).split()
    left = (Paragraph((Run(" ".join(words)),)),)
    style, lines = setter.style(fonts=(setter.find("Noto Sans Hebrew"),)), []
    while left:
        fitted, left = split_text(left, style, 60.0, 24.0)
        lines += [setter.reading(i, True) for i in fitted.items]
    assert " ".join(lines).split() == words


def test_neither_a_heading_nor_a_line_stands_alone(setter):
    text = setter.parse("One line.\n\n**Heading**\n\nFirst line of it, second line of it, and the third of them.")
    for height in range(20, 90, 3):
        fitted, left = split_text(text, setter.style(), 75.0, float(height))
        lines = [i.pieces[0].font for i in fitted.items]
        assert not left or not lines[-1].endswith("Bold"), height
        assert not left or len(lines) != 3, height


def test_a_build_prints_and_lists_the_cards_that_follow_and_since_finds_them_again(deck, tmp_path):
    deck.zones(FOLLOWING, ROWS)
    first = build_deck(deck.path, PrintOptions(output=tmp_path / "one"))
    manifest = next((tmp_path / "one").rglob("*.json"))
    pieces = json.loads(manifest.read_text())["pieces"]
    assert [(p["id"], p["copies"]) for p in pieces] == [
        ("long", 1),
        ("long-part-2", 1),
        ("long-part-3", 1),
        ("short", 1),
    ]
    assert first is not None
    deck.write("cards.csv", ROWS.replace("who pays one life. First", "who pays two life. First"))
    build_deck(deck.path, PrintOptions(output=tmp_path / "two", since=manifest))
    pages = json.loads(next((tmp_path / "two").rglob("*.json")).read_text())["pages"]
    printed = [slot["piece"] for page in pages for slot in page["slots"]]
    assert "short" not in printed
    assert printed


def test_a_card_that_follows_can_be_asked_for(deck):
    import carddesigner

    deck.zones(FOLLOWING, ROWS)
    found = carddesigner.load_deck(deck.path).face("long-part-2")
    assert found is not None


def test_cards_that_follow_lie_on_sheets_with_their_backs_behind_them(deck, tmp_path):
    with_back(deck, "ground: {in: bleed, fill: ink}", zones=FOLLOWING)
    build_deck(deck.path, PrintOptions(output=tmp_path, duplex="long-edge"))
    pages = json.loads(next(tmp_path.rglob("*.json")).read_text())["pages"]
    front, back = ({s["piece"]: s for s in page["slots"]} for page in pages)
    assert list(front) == ["long", "long-part-2", "long-part-3", "short"]
    width = pages[0]["paper_mm"][0]
    for name, slot in front.items():
        assert back[name]["x_mm"] == pytest.approx(width - slot["x_mm"] - slot["width_mm"], abs=0.01)
        assert back[name]["y_mm"] == slot["y_mm"]


def test_a_box_is_as_deep_as_the_cards_that_follow_need(deck):
    def width(rows):
        deck.zones(FOLLOWING, rows)
        yaml = (deck.path / "deck.yaml").read_text().replace("safe: 3mm}", "safe: 3mm, thickness: 2mm}")
        deck.write("deck.yaml", yaml + "  - {id: box, box: tuck, holds: [cards]}\n")
        return deck.lay().faces["box"][0].width / 72 * 25.4

    # Two cards of two millimetres more, a twentieth higher, on two sides of the box at least.
    assert width(ROWS) - width("id,text\na,Draw.\nb,Draw.\n") > 2 * 2 * 2 * 1.05


def test_copies_of_cards_that_follow_count(deck):
    rows = "id,text,copies\n" + "".join(f"c{n},{LONG * 2},9000\n" for n in range(6))
    zones = RULES.replace("height: 12mm", "height: 4mm") + "  following-cards: 20\n"
    found = deck.zones(zones, rows).error("too-many-copies")
    assert "with the cards that follow others the deck has more than 100,000 copies" in found.message
    assert len(deck.errors()) == 1


def test_a_wrong_name_to_go_on_from_is_one_error(deck):
    deck.zones("more: {continued: nobody, box: {size: 9mm}}", ROWS)
    assert [d.message for d in deck.errors()] == ["'nobody' is no zone of this card with `overflow: continue`"]
