"""Mana and Spells: what a card may say, the curve, and the composition of the whole set."""

from __future__ import annotations

import contextlib
import csv
import os
import shutil
import subprocess
import sys
from collections import Counter
from math import sqrt
from pathlib import Path

import pytest

from carddesigner.core.color import parse_color
from carddesigner.core.report import DeckError, Report
from carddesigner.deal.choose import Choosing
from carddesigner.deal.packs import deal
from carddesigner.deal.recipe import read_packs
from carddesigner.deck.find import loaded_deck
from carddesigner.games.mana_and_spells import COLORS, COMPOSITION, RARITIES
from carddesigner.layout.deck import lay_out_deck
from carddesigner.source import paths
from carddesigner.template.expressions import parse_expression

ROOT = Path(__file__).resolve().parents[3]
BOOSTERS = 10_000
WHALE = parse_expression("card.id == 'lantern-whale'")
PALE, DARK, GOLD, NIGHT, WHITE = "#fbf9f4", "#17151a", "#b98b2f", "#1c1b33", "#ffffff"


@pytest.fixture
def deck(tmp_path):
    return Path(shutil.copytree(paths.decks() / "mana-and-spells", tmp_path / "mana-and-spells"))


def change(deck, table, card, **cells):
    path = deck / f"{table}.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    next(row for row in rows if row["id"] == card).update(cells)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)


def problems(deck, language=None):
    report = Report()
    with contextlib.suppress(DeckError):
        loaded_deck(deck, report, language=language)
    return [(d.code, d.message, d.span) for d in report]


def test_the_set_keeps_to_every_rule_in_both_languages(deck):
    assert problems(deck) == []
    assert problems(deck, "pt") == []


@pytest.mark.parametrize(
    ("table", "card", "cells", "said"),
    [
        ("red", "scree-ox", {"cost": "2 red green"}, "red and green; a card has one colour only"),
        ("red", "scree-ox", {"cost": "3 rde"}, "did you mean 'red'?"),
        ("red", "scree-ox", {"cost": "4"}, "mana of a colour"),
        ("red", "scree-ox", {"power": "-1"}, "power"),
        ("red", "scree-ox", {"kind": ""}, "a creature is of a kind"),
        ("red", "scree-ox", {"toughness": ""}, "a creature has power and toughness"),
        ("white", "skylark-courier", {"abilities": "flyin"}, "did you mean 'flying'?"),
        ("red", "vein-of-cinder", {"target": "lake"}, "an enchantment has a target"),
        ("artifacts", "bell-of-measures", {"subtype": ""}, "an artifact has a subtype"),
        ("artifacts", "bell-of-measures", {"cost": "2 blue"}, "an artifact takes mana of any colour"),
        ("red", "flung-ember", {"effects": "damge 2"}, "did you mean 'damage'?"),
        ("red", "flung-ember", {"effects": "damage two"}, "a whole number or x"),
    ],
)
def test_a_card_that_cannot_be_is_named_with_its_row(deck, table, card, cells, said):
    change(deck, table, card, **cells)
    (_, message, span), *more = problems(deck)
    assert more == []
    assert said in message
    assert span.path.endswith(f"{table}.csv")


def test_a_creature_off_the_curve_is_reported_what_it_should_be(deck):
    change(deck, "white", "skylark-courier", power="4")
    ((code, message, _),) = problems(deck)
    assert code == "spells-curve"
    assert message == "Skylark Courier: power and toughness come to 6; with its cost and abilities they are about 3"


def test_a_spell_off_the_curve_is_reported_what_it_is_worth(deck):
    change(deck, "red", "flung-ember", effects="damage 6")
    ((code, message, _),) = problems(deck)
    assert code == "spells-curve"
    assert message == "Flung Ember: it costs 1 mana; what it does is worth about 3.25"


def test_a_0_6_is_fine_and_a_power_of_nothing_too(deck):
    assert problems(deck) == []
    change(deck, "artifacts", "sleeping-gate", toughness="7")
    assert problems(deck) == []


def test_an_ability_stands_in_the_text_by_its_word_in_each_language(deck):
    change(deck, "white", "skylark-courier", **{"text.pt": "Asas"})
    assert problems(deck) == []
    (message,) = [message for code, message, _ in problems(deck, "pt") if code == "spells-glossary"]
    assert "Voo" in message


