"""Text with a little markup to typed paragraphs: bold, italic, icons, line breaks."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec import Struct

from carddesigner.core.items import Symbol

MOST_CHARACTERS = 20_000
"""Characters of one text."""


class Run(Struct, frozen=True):
    """Text of one look; a line break is the character ``\\n``."""

    text: str
    bold: bool = False
    italic: bool = False


class InlineIcon(Struct, frozen=True):
    """An icon that stands in the text like a letter."""

    symbol: Symbol


class Paragraph(Struct, frozen=True):
    """Runs and icons in reading order."""

    pieces: tuple[Run | InlineIcon, ...]


RichText = tuple[Paragraph, ...]

_MARKUP = re.compile(r"[*_\\:]")
_ICON = re.compile(r":([a-z][a-z0-9-]*):")


def parse_markup(source: str, symbol: Callable[[str], Symbol]) -> RichText:
    """Read ``**bold**``, ``*italic*``, ``:icon:``, ``\\`` escapes; a blank line parts paragraphs.

    *symbol* gives an icon by its name and raises for one it doesn't know. Raises ValueError for a text too long.
    """
    if len(source) > MOST_CHARACTERS:
        raise ValueError(f"a text has {len(source):,} characters; at most {MOST_CHARACTERS:,}")
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    out = []
    for part in re.split(r"\n[ \t]*\n\s*", source.strip("\n")):
        if not part.strip():
            continue
        if _MARKUP.search(part):
            out.append(Paragraph(_inline(part, symbol)))
        else:
            out.append(Paragraph((Run(part),)))
    return tuple(out)


def _inline(source: str, symbol: Callable[[str], Symbol]) -> tuple[Run | InlineIcon, ...]:
    pieces: list[Run | InlineIcon] = []
    bold = italic = 0
    for token in _parser().parseInline(source)[0].children or []:
        kind = token.type
        if kind == "strong_open":
            bold += 1
        elif kind == "strong_close":
            bold -= 1
        elif kind == "em_open":
            italic += 1
        elif kind == "em_close":
            italic -= 1
        elif kind == "icon":
            pieces.append(InlineIcon(symbol(token.content)))
        else:
            text = "\n" if kind in ("softbreak", "hardbreak") else token.content
            last = pieces[-1] if pieces else None
            if isinstance(last, Run) and (last.bold, last.italic) == (bool(bold), bool(italic)):
                pieces[-1] = Run(last.text + text, last.bold, last.italic)
            elif text:
                pieces.append(Run(text, bool(bold), bool(italic)))
    return tuple(pieces)


@cache
def _parser() -> Any:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline.emphasis import tokenize

    parser = MarkdownIt("zero").enable(["emphasis", "escape", "newline"])

    def icon(state: Any, silent: bool) -> bool:
        match = _ICON.match(state.src, state.pos)
        if match is None:
            return False
        if not silent:
            token = state.push("icon", "", 0)
            token.content = match[1]
        state.pos = match.end()
        return True

    def emphasis(state: Any, silent: bool) -> bool:
        start, known = state.pos, len(state.delimiters)
        if not tokenize(state, silent):
            return False
        if state.src[start] == "*":
            # CommonMark wants a space between **"quoted"** and a letter, which Hebrew and Arabic prefixes don't have.
            opens = state.src[state.pos : state.pos + 1].strip() != ""
            closes = state.src[max(0, start - 1) : start].strip() != ""
            for delimiter in state.delimiters[known:]:
                delimiter.open, delimiter.close = opens, closes
        return True

    parser.inline.ruler.at("emphasis", emphasis)
    parser.inline.ruler.before("emphasis", "icon", icon)
    return parser
