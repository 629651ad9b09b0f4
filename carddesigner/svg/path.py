"""Parse SVG path data."""

from __future__ import annotations

import re
from math import atan2, ceil, cos, isfinite, pi, radians, sin, sqrt, tan
from typing import cast

from carddesigner.core.geometry import Path, Segment
from carddesigner.svg.file import BETWEEN, NUMBER, SymbolProblem, broken, too_large

MAX_CHARACTERS = 1_000_000
MAX_SEGMENTS = 5_000

_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
"""The number of arguments of each command."""
_COMMANDS = "MmLlHhVvCcSsQqTtAaZz"
_OTHERS = "".join(c for c in _COMMANDS if c not in "MLC")
_RUN = re.compile(f"[ML][^C{_OTHERS}]*|C[^ML{_OTHERS}]*|[{_OTHERS}][^{_COMMANDS}]*")
_COMMAND = re.compile(f"([{_COMMANDS}])([^{_COMMANDS}]*)")
_STEPS, _OPERATORS = {"M": 3, "L": 3, "C": 7, "Z": 1}, {"M": "m", "L": "l", "C": "c", "Z": "h"}
"""The commands that most drawings consist of, and that need no calculation: their length with arguments, and their
operators in PDF.
"""
_USUAL = re.compile("[-.,0-9 \t\r\nMmLlHhVvCcSsQqTtZz]*")
"""Data in which the text between commas, spaces and signs is a number if Python's float accepts it."""
_NO_SPACE = dict.fromkeys(map(ord, BETWEEN))

# Numbers match atomically: digits that might be split in many ways would otherwise be tried in all of them.
_NUMBER, _BETWEEN = f"((?>{NUMBER.pattern}))", f"[{BETWEEN}]*"
_ARCS = f"(?<=[Aa])[^{_COMMANDS}]+"
_ARC = _BETWEEN.join(("", *[_NUMBER] * 3, *["([01])"] * 2, *[_NUMBER] * 2, ""))


Point = tuple[float, float]


def read_path(data: str, name: str = "path") -> Path:
    """The path in path data, which messages call *name*. Raises SymbolProblem for wrong data, or too much of it."""
    if len(data) > MAX_CHARACTERS:
        raise too_large(f"{name}: the path data is longer than {MAX_CHARACTERS:,} characters")
    usual = _USUAL.fullmatch(data) is not None
    if not usual:
        data = re.sub(_ARCS, lambda match: _with_spaces(match[0]), data)
        if NUMBER.sub("", data).translate(_NO_SPACE).strip(_COMMANDS):
            raise _more_than_numbers(data, name)
    if data.strip(BETWEEN)[:1] not in ("", "M", "m"):
        raise broken(f"{name}: path data begins with M")
    path = _Drawn()
    segments, operator = path.segments, _OPERATORS.__getitem__
    spaced = data.replace(",", " ").replace("M", " M ").replace("L", " L ").replace("C", " C ")
    for run in _RUN.findall(spaced.replace("-", " -") if usual else spaced):
        step = _STEPS.get(run[0], 0) if path.last != "Z" or run[0] == "M" else 0
        if step:
            tokens, before = run.split(), len(segments)
            commands = tokens[::step]
            del tokens[::step]
            values = map(float, tokens)
            try:
                segments += zip(map(operator, commands), *[values] * (step - 1), strict=True)
                path.last = run[0]
            except (KeyError, ValueError):
                del segments[before:]
                step = 0
        if not step:
            for command, text in _COMMAND.findall(run):
                path.draw(command, _numbers(text, usual, data, name), name)
        if len(segments) > MAX_SEGMENTS:
            raise _too_many(name)
    return tuple(segments)


