"""Whole numbers and arrangements in an order that looks like chance, in which none comes twice; the same for ever, on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import shake_256
from math import isqrt, perm
from typing import TypeVar

from msgspec import Struct

Item = TypeVar("Item")

_ROUNDS = 6


class Permutation(Struct, frozen=True):
    """The numbers from 0 to ``size`` - 1 in an order of the ``key``: each index has a number, and no two have the same.

    It is a Feistel network on pairs of digits to the base of the square root, walked until a number is below ``size`` (Black and
    Rogaway 2002, Ciphers with arbitrary finite domains, methods 2 and 3). A round's number is the SHAKE-256 of the key, the round
    and the digit, in decimal and with line feeds between them, 16 bytes longer than the base.
    """

    key: str
    size: int

    def number(self, index: int) -> int:
        """The number at an index from 0 to ``size`` - 1. Raises IndexError for another."""
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
    """A number from 0 to *size* - 1 for an index, as chance has it: the SHAKE-256 of key and index in the way of a permutation."""
    length = (size.bit_length() + 7) // 8 + 16
    return int.from_bytes(shake_256(f"{key}\n{index}".encode()).digest(length), "big") % size


def arrangements(items: int, taken: int) -> int:
    """How many ways there are to lay *taken* of *items* in a row; 0 where there are too few."""
    return perm(items, taken)


def arrangement(items: Sequence[Item], taken: int, number: int) -> tuple[Item, ...]:
    """The way of that *number*, from 0 to one less than there are, to lay *taken* of the items in a row."""
    left = list(items)
    out = []
    for _ in range(taken):
        number, at = divmod(number, len(left))
        out.append(left.pop(at))
    return tuple(out)
