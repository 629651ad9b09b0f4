"""Letters that no shipped font has, in the tables of new decks, on computers that have a font for them and on others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from carddesigner.core.report import DeckError
from carddesigner.pipeline.build import build_deck
from carddesigner.pipeline.options import PrintOptions
from carddesigner.starter.from_table import deck_from_table
from carddesigner.starter.made import Made, NewOptions
from carddesigner.text import font_files
from tests.font_maker import make_font

TABLES = {
    "ja": ("名前,効果\n火の玉,相手にダメージを与える\n氷の壁,次まで防ぐ\n", "Noto Sans JP"),
    "th": ("name,text\nไฟ,สร้างความเสียหาย\nน้ำ,ฟื้นฟู\n", "Noto Sans Thai"),
    "ka": ("name,text\nცეცხლი,აზიანებს მოწინააღმდეგეს\nწყალი,კურნავს\n", "Noto Sans Georgian"),
    "emoji": ("name,text\nFire,Deal 🔥💥 damage\nWater,Heal 💧\n", "Noto Emoji"),
}


@pytest.fixture
def computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a computer's fonts, which has none yet."""
    folder = tmp_path / "computer"
    folder.mkdir()
    monkeypatch.setattr(font_files, "computer_folders", lambda: (folder,))
    return folder


def made(tmp_path: Path, table: str) -> Made:
    (tmp_path / "t.csv").write_text(table, encoding="utf-8")
    return deck_from_table(tmp_path / "t.csv", tmp_path / "deck", NewOptions())


def letters(table: str) -> str:
    return "".join(dict.fromkeys(c for c in table if ord(c) > 127))


@pytest.mark.parametrize("script", TABLES)
def test_without_a_font_the_deck_is_written_and_what_to_get_is_named(
    computer: Path, tmp_path: Path, script: str
) -> None:
    table, wanted = TABLES[script]
    (note,) = [r for r in made(tmp_path, table).remarks if "get " in r]
    assert f"get {wanted} (SIL Open Font License" in note
    assert "deck/fonts/ and take the # from the lines about fonts in" in note
    out = PrintOptions(output=tmp_path / "out")
    with pytest.raises(DeckError) as refused:
        build_deck(tmp_path / "deck", out)
    assert {e.code for e in refused.value.report.errors} == {"missing-glyph"}
    proof = build_deck(tmp_path / "deck", PrintOptions(output=tmp_path / "out", proof=True))
    assert {w.code for w in proof.report.warnings} == {"missing-glyph"}
    # What the note says is done, and the deck builds.
    (tmp_path / "deck/fonts").mkdir()
    make_font(tmp_path / "deck/fonts/x.ttf", wanted, letters=letters(table) + " ")
    template = tmp_path / "deck/templates/deck.yaml"
    text = re.sub("^# (?=fonts:|  [a-z]+: )", "", template.read_text(encoding="utf-8"), flags=re.M)
    template.write_text(text, encoding="utf-8")
    assert build_deck(tmp_path / "deck", out).report.errors == []


@pytest.mark.parametrize("family", ["Noto Sans Georgian", "Any Georgian Face"])
def test_a_font_of_the_computer_that_has_them_is_copied(computer: Path, tmp_path: Path, family: str) -> None:
    table, _ = TABLES["ka"]
    make_font(computer / "some.ttf", family, letters=letters(table) + " ")
    (note,) = [r for r in made(tmp_path, table).remarks if "copied" in r]
    assert f"copied {family} of this computer into fonts/; before you give the deck's folder away" in note
    assert (tmp_path / "deck/fonts/some.ttf").is_file()
    assert build_deck(tmp_path / "deck", PrintOptions(output=tmp_path / "out")).report.errors == []


def test_one_that_may_not_be_embedded_is_not_copied_nor_one_of_another_script(computer: Path, tmp_path: Path) -> None:
    table, wanted = TABLES["ka"]
    make_font(computer / "some.ttf", "Closed Georgian", letters=letters(table), rights=2)
    make_font(computer / "other.ttf", "Other Script", letters="აბ")
    assert any(f"get {wanted}" in r for r in made(tmp_path, table).remarks)
    assert not (tmp_path / "deck/fonts").exists()
