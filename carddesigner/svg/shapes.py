"""Read attributes of an SVG's elements as outlines, transforms, dashes and colours, in the units of the file."""

from __future__ import annotations

import re
from functools import lru_cache
from math import isclose, isfinite

from carddesigner.core.color import Color, Gray, css_color, parse_color
from carddesigner.core.geometry import Aspect, Matrix, Rect, ellipse, polygon, rectangle, transformed
from carddesigner.core.geometry import Path as Outline
from carddesigner.core.items import CAPS, JOINS, Stroke
from carddesigner.svg.file import BETWEEN, FURTHEST, NUMBER, SvgDocument, broken, numbers, unsupported

SHAPES = ("path", "rect", "circle", "ellipse", "polygon", "polyline", "line")
"""Elements that are drawn as an outline."""

INHERITED = {
    "fill": "",
    "fill-rule": "nonzero",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-dasharray": "none",
}
"""Inherited properties, with their initial values. The empty fill is the colour that the symbol is placed with."""

GEOMETRY = {
    *("x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height"),
    *("d", "points", "viewBox", "transform", "style"),
}
"""Attributes that are read with the shape. In a style they would be CSS, which isn't read."""

MEANINGLESS = {
    *("id", "class", "role", "version", "baseProfile", "preserveAspectRatio", "focusable", "enable-background"),
    *("clip-rule", "stroke-miterlimit", "line-height", "white-space"),
    *("color-rendering", "shape-rendering", "image-rendering"),
}
"""Attributes that change no shape except the sharpest corners of its stroke."""

MEANINGLESS_BEGINNINGS = ("data-", "aria-", "font", "text-", "-inkscape-", "stop-", "solid-")
_NEUTRAL = {
    **dict.fromkeys(("opacity", "fill-opacity", "stroke-opacity"), "1"),
    **dict.fromkeys(("clip-path", "mask", "filter", "vector-effect"), "none"),
    **dict.fromkeys(("marker", "marker-start", "marker-mid", "marker-end"), "none"),
    **dict.fromkeys(("visibility", "overflow"), "visible"),
    **dict.fromkeys(("mix-blend-mode", "paint-order"), "normal"),
    **{"display": "inline", "isolation": "auto", "stroke-dashoffset": "0"},
}
"""Properties that are accepted if they have these values, which change nothing."""

_STEP = r"[\s,]*(\w+)\s*\(([^()]*)\)"


_PLACES = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


def read_aspect(text: str) -> Aspect:
    """Read ``preserveAspectRatio``. Raises SymbolProblem."""
    if text.strip() == "none":
        return 0.5, 0.5, "none"
    match = re.fullmatch(r"(?:x(Min|Mid|Max)Y(Min|Mid|Max))?\s*(meet|slice)?", text.strip())
    if match is None:
        raise unsupported(f"preserveAspectRatio={text[:60]!r}")
    return _PLACES[match[1] or "Mid"], _PLACES[match[2] or "Mid"], match[3] or "meet"


def aspect_of(document: SvgDocument) -> Aspect:
    """The aspect of a whole SVG in its frame. Raises SymbolProblem."""
    return read_aspect(document.elements[0].attributes.get("preserveAspectRatio", ""))


def is_neutral(key: str, value: str) -> bool:
    """Whether a property has a value that changes nothing."""
    neutral = _NEUTRAL.get(key)
    if neutral in ("0", "1"):
        return NUMBER.fullmatch(value) is not None and float(value) == float(neutral)
    return value == neutral


def is_within(outline: Outline) -> bool:
    """Whether all points are within the limit. A sum is only finite if all of its terms are."""
    values = [v for s in outline for v in s[1:]]
    return not values or (isfinite(sum(values)) and max(values) <= FURTHEST and min(values) >= -FURTHEST)


def read_length(attributes: dict[str, str], key: str, default: str = "0") -> float:
    """A length in the file's own units. Raises SymbolProblem."""
    text = attributes.get(key, default)
    number = text.strip().removesuffix("px")
    if NUMBER.fullmatch(number) is None or abs(float(number)) > FURTHEST:
        raise unsupported(f"{key}={text[:60]!r}: write a plain number, without a unit")
    return float(number)


