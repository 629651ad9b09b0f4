"""Signals that stop the process at once."""

from __future__ import annotations

# The C module under ``signal``, which takes twenty times as long to import; a signal until then would cause a
# traceback.
import _signal as signal  # type: ignore[import-not-found]
import atexit
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

STOPPING = [getattr(signal, n) for n in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, n)]
PATIENCE = 5
"""Seconds allowed for the exit handlers, on a busy machine too."""
_began = os.getpid()
_left_by_copies: list[Callable[[], object]] = []
_message = b"\nstopped; nothing was changed\n"


def begin() -> None:
    """Mark this process as the main one, although it is a fork of another, so that it runs its own exit handlers."""
    global _began
    _began = os.getpid()


@contextmanager
def held(numbers: Iterable[int] = STOPPING) -> Iterator[None]:
    """Block signals during an operation that must not be interrupted, where the system has signal masks; by default the
    stopping ones. A fork made meanwhile must call ``release``. If signals weren't blocked, one could reach the fork
    before Python handles signals there, and be lost.
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
    """Unblock the stopping signals, in a fork that was made while they were held."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)


def clear_in_copies(clear: Callable[[], object]) -> None:
    """Register what a fork of this process must clean up when a signal stops it. A fork runs no other exit handlers."""
    _left_by_copies.append(clear)


def some_may_be_made() -> None:
    """Let the message on stopping say that some files may have been finished."""
    global _message
    _message = b"\nstopped; files that were finished are in their places, no others were changed\n"


def at_exit() -> None:
    """Run the exit handlers."""
    atexit._run_exitfuncs()


def stop(number: int, message: bytes = b"", code: int | None = None) -> None:
    """End the process at once, without an exception, which the running code could swallow: with exit code *code*, or by
    the signal itself, so that a shell sees the cause. The main process runs its exit handlers first, for at most
    ``PATIENCE`` seconds.
    """
    signal.signal(number, signal.SIG_DFL)
    if os.getpid() == _began:
        if hasattr(signal, "alarm"):
            # The interrupted code may hold a lock that an exit handler waits for.
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
