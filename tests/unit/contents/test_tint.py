"""A colour on drawings that have their own: a warning, or with ``tint`` the drawing in that colour."""

from __future__ import annotations

import pytest

from carddesigner.core.color import Cmyk, Gray, Rgb, Spot
from carddesigner.core.geometry import Rect, rectangle
from carddesigner.core.items import PathItem, Stroke, Symbol, SymbolItem, SymbolPath
from carddesigner.core.paint import Gradient
from carddesigner.core.tint import tinted

BOX = "box: {left: 10mm, width: 30mm, top: 20mm, height: 12mm}"
FLAG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><path d="M0 0h30v20h-30z" fill="#204080"/>'
    '<path d="M10 0h10v20h-10z" fill="#fff"/></svg>'
)
SQUARE = rectangle(Rect(0, 0, 10, 10))


def symbol(*paths):
    return Symbol("it", Rect(0, 0, 10, 10), paths, "0" * 64)


def flagged(deck, settings, kind="icon: flag"):
    deck.zones(f"one: {{{kind}, {settings}{BOX}}}")
    deck.write("symbols/flag.svg", FLAG)
    return deck.lay()


@pytest.mark.parametrize("kind", ["icon: flag", "svg: symbols/flag.svg"])
def test_a_colour_that_nothing_takes_is_a_warning(deck, kind):
    (found,) = flagged(deck, "color: ink, ", kind).report.warnings
    assert found.code == "color-without-effect"
    assert "tint: true" in found.hint


def test_nothing_is_said_without_a_colour_or_where_a_part_takes_it(deck):
    assert flagged(deck, "").report.warnings == []
    deck.zones(f"one: {{icon: half, color: ink, {BOX}}}")
    deck.write("symbols/half.svg", FLAG.replace('fill="#204080"', ""))
    assert deck.lay().report.warnings == []


def test_a_tinted_drawing_has_its_darkest_in_the_colour_and_white_where_it_was_white(deck):
    laid = flagged(deck, 'color: "#ff0000", tint: true, ')
    assert laid.report.warnings == []
    (item,) = laid.items("one")
    ground, stripe = item.symbol.paths
    assert item.color == Rgb(1.0, 0.0, 0.0)
    assert ground.fill is None
    assert stripe.fill == Rgb(1.0, 1.0, 1.0)


def test_shades_become_tints_of_any_kind_of_ink():
    dark, middle = SymbolPath(SQUARE, Gray(0.0)), SymbolPath(SQUARE, Gray(0.5))
    inks = [(Gray(0.2), Gray(0.6)), (Cmyk(0, 1, 1, 0), Cmyk(0, 0.5, 0.5, 0))]
    for ink, half in [*inks, (Spot("gold", Cmyk(0, 0, 1, 0)), Spot("gold", Cmyk(0, 0, 1, 0), 0.5))]:
        first, second = tinted(symbol(dark, middle), ink).paths
        assert (first.fill, second.fill) == (None, half)


def test_lines_are_tinted_and_each_colour_makes_a_drawing_of_its_own():
    line = symbol(SymbolPath(SQUARE, None, False, Stroke(Gray(0.3), 1.0)))
    assert tinted(line, Rgb(1, 0, 0)).paths[0].line_in_color
    assert tinted(line, Rgb(1, 0, 0)).digest != tinted(line, Rgb(0, 1, 0)).digest


def test_a_picture_that_should_be_tinted_is_a_warning(deck):
    deck.zones(f"one: {{icon: dot, tint: true, {BOX}}}")
    deck.write("symbols/dot.svg", FLAG.replace("<path", "<filter id='f'><feFlood/></filter><path filter='url(#f)'", 1))
    codes = [d.code for d in deck.lay().report.warnings]
    assert codes == ["svg-as-picture", "color-without-effect"]


def test_a_drawing_of_more_than_paths_is_tinted_too(deck):
    drawing = FLAG.replace('fill="#fff"', 'fill="#fff" opacity=".5"')
    deck.zones(f"one: {{icon: flag, tint: true, color: '#ff0000', {BOX}}}")
    deck.write("symbols/flag.svg", drawing)
    laid = deck.lay()
    assert laid.report.warnings == []
    (ground, bar) = [i for i in laid.items("one") if isinstance(i, PathItem)]
    assert (ground.fill, bar.fill) == (Rgb(1, 0, 0), Rgb(1, 1, 1, 0.5))
    deck.zones(f"one: {{icon: flag, color: '#ff0000', {BOX}}}")
    assert [w.code for w in deck.lay().report.warnings] == ["color-without-effect"]


def in_a_text(deck, braces, settings=""):
    laid = flagged(deck, settings, f'text: "Two :flag:{{{braces}}} each"')
    (icon,) = [i for i in laid.items("one") if isinstance(i, SymbolItem)]
    return icon, [w.code for w in laid.report.warnings]


@pytest.mark.parametrize("tint", ["tint", "tint: true"])
def test_an_icon_in_a_text_is_tinted(deck, tint):
    icon, warnings = in_a_text(deck, f"{tint}, color: glow")
    assert ([p.fill for p in icon.symbol.paths], warnings) == ([None, Rgb(1.0, 1.0, 1.0)], [])
    assert icon.color == in_a_text(deck, f"{tint}", "color: glow, ")[0].color != Gray(0.0)


def test_a_tinted_icon_in_a_text_with_a_gradient_is_all_of_it(deck):
    deck.zones(
        f'one: {{text: "Two :flag:{{tint}}", color: {{gradient: linear, stops: ["#ff0000", "#0000ff"]}}, {BOX}}}'
    )
    deck.write("symbols/flag.svg", FLAG)
    laid = deck.lay()
    fills = [i.fill for i in laid.items("one") if isinstance(i, PathItem)]
    assert [isinstance(fill, Gradient) for fill in fills] == [True, True]


def test_a_colour_that_an_icon_in_a_text_has_no_use_for_is_a_warning(deck):
    icon, warnings = in_a_text(deck, "color: glow")
    assert icon.symbol.paths[0].fill is not None
    assert warnings == ["color-without-effect"]
    # The text's own colour is for its letters, and a size is no colour.
    assert in_a_text(deck, "size: 120%", "color: glow, ")[1] == []
