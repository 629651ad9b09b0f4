"""A deck on a worker: its files, unpacked once, and the processes that do jobs of it."""

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
from carddesigner.cluster.servant import Setting
from carddesigner.cluster.servants import Servant

TREE, SCRATCH = "files", "scratch"
Reply = tuple[Literal["answer"], bytes] | tuple[Literal["lost"], int] | tuple[Literal["unfit"], str]
"""What a process answered, the exit code of one that ended instead, or why this worker can't do the job."""


class Given(Struct, frozen=True):
    """What a worker is given once of a deck: its files, where it was asked for, and the program that is wanted."""

    bundle: Bundle
    working: str
    shipped: str
    wanted: Identity


LINGERS = 15.0
"""Seconds for which a deck is held that nothing needs: the cluster may take it away and bring it again before the next job."""


class Parcel:
    """What was *given*, on a worker. When nobody has needed it for a while, its processes end and its files go."""

    def __init__(self, given: Given) -> None:
        self.given = given
        self._held: _Held | None = None

    def __reduce__(self) -> tuple[type[Parcel], tuple[Given]]:
        return type(self), (self.given,)

    def run(self, job: bytes) -> Reply:
        """Do a job, in a process of its own that does no other meanwhile."""
        other = difference(self.given.wanted, identity())
        if other is not None:
            return "unfit", other
        try:
            with _lock:
                if self._held is None:
                    self._held = _hold(self.given)
                    weakref.finalize(self, _let_go, self._held)
            return self._held.run(job)
        except (OSError, ValueError) as problem:
            return "unfit", f"can't hold the deck: {problem}"


_lock = threading.RLock()
_holding: dict[tuple[str, ...], _Held] = {}


def _hold(given: Given) -> _Held:
    """What is held of a deck for one more parcel."""
    key = given.bundle.digest, given.working, given.shipped
    if key not in _holding:
        _holding[key] = _Held(given)
        atexit.register(_holding[key].close)
    held = _holding[key]
    held.needed += 1
    return held


def _let_go(held: _Held) -> None:
    """A parcel is gone."""
    with _lock:
        held.needed -= 1
        if not held.needed:
            timer = threading.Timer(LINGERS, _close, (held,))
            timer.daemon = True
            timer.start()


def _close(held: _Held) -> None:
    """End what nobody needs."""
    with _lock:
        key = next((key for key, one in _holding.items() if one is held), None)
        if held.needed or key is None:
            return
        del _holding[key]
    atexit.unregister(held.close)
    held.close()


class _Held:
    """The deck's files in a folder of their own, and processes that wait for work."""

    def __init__(self, given: Given) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="carddesigner-", dir=get_worker().local_directory)).resolve()
        self.setting = Setting(str(self.folder / TREE), given.working, given.shipped)
        self.waiting: list[Servant] = []
        self.all: list[Servant] = []
        self.lock = threading.Lock()
        self.needed = 0
        self.owner = os.getpid()
        try:
            (self.folder / TREE).mkdir()
            (self.folder / SCRATCH).mkdir()
            unpack(given.bundle, self.folder / TREE)
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def run(self, job: bytes) -> Reply:
        with self.lock:
            servant = self.waiting.pop() if self.waiting else self._begun()
        answer = servant.run(job)
        with self.lock:
            if isinstance(answer, int):
                self.all.remove(servant)
                return "lost", answer
            self.waiting.append(servant)
        return "answer", answer

    def _begun(self) -> Servant:
        scratch = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(self.folder / SCRATCH))
        servant = Servant(self.setting, scratch)
        self.all.append(servant)
        return servant

    def close(self) -> None:
        """End all processes and remove the files."""
        if os.getpid() != self.owner:
            return
        for servant in self.all:
            servant.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def received(given: Given) -> Parcel:
    """The first task of a deck, whose result all its jobs have: workers hand it to each other."""
    return Parcel(given)


def do_job(parcel: Parcel, job: bytes) -> Reply:
    """The task of a job."""
    return parcel.run(job)


def own_identity() -> Identity:
    """What a worker runs."""
    return identity()
