"""Blocks of running text to pages of a given box: headings kept with their text, figures whole, tables in columns."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.contents.base import Problem
from carddesigner.contents.flow import FlowSettings
from carddesigner.core.effort import spend
from carddesigner.core.geometry import Matrix, Rect
from carddesigner.core.items import GroupItem, Item, PathItem, Stroke
from carddesigner.core.source import Span
from carddesigner.core.units import MM
from carddesigner.text.blocks import share
from carddesigner.text.document import Block, Figure, Heading, PageBreak, Paragraphs, TableBlock, TextBlock
from carddesigner.text.fit import lay_checked
from carddesigner.text.lines import Line, bullet
from carddesigner.text.rich import BULLET, Paragraph, Run, letters
from carddesigner.text.shaping import MissingGlyph
from carddesigner.text.style import TextStyle

_AFTER_NUMBER = 0.35
"""Multiples of the size: the space between a number and its text."""

MOST_PAGES = 100
"""Pages of one component."""

DrawPart = Callable[[Figure, float], tuple[tuple[Item, ...], float] | None]
"""A figure and the text's width to the part's items (from 0, 0) and its height; None if it was reported."""


class Strip(Struct, frozen=True):
    """Something as wide as the page and never split: items from (0, 0), height, the space wanted before it.

    ``keep`` strips stay on one page with the strip that follows.
    """

    items: tuple[Item, ...]
    height: float
    before: float
    keep: bool = False
    new_page: bool = False


class FlowProblem(Struct, frozen=True):
    """A problem of a block, with its place."""

    problem: Problem
    span: Span


def set_blocks(
    blocks: tuple[Block, ...], look: FlowSettings, width: float, draw_part: DrawPart
) -> tuple[tuple[Strip, ...], tuple[FlowProblem, ...]]:
    """Every block set in the width, as strips in order."""
    strips: list[Strip] = []
    problems: list[FlowProblem] = []
    new_page = False
    previous: Block | None = None
    for block in blocks:
        if isinstance(block, PageBreak):
            new_page = True
            continue
        made = _strips(block, previous, look, width, draw_part, problems)
        if new_page and made:
            made[0] = replace(made[0], new_page=True)
            new_page = False
        strips += made
        previous = block
    return tuple(strips), tuple(problems)


def _strips(
    block: Block,
    previous: Block | None,
    look: FlowSettings,
    width: float,
    draw_part: DrawPart,
    problems: list[FlowProblem],
) -> list[Strip]:
    gap = look.gap
    if isinstance(block, Heading):
        settings = look.title if block.level == 1 else look.heading
        lines = _lines(block.text, settings.style(), width, block.span, problems)
        before = 0.0 if previous is None else gap * (2.0 if block.level == 1 else 1.5)
        return [_strip(lines, before, keep=True)]
    if isinstance(block, TableBlock):
        return _table(block, look, width, problems)
    if isinstance(block, Figure):
        drawn = draw_part(block, width)
        if drawn is None:
            return []
        items, height = drawn
        out = [Strip(items, height, gap, keep=bool(block.caption))]
        if block.caption:
            style = (look.caption or look.text).style()
            lines = _lines(block.caption, style, width, block.span, problems)
            out.append(_strip(lines, gap / 2))
        return out
    assert isinstance(block, TextBlock)
    style = look.text.style()
    step = look.indent
    if block.widest not in ("", BULLET):
        number, _ = lay_checked(_plain(block.widest), replace(style, align="left"), style.size, width)
        step = max(step, number[0].width + _AFTER_NUMBER * style.size)
    indent = look.indent * max(0, block.depth - 1) + (step if block.depth else 0.0)
    lines = _lines(block.text, style, width - indent, block.span, problems)
    inside_list = isinstance(previous, TextBlock) and previous.depth > 0 and block.depth > 0
    before = gap / 2 if inside_list else gap
    return _split(lines, indent, block.marker, style, step, before)


def _lines(
    text: Paragraphs, style: TextStyle, width: float, span: Span, problems: list[FlowProblem]
) -> tuple[Line, ...]:
    spend(10 + letters(text))
    lines, missing = lay_checked(text, style, style.size, width)
    for glyph in missing:
        problems.append(FlowProblem(_missing(glyph), span))
    for line in lines:
        if line.width > width + 0.01:
            problems.append(
                FlowProblem(
                    Problem("text-overflow", f"a word is {(line.width - width) / MM:.1f} mm wider than the text's box"),
                    span,
                )
            )
    return lines


def _missing(glyph: MissingGlyph) -> Problem:
    char, fonts = glyph
    return Problem("missing-glyph", f"no glyph for {char!r} (U+{ord(char[0]):04X}) in {', '.join(fonts)}")


def _strip(lines: tuple[Line, ...], before: float, *, keep: bool = False) -> Strip:
    items: list[Item] = []
    y = 0.0
    for line in lines:
        items.append(GroupItem(line.items, Matrix.move(0.0, y + _drop(line))))
        y += line.advance
    return Strip(tuple(items), y, before, keep)


def _drop(line: Line) -> float:
    """From the top of a line's share of the page to its baseline."""
    return (line.advance - line.ascent - line.descent) / 2 + line.ascent


