"""Warn of edges along the cut of backs, near to it: they show how far a back is printed out of place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import ceil, hypot, inf, sqrt

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.checks import colors
from carddesigner.checks.base import Check, DeckView, Finding, ShownZone
from carddesigner.checks.outlines import Ring, cut, holds, mapped, rings
from carddesigner.core.color import Color, Gray, Rgb
from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import Matrix, Path, Point, Rect, around, rectangle, span_inside
from carddesigner.core.items import GroupItem, ImageItem, Item, PathItem, Stroke, SymbolItem
from carddesigner.core.paint import Gradient, Paint
from carddesigner.core.printing import Duplex
from carddesigner.core.source import Span
from carddesigner.core.units import MM

SHIFT = 1.5 * MM
"""How far a fairly good printer prints backs out of place."""
NEAR = 3 * MM
"""The distance inside the cut from which an edge is no longer compared with it."""
LEAST_LENGTH = 10
"""The length along the cut, in millimetres, from which an edge is seen to run along it."""
LEAST_DISTANCE = 10.0
"""The difference of two colours, as ΔE, from which an edge between them is visible."""

MAX_PATHS, MAX_CORNERS = 200, 2_000
"""The most paths of a drawing, and corners of a path, whose edges are checked."""
MAX_WORK = 400_000
"""The most sides of shapes that are compared with points of one face; a face with more isn't checked."""

_TOLERANCE = 0.05 * MM
_STEP = 2 * MM
_BESIDE = 0.02 * MM
"""The distance from an edge at which the colours on its two sides are compared."""
_SLANT = 0.12
"""How much closer to the cut an edge may come along its way, as a share of its length, and still run along it."""
_WINDOW = 0.5
"""In millimetres: edges whose distances to the cut differ by less look like one."""

Seen = Color | tuple[int, ...]
"""What is visible at a point: a colour, or the ids of things whose colour is unknown."""


class _Surface(Struct, frozen=True, eq=False):
    """Something painted, as polygons on the face; ``color`` is None if it isn't known. ``half`` is half the width of a
    line.
    """

    shown: ShownZone
    box: Rect
    shape: tuple[Ring, ...]
    even_odd: bool
    clips: tuple[tuple[Ring, ...], ...]
    color: Color | None
    opacity: float
    has_edges: bool
    half: float
    corners: int
    left: float
    top: float
    right: float
    bottom: float


class _Edge(Struct, frozen=True):
    """A short stretch of an edge: its middle, the unit vector across it, its distance inside the cut, and its position
    along the cut, in steps.
    """

    shown: ShownZone
    middle: Point
    across: Point
    depth: float
    way: int


class _PaintedZone(Struct, frozen=True, eq=False):
    """What an outermost zone paints, from back to front, and its edges along the cut."""

    surfaces: tuple[_Surface, ...]
    edges: tuple[_Edge, ...]


class _TooMuchWork(Exception):
    """A face has too many shapes to be checked."""


class _Back(Struct, frozen=True, eq=False):
    """The findings about a card's back; the same object for the same back."""

    component: str
    card: str
    span: Span | None
    findings: tuple[Finding, ...]


def _look(view: DeckView) -> Iterator[_Back]:
    """The findings about the backs of a piece, unless the deck prints none."""
    for laid in view.faces if view.deck.deck.print.duplex != Duplex.NONE else ():
        if laid.is_back:
            findings = view.once(laid.face, partial(_findings, view, laid.face), "shift")
            yield _Back(laid.component.id, laid.piece, laid.span, findings)


def back_shows_shift(view: DeckView) -> Iterator[Finding]:
    """Warn of edges near the cut of a back that run along it; the card is named unless all cards of a component have
    them.
    """
    of_component: dict[str, list[_Back]] = defaultdict(list)
    for back in view.gathered:
        of_component[back.component].append(back)
    for backs in of_component.values():
        if all(back.findings is backs[0].findings for back in backs):
            yield from backs[0].findings
        else:
            yield from (replace(one, card=back.card, card_span=back.span) for back in backs for one in back.findings)


