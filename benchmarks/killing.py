"""Runs a build on a cluster that it starts, and kills one worker with its processes during the build, to simulate a
failing machine.

The first argument is the number of files that must be finished by then, the others are the command. Run it by its path.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

LOOKS = 0.05


def main() -> int:
    """Return the exit code of the command, or an error if there was no worker to kill."""
    finished, *command = sys.argv[1:]
    out = Path(command[command.index("-o") + 1])
    with subprocess.Popen(command) as build:
        while build.poll() is None:
            if len([*out.glob("*/.parts.*/*.done")]) >= int(finished):
                return _end_worker(build.pid) or build.wait()
            time.sleep(LOOKS)
    print("no worker was ended before the build was", file=sys.stderr)
    return 1


def _end_worker(build: int) -> int:
    """Kill a worker; 1 if there is none."""
    worker = next((pid for pid in _children(build) if _children(pid)), None)
    if worker is None:
        print("no worker was at work", file=sys.stderr)
        return 1
    for pid in (worker, *_children(worker)):
        os.kill(pid, signal.SIGKILL)
    return 0


def _children(of: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:  # it has ended
                continue
            if int(fields[1]) == of:
                found.append(int(entry.name))
    return sorted(found)


if __name__ == "__main__":
    sys.exit(main())
