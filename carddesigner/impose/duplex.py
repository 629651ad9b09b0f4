"""Duplex modes: for each way a sheet comes to have backs, where these land and what else follows from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from carddesigner.core.geometry import Rect
from carddesigner.core.printing import Duplex

Side = Literal["front", "back"]

Back = tuple[Rect, int]
"""A back's rectangle on its own page as seen, and how far the art of an upright front's back is turned, in degrees."""


def _mirrored_x(r: Rect, width: float, _height: float) -> Back:
    """The sheet turns like a book's page."""
    return Rect(width - r.right, r.y, r.width, r.height), 0


def _mirrored_y(r: Rect, _width: float, height: float) -> Back:
    """The sheet turns like a calendar's page; art is turned with it so that heads stay together."""
    return Rect(r.x, height - r.bottom, r.width, r.height), 180


def _long_edge(r: Rect, width: float, height: float) -> Back:
    return (_mirrored_x if height >= width else _mirrored_y)(r, width, height)


def _short_edge(r: Rect, width: float, height: float) -> Back:
    return (_mirrored_y if height >= width else _mirrored_x)(r, width, height)


class DuplexMode(Struct, frozen=True):
    """All that is asked of a duplex mode. ``placed`` gives a front's rectangle and the page's size to its back's; None
    prints no backs. ``folded`` has both sides on one page, which is folded along its upright middle line, pieces foot to foot.

    ``described`` is for summaries.
    """

    name: Duplex
    described: str
    placed: Callable[[Rect, float, float], Back] | None = None
    folded: bool = False

    @property
    def has_backs(self) -> bool:
        """Whether backs are printed at all."""
        return self.placed is not None

    @property
    def turns(self) -> bool:
        """Whether sheets are printed on both sides: by the printer, or by hand in two passes."""
        return self.has_backs and not self.folded

    @property
    def flip(self) -> str:
        """The edge that sheets are turned over on, as people write it."""
        return self.name.replace("-", " ")

    @property
    def rotation(self) -> int:
        """How far the art of fronts is turned on their sheet, in degrees."""
        return 270 if self.folded else 0

    def behind(self, r: Rect, width: float, height: float) -> Rect:
        """The place on the back, on a page of this size as seen, that lies behind a front's. Itself without backs."""
        return self.placed(r, width, height)[0] if self.placed is not None else r

    def back(self, r: Rect, rotation: int, width: float, height: float) -> Back:
        """The place of a back whose front lies at *r* with its art turned by *rotation*: behind it, heads together."""
        assert self.placed is not None
        place, turned = self.placed(r, width, height)
        return place, (turned - rotation) % 360

    def size(self, width: float, height: float) -> tuple[float, float]:
        """Width and height of a piece as it lies on the sheet."""
        return (height, width) if self.folded else (width, height)

    def per_sheet(self, cells: int) -> int:
        """How many pieces the cells of a sheet's grid, or the columns of its rows, have room for."""
        return cells // 2 if self.folded else cells

    def fold(self, width: float) -> float | None:
        """Where a sheet of this width is folded, from its left; None where it isn't."""
        return width / 2 if self.folded else None

    @property
    def of_dies(self) -> DuplexMode:
        """The mode for nets and boxes, which have no backs to fold."""
        return DUPLEX[Duplex.NONE] if self.folded else self

    @property
    def of_booklets(self) -> DuplexMode:
        """The mode for booklets and leaflets, which always have both sides: a printer of one side gets them by hand."""
        return self if self.turns else DUPLEX[Duplex.LONG_EDGE]


DUPLEX: dict[str, DuplexMode] = {
    mode.name: mode
    for mode in (
        DuplexMode(Duplex.LONG_EDGE, "duplex long-edge", _long_edge),
        DuplexMode(Duplex.SHORT_EDGE, "duplex short-edge", _short_edge),
        DuplexMode(Duplex.GUTTERFOLD, "backs beside their fronts, to fold in the middle", _mirrored_x, folded=True),
        DuplexMode(Duplex.NONE, "one side"),
    )
}
"""The modes by the names that people give."""
