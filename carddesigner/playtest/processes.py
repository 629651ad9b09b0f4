"""Games played side by side, in a process for each processor."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from multiprocessing.connection import Connection

from carddesigner.core.worker import Job, Workers, processors
from carddesigner.playtest.tally import Played, Tally, play

BATCH = 25
"""Games between two words of how far it is."""


SHARES = 8
"""Jobs that each worker of a cluster has of a row of games."""


def play_all(played: Played, games: int, told: Callable[[int], None], who: Workers | None = None) -> Tally:
    """Play so many games and be *told* how many are done. The outcome is the same however many processors there are, and by a cluster
    (*who*).
    """
    if who is not None and not who.are_here:
        return _play_there(played, games, told, who)
    workers = _workers(games)
    if workers < 2:
        return _play_here(played, range(games), 0, told)
    from multiprocessing import connection, get_context

    forking = get_context("fork")
    total, done = Tally(), 0
    # Which games each process has still to tell of: what one doesn't, because it was ended, is played here.
    left: dict[Connection, range] = {}
    with ExitStack() as stack:
        for first in range(workers):
            here, there = forking.Pipe(duplex=False)
            stack.enter_context(here)
            share = range(first, games, workers)
            process = forking.Process(target=_send, args=(played, share, there, (*left, here)), daemon=True)
            with suppress(OSError):
                process.start()
                stack.callback(process.join)
            there.close()
            left[here] = share
        while left:
            for ready in connection.wait(list(left)):
                assert isinstance(ready, Connection)
                share = left[ready]
                try:
                    tally: Tally = ready.recv()
                except (EOFError, OSError):
                    tally = _play_here(played, share, done, told)
                done += tally.games
                total += tally
                told(done)
                left[ready] = share[tally.games :]
                if not left[ready]:
                    del left[ready]
    return total


def _play_there(played: Played, games: int, told: Callable[[int], None], who: Workers) -> Tally:
    size = max(BATCH, games // (SHARES * who.at_once))
    shares = [range(first, min(first + size, games)) for first in range(0, games, size)]
    total = Tally()
    for tally in who.each([Job(partial(play, played, share), name=f"games from {share[0] + 1}") for share in shares]):
        total += tally
        told(total.games)
    return total


def _workers(games: int) -> int:
    """A process a processor, as long as each has work; this one alone where a copy of it can't be made."""
    if sys.platform != "linux" or threading.active_count() > 1:
        return 1
    return min(processors(), games // BATCH)


def _play_here(played: Played, games: range, done: int, told: Callable[[int], None]) -> Tally:
    total = Tally()
    for at in range(0, len(games), BATCH):
        total += play(played, games[at : at + BATCH])
        told(done + total.games)
    return total


def _send(played: Played, games: range, to: Connection, others: Sequence[Connection]) -> None:
    """Play and tell; silent where it fails, as the process that waits plays the rest itself and meets the error."""
    with suppress(BaseException):
        # As long as anybody could read, writing would wait for a reader that has gone.
        for other in others:
            other.close()
        for at in range(0, len(games), BATCH):
            to.send(play(played, games[at : at + BATCH]))
