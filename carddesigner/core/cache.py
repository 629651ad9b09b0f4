"""What was worked out of values, kept for the next time that it is asked for."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field


class Cache(Struct):
    """Results by what they were made of. Keys may hold ids of objects that the results hold.

    At most ``size`` results are kept from one ``trim`` to the next, beside those in use since the last: what nobody asked for
    between two of them goes.
    """

    size: int = 50_000
    _new: dict[Any, Any] = field(default_factory=dict)
    _old: dict[Any, Any] = field(default_factory=dict)

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
        """Drop what has not been asked for lately, if there is too much; not while results are being compared by identity."""
        if len(self._new) > self.size:
            self._old, self._new = self._new, {}
