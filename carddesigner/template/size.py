"""How large values are, and how much one evaluation may read and make, so that an expression is stopped before it is slow.

What lies in a value counts as often as it stands there: ``[[0] * 1000] * 1000`` is two small lists and a million zeros.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from carddesigner.core.effort import spend
from carddesigner.core.record import Record

MAX_COMPILED = 10_000
"""Expressions that are kept compiled."""
MAX_SIZE = 100_000
"""Characters and items of a value that an expression makes."""
MAX_READ = 1_000_000
"""Characters and items that the operations of one evaluation read and make."""

_left: ContextVar[list[int] | None] = ContextVar("left", default=None)


class TooLarge(Exception):
    """An operation would read or make more than is allowed."""


@contextmanager
def evaluation() -> Iterator[None]:
    """What is charged inside is bounded together."""
    token = _left.set([MAX_READ])
    try:
        yield
    finally:
        _left.reset(token)


def charge(size: int) -> None:
    """Count what an operation is about to read or make. Raises TooLarge, and TooMuchWork for the deck's work."""
    spend(1 + size // 20)
    left = _left.get()
    if left is not None:
        left[0] -= size
        if left[0] < 0:
            raise TooLarge


def read(*values: object) -> int:
    """Charge values that an operation reads through; their size. Raises TooLarge."""
    left = _left.get()
    size = size_of(values, left[0] if left is not None else MAX_READ)
    charge(size)
    return size


def made(value: object, times: int = 1) -> None:
    """Refuse a value that is too large, were it there so many *times*. Raises TooLarge."""
    if times > 0:
        charge(times * size_of((value,), MAX_SIZE // times, through=False))


def size_of(values: Iterable[object], most: int, *, through: bool = True) -> int:
    """Characters and items of values; records are looked *through* or count as one item. Raises TooLarge beyond *most*."""
    size = 0
    for value in values:
        waiting = [value]
        while waiting:
            one = waiting.pop()
            size += 1
            if isinstance(one, (str, range)):
                size += len(one)
            elif isinstance(one, int):
                size += one.bit_length() // 4
            elif isinstance(one, (list, tuple, dict)) or (through and isinstance(one, Record)):
                size += len(one)
                if size <= most:
                    waiting += one
                    if not isinstance(one, (list, tuple)):
                        waiting += [one[name] for name in one]
            if size > most:
                raise TooLarge
    return size
