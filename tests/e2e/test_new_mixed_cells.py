"""New decks of tables in which numbers stand among words."""

from __future__ import annotations

import json


def test_a_name_and_a_kind_that_are_numbers_make_a_deck(cli, tmp_path):
    names = ("Merchant", 1848, "Baker", "Thief", "Guard", "Nurse")
    factions = ("Guild", "Crowd", "Guild", "Crowd", 7, 7)
    effects = [f"Take {n} coins from the bank and discard one card from your hand." for n in range(6)]
    cards = [{"Name": n, "Faction": f, "Effect": e} for n, f, e in zip(names, factions, effects, strict=True)]
    (tmp_path / "cards.json").write_text(json.dumps(cards))
    made = cli("new", "mine", "--from", "cards.json")
    assert made.code == 0, made.out + made.err
    built = cli("build", "./mine")
    assert built.code == 0, built.out + built.err
