"""Drawings in one colour, whatever their own colours."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.color import Cmyk, Color, Gray, Rgb, Spot
from carddesigner.core.items import Drawn, Item, Symbol, SymbolPath, painted, repainted
from carddesigner.core.paint import OF_ALL, Gradient


@lru_cache(maxsize=256)
def tinted(symbol: Symbol, color: Color | Gradient) -> Symbol:
    """Return a symbol with all paths in tints of one colour: the darkest path gets the colour itself, lighter ones are
    mixed with white in proportion. With a gradient, all paths get the gradient.
    """
    digest = hashlib.sha256(f"{symbol.digest} {color}".encode()).hexdigest()
    if symbol.drawn is not None:
        return replace(symbol, drawn=_TintedDrawing(symbol.drawn), digest=digest)
    own = [c for p in symbol.paths for c in _own_colors(p) if not isinstance(c, Gradient)]
    mixed = _mixing(own, color, darkest=0.0 if symbol.takes_color else None)
    paths = []
    for p in symbol.paths:
        fill, stroke, in_color = p.fill, p.stroke, p.line_in_color
        if stroke is not None and not in_color:
            line = mixed(stroke.color)
            stroke, in_color = replace(stroke, color=line or stroke.color), line is None
        paths.append(replace(p, fill=mixed(fill) if fill is not None else None, stroke=stroke, line_in_color=in_color))
    return replace(symbol, paths=tuple(paths), digest=digest)


def _mixing(
    own_colors: Sequence[Color], color: Color | Gradient, darkest: float | None
) -> Callable[[Color | Gradient], Color | None]:
    """Return the function that maps an original colour to its tint; None stands for the colour that the symbol is
    placed with.
    """
    levels = {c: 0.3 * r + 0.59 * g + 0.11 * b for c in own_colors for r, g, b in [_rgb(c)]}
    least = min(levels.values(), default=0.0) if darkest is None else darkest

    def mixed(original: Color | Gradient) -> Color | None:
        if isinstance(original, Gradient) or isinstance(color, Gradient) or color == OF_ALL or least > 0.99:
            return None
        light = min(1.0, round((levels[original] - least) / (1 - least), 6))
        return _lighter(color, light) if light > 0.01 else None

    return mixed


class _TintedDrawing(Struct, frozen=True):
    """A drawing whose items are all in tints of one colour."""

    drawn: Drawn
    takes_color: bool = True

    def __call__(self, color: Color | Gradient) -> tuple[Item, ...]:
        """Return the items; the darkest gets this colour."""
        items = self.drawn(Gray(0.0))
        mixed = _mixing(tuple(painted(items)), color, darkest=0.0 if self.drawn.takes_color else None)

        def single(own: Color) -> Color:
            made = mixed(own) or (color if not isinstance(color, Gradient) else own)
            return replace(made, alpha=made.alpha * own.alpha)

        def tint(own: Color | Gradient) -> Color | Gradient:
            if isinstance(color, Gradient):
                return color
            if isinstance(own, Gradient):
                return replace(own, stops=tuple(replace(stop, color=single(stop.color)) for stop in own.stops))
            return single(own)

        return repainted(items, tint)


def _own_colors(path: SymbolPath) -> list[Color | Gradient]:
    line = path.stroke.color if path.stroke is not None and not path.line_in_color else None
    return [c for c in (path.fill, line) if c is not None]


def _rgb(color: Color) -> tuple[float, float, float]:
    """A colour in red, green and blue, precise enough to compare brightness."""
    if isinstance(color, Rgb):
        return color.r, color.g, color.b
    if isinstance(color, Gray):
        return (color.level,) * 3
    inks, tint = (color.alternate, color.tint) if isinstance(color, Spot) else (color, 1.0)
    r, g, b = (1 - min(1.0, tint * (ink + inks.k)) for ink in (inks.c, inks.m, inks.y))
    return r, g, b


def _lighter(color: Color, light: float) -> Color:
    """Mix a colour with white; *light* is the fraction of white."""
    if isinstance(color, Spot):
        return replace(color, tint=color.tint * (1 - light))
    if isinstance(color, Cmyk):
        return replace(color, **{ink: getattr(color, ink) * (1 - light) for ink in "cmyk"})
    parts = ("level",) if isinstance(color, Gray) else ("r", "g", "b")
    return replace(color, **{part: 1 - (1 - getattr(color, part)) * (1 - light) for part in parts})
