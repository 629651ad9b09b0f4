"""What a figure says: whether its bound is met, and whether it got worse since an earlier run.

A verdict may not depend on how busy the machine is. CPU seconds, memory and sizes hardly do, as ratios of turns taken beside
each other; times waited for do, so they are judged of those turns alone that had processors enough. There are two ways to
make one ratio of many turns, that of the least of both and the median of all. Both are a few per cent off on a busy machine,
seldom both to the same side, so the one in the program's favour counts, and less than a tenth is no difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from benchmarks.amounts import Amount
from benchmarks.kept import Figure, Kept, Part

Verdict = Literal["met", "close", "missed", "not judged", "unbounded"]

NOTABLE = 0.1
"""The part of a value, or of its bound, by which two must differ to be told apart."""
FEW = 0.25
"""The part of a value that one or two turns may be off: as much as CPU seconds of the same command differ on a busy machine."""


def likely(amount: Amount) -> tuple[float, float]:
    """Between what a value is, chance aside."""
    off = FEW * abs(amount.value) if amount.turns in (1, 2) else 0.0
    return min(amount.value, amount.middle) - off, max(amount.value, amount.middle) + off


def verdict(figure: Figure) -> Verdict:
    """Whether a figure's bound is met; ``close`` where it isn't, but by no more than may be chance."""
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
    """A figure that got worse than chance explains."""

    part: str
    before: Figure
    now: Figure

    def __str__(self) -> str:
        was, now, unit = self.before.amount.value, self.now.amount.value, self.now.unit
        return f"{self.part}: {self.now.name}: {now:.3g} {unit} now, {was:.3g} {unit} before"


def is_worse(now: Figure, before: Figure) -> bool:
    """Whether a figure rose beyond the spread of the earlier run, and by enough to be no chance."""
    a, b = now.amount, before.amount
    if a.others is not None or b.others is not None:
        return False
    least, most = likely(a)[0], likely(b)[1]
    return least > b.high and least - most > NOTABLE * max(abs(most), now.most or 0.0)


def regressions(now: Sequence[Part], before: Kept) -> list[Regression]:
    """What got worse since an earlier run of a machine like this."""
    earlier = {(part, figure.name): figure for part, figure in before.figures}
    pairs = ((part.name, figure, earlier.get((part.name, figure.name))) for part in now for figure in part.figures)
    return [Regression(part, old, new) for part, new, old in pairs if old is not None and is_worse(new, old)]


def better(part: Part, again: Part) -> Part:
    """A part that was measured twice, with the better of each figure: chance seldom makes the same one worse both times."""
    first = {figure.name: figure for figure in part.figures}
    figures = tuple(min(f, first.get(f.name, f), key=lambda figure: figure.amount.value) for f in again.figures)
    return msgspec.structs.replace(again, figures=figures, seconds=part.seconds + again.seconds)
