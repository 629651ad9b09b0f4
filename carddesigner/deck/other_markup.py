"""Markup of other programs in the cells of tables: what it looks like where it is printed as it is written, and cells with ours in
its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec import Struct

from carddesigner.schema.cell_texts import MarkupName
from carddesigner.text.html import SIGN, TAG, from_html

HasIcon = Callable[[str], bool]
"""Whether a name between signs is an icon's."""

_NAME = r"[A-Za-z0-9][A-Za-z0-9/_-]{0,29}"
_ICONS: dict[MarkupName, re.Pattern[str]] = {
    "braces": re.compile(rf"\{{({_NAME})\}}"),
    "brackets": re.compile(rf"\[({_NAME})\](?![{{(])"),
    "parentheses": re.compile(rf"\(({_NAME})\)"),
}
_PIPE = re.compile(r"[ \t]*\|[ \t]*")
_TABLE_LINE = re.compile(r"[ \t]*\|.*\|[ \t]*")


class Kind(Struct, frozen=True):
    """A kind of markup as it is found in a printed text, what there are then, and the set that converts it, if one does. A *rare*
    sign is markup only where many cells have it.
    """

    what: str
    pattern: re.Pattern[str]
    markup: MarkupName | None = None
    rare: bool = False


KINDS = (
    Kind("HTML tags", TAG, "html"),
    Kind("signs by their HTML names", re.compile(SIGN.pattern.replace("[a-z][a-z0-9]{1,30}", "[a-z]{2,8}")), "html"),
    Kind("names in braces", re.compile(r"\{[A-Za-z0-9][A-Za-z0-9/_-]{0,29}\}"), "braces"),
    Kind("letters in brackets", re.compile(r"\[[A-Z0-9](?:[A-Z0-9/]{0,2})\]"), "brackets"),
    Kind("letters in parentheses", re.compile(r"\([A-Z]\)"), "parentheses", rare=True),
    Kind("vertical bars", re.compile(r"\|"), "pipes"),
    Kind("names between colons", re.compile(r"(?<![\w:]):[a-z][a-z0-9_-]{1,39}:(?![\w:])")),
    Kind("stars that are no pair", re.compile(r"\*\*")),
)
"""What may be markup where it is printed as it is written."""


def find_markup(text: str) -> Iterator[tuple[Kind, str]]:
    """The kinds of markup that a printed text shows as it is written, each with what was found first."""
    for kind in KINDS:
        found = kind.pattern.search(text)
        if found is not None:
            yield kind, found[0]


def converted(cell: str, markups: tuple[MarkupName, ...], has_icon: HasIcon) -> str:
    """A cell with our markup in the place of these; icons only where there is such a one."""
    for name, pattern in _ICONS.items():
        if name in markups:
            cell = pattern.sub(lambda found: _icon(found, has_icon), cell)
    if "pipes" in markups and "|" in cell:
        cell = "\n".join(line if _TABLE_LINE.fullmatch(line) else _PIPE.sub("\n", line) for line in cell.split("\n"))
    return from_html(cell) if "html" in markups else cell


def _icon(found: re.Match[str], has_icon: HasIcon) -> str:
    name = re.sub(r"[^a-z0-9]+", "-", found[1].lower()).strip("-")
    return f":{name}:" if has_icon(name) else found[0]
