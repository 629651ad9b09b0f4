"""Measured values with their spread over the turns."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Literal

import msgspec

from benchmarks.runs import Run

Unit = Literal["×", "MB", "kB", "B", "ms", "s"]


class Amount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A value, with the minimum, the median and the maximum over the turns.

    *value* is what is judged. For a ratio of CPU seconds it is the ratio of both minimums, because other load on the
    machine only adds to CPU seconds; it lies within the spread. A value that is always the same has no *turns*.
    *others* is set if the value is worthless: it is a waiting time, and in no turn were there enough free processors;
    it says how many processors other programs kept busy.
    """

    value: float
    low: float
    middle: float
    high: float
    turns: int
    others: float | None = None


def exact(value: float) -> Amount:
    """Return a value that doesn't depend on the machine's load: a size in bytes."""
    return Amount(value, value, value, value, 0)


def spread(values: Sequence[float], value: float | None = None) -> Amount:
    """Return the amount for values of several turns. The minimum is judged unless another value is given."""
    low = min(values)
    return Amount(low if value is None else value, low, statistics.median(values), max(values), len(values))


def of_times(a: Sequence[float], b: Sequence[float]) -> Amount:
    """Return the ratio of times taken in turns: of both minimums, with the spread of the ratios in each turn.

    If one has fewer turns than the other, because it takes long, the other's further turns don't count.
    """
    pairs = list(zip(a, b, strict=False))
    least = min(x for x, _ in pairs) / min(y for _, y in pairs)
    return spread([x / y for x, y in pairs], least)


def ratio(a: Sequence[Run], b: Sequence[Run]) -> Amount:
    """Return the ratio of the CPU seconds of two commands."""
    return of_times([run.cpu for run in a], [run.cpu for run in b])


def waited(a: Sequence[Run], b: Sequence[Run], processors: int = 1, more: float = 0.0) -> Amount:
    """Return the ratio of wall-clock times, from turns in which other programs left this many processors free. *b* is
    allowed so many seconds *more*.
    """
    every = [*zip(a, b, strict=False)]
    free = [(x, y) for x, y in every if x.leaves(processors) and y.leaves(processors)]
    amount = of_times(*zip(*((x.wall, y.wall + more) for x, y in free or every), strict=True))
    return amount if free else msgspec.structs.replace(amount, others=max(run.others for run in (*a, *b)))


def memory(runs: Sequence[Run]) -> Amount:
    """Return the megabytes of a command's largest process: the median over the turns."""
    taken = [run.memory for run in runs]
    return spread(taken, statistics.median(taken))


def more_memory(a: Sequence[Run], b: Sequence[Run], scale: float = 1.0) -> Amount:
    """Return how many more megabytes one command takes than the other, times *scale*."""
    pairs = zip((run.memory for run in a), (run.memory for run in b), strict=False)
    more = [scale * (x - y) for x, y in pairs]
    return spread(more, statistics.median(more))
