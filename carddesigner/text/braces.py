"""Settings in braces after an icon or a text in brackets, such as ``{color: ember, size: 120%, .strong}``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from carddesigner.core.report import Problem, did_you_mean

SETTINGS = r"\{\s*((?:\.[\w-]|[a-z][a-z-]*\s*:|(?:bold|italic|small-caps|underline|strike|tint)\s*(?=[,}]))[^{}\n]*)\}"
"""A regular expression for braces that hold settings. They begin with a key and its colon, a point and a style's name,
or a word that needs no value, so they are never mistaken for a keyword.
"""
FLAGS = ("bold", "italic", "small-caps", "underline", "strike", "tint")
"""Keys that mean ``true`` without a value."""

_PART = r"((?:[^,()]|\([^()]*\))*)(?:,|\Z)"
_DEEPEST = 8
"""The maximum depth of nested texts in brackets; deeper ones are read literally."""


class Braces(Struct, frozen=True):
    """The styles named in braces, and their settings as written; ``True`` for a key without a value."""

    styles: tuple[str, ...]
    values: Mapping[str, str | bool]


@lru_cache(maxsize=512)
def read_braces(written: str) -> Braces:
    """Read the content of braces. Raises Problem."""
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
    """Convert values with the *readers* of their keys. Raises Problem, also for a key that *what* doesn't have."""
    out = {}
    for key, value in values.items():
        if key not in readers:
            near = did_you_mean(key, readers) or f"; there are {', '.join(readers)}"
            raise Problem("bad-run", f"{what} has no setting {key!r}{near}")
        out[key] = readers[key](value)
    return out


@lru_cache(maxsize=64)
def bracketed(source: str) -> Mapping[int, tuple[int, int, str]]:
    """Return the texts in brackets followed by settings: by the place of the opening bracket, the place of the closing
    one, the end of the braces, and the content of the braces.
    """
    brackets: dict[int, tuple[int, int, str]] = {}
    opened: list[int] = []
    for match in re.finditer(_SIGNS, source):
        if match[0] == "[":
            opened.append(match.start())
        elif match[0][0] == "]" and opened:
            start = opened.pop()
            if match[1] is not None and len(opened) <= _DEEPEST:
                brackets[start] = (match.start(), match.end(), match[1])
    return brackets


_SIGNS = rf"(?s:\\.|\[|\](?:{SETTINGS})?)"
