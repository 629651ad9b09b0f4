"""Commands and functions measured in turns: CPU seconds, memory, and how long somebody waited."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]


SUBREAPER = 36
"""prctl's option that hands a process its grandchildren, so that all of Chromium's time is seen."""


KEPT = "--cache"
"""The option of a command that is measured with what the one before it kept."""


class Run(NamedTuple):
    """What a command took: CPU seconds of all its processes, megabytes of the largest, seconds that somebody waited."""

    cpu: float
    memory: float
    wall: float


def run(command: list[str], folder: Path) -> Run:
    """Run a command to its end and everything it started; nothing that an earlier one kept on disk is there, unless it was ``KEPT``.
    Raises CalledProcessError if it fails.
    """
    if KEPT not in command:
        shutil.rmtree(os.environ["XDG_CACHE_HOME"], ignore_errors=True)
    begun = time.perf_counter()
    started = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    cpu = memory = 0.0
    while True:
        try:
            pid, status, used = os.wait4(-1, 0)
        except ChildProcessError:
            break
        cpu += used.ru_utime + used.ru_stime
        memory = max(memory, used.ru_maxrss / 1024)
        if pid == started.pid:
            started.returncode = os.waitstatus_to_exitcode(status)
    if started.returncode:
        raise subprocess.CalledProcessError(started.returncode, command)
    return Run(cpu, memory, time.perf_counter() - begun)


def measure(commands: dict[str, list[str]], rounds: int, folder: Path) -> dict[str, list[Run]]:
    """Each command's runs, in turns so that the machine's moods fall on all alike; a first turn warms up."""
    out: dict[str, list[Run]] = {name: [] for name in commands}
    for turn in range(rounds + 1):
        for name, command in commands.items():
            found = run(command, folder)
            if turn:
                out[name].append(found)
    return out


def in_turns(rounds: int, **works: Callable[[], object]) -> dict[str, float]:
    """The least CPU seconds of each work, done in turns; a first turn warms up."""
    times: dict[str, list[float]] = {name: [] for name in works}
    gc.collect()
    gc.freeze()
    for turn in range(rounds + 1):
        for name, work in works.items():
            start = time.process_time()
            made = work()
            if turn:
                times[name].append(time.process_time() - start)
            del made
    return {name: min(taken) for name, taken in times.items()}


def ratio(a: list[Run], b: list[Run]) -> float:
    """Of the least CPU: what is above it is the machine's."""
    return min(x.cpu for x in a) / min(x.cpu for x in b)


def waited(a: list[Run], b: list[Run]) -> float:
    """Of the least time from beginning to end, for work that several processors share."""
    return min(x.wall for x in a) / min(x.wall for x in b)


def resident() -> float:
    """The megabytes of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def ticks(pid: int) -> float:
    """CPU seconds of a process so far, in hundredths."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Figure(NamedTuple):
    """A measured value and what it may be at most."""

    name: str
    value: float
    most: float
    unit: str = "×"
