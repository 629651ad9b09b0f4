"""Marks, how they are drawn, and the distances between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.color import Color, Gray
from carddesigner.core.geometry import Path, Rect, bounds
from carddesigner.core.items import PathItem, Stroke
from carddesigner.core.units import MM
from carddesigner.impose.plan import SheetPlan

GAP = 0.5 * MM
"""Between the outer bleed and a mark."""
LENGTH = 5 * MM
LEAST_LENGTH = 2 * MM
EDGE = 0.25 * MM
"""The least distance between a mark and the paper's edge."""
TOLERANCE = 1e-5
"""In points: limits that are met exactly have to hold on both sides of a sheet."""
APART = 1 * MM
"""The least distance between two marks of different kinds."""
_SQUARE = 20 * MM
_WIDTH = 0.25
"""The width of a crop mark's line, in points."""
_STROKE = Stroke(Gray(0.0), _WIDTH)
_STROKES = {
    "fold": Stroke(Gray(0.0), _WIDTH, (8.5, 5.7)),
    "note": Stroke(Gray(0.0), 0.75),
    "round": Stroke(Gray(0.45), _WIDTH),
    "edge": Stroke(Gray(0.45), _WIDTH),
    "sensor": Stroke(Gray(0.0), 0.3 * MM),
}
"""How marks other than plain lines are drawn: folds dashed 3 and 2 mm."""
_LIGHT = Stroke(Gray(1.0), 3 * _WIDTH)
"""Drawn under a line on art, so that it shows on any colour."""


class Mark(Struct, frozen=True):
    """A line to cut, fold or look at. ``kind`` is ``crop``, ``tick``, ``cut-lines``, ``edge``, ``round``,
    ``registration``, ``centre``, ``fold``, ``staple`` or ``note``, or for a cutting machine ``sensor`` or the black
    ``sensor-square``. Four kinds lie on art: ticks, which the knife removes with the bleed; staple marks, which the
    staple covers; and the lines that are cut along: a straight ``edge`` of a piece, and the whole outline of a
    ``round`` one.
    """

    kind: str
    path: Path


def away(plan: SheetPlan) -> float:
    """The distance from a sheet's trims to the nearest mark in its margins."""
    return plan.bleed + GAP


def mark_items(marks: Sequence[Mark], color: Color | None = None, art: Rect | None = None) -> tuple[PathItem, ...]:
    """The items that draw marks. Those clear of the *art* have the *color*, if it is given."""
    light = (PathItem(m.path, stroke=_LIGHT) for m in marks if m.kind in ("edge", "round", "tick"))
    return (*light, *(_item(mark, color, art) for mark in marks))


def _item(mark: Mark, color: Color | None, art: Rect | None) -> PathItem:
    stroke = _stroke(mark, color, art)
    return (
        PathItem(mark.path, fill=stroke.color) if mark.kind == "sensor-square" else PathItem(mark.path, stroke=stroke)
    )


def _stroke(mark: Mark, color: Color | None, art: Rect | None) -> Stroke:
    stroke = _STROKES.get(mark.kind, _STROKE)
    if color is None or (art is not None and meet(bounds(mark.path), art)):
        return stroke
    return replace(stroke, color=color)


def touches(mark: Mark, others: Sequence[Mark]) -> bool:
    """Whether a mark comes too close to any of the others."""
    box = bounds(mark.path).grown(APART)
    return any(meet(box, bounds(other.path)) for other in others)


class Boxes:
    """Rectangles, indexed so that those that overlap another are found without looking at all of them."""

    def __init__(self, rects: Iterable[Rect] = ()) -> None:
        self._found: dict[tuple[int, int], list[Rect]] = {}
        for r in rects:
            self.add(r)

    def add(self, r: Rect) -> None:
        """Add a rectangle."""
        for square in self._squares(r):
            self._found.setdefault(square, []).append(r)

    def meet(self, r: Rect) -> bool:
        """Whether any of them shares more than a side with this one."""
        return any(meet(r, other) for square in self._squares(r) for other in self._found.get(square, ()))

    @staticmethod
    def _squares(r: Rect) -> Iterator[tuple[int, int]]:
        """Yield the 20 mm grid squares that a rectangle touches."""
        for x in range(int(r.x // _SQUARE), int(r.right // _SQUARE) + 1):
            for y in range(int(r.y // _SQUARE), int(r.bottom // _SQUARE) + 1):
                yield x, y


def meet(a: Rect, b: Rect) -> bool:
    """Whether two rectangles share more than a side."""
    return a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom


def line(start: tuple[float, float], end: tuple[float, float]) -> Path:
    """A straight line as a path."""
    return (("m", *start), ("l", *end))
