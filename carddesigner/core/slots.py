"""Sheets whose pieces lie at given places: those that are bought pre-cut, and people's own."""

from __future__ import annotations

from msgspec import Struct

from carddesigner.core.geometry import Rect
from carddesigner.core.papers import Paper

MAX_SLOTS_ACROSS = 50
"""Slots beside each other on a sheet, and below each other."""


class Slot(Struct, frozen=True):
    """A place for a piece on a sheet as its front is seen, in points, and how far the front in it is turned, clockwise in
    degrees; None turns it as it fits.
    """

    place: Rect
    turn: int | None = None


class SlotSheet(Struct, frozen=True):
    """A sheet with its slots, in the order in which copies fill them. A *pre-cut* one is not marked for cutting.

    *name* is what a maker's sheet is called here, nothing for one's own.
    """

    paper: Paper
    slots: tuple[Slot, ...]
    pre_cut: bool = True
    name: str = ""
