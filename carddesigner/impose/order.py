"""The order of copies on sheets, cell by cell."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeVar

from carddesigner.core.printing import Order
from carddesigner.core.report import Problem

T = TypeVar("T")


def by_sheets(copies: Sequence[T], cells: int, order: Order) -> list[tuple[T, ...]]:
    """Distribute copies over sheets, each in the order of its cells; only the last sheet may have fewer than *cells*.

    With ``cut-stacks`` the sheets are cut as one stack, the first sheet on top: each pile has consecutive copies from
    the top down, and the piles put on one another, the first on top, are in order.
    """
    if order is Order.DECK:
        return [tuple(copies[start : start + cells]) for start in range(0, len(copies), cells)]
    deep, rest = divmod(len(copies), cells)
    starts = [cell * deep + min(cell, rest) for cell in range(cells)]
    full = [tuple(copies[start + sheet] for start in starts) for sheet in range(deep)]
    last = tuple(copies[starts[cell] + deep] for cell in range(rest))
    return [*full, last] if last else full


def after_blanks(copies: Sequence[T], blank: Collection[int], cells: int) -> list[T | None]:
    """The copies with None for the cells of the first sheet that stay *blank*; these are indexes from 0."""
    rest = iter(copies)
    first = [None if n in blank else next(rest, None) for n in range(cells)] if blank else []
    return [*first, *rest]


def with_skipped(sheet: Sequence[T | None], skipped: Collection[int]) -> tuple[T | None, ...]:
    """A sheet's copies up to the last one, with None for the *skipped* cells; these are indexes from 0."""
    out: list[T | None] = []
    for copy in sheet:
        while len(out) in skipped:
            out.append(None)
        out.append(copy)
    return tuple(out)


def check_skipped(skipped: Collection[int], cells: int) -> None:
    """Raise Problem for skipped slots that no sheet has; *cells* is the number on the fullest."""
    if skipped and max(skipped) >= cells:
        there = f"slots 1 to {cells}; the nearest is {cells}" if cells > 1 else "one slot"
        raise Problem("unknown-slot", f"--skip {max(skipped) + 1}: a sheet has {there}")


def check_blank(blank: Collection[int], cells: int, order: Order, skipped: Collection[int] = ()) -> None:
    """Raise Problem for blank slots that a sheet of *cells* cells doesn't have, for blank and skipped slots that leave
    none free, and for blank slots in an order other than the deck's.
    """
    if len(skipped) == cells:
        raise Problem("unknown-slot", f"--skip: all {cells} slots of a sheet are skipped; leave one")
    if not blank:
        return
    if max(blank) >= cells:
        raise Problem("unknown-slot", f"a sheet has {cells} slot{'s' * (cells != 1)}")
    if len({*blank, *skipped}) == cells:
        raise Problem(
            "unknown-slot", f"all {cells} slots of the first sheet are blank; leave one, or begin with a new sheet"
        )
    if order is not Order.DECK:
        raise Problem("unknown-slot", f"--order {order} can't leave slots blank")
