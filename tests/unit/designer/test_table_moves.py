"""Edits of a table that was changed elsewhere meanwhile: each goes where its row and its column went, or is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from carddesigner.designer.data_messages import Cells, CellText, RowInfo, Rows, Shifted, TableInfo, TablePatch
from carddesigner.designer.messages import FromServer, Note
from carddesigner.designer.page import Page
from carddesigner.designer.session import Session
from carddesigner.designer.table_moves import moved_rows

DECK = """\
deck: mine
title: Mine
stocks: {card: {shape: card, size: poker}}
components: [{id: cards, rows: cards.csv, front: mine#front}]
"""
TEMPLATE = "template: mine\nfaces: {front: {zones: {name: {text: '{{ card.name }}', box: {}}}}}\n"
TABLE = "id,name\noak,Oak\nash,Ash\nelm,Elm\n"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "templates").mkdir()
    (tmp_path / "deck.yaml").write_text(DECK)
    (tmp_path / "templates/mine.yaml").write_text(TEMPLATE)
    (tmp_path / "cards.csv").write_text(TABLE)
    return tmp_path / "cards.csv"


def opened(table: Path) -> tuple[Page, TableInfo]:
    page = Page(Session(table.parent / "deck.yaml"))
    (info,) = page.data.open("", None)
    assert isinstance(info, TableInfo)
    return page, info


def edit(page: Page, info: TableInfo, row: int, text: str) -> list[FromServer]:
    return page.answer(Cells(info.key, info.revision, "Edit", (CellText(row, 1, text),)))


def test_a_cell_is_written_to_its_row_though_nobody_noticed_yet_that_others_wrote(table: Path) -> None:
    page, info = opened(table)
    table.write_text(TABLE.replace("oak", "fir,Fir\noak"))
    messages = edit(page, info, 1, "Rowan")
    assert table.read_text() == "id,name\nfir,Fir\noak,Oak\nash,Rowan\nelm,Elm\n"
    assert [type(m) for m in messages if isinstance(m, (TablePatch, Note))] == [TablePatch, TablePatch]
    rows = list(info.rows)
    for patch in messages:
        if isinstance(patch, TablePatch):
            rows[patch.start : patch.start + patch.removed] = patch.rows
    assert [r.cells[1] for r in rows] == ["Fir", "Oak", "Rowan", "Elm"], "the page knows what there is"


def test_edits_that_follow_each_other_faster_than_their_answers_each_go_to_their_row(table: Path) -> None:
    page, info = opened(table)
    page.answer(Rows(info.key, info.revision, 1, "delete", (0,)))
    edit(page, info, 2, "Wych elm")
    messages = page.answer(Rows(info.key, info.revision, 2, "insert", (), 1))
    assert table.read_text() == "id,name\n,\nash,Ash\nelm,Wych elm\n"
    assert messages[-1] == Shifted(2)


def test_what_was_typed_in_a_row_that_is_gone_is_reported_and_not_written_elsewhere(table: Path) -> None:
    page, info = opened(table)
    table.write_text("id,name\noak,Oak\nelm,Elm\n")
    messages = edit(page, info, 1, "Rowan")
    assert table.read_text() == "id,name\noak,Oak\nelm,Elm\n"
    assert messages[-1] == Note("error", "the row was taken out elsewhere meanwhile; 'Rowan' is not written")


def test_rows_are_followed_by_their_cards_and_by_their_texts() -> None:
    def rows(*names: str) -> list[RowInfo]:
        return [
            RowInfo((name.lower(), name.removesuffix("*")), "cards", name.lower().removesuffix("*")) for name in names
        ]

    assert moved_rows(rows("A", "B", "C"), rows("C", "A", "B")) == [1, 2, 0]
    assert moved_rows(rows("A", "B", "C"), rows("A", "X", "B*", "C")) == [0, 2, 3]
    assert moved_rows(rows("A", "B"), rows("A", "X")) == [0, 1], "an id that was changed"
    assert moved_rows(rows("A", "B", "C"), rows("A", "C")) == [0, -1, 1]
