"""The single engine of flowing text: paragraphs, lists and tables become rows of cells, broken to a width and placed.

In a box the rows are placed one below another (``place_rows``), in one column or several (``in_columns``); for pages
they become slices, which are never split (``slices``). A row's cells share their first baseline. Widths are thousandths
of the size until a size is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.items import Item, PathItem, Stroke
from carddesigner.core.units import MM
from carddesigner.text.breaking import Broken, break_paragraph
from carddesigner.text.lines import BULLET_SIZE, Measure, measure, set_bullet, set_line
from carddesigner.text.rich import BULLET, ListItem, Paragraph, RichText, Rule, Run, TextTable, is_heading
from carddesigner.text.shaping import MissingGlyph
from carddesigner.text.style import TextStyle

_AFTER_NUMBER = 350.0
"""The space between a number and its text, in thousandths of the size."""
_BALANCED = 0.05
"""The precision of balanced columns, in multiples of the size."""
_AROUND_RULE = 0.5
"""The minimum space between paragraphs with a line between them, in multiples of the size."""
_UNBROKEN = 1e9


class Spacing(Struct, frozen=True):
    """Spacing between the parts of a text, in multiples of the size. The defaults are those of a box.

    ``items``: added to the line height between list items without a blank line; ``rows``: the same for a table's rows.
    ``indent``: the minimum from a marker's left to its text. ``columns``: between a table's columns. ``fills``: a table
    fills the width, adds up to ``spread`` between its columns if there is room, and ends with a line.
    """

    items: float = 0.0
    indent: float = 0.7
    rows: float = 0.35
    rule: float = 0.035
    columns: float = 0.8
    spread: float = 0.0
    fills: bool = False


IN_BOX = Spacing()


def _on_page(gap: float, indent: float, size: float) -> Spacing:
    """Return the spacing of running text, parts of which don't grow with the size."""
    return Spacing(gap / 2 / size, indent / size, 1.2 / size, 0.25 / size, 1.5 * MM / size, spread=1.2, fills=True)


class Cell(Struct, frozen=True, gc=False):
    """A paragraph ready for setting, or None for a bullet, with its style."""

    broken: Broken | None
    style: TextStyle


class BlockRow(Struct, frozen=True, gc=False):
    """Cells side by side. ``gap``: the space above, in multiples of the size. ``ruled``: a line in it; ``divided``: a
    line across the full width. ``heading``: the row stays with the next.

    A list item starts after the ``inset`` of the lists around it and has a column for its ``marker``.
    """

    cells: tuple[Cell, ...]
    gap: float = 0.0
    ruled: bool = False
    inset: float = 0.0
    marker: float = 0.0
    divided: bool = False
    heading: bool = False


class Block(Struct, frozen=True, gc=False):
    """Rows one below another: a paragraph (one row of one cell), a list, or a table.

    ``columns``: the natural widths of a table's columns; ``least``: those of their longest words. A list fills the
    width: its text takes what the marker leaves. ``rtl``: the first column is the rightmost.
    """

    rows: tuple[BlockRow, ...]
    columns: tuple[float, ...] = ()
    least: tuple[float, ...] = ()
    is_list: bool = False
    rtl: bool = False


class MeasuredRow(Struct, frozen=True, gc=False):
    """A row whose cells are broken into lines; each cell has its left side, width and lines.

    ``excess``: how far it exceeds a column or the width. ``count``: its height in lines of normal height; ``first`` and
    ``last``: the heights of the first and the last line alone.
    """

    row: BlockRow
    cells: tuple[tuple[Cell, float, float, list[Measure]], ...]
    count: float
    excess: float
    first: float = 1.0
    last: float = 1.0


class MeasuredBlock(Struct, frozen=True, gc=False):
    """A block broken to a width; it takes up ``used`` of it, starting at ``left``."""

    block: Block
    rows: tuple[MeasuredRow, ...]
    left: float
    used: float
    width: float


