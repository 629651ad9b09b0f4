"""Why work ended before its end: what is wrong with a deck, what the system refused, or a fault of the program itself."""

from __future__ import annotations

import errno

from msgspec import Struct

from carddesigner.core.options import OptionError, as_flag
from carddesigner.core.report import DeckError, Report


class Failure(Struct, frozen=True):
    """What ended the work: the exit code that it has on the command line, a line for a person unless a *report* says it all, and what
    to do about it.
    """

    exit_code: int
    message: str = ""
    hint: str = ""
    report: Report | None = None


def failure_of(problem: Exception) -> Failure:
    """What an exception is for who asked for the work."""
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
    """What the system refused, in a line. A file without a name that can't grow is a temporary one."""
    full = problem.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    place = problem.filename or ("a temporary file" if full else None)
    return f"{f'{place}: ' if place is not None else ''}{problem.strerror or problem}"


def fault_of(problem: Exception) -> str:
    """A line for the person whom it happened to, with the place that whoever mends it has to know."""
    trace = problem.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno}" if trace is not None else "unknown"
    return f"carddesigner failed, and it is not your fault: {type(problem).__name__}: {problem} (at {place})"