def read_transform(text: str) -> Matrix:
    """Read a transform list; SVG applies the last transform first. Raises SymbolProblem."""
    out, at = Matrix(), 0
    text = text.strip(BETWEEN)
    steps = re.compile(_STEP)
    while at < len(text):
        match = steps.match(text, at)
        if match is None:
            raise broken(f"the transform {text[:60]!r} can't be read")
        kind, values = match[1], numbers(match[2], "transform")
        if kind == "matrix" and len(values) == 6:
            step = Matrix(*values)
        elif kind == "translate" and len(values) in (1, 2):
            step = Matrix.move(values[0], values[1] if len(values) == 2 else 0.0)
        elif kind == "scale" and len(values) in (1, 2):
            step = Matrix.scale(values[0], values[-1])
        elif kind == "rotate" and len(values) in (1, 3):
            step = Matrix.turn(values[0], (values[1], values[2]) if len(values) == 3 else (0.0, 0.0))
        else:
            raise unsupported(f"the transform {match[0][:60].strip()!r} is not one of matrix, translate, rotate, scale")
        out = step.then(out)
        at = match.end()
    return out


def basic_shape(tag: str, attributes: dict[str, str]) -> Outline:
    """A basic shape's path in its own units; empty if it has no extent. Raises SymbolProblem."""
    if tag == "rect":
        return _rectangle(attributes)
    if tag in ("circle", "ellipse"):
        rx, ry = (read_length(attributes, k) for k in (("r", "r") if tag == "circle" else ("rx", "ry")))
        x, y = read_length(attributes, "cx"), read_length(attributes, "cy")
        return ellipse(Rect(x - rx, y - ry, 2 * rx, 2 * ry)) if rx > 0 and ry > 0 else ()
    if tag in ("polygon", "polyline"):
        values = numbers(attributes.get("points", ""), "points")
        if len(values) % 2 or len(values) < 4:
            raise broken(f"a <{tag}> needs points, each of two numbers")
        closed = polygon(tuple(zip(values[::2], values[1::2], strict=True)))
        return closed if tag == "polygon" else closed[:-1]
    x1, y1, x2, y2 = (read_length(attributes, k) for k in ("x1", "y1", "x2", "y2"))
    return (("m", x1, y1), ("l", x2, y2))


def _rectangle(attributes: dict[str, str]) -> Outline:
    x, y, width, height = (read_length(attributes, k) for k in ("x", "y", "width", "height"))
    if width <= 0 or height <= 0:
        return ()
    rx = read_length(attributes, "rx", attributes.get("ry", "0"))
    ry = read_length(attributes, "ry", attributes.get("rx", "0"))
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if rx <= 0 or ry <= 0:
        return rectangle(Rect(x, y, width, height))
    # Elliptical corners: circular ones, then stretched.
    k = ry / rx
    return transformed(rectangle(Rect(x, y / k, width, height / k), rx), Matrix.scale(1.0, k))


def read_stroke(style: dict[str, str], place: Matrix) -> Stroke | None:
    """The stroke of a shape, in its own colour, or black for ``currentColor``, mapped by *place*; None if it has no
    width. Raises SymbolProblem.
    """
    width = read_length(style, "stroke-width")
    if width < 0:
        raise broken("stroke-width is less than 0")
    a, b, c, d, *_ = place
    even = isclose(a * a + b * b, c * c + d * d, rel_tol=1e-3) and abs(a * c + b * d) <= 1e-3 * (a * a + b * b)
    if not even:
        raise unsupported("a line is scaled unevenly or skewed; turn it into an outline")
    color = Gray(0.0) if style["stroke"] == "currentColor" else read_color(style["stroke"])
    cap, join = style["stroke-linecap"], style["stroke-linejoin"]
    if cap not in CAPS or join not in JOINS:
        raise unsupported(f"a line with {cap} ends and {join} corners is not supported")
    if width == 0:
        return None
    k = (a * a + b * b) ** 0.5
    return Stroke(color, width * k, _dashes(style, k), CAPS.index(cap), JOINS.index(join))


def _dashes(style: dict[str, str], k: float) -> tuple[float, ...]:
    text = style["stroke-dasharray"].replace("px", "")
    if text == "none":
        return ()
    if NUMBER.sub("", text).strip(BETWEEN):
        raise unsupported(f"stroke-dasharray={text[:60]!r}: write plain numbers")
    lengths = tuple(n * k for n in numbers(text, "stroke-dasharray"))
    if min(lengths, default=0.0) < 0:
        raise broken("a dash in stroke-dasharray is less than 0")
    return lengths if any(lengths) else ()


@lru_cache(maxsize=1024)
def read_color(text: str) -> Color:
    """A colour in CSS notation. Raises SymbolProblem for anything else."""
    if "url(" in text:
        raise unsupported("the SVG uses a gradient or a pattern; fill with one colour")
    try:
        if text.isalpha():
            if (named := css_color(text)) is None:
                raise ValueError(text)
            return named
        if not text.startswith(("#", "rgb(")) or "%" in text:
            raise ValueError(text)
        return parse_color(text)
    except ValueError:
        raise unsupported(f"the colour {text[:60]!r} is not supported; write #rrggbb") from None