def test_no_two_cards_do_the_same(deck):
    change(deck, "black", "call-the-names", name="Wake the Seedbank")
    assert [code for code, *_ in problems(deck)] == ["spells-twice"]


def test_no_two_cards_have_one_number(deck):
    change(deck, "black", "call-the-names", number="22")
    ((code, message, _),) = problems(deck)
    assert (code, message) == ("spells-twice", "Call the Names has the number of Grandmother’s Wool")


def test_the_whole_set_has_302_cards_of_each_rarity_as_it_should():
    assert sum(5 * colored + plain for colored, plain in COMPOSITION.values()) == 302
    assert [5 * c + a + land for c, a, land in RARITIES.values()] == [130, 100, 72]


def whole(deck, **without):
    """The deck says that it is whole, without these cards of its tables."""
    path = deck / "deck.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("whole: false", "whole: true"), encoding="utf-8")
    for table, card in without.items():
        lines = (deck / f"{table}.csv").read_text(encoding="utf-8")
        start = lines.index(f"\n{card},")
        (deck / f"{table}.csv").write_text(lines[:start] + lines[lines.index("\n", start + 1) :], encoding="utf-8")


def test_the_set_is_whole(deck):
    whole(deck)
    assert problems(deck) == []


def test_a_set_that_says_it_is_whole_is_reported_what_it_lacks(deck):
    whole(deck, white="skylark-courier")
    found = [(code, message) for code, message, _ in problems(deck) if code == "spells-composition"]
    assert [message for _, message in found] == [
        "white has 19 cards of summon, not 20",
        "white has 20 common cards, not 21",
    ]


@pytest.fixture
def studio(tmp_path):
    """The tables and the program that draws, without a picture."""
    for part in ("tools/scenes", "decks/mana-and-spells", "templates/fonts"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("*.svg", "__pycache__"))
    return tmp_path


def draw(studio, seed="0"):
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run(
        [sys.executable, str(studio / "tools/scenes")], env=environment, capture_output=True, text=True, check=False
    )


def test_the_pictures_are_what_the_tables_say(studio):
    """Drawn anew they have the same bytes."""
    assert draw(studio, seed="7").returncode == 0
    for folder in ("art", "symbols"):
        old, new = (
            {p.name: p.read_text(encoding="utf-8") for p in (root / "decks/mana-and-spells" / folder).glob("*.svg")}
            for root in (ROOT, studio)
        )
        assert new == old


def test_a_picture_that_nobody_draws_is_named(studio):
    change(studio / "decks/mana-and-spells", "lands", "plains-mill", subject="wheet")
    done = draw(studio)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "plains-mill: subject: nothing draws 'wheet'; did you mean 'wheat'?",
        "the subject 'wheat' is drawn, but on no card",
    ]
    assert list((studio / "decks/mana-and-spells/art").glob("*.svg")) == []


def test_ten_thousand_boosters_hold_each_card_as_often_as_its_rarity_says(deck):
    loaded = loaded_deck(deck)
    packs = read_packs(Choosing(loaded, Report()))
    found = Counter(card.id for pack in deal(packs, {"booster": BOOSTERS}, 7) for card in pack.cards)
    cards = [card for component in loaded.components if component.table is not None for card in component.cards]
    for rarity, take in (("common", 11), ("uncommon", 3), ("rare", 1)):
        own = [c.id for c in cards if c.row["rarity"] == rarity and c.row["face"] != "basic-land"]
        share = take / len(own)
        spread = sqrt(BOOSTERS * share * (1 - share))
        assert sum(found[name] for name in own) == take * BOOSTERS
        # Of 292 cards one is 4.5 times the spread away in one of 500 seeds.
        assert max(abs(found.pop(name) - BOOSTERS * share) for name in own) < 4.5 * spread
    assert not found


def test_a_starter_can_be_played_and_a_sealed_pack_has_three_boosters(deck):
    packs = read_packs(Choosing(loaded_deck(deck), Report()))
    (starter,) = deal(packs, {"starter": 1}, 7)
    rows = Counter("land" if c.row["face"] == "basic-land" else c.row["rarity"] for c in starter.cards)
    assert rows == {"land": 24, "common": 26, "uncommon": 8, "rare": 2}
    assert {c.row["gives"][0] for c in starter.cards if c.row["face"] == "basic-land"} == set(COLORS)
    assert [len(p.cards) for p in deal(packs, {"sealed": 1}, 7)] == [60, 15, 15, 15]


