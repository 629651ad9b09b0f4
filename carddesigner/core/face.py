"""A finished face: zones as items at fixed places. The layout passes it to checks, imposition and drawing."""

from __future__ import annotations

from msgspec import Struct

from carddesigner.core.geometry import Matrix, Path, Rect
from carddesigner.core.items import Item
from carddesigner.core.source import Span

Request = tuple[str, str]
"""What a face requested from its deck: the kind of thing and its name."""


class PlacedZone(Struct, frozen=True, gc=False, eq=False):
    """A zone with all its items; ``frame`` is its box before any rotation, in points from the trim's top left.

    For code that handles single zones: ``own`` are its background and content, drawn before its ``children``; ``turn``
    maps both; ``clips`` clip the result, outside the turn; ``content`` is the resolved content from the template.
    """

    id: str
    frame: Rect
    items: tuple[Item, ...]
    span: Span | None = None
    own_items: tuple[Item, ...] = ()
    children: tuple[PlacedZone, ...] = ()
    turn: Matrix | None = None
    clips: tuple[Path, ...] = ()
    opacity: float = 1.0
    content: object | None = None
    room: float | None = None
    """The greatest height of a text whose frame grows with it."""
    parent: Rect | None = None
    """The rectangle that its box is measured in: the frame of the enclosing zone, cell or region."""
    shadows: int = 0
    """For a zone with a shadow, the depth of nested shadows, its own included; 0 for a zone without one."""


class LaidFace(Struct, frozen=True, gc=False, eq=False):
    """One side of a piece: trimmed size, die line, bleed beyond it, zones from back to front."""

    id: str
    width: float
    height: float
    outline: Path
    bleed: float
    zones: tuple[PlacedZone, ...]
