"""Running text in blocks, read from a Markdown file and not yet set on pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from carddesigner.core.source import Span
from carddesigner.text.bidi import base_direction
from carddesigner.text.rich import InlineIcon, Paragraph, RichText, pieces, runs


class Heading(Struct, frozen=True):
    """A title (level 1) or a heading (level 2 and below)."""

    level: int
    text: Paragraph
    span: Span


class Passage(Struct, frozen=True):
    """A paragraph, list or table, with the place of each paragraph, item or row. ``with_credits``: for a passage with a
    placeholder for the deck's credits, which are known only after layout, returns it with these credits; may raise
    Problem.
    """

    text: RichText
    spans: tuple[Span, ...]
    with_credits: Callable[[str], Passage] | None = None


class Figure(Struct, frozen=True):
    """A part of the template by its name, or positions of pieces for a board of the template, with a caption."""

    source: str
    caption: Paragraph
    span: Span
    is_board: bool = False


class FigureRow(Struct, frozen=True):
    """Figures side by side, or a single one."""

    figures: tuple[Figure, ...]
    span: Span


class PageBreak(Struct, frozen=True):
    """A new page for what follows."""


class Divider(Struct, frozen=True):
    """A line across the text."""

    span: Span


Block = Heading | Passage | FigureRow | PageBreak | Divider


def plain(text: RichText) -> str:
    """Return the plain text, without icons."""
    return "".join(r.text for r in runs(text)).strip()


def right_to_left(blocks: Iterable[Block]) -> bool:
    """Whether running text is right-to-left, by its first letter outside headings that has a direction."""
    return base_direction("".join(plain(b.text) for b in blocks if isinstance(b, Passage))) == "R"


def has_marks(blocks: Iterable[Block]) -> bool:
    """Whether any braces with settings occur in running text; they may name colours."""
    return any(
        p.mark is not None or (isinstance(p, InlineIcon) and p.own_mark is not None)
        for text in texts_of(blocks)
        for p in pieces(text)
    )


def has_credits(blocks: Iterable[Block]) -> bool:
    """Whether running text has a placeholder for credits."""
    return any(isinstance(block, Passage) and block.with_credits is not None for block in blocks)


def texts_of(blocks: Iterable[Block]) -> Iterator[RichText]:
    """Yield all texts of running text: titles, passages and captions."""
    for block in blocks:
        if isinstance(block, FigureRow):
            yield from ((figure.caption,) for figure in block.figures)
        elif not isinstance(block, (PageBreak, Divider)):
            yield (block.text,) if isinstance(block, Heading) else block.text
