"""A cache for results that are computed from values."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct, field

SPARE = 5_000
"""How many results are kept beyond the needed ones."""


class Cache(Struct):
    """Results by what they were made from. Keys may contain ids of objects that the results hold.

    The cache keeps about twice as many results as the last whole answer needed, and drops the least recently used
    first. Results made between whole answers, such as each step while a value is tried, are dropped together when there
    are many.
    """

    _new: dict[Any, Any] = field(default_factory=dict)
    _old: dict[Any, Any] = field(default_factory=dict)
    _between: dict[Any, Any] = field(default_factory=dict)
    _needed: int = 0
    """The number of results that the last whole answer needed; 0 before the first."""
    _in_whole: bool = False

    def __len__(self) -> int:
        """The number of cached results."""
        return len(self._new) + len(self._old) + len(self._between)

    def get(self, key: object) -> Any:
        """Return the cached result, None if there is none."""
        value = self._new.get(key)
        if value is not None:
            return value
        if self._old:
            value = self._old.pop(key, None)
            if value is not None:
                self._new[key] = value
        if value is None and self._between:
            value = self._between.get(key)
            if value is not None and self._in_whole:
                self._new[key] = value
        return value

    def put(self, key: object, result: Any) -> None:
        """Store a result."""
        (self._between if self._needed and not self._in_whole else self._new)[key] = result

    def trim(self) -> None:
        """Drop the results made since the last whole answer, if there are many; before the first one, those not used
        lately.
        """
        if len(self._between) > SPARE:
            self._between = {}
        if not self._needed:
            self.age(SPARE // 2)

    def age(self, size: int) -> None:
        """Drop what wasn't used since the last *size* results. For answers that keep no results themselves."""
        if len(self._new) > size:
            self._old, self._new = self._new, {}

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Mark a whole answer: the results used inside are all that it needs."""
        full = len(self._new) > 5 * self._needed // 4 + SPARE
        if full:
            self._old, self._new = self._new, {}
        self._in_whole = True
        try:
            yield
        finally:
            self._in_whole, self._between = False, {}
        if full or not self._needed:
            self._needed = len(self._new)
