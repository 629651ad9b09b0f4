"""A law of the looks that new decks have: at every shipped size a card keeps what fills most of it."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from carddesigner.core.report import Report
from carddesigner.pipeline.validate import validate_deck
from carddesigner.schema.stock import SIZES
from carddesigner.starter.from_table import deck_from_table
from carddesigner.starter.looks.look import LOOKS
from carddesigner.starter.made import NewOptions

MM2_OF_A_LETTER = 3.43
"""What a letter takes of a face at 7 pt, the space between lines with it."""

SOME = ("poker", "micro")
"""Sizes that are always tried: the usual, and the smallest."""


def table(file: Path, letters: int) -> None:
    sentence = "Draw two cards, then put one of them on top of your deck. "
    text = (sentence * (letters // len(sentence) + 1))[:letters].strip()
    rows = [["Name", "Type", "Cost", "Attack", "Health", "Text", "Flavour"]]
    rows += [["Ember", "Spell", "3", "", "", text, ""], ["The Keeper", "Hero", "0", "2", "5", "Rest.", "He waits."]]
    with file.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows(rows)


@pytest.mark.parametrize("size", [s if s in SOME else pytest.param(s, marks=pytest.mark.long) for s in SIZES])
@pytest.mark.parametrize("look", [look.name for look in LOOKS])
def test_every_look_at_every_size_keeps_texts_of_up_to_60_percent_of_the_face(tmp_path, look, size):
    width, height = SIZES[size]
    table(tmp_path / "cards.csv", int(0.6 * width * height / MM2_OF_A_LETTER))
    made = deck_from_table(tmp_path / "cards.csv", tmp_path / "deck", NewOptions(look=look, size=size))
    report = Report()
    validate_deck(tmp_path / "deck", report)
    # How sheets are cut is none of the look's business.
    assert [f"{d.code}: {d.zone}: {d.message}" for d in report if d.code != "little-bleed"] == []
    assert made.cards == 2
