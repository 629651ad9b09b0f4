"""Processes that do jobs which they are sent, as seen by the one that sends them (``job_loop.py`` is what they run)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, BinaryIO

import msgspec

from carddesigner.cluster.job_loop import Setting, receive, send

# Without the working directory among what is imported from: a deck may lie there.
_COMMAND = [sys.executable, "-P", "-m", "carddesigner.cluster.job_loop"]


class WorkerProcess:
    """One process, which does one job at a time, each for the same *setting*; None is that of this machine. Raises OSError where there
    can't be one.
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
        with suppress(OSError):  # that it ended is seen when it is to answer
            send(msgspec.msgpack.encode(setting), self._jobs)

    def run(self, job: bytes) -> bytes | int:
        """What it answers; the exit code of one that ended instead."""
        try:
            send(job, self._jobs)
            answer = receive(self._answers)
        except OSError:
            answer = None
        return answer if answer is not None else self.close()

    def end(self) -> None:
        """End it, whoever waits for it."""
        self._process.kill()

    def close(self) -> int:
        """End it where nobody waits for it, and give its exit code."""
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


# Ctrl-C is for the process that began it, which ends it then.
_SEPARATE_GROUP: dict[str, Any] = (
    {"process_group": 0}
    if os.name == "posix"
    else {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
)
