"""Whole numbers by lot, the same for ever: on every machine, in every version of Python and of this program.

A key gives an endless row of numbers of 64 bits: block n, from 0 on, is the SHA-256 of the key in UTF-8, a line feed and n in
decimal digits, and is four numbers, each with its big end first. A number below m is the next one that is less than the
greatest multiple of m that 64 bits hold, modulo m; those that are not are passed over, so that none below m is likelier.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from hashlib import sha256
from itertools import count

_ALL = 1 << 64

RandomNumbers = Iterator[int]
"""The numbers of a key, from wherever it was read to."""


def random_numbers(key: str) -> RandomNumbers:
    """The numbers of 64 bits that a key gives."""
    for n in count():
        yield from struct.unpack(">4Q", sha256(f"{key}\n{n}".encode()).digest())


def below(m: int, numbers: RandomNumbers) -> int:
    """A whole number from 0 to *m* - 1, each as likely; *m* is at least 1 and at most 2 to the 64."""
    fair = _ALL - _ALL % m
    return next(n for n in numbers if n < fair) % m
