"""The blocks of a text to rows of cells side by side: paragraphs, items of lists, rows of tables.

A row's cells share their first baseline. Widths are thousandths of the size until a size is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.geometry import Matrix
from carddesigner.core.items import GroupItem, Item, PathItem, Stroke, SymbolItem, TextItem
from carddesigner.text.breaking import Broken, break_paragraph
from carddesigner.text.lines import BULLET_SIZE, Measure, bullet, measure, set_line
from carddesigner.text.rich import BULLET, ListItem, Paragraph, RichText, Run, Table
from carddesigner.text.shaping import MissingGlyph
from carddesigner.text.style import TextStyle

_BULLET_INDENT = 700.0
_AFTER_NUMBER = 350.0
_BETWEEN_COLUMNS = 800.0
"""Thousandths of the size: from a bullet's left to its text, between a number and its text, between columns."""
_BETWEEN_ROWS = 0.35
"""Multiples of the size: what the rows of a table stand apart beyond the line's height."""
_RULE = 0.035
"""Multiples of the size: how thick the line between a table's rows is."""
_UNBROKEN = 1e9


class Cell(Struct, frozen=True):
    """A paragraph ready for setting, or a bullet, with the style that it is set in."""

    broken: Broken | None
    style: TextStyle


class Row(Struct, frozen=True):
    """Cells side by side; ``gap`` is the space above in multiples of the size, ``ruled`` puts a line there.

    An item of a list has a column of its own for its marker, so wide, behind the ``inset`` of the lists around it.
    """

    cells: tuple[Cell, ...]
    gap: float = 0.0
    ruled: bool = False
    inset: float = 0.0
    marker: float = 0.0


class Block(Struct, frozen=True):
    """Rows below each other: a paragraph (one of one cell), a list, or a table.

    ``columns`` are the widths that a table's columns ask for, ``least`` those of their longest words, ``between`` the
    space between them. A list ``fills`` the width, its text taking what the marker leaves. ``rtl``: the first column is the rightmost.
    """

    rows: tuple[Row, ...]
    columns: tuple[float, ...] = ()
    least: tuple[float, ...] = ()
    between: float = 0.0
    fills: bool = False
    rtl: bool = False


class MeasuredRow(Struct, frozen=True):
    """A row whose cells are broken into lines: for each its left side, its width, and its lines."""

    row: Row
    cells: tuple[tuple[float, float, list[Measure]], ...]
    count: int


class MeasuredBlock(Struct, frozen=True):
    """A block broken for a width: ``used`` of it is taken; ``excess`` sticks out of a column or of the width."""

    rows: tuple[MeasuredRow, ...]
    left: float
    used: float
    excess: float


def prepare(text: RichText, style: TextStyle) -> tuple[Block, ...]:
    """The blocks of a text, shaped. Raises Problem for a style that the font lacks."""
    out: list[Block] = []
    items: list[ListItem] = []
    for block in text:
        if isinstance(block, ListItem):
            items.append(block)
            continue
        if items:
            out.append(_list(items, style))
            items = []
        gap = style.paragraph_gap if out and not block.tight else 0.0
        if isinstance(block, Table):
            out.append(_table(block, style, gap if gap else _BETWEEN_ROWS if out else 0.0))
        else:
            out.append(Block((Row((Cell(break_paragraph(block, style), style),), gap),)))
    if items:
        out.append(_list(items, style))
    return tuple(out)


def missing_glyphs(blocks: Iterable[Block]) -> tuple[MissingGlyph, ...]:
    """The characters that no font shows, in order."""
    cells = [c for b in blocks for r in b.rows for c in r.cells]
    return tuple(dict.fromkeys(m for c in cells if c.broken is not None for m in c.broken.missing))


def _list(items: Sequence[ListItem], style: TextStyle) -> Block:
    bodies = [break_paragraph(item.body, style) for item in items]
    rtl = any(body.rtl for body in bodies)
    side: Literal["left", "right"] = "right" if rtl else "left"
    # The point of a number stands between it and the text.
    beside = replace(style, align=side, direction="rtl" if rtl else style.direction)
    aligned = style if style.align == "justify" else replace(style, align=side)
    markers = [None if i.marker == BULLET else break_paragraph(Paragraph((Run(i.marker),)), beside) for i in items]
    indents = [0.0] * (1 + max(item.level for item in items))
    for item, number in zip(items, markers, strict=True):
        wide = _BULLET_INDENT if number is None else measure(number, _UNBROKEN)[0].width + _AFTER_NUMBER
        indents[item.level] = max(indents[item.level], wide)
    rows = [
        Row(
            (Cell(number, beside), Cell(body, aligned)),
            0.0 if item.tight else style.paragraph_gap,
            inset=sum(indents[: item.level]),
            marker=indents[item.level],
        )
        for item, number, body in zip(items, markers, bodies, strict=True)
    ]
    return Block(tuple(rows), fills=True, rtl=rtl)


def _table(table: Table, style: TextStyle, gap: float) -> Block:
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
        rows.append(Row(tuple(Cell(b, aligned) for b in row), gap if n == 0 else _BETWEEN_ROWS, n > 0))
    return Block(tuple(rows), tuple(wanted), tuple(least), _BETWEEN_COLUMNS, rtl=rtl)


