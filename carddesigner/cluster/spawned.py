"""Processes of this machine that start from nothing, where none can be made as a copy of this one: on Windows and macOS, and beside
threads. Jobs are pickled, as they are for a cluster, and a process makes what it needs again.
"""

from __future__ import annotations

import atexit
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pickle import PickleError
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from carddesigner.cluster.wire import Answer, SentJob, dump, load
from carddesigner.cluster.worker_process import WorkerProcess
from carddesigner.core.job import AHEAD, Job
from carddesigner.core.worker import processors

Result = TypeVar("Result")

WORTHWHILE = 4_000
"""Cards, or games, from which on they are begun where nobody says how many: each takes half a second to begin."""
_LOOKS = 0.5
"""Seconds after which a wait looks up, for on Windows none is interrupted by Ctrl-C."""


class SpawnedProcesses(Struct, frozen=True):
    """Processes that start from nothing, *most* of them at a time, as many as there are processors if left out. What is no ``Job`` is
    done here.
    """

    most: int | None = None

    @property
    def at_once(self) -> int:
        """How many jobs are at work at a time."""
        return self.most or processors()

    @property
    def are_here(self) -> bool:
        """They have nothing that this process has."""
        return False

    def pays(self, things: int) -> bool:
        """Whether so many cards or games are enough."""
        return things >= WORTHWHILE or (self.most or 1) > 1

    def each(
        self, jobs: Iterable[Callable[[], Result]], lost: Callable[[int | None], Result] | None = None
    ) -> Iterator[Result]:
        """What comes of jobs, in their order. One that fails is done here, in its turn, as is one whose process ended, unless there is
        *lost* to stand for that. The first are begun at once.
        """
        pool = _Pool(self.at_once)
        left = iter(jobs)
        begun: deque[_PendingJob | Callable[[], Any]] = deque()
        _fill(begun, left, pool)
        return _results(begun, left, pool, lost)


class _PendingJob:
    """A job that a process is to do, and what it answered, or its exit code."""

    def __init__(self, job: Job[Any], message: bytes) -> None:
        self.job, self.message = job, message
        self.answer: bytes | int | None = None


class _Pool:
    """A thread for each process, which hands it jobs and waits for what it answers."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._queue: SimpleQueue[_PendingJob | None] = SimpleQueue()
        self._ready: SimpleQueue[None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._processes: list[WorkerProcess] = []
        self._lock = threading.RLock()  # a signal may end all while all are ended
        self._has_ended = False
        atexit.register(self.close)

    def submit(self, one: _PendingJob) -> None:
        """Have a job done."""
        self._queue.put(one)
        if len(self._threads) < self.most:
            thread = threading.Thread(target=self._run_jobs, daemon=True)
            self._threads.append(thread)
            thread.start()

    def wait(self) -> None:
        """Wait a moment for any answer."""
        with suppress(Empty):
            self._ready.get(timeout=_LOOKS)

    def close(self) -> None:
        """End all processes."""
        atexit.unregister(self.close)
        with self._lock:
            self._has_ended = True
            for process in self._processes:
                process.end()
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            thread.join()

    def _run_jobs(self) -> None:
        process: WorkerProcess | None = None
        while (one := self._queue.get()) is not None:
            try:
                process = process or self._started()
                one.answer = process.run(one.message) if process is not None else 1
            except OSError:
                one.answer = 1
            if isinstance(one.answer, int):
                process = None
            self._ready.put(None)
        if process is not None:
            process.close()

    def _started(self) -> WorkerProcess | None:
        with self._lock:
            if self._has_ended:
                return None
            process = WorkerProcess(None, silent=True)
            self._processes.append(process)
            return process


def _fill(begun: deque[_PendingJob | Callable[[], Any]], left: Iterator[Callable[[], Any]], pool: _Pool) -> None:
    while len(begun) < AHEAD * pool.most and (job := next(left, None)) is not None:
        begun.append(job)
        # What can't be pickled raises any of these, and is done here.
        with suppress(PickleError, AttributeError, TypeError):
            if isinstance(job, Job):
                one = _PendingJob(job, msgspec.msgpack.encode(SentJob(dump(job.do), False)))
                pool.submit(one)
                begun[-1] = one


def _results(
    begun: deque[_PendingJob | Callable[[], Any]],
    left: Iterator[Callable[[], Any]],
    pool: _Pool,
    lost: Callable[[int | None], Any] | None,
) -> Iterator[Any]:
    try:
        while begun:
            first = begun[0]
            if isinstance(first, _PendingJob) and first.answer is None:
                pool.wait()
                continue
            begun.popleft()
            yield _result(first, lost)
            _fill(begun, left, pool)
    finally:
        pool.close()


def _result(one: _PendingJob | Callable[[], Any], lost: Callable[[int | None], Any] | None) -> Any:
    if not isinstance(one, _PendingJob):
        return one()
    if isinstance(one.answer, int):
        return lost(one.answer) if lost is not None else one.job()
    assert one.answer is not None
    answer = msgspec.msgpack.decode(one.answer, type=Answer)
    return load(answer.result) if answer.result is not None else one.job()
