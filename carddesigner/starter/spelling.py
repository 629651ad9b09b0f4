"""Values and names as they are written in the files of a new deck."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from carddesigner.tables.workbook import column_name

if TYPE_CHECKING:
    from jinja2 import Template

_BARE = re.compile(r"[^\W\d_][\w ./#-]*(?<! )")
_RESERVED = {"true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf"}
_NAME = re.compile(r"[^\W\d_]\w*\Z")


def scalar(text: str) -> str:
    """A YAML scalar on one line that is read as this text."""
    if _BARE.fullmatch(text) and text.isprintable() and text.casefold() not in _RESERVED and " #" not in text:
        return text
    if "\\" in text and "'" not in text and text.isprintable():
        return f"'{text}'"
    return _escaped(text, '"')


def _escaped(text: str, mark: str, more: str = "") -> str:
    """A text between marks, with the escapes that YAML and expressions share for what can't be seen and *more*."""
    out = []
    for char in text:
        if char in ("\\", mark):
            out.append(f"\\{char}")
        elif char == "\n":
            out.append("\\n")
        elif char in more or not char.isprintable():
            out.append(f"\\x{ord(char):02x}" if ord(char) < 256 else f"\\U{ord(char):08x}")
        else:
            out.append(char)
    return f"{mark}{''.join(out)}{mark}"


def rule(skip: str | dict[str, str]) -> str:
    """A rule of ``skip:`` as it stands in a list on one line."""
    if isinstance(skip, str):
        return skip
    return f"{{{', '.join(f'{key(name)}: {in_list(text)}' for name, text in skip.items())}}}"


def in_list(text: str) -> str:
    """A scalar as it may stand between commas."""
    written = scalar(text)
    return written if re.fullmatch(r"[^\W\d_][\w ]*", text) or written[0] in "\"'" else f'"{written}"'


def key(text: str) -> str:
    """A key of a mapping on one line. YAML wants a sign before one that is longer than 1024 characters."""
    written = in_list(text)
    return written if len(written) < 1_000 else f"? {written} "


def filled(template: Path, **values: object) -> str:
    """The text of a Jinja2 template's file; in it are the filters ``scalar`` and ``comment``."""
    return _read_template(template).render(values)


@cache
def _read_template(file: Path) -> Template:
    from jinja2 import Environment, StrictUndefined

    environment = Environment(undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True)
    environment.filters |= {"scalar": scalar, "comment": comment, "rule": rule, "in_list": in_list}
    return environment.from_string(file.read_text("utf-8"))


def comment(text: str, most: int = 60) -> str:
    """A text as it may stand behind a ``#``: one line of what can be seen."""
    seen = "".join(c if c.isprintable() else " " for c in text)
    return shortened(" ".join(seen.split()), most)


def shortened(text: str, most: int) -> str:
    """The text, or its beginning with an ellipsis."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def is_name(text: str) -> bool:
    """Whether expressions can read a field of this name as ``card.name``."""
    spelt = _NAME.match(text) is not None and text.isidentifier() and "__" not in text
    return spelt and unicodedata.normalize("NFKC", text) == text


def field_name(header: str, column: int) -> str:
    """A field's name made of a header: what can't stand in a name becomes ``_``; a sign is called by its own name."""
    plain = unicodedata.normalize("NFKC", header.strip())
    joined = "".join(c if c.isalnum() or unicodedata.combining(c) else "_" for c in plain)
    name = re.sub(r"_+", "_", joined).strip("_")[:40].strip("_")
    if not name:
        names = [unicodedata.name(c, "") for c in header if not c.isspace() and c.isprintable()]
        name = folded_ascii(names[0]).replace("-", "_")[:40].strip("_") if names and names[0] else ""
    if name and not is_name(name):
        name = f"c_{name}"
    return name if is_name(name) else f"column_{column_name(column).lower()}"


def folded_ascii(text: str) -> str:
    """Small ASCII letters and digits with hyphens between words; empty where none is left."""
    letters = unicodedata.normalize("NFKD", text.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")


def unused(name: str, taken: Container[str], joint: str = "-") -> str:
    """The name, with a number behind it where it is taken."""
    return name if name not in taken else next(n for k in count(2) if (n := f"{name}{joint}{k}") not in taken)


def deck_id(name: str) -> str:
    """A legal id for a deck of this name."""
    return folded_ascii(name)[:40].strip("-") or "deck"


def field(path: tuple[str, ...]) -> str:
    """The expression that reads a card's field."""
    return "card" + "".join(f".{name}" if is_name(name) else f"[{quoted(name)}]" for name in path)


def quoted(text: str) -> str:
    """A text in an expression: between double quotes where it has a backslash, so that YAML needs only single ones."""
    return _escaped(text, '"' if "\\" in text or "'" in text else "'", "{}%")
