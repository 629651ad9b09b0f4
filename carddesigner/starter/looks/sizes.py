"""The sizes that cards of a new deck may have."""

from __future__ import annotations

import re

from carddesigner.core.report import Report, did_you_mean
from carddesigner.core.units import MM, parse_length
from carddesigner.schema.stock import SIZES

USUAL = "poker"
POKER = SIZES[USUAL]
"""Millimetres of the cards for which looks are made."""
LARGER = ("tarot", "jumbo")
"""Sizes that a deck gets, one after the other, where its longest text fits no smaller one."""

_WRITTEN = re.compile(r"\s*([\d.]+)\s*(mm|cm|in)?\s*[x×*]\s*([\d.]+)\s*(mm|cm|in)?\s*", re.I)


def read_size(text: str) -> tuple[str, float, float]:
    """A size as ``deck.yaml`` has it, and in millimetres: a name, or width and height such as ``69x120mm``. Raises
    DeckError.
    """
    name = text.strip().lower()
    if name in SIZES:
        return (name, *SIZES[name])
    report = Report()
    match = _WRITTEN.fullmatch(text)
    if match is None:
        near = did_you_mean(name, SIZES) or "; write a name, or width and height such as 69x120mm"
        report.fail("unknown-size", f"unknown size {text!r}{near}", hint=f"known are {', '.join(SIZES)}")
    unit = (match[4] or match[2] or "mm").lower()
    try:
        sides = [
            parse_length(f"{number}{own or unit}") / MM for number, own in ((match[1], match[2]), (match[3], match[4]))
        ]
    except ValueError as problem:
        report.fail("bad-length", str(problem))
    width, height = sides
    if not all(20 <= side <= 300 for side in sides):
        report.fail("bad-length", f"{text!r}: a card is between 20 and 300 mm wide and high")
    return f"[{width:g}mm, {height:g}mm]", width, height


def larger_than(size: str, width: float, height: float) -> tuple[tuple[str, float, float], ...]:
    """The size, then those that are larger."""
    more = [(name, *SIZES[name]) for name in LARGER if SIZES[name][0] * SIZES[name][1] > width * height]
    return ((size, width, height), *more)
