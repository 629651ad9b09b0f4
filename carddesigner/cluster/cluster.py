"""The workers of a Dask cluster, which exists already or is started on this machine for a command."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
import tempfile
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from multiprocessing import resource_tracker
from pathlib import Path, PurePosixPath
from pickle import PickleError
from typing import Any, TypeVar

import dask
import distributed
import msgspec
from distributed.utils import LoopRunner
from msgspec import Struct, field

from carddesigner.cluster.bundle import Unsendable, bundle_of
from carddesigner.cluster.identity import difference, identity
from carddesigner.cluster.problem import ClusterProblem
from carddesigner.cluster.sent_deck import DeckPackage, Reply, do_job, own_identity, receive_deck
from carddesigner.cluster.wire import Answer, Places, SentJob, dump, load
from carddesigner.core import signals
from carddesigner.core.job import AHEAD, Job
from carddesigner.core.worker import processors
from carddesigner.source import paths

Result = TypeVar("Result")

LOCAL = "local"
"""Given instead of an address: a cluster on this machine, which ends with the command."""
CONNECT = 8.0
"""Seconds within which a scheduler must answer, and within which it must have a worker."""
WITHOUT_WORKERS = 30.0
"""Seconds without any worker after which jobs are given up."""
TRIES = 3
"""How often a job is started if its process ends without a result."""
_SAME_VERSIONS = ("distributed", "dask", "msgpack", "cloudpickle")
"""Libraries whose versions must be the same at both ends of a connection."""
_POLL_SECONDS = 0.5
_AT_WORKERS = 2
"""Jobs sent per job that can run, so that a worker has its next job when one is done."""
_MAX_DECKS = 16
"""The most decks that are kept on the cluster for further jobs."""
_SETTINGS = {
    "distributed.comm.timeouts.connect": f"{CONNECT:g}s",
    "distributed.scheduler.allowed-failures": TRIES,
    "distributed.scheduler.worker-ttl": "60s",
    "distributed.worker.memory.terminate": False,
    "distributed.admin.large-graph-warning-threshold": "10GB",
    # The monitoring of a cluster that is started here would take a fifteenth of a processor.
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "500ms",
    "distributed.admin.system-monitor.interval": "5s",
}


class _Pending(Struct):
    """A job that was sent to the cluster, its Dask task, and how often it was started."""

    job: Job[Any]
    task: Any
    tries: int = 1


class _Done(Struct):
    result: Any


class _LocalJob(Struct):
    """A job that is done in this process when its turn comes, because it can't be sent, or because it failed on a
    worker: done here, it raises the same error as without a cluster.
    """

    job: Callable[[], Any]


class Cluster(Struct):
    """The workers of the scheduler that *client* is connected to. Jobs that are not a ``Job`` are done in this
    process.
    """

    client: Any
    shown: str
    """The cluster's name in messages."""
    at_once: int
    notify: Callable[[str], None]
    are_here: bool = False
    _decks: dict[tuple[Path, ...], Any] = field(default_factory=dict)
    _too_large: set[tuple[Path, ...]] = field(default_factory=set)
    """Inputs of jobs that can't be sent."""
    _numbers: Iterator[int] = field(default_factory=count)
    _ready: threading.Event = field(default_factory=threading.Event)
    """Set when a task ends."""
    _without_workers_since: float | None = None

    def pays(self, things: int) -> bool:
        """Return true: a cluster is used whenever the user names a scheduler."""
        return True

    def each(
        self, jobs: Iterable[Callable[[], Result]], lost: Callable[[int | None], Result] | None = None
    ) -> Iterator[Result]:
        """Yield the results of jobs, in their order; the first jobs are started at once.

        If a job's worker is lost, another worker does the job. A job that fails is run again in this process when its
        turn comes. If a job ended its process several times, *lost* returns its result; without *lost*, ClusterProblem
        is raised. Raises ClusterProblem also if the scheduler is gone or has no workers.
        """
        left = iter(jobs)
        pending: deque[_Pending | _Done | _LocalJob] = deque()
        self._fill(pending, left)
        return self._results(pending, left, lost)

    def _fill(self, pending: deque[_Pending | _Done | _LocalJob], left: Iterator[Callable[[], Any]]) -> None:
        sent = sum([isinstance(one, _Pending) for one in pending])
        while len(pending) < AHEAD * self.at_once and sent < _AT_WORKERS * self.at_once:
            if (job := next(left, None)) is None:
                return
            pending.append(one := self._submitted(job))
            sent += isinstance(one, _Pending)

    def _results(
        self,
        pending: deque[_Pending | _Done | _LocalJob],
        left: Iterator[Callable[[], Any]],
        lost: Callable[[int | None], Any] | None,
    ) -> Iterator[Any]:
        try:
            while True:
                while pending and not isinstance(first := pending[0], _Pending):
                    pending.popleft()
                    yield first.result if isinstance(first, _Done) else first.job()
                self._fill(pending, left)
                if not pending:
                    return
                self._wait(pending)
                for place, one in enumerate(pending):
                    if isinstance(one, _Pending) and one.task.done():
                        pending[place] = self._outcome(one, lost)
        finally:
            with suppress(Exception):
                self.client.cancel([one.task for one in pending if isinstance(one, _Pending)])

    def _submitted(self, job: Callable[[], Any]) -> _Pending | _LocalJob:
        """Send a job; one that can't be sent is done in this process."""
        try:
            return _Pending(job, self._task(job)) if isinstance(job, Job) else _LocalJob(job)
        except (
            OSError,
            Unsendable,
            PickleError,
            AttributeError,
            TypeError,
        ):  # the deck or the job can't be sent
            return _LocalJob(job)

    def _wait(self, pending: Iterable[_Pending | _Done | _LocalJob]) -> None:
        """Wait briefly until any of the jobs ends. Raises ClusterProblem if the scheduler or all workers are gone."""
        self._ready.clear()
        if any(isinstance(one, _Pending) and one.task.done() for one in pending) or self._ready.wait(_POLL_SECONDS):
            return
        if self.client.status != "running":
            raise self._scheduler_lost()
        try:
            workers = self.client.nthreads()
        except OSError:
            raise self._scheduler_lost() from None
        self.at_once = sum(workers.values()) or self.at_once
        now = time.monotonic()
        self._without_workers_since = None if workers else self._without_workers_since or now
        if self._without_workers_since is not None and now - self._without_workers_since > WITHOUT_WORKERS:
            raise ClusterProblem(f"{self.shown} has had no worker for {WITHOUT_WORKERS:g} seconds; nothing was changed")

    def _scheduler_lost(self) -> ClusterProblem:
        return ClusterProblem(f"the scheduler at {self.shown} is gone; nothing was changed")

    def _task(self, job: Job[Any]) -> Any:
        job_message = SentJob(dump(job.do, _places(job.writes)), job.writes is not None)
        message = msgspec.msgpack.encode(job_message)
        # Dask expects tasks whose names have the same prefix to take equally long.
        key = f"job-{self._key()} {job.name}"
        task = self.client.submit(do_job, self._deck(job.reads), message, key=key, pure=False)
        task.add_done_callback(lambda _: self._ready.set())
        return task

    def _key(self) -> str:
        return f"{self.client.id}-{next(self._numbers)}"

    def _deck(self, reads: tuple[Path, ...]) -> Any:
        """Return the task whose result is the files that the jobs may read. Raises OSError, and Unsendable, which the
        user is notified of once.
        """
        if reads in self._too_large:
            raise Unsendable
        if reads not in self._decks:
            try:
                bundle = bundle_of(reads)
            except Unsendable as problem:
                self._too_large.add(reads)
                self.notify(f"cluster {self.shown}: {problem}; what it is for is done here")
                raise
            package = DeckPackage(bundle, str(Path.cwd()), str(paths.shipped().resolve()), identity())
            self._decks[reads] = self.client.submit(receive_deck, package, key=f"deck-{self._key()}", pure=False)
            for old in list(self._decks)[:-_MAX_DECKS]:
                del self._decks[old]
        return self._decks[reads]

    def _outcome(self, one: _Pending, lost: Callable[[int | None], Any] | None) -> _Pending | _Done | _LocalJob:
        """Return the outcome of a job whose task has ended. Raises ClusterProblem."""
        name = one.job.name or "a job"
        try:
            reply: Reply = one.task.result()
        except distributed.KilledWorker:
            if lost is not None:
                return _Done(lost(None))
            message = f"{name}: {TRIES} workers were lost while they were at it or waited for it; nothing was changed"
            raise ClusterProblem(message) from None
        except (OSError, distributed.CancelledError, distributed.comm.CommClosedError):
            raise self._scheduler_lost() from None
        except Exception as problem:
            raise ClusterProblem(f"{self.shown} failed at {name}: {problem}; nothing was changed") from None
        if reply[0] == "answer":
            answer = msgspec.msgpack.decode(reply[1], type=Answer)
            if answer.result is None:
                return _LocalJob(one.job)
            result = load(answer.result, _places(one.job.writes))
            if one.job.failed is not None and one.job.failed(result):
                return _LocalJob(one.job)
            if one.job.writes is not None:
                _put(answer.files, one.job.writes)
            return _Done(result)
        if one.tries < TRIES:
            return _Pending(one.job, self._task(one.job), one.tries + 1)
        if reply[0] == "unfit":
            raise ClusterProblem(f"a worker of {self.shown} {reply[1]}; nothing was changed")
        if lost is not None:
            return _Done(lost(reply[1]))
        by = f"signal {-reply[1]}" if reply[1] < 0 else f"exit code {reply[1]}"
        raise ClusterProblem(f"{name}: its process ended {TRIES} times by {by}; nothing was changed")


