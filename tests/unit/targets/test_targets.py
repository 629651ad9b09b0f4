"""Targets that ship, and those that people write."""

from __future__ import annotations

import re

import pytest

from carddesigner.core.report import DeckError
from carddesigner.core.units import MM
from carddesigner.targets.target import FOLDER, names, target_of

HOUSE = """\
target: Print house Example
source: its guide for cards, page 3
checked: 2026-11-24
colour: cmyk
bleed: 2mm
safe: 4mm
max-ink: 280%
trim: [63mm, 88mm]
"""


def test_every_target_that_ships_is_right_and_says_where_its_facts_are_from():
    assert set(names()) >= {"home", "pdfx4", "pdfx1a", "makeplayingcards", "thegamecrafter", "drivethrucards"}
    for name in names():
        target = target_of(name)
        assert target.source
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", target.checked)
        assert f"target: {target.target}" in (FOLDER / f"{name}.yaml").read_text()


def test_services_canvases_are_those_of_their_templates():
    pixels = {"makeplayingcards": (822, 1122), "thegamecrafter": (825, 1125)}
    for name, wanted in pixels.items():
        target = target_of(name)
        canvas = [round((side + 2 * target.bleed) / 72 * 300) for side in target.trim[0]]
        assert tuple(canvas) == wanted


def test_a_house_is_a_small_file(tmp_path):
    path = tmp_path / "house.yaml"
    path.write_text(HOUSE)
    house = target_of(str(path))
    assert (house.target, house.max_ink, house.for_press) == ("Print house Example", 280, True)
    assert house.bleed == pytest.approx(2 * MM)
    assert house.trim == ((pytest.approx(63 * MM), pytest.approx(88 * MM)),)


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("bleed: 2mm", "bled: 2mm", 5, "did you mean 'bleed'"),
        ("bleed: 2mm", "bleed: 2", 5, "2mm"),
        ("colour: cmyk", "colour: cmky", 4, "did you mean 'cmyk'"),
        ("max-ink: 280%", "max-ink: 800%", 7, "at most 400%"),
        ("max-ink: 280%", "max-ink: much", 7, "300%"),
        ("target: Print house Example\n", "", 1, "missing 'target'"),
    ],
)
def test_a_mistake_in_a_houses_file_is_named_with_its_place(tmp_path, old, new, line, words):
    path = tmp_path / "house.yaml"
    path.write_text(HOUSE.replace(old, new))
    with pytest.raises(DeckError) as raised:
        target_of(str(path))
    (error,) = raised.value.report.errors
    assert error.span.line == line
    assert words in error.message


def test_an_unknown_target_names_the_nearest():
    with pytest.raises(DeckError, match="did you mean 'pdfx4'"):
        target_of("pdf-x4")


def test_a_file_that_is_not_there_is_said_not_to_be():
    with pytest.raises(DeckError, match="No such file"):
        target_of("./nowhere.yaml")
