"""What was worked out of values, kept for the next time that it is asked for."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

SPARE = 2_000
"""Results that are kept beside those that are needed."""


class Cache(Struct):
    """Results by what they were made of. Keys may hold ids of objects that the results hold.

    Of the results at most about three times as many are kept as the last whole answer took, and what nobody asked for longest
    goes first.
    """

    _new: dict[Any, Any] = field(default_factory=dict)
    _old: dict[Any, Any] = field(default_factory=dict)
    _needed: int = 0
    """What the last whole answer took, 0 before there is one."""

    def __len__(self) -> int:
        """How many results are kept."""
        return len(self._new) + len(self._old)

    def get(self, key: object) -> Any:
        """What was kept, None if nothing was."""
        found = self._new.get(key)
        if found is None and self._old:
            found = self._old.pop(key, None)
            if found is not None:
                self._new[key] = found
        return found

    def put(self, key: object, result: Any) -> None:
        """Keep a result."""
        self._new[key] = result

    def trim(self) -> None:
        """Before an answer, drop what has not been asked for lately if there is too much."""
        if self._needed and len(self._new) > 3 * self._needed // 2 + SPARE:
            self._old, self._new, self._needed = self._new, {}, 0

    def age(self, size: int) -> None:
        """Within an answer that keeps no results itself: drop what wasn't asked for since the last *size* results."""
        if len(self._new) > size:
            self._old, self._new = self._new, {}

    def settle(self) -> None:
        """After a whole answer, take what is kept as what such an answer takes, if all else was dropped before it."""
        self._needed = self._needed or len(self._new)