def _split(
    lines: tuple[Line, ...], indent: float, marker: str, style: TextStyle, step: float, before: float
) -> list[Strip]:
    """A strip a line, so that a paragraph may run over; its first two and last two lines stay together."""
    out: list[Strip] = []
    for i, line in enumerate(lines):
        y = _drop(line)
        items: list[Item] = [GroupItem(line.items, Matrix.move(indent, y))]
        if i == 0 and marker == BULLET:
            items.insert(0, GroupItem((bullet(style, style.size),), Matrix.move(indent - step, y)))
        elif i == 0 and marker:
            mark, _ = lay_checked(_plain(marker), replace(style, align="left"), style.size, step)
            items.insert(0, GroupItem(mark[0].items, Matrix.move(indent - step, y)))
        keep = i + 1 < len(lines) and (i == 0 or i == len(lines) - 2)
        out.append(Strip(tuple(items), line.advance, before if i == 0 else 0.0, keep))
    return out


def _plain(text: str) -> Paragraphs:
    return (Paragraph((Run(text),)),)


def _table(block: TableBlock, look: FlowSettings, width: float, problems: list[FlowProblem]) -> list[Strip]:
    """Rows with columns as wide as their longest words and texts ask for, a thin line under each row."""
    columns = max(len(r) for r in block.rows)
    style = look.text.style()
    space = 1.5 * MM
    wanted = [1.0] * columns
    for number, row in enumerate(block.rows):
        bold = style.bold or (block.head and number == 0)
        for i, cell in enumerate(row):
            lines, _ = lay_checked(cell, replace(style, bold=bold, align="left"), style.size, 10_000.0)
            wanted[i] = max([wanted[i], *(line.width for line in lines)])
    free = width - space * (columns - 1)
    if sum(wanted) > free:
        wanted = share(wanted, free)
    elif sum(wanted) < free:
        wanted[-1] += free - sum(wanted)
    rule = Stroke(style.color, 0.25)
    out = []
    for number, row in enumerate(block.rows):
        head = block.head and number == 0
        items: list[Item] = []
        height = x = 0.0
        for i, cell in enumerate(row):
            lines = _lines(cell, replace(style, bold=style.bold or head), wanted[i], block.span, problems)
            strip = _strip(lines, 0.0)
            items.append(GroupItem(strip.items, Matrix.move(x, 0.0)))
            height = max(height, strip.height)
            x += wanted[i] + space
        height += 0.6
        items.append(PathItem((("m", 0.0, height), ("l", width, height)), stroke=rule))
        out.append(
            Strip(tuple(items), height + 0.6, look.gap if number == 0 else 0.0, keep=number + 1 < len(block.rows))
        )
    return out


def fill_pages(strips: tuple[Strip, ...], frame: Rect) -> tuple[tuple[Item, ...], ...]:
    """Strips set one under another in a frame, a new page where the next group that must stay together has no room.

    Raises ValueError where one group is higher than a page, or the pages are too many.
    """
    pages: list[list[Item]] = [[]]
    y = 0.0
    i = 0
    while i < len(strips):
        j = i
        while strips[j].keep and j + 1 < len(strips) and not strips[j + 1].new_page:
            j += 1
        group = strips[i : j + 1]
        before = group[0].before if pages[-1] else 0.0
        height = group[0].height + sum(s.before + s.height for s in group[1:])
        if pages[-1] and (group[0].new_page or y + before + height > frame.height + 0.01):
            pages.append([])
            y = before = 0.0
            if len(pages) > MOST_PAGES:
                raise ValueError(f"the text fills more than {MOST_PAGES} pages")
        if height > frame.height + 0.01:
            over = (height - frame.height) / MM
            raise ValueError(f"a figure, table or heading with its text is {over:.1f} mm higher than a page")
        for k, strip in enumerate(group):
            y += before if k == 0 else strip.before
            pages[-1].append(GroupItem(strip.items, Matrix.move(frame.x, frame.y + y)))
            y += strip.height
        i = j + 1
    return tuple(tuple(page) for page in pages)
