"""A finished face: zones as items at fixed places. What the layout gives to checks, imposition and drawing."""

from __future__ import annotations

from msgspec import Struct

from carddesigner.core.geometry import Matrix, Path, Rect
from carddesigner.core.items import Item
from carddesigner.core.source import Span

Request = tuple[str, str]
"""What a face asked of its deck for: a kind of thing, and its name."""


class PlacedZone(Struct, frozen=True, gc=False, eq=False):
    """A zone with all its items; ``frame`` is its box, in points from the trim's top left before anything is turned.
    For those who look at single zones: ``own`` are its paint and content, drawn before its ``children``; ``turn`` maps
    these and all within them; ``clips`` cut that, outside the turn; ``content`` is what the template says, with nothing
    left to look up.
    """

    id: str
    frame: Rect
    items: tuple[Item, ...]
    span: Span | None = None
    own: tuple[Item, ...] = ()
    children: tuple[PlacedZone, ...] = ()
    turn: Matrix | None = None
    clips: tuple[Path, ...] = ()
    opacity: float = 1.0
    content: object | None = None
    room: float | None = None
    """How high a text may become whose frame is as high as it is."""
    parent: Rect | None = None
    """What its box is measured in: the frame of the zone or the cell that it lies in, or of its region."""
    shadows: int = 0
    """Of a zone with a shadow, how many lie in each other here, its own and those within it; 0 for one without."""


class LaidFace(Struct, frozen=True, gc=False, eq=False):
    """One side of a piece: trimmed size, outline to cut, bleed beyond it, zones from back to front."""

    id: str
    width: float
    height: float
    outline: Path
    bleed: float
    zones: tuple[PlacedZone, ...]
