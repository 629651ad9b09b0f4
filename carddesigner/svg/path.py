"""SVG path data to paths."""

from __future__ import annotations

import re
from itertools import repeat
from math import atan2, ceil, cos, isfinite, pi, radians, sin, sqrt, tan

from carddesigner.core.geometry import Path, Segment
from carddesigner.svg.file import BETWEEN, NUMBER, SymbolProblem

MAX_CHARACTERS = 1_000_000
MAX_SEGMENTS = 5_000

_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
"""How many numbers each command takes."""
_COMMANDS = "MmLlHhVvCcSsQqTtAaZz"
_RUN = re.compile(f"([{_COMMANDS}])([^{_COMMANDS}]*)")
_USUAL = re.compile("[-.,0-9 \t\r\nMmLlHhVvCcSsQqTtZz]*")
"""Data in which what lies between commas, spaces and signs is a number if Python takes it for one."""
_NO_SPACE = dict.fromkeys(map(ord, BETWEEN))

# A number is taken whole or not at all: digits that might be split in many ways would be tried in all of them.
_NUMBER, _BETWEEN = f"((?>{NUMBER.pattern}))", f"[{BETWEEN}]*"
_ARCS = re.compile(f"(?<=[Aa])[^{_COMMANDS}]+")
_ARC = re.compile(_BETWEEN.join(("", *[_NUMBER] * 3, *["([01])"] * 2, *[_NUMBER] * 2, "")))


Point = tuple[float, float]


def read_path(data: str, name: str = "path") -> Path:
    """The path in path data that is called *name* in messages.

    Raises SymbolProblem for data that can't be read, and for more than ``MAX_SEGMENTS``.
    """
    if len(data) > MAX_CHARACTERS:
        raise SymbolProblem("svg-too-large", f"{name}: the path data is longer than {MAX_CHARACTERS:,} characters")
    usual = _USUAL.fullmatch(data) is not None
    if not usual:
        data = _ARCS.sub(lambda match: _with_spaces(match[0]), data)
        if NUMBER.sub("", data).translate(_NO_SPACE).strip(_COMMANDS):
            raise _more_than_numbers(data, name)
    if data.strip(BETWEEN)[:1] not in ("", "M", "m"):
        raise SymbolProblem("broken-svg", f"{name}: path data begins with M")
    path = _Drawn()
    spaced = data.replace("-", " -").replace(",", " ") if usual else data
    for command, text in _RUN.findall(spaced):
        values = _numbers(text, usual, data, name)
        count, step = len(values), _TAKES[command.upper()]
        if count % step or not count if step else count:
            raise SymbolProblem("broken-svg", f"{name}: {command} takes {step or 'no'} numbers, not {count}")
        # No segment takes more than seven numbers: what is too long is not read to its end.
        if len(path.segments) + count // 7 <= MAX_SEGMENTS:
            path.draw(command, values, step)
        if len(path.segments) + count // 7 > MAX_SEGMENTS:
            message = f"{name}: the path has more than {MAX_SEGMENTS:,} segments; simplify it"
            raise SymbolProblem("svg-too-large", message, drawable=True)
    return tuple(path.segments)


class _Drawn:
    """A path as far as it is drawn, the point that it has come to, and what the next command may refer to."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self.at = self.start = self.handle = (0.0, 0.0)
        self.last = ""

    def draw(self, command: str, values: list[float], step: int) -> None:
        """Do a command for each *step* of its values."""
        op = command.upper()
        if op == "Z":
            self.segments += [("h",)] if self.last != "Z" else []
            self.at = self.start
        elif op == "M":
            x, y = self.at if command == "m" else (0.0, 0.0)
            self.at = self.start = x + values[0], y + values[1]
            self.segments.append(("m", *self.at))
            self._lines(op, values[2:], 2, relative=command == "m")
        else:
            if self.last == "Z":
                self.segments.append(("m", *self.at))
            if command in "LC":
                # What most drawings are made of takes no reckoning.
                run = iter(values)
                self.segments += zip(repeat(command.lower()), *[run] * step)
                *_, p, q, x, y = (0.0, 0.0, *values)
                self.handle, self.at = (p, q), (x, y)
            elif op in "LHV":
                self._lines(op, values, step, relative=command != op)
            else:
                self._curves(op, values, step, relative=command != op)
        self.last = op

    def _lines(self, op: str, values: list[float], step: int, *, relative: bool) -> None:
        for i in range(0, len(values), step):
            x, y = self.at
            left, up = (x, y) if relative else (0.0, 0.0)
            self.at = left + values[i] if op != "V" else x, up + values[i + step - 1] if op != "H" else y
            self.segments.append(("l", *self.at))

    def _curves(self, op: str, values: list[float], step: int, *, relative: bool) -> None:
        for i in range(0, len(values), step):
            x, y = self.at
            left, up = (x, y) if relative else (0.0, 0.0)
            end = left + values[i + step - 2], up + values[i + step - 1]
            if op == "A":
                rx, ry, turn, large, sweep, *_ = values[i : i + 7]
                self.segments += _arc(self.at, (rx, ry), radians(turn), (large != 0, sweep != 0), end)
            else:
                ends = [(left + values[n], up + values[n + 1]) for n in range(i, i + step, 2)]
                if op in "ST":
                    smooth = self.last in ("CS" if op == "S" else "QT") and self.last
                    ends.insert(0, (2 * x - self.handle[0], 2 * y - self.handle[1]) if smooth else (x, y))
                self.handle = p, q = ends[-2]
                if op in "QT":
                    ends[:1] = [
                        (x + 2 / 3 * (p - x), y + 2 / 3 * (q - y)),
                        (end[0] + 2 / 3 * (p - end[0]), end[1] + 2 / 3 * (q - end[1])),
                    ]
                self.segments.append(("c", *ends[0], *ends[1], *end))
            self.at, self.last = end, op


def _numbers(text: str, usual: bool, data: str, name: str) -> list[float]:
    """The numbers after a command; in compact data only their signs and points separate them."""
    if usual:
        try:
            return [*map(float, text.split())]
        except ValueError:
            if NUMBER.sub("", text).strip(BETWEEN):
                raise _more_than_numbers(data, name) from None
    return [float(n) for n in NUMBER.findall(text)]


def _with_spaces(numbers: str) -> str:
    """An arc's numbers separated by spaces: its flags, 0 or 1, may stand close to each other and to what follows."""
    out, at = "", 0
    while at < len(numbers):
        match = _ARC.match(numbers, at)
        if match is None:
            return numbers  # of a wrong number
        out += f" {' '.join(match.groups())}"
        at = match.end()
    return out


def _arc(start: Point, radii: Point, turn: float, flags: tuple[bool, bool], end: Point) -> list[Segment]:
    """An arc as cubic curves of at most a quarter each, as SVG 2 has it in its notes on elliptical arcs (B.2)."""
    if start == end:
        return []
    (rx, ry), cosine, sine = map(abs, radii), cos(turn), sin(turn)
    # Half the way from end to start along the ellipse's axes, measured in its radii.
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


def _more_than_numbers(data: str, name: str) -> SymbolProblem:
    return SymbolProblem("broken-svg", f"{name}: the path data {data[:60]!r} has more than commands and numbers")
