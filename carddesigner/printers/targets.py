"""Where a calibration sheet has its crosses, and the place on the back that lies exactly behind each."""

from __future__ import annotations

from msgspec import Struct

from carddesigner.core.geometry import Point, Rect
from carddesigner.core.papers import Paper
from carddesigner.core.printing import Flip
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DUPLEX

INSET = 22 * MM
"""Between a cross and the two edges of the paper that are nearest to it."""
REACH = 8
"""Millimetres that a scale goes to each side."""
LEAST = (139 * MM, 200 * MM)
"""Width and height of the smallest paper that has room for a sheet."""


class Target(Struct, frozen=True):
    """A cross by its letter: its place on the front, and the one behind it on the back, each as its page is seen."""

    letter: str
    front: Point
    back: Point


def targets(paper: Paper, duplex: Flip) -> tuple[Target, ...]:
    """The crosses of a sheet, read like a page: A at the top left of the front, D at the bottom right."""
    left, right, top, bottom = INSET, paper.width - INSET, INSET, paper.height - INSET
    places = ((left, top), (right, top), (left, bottom), (right, bottom))
    backs = (DUPLEX[duplex].behind(Rect(*at, 0.0, 0.0), paper.width, paper.height) for at in places)
    return tuple(Target(letter, at, (b.x, b.y)) for letter, at, b in zip("ABCD", places, backs, strict=True))
