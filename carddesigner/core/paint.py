"""Paints of shapes, lines and letters: a colour or a gradient."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.color import Cmyk, Color, Gray, Rgb, Spot
from carddesigner.core.geometry import Matrix, Point

WrittenBlend = Literal[
    "normal",
    "multiply",
    "screen",
    "overlay",
    "darken",
    "lighten",
    "color-dodge",
    "color-burn",
    "hard-light",
    "soft-light",
    "difference",
    "exclusion",
    "hue",
    "saturation",
    "color",
    "luminosity",
]
"""PDF's blend modes, by their CSS names."""
BLENDS = {name: "".join(map(str.capitalize, name.split("-"))) for name in get_args(WrittenBlend)}
"""Their PDF names."""
MAX_STOPS = 64
"""The most stops of a gradient."""

Blend = str
"""A blend mode by its PDF name: ``Normal``, ``Multiply`` and so on."""


class Stop(Struct, frozen=True):
    """A colour at a position along a gradient, from 0 at its start to 1 at its end. Its ``alpha`` counts."""

    at: float
    color: Color


class Gradient(Struct, frozen=True):
    """A colour that changes from ``start`` to ``end``, in the coordinates of the painted item.

    With ``radii`` it changes from a circle around ``start`` to one around ``end``, else along the line between them.
    The stops ascend; before the first and after the last one the colour stays the same. ``matrix`` maps ``start``,
    ``end`` and circles to the item. All stops are in one colour space.
    """

    stops: tuple[Stop, ...]
    start: Point
    end: Point
    radii: tuple[float, float] | None = None
    matrix: Matrix | None = None

    @property
    def alpha(self) -> float:
        """The opacity of its most transparent stop."""
        return min(stop.color.alpha for stop in self.stops)

    def moved(self, m: Matrix) -> Gradient:
        """The gradient for an item that is mapped by *m*."""
        return replace(self, matrix=self.matrix.then(m) if self.matrix is not None else m)


Paint = Color | Gradient

OF_ALL = Spot("", Cmyk(0.0, 0.0, 0.0, 0.0))
"""A placeholder, while lines are set, for a gradient over the whole text, wherever the lines end up."""


def moved(paint: Paint, m: Matrix) -> Paint:
    """The paint for an item that is mapped by *m*."""
    return paint.moved(m) if isinstance(paint, Gradient) else paint


def opaque(paint: Paint | None) -> Paint | None:
    """Return the paint if it is fully opaque, else None."""
    return paint if paint is not None and paint.alpha == 1.0 else None


def colors_of(paint: Paint) -> Iterator[Color]:
    """The colours in a paint."""
    if isinstance(paint, Gradient):
        yield from (stop.color for stop in paint.stops)
    else:
        yield paint


def alike(colors: tuple[Color, ...]) -> tuple[Color, ...]:
    """Convert colours to one kind, so that the colours between them are well defined: greys fit every kind, and white
    is a spot colour's tint of 0. Raises ValueError for other mixtures, which printers would mix differently.
    """
    kinds = {_kind(c) for c in colors} - {""}
    spots = {k for k in kinds if k not in ("rgb", "cmyk")}
    if spots and (len(kinds) > 1 or not all(_is_white(c) for c in colors if _kind(c) == "")):
        raise ValueError(f"the spot colour {min(spots)!r} runs only to tints of its own and to white")
    if len(kinds) > 1:
        raise ValueError("RGB colours, such as #rrggbb, and inks, such as cmyk(), don't mix in one gradient")
    if spots:
        spot = next(c for c in colors if isinstance(c, Spot))
        return tuple(c if isinstance(c, Spot) else replace(spot, tint=0.0, alpha=c.alpha) for c in colors)
    return tuple(map(_AS[kinds.pop() if kinds else "gray"], colors))


def _kind(color: Color) -> str:
    """The kind of a colour; empty for a grey, which fits every kind."""
    if isinstance(color, Spot):
        return color.name
    if isinstance(color, Cmyk):
        return "" if color.c == color.m == color.y == 0 else "cmyk"
    return "rgb" if isinstance(color, Rgb) and not color.r == color.g == color.b else ""


def _level(color: Color) -> float:
    return (
        color.level
        if isinstance(color, Gray)
        else color.r
        if isinstance(color, Rgb)
        else 1.0 - getattr(color, "k", 0.0)
    )


def _is_white(color: Color) -> bool:
    return _level(color) == 1.0


_AS: dict[str, Callable[[Color], Color]] = {
    "rgb": lambda c: c if isinstance(c, Rgb) else Rgb(*(_level(c),) * 3, c.alpha),
    "cmyk": lambda c: c if isinstance(c, Cmyk) else Cmyk(0.0, 0.0, 0.0, 1.0 - _level(c), c.alpha),
    "gray": lambda c: Gray(_level(c), c.alpha),
}


def components(color: Color) -> tuple[float, ...]:
    """A colour's components, in PDF's order."""
    if isinstance(color, Rgb):
        return color.r, color.g, color.b
    if isinstance(color, Cmyk):
        return color.c, color.m, color.y, color.k
    return (color.level,) if isinstance(color, Gray) else (color.tint,)


def finer(stops: tuple[Stop, ...], steps: int) -> Iterator[Stop]:
    """Yield the stops with *steps* more between neighbours."""
    for one, other in pairwise(stops):
        yield one
        for i in range(1, steps + 1 if other.at > one.at else 0):
            k = i / (steps + 1)
            yield Stop(one.at + k * (other.at - one.at), _between(one.color, other.color, k))
    yield stops[-1]


def _between(one: Color, other: Color, k: float) -> Color:
    values = [(1 - k) * a + k * b for a, b in zip(components(one), components(other), strict=True)]
    alpha = (1 - k) * one.alpha + k * other.alpha
    if isinstance(one, Spot):
        return replace(one, tint=values[0], alpha=alpha)
    return type(one)(*values, alpha)  # type: ignore[call-arg,arg-type]
