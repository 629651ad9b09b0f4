"""Two long texts are shortened around what differs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from carddesigner.compare.excerpts import common_ends, shortened

LONG = "When this card is played, every player draws two cards and discards one of them at once."


def test_short_texts_stay():
    assert shortened("Fire", "", 30) == ("Fire", "(blank)")


def test_what_differs_is_seen_wherever_it_stands():
    for old, new in (("When", "Whenever"), ("two", "three"), ("once.", "last.")):
        before, after = shortened(LONG, LONG.replace(old, new), 30)
        assert old in before
        assert new in after
        assert max(len(before), len(after)) <= 30
    assert shortened(LONG, LONG.replace("two", "three"), 30)[1] == "…draws three cards and…"


@given(st.text("ab c\n", max_size=60), st.text("ab c\n", max_size=60), st.integers(10, 40))
def test_both_keep_to_the_room_there_is(old, new, most):
    assert max(map(len, shortened(old, new, most))) <= max(most, len("(blank)"))


@given(st.text("ab ", max_size=30), st.text("ab ", max_size=30))
def test_both_ends_are_common_and_do_not_meet(old, new):
    start, end = common_ends(old, new)
    assert old[:start] == new[:start]
    assert old[len(old) - end :] == new[len(new) - end :]
    assert start + end <= min(len(old), len(new))
