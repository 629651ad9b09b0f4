"""The correction of a printer's tones: an ascending curve from black to paper white, by which the intended tones are
printed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from carddesigner.core.color import Cmyk, Color, Gray, Rgb, Spot

MAX_PAIRS = 32
"""The most pairs of a curve."""


class Tones(Struct, frozen=True):
    """A piecewise linear curve through *pairs* of an intended tone and the tone to draw, from 0 for black to 1 for
    white.
    """

    pairs: tuple[tuple[float, float], ...]

    def drawn(self, tone: float) -> float:
        """Return the tone to draw for an intended one."""
        i = bisect_right(self.pairs, tone, 1, len(self.pairs) - 1, key=lambda pair: pair[0])
        (x, y), (u, v) = self.pairs[i - 1], self.pairs[i]
        part = (tone - x) / (u - x)
        return (1 - part) * y + part * v

    def color(self, color: Color) -> Color:
        """Return the colour to draw. An ink is corrected by the light that it leaves; a spot colour's alternate is
        corrected.
        """
        d = self.drawn
        if isinstance(color, Rgb):
            return Rgb(d(color.r), d(color.g), d(color.b), color.alpha)
        if isinstance(color, Gray):
            return Gray(d(color.level), color.alpha)
        if isinstance(color, Spot):
            alternate = self.color(color.alternate)
            assert isinstance(alternate, Cmyk)
            return Spot(color.name, alternate, color.tint, color.alpha)
        c, m, y, k = (1.0 - d(1.0 - ink) for ink in (color.c, color.m, color.y, color.k))
        return Cmyk(c, m, y, k, color.alpha)

    def table(self, *, inks: bool = False) -> list[int]:
        """The curve as a table for bytes of pixels, or of *inks*, where 255 is full coverage."""
        drawn = [round(255 * self.drawn(value / 255)) for value in range(256)]
        return [255 - drawn[255 - value] for value in range(256)] if inks else drawn


def tones_through(pairs: Sequence[tuple[float, float]]) -> Tones:
    """Return the curve through these pairs, with black and white fixed. Raises ValueError if it doesn't ascend
    throughout.
    """
    if len(pairs) > MAX_PAIRS:
        raise ValueError(f"a curve has at most {MAX_PAIRS} pairs")
    own = [pair for pair in sorted(pairs) if pair not in ((0.0, 0.0), (1.0, 1.0))]
    whole = ((0.0, 0.0), *own, (1.0, 1.0))
    for (x, y), (u, v) in pairwise(whole):
        if not (u > x and v > y):
            raise ValueError(
                f"brightness goes up from [0, 0] to [1, 1], both numbers of each pair, and [{u:g}, {v:g}] doesn't after [{x:g}, {y:g}]"
            )
    return Tones(whole)
