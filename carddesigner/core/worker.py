"""Work done by another process next to this one, if a processor is free, or by another machine (``Workers``)."""

from __future__ import annotations

import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

from msgspec import Struct

from carddesigner.core import signals
from carddesigner.core.job import AHEAD, may_begin_others

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

Result = TypeVar("Result")
Made = TypeVar("Made")


class Workers(Protocol):
    """Who does jobs: processes on this machine, or on others."""

    @property
    def at_once(self) -> int:
        """The number of jobs done at the same time."""

    @property
    def are_here(self) -> bool:
        """Whether they start with the memory of this process. Other workers need jobs of type ``Job``."""

    def pays(self, things: int) -> bool:
        """Return whether the workers are faster than this process alone for this many cards or games."""

    def each(
        self, jobs: Iterable[Callable[[], Result]], lost: Callable[[int | None], Result] | None = None
    ) -> Iterator[Result]:
        """Yield the results in the order of the jobs, as ``side_by_side`` does."""


WORTHWHILE = 1_000
"""The number of cards or games from which several processes are used by default."""


class Here(Struct, frozen=True):
    """Forks of this process, at most *most* at a time, by default as many as there are processors; none if it can't
    fork.
    """

    most: int | None = None

    @property
    def at_once(self) -> int:
        """The number of jobs done at the same time."""
        return (self.most or processors()) if can_be_copied() else 1

    @property
    def are_here(self) -> bool:
        """Always True."""
        return True

    def pays(self, things: int) -> bool:
        """Return whether several processes can run and this many cards or games are enough for them."""
        return self.at_once > 1 and (self.most is not None or things >= WORTHWHILE)

    def each(
        self, jobs: Iterable[Callable[[], Result]], lost: Callable[[int | None], Result] | None = None
    ) -> Iterator[Result]:
        """Yield the results in the order of the jobs."""
        return side_by_side(jobs, self.most, lost)


class Again(Generic[Made]):
    """A *value* that another machine makes again, instead of receiving it, with the function that made it here, which
    can be pickled. A process makes it once for all jobs that have it.
    """

    def __init__(self, make: Callable[[], Made], value: Made) -> None:
        self.make, self.value = make, value

    def __reduce__(self) -> tuple[Callable[..., Again[Made]], tuple[Callable[[], Made]]]:
        return made_again, (self.make,)


MAX_MADE = 4
_made: list[tuple[tuple[object, ...], object]] = []
"""The values made again most recently, by the functions that made them and their arguments."""


def made_again(make: Callable[[], Made]) -> Again[Made]:
    """Return the value, made here again or kept from an earlier call."""
    by = (make.func, make.args, make.keywords) if isinstance(make, partial) else (make,)
    for made_by, value in _made:
        if made_by == by:
            return Again(make, value)  # type: ignore[arg-type]
    made = make()
    _made.append((by, made))
    del _made[:-MAX_MADE]
    return Again(make, made)


def processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def can_be_copied() -> bool:
    """Return whether this process can be forked and may start workers."""
    return _start_method(spawns=False) is not None and may_begin_others()


def in_worker(job: Callable[[], Result], most: int | None = None) -> Callable[[], Result]:
    """Begin a job in a fork of this process. Returns a function that waits for the result; it can be called once, and
    the result must be picklable. If no processor is free, *most* such processes are running, or this process can't be
    forked, and if the process fails, the job is done here when the result is requested.
    """
    running = _started(job, most, None)
    return running.result if running is not None else job


def side_by_side(
    jobs: Iterable[Callable[[], Result]],
    most: int | None = None,
    lost: Callable[[int | None], Result] | None = None,
) -> Iterator[Result]:
    """Yield the results of the jobs in order. At most *most* jobs run at a time, by default as many as there are
    processors: in forks of this process, which do one after another, and in this one while it waits. A long job doesn't
    keep a processor from the next ones.

    With *lost*, each job has a process of its own, even if *most* is 1. If a process dies without a result, the job
    isn't repeated, but the return value of *lost* for its exit code is the result. Such jobs and their results must be
    picklable to run in processes on every system.
    """
    most = most or processors()
    if lost is not None:
        yield from _each_apart(jobs, most, lost)
        return
    jobs = [*jobs]
    if min(most, len(jobs)) < 2 or not can_be_copied():
        yield from (job() for job in jobs)
        return
    from carddesigner.core.shared_jobs import SharedJobs

    yield from SharedJobs(jobs, most).results()


