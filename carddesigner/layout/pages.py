"""Set blocks of running text on pages of a given box: headings stay with their text, figures whole, tables in
columns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.contents.flow import FlowSettings
from carddesigner.contents.text import TextSettings, missing_problems
from carddesigner.core.effort import spend
from carddesigner.core.geometry import Matrix, Rect
from carddesigner.core.items import GroupItem, Item, PathItem, Stroke
from carddesigner.core.report import Diagnostic, Problem
from carddesigner.core.source import Span
from carddesigner.core.units import MM
from carddesigner.text.blocks import slices
from carddesigner.text.document import (
    Block,
    Divider,
    Figure,
    FigureRow,
    Heading,
    PageBreak,
    Passage,
    plain,
    right_to_left,
)
from carddesigner.text.rich import RichText, letters

_TOLERANCE = 0.01
MAX_PAGES = 100
"""The maximum number of pages of one component."""

_RULE = 0.25
"""The thickness of a line between paragraphs, in points."""
_BETWEEN_FIGURES = 4 * MM
"""The minimum space between figures side by side."""


class Drawn(Struct, frozen=True):
    """A figure without its caption: items from (0, 0), width and height."""

    items: tuple[Item, ...]
    width: float
    height: float


DrawPart = Callable[[Figure, float], Drawn | None]
"""Draws a figure for a given width of text; returns None if a problem was reported."""


class Strip(Struct, frozen=True):
    """A unit that is never split: items from (0, 0), height, and the space before it. ``keep``: it stays on the page of
    the next strip. ``wide``: it spans all columns. ``title``: the text of a title, repeated on its pages.
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
    """The content of a page: items and their places from the frame's top left. ``chapter``: the title they belong to.
    ``size``: the frame they were set for.
    """

    items: tuple[tuple[tuple[Item, ...], float, float], ...]
    chapter: str
    size: tuple[float, float]

    def placed(self, frame: Rect) -> tuple[Item, ...]:
        """Return the items placed in the page's frame. Raises Problem for a frame of another size."""
        if max(abs(a - b) for a, b in zip(self.size, (frame.width, frame.height), strict=True)) > _TOLERANCE:
            raise Problem("flow-differs", "the box of a flow is as large on every page; only its place may differ")
        return tuple(GroupItem(items, Matrix.move(frame.x + x, frame.y + y)) for items, x, y in self.items)


def set_pages(
    blocks: tuple[Block, ...], look: FlowSettings, width: float, height: float, draw_part: DrawPart
) -> tuple[tuple[FilledPage, ...], tuple[Diagnostic, ...]]:
    """Return a text set on pages of this size, and its problems; no pages if it doesn't fit at all."""
    column = (width - look.column_gap * (look.columns - 1)) / look.columns
    lefts = [n * (column + look.column_gap) for n in range(look.columns)]
    rtl = look.text.direction == "rtl" or (look.text.direction == "auto" and right_to_left(blocks))
    setter = _Setter(look, width, column, rtl, draw_part, [])
    strips: list[Strip] = []
    new_page = False
    for block in blocks:
        if isinstance(block, PageBreak):
            new_page = True
            continue
        made = setter.strips(block)
        if new_page and made:
            made[0] = replace(made[0], new_page=True)
            new_page = False
        strips += made
    try:
        pages = _fill(strips, lefts[::-1] if rtl else lefts, width, height)
    except Problem as problem:
        return (), (*setter.problems, problem.diagnostic)
    return pages, tuple(setter.problems)


