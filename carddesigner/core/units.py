"""Lengths as users write them, converted to points. The only place that converts units."""

from __future__ import annotations

import re

MM = 72 / 25.4
"""Points in a millimetre."""

NEARLY_SAFE = 0.2 * MM
"""How much nearer to a cut than the safe distance text may be, in points: letters extend slightly beyond their box."""

POINTS = {"mm": MM, "cm": 10 * MM, "in": 72.0, "pt": 1.0}
"""Points in each unit that a designer may write."""

MAX_LENGTH = 1_000_000.0
"""The longest length in points, 350 m. It rejects infinite numbers, also as results of calculations."""

_LENGTH = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*(mm|cm|in|pt|px|%)?\s*\Z")


def parse_length(value: object, *, percent_of: float | None = None, dpi: float | None = None) -> float:
    """Convert to points: ``"3mm"``, ``"1.5 in"``, ``"8pt"``, ``0``; ``"20%"`` if *percent_of* is given; ``"75px"`` if
    *dpi* is given. Raises ValueError with a message for the designer for anything else, also for bare numbers other
    than 0, which could be millimetres or points.
    """
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise ValueError("a length is a number with a unit, such as 3mm")
    if isinstance(value, (int, float)):
        if value == 0:
            return 0.0
        raise ValueError(f"the length {value:g} needs a unit: {value:g}mm, {value:g}cm, {value:g}in or {value:g}pt")
    match = _LENGTH.match(value)
    if match is None:
        raise ValueError(f"{value!r} is not a length; write a number and mm, cm, in or pt, such as 3mm")
    number, unit = float(match[1]), match[2]
    if unit is None:
        return parse_length(number)
    if unit == "%":
        if percent_of is None:
            raise ValueError(f"{value!r}: a percentage has nothing to refer to here; write a length such as 3mm")
        points = number / 100 * percent_of
    elif unit == "px":
        if dpi is None:
            raise ValueError(f"{value!r}: a template that says `dpi: 300` may write px; others write mm, cm, in or pt")
        points = number * 72.0 / dpi
    else:
        points = number * POINTS[unit]
    if abs(number) > MAX_LENGTH or abs(points) > MAX_LENGTH:
        raise ValueError(f"{value[:60]!r} is too long; write at most 350000mm, which is 350 m")
    return points