def prepare(text: RichText, style: TextStyle, spacing: Spacing = IN_BOX) -> tuple[Block, ...]:
    """Return the blocks of a text, shaped. Raises Problem for a style that the font lacks."""
    out: list[Block] = []
    items: list[ListItem] = []
    divided: set[int] = set()
    for block in text:
        if isinstance(block, ListItem):
            items.append(block)
            continue
        if items:
            out.append(_list(items, style, spacing))
            items = []
        if isinstance(block, Rule):
            divided.add(len(out))
            continue
        gap = style.paragraph_gap if out and not block.tight else 0.0
        if isinstance(block, TextTable):
            out.append(_table(block, style, spacing, gap if gap else spacing.rows if out else 0.0))
        else:
            row = BlockRow((Cell(break_paragraph(block, style), style),), gap)
            if style.columns > 1 and not style.bold and is_heading(block):
                row = replace(row, heading=True)
            out.append(Block((row,)))
    if items:
        out.append(_list(items, style, spacing))
    return (
        tuple([_divided(b, style) if n and n in divided else b for n, b in enumerate(out)]) if divided else tuple(out)
    )


def _divided(block: Block, style: TextStyle) -> Block:
    """Return a block with a line above it, and twice the usual space."""
    first = replace(block.rows[0], gap=max(2 * style.paragraph_gap, _AROUND_RULE), divided=True)
    return replace(block, rows=(first, *block.rows[1:]))


def missing_glyphs(rows: Iterable[BlockRow]) -> tuple[MissingGlyph, ...]:
    """Return the characters that no font has, in order."""
    return tuple(dict.fromkeys([m for r in rows for c in r.cells if c.broken is not None for m in c.broken.missing]))


def _list(items: Sequence[ListItem], style: TextStyle, spacing: Spacing) -> Block:
    bodies = [break_paragraph(item.body, style) for item in items]
    rtl = any(body.rtl for body in bodies)
    side: Literal["left", "right"] = "right" if rtl else "left"
    # The point of a number is between it and the text.
    number_style = replace(style, align=side, direction="rtl" if rtl else style.direction)
    aligned = style if style.align == "justify" else replace(style, align=side)
    indents = [1000 * spacing.indent] * (1 + max(item.level for item in items))
    numbers = [(item, number) for item in items if (number := _number(item, number_style)) is not None]
    for item, number in sorted(numbers, key=lambda n: len(n[0].marker)):
        wide = max(1000 * spacing.indent, measure(number, _UNBROKEN)[0].width + _AFTER_NUMBER)
        # On pages, the last of the longest numbers sets the width for all.
        indents[item.level] = wide if spacing.fills else max(indents[item.level], wide)
    rows = []
    for item, body in zip(items, bodies, strict=True):
        gap = spacing.items if item.tight else style.paragraph_gap
        inset, marker = sum(indents[: item.level]), indents[item.level]
        if item.marker:
            cells = (Cell(_number(item, number_style), number_style), Cell(body, aligned))
            rows.append(BlockRow(cells, gap, inset=inset, marker=marker))
        else:
            rows.append(BlockRow((Cell(body, aligned),), gap, inset=inset + marker))
    return Block(tuple(rows), is_list=True, rtl=rtl)


def _number(item: ListItem, style: TextStyle) -> Broken | None:
    """Return an item's marker, or None for a bullet or no marker."""
    return break_paragraph(Paragraph((Run(item.marker),)), style) if item.marker not in ("", BULLET) else None


def _table(table: TextTable, style: TextStyle, spacing: Spacing, gap: float) -> Block:
    made = []
    wanted = [1.0] * len(table.rows[0])
    least = list(wanted)
    for n, cells in enumerate(table.rows):
        own = replace(style, bold=style.bold or (table.head and n == 0))
        row = [break_paragraph(c, own) for c in cells]
        for i, broken in enumerate(row):
            wanted[i] = max([wanted[i], *(line.width for line in measure(broken, _UNBROKEN))])
            least[i] = max([least[i], *(line.width for line in measure(broken, 0.0))])
        made.append((own, row))
    rtl = any(broken.rtl for _, row in made for broken in row)
    rows = []
    for n, (own, row) in enumerate(made):
        aligned = replace(own, align="right" if rtl else "left")
        rows.append(BlockRow(tuple(Cell(b, aligned) for b in row), spacing.rows if n else gap, n > 0))
    return Block(tuple(rows), tuple(wanted), tuple(least), rtl=rtl)


