"""SVG files of a few plain features to symbols: paths and basic shapes, filled or stroked.

What can't be kept is refused by name, so that nothing is drawn differently from what the designer saw.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import lru_cache
from math import isclose, isfinite
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from carddesigner.core.color import Color, parse_color
from carddesigner.core.geometry import Matrix, Rect, Segment, ellipse, polygon, rectangle, transformed
from carddesigner.core.geometry import Path as Outline
from carddesigner.core.items import Stroke, Symbol, SymbolPath

MOST_BYTES = 1_000_000
MOST_SEGMENTS = 5_000
MOST_DEEP = 50
FURTHEST = 1e6
"""How far from the origin a point may lie, in the file's own units."""

_SVG = "http://www.w3.org/2000/svg "
_SHAPES = ("path", "rect", "circle", "ellipse", "polygon", "polyline", "line")
_UNSEEN = ("title", "desc", "metadata", "defs")
_FEATURES = {
    "text": "text; turn it into paths",
    "tspan": "text; turn it into paths",
    "image": "a raster picture; place it with `image:`",
    "use": "<use>; unlink the clone",
    "style": "CSS rules; save with presentation attributes",
    "script": "a script; remove it",
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
}
"""What children take over, as an SVG begins. The empty fill is the colour that the symbol is placed with."""

_GEOMETRY = frozenset(
    (
        *("x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height"),
        *("d", "points", "viewBox", "transform", "style"),
    )
)
"""Attributes that are read with the shape. In a style they would be CSS, which is not read."""

_MEANINGLESS = frozenset(
    (
        *("id", "class", "role", "version", "baseProfile", "preserveAspectRatio", "focusable", "enable-background"),
        *("clip-rule", "stroke-miterlimit", "line-height", "white-space"),
        *("color-rendering", "shape-rendering", "image-rendering"),
    )
)
"""What changes no shape but the sharpest corners of its line."""

_MEANINGLESS_BEGINNINGS = ("data-", "aria-", "font", "text-", "-inkscape-", "stop-", "solid-")
_NEUTRAL = {
    "opacity": "1",
    "fill-opacity": "1",
    "stroke-opacity": "1",
    "display": "inline",
    "visibility": "visible",
    "overflow": "visible",
    "clip-path": "none",
    "mask": "none",
    "filter": "none",
    "marker": "none",
    "marker-start": "none",
    "marker-mid": "none",
    "marker-end": "none",
    "mix-blend-mode": "normal",
    "isolation": "auto",
    "paint-order": "normal",
    "vector-effect": "none",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
}
"""Properties that may stand in the file as long as they change nothing."""

_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?")
_COMMAND = re.compile(r"([MLCZ])([^MLCZ]*)")
_BETWEEN = " ,\t\r\n"


class SymbolProblem(Exception):
    """An SVG that can't be used as it is; the message is for the designer."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class _Element(NamedTuple):
    depth: int
    tag: str
    attributes: dict[str, str]


def load_symbol(path: Path, name: str) -> Symbol:
    """The symbol in an SVG file, in the units of its viewBox, y down. The same file is read once.

    Raises SymbolProblem: ``svg-too-large``, ``svg-unsafe``, ``unsupported-svg`` or ``broken-svg``.
    """
    try:
        stat = path.stat()
        return _load(path, name, stat.st_mtime_ns, stat.st_size)
    except OSError as problem:
        raise SymbolProblem("broken-svg", f"{name}: the file can't be read ({problem.strerror})") from None


@lru_cache(maxsize=1024)
def _load(path: Path, name: str, _modified: int, size: int) -> Symbol:
    if size > MOST_BYTES:
        raise SymbolProblem(
            "svg-too-large", f"{name}: the SVG has {size / 1e6:.1f} MB; at most {MOST_BYTES / 1e6:.0f} MB are read"
        )
    data = path.read_bytes()
    try:
        elements = _elements(data)
        paths = tuple(_paths(elements))
        box = _view(elements[0].attributes)
    except SymbolProblem as problem:
        raise SymbolProblem(problem.code, f"{name}: {problem.message}") from None
    if not paths:
        raise SymbolProblem("broken-svg", f"{name}: the SVG shows nothing; it has no filled or stroked shape")
    return Symbol(name, box, paths, hashlib.sha256(data).hexdigest())


def _elements(data: bytes) -> list[_Element]:
    """All elements in the file's order. Nothing is expanded or fetched: a document type ends the reading."""
    found: list[_Element] = []
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        if depth == 0 and tag != _SVG + "svg":
            raise SymbolProblem(
                "broken-svg", 'this is not an SVG; it begins with <svg xmlns="http://www.w3.org/2000/svg">'
            )
        if depth > MOST_DEEP:
            raise SymbolProblem("svg-too-large", f"groups lie in each other more than {MOST_DEEP} deep")
        found.append(_Element(depth, tag, attributes))
        depth += 1

    def end(_tag: str) -> None:
        nonlocal depth
        depth -= 1

    def document_type(*_: object) -> None:
        raise SymbolProblem("svg-unsafe", "the SVG declares a document type (<!DOCTYPE …>); delete that line")

    def instruction(target: str, _rest: str) -> None:
        if target == "xml-stylesheet":
            raise SymbolProblem("unsupported-svg", f"the SVG uses {_FEATURES['style']}")

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = document_type
    parser.ProcessingInstructionHandler = instruction
    try:
        parser.Parse(data, True)
    except expat.ExpatError as problem:
        words = "it is compressed; save it as plain SVG" if data[:2] == b"\x1f\x8b" else expat.ErrorString(problem.code)
        raise SymbolProblem("broken-svg", f"the SVG can't be read in line {problem.lineno}: {words}") from None
    except (ValueError, LookupError) as problem:
        raise SymbolProblem("broken-svg", f"the SVG can't be read: {problem}") from None
    return found


