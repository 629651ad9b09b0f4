"""Circles and regular hexagons in rows that are offset by half a piece, so that each row lies in the gaps of the one
before.

Straight cuts can't separate them: each is cut out along its outline, and with a gutter of 0 neighbouring hexagons share
cuts.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from msgspec import Struct

from carddesigner.core.geometry import Matrix, Path, Rect, around_all, transformed
from carddesigner.core.papers import Paper
from carddesigner.core.units import MM
from carddesigner.impose.gutters import ENOUGH_BLEED
from carddesigner.impose.packing import Room
from carddesigner.impose.plan import Cell, PieceSize, SheetPlan

_STEP = sqrt(3) / 2
"""The distance between rows, as a fraction of the distance between two pieces of a row."""
_REGULAR = 0.02 * MM
"""The largest deviation of a hexagon's corners from those of a regular one."""
_WIDTHS = 8
"""The number of steps from the widest gutter to the narrowest."""
_ROUND = 1e-6


class _Lattice(Struct, frozen=True):
    """Pieces whose centres are *apart* in rows across, or in columns if it is *upright*."""

    apart: float
    upright: bool
    width: float
    height: float

    def places(self, room: Room) -> Iterator[tuple[float, float]]:
        """Yield the upper left of each piece, row by row."""
        across, down = room[::-1] if self.upright else room
        width, height = (self.height, self.width) if self.upright else (self.width, self.height)
        for row in range(int((down - height + _ROUND) // (self.apart * _STEP)) + 1 if down >= height - _ROUND else 0):
            start = row % 2 * self.apart / 2
            for n in range(max(int((across - start - width + _ROUND) // self.apart) + 1, 0)):
                x, y = start + n * self.apart, row * self.apart * _STEP
                yield (y, x) if self.upright else (x, y)


def staggered_plan(
    papers: list[Paper], rooms: list[Room], piece: PieceSize, gutter: float | None, least: float
) -> SheetPlan | None:
    """The plan with the most pieces within the *rooms* of *papers*, centred, with the given *gutter*, otherwise as far
    apart as their number allows; None for pieces of another shape.
    """
    ways = tuple(_ways(piece))
    if not ways:
        return None
    narrow, wide = max(least, 2 * min(piece.bleed, ENOUGH_BLEED)), max(least, 2 * piece.bleed)
    steps = [wide - (wide - narrow) * n / _WIDTHS for n in range(_WIDTHS + 1)]
    plans = []
    for gap in dict.fromkeys(steps) if gutter is None else (gutter,):
        for paper, room in zip(papers, rooms, strict=True):
            for upright in ways:
                lattice = _Lattice(min(piece.width, piece.height) + gap, upright, piece.width, piece.height)
                plans.append((gap, paper, [Rect(x, y, piece.width, piece.height) for x, y in lattice.places(room)]))
    gap, paper, trims = max(plans, key=lambda one: len(one[2]))
    if not trims:
        return None
    hull = around_all(trims)
    dx, dy = (paper.width - hull.width) / 2 - hull.x, (paper.height - hull.height) / 2 - hull.y
    return SheetPlan(paper, tuple(Cell(trim.moved(dx, dy), piece, edge=gap / 2) for trim in trims), ())


def outset(outline: Path, width: float, height: float, by: float) -> Path:
    """The outline of a circle or regular hexagon, moved outwards."""
    scale = 1 + 2 * by / min(width, height)
    x, y = width / 2, height / 2
    return transformed(outline, Matrix(scale, 0.0, 0.0, scale, x - scale * x, y - scale * y))


def _ways(piece: PieceSize) -> Iterator[bool]:
    """Yield whether columns are offset instead of rows; both for circles, one for regular hexagons, none for other
    pieces.
    """
    width, height = piece.width, piece.height
    if piece.die:
        return
    if piece.round and abs(width - height) < _REGULAR:
        yield from (False, True)
    points = [(s[1], s[2]) for s in piece.outline if len(s) == 3]
    if len(points) != len(piece.outline) - 1:
        return
    upright = width > height
    tip = ((0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25))
    corners = [((y if upright else x) * width, (x if upright else y) * height) for x, y in tip]
    regular = abs(max(width, height) * _STEP - min(width, height)) < _REGULAR
    if regular and len(set(points)) == 6 and all(any(_near(p, c) for p in points) for c in corners):
        yield upright


def _near(p: tuple[float, float], q: tuple[float, float]) -> bool:
    return abs(p[0] - q[0]) < _REGULAR and abs(p[1] - q[1]) < _REGULAR
