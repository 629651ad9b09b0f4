"""Guides: for each straight cut two marks that print, far enough apart to lay a ruler on or to set a knife by.

Marks stand in the sheet's margins. Where they wouldn't print, ticks stand in the waste: where gutters cross, and in the
outer bleed at the corners of pieces, black over white so that they show on any art; if these are too short, lines run
through all of the waste. None of these lies on a piece. A ruler has no hold on a cut so short that its two guides are
closer together than ``BETWEEN``: there the piece's edge itself is drawn. So are slanted edges around which no two marks
are far enough apart without another piece between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.geometry import Path, Point, Rect, bounds, distance
from carddesigner.core.units import MM
from carddesigner.impose.cuts import slants
from carddesigner.impose.duplex import Side
from carddesigner.impose.marks.base import EDGE, GAP, LENGTH, TOLERANCE, Boxes, Mark, line
from carddesigner.impose.marks.stretches import (
    ON_LINE,
    Shape,
    Shapes,
    Stretch,
    across,
    common,
    free,
    rectangular,
    within,
)
from carddesigner.impose.plan import Cell, Cut, Edge, SheetPlan, straight_edges

LEAST = 1 * MM
"""The least printed length of a guide."""
BETWEEN = 60 * MM
"""The least distance between the two guides of a cut."""
TICK = 3 * MM
"""The greatest length of a tick."""
_CLEAR = 0.25 * MM
"""Between a slanted mark and another one."""
OFF = 0.25 * MM
"""Between a tick and the corner of a piece."""


PieceEdge = tuple[Rect, Edge]
"""The trim of a piece on the page, and one of its edges."""


class Guides(Struct, frozen=True):
    """The guides of a sheet, the cuts that lack two of them, and the *edges* of pieces that are drawn instead because
    no two guides are far enough apart, each with the trim of its piece.
    """

    marks: tuple[Mark, ...]
    missing: tuple[Cut, ...] = ()
    edges: tuple[tuple[Rect, Mark], ...] = ()


class Ground(Struct, frozen=True):
    """What a cut runs along: the *shapes* of pieces and their *art* with its bleed. *seen* is the printable stretch of
    it.

    *others* are boxes around marks that the guides of a slanted cut must not touch.
    """

    shapes: Shapes
    art: Shapes
    seen: Stretch
    others: Boxes | None = None


class CutGuides(Struct, frozen=True):
    """The guides of one cut, as stretches of it: *plain* ones in the margins, and others on bleed. *enough* is true if
    two of them print far enough apart, or the cut is so short that the edges *along* it are drawn.
    """

    plain: tuple[Stretch, ...]
    on_bleed: tuple[Stretch, ...] = ()
    enough: bool = True
    along: bool = False


def guides_on(side: Side, plan: SheetPlan, printable: Rect) -> Guides:
    """The guides of a side; the plan is as seen from that side."""
    return guides_of(plan, printable) if side == "front" else Guides(guides_of_back(plan, printable))


def guides_of(plan: SheetPlan, printable: Rect) -> Guides:
    """The guides of all cuts on a sheet's front. They cover the whole plan, whichever cells are filled: a stack is cut
    in one go.
    """
    ground = _Grounds(plan, printable)
    marks: list[Mark] = []
    missing: list[Cut] = []
    drawn: list[PieceEdge] = []
    for cut, needed in ground.straight():
        guides = guides_of_cut(cut, ground.of(cut)) if needed else _in_margins(cut, ground.of(cut))
        marks += ground.drawn(cut, guides)
        drawn += ground.edges_on(cut) if guides.along and needed else ()
        if needed and not guides.enough:
            missing.append(cut)
    slants = ground.slants(guides_of_cut)
    if slants is not None:
        marks += slants
    else:
        drawn += ground.slanted
        missing += [Cut(*sorted(edge)) for _, edge in ground.slanted if not all(_holds(printable, p) for p in edge)]
    edges = tuple((trim, Mark("edge", line(*edge))) for trim, edge in dict.fromkeys(drawn))
    return Guides(tuple(marks), tuple(missing), edges)


def guides_of_back(plan: SheetPlan, printable: Rect) -> tuple[Mark, ...]:
    """The guides in the margins of a sheet's back, if they suffice for all of its cuts; otherwise none.

    Nothing is drawn between the pieces: backs may be out of register, and the cuts follow the fronts.
    """
    ground = _Grounds(plan, printable)
    marks: list[Mark] = []
    for cut, needed in ground.straight():
        guides = _in_margins(cut, ground.of(cut))
        if needed and not guides.enough:
            return ()
        marks += ground.drawn(cut, guides)
    slants = ground.slants(_in_margins)
    return (*marks, *slants) if slants is not None else ()


def guides_of_cut(cut: Cut, ground: Ground) -> CutGuides:
    """The guides of one cut: marks in the margins; ticks too if these aren't enough, then whole lines; and if the
    pieces along it leave no room for two guides far enough apart, the edges of these pieces.
    """
    margins = _in_margins(cut, ground)
    if margins.enough:
        return margins
    guides = margins
    taken = across(cut, ground.shapes)
    for off, longest in ((OFF, TICK), (0.0, 2 * LENGTH))[: 1 if cut.slanted else 2]:
        ticks = _ticks(cut, ground, taken, off, longest, margins.plain)
        guides = CutGuides(margins.plain, ticks, _enough(cut, ground, taken, (*margins.plain, *ticks)))
        if guides.enough:
            return guides
    start, end = taken[0][0], max(high for _, high in taken)
    low, high = ground.seen
    if not cut.slanted and end - start < BETWEEN and low <= start + TOLERANCE and high >= end - TOLERANCE:
        return replace(guides, enough=True, along=True)
    return guides


def slanted_lines(plan: SheetPlan, others: Sequence[Mark]) -> tuple[Mark, ...]:
    """Slanted cuts drawn through the bleed that is cut away, except where they would touch *others*."""
    out = []
    grounds = _Grounds(plan, plan.paper.area.grown(-EDGE))
    for mark in others:
        grounds.boxes.add(bounds(mark.path))
    for cut in plan.cuts:
        if cut.slanted:
            ground = grounds.of(cut)
            on_bleed = across(cut, ground.art)
            for stretch in free(cut, across(cut, ground.shapes, OFF)):
                for part in free(cut, free(cut, on_bleed)):
                    drawn = common(stretch, part)
                    if _printed(cut, ground, drawn) is not None:
                        out.append(Mark("tick", _path(cut, drawn)))
    return tuple(out)


class _Grounds:
    """The ground of each cut of a plan, and the marks drawn so far."""

    def __init__(self, plan: SheetPlan, printable: Rect) -> None:
        self.plan, self.printable = plan, printable
        self.boxes = Boxes()
        facing = [rectangular(trim) for trim in plan.facing]
        self.trims = Shapes([*(rectangular(cell.trim) for cell in plan.cells), *facing])
        self.outlines = Shapes([*map(_shape, plan.cells), *facing])
        self.art = Shapes(
            rectangular(r)
            for r in (
                *(cell.trim.grown(cell.piece.bleed) for cell in plan.cells),
                *(trim.grown(plan.bleed) for trim in plan.facing),
            )
        )
        own = () if plan.staggered else [cell for cell in plan.cells if not (cell.piece.die or _is_curved(cell))]
        self.slanted: list[PieceEdge] = [(cell.trim, edge) for cell in own for edge in slants(cell.outline)]

    def of(self, cut: Cut) -> Ground:
        """The ground of a cut."""
        seen = within(cut, self.printable)
        return Ground(self.outlines if cut.slanted else self.trims, self.art, seen, self.boxes)

    def straight(self) -> Iterator[tuple[Cut, bool]]:
        """Yield the vertical and horizontal cuts along which pieces have an edge, and whether they need guides: cuts
        along only the backs beside their fronts don't.
        """
        upright, level = _straight_sides(self.plan)
        neighbours = Shapes(map(rectangular, self.plan.facing))
        for cut in self.plan.cuts:
            if not cut.slanted:
                sides = upright if cut.upright else level
                needed = bool(across(cut, sides))
                if needed or (sides.all and across(cut, neighbours)):
                    yield cut, needed

    def slants(self, guides: Callable[[Cut, Ground], CutGuides]) -> list[Mark] | None:
        """The guides of all slanted edges; None if some have no guides in the waste around them."""
        runs: dict[tuple[Point, Point], Cut] = {}
        for edge in (edge for _, edge in self.slanted):
            run = self._run(edge)
            if run is None:
                return None
            runs[run.start, run.end] = run
        marks: list[Mark] = []
        for run in runs.values():
            guides_of_run = guides(run, self.of(run))
            if not guides_of_run.enough:
                return None
            marks += self.drawn(run, guides_of_run)
        return marks

    def _run(self, edge: Edge) -> Cut | None:
        """The stretch of a slanted cut around an edge that crosses no piece; None if it is too short for guides."""
        middle = ((edge[0][0] + edge[1][0]) / 2, (edge[0][1] + edge[1][1]) / 2)
        cut = next((cut for cut in self.plan.cuts if cut.slanted and all(_off(cut, p) < ON_LINE for p in edge)), None)
        if cut is None:
            return None
        way = distance(cut.start, middle)
        stretches = free(cut, across(cut, self.outlines, -3 * ON_LINE))
        low, high = next((s for s in stretches if s[0] <= way <= s[1]), (0.0, 0.0))
        return Cut(cut.at(low), cut.at(high)) if high - low >= BETWEEN + 2 * LEAST else None

    def edges_on(self, cut: Cut) -> Iterator[PieceEdge]:
        """Yield the edges of pieces that lie on a cut."""
        axis = 0 if cut.upright else 1
        for cell in self.plan.cells:
            if cell.trim[axis] - TOLERANCE <= cut.start[axis] <= cell.trim[axis] + cell.trim[axis + 2] + TOLERANCE:
                for edge in straight_edges(cell.outline):
                    if all(
                        _off(cut, p) < ON_LINE and -ON_LINE <= p[1 - axis] - cut.start[1 - axis] <= cut.length + ON_LINE
                        for p in edge
                    ):
                        yield cell.trim, edge

    def drawn(self, cut: Cut, guides: CutGuides) -> list[Mark]:
        """A cut's guides as marks; later slanted ones keep off them."""
        marks = [Mark("crop", _path(cut, stretch)) for stretch in guides.plain]
        marks += [Mark("tick", _path(cut, stretch)) for stretch in guides.on_bleed]
        for mark in marks:
            self.boxes.add(bounds(mark.path))
        return marks


