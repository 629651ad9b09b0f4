"""The room that a look's zone has for texts, and the size of type that fills it well."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import sqrt

from carddesigner.core.units import MM
from carddesigner.starter.looks.plan import ems

_TERM = re.compile(r"([+-]?)\s*([\d.]+)(mm|%)")
_LEADING = 1.25
_FILLED = 0.62
"""The share of the room that a text takes, without margins and ends of lines."""
_LONG, _PART = 30, 14
"""Letters of a word that is parted where it fits no line, and those that a line should have of it."""


def room_of(box: dict[str, str], width: float, height: float) -> tuple[float, float]:
    """Width and height in points of an outermost zone's box on a card of this size in millimetres."""
    return _along(box, ("left", "width", "right"), width), _along(box, ("top", "height", "bottom"), height)


def _along(box: dict[str, str], names: tuple[str, str, str], whole: float) -> float:
    first, extent, last = (_length(box.get(name, "0mm"), whole) for name in names)
    return (extent if names[1] in box else whole - first - last) * MM


def _length(text: str, whole: float) -> float:
    return sum(
        (-1 if sign == "-" else 1) * float(number) * (whole / 100 if unit == "%" else 1)
        for sign, number, unit in _TERM.findall(text)
    )


def size_for(texts: Sequence[str], room: tuple[float, float], most: float) -> float:
    """The size in points at which all but the longest of some texts fill a room well, and no more than *most*."""
    sizes = sorted(_size(text, *room) for text in texts if text)
    if not sizes:
        return most
    usual = max(sizes[0], 0.85 * sizes[len(sizes) // 8], 0.75 * sizes[len(sizes) // 2])
    return max(6.0, min(most, int(2 * usual) / 2))


def _size(text: str, width: float, height: float) -> float:
    longest = max((ems(word if len(word) <= _LONG else word[:_PART]) for word in text.split()), default=1.0)
    paragraphs = 1 + text.strip().count("\n\n")
    area = sqrt(_FILLED * width * height / (_LEADING * max(ems(text), 1.0) * 1.12))
    return min(area, 0.92 * width / (1.12 * longest), 0.8 * height / (_LEADING * paragraphs))
