"""Jobs shared by this process and forks of it; whoever is free takes the next one."""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from socket import MSG_DONTWAIT, SOCK_SEQPACKET, socketpair
from typing import Generic, TypeVar

from msgspec import Struct

from carddesigner.core import signals
from carddesigner.core.job import AHEAD, Job, working_beside_others

Result = TypeVar("Result")

MOST_IN_TURN = 3
"""The most processes with which this one reserves a job for its next turn. With more, handling the others' results
keeps it busy enough.
"""
_NUMBER = 4
"""Bytes of a job's number."""
_LOST = 1.0
"""Seconds within which a fork reports a job that it took. If none reports one, a fork was killed in between."""
_ON_THE_WAY = 1_000_000
"""Bytes of results that a pipe holds while this process does something else."""


class SharedJobs(Generic[Result]):
    """*Jobs* done by this process and forks of it, *most* at a time; whoever is free takes the next one."""

    def __init__(self, jobs: Sequence[Callable[[], Result]], most: int) -> None:
        self._jobs, self._most = jobs, most
        self._reserves = most <= MOST_IN_TURN and any(_in_turn(job) is not None for job in jobs)
        self._reserved = 0 if self._reserves else None
        self._offered = 1 if self._reserves else 0
        # They are taken in their order.
        self._last_taken = self._offered - 1
        # Each message is received by only one of the waiting processes.
        self._offers, self._taken = socketpair(type=SOCK_SEQPACKET)
        self._results: dict[int, Result] = {}
        # They failed where they were done, and are done again in their turn, so that of several errors the first in
        # order is raised.
        self._failed: set[int] = set()
        self._forks: dict[Connection, _Fork] = {}

    def results(self) -> Iterator[Result]:
        """Yield the results in the order of the jobs."""
        with self._offers, self._taken:
            try:
                for _ in range(min(self._most, len(self._jobs)) - 1):
                    self._start_fork()
                for turn in range(len(self._jobs)):
                    result = self._result(turn)
                    if turn == len(self._jobs) - 1:
                        # The forks end by themselves, while this process goes on.
                        self._offers.close()
                    yield result
            finally:
                # If a job fails, or the caller stops early, the others would go on writing.
                for fork in [*self._forks.values()]:
                    fork.stop()

    def _result(self, turn: int) -> Result:
        self._offer(turn)
        self._receive(0)
        while turn not in self._results:
            if turn in self._failed or not self._forks:
                return self._do(turn)
            number = self._next()
            if number is None:
                at_work = any(fork.number is not None for fork in self._forks.values())
                if not self._receive(None if at_work else _LOST):
                    return self._do(turn)
            elif number == turn:
                return self._do(turn)
            else:
                self._failed.add(number)
                with suppress(Exception):
                    self._results[number] = self._do(number, ahead=True)
                self._receive(0)
        return self._results.pop(turn)

    def _offer(self, turn: int) -> None:
        """Offer the jobs that may be done before the one whose *turn* it is."""
        with suppress(BlockingIOError):
            while self._offered < min(len(self._jobs), turn + AHEAD * self._most):
                self._offers.send(self._offered.to_bytes(_NUMBER), MSG_DONTWAIT)
                self._offered += 1

    def _next(self) -> int | None:
        """The number of the next job for this process, None if there is none."""
        number = self._reserved if self._reserved is not None else self._take()
        if self._reserves:
            # Of the last ones none is kept from a process that has nothing left to do.
            left = len(self._jobs) - 1 - self._last_taken
            self._reserved = self._take() if left >= self._most else None
        return number

    def _take(self) -> int | None:
        """Take the number of the next offered job, None if there is none."""
        try:
            self._last_taken = int.from_bytes(self._taken.recv(_NUMBER, MSG_DONTWAIT))
        except BlockingIOError:
            return None
        return self._last_taken

    def _do(self, number: int, *, ahead: bool = False) -> Result:
        """Do a job here, in its turn or *ahead* of it. Meanwhile it may start no processes."""
        job = self._jobs[number]
        in_turn = _in_turn(job) if not ahead else None
        with working_beside_others():
            return in_turn() if in_turn is not None else job()

    def _receive(self, timeout: float | None) -> bool:
        """Receive what forks have sent, waiting at most *timeout* seconds for the first. Returns whether any had."""
        ready = wait([*self._forks], timeout)
        for connection, fork in [*self._forks.items()]:
            if connection not in ready:
                continue
            try:
                sent = connection.recv()
            except (EOFError, OSError):
                sent = None
                fork.stop()
                del self._forks[connection]
            if isinstance(sent, int):
                fork.number = sent
                self._last_taken = max(self._last_taken, sent)
            elif fork.number is not None:
                if isinstance(sent, _Done):
                    self._results[fork.number] = sent.result
                else:
                    self._failed.add(fork.number)
                fork.number = None
        return bool(ready)

    def _start_fork(self) -> None:
        context = get_context("fork")
        here, there = context.Pipe(duplex=False)
        _hold_more(there)
        # The fork inherits both ends. With the reading end open it would wait for ever if nobody reads its result.
        process = context.Process(target=self._do_offered, args=(there, here), daemon=True)
        try:
            with signals.held():
                process.start()
        except OSError:
            here.close()
        else:
            self._forks[here] = _Fork(process, here)
        finally:
            there.close()

    def _do_offered(self, to: Connection, other_end: Connection) -> None:
        """Do jobs as long as any are offered. Failures are silent, because the job is repeated where the error is
        visible.
        """
        with suppress(BaseException):
            signals.release()
            other_end.close()
            self._offers.close()
            while taken := self._taken.recv(_NUMBER):
                number = int.from_bytes(taken)
                to.send(number)
                done = None
                with suppress(Exception):
                    done = _Done(self._jobs[number]())
                to.send(done)


def _in_turn(job: Callable[[], Result]) -> Callable[[], Result] | None:
    return job.in_turn if isinstance(job, Job) else None


class _Done(Struct, Generic[Result]):
    """The result of a job."""

    result: Result


class _Fork:
    """A fork of this process, and the *number* of the job that it is at, if any."""

    def __init__(self, process: BaseProcess, connection: Connection) -> None:
        self._process, self._connection = process, connection
        self.number: int | None = None

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.join()
        self._connection.close()


def _hold_more(connection: Connection) -> None:
    """Enlarge a pipe's buffer, so that it holds results while the other end does something else."""
    with suppress(OSError):
        fcntl.fcntl(connection.fileno(), fcntl.F_SETPIPE_SZ, _ON_THE_WAY)
