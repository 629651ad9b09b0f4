"""A mark, how marks are drawn, and what keeps them apart."""

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
"""Between a mark and the paper's edge, at least."""
TOLERANCE = 1e-5
"""Points: a limit that is met exactly is met on both sides of a sheet."""
APART = 1 * MM
"""Between two marks of different kinds, at least."""
_SQUARE = 20 * MM
_WIDTH = 0.25
"""Points: a crop mark's line."""
_STROKE = Stroke(Gray(0.0), _WIDTH)
_STROKES = {
    "fold": Stroke(Gray(0.0), _WIDTH, (8.5, 5.7)),
    "note": Stroke(Gray(0.0), 0.75),
    "round": Stroke(Gray(0.45), _WIDTH),
    "edge": Stroke(Gray(0.45), _WIDTH),
    "sensor": Stroke(Gray(0.0), 0.3 * MM),
}
"""How marks are drawn that are not plain lines: folds dashed 3 and 2 mm."""
_LIGHT = Stroke(Gray(1.0), 3 * _WIDTH)
"""What lies under a line that is drawn on art, so that it is seen on any colour."""


class Mark(Struct, frozen=True):
    """A line to cut, fold or look at; ``kind`` is ``crop``, ``tick``, ``cut-lines``, ``edge``, ``round``, ``registration``, ``centre``,
    ``fold``, ``staple`` or ``note``, or of a cutting machine ``sensor`` and the black ``sensor-square``. Four lie on art: ticks, which
    the knife takes away with the bleed, a staple's, which the staple covers, and those that are cut along: a piece's straight edge,
    and all of a round one's.
    """

    kind: str
    path: Path


def away(plan: SheetPlan) -> float:
    """From a sheet's trims to the nearest mark in its margins."""
    return plan.bleed + GAP


def mark_items(marks: Sequence[Mark], color: Color | None = None, art: Rect | None = None) -> tuple[PathItem, ...]:
    """Marks as they are drawn. Those that keep off the *art* are of a *color*, if it is given."""
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
    """Whether a mark comes too near to any of the others."""
    box = bounds(mark.path).grown(APART)
    return any(meet(box, bounds(other.path)) for other in others)


class Boxes:
    """Rectangles, of which those that meet another are found without looking at all of them."""

    def __init__(self, rects: Iterable[Rect] = ()) -> None:
        self._found: dict[tuple[int, int], list[Rect]] = {}
        for r in rects:
            self.add(r)

    def add(self, r: Rect) -> None:
        """One more."""
        for square in self._squares(r):
            self._found.setdefault(square, []).append(r)

    def meet(self, r: Rect) -> bool:
        """Whether any shares more than a side with this one."""
        return any(meet(r, other) for square in self._squares(r) for other in self._found.get(square, ()))

    @staticmethod
    def _squares(r: Rect) -> Iterator[tuple[int, int]]:
        """The squares of a board, 20 mm wide each, in which a rectangle lies."""
        for x in range(int(r.x // _SQUARE), int(r.right // _SQUARE) + 1):
            for y in range(int(r.y // _SQUARE), int(r.bottom // _SQUARE) + 1):
                yield x, y


def meet(a: Rect, b: Rect) -> bool:
    """Whether two rectangles share more than a side."""
    return a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom


def line(start: tuple[float, float], end: tuple[float, float]) -> Path:
    """A straight line as a path."""
    return (("m", *start), ("l", *end))
