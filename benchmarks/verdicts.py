"""What a figure says: whether its bound is met, and whether it got worse since an earlier run.

A verdict may not depend on how busy the machine is. CPU seconds, memory and sizes hardly do, as ratios of the least of
turns taken beside each other; times waited for do, so they are judged of those turns alone that had processors enough.
What is left of chance is in the spread over the turns, and nothing that lies within it is called missed or worse.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from benchmarks.amounts import Amount
from benchmarks.kept import Figure, Kept, Part

Verdict = Literal["met", "close", "missed", "not judged", "unbounded"]

NOTABLE = 0.1
"""The part of a value, or of its bound if that is more, that it must rise by to be worth a word."""
FEW = 0.25
"""The part of a value that one or two turns may be off, which show no spread: as much as CPU seconds do on a busy machine."""


def verdict(figure: Figure) -> Verdict:
    """Whether a figure's bound is met; ``close`` where it isn't, but chance may have it so: it was in some of the turns."""
    amount = figure.amount
    if amount.others is not None:
        return "not judged"
    if figure.most is None:
        return "unbounded"
    if amount.value <= figure.most:
        return "met"
    return "missed" if spread_of(amount)[0] > figure.most else "close"


def spread_of(amount: Amount) -> tuple[float, float]:
    """Between what a value may as well have been."""
    if amount.turns in (1, 2):
        off = FEW * abs(amount.value)
        return min(amount.low, amount.value - off), max(amount.high, amount.value + off)
    return amount.low, amount.high


class Regression(msgspec.Struct, frozen=True):
    """A figure that got worse than chance explains."""

    part: str
    before: Figure
    now: Figure

    def __str__(self) -> str:
        was, now, unit = self.before.amount.value, self.now.amount.value, self.now.unit
        return f"{self.part}: {self.now.name}: {now:.3g} {unit} now, {was:.3g} {unit} before"


def is_worse(now: Figure, before: Figure) -> bool:
    """Whether a figure rose: beyond the spread of both runs, and by enough to matter."""
    a, b = now.amount, before.amount
    if a.others is not None or b.others is not None:
        return False
    notable = NOTABLE * max(abs(b.value), now.most or 0.0)
    return spread_of(a)[0] > spread_of(b)[1] and a.value - b.value > notable


def regressions(now: Sequence[Part], before: Kept) -> list[Regression]:
    """What got worse since an earlier run of a machine like this."""
    known = {(part, figure.name): figure for part, figure in before.figures}
    pairs = ((part.name, figure, known.get((part.name, figure.name))) for part in now for figure in part.figures)
    return [Regression(part, old, new) for part, new, old in pairs if old is not None and is_worse(new, old)]


def better(part: Part, again: Part) -> Part:
    """A part that was measured twice, with the better of each figure: chance seldom makes the same one worse both times."""
    first = {figure.name: figure for figure in part.figures}
    figures = tuple(min(f, first.get(f.name, f), key=lambda figure: figure.amount.value) for f in again.figures)
    return msgspec.structs.replace(again, figures=figures, seconds=part.seconds + again.seconds)
