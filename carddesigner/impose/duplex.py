"""Duplex modes: for each way to print backs, where they lie and what follows from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from carddesigner.core.geometry import Rect
from carddesigner.core.printing import Duplex

Side = Literal["front", "back"]

Back = tuple[Rect, int]
"""A back's rectangle on its own page as seen, and the rotation of its art, in degrees, if the front is upright."""


def _mirrored_x(r: Rect, width: float, _height: float) -> Back:
    """The sheet is turned over like the page of a book."""
    return Rect(width - r.right, r.y, r.width, r.height), 0


def _mirrored_y(r: Rect, _width: float, height: float) -> Back:
    """The sheet is turned over like the page of a wall calendar; the art is turned with it so that heads meet heads."""
    return Rect(r.x, height - r.bottom, r.width, r.height), 180


def _long_edge(r: Rect, width: float, height: float) -> Back:
    return (_mirrored_x if height >= width else _mirrored_y)(r, width, height)


def _short_edge(r: Rect, width: float, height: float) -> Back:
    return (_mirrored_y if height >= width else _mirrored_x)(r, width, height)


class DuplexMode(Struct, frozen=True):
    """A duplex mode. ``placed`` maps a front's rectangle and the page's width and height to the back; it is None if no
    backs are printed. A ``folded`` sheet has both sides on one page and is folded along its vertical middle line,
    pieces foot to foot.

    ``described`` is the mode's name in summaries.
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
        """The name of the edge that sheets are turned over on, as in text."""
        return self.name.replace("-", " ")

    @property
    def rotation(self) -> int:
        """The rotation of the art of fronts on their sheet, in degrees."""
        return 270 if self.folded else 0

    def behind(self, r: Rect, width: float, height: float) -> Rect:
        """The rectangle on the back of a page of this size, as seen, that lies behind one of the front; the same one if
        there are no backs.
        """
        return self.placed(r, width, height)[0] if self.placed is not None else r

    def back(self, r: Rect, rotation: int, width: float, height: float) -> Back:
        """The place of the back of a front that lies at *r* with its art turned by *rotation*: behind it, with its head
        at the same end.
        """
        assert self.placed is not None
        place, turned = self.placed(r, width, height)
        return place, (turned - rotation) % 360

    def size(self, width: float, height: float) -> tuple[float, float]:
        """Width and height of a piece as it lies on the sheet."""
        return (height, width) if self.folded else (width, height)

    def per_sheet(self, cells: int) -> int:
        """The number of pieces for this many cells of a sheet's grid, or columns of its rows: half as many if it is
        folded.
        """
        return cells // 2 if self.folded else cells

    def fold(self, width: float) -> float | None:
        """The x of a sheet's fold, for a page of this width; None if it isn't folded."""
        return width / 2 if self.folded else None

    @property
    def of_dies(self) -> DuplexMode:
        """The mode for nets and boxes, which have no backs to fold."""
        return DUPLEX[Duplex.NONE] if self.folded else self

    @property
    def of_booklets(self) -> DuplexMode:
        """The mode for booklets and leaflets, which always have two sides: on a one-sided printer they are printed in
        two passes.
        """
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
"""The modes by their names in decks and on the command line."""
