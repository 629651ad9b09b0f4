"""Read SVG files with a few plain features as symbols: paths and basic shapes, filled or stroked.

Anything that can't be kept is refused by name, so that nothing is drawn differently from what the designer saw;
``SymbolProblem.drawable`` marks files that may still be drawn as a picture.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

from carddesigner.core.geometry import Matrix, transformed
from carddesigner.core.geometry import Path as Outline
from carddesigner.core.items import PathData, Symbol, SymbolPath
from carddesigner.svg.css import Rules, matching, read_css, read_declarations
from carddesigner.svg.file import (
    FURTHEST,
    SVG,
    Element,
    SymbolProblem,
    broken,
    read_svg,
    too_large,
    unsafe,
    unsupported,
)
from carddesigner.svg.path import MAX_SEGMENTS, read_path
from carddesigner.svg.shapes import (
    GEOMETRY,
    INHERITED,
    MEANINGLESS,
    MEANINGLESS_BEGINNINGS,
    SHAPES,
    aspect_of,
    basic_shape,
    is_neutral,
    is_within,
    read_color,
    read_stroke,
    read_transform,
)

MAX_BYTES = 1_000_000

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
# Possessive: nothing that is taken could be read otherwise.
_NUMBER = r"[0-9]{1,6}+(?:\.[0-9]++)?+"
_FIRST, _NEXT = rf" ?+-?+{_NUMBER}", rf"(?:[ ,]-?+|-){_NUMBER}"
_PLAIN = re.compile(rf"(?:M{_FIRST}{_NEXT} ?+(?:L{_FIRST}{_NEXT} ?+|C{_FIRST}{_NEXT * 5} ?+)*+(?:Z ?+)?+)++")
"""What ``PathData`` may be, with no number beyond ``FURTHEST``: it is only parsed when it is drawn."""

_STRAIGHT = Matrix()


def load_symbol(path: Path, name: str) -> Symbol:
    """The symbol in an SVG file, in the units of its viewBox, y down. Raises SymbolProblem."""
    try:
        check_size(path.stat().st_size, name)
        return read_symbol(path.read_bytes(), name)
    except OSError as problem:
        raise broken(f"{name}: the file can't be read ({problem.strerror})") from None


def check_size(size: int, name: str) -> None:
    """Raise SymbolProblem for an SVG of too many bytes."""
    if size > MAX_BYTES:
        raise too_large(f"{name}: the SVG has {size / 1e6:.1f} MB; at most {MAX_BYTES / 1e6:.0f} MB are read")


def read_symbol(data: bytes, name: str) -> Symbol:
    """The symbol in the bytes of an SVG. Raises SymbolProblem."""
    try:
        document = read_svg(data)
        paths = tuple(_paths(document.elements, read_css(document.css)))
        box, aspect = document.view, aspect_of(document)
    except SymbolProblem as problem:
        raise SymbolProblem(problem.code, f"{name}: {problem.message}", drawable=problem.drawable) from None
    if not paths:
        raise broken(f"{name}: the SVG shows nothing; it has no filled or stroked shape")
    return Symbol(name, box, paths, hashlib.sha256(data).hexdigest(), aspect=aspect)


def _paths(elements: list[Element], rules: Rules) -> Iterator[SymbolPath]:
    """The shapes from back to front, each with its inherited properties."""
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
        if depth > 0 and tag not in SHAPES and tag != "g":
            raise unsupported(f"the SVG uses {_FEATURES.get(tag, _ANOTHER.format(tag))}")
        del open_groups[depth:]
        outer, place = open_groups[-1] if open_groups else (INHERITED, Matrix())
        style = _styled(tag, attributes, outer, rules)
        if "transform" in attributes:
            place = read_transform(attributes["transform"]).then(place)
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
            outline = read_path(data) if data is not None else basic_shape(tag, attributes)
            outline = transformed(outline, place) if place != _STRAIGHT else outline
            segments += len(outline)
            if not is_within(outline):
                raise broken(f"a <{tag}> reaches further than {FURTHEST:,.0f} units")
        if segments > MAX_SEGMENTS:
            raise too_large(f"the SVG has more than {MAX_SEGMENTS:,} path segments; simplify it", drawable=True)
        if outline:
            yield from _painted(outline, style, place, filled=tag != "line")


@lru_cache(maxsize=512)
def _plain(data: str) -> tuple[PathData, int] | None:
    """Certainly valid path data, the same object for equal data, and its number of segments; None for other data."""
    return (PathData(data, read_path), sum(map(data.count, "MLCZ"))) if _PLAIN.fullmatch(data) else None


def _styled(tag: str, attributes: dict[str, str], outer: dict[str, str], rules: Rules) -> dict[str, str]:
    """The properties of an element: its own over those of its group. Raises SymbolProblem for properties that would be
    lost.
    """
    style = outer.copy()
    written = [pair for pair in attributes.items() if pair[0] not in GEOMETRY and " " not in pair[0]]
    if rules or "style" in attributes:
        written += matching(rules, tag, attributes)
        written += read_declarations(attributes.get("style", ""))
    for key, value in written:
        value = value.strip()
        if key in style:
            if value != "inherit":
                style[key] = value
        elif not (key in MEANINGLESS or key.startswith(MEANINGLESS_BEGINNINGS) or is_neutral(key, value)):
            raise unsupported(f"<{tag}> has {key}={value[:60]!r}, which is not supported")
    return style


def _painted(
    outline: Outline | Callable[[], Outline], style: dict[str, str], place: Matrix, *, filled: bool
) -> Iterator[SymbolPath]:
    """The parts of a shape: first its fill, then its stroke."""
    fill, stroke = style["fill"], style["stroke"]
    if style["fill-rule"] not in ("nonzero", "evenodd"):
        raise broken(f"fill-rule is nonzero or evenodd, not {style['fill-rule']!r}")
    if filled and fill != "none":
        color = None if fill in ("", "currentColor") else read_color(fill)
        yield SymbolPath(outline, color, style["fill-rule"] == "evenodd")
    line = read_stroke(style, place) if stroke != "none" else None
    if line is not None:
        yield SymbolPath(outline, None, False, line, stroke == "currentColor")
