"""Rows with nothing but a number."""

from __future__ import annotations

import pytest

ZONES = """\
n: {box: {top: 5mm, height: 8mm}, text: '{{ card.number }}'}
t: {box: {top: 15mm, height: 8mm}, text: '{{ card.name }}'}
"""


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        ("1,Fire,1\n2,,1\n3,Ice,1\n4,,1\n5,Air,1\n", [3, 5]),
        ("1,Fire,1\n2,,0\n3,Ice,1\n", []),
        ("1,Fire,1\n2,Ice,1\n,Air,1\n", []),
        ("1,,1\n2,,1\n3,Ice,1\n", []),
        ("1,7,1\n2,8,1\n3,,1\n", []),
    ],
)
def test_rows_with_nothing_but_a_number_are_told(deck, warnings, rows, lines):
    deck.zones(ZONES, f"number,name,copies\n{rows}")
    found = warnings(deck, "empty-card")
    assert [s.line for w in found for s in (w.span, *(r.span for r in w.related))] == lines
    assert all("2 rows have nothing to print but a number; blank are name" in w.message for w in found)
