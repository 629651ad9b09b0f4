"""Read Markdown files into typed blocks: titles, paragraphs, lists, tables, breaks, figures (``![caption](part:name)``,
several in a paragraph side by side), and code blocks called ``board`` with rows of letters. Anything else is an error
at its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.contents.marks import marks_of
from carddesigner.contents.picture import icon_problems
from carddesigner.core.report import Problem, Report
from carddesigner.core.source import Span
from carddesigner.deck.names import DeckNames
from carddesigner.source.files import display_path
from carddesigner.text.document import Block, Divider, Figure, FigureRow, Heading, PageBreak, Passage
from carddesigner.text.inline import NEWLINE, References, read_blocks, read_line
from carddesigner.text.positions import PositionProblem, parse_positions
from carddesigner.text.rich import BULLET, ListItem, Paragraph, TextTable, icons_in, literal, parse_line

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

MAX_SIDE_BY_SIDE = 6
MAX_CREDITS = 20
"""The most places for credits in one file."""
MAX_CHARACTERS = 1_000_000
"""The most characters in one file, ten times as many as are on a hundred cards."""
MAX_CHARACTERS_IN_ALL = 3_000_000

_CREDITS = re.compile(r"\{\{\s*credits\s*\}\}")
"""A place for the credits of what the deck prints."""
_SLASH = re.compile("(?<=[^/:])/(?=[^/])")
_REFUSED = {"code_block": "indented code", "fence": "a code block", "blockquote": "a quotation", "html_block": "HTML"}


def load_markdown(path: Path, text: str, names: DeckNames, report: Report) -> tuple[Block, ...]:
    """Return the blocks of a Markdown file in order. Unsupported ones are reported."""
    shown = display_path(path)
    names.assets.characters += len(text)
    if len(text) > MAX_CHARACTERS or names.assets.characters > MAX_CHARACTERS_IN_ALL:
        message = f"the file has {len(text):,} characters; at most {MAX_CHARACTERS:,} are set"
        if len(text) <= MAX_CHARACTERS:
            message = f"the deck's Markdown has more than {MAX_CHARACTERS_IN_ALL:,} characters in all"
        report.error("text-too-long", message, Span(shown))
        return ()
    offsets = [0, *(end.end() for end in NEWLINE.finditer(text)), len(text)]
    tree, references = read_blocks(text)
    reader = _Reader(shown, offsets, names, report, references)
    for node in tree.children:
        reader.read(node)
    return tuple(reader.blocks)


WithCredits = Callable[[str], Paragraph]
"""Returns a paragraph with the credits inserted at its places for them. Raises Problem."""


class _Reader(Struct):
    """Reads one file. ``items`` are those of the list being read."""

    path: str
    offsets: list[int]
    names: DeckNames
    report: Report
    references: References
    blocks: list[Block] = field(default_factory=list)
    items: list[tuple[ListItem, Span, WithCredits | None]] = field(default_factory=list)
    credits: int = 0

    def read(self, node: SyntaxTreeNode, level: int = 0) -> None:
        """Add a block; *level* is the number of lists around it."""
        if node.type in ("bullet_list", "ordered_list"):
            self._list(node, level)
            if not level:
                self._end_list()
            return
        self._end_list()
        span = self._span(node)
        if node.type == "heading":
            self.blocks.append(Heading(int(node.tag[1]), self._rich(_source(node), span, title=True), span))
        elif node.type == "paragraph" and (figures := self._images(_source(node))):
            self._figures(figures, span)
        elif node.type == "paragraph":
            self._passage(_source(node), span)
        elif node.type == "hr":
            self.blocks.append(Divider(span) if node.markup[:1] == "_" else PageBreak())
        elif node.type == "table":
            self._table(node)
        elif node.type == "fence" and node.info.split()[:1] == ["board"]:
            self._board(node, span)
        else:
            message = f"{_REFUSED[node.type]} has no place here; use titles, text, lists, tables and figures"
            self.report.error("markdown", message, span)

    def _passage(self, source: str, span: Span) -> None:
        """Add a paragraph."""
        text, fill = self._fillable(source, span)
        filled = (lambda credits: Passage((fill(credits),), (span,))) if fill is not None else None
        self.blocks.append(Passage((text,), (span,), filled))

    def _fillable(self, source: str, span: Span) -> tuple[Paragraph, WithCredits | None]:
        """A text without its credits, and a function that inserts them if it has places for them."""
        parts = _CREDITS.split(source)
        text = self._rich(" ".join(parts), span)
        if len(parts) == 1:
            return text, None

        def fill(credits: str) -> Paragraph:
            # A line may break after a slash in an address.
            try:
                return self._parsed(literal(_SLASH.sub("/\u200b", credits)).join(parts))
            except Problem as problem:
                raise problem.at(span) from None

        self.credits += len(parts) - 1
        if self.credits > MAX_CREDITS:
            self.report.error("markdown", f"a file has at most {MAX_CREDITS} places for credits", span)
            return text, None
        return text, fill

    def _list(self, node: SyntaxTreeNode, level: int) -> None:
        for number, item in enumerate(node.children, int(str(node.attrs.get("start", 1)))):
            marker = f"{number}." if node.type == "ordered_list" else BULLET
            for inner in item.children:
                if inner.type == "paragraph" and not self._images(_source(inner)):
                    span = self._span(inner)
                    body, fill = self._fillable(_source(inner), span)
                    self.items.append((ListItem(marker, body, inner.hidden, level), span, fill))
                else:
                    self.read(inner, level + 1)
                marker = ""

    def _end_list(self) -> None:
        if not self.items:
            return
        items, self.items = self.items, []

        def filled(credits: str) -> Passage:
            made = [(replace(i, body=fill(credits)) if fill is not None else i, span) for i, span, fill in items]
            # An item of nothing but credits is omitted if there are none.
            kept = [
                (i, span) for (i, span), (*_, fill) in zip(made, items, strict=True) if i.body.pieces or fill is None
            ]
            return Passage(tuple(i for i, _ in kept), tuple(span for _, span in kept))

        some = any(fill is not None for *_, fill in items)
        self.blocks.append(Passage(tuple(i[0] for i in items), tuple(i[1] for i in items), filled if some else None))

    def _table(self, node: SyntaxTreeNode) -> None:
        rows = [row for part in node.children for row in part.children]
        cells = [tuple(self._fillable(_source(c), self._span(row)) for c in row.children) for row in rows]
        head = any(text.pieces or fill is not None for text, fill in cells[0])
        shown, spans = cells if head else cells[1:], tuple(self._span(row) for row in (rows if head else rows[1:]))
        if not shown:
            return

        def filled(credits: str) -> Passage:
            made = tuple(tuple(fill(credits) if fill is not None else text for text, fill in row) for row in shown)
            return Passage((TextTable(made, head),), spans)

        table = TextTable(tuple(tuple(text for text, _ in row) for row in shown), head)
        some = any(fill is not None for row in shown for _, fill in row)
        self.blocks.append(Passage((table,), spans, filled if some else None))

    def _images(self, source: str) -> list[tuple[str, str]]:
        """The sources and captions of figures, if a paragraph consists of nothing else."""
        if not source.startswith("!["):
            return []
        tokens = read_line(source, keywords=False, figures=self.references)
        if any(t.content.strip() for t in tokens if t.type != "image"):
            return []
        return [(str(t.attrGet("src")), t.content) for t in tokens if t.type == "image"]

    def _figures(self, images: list[tuple[str, str]], span: Span) -> None:
        figures = []
        for source, caption in images:
            if source.startswith("part:"):
                figures.append(Figure(source.removeprefix("part:"), self._rich(caption, span), span))
            else:
                self.report.error("markdown", "a figure names a part of the template: ![caption](part:name)", span)
        if len(figures) > MAX_SIDE_BY_SIDE:
            self.report.error("markdown", f"at most {MAX_SIDE_BY_SIDE} figures stand side by side", span)
        elif figures:
            self.blocks.append(FigureRow(tuple(figures), span))

    def _board(self, node: SyntaxTreeNode, span: Span) -> None:
        try:
            parse_positions(node.content)
        except PositionProblem as problem:
            line = min(span.line + 1 + problem.line, len(self.offsets) - 1)
            self.report.add(problem, Span(self.path, line, 1, self.offsets[line - 1], self.offsets[line]))
            return
        caption = self._rich(node.info.strip().removeprefix("board").strip(), span)
        self.blocks.append(FigureRow((Figure(node.content, caption, span, is_board=True),), span))

    def _rich(self, source: str, span: Span, *, title: bool = False) -> Paragraph:
        if _CREDITS.search(source):
            self.report.error(
                "markdown", "credits stand in a paragraph, a list or a table, not in a title or under a figure", span
            )
            return Paragraph(())
        try:
            made = self._parsed(source, title=title)
            for problem in icon_problems(icons_in((made,))):
                self.report.add(problem, span)
            return made
        except Problem as problem:
            self.report.add(problem, span)
        return Paragraph(())

    def _parsed(self, source: str, *, title: bool = False) -> Paragraph:
        names, keywords = self.names, None if title else self.names.keywords
        return parse_line(source, names.symbol, keywords, marks_of(names))

    def _span(self, node: SyntaxTreeNode) -> Span:
        first, after = node.map or (0, 0)
        last = len(self.offsets) - 1
        return Span(self.path, first + 1, 1, self.offsets[min(first, last)], self.offsets[min(after, last)])


def _source(node: SyntaxTreeNode) -> str:
    return "".join(n.content for n in node.children)
