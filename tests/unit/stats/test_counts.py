"""Counts by a field: weighted by copies, lists an entry at a time, numbers as a curve or in ranges."""

from __future__ import annotations

import pytest

from carddesigner.core.record import Record, leaves
from carddesigner.deck.cards import LoadedCard
from carddesigner.stats.counts import count_by


def counted(values, copies=1):
    amounts = copies if isinstance(copies, list) else [copies] * len(values)
    cards = [LoadedCard(f"c-{i}", "cards", n, Record({}), None) for i, n in enumerate(amounts)]
    return count_by("f", zip(cards, values, strict=True))


def told(field):
    return [(c.label, c.cards) for c in field.counts]


def test_copies_weigh_and_pieces_are_counted_apart():
    found = counted(["sun", "moon", "sun"], [3, 1, 2])
    assert told(found) == [("sun", 5), ("moon", 1)]
    assert [c.pieces for c in found.counts] == [2, 1]
    assert (found.pieces, found.cards) == (3, 6)


def test_a_curve_has_its_gaps_and_its_mean():
    found = counted([1, 1, 4], [2, 1, 1])
    assert (found.kind, told(found)) == ("curve", [("1", 3), ("2", 0), ("3", 0), ("4", 1)])
    assert (found.summary.mean, found.summary.total, found.summary.high) == (7 / 4, 7, 4)


def test_many_numbers_are_counted_in_round_ranges():
    found = counted(list(range(0, 1000, 7)))
    assert found.kind == "ranges"
    assert [c.label for c in found.counts][:2] == ["0 to 99", "100 to 199"]
    assert sum(c.cards for c in found.counts) == 143
    assert all(c.low % 100 == 0 for c in found.counts)


@pytest.mark.parametrize(
    "values",
    [
        [0.5 + i / 10 for i in range(50)],
        [-5e14 + i * 1e12 for i in range(999)],
        [i * 1e-9 for i in range(40)],
        [-3, 40, 77, 12_345_678] * 5,
        [0, 31],
    ],
)
def test_ranges_hold_every_number_and_are_few(values):
    found = counted(values)
    assert len(found.counts) <= 33
    assert sum(c.cards for c in found.counts) == len(values)
    if found.kind == "ranges":
        assert all(c.low <= v for c, v in ((found.counts[0], min(values)),))
        assert found.counts[-1].high > max(values)


def test_few_different_fractions_are_counted_one_by_one():
    assert told(counted([2.5, 0.25, 2.5])) == [("0.25", 1), ("2.5", 2)]


def test_a_lists_entries_are_counted_each_and_a_card_once():
    found = counted([("fast", "rare", "fast"), (), ("rare",)], [2, 5, 1])
    assert [(c.label, c.cards, c.times) for c in found.counts] == [("fast", 2, 4), ("rare", 3, 3)]
    assert (found.is_list, found.blank) == (True, 5)


def test_blanks_are_not_a_value():
    found = counted(["", None, "  ", "sun"], [1, 2, 3, 4])
    assert (told(found), found.blank) == ([("sun", 4)], 6)
    assert counted(["", ""]).counts == ()


def test_true_is_not_1_and_7_is_7_0():
    assert told(counted([True, False, True])) == [("yes", 2), ("no", 1)]
    assert told(counted([7, 7.0])) == [("7", 2)]
    assert sorted(told(counted([1, True, "x"]))) == [("1", 1), ("x", 1), ("yes", 1)]


def test_texts_that_are_numbers_stand_in_their_order():
    assert [c.label for c in counted(["10", "9", "1d6", "007"]).counts] == ["1d6", "007", "9", "10"]


@pytest.mark.parametrize("value", [10**400, float("inf"), float("nan"), 1e300, Record({"a": 1}), "x" * 100_000])
def test_odd_values_are_counted_as_they_are(value):
    found = counted([value, value, 3])
    assert sum(c.cards for c in found.counts) == 3


def test_nested_fields_have_dotted_names():
    record = Record({"ne": {"mark": "sword", "deep": {"x": 1}}, "tags": [1, 2]})
    assert dict(leaves(record)) == {"ne.mark": "sword", "ne.deep.x": 1, "tags": (1, 2)}
