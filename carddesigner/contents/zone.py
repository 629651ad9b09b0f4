"""A zone of one card with every expression evaluated: what the template passes to the layout."""

from functools import cached_property
from math import ceil, sqrt
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from pydantic import Field

from carddesigner.contents.base import Box, Extent, Later, Length, MaskSource, Model, Opacity, SpotInk
from carddesigner.contents.paint import Painting
from carddesigner.core.geometry import Matrix, Rect
from carddesigner.core.paint import WrittenBlend
from carddesigner.core.source import Span

if TYPE_CHECKING:
    import carddesigner.contents.shadow


class ZoneSettings(Painting):
    """The settings of a zone besides its content: place, paint, rotation and clipping."""

    box: Box | None = None
    """Where the zone lies in its parent; a side that is left out reaches the parent's edge."""
    rotate: float = 0.0
    """The clockwise rotation of the zone around its middle, in degrees, with its content."""
    opacity: Opacity = 1.0
    """From 0, invisible, to 1."""
    clip: bool = False
    """Clips what extends beyond the zone, or its shape."""
    flip: Literal["horizontal", "vertical", "both"] | None = None
    """Mirrors the zone in its box, with its content, before it is rotated."""
    shadow: Later["carddesigner.contents.shadow.ShadowStyle"] | None = None
    """A shadow under everything visible of the zone."""
    blend: WrittenBlend = "normal"
    """How the zone's colours blend with what lies under it."""
    spot: SpotInk | None = None
    """A special ink, such as a foil or a varnish, in which everything in the zone is printed, over what lies under it:
    a palette's ``spot(Foil, 0, 20, 60, 20)``.
    """
    mask: MaskSource | None = None
    """A picture or an icon that shows the zone where it is opaque: a picture fills the box, an icon is as large as
    fits.
    """

    @cached_property
    def effects(self) -> bool:
        """Whether the zone as a whole is changed by more than rotation and opacity."""
        return any((self.flip, self.shadow, self.spot, self.mask)) or self.blend != "normal"

    def turn(self, frame: Rect) -> Matrix | None:
        """The map that mirrors the zone and then rotates it around the middle of its frame; None if it does neither."""
        turn = Matrix.turn(self.rotate, frame.centre) if self.rotate else None
        if self.flip is None:
            return turn
        x, y = frame.centre
        across = -1.0 if self.flip != "vertical" else 1.0
        down = -1.0 if self.flip != "horizontal" else 1.0
        flipped = Matrix.move(-x, -y).then(Matrix.scale(across, down)).then(Matrix.move(x, y))
        return flipped.then(turn) if turn is not None else flipped


class ResolvedZone(Struct, frozen=True, gc=False, eq=False):
    """A zone with nothing left to look up. Made once for each distinct set of values; compared by identity."""

    id: str
    region: str | None
    settings: ZoneSettings
    content: object | None
    children: "tuple[ResolvedZone, ...]"
    span: Span | None
    above: "ResolvedZone | Box | None" = None
    """The zone that it lies ``below``; the box of a zone that it replaces."""


class Part(Struct, frozen=True, gc=False, eq=False):
    """A part's zones, to be laid out in the zone that uses it."""

    zones: tuple[ResolvedZone, ...]


class RepeatSettings(Model):
    """How repeated children are laid out: the gap between them, and their alignment in the frame."""

    kind: Literal["row", "column", "grid"]
    gap: Length = 0.0
    """Space between the children."""
    align: Literal["left", "center", "right"] = "center"
    """The horizontal alignment of the children as a whole: left, center or right."""
    valign: Literal["top", "middle", "bottom"] = "middle"
    """The vertical alignment of the children as a whole: top, middle or bottom."""
    columns: int = Field(default=0, ge=0)
    """A grid's columns; as close to a square as possible if left out."""


class Repeat(Struct, frozen=True, gc=False, eq=False):
    """Children laid out in a row, a column or a grid; ``cell`` is a child's size, None to share the frame evenly."""

    settings: RepeatSettings
    cell: tuple[Extent, Extent] | None
    children: tuple[Part, ...] = ()

    def cells(self, frame: Rect) -> tuple[Rect, ...]:
        """A frame for each child, in order, a grid row by row; without a ``cell``, they share *frame* evenly."""
        count, settings = len(self.children), self.settings
        if not count:
            return ()
        columns = {"row": count, "column": 1}.get(settings.kind) or settings.columns or ceil(sqrt(count))
        columns = min(columns, count)
        rows = ceil(count / columns)
        gap = settings.gap
        if self.cell is not None:
            width, height = self.cell[0].of(frame.width), self.cell[1].of(frame.height)
        else:
            width = (frame.width - gap * (columns - 1)) / columns
            height = (frame.height - gap * (rows - 1)) / rows
        used_width = columns * width + (columns - 1) * gap
        used_height = rows * height + (rows - 1) * gap
        x = frame.x + (frame.width - used_width) * {"left": 0.0, "center": 0.5, "right": 1.0}[settings.align]
        y = frame.y + (frame.height - used_height) * {"top": 0.0, "middle": 0.5, "bottom": 1.0}[settings.valign]
        places = (divmod(i, columns) for i in range(count))
        return tuple(Rect(x + at * (width + gap), y + row * (height + gap), width, height) for row, at in places)
