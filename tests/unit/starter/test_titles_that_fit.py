"""Titles on new cards: as large as they may be, and where they are too long for their place, above the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.items import GroupItem, Item, TextItem
from carddesigner.core.report import Report
from carddesigner.deck.find import loaded_deck
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job
from carddesigner.starter.from_table import deck_from_table
from carddesigner.starter.made import Made, NewOptions

LONG = "a title that somebody wrote as a whole story that goes on and on " * 6


def made(folder: Path, look: str, *rows: str, header: str = "Name,Text") -> tuple[Made, list[LaidFace]]:
    (folder / "cards.csv").write_text("\n".join((header, *rows)) + "\n")
    deck = deck_from_table(folder / "cards.csv", folder / "mine", NewOptions(look=look))
    pieces = lay_out(print_job(loaded_deck(folder / "mine")), Report())
    return deck, [p.first[0] for p in pieces if p.first[0] is not None]


def texts(items: tuple[Item, ...]) -> list[tuple[str, float]]:
    """Each line with its size."""
    out = []
    for item in items:
        if isinstance(item, GroupItem):
            out += texts(item.items)
        elif isinstance(item, TextItem):
            out += [("".join(r.text for r in p.runs), p.size) for p in item.pieces]
    return out


def zone(face: LaidFace, name: str) -> PlacedZone:
    return next(z for z in face.zones if z.id == name)


@pytest.mark.parametrize("look", ["event", "trading-card", "full-art"])
def test_one_that_fits_no_size_stands_above_its_rules_and_all_others_are_as_they_are(tmp_path: Path, look: str) -> None:
    deck, faces = made(tmp_path, look, *(f"Card {c},It rains." for c in "ABCDEFGHIJ"), f"{LONG},It ends.")
    assert texts(zone(faces[0], "title").own_items)[0][0].startswith("Card")
    said = " ".join(text for z in faces[-1].zones for text, _ in texts(z.own_items))
    assert said.split().count("story") == 6
    assert "Mine" not in said
    assert faces[0].width < 190
    (told,) = [r for r in deck.remarks if "too long for the title" in r]
    assert "a title that somebody wrote" in told


@pytest.mark.parametrize("look", ["event", "full-art"])
def test_titles_of_two_lines_are_as_large_as_those_of_one(tmp_path: Path, look: str) -> None:
    _, faces = made(tmp_path, look, "Fire,Burns all.", "March of the lanterns of old,Walk.")
    one, two = ([size for _, size in texts(zone(face, "title").own_items)] for face in faces)
    assert min(two) > 0.9 * min(one)


def test_the_title_of_an_event_without_a_type_stands_off_the_picture(tmp_path: Path) -> None:
    _, faces = made(tmp_path, "event", "Fire,1,Burns all.", "Snow,2,Falls.", header="Name,Cost,Text")
    window, title, cost = (zone(faces[0], name).frame for name in ("window", "title", "cost"))
    assert title.y - (window.y + window.height) > 6
    assert title.x + title.width <= cost.x
