"""Guides: for each straight cut two marks that the printer prints, far enough apart to lay a ruler on or to set a knife by.

Marks stand in the sheet's margins. Where they wouldn't print, ticks stand in what the knife takes away: where gutters cross,
and in the outer bleed at the corners of pieces, white under black so that they show on any art; where these are too short,
lines through all of that. None ever lies on a piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.geometry import Path, Rect, bounds
from carddesigner.core.units import MM
from carddesigner.impose.duplex import Side
from carddesigner.impose.marks.base import EDGE, GAP, LENGTH, TOLERANCE, Boxes, Mark, line
from carddesigner.impose.marks.stretches import Shape, Shapes, Stretch, across, common, free, rectangular, within
from carddesigner.impose.plan import Cell, Cut, SheetPlan

LEAST = 1 * MM
"""What has to be printed of a guide."""
BETWEEN = 60 * MM
"""Between the two guides of a cut, at least; of a shorter cut they stand at both ends."""
TICK = 3 * MM
"""A tick's length, at most."""
_CLEAR = 0.25 * MM
"""Between a slanted mark and another one."""
OFF = 0.25 * MM
"""Between a tick and the corner of a piece."""


class Guides(Struct, frozen=True):
    """The guides of a sheet, and the cuts that haven't two of them."""

    marks: tuple[Mark, ...]
    missing: tuple[Cut, ...] = ()


class Ground(Struct, frozen=True):
    """What a cut runs along: the *shapes* of pieces, the *art* with its bleed; and what of it is *seen*, for the printer prints it.

    *others* are around marks that those of a slanted cut must not touch.
    """

    shapes: Shapes
    art: Shapes
    seen: Stretch
    others: Boxes | None = None


class CutGuides(Struct, frozen=True):
    """The guides of one cut, as stretches of it: *plain* ones in the margins, others on bleed. *enough* are two that print."""

    plain: tuple[Stretch, ...]
    on_bleed: tuple[Stretch, ...] = ()
    enough: bool = True


def guides_on(side: Side, plan: SheetPlan, printable: Rect) -> Guides:
    """The guides of a side, whose plan is as that side is seen."""
    return guides_of(plan, printable) if side == "front" else Guides(guides_of_back(plan, printable))


def guides_of(plan: SheetPlan, printable: Rect) -> Guides:
    """The guides of all cuts on a sheet's front. They stand for the whole plan, filled or not: a stack is cut in one go."""
    marks: list[Mark] = []
    missing = []
    boxes = Boxes()
    for cut, ground, needed in _grounds(plan, printable, boxes):
        found = guides_of_cut(cut, ground) if needed else _in_margins(cut, ground)
        marks += _drawn(cut, found, boxes)
        if needed and not found.enough:
            missing.append(cut)
    return Guides(tuple(marks), tuple(missing))


def guides_of_back(plan: SheetPlan, printable: Rect) -> tuple[Mark, ...]:
    """Guides in the margins of a sheet's back, where all of its cuts could be made by them; else none.

    Nothing stands between its pieces: a back lies where the printer lays it, and fronts are what is cut.
    """
    marks: list[Mark] = []
    boxes = Boxes()
    for cut, ground, needed in _grounds(plan, printable, boxes):
        found = _in_margins(cut, ground)
        if needed and not found.enough:
            return ()
        marks += _drawn(cut, found, boxes)
    return tuple(marks)


def guides_of_cut(cut: Cut, ground: Ground) -> CutGuides:
    """The guides of one cut: those in the margins, with ticks where these aren't enough, else with whole lines."""
    margins = _in_margins(cut, ground)
    if margins.enough:
        return margins
    found = margins
    taken = across(cut, ground.shapes)
    # Whole lines may cross other marks.
    for off, longest, among in ((OFF, TICK, ground), (0.0, 2 * LENGTH, replace(ground, others=None))):
        ticks = _ticks(cut, among, taken, off, longest, margins.plain)
        found = CutGuides(margins.plain, ticks, _enough(cut, among, taken, (*margins.plain, *ticks)))
        if found.enough:
            break
    return found


def slanted_lines(plan: SheetPlan, others: Sequence[Mark]) -> tuple[Mark, ...]:
    """Slanted cuts drawn through what the knife takes away of the bleed, but for where they would touch *others*."""
    out = []
    boxes = Boxes(bounds(mark.path) for mark in others)
    for cut, ground, _ in _grounds(plan, plan.paper.area.grown(-EDGE), boxes):
        if cut.slanted:
            on_bleed = across(cut, ground.art)
            for stretch in free(cut, across(cut, ground.shapes, OFF)):
                for part in free(cut, free(cut, on_bleed)):
                    drawn = common(stretch, part)
                    if _printed(cut, ground, drawn) is not None:
                        out.append(Mark("tick", _path(cut, drawn)))
    return tuple(out)


def _grounds(plan: SheetPlan, printable: Rect, others: Boxes) -> Iterator[tuple[Cut, Ground, bool]]:
    """Each cut, what it runs along, and whether it needs guides: not where pieces only touch it with a corner or a curve, nor
    on backs that lie beside their fronts.
    """
    bleed = plan.bleed
    facing = [rectangular(trim) for trim in plan.facing]
    trims = Shapes([*(rectangular(cell.trim) for cell in plan.cells), *facing])
    outlines = Shapes([*map(_shape, plan.cells), *facing])
    upright, level = _straight_sides(plan)
    art = Shapes(
        rectangular(r)
        for r in (
            *(cell.trim.grown(cell.piece.bleed) for cell in plan.cells),
            *(trim.grown(bleed) for trim in plan.facing),
        )
    )
    for cut in plan.cuts:
        ground = Ground(outlines if cut.slanted else trims, art, within(cut, printable), others)
        yield cut, ground, cut.slanted or bool(across(cut, upright if cut.upright else level))