def _each_apart(
    jobs: Iterable[Callable[[], Result]], most: int, lost: Callable[[int | None], Result]
) -> Iterator[Result]:
    left = iter(jobs)
    queue: deque[_Running[Result] | _Done[Result] | Callable[[], Result]] = deque()
    try:
        while True:
            while queue and isinstance(first := queue[0], _Done):
                queue.popleft()
                yield first.result
            while sum([not isinstance(one, _Done) for one in queue]) < most and len(queue) < AHEAD * most:
                if (job := next(left, None)) is None:
                    break
                queue.append(_started(job, most, lost) or job)
            if not queue:
                return
            if isinstance(first := queue[0], _Running):
                _receive(queue)
            elif not isinstance(first, _Done):
                queue.popleft()
                yield first()
    finally:
        # If a job fails, or the caller stops early, the others would go on writing.
        for one in queue:
            if isinstance(one, _Running):
                one.stop()


class _Running(Generic[Result]):
    """A job running in a process."""

    def __init__(
        self,
        process: BaseProcess,
        connection: Connection,
        job: Callable[[], Result],
        lost: Callable[[int | None], Result] | None,
    ) -> None:
        self._process, self.connection, self._job, self._lost = process, connection, job, lost

    def result(self) -> Result:
        """Return its result, once."""
        ended = self.ended()
        return ended.result if isinstance(ended, _Done) else ended()

    def ended(self) -> _Done[Result] | Callable[[], Result]:
        """Return its result, once; or the job itself, if the process died without a result and the job must be done
        here.
        """
        with self.connection:
            try:
                result: Result = self.connection.recv()
            except (EOFError, OSError):
                self._process.join()
                return _Done(self._lost(self._process.exitcode)) if self._lost is not None else self._job
        self._process.join()
        return _Done(result)

    def stop(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.join()
        self.connection.close()


class _Done(Generic[Result]):
    """The result of a job."""

    def __init__(self, result: Result) -> None:
        self.result = result


def _receive(queue: deque[_Running[Result] | _Done[Result] | Callable[[], Result]]) -> None:
    """Wait for any of the running jobs, and replace those that ended by their results. A failed one is repeated in its
    turn, so that of several errors the first in order is raised.
    """
    from multiprocessing.connection import wait

    ready = wait([one.connection for one in queue if isinstance(one, _Running)])
    for place, one in enumerate(queue):
        if isinstance(one, _Running) and one.connection in ready:
            queue[place] = one.ended()


def _started(
    job: Callable[[], Result], most: int | None, lost: Callable[[int | None], Result] | None
) -> _Running[Result] | None:
    """Start a job in a process of its own; None if it must be done here."""
    method = _start_method(spawns=lost is not None)
    if method is None or not _has_room(most, alone=lost is not None):
        return None
    from multiprocessing import get_context
    from pickle import PickleError

    context = get_context("fork") if method == "fork" else get_context("spawn")
    here, there = context.Pipe(duplex=False)
    # The fork inherits both ends. With the reading end open it would wait for ever if nobody reads its result.
    process = context.Process(target=_send, args=(job, there, here if method == "fork" else None), daemon=True)
    try:
        with signals.held() if method == "fork" else nullcontext():
            process.start()
    except (OSError, PickleError, AttributeError, TypeError):  # unpicklable values raise any of these
        here.close()
        return None
    finally:
        there.close()
    return _Running(process, here, job, lost)


def _start_method(*, spawns: bool) -> Literal["fork", "spawn"] | None:
    """How to start a process for a job: fork if the system supports it. Forking a process with threads would copy their
    locks without the threads, so that with threads, and on other systems, the process is spawned if the job allows it.
    """
    if sys.platform == "linux" and threading.active_count() == 1:
        return "fork"
    return "spawn" if spawns else None


def _has_room(most: int | None, *, alone: bool) -> bool:
    """Whether another process can be started next to at most *most* others."""
    from multiprocessing import active_children

    room = most if most is not None else processors()
    return may_begin_others() and len(active_children()) < room and (alone or room > 1)


def _send(job: Callable[[], Any], to: Connection, other_end: Connection | None) -> None:
    """Do the job. Failures are silent, because the parent process repeats it and sees the error."""
    with suppress(BaseException):
        if other_end is not None:
            signals.release()
            other_end.close()
        to.send(job())
