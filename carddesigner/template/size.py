"""The sizes of values, and a bound on what an evaluation may read and make, which stops an expression before it is
slow.

A nested value counts each time it occurs: ``[[0] * 1000] * 1000`` is two small lists and a million zeros.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from carddesigner.core.effort import spend
from carddesigner.core.record import Record

MAX_COMPILED = 10_000
"""The most compiled expressions that are cached."""
MAX_SIZE = 100_000
"""The most characters and items of a value that an expression makes."""
MAX_READ = 1_000_000
"""The most characters and items that one evaluation reads and makes."""

_left: ContextVar[list[int] | None] = ContextVar("left", default=None)


class TooLarge(Exception):
    """An operation would read or make more than is allowed."""


@contextmanager
def evaluation() -> Iterator[None]:
    """Bound the charges inside together."""
    token = _left.set([MAX_READ])
    try:
        yield
    finally:
        _left.reset(token)


def charge(size: int) -> None:
    """Charge what an operation is about to read or make. Raises TooLarge, and TooMuchWork if the deck exceeds its
    bound.
    """
    spend(1 + size // 20)
    left = _left.get()
    if left is not None:
        left[0] -= size
        if left[0] < 0:
            raise TooLarge


def read(*values: object) -> int:
    """Charge values that an operation reads completely, and return their size. Raises TooLarge."""
    left = _left.get()
    size = size_of(values, left[0] if left is not None else MAX_READ)
    charge(size)
    return size


def made(value: object, times: int = 1) -> None:
    """Charge a value that is repeated this many *times*. Raises TooLarge if it is too large."""
    if times > 0:
        charge(times * size_of((value,), MAX_SIZE // times, through=False))


def size_of(values: Iterable[object], most: int, *, through: bool = True) -> int:
    """Return the number of characters and items in values; records count with their fields (*through*) or as one item.
    Raises TooLarge beyond *most*.
    """
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
