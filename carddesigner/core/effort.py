"""How much work a deck is, counted and not timed, so that one that would never end is refused on every machine alike."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from msgspec import Struct

MAX_STEPS = 15_000_000
"""Steps of laying out a deck in one language, or of its checks: half a minute, and two or three gigabytes. A zone that
is laid out is fifteen of them, an expression for Jinja2 five and more, a letter or a segment of a path one.
"""


class TooMuchWork(Exception):
    """A deck takes more steps than anybody would wait for."""


class _Effort(Struct):
    spent: int = 0


_effort: ContextVar[_Effort | None] = ContextVar("effort", default=None)


@contextmanager
def bounded() -> Iterator[None]:
    """What is done inside takes at most so many steps; one more raises TooMuchWork."""
    token = _effort.set(_Effort())
    try:
        yield
    finally:
        _effort.reset(token)


def spend(steps: int) -> None:
    """Count steps. Raises TooMuchWork."""
    effort = _effort.get()
    if effort is not None:
        effort.spent += steps
        if effort.spent > MAX_STEPS:
            raise TooMuchWork


def spent() -> int:
    """The steps so far."""
    effort = _effort.get()
    return effort.spent if effort is not None else 0
