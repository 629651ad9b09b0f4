"""SVG files of a few plain features to symbols: paths and basic shapes, filled or stroked.

What can't be kept is refused by name, so that nothing is drawn differently from what the designer saw.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree

from carddesigner.core.color import Color, parse_color
from carddesigner.core.geometry import Matrix, Rect, Segment, ellipse, polygon, rectangle, transformed
from carddesigner.core.geometry import Path as Outline
from carddesigner.core.items import Stroke, Symbol, SymbolPath

MOST_BYTES = 1_000_000
MOST_SEGMENTS = 20_000

_SVG = "{http://www.w3.org/2000/svg}"
_SKIPPED = ("title", "desc", "metadata")
_PRESENTATION = ("fill", "fill-rule", "stroke", "stroke-width", "transform")
_HARMLESS = (
    "id", "class", "version", "width", "height", "viewBox", "x", "y", "rx", "ry", "cx", "cy", "r", "d", "points", "x1",
    "y1", "x2", "y2", "style", "role", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "clip-rule",
)  # fmt: skip
_SIMPLE = re.compile(r"([MLCZ])([^A-Za-z]*)")
_ONLY_SIMPLE = re.compile(r"[MLCZ0-9eE.,+\-\s]*\Z")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_TRANSFORM = re.compile(r"\s*(matrix|translate|rotate|scale)\s*\(([^)]*)\)\s*,?")


class SymbolProblem(Exception):
    """An SVG that can't be used as it is; the message is for the designer."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def load_symbol(path: Path, name: str) -> Symbol:
    """Read an SVG file. Raises SymbolProblem naming what can't be kept."""
    stat = path.stat()
    return _load(path, name, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=1024)
def _load(path: Path, name: str, _modified: int, size: int) -> Symbol:
    if size > MOST_BYTES:
        raise SymbolProblem(
            "svg-too-large", f"{name}: the SVG has {size / 1e6:.1f} MB; at most {MOST_BYTES / 1e6:.0f} MB are read"
        )
    data = path.read_bytes()
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise SymbolProblem("svg-unsafe", f"{name}: the SVG declares a document type; save it without")
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as problem:
        raise SymbolProblem("broken-svg", f"{name}: the SVG can't be read ({problem})") from None
    if root.tag != _SVG + "svg":
        raise SymbolProblem("broken-svg", f"{name}: this is not an SVG file")
    box = _view(root, name)
    style = {"fill": None, "fill-rule": "nonzero", "stroke": "none", "stroke-width": "1"}
    paths = tuple(_walk(root, style, Matrix(), name, 0))
    if sum(len(p.path) for p in paths) > MOST_SEGMENTS:
        raise SymbolProblem("svg-too-large", f"{name}: the SVG has more than {MOST_SEGMENTS:,} path segments")
    return Symbol(name, box, paths, hashlib.sha256(data).hexdigest())


def _view(root: ElementTree.Element, name: str) -> Rect:
    numbers = [float(n) for n in _NUMBER.findall(root.get("viewBox", ""))]
    if len(numbers) != 4:
        numbers = [0.0, 0.0, *(_length(root.get(k, "0"), name) for k in ("width", "height"))]
    if numbers[2] <= 0 or numbers[3] <= 0:
        raise SymbolProblem("broken-svg", f"{name}: the SVG has no viewBox and no size")
    return Rect(*numbers)


def _length(text: str, name: str) -> float:
    match = re.match(r"\s*([-+.\deE]+)\s*(?:px)?\s*\Z", text)
    if match is None:
        raise SymbolProblem("unsupported-svg", f"{name}: the length {text!r} has a unit; use plain numbers")
    return float(match[1])


def _walk(
    element: ElementTree.Element, style: dict[str, str | None], matrix: Matrix, name: str, depth: int
) -> Iterator[SymbolPath]:
    if depth > 50:
        raise SymbolProblem("svg-too-large", f"{name}: groups lie in each other too deeply")
    for child in element:
        if not isinstance(child.tag, str):
            continue
        tag = child.tag.removeprefix(_SVG)
        if tag in _SKIPPED or not child.tag.startswith(_SVG):
            continue
        own = _styled(child, style, name)
        m = _transform(child.get("transform"), name).then(matrix)
        if tag == "g":
            yield from _walk(child, own, m, name, depth + 1)
            continue
        outline = _outline(child, tag, name)
        made = _painted(transformed(outline, m), own, m, name)
        if made is not None:
            yield made


def _styled(element: ElementTree.Element, style: dict[str, str | None], name: str) -> dict[str, str | None]:
    own = dict(style)
    given = {k: v for k, v in element.attrib.items() if not k.startswith("{")}
    for part in given.get("style", "").split(";"):
        key, _, value = part.partition(":")
        if key.strip():
            given[key.strip()] = value.strip()
    for key, value in given.items():
        if key in own:
            own[key] = value
        elif key not in _PRESENTATION and key not in _HARMLESS and not key.startswith("data-"):
            if key.endswith("opacity") and value.strip() in ("1", "1.0"):
                continue
            raise SymbolProblem("unsupported-svg", f"{name}: the SVG uses `{key}`, which is not supported")
    return own


