"""What was worked out of values, kept for the next time that it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct, field

SPARE = 5_000
"""Results that are kept beside those that are needed."""


class Cache(Struct):
    """Results by what they were made of. Keys may hold ids of objects that the results hold.

    Of the results about twice as many are kept as the last whole answer took, and what nobody asked for longest goes first.
    What is made between whole answers, such as each step of a value that is tried, goes together when there is much of it.
    """

    _new: dict[Any, Any] = field(default_factory=dict)
    _old: dict[Any, Any] = field(default_factory=dict)
    _between: dict[Any, Any] = field(default_factory=dict)
    _needed: int = 0
    """What the last whole answer took, 0 before there is one."""
    _in_whole: bool = False

    def __len__(self) -> int:
        """How many results are kept."""
        return len(self._new) + len(self._old) + len(self._between)

    def get(self, key: object) -> Any:
        """What was kept, None if nothing was."""
        found = self._new.get(key)
        if found is not None:
            return found
        if self._old:
            found = self._old.pop(key, None)
            if found is not None:
                self._new[key] = found
        if found is None and self._between:
            found = self._between.get(key)
            if found is not None and self._in_whole:
                self._new[key] = found
        return found

    def put(self, key: object, result: Any) -> None:
        """Keep a result."""
        (self._between if self._needed and not self._in_whole else self._new)[key] = result

    def trim(self) -> None:
        """Drop what was made since the last whole answer, if there is much of it; before the first, what wasn't asked for."""
        if len(self._between) > SPARE:
            self._between = {}
        if not self._needed:
            self.age(SPARE // 2)

    def age(self, size: int) -> None:
        """Within an answer that keeps no results itself: drop what wasn't asked for since the last *size* results."""
        if len(self._new) > size:
            self._old, self._new = self._new, {}

    @contextmanager
    def whole(self) -> Iterator[None]:
        """What is asked for inside is all that a whole answer takes."""
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
