"""How often a card is printed, as people write it."""

from __future__ import annotations

import pytest

from carddesigner.deck.amounts import read_amount


@pytest.mark.parametrize(
    "text",
    [
        "3",
        "3x",
        "3 x",
        "x3",
        "X3",
        "×3",
        "3×",
        "3 copies",
        "3 Stück",
        "3 Stk.",
        "3 шт",
        "3枚",
        "３",
        "3 ex.",
        "03",
        "3 KARTEN",
    ],
)
def test_three(text):
    assert read_amount(text) == 3


@pytest.mark.parametrize(
    "text", ["", "x", "many", "-3", "+3", "3.5", "x3x", "٣", "3 coins", "10001", "3 4", "³x", "1" * 5000, "3\n"]
)
def test_no_amount(text):
    assert read_amount(text) is None