def measure_block(block: Block, width: float, align: str, spacing: Spacing = IN_BOX) -> MeasuredBlock:
    """Break a block into lines for a width; a list or a table is aligned in it as a whole."""
    if not block.columns and not block.is_list:
        (row,) = block.rows
        (cell,) = row.cells
        assert cell.broken is not None
        lines = measure(cell.broken, width)
        wide = max([line.width for line in lines], default=0.0)
        measured_row = _row(row, ((cell, 0.0, width, lines),), wide - width)
        return MeasuredBlock(block, (measured_row,), 0.0, wide, width)
    columns, between = _widths(block, width, spacing) if block.columns else ([], 0.0)
    used = sum(columns) + between * (len(columns) - 1) if columns else 0.0
    measured = []
    for row in block.rows:
        cells = []
        excess = 0.0
        x = row.inset
        markers = [row.marker] if row.cells[1:] else []
        for cell, wide in zip(row.cells, columns or [*markers, width - x - sum(markers)], strict=True):
            lines = measure(cell.broken, wide) if cell.broken is not None else []
            longest = max([line.width for line in lines], default=0.0)
            excess = max(excess, longest - wide)
            used = max(used, x + longest)
            cells.append((cell, width - x - wide if block.rtl else x, wide, lines))
            x += wide + between
        measured.append(_row(row, tuple(cells), excess))
    side = {"start": "left", "justify": "left", "end": "right"}.get(align, align)
    if block.rtl and align in ("start", "justify", "end"):
        side = {"left": "right", "right": "left"}[side]
    slack = max(0.0, width - used)
    left = {"left": 0.0, "center": slack / 2, "right": slack}[side] - (slack if block.rtl else 0.0)
    return MeasuredBlock(block, tuple(measured), left, used, width)


def _row(row: BlockRow, cells: tuple[tuple[Cell, float, float, list[Measure]], ...], excess: float) -> MeasuredRow:
    first, rest, last = 1.0, 0.0, 1.0
    for cell, _, _, lines in cells:
        if cell.broken is not None and cell.broken.sized:
            first = max(first, lines[0].tall)
            rest, last = max((rest, last), (sum([line.tall for line in lines[1:]]), lines[-1].tall))
        elif len(lines) - 1.0 > rest:
            rest, last = len(lines) - 1.0, 1.0
    return MeasuredRow(row, cells, first + rest, excess, first, last)


def _widths(block: Block, width: float, spacing: Spacing) -> tuple[list[float], float]:
    """Return the widths of a table's columns, and the space between them."""
    columns = list(block.columns)
    between = 1000 * spacing.columns
    free = width - between * (len(columns) - 1)
    if sum(columns) > free + 1e-6:
        return _columns(columns, block.least, free), between
    if spacing.fills:
        rest = free - sum(columns)
        more = min(rest / len(columns), 1000 * spacing.spread) if columns[1:] else 0.0
        between += more
        columns[-1] += rest - more * (len(columns) - 1)
    return columns, between


def _columns(wanted: Sequence[float], least: Sequence[float], free: float) -> list[float]:
    """Distribute the free width to columns. As long as there is room, none is narrower than its longest word."""
    made = _share(wanted, free)
    short = [i for i, wide in enumerate(made) if wide < least[i]]
    others = [i for i in range(len(made)) if i not in short]
    rest = free - sum(least[i] for i in short)
    if not short or rest <= sum(least[i] for i in others):
        return made
    shared = _columns([wanted[i] for i in others], [least[i] for i in others], rest)
    return [least[i] if i in short else shared[others.index(i)] for i in range(len(made))]


