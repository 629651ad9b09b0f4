"""Numbers of zones that are none."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("zone", "code", "words"),
    [
        ("{in: bleed, fill: ink, opacity: true}", "wrong-type", "expected a number, not true"),
        ("{in: bleed, fill: ink, shape: star, sides: 0}", "polygon-corners", "from 3 to 100"),
        ("{in: bleed, fill: ink, shape: star, sides: false}", "wrong-type", "not false"),
        ("{in: bleed, fill: ink, shadow: {offset: 0.5mm}}", "wrong-type", "such as [0.5mm, 0.5mm], not '0.5mm'"),
        ("{in: bleed, fill: ink, shadow: {opacity: true}}", "wrong-type", "expected a number, not true"),
    ],
)
def test_what_is_no_number_is_told(deck, zone, code, words):
    assert words in deck.zones(f"z: {zone}").error(code).message
