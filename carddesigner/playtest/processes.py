"""Games played in parallel, by processes of this machine or by a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from carddesigner.core.job import Job
from carddesigner.core.worker import Here, Workers
from carddesigner.playtest.tally import Played, Tally, play

BATCH = 25
"""The least number of games of a job. Progress is reported after each job."""
SHARES = 8
"""The least number of jobs per worker, if there are enough games."""
MAX_SHARE = 500
"""The greatest number of games of a job."""


def play_all(played: Played, games: int, progress: Callable[[int], None], workers: Workers | None = None) -> Tally:
    """Play games, and report to *progress* how many are done. The result does not depend on the workers."""
    workers = workers or Here()
    most = min(workers.at_once, games // BATCH)
    is_shared = most > 1 and (workers.are_here or workers.pays(games))
    size = max(BATCH, min(MAX_SHARE, games // (SHARES * most))) if is_shared else BATCH
    shares = [range(first, min(first + size, games)) for first in range(0, games, size)]
    jobs = [Job(partial(play, played, share), name=f"games {share[0] + 1} to {share[-1] + 1}") for share in shares]
    tallies: Iterator[Tally] = workers.each(jobs) if is_shared else (job() for job in jobs)
    total = Tally()
    for tally in tallies:
        total += tally
        progress(total.games)
    return total
