"""Where the lines of a die lie on bare paper and are drawn, and where art runs over them and ticks show them instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby, pairwise
from math import ceil, dist
from typing import Literal

from msgspec import Struct

from carddesigner.core.color import Cmyk, Color, Gray, Rgb
from carddesigner.core.face import PlacedZone
from carddesigner.core.geometry import Matrix, Path, Point, Rect, around
from carddesigner.core.items import GroupItem, ImageItem, Item, PathItem, SymbolItem
from carddesigner.core.units import MM
from carddesigner.nets.die import Die
from carddesigner.nets.polygons import Edge, Polygon, edges, grown

Kind = Literal["cut", "fold"]

AWAY = 0.6 * MM
"""Between what is seen in the end and a tick."""
LENGTH = 4 * MM
LEAST = 1 * MM
"""How long a tick is, and how long at least."""
_STRETCH = 1.5 * MM
"""A line is drawn on bare paper where there is so much of it."""
_SHORT = 4 * MM
"""Cuts shorter than this are parts of curves, which ticks couldn't show."""
_SHORT_FOLD = 6 * MM
"""Folds shorter than this are the feet of teeth; ticks for all of them would cover each other."""
_STEP = 0.25 * MM
_COARSE = 5
"""Steps between the points that are looked at first."""
_BESIDE = 0.3 * MM
_WHITE = (Gray(1.0), Rgb(1.0, 1.0, 1.0), Cmyk(0.0, 0.0, 0.0, 0.0))


class DieGuides(Struct, frozen=True):
    """Of each kind of line what of it is drawn, and the ticks that show the rest; cuts through art that are no straight lines are
    ``curves``.
    """

    cuts: tuple[Edge, ...]
    folds: tuple[Edge, ...]
    cut_ticks: tuple[Edge, ...]
    fold_ticks: tuple[Edge, ...]
    curves: tuple[Edge, ...]


def die_guides(die: Die, zones: Sequence[PlacedZone], bleed: float) -> DieGuides:
    """How the lines of a die are shown under the art of *zones*. A tick lies off all that is seen in the end, in what is cut away
    or hidden; a line for which there is no room for ticks is drawn whole.
    """
    inked = printed_by(zones)
    faces = [_convex(panel.points) for panel in die.faces]
    near = [_convex(grown(panel.points, [AWAY - _STEP] * len(panel.points))) for panel in die.faces]
    paper = Rect(0.0, 0.0, *die.size).grown(bleed)
    reach = dist((paper.x, paper.y), (paper.right, paper.bottom))

    def fine_along(edge: Edge) -> Callable[[Point], bool]:
        beside = _beside(near, edge)
        left, top, right, bottom = paper.x, paper.y, paper.right, paper.bottom

        def fine(p: Point) -> bool:
            return left <= p[0] <= right and top <= p[1] <= bottom and not any(_holds(c, p) for c in beside)

        return fine

    drawn: dict[Kind, list[Edge]] = {"cut": [], "fold": []}
    ticks: dict[Kind, list[Edge]] = {"cut": [], "fold": []}
    curves: list[Edge] = []
    cuts: Iterable[tuple[Kind, Edge]] = (("cut", edge) for ring in die.rings for edge in edges(ring))
    folds: Iterable[tuple[Kind, Edge]] = (("fold", (f.start, f.end)) for f in die.folds)
    for kind, edge in (*cuts, *folds):
        beside = _beside(faces, edge)

        def printed(p: Point, beside: Sequence[_Convex] = beside) -> bool:
            return any(_holds(convex, p) for convex in beside) and inked(p)

        parts = list(_parts(edge, printed))
        bare = max((dist(*part) for is_printed, part in parts if not is_printed), default=0.0)
        for is_printed, part in parts:
            if is_printed and bare >= _SHORT and bare >= dist(*edge) / 3:
                continue  # A knife is laid along what is drawn.
            if not is_printed:
                drawn[kind].append(part)
            elif kind == "cut" and dist(*edge) < _SHORT:
                curves.append(part)
            elif dist(*edge) < _SHORT_FOLD:
                continue  # It goes from one of the cuts beside it to the other.
            else:
                own = [_tick(part, back, edge, fine_along, reach) for back in (True, False)]
                if None in own:
                    drawn[kind].append(part)
                ticks[kind] += [tick for tick in own if tick is not None and dist(*tick) > 0]
    of_cuts, of_folds = _once(ticks["cut"]), _once(ticks["fold"])
    shared = {tick for tick in of_folds if any(_same(tick, other) for other in of_cuts)}
    of_folds = [_outer_half(tick) if tick in shared else tick for tick in of_folds]
    return DieGuides(tuple(drawn["cut"]), tuple(drawn["fold"]), tuple(of_cuts), tuple(of_folds), tuple(curves))


