"""Work that another process does beside this one, where there is a processor for it."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Result = TypeVar("Result")


def processors() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def in_worker(
    job: Callable[[], Result], most: int | None = None, lost: Callable[[int | None], Result] | None = None
) -> Callable[[], Result]:
    """Begin a job in a process that starts from all that this one has now; what comes back waits for its result, once,
    which must be one that can be pickled. Where there is no processor to spare, or *most* such processes are at work, or a process
    can't be made of this one, and where that process fails, the job is done when its result is asked for. With *lost* it has a
    process of its own even where *most* is 1, and is not done again: what *lost* makes of the exit code of a process that ended
    without a result stands for it; such a job and its result can be pickled, if it is to have a process on every system.
    """
    method = _start_method(spawns=lost is not None)
    if method is None or not _has_room(most, alone=lost is not None):
        return job
    from multiprocessing import get_context
    from pickle import PickleError

    context = get_context("fork") if method == "fork" else get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(job, there), daemon=True)
    try:
        process.start()
    except (OSError, PickleError, AttributeError, TypeError):  # what can't be pickled raises any of these
        here.close()
        return job
    finally:
        there.close()

    def result() -> Result:
        with here:
            try:
                found: Result = here.recv()
            except (EOFError, OSError):
                process.join()
                return lost(process.exitcode) if lost is not None else job()
        process.join()
        return found

    return result


def _start_method(*, spawns: bool) -> Literal["fork", "spawn"] | None:
    """How a process comes to be that does work of this one: as a copy, where there are such. A copy of threads would be a copy of
    their locks alone, so that beside these, and on other systems, a job starts from nothing if it may.
    """
    if sys.platform == "linux" and threading.active_count() == 1:
        return "fork"
    return "spawn" if spawns else None


def _has_room(most: int | None, *, alone: bool) -> bool:
    """Whether one more process can be made of this one, beside *most* others."""
    from multiprocessing import active_children, current_process

    room = most if most is not None else processors()
    return not current_process().daemon and len(active_children()) < room and (alone or room > 1)


def _send(job: Callable[[], Any], to: Connection) -> None:
    """Do the job; silent where it fails, as the parent process repeats it and sees the error."""
    with suppress(BaseException):
        to.send(job())
