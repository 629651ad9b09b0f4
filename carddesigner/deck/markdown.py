"""Markdown files to typed blocks: titles, paragraphs, lists, tables, breaks, figures: ``![caption](part:name)``, several in a
paragraph side by side, and code blocks that are called ``board`` and hold rows of letters.

Anything else that Markdown has (code, quotes, raw HTML, links) is an error at its line.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from carddesigner.contents.picture import lost_problems
from carddesigner.core.report import Problem, Report
from carddesigner.core.source import Span
from carddesigner.deck.names import DeckNames
from carddesigner.source.bounds import MAX_CHARACTERS_IN_ALL
from carddesigner.source.files import display_path
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
from carddesigner.text.positions import PositionProblem, parse_positions
from carddesigner.text.rich import BULLET, parse_paragraphs, symbols_in

if TYPE_CHECKING:
    from markdown_it.token import Token

MAX_SIDE_BY_SIDE = 6
MAX_CHARACTERS = 1_000_000
"""Of one file: a hundred cards hold a tenth of it."""

_REFUSED = {
    "code_block": "indented code",
    "fence": "a code block",
    "blockquote_open": "a quotation",
    "html_block": "HTML",
}


def load_markdown(  # noqa: C901 one branch a kind of token
    path: Path, text: str, names: DeckNames, report: Report
) -> tuple[Block, ...]:
    """The blocks of a Markdown file in order; what can't be used is reported."""
    from markdown_it import MarkdownIt

    shown = display_path(path)
    bounds = names.assets.bounds
    bounds.characters += len(text)
    if len(text) > MAX_CHARACTERS or bounds.characters > MAX_CHARACTERS_IN_ALL:
        message = f"the file has {len(text):,} characters; at most {MAX_CHARACTERS:,} are set"
        if len(text) <= MAX_CHARACTERS:
            message = f"the deck's Markdown has more than {MAX_CHARACTERS_IN_ALL:,} characters in all"
        report.error("text-too-long", message, Span(shown))
        return ()
    offsets = [0]
    for line in text.splitlines(keepends=True):
        offsets.append(offsets[-1] + len(line))

    def rich(source: str, span: Span, *, title: bool = False) -> Paragraphs:
        try:
            made = parse_paragraphs(source, names.symbol, None if title else names.keywords)
            for problem in lost_problems(symbols_in(made)):
                report.add(problem, span)
            return made
        except Problem as problem:
            report.add(problem, span)
        return ()

    blocks: list[Block] = []
    lists: list[int | None] = []
    firsts: list[int] = []
    marker = ""
    rows: list[tuple[Paragraphs, ...]] = []
    row: list[Paragraphs] = []
    head = heading = cell = 0
    span = Span(shown)
    for token in MarkdownIt("commonmark").enable("table").disable(["lheading"]).parse(text):
        if token.map:
            start = offsets[token.map[0]]
            span = Span(shown, token.map[0] + 1, 1, start, offsets[min(token.map[1], len(offsets) - 1)])
        kind = token.type
        if kind == "fence" and token.info.split()[:1] == ["board"]:
            caption = token.info.strip().removeprefix("board").strip()
            try:
                parse_positions(token.content)
            except PositionProblem as problem:
                report.add(problem, _line(offsets, span, 1 + problem.line))
                continue
            blocks.append(BoardFigure(token.content, rich(caption, span) if caption else (), span))
        elif kind in _REFUSED:
            report.error(
                "markdown",
                f"{_REFUSED[kind]} has no place here; use titles, text, lists, tables and figures",
                span,
            )
        elif kind == "heading_open":
            heading = int(token.tag[1])
        elif kind == "heading_close":
            heading = 0
        elif kind in ("bullet_list_open", "ordered_list_open"):
            lists.append(int(str(token.attrs.get("start", 1))) if kind[0] == "o" else None)
            firsts.append(len(blocks))
        elif kind in ("bullet_list_close", "ordered_list_close"):
            after = lists.pop()
            _leave_room(blocks, firsts.pop(), len(lists) + 1, BULLET if after is None else f"{after - 1}.")
        elif kind == "list_item_open":
            number = lists[-1]
            marker = BULLET if number is None else f"{number}."
            lists[-1] = None if number is None else number + 1
        elif kind == "hr":
            blocks.append(PageBreak(span))
        elif kind == "table_open":
            rows, head = [], 0
        elif kind == "thead_open":
            head = 1
        elif kind == "tr_open":
            row = []
        elif kind == "tr_close":
            rows.append(tuple(row))
        elif kind in ("th_open", "td_open"):
            cell = 1
        elif kind in ("th_close", "td_close"):
            cell = 0
        elif kind == "table_close":
            shown_head = bool(head) and any(rows[0])
            blocks.append(TableBlock(tuple(rows if shown_head else rows[1:]), shown_head, span))
        elif kind == "inline":
            images = _images(token)
            if cell:
                row.append(rich(token.content, span) if token.content else ())
            elif heading:
                blocks.append(Heading(heading, rich(token.content, span, title=True), span))
            elif images:
                figures = []
                for image in images:
                    source = str(image.attrGet("src"))
                    if not source.startswith("part:"):
                        report.error("markdown", "a figure names a part of the template: ![caption](part:name)", span)
                        continue
                    figures.append(Figure(source.removeprefix("part:"), rich(image.content, span), span))
                if len(figures) > MAX_SIDE_BY_SIDE:
                    report.error("markdown", f"at most {MAX_SIDE_BY_SIDE} figures stand side by side", span)
                elif len(figures) > 1:
                    blocks.append(FigureRow(tuple(figures), span))
                else:
                    blocks += figures
            else:
                blocks.append(TextBlock(rich(token.content, span), span, marker, len(lists)))
                marker = ""
    return tuple(blocks)


def _images(token: Token) -> list[Token]:
    """The figures of a paragraph that has nothing else."""
    children = token.children or []
    images = [c for c in children if c.type == "image"]
    others = [c for c in children if c.type not in ("image", "softbreak") and c.content.strip()]
    return images if not others else []


def _line(offsets: list[int], block: Span, number: int) -> Span:
    """The line of a block that is *number* lines below its first."""
    line = min(block.line + number, len(offsets) - 1)
    return Span(block.path, line, 1, offsets[line - 1], offsets[line])


def _leave_room(blocks: list[Block], first: int, depth: int, widest: str) -> None:
    """Tell the items of a list, which begins at *first*, of its widest marker."""
    for i, block in enumerate(blocks[first:], first):
        if isinstance(block, TextBlock) and block.depth == depth:
            blocks[i] = replace(block, widest=widest)
