"""Show the lines of a die: drawn where paper is bare, marked by ticks where art covers them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist
from typing import Literal, NamedTuple

from msgspec import Struct

from carddesigner.core.color import Cmyk, Gray, Rgb
from carddesigner.core.face import PlacedZone
from carddesigner.core.geometry import Matrix, Path, Point, Rect, around, around_all
from carddesigner.core.items import GroupItem, ImageItem, Item, PathItem, SymbolItem
from carddesigner.core.paint import Paint, colors_of
from carddesigner.core.units import MM
from carddesigner.nets.die import Die
from carddesigner.nets.polygons import Edge, Polygon, edges, grown

Kind = Literal["cut", "fold"]
Stretch = tuple[float, float]
"""A part of a line: start and end in points from the line's start."""

AWAY = 0.6 * MM
"""The distance between a visible face and a tick."""
LENGTH = 4 * MM
LEAST = 1 * MM
"""The length of a tick, and its minimum."""
_STRETCH = 1.5 * MM
"""A line is drawn on bare paper only in stretches longer than this."""
_SHORT = 4 * MM
"""Cuts shorter than this are parts of curves, which ticks can't show."""
_SHORT_FOLD = 6 * MM
"""Folds shorter than this are the feet of teeth; ticks for all of them would overlap."""
_SLACK = 0.25 * MM
"""How far a tick may extend into the distance kept from visible faces."""
_BESIDE = 0.3 * MM
_WHITE = (Gray(1.0), Rgb(1.0, 1.0, 1.0), Cmyk(0.0, 0.0, 0.0, 0.0))


class DieGuides(Struct, frozen=True):
    """The stretches of cuts and folds that are drawn, and the ticks for the rest; ``curves`` are cuts through art that
    are not straight.
    """

    cuts: tuple[Edge, ...]
    folds: tuple[Edge, ...]
    cut_ticks: tuple[Edge, ...]
    fold_ticks: tuple[Edge, ...]
    curves: tuple[Edge, ...]


def die_guides(die: Die, zones: Sequence[PlacedZone], bleed: float) -> DieGuides:
    """Return how to show the lines of a die under the art of *zones*. Ticks lie outside all visible faces, on waste or
    hidden panels; a line without room for ticks is drawn whole.
    """
    grounds = _printed_grounds(zones)
    drawn: dict[Kind, list[Edge]] = {"cut": [], "fold": []}
    ticks: dict[Kind, list[Edge]] = {"cut": [], "fold": []}
    curves: list[Edge] = []
    for kind, edge, seen, ends in _die_edges(die, bleed):
        parts = list(_parts(edge, seen, grounds))
        bare = max((dist(*part) for is_printed, part in parts if not is_printed), default=0.0)
        for is_printed, part in parts:
            if is_printed and bare >= _SHORT and bare >= dist(*edge) / 3:
                continue  # A knife is aligned with the drawn stretch.
            if not is_printed:
                drawn[kind].append(part)
            elif kind == "cut" and dist(*edge) < _SHORT:
                curves.append(part)
            elif dist(*edge) < _SHORT_FOLD:
                continue  # It connects the two cuts beside it.
            else:
                # An end where the line continues as a drawn stretch needs no tick.
                own = [tick for n, tick in enumerate(ends) if part[n] == edge[n]]
                if None in own:
                    drawn[kind].append(part)
                ticks[kind] += [tick for tick in own if tick is not None]
    of_cuts, of_folds = _once(ticks["cut"]), _once(ticks["fold"])
    shared = {tick for tick in of_folds if any(_same(tick, other) for other in of_cuts)}
    of_folds = [_outer_half(tick) if tick in shared else tick for tick in of_folds]
    return DieGuides(tuple(drawn["cut"]), tuple(drawn["fold"]), tuple(of_cuts), tuple(of_folds), tuple(curves))


class _DieEdge(NamedTuple):
    """A line of a die; ``seen``: on each side, the line beside it and its stretches on visible faces; ``ends``: the
    ticks in line with its start and its end, None without room.
    """

    kind: Kind
    edge: Edge
    seen: tuple[tuple[_Line, list[Stretch]], ...]
    ends: tuple[Edge | None, Edge | None]


