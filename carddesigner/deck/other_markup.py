"""Markup of other programs in table cells: recognizing it where it is printed unread, and converting cells to our
markup.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec import Struct

from carddesigner.core.markup import Markup
from carddesigner.text.html import SIGN, TAG, from_html

HasIcon = Callable[[str], bool]
"""Returns whether an icon has this name."""

_NAME = r"[A-Za-z0-9][A-Za-z0-9/_-]{0,29}"
_ICONS: dict[Markup, re.Pattern[str]] = {
    Markup.BRACES: re.compile(rf"\{{({_NAME})\}}"),
    Markup.BRACKETS: re.compile(rf"\[({_NAME})\](?![{{(])"),
    Markup.PARENTHESES: re.compile(rf"\(({_NAME})\)"),
}
_PIPE = re.compile(r"[ \t]*\|[ \t]*")
_TABLE_LINE = re.compile(r"[ \t]*\|.*\|[ \t]*")


class Kind(Struct, frozen=True):
    """A kind of markup: the pattern by which it is recognized in printed text, and the markup that converts it, if
    there is one. A *rare* kind counts as markup only if several cells have it.
    """

    what: str
    pattern: re.Pattern[str]
    markup: Markup | None = None
    rare: bool = False


ICON_NAMES = Kind("icons' names between colons", re.compile(r"(?<![\w:]):[a-z][a-z0-9_-]{1,39}:(?![\w:])"))
MARKS = Kind("settings in braces", re.compile(r"\]\{(?:bold|italic|underline|strike|color:|size:)[^{}\n]{0,80}\}"))
STARS = Kind("stars", re.compile(r"\*"))
KINDS = (
    Kind("HTML tags", TAG, Markup.HTML),
    Kind("signs by their HTML names", re.compile(SIGN.pattern.replace("{1,30}", "{1,7}")), Markup.HTML),
    Kind("names in braces", _ICONS[Markup.BRACES], Markup.BRACES),
    Kind("letters in brackets", re.compile(r"\[[A-Z0-9][A-Z0-9/]{0,2}\]"), Markup.BRACKETS),
    Kind("letters in parentheses", re.compile(r"\([A-Z]\)"), Markup.PARENTHESES, rare=True),
    Kind("vertical bars", re.compile(r"\|"), Markup.PIPES),
    ICON_NAMES,
    STARS,
    MARKS,
)
"""What may be markup if it appears in printed text."""

_PAIR = re.compile(r"\\[*\\]|\*\*[^*]+\*\*")
_LOOSE = re.compile(r"\S{0,20}\*\*\S{0,20}")


def find_markup(printed: str) -> Iterator[tuple[Kind, str]]:
    """Yield the kinds of markup that appear in a printed text, each with the first match."""
    for kind in KINDS:
        match = kind.pattern.search(printed)
        if match is not None:
            yield kind, match[0]


def loose_stars(cell: str, printed: str) -> str | None:
    """Return stars in a cell that don't work as markup: unpaired ones, or any if the *printed* text still has them."""
    match = _LOOSE.search(cell if "**" in printed else _PAIR.sub("", cell))
    return match[0] if match is not None else None


def has_names(cell: str, markups: tuple[Markup, ...]) -> bool:
    """Return whether a cell has a name that these markups would read as an icon's."""
    return any(pattern.search(cell) for name, pattern in _ICONS.items() if name in markups)


def converted(cell: str, markups: tuple[Markup, ...], has_icon: HasIcon) -> str:
    """Return a cell with these markups converted to ours; names become icons only if there is such an icon."""
    for name, pattern in _ICONS.items():
        if name in markups:
            cell = pattern.sub(lambda match: _icon(match, has_icon), cell)
    if Markup.PIPES in markups and "|" in cell:
        cell = "\n".join(line if _TABLE_LINE.fullmatch(line) else _PIPE.sub("\n", line) for line in cell.split("\n"))
    return from_html(cell) if Markup.HTML in markups else cell


def _icon(match: re.Match[str], has_icon: HasIcon) -> str:
    name = re.sub(r"[^a-z0-9]+", "-", match[1].lower()).strip("-")
    return f":{name}:" if has_icon(name) else match[0]