def _view(root: dict[str, str]) -> Rect:
    if "viewBox" in root:
        numbers = _numbers(root["viewBox"], "viewBox")
        if len(numbers) != 4:
            raise SymbolProblem("broken-svg", f"viewBox={root['viewBox']!r} needs four numbers")
        box = Rect(*numbers)
    else:
        box = Rect(0.0, 0.0, _length(root, "width"), _length(root, "height"))
    if box.width <= 0 or box.height <= 0:
        raise SymbolProblem("broken-svg", "the SVG has no size; give it a viewBox, such as viewBox='0 0 100 100'")
    return box


def _paths(elements: list[_Element]) -> Iterator[SymbolPath]:
    """The shapes from back to front, each with what it inherits."""
    open_groups: list[tuple[dict[str, str], Matrix]] = []
    unseen: int | None = None
    segments = 0
    for depth, name, attributes in elements:
        tag = name.removeprefix(_SVG)
        if tag in ("style", "script"):
            raise SymbolProblem("unsupported-svg", f"the SVG uses {_FEATURES[tag]}")
        if unseen is not None and depth > unseen:
            continue
        unseen = depth if tag in _UNSEEN or not name.startswith(_SVG) else None
        if unseen is not None:
            continue
        if depth > 0 and tag not in _SHAPES and tag != "g":
            raise SymbolProblem("unsupported-svg", f"the SVG uses {_FEATURES.get(tag, _ANOTHER.format(tag))}")
        del open_groups[depth:]
        outer, place = open_groups[-1] if open_groups else (_INHERITED, Matrix())
        style = _styled(tag, attributes, outer)
        place = _transform(attributes.get("transform", "")).then(place)
        open_groups.append((style, place))
        if tag == "g" or depth == 0:
            continue
        outline = _outline(tag, attributes)
        if place != Matrix():
            outline = transformed(outline, place)
        segments += len(outline)
        if segments > MOST_SEGMENTS:
            raise SymbolProblem("svg-too-large", f"the SVG has more than {MOST_SEGMENTS:,} path segments; simplify it")
        if not all(isfinite(v) and abs(v) <= FURTHEST for s in outline for v in s[1:]):
            raise SymbolProblem("broken-svg", f"a <{tag}> reaches further than {FURTHEST:,.0f} units")
        if outline:
            yield from _painted(outline, style, place, filled=tag != "line")


def _styled(tag: str, attributes: dict[str, str], outer: dict[str, str]) -> dict[str, str]:
    """What holds for an element: its own properties over those of its group. Refuses what would be lost."""
    style = dict(outer)
    written = [(key, value) for key, value in attributes.items() if key not in _GEOMETRY and " " not in key]
    for part in attributes.get("style", "").split(";"):
        if part.strip():
            key, _, value = part.partition(":")
            written.append((key.strip(), value))
    for key, value in written:
        value = value.strip()
        if key in style:
            if value != "inherit":
                style[key] = value
        elif not (key in _MEANINGLESS or key.startswith(_MEANINGLESS_BEGINNINGS) or _neutral(key, value)):
            raise SymbolProblem("unsupported-svg", f"<{tag}> has {key}={value[:60]!r}, which is not supported")
    return style


