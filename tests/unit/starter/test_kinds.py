"""``new`` of tables with several types of cards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

CARDS = """Name,Type,Attack,Health,Speed,Range,Order
Pikeman,Unit,2,3,1,1,
Archer,Unit,3,1,2,4,
Rider,Unit,4,3,5,1,Moves before it attacks.
Storm,Event,,,,,Each unit that has not moved this turn loses 2 health.
Truce,event,,,,,No unit may attack until the start of your next turn.
Harvest,Event,,,,,Every player gains a coin for each farm in play.
Plague,Event,,,,,All units with 1 health leave the game at the end of the turn.
Relic,,,,,,Nobody knows of which type it is.
"""


def looks(deck: Path) -> dict[str, str]:
    found = {t.stem: re.search(r"extends: looks/(\S+)", t.read_text()) for t in deck.glob("templates/*.yaml")}
    return {name: m[1] for name, m in found.items() if m is not None}


@pytest.fixture
def made(cli, tmp_path):
    (tmp_path / "cards.csv").write_text(CARDS)
    ran = cli("new", "mine", "--from", "cards.csv")
    assert ran.code == 0, ran.err
    return ran.out + ran.err


def test_each_type_has_the_look_that_fits_its_rows(cli, tmp_path, made):
    assert looks(tmp_path / "mine") == {"mine": "event", "unit": "unit"}
    assert "Event: event; Unit: unit; --look NAME sets all in one" in made
    assert "./mine: 8 cards" in made or "mine: 8 cards" in made
    ran = cli("validate", "./mine")
    assert (ran.code, "warning" in ran.err) == (0, False), ran.err


def test_cards_of_all_types_have_one_back_and_one_size(tmp_path, made):
    deck = yaml.safe_load((tmp_path / "mine/deck.yaml").read_text())
    assert {c["back"] for c in deck["components"]} == {"mine#back"}
    assert len(deck["stocks"]) == 1


def test_cards_without_a_type_and_of_types_that_come_later_are_printed(cli, tmp_path, made):
    table = tmp_path / "mine/cards.csv"
    table.write_text(table.read_text() + "Bridge,Place,,,,,Cross it.\n")
    ran = cli("build", "./mine")
    assert ran.code == 0, ran.err
    assert re.search(r"cards +6 ", ran.out + ran.err)
    # What is to be added is said, at the row; once it is there, nothing is.
    assert "mine/cards.csv:10:8: warning[check-failed]: no colour for Place yet" in ran.err
    assert "such as Place: seagreen" in ran.err
    deck = tmp_path / "mine/deck.yaml"
    deck.write_text(deck.read_text().replace("palette:", "palette:\n  Place: seagreen"))
    assert cli("validate", "./mine").err == "./mine: no errors\n"


@pytest.mark.parametrize("kind", ["Cards", "Mine"])
def test_types_may_be_called_as_the_deck_calls_its_parts(cli, tmp_path, kind):
    (tmp_path / "cards.csv").write_text(CARDS.replace(",Unit,", f",{kind},"))
    ran = cli("new", "mine", "--from", "cards.csv")
    assert "mine: 8 cards" in ran.out + ran.err
    assert len(looks(tmp_path / "mine")) == 2


def test_types_written_in_markup_that_is_read_share_a_look(cli, tmp_path):
    (tmp_path / "cards.csv").write_text(CARDS.replace(",Unit,", ",Man &amp; Beast,"))
    ran = cli("new", "mine", "--from", "cards.csv", "--markup", "html")
    assert "mine: 8 cards" in ran.out + ran.err


def test_a_look_that_is_asked_for_is_that_of_all(cli, tmp_path):
    (tmp_path / "cards.csv").write_text(CARDS)
    assert cli("new", "mine", "--from", "cards.csv", "--look", "event").code == 0
    assert looks(tmp_path / "mine") == {"mine": "event"}


def test_types_with_much_the_same_columns_share_a_look(cli, tmp_path):
    rows = [
        f"Card {n},{'Spell' if n % 2 else 'Ritual'},{n if n % 2 else ''},Draw a card and lose {n} coins."
        for n in range(9)
    ]
    (tmp_path / "cards.csv").write_text("\n".join(["Name,Type,Cost,Text", *rows]))
    assert cli("new", "mine", "--from", "cards.csv").code == 0
    assert len(looks(tmp_path / "mine")) == 1


def test_a_column_that_only_and_except_name_must_be_there(cli, tmp_path, made):
    deck = tmp_path / "mine/deck.yaml"
    deck.write_text(deck.read_text().replace("only: {Type:", "only: {Tpye:"))
    ran = cli("validate", "./mine")
    assert ran.code == 1
    assert re.search(
        r"deck.yaml:\d+:\d+: error\[unknown-column\]: `only` names 'Tpye', which is not a column; did you mean 'Type'",
        ran.err,
    )


UNITS = "Wolf,{0},3,2,5,1,,{1}Bites.,Hungry.\nBear,{0},6,5,2,1,,{1}Sleeps all winter.,\nStag,{0},2,2,6,3,,{1}Leaps.,Proud.\n"
OF_TWO_TYPES = {
    "plain": CARDS.replace("Relic,,,,,,Nobody knows of which type it is.\n", ""),
    "with texts behind": "Name,Type,Attack,Defense,Speed,Luck,Cost,Text,Flavour\n"
    + UNITS.format("Beast", "")
    + "Rain,Event,,,,,2,Each unit that has not moved this turn loses 2 health and may not attack.,It rained for days.\n"
    + "Truce,Event,,,,,1,No unit may attack until the start of your next turn.,\n",
    "with much that is not printed": "Card ID;Card name;Type;Faction;Cost wood;Cost stone;Cost gold;Attack;Health;Speed;Range;Points;"
    "Text;Flavour;Rarity;Set;Notes;Designer;Status;Artist;Quantity\n"
    "w1;Lion;Unit;Red;1;2;;4;5;2;1;;Roars.;Loud.;Common;Base;;;done;;2\n"
    "w2;Wolf;Unit;Blue;;2;1;3;3;3;1;;Runs with others.;Fast.;Rare;Base;x;;done;K;2\n"
    "w3;Bear;Unit;Green;2;2;;5;6;1;1;;Sleeps all winter.;;Common;Second;;A;open;;1\n"
    "w4;Lynx;Unit;Yellow;1;;1;2;2;4;1;;Sees what is hidden.;Sharp.;Rare;Second;y;;done;L;3\n"
    "w5;Tower;Building;Red;3;5;;;;;;4;Units behind it can't be attacked from afar, and you see the top card of the deck.;High.;"
    "Common;Base;;;done;;1\n"
    "w6;Market;Building;White;2;2;2;;;;;3;Trade any good for another of your choice once each turn.;;Rare;Base;;B;open;;1\n"
    "w7;Mill;Building;Black;4;1;;;;;;2;Gain a coin when you play a second card in your turn.;Round.;Common;Base;;;done;;1\n"
    "w8;Well;Building;Orange;1;1;;;;;;1;Draw a card whenever a unit of yours leaves the game.;Deep.;Common;Base;;;done;;1\n",
}


@pytest.mark.parametrize("table", OF_TWO_TYPES.values(), ids=OF_TWO_TYPES)
def test_what_a_deck_of_two_types_is_written_in_stays_short(cli, tmp_path, table):
    (tmp_path / "cards.csv").write_text(table)
    ran = cli("new", "mine", "--from", "cards.csv")
    assert (ran.code, len(looks(tmp_path / "mine"))) == (0, 2), ran.err
    lines = [line for file in (tmp_path / "mine").rglob("*.yaml") for line in file.read_text().splitlines()]
    assert len(lines) < 60
    ran = cli("validate", "./mine", "--strict")
    assert ran.code == 0, ran.err


@pytest.mark.parametrize(("look", "below"), [("unit", "bottom: 3.2mm}"), ("trading-card", "bottom: 3.2mm + 13.5%}")])
def test_a_table_of_numbers_leaves_no_empty_panel(cli, tmp_path, look, below):
    (tmp_path / "cards.csv").write_text("Name,Speed,Power,Range,Armour\nGull,3,4,5,1\nHeron,2,5,6,2\n")
    assert cli("new", "mine", "--from", "cards.csv", "--look", look).code == 0
    lines = [line.strip() for line in (tmp_path / "mine/templates/mine.yaml").read_text().splitlines()]
    assert "panel: {when: false}" in lines
    assert below in next(line for line in lines if line.startswith("window:"))
    assert cli("validate", "./mine", "--strict").err == "./mine: no errors\n"


def test_the_band_under_the_type_is_there_for_cards_that_have_one(cli, tmp_path):
    (tmp_path / "cards.csv").write_text("Name,Type,Text\nGull,Bird,Flies.\nHeron,Bird,Waits.\nNobody,,Is not there.\n")
    cli("new", "mine", "--from", "cards.csv", "--look", "unit")
    assert "band: {when: card.Type}" in (tmp_path / "mine/templates/mine.yaml").read_text()
    (tmp_path / "cards.csv").write_text("Name,Text\nGull,Flies.\nHeron,Waits.\n")
    cli("new", "bare", "--from", "cards.csv", "--look", "unit")
    assert "band: {when: false}" in (tmp_path / "bare/templates/bare.yaml").read_text()
