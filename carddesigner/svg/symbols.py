"""SVG files of a few plain features to symbols: paths and basic shapes, filled or stroked.

What can't be kept is refused by name, so that nothing is drawn differently from what the designer saw;
``SymbolProblem.drawable`` marks what may still be drawn as a picture.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from math import isclose, isfinite
from pathlib import Path

from carddesigner.core.color import Color, Gray, css_color, parse_color
from carddesigner.core.geometry import Matrix, Rect, ellipse, polygon, rectangle, transformed
from carddesigner.core.geometry import Path as Outline
from carddesigner.core.items import Stroke, Symbol, SymbolPath
from carddesigner.svg.css import Rules, matching, read_css, read_declarations
from carddesigner.svg.file import (
    BETWEEN,
    FURTHEST,
    NUMBER,
    SVG,
    Element,
    SymbolProblem,
    broken,
    numbers,
    read_svg,
    too_large,
    unsafe,
    unsupported,
)
from carddesigner.svg.path import MAX_SEGMENTS, read_path

MAX_BYTES = 1_000_000

_SHAPES = ("path", "rect", "circle", "ellipse", "polygon", "polyline", "line")
_UNSEEN = ("title", "desc", "metadata", "defs", "style")
_FEATURES = {
    "text": "text; turn it into paths",
    "tspan": "text; turn it into paths",
    "image": "a raster picture; place it with `image:`",
    "use": "<use>; unlink the clone",
    "linearGradient": "a gradient; fill with one colour",
    "radialGradient": "a gradient; fill with one colour",
    "clipPath": "a clipping path; cut the shape itself",
    "svg": "an <svg> in another; ungroup it",
}
_ANOTHER = "<{}>; use paths and basic shapes"
_INHERITED = {
    "fill": "",
    "fill-rule": "nonzero",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-dasharray": "none",
}
"""What children take over, as an SVG begins. The empty fill is the colour that the symbol is placed with."""

_GEOMETRY = {
    *("x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height"),
    *("d", "points", "viewBox", "transform", "style"),
}
"""Attributes that are read with the shape. In a style they would be CSS, which is not read."""

_MEANINGLESS = {
    *("id", "class", "role", "version", "baseProfile", "preserveAspectRatio", "focusable", "enable-background"),
    *("clip-rule", "stroke-miterlimit", "line-height", "white-space"),
    *("color-rendering", "shape-rendering", "image-rendering"),
}
"""What changes no shape but the sharpest corners of its line."""

_MEANINGLESS_BEGINNINGS = ("data-", "aria-", "font", "text-", "-inkscape-", "stop-", "solid-")
_NEUTRAL = {
    **dict.fromkeys(("opacity", "fill-opacity", "stroke-opacity"), "1"),
    **dict.fromkeys(("clip-path", "mask", "filter", "vector-effect"), "none"),
    **dict.fromkeys(("marker", "marker-start", "marker-mid", "marker-end"), "none"),
    **dict.fromkeys(("visibility", "overflow"), "visible"),
    **dict.fromkeys(("mix-blend-mode", "paint-order"), "normal"),
    **{"display": "inline", "isolation": "auto", "stroke-dashoffset": "0"},
}
"""Properties that may stand in the file as long as they change nothing."""

_NUMBER = r"[0-9]{1,6}(?:\.[0-9]+)?"
_FIRST, _NEXT = rf" ?-?{_NUMBER}", rf"(?:[ ,]-?|-){_NUMBER}"
_PLAIN = re.compile(rf"M{_FIRST}{_NEXT} ?(?:[ML]{_FIRST}{_NEXT} ?|C{_FIRST}{_NEXT * 5} ?|Z ?)*")
"""Path data that is sure to be right, with a segment a command and no number beyond ``FURTHEST``: it is read when it is drawn."""
_STEP = re.compile(r"[\s,]*(\w+)\s*\(([^()]*)\)")


_STRAIGHT = Matrix()


def load_symbol(path: Path, name: str) -> Symbol:
    """The symbol in an SVG file, in the units of its viewBox, y down. Raises SymbolProblem."""
    try:
        check_size(path.stat().st_size, name)
        return read_symbol(path.read_bytes(), name)
    except OSError as problem:
        raise broken(f"{name}: the file can't be read ({problem.strerror})") from None


def check_size(size: int, name: str) -> None:
    """Raises SymbolProblem for an SVG of too many bytes."""
    if size > MAX_BYTES:
        raise too_large(f"{name}: the SVG has {size / 1e6:.1f} MB; at most {MAX_BYTES / 1e6:.0f} MB are read")


def read_symbol(data: bytes, name: str) -> Symbol:
    """The symbol in the bytes of an SVG. Raises SymbolProblem."""
    try:
        document = read_svg(data)
        paths = tuple(_paths(document.elements, read_css(document.css)))
        box = document.view
    except SymbolProblem as problem:
        raise SymbolProblem(problem.code, f"{name}: {problem.message}", drawable=problem.drawable) from None
    if not paths:
        raise broken(f"{name}: the SVG shows nothing; it has no filled or stroked shape")
    return Symbol(name, box, paths, hashlib.sha256(data).hexdigest(), stretches=document.stretches)


def _paths(elements: list[Element], rules: Rules) -> Iterator[SymbolPath]:
    """The shapes from back to front, each with what it inherits."""
    open_groups: list[tuple[dict[str, str], Matrix]] = []
    unseen: int | None = None
    segments = 0
    for depth, name, attributes, _ in elements:
        tag = name.removeprefix(SVG)
        if tag == "script":
            raise unsafe("the SVG uses a script; remove it")
        if unseen is not None and depth > unseen:
            continue
        unseen = depth if tag in _UNSEEN or not name.startswith(SVG) else None
        if unseen is not None:
            continue
        if depth > 0 and tag not in _SHAPES and tag != "g":
            raise unsupported(f"the SVG uses {_FEATURES.get(tag, _ANOTHER.format(tag))}")
        del open_groups[depth:]
        outer, place = open_groups[-1] if open_groups else (_INHERITED, Matrix())
        style = _styled(tag, attributes, outer, rules)
        if "transform" in attributes:
            place = _transform(attributes["transform"]).then(place)
        open_groups.append((style, place))
        if tag == "g" or depth == 0:
            continue
        data = attributes.get("d", "") if tag == "path" else None
        plain = _plain(data) if data is not None and place == _STRAIGHT else None
        outline: Outline | Callable[[], Outline]
        if plain is not None:
            outline = plain[0]
            segments += plain[1]
        else:
            outline = read_path(data) if data is not None else _outline(tag, attributes)
            outline = transformed(outline, place) if place != _STRAIGHT else outline
            segments += len(outline)
            if not _within(outline):
                raise broken(f"a <{tag}> reaches further than {FURTHEST:,.0f} units")
        if segments > MAX_SEGMENTS:
            raise too_large(f"the SVG has more than {MAX_SEGMENTS:,} path segments; simplify it", drawable=True)
        if outline:
            yield from _painted(outline, style, place, filled=tag != "line")


@lru_cache(maxsize=512)
def _plain(data: str) -> tuple[Callable[[], Outline], int] | None:
    """What makes the path of data that is sure to be right, the same for the same data, and its segments."""
    return (partial(read_path, data), sum(map(data.count, "MLCZ"))) if _PLAIN.fullmatch(data) else None


def _within(outline: Outline) -> bool:
    """Whether no point lies too far out. A sum is finite if all that is added is."""
    values = [v for s in outline for v in s[1:]]
    return not values or (isfinite(sum(values)) and max(values) <= FURTHEST and min(values) >= -FURTHEST)


def _styled(tag: str, attributes: dict[str, str], outer: dict[str, str], rules: Rules) -> dict[str, str]:
    """What holds for an element: its own properties over those of its group. Refuses what would be lost."""
    style = outer.copy()
    written = [pair for pair in attributes.items() if pair[0] not in _GEOMETRY and " " not in pair[0]]
    if rules or "style" in attributes:
        written += matching(rules, tag, attributes)
        written += read_declarations(attributes.get("style", ""))
    for key, value in written:
        value = value.strip()
        if key in style:
            if value != "inherit":
                style[key] = value
        elif not (key in _MEANINGLESS or key.startswith(_MEANINGLESS_BEGINNINGS) or _neutral(key, value)):
            raise unsupported(f"<{tag}> has {key}={value[:60]!r}, which is not supported")
    return style


def _neutral(key: str, value: str) -> bool:
    neutral = _NEUTRAL.get(key)
    if neutral in ("0", "1"):
        return NUMBER.fullmatch(value) is not None and float(value) == float(neutral)
    return value == neutral


def _length(attributes: dict[str, str], key: str, default: str = "0") -> float:
    text = attributes.get(key, default)
    number = text.strip().removesuffix("px")
    if NUMBER.fullmatch(number) is None or abs(float(number)) > FURTHEST:
        raise unsupported(f"{key}={text[:60]!r}: write a plain number, without a unit")
    return float(number)


def _transform(text: str) -> Matrix:
    """SVG applies the last of a list first."""
    out, at = Matrix(), 0
    text = text.strip(BETWEEN)
    while at < len(text):
        match = _STEP.match(text, at)
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


def _outline(tag: str, attributes: dict[str, str]) -> Outline:
    """A basic shape's path in its own units; empty if it has no extent."""
    if tag == "rect":
        return _rectangle(attributes)
    if tag in ("circle", "ellipse"):
        rx, ry = (_length(attributes, k) for k in (("r", "r") if tag == "circle" else ("rx", "ry")))
        x, y = _length(attributes, "cx"), _length(attributes, "cy")
        return ellipse(Rect(x - rx, y - ry, 2 * rx, 2 * ry)) if rx > 0 and ry > 0 else ()
    if tag in ("polygon", "polyline"):
        values = numbers(attributes.get("points", ""), "points")
        if len(values) % 2 or len(values) < 4:
            raise broken(f"a <{tag}> needs points, each of two numbers")
        closed = polygon(tuple(zip(values[::2], values[1::2], strict=True)))
        return closed if tag == "polygon" else closed[:-1]
    x1, y1, x2, y2 = (_length(attributes, k) for k in ("x1", "y1", "x2", "y2"))
    return (("m", x1, y1), ("l", x2, y2))


