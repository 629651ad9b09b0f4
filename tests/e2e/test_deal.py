"""``carddesigner deal`` and what goes with it, as players meet it: packs, libraries, odds."""

from __future__ import annotations

import json
import re

import pytest

TABLES = {
    "red.csv": "id,name,face,rarity,cost\n"
    + "".join(
        f"{r}-{i},{r} {i},summon,{r},{i % 6 + 1}\n"
        for r, n in (("common", 21), ("uncommon", 15), ("rare", 11))
        for i in range(1, n + 1)
    ),
    "lands.csv": "id,name,face,rarity\nplains,Plains,basic-land,common\nhills,Hills,basic-land,common\npit,Pit,land,rare\n",
}
SAYS = """\
  - {id: red, rows: red.csv, front: sample#front}
  - {id: lands, rows: lands.csv, front: sample#front}
packs:
  booster:
    - {take: 11, where: card.rarity == 'common' and card.face != 'basic-land'}
    - {take: 3, where: card.rarity == 'uncommon'}
    - {take: 1, where: card.rarity == 'rare'}
  starter:
    - {take: 12, where: card.face == 'basic-land', repeats: true}
    - {take: 20, where: card.rarity == 'common' and card.face != 'basic-land'}
  sealed:
    - {pack: starter}
    - {pack: booster, take: 2}
library:
  least: 40
  most-copies: 4
  without-limit: card.face == 'basic-land'
  lists: [libraries/red.txt]
odds:
  draws: {opening hand: 7, "turn 3, on the play": 9, "turn 3, on the draw": 10}
  of: {lands: "card.face in ['land', 'basic-land']"}
"""
FORTY = "plains 9\nhills 7\npit 1\n" + "".join(f"common-{i}\n" for i in range(1, 22)) + "rare-1 2\n"
SIXTY = FORTY.replace("plains 9", "plains 12").replace("hills 7", "hills 11") + "".join(
    f"uncommon-{i} 1\n" for i in range(1, 14)
)


@pytest.fixture
def duel(deck):
    deck.zones('name: {in: safe, text: "{{ card.name }} {{ card.rarity }} {{ card.face }}"}')
    text = (deck.path / "deck.yaml").read_text()
    deck.write("deck.yaml", text[: text.index("  - {id: cards")] + SAYS)
    for name, rows in TABLES.items():
        deck.write(name, rows)
    deck.write("libraries/red.txt", FORTY)
    return deck


def test_boosters_are_dealt_and_their_list_is_printed(cli, duel, tmp_path):
    ran = cli("deal", "./sample", "--boosters", "6", "--seed", "7")
    path = "output/sample/sample-booster-7.txt"
    command = f"carddesigner build ./sample --list {path}"
    assert (ran.code, ran.out, ran.err) == (0, "", f"6 × booster, seed 7: 90 cards\n{path}\nNext: {command}\n")
    assert (tmp_path / path).read_text().count("\n# booster ") == 6
    built = cli(*command.split()[1:])
    assert (built.code, "10 sheets; the last has 9 of 9" in built.err) == (0, True), built.err
    # Packs come out of the printer one after another.
    slots = [
        s
        for p in json.loads((tmp_path / "output/sample/sample-booster-7-sheets.json").read_text())["pages"]
        for s in p["slots"]
    ]
    ids = re.findall(r"^(\S+) 1$", (tmp_path / path).read_text(), re.M)
    assert [s["piece"] for s in slots if s["side"] == "front"] == ids


def test_a_seed_gives_the_same_list_and_none_chooses_one(cli, duel, tmp_path):
    lists = []
    for arguments in (("--boosters", "2"), ("booster=2",), ("booster", "booster"), ("booster", "--boosters", "1")):
        path = json.loads(cli("deal", "./sample", *arguments, "--seed", "7", "--json", "-q").out)["list"]
        lists.append((tmp_path / path).read_text())
    assert len(set(lists)) == 1
    assert "\ncommon-" in lists[0]
    seeds = {json.loads(cli("deal", "./sample", "--boosters", "1", "--json").out)["seed"] for _ in range(3)}
    assert len(seeds) > 1


def test_starter_and_sealed_and_several_packs_are_one_list(cli, duel):
    data = json.loads(cli("deal", "./sample", "--starter", "--sealed", "booster", "--seed", "7", "--json").out)
    assert [p["title"] for p in data["packs"]] == [
        "booster 1",
        "starter 1",
        "sealed 1, starter 1",
        "sealed 1, booster 1",
        "sealed 1, booster 2",
    ]
    sizes = [sum(c["copies"] for c in p["cards"]) for p in data["packs"]]
    assert (sizes, data["cards"], data["deck"], data["seed"]) == ([15, 32, 32, 15, 15], 109, "sample", 7)
    assert data["list"] == "output/sample/sample-booster-starter-sealed-7.txt"


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ((), 2, "name the packs; there are booster, starter, sealed"),
        (("boster",), 2, "the deck has no pack 'boster'; did you mean 'booster'?"),
        (("booster=x",), 2, "'booster=x' is no pack and how many of it"),
        (("booster=0",), 2, "write booster, or booster=6"),
        (("booster=9999", "starter=9999"), 2, "at most 100,000 are dealt"),
        (("--boosters", "1", "--seed", "-1"), 2, "--seed"),
    ],
)
def test_wrong_use_is_reported(cli, duel, arguments, code, words):
    ran = cli("deal", "./sample", *arguments)
    assert (ran.code, words in " ".join(ran.err.split())) == (code, True), ran.err


