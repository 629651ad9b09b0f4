"""A zone of one card with every expression evaluated: what the template gives to the layout."""

from __future__ import annotations

from msgspec import Struct, field
from pydantic import Field

from carddesigner.contents.base import Box, Extent, Length, Model, Paint
from carddesigner.core.source import Span


class ZoneSettings(Paint):
    """What a zone may say besides its content: place, paint, turning and clipping."""

    box: Box | None = None
    rotate: float = 0.0
    opacity: float = Field(default=1.0, ge=0, le=1)
    clip: bool = False


class ResolvedZone(Struct, frozen=True, eq=False):
    """A zone with nothing left to look up. Made once for each distinct set of values; compared by identity."""

    id: str
    region: str | None
    settings: ZoneSettings
    content: object | None
    children: tuple[ResolvedZone, ...]
    span: Span | None


class Part(Struct, frozen=True, eq=False):
    """A part's zones, to be laid into the zone that calls it."""

    zones: tuple[ResolvedZone, ...]


class Repeat(Struct, frozen=True, eq=False):
    """Children laid out in a row, a column or a grid; ``cell`` is a child's size, None to share the frame evenly."""

    settings: RepeatSettings
    cell: tuple[Extent, Extent] | None
    children: tuple[Part, ...] = field(default=())


class RepeatSettings(Model):
    """How repeated children are set out: gap between them, and where they lie in the frame together."""

    kind: str
    gap: Length = 0.0
    align: str = "center"
    valign: str = "middle"
    columns: int = 0
