"""A pen for flat shapes: smooth outlines, limbs, seeded chance, colours mixed; written as SVG of paths and plain fills."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from math import cos, hypot, pi, sin
from typing import Any

Point = tuple[float, float]

WIDTH, HEIGHT = 573, 400
"""The picture in tenths of a millimetre, as it stands on the card."""


def mix(a: str, b: str, share: float) -> str:
    """The colour *a* with this *share* of *b*."""
    parts = [(int(a[i : i + 2], 16), int(b[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in parts)


class Chance:
    """Numbers that look random and are the same for a name, on every machine and version."""

    def __init__(self, name: str) -> None:
        self._name, self._count = name, 0

    def between(self, low: float, high: float) -> float:
        self._count += 1
        digest = hashlib.sha256(f"{self._name} {self._count}".encode()).digest()
        return low + (high - low) * int.from_bytes(digest[:6], "big") / 2**48

    def one_of(self, things: Sequence[float]) -> float:
        return things[min(len(things) - 1, int(self.between(0, len(things))))]


def _number(value: float) -> str:
    return str(round(value))


def _data(commands: Iterable[tuple[str, tuple[float, ...]]]) -> str:
    out = ""
    for letter, values in commands:
        out += letter
        for i, value in enumerate(values):
            text = _number(value)
            out += text if i == 0 or text.startswith("-") else " " + text
    return out


def sharp(points: Sequence[Point]) -> str:
    """A closed outline of straight lines."""
    return _data([("M" if i == 0 else "L", p) for i, p in enumerate(points)]) + "Z"


def smooth(points: Sequence[Point], closed: bool = True, tension: float = 1.0) -> str:
    """A curve through the points."""
    n = len(points)
    commands: list[tuple[str, tuple[float, ...]]] = [("M", points[0])]
    for i in range(n if closed else n - 1):
        if closed:
            p0, p1, p2, p3 = (points[(i + k) % n] for k in (-1, 0, 1, 2))
        else:
            p0, p1, p2, p3 = (points[min(max(i + k, 0), n - 1)] for k in (-1, 0, 1, 2))
        k = tension / 6
        commands.append(
            (
                "C",
                (
                    p1[0] + (p2[0] - p0[0]) * k,
                    p1[1] + (p2[1] - p0[1]) * k,
                    p2[0] - (p3[0] - p1[0]) * k,
                    p2[1] - (p3[1] - p1[1]) * k,
                    *p2,
                ),
            )
        )
    return _data(commands) + ("Z" if closed else "")


def mirrored(points: Sequence[Point]) -> list[Point]:
    """The points, then those of the other half, x turned over, back to the first."""
    return [*points, *((-x, y) for x, y in reversed(points) if abs(x) > 0.5)]


def limb(*joints: tuple[float, float, float]) -> str:
    """A limb through joints of x, y and width, its ends round."""
    left: list[Point] = []
    right: list[Point] = []
    for i, (x, y, w) in enumerate(joints):
        x0, y0, _ = joints[max(0, i - 1)]
        x1, y1, _ = joints[min(len(joints) - 1, i + 1)]
        d = hypot(x1 - x0, y1 - y0) or 1
        nx, ny = -(y1 - y0) / d * w / 2, (x1 - x0) / d * w / 2
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    (xa, ya, wa), (xb, yb, wb) = joints[0], joints[-1]
    da = hypot(joints[1][0] - xa, joints[1][1] - ya) or 1
    db = hypot(joints[-2][0] - xb, joints[-2][1] - yb) or 1
    start = (xa - (joints[1][0] - xa) / da * wa * 0.4, ya - (joints[1][1] - ya) / da * wa * 0.4)
    end = (xb - (joints[-2][0] - xb) / db * wb * 0.4, yb - (joints[-2][1] - yb) / db * wb * 0.4)
    return smooth([start, *left, end, *reversed(right)])


def disc(x: float, y: float, r: float, ry: float | None = None) -> str:
    """A circle or ellipse."""
    ry = r if ry is None else ry
    k, m = 0.5523 * r, 0.5523 * ry
    return _data(
        [
            ("M", (x + r, y)),
            ("C", (x + r, y + m, x + k, y + ry, x, y + ry)),
            ("C", (x - k, y + ry, x - r, y + m, x - r, y)),
            ("C", (x - r, y - m, x - k, y - ry, x, y - ry)),
            ("C", (x + k, y - ry, x + r, y - m, x + r, y)),
        ]
    )


def ring(x: float, y: float, r: float, corners: int, turn: float = 0.0, inner: float | None = None) -> list[Point]:
    """The corners of a regular polygon, or of a star with an *inner* radius."""
    count = corners * (2 if inner is not None else 1)
    out = []
    for i in range(count):
        reach = r if inner is None or i % 2 == 0 else inner
        at = turn - pi / 2 + i * 2 * pi / count
        out.append((x + reach * cos(at), y + reach * sin(at)))
    return out


class Canvas:
    """Shapes from back to front."""

    def __init__(self) -> None:
        self._out: list[str] = []
        self._last: str | None = None

    def fill(self, data: str, color: str) -> None:
        """A filled outline; neighbours of one colour become one path where they were drawn one after the other."""
        self._out.append(f'<path fill="{color}" d="{data}"/>')

    def line(self, data: str, color: str, width: float) -> None:
        self._out.append(
            f'<path fill="none" stroke="{color}" stroke-width="{width:g}" stroke-linecap="round" d="{data}"/>'
        )

    def dots(self, places: Sequence[Point], color: str, width: float) -> None:
        """Round dots: lines of no length."""
        self.line("".join(f"M{x:.0f} {y:.0f}L{x:.0f} {y:.0f}" for x, y in places), color, width)

    def ball(self, x: float, y: float, r: float, color: str) -> None:
        """A disc, in a quarter of the bytes that curves take."""
        self.dots([(x, y)], color, 2 * r)

    def group(self, x: float, y: float, scale: float, mirror: bool = False, turn: float = 0.0) -> None:
        across = -scale if mirror else scale
        turned = f" rotate({turn:g})" if turn else ""
        self._out.append(f'<g transform="translate({x:.0f} {y:.0f}){turned} scale({across:.3g} {scale:.3g})">')

    def end(self) -> None:
        self._out.append("</g>")

    def svg(self) -> str:
        body = "\n".join(self._out)
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">\n{body}\n</svg>\n'


Drawing = Callable[[Canvas, Any, Chance], Any]
"""Draws a subject or a land in a scene's tones."""
