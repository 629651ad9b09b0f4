"""What zones, lines and letters are painted with: colours, gradients, lines, shadows. At rest a gradient goes by a box; over a
frame it becomes points.
"""

import re
from functools import cached_property
from itertools import pairwise
from math import cos, radians, sin
from typing import Annotated, Any, Literal

from msgspec.structs import replace
from pydantic import BeforeValidator, Discriminator, Field, Tag, ValidationInfo, WithJsonSchema

from carddesigner.contents.base import (
    RADIUS_SCHEMA,
    Distance,
    Extent,
    Ink,
    Later,
    Length,
    Measure,
    Model,
    Opacity,
    Read,
    refusal,
    rounding,
)
from carddesigner.core.color import Color, Gray
from carddesigner.core.geometry import Matrix, Radii, Rect
from carddesigner.core.items import CAPS, JOINS, Stroke
from carddesigner.core.paint import MAX_STOPS, Gradient, Stop, alike
from carddesigner.core.paint import Paint as ResolvedPaint
from carddesigner.core.units import MM

MAX_BLUR = 20 * MM
"""How far a shadow may be blurred."""

_PLACED = r"(?:(?P<first>[-+]?[\d.]+%)\s+)?(?P<color>.*?)(?:\s+(?P<last>[-+]?[\d.]+%))?"


def _share(value: Any) -> float:
    """A percentage as a part of 1."""
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
"""A percentage from 0% to 100%; a part of 1."""


def _stop(value: Any) -> Any:
    """``gold 50%`` as a mapping."""
    if not isinstance(value, str):
        return value
    found = re.fullmatch(_PLACED, value.strip(), re.S)
    assert found is not None
    at = found["last"] or found["first"]
    return {"color": found["color"], **({"at": at} if at is not None else {})}


class StopStyle(Model):
    """A colour of a gradient; ``gold 50%`` is short for ``{color: gold, at: 50%}``."""

    color: Ink
    """The colour there."""
    at: Share | None = None
    """How far along the gradient, in percent; evenly between its neighbours if left out."""
    opacity: Opacity = 1.0
    """From 0, not to be seen, to 1."""


StopSetting = Annotated[StopStyle, BeforeValidator(_stop)]
"""A stop by its colour and its place, or by a mapping."""


class GradientStyle(Model):
    """A colour that changes from place to place in the zone's box."""

    gradient: Literal["linear", "radial"]
    """``linear`` runs across the box, ``radial`` from its middle outwards."""
    stops: tuple[StopSetting, ...] = Field(max_length=MAX_STOPS)
    """Two colours or more, each with its place if need be: ``gold 50%``."""
    angle: float = 180.0
    """Where a linear one runs, in degrees, as in CSS: 0 upwards, 90 to the right, 180 downwards."""
    center: tuple[Distance, Distance] = (Extent(0.0, 0.5), Extent(0.0, 0.5))
    """The middle of a radial one as ``[x, y]`` in the box."""
    radius: Distance | None = None
    """How far a radial one reaches: a length for a circle, ``%`` of the box's width and height; to its farthest corner if left out."""
    opacity: Opacity = 1.0
    """From 0, not to be seen, to 1."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse what is no gradient."""
        if len(self.stops) < 2:
            raise refusal(
                "gradient-stops", "a gradient runs from one colour to another; give it two `stops` or more", "stops"
            )
        other = {"linear": ("center", "radius"), "radial": ("angle",)}[self.gradient]
        for key in other:
            if key in self.model_fields_set:
                raise refusal("never-acts", f"`{key}` does nothing in a {self.gradient} gradient", key)
        if self.radius is not None and (min(self.radius) < 0 or not any(self.radius)):
            raise refusal("wrong-value", "a gradient's radius is more than 0", "radius")
        places = [stop.at for stop in self.stops if stop.at is not None]
        if any(b < a for a, b in pairwise(places)):
            raise refusal(
                "gradient-stops",
                "stops come in the order of their places, each at least as far as the one before",
                "stops",
            )
        try:
            alike(tuple(stop.color for stop in self.stops))
        except ValueError as problem:
            raise refusal("gradient-stops", str(problem), "stops") from None

    @cached_property
    def resolved(self) -> tuple[Stop, ...]:
        """The stops with their places, all colours of one kind."""
        colors = alike(tuple(stop.color for stop in self.stops))
        seen = [
            replace(color, alpha=color.alpha * stop.opacity * self.opacity)
            for color, stop in zip(colors, self.stops, strict=True)
        ]
        return tuple(map(Stop, _places([stop.at for stop in self.stops]), seen))

    def over(self, frame: Rect) -> Gradient:
        """The gradient in a box."""
        if self.gradient == "linear":
            # As in CSS: the colours of both ends just reach the corners.
            dx, dy = sin(radians(self.angle)), -cos(radians(self.angle))
            half = (abs(frame.width * dx) + abs(frame.height * dy)) / 2 or 0.5
            (x, y) = frame.centre
            return Gradient(self.resolved, (x - half * dx, y - half * dy), (x + half * dx, y + half * dy))
        x, y = frame.x + self.center[0].of(frame.width), frame.y + self.center[1].of(frame.height)
        if self.radius is None:
            # An ellipse of the shape that the box has around the middle, through its farthest corner.
            wide, high = max(x - frame.x, frame.right - x), max(y - frame.y, frame.bottom - y)
            across, down = 2**0.5 * wide, 2**0.5 * high
        else:
            across, down = self.radius.of(frame.width), self.radius.of(frame.height)
        shape = Matrix(max(across, 0.01), 0.0, 0.0, max(down, 0.01), x, y)
        return Gradient(self.resolved, (0.0, 0.0), (0.0, 0.0), (0.0, 1.0), shape)


