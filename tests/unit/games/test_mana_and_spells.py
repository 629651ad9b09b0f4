"""Mana and Spells: what a card may say, the curve, and the composition of the whole set."""

from __future__ import annotations

import contextlib
import csv
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from carddesigner import paths
from carddesigner.core.report import DeckError, Report
from carddesigner.games.mana_and_spells import COMPOSITION, RARITIES
from carddesigner.load.find import load_deck

ROOT = Path(__file__).resolve().parents[3]


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
        load_deck(deck, report, language=language)
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


def test_a_creature_off_the_curve_is_told_what_it_should_be(deck):
    change(deck, "white", "skylark-courier", power="4")
    ((code, message, _),) = problems(deck)
    assert code == "spells-curve"
    assert message == "Skylark Courier: power and toughness come to 6; with its cost and abilities they are about 3"


def test_a_spell_off_the_curve_is_told_what_it_is_worth(deck):
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


def test_a_set_that_says_it_is_whole_is_told_what_it_lacks(deck):
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