def _places(writes: Path | None) -> Places:
    return Places(Path(Path.cwd().anchor), paths.shipped().resolve(), writes)


def _put(written: Mapping[str, bytes], folder: Path) -> None:
    """Write the files that a worker wrote to the same folder here. Raises OSError and ClusterProblem."""
    for name, data in written.items():
        pure = PurePosixPath(name)
        if pure.is_absolute() or ".." in pure.parts:
            raise ClusterProblem(f"a worker sent a file {name!r}, which lies elsewhere; nothing was changed")
        path = folder / pure
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


@contextmanager
def cluster(address: str, jobs: int | None, notify: Callable[[str], None]) -> Iterator[Cluster]:
    """Connect to the workers of a scheduler, or start *jobs* of them on this machine. *notify* is called with a line
    that describes the cluster. Raises ClusterProblem.
    """
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with ExitStack() as stack:
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore")
        stack.enter_context(dask.config.set(_SETTINGS))
        client = _start_local(jobs, stack) if address == LOCAL else _connect(address, stack)
        threads = _workers(client, address)
        at_once = sum(threads.values())
        size = f"{len(threads)} worker{'s' * (len(threads) != 1)}, {at_once} job{'s' * (at_once != 1)} at a time"
        watch = f"; dashboard {client.dashboard_link}" if _has_dashboard(client) else ""
        notify(f"cluster {address}: {size}{watch}")
        workers = Cluster(client, address, at_once, notify)
        try:
            yield workers
        finally:
            workers._decks.clear()


