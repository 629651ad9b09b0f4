"""Text to a box: the largest size at which it fits by width and by height, set there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.geometry import Matrix
from carddesigner.core.items import GroupItem, Item, SymbolItem, TextItem
from carddesigner.text.breaking import Broken, break_paragraph
from carddesigner.text.lines import Line, Measure, measure, set_line
from carddesigner.text.rich import RichText
from carddesigner.text.shaping import MissingGlyph
from carddesigner.text.style import TextStyle

STEP = 0.25
"""Points between the sizes that are tried."""

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
    Raises FontProblem for a style that the font lacks.
    """
    broken = [break_paragraph(p, style) for p in text]
    missing = tuple(dict.fromkeys(m for b in broken for m in b.missing))
    steps = ceil((style.size - style.min_size) / STEP - 1e-9)
    sizes = [style.size - STEP * i for i in range(steps)] + [style.min_size]
    low, high = 0, len(sizes) - 1
    tried: dict[int, list[list[Measure]]] = {}

    def fits(i: int) -> bool:
        lines = tried[i] = [measure(b, width / sizes[i] * 1000) for b in broken]
        wide, tall = _extent(lines, style, sizes[i])
        return wide <= width + _TOLERANCE and tall <= height + _TOLERANCE

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
    measured = tried.get(chosen) or [measure(b, width / size * 1000) for b in broken]
    wide, tall = _extent(measured, style, size)
    lines = _set(measured, broken, style, size, width)
    over = Overflow(max(0.0, wide - width), max(0.0, tall - height))
    overflow = over if over.dx > _TOLERANCE or over.dy > _TOLERANCE else None
    items = _stacked(lines, _first_baseline(lines, style, height, tall))
    return Fitted(items, size, wide, tall, overflow, missing)


@lru_cache(maxsize=2048)
def lay_checked(
    text: RichText, style: TextStyle, size: float, width: float
) -> tuple[tuple[Line, ...], tuple[MissingGlyph, ...]]:
    """The lines of a text at one size in a width, and the glyphs that are missing."""
    broken = [break_paragraph(p, style) for p in text]
    measured = [measure(b, width / size * 1000) for b in broken]
    missing = tuple(dict.fromkeys(m for b in broken for m in b.missing))
    return tuple(_set(measured, broken, style, size, width)), missing


def _extent(paragraphs: Sequence[list[Measure]], style: TextStyle, size: float) -> tuple[float, float]:
    """A block's width and height in points."""
    face = style.fonts[0].face(style.bold, style.italic)
    wide = max((line.width for lines in paragraphs for line in lines), default=0.0) * size / 1000
    count = sum(len(lines) for lines in paragraphs)
    if not count:
        return 0.0, 0.0
    between = (count - 1) * style.line_height + (len(paragraphs) - 1) * style.paragraph_gap
    return wide, (face.cap_height + face.descent) * size / 1000 + between * size


def _set(
    measured: Sequence[list[Measure]], broken: Sequence[Broken], style: TextStyle, size: float, width: float
) -> list[Line]:
    out: list[Line] = []
    for lines, paragraph in zip(measured, broken, strict=True):
        for i, line in enumerate(lines):
            gap = style.paragraph_gap * size if i == 0 and out else 0.0
            out.append(set_line(line, paragraph, style, size, width, gap))
    return out


def _first_baseline(lines: Sequence[Line], style: TextStyle, height: float, tall: float) -> float:
    """Where the first line stands: the block's capitals at the top, its descenders at the bottom, or its middle.

    In the middle is what the eye takes for it: from the first line's capitals to the last baseline.
    """
    if not lines:
        return 0.0
    cap, descent = lines[0].cap_height, lines[-1].descent
    if style.valign == "top":
        return cap
    if style.valign == "bottom":
        return height - tall + cap
    return (height - (tall - descent)) / 2 + cap


def _stacked(lines: Sequence[Line], baseline: float) -> tuple[Item, ...]:
    out: list[Item] = []
    y = baseline
    for i, line in enumerate(lines):
        y += line.gap + (line.advance if i else 0.0)
        for item in line.items:
            out.append(lowered(item, y))
    return tuple(out)


def lowered(item: Item, y: float) -> Item:
    """A line's item, moved down."""
    if isinstance(item, TextItem):
        return replace(item, y=item.y + y)
    if isinstance(item, SymbolItem):
        return replace(item, frame=item.frame.moved(0.0, y))
    return GroupItem((item,), Matrix.move(0.0, y))