def test_the_libraries_are_as_large_as_they_say_and_have_their_lands(deck):
    loaded = loaded_deck(deck)
    rows = {c.id: c.row for k in loaded.components if k.table is not None for c in k.cards}
    for path in sorted((deck / "libraries").glob("*.txt")):
        lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
        size = sum(int(n) for _, n in lines)
        lands = sum(int(n) for name, n in lines if rows[name]["frame"] == "land")
        assert (size, lands) == ((40, 17) if path.stem == "smallest" else (60, 24)), path.name
        colors = {rows[name]["frame"] for name, _ in lines} - {"land", "artifact"}
        assert path.stem == "smallest" or colors == set(path.stem.split("-"))


@pytest.mark.parametrize(
    ("edition", "front", "back"),
    [(None, PALE, NIGHT), ("limited", DARK, NIGHT), ("collectors", DARK, GOLD), ("light", WHITE, WHITE)],
)
def test_the_border_tells_the_edition(deck, edition, front, back):
    loaded = loaded_deck(deck, edition=edition)
    laid = next(p for p in lay_out_deck(loaded, Report(), select=WHALE) if p.copies)
    borders = [next(z for z in face.zones if z.id == "border").own_items[0].fill for face in laid.first]
    assert borders == [parse_color(front), parse_color(back)]


def test_the_duel_has_two_libraries_of_60_with_the_cards_of_the_set():
    rows = {}
    for table in (*COLORS, "artifacts", "lands"):
        with (ROOT / f"decks/mana-and-spells/{table}.csv").open(encoding="utf-8", newline="") as file:
            rows |= {row["id"]: row for row in csv.DictReader(file)}
    duel = ROOT / "decks/mana-and-spells-duel"
    for library, colors in (("sun", {"white", "green"}), ("moon", {"black", "red"})):
        with (duel / f"{library}.csv").open(encoding="utf-8", newline="") as file:
            cards = list(csv.DictReader(file))
        copies = {card["id"]: int(card.pop("copies")) for card in cards}
        assert cards == [rows[card["id"]] for card in cards]
        assert sum(copies.values()) == 60
        assert sum(copies[c["id"]] for c in cards if c["face"] in ("land", "basic-land")) == 24
        assert {symbol for c in cards for symbol in c["cost"].split() if symbol in COLORS} == colors
        listed = [line.split() for line in (duel / f"libraries/{library}.txt").read_text(encoding="utf-8").splitlines()]
        assert copies == {words[0]: int(words[1]) for words in listed if words and words[0] != "#"}


def test_landwalk_in_the_duel_can_matter():
    duel = ROOT / "decks/mana-and-spells-duel"
    lands = {
        "islandwalk": "blue",
        "swampwalk": "black",
        "mountainwalk": "red",
        "forestwalk": "green",
        "plainswalk": "white",
    }
    tables = {}
    for library in ("sun", "moon"):
        with (duel / f"{library}.csv").open(encoding="utf-8", newline="") as file:
            tables[library] = list(csv.DictReader(file))
    for own, other in (("sun", "moon"), ("moon", "sun")):
        there = {color for card in tables[other] for color in card["gives"].split()}
        walks = {a for card in tables[own] for a in card["abilities"].split(", ") if a in lands}
        assert {lands[walk] for walk in walks} <= there


def test_the_duel_is_printed_on_16_sheets_with_a_tray_that_holds_its_leaflets_as_they_are_folded(cli):
    done = cli("build", "mana-and-spells-duel")
    assert done.code == 0
    assert "  total          67    162      16\n" in done.err
    assert "the tray is 100.3 × 134.8 ×" in done.err, "leaflets of 98.5 × 133 mm lie in it"
    assert done.err.count(": 8 panels of 98.5 × 133 mm") == 2
    assert done.err.count("-leaflet.pdf  2 pages, to print") == 2
    assert done.err.endswith("See also: carddesigner build mana-and-spells, mana-and-spells-mats\n")