def _start_local(jobs: int | None, stack: ExitStack) -> Any:
    """Start a cluster on this machine, which ends with the stack, and return its client."""
    watched = _has("bokeh")
    security = distributed.Security.temporary() if _has("cryptography") else None
    stack.enter_context(dask.config.set({} if watched else {"distributed.scheduler.http.routes": []}))
    try:
        scratch = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        stack.enter_context(dask.config.set({"temporary-directory": scratch}))
        started = distributed.LocalCluster(
            loop=_uninterrupted_loop(stack),
            n_workers=jobs or processors(),
            threads_per_worker=1,
            processes=True,
            memory_limit=0,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
            security=security,
        )
    except (OSError, RuntimeError, TimeoutError) as problem:
        raise ClusterProblem(f"no cluster can be started on this machine: {problem}; nothing was changed") from None
    stack.enter_context(started)
    return stack.enter_context(distributed.Client(started, set_as_default=False, timeout=CONNECT))


def _uninterrupted_loop(stack: ExitStack) -> Any:
    """Return an event loop whose processes ignore Ctrl-C, if the system supports signal masks: a process that is still
    importing modules would print a traceback. This process handles Ctrl-C and ends them.
    """
    runner = LoopRunner()
    if hasattr(signal, "pthread_sigmask"):
        _start_tracker()  # if the loop started it, Python would unblock signals meanwhile
    with signals.held([signal.SIGINT]):
        runner.start()
    stack.callback(runner.stop)
    return runner.loop