@lru_cache(maxsize=16)
def _die_edges(die: Die, bleed: float) -> tuple[_DieEdge, ...]:
    """Return the lines of a die, independent of its art."""
    faces = [_convex(panel.points) for panel in die.faces]
    near = [_convex(grown(panel.points, [AWAY - _SLACK] * len(panel.points))) for panel in die.faces]
    paper = _convex(Rect(0.0, 0.0, *die.size).grown(bleed).corners)
    cuts: Iterable[tuple[Kind, Edge]] = (("cut", edge) for ring in die.rings for edge in edges(ring))
    folds: Iterable[tuple[Kind, Edge]] = (("fold", (f.start, f.end)) for f in die.folds)
    out = []
    for kind, edge in (*cuts, *folds):
        beside = [_Line.through(*edge).moved(offset) for offset in (_BESIDE, -_BESIDE)]
        seen = tuple((line, stretches) for line in beside if (stretches := line.in_any(faces)))
        ends = _tick(edge[1], edge[0], near, paper), _tick(edge[0], edge[1], near, paper)
        out.append(_DieEdge(kind, edge, seen, ends))
    return tuple(out)


def _parts(
    edge: Edge, seen: Iterable[tuple[_Line, list[Stretch]]], grounds: Sequence[_Ground]
) -> Iterator[tuple[bool, Edge]]:
    """Yield the parts of a line, each with whether a visible face is printed beside it; short bare stretches count as
    printed.
    """
    over = [both for line, own in seen for ground in grounds for both in _common(own, line.in_ground(ground))]
    if not over:
        yield False, edge
        return
    line, at = _Line.through(*edge), 0.0
    for low, high in _joined([(max(low, 0.0), min(high, line.length)) for low, high in over], _STRETCH):
        start = 0.0 if low < _STRETCH else low
        end = line.length if line.length - high < _STRETCH else high
        if start > at:
            yield False, (edge[0] if at == 0.0 else line.at(at), line.at(start))
        yield True, (edge[0] if start == 0.0 else line.at(start), edge[1] if end == line.length else line.at(end))
        at = end
    if at < line.length:
        yield False, (line.at(at), edge[1])


def _tick(start: Point, end: Point, near: Sequence[_Convex], paper: _Convex) -> Edge | None:
    """Return the tick beyond the end of a line, or None without room."""
    line = _Line.through(start, end).from_end(dist(paper.box.corners[0], paper.box.corners[2]))
    on_paper = line.inside(paper)
    last = on_paper[1] if on_paper is not None else 0.0
    at = AWAY
    for low, high in (*line.in_any(near), (last, last)):
        if min(low, last) - at >= LEAST:
            return line.at(at), line.at(min(low, last, at + LENGTH))
        at = max(at, high)
    return None


class _Line(Struct, frozen=True, gc=False):
    """A straight line: its start, direction, length and bounding rectangle."""

    start: Point
    direction: Point
    length: float
    around: Rect

    @staticmethod
    def on(start: Point, direction: Point, length: float) -> _Line:
        end = (start[0] + length * direction[0], start[1] + length * direction[1])
        return _Line(start, direction, length, around((start, end)))

    @staticmethod
    def through(start: Point, end: Point) -> _Line:
        length = dist(start, end)
        return _Line.on(start, ((end[0] - start[0]) / length, (end[1] - start[1]) / length), length)

    def at(self, way: float) -> Point:
        return self.start[0] + way * self.direction[0], self.start[1] + way * self.direction[1]

    def moved(self, offset: float) -> _Line:
        """Return the parallel line at *offset*."""
        (x, y), (dx, dy) = self.start, self.direction
        return _Line.on((x - offset * dy, y + offset * dx), self.direction, self.length)

    def from_end(self, length: float) -> _Line:
        """Return the line's continuation beyond its end."""
        return _Line.on(self.at(self.length), self.direction, length)

    def _misses(self, box: Rect) -> bool:
        own = self.around
        return own.x >= box.right or own.right <= box.x or own.y >= box.bottom or own.bottom <= box.y

    def inside(self, convex: _Convex) -> Stretch | None:
        """Return the stretch inside a polygon, without its border, or None."""
        if self._misses(convex.box):
            return None
        (px, py), (dx, dy) = self.start, self.direction
        low, high = 0.0, self.length
        for (ax, ay), (bx, by) in convex.edges:
            depth = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
            speed = (bx - ax) * dy - (by - ay) * dx
            if speed > 1e-9:
                low = max(low, -depth / speed)
            elif speed < -1e-9:
                high = min(high, -depth / speed)
            elif depth <= 0:
                return None
            if low >= high:
                return None
        return low, high

    def in_any(self, shapes: Iterable[_Convex]) -> list[Stretch]:
        """Return the stretches inside any of several polygons, in order."""
        inside = (self.inside(convex) for convex in shapes)
        return _joined([stretch for stretch in inside if stretch is not None])

    def in_ground(self, ground: _Ground) -> list[Stretch]:
        """Return the stretches on which a zone prints."""
        if self._misses(ground.box):
            return []
        filled = self.in_any(ground.filled)
        return _common(filled, self.in_any(ground.clip)) if filled and ground.clip is not None else filled


