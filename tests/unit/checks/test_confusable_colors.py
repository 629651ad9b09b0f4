"""Palette colours that look alike to some."""

from __future__ import annotations

import pytest

from carddesigner.checks.confusable import seen_as_one
from carddesigner.core.color import parse_color

ROWS = "name,suit,sign\n" + "".join(
    f"Card {i},{'rose' if i % 2 else 'moss'},{'sun' if i % 2 else 'moon'}\n" for i in range(8)
)
GROUND = "ground: {in: bleed, fill: '{{ card.suit }}'}"
NAME = "name: {in: safe, text: '{{ card.name }}', size: 18pt, color: '#ffffff'}"


@pytest.fixture
def suits(deck, warnings):
    """The warnings about a deck of two suits whose front has these zones."""

    def run(zones, moss="#5a7d2a", rows=ROWS):
        deck.zones(zones, rows)
        text = (deck.path / "deck.yaml").read_text()
        deck.write("deck.yaml", text.replace('ink: "#1b1b1b"', f'ink: "#1b1b1b", rose: "#b5452c", moss: "{moss}"'))
        return warnings(deck, "confusable-colors")

    return run


@pytest.mark.parametrize(
    ("one", "other", "sight"),
    [
        ("#b5452c", "#5a7d2a", "deuteranopia"),
        ("#ff7f0e", "#2ca02c", "protanopia"),
        ("#0072b2", "#d55e00", None),
        ("#000000", "#ffffff", None),
        ("#777777", "#797979", None),
    ],
)
def test_pairs_that_some_take_for_one(one, other, sight):
    assert seen_as_one(parse_color(one), parse_color(other)) == sight
    assert seen_as_one(parse_color(other), parse_color(one)) == sight


def test_two_suits_by_colour_alone(suits):
    (found,) = suits(f"{GROUND}\n{NAME}")
    assert "moss and rose look alike with deuteranopia" in found.message
    assert (found.zone, found.span.line) == ("ground", 7)


def test_colours_apart_in_lightness_are_fine(suits):
    assert suits(f"{GROUND}\n{NAME}", moss="#d9e8b0") == []


@pytest.mark.parametrize(
    "telling",
    [
        "sign: {box: {left: 9mm, width: 9mm, top: 9mm, height: 9mm}, icon: '{{ card.sign }}', color: '#ffffff'}",
        "suit: {box: {left: 9mm, width: 40mm, top: 9mm, height: 9mm}, text: '{{ card.suit }}', color: '#ffffff'}",
        "bar: {when: card.suit == 'moss', box: {left: 9mm, width: 9mm, top: 9mm, height: 9mm}, fill: '#ffffff'}",
        "bar: {box: {left: 9mm, width: 9mm, top: 9mm, height: 9mm}, fill: \"{{ 'glow' if card.suit == 'moss' else 'ink' }}\"}",
    ],
)
def test_what_goes_with_the_colour_tells_them_apart(suits, telling):
    assert suits(f"{GROUND}\n{NAME}\n{telling}") == []


def test_an_icon_that_both_have_does_not(suits):
    both = ROWS.replace("moon", "sun", 2)
    sign = "sign: {box: {left: 9mm, width: 9mm, top: 9mm, height: 9mm}, icon: '{{ card.sign }}', color: '#ffffff'}"
    assert len(suits(f"{GROUND}\n{sign}", rows=both)) == 1


def test_colours_of_two_zones_are_not_compared(suits):
    assert suits("a: {in: bleed, fill: rose}\nb: {box: {top: 40mm}, fill: moss}") == []


def test_a_pair_is_told_once_with_how_many_zones_have_it(suits):
    bar = "bar: {box: {top: 5mm, height: 5mm}, fill: '{{ card.suit }}'}"
    (warning,) = suits(f"{GROUND}\n{bar}\n{NAME}")
    assert "; so in 2 zones" in warning.message
