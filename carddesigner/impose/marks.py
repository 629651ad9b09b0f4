"""Crop marks and the slug line in a sheet's margins, never on bleed or art."""

from __future__ import annotations

from msgspec import Struct

from carddesigner.core.geometry import Path
from carddesigner.core.units import MM
from carddesigner.impose.grid import Grid

GAP = 0.5 * MM
"""Between the outer bleed and a mark."""
LENGTH = 5 * MM
LEAST_LENGTH = 2 * MM
EDGE = 0.25 * MM
"""Between a mark and the paper's edge, at least."""
_TOLERANCE = 1e-5
"""Points: a limit that is met exactly is met on both sides of a sheet."""
SLUG_SIZE = 6.0
"""Points; a line with its capitals and descenders is no higher."""
_SLUG_INSET = 2 * MM
"""Between a cell's edge, where a mark may stand, and the slug line."""
_LEAST_SLUG = 15 * MM
"""A slug line's width, at least: less can't be read."""


class Mark(Struct, frozen=True):
    """A line to cut or fold along; ``kind`` is ``crop``."""

    kind: str
    path: Path


class Slug(Struct, frozen=True):
    """A line of text in the margin.

    ``x, y`` is the lower left corner of a box ``max_width`` wide and ``size`` high that all of it has to stay in,
    as the reader of the line sees it; ``rotation`` turns the box clockwise about that corner.
    """

    text: str
    x: float
    y: float
    size: float
    rotation: int
    max_width: float


def crop_marks(grid: Grid, bleed: float) -> tuple[tuple[Mark, ...], tuple[str, ...]]:
    """Marks at every trim edge in the sheet's outer margins, and the sides on which there is no room for them.

    They stand for the whole grid, filled or not: a stack of sheets is cut in one go.
    """
    trim, paper = grid.trim, grid.paper
    margins = {
        "left": trim.x,
        "right": paper.width - trim.right,
        "top": trim.y,
        "bottom": paper.height - trim.bottom,
    }
    start = bleed + GAP
    lengths = {side: min(LENGTH, room - start - EDGE) for side, room in margins.items()}
    left_out = tuple(side for side, length in lengths.items() if length < LEAST_LENGTH - _TOLERANCE)
    marks = []
    cells = [grid.cell(i, i) for i in range(max(grid.columns, grid.rows))]
    xs = _cuts([(c.x, c.right) for c in cells[: grid.columns]], paper.width)
    ys = _cuts([(c.y, c.bottom) for c in cells[: grid.rows]], paper.height)
    for side, length in lengths.items():
        if side in left_out:
            continue
        near, far = start, start + length
        for at in xs if side in ("top", "bottom") else ys:
            ends = {
                "left": ((trim.x - near, at), (trim.x - far, at)),
                "right": ((trim.right + near, at), (trim.right + far, at)),
                "top": ((at, trim.y - near), (at, trim.y - far)),
                "bottom": ((at, trim.bottom + near), (at, trim.bottom + far)),
            }[side]
            marks.append(Mark("crop", (("m", *ends[0]), ("l", *ends[1]))))
    return tuple(marks), left_out


def _cuts(cells: list[tuple[float, float]], paper: float) -> list[float]:
    """Where to cut along one axis: each place once, and none where the paper itself ends."""
    edges = {round(edge, 6) for cell in cells for edge in cell}
    return sorted(edge for edge in edges if EDGE - _TOLERANCE <= edge <= paper - EDGE + _TOLERANCE)


def slug_place(grid: Grid, bleed: float, text: str) -> Slug | None:
    """The slug line in the bottom margin between two columns' marks, else turned into the left margin; None without room."""
    trim = grid.trim
    first = grid.cell(0, grid.rows - 1)
    wide, high = first.width - 2 * _SLUG_INSET, first.height - 2 * _SLUG_INSET
    away = bleed + GAP
    if grid.paper.height - trim.bottom >= away + SLUG_SIZE + EDGE and wide >= _LEAST_SLUG:
        return Slug(text, first.x + _SLUG_INSET, trim.bottom + away + SLUG_SIZE, SLUG_SIZE, 0, wide)
    if trim.x >= away + SLUG_SIZE + EDGE and high >= _LEAST_SLUG:
        return Slug(text, trim.x - away, first.bottom - _SLUG_INSET, SLUG_SIZE, 270, high)
    return None
