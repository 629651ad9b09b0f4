"""Odds of drawing from a shuffled pile without putting back: hypergeometric, in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from msgspec import Struct

from carddesigner.core.options import OptionError, WrongOption

MAX_DRAWN = 1_000
"""Cards of one draw."""

RARE = Fraction(1, 2000)
"""A probability that is given as approximate."""


class Odds(Struct, frozen=True):
    """What to expect of *drawn* cards from a pile in which *hits* are wanted. ``exactly[k]`` is the probability of k.

    ``of`` and ``draw`` are what the deck, or who asked, calls the cards and the draw; a draw may have no name.
    """

    of: str
    pile: int
    hits: int
    drawn: int
    exactly: tuple[Fraction, ...]
    draw: str = ""

    @property
    def at_least_one(self) -> Fraction:
        """The probability of one or more."""
        return 1 - self.exactly[0]

    @property
    def at_least(self) -> tuple[Fraction, ...]:
        """``at_least[k]`` is the probability of k or more."""
        return tuple(sum(self.exactly[k:], Fraction(0)) for k in range(len(self.exactly)))

    @property
    def mean(self) -> Fraction:
        """How many come on average."""
        return Fraction(self.drawn * self.hits, self.pile)


def check_draw(pile: int, drawn: int) -> None:
    """Raise OptionError where the pile has fewer cards than are drawn, or too many are."""
    if drawn > MAX_DRAWN:
        raise OptionError(WrongOption("draw", f"at most {MAX_DRAWN:,} cards are drawn"))
    if not 1 <= drawn <= pile:
        cards = "1 card" if pile == 1 else f"{pile:,} cards" if pile else "no cards"
        raise OptionError(WrongOption("draw", f"{drawn:,} can't be drawn: the pile has {cards}"))


def odds(of: str, pile: int, hits: int, drawn: int, draw: str = "") -> Odds:
    """The odds of a draw. Raises OptionError."""
    check_draw(pile, drawn)
    ways = comb(pile, drawn)
    exactly = tuple(Fraction(comb(hits, k) * comb(pile - hits, drawn - k), ways) for k in range(min(hits, drawn) + 1))
    return Odds(of, pile, hits, drawn, exactly, draw)


def percent(share: Fraction | float) -> str:
    """A probability for people: a digit after the point, and never 0 % or 100 % for what is not."""
    if share in (0, 1):
        return f"{int(share) * 100} %"
    if share < RARE:
        return "<0.1 %"
    if share >= 1 - RARE:
        return ">99.9 %"
    return f"{float(share) * 100:.1f} %"


def table(found: Odds) -> list[tuple[str, str, str, float | None]]:
    """Rows for people: how many, exactly, at least, and the bar's length from 0 to 1. What hardly ever comes is one row."""
    rows: list[tuple[str, str, str, float | None]] = []
    most = max(found.exactly)
    at_least = Fraction(1)
    for k, p in enumerate(found.exactly):
        if k > 1 and at_least < RARE:
            rows.append((f"{k} or more", "", percent(at_least), None))
            break
        rows.append((str(k), percent(p), percent(at_least), float(p / most)))
        at_least -= p
    return rows
