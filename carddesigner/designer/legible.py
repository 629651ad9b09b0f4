"""The style or colour of a new text, chosen so that it can be read where it is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from carddesigner.checks import colors
from carddesigner.core.color import Color, Gray
from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import Point, bounds
from carddesigner.core.items import PathItem
from carddesigner.core.paint import colors_of, opaque
from carddesigner.core.report import Problem
from carddesigner.deck.names import find_color
from carddesigner.source.yaml import Node
from carddesigner.source.yaml_edits import Value

_BODY_STYLES = ("body", "text", "rules", "paragraph", "description", "effect")
"""Usual names of styles for running text."""
_MIN_CONTRAST = 4.5
"""The least contrast for small type."""
_INKS: Mapping[str, Color] = {"#000000": Gray(0.0), "#ffffff": Gray(1.0)}


def readable_text(
    styles: Mapping[str, Node], palettes: Iterable[Mapping[str, str]], face: LaidFace, at: Point
) -> dict[str, Value]:
    """Return the style for a text at a point of a face and, if no style can be read there, its colour."""
    grounds = list(_under(face.zones, at)) or [Gray(1.0)]
    ground = grounds[-1]
    palette_names = [*palettes]
    body = [n for n in _BODY_STYLES if n in styles]
    for name in (*body, *sorted(set(styles) - {*body}, key=lambda n: _distance_from_body(styles[n]))):
        ink = _ink(styles[name], palette_names)
        if ink is not None and colors.contrast(ink, ground) >= _MIN_CONTRAST:
            return {"style": name}
    written: dict[str, Value] = {"style": body[0]} if body else {}
    if written or colors.contrast(_INKS["#000000"], ground) < _MIN_CONTRAST:
        written["color"] = max(_INKS, key=lambda n: colors.contrast(_INKS[n], ground))
    return written


def _under(zones: Iterable[PlacedZone], at: Point) -> Iterator[Color]:
    """Yield the colours of fills at a point, from back to front; turns are ignored."""
    for zone in zones:
        for item in zone.own_items:
            if isinstance(item, PathItem) and (paint := opaque(item.fill)) is not None:
                box = bounds(item.path)
                if box.x <= at[0] <= box.right and box.y <= at[1] <= box.bottom:
                    yield next(iter(colors_of(paint)))
        yield from _under(zone.children, at)


def _ink(style: Node, palettes: list[Mapping[str, str]]) -> Color | None:
    """Return the colour of a style's letters; None if it is not a single colour."""
    if "color" not in style.mapping:
        return _INKS["#000000"]
    color = style.mapping["color"].value
    try:
        return find_color(color, *palettes) if isinstance(color, str) and "{{" not in color else None
    except (Problem, ValueError):
        return None


def _distance_from_body(style: Node) -> float:
    """Return how far a style's size is from that of running text, in points."""
    size = style.mapping["size"].value if "size" in style.mapping else "9pt"
    number = str(size).removesuffix("pt")
    return abs(float(number) - 9) if number.replace(".", "", 1).isdigit() else 99.0
