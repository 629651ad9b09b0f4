"""Why work stopped: errors in a deck, a refusal by the system, or a fault of the program itself."""

from __future__ import annotations

import errno
import os

from msgspec import Struct

from carddesigner.core.options import OptionError, as_flag
from carddesigner.core.report import DeckError, Report


class Failure(Struct, frozen=True):
    """Why the work stopped: the command line's exit code, a message for people unless the *report* has the errors, and
    a hint on what to do.
    """

    exit_code: int
    message: str = ""
    hint: str = ""
    report: Report | None = None


def failure_of(problem: Exception) -> Failure:
    """Return the failure that an exception means to whoever requested the work."""
    if isinstance(problem, DeckError):
        return Failure(problem.exit_code, report=problem.report)
    if isinstance(problem, OptionError):
        return Failure(2, "; ".join(f"{as_flag(p.option)}: {p.text(as_flag)}" for p in problem.problems))
    if isinstance(problem, OSError) and problem.errno is not None:
        return Failure(1, _refused_by_system(problem))
    code = getattr(problem, "exit_code", None)
    if isinstance(code, int):
        return Failure(code, str(problem))
    return Failure(3, fault_of(problem), "set CARDDESIGNER_TRACEBACK=1 and run it again for the details to report")


def _refused_by_system(problem: OSError) -> str:
    """A line on what the system refused. An error without a file name that says there is no space concerns a temporary
    file.
    """
    full = problem.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    if problem.errno == errno.ENOENT and problem.filename is None and not _is_somewhere():
        return "the current folder is no longer there; go to another one, or make it again"
    place = problem.filename or ("a temporary file" if full else None)
    return f"{f'{place}: ' if place is not None else ''}{problem.strerror or problem}"


def _is_somewhere() -> bool:
    """Whether the current folder still exists."""
    try:
        os.getcwd()  # noqa: PTH109
    except FileNotFoundError:
        return False
    return True


def fault_of(problem: Exception) -> str:
    """A line for the user, with the module and line for whoever repairs the program."""
    trace = problem.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno}" if trace is not None else "unknown"
    return f"carddesigner failed, and it is not your fault: {type(problem).__name__}: {problem} (at {place})"
