"""Marks that show whether both sides of a sheet are in register: registration targets, and centre marks at the paper's
edges.
"""

from __future__ import annotations

from collections.abc import Sequence

from carddesigner.core.geometry import Path, Rect, ellipse
from carddesigner.core.units import MM
from carddesigner.impose.marks.base import EDGE, LEAST_LENGTH, LENGTH, TOLERANCE, Mark, away, line, touches
from carddesigner.impose.plan import SheetPlan

_TARGET = 3 * MM
"""From a registration target's centre to the ends of its cross."""
_LEAST_TARGET = 1.5 * MM


def registration_targets(plan: SheetPlan, others: Sequence[Mark], printable: Rect) -> tuple[Mark, ...]:
    """Four crosses in circles, above and below the first and last columns, or else beside the first and last rows; none
    if there is no printable room.

    They coincide on the two sides of a sheet, whichever way it is turned.
    """
    trim, room = plan.trim, plan.margins
    inset = _insets(plan, printable)
    for low, high, middles, size in (
        ("top", "bottom", plan.middles[0], trim.width),
        ("left", "right", plan.middles[1], trim.height),
    ):
        reach = min(_TARGET, (min(room[low], room[high]) - away(plan) - inset[low]) / 2)
        if reach < _LEAST_TARGET - TOLERANCE:
            continue
        ends = (middles[0], middles[-1])
        if len(middles) == 1:
            ends = (middles[0] - size / 4, middles[0] + size / 4)
        targets = []
        for at in ends:
            if low == "top":
                spots = [(at, trim.y - away(plan) - reach), (at, trim.bottom + away(plan) + reach)]
            else:
                spots = [(trim.x - away(plan) - reach, at), (trim.right + away(plan) + reach, at)]
            targets += [Mark("registration", _target(x, y, reach)) for x, y in spots]
        if not any(touches(mark, others) for mark in targets):
            return tuple(targets)
    return ()


def centre_marks(plan: SheetPlan, others: Sequence[Mark], printable: Rect) -> tuple[Mark, ...]:
    """Short lines at the middles of the paper's edges, where they print and touch no other mark."""
    width, height = plan.paper.width, plan.paper.height
    off, lengths = _insets(plan, printable), _lengths(plan, printable)
    lines = {
        "left": ((off["left"], height / 2), (off["left"] + lengths["left"], height / 2)),
        "right": ((width - off["right"], height / 2), (width - off["right"] - lengths["right"], height / 2)),
        "top": ((width / 2, off["top"]), (width / 2, off["top"] + lengths["top"])),
        "bottom": ((width / 2, height - off["bottom"]), (width / 2, height - off["bottom"] - lengths["bottom"])),
    }
    without = sides_without_centre_marks(plan, printable)
    marks = [Mark("centre", line(*ends)) for side, ends in lines.items() if side not in without]
    return tuple(mark for mark in marks if not touches(mark, others))


def sides_without_centre_marks(plan: SheetPlan, printable: Rect) -> tuple[str, ...]:
    """The sides of a sheet whose margins have no printable room for a centre mark."""
    return tuple(side for side, long in _lengths(plan, printable).items() if long < LEAST_LENGTH - TOLERANCE)


def _lengths(plan: SheetPlan, printable: Rect) -> dict[str, float]:
    """The length of centre marks, by side."""
    off = _insets(plan, printable)
    return {side: min(LENGTH, room - away(plan) - off[side]) for side, room in plan.margins.items()}


def _insets(plan: SheetPlan, printable: Rect) -> dict[str, float]:
    """The distance from the paper's edges to the nearest mark: equal on opposite edges, so that marks coincide on both
    sides of a sheet.
    """
    paper = plan.paper
    x = max(EDGE, printable.x, paper.width - printable.right)
    y = max(EDGE, printable.y, paper.height - printable.bottom)
    return {"left": x, "right": x, "top": y, "bottom": y}


def _target(x: float, y: float, reach: float) -> Path:
    radius = 0.6 * reach
    circle = ellipse(Rect(x - radius, y - radius, 2 * radius, 2 * radius))
    return (*circle, *line((x - reach, y), (x + reach, y)), *line((x, y - reach), (x, y + reach)))
