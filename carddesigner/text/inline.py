"""The markup inside a line, read by markdown-it with rules of our own: icons, small caps, keywords in braces."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

_ICON = re.compile(r":([a-z][a-z0-9-]*|(?<![0-9]:)[0-9]{1,3}(?=:(?![0-9]))):")
"""An icon's name between colons; a number is one where it stands alone, not in a time such as 12:30:45."""
_CAPS = re.compile(r"\^\^(?=[^\s^])(.{1,500}?)(?<=[^\s\\])\^\^", re.S)
_BRACES = re.compile(r"\{([^{}\n]+)\}")


_WORDS = r"(?:[^*_\\:^{]|:(?=\s))"
_INNER = rf"(?!\s){_WORDS}+(?<!\s)"
_EASY = re.compile(
    rf"({_ICON.pattern})|(?<!\*)(\*\*?)({_INNER})\3(?!\*)|([^*_\\:^{{]+|:)",
)
"""An icon, words in stars without other markup, or words outside of any; what else there is is markdown-it's to read."""
_STRIPPED = re.compile(r"[ \t]\n|\n[ \t]|\0")
"""What markdown-it changes in words."""


class Easy(NamedTuple):
    """A stretch of a line of simple markup: an icon's name, or words and whether they are bold or italic."""

    icon: str | None
    text: str
    bold: bool
    italic: bool


def read_easy(source: str) -> list[Easy] | None:
    """A line of nothing but words, icons, and words in stars, as ``parser`` would read it; None for any other.

    Nearly all texts of cards are such, and this takes a tenth of the time.
    """
    if _STRIPPED.search(source) is not None:
        return None
    out = []
    at = 0
    step = _EASY.scanner(source).match  # type: ignore[attr-defined]
    while (match := step()) is not None:
        _, icon, stars, inner, words = match.groups()
        out.append(Easy(icon, inner or words or "", stars == "**", stars == "*"))
        at = match.end()
    return out if at == len(source) else None


@cache
def parser() -> Any:
    """The parser. Its tokens are markdown-it's, ``icon`` and ``reminder`` with a name as content, ``caps_open`` and
    ``caps_close``. Braces are read only where the environment has ``keywords``.
    """
    from markdown_it import MarkdownIt

    made = MarkdownIt("zero").enable(["emphasis", "escape", "newline"])
    made.inline.ruler.at("emphasis", _emphasis)
    for name, rule in (("icon", _icon), ("caps", _caps), ("keyword", _keyword)):
        made.inline.ruler.before("emphasis", name, rule)
    return made


def _icon(state: Any, silent: bool) -> bool:
    match = _ICON.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        state.push("icon", "", 0).content = match[1]
    state.pos = match.end()
    return True


def _caps(state: Any, silent: bool) -> bool:
    match = _CAPS.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if silent:
        state.pos = match.end()
        return True
    state.push("caps_open", "", 1)
    _inside(state, match)
    state.push("caps_close", "", -1)
    return True


def _keyword(state: Any, silent: bool) -> bool:
    match = _BRACES.match(state.src, state.pos, state.posMax) if state.env.get("keywords") is not None else None
    if match is None:
        return False
    if silent:
        state.pos = match.end()
        return True
    _inside(state, match)
    state.push("reminder", "", 0).content = match[1]
    return True


def _inside(state: Any, match: re.Match[str]) -> None:
    """Read what a match's group holds, which may have markup of its own."""
    end = state.posMax
    state.pos, state.posMax = match.span(1)
    state.md.inline.tokenize(state)
    state.pos, state.posMax = match.end(), end


def _emphasis(state: Any, silent: bool) -> bool:
    from markdown_it.rules_inline.emphasis import tokenize

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
