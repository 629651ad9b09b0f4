"""Fit text to a box: find the largest size that fits by width and height, and set it there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil

from msgspec import Struct

from carddesigner.core.geometry import Matrix
from carddesigner.core.items import GroupItem, Item
from carddesigner.text.blocks import (
    Block,
    MeasuredBlock,
    PlacedRow,
    in_columns,
    measure_block,
    missing_glyphs,
    place_rows,
    prepare,
)
from carddesigner.text.rich import RichText
from carddesigner.text.shaping import MissingGlyph
from carddesigner.text.style import TextStyle

STEP = 0.25
"""The step between sizes that are tried, in points."""

NEARLY_FULL = 0.9
"""The share of its box's width above which a text counts as nearly full: a tenth more text won't fit."""

MAX_FILL = 8.0
"""How many times too long for its box a text may be before measuring stops."""

_TOLERANCE = 0.01


class Overflow(Struct, frozen=True, gc=False):
    """How far a text exceeds its box at its smallest size, in points; 0 on an axis that fits."""

    dx: float
    dy: float


class Fitted(Struct, frozen=True, gc=False):
    """Items from the box's top left, the size they are set at, and the block's width and height."""

    items: tuple[Item, ...]
    size: float
    width: float
    height: float
    overflow: Overflow | None
    missing: tuple[MissingGlyph, ...]


@lru_cache(maxsize=2048)
def fit(text: RichText, style: TextStyle, width: float, height: float) -> Fitted:
    """Set *text* in a box of *width* × *height* points, at the largest size from ``size`` down to ``min_size``.

    A block's height is from its first line's capitals to its last line's descenders. Raises Problem for a style that
    the font lacks.
    """
    blocks = prepare(text, style)
    made = _broken(blocks, style, style.size, width)
    if style.min_size < style.size and not made.fits(width, height):
        steps = ceil((style.size - style.min_size) / STEP - 1e-9)
        sizes = [*(style.size - STEP * i for i in range(1, steps)), style.min_size]
        low, high = 0, len(sizes) - 1
        while low < high:
            middle = (low + high) // 2
            tried = _broken(blocks, style, sizes[middle], width)
            if tried.fits(width, height):
                made, high = tried, middle
            else:
                low = middle + 1
        if made.size != sizes[low]:
            made = _broken(blocks, style, sizes[low], width)
    return _set(made, style, width, height)


def fits_at(text: RichText, style: TextStyle, size: float, width: float, height: float) -> bool:
    """Whether a text fits its box at a size."""
    return _broken(prepare(text, style), style, size, width).fits(width, height)


def set_at(text: RichText, style: TextStyle, size: float, width: float, height: float) -> Fitted:
    """Set a text in its box at a size."""
    return _set(_broken(prepare(text, style), style, size, width), style, width, height)


def count_lines(text: RichText, style: TextStyle, size: float, width: float) -> int:
    """Return the number of lines of a text at a size."""
    return sum(len(r.cells[-1][3]) for b in _broken(prepare(text, style), style, size, width).blocks for r in b.rows)


def _set(made: _Broken, style: TextStyle, width: float, height: float) -> Fitted:
    dx, dy = made.width - width, made.height - height
    overflow = Overflow(max(0.0, dx), max(0.0, dy)) if dx > _TOLERANCE or dy > _TOLERANCE else None
    rows = [(b, r) for b in made.blocks for r in b.rows]
    first, last = (rows[0][1].first, rows[-1][1].last) if rows else (1.0, 1.0)
    baseline = _first_baseline(style, made.size, height, made.height, first, last)
    items = _columns(made, style, width, baseline) if made.columns else place_rows(rows, style, made.size, baseline)
    missing = missing_glyphs([r.row for _, r in rows])
    return Fitted(items, made.size, made.width, made.height, overflow, missing)


def fill(text: RichText, style: TextStyle, width: float, height: float) -> float:
    """Return the share of a box's width that a text needs at its smallest size, rounded up to a hundredth.

    Above 1 it does not fit; beyond MAX_FILL the search stops.
    """
    blocks = prepare(text, style)

    def fits(hundredths: int) -> bool:
        room = width * hundredths / 100
        return _broken(blocks, style, style.min_size, room).fits(room, height)

    low, high = 0, 100
    while not fits(high):
        low, high = high, 2 * high
        if high > 100 * MAX_FILL:
            return MAX_FILL
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(middle) else (middle, high)
    return high / 100


def is_nearly_full(text: RichText, style: TextStyle, width: float, height: float) -> bool:
    """Whether ``fill`` is above NEARLY_FULL."""
    room = width * NEARLY_FULL
    return not _broken(prepare(text, style), style, style.min_size, room).fits(room, height)


def _columns(made: _Broken, style: TextStyle, width: float, baseline: float) -> tuple[Item, ...]:
    """Return the columns of a text side by side, the first on the right for right-to-left text."""
    step = (width + style.column_gap) / style.columns
    broken = made.blocks[0].rows[0].row.cells[-1].broken
    rtl = made.blocks[0].block.rtl or (broken is not None and broken.rtl)
    out: list[Item] = []
    for n, rows in enumerate(made.columns):
        x = step * (style.columns - 1 - n if rtl else n)
        items = place_rows(rows, style, made.size, baseline)
        out += (GroupItem(items, Matrix.move(x, 0.0)),) if x else items
    return tuple(out)


class _Broken(Struct, frozen=True):
    """Blocks broken at a size, and the room they need; one that exceeds a column makes them wider than their box.
    ``columns``: the rows of each column, if there are several.
    """

    blocks: list[MeasuredBlock]
    size: float
    width: float
    height: float
    columns: tuple[list[PlacedRow], ...] = ()

    def fits(self, width: float, height: float) -> bool:
        return self.width <= width + _TOLERANCE and self.height <= height + _TOLERANCE


def _broken(blocks: Sequence[Block], style: TextStyle, size: float, width: float) -> _Broken:
    scale = size / 1000
    column = width if style.columns == 1 else (width - style.column_gap * (style.columns - 1)) / style.columns
    made = [measure_block(b, column / scale, style.align) for b in blocks]
    if not made:
        return _Broken(made, size, 0.0, 0.0)
    if style.columns > 1:
        return _in_columns(made, style, size, width)
    face = style.fonts[0].face(style.bold, style.italic)
    top = made[0].rows[0]
    lines, gaps, wide = -top.first, -top.row.gap, 0.0
    for block in made:
        wide = max(wide, block.used * scale)
        for row in block.rows:
            lines += row.count
            gaps += row.row.gap
            if row.excess > 0:
                wide = max(wide, width + row.excess * scale)
    high = (face.cap_height * top.first + face.descent * made[-1].rows[-1].last) * scale + (
        lines * style.line_height + gaps
    ) * size
    return _Broken(made, size, wide, high)


def _in_columns(made: list[MeasuredBlock], style: TextStyle, size: float, width: float) -> _Broken:
    columns = in_columns(made, style)
    face, high = style.fonts[0].face(style.bold, style.italic), 0.0
    for rows in columns:
        first = rows[0][1]
        lines = sum(r.count for _, r in rows) - first.first
        gaps = sum(r.row.gap for _, r in rows) - first.row.gap
        letters = (face.cap_height * first.first + face.descent * rows[-1][1].last) * size / 1000
        high = max(high, letters + (lines * style.line_height + gaps) * size)
    excess = max(r.excess for b in made for r in b.rows) * size / 1000
    return _Broken(made, size, width + max(0.0, excess), high, tuple(columns))


def _first_baseline(style: TextStyle, size: float, height: float, tall: float, first: float, last: float) -> float:
    """Return the baseline of the first line: the block's capitals are at the top, its descenders at the bottom, or it
    is in the middle. The line is *first* times and the last one *last* times the normal height.

    The middle is the optical one, between the first line's capitals and the last baseline.
    """
    face = style.fonts[0].face(style.bold, style.italic)
    cap, descent = first * face.cap_height * size / 1000, last * face.descent * size / 1000
    if style.valign == "top":
        return cap
    if style.valign == "bottom":
        return height - tall + cap
    return (height - (tall - descent)) / 2 + cap
