"""What is dropped on the start page: what it is by its bytes, and what it may be called."""

from __future__ import annotations

from pathlib import Path

import pytest

from carddesigner.core.report import DeckError
from carddesigner.designer import drafts
from carddesigner.designer.drafts import Drafts, UploadProblem, safe_folder, safe_name, safe_place, table_kind


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.csv", b"x,y", ".csv"),
        ("a", b"x\ty\n1\t2", ".tsv"),
        ("a", b"x,y", ".csv"),
        ("a.xlsx", b"x,y", ".csv"),
        ("a.json", b"[]", ".json"),
        ("a.csv", "x,ü".encode("utf-16"), ".csv"),
    ],
)
def test_a_table_is_what_its_bytes_say(name: str, data: bytes, kind: str) -> None:
    assert table_kind(Path(name), data) == kind


def test_a_workbook_is_recognized_by_what_is_in_it() -> None:
    tables = Path(__file__).parents[2] / "tables"
    found = [*tables.rglob("*.xlsx"), *tables.rglob("*.ods")]
    for file in found:
        assert table_kind(Path("cards.csv"), file.read_bytes()) == file.suffix


@pytest.mark.parametrize("data", [b"PK\x03\x04 a zip", b"%PDF-1.7", b"\xd0\xcf\x11\xe0 old"])
def test_what_is_no_table_says_what_to_export(data: bytes) -> None:
    with pytest.raises(DeckError) as problem:
        table_kind(Path("a.csv"), data)
    assert problem.value.report.errors[0].hint


@pytest.mark.parametrize(
    ("name", "fit"),
    [
        ("My deck", "My deck"),
        ("a/b", "ab"),
        ("..", "cards"),
        (".hidden", "hidden"),
        ("con", "_con"),
        ("LPT1.csv", "_LPT1.csv"),
        ("what? <no>", "what no"),
        ("ends. ", "ends"),
        ("Über", "Über"),
        ("x" * 300 + ".csv", "x" * 96 + ".csv"),
    ],
)
def test_names_fit_any_file_system(name: str, fit: str) -> None:
    assert safe_name(name) == fit


def test_places_never_lead_out_of_their_folder(tmp_path: Path) -> None:
    for name in ("../../x.png", "/etc/x.png", "..\\..\\x.png", "C:\\x.png", "a/./../b/x.png", ""):
        place = safe_place(name)
        assert not place.is_absolute()
        assert (tmp_path / place).resolve().is_relative_to(tmp_path)
    assert safe_place("deck/art/oak.png") == Path("deck/art/oak.png")
    assert safe_folder(tmp_path / "new: one" / "..hidden") == tmp_path / "new one" / "hidden"


def test_drafts_are_bounded_and_leave_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drafts, "MAX_ALL", 100)
    own = Drafts()
    key = own.new()
    file = own.put(key, "a.csv", b"x" * 60)
    with pytest.raises(UploadProblem, match="too much"):
        own.put(key, "b.svg", b"<" * 60)
    with pytest.raises(UploadProblem, match="one table"):
        own.put(own.new(), "b.csv", b"x") and own.put(list(own._drafts)[-1], "c.csv", b"x")
    for _ in range(drafts.MAX_DRAFTS):
        own.new()
    assert not file.exists()
    with pytest.raises(UploadProblem, match="drop it again"):
        own.get(key)
    folders = [d.folder for d in own._drafts.values() if d.folder is not None]
    own.clear()
    assert not any(f.exists() for f in folders)