def test_a_deck_without_recipes_and_one_with_a_wrong_one_are_reported(cli, duel):
    ran = cli("deal", "monogoto", "--boosters", "1")
    assert (ran.code, "deck.yaml:" in ran.err, "monogoto has no `packs:`" in ran.err) == (1, True, True)
    duel.write("deck.yaml", (duel.path / "deck.yaml").read_text().replace("take: 3,", "take: 16,"))
    for command in (("deal", "./sample", "--boosters", "1"), ("validate", "./sample")):
        ran = cli(*command)
        assert ran.code == 1
        assert "sample/deck.yaml:12:14: error[too-few-cards]: 16 cards can't be taken: 15 match" in ran.err
    data = json.loads(cli("deal", "./sample", "--boosters", "1", "--json").out)
    assert [d["code"] for d in data["diagnostics"]] == ["too-few-cards"]


def test_validate_holds_a_library_to_the_decks_rule(cli, duel, tmp_path):
    (tmp_path / "mine.txt").write_text(FORTY.replace("rare-1 2", "rare-1 5"))
    ran = cli("validate", "./sample", "--list", "mine.txt", "--list", "libraries/red.txt")
    assert ran.code == 1
    assert "mine.txt:25:1: error[library-copies]: 5 of rare-1; a library holds at most 4 of a card" in ran.err
    ran = cli("validate", "./sample", "--list", "libraries/red.txt")
    assert (ran.code, ran.err) == (0, "libraries/red.txt: a library of 40 cards, as the deck requires\n")
    ran = cli("validate", "monogoto", "--list", "mine.txt", "--format", "json")
    assert (ran.code, json.loads(ran.out)["diagnostics"][0]["code"]) == (1, "unknown-piece")
    for more in ("monogoto", "--write-fields"):
        assert cli("validate", "./sample", more, "--list", "mine.txt").code == 2


def test_validate_holds_the_libraries_of_a_deck_to_its_rule_too(cli, duel):
    assert cli("validate", "./sample").code == 0
    duel.write("libraries/red.txt", FORTY.replace("pit 1\n", ""))
    ran = cli("validate", "./sample")
    assert (ran.code, "libraries/red.txt:24:1: error[library-size]: the library has 39 cards" in ran.err) == (1, True)


def test_a_library_of_the_deck_is_printed_by_its_name_in_the_decks_folder(cli, duel):
    ran = cli("build", "./sample", "--list", "libraries/red.txt")
    assert (ran.code, "5 sheets; the last has 4 of 9" in ran.err) == (0, True), ran.err
    ran = cli("build", "./sample", "--list", "libraries/rde.txt")
    assert (ran.code, "did you mean 'libraries/red.txt'?" in ran.err) == (1, True)


def test_the_odds_of_a_library_are_exact(cli, duel, tmp_path):
    (tmp_path / "sixty.txt").write_text(SIXTY)
    of = {
        name: {d["draw"]: d for d in json.loads(cli("stats", "./sample", "--list", name, "--json").out)["draws"]}
        for name in ("libraries/red.txt", "sixty.txt")
    }
    forty, sixty = of.values()
    assert {(d["of"], d["pile"], d["hits"]) for d in forty.values()} == {("lands", 40, 17)}
    assert {(d["pile"], d["hits"]) for d in sixty.values()} == {(60, 24)}
    assert forty["opening hand"]["at_least"][2]["exact"] == "2152/2405"
    assert sixty["opening hand"]["at_least"][2]["exact"] == "139357/162545"
    third = [d[f"turn 3, on the {who}"]["at_least"][3]["value"] for d in (forty, sixty) for who in ("play", "draw")]
    assert [f"{p:.6f}" for p in third] == ["0.844595", "0.903595", "0.788654", "0.855884"]


def test_a_library_shows_its_curve_its_colours_and_its_odds(cli, duel):
    out = cli("stats", "./sample", "--list", "libraries/red.txt").out
    assert re.search(r"^Sample: 40 cards\n +component +pieces +cards\n +red +22 +23\n +lands +3 +17\n", out)
    assert re.search(r"^cost +23 cards; 22 different; 1 to 6", out, re.M)
    assert re.search(r"^lands  17 of 40 cards; how likely", out, re.M)
    assert re.search(r"^ +drawn +1 +2 +3 ", out, re.M)
    assert re.search(r"^ +opening hand +7 +98\.7 % +89\.5 % +64\.9 % ", out, re.M)
    assert re.search(r"^ +turn 3, on the play +9 +99\.7 % +96\.7 % +84\.5 % ", out, re.M)
    assert re.search(r"A4 +5 \(4/9\)", out)


def test_without_a_list_nobody_draws_from_a_whole_set(cli, duel):
    assert "opening hand" not in cli("stats", "./sample").out
    text = (duel.path / "deck.yaml").read_text()
    duel.write("deck.yaml", text[: text.index("library:")] + text[text.index("odds:") :])
    assert "lands  3 of 50 cards" in cli("stats", "./sample").out
    assert "lands  3 of 50 cards" not in cli("stats", "./sample", "--draw", "5").out


def test_stats_of_a_list_says_what_is_wrong_with_it(cli, duel, tmp_path):
    (tmp_path / "mine.txt").write_text("common-1 5\ncomon-2\n")
    ran = cli("stats", "./sample", "--list", "mine.txt")
    assert (ran.code, "mine.txt:2:1: error[unknown-piece]" in ran.err) == (1, True)
    assert cli("stats", "./sample", "--list", "mine.txt", "--select", "cost > 2").code == 2
    assert cli("stats", "./sample", "--list", "nothing.txt").code == 1


def test_the_page_has_the_odds_of_the_library(cli, duel, tmp_path):
    assert cli("stats", "./sample", "--list", "libraries/red.txt", "--html", "red.html").code == 0
    html = (tmp_path / "red.html").read_text()
    assert html.count("turn 3, on the draw") == 1
    assert "89.5 %" in html
