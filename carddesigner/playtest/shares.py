"""Shares of games with what they may be by chance alone."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

from msgspec import Struct

_Z = NormalDist().inv_cdf(0.975)
"""Of a normal distribution 95 % lie within so many standard deviations."""


class Share(Struct, frozen=True):
    """So many of so many games, with the interval that 95 of 100 such playtests put around the true share (Wilson)."""

    count: int
    of: int
    value: float
    low: float
    high: float


def clearly_more(one: int, other: int) -> bool:
    """Whether *one* happened more often than *other*, by more than chance makes of equals in 95 of 100 playtests."""
    return one - other > _Z * sqrt(one + other)


def share(count: int, of: int) -> Share:
    """The share that *count* is of *of*, which is at least 1."""
    p = count / of
    middle, spread = p + _Z * _Z / (2 * of), _Z * sqrt(p * (1 - p) / of + _Z * _Z / (4 * of * of))
    whole = 1 + _Z * _Z / of
    return Share(count, of, p, min(p, max(0.0, (middle - spread) / whole)), max(p, min(1.0, (middle + spread) / whole)))


class Difference(Struct, frozen=True):
    """By how much the share of one seat is more than that of another, and its interval."""

    value: float
    low: float
    high: float


def difference(one: int, other: int, of: int, choices: int = 1) -> Difference:
    """Of two counts that exclude each other, among the same games. Where these two were picked out of several *choices*, the
    interval is as much wider as it must be for all of them to be right together (Bonferroni).
    """
    value = (one - other) / of
    z = NormalDist().inv_cdf(1 - 0.025 / choices)
    spread = z * sqrt(max(0.0, (one + other) / of - value * value) / of)
    return Difference(value, value - spread, value + spread)