def _neutral(key: str, value: str) -> bool:
    neutral = _NEUTRAL.get(key)
    if neutral in ("0", "1"):
        return _NUMBER.fullmatch(value) is not None and float(value) == float(neutral)
    return value == neutral


def _numbers(text: str, what: str) -> list[float]:
    numbers = [float(n) for n in _NUMBER.findall(text)]
    if _NUMBER.sub("", text).strip(_BETWEEN) or not all(abs(n) <= FURTHEST for n in numbers):
        raise SymbolProblem("broken-svg", f"{what}={text[:60]!r} should be numbers, none beyond {FURTHEST:,.0f}")
    return numbers


def _length(attributes: dict[str, str], key: str, default: str = "0") -> float:
    text = attributes.get(key, default)
    number = text.strip().removesuffix("px")
    if _NUMBER.fullmatch(number) is None or abs(float(number)) > FURTHEST:
        raise SymbolProblem("unsupported-svg", f"{key}={text[:60]!r}: write a plain number, without a unit")
    return float(number)


def _transform(text: str) -> Matrix:
    """SVG applies the last of a list first."""
    out, at = Matrix(), 0
    if not text:
        return out
    step_form = re.compile(r"[\s,]*(\w+)\s*\(([^()]*)\)")
    text = text.strip(_BETWEEN)
    while at < len(text):
        match = step_form.match(text, at)
        if match is None:
            raise SymbolProblem("broken-svg", f"the transform {text[:60]!r} can't be read")
        kind, values = match[1], _numbers(match[2], "transform")
        if kind == "matrix" and len(values) == 6:
            step = Matrix(*values)
        elif kind == "translate" and len(values) in (1, 2):
            step = Matrix.move(values[0], values[1] if len(values) == 2 else 0.0)
        elif kind == "scale" and len(values) in (1, 2):
            step = Matrix.scale(values[0], values[-1])
        elif kind == "rotate" and len(values) in (1, 3):
            step = Matrix.turn(values[0], (values[1], values[2]) if len(values) == 3 else (0.0, 0.0))
        else:
            raise SymbolProblem(
                "unsupported-svg",
                f"the transform {match[0][:60].strip()!r} is not one of matrix, translate, rotate, scale",
            )
        out = step.then(out)
        at = match.end()
    return out


def _outline(tag: str, attributes: dict[str, str]) -> Outline:
    """A shape's path in its own units; empty if it has no extent."""
    if tag == "path":
        return parse_path_data(attributes.get("d", ""))
    if tag == "rect":
        return _rectangle(attributes)
    if tag in ("circle", "ellipse"):
        rx, ry = (_length(attributes, k) for k in (("r", "r") if tag == "circle" else ("rx", "ry")))
        x, y = _length(attributes, "cx"), _length(attributes, "cy")
        return ellipse(Rect(x - rx, y - ry, 2 * rx, 2 * ry)) if rx > 0 and ry > 0 else ()
    if tag in ("polygon", "polyline"):
        values = _numbers(attributes.get("points", ""), "points")
        if len(values) % 2 or len(values) < 4:
            raise SymbolProblem("broken-svg", f"a <{tag}> needs points, each of two numbers")
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


def _painted(outline: Outline, style: dict[str, str], place: Matrix, *, filled: bool) -> Iterator[SymbolPath]:
    """A shape as it is painted: first its fill, then its line."""
    fill, stroke = style["fill"], style["stroke"]
    if style["fill-rule"] not in ("nonzero", "evenodd"):
        raise SymbolProblem("broken-svg", f"fill-rule is nonzero or evenodd, not {style['fill-rule']!r}")
    if filled and fill != "none":
        own = None if fill in ("", "currentColor") else _color(fill)
        yield SymbolPath(outline, own, style["fill-rule"] == "evenodd")
    if stroke == "none":
        return
    width = _length(style, "stroke-width")
    if width < 0:
        raise SymbolProblem("broken-svg", "stroke-width is less than 0")
    a, b, c, d, *_ = place
    even = isclose(a * a + b * b, c * c + d * d, rel_tol=1e-3) and abs(a * c + b * d) <= 1e-3 * (a * a + b * b)
    if not even:
        raise SymbolProblem("unsupported-svg", "a line is scaled unevenly or skewed; turn it into an outline")
    if stroke == "currentColor":
        raise SymbolProblem(
            "unsupported-svg", "a line is drawn in currentColor; give it a colour, or turn it into an outline"
        )
    cap, join = style["stroke-linecap"], style["stroke-linejoin"]
    caps, joins = ("butt", "round", "square"), ("miter", "round", "bevel")
    if cap not in caps or join not in joins:
        raise SymbolProblem("unsupported-svg", f"a line with {cap} ends and {join} corners is not supported")
    if width > 0:
        line = Stroke(_color(stroke), width * (a * a + b * b) ** 0.5, (), caps.index(cap), joins.index(join))
        yield SymbolPath(outline, None, False, line)


