"""Crop marks and the slug line in a sheet's margins, never on bleed or art."""

from __future__ import annotations

from dataclasses import dataclass

from carddesigner.core.geometry import Path, Rect
from carddesigner.core.units import MM
from carddesigner.impose.grid import Grid

GAP = 0.5 * MM
"""Between the outer bleed and a mark."""
LENGTH = 5 * MM
LEAST_LENGTH = 2 * MM
EDGE = 0.25 * MM
"""Between a mark and the paper's edge, at least."""
SLUG_SIZE = 6.0
"""Points."""
_SLUG_HEIGHT = 0.75 * SLUG_SIZE
"""A line's capitals and descenders."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A line to cut or fold along; ``kind`` is ``crop``."""

    kind: str
    path: Path


@dataclass(frozen=True, slots=True)
class Slug:
    """A line of text in the margin: its left end on the baseline, turned clockwise about it."""

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
    left_out = tuple(side for side, length in lengths.items() if length < LEAST_LENGTH)
    marks = []
    cells = [grid.cell(i, i) for i in range(max(grid.columns, grid.rows))]
    xs = sorted({round(v, 6) for c in cells[: grid.columns] for v in (c.x, c.right)})
    ys = sorted({round(v, 6) for c in cells[: grid.rows] for v in (c.y, c.bottom)})
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


def slug_place(grid: Grid, bleed: float, text: str) -> Slug | None:
    """The slug line in the bottom margin between two columns' marks, else turned into the left margin; None without room."""
    trim, paper = grid.trim, grid.paper
    inset = 2 * MM
    first = grid.cell(0, grid.rows - 1)
    if _fits(paper.height - trim.bottom, bleed):
        y = trim.bottom + bleed + GAP + _SLUG_HEIGHT
        return Slug(text, first.x + inset, y, SLUG_SIZE, 0, first.width - 2 * inset)
    if _fits(trim.x, bleed):
        corner = Rect(first.x, first.y, first.width, first.height)
        return Slug(
            text,
            trim.x - bleed - GAP - 0.2 * SLUG_SIZE,
            corner.bottom - inset,
            SLUG_SIZE,
            270,
            corner.height - 2 * inset,
        )
    return None


def _fits(margin: float, bleed: float) -> bool:
    return margin >= bleed + GAP + _SLUG_HEIGHT + 0.2 * SLUG_SIZE + EDGE
