"""Work that another process does beside this one, where there is a processor for it, or another machine (``Workers``)."""

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
    """Who does jobs: processes of this machine, or those of others."""

    @property
    def at_once(self) -> int:
        """How many jobs are at work at a time."""

    @property
    def are_here(self) -> bool:
        """Whether they begin with all that this process has. Others are given jobs that are a ``Job``."""

    def pays(self, things: int) -> bool:
        """Whether so many cards or games are enough for them to be done sooner than by this process alone."""

    def each(
        self, jobs: Iterable[Callable[[], Result]], lost: Callable[[int | None], Result] | None = None
    ) -> Iterator[Result]:
        """What comes of jobs, in their order, as ``side_by_side`` gives it."""


WORTHWHILE = 1_000
"""Cards, or games, from which on several processes are begun for them where nobody says how many."""


class Here(Struct, frozen=True):
    """Copies of this process, *most* of them at a time, as many as there are processors if left out; none where none can be made."""

    most: int | None = None

    @property
    def at_once(self) -> int:
        """How many jobs are at work at a time."""
        return (self.most or processors()) if can_be_copied() else 1

    @property
    def are_here(self) -> bool:
        """They are."""
        return True

    def pays(self, things: int) -> bool:
        """Whether so many cards or games are enough, where several can be at work."""
        return self.at_once > 1 and (self.most is not None or things >= WORTHWHILE)

    def each(
        self, jobs: Iterable[Callable[[], Result]], lost: Callable[[int | None], Result] | None = None
    ) -> Iterator[Result]:
        """What comes of jobs, in their order."""
        return side_by_side(jobs, self.most, lost)


class Again(Generic[Made]):
    """A *value* that another machine makes again rather than being sent it, by what made it here, which can be pickled. A process makes
    it once for all jobs that have it.
    """

    def __init__(self, make: Callable[[], Made], value: Made) -> None:
        self.make, self.value = make, value

    def __reduce__(self) -> tuple[Callable[..., Again[Made]], tuple[Callable[[], Made]]]:
        return made_again, (self.make,)


MAX_MADE = 4
_made: list[tuple[tuple[object, ...], object]] = []
"""What was made again last, by the functions that made it and what these were given."""


def made_again(make: Callable[[], Made]) -> Again[Made]:
    """A value that is made here again."""
    by = (make.func, make.args, make.keywords) if isinstance(make, partial) else (make,)
    for made_by, value in _made:
        if made_by == by:
            return Again(make, value)  # type: ignore[arg-type]
    made = make()
    _made.append((by, made))
    del _made[:-MAX_MADE]
    return Again(make, made)


def processors() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def can_be_copied() -> bool:
    """Whether processes can be made of this one that begin with all that it has."""
    return _start_method(spawns=False) is not None and may_begin_others()


def in_worker(job: Callable[[], Result], most: int | None = None) -> Callable[[], Result]:
    """Begin a job in a process that starts from all that this one has now; what comes back waits for its result, once,
    which must be one that can be pickled. Where there is no processor to spare, or *most* such processes are at work, or a process
    can't be made of this one, and where that process fails, the job is done when its result is asked for.
    """
    running = _started(job, most, None)
    return running.result if running is not None else job


