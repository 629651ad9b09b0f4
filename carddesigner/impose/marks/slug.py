"""The lines of text in a sheet's margins: one that says what the sheet is, and its title."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from carddesigner.core.geometry import Rect, bounds
from carddesigner.core.units import MM
from carddesigner.impose.marks.base import APART, EDGE, LENGTH, Mark, away
from carddesigner.impose.plan import SheetPlan

SLUG_SIZE = 6.0
"""Points; a line with its capitals and descenders is no higher."""
_INSET = 2 * MM
"""Between a mark and the slug line."""
TITLE_SIZE = 11.0
"""Points; as small as a slug line where there is no more room."""
_LEAST = 15 * MM
"""A slug line's width, at least: less can't be read."""
_ENOUGH = 50 * MM
"""A slug line's width that is wide enough for the bottom margin to be better than a wider one beside."""


class Slug(Struct, frozen=True):
    """A line of text in the margin.

    ``x, y`` is the lower left corner of a box ``max_width`` wide and ``size`` high that all of it has to stay in,
    as the reader of the line sees it; ``rotation`` turns the box clockwise about that corner.
    """

    text: str
    x: float
    y: float
    size: float
    rotation: int
    max_width: float


def slug_place(plan: SheetPlan, marks: Sequence[Mark], printable: Rect) -> Slug | None:
    """A slug line without its text between marks in the bottom margin, or turned in the left where it is longer; None
    without room. Where it can be it is in what the printer prints. Slanted marks leave little between them: with these it
    may lie beyond all marks.
    """
    return _place(plan, marks, printable) or _place(plan, marks, plan.paper.area.grown(-EDGE))


def title_place(plan: SheetPlan, marks: Sequence[Mark], printable: Rect) -> Slug | None:
    """A title without its text between marks in the upper margin, else turned in the right one; None without room."""
    trim, off = plan.trim, away(plan)
    boxes = [bounds(mark.path) for mark in marks]
    high = min(TITLE_SIZE, trim.y - off - printable.y)
    if high >= SLUG_SIZE:
        y = trim.y - off
        inside = [(b.x, b.right) for b in boxes if b.bottom > y - high - APART and b.y < y + APART]
        best = _widest(_between(max(trim.x, printable.x), min(trim.right, printable.right), inside))
        if best is not None:
            return Slug("", best[0], y, high, 0, best[1] - best[0])
    high = min(TITLE_SIZE, printable.right - trim.right - off)
    if high >= SLUG_SIZE:
        x = trim.right + off
        inside = [(b.y, b.bottom) for b in boxes if b.x < x + high + APART and b.right > x - APART]
        best = _widest(_between(max(trim.y, printable.y), min(trim.bottom, printable.bottom), inside))
        if best is not None:
            return Slug("", x, best[0], high, 90, best[1] - best[0])
    return None


def _place(plan: SheetPlan, marks: Sequence[Mark], within: Rect) -> Slug | None:
    trim = plan.trim
    boxes = [bounds(mark.path) for mark in marks]
    found: list[tuple[float, Slug]] = []
    for off in (away(plan), *((away(plan) + LENGTH + APART,) if any(cut.slanted for cut in plan.cuts) else ())):
        if trim.bottom + off + SLUG_SIZE <= within.bottom:
            y = trim.bottom + off
            inside = [(b.x, b.right) for b in boxes if b.bottom > y - APART and b.y < y + SLUG_SIZE + APART]
            best = _widest(_between(max(trim.x, within.x), min(trim.right, within.right), inside))
            if best is not None:
                width = best[1] - best[0]
                found.append((min(width, _ENOUGH), Slug("", best[0], y + SLUG_SIZE, SLUG_SIZE, 0, width)))
        if trim.x - off - SLUG_SIZE >= within.x:
            x = trim.x - off
            inside = [(b.y, b.bottom) for b in boxes if b.right > x - SLUG_SIZE - APART and b.x < x + APART]
            best = _widest(list(reversed(_between(max(trim.y, within.y), min(trim.bottom, within.bottom), inside))))
            if best is not None:
                width = best[1] - best[0]
                found.append((min(width, _ENOUGH), Slug("", x, best[1], SLUG_SIZE, 270, width)))
    return max(found, key=lambda f: f[0])[1] if found else None


def _between(start: float, end: float, taken: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The free stretches between what is taken, kept off it and off the ends."""
    out = []
    for low, high in (*sorted(taken), (end, end)):
        if low > start:
            out.append((start + _INSET, min(low, end) - _INSET))
        start = max(start, high)
        if start >= end:
            break
    return out


def _widest(stretches: list[tuple[float, float]]) -> tuple[float, float] | None:
    """The first of the widest stretches that a slug line can be read in."""
    best = max(stretches, key=lambda s: round(s[1] - s[0], 3), default=(0.0, 0.0))
    return best if best[1] - best[0] >= _LEAST else None
