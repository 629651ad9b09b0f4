"""``carddesigner calibrate`` as it is typed, rightly and wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest

GOOD = "A 0.5 -1.0, B 0.5 -1.0, C 0.5 -1.0, D 0.5 -1.0"


def words(err: str) -> str:
    """What was said, whatever lines it was broken into."""
    return " ".join(err.replace("│", " ").split())


@pytest.fixture
def printers(tmp_path: Path) -> Path:
    return tmp_path / "config/carddesigner/printers"


def test_the_sheet_comes_with_what_to_do_next(cli, tmp_path):
    ran = cli("calibrate", "--printer", "office", "--paper", "letter", "--duplex", "short-edge")
    assert (tmp_path / "output/calibration-Letter-short-edge.pdf").read_bytes().startswith(b"%PDF")
    assert "100 %" in ran.err
    assert "flipped on the short edge" in ran.err
    assert "carddesigner calibrate --printer office --paper Letter --duplex short-edge --set" in ran.err


def test_the_command_that_is_reported_can_not_be_typed_without_reading(cli, printers):
    said = cli("calibrate").err.partition('--set "')[2].partition('"')[0]
    ran = cli("calibrate", "--printer", "office", "--set", said)
    assert ran.code == 2
    assert not printers.exists()


def test_readings_become_a_printer(cli, printers, tmp_path):
    ran = cli("calibrate", "--printer", "office", "--set", GOOD)
    assert ran.code == 0
    assert "0.50 mm too far to the left, 1.00 mm too high (seen on the back)" in ran.err
    assert "within 0.00 mm" in ran.err
    assert str(printers / "office.yaml") in ran.err
    assert "build DECK --printer office" in ran.err
    assert (
        "portrait: {paper: A4, dx: -0.5mm, dy: -1mm, rotation: 0, rms: 0mm}" in (printers / "office.yaml").read_text()
    )
    assert not (tmp_path / "output").exists()
    assert f"office {printers / 'office.yaml'}" in words(cli("calibrate", "-o", "sheets").err)


def test_sheets_that_lie_are_measured_beside_upright_ones(cli, printers):
    cli("calibrate", "--printer", "office", "--set", GOOD, "--manual-duplex", "face-down", "--back-bleed", "4mm")
    cli("calibrate", "--printer", "office", "--set", GOOD.replace("0.5", "0.7"), "--landscape", "--paper", "Letter")
    text = (printers / "office.yaml").read_text()
    assert "portrait: {paper: A4, dx: -0.5mm" in text
    assert "landscape: {paper: Letter, dx: -0.7mm" in text
    assert "manual-duplex: face-down\nback-bleed: 4mm\n" in text


def test_margins_a_shift_and_a_curve_are_kept_beside_what_was_measured(cli, printers):
    cli("calibrate", "--printer", "office", "--set", GOOD)
    cli(
        "calibrate", "--printer", "office", "--margin", "left 4, top 3,2, right 4mm, bottom 12.7", "--shift", "0.8 -0.3"
    )
    ran = cli("calibrate", "--printer", "office", "--brightness", "A 6, B 6.5, c 5")
    assert ran.code == 0
    assert (
        "office draws tones otherwise: 54 % as 61 %, 74 % as 80 %, 88 % as 89 % (0 % is black, 100 % the paper)"
        in ran.err
    )
    text = (printers / "office.yaml").read_text()
    for line in (
        "portrait: {paper: A4, dx: -0.5mm, dy: -1mm, rotation: 0, rms: 0mm}",
        "margin: {left: 4mm, top: 3.2mm, right: 4mm, bottom: 12.7mm}",
        "  portrait: {dx: 0.8mm, dy: -0.3mm}",
        "brightness: [[0.5371, 0.6071], [0.7354, 0.7979], [0.8808, 0.8928]]",
    ):
        assert f"\n{line}" in text


def test_a_margin_is_kept_of_a_printer_that_was_never_measured(cli, printers):
    ran = cli("calibrate", "--printer", "attic", "--margin", "5mm", "--duplex", "short-edge")
    assert "attic leaves unprinted: left 5 mm, top 5 mm, right 5 mm, bottom 5 mm" in ran.err
    assert (printers / "attic.yaml").read_text().endswith("printer: attic\nduplex: short-edge\nmargin: 5mm\n")
    assert cli("build", "monogoto", "--printer", "attic", "--select", "number == 1").code == 0


def test_the_edge_that_nobody_named_is_kept_with_what_was_measured_alone(cli, printers):
    file = printers / "attic.yaml"
    cli("calibrate", "--printer", "attic", "--margin", "5mm")
    assert file.read_text().endswith("printer: attic\nmargin: 5mm\n")
    assert "as seen on the back" not in file.read_text()
    cli("calibrate", "--printer", "attic", "--margin", "5mm", "--duplex", "long-edge")
    assert "\nduplex: long-edge\n" in file.read_text()
    cli("calibrate", "--printer", "attic", "--set", GOOD, "--duplex", "short-edge")
    assert "\nduplex: short-edge\n" in file.read_text()
    assert "as seen on the back" in file.read_text()
    ran = cli("calibrate", "--printer", "attic", "--margin", "4mm", "--duplex", "long-edge")
    assert (ran.code, "kept as one that flips on the short edge" in words(ran.err)) == (2, True)


def test_an_edge_that_was_named_is_not_replaced_by_the_usual_one(cli, printers):
    cli("calibrate", "--printer", "attic", "--margin", "5mm", "--duplex", "short-edge")
    ran = cli("calibrate", "--printer", "attic", "--set", GOOD)
    assert (ran.code, "kept as one that flips on the short edge" in words(ran.err)) == (2, True)


def test_the_shift_of_lying_sheets_stands_beside_that_of_upright_ones(cli, printers):
    cli("calibrate", "--printer", "office", "--shift", "1 1")
    cli("calibrate", "--printer", "office", "--shift", "2 -2", "--landscape")
    text = (printers / "office.yaml").read_text()
    assert "  portrait: {dx: 1mm, dy: 1mm}\n  landscape: {dx: 2mm, dy: -2mm}\n" in text


def test_the_step_wedge_comes_with_what_to_type(cli, tmp_path):
    ran = cli("calibrate", "--printer", "office", "--wedge", "--paper", "Letter")
    assert (tmp_path / "output/wedge-Letter.pdf").read_bytes().startswith(b"%PDF")
    assert 'carddesigner calibrate --printer office --brightness "A __, B __, C __"' in ran.err


def test_what_is_left_over_is_reported_with_the_bleed_that_covers_it(cli):
    err = words(cli("calibrate", "--printer", "office", "--set", "A .3 .3 B -.3 .3 C .3 -.3 D -.3 -.3").err)
    assert "left over: 0.4 mm at" in err
    assert "give backs at least 0.9 mm of bleed" in err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--set", GOOD], "--set: name the printer"),
        (["--printer", "My Printer"], "--printer: 'My Printer' can't be a printer's name; use small letters"),
        (["--printer", "../x", "--set", GOOD], "--printer: '../x' can't be"),
        (["--printer", "office", "--set", "A 0.5"], "--set: 'A 0.5' has 1 number in place of two"),
        (["--printer", "office", "--set", "A 1 1, A 1 1"], "--set: A is given twice"),
        (["--printer", "office", "--set", "Q 1 1"], "--set: unknown target 'Q'; there are A, B, C and D"),
        (["--printer", "office", "--set", "A 1 1, D 1 1"], "--set: A and D lie on one line"),
        (
            ["--printer", "office", "--set", GOOD.replace("D 0.5", "D 2.5")],
            "--set: D contradicts the others: it says 2.5",
        ),
        (["--printer", "office", "--set", "A 1 12, B 0 0"], "12 is not on the scale"),
        (["--manual-duplex", "face-up"], "--manual-duplex: it is kept with what --set says"),
        (["--printer", "office", "--set", GOOD, "--back-bleed", "4"], "--back-bleed: the length 4 needs a unit"),
        (["--paper", "A44"], "--paper: unknown paper 'A44'; did you mean 'A4'?"),
        (["--paper", "100x150mm"], "--paper: a calibration sheet needs paper of at least 139 × 200 mm"),
        (["--duplex", "none"], "--duplex"),
        (["--margin", "5mm"], "--margin: name the printer"),
        (
            ["--printer", "office", "--margin", "left 4, top 3, right 4"],
            "--margin: bottom missing; type one length for all",
        ),
        (["--printer", "office", "--margin", "left 4, tpo 3"], "--margin: unknown edge 'tpo'; did you mean 'top'?"),
        (["--printer", "office", "--margin", "left 4, left 3"], "--margin: left is given twice"),
        (["--printer", "office", "--margin", "4, 5"], "--margin: '4, 5' has several lengths"),
        (["--printer", "office", "--margin", "-4mm"], "--margin: '-4mm': a margin is 0 or more"),
        (["--printer", "office", "--margin", "150mm"], "--margin: '150mm' leaves no room on A4. Nothing was kept"),
        (
            ["--printer", "office", "--margin", "left 4, top 150, right 4, bottom 147", "--landscape"],
            "bottom 147' leaves no room on A4",
        ),
        (["--printer", "office", "--margin", "wide"], "--margin: unknown edge 'wide'"),
        (["--printer", "office", "--margin", ","], "--margin: left, top, right, bottom missing"),
        (["--printer", "office", "--shift", "1"], "--shift: '1' is not two lengths"),
        (["--printer", "office", "--shift", "99 1"], "--shift: '99 1': a sheet that lies more than 15 mm off"),
        (["--printer", "office", "--brightness", "A 14"], "--brightness: 'A 14': a row has patches 1 to 13"),
        (["--printer", "office", "--brightness", "A 3, A 4"], "--brightness: A is given twice"),
        (["--printer", "office", "--brightness", "Q 3"], "--brightness: unknown row 'Q'; there are A, B, C"),
        (["--printer", "office", "--brightness", "dark"], "--brightness: 'dark' can't be read; type each row's letter"),
        (["--printer", "office", "--brightness", "A 13, B 1"], "--brightness: a lighter row's patch is darker"),
        (["--wedge", "--paper", "100x150mm"], "--paper: a step wedge needs paper of at least 139 × 200 mm"),
        (
            ["--wedge", "--printer", "office", "--margin", "5mm"],
            "--wedge: --wedge makes a page to print; leave out --margin",
        ),
        (["--printer", "office", "--set", GOOD, "--scan", "x.png"], "--scan: the scans say what --set would"),
        (["--printer", "office", "--scan", "x.png"], "--scan: x.png: No such file"),
    ],
)
def test_wrong_use_is_reported_and_nothing_is_written(cli, printers, tmp_path, options, said):
    ran = cli("calibrate", *options)
    assert ran.code == 2
    assert said in words(ran.err)
    assert not printers.exists()
    assert not (tmp_path / "output").exists()


def test_a_printer_measured_for_one_edge_is_not_mixed_with_the_other(cli, printers):
    cli("calibrate", "--printer", "office", "--set", GOOD)
    before = (printers / "office.yaml").read_bytes()
    ran = cli("calibrate", "--printer", "office", "--duplex", "short-edge", "--set", GOOD)
    assert ran.code == 2
    assert "kept as one that flips on the long edge; give this one another name, or remove" in words(ran.err)
    assert (printers / "office.yaml").read_bytes() == before


def test_a_damaged_printer_is_not_written_over(cli, printers):
    printers.mkdir(parents=True)
    (printers / "office.yaml").write_text("printer: office\nduplex: long-edge\nportrait: {paper: A4}\n")
    ran = cli("calibrate", "--printer", "office", "--set", GOOD)
    assert ran.code == 1
    assert "office.yaml:3:11: error[missing-key]: missing 'dx'" in ran.err
    assert (printers / "office.yaml").read_text().endswith("portrait: {paper: A4}\n")


def test_a_folder_that_can_not_be_written_is_reported(cli, tmp_path):
    (tmp_path / "config").write_text("")
    ran = cli("calibrate", "--printer", "office", "--set", GOOD)
    assert ran.code == 1
    assert "cannot write" in ran.err


def test_quiet_says_nothing(cli):
    assert cli("calibrate", "-q").err == ""
    assert cli("calibrate", "-q", "--printer", "office", "--set", GOOD).err == ""