def _rectangle(attributes: dict[str, str]) -> Outline:
    x, y, width, height = (_length(attributes, k) for k in ("x", "y", "width", "height"))
    if width <= 0 or height <= 0:
        return ()
    rx = _length(attributes, "rx", attributes.get("ry", "0"))
    ry = _length(attributes, "ry", attributes.get("rx", "0"))
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if rx <= 0 or ry <= 0:
        return rectangle(Rect(x, y, width, height))
    # Corners that are no circles: circular ones, then stretched.
    k = ry / rx
    return transformed(rectangle(Rect(x, y / k, width, height / k), rx), Matrix.scale(1.0, k))


def _painted(
    outline: Outline | Callable[[], Outline], style: dict[str, str], place: Matrix, *, filled: bool
) -> Iterator[SymbolPath]:
    """A shape as it is painted: first its fill, then its line."""
    fill, stroke = style["fill"], style["stroke"]
    if style["fill-rule"] not in ("nonzero", "evenodd"):
        raise broken(f"fill-rule is nonzero or evenodd, not {style['fill-rule']!r}")
    if filled and fill != "none":
        own = None if fill in ("", "currentColor") else _color(fill)
        yield SymbolPath(outline, own, style["fill-rule"] == "evenodd")
    if stroke == "none":
        return
    width = _length(style, "stroke-width")
    if width < 0:
        raise broken("stroke-width is less than 0")
    a, b, c, d, *_ = place
    even = isclose(a * a + b * b, c * c + d * d, rel_tol=1e-3) and abs(a * c + b * d) <= 1e-3 * (a * a + b * b)
    if not even:
        raise unsupported("a line is scaled unevenly or skewed; turn it into an outline")
    in_color = stroke == "currentColor"
    cap, join = style["stroke-linecap"], style["stroke-linejoin"]
    caps, joins = ("butt", "round", "square"), ("miter", "round", "bevel")
    if cap not in caps or join not in joins:
        raise unsupported(f"a line with {cap} ends and {join} corners is not supported")
    if width > 0:
        k = (a * a + b * b) ** 0.5
        line = Stroke(
            Gray(0.0) if in_color else _color(stroke), width * k, _dashes(style, k), caps.index(cap), joins.index(join)
        )
        yield SymbolPath(outline, None, False, line, in_color)


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
def _color(text: str) -> Color:
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
