"""Running text in blocks: what Markdown becomes before it is set on pages."""

from __future__ import annotations

from msgspec import Struct

from carddesigner.core.source import Span
from carddesigner.text.rich import Paragraph

Paragraphs = tuple[Paragraph, ...]


class Heading(Struct, frozen=True):
    """A title (level 1) or a heading (2 and more)."""

    level: int
    text: Paragraphs
    span: Span


class TextBlock(Struct, frozen=True):
    """A paragraph, or an item of a list with its marker and depth (0 for a paragraph).

    ``widest`` is the list's last marker, which all its items leave room for.
    """

    text: Paragraphs
    span: Span
    marker: str = ""
    depth: int = 0
    widest: str = ""


class TableBlock(Struct, frozen=True):
    """Rows of cells; the first row is the head if ``head`` says so."""

    rows: tuple[tuple[Paragraphs, ...], ...]
    head: bool
    span: Span


class Figure(Struct, frozen=True):
    """A part of the template, drawn in the text's width, with a caption."""

    part: str
    caption: Paragraphs
    span: Span


class FigureRow(Struct, frozen=True):
    """Figures side by side."""

    figures: tuple[Figure, ...]
    span: Span


class BoardFigure(Struct, frozen=True):
    """Positions of pieces, drawn with a board of the template, with a caption."""

    position: str
    caption: Paragraphs
    span: Span


class PageBreak(Struct, frozen=True):
    """What follows starts a new page."""

    span: Span


Block = Heading | TextBlock | TableBlock | Figure | FigureRow | BoardFigure | PageBreak
