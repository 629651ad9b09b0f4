"""Jobs that this process and copies of it do, each by who takes it first."""

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
"""Processes of which this one has a job for its next turn: of more it is busy enough with what the others make."""
_NUMBER = 4
"""Bytes of a job's number."""
_LOST = 1.0
"""Seconds in which a copy that has taken a job says so: where none is at work later, one was ended between the two."""
_ON_THE_WAY = 1_000_000
"""Bytes of results that a pipe holds while this process does something else."""


class SharedJobs(Generic[Result]):
    """*Jobs* that this process and copies of it do, *most* of them at a time: each is done by who takes it first."""

    def __init__(self, jobs: Sequence[Callable[[], Result]], most: int) -> None:
        self._jobs, self._most = jobs, most
        self._keeps_own = most <= MOST_IN_TURN and any(_in_turn(job) is not None for job in jobs)
        self._own = 0 if self._keeps_own else None
        self._offered = 1 if self._keeps_own else 0
        # What is sent is received by one of those that wait for it.
        self._offers, self._taken = socketpair(type=SOCK_SEQPACKET)
        self._made: dict[int, Result] = {}
        # They failed where they were done, and are done again when their turn comes: of several errors the first in order is raised.
        self._failed: set[int] = set()
        self._copies: dict[Connection, _Copy] = {}

    def results(self) -> Iterator[Result]:
        """What comes of them, in their order."""
        with self._offers, self._taken:
            try:
                for _ in range(min(self._most, len(self._jobs)) - 1):
                    self._begin_copy()
                for turn in range(len(self._jobs)):
                    yield self._result(turn)
            finally:
                # Where one fails, or nobody wants more, the others would go on writing.
                for copy in [*self._copies.values()]:
                    copy.stop()

    def _result(self, turn: int) -> Result:
        self._offer(turn)
        self._receive(0)
        while turn not in self._made:
            if turn in self._failed or not self._copies:
                return self._do(turn)
            number = self._next()
            if number is None:
                at_work = any(copy.at is not None for copy in self._copies.values())
                if not self._receive(None if at_work else _LOST):
                    return self._do(turn)
            elif number == turn:
                return self._do(turn)
            else:
                self._failed.add(number)
                with suppress(Exception):
                    self._made[number] = self._do(number, ahead=True)
                self._receive(0)
        return self._made.pop(turn)

    def _offer(self, turn: int) -> None:
        """Offer those that may be done before the one whose *turn* it is."""
        with suppress(BlockingIOError):
            while self._offered < min(len(self._jobs), turn + AHEAD * self._most):
                self._offers.send(self._offered.to_bytes(_NUMBER), MSG_DONTWAIT)
                self._offered += 1

    def _next(self) -> int | None:
        """The number of a job for this process, None where there is none."""
        own = self._own if self._own is not None else self._take()
        if self._keeps_own:
            self._own = self._take()
        return own

    def _take(self) -> int | None:
        """The number of a job that nobody has taken."""
        try:
            return int.from_bytes(self._taken.recv(_NUMBER, MSG_DONTWAIT))
        except BlockingIOError:
            return None

    def _do(self, number: int, *, ahead: bool = False) -> Result:
        """Do a job here, *ahead* of its turn or in it; it may begin no processes of its own meanwhile."""
        job = self._jobs[number]
        in_turn = _in_turn(job) if not ahead else None
        with working_beside_others():
            return in_turn() if in_turn is not None else job()

    def _receive(self, timeout: float | None) -> bool:
        """Take what copies send, once any does or so many seconds have passed; whether any did."""
        ready = wait([*self._copies], timeout)
        for connection, copy in [*self._copies.items()]:
            if connection not in ready:
                continue
            try:
                sent = connection.recv()
            except (EOFError, OSError):
                sent = None
                copy.stop()
                del self._copies[connection]
            if isinstance(sent, int):
                copy.at = sent
            elif copy.at is not None:
                if isinstance(sent, _Made):
                    self._made[copy.at] = sent.result
                else:
                    self._failed.add(copy.at)
                copy.at = None
        return bool(ready)

    def _begin_copy(self) -> None:
        context = get_context("fork")
        here, there = context.Pipe(duplex=False)
        _hold_more(there)
        # A copy of this process has these ends too: were they open there, a result that nobody reads would be waited with for ever.
        process = context.Process(target=self._do_offered, args=(there, here), daemon=True)
        try:
            with signals.held():
                process.start()
        except OSError:
            here.close()
        else:
            self._copies[here] = _Copy(process, here)
        finally:
            there.close()

    def _do_offered(self, to: Connection, other_end: Connection) -> None:
        """Do jobs as long as any are offered; silent where one fails, as it is repeated where the error is seen."""
        with suppress(BaseException):
            signals.release()
            other_end.close()
            self._offers.close()
            while taken := self._taken.recv(_NUMBER):
                number = int.from_bytes(taken)
                to.send(number)
                made = None
                with suppress(Exception):
                    made = _Made(self._jobs[number]())
                to.send(made)


def _in_turn(job: Callable[[], Result]) -> Callable[[], Result] | None:
    return job.in_turn if isinstance(job, Job) else None


class _Made(Struct, Generic[Result]):
    """What came of a job."""

    result: Result


class _Copy:
    """A copy of this process, and the number of the job that it is *at*."""

    def __init__(self, process: BaseProcess, connection: Connection) -> None:
        self._process, self._connection = process, connection
        self.at: int | None = None

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.join()
        self._connection.close()


def _hold_more(connection: Connection) -> None:
    """Have a pipe hold what is sent while the other end does something else."""
    with suppress(OSError):
        fcntl.fcntl(connection.fileno(), fcntl.F_SETPIPE_SZ, _ON_THE_WAY)
