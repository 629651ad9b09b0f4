"""Random numbers as values: a lot is a 64-bit whole number from which a random number and the next lot are computed,
the same on every machine.

The steps are those of SplitMix64 (Steele, Lea and Flood 2014). Packs use ``deal/random_draw.py`` instead, whose
guarantees are stricter and which is slower.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def below(most: int, lot: int) -> tuple[int, int]:
    """A whole number from 0 to *most* - 1, and the next lot."""
    lot = (lot + _STEP) & _MASK
    return (_mixed(lot) * most) >> 64, lot


def shuffled(items: Sequence[Item], lot: int) -> tuple[tuple[Item, ...], int]:
    """The items in random order, and the next lot."""
    out = list(items)
    for i in range(len(out) - 1, 0, -1):
        j, lot = below(i + 1, lot)
        out[i], out[j] = out[j], out[i]
    return tuple(out), lot


def lot_of(seed: int, number: int) -> int:
    """The first lot of game *number* in a series of games."""
    return _mixed((_mixed((seed + _STEP) & _MASK) + number * _STEP) & _MASK)


def _mixed(value: int) -> int:
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
    return value ^ (value >> 31)
