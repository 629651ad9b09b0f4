"""The verdict on a figure: whether its bound is met, and whether it got worse since an earlier run.

A verdict must not depend on how busy the machine is. CPU seconds, memory and sizes hardly do, as ratios of turns taken
next to each other. Waiting times do, so only turns with enough free processors are judged. A ratio over many turns can
be that of both minimums, or the median of all ratios. On a busy machine both are a few per cent off, but seldom in the
same direction, so the one in the program's favour counts, and less than a tenth is no difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from benchmarks.amounts import Amount
from benchmarks.kept import Figure, Kept, Part

Verdict = Literal["met", "close", "missed", "not judged", "unbounded"]

NOTABLE = 0.1
"""The least difference that counts, as a fraction of the value or its bound."""
FEW = 0.25
"""The error of a value from one or two turns, as a fraction: CPU seconds of the same command vary so much on a busy machine."""


def likely(amount: Amount) -> tuple[float, float]:
    """The range within which a value lies, apart from chance."""
    off = FEW * abs(amount.value) if amount.turns in (1, 2) else 0.0
    return min(amount.value, amount.middle) - off, max(amount.value, amount.middle) + off


def verdict(figure: Figure) -> Verdict:
    """Return whether a figure's bound is met; ``close`` if it is missed by no more than chance explains."""
    amount = figure.amount
    if amount.others is not None:
        return "not judged"
    if figure.most is None:
        return "unbounded"
    if amount.value <= figure.most:
        return "met"
    chance = NOTABLE if amount.turns else 0.0
    return "missed" if likely(amount)[0] > figure.most * (1 + chance) else "close"


class Regression(msgspec.Struct, frozen=True):
    """A figure that got worse by more than chance explains."""

    part: str
    before: Figure
    now: Figure

    def __str__(self) -> str:
        was, now, unit = self.before.amount.value, self.now.amount.value, self.now.unit
        return f"{self.part}: {self.now.name}: {now:.3g} {unit} now, {was:.3g} {unit} before"


def is_worse(now: Figure, before: Figure) -> bool:
    """Return whether a figure rose beyond the spread of the earlier run, and by too much for chance."""
    a, b = now.amount, before.amount
    if a.others is not None or b.others is not None:
        return False
    least, most = likely(a)[0], likely(b)[1]
    return least > b.high and least - most > NOTABLE * max(abs(most), now.most or 0.0)


def regressions(now: Sequence[Part], before: Kept) -> list[Regression]:
    """Return what got worse since an earlier run on this kind of machine."""
    earlier = {(part, figure.name): figure for part, figure in before.figures}
    pairs = ((part.name, figure, earlier.get((part.name, figure.name))) for part in now for figure in part.figures)
    return [Regression(part, old, new) for part, new, old in pairs if old is not None and is_worse(new, old)]


def better(part: Part, again: Part) -> Part:
    """Return a part that was measured twice with the better of each figure: chance seldom makes the same one worse twice."""
    first = {figure.name: figure for figure in part.figures}
    figures = tuple(min(f, first.get(f.name, f), key=lambda figure: figure.amount.value) for f in again.figures)
    return msgspec.structs.replace(again, figures=figures, seconds=part.seconds + again.seconds)
