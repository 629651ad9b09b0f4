"""Write gradients as PDF shadings. A shading has unit size, so that boxes of all sizes share it; a matrix maps it to
its place.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from itertools import pairwise

from msgspec import Struct

from carddesigner.core.color import Cmyk, Color, Rgb, Spot
from carddesigner.core.geometry import Matrix
from carddesigner.core.paint import Gradient, Stop, components, finer
from carddesigner.draw.operators import number, spot_name

_STEPS = 7
"""The number of places between two stops at which the printed colour is computed."""

_EDGE = 0.005
"""How far edges are moved inwards: pdfium samples a shading at 256 places, the last of which is 255/256."""


class Shading(Struct, frozen=True, gc=False):
    """The colours along a gradient: a PDF shading without its colour space, which is that of a ``spot`` colour if there
    is one.
    """

    name: str
    space: str
    text: str
    spot: Spot | None = None


def unit_map(paint: Gradient) -> Matrix:
    """The map from the unit shading to the place of its gradient."""
    (x, y), (u, v) = paint.start, paint.end
    if paint.radii is None:
        m = Matrix(u - x, v - y, y - v, u - x, x, y)
    else:
        k = max(paint.radii)
        m = Matrix(k, 0.0, 0.0, k, u, v)
    return m.then(paint.matrix) if paint.matrix is not None else m


def shading_of(paint: Gradient, printed: Callable[[Color], Color] | None = None) -> Shading:
    """A gradient's colours, each as it is *printed*; its stops are of one kind."""
    stops = paint.stops
    if printed is not None:
        # Between colours that have inks of their own lie mixtures of these inks.
        between = 0 if any(isinstance(s.color, Rgb) and s.color.own is not None for s in stops) else _STEPS
        stops = tuple(Stop(s.at, printed(s.color)) for s in finer(stops, between))
    return _shading(paint, stops)


def transparency_of(paint: Gradient) -> Shading:
    """The opacity of a gradient, as grey levels."""
    return _made(paint, "/DeviceGray", [(s.at, (s.color.alpha,)) for s in paint.stops], None)


def _shading(paint: Gradient, stops: tuple[Stop, ...]) -> Shading:
    color = stops[0].color
    spot = next((s.color for s in stops if isinstance(s.color, Spot)), None)
    return _made(paint, space_of(color), [(s.at, components(s.color)) for s in stops], spot)


def space_of(color: Color) -> str:
    """The PDF colour space of a colour; for a spot colour, the name of its resource."""
    if isinstance(color, Spot):
        return spot_name(color)
    return "/DeviceRGB" if isinstance(color, Rgb) else "/DeviceCMYK" if isinstance(color, Cmyk) else "/DeviceGray"


def _made(paint: Gradient, space: str, values: list[tuple[float, tuple[float, ...]]], spot: Spot | None) -> Shading:
    if paint.radii is None:
        kind, where = 2, "0 0 1 0"
    else:
        k = max(paint.radii) or 1.0
        (x, y), (u, v) = paint.start, paint.end
        kind, where = (
            3,
            " ".join(map(number, ((x - u) / k, (v - y) / k, paint.radii[0] / k, 0.0, 0.0, paint.radii[1] / k))),
        )
    text = f"/ShadingType {kind}/Coords[{where}]/Extend[true true]/Function {_function(values)}"
    digest = hashlib.sha256(f"{space}{text}".encode()).hexdigest()[:12]
    return Shading(f"D{digest}", space, text, spot)


def _function(values: list[tuple[float, tuple[float, ...]]]) -> str:
    """The function through values at places from 0 to 1; two values at one place are a sharp edge."""
    values = _edged([(round(at, 3), value) for at, value in values])
    (first, start), (last, end) = values[0], values[-1]
    places = [(0.0, start), *values] if first > 0 else values
    places = [*places, (1.0, end)] if last < 1 else places
    parts = [(one, other) for one, other in pairwise(places) if other[0] > one[0]]
    functions = "".join(
        f"<</FunctionType 2/Domain[0 1]/C0[{_numbers(a)}]/C1[{_numbers(b)}]/N 1>>" for (_, a), (_, b) in parts
    )
    if len(parts) == 1:
        return functions
    bounds = " ".join(number(one[0]) for one, _ in parts[1:])
    encode = " ".join(["0 1"] * len(parts))
    return f"<</FunctionType 3/Domain[0 1]/Functions[{functions}]/Bounds[{bounds}]/Encode[{encode}]>>"


def _edged(values: list[tuple[float, tuple[float, ...]]]) -> list[tuple[float, tuple[float, ...]]]:
    """The same with sharp edges at 0 and 1 moved inwards by an invisible amount, so that everything outside has the
    value of its side.
    """
    if len(values) > 1 and values[1][0] == 0:
        (_, start), last = values[0], max(i for i, (at, _) in enumerate(values) if at == 0)
        values = [(0.0, start), (_EDGE, start), (_EDGE, values[last][1]), *values[last + 1 :]]
    if len(values) > 1 and values[-2][0] == 1:
        (_, end), first = values[-1], min(i for i, (at, _) in enumerate(values) if at == 1)
        values = [*values[:first], (1 - _EDGE, values[first][1]), (1 - _EDGE, end), (1.0, end)]
    return values


def _numbers(values: tuple[float, ...]) -> str:
    return " ".join(map(number, values))
