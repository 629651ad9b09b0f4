"""The lines that a cutting machine cuts and creases on a sheet, in the order in which it follows them.

Lines inside a piece come before its outline, so that nothing moves before it is cut: first creases, or the perforations
in their place, then slits, then edges that two pieces share, then outlines. Within each kind, those nearest to the
sheet's middle come first, so that the rest still hangs on the paper around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import atan2, cos, dist, pi, sin
from typing import TypeVar

from msgspec import Struct

from carddesigner.core.geometry import Matrix, Path, Point, Rect, Segment, bounds, end_of, transformed
from carddesigner.core.papers import Paper
from carddesigner.core.piece import PieceKey
from carddesigner.core.units import MM
from carddesigner.impose.sheet import Sheet, slot_matrix
from carddesigner.nets.die import Die

SAME = 0.01 * MM
"""Lines closer than this count as one cut."""
_ANGLE = 2e-4
"""In radians: edges whose directions differ by less count as parallel."""
_SHARED = 0.1 * MM
"""The overlap from which two edges on one line are shared."""
DASH, BRIDGE = 1.5 * MM, 1.5 * MM
"""The cuts of a perforation, and the bridges between them."""
_BEYOND = 0.3 * MM

Line = tuple[Point, Point]
One = TypeVar("One")


class CutPaths(Struct, frozen=True):
    """The lines of one side of a sheet, in cutting order; in points, y down, from the paper's upper left."""

    paper: Paper
    cut: tuple[Path, ...] = ()
    crease: tuple[Path, ...] = ()
    perforate: tuple[Path, ...] = ()
    holes: Path = ()
    """The areas that slits remove from pieces, extended a little beyond the outlines."""

    @property
    def layers(self) -> dict[str, tuple[Path, ...]]:
        """The lines by layer, in the order of work."""
        return {"crease": self.crease, "perforate": self.perforate, "cut": self.cut}

    @property
    def box(self) -> Rect | None:
        """The rectangle around all lines; None if there are none."""
        every = [step for paths in self.layers.values() for path in paths for step in path]
        return bounds(tuple(every)) if every else None


class _Outline(Struct, frozen=True):
    """A ring of a piece's outline, with its straight edges and curves, each with its starting point."""

    path: Path
    steps: tuple[tuple[Point, Segment], ...]


def cut_paths(
    sheet: Sheet, dies: Mapping[PieceKey, Die], *, perforated: bool = False, behind: Matrix | None = None
) -> CutPaths:
    """The lines of a sheet's front: the outlines of pieces, and the slits and folds of those with *dies*. Folds are
    *perforated* if the machine can't crease. *behind* maps the front to the side that the lines are seen from.
    """
    rings: list[_Outline] = []
    slits: list[Path] = []
    holes: list[Segment] = []
    folds: list[Line] = []
    for slot in sheet.slots:
        if slot.side != "front":
            continue
        to_page = slot_matrix(slot)
        if behind is not None:
            to_page = to_page.then(behind)
        rings += _rings(transformed(slot.face.outline, to_page))
        die = dies.get(slot.key)
        if die is not None:
            own = [transformed(slit.path, to_page) for slit in die.slits]
            slits += own
            holes += [step for slit in own for step in _hole(slit)]
            folds += [(to_page.apply(*fold.start), to_page.apply(*fold.end)) for fold in die.folds]
    shared, outlines = _once(rings)
    middle = sheet.paper.area.centre
    inside_first = (*_from(middle, slits), *_from(middle, shared), *_from(middle, outlines))
    creases = _from(middle, [(("m", *start), ("l", *end)) for start, end in folds])
    if perforated:
        return CutPaths(sheet.paper, inside_first, perforate=tuple(map(_dashed, creases)), holes=tuple(holes))
    return CutPaths(sheet.paper, inside_first, crease=tuple(creases), holes=tuple(holes))


def _hole(slit: Path) -> Path:
    """The area that a slit removes from a panel, extended beyond the edge at which the slit begins and ends; otherwise
    a hairline would remain there.
    """
    (x, y), (u, v) = end_of(slit[0]), end_of(slit[-1])
    middle, deep = ((x + u) / 2, (y + v) / 2), bounds(slit).centre
    away = dist(middle, deep)
    dx, dy = (_BEYOND * (m - d) / away if away else 0.0 for m, d in zip(middle, deep, strict=True))
    return (*slit, ("l", u + dx, v + dy), ("l", x + dx, y + dy), ("h",))


def _from(middle: Point, paths: Iterable[Path]) -> list[Path]:
    """Paths sorted by their distance from a point; those at equal distance keep their order."""
    return sorted(paths, key=lambda path: round(dist(bounds(path).centre, middle), 2))


def _dashed(path: Path) -> Path:
    """A straight line as cuts with bridges between them, beginning and ending with half a bridge."""
    (_, *start), (_, *end) = path
    (x, y), (u, v) = start, end
    length = dist((x, y), (u, v))
    count = max(round(length / (DASH + BRIDGE)), 1)
    each = length / count
    cut = each * DASH / (DASH + BRIDGE)
    out: list[Segment] = []
    for n in range(count):
        for op, way in (("m", n * each + (each - cut) / 2), ("l", n * each + (each + cut) / 2)):
            k = way / length
            out.append((op, x + k * (u - x), y + k * (v - y)))
    return tuple(out)


