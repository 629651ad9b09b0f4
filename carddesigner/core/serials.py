"""Serial numbers of cards that are made by number."""

from __future__ import annotations

import re

from msgspec import Struct

_WRITTEN = re.compile(r"\s*(\d{1,13})\s*(?:-\s*(\d{1,13})\s*)?", re.ASCII)


class Serials(Struct, frozen=True):
    """The numbers from the ``first`` to the ``last``, both with them."""

    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"

    @property
    def count(self) -> int:
        """How many they are."""
        return self.last - self.first + 1

    def has(self, number: int) -> bool:
        """Whether a number is one of them."""
        return self.first <= number <= self.last

    def of(self, own: Serials) -> range:
        """Those of them that are among others' *own*."""
        return range(max(self.first, own.first), min(self.last, own.last) + 1)


NONE = Serials(0, -1)
"""No card's number: a deck is read without those that are made by number."""


def read_serials(given: str | Serials) -> Serials:
    """Serial numbers as they are written: ``501-1000``, or one. Raises ValueError."""
    if isinstance(given, Serials):
        return given
    match = _WRITTEN.fullmatch(given) if isinstance(given, str) else None
    if match is None:
        raise ValueError(f"{given!r} are no serial numbers; write such as 501-1000, or 1234")
    first, last = int(match[1]), int(match[2] or match[1])
    if last < first:
        raise ValueError(f"the serial numbers {given!r} end before they begin")
    return Serials(first, last)