def _transform(text: str | None, name: str) -> Matrix:
    out = Matrix()
    at = 0
    while text and at < len(text.rstrip()):
        match = _TRANSFORM.match(text, at)
        if match is None:
            raise SymbolProblem("unsupported-svg", f"{name}: the transform {text!r} is not supported")
        kind, values = match[1], [float(n) for n in _NUMBER.findall(match[2])]
        if kind == "matrix" and len(values) == 6:
            step = Matrix(*values)
        elif kind == "translate" and values:
            step = Matrix.move(values[0], values[1] if len(values) > 1 else 0.0)
        elif kind == "scale" and values:
            step = Matrix.scale(values[0], values[-1])
        elif kind == "rotate" and len(values) in (1, 3):
            step = Matrix.turn(values[0], (values[1], values[2]) if len(values) == 3 else (0.0, 0.0))
        else:
            raise SymbolProblem("broken-svg", f"{name}: the transform {text!r} can't be read")
        out = step.then(out)
        at = match.end()
    return out


def _outline(element: ElementTree.Element, tag: str, name: str) -> Outline:
    def number(key: str, default: str = "0") -> float:
        return _length(element.get(key, default), name)

    if tag == "path":
        return parse_path_data(element.get("d", ""), name)
    if tag == "rect":
        frame = Rect(number("x"), number("y"), number("width"), number("height"))
        return rectangle(frame, number("rx", element.get("ry", "0")))
    if tag in ("circle", "ellipse"):
        rx, ry = (number("r"),) * 2 if tag == "circle" else (number("rx"), number("ry"))
        return ellipse(Rect(number("cx") - rx, number("cy") - ry, 2 * rx, 2 * ry))
    if tag in ("polygon", "polyline"):
        values = [float(n) for n in _NUMBER.findall(element.get("points", ""))]
        points = tuple(zip(values[::2], values[1::2], strict=False))
        if len(points) < 2:
            raise SymbolProblem("broken-svg", f"{name}: a {tag} without points")
        made = polygon(points)
        return made if tag == "polygon" else made[:-1]
    if tag == "line":
        return (("m", number("x1"), number("y1")), ("l", number("x2"), number("y2")))
    raise SymbolProblem(
        "unsupported-svg", f"{name}: the SVG has a <{tag}>, which is not supported; use paths and shapes"
    )


def _painted(outline: Outline, style: dict[str, str | None], m: Matrix, name: str) -> SymbolPath | None:
    fill, stroke = style["fill"], style["stroke"]
    inherits = fill is None or fill in ("currentColor", "inherit")
    line = None
    if stroke not in ("none", None):
        width = _length(style["stroke-width"] or "1", name) * abs(m.a * m.d - m.b * m.c) ** 0.5
        line = Stroke(_color(str(stroke), name), width)
    if fill == "none" and line is None:
        return None
    color = None if inherits or fill == "none" else _color(str(fill), name)
    if fill == "none":
        return SymbolPath(outline, None, False, line)
    return SymbolPath(outline, color, style["fill-rule"] == "evenodd", line)


_NAMED = {"black": "#000000", "white": "#ffffff"}


def _color(text: str, name: str) -> Color:
    try:
        return parse_color(_NAMED.get(text, text))
    except ValueError:
        raise SymbolProblem("unsupported-svg", f"{name}: the colour {text!r} is not supported; use #rrggbb") from None


def parse_path_data(data: str, name: str = "path") -> Outline:
    """SVG path data to a path; absolute M, L, C, Z directly, everything else through fontTools. Raises SymbolProblem."""
    if len(data) > MOST_BYTES:
        raise SymbolProblem("svg-too-large", f"{name}: the path is too long")
    if _ONLY_SIMPLE.match(data):
        return _simple_path(data, name)
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path import parse_path

    pen = RecordingPen()
    try:
        parse_path(data, pen)
    except Exception as problem:  # fontTools raises whatever its parser stumbles over
        raise SymbolProblem("broken-svg", f"{name}: the path can't be read ({problem})") from None
    return _recorded(pen.value)


def _recorded(value: list[tuple[str, tuple[tuple[float, float], ...]]]) -> Outline:
    out: list[Segment] = []
    at = (0.0, 0.0)
    for kind, points in value:
        if kind == "moveTo":
            out.append(("m", *points[0]))
        elif kind == "lineTo":
            out.append(("l", *points[0]))
        elif kind == "curveTo":
            out.append(("c", *points[0], *points[1], *points[2]))
        elif kind == "qCurveTo":
            (qx, qy), (x, y) = points
            first = (at[0] + 2 / 3 * (qx - at[0]), at[1] + 2 / 3 * (qy - at[1]))
            second = (x + 2 / 3 * (qx - x), y + 2 / 3 * (qy - y))
            out.append(("c", *first, *second, x, y))
        elif kind == "closePath":
            out.append(("h",))
        if points:
            at = points[-1]
    return tuple(out)


def _simple_path(data: str, name: str) -> Outline:
    out: list[Segment] = []
    for op, rest in _SIMPLE.findall(data):
        values = [float(n) for n in _NUMBER.findall(rest)]
        step = {"M": 2, "L": 2, "C": 6, "Z": 0}[op]
        if step == 0:
            out.append(("h",))
            continue
        if not values or len(values) % step:
            raise SymbolProblem("broken-svg", f"{name}: {op} in the path has {len(values)} numbers")
        for i in range(0, len(values), step):
            out.append((op.lower() if i == 0 or op != "M" else "l", *values[i : i + step]))  # type: ignore[arg-type]
    if out and out[0][0] != "m":
        raise SymbolProblem("broken-svg", f"{name}: a path begins with M")
    return tuple(out)
