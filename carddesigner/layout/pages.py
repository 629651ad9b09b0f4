"""Blocks of running text to pages of a given box: headings kept with their text, figures whole, tables in columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.contents.flow import FlowSettings
from carddesigner.core.effort import spend
from carddesigner.core.geometry import Matrix, Rect
from carddesigner.core.items import GroupItem, Item, PathItem, Stroke
from carddesigner.core.report import Diagnostic, Problem
from carddesigner.core.source import Span
from carddesigner.core.units import MM
from carddesigner.text.blocks import share
from carddesigner.text.document import (
    Block,
    BoardFigure,
    Figure,
    FigureRow,
    Heading,
    PageBreak,
    Paragraphs,
    TableBlock,
    TextBlock,
)
from carddesigner.text.fit import lay_checked
from carddesigner.text.lines import Line, bullet
from carddesigner.text.rich import BULLET, Paragraph, Run, letters
from carddesigner.text.shaping import MissingGlyph
from carddesigner.text.style import TextStyle

_AFTER_NUMBER = 0.35
"""Multiples of the size: the space between a number and its text."""

_TOLERANCE = 0.01
_BETWEEN_COLUMNS = 1.2
"""Multiples of the size: what a table's columns stand further apart where there is room."""
MAX_PAGES = 100
"""Pages of one component."""

_BETWEEN_FIGURES = 4 * MM
"""Between figures side by side, at least."""


class Drawn(Struct, frozen=True):
    """A figure without its caption: items from (0, 0), width and height."""

    items: tuple[Item, ...]
    width: float
    height: float


DrawPart = Callable[[Figure | BoardFigure, float], Drawn | None]
"""A figure and the text's width to what is drawn; None if it was reported."""


class Strip(Struct, frozen=True):
    """Something that is never split: items from (0, 0), height, the space wanted before it.

    ``keep`` strips stay on one page with the strip that follows. ``wide`` ones go across all columns. ``title`` is what
    a title says, to be repeated on its pages.
    """

    items: tuple[Item, ...]
    height: float
    before: float
    span: Span
    keep: bool = False
    new_page: bool = False
    wide: bool = False
    title: str = ""


class FilledPage(Struct, frozen=True):
    """What stands on a page: items and where they go from the frame's top left. ``chapter`` is the title that they belong to;
    ``size`` is the frame that they were set for.
    """

    items: tuple[tuple[tuple[Item, ...], float, float], ...]
    chapter: str
    size: tuple[float, float]

    def placed(self, frame: Rect) -> tuple[Item, ...]:
        """The items in the page's own frame. Raises ValueError for a frame of another size."""
        if max(abs(a - b) for a, b in zip(self.size, (frame.width, frame.height), strict=True)) > _TOLERANCE:
            raise ValueError("the box of a flow is as large on every page; only its place may differ")
        return tuple(GroupItem(items, Matrix.move(frame.x + x, frame.y + y)) for items, x, y in self.items)


def set_blocks(
    blocks: tuple[Block, ...], look: FlowSettings, width: float, draw_part: DrawPart
) -> tuple[tuple[Strip, ...], tuple[Diagnostic, ...]]:
    """Every block set for a page's text of a *width*, as strips in order."""
    setter = _Setter(look, width, column_width(look, width), draw_part, [])
    strips: list[Strip] = []
    new_page = False
    previous: Block | None = None
    for block in blocks:
        if isinstance(block, PageBreak):
            new_page = True
            continue
        made = setter.strips(block, previous)
        if new_page and made:
            made[0] = replace(made[0], new_page=True)
            new_page = False
        strips += made
        previous = block
    return tuple(strips), tuple(setter.problems)


def column_width(look: FlowSettings, width: float) -> float:
    """How wide each column of a text is."""
    return (width - look.column_gap * (look.columns - 1)) / look.columns


