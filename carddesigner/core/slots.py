"""Sheets with pieces at given places: pre-cut sheets on the market, and users' own."""

from __future__ import annotations

from msgspec import Struct

from carddesigner.core.geometry import Rect
from carddesigner.core.papers import Paper


class Slot(Struct, frozen=True):
    """A place for a piece on a sheet, as its front is seen, in points, and the clockwise rotation of the front in
    degrees; with None the rotation that fits.
    """

    place: Rect
    turn: int | None = None


class SlotSheet(Struct, frozen=True):
    """A sheet with its slots in the order in which copies fill them. A *pre_cut* sheet gets no cut marks. *name* is the
    name of a maker's sheet, empty for a user's own.
    """

    paper: Paper
    slots: tuple[Slot, ...]
    pre_cut: bool = True
    name: str = ""
