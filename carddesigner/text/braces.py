"""What stands in braces after an icon or a text in brackets: ``{color: ember, size: 120%, .strong}``, read to settings."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from carddesigner.core.report import Problem, did_you_mean

SETTINGS = r"\{\s*((?:\.[\w-]|[a-z][a-z-]*\s*:|(?:bold|italic|small-caps|underline|strike|tint)\s*(?=[,}]))[^{}\n]*)\}"
"""Braces that hold settings, as a regular expression. They begin with a key and its colon, a style's name with its point, or
one of the words that need no value: so no keyword is mistaken for them.
"""
FLAGS = ("bold", "italic", "small-caps", "underline", "strike", "tint")
"""Keys that stand for ``true`` where they stand alone."""

_PART = r"((?:[^,()]|\([^()]*\))*)(?:,|\Z)"
_DEEPEST = 8
"""Texts in brackets in each other; what lies deeper is read as it is written."""


class Braces(Struct, frozen=True):
    """The styles that braces name, and their settings as they are written; ``True`` for a key alone."""

    styles: tuple[str, ...]
    values: Mapping[str, str | bool]


@lru_cache(maxsize=512)
def read_braces(written: str) -> Braces:
    """What stands between braces. Raises Problem."""
    styles: list[str] = []
    values: dict[str, str | bool] = {}
    at = 0
    parts = re.compile(_PART)
    while at < len(written):
        match = parts.match(written, at)
        if match is None or match.end() == at:
            raise Problem("bad-run", f"{written!r} has a parenthesis too few or too many")
        at = match.end()
        part = match[1].strip()
        key, colon, value = (p.strip() for p in part.partition(":"))
        if part.startswith("."):
            styles.append(part[1:])
        elif key in values:
            raise Problem("bad-run", f"{key!r} stands twice in {{{written}}}")
        elif colon and value:
            values[key] = value.strip("\"'") if value not in ("true", "false") else value == "true"
        elif not colon and key in FLAGS:
            values[key] = True
        else:
            hint = "settings are written {color: ember, size: 120%}, a style's name has a point before it: {.strong}"
            raise Problem("bad-run", f"{part!r} in {{{written}}} is no setting", hint=hint)
    return Braces(tuple(styles), values)


def settings_of(values: Mapping[str, Any], readers: Mapping[str, Callable[[Any], Any]], what: str) -> dict[str, Any]:
    """What *readers* make of the values of the keys that they know. Raises Problem, for a key that *what* has not, too."""
    out = {}
    for key, value in values.items():
        if key not in readers:
            near = did_you_mean(key, readers) or f"; there are {', '.join(readers)}"
            raise Problem("bad-run", f"{what} has no setting {key!r}{near}")
        out[key] = readers[key](value)
    return out


@lru_cache(maxsize=64)
def bracketed(source: str) -> Mapping[int, tuple[int, int, str]]:
    """The texts in brackets that settings follow: by the place of the bracket that opens, that of the one that closes, where
    the braces end, and what they hold.
    """
    found: dict[int, tuple[int, int, str]] = {}
    opened: list[int] = []
    for match in re.finditer(_SIGNS, source):
        if match[0] == "[":
            opened.append(match.start())
        elif match[0][0] == "]" and opened:
            start = opened.pop()
            if match[1] is not None and len(opened) <= _DEEPEST:
                found[start] = (match.start(), match.end(), match[1])
    return found


_SIGNS = rf"(?s:\\.|\[|\](?:{SETTINGS})?)"
