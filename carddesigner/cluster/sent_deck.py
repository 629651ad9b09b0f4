"""A deck on a worker: its files, unpacked once, and the processes that do its jobs."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import threading
import weakref
from pathlib import Path
from typing import Literal

from distributed import get_worker
from msgspec import Struct

from carddesigner.cluster.bundle import Bundle, unpack
from carddesigner.cluster.identity import Identity, difference, identity
from carddesigner.cluster.job_loop import Setting
from carddesigner.cluster.worker_process import WorkerProcess

TREE, SCRATCH = "files", "scratch"
Reply = tuple[Literal["answer"], bytes] | tuple[Literal["lost"], int] | tuple[Literal["unfit"], str]
"""The answer of a process, the exit code of one that ended without answering, or why this worker can't do the job."""


class DeckPackage(Struct, frozen=True):
    """What a worker receives once for a deck: its files, the working directory and shipped files of the requesting
    machine, and the required program.
    """

    bundle: Bundle
    working: str
    shipped: str
    program: Identity


KEEP_SECONDS = 15.0
"""Seconds for which an unused deck is kept: the cluster may drop it and send it again before the next job."""


class SentDeck:
    """A deck's *package* on a worker. When it has not been used for a while, its processes are ended and its files
    removed.
    """

    def __init__(self, package: DeckPackage) -> None:
        self.package = package
        self._unpacked: _UnpackedDeck | None = None

    def __reduce__(self) -> tuple[type[SentDeck], tuple[DeckPackage]]:
        return type(self), (self.package,)

    def run(self, job: bytes) -> Reply:
        """Do a job, in a process that does no other job meanwhile."""
        other = difference(self.package.program, identity())
        if other is not None:
            return "unfit", other
        try:
            with _lock:
                if self._unpacked is None:
                    self._unpacked = _unpacked_deck(self.package)
                    weakref.finalize(self, _release, self._unpacked)
            return self._unpacked.run(job)
        except (OSError, ValueError) as problem:
            return "unfit", f"can't hold the deck: {problem}"


_lock = threading.RLock()
_unpacked_decks: dict[tuple[str, ...], _UnpackedDeck] = {}


def _unpacked_deck(package: DeckPackage) -> _UnpackedDeck:
    """Return the unpacked deck, and count one more ``SentDeck`` that uses it."""
    key = package.bundle.digest, package.working, package.shipped
    if key not in _unpacked_decks:
        _unpacked_decks[key] = _UnpackedDeck(package)
        atexit.register(_unpacked_decks[key].close)
    unpacked = _unpacked_decks[key]
    unpacked.needed += 1
    return unpacked


def _release(unpacked: _UnpackedDeck) -> None:
    """Count one ``SentDeck`` less; the unpacked deck is closed later unless it is used again."""
    with _lock:
        unpacked.needed -= 1
        if not unpacked.needed:
            timer = threading.Timer(KEEP_SECONDS, _close, (unpacked,))
            timer.daemon = True
            timer.start()


def _close(unpacked: _UnpackedDeck) -> None:
    """Close an unpacked deck that is not used."""
    with _lock:
        key = next((key for key, one in _unpacked_decks.items() if one is unpacked), None)
        if unpacked.needed or key is None:
            return
        del _unpacked_decks[key]
    atexit.unregister(unpacked.close)
    unpacked.close()


class _UnpackedDeck:
    """The deck's files in a temporary folder, and the processes that wait for its jobs."""

    def __init__(self, package: DeckPackage) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="carddesigner-", dir=get_worker().local_directory)).resolve()
        self.setting = Setting(str(self.folder / TREE), package.working, package.shipped)
        self.waiting: list[WorkerProcess] = []
        self.all: list[WorkerProcess] = []
        self.lock = threading.Lock()
        self.needed = 0
        self.owner = os.getpid()
        try:
            (self.folder / TREE).mkdir()
            (self.folder / SCRATCH).mkdir()
            unpack(package.bundle, self.folder / TREE)
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def run(self, job: bytes) -> Reply:
        with self.lock:
            process = self.waiting.pop() if self.waiting else self._started()
        answer = process.run(job)
        with self.lock:
            if isinstance(answer, int):
                self.all.remove(process)
                return "lost", answer
            self.waiting.append(process)
        return "answer", answer

    def _started(self) -> WorkerProcess:
        scratch = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(self.folder / SCRATCH))
        process = WorkerProcess(self.setting, scratch)
        self.all.append(process)
        return process

    def close(self) -> None:
        """End all processes and remove the files."""
        if os.getpid() != self.owner:
            return
        for process in self.all:
            process.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def receive_deck(package: DeckPackage) -> SentDeck:
    """Return a deck's task result, which all its jobs take as argument: Dask passes it from worker to worker."""
    return SentDeck(package)


def do_job(deck: SentDeck, job: bytes) -> Reply:
    """Do a job: the task that is submitted for each one."""
    return deck.run(job)


def own_identity() -> Identity:
    """Return the identity of a worker's installation."""
    return identity()
