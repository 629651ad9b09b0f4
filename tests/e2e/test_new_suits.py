"""New decks of ranks and suits, of numbers, and of names with a number: playing cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from carddesigner.core.report import Report
from carddesigner.deck.find import loaded_deck
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job

SUITS = {
    "English": "rank,suit\nA,spades\n2,hearts\n10,clubs\nK,diamonds\nQ,hearts\n7,spades\n3,clubs\n4,diamonds\n",
    "German": "Wert,Farbe\nAs,Pik\n2,Herz\n10,Kreuz\nKönig,Karo\nDame,Herz\n7,Pik\n3,Kreuz\n4,Karo\n",
    "marks": "rank,suit\nA,♠\n2,♥\n10,♣\nK,♦\nQ,♥\n7,♠\n3,♣\n4,♦\n",
}


def template(folder: Path) -> str:
    """What the deck's template says of its faces."""
    return next((folder / "templates").glob("*.yaml")).read_text("utf-8").partition("template: ")[2]


@pytest.mark.parametrize("table", SUITS.values(), ids=SUITS)
def test_ranks_in_suits_become_playing_cards(cli, tmp_path, table):
    (tmp_path / "cards.csv").write_text(table, "utf-8")
    assert cli("new", "mine", "--from", "cards.csv").code == 0
    found = template(tmp_path / "mine")
    assert "extends: looks/playing-card" in found
    assert all(f"'{icon}'" in found for icon in ("spades", "hearts", "clubs", "diamonds"))
    assert "#b0202f" in found
    assert cli("validate", "./mine", "--strict").code == 0


def test_a_set_beside_the_suit_takes_no_corner(cli, tmp_path):
    (tmp_path / "cards.csv").write_text("Rank,Suit,Set\n7,Hearts,Base\n8,Hearts,Base\n9,Spades,Base\n7,Spades,Exp\n")
    assert cli("new", "mine", "--from", "cards.csv").code == 0
    found = template(tmp_path / "mine")
    assert 'suit: "{{ card.Suit }}"' in found
    assert found.count("card.Set ") == 1
    assert cli("validate", "./mine", "--strict").code == 0


def test_names_of_court_cards_stand_whole_between_their_initials(cli, tmp_path):
    (tmp_path / "cards.csv").write_text(SUITS["German"], "utf-8")
    assert cli("new", "mine", "--from", "cards.csv").code == 0
    assert 'name: "{{ card.Wert }}"' in template(tmp_path / "mine")


@pytest.mark.parametrize(
    "table",
    [
        "Number,Colour\n1,red\n2,red\n3,blue\n4,blue\n12,red\n12,blue\n",
        "Name,Value,Count\nWood,1,10\nStone block,2,8\nGold coins,5,4\nSheep,1,10\n",
        "Rank,Suit\nA,Moons\n2,Suns\nK,Comets\n3,Moons\n4,Suns\n5,Comets\n",
    ],
)
def test_other_suits_and_numbers_have_marks_of_their_own(cli, tmp_path, table):
    (tmp_path / "cards.csv").write_text(table)
    assert cli("new", "mine", "--from", "cards.csv").code == 0
    assert "extends: looks/playing-card" in template(tmp_path / "mine")
    assert cli("validate", "./mine", "--strict").code == 0


def test_the_name_of_a_suit_stands_beside_a_mark_that_is_not_known(cli, tmp_path):
    (tmp_path / "cards.csv").write_text("Rank,Suit\nA,Moons\n2,Suns\nK,Comets\n3,Moons\n4,Suns\n5,Comets\n")
    assert cli("new", "mine", "--from", "cards.csv").code == 0
    assert 'label: "{{ card.Suit }}"' in template(tmp_path / "mine")


JOKERS = "Suit,Rank,Special\n" + "".join(
    f"{suit},{rank},{'Draw two' if rank == 'A' else ''}\n"
    for suit in ("Hearts", "Spades")
    for rank in ("A", "2", "9", "K")
)


def test_suits_with_a_line_on_some_cards_and_jokers_are_playing_cards(cli, tmp_path):
    (tmp_path / "cards.csv").write_text(JOKERS + ",Joker,Any suit\n")
    assert cli("new", "mine", "--from", "cards.csv").code == 0
    found = template(tmp_path / "mine")
    assert "extends: looks/playing-card" in found
    assert "'Hearts': 'hearts', 'Spades': 'spades'" in found
    assert "card.Special" in found
    assert cli("validate", "./mine", "--strict").code == 0


def test_a_suit_that_comes_later_is_printed_without_a_mark_and_told(cli, tmp_path):
    (tmp_path / "cards.csv").write_text(
        "Rank,Suit\n" + "".join(f"{r},{s}\n" for s in ("Swords", "Cups", "Coins") for r in "2347K")
    )
    assert cli("new", "mine", "--from", "cards.csv").code == 0
    with (tmp_path / "mine/cards.csv").open("a") as table:
        table.write("5,Stars\n")
    ran = cli("build", "./mine")
    assert ran.code == 0, ran.err
    assert "mine/cards.csv:17:3: warning[check-failed]: no colour for Stars yet" in ran.err


def test_long_rules_keep_cards_of_suits_from_playing_cards(cli, tmp_path):
    (tmp_path / "cards.csv").write_text(
        JOKERS.replace("Draw two", "Draw two cards and then give one of them away. " * 3)
    )
    assert cli("new", "mine", "--from", "cards.csv").code == 0
    assert "extends: looks/playing-card" not in template(tmp_path / "mine")


def test_colours_that_cells_say_surround_the_paper(cli, tmp_path):
    (tmp_path / "cards.csv").write_text(
        "Name,Color,Count,Value\nWood,#7a4b1d,9,1\nWheat,#e3b53a,8,2\nOre,#6b7480,4,3\n"
    )
    assert cli("new", "mine", "--from", "cards.csv").code == 0
    assert 'paper: {fill: "{{ card.Color }}"}' in template(tmp_path / "mine")
    assert cli("validate", "./mine", "--strict").code == 0
    assert cli("export", "./mine", "--to", "png", "-o", "out").code == 0
    colours = []
    for picture in sorted((tmp_path / "out").rglob("*wood*.png")) or sorted((tmp_path / "out").rglob("*.png")):
        with Image.open(picture) as opened:
            colours.append(opened.convert("RGB").getpixel((opened.width // 2, 3)))
    assert (122, 75, 29) in colours


@pytest.mark.parametrize(
    ("text", "face"), [("Draw a card.", "face-with-text"), ("Draw two cards and keep one. " * 8, "face-with-long-text")]
)
def test_a_text_stands_below_the_marks_and_a_long_one_has_most_of_the_card(cli, tmp_path, text, face):
    rows = [f"{suit},{rank},{text}" for suit in ("Hearts", "Spades") for rank in (2, 7, 10)]
    (tmp_path / "cards.csv").write_text("\n".join(["Suit,Rank,Effect", *rows]))
    assert cli("new", "mine", "--from", "cards.csv", "--look", "playing-card").code == 0
    assert f"extends: {face}\n" in template(tmp_path / "mine")
    assert cli("validate", "./mine", "--strict").code == 0
    pieces = lay_out(print_job(loaded_deck(tmp_path / "mine", Report())), Report())
    drawn = {p.id: set(ids(p.first[0].zones)) for p in pieces if p.first[0] is not None}
    assert all(("pips" in zones) == (face == "face-with-text") for zones in drawn.values()), drawn


def ids(zones):
    """The names of zones and of those within them."""
    for zone in zones:
        yield zone.id.rpartition("/")[2]
        yield from ids(zone.children)
