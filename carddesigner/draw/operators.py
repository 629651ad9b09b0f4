"""Write numbers, colours and paths as PDF operators.

Only this module turns y over: layout has y down, PDF has it up, so every y is written with its sign changed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from carddesigner.core.color import Cmyk, Color, Gray, Rgb, Spot
from carddesigner.core.geometry import Matrix, Path, Rect
from carddesigner.core.items import Stroke

MAX_NUMBERS = 20_000
"""The most numbers whose texts are cached."""


class _Numbers(dict[float, str]):
    """The texts of numbers, made on demand."""

    def __missing__(self, value: float) -> str:
        text = f"{value:.3f}".rstrip("0").rstrip(".")
        text = "0" if text == "-0" else text
        if len(self) >= MAX_NUMBERS:
            self.clear()
        self[value] = text
        return text


_NUMBERS = _Numbers()


number: Callable[[float], str] = _NUMBERS.__getitem__
"""Return a number in PDF's form, with at most three decimals and no exponent."""


@lru_cache(maxsize=4096)
def matrix(m: Matrix) -> str:
    """The ``cm`` operator for a matrix with y down."""
    a, b, c, d, e, f = m
    return f"{_factor(a)} {_factor(-b)} {_factor(-c)} {_factor(d)} {number(e)} {number(-f)} cm\n"


def _factor(value: float) -> str:
    """A factor in a matrix. It needs more decimals: a thousandth of a page's length would be 0.3 mm."""
    text = f"{value:.7f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def rectangle(r: Rect) -> str:
    """The ``re`` operator for a rectangle."""
    return f"{number(r.x)} {number(-r.bottom)} {number(r.width)} {number(r.height)} re\n"


@lru_cache(maxsize=1024)
def path(segments: Path) -> str:
    """Path construction operators; the text of equal paths is cached."""
    return long_path(segments)


def long_path(segments: Path) -> str:
    """The same without the cache, for a path that won't occur again: looking it up takes as long as writing it."""
    n = _NUMBERS
    out: list[str] = []
    for segment in segments:
        if len(segment) == 3:
            op, x, y = segment
            out.append(f"{n[x]} {n[-y]} {op}")
        elif len(segment) == 7:
            op, x1, y1, x2, y2, x, y = segment
            out.append(f"{n[x1]} {n[-y1]} {n[x2]} {n[-y2]} {n[x]} {n[-y]} {op}")
        else:
            out.append(segment[0])
    return " ".join(out) + "\n"


class _Written(dict[str, str]):
    """The PDF texts of the numbers in path data, multiplied by a sign."""

    def __init__(self, sign: float) -> None:
        self.sign = sign

    def __missing__(self, text: str) -> str:
        if len(self) >= MAX_NUMBERS:
            self.clear()
        made = self[text] = number(self.sign * float(text))
        return made


_X, _Y = _Written(1.0).__getitem__, _Written(-1.0).__getitem__
_BETWEEN = (("M", " "), ("L", " "), ("C", " "), ("Z", " "), (",", " "), ("-", " -"))
_NO_NUMBERS = str.maketrans(dict.fromkeys("0123456789.-, "))
_COMMANDS = {"M": "%s %s m", "L": "%s %s l", "C": "%s %s %s %s %s %s c", "Z": "h"}


def path_data(data: str) -> str:
    """The result of ``long_path`` for the path in ``PathData``, without making the path."""
    commands = " ".join(map(_COMMANDS.__getitem__, data.translate(_NO_NUMBERS)))
    for old, new in _BETWEEN:
        data = data.replace(old, new)
    numbers = data.split()
    numbers[::2] = map(_X, numbers[::2])
    numbers[1::2] = map(_Y, numbers[1::2])
    return f"{commands}\n" % tuple(numbers)


def spot_name(color: Spot) -> str:
    """The resource name of a spot colour's colour space."""
    return "S" + color.name.encode("utf-8").hex()


@lru_cache(maxsize=1024)
def fill_color(color: Color) -> str:
    """The operator that sets the fill colour."""
    if isinstance(color, Rgb):
        if color.r == color.g == color.b:
            return f"{number(color.r)} g\n"
        return f"{number(color.r)} {number(color.g)} {number(color.b)} rg\n"
    if isinstance(color, Cmyk):
        return f"{number(color.c)} {number(color.m)} {number(color.y)} {number(color.k)} k\n"
    if isinstance(color, Gray):
        return f"{number(color.level)} g\n"
    return f"/{spot_name(color)} cs {number(color.tint)} scn\n"


@lru_cache(maxsize=1024)
def stroke_color(color: Color) -> str:
    """The operator that sets the stroke colour."""
    *values, op = fill_color(color).split()
    if isinstance(color, Spot):
        return f"/{spot_name(color)} CS {number(color.tint)} SCN\n"
    return " ".join([*values, op.upper()]) + "\n"


def stroke_style(stroke: Stroke, color: Color) -> str:
    """The operators that set a line's *color*, width, caps, joins and dashes."""
    return line_style(stroke, stroke_color(color))


def line_style(stroke: Stroke, color: str) -> str:
    """The same, given the operator that sets the colour."""
    out = color + f"{number(stroke.width)} w\n"
    if stroke.cap:
        out += f"{stroke.cap} J\n"
    if stroke.join:
        out += f"{stroke.join} j\n"
    if stroke.dash:
        out += f"[{' '.join(number(d) for d in stroke.dash)}] 0 d\n"
    return out
