"""Settings in braces after a text in brackets or an icon, with nothing left to look up: ``[text]{color: ember,
.strong}``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from carddesigner.contents.base import Names
from carddesigner.core.report import Problem
from carddesigner.core.units import parse_length
from carddesigner.text.braces import read_braces, settings_of
from carddesigner.text.rich import Mark

SMALLEST, LARGEST = 0.25, 4.0
"""The least and greatest size of a marked text or icon, as a multiple of the text's size."""
MAX_RISE = 500
"""The most points by which an icon is raised or lowered."""

RUN_KEYS = ("color", "size", "font", "bold", "italic", "small-caps", "underline", "strike", "background")
ICON_KEYS = ("color", "size", "rise", "tint")
"""The settings that an icon in a text may have."""


def marks_of(names: Names, dpi: float | None = None) -> Callable[[str, bool], Mark]:
    """A function that reads braces: those after a text in brackets or, if its second argument is true, after an icon.
    Lengths may be in ``px`` if *dpi* is given. The function raises Problem.
    """
    return partial(_mark, names, dpi)


def _mark(names: Names, dpi: float | None, written: str, of_icon: bool) -> Mark:
    keys, what = (ICON_KEYS, "an icon in a text") if of_icon else (RUN_KEYS, "a text in brackets")
    braces = read_braces(written)
    values: dict[str, Any] = {}
    for name in braces.styles:
        # The other settings of a style are for whole texts.
        values |= {k: v for k, v in names.style(name).items() if k in keys}
    readers = _readers(names, dpi)
    read = settings_of({**values, **braces.values}, {key: readers[key] for key in keys}, what)
    points, size = read.pop("size", (0.0, 1.0))
    fields = {_FIELDS.get(key, key.replace("-", "_")): value for key, value in read.items()}
    return Mark(**fields, points=points, size=size, asks_for_color="color" in braces.values)


_FIELDS = {"font": "fonts"}


def _readers(names: Names, dpi: float | None) -> Mapping[str, Callable[[Any], Any]]:
    flags = dict.fromkeys(("bold", "italic", "small-caps", "underline", "strike"), _flag)
    return {
        "color": lambda value: names.color(_text(value)),
        "size": partial(_size, dpi),
        "font": lambda value: names.fonts(_text(value)),
        **flags,
        "background": lambda value: names.color(_text(value)),
        "rise": partial(_rise, dpi),
        "tint": _flag,
    }


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Problem("wrong-type", "expected a name or text in quotes")
    if "{{" in value:
        raise Problem("bad-run", f"{value!r}: a style that texts in brackets have takes no expression")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Problem("wrong-type", f"expected true or false, not {value!r}")
    return value


def _rise(dpi: float | None, value: Any) -> tuple[float, float]:
    """Points, and a fraction of the text's size."""
    try:
        if isinstance(value, str) and value.endswith("%"):
            points, part = 0.0, parse_length(value, percent_of=1.0)
        else:
            points, part = parse_length(value if isinstance(value, (str, int)) else str(value), dpi=dpi), 0.0
    except ValueError as problem:
        raise Problem("bad-length", f"rise: {problem}, or of the text's size such as 10%") from None
    if abs(points) > MAX_RISE or abs(part) > LARGEST:
        raise Problem("bad-size", f"rise: {value} is more than {LARGEST:.0%} of the text's size, or than {MAX_RISE}pt")
    return points, part


def _size(dpi: float | None, value: Any) -> tuple[float, float]:
    """Points and a factor; 0 points mean the size of the surrounding text."""
    try:
        size = parse_length(value, percent_of=1.0) if isinstance(value, str) and value.endswith("%") else None
        points = parse_length(value, dpi=dpi) if size is None and isinstance(value, (str, int)) else 0.0
    except ValueError as problem:
        raise Problem("bad-length", f"size: {problem}, or of the text's size such as 120%") from None
    if (size is not None and not SMALLEST <= size <= LARGEST) or (size is None and not 1 <= points <= 500):
        bounds = f"from {SMALLEST:.0%} to {LARGEST:.0%} of the text's, or 1pt to 500pt"
        raise Problem("bad-size", f"size: {value} is not {bounds}")
    return points, size if size is not None else 1.0
