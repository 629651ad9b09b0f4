"""Paints of zones, lines and letters: colours, gradients and lines."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, ValidationInfo, WithJsonSchema

from carddesigner.contents.base import (
    RADIUS_SCHEMA,
    Extent,
    Ink,
    Later,
    Length,
    Measure,
    Model,
    Read,
    refusal,
    rounding,
)
from carddesigner.core.color import Color
from carddesigner.core.geometry import Radii, Rect
from carddesigner.core.items import CAPS, JOINS, Stroke
from carddesigner.core.paint import Paint as ResolvedPaint

if TYPE_CHECKING:
    import carddesigner.contents.gradient
    from carddesigner.contents.gradient import GradientStyle


def _share(value: Any) -> float:
    """Parse a percentage as a fraction of 1."""
    text = value.strip() if isinstance(value, str) else ""
    try:
        share = float(text.removesuffix("%")) / 100
    except ValueError:
        share = -1.0
    if not text.endswith("%") or not 0 <= share <= 1:
        raise refusal("wrong-value", f"expected a percentage from 0% to 100%, not {value!r}")
    return share


Share = Annotated[
    float,
    Read(_share),
    WithJsonSchema(
        {
            "type": "string",
            "pattern": r"^\s*[\d.]+\s*%\s*$",
            "errorMessage": "Expected a percentage.",
            "examples": ["50%"],
        }
    ),
]
"""A percentage from 0% to 100%, as a fraction of 1."""


def _is_gradient(value: Any) -> str:
    return "a gradient" if isinstance(value, (dict, Model)) else "a colour"


PaintStyle = Annotated[
    Annotated[Ink, Tag("a colour")]
    | Annotated[Later["carddesigner.contents.gradient.GradientStyle"], Tag("a gradient")],
    Discriminator(_is_gradient),
]
"""A colour, or a gradient."""


def painted_over(style: "Color | GradientStyle", frame: Rect) -> ResolvedPaint:
    """A colour or gradient in a box."""
    return style.over(frame) if isinstance(style, Model) else style


class StrokeStyle(Model):
    """A line of one colour: its width, and dashes (alternating lengths of line and gap)."""

    color: Ink
    """The line's colour."""
    width: Measure = 0.5
    """Its width."""
    dash: tuple[Length, ...] = ()
    """Alternating lengths of dash and gap; a solid line if left out."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse dashes that PDF doesn't support."""
        if self.dash and (min(self.dash) < 0 or not any(self.dash)):
            raise refusal("bad-length", "a dash's lengths are 0 or more, and not all of them 0", "dash")


class LineStyle(StrokeStyle):
    """A line around or along a form."""

    color: PaintStyle  # type: ignore[assignment]
    """The line's colour, or a gradient."""
    cap: Literal["butt", "round", "square"] = "butt"
    """The ends of the line and of its dashes: cut off, ``round``, or ``square`` and extended by half its width."""
    join: Literal["miter", "round", "bevel"] = "miter"
    """Its corners: pointed, ``round``, or cut off."""

    def over(self, frame: Rect) -> Stroke:
        """The line in a box."""
        color = painted_over(self.color, frame)
        return Stroke(color, self.width, self.dash, CAPS.index(self.cap), JOINS.index(self.join))


class TextLineStyle(LineStyle):
    """A line along the outlines of letters."""

    over_letters: bool = Field(default=False, alias="over")
    """Draws it over the letters; if left out, it lies under them, so that half of its width is visible."""


def _radii(value: Any, info: ValidationInfo) -> Extent | tuple[Extent, ...]:
    if not isinstance(value, (list, tuple)):
        return rounding(value, info)
    if len(value) != 4:
        message = "`radius` takes one length, or four: the corners from the left upper one on, clockwise"
        raise refusal("wrong-value", message)
    return tuple(rounding(v, info) for v in value)


Corners = Annotated[
    Extent | tuple[Extent, ...],
    Read(_radii),
    WithJsonSchema({"anyOf": [RADIUS_SCHEMA, {"type": "array", "items": RADIUS_SCHEMA, "minItems": 4, "maxItems": 4}]}),
]
"""The radius of corners, one for all or one for each of four."""


class Painting(Model):
    """The paint of a zone's shape, or of its box if it has none."""

    fill: PaintStyle | None = None
    """The colour inside, or a gradient."""
    stroke: Later[LineStyle] | None = None
    """The line around."""
    radius: Corners = Extent(0.0)
    """The radius of corners: of the box, of a rectangle, a diamond, a star, a polygon, of a picture; ``50%`` of the
    shorter side makes a circle of a square. A list of four is for a rectangle's corners, clockwise from the upper left
    one.
    """

    def rounding(self, frame: Rect) -> float | Radii:
        """The radius of corners in a frame, or that of each corner, in points."""
        least = min(frame.width, frame.height)
        if isinstance(self.radius, Extent):
            return self.radius.of(least)
        a, b, c, d = (corner.of(least) for corner in self.radius)
        return a, b, c, d
