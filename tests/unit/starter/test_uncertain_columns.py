"""Columns of uncertain use take no room from texts: they are left out before cards grow."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

TEXT = "Choose a card in play and turn it round, then look at the top three cards of the pile. " * 11


def made(cli, tmp_path: Path, more: dict[str, str]) -> tuple[str, str]:
    """What is said of a table with columns of uncertain use, and the front's template."""
    with (tmp_path / "cards.csv").open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(["Name", "Text", *more])
        out.writerows([f"Card {n}", f"{n}: {TEXT}", *(f"{value} {n}" for value in more.values())] for n in range(6))
    ran = cli("new", "mine", "--from", "cards.csv")
    assert ran.code == 0, ran.err
    return ran.err, (tmp_path / "mine/templates/mine.yaml").read_text("utf-8")


ENGINE = {
    f"Engine {word}": f"{word} state of the machine at turn"
    for word in ("alpha", "beta", "gamma", "delta", "eta", "zeta", "theta")
}


def test_columns_that_would_make_cards_larger_are_not_printed_and_the_line_that_adds_them_is_told(cli, tmp_path):
    said, template = made(cli, tmp_path, ENGINE)
    assert "the cards are" not in said
    out = [word for word in ENGINE if word.replace(" ", "_") not in template]
    assert out
    for header in out:
        assert f"{header} ({header.replace(' ', '_')})" in said
    assert "what it is for is not certain, and the cards have no room for it" in said
    assert "card.Text" in template


def test_columns_for_which_there_is_room_are_printed(cli, tmp_path):
    said, template = made(cli, tmp_path, {"Engine alpha": "on"})
    assert "card.Engine_alpha" in template
    assert "no room" not in said


WORDED = {
    "sentences": (["The butler was seen in the garden", "Objects once each round", "She remembers nothing"], "rules"),
    "words": (["Najdorf", "Winawer", "Advance"], "line"),
    "numbers with a word": (["3 (5 vs arrows)", "5", "all of them"], "line"),
    "numbers": (["3", "5", "1"], "number"),
    "numbers, and what is none": (["3", "X", "5"], "number"),
}


@pytest.mark.parametrize("header", ["Defence", "Defense", "Verteidigung", "Défense"])
@pytest.mark.parametrize(("cells", "role"), WORDED.values(), ids=WORDED)
def test_the_values_decide_whether_a_defence_is_a_number(cli, tmp_path, header, cells, role):
    rows = [f"Card {n},{cell},Draws {n + 1} cards and then rests." for n, cell in enumerate(cells)]
    (tmp_path / "cards.csv").write_text("\n".join([f"Name,{header},Text", *rows]), "utf-8")
    ran = cli("new", "mine", "--from", "cards.csv")
    assert re.search(rf"{role} +{header}", ran.err), ran.err


def test_names_under_the_header_of_a_number_are_names(cli, tmp_path):
    (tmp_path / "cards.csv").write_text(
        "Move,Attack,Defense,Level\nJab,Fast,High,1\nKick,Slow,Low,2\nBlock,None,All,1\nFeint,Fast,Mid,3\n"
    )
    ran = cli("new", "mine", "--from", "cards.csv")
    assert re.search(r"title +Move", ran.err), ran.err
