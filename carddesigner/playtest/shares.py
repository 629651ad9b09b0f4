"""Shares of games, with confidence intervals."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

from msgspec import Struct

_Z = NormalDist().inv_cdf(0.975)
"""Standard deviations around the mean that contain 95 % of a normal distribution."""


class Share(Struct, frozen=True):
    """``count`` of ``of`` games, with the 95 % Wilson interval: 95 of 100 such playtests give an interval that contains
    the true share.
    """

    count: int
    of: int
    value: float
    low: float
    high: float


def clearly_more(one: int, other: int) -> bool:
    """Return whether *one* is significantly more than *other*: in 95 of 100 playtests, chance alone makes less of a
    difference between equal numbers.
    """
    return one - other > _Z * sqrt(one + other)


def share(count: int, of: int) -> Share:
    """Return the share of *count* in *of*, which is at least 1."""
    p = count / of
    middle, spread = p + _Z * _Z / (2 * of), _Z * sqrt(p * (1 - p) / of + _Z * _Z / (4 * of * of))
    whole = 1 + _Z * _Z / of
    return Share(count, of, p, min(p, max(0.0, (middle - spread) / whole)), max(p, min(1.0, (middle + spread) / whole)))


class Difference(Struct, frozen=True):
    """The difference between two seats' shares of wins, and its interval."""

    value: float
    low: float
    high: float


def difference(one: int, other: int, of: int, choices: int = 1) -> Difference:
    """Return the difference between two counts of mutually exclusive events among the same *of* games. If the two were
    selected from several *choices*, the interval is widened so that all of them hold together (Bonferroni).
    """
    value = (one - other) / of
    z = NormalDist().inv_cdf(1 - 0.025 / choices)
    spread = z * sqrt(max(0.0, (one + other) / of - value * value) / of)
    return Difference(value, value - spread, value + spread)
