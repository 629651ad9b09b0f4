"""Markdown and inline markup, read by markdown-it with rules of our own: icons, small caps, keywords in braces, and
settings in braces after a text in brackets or an icon.
"""

from __future__ import annotations

import re
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from carddesigner.text.braces import SETTINGS, bracketed

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline.state_inline import Delimiter, StateInline
    from markdown_it.token import Token
    from markdown_it.tree import SyntaxTreeNode

_ICON = re.compile(r":([a-z][a-z0-9-]*(?:/[a-z0-9][a-z0-9-]*)?|(?<![0-9]:)[0-9]{1,3}(?=:(?![0-9]))):")
"""An icon's name between colons; a number is one only if it is not part of a time such as 12:30:45."""
_ICON_SETTINGS = re.compile(SETTINGS)
_ASTERISKS = re.compile(r"\*+")
_CAPS = re.compile(r"\^\^(?=[^\s^])(.{1,500}?)(?<=[^\s\\])\^\^", re.S)
_BRACES = re.compile(r"\{([^{}\n]+)\}")
NEWLINE = re.compile(r"\r\n?|\n")
References = dict[str, Any]
"""The reference definitions of a Markdown file, as markdown-it has them."""
_SIGN = re.compile(r"[][\n*_\\:^{!]")


def read_blocks(text: str) -> tuple[SyntaxTreeNode, References]:
    """Return a Markdown file as markdown-it's tree of blocks, with lines not yet read, and its reference
    definitions.
    """
    from markdown_it.tree import SyntaxTreeNode

    tokens: list[Token] = []
    env: dict[str, Any] = {"references": {}}
    _parser().block.parse(NEWLINE.sub("\n", text).replace("\0", "\ufffd"), _parser(), env, tokens)
    return SyntaxTreeNode(tokens), env["references"]


def read_line(source: str, *, keywords: bool, figures: References | None = None, marks: bool = False) -> list[Token]:
    """Return the tokens of a paragraph: markdown-it's; ``icon`` and ``reminder`` with a name as content; ``caps_open``
    and ``caps_close``; and ``run_open`` and ``run_close`` for a text in brackets. The content of an icon's or a run's
    braces is the token's ``info``. Keywords in braces are read only with *keywords*, brackets only with *marks*, and
    ``![…](…)`` only with the references *figures*.
    """
    tokens: list[Token] = []
    env = {"keywords": keywords, "references": figures, "marks": marks}
    _parser().inline.parse(source.replace("\0", "\ufffd"), _parser(), env, tokens)
    return tokens


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import image
    from markdown_it.rules_inline.state_inline import Delimiter

    def figure(state: StateInline, silent: bool) -> bool:
        return state.env["references"] is not None and image(state, silent)

    made = MarkdownIt("zero", {"html": True}).enable(["emphasis", "escape", "newline", "image"])
    made.enable(["blockquote", "code", "fence", "heading", "hr", "html_block", "list", "reference", "table"])
    for name, rule in (("text", _text), ("image", figure)):
        made.inline.ruler.at(name, rule)
    own = (("asterisks", partial(_asterisks, Delimiter)), ("icon", _icon), ("caps", _caps), ("run", _run))
    for name, rule in (*own, ("keyword", _keyword)):
        made.inline.ruler.before("newline", name, rule)
    # Adjacent texts that look the same become one run later.
    made.inline.ruler2.disable("fragments_join")
    return made


def _text(state: StateInline, silent: bool) -> bool:
    """Read up to the next sign that a rule looks for; markdown-it's own rule stops at three times as many."""
    sign = _SIGN.search(state.src, state.pos, state.posMax)
    end = sign.start() if sign is not None else state.posMax
    if end == state.pos:
        return False
    if not silent:
        state.pending += state.src[state.pos : end]
    state.pos = end
    return True


def _icon(state: StateInline, silent: bool) -> bool:
    match = _ICON.match(state.src, state.pos)
    if match is None:
        return False
    settings = _ICON_SETTINGS.match(state.src, match.end()) if state.env["marks"] else None
    if not silent:
        token = state.push("icon", "", 0)
        token.content, token.info = match[1], settings[1] if settings is not None else ""
    state.pos = settings.end() if settings is not None else match.end()
    return True


def _run(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "[" or not state.env["marks"]:
        return False
    bracket = bracketed(state.src).get(state.pos)
    if bracket is None or bracket[1] > state.posMax:
        return False
    close, after, settings = bracket
    if not silent:
        state.push("run_open", "", 1).info = settings
        _inside(state, state.pos + 1, close)
        state.push("run_close", "", -1)
    state.pos = after
    return True


def _caps(state: StateInline, silent: bool) -> bool:
    match = _CAPS.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if silent:
        state.pos = match.end()
        return True
    state.push("caps_open", "", 1)
    _inside(state, *match.span(1))
    state.pos = match.end()
    state.push("caps_close", "", -1)
    return True


def _keyword(state: StateInline, silent: bool) -> bool:
    match = _BRACES.match(state.src, state.pos, state.posMax) if state.env["keywords"] else None
    if match is None:
        return False
    if silent:
        state.pos = match.end()
        return True
    _inside(state, *match.span(1))
    state.pos = match.end()
    state.push("reminder", "", 0).content = match[1]
    return True


def _inside(state: StateInline, start: int, end: int) -> None:
    """Read the text between two places, which may contain markup."""
    after = state.posMax
    state.pos, state.posMax = start, end
    state.md.inline.tokenize(state)
    state.posMax = after


def _asterisks(delimiter: type[Delimiter], state: StateInline, silent: bool) -> bool:
    """Read asterisks, which may start bold and italic text before anything but a space, and end it after anything but a
    space. CommonMark wants a space between **"quoted"** and a letter, which Hebrew and Arabic prefixes don't have.
    """
    match = _ASTERISKS.match(state.src, state.pos, state.posMax) if not silent else None
    if match is None:
        return False
    start, end = match.span()
    opens = state.src[end : end + 1].strip() != ""
    closes = state.src[max(0, start - 1) : start].strip() != ""
    for _ in range(start, end):
        state.push("text", "", 0).content = "*"
        state.delimiters.append(delimiter(ord("*"), end - start, len(state.tokens) - 1, -1, opens, closes))
    state.pos = end
    return True
