"""Worker processes on this machine that are started afresh, for Windows, macOS, and processes with threads, where no
copy of this process can be made. Jobs are pickled, as for a cluster, and a process computes again what it needs.
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
"""Cards, or games, from which on processes are started if the user gives no number: each takes half a second to start.
"""
_POLL_SECONDS = 0.5
"""Seconds that a wait lasts at most: on Windows Ctrl-C does not interrupt it."""


class SpawnedProcesses(Struct, frozen=True):
    """Processes that are started afresh, at most *most* at a time, by default one per processor. Jobs that are not a
    ``Job`` are done in this process.
    """

    most: int | None = None

    @property
    def at_once(self) -> int:
        """How many jobs run at a time."""
        return self.most or processors()

    @property
    def are_here(self) -> bool:
        """False: they share no memory with this process."""
        return False

    def pays(self, things: int) -> bool:
        """Return whether there are enough cards or games for several processes, or the user asked for more than one."""
        return things >= WORTHWHILE or (self.most or 1) > 1

    def each(
        self, jobs: Iterable[Callable[[], Result]], lost: Callable[[int | None], Result] | None = None
    ) -> Iterator[Result]:
        """Yield the results of jobs, in their order; the first jobs are started at once. A job that fails, or whose
        process ended, is run again in this process when its turn comes; with *lost*, the result of a job whose process
        ended is what *lost* returns for the exit code.
        """
        pool = _Pool(self.at_once)
        left = iter(jobs)
        pending: deque[_PendingJob | Callable[[], Any]] = deque()
        _fill(pending, left, pool)
        return _results(pending, left, pool, lost)


class _PendingJob:
    """A job for a process, and its answer, or the exit code of a process that ended instead."""

    def __init__(self, job: Job[Any], message: bytes) -> None:
        self.job, self.message = job, message
        self.answer: bytes | int | None = None


class _Pool:
    """Threads that each give jobs to one process and wait for its answers."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._queue: SimpleQueue[_PendingJob | None] = SimpleQueue()
        self._ready: SimpleQueue[None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._processes: list[WorkerProcess] = []
        self._lock = threading.RLock()  # reentrant: a signal handler may end the processes while they are being ended
        self._has_ended = False
        atexit.register(self.close)

    def submit(self, one: _PendingJob) -> None:
        """Queue a job, and start a thread for it if there are fewer than allowed."""
        self._queue.put(one)
        if len(self._threads) < self.most:
            thread = threading.Thread(target=self._run_jobs, daemon=True)
            self._threads.append(thread)
            thread.start()

    def wait(self) -> None:
        """Wait briefly for any answer."""
        with suppress(Empty):
            self._ready.get(timeout=_POLL_SECONDS)

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


def _fill(pending: deque[_PendingJob | Callable[[], Any]], left: Iterator[Callable[[], Any]], pool: _Pool) -> None:
    while len(pending) < AHEAD * pool.most and (job := next(left, None)) is not None:
        pending.append(job)
        # These are the errors for jobs that can't be pickled; such a job is done in this process.
        with suppress(PickleError, AttributeError, TypeError):
            if isinstance(job, Job):
                one = _PendingJob(job, msgspec.msgpack.encode(SentJob(dump(job.do), False)))
                pool.submit(one)
                pending[-1] = one


def _results(
    pending: deque[_PendingJob | Callable[[], Any]],
    left: Iterator[Callable[[], Any]],
    pool: _Pool,
    lost: Callable[[int | None], Any] | None,
) -> Iterator[Any]:
    try:
        while pending:
            first = pending[0]
            if isinstance(first, _PendingJob) and first.answer is None:
                pool.wait()
                continue
            pending.popleft()
            yield _result(first, lost)
            _fill(pending, left, pool)
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