def _parts(edge: Edge, printed: Callable[[Point], bool]) -> Iterator[tuple[bool, Edge]]:
    """A line in parts beside which what is seen in the end is printed, and others; short ones among them count as printed too."""
    (ax, ay), (bx, by) = edge
    length = dist(*edge)
    count = max(1, ceil(length / _STEP))
    nx, ny = (ay - by) / length * _BESIDE, (bx - ax) / length * _BESIDE

    @cache
    def seen(i: int) -> bool:
        t = (i + 0.5) / count
        x, y = ax + t * (bx - ax), ay + t * (by - ay)
        return printed((x + nx, y + ny)) or printed((x - nx, y - ny))

    over = []
    for i in range(count):
        # Between two points of one kind that are nearer than the shortest stretch, all are of that kind.
        low, high = i - i % _COARSE, min(i - i % _COARSE + _COARSE, count - 1)
        over.append(seen(low) if seen(low) == seen(high) else seen(i))
    runs = [(is_over, len(list(run))) for is_over, run in groupby(over)]
    if any(is_over for is_over, _ in runs):
        runs = [(is_over or n * length / count < _STRETCH, n) for is_over, n in runs]
    start = 0
    for is_over, same in groupby(runs, key=lambda run: run[0]):
        end = start + sum(n for _, n in same)
        p = (ax + start / count * (bx - ax), ay + start / count * (by - ay)) if start else edge[0]
        q = (ax + end / count * (bx - ax), ay + end / count * (by - ay)) if end < count else edge[1]
        yield is_over, (p, q)
        start = end


def _tick(
    part: Edge, back: bool, edge: Edge, fine_along: Callable[[Edge], Callable[[Point], bool]], reach: float
) -> Edge | None:
    """What shows an end of a part of a line that is printed over, in line with it: nothing, of no length, where the line goes on
    and is drawn; None where there is no room.
    """
    start, end = reversed(part) if back else part
    if dist(end, edge[0 if back else 1]) > _STEP / 2:
        return end, end
    length = dist(start, end)
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length

    def at(way: float) -> Point:
        return end[0] + way * dx, end[1] + way * dy

    fine = fine_along((end, at(reach)))
    ways = (AWAY + n * _STEP for n in range(ceil(reach / _STEP)))
    for is_fine, run in groupby(ways, key=lambda way: fine(at(way))):
        own = tuple(run)
        if is_fine and own[-1] - own[0] >= LEAST:
            return at(own[0]), at(min(own[-1], own[0] + LENGTH))
    return None


def printed_by(zones: Sequence[PlacedZone]) -> Callable[[Point], bool]:
    """Whether zones print a ground at a point: a fill, a picture or a drawing, not letters and lines."""
    found = []
    for zone in zones:
        boxes = list(_grounds(zone.items, Matrix()))
        if boxes:
            parts = [_convex(points) for points in _polygons(zone.clips[-1])] if zone.clips else None
            found.append((parts, [(b.x, b.y, b.right, b.bottom) for b in boxes]))

    def printed(p: Point) -> bool:
        x, y = p
        return any(
            any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in boxes)
            and (parts is None or any(_holds(convex, p) for convex in parts))
            for parts, boxes in found
        )

    return printed


def _grounds(items: Iterable[Item], m: Matrix) -> Iterator[Rect]:
    """The rectangles around what is filled."""
    for item in items:
        if isinstance(item, GroupItem):
            yield from _grounds(item.items, item.matrix.then(m) if item.matrix is not None else m)
        elif isinstance(item, PathItem):
            if _inked(item.fill):
                yield around([m.apply(*s[-2:]) for s in item.path if len(s) > 1])
        elif isinstance(item, ImageItem | SymbolItem):
            yield around([m.apply(*corner) for corner in item.frame.corners])


def _inked(color: Color | None) -> bool:
    return color is not None and color not in _WHITE


def _polygons(path: Path) -> list[Polygon]:
    """The convex polygons that a region's path consists of."""
    out: list[list[Point]] = []
    for op, *v in path:
        if op == "m":
            out.append([])
        if v:
            out[-1].append((v[-2], v[-1]))
    return [tuple(points) for points in out]


class _Convex(Struct, frozen=True, gc=False):
    """A convex polygon whose corners go clockwise, and the box around it."""

    left: float
    top: float
    right: float
    bottom: float
    edges: tuple[Edge, ...]


def _convex(points: Polygon) -> _Convex:
    box = around(points)
    return _Convex(box.x, box.y, box.right, box.bottom, tuple(pairwise((*points, points[0]))))


def _beside(shapes: Iterable[_Convex], edge: Edge) -> list[_Convex]:
    """Those that a line may have beside it."""
    (ax, ay), (bx, by) = edge
    left, right, top, bottom = (
        min(ax, bx) - _BESIDE,
        max(ax, bx) + _BESIDE,
        min(ay, by) - _BESIDE,
        max(ay, by) + _BESIDE,
    )
    return [s for s in shapes if s.left <= right and s.right >= left and s.top <= bottom and s.bottom >= top]


def _holds(convex: _Convex, p: Point) -> bool:
    """Whether a point lies in a polygon, borders left out."""
    x, y = p
    if not (convex.left < x < convex.right and convex.top < y < convex.bottom):
        return False
    return all((u - a) * (y - b) - (v - b) * (x - a) > 0 for (a, b), (u, v) in convex.edges)


def _once(ticks: Iterable[Edge]) -> list[Edge]:
    out: list[Edge] = []
    for tick in ticks:
        if not any(_same(tick, other) for other in out):
            out.append(tick)
    return out


def _outer_half(tick: Edge) -> Edge:
    """What a fold has of a tick that shows a cut too."""
    (ax, ay), end = tick
    return ((ax + end[0]) / 2, (ay + end[1]) / 2), end


def _same(one: Edge, other: Edge) -> bool:
    """Whether two ticks lie at one place."""
    return any(dist(one[0], p) < LEAST / 2 for p in other) and any(dist(one[1], p) < LEAST / 2 for p in other)
