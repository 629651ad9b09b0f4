"""What is tried in a process of its own: it may crash, never end or eat memory, and nothing of it stays."""

from __future__ import annotations

import faulthandler
import gc
import os
import resource
import select
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from tempfile import TemporaryDirectory

from carddesigner.pipeline import helpers
from tests.forked import import_all
from tests.patience import PATIENCE, STRANGER_SECONDS

MAX_GROWTH = 500_000_000
"""Bytes of memory that an input may take beyond what the process has already."""
_MAX_SPACE = 4_000_000_000
_MAX_SAID = 60_000
"""Bytes of a traceback: what a pipe holds while nobody reads."""


class Failed(Exception):
    """An input brought about what none may."""


@cache
def prepared() -> None:
    """Have imported what each child would import anew."""
    import_all("jinja2.sandbox", "pyphen", "bidi", "rich", "pikepdf", "openpyxl", designer=True)
    # What was imported is never garbage: looking through it would copy it for each child.
    gc.collect()
    gc.freeze()


def in_child(work: Callable[[], object], seconds: float = STRANGER_SECONDS) -> None:
    """Do *work* in a fork of this process. Raises Failed with the traceback of what it raised, or with the signal that ended it; and
    for more than *seconds* of CPU, or MAX_GROWTH of memory.
    """
    prepared()
    with TemporaryDirectory(prefix="carddesigner-fuzz-") as scratch:
        _in_child(work, seconds, scratch)


def _in_child(work: Callable[[], object], seconds: float, scratch: str) -> None:
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # Later Pythons warn of threads, of which the runner of tests has some that do nothing here.
        warnings.simplefilter("ignore", DeprecationWarning)
        number = os.fork()
    if number == 0:
        tempfile.tempdir = os.environ["TMPDIR"] = scratch
        _work(work, writing, seconds)
    os.close(writing)
    ended = _wait(number)
    with suppress(ProcessLookupError):
        # Processes that it began and left.
        os.killpg(number, signal.SIGKILL)
    said = os.read(reading, _MAX_SAID).decode(errors="replace") if select.select([reading], [], [], 0)[0] else ""
    os.close(reading)
    _judge_end(ended, said, seconds)


def _work(work: Callable[[], object], writing: int, seconds: float) -> None:
    """The child's part; it does not come back."""
    said = ""
    try:
        os.setpgid(0, 0)
        faulthandler.disable()
        most = int(3 * seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
        resource.setrlimit(resource.RLIMIT_AS, (_MAX_SPACE, _MAX_SPACE))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        # So that what was kept is used of small decks as well.
        helpers.MIN_KEPT = 0
        begun = _memory()
        work()
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024) - begun
        if grown > MAX_GROWTH:
            said = f"it takes {grown / 1e6:.0f} MB of memory"
    except BaseException:
        said = traceback.format_exc()
    os.write(writing, said.encode(errors="backslashreplace")[-_MAX_SAID:])
    os._exit(0)


def _memory() -> int:
    """Bytes of memory that this process has now."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _wait(number: int) -> tuple[int, float] | None:
    """How a process ended, and its seconds of CPU with those of processes that it waited for; None if it never does."""
    end = time.monotonic() + PATIENCE
    pause = 0.0005
    while time.monotonic() < end:
        done, status, used = os.wait4(number, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime
        time.sleep(pause)
        pause = min(2 * pause, 0.01)
    with suppress(ProcessLookupError):
        os.killpg(number, signal.SIGKILL)
    os.waitpid(number, 0)
    return None


def _judge_end(ended: tuple[int, float] | None, said: str, seconds: float) -> None:
    if ended is None:
        raise Failed("it never ends")
    code, used = ended
    if said:
        raise Failed(said)
    if code:
        raise Failed(f"the process ends by signal {-code}" if code < 0 else f"the process ends with {code}")
    if used > seconds:
        raise Failed(f"it takes {used:.1f} s of CPU")