def _color(text: str) -> Color:
    if "url(" in text:
        raise SymbolProblem("unsupported-svg", "the SVG uses a gradient or a pattern; fill with one colour")
    try:
        text = {"black": "#000000", "white": "#ffffff"}.get(text, text)
        if not text.startswith(("#", "rgb(")) or "%" in text:
            raise ValueError(text)
        return parse_color(text)
    except ValueError:
        raise SymbolProblem("unsupported-svg", f"the colour {text[:60]!r} is not supported; write #rrggbb") from None


def parse_path_data(data: str, name: str = "path") -> Outline:
    """SVG path data to a path; absolute M, L, C, Z directly, everything else through fontTools.

    Raises SymbolProblem for data that can't be read, and for more than ``MOST_SEGMENTS``.
    """
    if len(data) > MOST_BYTES:
        raise SymbolProblem("svg-too-large", f"{name}: the path data is longer than {MOST_BYTES:,} characters")
    letters, numbers = _NUMBER.subn("", data)
    if letters.strip("MmLlHhVvCcSsQqTtAaZz" + _BETWEEN):
        raise SymbolProblem("broken-svg", f"{name}: the path data {data[:60]!r} has more than commands and numbers")
    # No segment takes more than seven numbers: what is too long is not read to its end.
    if numbers > 7 * MOST_SEGMENTS:
        raise SymbolProblem("svg-too-large", f"{name}: the path has more than {MOST_SEGMENTS:,} segments; simplify it")
    simple = not letters.strip("MLCZ" + _BETWEEN)
    out = _simple_path(data, name) if simple else _any_path(data, name)
    if len(out) > MOST_SEGMENTS:
        raise SymbolProblem("svg-too-large", f"{name}: the path has more than {MOST_SEGMENTS:,} segments; simplify it")
    return out


def _simple_path(data: str, name: str) -> Outline:
    out: list[Segment] = []
    if data.strip() and not data.lstrip().startswith("M"):
        raise SymbolProblem("broken-svg", f"{name}: path data begins with M")
    for op, rest in _COMMAND.findall(data):
        values = [float(n) for n in _NUMBER.findall(rest)]
        step = {"M": 2, "L": 2, "C": 6, "Z": 0}[op]
        if step == 0 and not values:
            out.append(("h",))
            continue
        if not step or not values or len(values) % step:
            raise SymbolProblem("broken-svg", f"{name}: {op} takes {step or 'no'} numbers, not {len(values)}")
        for i in range(0, len(values), step):
            out.append((op.lower() if i == 0 or op != "M" else "l", *values[i : i + step]))  # type: ignore[arg-type]
    return tuple(out)


def _any_path(data: str, name: str) -> Outline:
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path import parse_path

    pen = RecordingPen()
    try:
        parse_path(data, pen)
    except Exception as problem:  # whatever the parser stumbles over
        raise SymbolProblem(
            "broken-svg", f"{name}: the path data {data[:60]!r} can't be read ({str(problem)[:60]})"
        ) from None
    out: list[Segment] = []
    at = (0.0, 0.0)
    for kind, points in pen.value:
        if kind == "moveTo":
            out.append(("m", *points[0]))
        elif kind == "lineTo":
            out.append(("l", *points[0]))
        elif kind == "curveTo":
            out.append(("c", *points[0], *points[1], *points[2]))
        elif kind == "qCurveTo":
            (qx, qy), (x, y) = points
            first = (at[0] + 2 / 3 * (qx - at[0]), at[1] + 2 / 3 * (qy - at[1]))
            out.append(("c", *first, x + 2 / 3 * (qx - x), y + 2 / 3 * (qy - y), x, y))
        elif kind == "closePath":
            out.append(("h",))
        if points:
            at = points[-1]
    return tuple(out)
