"""Colours as people see them: lightness, contrast, distance, and colour blindness. Printed colours are judged as sRGB:
CMYK counts as (1 - ink)(1 - black), a spot ink as its CMYK alternate.
"""

from __future__ import annotations

from functools import lru_cache
from math import dist

from carddesigner.core.color import Cmyk, Color, Gray, Rgb, Spot

Triple = tuple[float, float, float]
_Rows = tuple[Triple, Triple, Triple]

SIGHTS: dict[str, _Rows] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Matrices for linear sRGB: Machado, Oliveira and Fernandes 2009, severity 1.0."""

_XYZ: _Rows = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
GRAY: _Rows = (_XYZ[1],) * 3
"""What remains of linear sRGB on a printer without colours: its lightness."""
_WHITE = (0.95047, 1.0, 1.08883)


def srgb(color: Color) -> Triple:
    """Red, green and blue from 0 to 1, as a screen would show the colour."""
    if isinstance(color, Rgb):
        return color.r, color.g, color.b
    if isinstance(color, Gray):
        return color.level, color.level, color.level
    if isinstance(color, Spot):
        inks = color.alternate
        color = Cmyk(*(color.tint * v for v in (inks.c, inks.m, inks.y, inks.k)))
    return tuple((1 - ink) * (1 - color.k) for ink in (color.c, color.m, color.y))  # type: ignore[return-value]


def written(color: Color) -> str:
    """A colour as ``#rrggbb``."""
    return "#" + "".join(f"{round(255 * v):02x}" for v in srgb(color))


def _linear(color: Color) -> Triple:
    return tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in srgb(color))  # type: ignore[return-value]


def _times(rows: _Rows, v: Triple) -> Triple:
    return tuple(a * v[0] + b * v[1] + c * v[2] for a, b, c in rows)  # type: ignore[return-value]


@lru_cache(maxsize=4096)
def contrast(one: Color, other: Color) -> float:
    """WCAG 2's contrast ratio, from 1 to 21."""
    lights = sorted(_times(_XYZ, _linear(c))[1] + 0.05 for c in (one, other))
    return lights[1] / lights[0]


def _lab(linear: Triple) -> Triple:
    x, y, z = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
        for t in (v / w for v, w in zip(_times(_XYZ, linear), _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: Color, other: Color, sight: str | None = None) -> float:
    """The difference of two colours as seen with a *sight* of SIGHTS, by default normal (CIE76's ΔE: 2 is just visible,
    black and white are 100 apart).
    """
    return dist(_seen(one, sight), _seen(other, sight))


@lru_cache(maxsize=4096)
def _seen(color: Color, sight: str | None) -> Triple:
    """A colour in CIELAB, as seen with a *sight*."""
    linear = _linear(color)
    if sight is not None:
        linear = tuple(min(1.0, max(0.0, v)) for v in _times(SIGHTS[sight], linear))  # type: ignore[assignment]
    return _lab(linear)
