"""Odds of exchanges, held to exact figures that were found without this program."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from carddesigner.deck.find import loaded_deck
from carddesigner.games.monogoto_cards import exchange
from carddesigner.games.monogoto_exchange import meeting


@pytest.fixture(scope="module")
def deck():
    loaded = loaded_deck("monogoto")
    return [c.row for k in loaded.components for c in k.cards if len(c.row)], loaded.game_settings


@pytest.fixture(scope="module")
def totals(deck):
    """The attacker's wins and the exchanges, over all ordered pairs of cards, by what they are sorted by."""
    out = defaultdict(lambda: [Fraction(), 0])
    rows, settings = deck
    for a in rows:
        for d in rows:
            if a is d:
                continue
            met = meeting(a, d, settings)
            same = a["environment"] == d["environment"]
            keys = ["all", f"branch {met.branch}", f"attsuit {a['suit']}", f"defsuit {d['suit']}"]
            keys += [f"same-env person {a['person']} {d['person']}"] if same else ["diff-env"]
            for key in keys:
                out[key][0] += met.odds
                out[key][1] += 1
    return out


@pytest.mark.parametrize(
    ("what", "wins", "of"),
    [
        ("all", "20554/5", 5550),
        ("branch environment", "2812", 2812),
        ("branch suit", "565", 1130),
        ("branch number", "89", 180),
        ("branch hands", "214/5", 78),
        ("branch sum", "602", 1350),
        ("diff-env", "2812", 2812),
        ("attsuit shield", "872", 1110),
        ("attsuit lightning", "1791/2", 1110),
        ("attsuit cog", "834", 1110),
        ("attsuit butterfly", "1561/2", 1110),
        ("attsuit star", "3644/5", 1110),
        ("defsuit shield", "702", 1110),
        ("defsuit lightning", "1533/2", 1110),
        ("defsuit cog", "823", 1110),
        ("defsuit butterfly", "1739/2", 1110),
        ("same-env person female female", "324", 648),
        ("same-env person female male", "1769/5", 702),
        ("same-env person male female", "278", 702),
        ("same-env person male male", "343", 686),
    ],
)
def test_exact_odds_of_all_pairs(totals, what, wins, of):
    assert totals[what] == [Fraction(wins), of]


def test_no_way_to_show_hands_does_better_than_the_odds(deck):
    rows, settings = deck
    for a in rows[::3]:
        for d in rows[::2]:
            met = meeting(a, d, settings) if a is not d else None
            if met is None or met.winner is not None:
                continue
            mine, theirs = met.better

            def wins(numbers_a, numbers_d, a=a, d=d):
                won = [exchange(a, d, x, y, settings) == "attacker" for x in numbers_a for y in numbers_d]
                return Fraction(sum(won), len(won))

            assert wins(mine, theirs) == met.odds
            assert all(wins(mine, [y]) >= met.odds for y in met.numbers[1])
            assert all(wins([x], theirs) <= met.odds for x in met.numbers[0])