def _findings(view: DeckView, face: LaidFace) -> tuple[Finding, ...]:
    """The edges of a face that are long enough to be seen; of each zone only the nearest to the cut."""
    try:
        seen = list(_seen_edges(view, face))
    except _TooMuchWork:
        return ()
    by_zone: dict[str, list[_Edge]] = defaultdict(list)
    for edge in seen:
        by_zone[edge.shown.path].append(edge)
    out = []
    for path, edges in by_zone.items():
        depths = sorted({round(edge.depth / MM, 1) for edge in edges}, key=abs)
        longest = ((d, _length([e for e in edges if 0 <= e.depth / MM - d + 0.05 <= _WINDOW])) for d in depths)
        worst = next(((d, length) for d, length in longest if length >= LEAST_LENGTH), None)
        if worst is not None:
            depth, length = worst
            where = f"{abs(depth):g} mm {'inside' if depth > 0 else 'outside'} it" if depth else "right at it"
            message = (
                f"an edge runs {length} mm along the cut, {where}: it shows when a back is printed {SHIFT / MM:g} mm out "
                "of place"
            )
            hint = f"extend it to the end of the bleed, or keep it {NEAR / MM:g} mm and more inside the cut"
            span = edges[0].shown.zone.span
            out.append(
                Finding("back-shows-shift", message, span, hint, zone=path, template=face.id, badness=-abs(depth))
            )
    return tuple(out)


def _length(edges: Sequence[_Edge]) -> int:
    """The length of the cut that edges run along, in millimetres."""
    return round(len({e.way for e in edges}) * _STEP / MM)


def _seen_edges(view: DeckView, face: LaidFace) -> Iterator[_Edge]:
    """The short stretches of edges that run along the cut near it, and have different colours on their two sides."""
    outline = view.once(face.outline, partial(_outline, face), "outline", face.bleed)
    zones = [
        view.once(z, partial(_painted_zone, view, z, outline), "painted", face.outline, face.bleed) for z in face.zones
    ]
    surfaces = [s for zone in reversed(zones) for s in reversed(zone.surfaces)]
    work = 0
    for edge in (edge for zone in zones for edge in zone.edges):
        (x, y), (dx, dy) = edge.middle, edge.across
        near = [s for s in surfaces if s.left <= x <= s.right and s.top <= y <= s.bottom]
        work += len(surfaces) // 8 + 2 * sum([s.corners for s in near])
        if work > MAX_WORK:
            raise _TooMuchWork
        one, other = (_seen_at((x + k * dx, y + k * dy), near) for k in (-_BESIDE, _BESIDE))
        if _differ(one, other):
            yield edge


def _painted_zone(view: DeckView, outermost: PlacedZone, outline: _Outline) -> _PaintedZone:
    every = (s for shown in view.zones(outermost) for s in _surfaces(shown))
    sure = outline.sure
    surfaces = tuple(s for s in every if sure is None or not sure.contains(s.box))
    return _PaintedZone(surfaces, tuple(_near_edges(surfaces, outline)))


def _near_edges(surfaces: Iterable[_Surface], outline: _Outline) -> Iterator[_Edge]:
    """The stretches of the edges of everything painted, and of its clips, that run along the cut near it."""
    looked: set[tuple[str, Point, Point]] = set()
    work, sure = 0, outline.sure
    for surface in (s for s in surfaces if s.has_edges):
        for ring in (ring for shape in (surface.shape, *surface.clips) for ring in shape):
            for a, b in pairwise((*ring, ring[0])):
                key = (surface.shown.path, a, b)
                if key in looked or (sure is not None and all(_within(p, sure) for p in (a, b))):
                    continue
                looked.add(key)
                for start, end in _stretches(a, b, outline.around):
                    work += len(outline.sides)
                    if work > MAX_WORK:
                        raise _TooMuchWork
                    edge = _along(start, end, outline, surface)
                    if edge is not None:
                        yield edge


def _stretches(a: Point, b: Point, within: Rect) -> Iterator[tuple[Point, Point]]:
    """The part of a line inside a rectangle, in short stretches."""
    (ax, ay), (bx, by) = a, b
    span = span_inside(a, (bx - ax, by - ay), within)
    if span is None:
        return
    low, high = max(span[0], 0.0), min(span[1], 1.0)
    length = hypot(bx - ax, by - ay) * (high - low)
    count = ceil(length / _STEP - 1e-6) if length > 0 else 0
    ways = (low + (high - low) * i / count for i in range(count + 1)) if count else ()
    yield from pairwise((ax + t * (bx - ax), ay + t * (by - ay)) for t in ways)


