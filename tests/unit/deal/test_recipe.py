"""Recipes as they stand in deck.yaml: what they draw from, and what is wrong with them, with its place."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carddesigner.core.report import DeckError, Report
from carddesigner.deal.choose import Choosing
from carddesigner.deal.packs import deal
from carddesigner.deal.recipe import read_packs
from carddesigner.deck.find import loaded_deck
from tests.conftest import DECK, TEMPLATE, DeckFolder

ROWS = "id,name,rarity,tags,weight,copies\n" + "".join(
    f"{r[0]}{i},{r} {i},{r},{'fire/ice' if i % 2 else 'ice'},{i},{1 + i % 2}\n"
    for r, n in (("common", 6), ("uncommon", 4), ("rare", 3))
    for i in range(1, n + 1)
)
LANDS = "id,name,basic\nplains,Plains,TRUE\nisland,Island,TRUE\nruin,Ruin,FALSE\n"


def written(deck, packs, more=""):
    """The sample deck with a second table and these recipes, a line a pack; the first stands in line 11."""
    deck.zones("one: {fill: ink}", ROWS)
    deck.write("lands.csv", LANDS)
    text = (deck.path / "deck.yaml").read_text()
    text = text.replace("front: sample#front}", 'front: sample#front, fields: {tags: {type: list, separator: "/"}}}')
    text += "  - {id: lands, rows: lands.csv, front: sample#front}\n  - {id: blank, copies: 4, front: sample#front}\n"
    deck.write("deck.yaml", text + "packs:\n" + "".join(f"  {p}\n" for p in packs) + more)
    return deck


def dealt(deck, wanted, seed=1):
    report = Report()
    packs = read_packs(Choosing(loaded_deck(deck.path, report), report))
    assert list(report) == []
    return [[c.id for c in p.cards] for p in deal(packs, wanted, seed)]


def told(deck):
    report = Report()
    try:
        read_packs(Choosing(loaded_deck(deck.path, report), report))
    except DeckError as problem:
        report = problem.report
    text = (deck.path / "deck.yaml").read_text()
    return [(d.code, d.message, d.span.line, text[d.span.start : d.span.end]) for d in report.errors]


def drawn(deck, recipe, times=200):
    """Every id that a recipe ever gives."""
    return {i for pack in dealt(written(deck, [f"p: {recipe}"]), {"p": times}) for i in pack}


@pytest.mark.parametrize(
    ("where", "ids"),
    [
        ("card.rarity == 'rare'", "r1 r2 r3"),
        ("rarity == 'rare'", "r1 r2 r3"),
        ("component == 'lands'", "island plains ruin"),
        ("card.component == 'lands' and card.basic", "island plains"),
        ("'fire' in card.tags and card.rarity != 'common'", "r1 r3 u1 u3"),
        ("card.rarity in ('uncommon', 'rare')", "r1 r2 r3 u1 u2 u3 u4"),
        ("card.copies == 2 and card.weight > 2", "c3 c5 r3 u3"),
        ("card.name[:2] == 'ra'", "r1 r2 r3"),
        ("id == 'ruin'", "ruin"),
    ],
)
def test_where_chooses_the_cards_to_draw_from(deck, where, ids):
    assert drawn(deck, f'[{{take: 1, where: "{where}"}}]') == set(ids.split())


def test_without_where_all_cards_with_rows_are_drawn_from_once_each(deck):
    packs = dealt(written(deck, ["p: [{take: 16}]"]), {"p": 3})
    assert all(len(set(p)) == 16 for p in packs)
    assert "blank" not in packs[0]


def test_a_weight_of_nothing_is_never_drawn_and_a_greater_one_more_often(deck):
    packs = written(deck, ["p: [{where: card.rarity == 'rare', weight: card.weight - 1}]"])
    found = Counter(i for pack in dealt(packs, {"p": 3000}) for i in pack)
    assert found.keys() == {"r2", "r3"}
    assert 1850 < found["r3"] < 2150


def test_a_pack_in_a_pack_comes_as_it_is(deck):
    packs = written(deck, ["pair: [{take: 2, where: component == 'lands'}]", "box: [{pack: pair, take: 3}, {take: 1}]"])
    assert [len(p) for p in dealt(packs, {"box": 1})] == [1, 2, 2, 2]


@pytest.fixture(scope="module")
def roomy(tmp_path_factory):
    """A deck whose recipes are written anew for each example."""
    deck = DeckFolder(tmp_path_factory.mktemp("roomy"))
    deck.write("cards.csv", "name,n\n" + "".join(f"Card {n},{n}\n" for n in range(1, 9)))
    deck.write("templates/sample.yaml", TEMPLATE + "      one: {fill: ink}\n")
    return deck


@given(
    st.lists(st.tuples(st.integers(1, 8), st.integers(1, 8), st.integers(1, 6), st.booleans()), min_size=1, max_size=4)
)
def test_what_is_accepted_can_always_be_dealt(roomy, parts):
    said = "".join(
        f"    - {{take: {take}, where: card.n >= {low} and card.n <= {high}, repeats: {str(repeats).lower()}}}\n"
        for low, high, take, repeats in parts
    )
    roomy.write("deck.yaml", DECK + "packs:\n  p:\n" + said)
    report = Report()
    packs = read_packs(Choosing(loaded_deck(roomy.path, report), report))
    if not packs:
        assert {d.code for d in report.errors} == {"too-few-cards"}
        return
    for pack in deal(packs, {"p": 20}, 1):
        assert len(pack.cards) == sum(take for _, _, take, _ in parts)


@pytest.mark.parametrize(
    ("recipe", "code", "words", "marked"),
    [
        ("[{take: 4, where: card.rarity == 'rare'}]", "too-few-cards", "4 cards can't be taken: 3 match", "4"),
        ("[{take: 17}]", "too-few-cards", "17 cards can't be taken: 16 have rows", "17"),
        (
            "[{take: 2, where: card.rarity == 'rare'}, {take: 7, where: card.rarity != 'common'}]",
            "too-few-cards",
            "7 cards can't be taken: 7 match card.rarity != 'common', and parts above may have taken 2 of them",
            "7",
        ),
        ("[{where: card.copies > 9}]", "too-few-cards", "no cards match card.copies > 9", "card.copies > 9"),
        (
            "[{where: card.copies > 0, weight: card.copies * 0}]",
            "too-few-cards",
            "and have a weight",
            "card.copies > 0",
        ),
        ("[{where: card.rarty == 'rare'}]", "unknown-field", "did you mean 'rarity'?", "card.rarty == 'rare'"),
        (
            "[{where: card.rarity == 'raer'}]",
            "unknown-value",
            "no card has the rarity 'raer'; did you mean 'rare'?",
            "card.rarity == 'raer'",
        ),
        ("[{where: card.rarity != 'raer'}]", "unknown-value", "did you mean 'rare'?", "card.rarity != 'raer'"),
        (
            "[{where: \"card.rarity in ['common', 'uncomon']\"}]",
            "unknown-value",
            "'uncomon'; did you mean 'uncommon'?",
            "\"card.rarity in ['common', 'uncomon']\"",
        ),
        (
            "[{where: \"'fyre' in card.tags\"}]",
            "unknown-value",
            "no card has the tags 'fyre'; did you mean 'fire'?",
            "\"'fyre' in card.tags\"",
        ),
        ("[{where: component == 'land'}]", "unknown-value", "did you mean 'lands'?", "component == 'land'"),
        ("[{where: card.weight > }]", "expression-syntax", "can't be read", "card.weight >"),
        ("[{where: card.name > 3}]", "expression-failed", "(card c1)", "card.name > 3"),
        (
            "[{where: card.rarity == 'rare', weight: card.name}]",
            "wrong-value",
            "0 to 1,000,000, not 'rare 1'",
            "card.name",
        ),
        ("[{where: card.rarity == 'rare', weight: card.weight / 2}]", "wrong-value", "not 0.5", "card.weight / 2"),
        ("[{where: component == 'lands', weight: card.weigth}]", "unknown-field", "no field 'weigth'", "card.weigth"),
        ("[{pack: boster}]", "unknown-pack", "unknown pack 'boster'; did you mean 'booster'?", "boster"),
        ("[{pack: booster, where: card.weight > 1}]", "pack-part", "has no `where`", "card.weight > 1"),
        ("[{take: 0}]", "wrong-value", "greater than or equal to 1", "0"),
        ("[{take: 1001}]", "wrong-value", "less than or equal to 1000", "1001"),
        ("[{tkae: 3}]", "unknown-key", "did you mean 'take'?", "tkae"),
        ("[]", "wrong-value", "too few", "[]"),
        (
            "[{take: 600, repeats: true}, {take: 600, repeats: true}]",
            "too-many-copies",
            "at most 1,000 cards",
            "[{take: 600, repeats: true}, {take: 600, repeats: true}]",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_place(deck, recipe, code, words, marked):
    found = told(written(deck, [f"p: {recipe}", "booster: [{take: 1}]"]))
    assert [(f[0], f[2], f[3]) for f in found] == [(code, 11, marked)], found
    assert words in found[0][1]


def test_packs_that_lie_in_each_other_are_named_once(deck):
    found = told(written(deck, ["a: [{pack: b}]", "b: [{take: 1}, {pack: c}]", "c: [{pack: a}]", "d: [{pack: d}]"]))
    assert [(f[0], f[1], f[2]) for f in found] == [
        ("pack-cycle", "the pack 'c' lies in itself by way of a, b", 13),
        ("pack-cycle", "the pack 'd' lies in itself", 14),
    ]


def test_packs_that_would_grow_without_end_are_refused_at_once(deck):
    packs = ["p0: [{take: 2}]", *(f"p{i}: [{{pack: p{i - 1}, take: 1000}}]" for i in range(1, 60))]
    found = told(written(deck, packs))
    assert {f[0] for f in found} == {"too-many-copies"}
    assert found[0][1] == "a pack has more than 100,000 cards in all"


def test_all_that_is_wrong_is_reported_at_once_and_what_is_right_can_be_dealt(deck):
    deck = written(deck, ["a: [{take: 99}]", "b: [{where: card.x}]", "c: [{take: 1}]"])
    report = Report()
    assert list(read_packs(Choosing(loaded_deck(deck.path, report), report))) == ["c"]
    assert [d.code for d in report.errors] == ["too-few-cards", "unknown-field"]


def test_a_mistake_that_was_made_twice_is_reported_twice(deck):
    found = told(written(deck, ["a: [{where: card.rarity == 'raer'}]", "b: [{where: card.rarity == 'raer'}]"]))
    assert [(f[0], f[2]) for f in found] == [("unknown-value", 11), ("unknown-value", 12)]


def test_a_value_that_a_column_declares_is_known_before_any_card_has_it(deck):
    deck = written(deck, ["p: [{take: 16, where: card.rarity != 'mythic'}]"])
    text = (deck.path / "deck.yaml").read_text()
    choices = "rarity: {type: choice, choices: [common, uncommon, rare, mythic]}"
    deck.write("deck.yaml", text.replace('separator: "/"}', f'separator: "/"}}, {choices}'))
    assert [f[0] for f in told(deck)] == ["too-few-cards"]
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text().replace("take: 16", "take: 13"))
    assert told(deck) == []


def test_names_of_packs_are_for_files_and_commands(deck):
    assert told(written(deck, ["Booster Pack: [{take: 1}]"]))[0][:1] == ("wrong-value",)


def test_recipes_that_take_too_long_are_refused(deck, monkeypatch):
    monkeypatch.setattr("carddesigner.core.effort.STEPS_OF_ODDS", 10_000)
    parts = ", ".join(f"{{where: card.weight >= 0 or {i} > 0, repeats: true}}" for i in range(50))
    found = told(written(deck, [f"p{i}: [{parts}]" for i in range(10)]))
    assert [(f[0], f[1]) for f in found] == [("too-much-work", "the recipes take too many steps for so many cards")]
