"""Faults in a process, each at a chosen one of its operations on files: the system refuses it, or the process is killed before it."""

from __future__ import annotations

import errno
import os
import signal
import sys
from pathlib import Path
from typing import Literal

Kind = Literal["refused", "killed"]
_CHANGES = frozenset(
    ("os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.truncate", "os.utime", "os.link", "os.symlink")
)
_LOOKS = frozenset(("os.scandir", "os.listdir"))


def inject(folder: Path, at: int, kind: Kind, count: Path) -> None:
    """From now on count this process's operations on files below a folder, into the file *count* at the end of each; let the
    one with the number *at*, from 1, go wrong. Reading fails as from a damaged disk, writing as on a full one.
    """
    inside, done = str(folder), 0
    number = os.open(count, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal done
        if event != "open" and event not in _CHANGES and event not in _LOOKS:
            return
        path = os.path.abspath(os.fsdecode(arguments[0])) if isinstance(arguments[0], str | bytes | os.PathLike) else ""  # noqa: PTH100
        if not path.startswith(inside):
            return
        done += 1
        os.pwrite(number, f"{done}".encode(), 0)
        if done != at:
            return
        if kind == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        flags = arguments[2] if event == "open" else 0
        writes = event in _CHANGES or (isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR))
        code = errno.ENOSPC if writes else errno.EIO
        raise OSError(code, os.strerror(code), path)

    sys.addaudithook(hook)
