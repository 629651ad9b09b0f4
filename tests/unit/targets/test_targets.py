"""Targets that ship, and those that people write."""

from __future__ import annotations

import re

import pytest

from carddesigner.core.report import DeckError
from carddesigner.core.units import MM
from carddesigner.targets.names import NAMES, SERVICES, files
from carddesigner.targets.target import target_of

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
    assert set(NAMES) >= {"home", "pdfx4", "pdfx1a", "makeplayingcards", "thegamecrafter", "drivethrucards"}
    for name in NAMES:
        target = target_of(name)
        assert target.source
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", target.checked)
        assert f"target: {target.target}" in files()[name].read_text()
    assert set(SERVICES) == {"makeplayingcards", "thegamecrafter", "drivethrucards", "mbprint"}
    for name in SERVICES:
        assert "https://" in target_of(name).source


def test_services_canvases_are_those_of_their_templates():
    # As print.md and the services' lists of products have them.
    pixels = {
        "makeplayingcards": {"poker size": (822, 1122)},
        "thegamecrafter": {
            "Poker Deck": (825, 1125),
            "Bridge Deck": (750, 1125),
            "Tarot Deck": (900, 1500),
            "Mini Deck": (600, 825),
            "Micro Deck": (450, 600),
            "Jumbo Deck": (1125, 1725),
            "Square Deck": (1125, 1125),
            "Small Square Deck": (825, 825),
            "square tiles of 2 inches": (675, 675),
        },
    }
    for name, of_products in pixels.items():
        target = target_of(name)
        made = {p.name: p for p in target.sizes}
        for product, wanted in of_products.items():
            canvas = [(side + 2 * target.bleed) / 72 * 300 for side in (made[product].width, made[product].height)]
            assert canvas == pytest.approx(wanted, abs=1e-6)


def test_what_a_product_is_and_the_nearest_of_others():
    target = target_of("thegamecrafter")
    found, turned = target.product_of(88.9 * MM, 63.5 * MM)
    assert (found.name, turned) == ("Poker Deck", True)
    assert target.product_of(57.15 * MM, 57.15 * MM) is None
    assert target.nearest(57.15 * MM, 57.15 * MM).name in ("Small Square Deck", "square tiles of 2 inches")
    # Nothing is taken for something that is 0.5 mm smaller.
    assert target.product_of(63 * MM, 88 * MM) is None


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
        ("max-ink: 280%", "max-file-size: huge", 7, "100MB"),
        ("max-ink: 280%", "products: {poker: [63mm]}", 7, "[width, height]"),
        ("max-ink: 280%", "products: {deck: pokr}", 7, "did you mean 'poker'"),
        ("max-ink: 280%", "takes: pictures", 4, "PNGs in RGB"),
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
    with pytest.raises(DeckError, match="there is no such file"):
        target_of("./nowhere.yaml")