def _share(wanted: Sequence[float], free: float) -> list[float]:
    """Distribute the free width: narrow columns get their natural width, wide ones share the rest in proportion."""
    fixed = [w <= free / len(wanted) for w in wanted]
    rest = free - sum(w for w, f in zip(wanted, fixed, strict=True) if f)
    wide = sum(w for w, f in zip(wanted, fixed, strict=True) if not f)
    return [w if f else rest * w / wide for w, f in zip(wanted, fixed, strict=True)]


PlacedRow = tuple[MeasuredBlock, MeasuredRow]
"""A row, or a line of one, with its block."""


def place_rows(rows: Iterable[PlacedRow], style: TextStyle, size: float, baseline: float) -> tuple[Item, ...]:
    """Return the items of a text in a box, with the first line on *baseline*."""
    advance = style.line_height * size
    out: list[Item] = []
    y = baseline
    for n, (block, row) in enumerate(rows):
        y += row.row.gap * size + advance * row.first if n else 0.0
        out += _set_row(row, block, style, size, y, IN_BOX, is_first=not n)
        y += (row.count - row.first) * advance
    return tuple(out)


def in_columns(blocks: Sequence[MeasuredBlock], style: TextStyle) -> list[list[PlacedRow]]:
    """Return the rows of a text in balanced columns, as single lines where paragraphs may be split. The first two and
    the last two lines of a paragraph stay together, tables stay whole, and a heading stays with what follows.
    """
    groups: list[list[PlacedRow]] = []
    keep = False
    for block in blocks:
        for row in block.rows:
            parts = [row] if block.block.columns else _lines(row)
            for n, part in enumerate(parts):
                if keep:
                    groups[-1].append((block, part))
                else:
                    groups.append([(block, part)])
                keep = n + 1 < len(parts) and n in (0, len(parts) - 2)
            keep = row is not block.rows[-1] if block.block.columns else row.row.heading
    heights = [[r.row.gap + r.count * style.line_height for _, r in group] for group in groups]
    low, high = 0.0, sum(map(sum, heights))
    best = _filled(groups, heights, high)
    while high - low > _BALANCED:
        middle = (low + high) / 2
        made = _filled(groups, heights, middle)
        if len(made) <= style.columns:
            best, high = made, middle
        else:
            low = middle
    return best


def _filled(groups: list[list[PlacedRow]], heights: list[list[float]], height: float) -> list[list[PlacedRow]]:
    """Put groups of rows in columns no higher than *height*, except for a group that is higher by itself."""
    out: list[list[PlacedRow]] = []
    used = 0.0
    for group, own in zip(groups, heights, strict=True):
        if not out or used + sum(own) > height:
            out.append([])
            # A column has no gap at its top.
            used = -group[0][1].row.gap
        out[-1] += group
        used += sum(own)
    return out


def _set_row(
    row: MeasuredRow,
    block: MeasuredBlock,
    style: TextStyle,
    size: float,
    y: float,
    spacing: Spacing,
    *,
    is_first: bool = False,
) -> list[Item]:
    """Return a row's items, with the first line on the baseline *y*; the first row of all has no line above it."""
    scale = size / 1000
    advance = style.line_height * size
    out: list[Item] = []
    if (row.row.ruled or row.row.divided) and not is_first:
        out.append(_rule(block, style, size, y - row.row.gap * size - advance * row.first, spacing, row))
    for cell, x, wide, lines in row.cells:
        left = (x + block.left) * scale
        if cell.broken is None:
            disc = left + (wide * scale - BULLET_SIZE * size if cell.style.align == "right" else 0.0)
            out.append(set_bullet(cell.style, size, disc, y))
        down = 0.0
        for n, line in enumerate(lines):
            assert cell.broken is not None
            down += line.tall if n else 0.0
            out += set_line(line, cell.broken, cell.style, size, left, wide * scale, y + down * advance)
    return out


