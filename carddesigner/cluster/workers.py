"""The workers of a command: copies of this process, processes that are started afresh on this machine, or a cluster."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from carddesigner.cluster.problem import ClusterProblem
from carddesigner.core.job import may_begin_others
from carddesigner.core.worker import Here, Workers, can_be_copied, processors

_ADDRESS = r"(?a)(?:tcp|tls|ws|wss|ucx)://[^\s/]+:(\d{1,5})/?"
_MAX_PORT = 65_535


def read_scheduler(value: Any) -> str:
    """Return a scheduler as the user gave it, an address or ``local``. Raises ValueError."""
    if value == "local":
        return str(value)
    address = re.fullmatch(_ADDRESS, value) if isinstance(value, str) else None
    if address is None:
        raise ValueError(f"{value!r} is no scheduler; write its address, such as tcp://192.0.2.7:8786, or local")
    if not 1 <= int(address[1]) <= _MAX_PORT:
        raise ValueError(f"{value!r} is no scheduler: there is no port {address[1]}; write 1 to {_MAX_PORT:,}")
    return address[0]


@contextmanager
def open_workers(
    scheduler: str | None = None, jobs: int | None = None, notify: Callable[[str], None] | None = None
) -> Iterator[Workers]:
    """Open the workers of a *scheduler* or, without one, *jobs* processes on this machine. *notify* is called with a
    line that describes a cluster. Raises ClusterProblem.
    """
    if scheduler is None:
        yield _here(jobs)
        return
    try:
        from carddesigner.cluster.cluster import cluster
    except ModuleNotFoundError as problem:
        if problem.name is not None and problem.name.startswith("carddesigner"):
            raise
        message = f"a cluster needs {problem.name}, which isn't installed; nothing was changed"
        raise ClusterProblem(f"{message}. It comes with carddesigner[cluster]") from None
    with cluster(scheduler, jobs, notify or (lambda line: None)) as workers:
        yield workers


def _here(jobs: int | None) -> Workers:
    """Return *jobs* processes of this machine."""
    if can_be_copied() or not may_begin_others() or (jobs or processors()) == 1:
        return Here(jobs)
    from carddesigner.cluster.spawned import SpawnedProcesses

    return SpawnedProcesses(jobs)
