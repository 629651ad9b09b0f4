"""The lines of text in a sheet's margins: the slug line, which identifies the sheet, and the sheet's title."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from carddesigner.core.geometry import Rect, bounds
from carddesigner.core.units import MM
from carddesigner.impose.marks.base import APART, EDGE, LENGTH, Mark, away
from carddesigner.impose.plan import SheetPlan

SLUG_SIZE = 6.0
"""In points; a line with its capitals and descenders is no higher."""
LEAST_SIZE = 5.0
"""In points; text that is too long at this size is shortened."""
_INSET = 2 * MM
"""Between a mark and the slug line."""
TITLE_SIZE = 11.0
"""In points; it shrinks to that of a slug line if there is less room."""
_LEAST = 15 * MM
"""The least width of a slug line; text in a narrower one can't be read."""
_ENOUGH = 50 * MM
"""The width from which a slug line in the bottom margin is preferred to a wider one in a side margin."""

_NEAR, _FAR = ("bottom", "left"), ("top", "right")


class Slug(Struct, frozen=True):
    """A line of text in the margin.

    ``x, y`` is the lower left corner of the line's box, ``max_width`` wide and ``size`` high, as the reader of the line
    sees it; ``rotation`` turns the box clockwise about that corner, in degrees. If ``text`` is too long for it, the
    first of the ``shorter`` texts that fits is used.
    """

    text: str
    x: float
    y: float
    size: float
    rotation: int
    max_width: float
    shorter: tuple[str, ...] = ()


def slug_place(plan: SheetPlan, marks: Sequence[Mark], printable: Rect) -> Slug | None:
    """The place of a slug line between marks, without its text: in the bottom margin, or turned in the left one if that
    is longer; None without room. It lies in the printable area if possible, if need be in the top or right margin,
    otherwise as little outside as possible. Slanted marks leave little room between them, so on sheets with these it
    may lie beyond all marks.
    """
    places = _places(plan, marks, printable, _NEAR) or _places(plan, marks, printable, _FAR)
    if places:
        return max(places, key=_letters)
    places = _places(plan, marks, plan.paper.area.grown(-EDGE), (*_NEAR, *_FAR))
    places = [slug for slug in places if slug.size == SLUG_SIZE] or places
    return max(places, key=lambda slug: (-round(_beyond(slug, printable), 3), _letters(slug)), default=None)


def title_place(plan: SheetPlan, marks: Sequence[Mark], printable: Rect, slug: Slug | None) -> Slug | None:
    """The place of a title, without its text, between marks and clear of the *slug* line: in the top margin, else
    turned in the right one; None without room.
    """
    trim, off = plan.trim, away(plan)
    boxes = [bounds(mark.path) for mark in marks] + ([slug_box(slug)] if slug is not None else [])
    for side in ("top", "right"):
        high = min(TITLE_SIZE, _room(trim, printable, side) - off)
        place = _widest_in(trim, boxes, printable, side, off, high) if high >= SLUG_SIZE else None
        if place is not None:
            return place
    return None


def _places(plan: SheetPlan, marks: Sequence[Mark], within: Rect, sides: Sequence[str]) -> list[Slug]:
    """The widest lines inside *within* in these margins: one for each size, margin and distance from the trims."""
    boxes = [bounds(mark.path) for mark in marks]
    slanted = any(cut.slanted for cut in plan.cuts)
    trim, nearest = plan.trim, away(plan)
    offs = (nearest, *((nearest + LENGTH + APART,) if slanted else ()))
    places = (
        _widest_in(trim, boxes, within, side, off, size)
        for size, side in ((size, side) for size in (SLUG_SIZE, LEAST_SIZE) for side in sides)
        for off in offs
        if off + size <= _room(trim, within, side)
    )
    return [slug for slug in places if slug is not None]


def _room(trim: Rect, within: Rect, side: str) -> float:
    """The width of a margin."""
    return {
        "left": trim.x - within.x,
        "right": within.right - trim.right,
        "top": trim.y - within.y,
        "bottom": within.bottom - trim.bottom,
    }[side]


def _widest_in(trim: Rect, boxes: Sequence[Rect], within: Rect, side: str, off: float, size: float) -> Slug | None:
    """The widest line of a size between *boxes* in a margin, *off* points away from the trims; None without room."""
    level = side in ("top", "bottom")
    low = {
        "left": trim.x - off - size,
        "right": trim.right + off,
        "top": trim.y - off - size,
        "bottom": trim.bottom + off,
    }[side]
    across = [(b.y, b.bottom, b.x, b.right) if level else (b.x, b.right, b.y, b.bottom) for b in boxes]
    taken = [(start, end) for b, t, start, end in across if t > low - APART and b < low + size + APART]
    ends = (
        (max(trim.x, within.x), min(trim.right, within.right))
        if level
        else (max(trim.y, within.y), min(trim.bottom, within.bottom))
    )
    stretches = _between(*ends, taken)
    best = _widest(list(reversed(stretches)) if side == "left" else stretches)
    if best is None:
        return None
    (start, end), width = best, best[1] - best[0]
    if level:
        return Slug("", start, low + size, size, 0, width)
    if side == "left":
        return Slug("", low + size, end, size, 270, width)
    return Slug("", low, start, size, 90, width)


def _letters(slug: Slug) -> float:
    """The width of a slug line at the usual size, up to ``_ENOUGH``."""
    return min(slug.max_width * SLUG_SIZE / slug.size, _ENOUGH)


def slug_box(slug: Slug) -> Rect:
    """The box of a slug line on its page."""
    long, high = slug.max_width, slug.size
    if slug.rotation == 0:
        return Rect(slug.x, slug.y - high, long, high)
    return Rect(slug.x - high, slug.y - long, high, long) if slug.rotation == 270 else Rect(slug.x, slug.y, high, long)


def _beyond(slug: Slug, printable: Rect) -> float:
    """How far a slug line extends outside the printable area."""
    box = slug_box(slug)
    return max(printable.x - box.x, printable.y - box.y, box.right - printable.right, box.bottom - printable.bottom)


def _between(start: float, end: float, taken: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The free stretches between the taken ones, inset from these and from the ends."""
    out = []
    for low, high in (*sorted(taken), (end, end)):
        if low > start:
            out.append((start + _INSET, min(low, end) - _INSET))
        start = max(start, high)
        if start >= end:
            break
    return out


def _widest(stretches: list[tuple[float, float]]) -> tuple[float, float] | None:
    """The first of the widest stretches, if text can be read in it."""
    best = max(stretches, key=lambda s: round(s[1] - s[0], 3), default=(0.0, 0.0))
    return best if best[1] - best[0] >= _LEAST else None
