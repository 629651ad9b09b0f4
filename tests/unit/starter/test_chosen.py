"""``new`` with what the user says of the table: sheets, header and columns."""

from __future__ import annotations

import json
import re
from pathlib import Path

import openpyxl
import pytest


@pytest.fixture
def workbook(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheets = {
        "Set A": [["Name", "Text"], ["Ann", "runs"], ["Bob", "hides"]],
        "Set B": [["Name", "Text"], ["Cy", "sings"], ["Di", "waits"], ["Ed", "#REF!"]],
        "Old": [["Name", "Text"], ["Fay", "is gone"]],
    }
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book["Old"].sheet_state = "hidden"
    del book["Sheet"]
    book.save(tmp_path / "game.xlsx")


def test_the_named_sheets_are_taken_and_no_other_is_looked_at(cli, tmp_path, workbook):
    ran = cli("new", "mine", "--from", "game.xlsx", "--sheet", "set a", "--sheet", "Ol*")
    assert ran.code == 0, ran.err
    deck = (tmp_path / "mine/deck.yaml").read_text()
    assert re.findall(r"sheet: ([^,}\n]+)", deck) == ["Set A", "Old"]


def test_a_sheet_that_is_none_is_named_with_those_that_are(cli, workbook):
    ran = cli("new", "mine", "--from", "game.xlsx", "--sheet", "Set C", "--sheet", "X*")
    assert ran.code == 1
    assert "error[unknown-sheet]: --sheet names 'Set C', which is no sheet; did you mean 'Set B'" in ran.err
    assert "--sheet names 'X*'" in ran.err
    assert "the workbook has Set A, Set B, Old" in ran.err


def test_a_broken_sheet_that_is_not_wanted_stops_nothing(cli, workbook):
    assert cli("new", "mine", "--from", "game.xlsx", "--sheet", "Set A").code == 0
    ran = cli("new", "other", "--from", "game.xlsx")
    assert ran.code == 1
    assert "game.xlsx!Set B!B4: error[formula-error]" in ran.err
    assert "--sheet 'Set A' takes another sheet" in ran.err


def test_a_broken_sheet_with_fewer_cards_is_named_in_a_note(cli, tmp_path, workbook):
    book = openpyxl.load_workbook(tmp_path / "game.xlsx")
    for n in range(9):
        book["Set A"].append([f"Card {n}", "x"])
    book.save(tmp_path / "game.xlsx")
    ran = cli("new", "mine", "--from", "game.xlsx")
    assert ran.code == 0, ran.err
    assert "not read: Set B (broken), Old (hidden)" in ran.err


def test_the_header_is_the_row_that_is_named(cli, tmp_path):
    (tmp_path / "cards.csv").write_text("Name,Text\nTitel,Wirkung\nFeuer,brennt\n")
    assert cli("new", "mine", "--from", "cards.csv", "--header", "2").code == 0
    assert "header: 2" in (tmp_path / "mine/deck.yaml").read_text()
    ran = cli("new", "other", "--from", "cards.csv", "--header", "7")
    assert (ran.code, "--header names row 7, which is blank" in ran.err) == (1, True)


@pytest.mark.parametrize(("name", "text"), [("cards.json", '[{"name": "Fire"}]'), ("cards.yaml", "- name: Fire")])
def test_records_have_no_header_to_name(cli, tmp_path, name, text):
    (tmp_path / name).write_text(text)
    ran = cli("new", "mine", "--from", name, "--header", "2")
    assert ran.code == 1
    assert "--header is for tables with rows and columns" in ran.err
    assert "leave --header out" in ran.err


@pytest.mark.parametrize("columns", ["Name,Long Text", "A,c", "name, C"])
def test_only_named_columns_are_printed(cli, tmp_path, columns):
    (tmp_path / "cards.csv").write_text("Name,Cost,Long Text\nFire,3,burns\nIce,2,cools\n")
    ran = cli("new", "mine", "--from", "cards.csv", "--columns", columns)
    assert ran.code == 0, ran.err
    template = next((tmp_path / "mine/templates").glob("*.yaml")).read_text()
    assert ("card.Name" in template, "card.Long_Text" in template, "card.Cost" in template) == (True, True, False)
    assert "not among --columns" in ran.err


def test_columns_are_those_of_each_sheet_that_has_them(cli, tmp_path):
    sheets_of(
        tmp_path,
        {
            "Heroes": [["Name", "Text", "Power"], *([f"Hero {n}", "fights", n] for n in range(6))],
            "Spells": [["Name", "Effect", "Power"], *([f"Spell {n}", "burns", n] for n in range(6))],
            "Lands": [["Land", "Colour"], *([f"Land {n}", "green"] for n in range(6))],
        },
    )
    ran = cli("new", "mine", "--from", "game.xlsx", "--sheet", "*", "--columns", "Name,Text,Effect")
    assert ran.code == 0, ran.err
    printed = "".join(p.read_text() for p in (tmp_path / "mine/templates").glob("*.yaml"))
    assert ("card.Text" in printed, "card.Effect" in printed, "card.Power" in printed) == (True, True, False)
    assert re.search(r"not a sheet +Lands .*it has none of the --columns", ran.err)
    ran = cli("new", "none", "--from", "game.xlsx", "--columns", "Name,Efect")
    assert (ran.code, "--columns names 'Efect', which is not a column; did you mean 'Effect'" in ran.err) == (1, True)


def test_a_column_with_a_comma_is_named_in_quotes(cli, tmp_path):
    (tmp_path / "cards.csv").write_text('Name,"Cost, gold",Text,Notes\nFire,3,burns,x\nIce,2,cools,y\n')
    ran = cli("new", "mine", "--from", "cards.csv", "--columns", 'Name, "Cost, gold",Text')
    assert ran.code == 0, ran.err
    assert "card.Cost_gold" in (tmp_path / "mine/templates/mine.yaml").read_text()
    ran = cli("new", "other", "--from", "cards.csv", "--columns", "Name,Cost, gold")
    assert (ran.code, 'there are Name, "Cost, gold", Text' in ran.err) == (1, True), ran.err


def test_a_column_that_is_none_is_named_with_those_that_are(cli, tmp_path):
    (tmp_path / "cards.csv").write_text("Name,Cost\nFire,3\nIce,2\n")
    ran = cli("new", "mine", "--from", "cards.csv", "--columns", "Nmae")
    assert ran.code == 1
    assert "--columns names 'Nmae', which is not a column; did you mean 'Name'" in ran.err
    assert not (tmp_path / "mine").exists()


def test_lists_of_the_same_kind_are_all_read_and_others_are_named(cli, tmp_path):
    def cards(*names: str) -> list[dict[str, str]]:
        return [{"name": n, "text": f"{n} runs"} for n in names]

    words = [{"word": "tap", "is": "turn"}, {"word": "exile", "is": "remove"}]
    data = {"heroes": cards("Ann", "Bob", "Cy"), "foes": cards("Orc", "Imp"), "words": words}
    (tmp_path / "game.json").write_text(json.dumps(data))
    ran = cli("new", "mine", "--from", "game.json")
    assert ran.code == 0, ran.err
    deck = (tmp_path / "mine/deck.yaml").read_text()
    assert re.findall(r"records: ([^,}\n]+)", deck) == ["heroes", "foes"]
    assert "not read: words (2)" in ran.err


def test_keys_notes_and_analyses_are_no_cards_however_long(cli, tmp_path):
    book = openpyxl.Workbook()
    book.active.title = "Analysis"
    book.active.append(["Name", "Cost", "Text", "Power"])
    for n in range(30):
        book.active.append([f"curve {n}", n, "sum", n * 2])
    for title, rows in {
        "Cards": [["Name", "Text", "Cost"], *([f"Card {n}", f"does {n}", n] for n in range(12))],
        "Key": [["Name", "Text"], ["R", "rare"], ["C", "common"], ["U", "uncommon"]],
        "Notes": [["Name", "Text"], ["balance", "later"], ["print", "soon"]],
    }.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book.save(tmp_path / "game.xlsx")
    ran = cli("new", "mine", "--from", "game.xlsx")
    assert ran.code == 0, ran.err
    deck = (tmp_path / "mine/deck.yaml").read_text()
    assert [line.strip() for line in deck.splitlines() if "sheet:" in line] == ["sheet: Cards"]
    assert "not read: Analysis, Key, Notes" in ran.err


def sheets_of(tmp_path: Path, sheets: dict[str, list[list[object]]]) -> None:
    book = openpyxl.Workbook()
    del book["Sheet"]
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book.save(tmp_path / "game.xlsx")


def cards_of(numbers: range, text: str = "does") -> list[list[object]]:
    return [["Name", "Text", "Type"], *([f"Card {n}", f"{text} {n}", "Unit"] for n in numbers)]


def read_sheets(tmp_path: Path) -> list[str]:
    deck = (tmp_path / "mine/deck.yaml").read_text()
    return re.findall(r"sheet: ([^,}\n]+)", deck)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Cards v1", "Cards"),
        ("Cards old", "Cards"),
        ("Copy of Cards", "Cards"),
        ("Backup", "Cards"),
        ("Cards v1", "Cards v2"),
        ("Cards (2)", "Cards"),
        ("Kopie von Karten", "Karten"),
        ("旧カード", "カード"),
    ],
)
def test_older_versions_of_a_sheet_are_none_and_named_with_what_takes_them(cli, tmp_path, old, new):
    # The older one has more cards, and other texts.
    sheets_of(tmp_path, {old: cards_of(range(14), "did"), new: cards_of(range(12))})
    ran = cli("new", "mine", "--from", "game.xlsx")
    assert ran.code == 0, ran.err
    assert len(read_sheets(tmp_path)) == 1
    assert read_sheets(tmp_path)[0].endswith((new, f"{new}'", f'{new}"'))
    assert f"an older version of {new}: 12 of 14 rows stand there too; --sheet" in ran.err
    if old == "Cards v1":
        assert cli("new", "other", "--from", "game.xlsx", "--sheet", old).code == 0