def _rule(
    block: MeasuredBlock, style: TextStyle, size: float, last: float, spacing: Spacing, after: MeasuredRow | None = None
) -> PathItem:
    """Return the line below a row with this *last* baseline, halfway between it and the row *after*."""
    face = style.fonts[0].face(style.bold, style.italic)
    gap, first = (spacing.rows, 1.0) if after is None or not after.row.divided else (after.row.gap, after.first)
    top = (face.ascent if spacing.fills else face.cap_height) * first
    at = last + (face.descent * size / 1000 + (gap + style.line_height * first) * size - top * size / 1000) / 2
    left, wide = block.left + min(x for _, x, _, _ in block.rows[0].cells), block.used
    if after is not None and after.row.divided:
        left, wide = 0.0, block.width
    left, wide = left * size / 1000, wide * size / 1000
    return PathItem((("m", left, at), ("l", left + wide, at)), stroke=Stroke(style.color, spacing.rule * size))


class Slice(Struct, frozen=True, gc=False):
    """A unit that is never split across pages: a line of a text, or a table's row. Its items from the top left, its
    height, and the space above it after another slice, in points.

    ``row`` is the index of its paragraph, list item or table row. ``keep``: it stays with the next slice, as the first
    two and the last two lines of a paragraph and all rows of a table do.
    """

    items: tuple[Item, ...]
    height: float
    before: float
    row: int
    keep: bool


class Sliced(Struct, frozen=True):
    """A text for pages; for each paragraph, item and row, the missing glyphs and the excess width in points."""

    slices: tuple[Slice, ...]
    missing: tuple[tuple[MissingGlyph, ...], ...]
    excess: tuple[float, ...]


@lru_cache(maxsize=1024)
def slices(text: RichText, style: TextStyle, width: float, gap: float, indent: float) -> Sliced:
    """Return a text as slices for pages at its own size. *width*, *gap* (between paragraphs; half of it between list
    items) and *indent* (of lists) are in points. Raises Problem for a style that the font lacks.
    """
    size = style.size
    style = replace(style, paragraph_gap=gap / size)
    spacing = _on_page(gap, indent, size)
    face = style.fonts[0].face(style.bold, style.italic)
    advance = style.line_height * size
    drop = (advance + (face.ascent - face.descent) * size / 1000) / 2
    blocks = [measure_block(b, width / size * 1000, style.align, spacing) for b in prepare(text, style, spacing)]
    out: list[Slice] = []
    number = 0
    for block in blocks:
        for row in block.rows:
            parts = [row] if block.block.columns else _lines(row)
            last = row is block.rows[-1]
            for n, part in enumerate(parts):
                items = _set_row(part, block, style, size, drop + (part.first - 1) * advance, spacing)
                height = part.count * advance
                if block.block.columns and last and spacing.fills:
                    items.append(_rule(block, style, size, drop + height - advance, spacing))
                    height += spacing.rows * size
                keep = not last if block.block.columns else n + 1 < len(parts) and n in (0, len(parts) - 2)
                out.append(Slice(tuple(items), height, part.row.gap * size, number, keep))
            number += 1
    rows = [row for block in blocks for row in block.rows]
    excess = tuple(row.excess * size / 1000 for row in rows)
    return Sliced(tuple(out), tuple(missing_glyphs((row.row,)) for row in rows), excess)


def _lines(row: MeasuredRow) -> list[MeasuredRow]:
    """Return a row of one paragraph as a row for each line; its marker goes with the first."""
    further = replace(row.row, gap=0.0, divided=False) if row.row.gap or row.row.divided else row.row
    cell, x, wide, lines = row.cells[-1]
    out = [replace(row, cells=(*row.cells[:-1], (cell, x, wide, lines[:1])), count=row.first, last=row.first)]
    return out + [
        MeasuredRow(further, ((cell, x, wide, [line]),), line.tall, 0.0, line.tall, line.tall) for line in lines[1:]
    ]