def _start_tracker() -> None:
    """Start the process with which Python removes semaphores, without its warnings about the semaphores of workers that
    a signal ended.
    """
    silent = "ignore:resource_tracker"
    sys.warnoptions.append(silent)
    try:
        resource_tracker.ensure_running()
    finally:
        sys.warnoptions.remove(silent)


def _connect(address: str, stack: ExitStack) -> Any:
    """Connect to a scheduler that is running, and return the client."""
    host, _, port = address.partition("://")[2].rstrip("/").rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECT).close()
    except (OSError, OverflowError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        hint = f"`dask scheduler` starts one, and {LOCAL} in place of the address one on this machine"
        raise ClusterProblem(f"no scheduler at {address}: {reason}; nothing was changed. {hint}") from None
    try:
        asyncio.run(asyncio.wait_for(_check_scheduler(address), CONNECT))
        return stack.enter_context(distributed.Client(address, set_as_default=False, timeout=CONNECT))
    except Exception as problem:  # not a scheduler, another version, or certificates are required
        reason = f": {problem}" if str(problem) else ""
        message = f"what answers at {address} is no scheduler that can be used from here{reason}; nothing was changed"
        raise ClusterProblem(message) from None


async def _check_scheduler(address: str) -> None:
    """Check that a scheduler answers: Dask's client might wait for that without limit."""
    comm = await distributed.comm.connect(address, **distributed.Security().get_connection_args("client"))
    await comm.close()


def _workers(client: Any, address: str) -> dict[str, int]:
    """Return how many jobs each worker does at a time. Raises ClusterProblem if there are no workers, or one has other
    versions than this machine.
    """
    try:
        versions = client.get_versions()
        there, here = versions["scheduler"]["packages"], versions["client"]["packages"]
        for name in _SAME_VERSIONS:
            if there.get(name) != here[name]:
                message = f"the scheduler at {address} has {name} {there.get(name)}, and here it is {here[name]}"
                raise ClusterProblem(f"{message}; nothing was changed. Install the same on all machines")
        client.wait_for_workers(1, timeout=CONNECT)
        identities = client.run(own_identity, on_error="return")
        threads: dict[str, int] = client.nthreads()
    except TimeoutError:
        hint = f"`dask worker {address}` starts one"
        raise ClusterProblem(f"the scheduler at {address} has no workers; nothing was changed. {hint}") from None
    except (OSError, distributed.comm.CommClosedError):
        raise ClusterProblem(f"the scheduler at {address} is gone; nothing was changed") from None
    for worker, runs in identities.items():
        if isinstance(runs, Exception):
            raise ClusterProblem(f"the worker {worker} can't do it: {runs}; nothing was changed")
        other = difference(identity(), runs)
        if other is not None:
            hint = "Install the same on all machines"
            raise ClusterProblem(f"the worker {worker} {other}; nothing was changed. {hint}")
    return threads


def _has(module: str) -> bool:
    from importlib.util import find_spec

    return find_spec(module) is not None


def _has_dashboard(client: Any) -> bool:
    """Return whether the scheduler has a dashboard."""
    with suppress(Exception):
        return bool(client.run_on_scheduler(_serves_dashboard))
    return False


def _serves_dashboard(dask_scheduler: Any) -> bool:
    return _has("bokeh") and "dashboard" in dask_scheduler.services
