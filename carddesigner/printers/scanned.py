"""Evaluate scans of both sides of a calibration sheet: where each side is printed on the paper, and so how the back
lies behind the front. The two sides share the paper's edges: places behind each other have equal distances from the
same edges.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import median
from typing import Literal

from msgspec import Struct

from carddesigner.core.geometry import Point, Rect
from carddesigner.core.papers import Paper
from carddesigner.core.printing import Flip
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DUPLEX
from carddesigner.printers.readings import REACH, BadReading, Reading, Target
from carddesigner.printers.scan import Scan

Edge = Literal["left", "top", "right", "bottom"]

_ACROSS: tuple[Edge, Edge] = ("left", "right")
_DOWN: tuple[Edge, Edge] = ("top", "bottom")
_SAMPLES = 90
"""The number of places along an edge where it is searched."""
_CORNER = 12 * MM
"""From a corner to the first of them."""
_INSIDE, _OUTSIDE = 5 * MM, 8 * MM
"""How far it is searched to both sides of its expected place: as far as printers are off, and more."""
_STEP = 0.1 * MM
_DARK = 0.6 * MM
"""The least width of the dark area beside the paper: printed lines are thinner."""
_STRAIGHT = 0.15 * MM
"""How far an edge's places may lie from its line."""
_HOW = "lay black paper behind the sheet, leave a little of it to be seen at every edge, and scan again"


class Line(Struct, frozen=True):
    """An edge of the paper in the coordinates of a printed page: its offset to the right or down as a function of the
    place along it.
    """

    start: float
    slope: float

    def at(self, along: float) -> float:
        """Its offset at a place."""
        return self.start + self.slope * along

    def place(self, beyond: float, along: float) -> float:
        """The offset of a point at a distance to the right of it, or below it."""
        return self.at(along) + beyond * sqrt(1 + self.slope**2)

    def beyond(self, across: float, along: float) -> float:
        """The distance of a point to the right of it, or below it."""
        return (across - self.at(along)) / sqrt(1 + self.slope**2)


def edges_of(scan: Scan, paper: Paper) -> dict[Edge, Line]:
    """The paper's edges that a scan shows against a dark background."""
    out: dict[Edge, Line] = {}
    wide, high = paper.width, paper.height
    sides: tuple[tuple[Edge, float, float, int], ...] = (
        ("left", 0.0, high, -1),
        ("top", 0.0, wide, -1),
        ("right", wide, high, 1),
        ("bottom", high, wide, 1),
    )
    for name, at, length, way in sides:
        places = []
        for i in range(_SAMPLES):
            along = _CORNER + (length - 2 * _CORNER) * i / (_SAMPLES - 1)
            crossing = _crossing(scan, at, along, way, upright=name in ("left", "right"))
            if crossing is not None:
                places.append((along, crossing))
        line = _line(places)
        if line is not None:
            out[name] = line
    return out


def _crossing(scan: Scan, at: float, along: float, way: int, *, upright: bool) -> float | None:
    """Where the paper ends on a line across one of its edges; None if that isn't visible."""
    levels: list[float] = []
    for i in range(round((_INSIDE + _OUTSIDE) / _STEP) + 1):
        across = at + way * (i * _STEP - _INSIDE)
        level = scan.level(across, along) if upright else scan.level(along, across)
        if level is None:
            break
        levels.append(level)
    wide = round(_DARK / _STEP)
    limit = scan.white - 0.3 * (scan.white - scan.black)
    for i in range(1, len(levels) - wide):
        if levels[i] < limit <= levels[i - 1] and max(levels[i + 2 : i + wide]) < limit:
            # Halfway from the paper to what lies beside it.
            beside = median(levels[i + 2 : i + wide])
            middle = (scan.white + beside) / 2
            j = next((k for k in range(max(i - 3, 1), i + wide) if levels[k] < middle <= levels[k - 1]), None)
            if j is None:
                return None
            part = (levels[j - 1] - middle) / (levels[j - 1] - levels[j])
            return at + way * ((j - 1 + part) * _STEP - _INSIDE)
    return None


