"""Runs one command to its end: its CPU seconds, memory and time, the bytes it wrote, and the load from other programs."""

from __future__ import annotations

import atexit
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parents[1]
KEPT = "--cache"
"""The option by which a command is measured with the cache of its earlier turns."""
OUT = "{out}"
"""Placeholder in a command for its output folder, empty and new each time, so that no earlier build is found there."""
NOISE = 0.25
"""How many processors other programs, such as a desktop's, may keep busy without affecting a measurement."""


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a command took.

    CPU seconds of all its processes, megabytes of the largest one, wall-clock seconds, bytes of the PDFs that it wrote,
    and how many processors other programs kept busy meanwhile.
    """

    cpu: float
    memory: float
    wall: float
    size: int
    others: float

    def leaves(self, processors: int) -> bool:
        """Return whether other programs left this many processors free."""
        return (os.cpu_count() or 1) - self.others >= processors - NOISE


class FailedCommand(Exception):
    """A command ended with an error; its last line is the message."""


class Taken(msgspec.Struct, frozen=True):
    """What the process that starts commands reports about one."""

    cpu: float
    memory: float
    wall: float
    others: float
    code: int


def run(command: list[str], folder: Path, out: Path) -> Run:
    """Run a command in *folder* with everything it starts to the end, with *out* for ``OUT``.

    The cache is empty unless the command has ``KEPT``. Raises FailedCommand if it fails.
    """
    out.mkdir(parents=True)
    arguments = [word.replace(OUT, str(out)) for word in command]
    asked = {
        "command": arguments,
        "folder": str(folder),
        "environment": {"XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"] if KEPT in command else str(out / ".cache")},
        "errors": str(folder / "errors.txt"),
    }
    runner = _runner()
    assert runner.stdin is not None
    assert runner.stdout is not None
    runner.stdin.write(msgspec.json.encode(asked) + b"\n")
    runner.stdin.flush()
    taken = msgspec.json.decode(runner.stdout.readline(), type=Taken)
    if taken.code:
        raise FailedCommand(f"{' '.join(arguments)}\n{_last_line(folder / 'errors.txt') or f'exit code {taken.code}'}")
    size = sum(path.stat().st_size for path in out.rglob("*.pdf"))
    return Run(taken.cpu, taken.memory, taken.wall, size, taken.others)


@cache
def _runner() -> subprocess.Popen[bytes]:
    """The process that starts commands; it ends with this one."""
    command = [sys.executable, "-m", "benchmarks.runner"]
    runner = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    atexit.register(runner.communicate)
    return runner


def _last_line(file: Path) -> str:
    lines = file.read_text(errors="replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "")


def ticks(pid: int) -> float:
    """CPU seconds of a process so far, to a hundredth."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident() -> float:
    """Megabytes of this process in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def available() -> float:
    """Megabytes of available memory."""
    found = re.search(r"^MemAvailable:\s+(\d+) kB", Path("/proc/meminfo").read_text(), re.M)
    return int(found[1]) / 1024 if found else 0.0


def memory_here() -> int:
    """Megabytes of the machine's memory."""
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 1_000_000
