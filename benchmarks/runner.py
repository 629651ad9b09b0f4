"""A process that starts the measured commands, one for each line of JSON that it reads.

It is small and imports nothing but the standard library, because the maximum memory that the system reports for a
process is never less than that of the process that started it.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from threading import Timer
from typing import IO

PATIENCE = 1800
"""Seconds after which a command is killed."""
SUBREAPER = 36
"""The prctl option by which a process inherits orphaned descendants, so that all of Chromium's time is counted."""


def measured(command: list[str], folder: str, environment: dict[str, str], errors: IO[bytes]) -> dict[str, float]:
    """Run a command and everything it started to the end; returns what it took and its exit code."""
    busy, begun = _busy(), time.perf_counter()
    started = subprocess.Popen(
        command,
        cwd=folder,
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=errors,
        start_new_session=True,
    )
    alarm = Timer(PATIENCE, os.killpg, (started.pid, signal.SIGKILL))
    alarm.start()
    cpu = memory = 0.0
    code = 0
    try:
        while True:
            try:
                pid, status, used = os.wait4(-1, 0)
            except ChildProcessError:
                break
            cpu += used.ru_utime + used.ru_stime
            memory = max(memory, used.ru_maxrss / 1024)
            if pid == started.pid:
                started.returncode = code = os.waitstatus_to_exitcode(status)
    except KeyboardInterrupt:
        os.killpg(started.pid, signal.SIGKILL)
        raise
    finally:
        alarm.cancel()
    wall = time.perf_counter() - begun
    others = max(0.0, _busy() - busy - cpu) / wall
    return {
        "cpu": round(cpu, 4),
        "memory": round(memory, 1),
        "wall": round(wall, 4),
        "others": round(others, 2),
        "code": code,
    }


def _busy() -> float:
    """Seconds that all processors of the machine were busy, including time taken by its host."""
    with open("/proc/stat") as file:  # noqa: PTH123 - pathlib would be a part of what every command takes
        user, nice, system, _, _, irq, softirq, steal = map(int, file.readline().split()[1:9])
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Run the requested commands until the input ends."""
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    for line in sys.stdin:
        asked = json.loads(line)
        with open(asked["errors"], "wb") as errors:  # noqa: PTH123
            taken = measured(asked["command"], asked["folder"], asked["environment"], errors)
        print(json.dumps(taken), flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