class _Setter(Struct):
    """Sets blocks to the width of a column, and wide blocks to the full width. ``rtl``: the first figure is the
    rightmost.
    """

    look: FlowSettings
    width: float
    column: float
    rtl: bool
    draw_part: DrawPart
    problems: list[Diagnostic]

    def strips(self, block: Heading | Passage | FigureRow | Divider) -> list[Strip]:
        """Return the strips of one block."""
        look = self.look
        if isinstance(block, FigureRow):
            return self._figures(block.figures[::-1] if self.rtl else block.figures, block.span)
        if isinstance(block, Divider):
            line = (("m", 0.0, 0.0), ("l", self.column, 0.0))
            item = PathItem(line, stroke=Stroke(look.text.style().color, _RULE))
            return [Strip((item,), _RULE, look.gap, block.span, keep=True)]
        if isinstance(block, Passage):
            return self._text(block.text, look.text, self.column, block.spans, look.gap)
        if block.level > 1:
            made = self._text((block.text,), look.heading, self.column, (block.span,), 1.5 * look.gap)
            return [replace(strip, keep=True) for strip in made]
        made = self._text((block.text,), look.title, self.width, (block.span,), 2 * look.gap)
        made = [replace(strip, keep=True, wide=look.columns > 1) for strip in made]
        return [replace(made[0], title=plain((block.text,))), *made[1:]]

    def _text(
        self, text: RichText, settings: TextSettings, width: float, spans: Sequence[Span], before: float
    ) -> list[Strip]:
        """Return a text as strips, with the space *before* above the first. Problems have the place of their row."""
        spend(10 * len(text) + letters(text), "texts")
        made = slices(text, settings.style(), width, self.look.gap, self.look.indent)
        for span, missing, excess in zip(spans, made.missing, made.excess, strict=True):
            self.problems += [replace(problem, span=span) for problem in missing_problems(missing, settings)]
            if excess > _TOLERANCE:
                message = f"a word is {excess / MM:.1f} mm wider than the text's box"
                self.problems.append(Diagnostic("text-overflow", message, span))
        out = []
        for n, (one, after) in enumerate(zip(made.slices, [*made.slices[1:], None], strict=True)):
            ends = after is None or after.row != one.row
            # A text that announces what follows stays on its page.
            keep = one.keep or (ends and plain(text[one.row : one.row + 1]).endswith(":"))
            out.append(Strip(one.items, one.height, one.before if n else before, spans[one.row], keep))
        return out

    def _figures(self, figures: tuple[Figure, ...], span: Span) -> list[Strip]:
        """Return figures side by side, aligned at the bottom, each with its caption below it."""
        wide = False
        cells = self._cells(figures, self.column)
        if cells is not None and _needed(cells) > self.column + 0.01 and self.look.columns > 1:
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
        items: list[Item] = []
        below: list[Item] = []
        deep = x = 0.0
        between = (width - sum(cell for _, cell in cells)) / max(1, len(cells) - 1)
        for figure, (drawn, cell) in zip(figures, cells, strict=True):
            items.append(GroupItem(drawn.items, Matrix.move(x + (cell - drawn.width) / 2, high - drawn.height)))
            if figure.caption.pieces:
                y = 0.0
                for line in self._text((figure.caption,), self.look.caption or self.look.text, cell, (span,), 0.0):
                    below.append(GroupItem(line.items, Matrix.move(x, y)))
                    y += line.height
                deep = max(deep, y)
            x += cell + between
        out = [Strip(tuple(items), high, self.look.gap, span, keep=bool(below), wide=wide)]
        if below:
            out.append(Strip(tuple(below), deep, self.look.gap / 2, span, wide=wide))
        return out

    def _cells(self, figures: tuple[Figure, ...], width: float) -> list[tuple[Drawn, float]] | None:
        """Return each figure with its width: an even share if all fit in one, else its own width."""
        share = (width - _BETWEEN_FIGURES * (len(figures) - 1)) / len(figures)
        drawn = [one for figure in figures if (one := self.draw_part(figure, share)) is not None]
        if len(drawn) < len(figures):
            return None
        fit = all(one.width <= share + 0.01 for one in drawn)
        return [(one, share if fit else one.width) for one in drawn]


def _needed(cells: list[tuple[Drawn, float]]) -> float:
    return sum(cell for _, cell in cells) + _BETWEEN_FIGURES * (len(cells) - 1)


class _Group(Struct, frozen=True):
    """Strips that stay together."""

    strips: tuple[Strip, ...]
    height: float

    @property
    def first(self) -> Strip:
        return self.strips[0]


