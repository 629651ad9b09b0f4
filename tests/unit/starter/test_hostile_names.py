"""Names in tables that mean something else in a deck's files: they are written so that they stay names."""

from __future__ import annotations

import json
from pathlib import Path

import openpyxl
import pytest

from carddesigner.export.files import OutputProblem
from carddesigner.starter.from_table import deck_from_table
from carddesigner.starter.made import NewOptions


def test_sheets_whose_names_are_values_in_yaml(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name in ("null", "true", "No", "Spells"):
        sheet = book.create_sheet(name)
        for row in (["Name", "Text"], [f"First {name}", "Draw two cards."], [f"Second {name}", "Discard a card."]):
            sheet.append(row)
    book.save(tmp_path / "cards.xlsx")
    made = deck_from_table(tmp_path / "cards.xlsx", tmp_path / "deck", NewOptions())
    assert made.cards == 8


@pytest.mark.parametrize("name", ["null", "true", "1e5", "0x10", "123"])
def test_folders_whose_names_are_values_in_yaml(tmp_path: Path, name: str) -> None:
    (tmp_path / "cards.csv").write_text("Name,Text\nFox,Draw two cards.\nOwl,Discard a card.\n")
    assert deck_from_table(tmp_path / "cards.csv", tmp_path / name, NewOptions()).cards == 2


def test_a_table_called_as_the_decks_own_file_but_for_case(tmp_path: Path) -> None:
    (tmp_path / "Deck.yaml").write_text("- {name: Fox, text: Draw two cards.}\n- {name: Owl, text: Discard a card.}\n")
    made = deck_from_table(tmp_path / "Deck.yaml", tmp_path / "deck", NewOptions())
    assert "cards.yaml" in made.files


def test_keys_longer_than_yaml_reads_without_a_sign_before_them(tmp_path: Path) -> None:
    records = [{"name": f"Card {i}", "x" * 5_000: f"Text of card {i}.", "\u202e" * 400: "y"} for i in range(3)]
    (tmp_path / "cards.json").write_text(json.dumps(records))
    assert deck_from_table(tmp_path / "cards.json", tmp_path / "deck", NewOptions()).cards == 3


def test_links_that_lead_to_each_other_are_no_folder(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("Name,Text\nFox,Draw two cards.\nOwl,Discard a card.\n")
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    with pytest.raises(OutputProblem, match="cannot make"):
        deck_from_table(tmp_path / "cards.csv", tmp_path / "one", NewOptions())
