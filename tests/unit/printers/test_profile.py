"""Printers kept in the configuration folder, and read back."""

from __future__ import annotations

from pathlib import Path

import pytest

from carddesigner.core.papers import PAPERS
from carddesigner.core.report import DeckError, Diagnostic
from carddesigner.core.units import MM
from carddesigner.printers.profile import (
    Margins,
    Measured,
    Printer,
    known_printers,
    load_printer,
    printer_path,
    save_printer,
)

GOOD = """\
printer: office
duplex: short-edge
portrait: {paper: Letter, dx: 0.5mm, dy: -1.2mm, rotation: 0.21, rms: 0.05mm}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "carddesigner/printers"


def put(text: str | bytes, name: str = "office") -> None:
    printer_path(name).parent.mkdir(parents=True, exist_ok=True)
    printer_path(name).write_bytes(text if isinstance(text, bytes) else text.encode())


def problems(name: str = "office") -> list[Diagnostic]:
    with pytest.raises(DeckError) as raised:
        load_printer(name)
    return raised.value.report.errors


def test_what_is_saved_is_read_back(folder):
    measured = Measured.model_construct(paper=PAPERS["A4"], dx=-1.23 * MM, dy=0.004 * MM, rotation=-0.1234, rms=0.0)
    printer = Printer.model_construct(
        printer="office", duplex="long-edge", landscape=measured, manual_duplex="face-down"
    )
    printer = printer.model_copy(
        update={"back_bleed": 4 * MM, "margin": Margins(left="18pt", top="18pt", right="18pt", bottom="18pt")}
    )
    assert save_printer(printer) == folder / "office.yaml"
    back = load_printer("office")
    assert back.landscape is not None
    assert back.landscape.paper == PAPERS["A4"]
    assert (back.landscape.dx, back.landscape.dy, back.landscape.rotation) == pytest.approx(
        (-1.23 * MM, 0.004 * MM, -0.1234)
    )
    assert (back.portrait, back.duplex, back.manual_duplex) == (None, "long-edge", "face-down")
    assert back.edges == pytest.approx((18.0,) * 4)
    assert back.back_bleed == pytest.approx(4 * MM)
    assert known_printers() == ("office",)


def test_an_unknown_printer_is_reported_with_those_there_are():
    assert problems()[0].message == "there is no printer 'office'"
    assert "none was measured here yet" in str(problems()[0].hint)
    put(GOOD)
    put(GOOD.replace("office", "attic"), "attic")
    (found,) = problems("ofice")
    assert (found.code, found.message) == ("unknown-printer", "there is no printer 'ofice'; did you mean 'office'?")
    assert "there are attic, office" in str(found.hint)


@pytest.mark.parametrize("name", ["../office", "/etc/passwd", "Office", "", "a" * 300, "off\x00ice"])
def test_what_can_not_be_a_name_is_no_printer(name):
    put(GOOD)
    assert [d.code for d in problems(name)] == ["unknown-printer"]


@pytest.mark.parametrize(
    ("old", "new", "code", "place", "words"),
    [
        ("short-edge", "shrt-edge", "wrong-value", "2:9", "did you mean 'short-edge'"),
        ("dx: 0.5mm", "dx: 0.5", "bad-length", "3:31", "needs a unit"),
        ("rotation: 0.21", "rotation: 21", "wrong-value", "3:60", "less than or equal to 3"),
        ("rotation: 0.21", "rotation: .nan", "wrong-type", "3:60", "expected a number"),
        ("Letter", "Lettr", "unknown-paper", "3:19", "did you mean 'Letter'"),
        ("rms", "rsm", "unknown-key", "3:66", "did you mean 'rms'"),
        ("duplex: short-edge\n", "", "missing-key", "1:1", "missing 'duplex'"),
        ("printer: office", "printer: home", "wrong-value", "1:10", "the file of printer 'home' is called office.yaml"),
        ("portrait: {", "portrait: [", "yaml-syntax", "3:", "not YAML"),
    ],
)
def test_a_damaged_file_is_reported_with_its_place(old, new, code, place, words):
    put(GOOD.replace(old, new))
    found = next(d for d in problems() if d.code == code)
    assert words in found.message
    assert str(found.span).startswith(f"carddesigner/printers/office.yaml:{place}")


@pytest.mark.parametrize("text", ["", "- 1", "x", b"\xff\xfe\x00", b"\x00" * 50, "a: " * 50_000, "[" * 50_000])
def test_any_rubbish_in_place_of_a_file_ends_in_a_message(text):
    put(text)
    assert all(d.message and d.span for d in problems())


def test_a_folder_in_place_of_a_file_ends_in_a_message(folder):
    (folder / "office.yaml").mkdir(parents=True)
    assert problems()[0].code == "not-a-file"