def _fill(strips: list[Strip], lefts: Sequence[float], width: float, height: float) -> tuple[FilledPage, ...]:
    """Set strips one below another in columns with these left sides; a group without room starts a new page. Columns
    that end at something wide, at a break or with the text are balanced. Raises Problem.
    """
    groups = _groups(strips)
    desk = _Desk(height, lefts, [_OpenPage()])
    start = 0
    while start < len(groups):
        first, end = groups[start].first, start + 1
        while not first.wide and end < len(groups) and not groups[end].first.wide and not groups[end].first.new_page:
            end += 1
        if first.new_page:
            desk.turn(first.span)
        if first.wide:
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


def _groups(strips: list[Strip]) -> list[_Group]:
    """Return strips in groups that stay together. A wide strip ends a group; the desk keeps it with what follows."""
    groups: list[list[Strip]] = []
    for strip in strips:
        if groups and groups[-1][-1].keep and not strip.new_page and strip.wide == groups[-1][0].wide:
            groups[-1].append(strip)
        else:
            groups.append([strip])
    return [_Group(tuple(own), own[0].height + sum(s.before + s.height for s in own[1:])) for own in groups]


class _OpenPage(Struct):
    """A page that is filled down to ``y``."""

    items: list[tuple[tuple[Item, ...], float, float]] = field(default_factory=list)
    y: float = 0.0
    titles: list[str] = field(default_factory=list)


class _Desk(Struct):
    """Fills pages one after another."""

    height: float
    lefts: Sequence[float]
    sheets: list[_OpenPage]

    @property
    def page(self) -> _OpenPage:
        return self.sheets[-1]

    def turn(self, span: Span) -> None:
        """Start a new page for the block at *span*, unless this one is empty."""
        if self.page.items:
            if len(self.sheets) == MAX_PAGES:
                raise Problem("text-overflow", f"the text fills more than {MAX_PAGES} pages", span)
            self.sheets.append(_OpenPage())

    def across(self, group: _Group, after: _Group | None) -> None:
        """Put a group across the full width of the page, with room for the group *after* it if they stay together."""
        self._check(group)
        needed = group.height
        if group.strips[-1].keep and after is not None and not after.first.new_page:
            together = needed + after.first.before + after.height
            needed = together if together <= self.height else needed
        if self.page.y + self._before(group) + needed > self.height + _TOLERANCE:
            self.turn(group.first.span)
        start = self.page.y + self._before(group)
        self._put(group, 0.0, start)
        self.page.y = start + group.height

    def flow(self, groups: Sequence[_Group]) -> None:
        """Put groups in columns, on as many pages as they need."""
        while groups:
            self._check(groups[0])
            start = self.page.y + self._before(groups[0])
            room = self.height - start
            filled, high = _columns(groups, room, len(self.lefts))
            taken = sum(map(len, filled))
            if not taken:
                self.turn(groups[0].first.span)
                continue
            if taken == len(groups) and len(self.lefts) > 1:
                filled, high = _balanced(groups, room, len(self.lefts))
            for n, column in enumerate(filled):
                y = start
                for k, group in enumerate(column):
                    y += group.first.before if k else 0.0
                    self._put(group, self.lefts[n], y)
                    y += group.height
            self.page.y = start + high
            groups = groups[taken:]
            if groups:
                self.turn(groups[0].first.span)

    def _before(self, group: _Group) -> float:
        return group.first.before if self.page.y > 0 else 0.0

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
    """Return as many of the groups as fit in columns of a height, and the height of the highest column."""
    out = []
    i = 0
    high = 0.0
    for _ in range(count):
        column: list[_Group] = []
        y = 0.0
        while i < len(groups):
            add = (groups[i].first.before if column else 0.0) + groups[i].height
            if y + add > height + _TOLERANCE:
                break
            column.append(groups[i])
            y += add
            i += 1
        out.append(column)
        high = max(high, y)
    return out, high


def _balanced(groups: Sequence[_Group], height: float, count: int) -> tuple[list[list[_Group]], float]:
    """Return the lowest columns that hold all groups, which fit at *height*."""
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