def _straight_sides(plan: SheetPlan) -> tuple[Shapes, Shapes]:
    """The upright and the level sides of trims along which pieces have a straight edge, as rectangles of no width or height."""
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


def _shape(cell: Cell) -> Shape:
    """A piece's outline as it lies on the sheet, where slanted cuts may pass its corners; else its trim."""
    outline = cell.piece.outline
    if cell.rotation or any(op == "c" for op, *_ in outline):
        return rectangular(cell.trim)
    points = tuple(dict.fromkeys((s[1] + cell.trim.x, s[2] + cell.trim.y) for s in outline if len(s) == 3))
    corners = zip(points, (*points[1:], *points[:1]), (*points[2:], *points[:2]), strict=True)
    turns = [(b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) for a, b, c in corners]
    convex = len(points) > 2 and (min(turns) >= -TOLERANCE or max(turns) <= TOLERANCE)
    return Shape(cell.trim, points) if convex else rectangular(cell.trim)


def _in_margins(cut: Cut, ground: Ground) -> CutGuides:
    """The marks at both ends of a cut that print, clear of the bleed and the paper's edge."""
    taken = across(cut, ground.art, GAP)
    bare = free(cut, taken)
    ends = []
    if taken and bare:
        (start, near), (far, end) = bare[0], bare[-1]
        if start <= TOLERANCE:
            ends.append((near, max(start + EDGE, near - LENGTH)))
        if end >= cut.length - TOLERANCE and far > TOLERANCE:
            ends.append((far, min(end - EDGE, far + LENGTH)))
    # They are drawn from the pieces outwards.
    plain = tuple(stretch for stretch in ends if _printed(cut, ground, stretch) is not None)
    return CutGuides(plain, (), _enough(cut, ground, across(cut, ground.shapes), plain))


def _ticks(
    cut: Cut, ground: Ground, taken: Sequence[Stretch], off: float, longest: float, plain: Sequence[Stretch]
) -> tuple[Stretch, ...]:
    """Ticks wherever they print but for beside the *plain* ones; of slanted cuts, which are many, the first and the last."""
    stretches = [s for s in free(cut, taken) if not any(s[0] <= min(mark) and max(mark) <= s[1] for mark in plain)]
    places = [_tick(cut, stretch, taken, off, longest) for stretch in stretches] if taken else []
    printing = (place for place in places if _printed(cut, ground, place) is not None)
    if not cut.slanted:
        return tuple(printing)
    first = next(printing, None)
    last = next((place for place in reversed(places) if _printed(cut, ground, place) is not None), None)
    return tuple(dict.fromkeys(place for place in (first, last) if place is not None))


def _tick(cut: Cut, stretch: Stretch, taken: Sequence[Stretch], off: float, longest: float) -> Stretch:
    """Between two pieces in the middle, beyond the outer ones from their corners outwards."""
    start, end = stretch
    if end <= taken[0][0] + TOLERANCE:
        return (max(start + EDGE, end - off - longest), end - off)
    if start >= max(high for _, high in taken) - TOLERANCE:
        return (start + off, min(end - EDGE, start + off + longest))
    half = min(longest, end - start - 2 * off) / 2
    return ((start + end) / 2 - half, (start + end) / 2 + half)


def _printed(cut: Cut, ground: Ground, stretch: Stretch) -> Stretch | None:
    """What is printed of a stretch; None if that is too short to be a guide, or touches another mark."""
    if cut.slanted and ground.others is not None and ground.others.meet(bounds(_path(cut, stretch)).grown(_CLEAR)):
        return None
    out = common((min(stretch), max(stretch)), ground.seen)
    return out if out[1] - out[0] >= LEAST - TOLERANCE else None


def _enough(cut: Cut, ground: Ground, taken: Sequence[Stretch], stretches: Sequence[Stretch]) -> bool:
    """Whether two of these print and are far enough apart; a cut along nothing needs none."""
    if not taken:
        return True
    printed = sorted(p for p in (_printed(cut, ground, s) for s in stretches) if p is not None)
    if len(printed) < 2:
        return False
    near, far = min(high for _, high in printed), max(low for low, _ in printed)
    if far - near >= BETWEEN - TOLERANCE:
        return True
    start, end = taken[0][0], max(high for _, high in taken)
    return end - start < BETWEEN and near <= start + TOLERANCE and far >= end - TOLERANCE


def _drawn(cut: Cut, found: CutGuides, boxes: Boxes) -> list[Mark]:
    """A cut's guides as marks, which later ones keep off."""
    marks = [Mark("crop", _path(cut, stretch)) for stretch in found.plain]
    marks += [Mark("tick", _path(cut, stretch)) for stretch in found.on_bleed]
    for mark in marks:
        boxes.add(bounds(mark.path))
    return marks


def _path(cut: Cut, stretch: Stretch) -> Path:
    return line(cut.at(stretch[0]), cut.at(stretch[1]))
