"""Running text in blocks: what Markdown becomes before it is set on pages."""

from __future__ import annotations

from dataclasses import dataclass

from carddesigner.core.source import Span
from carddesigner.text.rich import RichText


@dataclass(frozen=True, slots=True)
class Heading:
    """A title (level 1) or a heading (2 and more)."""

    level: int
    text: RichText
    span: Span


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A paragraph, or an item of a list with its marker and depth (0 for a paragraph)."""

    text: RichText
    span: Span
    marker: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class TableBlock:
    """Rows of cells; the first row is the head if ``head`` says so."""

    rows: tuple[tuple[RichText, ...], ...]
    head: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Figure:
    """A part of the template, drawn in the text's width, with a caption."""

    part: str
    caption: RichText
    span: Span


@dataclass(frozen=True, slots=True)
class PageBreak:
    """What follows starts a new page."""

    span: Span


Block = Heading | TextBlock | TableBlock | Figure | PageBreak