def test_sheets_with_other_cards_are_no_older_versions_whatever_they_are_called(cli, tmp_path):
    sheets_of(
        tmp_path, {"Old Gods": cards_of(range(8)), "Gods": cards_of(range(20, 28)), "Gods v2": cards_of(range(40, 44))}
    )
    assert cli("new", "mine", "--from", "game.xlsx").code == 0
    assert read_sheets(tmp_path) == ["Old Gods", "Gods", "Gods v2"]


def test_a_card_with_nothing_but_its_number_is_told(cli, tmp_path):
    rows = "".join(f"{n},Card {n},does {n},spades,{n}\n" for n in range(1, 9))
    (tmp_path / "cards.csv").write_text(f"Rank,Name,Text,Suit,Power\n{rows}9,,,,\n10,,,spades,7\n")
    ran = cli("new", "mine", "--from", "cards.csv")
    assert "row 10: nothing but a number, and printed all the same" in ran.err


def test_sheets_that_make_no_deck_together_are_named_with_why_and_what_takes_them(cli, tmp_path):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, title, more in (("Set A", "Ann", "Kind"), ("Set B", "Cy", "Artist"), ("Set C", "Ed", "Notes")):
        sheet = book.create_sheet(name)
        sheet.append(["Name", "Text", "Qty", more])
        for letter in "abcdef":
            sheet.append([f"{title} {letter}", f"draws {letter}", 9000, f"{letter} too"])
    book.save(tmp_path / "game.xlsx")
    ran = cli("new", "mine", "--from", "game.xlsx", "--quantity", "Qty")
    assert ran.code == 0, ran.err
    assert "Set B and Set C are left out, and only Set A is printed" in ran.err
    assert "100,000" in ran.err
    assert "--sheet 'Set B'" in ran.err


def test_names_with_a_number_and_no_cost_make_a_deck(cli, tmp_path):
    (tmp_path / "cards.csv").write_text("Name,Power\nAnn,0\nBob,1\nCy,2\n")
    assert cli("new", "mine", "--from", "cards.csv").code == 0
