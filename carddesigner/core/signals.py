"""Signals that stop a process at once."""

from __future__ import annotations

# What ``signal`` is made of: that takes twenty times as long, and until a signal is answered it is a traceback.
import _signal as signal  # type: ignore[import-not-found]
import atexit
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

STOPPING = [getattr(signal, n) for n in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, n)]
PATIENCE = 5
"""Seconds in which the end is done, on a busy machine too."""
_began = os.getpid()
_left_by_copies: list[Callable[[], object]] = []
_message = b"\nstopped; nothing was changed\n"


def begin() -> None:
    """Note that this process, a copy of another, is one that began: what it leaves to its end is its own."""
    global _began
    _began = os.getpid()


@contextmanager
def held(numbers: Iterable[int] = STOPPING) -> Iterator[None]:
    """Let signals wait, those that stop if none are named, where the system has masks for them: while what belongs together is done. A
    copy of this process that is made meanwhile has to ``release`` them; else they reach it before Python can answer, which forgets them.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def release() -> None:
    """Answer signals that stop, in a copy that was made while they were held."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)


def clear_in_copies(clear: Callable[[], object]) -> None:
    """Have a copy of this process clear what it leaves when a signal stops it: nothing else of its end is done."""
    _left_by_copies.append(clear)


def some_may_be_made() -> None:
    """Have it said of what is stopped later that some of it may have been finished."""
    global _message
    _message = b"\nstopped; files that were finished are in their places, no others were changed\n"


def at_exit() -> None:
    """Do what is left to do at the end."""
    atexit._run_exitfuncs()


def stop(number: int, message: bytes = b"", code: int | None = None) -> None:
    """End at once, without an exception, which may be lost in whatever runs: with *code*, or as the signal would have ended
    this, so that a shell knows why. What is left to do at the end is done, in the process that began, within ``PATIENCE``.
    """
    signal.signal(number, signal.SIG_DFL)
    if os.getpid() == _began:
        if hasattr(signal, "alarm"):
            # Whatever was interrupted may hold what the end waits for.
            signal.signal(signal.SIGALRM, lambda *_: _end(number, code))
            signal.alarm(PATIENCE)
        os.write(2, message or (_message if number == signal.SIGINT else b""))
        at_exit()
    else:
        for clear in _left_by_copies:
            clear()
    _end(number, code)


def _end(number: int, code: int | None) -> None:
    """End with *code*, or by the signal."""
    if os.name == "posix" and code is None:
        os.kill(os.getpid(), number)
    os._exit(128 + number if code is None else code)
