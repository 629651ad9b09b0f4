"""Numbers and arrangements that look like chance: each once, and the same for ever."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carddesigner.core.arrangements import Permutation, arrangement, arrangements


@given(st.integers(1, 400), st.text(max_size=5))
def test_each_number_comes_once(size, key):
    order = Permutation(key, size)
    assert sorted(order.number(i) for i in range(size)) == list(range(size))


@given(st.integers(2, 2**200), st.data())
def test_no_two_of_very_many_are_the_same(size, data):
    order = Permutation("k", size)
    indexes = data.draw(st.sets(st.integers(0, size - 1), min_size=2, max_size=8))
    numbers = {order.number(i) for i in indexes}
    assert len(numbers) == len(indexes)
    assert all(0 <= n < size for n in numbers)


def test_the_numbers_are_the_same_for_ever():
    order = Permutation("carddesigner generate 1\nspring\ntickets\ncode", 23**7)
    assert [order.number(i) for i in (0, 1, 2, 1000)] == [932114190, 29434534, 540635691, 3197733168]


def test_another_key_has_another_order():
    one, other = Permutation("a", 1000), Permutation("b", 1000)
    same = sum(one.number(i) == other.number(i) for i in range(1000))
    assert same < 20


def test_neighbours_lie_apart():
    # Of 10,000 numbers, those of neighbours differ by a third on average, as chance has it.
    order = Permutation("k", 10_000)
    numbers = [order.number(i) for i in range(2000)]
    mean = sum(abs(a - b) for a, b in pairwise(numbers)) / 1999
    assert 3_000 < mean < 3_700


def test_a_number_that_there_is_not_is_refused():
    with pytest.raises(IndexError, match="no 3"):
        Permutation("k", 3).number(3)


@pytest.mark.parametrize(("items", "taken"), [(4, 2), (5, 5), (3, 1), (2, 0)])
def test_every_way_to_lay_some_in_a_row_has_a_number(items, taken):
    made = [arrangement(range(items), taken, n) for n in range(arrangements(items, taken))]
    assert sorted(made) == sorted(permutations(range(items), taken))


def test_more_than_there_are_can_be_laid_in_no_way():
    assert arrangements(3, 4) == 0
