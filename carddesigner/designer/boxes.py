"""A frame that was moved or resized by hand, expressed in the keys of the zone's ``box``: as few changes as possible,
in the author's units.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from carddesigner.core.geometry import Rect
from carddesigner.core.units import POINTS
from carddesigner.source.yaml_edits import EditProblem

Written = str | int | float | bool | None
"""A value of a box as it is in the file."""

NEAR = 0.005
"""The greatest difference between equal frames, in points."""
_DECIMALS = {"mm": 1, "cm": 2, "in": 3, "pt": 1, "px": 0, "%": 2}
"""Decimals by unit, enough for a tenth of a millimetre."""
_MAX_DECIMALS = 4
"""The most decimals of a length that must be exact."""
_TERM = re.compile(r"\s*([+-]?)\s*(\d+\.?\d*|\.\d+)\s*(mm|cm|in|pt|px|%)?")


def moved_box(
    box: Mapping[str, Written], parent: Rect, before: Rect, after: Rect, dpi: float | None = None
) -> dict[str, str | None]:
    """Return the keys of a zone's *box* to set, or to remove (None), that change its frame from *before* to *after*,
    both inside the frame of the *parent*. Empty if nothing changes. *dpi* is the template's resolution, for pixels.
    Raises EditProblem if an expression computes a side.
    """
    box = {key: value for key, value in box.items() if value is not None}
    if abs(after.width) < 1e-9 or abs(after.height) < 1e-9:
        raise EditProblem("a zone can't be that small")
    changes: dict[str, str | None] = {}
    unit = _unit(box)
    wide, high = after.width - before.width, after.height - before.height
    if "size" in box and (abs(wide) > NEAR or abs(high) > NEAR):
        if abs(after.width - after.height) <= NEAR:
            changes["size"] = _written(box["size"], wide, min(parent.width, parent.height), unit, dpi, "size")
        else:
            changes["size"] = None
            changes["width"] = _length(after.width, unit, dpi)
            changes["height"] = _length(after.height, unit, dpi)
    sized = "size" in box
    across = _Axis("left", "width", "right", parent.x, parent.right, before.x, before.right, after.x, after.right)
    down = _Axis("top", "height", "bottom", parent.y, parent.bottom, before.y, before.bottom, after.y, after.bottom)
    for axis in (across, down):
        axis.write(box, changes, unit, dpi, sized=sized)
    if box.get("max-height") is not None and changes.get("height"):
        changes["max-height"] = None
    return changes


class _Axis:
    """One axis of a frame in its parent, before and after the edit, and the keys that set it."""

    def __init__(
        self, start: str, size: str, end: str, low: float, high: float, a: float, b: float, c: float, d: float
    ) -> None:
        self.start, self.size, self.end = start, size, end
        self.whole = high - low
        self.first, self.last = c - a, d - b
        """How far each side moved."""
        self.before, self.after = (a - low, b - a, high - b), (c - low, d - c, high - d)

    def write(
        self, box: Mapping[str, Written], changes: dict[str, str | None], unit: str, dpi: float | None, *, sized: bool
    ) -> None:
        start = "gap" if self.start == "top" and "below" in box else self.start
        has_start, has_end = start in box or start == "gap", self.end in box
        has_size = self.size in box or sized
        moved = 0.0
        longer = self.last - self.first
        moves = abs(longer) <= NEAR

        def change(key: str, by: float, *, exact: bool = False) -> float:
            """Add to a length; return how much longer it is as written."""
            if abs(by) <= NEAR:
                return 0.0
            changes[key] = _written(box.get(key), by, self.whole, unit, dpi, key, exact=exact)
            return self._points(changes[key], unit, dpi) - self._points(box.get(key), unit, dpi)

        def set_length(key: str, length: float) -> None:
            changes[key] = _length(length, unit, dpi, exact=moves and key == self.size)

        if has_start or not has_end:
            if has_start:
                moved = change(start, self.first)
            elif abs(self.first) > NEAR:
                set_length(start, self.after[0])
        if has_end:
            # A zone that is moved between two sides keeps its size, however the first side was rounded.
            both = moves and has_start
            change(self.end, -moved if both else -self.last, exact=both)
        if has_size:
            if not sized and abs(longer) > NEAR:
                if box.get(self.size) == "auto":
                    set_length(self.size, self.after[1])
                else:
                    change(self.size, longer)
        elif not (has_start and has_end):
            # The side without a key was at the parent's edge.
            free = self.first if has_end else self.last
            if abs(free) > NEAR:
                set_length(self.size, self.after[1])

    def _points(self, written: Written, unit: str, dpi: float | None) -> float:
        """Return a written length in points."""
        terms = _TERM.finditer(written) if isinstance(written, str) else ()
        return sum(
            float(f"{sign}{number}") * (self.whole / 100 if own == "%" else _points(own or unit, dpi))
            for sign, number, own in (t.groups() for t in terms)
        )


def _unit(box: Mapping[str, Written]) -> str:
    """Return the unit of the box's lengths."""
    for value in box.values():
        if isinstance(value, str) and (match := re.search(r"\d\s*(mm|cm|in|pt|px)\b", value)):
            return match[1]
    return "mm"


def _points(unit: str, dpi: float | None) -> float:
    return 72.0 / (dpi or 300.0) if unit == "px" else POINTS[unit]


def _number(value: float, decimals: int) -> str:
    out = f"{value:.{decimals}f}"
    out = out.rstrip("0").rstrip(".") if "." in out else out
    return "0" if out in ("-0", "") else out


def _length(points: float, unit: str, dpi: float | None, *, exact: bool = False) -> str:
    one = _points(unit, dpi)
    decimals = _decimals_for(points / one, one, _DECIMALS[unit]) if exact else _DECIMALS[unit]
    return _number(points / one, decimals) + unit


def _decimals_for(value: float, one: float, least: int) -> int:
    """Return the number of decimals, at least *least*, with which a value in a unit of *one* points is practically
    exact.
    """
    return next((d for d in range(least, _MAX_DECIMALS) if abs(round(value, d) - value) * one <= NEAR), _MAX_DECIMALS)


def _written(
    old: Written, by: float, whole: float, unit: str, dpi: float | None, key: str, *, exact: bool = False
) -> str:
    """Return a length with *by* points added in the author's notation: to the absolute term of a sum, or to a
    percentage. With *exact* it gets as many decimals as needed.
    """
    if isinstance(old, str) and "{{" in old:
        raise EditProblem(f"an expression computes `{key}` of this zone; change it in its file")
    terms = list(_TERM.finditer(old)) if isinstance(old, str) else []
    if not terms:
        return _length(by, unit, dpi, exact=exact)
    assert isinstance(old, str)
    chosen = next((t for t in terms if t[3] not in ("%", None)), terms[0] if len(terms) == 1 else None)
    if chosen is None:
        return f"{old} {'-' if by < 0 else '+'} {_length(abs(by), unit, dpi, exact=exact)}"
    own = chosen[3] or unit
    value = float(chosen[1] + chosen[2])
    one = whole / 100 if own == "%" else _points(own, dpi)
    value += by / one
    decimals = max(_DECIMALS[own], len(chosen[2].partition(".")[2]))
    if exact:
        decimals = _decimals_for(value, one, decimals)
    digits = _number(abs(value), decimals)
    first = chosen is terms[0]
    negative = value < 0 and digits != "0"
    sign = ("-" if negative else "") if first else f" {'-' if negative else '+'} "
    return old[: chosen.start()] + sign + digits + own + old[chosen.end() :]