class _Drawn:
    """A path drawn so far, and what the next command may refer to."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self.handle = (0.0, 0.0)  # of the last quadratic curve
        self.last = ""

    @property
    def at(self) -> Point:
        """The current point: if the path is closed, the start of its last subpath."""
        if self.segments and self.last != "Z":
            return cast("Point", self.segments[-1][-2:])
        ends = (s for s in reversed(self.segments) if s[0] == "m")
        return cast("Point", next(ends, ("m", 0.0, 0.0))[-2:])

    def draw(self, command: str, values: list[float], name: str) -> None:
        """Draw a command, repeated for each group of arguments."""
        op = command.upper()
        count, step = len(values), _TAKES[op]
        if count % step or not count if step else count:
            raise broken(f"{name}: {command} takes {step or 'no'} numbers, not {count}")
        # A segment takes at most seven numbers, so data that is too long is refused without reading all of it.
        if len(self.segments) + count // 7 > MAX_SEGMENTS:
            raise _too_many(name)
        if op == "Z":
            self.segments += [("h",)] if self.last != "Z" else []
        else:
            if self.last == "Z" and op != "M":
                self.segments.append(("m", *self.at))
            (self._lines if op in "MLHV" else self._curves)(op, values, step, relative=command != op)
        self.last = op

    def _lines(self, op: str, values: list[float], step: int, *, relative: bool) -> None:
        x, y = self.at
        for i in range(0, len(values), step):
            left, up = (x, y) if relative else (0.0, 0.0)
            x, y = left + values[i] if op != "V" else x, up + values[i + step - 1] if op != "H" else y
            self.segments.append(("l" if i or op != "M" else "m", x, y))

    def _curves(self, op: str, values: list[float], step: int, *, relative: bool) -> None:
        x, y = self.at
        for i in range(0, len(values), step):
            left, up = (x, y) if relative else (0.0, 0.0)
            end = left + values[i + step - 2], up + values[i + step - 1]
            if op == "A":
                rx, ry, turn, large, sweep, *_ = values[i : i + 7]
                self.segments += _arc((x, y), (rx, ry), radians(turn), (large != 0, sweep != 0), end)
            else:
                ends = [(left + values[n], up + values[n + 1]) for n in range(i, i + step, 2)]
                if op in "ST":
                    smooth = self.last in ("CS" if op == "S" else "QT") and self.last
                    p, q = cast("Point", self.segments[-1][3:5]) if smooth and op == "S" else self.handle
                    ends.insert(0, (2 * x - p, 2 * y - q) if smooth else (x, y))
                self.handle = p, q = ends[-2]
                if op in "QT":
                    ends[:1] = [
                        (x + 2 / 3 * (p - x), y + 2 / 3 * (q - y)),
                        (end[0] + 2 / 3 * (p - end[0]), end[1] + 2 / 3 * (q - end[1])),
                    ]
                self.segments.append(("c", *ends[0], *ends[1], *end))
            (x, y), self.last = end, op


def _numbers(text: str, usual: bool, data: str, name: str) -> list[float]:
    """The arguments of a command; in compact data only signs and points separate them."""
    if usual:
        try:
            return [*map(float, text.split())]
        except ValueError:
            if NUMBER.sub("", text).strip(BETWEEN):
                raise _more_than_numbers(data, name) from None
    return [float(n) for n in NUMBER.findall(text)]


def _with_spaces(numbers: str) -> str:
    """An arc's arguments separated by spaces: its flags, 0 or 1, may be written without separators."""
    out, at = "", 0
    while at < len(numbers):
        match = re.compile(_ARC).match(numbers, at)
        if match is None:
            return numbers  # a wrong number is reported later
        out += f" {' '.join(match.groups())}"
        at = match.end()
    return out


def _arc(start: Point, radii: Point, turn: float, flags: tuple[bool, bool], end: Point) -> list[Segment]:
    """An arc as cubic curves of at most a quarter each, according to the implementation notes of SVG 2 on elliptical
    arcs (B.2).
    """
    if start == end:
        return []
    (rx, ry), cosine, sine = map(abs, radii), cos(turn), sin(turn)
    # Half the way from end to start along the ellipse's axes, in units of its radii.
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    try:
        ux, uy = (cosine * dx + sine * dy) / rx, (cosine * dy - sine * dx) / ry
        grown = max(1.0, sqrt(ux * ux + uy * uy))
        rx, ry, ux, uy = rx * grown, ry * grown, ux / grown, uy / grown
        away = sqrt(max(0.0, 1 / (ux * ux + uy * uy) - 1)) * (-1 if flags[0] == flags[1] else 1)
    except (ZeroDivisionError, OverflowError):
        return [("l", *end)]
    middle_x, middle_y = away * uy, -away * ux
    first = atan2(uy - middle_y, ux - middle_x)
    whole = atan2(-uy - middle_y, -ux - middle_x) - first
    if flags[1] != (whole > 0):
        whole += 2 * pi if flags[1] else -2 * pi
    if not isfinite(whole):
        return [("l", *end)]
    count = ceil(abs(whole) / (pi / 2 + 0.001))
    k = 4 / 3 * tan(whole / count / 4)

    def point(x: float, y: float) -> Point:
        x, y = (x + middle_x) * rx, (y + middle_y) * ry
        return (start[0] + end[0]) / 2 + cosine * x - sine * y, (start[1] + end[1]) / 2 + sine * x + cosine * y

    out: list[Segment] = []
    for n in range(count):
        a, b = first + whole * n / count, first + whole * (n + 1) / count
        curve = point(cos(a) - k * sin(a), sin(a) + k * cos(a)), point(cos(b) + k * sin(b), sin(b) - k * cos(b))
        out.append(("c", *curve[0], *curve[1], *(point(cos(b), sin(b)) if n + 1 < count else end)))
    return out


def _too_many(name: str) -> SymbolProblem:
    message = f"{name}: the path has more than {MAX_SEGMENTS:,} segments; simplify it"
    return too_large(message, drawable=True)


def _more_than_numbers(data: str, name: str) -> SymbolProblem:
    return broken(f"{name}: the path data {data[:60]!r} has more than commands and numbers")
