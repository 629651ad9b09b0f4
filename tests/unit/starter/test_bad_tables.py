"""Tables that no deck can be made from: each is told with its place and a way out, within 2 s, and nothing stays."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

Rows = list[list[object]]


def workbook(*rows: list[object], merge: str | None = None) -> bytes:
    book = openpyxl.Workbook()
    book.active.title = "Cards"
    for row in rows:
        book.active.append(row)
    if merge:
        book.active.merge_cells(merge)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def numbers() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("Index/Document.iwa", "x")
    return out.getvalue()


OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000)
SECRET = OLD + "EncryptedPackage".encode("utf-16-le")
WIDE = ["Name", "Text", *(f"c{i}" for i in range(16_382))]
PIVOT = (["Count of Name", "Column Labels"], ["Row Labels", "Common", "Rare"], ["Fire", 3, 1], ["Ice", 2, 2])

BAD: dict[str, tuple[str, Callable[[], bytes], str, str]] = {
    "one cell": ("t.csv", lambda: b"\nFire\n", "t.csv:2:1", "a row for each card"),
    "one cell of a workbook": ("t.xlsx", lambda: workbook(["Fire"]), "t.xlsx!Cards!A1", "a row for each card"),
    "16,384 columns": ("t.csv", lambda: ",".join(WIDE).encode() + b"\nFire,burns\n", "t.csv:1:1891", "delete those"),
    "16,384 filled columns": (
        "t.csv",
        lambda: "\n".join(",".join(f"x{r}y{i}" for i in range(16_384)) for r in range(4)).encode(),
        "t.csv:1:2691",
        "turned on its side",
    ),
    "16,384 columns of a workbook": ("t.xlsx", lambda: workbook(WIDE, ["Fire"]), "t.xlsx!Cards!OK1", "delete those"),
    "100,001 rows": (
        "t.csv",
        lambda: b"Name,Text\n" + b"".join(b"n%d,t\n" % i for i in range(100_001)),
        "t.csv:100002:1",
        "part it",
    ),
    "all blank": ("t.csv", lambda: b",,,\n,,,\n\n", "t.csv:1:1", "the table has no rows"),
    "a blank workbook": ("t.xlsx", lambda: workbook([None, "  "]), "t.xlsx", "fill a sheet"),
    "all merged": (
        "t.xlsx",
        lambda: workbook(["All"], merge="A1:H30"),
        "t.xlsx!Cards!A1",
        "cells that are merged are one",
    ),
    "a pivot table": ("t.xlsx", lambda: workbook(*PIVOT), "t.xlsx!Cards!A1", "give the sheet with the cards"),
    "formulas without values": (
        "t.xlsx",
        lambda: workbook(["Name", "Qty"], ["A", "=1+1"]),
        "t.xlsx!Cards!B2",
        "save it",
    ),
    "a password": ("t.xlsx", lambda: SECRET, "t.xlsx", "save it without a password"),
    "an .xls of 1997": ("t.xls", lambda: OLD, "t.xls", "save it as .xlsx"),
    "an .xls that is called .xlsx": ("t.xlsx", lambda: OLD, "t.xlsx", "save it as .xlsx"),
    "an .xls that is called .csv": ("t.csv", lambda: OLD, "t.csv", "save it as .xlsx"),
    "a page": ("t.csv", lambda: b"<!DOCTYPE html>\n<title>Sign in, please</title>", "t.csv", "a page to log in"),
    "a table of a page": (
        "t.csv",
        lambda: b"<table>\n<tr><td>Name</td><td>Text</td></tr>\n</table>\n",
        "t.csv",
        "in a browser",
    ),
    "a part of a page": ("t.csv", lambda: b'<div class="x">Name,Text</div>\n<p>A,b</p>\n', "t.csv", "in a browser"),
    "Numbers": ("t.numbers", numbers, "t.numbers", "File > Export To"),
    "a PDF": ("t.pdf", lambda: b"%PDF-1.7", "t.pdf", "into a spreadsheet"),
    "Word": ("t.docx", lambda: b"PK", "t.docx", "into a spreadsheet"),
    "a link to a Google Sheet": ("t.gsheet", lambda: b"{}", "t.gsheet", "Publish to web"),
    "commas without quotes": ("t.csv", lambda: b"Name,Text\nA,x\nFire,burns, hot\n", "t.csv:3:12", "in quotes"),
    "a key twice": ("t.yaml", lambda: b"- name: A\n  text: x\n  text: y\n", "t.yaml:3:3", "delete one of the two"),
    "a bracket that is missing": (
        "t.json",
        lambda: b'[{"name": "A",\n "text": "x"\n]',
        "t.json:3:1",
        "is missing here",
    ),
    "no rows": ("t.csv", lambda: b"Name,Text,Cost\n", "t.csv", "no rows below its header"),
}


@pytest.mark.parametrize("what", BAD)
def test_what_no_deck_is_made_from_is_told(promised, tmp_path: Path, what: str) -> None:
    name, data, place, way_out = BAD[what]
    (tmp_path / name).write_bytes(data())
    before = sorted(p.name for p in tmp_path.iterdir())
    ran = promised("new", "mine", "--from", name)
    assert ran.code == 1, ran.err
    assert f"{place}:" in ran.err
    assert way_out in ran.err
    assert sorted(p.name for p in tmp_path.iterdir() if p.name in (*before, "mine")) == before


def cards(cli, tmp_path: Path, name: str) -> str:
    ran = cli("new", "mine", "--from", name)
    assert ran.code == 0, ran.err
    return ran.err


def test_the_lower_of_two_header_rows_names_the_columns(cli, tmp_path):
    (tmp_path / "t.csv").write_text("Name,Cost,,,Text\n,Wood,Stone,Gold,\nHut,1,2,0,a\nKeep,3,1,1,b\nMine,2,2,2,c\n")
    assert "header  row 2" in cards(cli, tmp_path, "t.csv")
    deck = (tmp_path / "mine/deck.yaml").read_text()
    assert "header: 2" in deck
    assert "columns: [Name, Wood, Stone, Gold, Text]" in deck


def test_a_value_without_a_header_is_told_and_decides_nothing(cli, tmp_path):
    rows = "".join(f"Card {n},does {n},\n" for n in range(5))
    (tmp_path / "t.csv").write_text(f"Name,Text,\n{rows}Last,ends,?\n")
    said = cards(cli, tmp_path, "t.csv")
    assert "column C" in said
    assert "C7" in said
    assert "columns: [Name, Text, null]" in (tmp_path / "mine/deck.yaml").read_text()
    assert cli("validate", "./mine").code == 0


def test_a_range_merged_sideways_is_printed_once(cli, tmp_path):
    book = openpyxl.Workbook()
    for row in (["Name", "Text"], ["Fire", "burns"], ["Ice", "cools"]):
        book.active.append(row)
    for row in (1, 2, 3):
        book.active.merge_cells(f"B{row}:L{row}")
    book.save(tmp_path / "t.xlsx")
    cards(cli, tmp_path, "t.xlsx")
    assert "columns:" not in (tmp_path / "mine/deck.yaml").read_text()


def test_a_thousand_empty_columns_are_none(cli, tmp_path):
    blank = "," * 1000
    (tmp_path / "t.csv").write_text(f"Name,Text{blank}\nFire,burns{blank}\nIce,cools{blank}\n")
    cards(cli, tmp_path, "t.csv")
    assert "columns:" not in (tmp_path / "mine/deck.yaml").read_text()


def test_no_sheet_that_is_asked_for_is_left_out_in_silence(cli, tmp_path):
    book = openpyxl.Workbook()
    for n in range(13):
        sheet = book.create_sheet(f"Set {n}")
        sheet.append(["Name", "Text"])
        sheet.append([f"Card {n}", "Draw a card."])
    book.save(tmp_path / "t.xlsx")
    ran = cli("new", "d", "--from", "t.xlsx", "--sheet", "Set *")
    assert (ran.code, (tmp_path / "d").exists()) == (1, False)
    assert "--sheet takes 13 sheets; a deck is made from up to 12" in ran.err


def test_a_lock_file_of_excel_is_told_apart_and_never_offered(cli, tmp_path):
    (tmp_path / "~$realms.xlsx").write_bytes(b"somebody")
    ran = cli("new", "d", "--from", "~$realms.xlsx")
    assert (ran.code, "Excel's lock file" in ran.err, "take realms.xlsx" in ran.err) == (1, True, True), ran.err
    ran = cli("new", "d", "--from", "realms.xlsx")
    assert (ran.code, "~$" in ran.err) == (1, False), ran.err


def test_the_tables_of_a_folder_are_named(cli, tmp_path):
    (tmp_path / "game").mkdir()
    for name in ("b.csv", "a.xlsx", "~$a.xlsx", "notes.md"):
        (tmp_path / "game" / name).write_text("x")
    ran = cli("new", "d", "--from", "game")
    assert (ran.code, "name the table in it: game/a.xlsx or game/b.csv" in ran.err) == (1, True), ran.err
