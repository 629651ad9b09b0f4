"""Numbers and arrangements in a pseudo-random order without repeats. The order is the same on every machine and for
ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import shake_256
from math import isqrt, perm
from typing import TypeVar

from msgspec import Struct

Item = TypeVar("Item")

_ROUNDS = 6


class Permutation(Struct, frozen=True):
    """The numbers from 0 to ``size`` - 1 in a pseudo-random order given by ``key``, each exactly once.

    The order is a Feistel network on pairs of digits in base ceil(sqrt(size)), applied again until the number is below
    ``size`` (Black and Rogaway 2002, Ciphers with arbitrary finite domains, methods 2 and 3). The round function is
    SHAKE-256 of the key, the round and the digit, in decimal and separated by line feeds; its output is 16 bytes longer
    than the base.
    """

    key: str
    size: int

    def number(self, index: int) -> int:
        """Return the number at an index from 0 to ``size`` - 1. Raises IndexError outside that range."""
        if not 0 <= index < self.size:
            raise IndexError(f"there are {self.size} numbers, and no {index}")
        base = isqrt(self.size - 1) + 1
        length = (base.bit_length() + 7) // 8 + 16
        number = index
        while True:
            high, low = divmod(number, base)
            for step in range(_ROUNDS):
                mixed = shake_256(f"{self.key}\n{step}\n{low}".encode()).digest(length)
                high, low = low, (high + int.from_bytes(mixed, "big")) % base
            number = high * base + low
            if number < self.size:
                return number


def drawn(key: str, index: int, size: int) -> int:
    """Return a pseudo-random number from 0 to *size* - 1 for an index: SHAKE-256 of key and index, in which numbers can
    repeat.
    """
    length = (size.bit_length() + 7) // 8 + 16
    return int.from_bytes(shake_256(f"{key}\n{index}".encode()).digest(length), "big") % size


def arrangements(items: int, taken: int) -> int:
    """The number of ordered selections of *taken* of *items*; 0 if there are too few items."""
    return perm(items, taken)


def arrangement(items: Sequence[Item], taken: int, number: int) -> tuple[Item, ...]:
    """The ordered selection of *taken* items with a *number* from 0 to one less than there are selections."""
    left = list(items)
    out = []
    for _ in range(taken):
        number, at = divmod(number, len(left))
        out.append(left.pop(at))
    return tuple(out)
