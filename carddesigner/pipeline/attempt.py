"""Jobs of a batch, each of which returns a result or a failure, so that the others continue."""

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
    """The seconds a job took, and what was ``made`` or why it failed."""

    seconds: float
    made: Made | None = None
    failure: Failure | None = None


def attempt(make: Callable[[], Made], span: Span | None = None) -> Attempt[Made]:
    """Run *make* and return its result or failure; *span* is where a file asks for it."""
    started = time.perf_counter()
    made = failure = None
    try:
        made = make()
    except Exception as problem:  # whatever it is, others continue
        failure = failure_at(problem, span)
    return Attempt(time.perf_counter() - started, made, failure)


def has_failed(attempt: Attempt[Made]) -> bool:
    """Whether the attempt failed."""
    return attempt.failure is not None


def failure_at(problem: Exception, span: Span | None = None) -> Failure:
    """Return why nothing was made, at the place in the file that asks for it."""
    failure = failure_of(problem)
    if failure.report is None:
        return failure
    report = Report()
    for diagnostic in failure.report:
        report.add(diagnostic, span)
    return replace(failure, report=pinned(report))


AttemptJob = tuple[Callable[[], Attempt[Made]], Callable[[Attempt[Made]], Attempt[Made]]]
"""A job for a worker, and the function that processes its attempt in this process."""


def attempts(
    things: Iterable[Thing],
    begin: Callable[[Thing, Workers], AttemptJob[Made]],
    did: str,
    jobs: int | None = None,
    scheduler: str | None = None,
    notify: Callable[[str], None] | None = None,
) -> Iterator[Attempt[Made]]:
    """Yield the attempts for things, in order. *begin* returns the job for a thing; it runs in *jobs* processes of this
    machine, or on the cluster of a *scheduler*, about which *notify* receives a line. *did* is the verb for messages
    about a job. Raises ClusterProblem.
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
    """Return a failure: the process that *did* the job was ended."""
    by = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
    why = ", which mostly means that memory ran out" if code == -9 else ""
    return Attempt(0.0, failure=Failure(3, f"the process that {did} it was ended by {by}{why}"))
