"""Colours as values. Components run from 0 to 1, and so does ``alpha``, how opaque a colour is."""

from __future__ import annotations

import re

from msgspec import Struct, field


class Cmyk(Struct, frozen=True, omit_defaults=True):
    """Cyan, magenta, yellow, black."""

    c: float
    m: float
    y: float
    k: float
    alpha: float = 1.0


class _Rgb(Struct, frozen=True):
    r: float
    g: float
    b: float
    alpha: float = 1.0


class Rgb(_Rgb, frozen=True, omit_defaults=True, kw_only=True):
    """Red, green, blue. ``own`` is the CMYK colour for a press, if the designer gave one."""

    own: Cmyk | None = None


class Gray(Struct, frozen=True, omit_defaults=True):
    """0 is black, 1 is white."""

    level: float
    alpha: float = 1.0


def _whole() -> float:
    return 1.0


class Spot(Struct, frozen=True, omit_defaults=True):
    """A named ink, shown as its CMYK alternate where the ink isn't available."""

    name: str
    alternate: Cmyk
    tint: float = field(default_factory=_whole)  # a factory, because a plain default would be left out of digests
    alpha: float = 1.0


Color = Rgb | Cmyk | Gray | Spot

_NO_SPOTS = frozenset(("all", "none", "cyan", "magenta", "yellow", "black"))
"""Names that PDF reserves: all inks, no ink, and the four process inks."""
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\Z")
_CALL = r"(rgb|cmyk|spot)\((.*)\)\Z"
FORMS = '"#rrggbb", "#rrggbbaa", rgb(r, g, b), cmyk(c, m, y, k) or spot(name, c, m, y, k)'
_WITH_INKS = r"(#[0-9a-fA-F]+|rgb\([^)]*\))\s+(cmyk\(.*\))\Z"


def parse_color(text: str) -> Color:
    """Read ``#rrggbb``, ``#rrggbbaa``, ``#rgb``, ``rgb(0-255 ×3)``, ``cmyk(0-100 ×4)`` or ``spot(name, cmyk 0-100
    ×4)``. An RGB colour can be followed by the inks for a press: ``#1b1b1b cmyk(0, 0, 0, 100)``. Raises ValueError with
    a message for the designer.
    """
    text = text.strip()
    both = re.match(_WITH_INKS, text, re.S) if "cmyk" in text[1:] else None
    if both is not None:
        shown, inks = parse_color(both[1]), parse_color(both[2])
        assert isinstance(shown, Rgb)
        assert isinstance(inks, Cmyk)
        return Rgb(shown.r, shown.g, shown.b, shown.alpha, own=inks)
    if _HEX.match(text):
        digits = text[1:] if len(text) > 4 else "".join(2 * d for d in text[1:])
        return Rgb(*(int(digits[i : i + 2], 16) / 255 for i in range(0, len(digits), 2)))
    call = re.match(_CALL, text, re.S)
    if call is None:
        raise ValueError(f"{text!r} is not a colour; write {FORMS}")
    kind, parts = call[1], [p.strip() for p in call[2].split(",")]
    if kind == "rgb":
        return Rgb(*_numbers(text, parts, 3, 255))
    if kind == "cmyk":
        return Cmyk(*_numbers(text, parts, 4, 100))
    name = parts[0].strip("\"'")
    if not name:
        raise ValueError(f"{text!r}: a spot colour needs a name")
    if name.casefold() in _NO_SPOTS:
        raise ValueError(f"{text!r}: no ink of your own can be called {name}, which means something else to presses")
    return Spot(name, Cmyk(*_numbers(text, parts[1:], 4, 100)))


def css_color(name: str) -> Rgb | None:
    """Return the colour with a CSS name, None if there is no such name."""
    if name in ("black", "white"):  # the most frequent ones in drawings
        return Rgb(0.0, 0.0, 0.0) if name == "black" else Rgb(1.0, 1.0, 1.0)
    from PIL import ImageColor

    color = ImageColor.colormap.get(name.lower())
    return Rgb(*(v / 255 for v in ImageColor.getrgb(name)[:3])) if color is not None else None


def _numbers(text: str, parts: list[str], count: int, top: float) -> list[float]:
    try:
        values = [float(p.rstrip("%")) for p in parts]
    except ValueError:
        values = []
    if len(values) != count or not all(0 <= v <= top for v in values):
        raise ValueError(f"{text!r} needs {count} numbers from 0 to {top:g}")
    return [v / top for v in values]