def _along(start: Point, end: Point, outline: _Outline, surface: _Surface) -> _Edge | None:
    """A stretch of an edge, if it runs along the outline at a distance that shows a shift. A line counts with its
    middle.
    """
    (ax, ay), (bx, by) = start, end
    length = hypot(bx - ax, by - ay)
    middle = ((ax + bx) / 2, (ay + by) / 2)
    depth, way = outline.nearest(middle)
    if length < 1e-6 or not outline.least < depth < NEAR - _TOLERANCE - surface.half:
        return None
    one, other = outline.nearest(start)[0], outline.nearest(end)[0]
    if abs(one - other) > _SLANT * length or abs(one + other - 2 * depth) > _SLANT * length:
        return None
    return _Edge(surface.shown, middle, ((ay - by) / length, (bx - ax) / length), depth, round(way / _STEP))


class _Outline(Struct, frozen=True, eq=False):
    """A face's outline, its sides as ``(x, y, dx, dy, length, way)``, and a rectangle inside it that is too far from
    the cut to matter. Edges from ``least`` inside are checked, which is negative.
    """

    shape: tuple[Ring, ...]
    sides: tuple[tuple[float, ...], ...]
    around: Rect
    sure: Rect | None
    least: float

    def nearest(self, p: Point) -> tuple[float, float]:
        """The distance of a point inside it, negative outside, and the position of the nearest place along it."""
        x, y = p
        nearest, way_to_nearest = inf, 0.0
        for ax, ay, dx, dy, length, way in self.sides:
            u, v = x - ax, y - ay
            t = (u * dx + v * dy) / length
            t = 0.0 if t < 0 else min(t, length)
            u, v = u - t * dx / length, v - t * dy / length
            far = u * u + v * v
            if far < nearest:
                nearest, way_to_nearest = far, way + t
        return (sqrt(nearest) if holds(self.shape, p) else -sqrt(nearest)), way_to_nearest


def _outline(face: LaidFace) -> _Outline:
    shape = rings(face.outline)
    trim = Rect(0.0, 0.0, face.width, face.height)
    beyond = min(SHIFT, face.bleed)
    sides = []
    way = 0.0
    for ring in shape:
        for (ax, ay), (bx, by) in pairwise((*ring, ring[0])):
            length = hypot(bx - ax, by - ay)
            if length > 1e-9:
                sides.append((ax, ay, bx - ax, by - ay, length, way))
                way += length
    sure = cut(face.outline, trim, NEAR, 0.0).sure
    return _Outline(shape, tuple(sides), trim.grown(beyond), sure, _TOLERANCE - beyond)


def _seen_at(p: Point, surfaces: Sequence[_Surface]) -> Seen:
    """The colour visible at a point of surfaces, given from the top down; the paper's if there are none."""
    for n, s in enumerate(surfaces):
        if holds(s.shape, p, even_odd=s.even_odd) and all(holds(clip, p) for clip in s.clips):
            if s.opacity >= 1:
                return s.color if s.color is not None else (id(s),)
            below = _seen_at(p, surfaces[n + 1 :])
            if s.color is None or isinstance(below, tuple):
                return (id(s), *(below if isinstance(below, tuple) else ()))
            mixed = zip(colors.srgb(s.color), colors.srgb(below), strict=True)
            return Rgb(*(s.opacity * a + (1 - s.opacity) * b for a, b in mixed))
    return Gray(1.0)


def _differ(one: Seen, other: Seen) -> bool:
    if isinstance(one, tuple) or isinstance(other, tuple):
        return one != other
    return colors.distance(one, other) >= LEAST_DISTANCE


def _surfaces(shown: ShownZone) -> Iterator[_Surface]:
    """What a zone itself paints, from back to front."""
    yield from _painted(shown, shown.zone.own_items, shown.matrix, tuple(map(rings, shown.clips)), shown.opacity)


