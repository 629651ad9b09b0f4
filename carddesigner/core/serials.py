"""Serial numbers of cards that are made by number."""

from __future__ import annotations

import re
from hashlib import sha256
from itertools import pairwise

from msgspec import Struct

_RANGE = r"(?a)\s*(\d{1,13})\s*(?:-\s*(\d{1,13})\s*)?"
_WITH_SIGNS = r"(?as)\D*(\d{1,13})(?:\D.*)?"
MAX_RANGES = 1_000
"""Ranges that are asked for at once."""
_LONGEST = 80
"""Characters of them in a file's name."""


class Serials(Struct, frozen=True):
    """Some numbers, by their ``ranges`` in ascending order, each from its first to its last with both."""

    ranges: tuple[tuple[int, int], ...] = ()

    def __str__(self) -> str:
        return ",".join(f"{first}" if first == last else f"{first}-{last}" for first, last in self.ranges)

    @property
    def in_names(self) -> str:
        """What names of files call them: too many ranges for a name by how many numbers they are and between which, and a digest."""
        written = str(self).replace(",", "+")
        if len(written) <= _LONGEST:
            return written
        digest = sha256(written.encode()).hexdigest()[:8]
        return f"{self.count}-of-{self.first}-{self.last}-{digest}"

    @property
    def first(self) -> int:
        """The least of them; there is one."""
        return self.ranges[0][0]

    @property
    def last(self) -> int:
        """The greatest."""
        return self.ranges[-1][1]

    @property
    def count(self) -> int:
        """How many they are."""
        return sum(last - first + 1 for first, last in self.ranges)

    def has(self, number: int) -> bool:
        """Whether a number is one of them."""
        return any(first <= number <= last for first, last in self.ranges)

    def within(self, own: Serials) -> Serials:
        """Those of them that lie between others' first and last."""
        cut = ((max(first, own.first), min(last, own.last)) for first, last in self.ranges)
        return Serials(tuple((first, last) for first, last in cut if first <= last))

    def numbers(self) -> list[int]:
        """All of them in order."""
        return [number for first, last in self.ranges for number in range(first, last + 1)]


NONE = Serials()
"""No card's number: a deck is read without those that are made by number."""


def serial_range(first: int, last: int) -> Serials:
    """The numbers from the first to the last."""
    return Serials(((first, last),))


def read_serials(given: str | Serials) -> Serials:
    """Serial numbers as they are written: ``501-1000``, ``17,20-22``, or one. Raises ValueError."""
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
