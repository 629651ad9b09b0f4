"""A finished face: zones as items at fixed places. What the layout gives to checks, imposition and drawing."""

from __future__ import annotations

from msgspec import Struct

from carddesigner.core.geometry import Path, Rect
from carddesigner.core.items import Item
from carddesigner.core.source import Span


class PlacedZone(Struct, frozen=True, eq=False):
    """An outermost zone with its items; ``frame`` is its box, in points from the trim's top left."""

    id: str
    frame: Rect
    items: tuple[Item, ...]
    span: Span | None = None


class Face(Struct, frozen=True, eq=False):
    """One side of a piece: trimmed size, outline to cut, bleed beyond it, zones from back to front."""

    id: str
    width: float
    height: float
    outline: Path
    bleed: float
    zones: tuple[PlacedZone, ...]