class _Setter(Struct):
    """Sets blocks in a column's width, what goes across in the whole width."""

    look: FlowSettings
    width: float
    column: float
    draw_part: DrawPart
    problems: list[Diagnostic]

    def strips(self, block: Block, previous: Block | None) -> list[Strip]:
        """The strips of one block."""
        look, gap = self.look, self.look.gap
        if isinstance(block, Heading):
            first = block.level == 1
            settings = look.title if first else look.heading
            width = self.width if first else self.column
            lines = _lines(block.text, settings.style(), width, block.span, self.problems)
            before = 0.0 if previous is None else gap * (2.0 if first else 1.5)
            title = _words(block.text) if first else ""
            return [replace(_strip(lines, before, block.span), keep=True, wide=first and self._split, title=title)]
        if isinstance(block, TableBlock):
            return _table(block, look, self.column, self.problems)
        if isinstance(block, (Figure, BoardFigure)):
            return self._figures((block,), block.span)
        if isinstance(block, FigureRow):
            return self._figures(block.figures, block.span)
        assert isinstance(block, TextBlock)
        style = look.text.style()
        step = look.indent
        if block.widest not in ("", BULLET):
            number, _ = lay_checked(_plain(block.widest), replace(style, align="left"), style.size, self.column)
            step = max(step, number[0].width + _AFTER_NUMBER * style.size)
        indent = look.indent * max(0, block.depth - 1) + (step if block.depth else 0.0)
        lines = _lines(block.text, style, self.column - indent, block.span, self.problems)
        inside_list = isinstance(previous, TextBlock) and previous.depth > 0 and block.depth > 0
        before = gap / 2 if inside_list else gap
        out = _split(lines, indent, block.marker, style, step, before, block.span)
        if out and _words(block.text).endswith(":"):
            # What is announced stands on the same page.
            out[-1] = replace(out[-1], keep=True)
        return out

    @property
    def _split(self) -> bool:
        return self.look.columns > 1

    def _figures(self, figures: tuple[Figure | BoardFigure, ...], span: Span) -> list[Strip]:
        """Figures side by side, feet on one line, each with its caption below it."""
        wide = False
        cells = self._cells(figures, self.column)
        if cells is not None and _needed(cells) > self.column + 0.01 and self._split:
            cells, wide = self._cells(figures, self.width), True
        if cells is None:
            return []
        width = self.width if wide else self.column
        if (over := _needed(cells) - width) > 0.01:
            what = "the figure is" if len(cells) == 1 else "the figures side by side are"
            message = f"{what} {over / MM:.1f} mm wider than the text, which has {width / MM:.1f} mm"
            self.problems.append(Diagnostic("text-overflow", message, span))
            return []
        high = max(drawn.height for drawn, _ in cells)
        style = (self.look.caption or self.look.text).style()
        items: list[Item] = []
        below: list[Item] = []
        deep = x = 0.0
        between = (width - sum(cell for _, cell in cells)) / max(1, len(cells) - 1)
        for figure, (drawn, cell) in zip(figures, cells, strict=True):
            items.append(GroupItem(drawn.items, Matrix.move(x + (cell - drawn.width) / 2, high - drawn.height)))
            if figure.caption:
                caption = _strip(_lines(figure.caption, style, cell, span, self.problems), 0.0, span)
                below.append(GroupItem(caption.items, Matrix.move(x, 0.0)))
                deep = max(deep, caption.height)
            x += cell + between
        out = [Strip(tuple(items), high, self.look.gap, span, keep=bool(below), wide=wide)]
        if below:
            out.append(Strip(tuple(below), deep, self.look.gap / 2, span, wide=wide))
        return out

    def _cells(self, figures: tuple[Figure | BoardFigure, ...], width: float) -> list[tuple[Drawn, float]] | None:
        """Each figure and the width that it is given: an even share, or what they ask for."""
        share = (width - _BETWEEN_FIGURES * (len(figures) - 1)) / len(figures)
        drawn = [self.draw_part(figure, share) for figure in figures]
        made = [d for d in drawn if d is not None]
        if len(made) < len(drawn):
            return None
        if all(d.width <= share + 0.01 for d in made):
            return [(d, share) for d in made]
        return [(d, d.width) for d in made]


def _needed(cells: list[tuple[Drawn, float]]) -> float:
    return sum(cell for _, cell in cells) + _BETWEEN_FIGURES * (len(cells) - 1)


def _words(text: Paragraphs) -> str:
    """What a title reads as, without its icons."""
    return "".join(p.text for paragraph in text for p in paragraph.pieces if isinstance(p, Run)).strip()