def _joined(stretches: list[Stretch], gap: float = 0.0) -> list[Stretch]:
    """Return the stretches in order, merging those that overlap or are at most *gap* apart."""
    out: list[Stretch] = []
    for low, high in sorted(stretches):
        if out and low - out[-1][1] <= gap:
            out[-1] = (out[-1][0], max(out[-1][1], high))
        else:
            out.append((low, high))
    return out


def _common(some: Sequence[Stretch], others: Sequence[Stretch]) -> list[Stretch]:
    """Return the intersections of two series of stretches."""
    pairs = ((max(a, c), min(b, d)) for a, b in some for c, d in others)
    return [(low, high) for low, high in pairs if low < high]


class _Ground(Struct, frozen=True):
    """The area a zone prints on: its bounding rectangle, the bounding rectangles of what it fills, and the convex
    polygons that clip it.
    """

    box: Rect
    filled: tuple[_Convex, ...]
    clip: tuple[_Convex, ...] | None


def _printed_grounds(zones: Sequence[PlacedZone]) -> list[_Ground]:
    """Return the areas that zones print with a fill, picture or drawing; letters and lines don't count."""
    grounds = []
    for zone in zones:
        filled = tuple(_convex(box.corners) for box in _grounds(zone.items, Matrix()))
        if filled:
            clip = tuple(_convex(points) for points in _polygons(zone.clips[-1])) if zone.clips else None
            grounds.append(_Ground(around_all([convex.box for convex in filled]), filled, clip))
    return grounds


def _grounds(items: Iterable[Item], m: Matrix) -> Iterator[Rect]:
    """Yield the bounding rectangles of filled items."""
    for item in items:
        if isinstance(item, GroupItem):
            yield from _grounds(item.items, item.matrix.then(m) if item.matrix is not None else m)
        elif isinstance(item, PathItem):
            if _inked(item.fill):
                yield around([m.apply(*s[-2:]) for s in item.path if len(s) > 1])
        elif isinstance(item, ImageItem | SymbolItem):
            yield around([m.apply(*corner) for corner in item.frame.corners])


def _inked(paint: Paint | None) -> bool:
    return paint is not None and any(color not in _WHITE for color in colors_of(paint))


def _polygons(path: Path) -> list[Polygon]:
    """Return the convex polygons of a region's path."""
    out: list[list[Point]] = []
    for op, *v in path:
        if op == "m":
            out.append([])
        if v:
            out[-1].append((v[-2], v[-1]))
    return [tuple(points) for points in out]


class _Convex(Struct, frozen=True, gc=False):
    """A convex polygon with clockwise corners, and its bounding rectangle."""

    box: Rect
    edges: tuple[Edge, ...]


def _convex(points: Sequence[Point]) -> _Convex:
    return _Convex(around(points), tuple(pairwise((*points, points[0]))))


def _once(ticks: Iterable[Edge]) -> list[Edge]:
    out: list[Edge] = []
    for tick in ticks:
        if not any(_same(tick, other) for other in out):
            out.append(tick)
    return out


def _outer_half(tick: Edge) -> Edge:
    """Return the fold's part of a tick that also marks a cut."""
    (ax, ay), end = tick
    return ((ax + end[0]) / 2, (ay + end[1]) / 2), end


def _same(one: Edge, other: Edge) -> bool:
    """Whether two ticks are at the same place."""
    return any(dist(one[0], p) < LEAST / 2 for p in other) and any(dist(one[1], p) < LEAST / 2 for p in other)