def side_by_side(
    jobs: Iterable[Callable[[], Result]],
    most: int | None = None,
    lost: Callable[[int | None], Result] | None = None,
) -> Iterator[Result]:
    """What comes of jobs, in their order. *Most* of them are at work at a time, as many as there are processors if left out: by copies of
    this process that do one after another, and by this one while it waits for them. One that takes long keeps no processor from the next.
    With *lost* each has a process of its own even where *most* is 1, and is not done again: what *lost* makes of the exit code of a
    process that ended without a result stands for it; such jobs and their results can be pickled, if they are to have processes on every
    system.
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
    begun: deque[_Running[Result] | _Done[Result] | Callable[[], Result]] = deque()
    try:
        while True:
            while begun and isinstance(first := begun[0], _Done):
                begun.popleft()
                yield first.result
            while sum([not isinstance(one, _Done) for one in begun]) < most and len(begun) < AHEAD * most:
                if (job := next(left, None)) is None:
                    break
                begun.append(_started(job, most, lost) or job)
            if not begun:
                return
            if isinstance(first := begun[0], _Running):
                _receive(begun)
            elif not isinstance(first, _Done):
                begun.popleft()
                yield first()
    finally:
        # Where one fails, or nobody wants more, the others would go on writing.
        for one in begun:
            if isinstance(one, _Running):
                one.stop()


class _Running(Generic[Result]):
    """A job that a process is at."""

    def __init__(
        self,
        process: BaseProcess,
        connection: Connection,
        job: Callable[[], Result],
        lost: Callable[[int | None], Result] | None,
    ) -> None:
        self._process, self.connection, self._job, self._lost = process, connection, job, lost

    def result(self) -> Result:
        """What comes of it, once."""
        ended = self.ended()
        return ended.result if isinstance(ended, _Done) else ended()

    def ended(self) -> _Done[Result] | Callable[[], Result]:
        """What came of it, once; the job, where the process ended without a result and it is to be done here."""
        with self.connection:
            try:
                found: Result = self.connection.recv()
            except (EOFError, OSError):
                self._process.join()
                return _Done(self._lost(self._process.exitcode)) if self._lost is not None else self._job
        self._process.join()
        return _Done(found)

    def stop(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.join()
        self.connection.close()


class _Done(Generic[Result]):
    """What came of a job."""

    def __init__(self, result: Result) -> None:
        self.result = result


def _receive(begun: deque[_Running[Result] | _Done[Result] | Callable[[], Result]]) -> None:
    """Wait for any of the jobs that processes are at, and put what comes of those that ended in their places. One that failed is done
    again when its turn comes: of several errors, the first in order is raised.
    """
    from multiprocessing.connection import wait

    ready = wait([one.connection for one in begun if isinstance(one, _Running)])
    for place, one in enumerate(begun):
        if isinstance(one, _Running) and one.connection in ready:
            begun[place] = one.ended()


def _started(
    job: Callable[[], Result], most: int | None, lost: Callable[[int | None], Result] | None
) -> _Running[Result] | None:
    """A job in a process of its own; None where it is to be done here."""
    method = _start_method(spawns=lost is not None)
    if method is None or not _has_room(most, alone=lost is not None):
        return None
    from multiprocessing import get_context
    from pickle import PickleError

    context = get_context("fork") if method == "fork" else get_context("spawn")
    here, there = context.Pipe(duplex=False)
    # A copy of this process has this end too: were it open there, a result that nobody reads would be waited with for ever.
    process = context.Process(target=_send, args=(job, there, here if method == "fork" else None), daemon=True)
    try:
        with signals.held() if method == "fork" else nullcontext():
            process.start()
    except (OSError, PickleError, AttributeError, TypeError):  # what can't be pickled raises any of these
        here.close()
        return None
    finally:
        there.close()
    return _Running(process, here, job, lost)


def _start_method(*, spawns: bool) -> Literal["fork", "spawn"] | None:
    """How a process comes to be that does work of this one: as a copy, where there are such. A copy of threads would be a copy of
    their locks alone, so that beside these, and on other systems, a job starts from nothing if it may.
    """
    if sys.platform == "linux" and threading.active_count() == 1:
        return "fork"
    return "spawn" if spawns else None


def _has_room(most: int | None, *, alone: bool) -> bool:
    """Whether one more process can be made of this one, beside *most* others."""
    from multiprocessing import active_children

    room = most if most is not None else processors()
    return may_begin_others() and len(active_children()) < room and (alone or room > 1)


def _send(job: Callable[[], Any], to: Connection, other_end: Connection | None) -> None:
    """Do the job; silent where it fails, as the parent process repeats it and sees the error."""
    with suppress(BaseException):
        if other_end is not None:
            signals.release()
            other_end.close()
        to.send(job())
