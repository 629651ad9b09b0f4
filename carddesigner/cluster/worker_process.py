"""Processes that do jobs, seen from the process that sends them; ``job_loop.py`` is what they run."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, BinaryIO

import msgspec

from carddesigner.cluster.job_loop import Setting, receive, send

# ``-P`` leaves the working directory, which may be a deck's folder, out of the import path.
_COMMAND = [sys.executable, "-P", "-m", "carddesigner.cluster.job_loop"]


class WorkerProcess:
    """A process that does one job at a time, all for the same *setting*, which is None for this machine. Raises OSError
    if it can't be started.
    """

    def __init__(self, setting: Setting | None, environment: Mapping[str, str] | None = None, *, silent: bool = False):
        self._process = subprocess.Popen(
            _COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if silent else None,
            env={**os.environ, **environment} if environment is not None else None,
            **_SEPARATE_GROUP,
        )
        with suppress(OSError):  # a process that has ended is detected when it should answer
            send(msgspec.msgpack.encode(setting), self._jobs)

    def run(self, job: bytes) -> bytes | int:
        """Return the answer to a job, or the exit code if the process ended instead."""
        try:
            send(job, self._jobs)
            answer = receive(self._answers)
        except OSError:
            answer = None
        return answer if answer is not None else self.close()

    def end(self) -> None:
        """Kill the process, even if a thread waits for its answer."""
        self._process.kill()

    def close(self) -> int:
        """Kill the process, for which no thread may be waiting, and return its exit code."""
        self.end()
        for pipe in (self._jobs, self._answers):
            with suppress(OSError):
                pipe.close()
        return self._process.wait()

    @property
    def _jobs(self) -> BinaryIO:
        assert self._process.stdin is not None
        return self._process.stdin  # type: ignore[return-value]

    @property
    def _answers(self) -> BinaryIO:
        assert self._process.stdout is not None
        return self._process.stdout  # type: ignore[return-value]


# Ctrl-C is left to the parent process, which ends this one.
_SEPARATE_GROUP: dict[str, Any] = (
    {"process_group": 0}
    if os.name == "posix"
    else {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
)
