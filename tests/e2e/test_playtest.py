"""``carddesigner playtest`` as people and programs meet it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser

import carddesigner as cd
from carddesigner.games import card_tiles
from tests.e2e.chromium import needs_browser

OUTFLANK = "deck: own\ntitle: Own\nextends: outflank\n"


def own(tmp_path, more=""):
    (tmp_path / "own").mkdir(exist_ok=True)
    (tmp_path / "own/deck.yaml").write_text(OUTFLANK + more)


def test_the_terminal_tells_length_winners_endings_rules_and_cards(cli):
    ran = cli("playtest", "outflank", "--games", "60")
    assert (ran.code, ran.err) == (0, "")
    assert "Outflank: 60 games" in ran.out
    assert re.search(r"^  Black +greedy +[\d.]+ % +[\d.]+–[\d.]+ %", ran.out, re.M)
    assert re.search(r"^  tie +[\d.]+ %", ran.out, re.M)
    assert re.search(r"Length +[\d.]+ turns on average", ran.out)
    assert re.search(r"all cards are laid +[\d.]+ %", ran.out)
    assert re.search(r"nobody can lay a card +[\d.]+ % .* dead end", ran.out)
    assert re.search(r"Stoppers: one is laid on the card +[\d.]+ % +[\d.]+", ran.out)
    assert re.search(r"^  card 2\d +[\d.]+ +[\d.]+ %", ran.out, re.M)


@pytest.mark.parametrize("deck", ["outflank", "mana-and-spells"])
def test_python_gives_the_numbers_of_the_command_line(cli, deck):
    for jobs, more in ((1, {}), (2, {"seed": 5}), (2, {"players": "random"} if deck == "outflank" else {})):
        asked = [word for name, value in more.items() for word in (f"--{name}", str(value))]
        told = json.loads(cli("playtest", deck, "--games", "30", *asked, "--json").out)
        found = cd.load_deck(deck).playtest(30, jobs=jobs, **more)
        assert isinstance(found, cd.Playtest)
        assert json.loads(msgspec.json.encode(found)) == told
        assert [(seat.name, seat.wins.count) for seat in found.seats] == [
            (seat["name"], seat["wins"]["count"]) for seat in told["seats"]
        ]


def test_python_plays_a_deck_with_other_rows():
    deck = cd.load_deck("saucers-and-cows")
    other = deck.with_rows("tiles", lambda card: card.fields)
    assert other.playtest(12, jobs=1) == deck.playtest(12, jobs=1)


def test_what_python_asks_of_a_playtest_is_held_to_what_the_command_line_takes():
    deck = cd.load_deck("outflank")
    with pytest.raises(cd.OptionError) as raised:
        deck.playtest(0, seed=-1, players="greedy,randon")
    assert str(raised.value).splitlines() == [
        "games: 0 is no number of games; write 1 to 1,000,000",
        "seed: -1 is no seed; write 0 to 9,223,372,036,854,775,807",
        "players: there is no player 'randon'; did you mean 'random'?",
    ]
    for wrong, words in (
        ({"games": 1_000_001}, "1000001 is no number of games"),
        ({"players": ["greedy"] * 3}, "3 players; Outflank is played by 2"),
        ({"players": 7}, "there is no player '7'"),
        ({"jobs": 0}, "jobs: 0 is no number"),
        ({"scheduler": "192.0.2.7"}, "write its address"),
    ):
        with pytest.raises(cd.OptionError, match=words):
            deck.playtest(**wrong)
    with pytest.raises(cd.DeckError, match="the machine can't play"):
        cd.load_deck("three-fields").playtest(1)


def test_an_advantage_of_a_seat_is_told_with_the_variant_that_the_rules_have_for_it(cli, tmp_path):
    ran = cli("playtest", "outflank", "--games", "400")
    assert re.search(r"Black wins [\d.]+ points more of the games than White \([\d.]+ to [\d.]+\)", ran.out)
    assert "a variant that evens this out: Two games." in " ".join(ran.out.split())
    own(tmp_path, "components: [{id: instructions, pages: rules.md}]\n")
    (tmp_path / "own/rules.md").write_text("# How to play\n\nAs you like.\n")
    assert "The deck's rules print no variant" in cli("playtest", "./own", "--games", "400").out


def test_card_tiles_tell_which_tiles_and_mechanics_matter(cli):
    for deck, colors in (("nails-and-hammers", ["Red", "Green"]), ("saucers-and-cows", ["Red", "Blue"])):
        data = json.loads(cli("playtest", deck, "--games", "12", "--json").out)
        assert [seat["name"] for seat in data["seats"]] == colors
        assert {card["name"] for card in data["cards"]} >= {"tile 1", "tile 48"}
        rules = {rule["id"]: rule for rule in data["rules"]}
        assert rules["play-again"]["games"]["count"] > 0
        assert rules["next-must-cover-first"]["title"].startswith("Mechanics: next player must cover a red")


def test_monogoto_is_played_by_two_to_eight(cli):
    for names, seats in (("greedy", 2), ("random,greedy,greedy,greedy,greedy", 5)):
        data = json.loads(cli("playtest", "monogoto", "--games", "8", "--players", names, "--json").out)
        assert [seat["name"] for seat in data["seats"]] == [f"Player {n}" for n in range(1, seats + 1)]
        assert {rule["id"]: rule["games"]["count"] for rule in data["rules"]}["environment"] == 8
    ran = cli("playtest", "monogoto", "--players", ",".join(["greedy"] * 9))
    assert (ran.code, "9 players; Monogoto is played by 2 to 8" in ran.err) == (2, True), ran.err


def test_the_libraries_of_mana_and_spells_race_each_other(cli):
    data = json.loads(cli("playtest", "mana-and-spells", "--games", "6", "--json").out)
    assert [seat["name"] for seat in data["seats"]][:2] == ["white-blue", "white-black"]
    speed = {m["title"]: m["mean"] for m in data["measures"]}["white-blue: turns until 20 damage"]
    assert 4 < speed < 20
    assert data["advantage"] is None, "libraries differ by more than their seats"


def test_cards_that_are_held_to_the_end_are_named(cli, tmp_path):
    ran = cli("playtest", "mana-and-spells-duel", "--games", "100")
    assert (ran.code, "Held to the end" in ran.out) == (0, False), "no card of the duel is idle"
    cli("new", "./mine", "--from", "mana-and-spells")
    # A blue card, which no land of this library pays for.
    smallest = tmp_path / "mine/libraries/smallest.txt"
    smallest.write_text(smallest.read_text().replace("badger-of-the-rolls 2", "steeple-hermit 2"))
    told = cli("playtest", "./mine", "--games", "40").out
    assert "Held to the end more often than laid: Steeple Hermit." in " ".join(told.split())
    assert cli("playtest", "./mine", "--games", "40", "--html", "play.html").code == 0
    assert "<p>Held to the end more often than laid: Steeple Hermit.</p>" in (tmp_path / "play.html").read_text()


def test_a_changed_table_is_another_game(cli, tmp_path):
    cli("new", "./tiles", "--from", "nails-and-hammers")
    before = cli("playtest", "./tiles", "--games", "5", "--json").out
    table = tmp_path / "tiles/cards.csv"
    rows = table.read_text().splitlines()
    rows[9], rows[11] = ("9" + rows[11][rows[11].index(",") :], "11" + rows[9][rows[9].index(",") :])
    table.write_text("\n".join(rows) + "\n")
    after = cli("playtest", "./tiles", "--games", "5", "--json").out
    assert json.loads(before)["cards"] != json.loads(after)["cards"]
    table.write_text("\n".join(rows[:40]) + "\n")
    ran = cli("playtest", "./tiles", "--games", "5")
    assert (ran.code, "error[tile-numbers]" in ran.err) == (1, True), ran.err


def test_a_mechanic_of_ones_own_can_not_be_played(cli, tmp_path):
    cli("new", "./tiles", "--from", "nails-and-hammers")
    text = (tmp_path / "tiles/deck.yaml").read_text()
    mechanics = json.loads((Path(card_tiles.__file__).with_name("card_tiles.json")).read_text())["mechanics"]
    mechanics[3]["name"] = "sing"
    game = json.dumps({"id": "nails-and-hammers", "mechanics": mechanics})
    text = re.sub(r"^game: .*$", lambda _: f"game: {game}", text, flags=re.M)
    (tmp_path / "tiles/deck.yaml").write_text(text)
    table = tmp_path / "tiles/cards.csv"
    table.write_text(table.read_text().replace("draw-two", "sing"))
    ran = cli("playtest", "./tiles")
    assert (ran.code, "error[unplayable]: the machine doesn't know the mechanic 'sing'" in ran.err) == (1, True), (
        ran.err
    )


def test_json_is_one_document_and_the_same_for_the_same_seed(cli):
    asked = ("playtest", "outflank", "--games", "80", "--players", "random,greedy", "--json")
    ran = cli(*asked, "--seed", "5")
    data = json.loads(ran.out)
    assert (data["deck"], data["games"], data["seed"]) == ("outflank", 80, 5)
    assert [(s["name"], s["player"]) for s in data["seats"]] == [("Black", "random"), ("White", "greedy")]
    assert sum(s["wins"]["count"] for s in data["seats"]) + data["ties"]["count"] == 80
    assert all(s["wins"]["low"] <= s["wins"]["value"] <= s["wins"]["high"] for s in data["seats"])
    assert sum(n for _, n in data["lengths"]["counts"]) == 80
    assert {r["id"] for r in data["rules"]} >= {"lay", "stopper", "pass"}
    assert data["advantage"] is None, "of unlike players nobody can say whether it is the seat's"
    assert cli(*asked, "--seed", "5").out == ran.out
    assert cli(*asked, "--seed", "6").out != ran.out


@needs_browser
def test_the_page_opens_with_its_plots_and_asks_for_nothing_else(cli, tmp_path, browser: Browser):
    ran = cli("playtest", "outflank", "--games", "60", "--html", "played/outflank.html")
    assert (ran.code, ran.out, ran.err) == (0, "", "played/outflank.html\n")
    asked = []
    page = browser.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.goto((tmp_path / "played/outflank.html").as_uri())
    headings = page.locator("h2").all_inner_texts()
    bars = page.locator("svg.columns rect").count()
    table = page.locator("table").first.inner_text()
    page.close()
    assert headings == ["Who wins", "Length", "Rules", "Cards"]
    assert bars >= 2
    assert "Black" in table
    assert len(asked) == 1


def test_a_deck_with_fewer_cards_has_shorter_games(cli, tmp_path):
    own(
        tmp_path,
        "game: {id: outflank, cards: 20, stoppers: 4}\ncomponents: [{id: cards, copies: 20}, {id: stoppers, copies: 4}]\n",
    )
    data = json.loads(cli("playtest", "./own", "--games", "40", "--json").out)
    assert (data["title"], data["lengths"]["most"]) == ("Own", 16)


def test_a_deck_that_can_not_be_played_is_an_error_of_the_deck(cli, tmp_path):
    own(tmp_path, "components: [{id: cards, copies: 30}]\n")
    ran = cli("playtest", "./own")
    assert (ran.code, ran.out) == (1, "")
    assert "error[outflank-cards]: 30 cards are printed by 'cards', 50 belong to the game" in ran.err


def test_a_deck_of_a_game_that_nobody_plays_names_those_that_can_be_played(cli):
    ran = cli("playtest", "three-fields")
    assert (ran.code, ran.out) == (1, "")
    assert "error[no-simulator]: three-fields is of a game of its own" in ran.err
    assert "outflank" in ran.err
    assert json.loads(cli("playtest", "three-fields", "--json").out)["diagnostics"][0]["code"] == "no-simulator"


def test_wrong_use_is_told_with_the_nearest_right_spelling(cli):
    for arguments, words in [
        (("--games", "0"), "--games"),
        (("--games", "many"), "--games"),
        (("--players", "gredy"), "there is no player 'gredy'; did you mean 'greedy'?"),
        (("--players", "chess,greedy"), "there is no player 'chess'; there are random, greedy"),
        (("--players", "greedy,random,random"), "3 players; Outflank is played by 2"),
        (("--players", ""), "there is no player ''"),
        (("--seed", "-1"), "--seed"),
    ]:
        ran = cli("playtest", "outflank", *arguments)
        assert (ran.code, words in ran.err, "Traceback" in ran.err) == (2, True, False), (arguments, ran.err)


def test_help_says_what_it_tells(cli):
    out = cli("playtest", "--help").out
    for words in ("--games", "--seed", "--players", "--json", "--html", "greedy", "random"):
        assert words in out
