"""A workbook that is taken over as CSV."""

from pathlib import Path

import pytest
from openpyxl import Workbook

from carddesigner.designer.data_messages import AsCsv, TableInfo, Tables
from carddesigner.designer.messages import Note, Undo
from carddesigner.designer.page import Page
from carddesigner.designer.session import Session

DECK = """deck: mine
title: Mine
stocks: {card: {shape: card, size: poker}}
components:
  - {id: card, stock: card, rows: cards.xlsx, front: mine#front}
"""


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Page:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    deck = tmp_path / "mine"
    (deck / "templates").mkdir(parents=True)
    (deck / "deck.yaml").write_text(DECK)
    (deck / "templates/mine.yaml").write_text("template: mine\nfaces: {front: {zones: {}}}\n")
    book = Workbook()
    assert book.active is not None
    for row in (("id", "name"), ("a", "Oak"), ("b", "Fern")):
        book.active.append(row)
    book.save(deck / "cards.xlsx")
    return Page(Session(deck / "deck.yaml"))


def take_over(page: Page) -> list[str]:
    """What stands in the way of it."""
    page.answer(Tables(""))
    assert page.data.shown is not None
    return [a.text for a in page.answer(AsCsv(page.data.shown.table.key)) if isinstance(a, Note) and a.level == "error"]


def test_it_is_taken_over_again_after_that_was_undone_or_refused(page: Page) -> None:
    deck, table = page.session.file, page.session.folder / "cards.csv"
    deck.chmod(0o444)
    assert take_over(page) == ["deck.yaml is read-only; nothing was written"]
    deck.chmod(0o644)
    assert take_over(page) == []
    assert "rows: cards.csv" in deck.read_text()
    page.answer(Undo(0))
    assert deck.read_text() == DECK
    assert take_over(page) == []
    assert table.read_text() == "id,name\na,Oak\nb,Fern\n"


def test_a_file_of_the_same_name_that_says_something_else_is_left_alone(page: Page) -> None:
    table = page.session.folder / "cards.csv"
    table.write_text("mine\n")
    assert take_over(page) == ["there is a file cards.csv already; rename it first"]
    assert table.read_text() == "mine\n"


def test_a_workbook_that_is_being_saved_shows_the_rows_that_were_taken(page: Page) -> None:
    page.session.books.learn(page.session.loaded().deck.components)
    (page.session.folder / "cards.xlsx").write_bytes(b"half of it")
    (table,) = page.answer(Tables(""))
    assert isinstance(table, TableInfo)
    assert table.problem == ""
    assert [row.id for row in table.rows] == ["a", "b"]
