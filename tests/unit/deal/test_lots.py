"""Numbers by lot: written down here for ever, and fair."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from carddesigner.deal.random_draw import below, random_numbers


def test_a_key_gives_the_same_numbers_for_ever():
    assert list(islice(random_numbers("carddesigner deal 1\n7\nbooster 1"), 5)) == [
        15154768310634486326,
        9780078396445632027,
        17164990944597274396,
        17409435387473119473,
        7800221283759442120,
    ]


def test_the_numbers_are_those_of_sha_256_by_anybodys_hand():
    # printf 'k\n0' | sha256sum, the first 16 hexadecimal digits; then of 'k\n1'
    numbers = list(islice(random_numbers("k"), 5))
    assert (f"{numbers[0]:016x}", f"{numbers[4]:016x}") == ("27d0dd47b76e2142", "82084b9555392b9d")


def test_a_number_that_would_make_some_likelier_is_passed_over():
    # 2 to the 64 is a multiple of 3 and one more.
    assert below(3, iter([2**64 - 1, 5])) == 2
    assert below(2, iter([2**64 - 1])) == 1
    assert below(1, iter([9])) == 0


@given(st.integers(1, 40))
def test_below_is_fair_over_what_is_not_passed_over(m):
    # In small: the numbers of 64 bits end in a part of a multiple of m, and in that none comes back.
    last = 2**64 - 2**64 % m
    found = Counter(below(m, iter([n, 0])) for n in range(last - 3 * m, last))
    assert set(found.values()) == {3}
    assert len(found) == m


@given(st.integers(1, 2**64), st.integers(0, 2**40))
def test_below_stays_below(m, key):
    assert 0 <= below(m, random_numbers(str(key))) < m