def measure_block(block: Block, width: float, align: str) -> MeasuredBlock:
    """A block broken into lines for a width; a list or a table is aligned in it as a whole."""
    if not block.columns and not block.fills:
        (row,) = block.rows
        (cell,) = row.cells
        assert cell.broken is not None
        lines = measure(cell.broken, width)
        wide = max((line.width for line in lines), default=0.0)
        return MeasuredBlock((MeasuredRow(row, ((0.0, width, lines),), len(lines)),), 0.0, wide, wide - width)
    columns = list(block.columns)
    free = width - block.between * (len(columns) - 1)
    if sum(columns) > free + 1e-6:
        columns = _columns(columns, block.least, free)
    excess = 0.0
    used = 0.0 if block.fills else sum(columns) + block.between * (len(columns) - 1)
    measured = []
    for row in block.rows:
        cells = []
        x = row.inset
        own = [row.marker, width - x - row.marker] if block.fills else columns
        for cell, wide in zip(row.cells, own, strict=True):
            lines = measure(cell.broken, wide) if cell.broken is not None else []
            longest = max((line.width for line in lines), default=0.0)
            excess = max(excess, longest - wide)
            used = max(used, x + longest)
            cells.append((width - x - wide if block.rtl else x, wide, lines))
            x += wide + block.between
        measured.append(MeasuredRow(row, tuple(cells), max(1, *(len(c[2]) for c in cells))))
    side = {"start": "left", "justify": "left", "end": "right"}.get(align, align)
    if block.rtl and align in ("start", "justify", "end"):
        side = {"left": "right", "right": "left"}[side]
    slack = max(0.0, width - used)
    left = {"left": 0.0, "center": slack / 2, "right": slack}[side] - (slack if block.rtl else 0.0)
    return MeasuredBlock(tuple(measured), left, used, excess)


def _columns(wanted: Sequence[float], least: Sequence[float], free: float) -> list[float]:
    """Columns that share what is free, none narrower than its longest word as long as there is room for all."""
    made = share(wanted, free)
    short = [i for i, wide in enumerate(made) if wide < least[i]]
    others = [i for i in range(len(made)) if i not in short]
    rest = free - sum(least[i] for i in short)
    if not short or rest <= sum(least[i] for i in others):
        return made
    shared = _columns([wanted[i] for i in others], [least[i] for i in others], rest)
    return [least[i] if i in short else shared[others.index(i)] for i in range(len(made))]


def share(wanted: Sequence[float], free: float) -> list[float]:
    """Narrow columns keep what they want; the wide ones share the rest in proportion."""
    fixed = [w <= free / len(wanted) for w in wanted]
    rest = free - sum(w for w, f in zip(wanted, fixed, strict=True) if f)
    wide = sum(w for w, f in zip(wanted, fixed, strict=True) if not f)
    return [w if f else rest * w / wide for w, f in zip(wanted, fixed, strict=True)]


def place_blocks(
    blocks: Sequence[MeasuredBlock], style: TextStyle, size: float, width: float, baseline: float
) -> tuple[Item, ...]:
    """The items of measured blocks in a width of points, the first line standing on *baseline*."""
    scale = size / 1000
    advance = style.line_height * size
    face = style.fonts[0].face(style.bold, style.italic)
    out: list[Item] = []
    y = baseline
    above = False
    for block in blocks:
        for measured in block.rows:
            if above:
                last = y
                y += measured.row.gap * size + advance
                if measured.row.ruled:
                    at = (last + face.descent * scale + y - face.cap_height * scale) / 2
                    left = _left(block, measured) * scale
                    line = (("m", left, at), ("l", left + block.used * scale, at))
                    out.append(PathItem(line, stroke=Stroke(style.color, _RULE * size)))
            above = True
            for cell, (x, wide, lines) in zip(measured.row.cells, measured.cells, strict=True):
                at_x = (x + block.left) * scale
                if cell.broken is None:
                    disc = bullet(cell.style, size)
                    if cell.style.align == "right":
                        at_x += wide * scale - BULLET_SIZE * size
                    out.append(moved(disc, at_x, y))
                    continue
                room = wide * scale if measured.row.cells[1:] else width
                for n, one in enumerate(lines):
                    set_ = set_line(one, cell.broken, cell.style, size, room, 0.0)
                    out += [moved(item, at_x, y + n * advance) for item in set_.items]
            y += (measured.count - 1) * advance
    return tuple(out)


def _left(block: MeasuredBlock, row: MeasuredRow) -> float:
    """Where a block begins on the left."""
    return block.left + min(x for x, _, _ in row.cells)


def moved(item: Item, x: float, y: float) -> Item:
    """A line's item at another place."""
    if isinstance(item, TextItem):
        pieces = tuple(replace(p, x=p.x + x) for p in item.pieces) if x else item.pieces
        return replace(item, y=item.y + y, pieces=pieces)
    if isinstance(item, SymbolItem):
        return replace(item, frame=item.frame.moved(x, y))
    return GroupItem((item,), Matrix.move(x, y))
