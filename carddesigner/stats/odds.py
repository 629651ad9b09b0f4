"""Odds of drawing from a shuffled pile without replacement: hypergeometric, as exact fractions."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from msgspec import Struct

from carddesigner.core.options import CARDS_DRAWN, OptionError, WrongOption

RARE = Fraction(1, 2000)
"""Smaller probabilities are shown as less than 0.1 %, and likewise those close to 1."""


class Odds(Struct, frozen=True):
    """The distribution of hits among *drawn* cards from a pile with *hits* of them. ``exactly[k]`` is the probability
    of k hits. ``of`` and ``draw`` name the wanted cards and the draw; a draw may have no name.
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
        """The mean number of hits."""
        return Fraction(self.drawn * self.hits, self.pile)


def check_draw(pile: int, drawn: int) -> None:
    """Raise OptionError if more cards are drawn than the pile has, or than are allowed."""
    if drawn > CARDS_DRAWN.most:
        raise OptionError(WrongOption("draw", f"at most {CARDS_DRAWN.most:,} cards are drawn"))
    if not 1 <= drawn <= pile:
        cards = "1 card" if pile == 1 else f"{pile:,} cards" if pile else "no cards"
        raise OptionError(WrongOption("draw", f"{drawn:,} can't be drawn: the pile has {cards}"))


def odds(of: str, pile: int, hits: int, drawn: int, draw: str = "") -> Odds:
    """Return the odds of a draw. Raises OptionError."""
    check_draw(pile, drawn)
    ways = comb(pile, drawn)
    exactly = tuple(Fraction(comb(hits, k) * comb(pile - hits, drawn - k), ways) for k in range(min(hits, drawn) + 1))
    return Odds(of, pile, hits, drawn, exactly, draw)


def percent(share: Fraction | float) -> str:
    """Format a probability with one decimal place; only what is certain is shown as 0 % or 100 %."""
    if share in (0, 1):
        return f"{int(share) * 100} %"
    if share < RARE:
        return "<0.1 %"
    if share >= 1 - RARE:
        return ">99.9 %"
    return f"{float(share) * 100:.1f} %"


def table(odds: Odds) -> list[tuple[str, str, str, float | None]]:
    """Return rows for display: the number of hits, the probability of exactly and of at least that many, and the length
    of a bar from 0 to 1. Rare numbers of hits share the last row.
    """
    rows: list[tuple[str, str, str, float | None]] = []
    most = max(odds.exactly)
    at_least = Fraction(1)
    for k, p in enumerate(odds.exactly):
        if k > 1 and at_least < RARE:
            rows.append((f"{k} or more", "", percent(at_least), None))
            break
        rows.append((str(k), percent(p), percent(at_least), float(p / most)))
        at_least -= p
    return rows
