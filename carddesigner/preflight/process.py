"""Judge a PDF in a process of its own, which a hostile file can crash without harm."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

from carddesigner.core.report import Severity
from carddesigner.preflight.findings import Finding
from carddesigner.preflight.judge import TOO_MUCH, UNREADABLE, Judged, judge
from carddesigner.targets.target import Target

MAX_MEMORY = 1_500_000_000
"""The most bytes of address space of the process, including what it inherits from its parent."""
MAX_SECONDS = 40
"""The most CPU time, in seconds."""
MAX_WAIT = 120
"""The longest wait for the report, in seconds."""
MAX_BYTES = 1_000_000_000
"""The largest file, in bytes."""


def judged(path: Path, target: Target | None = None, *, pictures: bool = False) -> Judged:
    """The report on a file. Raises OSError if it can't be opened."""
    size = path.stat().st_size
    if size > MAX_BYTES:
        return _failed(
            TOO_MUCH, f"the file has {size / 1e6:,.0f} MB; at most {MAX_BYTES // 1_000_000:,} MB are judged", target
        )
    with path.open("rb") as file:
        file.read(1)
    from multiprocessing import get_context

    context = get_context("fork") if sys.platform == "linux" else get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(there, path, target, pictures), daemon=True)
    process.start()
    there.close()
    try:
        if not here.poll(MAX_WAIT):
            return _failed(TOO_MUCH, f"looking at the file takes longer than {MAX_WAIT} seconds", target)
        answer: Judged | str = here.recv()
    except (EOFError, OSError):
        process.join(5)
        if process.exitcode in (-signal.SIGPROF, -signal.SIGXCPU, -signal.SIGALRM):
            return _failed(TOO_MUCH, f"looking at the file takes longer than {MAX_SECONDS} seconds", target)
        return _failed(UNREADABLE, "the file is built so that a reader fails on it", target)
    finally:
        here.close()
        process.kill()
        process.join()
    if isinstance(answer, str):
        return _failed(TOO_MUCH, answer, target)
    return answer


def _failed(code: str, message: str, target: Target | None) -> Judged:
    finding = Finding(code, Severity.ERROR, message)
    return Judged(target.target if target is not None else "", "", None, 0, (), (), (finding,))


def _work(to: Connection, path: Path, target: Target | None, pictures: bool) -> None:
    """Judge within the limits, and send the report, or the reason why there is none."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if hasattr(signal, "ITIMER_PROF"):
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, MAX_SECONDS)
    if not os.environ.get("CARDDESIGNER_TRACEBACK"):
        # Libraries write messages about the file to standard error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    try:
        answer: Judged | str = judge(path, target, pictures=pictures)
    except (MemoryError, RecursionError):
        answer = "looking at the file takes more memory than any honest one"
    except Exception as problem:
        # An exception is blamed on the file, unless someone debugs this program.
        if os.environ.get("CARDDESIGNER_TRACEBACK"):
            raise
        answer = f"the file is built so that a reader fails on it ({type(problem).__name__})"
    to.send(answer)
    to.close()
