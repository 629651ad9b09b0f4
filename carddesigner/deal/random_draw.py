"""Random whole numbers that never change: they are the same on every machine and in every version of Python and of this
program.

A key gives an endless sequence of 64-bit numbers: block n, from 0 on, is the SHA-256 of the key in UTF-8, a line feed
and n in decimal digits; it holds four big-endian numbers. A number below m is the next one that is below the greatest
multiple of m that fits in 64 bits, modulo m; the others are skipped, so that all numbers below m are equally likely.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from hashlib import sha256
from itertools import count

_ALL = 1 << 64

RandomNumbers = Iterator[int]
"""The numbers of a key that have not been used yet."""


def random_numbers(key: str) -> RandomNumbers:
    """Yield the 64-bit numbers of a key."""
    for n in count():
        yield from struct.unpack(">4Q", sha256(f"{key}\n{n}".encode()).digest())


def below(m: int, numbers: RandomNumbers) -> int:
    """Return a whole number from 0 to *m* - 1, all equally likely; *m* is from 1 to 2 to the 64."""
    fair = _ALL - _ALL % m
    return next(n for n in numbers if n < fair) % m
