"""Libraries that somebody built, held to the deck's rule; lists that come with a deck; lists that are written."""

from __future__ import annotations

import pytest

from carddesigner.core.report import DeckError, Report
from carddesigner.deal.choose import Choosing
from carddesigner.deal.library import check_library, read_rule
from carddesigner.deal.packs import deal, listing
from carddesigner.deal.recipe import check_dealing, read_packs
from carddesigner.deck.find import loaded_deck
from carddesigner.deck.print_list import look_up, read_print_list

ROWS = "id,name,face\n" + "".join(f"fire-{i},Fire {i},spell\n" for i in range(1, 13)) + "plains,Plains,land\n"
RULE = "least: 20, most: 30, most-copies: 2, without-limit: card.face == 'land'"
GOOD = "plains 12\n" + "".join(f"fire-{i}\n" for i in range(1, 9))


def written(deck, rule=RULE, more=""):
    deck.zones("one: {fill: ink}", ROWS)
    deck.write("tokens.csv", "id,name\nfire-1,Spark\ncoin,Coin\n")
    text = (deck.path / "deck.yaml").read_text() + "  - {id: tokens, rows: tokens.csv, front: sample#front}\n"
    deck.write("deck.yaml", f"{text}library: {{{rule}}}\n{more}")
    return deck


def told(deck, list_):
    """Place and words of all that is wrong with a list, or with the rule."""
    report = Report()
    loaded = loaded_deck(deck.path, report)
    rule = read_rule(Choosing(loaded, report))
    report.raise_errors()
    path = deck.write("mine.txt", list_)
    check_library(read_print_list(path), loaded, rule, report)
    return [(d.code, d.message, d.span.line, d.span.column) for d in report]


def test_a_library_that_keeps_to_the_rule_is_silent(deck):
    assert told(written(deck), GOOD.replace("fire-1\n", "cards/fire-1\n")) == []


@pytest.mark.parametrize(
    ("list_", "code", "words", "place"),
    [
        ("plains 19\n", "library-size", "the library has 19 cards; at least 20 belong in it", (1, 1)),
        ("plains 29\nfire-2 2\n", "library-size", "the library has 31 cards; at most 30 belong in it", (2, 1)),
        ("plains 17\n  fire-2 3\n", "library-copies", "3 of fire-2; a library holds at most 2 of a card", (2, 3)),
        ("plains 17\nfire-2 2\nfire-3 2\nfire-2\n", "library-copies", "3 of fire-2; a library holds", (4, 1)),
        ("plains 18\nfire-2\nfire-33\n", "unknown-piece", "no card 'fire-33'; did you mean 'fire-3'?", (3, 1)),
        ("plains 18\nfire-2\nfire-1\n", "unknown-piece", "several components have a card 'fire-1'", (3, 1)),
    ],
)
def test_what_breaks_the_rule_is_named_with_its_line(deck, list_, code, words, place):
    (found,) = told(written(deck), list_)
    assert (found[0], found[2:]) == (code, place)
    assert words in found[1]


def test_all_that_is_wrong_with_a_library_is_reported_at_once(deck):
    found = told(written(deck), "fire-2 3\nfier-3\ncoin 2\nfire-1\n")
    assert [(f[0], f[2]) for f in found] == [
        ("unknown-piece", 2),
        ("unknown-piece", 4),
        ("library-copies", 1),
        ("library-size", 4),
    ]


def test_the_same_card_by_two_names_is_one_card(deck):
    found = told(written(deck), "plains 18\nfire-2 2\ncards/fire-2\n")
    assert [(f[0], f[2]) for f in found] == [("library-copies", 3)]


def test_only_what_the_rule_allows_belongs_in_a_library(deck):
    found = told(written(deck, RULE + ", where: component == 'cards'"), "plains 18\ncoin 2\ncoin 1\n")
    assert [(f[0], f[1], f[2]) for f in found] == [
        ("not-in-library", "coin can't be in a library", 2),
        ("library-copies", "3 of coin; a library holds at most 2 of a card", 3),
    ]


def test_without_a_limit_any_number_goes(deck):
    assert told(written(deck, "least: 1"), "plains 900\nfire-2 900\n") == []


@pytest.mark.parametrize(
    ("rule", "code", "words"),
    [
        ("least: 40, most: 30", "wrong-value", "`most` is 30, and `least` 40"),
        ("least: 0", "wrong-value", "greater than or equal to 1"),
        ("without-limit: card.face == 'lnad'", "unknown-value", "did you mean 'land'?"),
        ("without-limit: card.fcae == 'land'", "unknown-field", "did you mean 'face'?"),
        ("where: card.name == 'Fire 1' and card.face == 'land'", "too-few-cards", "no cards match"),
        ("most-copy: 4", "unknown-key", "did you mean 'most-copies'?"),
    ],
)
def test_a_rule_that_can_not_hold_is_named(deck, rule, code, words):
    with pytest.raises(DeckError) as raised:
        told(written(deck, rule), GOOD)
    (found,) = raised.value.report.errors
    assert (found.code, found.span.line) == (code, 9)
    assert words in found.message


def test_libraries_that_come_with_a_deck_are_held_to_its_rule(deck):
    written(deck, RULE + ", lists: [libraries/a.txt, libraries/b.txt, libraries/d.txt]")
    deck.write("libraries/a.txt", GOOD.replace("fire-1\n", "fire-9\n"))
    deck.write("libraries/b.txt", "plains 5\nfire-2 x\n")
    deck.write("libraries/c.txt", "plains 20\n")
    report = Report()
    check_dealing(loaded_deck(deck.path, report), report)
    found = [(d.code, d.span.path.rpartition("/")[2], d.span.line) for d in report]
    assert found == [("wrong-list", "b.txt", 2), ("missing-file", "deck.yaml", 9)]
    assert "libraries/d.txt" in report.errors[1].message


def test_what_is_dealt_is_written_so_that_each_line_means_its_card(deck):
    packs = (
        "packs: {all: [{take: 14, where: card.name != 'Spark'}], tokens: [{take: 2, where: component == 'tokens'}]}\n"
    )
    written(deck, more=packs)
    # Pages are called by their component and number: fire-1, too.
    deck.write("fire.md", "# One\n")
    text = (deck.path / "deck.yaml").read_text()
    deck.write("deck.yaml", text.replace("library", "  - {id: fire, pages: fire.md, front: sample#front}\nlibrary", 1))
    loaded = loaded_deck(deck.path)
    dealt = deal(read_packs(Choosing(loaded, Report())), {"all": 1, "tokens": 2}, 3)
    path = deck.write("packs.txt", listing(loaded, dealt, "Sample. 1 × all"))
    report = Report()
    found = look_up(read_print_list(path), [c for k in loaded.components for c in k.cards], report)
    assert list(report) == []
    assert [(c.component, c.id) for _, c in found] == [(c.component, c.id) for p in dealt for c in p.cards]
    lines = path.read_text().splitlines()
    assert lines[:3] == ["# Sample. 1 × all", "", "# all 1"]
    assert {
        "# tokens 1",
        "# tokens 2",
        "tokens/fire-1 1",
        "coin 1",
        "cards/fire-1 1",
        "cards/fire-2 1",
        "plains 1",
    } <= set(lines)


def test_a_card_that_comes_several_times_is_a_line(deck):
    written(deck, more="packs: {lands: [{take: 9, where: card.face == 'land', repeats: true}]}\n")
    loaded = loaded_deck(deck.path)
    dealt = deal(read_packs(Choosing(loaded, Report())), {"lands": 1}, 3)
    assert listing(loaded, dealt, "x").endswith("# lands 1\nplains 9\n")
