"""What was measured, as a value with its spread over the turns."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Literal

import msgspec

from benchmarks.runs import Run

Unit = Literal["×", "MB", "kB", "B", "ms", "s"]


class Amount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A value, and the least, the median and the most of the turns that it was taken of.

    *value* is what is judged. For a ratio of CPU seconds it is that of the least of each, for whatever else a machine does
    only adds to them; it lies within the spread. What is the same each time has no *turns*. *others* says how many
    processors other programs kept busy, where that makes the value worthless: a time waited for, in no turn of which there
    were processors enough.
    """

    value: float
    low: float
    middle: float
    high: float
    turns: int
    others: float | None = None


def exact(value: float) -> Amount:
    """A value that is the same whatever the machine does: a size in bytes."""
    return Amount(value, value, value, value, 0)


def spread(values: Sequence[float], value: float | None = None) -> Amount:
    """Of values that were each taken in a turn; the least is judged unless another is given."""
    low = min(values)
    return Amount(low if value is None else value, low, statistics.median(values), max(values), len(values))


def of_times(a: Sequence[float], b: Sequence[float]) -> Amount:
    """The ratio of times that were taken in turns: of the least of each, with the spread of that of each turn's.

    Where one was taken in fewer turns than the other, for it takes long, the others' turns beyond them don't count.
    """
    pairs = list(zip(a, b, strict=False))
    least = min(x for x, _ in pairs) / min(y for _, y in pairs)
    return spread([x / y for x, y in pairs], least)


def ratio(a: Sequence[Run], b: Sequence[Run]) -> Amount:
    """Of the CPU seconds of two commands."""
    return of_times([run.cpu for run in a], [run.cpu for run in b])


def waited(a: Sequence[Run], b: Sequence[Run], processors: int = 1, more: float = 0.0) -> Amount:
    """Of the time from beginning to end, of those turns in which other programs left so many processors free; *b* may take so many
    seconds *more*.
    """
    every = [*zip(a, b, strict=False)]
    free = [(x, y) for x, y in every if x.leaves(processors) and y.leaves(processors)]
    amount = of_times(*zip(*((x.wall, y.wall + more) for x, y in free or every), strict=True))
    return amount if free else msgspec.structs.replace(amount, others=max(run.others for run in (*a, *b)))


def memory(runs: Sequence[Run]) -> Amount:
    """Megabytes of a command's largest process: the median of its turns."""
    taken = [run.memory for run in runs]
    return spread(taken, statistics.median(taken))


def more_memory(a: Sequence[Run], b: Sequence[Run], scale: float = 1.0) -> Amount:
    """How many more megabytes one command takes than the other, times *scale*."""
    pairs = zip((run.memory for run in a), (run.memory for run in b), strict=False)
    more = [scale * (x - y) for x, y in pairs]
    return spread(more, statistics.median(more))
