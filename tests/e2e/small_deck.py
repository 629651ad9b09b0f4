"""The designer on a small deck with a table of four cards, which may be a workbook too, and the cells of its grid."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import openpyxl
from playwright.sync_api import Locator, Page, expect

from tests.e2e.designing import Designer

DECK = """\
deck: sample
title: Sample
language: en
languages: [pt]
stocks: {card: {shape: card, size: poker, bleed: 3mm}}
components:
  # The crew.
  - id: crew
    rows: crew.csv
    front: sample#front
    fields:
      cost: integer
      rank: {type: choice, choices: [captain, mate, cook]}
      ready: boolean
"""
TEMPLATE = """\
template: sample
fonts: {text: {family: Alegreya Sans}}
faces:
  front:
    zones:
      ground: {in: bleed, fill: "#ffffff"}
      name: {box: {left: 6mm, width: 50mm, top: 6mm, height: 12mm}, text: "{{ card.name }}", font: text, size: 14pt}
      text: {box: {left: 6mm, width: 50mm, top: 22mm, height: 40mm}, text: "{{ card.text }}", font: text, size: 10pt, min-size: 6pt}
"""
TABLE = """\
id;name;name.pt;cost;rank;ready;text
ann;Ann;Ana;3;captain;yes;"Sails; and sings"
bob;Bob;Beto;2;mate;no;Swims

cid;Cid;Cid;1;cook;yes;Cooks
dot;Dot;Dora;0;mate;no;Sleeps
"""


class SmallDesigner(Designer):
    """A running designer on a small deck."""

    deck = DECK

    def __init__(self, folder: Path, table: bytes, *path: str) -> None:
        (folder / "templates").mkdir()
        (folder / "templates/sample.yaml").write_text(TEMPLATE)
        (folder / "deck.yaml").write_text(self.deck)
        self.table = folder / "crew.csv"
        self.table.write_bytes(table)
        super().__init__(folder, ".", path=path)


COLUMNS = ["id", "name", "name.pt", "cost", "rank", "ready", "text", "age"]


def cell(page: Page, row: int, column: str) -> Locator:
    """A cell by its row, from 1, and its column's name."""
    at = f'[data-rgrow="{row - 1}"][data-rgcol="{COLUMNS.index(column)}"]'
    return page.locator(f"revogr-viewport-scroll.rgCol revogr-data {at}")


def number(page: Page, row: int) -> Locator:
    return page.locator(f'revogr-viewport-scroll.colPinStart revogr-data .rgCell[data-rgrow="{row - 1}"]')


def choose_cell(page: Page, row: int, column: str) -> None:
    cell(page, row, column).click()
    expect(page.locator(".preview .link")).to_have_text(f"row {row}")


def undone(page: Page, name: str) -> None:
    expect(page.get_by_label(f"Undo {name}")).to_be_enabled()
    page.keyboard.press("Control+z")


def workbook(designer: SmallDesigner) -> openpyxl.Workbook:
    """The crew as a workbook, which the deck reads."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in csv.reader(io.StringIO(TABLE), delimiter=";"):
        if row:
            sheet.append([int(c) if c.isdigit() else c for c in row])
    book.save(designer.folder / "crew.xlsx")
    (designer.folder / "deck.yaml").write_text(DECK.replace("rows: crew.csv", "rows: crew.xlsx"))
    return book


def saved_again(book: openpyxl.Workbook, designer: SmallDesigner) -> None:
    """Bob swims no more, Dot is gone, and Eve is new."""
    sheet = book.active
    assert sheet is not None
    sheet["G3"] = "Floats"
    sheet.delete_rows(5)
    sheet.append(["eve", "Eve", "Eva", 2, "mate", "yes", "Steers"])
    book.save(designer.folder / "crew.xlsx")