def _line(places: Sequence[Point]) -> Line | None:
    """The line through most of the places; None if too few lie on one."""
    if len(places) < _SAMPLES // 3:
        return None
    half = len(places) // 2
    slope = median((q[1] - p[1]) / (q[0] - p[0]) for p, q in zip(places[:half], places[-half:], strict=True))
    start = median(v - slope * u for u, v in places)
    kept = [(u, v) for u, v in places if abs(v - start - slope * u) <= _STRAIGHT]
    if len(kept) < max(_SAMPLES // 4, len(places) // 2):
        return None
    mu, mv = sum(u for u, _ in kept) / len(kept), sum(v for _, v in kept) / len(kept)
    slope = sum((u - mu) * (v - mv) for u, v in kept) / sum((u - mu) ** 2 for u, _ in kept)
    return Line(mv - slope * mu, slope)


class Scanned(Struct, frozen=True):
    """The result of both scans: how the back lies behind the front, as readings of the scales, and the front's offset
    to the right and down on its paper, None if not all of its edges are visible.
    """

    readings: tuple[Reading, ...]
    shift: Point | None


def read_sides(scans: Sequence[Scan], there: Sequence[Target], paper: Paper, duplex: Flip) -> Scanned:
    """Evaluate scans of the front and the back. Raises BadReading for another number of sides, and if edges aren't
    visible.
    """
    by_side = {scan.side: scan for scan in scans}
    if len(scans) != 2 or len(by_side) != 2:
        missing = next((side for side in ("front", "back") if side not in by_side), None)
        names = ", ".join(f"{scan.name} ({scan.side})" for scan in scans)
        wanted = f"scan the {missing} too" if missing is not None else "give one scan of each side"
        raise BadReading(f"both sides of the sheet are needed, and there is {names}; {wanted}")
    edges = {side: edges_of(scan, paper) for side, scan in by_side.items()}
    front, back = edges["front"], edges["back"]
    turned = DUPLEX[duplex].behind(Rect(0.0, 0.0, 0.0, 0.0), paper.width, paper.height)
    # The left of the front is the right of the back on a sheet that is turned over like a book's page.
    mirrored = _ACROSS if turned.x else _DOWN
    behind: dict[Edge, Edge] = {mirrored[0]: mirrored[1], mirrored[1]: mirrored[0]}
    readings = []
    for target in there:
        places = []
        for axis, (low, high) in enumerate((_ACROSS, _DOWN)):
            x, y = target.front[axis], target.front[1 - axis]
            nearest = (low, high) if x < (paper.width, paper.height)[axis] / 2 else (high, low)
            edge = next((e for e in nearest if e in front and behind.get(e, e) in back), None)
            if edge is None:
                shown = " and ".join(f"{scan.name} {_shown(edges[side])}" for side, scan in by_side.items())
                raise BadReading(f"no {low} or {high} edge of the paper is to be seen in both scans ({shown}); {_HOW}")
            away, other = front[edge].beyond(x, y), back[behind.get(edge, edge)]
            place = other.place(away if edge not in behind else -away, target.back[1 - axis])
            places.append((place - target.back[axis]) / MM)
        across, down = places
        if max(abs(across), abs(down)) > REACH:
            raise BadReading(
                f"the back lies {max(abs(across), abs(down)):.0f} mm off at {target.letter}, farther than any printer is; was the "
                "sheet printed at 100 %, and is all of each side's paper in its scan?"
            )
        readings.append(Reading(target.letter, across, -down))
    dx = _off(front, _ACROSS, paper.width, paper.height)
    dy = _off(front, _DOWN, paper.height, paper.width)
    return Scanned(tuple(readings), (dx, dy) if dx is not None and dy is not None else None)


def _shown(edges: Mapping[Edge, Line]) -> str:
    return f"shows {', '.join(edges)}" if edges else "shows none"


def _off(front: Mapping[Edge, Line], pair: tuple[Edge, Edge], size: float, other: float) -> float | None:
    """The offset of the print from the paper's middle; None if not both edges are visible."""
    low, high = (front.get(edge) for edge in pair)
    if low is None or high is None:
        return None
    return size / 2 - (low.at(other / 2) + high.at(other / 2)) / 2
