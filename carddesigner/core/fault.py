"""What is said where the program itself failed."""

from __future__ import annotations


def fault_of(problem: Exception) -> str:
    """A line for the person whom it happened to, with the place that whoever mends it has to know."""
    trace = problem.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno}" if trace is not None else "unknown"
    return f"carddesigner failed, and it is not your fault: {type(problem).__name__}: {problem} (at {place})"
