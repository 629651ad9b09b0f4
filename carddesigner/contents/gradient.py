"""Gradients: in settings they are relative to a box; for a frame they are converted to points."""

import re
from functools import cached_property
from itertools import pairwise
from math import cos, radians, sin
from typing import Annotated, Any, Literal

from msgspec.structs import replace
from pydantic import BeforeValidator, Field

from carddesigner.contents.base import Distance, Extent, Ink, Model, Opacity, refusal
from carddesigner.contents.paint import Share
from carddesigner.core.geometry import Matrix, Rect
from carddesigner.core.paint import MAX_STOPS, Gradient, Stop, alike

_PLACED = r"(?:(?P<first>[-+]?[\d.]+%)\s+)?(?P<color>.*?)(?:\s+(?P<last>[-+]?[\d.]+%))?"


def _stop(value: Any) -> Any:
    """Parse ``gold 50%`` as a mapping."""
    if not isinstance(value, str):
        return value
    match = re.fullmatch(_PLACED, value.strip(), re.S)
    assert match is not None
    at = match["last"] or match["first"]
    return {"color": match["color"], **({"at": at} if at is not None else {})}


class StopStyle(Model):
    """A colour of a gradient; ``gold 50%`` is short for ``{color: gold, at: 50%}``."""

    color: Ink
    """The colour there."""
    at: Share | None = None
    """The place along the gradient, in percent; evenly between its neighbours if left out."""
    opacity: Opacity = 1.0
    """From 0, invisible, to 1."""


StopSetting = Annotated[StopStyle, BeforeValidator(_stop)]
"""A stop by its colour and place, or as a mapping."""


class GradientStyle(Model):
    """A colour that changes from place to place in the zone's box."""

    gradient: Literal["linear", "radial"]
    """``linear`` runs across the box, ``radial`` from its middle outwards."""
    stops: tuple[StopSetting, ...] = Field(max_length=MAX_STOPS)
    """Two or more colours, each with its place if needed: ``gold 50%``."""
    angle: float = 180.0
    """The direction of a linear gradient, in degrees, as in CSS: 0 upwards, 90 to the right, 180 downwards."""
    center: tuple[Distance, Distance] = (Extent(0.0, 0.5), Extent(0.0, 0.5))
    """The middle of a radial gradient as ``[x, y]`` in the box."""
    radius: Distance | None = None
    """The extent of a radial gradient: a length for a circle, ``%`` of the box's width and height; to its farthest
    corner if left out.
    """
    opacity: Opacity = 1.0
    """From 0, invisible, to 1."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse an invalid gradient."""
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
        """The stops with their places, with all colours of one kind."""
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
            # An ellipse with the proportions of the box around the middle, through its farthest corner.
            wide, high = max(x - frame.x, frame.right - x), max(y - frame.y, frame.bottom - y)
            across, down = 2**0.5 * wide, 2**0.5 * high
        else:
            across, down = self.radius.of(frame.width), self.radius.of(frame.height)
        shape = Matrix(max(across, 0.01), 0.0, 0.0, max(down, 0.01), x, y)
        return Gradient(self.resolved, (0.0, 0.0), (0.0, 0.0), (0.0, 1.0), shape)


def _places(given: list[float | None]) -> list[float]:
    """Places along a gradient, with those that are left out evenly between their neighbours."""
    given = [0.0 if given[0] is None else given[0], *given[1:-1], 1.0 if given[-1] is None else given[-1]]
    stated = [i for i, at in enumerate(given) if at is not None]
    out: list[float] = []
    for i, j in pairwise(stated):
        first, last = given[i], given[j]
        assert first is not None
        assert last is not None
        out += [first + (last - first) * n / (j - i) for n in range(j - i)]
    return [*out, given[-1] or 0.0]
