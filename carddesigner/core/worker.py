"""Work that another process does beside this one, where there is a processor for it."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, TypeVar

Result = TypeVar("Result")


def processors() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def in_worker(job: Callable[[], Result], most: int | None = None) -> Callable[[], Result]:
    """Begin a job in a process that starts from all that this one has now; what comes back waits for its result, once,
    which must be one that can be pickled. Where there is no processor to spare, or *most* such processes are at work, or a process
    can't be made of this one, and where that process fails, the job is done when its result is asked for.
    """
    if not _has_room(most):
        return job
    from multiprocessing import get_context

    forking = get_context("fork")
    here, there = forking.Pipe(duplex=False)
    process = forking.Process(target=_send, args=(job, there), daemon=True)
    try:
        process.start()
    except OSError:
        here.close()
        return job
    finally:
        there.close()

    def result() -> Result:
        with here:
            try:
                found: Result = here.recv()
            except (EOFError, OSError):
                return job()
        process.join()
        return found

    return result


def _has_room(most: int | None) -> bool:
    """Whether one more process can be made of this one, beside *most* others. A copy of threads would be a copy of their locks alone."""
    if sys.platform != "linux" or threading.active_count() > 1:
        return False
    from multiprocessing import active_children, current_process

    room = most if most is not None else processors()
    return not current_process().daemon and len(active_children()) < room > 1


def _send(job: Callable[[], Any], to: Connection) -> None:
    """Do the job; silent where it fails, as the parent process repeats it and sees the error."""
    with suppress(BaseException):
        to.send(job())
