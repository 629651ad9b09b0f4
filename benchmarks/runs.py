"""One command run to its end: its CPU seconds, memory and time, what it wrote, and what others did meanwhile."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from pathlib import Path
from threading import Timer
from typing import IO

import msgspec

PATIENCE = 1800
"""Seconds after which a command is ended."""
SUBREAPER = 36
"""prctl's option that hands a process its grandchildren, so that all of Chromium's time is seen."""
KEPT = "--cache"
"""The option of a command that is measured with what it kept in its earlier turns."""
OUT = "{out}"
"""In a command: a folder of its own, empty and another each time, so that nothing is there of which nothing would have changed."""
NOISE = 0.25
"""Processors that other programs may keep busy, a desktop's own among them, without being in the way."""


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a command took.

    CPU seconds of all its processes, megabytes of the largest, seconds that somebody waited, bytes of the PDFs that it
    wrote, and how many processors other programs kept busy meanwhile.
    """

    cpu: float
    memory: float
    wall: float
    size: int
    others: float

    def leaves(self, processors: int) -> bool:
        """Whether the others left so many processors free."""
        return (os.cpu_count() or 1) - self.others >= processors - NOISE


class FailedCommand(Exception):
    """A command that ended with an error; its last line is the message."""


def run(command: list[str], folder: Path, out: Path) -> Run:
    """Run a command in *folder* to its end, and everything it started, with *out* for ``OUT``.

    Nothing that another kept on disk is there, unless it is ``KEPT``. Raises FailedCommand if it fails.
    """
    out.mkdir(parents=True)
    cache = {} if KEPT in command else {"XDG_CACHE_HOME": str(out / ".cache")}
    words = [word.replace(OUT, str(out)) for word in command]
    with (folder / "said.txt").open("w+b") as said:
        busy, begun = _busy(), time.perf_counter()
        started = subprocess.Popen(
            words,
            cwd=folder,
            env=os.environ | cache,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=said,
            start_new_session=True,
        )
        alarm = Timer(PATIENCE, os.killpg, (started.pid, signal.SIGKILL))
        alarm.start()
        try:
            cpu, memory = _all_of(started)
        except KeyboardInterrupt:
            os.killpg(started.pid, signal.SIGKILL)
            raise
        finally:
            alarm.cancel()
        wall = time.perf_counter() - begun
        others = max(0.0, _busy() - busy - cpu) / wall
        if started.returncode:
            raise FailedCommand(f"{' '.join(words)}\n{_last_line(said) or f'exit code {started.returncode}'}")
    size = sum(path.stat().st_size for path in out.rglob("*.pdf"))
    return Run(round(cpu, 4), round(memory, 1), round(wall, 4), size, round(others, 2))


def _all_of(started: subprocess.Popen[bytes]) -> tuple[float, float]:
    """Wait for a process and all that it started: their CPU seconds, and the megabytes of the largest."""
    cpu = memory = 0.0
    while True:
        try:
            pid, status, used = os.wait4(-1, 0)
        except ChildProcessError:
            return cpu, memory
        cpu += used.ru_utime + used.ru_stime
        memory = max(memory, used.ru_maxrss / 1024)
        if pid == started.pid:
            started.returncode = os.waitstatus_to_exitcode(status)


def _busy() -> float:
    """Seconds that all processors of the machine have worked, or were taken by its host."""
    user, nice, system, _, _, irq, softirq, steal = map(int, Path("/proc/stat").read_text().split(None, 9)[1:9])
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


def _last_line(said: IO[bytes]) -> str:
    said.seek(0)
    lines = said.read()[-4000:].decode(errors="replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "")


def ticks(pid: int) -> float:
    """CPU seconds of a process so far, in hundredths."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident() -> float:
    """The megabytes of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def available() -> float:
    """The megabytes of memory that are free."""
    found = re.search(r"^MemAvailable:\s+(\d+) kB", Path("/proc/meminfo").read_text(), re.M)
    return int(found[1]) / 1024 if found else 0.0


def memory_here() -> int:
    """The megabytes of memory that the machine has."""
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 1_000_000
