"""Which copies lie on which sheet, cell by cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from carddesigner.core.printing import Order

T = TypeVar("T")


def by_sheets(copies: Sequence[T], cells: int, order: Order) -> list[tuple[T, ...]]:
    """Each sheet's copies in the order of its cells; only the last sheet may have fewer than *cells*.

    For ``cut-stacks`` the sheets are cut as one stack, first sheet on top: each pile has consecutive copies from the top
    down, and the piles laid on one another, the first on top, are in order.
    """
    if order is Order.DECK:
        return [tuple(copies[start : start + cells]) for start in range(0, len(copies), cells)]
    deep, rest = divmod(len(copies), cells)
    starts = [cell * deep + min(cell, rest) for cell in range(cells)]
    full = [tuple(copies[start + sheet] for start in starts) for sheet in range(deep)]
    last = tuple(copies[starts[cell] + deep] for cell in range(rest))
    return [*full, last] if last else full
