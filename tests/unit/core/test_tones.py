"""The curve of tones that a printer is asked for."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carddesigner.core.color import Cmyk, Gray, Rgb, Spot
from carddesigner.core.tones import MAX_PAIRS, tones_through

LIGHTER = tones_through([(0.5, 0.6)])
levels = st.floats(0, 1)


@given(
    st.lists(st.tuples(st.integers(1, 99), st.integers(1, 99)), unique_by=(lambda p: p[0], lambda p: p[1]), max_size=6)
)
def test_a_curve_goes_through_its_pairs_and_up_from_black_to_paper(pairs):
    xs, ys = sorted(x for x, _ in pairs), sorted(y for _, y in pairs)
    tones = tones_through([(x / 100, y / 100) for x, y in zip(xs, ys, strict=True)])
    for x, y in zip(xs, ys, strict=True):
        assert tones.drawn(x / 100) == pytest.approx(y / 100)
    drawn = [tones.drawn(i / 255) for i in range(256)]
    assert (drawn[0], drawn[-1]) == (0, 1)
    assert all(b > a for a, b in pairwise(drawn))


def test_every_kind_of_colour_is_drawn_lighter():
    assert LIGHTER.color(Gray(0.25)) == Gray(0.3)
    assert LIGHTER.color(Rgb(0.0, 0.5, 1.0)) == Rgb(0.0, 0.6, 1.0)
    inks = LIGHTER.color(Cmyk(0.0, 0.5, 1.0, 0.75))
    assert (inks.c, inks.m, inks.y, inks.k) == pytest.approx((0.0, 0.4, 1.0, 0.7))
    spot = LIGHTER.color(Spot("Gold", Cmyk(0.0, 0.5, 0.0, 0.0), 0.8))
    assert (spot.name, spot.tint, spot.alternate.m) == ("Gold", 0.8, pytest.approx(0.4))


@given(st.integers(0, 255))
def test_a_pictures_pixels_and_inks_are_drawn_as_colours_are(value):
    assert LIGHTER.table()[value] == round(255 * LIGHTER.color(Gray(value / 255)).level)
    assert LIGHTER.table(inks=True)[value] == 255 - LIGHTER.table()[255 - value]


@pytest.mark.parametrize(
    "pairs",
    [
        [(0.5, 0.6), (0.7, 0.6)],
        [(0.5, 0.6), (0.5, 0.7)],
        [(0.5, 1.2)],
        [(-0.1, 0.1)],
        [(0.5, 0.0)],
        [(0.5, 0.5)] * (MAX_PAIRS + 1),
    ],
)
def test_a_curve_that_does_not_go_up_is_refused(pairs):
    with pytest.raises(ValueError, match=r"goes up|at most"):
        tones_through(pairs)
