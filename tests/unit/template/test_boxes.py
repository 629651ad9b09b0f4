"""Boxes in millimetres: sums of lengths and percentages, squares, pixels, round corners."""

from __future__ import annotations

import pytest

from carddesigner.core.color import Rgb
from carddesigner.core.geometry import bounds
from carddesigner.core.items import PathItem
from carddesigner.core.units import MM


@pytest.mark.parametrize(
    ("box", "frame"),
    [
        ("{left: 50% - 5mm, width: 10mm, top: 25% + 1cm, height: 10% + 10% - 1mm}", (26.75, 32.225, 10, 16.78)),
        ("{left: 50%-5mm, right: 2mm, top: 5mm, height: 1in - 0.4mm}", (26.75, 5, 34.75, 25)),
        ("{left: -1mm + 100%, width: 1mm, top: -50% - -50%}", None),
        ("{left: 5mm, top: 6mm, size: 29mm}", (5, 6, 29, 29)),
        ("{right: 5mm, bottom: 6mm, size: 29mm}", (29.5, 53.9, 29, 29)),
        ("{left: 0, top: 0, size: 50%}", (0, 0, 31.75, 31.75)),
    ],
)
def test_lengths_and_percentages_add_up(deck, box, frame):
    deck.zones(f"one: {{box: {box}, fill: ink}}")
    if frame is None:
        assert "50% - 3mm" in deck.error("bad-length").message
    else:
        assert deck.lay().frame("one") == frame


@pytest.mark.parametrize(
    "wrong", ["50% -", "50% 5mm", "5mm + 3", "50% * 2", "mm", "1.2.3mm + 1mm", "1mm" + " + 1mm" * 50]
)
def test_what_is_no_sum_is_refused_where_it_stands(deck, wrong):
    found = deck.zones(f'one: {{box: {{left: "{wrong}"}}, fill: ink}}').error("bad-length")
    assert found.span.line == 7


def test_a_sum_may_hold_an_expression(deck):
    deck.zones('one: {box: {left: "50% - {{ card.n }}mm", width: 5mm}, fill: ink}', "name,n\nFire,4\n")
    assert deck.lay().frame("one")[0] == 27.75


@pytest.mark.parametrize("other", ["width: 3mm", "height: 3mm", "left: 1mm, right: 2mm", "top: 1mm, bottom: 2mm"])
def test_a_square_has_no_other_width_or_height(deck, other):
    found = deck.zones(f"one: {{box: {{size: 29mm, {other}}}, fill: ink}}").error("box-overdetermined")
    assert "`size`" in found.message


@pytest.mark.parametrize(("radius", "straight"), [("50%", 0), ("25% + 1mm", 8), ("5mm", 10)])
def test_a_radius_may_be_a_share_of_the_shorter_side(deck, radius, straight):
    (item,) = deck.zones(f"one: {{box: {{size: 20mm}}, fill: ink, radius: {radius}}}").lay().items("one")
    assert isinstance(item, PathItem)
    (tops,) = {tuple(sorted(s[-2] / MM for s in item.path if len(s) > 1 and abs(s[-1]) < 1e-6))}
    assert round(max(tops) - min(tops), 3) == straight
    assert tuple(round(v / MM, 3) for v in bounds(item.path)) == (0, 0, 20, 20)


def test_a_negative_radius_is_refused(deck):
    assert "0mm" in deck.zones("one: {fill: ink, radius: -1mm}").error("wrong-value").message


def test_px_are_lengths_where_the_template_says_how_many_an_inch_has(deck):
    deck.zones("one: {box: {left: 75px, width: 50% + 30px, top: 0.5px, height: 300px}, fill: ink}")
    file = deck.path / "templates/sample.yaml"
    file.write_text(file.read_text().replace("template: sample", "template: sample\ndpi: 300"))
    assert deck.lay().frame("one") == (6.35, 0.042, 34.29, 25.4)


def test_px_without_dpi_say_what_is_missing(deck):
    found = deck.zones("one: {box: {left: 75px}, fill: ink}").error("bad-length")
    assert "`dpi: 300`" in found.message


@pytest.mark.parametrize("dpi", ["0", "many", "true", "[300]"])
def test_dpi_is_a_number(deck, dpi):
    deck.zones("one: {fill: ink}")
    file = deck.path / "templates/sample.yaml"
    file.write_text(file.read_text().replace("template: sample", f"template: sample\ndpi: {dpi}"))
    assert deck.error("wrong-value").span.line == 2


def test_a_stock_and_a_repeated_cell_of_one_length_are_squares(deck):
    deck.zones("all: {row: {each: 3, size: 5mm, gap: 1mm, align: left, valign: top, zones: {dot: {fill: ink}}}}")
    text = (deck.path / "deck.yaml").read_text()
    deck.write("deck.yaml", text.replace("size: poker", "size: 29mm"))
    laid = deck.lay()
    assert (round(laid.face.width / MM, 3), round(laid.face.height / MM, 3)) == (29, 29)
    assert [tuple(round(v / MM, 3) for v in bounds(i.path)) for i in laid.items()] == [
        (0, 0, 5, 5),
        (6, 0, 5, 5),
        (12, 0, 5, 5),
    ]


def test_css_names_colours_in_palettes_and_nowhere_else(deck):
    deck.zones("one: {fill: sea}")
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text().replace('"#1b1b1b"', '"#1b1b1b", sea: Teal'))
    assert deck.lay().items("one")[0].fill == Rgb(0, 128 / 255, 128 / 255)
    found = deck.zones("one: {fill: tomato}").error("unknown-color")
    assert "tomato: tomato" in found.message


def test_a_misspelt_css_name_gives_the_nearest(deck):
    deck.zones("one: {fill: ink}")
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text().replace('"#1b1b1b"', "tomatoe"))
    assert "did you mean 'tomato'" in deck.error("bad-color").message