def _places(given: list[float | None]) -> list[float]:
    """Places along a gradient, those that are left out evenly between their neighbours."""
    given = [0.0 if given[0] is None else given[0], *given[1:-1], 1.0 if given[-1] is None else given[-1]]
    stated = [i for i, at in enumerate(given) if at is not None]
    out: list[float] = []
    for i, j in pairwise(stated):
        first, last = given[i], given[j]
        assert first is not None
        assert last is not None
        out += [first + (last - first) * n / (j - i) for n in range(j - i)]
    return [*out, given[-1] or 0.0]


def _is_gradient(value: Any) -> str:
    return "a gradient" if isinstance(value, (dict, GradientStyle)) else "a colour"


PaintStyle = Annotated[
    Annotated[Ink, Tag("a colour")] | Annotated[Later[GradientStyle], Tag("a gradient")], Discriminator(_is_gradient)
]
"""A colour, or a gradient."""


def painted_over(style: Color | GradientStyle, frame: Rect) -> ResolvedPaint:
    """What a colour or a gradient is in a box."""
    return style.over(frame) if isinstance(style, GradientStyle) else style


class StrokeStyle(Model):
    """A line of one colour: its width, and dashes (lengths of line and gap in turn)."""

    color: Ink
    """The line's colour."""
    width: Measure = 0.5
    """How thick it is."""
    dash: tuple[Length, ...] = ()
    """Lengths of dash and gap in turn; a full line if left out."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse dashes that PDF has not."""
        if self.dash and (min(self.dash) < 0 or not any(self.dash)):
            raise refusal("bad-length", "a dash's lengths are 0 or more, and not all of them 0", "dash")


class LineStyle(StrokeStyle):
    """A line around or along a form."""

    color: PaintStyle  # type: ignore[assignment]
    """The line's colour, or a gradient."""
    cap: Literal["butt", "round", "square"] = "butt"
    """The ends of the line and of its dashes: cut off, ``round``, or ``square`` and half its width longer."""
    join: Literal["miter", "round", "bevel"] = "miter"
    """Its corners: pointed, ``round``, or cut off."""

    def over(self, frame: Rect) -> Stroke:
        """The line in a box."""
        color = painted_over(self.color, frame)
        return Stroke(color, self.width, self.dash, CAPS.index(self.cap), JOINS.index(self.join))


class TextLineStyle(LineStyle):
    """A line along the outlines of letters."""

    over_letters: bool = Field(default=False, alias="over")
    """Lies over the letters; under them, so that half of its width is seen, if left out."""


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
"""How round corners are, all alike or each of four."""


class Painting(Model):
    """What a zone is painted with: its shape, or its box where it has none."""

    fill: PaintStyle | None = None
    """The colour inside, or a gradient."""
    stroke: Later[LineStyle] | None = None
    """The line around."""
    radius: Corners = Extent(0.0)
    """How round the corners are: of the box, of a rectangle, a diamond, a star, a polygon, of a picture; ``50%`` of the shorter side
    makes a circle of a square. A list of four is of a rectangle's corners, from the left upper one on, clockwise.
    """

    def rounding(self, frame: Rect) -> float | Radii:
        """The corners' radius in a frame, or that of each corner; points."""
        least = min(frame.width, frame.height)
        if isinstance(self.radius, Extent):
            return self.radius.of(least)
        a, b, c, d = (corner.of(least) for corner in self.radius)
        return a, b, c, d


def _two_lengths(value: Any) -> Any:
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise refusal("wrong-type", f"expected how far to the right and down, such as [0.5mm, 0.5mm], not {value!r}")
    return value


class ShadowStyle(Model):
    """A shadow of all that is seen of a zone."""

    offset: Annotated[tuple[Length, Length], BeforeValidator(_two_lengths)] = (0.5 * MM, 0.5 * MM)
    """How far it lies to the right and down, as ``[x, y]``."""
    blur: Annotated[Length, Field(ge=0, le=MAX_BLUR)] = 0.0
    """How far its edge is blurred; a blurred shadow is printed as a picture, a sharp one as vectors."""
    color: Ink = Gray(0.0)
    """Its colour."""
    opacity: Opacity = 0.5
    """From 0, not to be seen, to 1."""
