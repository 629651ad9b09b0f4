"""Guides: for each straight cut two marks that the printer prints, far enough apart to lay a ruler on or to set a knife by.

Marks stand in the sheet's margins. Where they wouldn't print, ticks stand in what the knife takes away: where gutters cross,
and in the outer bleed at the corners of pieces, white under black so that they show on any art; where these are too short,
lines through all of that. None ever lies on a piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from carddesigner.core.geometry import Path, Rect, bounds
from carddesigner.core.units import MM
from carddesigner.impose.duplex import Side
from carddesigner.impose.marks.base import EDGE, GAP, LENGTH, TOLERANCE, Mark, line, meet
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
    """What a cut runs along: the *shapes* of pieces, the *art* with its bleed, and what of the page the printer prints.

    *others* are marks that those of a slanted cut must not touch.
    """

    shapes: Shapes
    art: Shapes
    printable: Rect
    others: Sequence[Mark] = ()


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
    for cut, ground, needed in _grounds(plan, printable, marks):
        found = guides_of_cut(cut, ground) if needed else _in_margins(cut, ground)
        marks += _drawn(cut, found)
        if needed and not found.enough:
            missing.append(cut)
    return Guides(tuple(marks), tuple(missing))


def guides_of_back(plan: SheetPlan, printable: Rect) -> tuple[Mark, ...]:
    """Guides in the margins of a sheet's back, where all of its cuts could be made by them; else none.

    Nothing stands between its pieces: a back lies where the printer lays it, and fronts are what is cut.
    """
    marks: list[Mark] = []
    for cut, ground, needed in _grounds(plan, printable, marks):
        found = _in_margins(cut, ground)
        if needed and not found.enough:
            return ()
        marks += _drawn(cut, found)
    return tuple(marks)


def guides_of_cut(cut: Cut, ground: Ground) -> CutGuides:
    """The guides of one cut: those in the margins, with ticks where these aren't enough, else with whole lines."""
    margins = _in_margins(cut, ground)
    if margins.enough:
        return margins
    found = margins
    taken = across(cut, ground.shapes)
    for off, longest in ((OFF, TICK), (0.0, cut.length)):
        ticks = tuple(_ticks(cut, ground, taken, off, longest, margins.plain))
        found = CutGuides(margins.plain, ticks, _enough(cut, ground, taken, (*margins.plain, *ticks)))
        if found.enough:
            break
    return found


def slanted_lines(plan: SheetPlan, others: Sequence[Mark]) -> tuple[Mark, ...]:
    """Slanted cuts drawn through what the knife takes away of the bleed, but for where they would touch *others*."""
    out = []
    for cut, ground, _ in _grounds(plan, plan.paper.area.grown(-EDGE), others):
        if cut.slanted:
            on_bleed = across(cut, ground.art)
            for stretch in free(cut, across(cut, ground.shapes, OFF)):
                for part in free(cut, free(cut, on_bleed)):
                    drawn = common(stretch, part)
                    if _printed(cut, ground, drawn) is not None:
                        out.append(Mark("tick", _path(cut, drawn)))
    return tuple(out)


def _grounds(plan: SheetPlan, printable: Rect, others: Sequence[Mark]) -> Iterator[tuple[Cut, Ground, bool]]:
    """Each cut along which pieces lie, what it runs along, and whether it needs guides: round pieces are cut along their
    outline.
    """
    bleed = plan.bleed
    facing = [rectangular(trim) for trim in plan.facing]
    trims = Shapes([*(rectangular(cell.trim) for cell in plan.cells), *facing])
    outlines = Shapes([*map(_shape, plan.cells), *facing])
    straight = Shapes([*(rectangular(cell.trim) for cell in plan.cells if not cell.piece.round), *facing])
    art = Shapes(
        rectangular(r)
        for r in (
            *(cell.trim.grown(cell.piece.bleed) for cell in plan.cells),
            *(trim.grown(bleed) for trim in plan.facing),
        )
    )
    for cut in plan.cuts:
        ground = Ground(outlines if cut.slanted else trims, art, printable, others)
        yield cut, ground, bool(across(cut, straight))


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
) -> Iterator[Stretch]:
    """Between pieces in the middle, beyond the outer ones from their corners outwards; only what prints."""
    if not taken:
        return
    first, last = taken[0][0], max(high for _, high in taken)
    for start, end in free(cut, taken):
        if any(start <= min(mark) and max(mark) <= end for mark in plain):
            continue
        if end <= first + TOLERANCE:
            stretch = (max(start + EDGE, end - off - longest), end - off)
        elif start >= last - TOLERANCE:
            stretch = (start + off, min(end - EDGE, start + off + longest))
        else:
            half = min(longest, end - start - 2 * off) / 2
            stretch = ((start + end) / 2 - half, (start + end) / 2 + half)
        if _printed(cut, ground, stretch) is not None:
            yield stretch


def _printed(cut: Cut, ground: Ground, stretch: Stretch) -> Stretch | None:
    """What is printed of a stretch; None if that is too short to be a guide, or touches another mark."""
    if cut.slanted and ground.others:
        box = bounds(_path(cut, stretch)).grown(_CLEAR)
        if any(meet(box, bounds(other.path)) for other in ground.others):
            return None
    out = common((min(stretch), max(stretch)), within(cut, ground.printable))
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


def _drawn(cut: Cut, found: CutGuides) -> Iterator[Mark]:
    yield from (Mark("crop", _path(cut, stretch)) for stretch in found.plain)
    yield from (Mark("tick", _path(cut, stretch)) for stretch in found.on_bleed)


def _path(cut: Cut, stretch: Stretch) -> Path:
    return line(cut.at(stretch[0]), cut.at(stretch[1]))
