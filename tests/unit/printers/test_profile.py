"""Printers kept in the configuration folder, and read back."""

from __future__ import annotations

from pathlib import Path

import pytest

from carddesigner.core.geometry import Rect
from carddesigner.core.papers import PAPERS
from carddesigner.core.report import DeckError, Diagnostic, Problem
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DUPLEX
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


MORE = (
    GOOD
    + """\
margin: {left: 4mm, top: 3mm, right: 4.2mm, bottom: 12.7mm}
shift: {portrait: {dx: 0.8mm, dy: -0.3mm}}
brightness: [[0.54, 0.61], [0.74, 0.81]]
"""
)


def test_margins_a_shift_and_a_curve_are_read_and_written_back():
    put(MORE)
    printer = load_printer("office")
    assert printer.edges == pytest.approx((4 * MM, 3 * MM, 4.2 * MM, 12.7 * MM))
    assert printer.tones is not None
    assert printer.tones.drawn(0.54) == pytest.approx(0.61)
    save_printer(printer)
    assert load_printer("office") == printer


def test_one_margin_is_that_of_all_sides():
    put(GOOD + "margin: 5mm\n")
    assert load_printer("office").edges == pytest.approx((5 * MM,) * 4)
    save_printer(load_printer("office"))
    assert "\nmargin: 5mm\n" in printer_path("office").read_text()


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@pytest.mark.parametrize(("width", "height"), [(210, 297), (297, 210)])
def test_a_shifted_sheet_comes_out_in_its_place_with_the_back_behind_its_front(duplex, width, height):
    """A front that lands 0.8 mm to the right is drawn as much to the left, and its back as much to the right."""
    lies = "landscape" if width > height else "portrait"
    shift = {lies: {"dx": "0.8mm", "dy": "-0.3mm"}}
    printer = Printer.model_validate({"printer": "office", "duplex": duplex, "shift": shift})
    page = width * MM, height * MM
    front = printer.straighten("front", *page, flip=DUPLEX[duplex]).apply(50 * MM, 60 * MM)
    assert front == pytest.approx((49.2 * MM, 60.3 * MM))
    behind = DUPLEX[duplex].behind(Rect(50 * MM, 60 * MM, 0, 0), *page)
    back = printer.straighten("back", *page, flip=DUPLEX[duplex]).apply(behind.x, behind.y)
    assert back == pytest.approx(DUPLEX[duplex].behind(Rect(*front, 0, 0), *page)[:2])


def test_a_shift_goes_before_what_was_measured_of_backs():
    put(MORE)
    printer = load_printer("office")
    page = 612.0, 792.0
    # Short edge: what lies to the right on the front does so on the back, and low on the front is high on the back.
    moved = printer.matrix(*page).apply(100 - 0.8 * MM, 100 - 0.3 * MM)
    assert printer.straighten("back", *page, flip=DUPLEX["short-edge"]).apply(100, 100) == pytest.approx(moved)


def test_the_shift_of_upright_sheets_says_nothing_of_lying_ones():
    put(MORE)
    with pytest.raises(
        Problem,
        match="has the shift of upright sheets only, and sheets of this deck are lying; measure it so too: "
        'carddesigner calibrate --printer office --landscape --shift "RIGHT DOWN"',
    ):
        load_printer("office").straighten("front", 792.0, 612.0, flip=DUPLEX["short-edge"])


@pytest.mark.parametrize(
    ("old", "new", "code", "place", "words"),
    [
        ("left: 4mm, ", "", "missing-key", "4:", "missing 'left'"),
        ("left: 4mm", "left: -4mm", "wrong-value", "4:16", "expected a length greater than or equal to 0mm"),
        ("left: 4mm", "left: 4mm, lft: 4mm", "unknown-key", "4:21", "did you mean 'left'"),
        ("{left: 4mm, top: 3mm, right: 4.2mm, bottom: 12.7mm}", "5", "bad-length", "4:9", "needs a unit"),
        ("{left: 4mm, top: 3mm, right: 4.2mm, bottom: 12.7mm}", "-5mm", "bad-length", "4:9", "0mm or more"),
        ("dx: 0.8mm", "dx: 80mm", "wrong-value", "5:", "expected a length less than or equal to 15mm"),
        ("portrait: {dx: 0.8mm, dy: -0.3mm}", "upright: {dx: 0.8mm}", "unknown-key", "5:9", "upright"),
        ("[0.74, 0.81]", "[0.74, 0.51]", "wrong-value", "6:13", "goes up from [0, 0] to [1, 1]"),
        ("[0.74, 0.81]", "[0.74]", "", "6:", ""),
        ("[[0.54, 0.61], [0.74, 0.81]]", "light", "", "6:", ""),
    ],
)
def test_wrong_margins_shifts_and_curves_are_reported_with_their_place(old, new, code, place, words):
    put(MORE.replace(old, new))
    (found,) = problems()
    assert code in found.code
    assert words in found.message
    assert str(found.span).startswith(f"carddesigner/printers/office.yaml:{place}")


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
        ("dx: 0.5mm", "dx: 500mm", "wrong-value", "3:31", "expected a length less than or equal to 30mm"),
        ("dy: -1.2mm", "dy: -500mm", "wrong-value", "3:", "expected a length greater than or equal to -30mm"),
        (
            "duplex:",
            "margin: [4mm, 4mm]\nduplex:",
            "bad-length",
            "2:9",
            "a length is a number with a unit, such as 3mm; or",
        ),
        ("rotation: 0.21", "rotation: 21", "wrong-value", "3:60", "expected a number less than or equal to 3"),
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
