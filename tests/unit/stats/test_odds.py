"""Odds of a draw: the very fractions that counting all hands gives."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from carddesigner.core.options import OptionError
from carddesigner.stats.odds import odds, percent, table


@pytest.mark.parametrize(("pile", "hits", "drawn"), [(7, 3, 2), (6, 0, 3), (6, 6, 4), (8, 2, 8), (5, 4, 3), (1, 1, 1)])
def test_probabilities_are_those_of_all_hands(pile, hits, drawn):
    hands = Counter(sum(card < hits for card in hand) for hand in combinations(range(pile), drawn))
    total = sum(hands.values())
    found = odds("", pile, hits, drawn)
    assert list(found.exactly) == [Fraction(hands[k], total) for k in range(min(hits, drawn) + 1)]
    assert sum(found.exactly) == 1
    assert found.at_least_one == 1 - Fraction(hands[0], total)
    assert found.mean == sum(k * p for k, p in enumerate(found.exactly))


def test_a_known_hand():
    assert odds("four aces in a poker hand", 52, 4, 5).exactly[4] == Fraction(48, 2_598_960)


@pytest.mark.parametrize(
    ("pile", "drawn", "words"),
    [(4, 5, "the pile has 4 cards"), (0, 1, "no cards"), (1, 2, "1 card"), (10_000, 1_001, "at most 1,000")],
)
def test_what_can_not_be_drawn_is_reported(pile, drawn, words):
    with pytest.raises(OptionError, match=words):
        odds("", pile, 0, drawn)


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 10**9), "<0.1 %"),
        (1 - Fraction(1, 10**9), ">99.9 %"),
        (Fraction(1, 3), "33.3 %"),
        (Fraction(999, 1000), "99.9 %"),
    ],
)
def test_only_what_is_certain_is_0_or_100(share, words):
    assert percent(share) == words


def test_the_table_gathers_what_hardly_ever_comes():
    rows = table(odds("", 100, 10, 10))
    assert [r[0] for r in rows] == ["0", "1", "2", "3", "4", "5", "6 or more"]
    assert rows[-1][1:] == ("", "<0.1 %", None)
    assert rows[0][2] == "100 %"
    assert max(r[3] for r in rows if r[3] is not None) == 1.0


def test_the_largest_draw_ends():
    assert sum(odds("", 100_000, 50_000, 1_000).exactly) == 1
