"""Which copies lie on which sheet, cell by cell."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeVar

from carddesigner.core.printing import Order
from carddesigner.core.report import Problem

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


def after_blanks(copies: Sequence[T], blank: Collection[int], cells: int) -> list[T | None]:
    """The copies with None for the cells of the first sheet that stay *blank*, by their numbers from 0."""
    rest = iter(copies)
    first = [None if n in blank else next(rest, None) for n in range(cells)] if blank else []
    return [*first, *rest]


def with_skipped(sheet: Sequence[T | None], skipped: Collection[int]) -> tuple[T | None, ...]:
    """A sheet's copies with None for the cells that are *skipped*, by their numbers from 0, up to the last copy."""
    out: list[T | None] = []
    for copy in sheet:
        while len(out) in skipped:
            out.append(None)
        out.append(copy)
    return tuple(out)


def check_skipped(skipped: Collection[int], cells: int) -> None:
    """Raises Problem for slots to skip that no sheet has, of which the fullest has so many cells."""
    if skipped and max(skipped) >= cells:
        there = f"slots 1 to {cells}; the nearest is {cells}" if cells > 1 else "one slot"
        raise Problem("unknown-slot", f"--skip {max(skipped) + 1}: a sheet has {there}")


def check_blank(blank: Collection[int], cells: int, order: Order, skipped: Collection[int] = ()) -> None:
    """Raises Problem for slots to leave blank that a sheet of so many cells doesn't have, or that are all that it has but for those
    that are skipped; and where all of these are.
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