def _lines(
    text: Paragraphs, style: TextStyle, width: float, span: Span, problems: list[Diagnostic]
) -> tuple[Line, ...]:
    spend(10 + letters(text))
    lines, missing = lay_checked(text, style, style.size, width)
    for glyph in missing:
        problems.append(_missing(glyph, span))
    for line in lines:
        if line.width > width + 0.01:
            problems.append(
                Diagnostic(
                    "text-overflow", f"a word is {(line.width - width) / MM:.1f} mm wider than the text's box", span
                )
            )
    return lines


def _missing(glyph: MissingGlyph, span: Span) -> Diagnostic:
    char, fonts = glyph
    return Diagnostic("missing-glyph", f"no glyph for {char!r} (U+{ord(char[0]):04X}) in {', '.join(fonts)}", span)


def _strip(lines: tuple[Line, ...], before: float, span: Span) -> Strip:
    items: list[Item] = []
    y = 0.0
    for line in lines:
        items.append(GroupItem(line.items, Matrix.move(0.0, y + _drop(line))))
        y += line.advance
    return Strip(tuple(items), y, before, span)


def _drop(line: Line) -> float:
    """From the top of a line's share of the page to its baseline."""
    return (line.advance - line.ascent - line.descent) / 2 + line.ascent


def _split(
    lines: tuple[Line, ...], indent: float, marker: str, style: TextStyle, step: float, before: float, span: Span
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
        out.append(Strip(tuple(items), line.advance, before if i == 0 else 0.0, span, keep))
    return out


def _plain(text: str) -> Paragraphs:
    return (Paragraph((Run(text),)),)


def _table(block: TableBlock, look: FlowSettings, width: float, problems: list[Diagnostic]) -> list[Strip]:
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
    else:
        more = min((free - sum(wanted)) / columns, _BETWEEN_COLUMNS * style.size) if columns > 1 else 0.0
        space += more
        wanted[-1] += free - sum(wanted) - more * (columns - 1)
    rule = Stroke(style.color, 0.25)
    out = []
    for number, row in enumerate(block.rows):
        head = block.head and number == 0
        items: list[Item] = []
        height = x = 0.0
        for i, cell in enumerate(row):
            lines = _lines(cell, replace(style, bold=style.bold or head), wanted[i], block.span, problems)
            strip = _strip(lines, 0.0, block.span)
            items.append(GroupItem(strip.items, Matrix.move(x, 0.0)))
            height = max(height, strip.height)
            x += wanted[i] + space
        height += 0.6
        items.append(PathItem((("m", 0.0, height), ("l", width, height)), stroke=rule))
        before = look.gap if number == 0 else 0.0
        out.append(Strip(tuple(items), height + 0.6, before, block.span, keep=number + 1 < len(block.rows)))
    return out


class _Group(Struct, frozen=True):
    """Strips that stay together."""

    strips: tuple[Strip, ...]
    height: float

    @property
    def before(self) -> float:
        return self.strips[0].before

    @property
    def wide(self) -> bool:
        return self.strips[0].wide


def fill_pages(strips: tuple[Strip, ...], look: FlowSettings, width: float, height: float) -> tuple[FilledPage, ...]:
    """Strips set one under another in columns, a new page where the next that must stay together have no room.

    Columns that end at something wide, at a break or with the text are as high as each other. Raises Problem.
    """
    groups = _groups(strips)
    step = column_width(look, width) + look.column_gap
    desk = _Desk(height, look.columns, step, [_Sheet()])
    start = 0
    while start < len(groups):
        end = start + 1
        if not groups[start].wide:
            while end < len(groups) and not groups[end].wide and not groups[end].strips[0].new_page:
                end += 1
        if groups[start].strips[0].new_page:
            desk.turn(groups[start].strips[0].span)
        if groups[start].wide:
            desk.across(groups[start], groups[end] if end < len(groups) else None)
        else:
            desk.flow(groups[start:end])
        start = end
    chapter = ""
    out = []
    for sheet in desk.sheets:
        out.append(FilledPage(tuple(sheet.items), sheet.titles[0] if sheet.titles else chapter, (width, height)))
        chapter = sheet.titles[-1] if sheet.titles else chapter
    return tuple(out)


def _groups(strips: tuple[Strip, ...]) -> list[_Group]:
    """Strips in groups that stay together; what is wide ends a group, and what follows it is kept by the desk."""
    out = []
    i = 0
    while i < len(strips):
        j = i
        while strips[j].keep and j + 1 < len(strips):
            after = strips[j + 1]
            if after.new_page or after.wide != strips[i].wide:
                break
            j += 1
        group = strips[i : j + 1]
        out.append(_Group(group, group[0].height + sum(s.before + s.height for s in group[1:])))
        i = j + 1
    return out


class _Sheet(Struct):
    """A page that is being filled: down to ``y``."""

    items: list[tuple[tuple[Item, ...], float, float]] = field(default_factory=list)
    y: float = 0.0
    titles: list[str] = field(default_factory=list)


class _Desk(Struct):
    """Pages that are filled one after another."""

    height: float
    columns: int
    step: float
    sheets: list[_Sheet]

    @property
    def page(self) -> _Sheet:
        return self.sheets[-1]

    def turn(self, span: Span) -> None:
        """Begin a new page for what stands at *span*, unless this one is empty."""
        if self.page.items:
            if len(self.sheets) == MAX_PAGES:
                raise Problem("text-overflow", f"the text fills more than {MAX_PAGES} pages", span)
            self.sheets.append(_Sheet())

    def across(self, group: _Group, after: _Group | None) -> None:
        """Something as wide as the page; where it stays with what comes *after* it, there has to be room for that too."""
        self._check(group)
        span = group.strips[0].span
        needed = group.height
        if group.strips[-1].keep and after is not None and not after.strips[0].new_page:
            together = needed + after.before + after.height
            needed = together if together <= self.height else needed
        if self.page.y + self._before(group) + needed > self.height + _TOLERANCE:
            self.turn(span)
        start = self.page.y + self._before(group)
        self._put(group, 0.0, start)
        self.page.y = start + group.height

    def flow(self, groups: Sequence[_Group]) -> None:
        """Groups in columns over as many pages as they need."""
        while groups:
            self._check(groups[0])
            start = self.page.y + self._before(groups[0])
            room = self.height - start
            filled, high = _columns(groups, room, self.columns)
            taken = sum(map(len, filled))
            if not taken:
                self.turn(groups[0].strips[0].span)
                continue
            if taken == len(groups) and self.columns > 1:
                filled, high = _balanced(groups, room, self.columns)
            for n, column in enumerate(filled):
                y = start
                for k, group in enumerate(column):
                    y += group.before if k else 0.0
                    self._put(group, n * self.step, y)
                    y += group.height
            self.page.y = start + high
            groups = groups[taken:]
            if groups:
                self.turn(groups[0].strips[0].span)

    def _before(self, group: _Group) -> float:
        return group.before if self.page.y > 0 else 0.0

    def _put(self, group: _Group, x: float, y: float) -> None:
        for k, strip in enumerate(group.strips):
            y += strip.before if k else 0.0
            self.page.items.append((strip.items, x, y))
            if strip.title:
                self.page.titles.append(strip.title)
            y += strip.height

    def _check(self, group: _Group) -> None:
        if group.height > self.height + _TOLERANCE:
            over = (group.height - self.height) / MM
            highest = max(group.strips, key=lambda s: s.height)
            message = f"what has to stay together here is {over:.1f} mm higher than a page, which has {self.height / MM:.1f} mm"
            raise Problem("text-overflow", message, highest.span)


def _columns(groups: Sequence[_Group], height: float, count: int) -> tuple[list[list[_Group]], float]:
    """As many of the groups as columns of a height take, and how high the highest column is."""
    out = []
    i = 0
    high = 0.0
    for _ in range(count):
        column: list[_Group] = []
        y = 0.0
        while i < len(groups):
            add = (groups[i].before if column else 0.0) + groups[i].height
            if y + add > height + _TOLERANCE:
                break
            column.append(groups[i])
            y += add
            i += 1
        out.append(column)
        high = max(high, y)
    return out, high


def _balanced(groups: Sequence[_Group], height: float, count: int) -> tuple[list[list[_Group]], float]:
    """Columns as low as they can be with all of the groups, which fit at *height*."""
    low = 0.0
    best = _columns(groups, height, count)
    while height - low > 0.5:
        middle = (low + height) / 2
        made = _columns(groups, middle, count)
        if sum(map(len, made[0])) == len(groups):
            best, height = made, middle
        else:
            low = middle
    return best
