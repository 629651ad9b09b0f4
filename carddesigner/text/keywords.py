"""A game's keywords: words set in a style wherever they occur, with reminders that are defined once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

from carddesigner.core.color import Color

if TYPE_CHECKING:
    from carddesigner.text.rich import Piece

_FIRST_UNSPACED = "\u2e80"
"""The first character of the scripts without spaces between words."""


class Keyword(Struct, frozen=True):
    """A keyword: what its style adds to the text around it, and the pieces of its reminder, if it has one."""

    name: str
    bold: bool = False
    italic: bool = False
    small_caps: bool = False
    color: Color | None = None
    ignore_case: bool = False
    reminder: tuple[Piece, ...] | None = None


class Keywords(Struct, frozen=True, eq=False):
    """A deck's keywords, and a pattern that matches the longest one at a place."""

    by_name: dict[str, Keyword]
    pattern: re.Pattern[str]

    def named(self, written: str) -> Keyword:
        """Return the keyword of a match of the pattern."""
        text = " ".join(written.split())
        keyword = self.by_name.get(text)
        return (
            keyword
            if keyword is not None
            else next(k for k in self.by_name.values() if k.ignore_case and k.name.casefold() == text.casefold())
        )


def keywords_of(every: Iterable[Keyword]) -> Keywords | None:
    """Return keywords ready for searching, or None if there are none."""
    by_name = {k.name: k for k in every}
    if not by_name:
        return None
    longest = sorted(by_name.values(), key=lambda k: -len(k.name))
    spaced = "|".join(_form(k) for k in longest if is_spaced(k.name[0]))
    others = "|".join(_form(k) for k in longest if not is_spaced(k.name[0]))
    # Most places are inside a word, where no keyword needs to be tried.
    parts = ([rf"(?<!\w)(?:{spaced})"] if spaced else []) + ([others] if others else [])
    return Keywords(by_name, re.compile("|".join(parts)))


def is_spaced(sign: str) -> bool:
    """Whether a character is a letter or digit of a script with spaces between words."""
    return sign.isalnum() and sign < _FIRST_UNSPACED


def _form(keyword: Keyword) -> str:
    """Return a pattern for a keyword up to the end of a word, with any whitespace between its words."""
    name = keyword.name
    form = r"\s+".join(map(re.escape, name.split()))
    if keyword.ignore_case:
        form = f"(?i:{form})"
    return rf"{form}(?!\w)" if is_spaced(name[-1]) else form
