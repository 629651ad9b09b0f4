"""Text to a box: the largest size at which it fits by width and by height, set there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil

from msgspec import Struct

from carddesigner.core.items import Item
from carddesigner.text.blocks import Block, MeasuredBlock, measure_block, missing_glyphs, place_blocks, prepare
from carddesigner.text.rich import RichText
from carddesigner.text.shaping import MissingGlyph
from carddesigner.text.style import TextStyle

STEP = 0.25
"""Points between the sizes that are tried."""

NEARLY_FULL = 0.9
"""The share of its box's width above which a text that could do with no less is nearly full: a tenth more won't fit."""

MAX_FILL = 8.0
"""How many times too long for its box a text is that is not measured further."""

_TOLERANCE = 0.01


class Overflow(Struct, frozen=True):
    """How far a text sticks out of its box at its smallest size, in points; 0 on an axis that fits."""

    dx: float
    dy: float


class Fitted(Struct, frozen=True):
    """Items from the box's top left; the size they are set at; the block's width and height."""

    items: tuple[Item, ...]
    size: float
    width: float
    height: float
    overflow: Overflow | None
    missing: tuple[MissingGlyph, ...]


@lru_cache(maxsize=2048)
def fit(text: RichText, style: TextStyle, width: float, height: float) -> Fitted:
    """Set *text* in a box of *width* × *height* points, at the largest size from ``size`` down to ``min_size``.

    A block is as high as its first line's capitals, the lines between, and its last line's descenders.
    Raises Problem for a style that the font lacks.
    """
    blocks = prepare(text, style)
    steps = ceil((style.size - style.min_size) / STEP - 1e-9)
    sizes = [style.size - STEP * i for i in range(steps)] + [style.min_size]
    low, high = 0, len(sizes) - 1
    tried: dict[int, list[MeasuredBlock]] = {}

    def fits(i: int) -> bool:
        wide, tall = _extent(measured(i), style, sizes[i], width)
        return wide <= width + _TOLERANCE and tall <= height + _TOLERANCE

    def measured(i: int) -> list[MeasuredBlock]:
        if i not in tried:
            tried[i] = [measure_block(b, width / sizes[i] * 1000, style.align) for b in blocks]
        return tried[i]

    if not fits(0):
        low = 1
        while low < high:
            middle = (low + high) // 2
            if fits(middle):
                high = middle
            else:
                low = middle + 1
    chosen = min(low, len(sizes) - 1)
    size = sizes[chosen]
    wide, tall = _extent(measured(chosen), style, size, width)
    over = Overflow(max(0.0, wide - width), max(0.0, tall - height))
    overflow = over if over.dx > _TOLERANCE or over.dy > _TOLERANCE else None
    baseline = _first_baseline(style, size, height, tall)
    items = place_blocks(measured(chosen), style, size, baseline)
    return Fitted(items, size, wide, tall, overflow, missing_glyphs(r for b in blocks for r in b.rows))


def fill(text: RichText, style: TextStyle, width: float, height: float) -> float:
    """The share of a box's width that a text could do with at its smallest size, to a hundredth.

    Above 1 it does not fit; beyond MAX_FILL nothing is looked for.
    """
    blocks = prepare(text, style)

    def fits(hundredths: int) -> bool:
        return _fits_at_last(blocks, style, width * hundredths / 100, height)

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
    return not _fits_at_last(prepare(text, style), style, width * NEARLY_FULL, height)


def _fits_at_last(blocks: Sequence[Block], style: TextStyle, width: float, height: float) -> bool:
    """Whether a text fits at its smallest size."""
    size = style.min_size
    wide, tall = _extent([measure_block(b, width / size * 1000, style.align) for b in blocks], style, size, width)
    return wide <= width + _TOLERANCE and tall <= height + _TOLERANCE


def _extent(blocks: Sequence[MeasuredBlock], style: TextStyle, size: float, width: float) -> tuple[float, float]:
    """A text's width and height in points; what sticks out of a column makes it wider than its box."""
    face = style.fonts[0].face(style.bold, style.italic)
    rows = [r for b in blocks for r in b.rows]
    if not rows:
        return 0.0, 0.0
    scale = size / 1000
    excess = max([r.excess for r in rows])
    wide = max([b.used for b in blocks]) * scale
    if excess > 0:
        wide = max(wide, width + excess * scale)
    between = (sum(r.count for r in rows) - 1) * style.line_height + sum(r.row.gap for r in rows[1:])
    return wide, (face.cap_height + face.descent) * scale + between * size


def _first_baseline(style: TextStyle, size: float, height: float, tall: float) -> float:
    """Where the first line stands: the block's capitals at the top, its descenders at the bottom, or its middle.

    In the middle is what the eye takes for it: from the first line's capitals to the last baseline.
    """
    face = style.fonts[0].face(style.bold, style.italic)
    cap, descent = face.cap_height * size / 1000, face.descent * size / 1000
    if style.valign == "top":
        return cap
    if style.valign == "bottom":
        return height - tall + cap
    return (height - (tall - descent)) / 2 + cap