def _off(cut: Cut, point: Point) -> float:
    """The distance of a point from a cut's line."""
    (x, y), (dx, dy) = cut.start, cut.direction
    return abs((point[0] - x) * dy - (point[1] - y) * dx)


def _holds(r: Rect, point: Point) -> bool:
    return r.contains(Rect(*point, 0.0, 0.0), TOLERANCE)


def _straight_sides(plan: SheetPlan) -> tuple[Shapes, Shapes]:
    """The vertical and the horizontal sides of trims along which pieces have a straight edge, as rectangles of no width
    or height.
    """
    sides: tuple[list[Shape], list[Shape]] = ([], [])
    for cell in plan.cells:
        t = cell.trim
        around = (
            Rect(t.x, t.y, 0.0, t.height),
            Rect(t.x, t.y, t.width, 0.0),
            Rect(t.right, t.y, 0.0, t.height),
            Rect(t.x, t.bottom, t.width, 0.0),
        )
        for n in cell.piece.straight_sides:
            turned = (n + cell.rotation // 90) % 4
            sides[turned % 2].append(rectangular(around[turned]))
    return Shapes(sides[0]), Shapes(sides[1])


def _is_curved(cell: Cell) -> bool:
    return any(s[0] == "c" for s in cell.piece.outline)


def _shape(cell: Cell) -> Shape:
    """A piece's outline on the sheet, if it is a convex polygon, so that slanted cuts may pass its corners; otherwise
    its trim.
    """
    if _is_curved(cell):
        return rectangular(cell.trim)
    points = tuple(dict.fromkeys((s[1], s[2]) for s in cell.outline if len(s) == 3))
    corners = zip(points, (*points[1:], *points[:1]), (*points[2:], *points[:2]), strict=True)
    turns = [(b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) for a, b, c in corners]
    convex = len(points) > 2 and (min(turns) >= -TOLERANCE or max(turns) <= TOLERANCE)
    return Shape(cell.trim, points) if convex else rectangular(cell.trim)


def _in_margins(cut: Cut, ground: Ground) -> CutGuides:
    """The marks at both ends of a cut that print, clear of the bleed and the paper's edge; on short cuts moved outwards
    if that makes them far enough apart.
    """
    taken = across(cut, ground.art, GAP)
    bare = free(cut, taken)
    ends = []
    if taken and bare:
        (start, near), (far, end) = bare[0], bare[-1]
        if start <= TOLERANCE:
            ends.append((near, start + EDGE))
        if end >= cut.length - TOLERANCE and far > TOLERANCE:
            ends.append((far, end - EDGE))
    # Stretches run from the pieces outwards.
    marks = [(start, _towards(start, end, LENGTH)) for start, end in ends]
    if len(ends) == 2:
        lack = BETWEEN - (ends[1][0] - ends[0][0])
        (near, start), (far, end) = ends
        before = max(near - max(start, ground.seen[0]) - LEAST, 0.0)
        behind = max(min(end, ground.seen[1]) - far - LEAST, 0.0)
        if 0.0 < lack <= before + behind:
            out = min(before, max(lack / 2, lack - behind))
            starts = near - out, far + lack - out
            marks = [(start, _towards(start, end, LENGTH)) for start, (_, end) in zip(starts, ends, strict=True)]
    plain = tuple(stretch for stretch in marks if _printed(cut, ground, stretch) is not None)
    return CutGuides(plain, (), _enough(cut, ground, across(cut, ground.shapes), plain))


def _towards(start: float, end: float, most: float) -> float:
    """The end, or the point at *most* from the start if the end is further away."""
    return max(end, start - most) if end < start else min(end, start + most)


def _ticks(
    cut: Cut, ground: Ground, taken: Sequence[Stretch], off: float, longest: float, plain: Sequence[Stretch]
) -> tuple[Stretch, ...]:
    """Ticks wherever they print, except where there are *plain* marks; of slanted cuts, which are many, only the first
    and the last.
    """
    stretches = [s for s in free(cut, taken) if not any(s[0] <= min(mark) and max(mark) <= s[1] for mark in plain)]
    places = [_tick(cut, stretch, taken, off, longest) for stretch in stretches] if taken else []
    printing = (place for place in places if _printed(cut, ground, place) is not None)
    if not cut.slanted:
        return tuple(printing)
    first = next(printing, None)
    last = next((place for place in reversed(places) if _printed(cut, ground, place) is not None), None)
    return tuple(dict.fromkeys(place for place in (first, last) if place is not None))


def _tick(cut: Cut, stretch: Stretch, taken: Sequence[Stretch], off: float, longest: float) -> Stretch:
    """The tick of a stretch: centred between two pieces; beyond the outer pieces from their corners outwards."""
    start, end = stretch
    if end <= taken[0][0] + TOLERANCE:
        return (max(start + EDGE, end - off - longest), end - off)
    if start >= max(high for _, high in taken) - TOLERANCE:
        return (start + off, min(end - EDGE, start + off + longest))
    half = min(longest, end - start - 2 * off) / 2
    return ((start + end) / 2 - half, (start + end) / 2 + half)


def _printed(cut: Cut, ground: Ground, stretch: Stretch) -> Stretch | None:
    """The printed part of a stretch; None if it is too short to be a guide, or touches another mark."""
    if cut.slanted and ground.others is not None and ground.others.meet(bounds(_path(cut, stretch)).grown(_CLEAR)):
        return None
    out = common((min(stretch), max(stretch)), ground.seen)
    return out if out[1] - out[0] >= LEAST - TOLERANCE else None


def _enough(cut: Cut, ground: Ground, taken: Sequence[Stretch], stretches: Sequence[Stretch]) -> bool:
    """Whether two of the stretches print and are far enough apart; always true if the cut touches no piece."""
    if not taken:
        return True
    printed = sorted(p for p in (_printed(cut, ground, s) for s in stretches) if p is not None)
    if len(printed) < 2:
        return False
    return max(low for low, _ in printed) - min(high for _, high in printed) >= BETWEEN - TOLERANCE


def _path(cut: Cut, stretch: Stretch) -> Path:
    return line(cut.at(stretch[0]), cut.at(stretch[1]))