def _rings(path: Path) -> Iterator[_Outline]:
    """Yield the closed rings of an outline."""
    own: list[Segment] = []
    for step in (*path, ("m", 0.0, 0.0)):
        if step[0] == "m" and own:
            yield _ring(tuple(own))
            own = []
        own.append(step)


def _ring(path: Path) -> _Outline:
    start = at = end_of(path[0])
    steps: list[tuple[Point, Segment]] = []
    for step in (*path[1:], ("l", *start)):
        if step[0] == "h":
            continue
        end = end_of(step)
        if step[0] == "c" or dist(at, end) > SAME:
            steps.append((at, step))
            at = end
    return _Outline(path, tuple(steps))


class _Edge(Struct, frozen=True):
    """A straight edge of a ring on its line, from *low* to *high*."""

    ring: int
    low: float
    high: float


def _once(rings: Sequence[_Outline]) -> tuple[list[Path], list[Path]]:
    """The stretches that several rings share, and the rest: each stretch of a line once. A ring that shares nothing
    stays as it is.
    """
    lines = list(_lines(rings))
    touching = {ring for _, edges in lines for ring in _touching(edges)}
    if not touching:
        return [], [ring.path for ring in rings]
    shared: list[Path] = []
    rest: list[Path] = [ring.path for n, ring in enumerate(rings) if n not in touching]
    for on_line, edges in lines:
        own = [edge for edge in edges if edge.ring in touching]
        for low, high, several in _stretches(own):
            line: Path = (("m", *on_line(low)), ("l", *on_line(high)))
            (shared if several else rest).append(line)
    curves = [(("m", *at), step) for n in sorted(touching) for at, step in rings[n].steps if step[0] == "c"]
    return shared, [*rest, *_each_once(curves)]


class _OnLine(Struct, frozen=True):
    """A line in the plane; calling it returns the point at a distance along it."""

    direction: Point
    off: float

    def __call__(self, way: float) -> Point:
        dx, dy = self.direction
        return (way * dx - self.off * dy, way * dy + self.off * dx)


def _lines(rings: Sequence[_Outline]) -> Iterator[tuple[_OnLine, list[_Edge]]]:
    """Yield the lines on which straight edges lie, each with its edges."""
    lines: list[tuple[float, Point, Point, int]] = []
    for n, ring in enumerate(rings):
        for start, step in ring.steps:
            if step[0] == "l":
                end = end_of(step)
                angle = atan2(end[1] - start[1], end[0] - start[0]) % pi
                lines.append((0.0 if pi - angle < _ANGLE else angle, start, end, n))
    for parallel in _runs(sorted(lines), lambda one: one[0], _ANGLE):
        # Lines along the axes keep their exact direction.
        angle = parallel[0][0]
        direction = next((d for a, d in ((0.0, (1.0, 0.0)), (pi / 2, (0.0, 1.0))) if abs(a - angle) < _ANGLE), None)
        dx, dy = direction or (cos(angle), sin(angle))
        placed = []
        for _, p, q, n in parallel:
            low, high = sorted((p[0] * dx + p[1] * dy, q[0] * dx + q[1] * dy))
            placed.append((((p[1] + q[1]) * dx - (p[0] + q[0]) * dy) / 2, low, high, n))
        for on_line in _runs(sorted(placed), lambda one: one[0], SAME):
            off = sum(one[0] for one in on_line) / len(on_line)
            yield _OnLine((dx, dy), off), [_Edge(n, low, high) for _, low, high, n in on_line]


def _runs(items: Iterable[One], key: Callable[[One], float], apart: float) -> Iterator[list[One]]:
    """Yield runs of sorted values, each at most *apart* from the one before."""
    run: list[One] = []
    for one in items:
        if run and key(one) - key(run[-1]) > apart:
            yield run
            run = []
        run.append(one)
    if run:
        yield run


def _touching(edges: Sequence[_Edge]) -> set[int]:
    """The rings with edges that overlap those of another ring."""
    out: set[int] = set()
    in_order = sorted(edges, key=lambda edge: edge.low)
    for n, edge in enumerate(in_order):
        for other in in_order[n + 1 :]:
            if other.low > edge.high - _SHARED:
                break
            if other.ring != edge.ring and min(edge.high, other.high) - other.low > _SHARED:
                out |= {edge.ring, other.ring}
    return out


def _stretches(edges: Sequence[_Edge]) -> Iterator[tuple[float, float, bool]]:
    """Yield the stretches that edges on one line cover: from, to, and whether several edges do."""
    ends: list[float] = []
    for end in sorted(end for edge in edges for end in (edge.low, edge.high)):
        if not ends or end - ends[-1] > SAME:
            ends.append(end)
    current: tuple[float, float, bool] | None = None
    for low, high in pairwise(ends):
        at = (low + high) / 2
        count = sum(edge.low < at < edge.high for edge in edges)
        if current is not None and (not count or current[2] != (count > 1)):
            yield current
            current = None
        if count:
            current = (current[0] if current is not None else low, high, count > 1)
    if current is not None:
        yield current


def _each_once(curves: Iterable[Path]) -> Iterator[Path]:
    """Yield curves, identical ones only once."""
    seen = set()
    for path in curves:
        points = tuple(
            (round(x / SAME), round(y / SAME)) for step in path for x, y in zip(step[1::2], step[2::2], strict=True)
        )
        if points not in seen and points[::-1] not in seen:
            seen.add(points)
            yield path