def _surface(
    shown: ShownZone,
    shape: tuple[Ring, ...],
    clips: tuple[tuple[Ring, ...], ...],
    color: Color | None,
    opacity: float,
    *,
    even_odd: bool,
    edges: bool,
    half: float = 0.0,
) -> _Surface:
    corners = [p for ring in shape for p in ring]
    box = around(corners)
    seen = box.grown(_BESIDE)
    sides = seen.x, seen.y, seen.right, seen.bottom
    return _Surface(shown, box, shape, even_odd, clips, color, opacity, edges, half, len(corners), *sides)


def _painted(
    shown: ShownZone, items: Iterable[Item], m: Matrix, clips: tuple[tuple[Ring, ...], ...], opacity: float
) -> Iterator[_Surface]:
    def surface(
        shape: tuple[Ring, ...], paint: Paint | None, *, even_odd: bool = False, edges: bool = True, half: float = 0.0
    ) -> Iterator[_Surface]:
        color = paint if not isinstance(paint, Gradient) else None
        alpha = opacity * (paint.alpha if paint is not None else 1.0)
        corners = [p for ring in shape for p in ring]
        if len(corners) > MAX_CORNERS:
            shape, color, even_odd, edges = rings(rectangle(around(corners))), None, False, False
        shape = mapped(shape, m)
        if shape:
            yield _surface(shown, shape, clips, color, alpha, even_odd=even_odd, edges=edges, half=half)

    for item in items:
        if isinstance(item, GroupItem) and item.mask is not None:
            continue  # its visible edges differ from those of its items
        if isinstance(item, GroupItem):
            inner = item.matrix.then(m) if item.matrix is not None else m
            more = (*clips, mapped(rings(item.clip), inner)) if item.clip is not None else clips
            yield from _painted(shown, item.items, inner, more, opacity * item.opacity)
        elif isinstance(item, PathItem):
            if item.fill is not None:
                yield from surface(rings(item.path), item.fill, even_odd=item.even_odd)
            if item.stroke is not None:
                half = item.stroke.width / 2 * hypot(m.a, m.b)
                yield from surface(stroked(item.path, item.stroke), item.stroke.color, half=half)
        elif isinstance(item, ImageItem):
            yield from surface(rings(rectangle(item.frame)), None)
        elif isinstance(item, SymbolItem):
            yield from _drawn(shown, item, m, clips, opacity)


def _drawn(
    shown: ShownZone, item: SymbolItem, m: Matrix, clips: tuple[tuple[Ring, ...], ...], opacity: float
) -> Iterator[_Surface]:
    """The paths of a symbol, each in its colour."""
    place = item.place.then(m)
    if len(item.symbol.paths) > MAX_PATHS:
        shape = mapped(rings(rectangle(item.symbol.box)), place)
        yield _surface(shown, shape, clips, None, opacity, even_odd=False, edges=False)
        return
    parts = (
        PathItem(
            p.path,
            p.fill if p.fill is not None or p.stroke is not None else item.color,
            replace(p.stroke, color=item.color) if p.line_in_color and p.stroke is not None else p.stroke,
            p.even_odd,
        )
        for p in item.symbol.paths
    )
    clip = mapped(rings(rectangle(item.symbol.box)), place)
    yield from _painted(shown, parts, place, (*clips, clip), opacity)


def stroked(path: Path, stroke: Stroke) -> tuple[Ring, ...]:
    """A path's line, as a rectangle along each of its straight sides; dashes count as whole lines."""
    out = []
    closed = any(op == "h" for op, *_ in path)
    for ring in rings(path):
        ends = (*ring, ring[0]) if closed else ring
        for (ax, ay), (bx, by) in pairwise(ends):
            length = hypot(bx - ax, by - ay)
            if length > 1e-9:
                k = stroke.width / 2 / length
                nx, ny = -(by - ay) * k, (bx - ax) * k
                out.append(((ax + nx, ay + ny), (ax - nx, ay - ny), (bx - nx, by - ny), (bx + nx, by + ny)))
    return tuple(out)


def _within(p: Point, r: Rect) -> bool:
    return r.x <= p[0] <= r.right and r.y <= p[1] <= r.bottom


CHECK = Check("back-shows-shift", back_shows_shift, gather=_look, once=True, of_colors=True)
