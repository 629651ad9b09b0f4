"""Serial numbers of numbered cards."""

from __future__ import annotations

import re
from hashlib import sha256
from itertools import pairwise

from msgspec import Struct

_RANGE = r"(?a)\s*(\d{1,13})\s*(?:-\s*(\d{1,13})\s*)?"
_WITH_SIGNS = r"(?as)\D*(\d{1,13})(?:\D.*)?"
MAX_RANGES = 1_000
"""The most ranges in one request."""
_LONGEST = 80
"""The most characters for serial numbers in a file name."""


class Serials(Struct, frozen=True):
    """A set of numbers as ascending ``ranges`` of the first and the last number, both included."""

    ranges: tuple[tuple[int, int], ...] = ()

    def __str__(self) -> str:
        return ",".join(f"{first}" if first == last else f"{first}-{last}" for first, last in self.ranges)

    @property
    def in_names(self) -> str:
        """The numbers as part of a file name: the ranges, or if these are too long, the count, the bounds and a
        digest.
        """
        written = str(self).replace(",", "+")
        if len(written) <= _LONGEST:
            return written
        digest = sha256(written.encode()).hexdigest()[:8]
        return f"{self.count}-of-{self.first}-{self.last}-{digest}"

    @property
    def first(self) -> int:
        """The least number. There must be one."""
        return self.ranges[0][0]

    @property
    def last(self) -> int:
        """The greatest number. There must be one."""
        return self.ranges[-1][1]

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return sum(last - first + 1 for first, last in self.ranges)

    def has(self, number: int) -> bool:
        """Whether it contains a number."""
        return any(first <= number <= last for first, last in self.ranges)

    def within(self, own: Serials) -> Serials:
        """Its numbers from the first to the last one of *own*."""
        cut = ((max(first, own.first), min(last, own.last)) for first, last in self.ranges)
        return Serials(tuple((first, last) for first, last in cut if first <= last))

    def numbers(self) -> list[int]:
        """All numbers in ascending order."""
        return [number for first, last in self.ranges for number in range(first, last + 1)]


NONE = Serials()
"""No numbers: the deck is read without its numbered cards."""


def serial_range(first: int, last: int) -> Serials:
    """The numbers from *first* to *last*, both included."""
    return Serials(((first, last),))


def read_serials(given: str | Serials) -> Serials:
    """Parse serial numbers: ``501-1000``, ``17,20-22``, or one number. Raises ValueError."""
    if isinstance(given, Serials):
        return given
    ranges = []
    for part in given.split(",")[: MAX_RANGES + 1] if isinstance(given, str) else [given]:
        match = re.fullmatch(_RANGE, part) if isinstance(part, str) else None
        if match is None:
            alone = re.fullmatch(_WITH_SIGNS, part) if isinstance(part, str) else None
            way = f"write the number alone, {int(alone[1])}" if alone else "write such as 501-1000, or 17,20-22"
            raise ValueError(f"{part!r} is no serial number and no range of them; {way}")
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            raise ValueError(f"the serial numbers {part.strip()} end before they begin")
        ranges.append((first, last))
    if len(ranges) > MAX_RANGES:
        raise ValueError(f"there are more than {MAX_RANGES:,} ranges of serial numbers")
    ranges.sort()
    twice = next((b[0] for a, b in pairwise(ranges) if b[0] <= a[1]), None)
    if twice is not None:
        raise ValueError(f"the serial number {twice} is asked for twice")
    return Serials(tuple(ranges))
