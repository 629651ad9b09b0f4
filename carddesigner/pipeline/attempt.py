"""One piece of work of several, which ends with a value whatever becomes of it, so that the others go on."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from functools import partial
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.cluster.workers import open_workers
from carddesigner.core import signals
from carddesigner.core.fault import Failure, failure_of
from carddesigner.core.report import Report, pinned
from carddesigner.core.source import Span
from carddesigner.core.worker import Here, Workers

Made = TypeVar("Made")
Thing = TypeVar("Thing")


class Attempt(Struct, Generic[Made], frozen=True):
    """The seconds that it took, and what was ``made``, or why nothing was."""

    seconds: float
    made: Made | None = None
    failure: Failure | None = None


def attempt(make: Callable[[], Made], span: Span | None = None) -> Attempt[Made]:
    """What comes of *make*, which a file asks for at a *span*."""
    started = time.perf_counter()
    made = failure = None
    try:
        made = make()
    except Exception as problem:  # whatever it is, others go on
        failure = failure_at(problem, span)
    return Attempt(time.perf_counter() - started, made, failure)


def has_failed(attempt: Attempt[Made]) -> bool:
    """Whether nothing was made."""
    return attempt.failure is not None


def failure_at(problem: Exception, span: Span | None = None) -> Failure:
    """Why nothing was made, where a file asks for it."""
    failure = failure_of(problem)
    if failure.report is None:
        return failure
    report = Report()
    for diagnostic in failure.report:
        report.add(diagnostic, span)
    return replace(failure, report=pinned(report))


Begun = tuple[Callable[[], Attempt[Made]], Callable[[Attempt[Made]], Attempt[Made]]]
"""A job, and what is done here with what comes of it."""


def attempts(
    things: Iterable[Thing],
    begin: Callable[[Thing, Workers], Begun[Made]],
    did: str,
    jobs: int | None = None,
    scheduler: str | None = None,
    notify: Callable[[str], None] | None = None,
) -> Iterator[Attempt[Made]]:
    """What comes of things, in order, begun by *begin* for the workers that do it: *jobs* processes of this machine, or the cluster of
    a *scheduler*, about which *notify* is given a line. *did* is what a process does with one. Raises ClusterProblem.
    """
    signals.some_may_be_made()
    # Here each has a process of its own, on every system.
    with open_workers(scheduler, jobs, notify) if scheduler is not None else nullcontext(Here(jobs)) as workers:
        ends = deque[Callable[[Attempt[Made]], Attempt[Made]]]()

        def each() -> Iterator[Callable[[], Attempt[Made]]]:
            for thing in things:
                job, end = begin(thing, workers)
                ends.append(end)
                yield job

        for ended in workers.each(each(), partial(_ended_by, did=did)):
            yield ends.popleft()(ended)


def _ended_by(code: int | None, did: str) -> Attempt[Made]:
    """Nothing was made, for the process that *did* it was ended."""
    by = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
    why = ", which mostly means that memory ran out" if code == -9 else ""
    return Attempt(0.0, failure=Failure(3, f"the process that {did} it was ended by {by}{why}"))
