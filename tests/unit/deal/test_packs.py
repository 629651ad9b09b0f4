"""Packs: the same for the same seed, fair by exact odds, and never with a card twice that should be there once."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from hashlib import sha256
from itertools import count, permutations
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carddesigner.deal.packs import DrawnPart, Inner, Pack, deal, pool
from carddesigner.stats.odds import odds

BOOSTERS = 10_000


def recipe(*parts, name="booster"):
    return {name: Pack(name, parts, sum(p.take for p in parts))}


def part(cards, take, repeats=False, weights=None):
    return DrawnPart(take, pool(list(zip(cards, weights or [1] * len(cards), strict=True))), repeats)


def ids(pack):
    return [c.id for c in pack.cards]


@pytest.fixture(scope="module")
def booster(rarities):
    return recipe(*(part(rarities[r], n) for r, n in (("common", 11), ("uncommon", 3), ("rare", 1))))


@pytest.fixture(scope="module")
def boosters(booster):
    return [ids(p) for p in deal(booster, {"booster": BOOSTERS}, 7)]


def chi_square(found, expected):
    """How far counts are from what is expected, and how far they may be: five times the spread of that."""
    assert found.keys() <= expected.keys()
    sum_ = sum((found[k] - float(e)) ** 2 / float(e) for k, e in expected.items())
    freedom = len(expected) - 1
    return sum_, freedom + 5 * sqrt(2 * freedom)


def test_a_seed_gives_these_packs_for_ever(booster):
    first, second = deal(booster, {"booster": 2}, 7)
    assert [first.title, second.title] == ["booster 1", "booster 2"]
    assert [[int(i.rpartition("-")[2]) for i in ids(p)] for p in (first, second)] == [
        [87, 33, 97, 56, 113, 90, 107, 12, 58, 54, 102, 46, 13, 73, 68],
        [92, 21, 73, 40, 61, 89, 53, 91, 110, 83, 94, 4, 70, 87, 7],
    ]


def test_the_way_of_dealing_is_as_it_is_written_down(booster, rarities):
    blocks = (sha256(f"carddesigner deal 1\n7\nbooster 1\n{n}".encode()).hexdigest() for n in count())
    numbers = (int(block[i : i + 16], 16) for block in blocks for i in range(0, 64, 16))
    by_hand = []
    for rarity, take in (("common", 11), ("uncommon", 3), ("rare", 1)):
        left = sorted(c.id for c in rarities[rarity])
        by_hand += [left.pop(next(numbers) % len(left)) for _ in range(take)]
    assert ids(deal(booster, {"booster": 1}, 7)[0]) == by_hand


def test_weights_and_repeats_give_these_packs_for_ever(made):
    fixed = recipe(part(made("a b c d"), 6, True, [1, 2, 3, 40]), part(made("e f g h"), 3, weights=[9, 1, 5, 1]))
    assert ["".join(ids(p)) for p in deal(fixed, {"booster": 3}, 2024)] == ["ddcacdegh", "daddddefg", "dddddcegh"]


def test_ten_thousand_boosters_hold_every_card_as_often_as_the_odds_say(boosters, rarities):
    found = Counter(card for pack in boosters for card in pack)
    for rarity, take in (("common", 11), ("uncommon", 3), ("rare", 1)):
        own = rarities[rarity]
        share = Fraction(take, len(own))
        # Cards of one pack keep each other out, which makes the counts lie nearer to each other.
        spread = BOOSTERS * share * (1 - share) * Fraction(len(own), len(own) - 1)
        sum_ = sum((found[c.id] - BOOSTERS * share) ** 2 for c in own) / spread
        freedom = len(own) - 1
        assert abs(float(sum_) - freedom) < 5 * sqrt(2 * freedom), rarity
        assert sum(found[c.id] for c in own) == take * BOOSTERS


def test_ten_thousand_boosters_hold_cards_together_as_often_as_the_odds_say(boosters, rarities):
    # As if 24 of the 120 commons were red: how many of the 11 are.
    red = {c.id for c in rarities["common"][:24]}
    exact = odds("red", 120, 24, 11).exactly
    likely = {k: BOOSTERS * p for k, p in enumerate(exact) if BOOSTERS * p >= 5}
    likely[max(likely) + 1] = BOOSTERS - sum(likely.values())
    found = Counter(min(len(red & set(pack)), max(likely)) for pack in boosters)
    sum_, most = chi_square(found, likely)
    assert sum_ < most


def test_no_booster_has_a_card_twice_and_each_has_its_rarities(boosters):
    for pack in boosters:
        assert len(set(pack)) == 15
        assert [c.partition("-")[0] for c in pack] == ["common"] * 11 + ["uncommon"] * 3 + ["rare"]


def test_weights_without_repeats_come_as_often_as_the_odds_say(made):
    weights = {"a": 6, "b": 3, "c": 2, "d": 1}
    fixed = recipe(part(made("a b c d"), 2, weights=list(weights.values())))
    expected = {
        (x, y): BOOSTERS * Fraction(weights[x], 12) * Fraction(weights[y], 12 - weights[x])
        for x, y in permutations(weights, 2)
    }
    found = Counter(tuple(ids(p)) for p in deal(fixed, {"booster": BOOSTERS}, 1))
    sum_, most = chi_square(found, expected)
    assert sum_ < most


def test_with_repeats_each_draw_is_from_all(made):
    fixed = recipe(part(made("a b c"), 3, True, [1, 2, 3]))
    found = Counter(i for p in deal(fixed, {"booster": BOOSTERS}, 1) for i in ids(p))
    sum_, most = chi_square(found, {"a": Fraction(BOOSTERS, 2), "b": BOOSTERS, "c": Fraction(3 * BOOSTERS, 2)})
    assert sum_ < most


@given(st.data())
def test_every_number_falls_on_a_card_and_on_each_as_often_as_it_weighs(made, data):
    weights = data.draw(st.lists(st.integers(0, 9), min_size=1, max_size=8))
    cards = made(" ".join("abcdefgh"[: len(weights)]))
    of = pool(list(zip(cards, weights, strict=True)))
    gone = sorted(data.draw(st.sets(st.sampled_from(range(len(of.cards))))) if of.cards else ())
    left = {
        c.id: w for i, (c, w) in enumerate((c, w) for c, w in zip(cards, weights, strict=True) if w) if i not in gone
    }
    drawn = [of.cards[of.draw(gone, iter([n]))].id for n in range(sum(left.values()))]
    assert drawn == sorted(drawn)
    assert Counter(drawn) == left


@given(st.integers(0, 2**63 - 1), st.permutations(list("abcdefghij")))
def test_the_order_of_rows_does_not_matter(made, seed, order):
    one = recipe(part(made("a b c d e f g h i j"), 4))
    other = recipe(part(made(" ".join(order)), 4))
    assert ids(deal(one, {"booster": 1}, seed)[0]) == ids(deal(other, {"booster": 1}, seed)[0])


def test_a_pack_is_the_same_whatever_is_dealt_beside_it(booster, made):
    packs = {**booster, **recipe(part(made("x y z"), 2), name="prize")}
    alone = deal(packs, {"booster": 2}, 7)
    beside = deal(packs, {"prize": 3, "booster": 5}, 7)
    assert [ids(p) for p in alone] == [ids(p) for p in beside if p.pack == "booster"][:2]
    assert ids(alone[0]) != ids(alone[1])
    assert ids(deal(packs, {"booster": 1}, 8)[0]) != ids(alone[0])


def test_packs_in_a_pack_have_a_random_draw_of_their_own(booster):
    packs = {**booster, "sealed": Pack("sealed", (Inner(1, "booster"), Inner(2, "booster")), 45)}
    sealed = deal(packs, {"sealed": 2}, 7)
    assert [p.title for p in sealed][:4] == [
        "sealed 1, booster 1",
        "sealed 1, booster 2",
        "sealed 1, booster 3",
        "sealed 2, booster 1",
    ]
    assert len({tuple(ids(p)) for p in (*sealed, *deal(packs, {"booster": 3}, 7))}) == 9


@given(st.integers(0, 2**63 - 1), st.integers(1, 5), st.integers(1, 3))
def test_parts_that_share_cards_hold_none_of_them_twice(made, seed, first, second):
    cards = made("a b c d e f g h i j k l")
    fixed = recipe(part(cards[:5], first), part(cards[3:8], second), part(cards[:2], 5, True), part(cards, 2))
    drawn = ids(deal(fixed, {"booster": 1}, seed)[0])
    apart = drawn[: first + second]
    assert len(set(apart)) == len(apart)
    assert len(set(drawn[-2:]) - set(drawn[:-2])) == 2
