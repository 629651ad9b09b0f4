"""Work of ``new`` that must not grow faster than its table, counted and not timed."""

from __future__ import annotations

import zipfile
from pathlib import Path

import openpyxl
import pytest

from carddesigner.layout.zones import ZoneLayout
from carddesigner.starter.from_table import deck_from_table
from carddesigner.starter.made import NewOptions


def test_most_cards_are_laid_out_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [f"Card {i},Spell,Draw {i} cards{' and discard one' * (i % 5)}.\n" for i in range(120)]
    Path("cards.csv").write_text("name,type,text\n" + "".join(rows))
    made: list[str] = []
    face = ZoneLayout.face

    def counted(self: ZoneLayout, name: str, zones: tuple[object, ...]) -> object:
        made.append(name)
        return face(self, name, zones)  # type: ignore[arg-type]

    monkeypatch.setattr(ZoneLayout, "face", counted)
    assert deck_from_table(Path("cards.csv"), Path("deck"), NewOptions()).cards == 120
    # The cards with the longest texts are tried in every size, the others are laid out when one was found.
    assert len(made) < 200


def test_a_workbook_is_looked_into_a_few_times_however_many_sheets_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    book = openpyxl.Workbook()
    for n in range(40):
        sheet = book.create_sheet(f"Set {n}")
        sheet.append(["Name", "Text"])
        sheet.append([f"Card {n}", "Draw a card."])
    book.save("cards.xlsx")
    opened: list[object] = []
    opening = zipfile.ZipFile.__init__

    def counted(self: zipfile.ZipFile, *args: object, **kwargs: object) -> None:
        opened.append(self)
        opening(self, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(zipfile.ZipFile, "__init__", counted)
    deck_from_table(Path("cards.xlsx"), Path("deck"), NewOptions())
    assert len(opened) < 20
