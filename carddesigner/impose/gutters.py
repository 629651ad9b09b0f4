"""How wide the gutters of a grid are: bleed between pieces against guides that print."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from carddesigner.core.geometry import Rect
from carddesigner.core.units import MM
from carddesigner.impose.marks.base import EDGE, GAP, TOLERANCE
from carddesigner.impose.marks.guides import LEAST, OFF, CutGuides, Ground, guides_of_cut
from carddesigner.impose.marks.stretches import Shapes, rectangular
from carddesigner.impose.plan import Cut

ENOUGH_BLEED = 1 * MM
"""The bleed of each of two neighbours that is never given up for guides."""


class Row(Struct, frozen=True):
    """Pieces side by side across the middle of a sheet, or one above the other down it. It answers whether the cuts
    that cross the whole row have guides.

    *edge* is the unprintable margin at either end. On a *folded* sheet only half of the row counts. If pieces are
    *slanted*, all of their edges have to be printable.
    """

    paper: float
    count: int
    size: float
    bleed: float
    edge: float
    folded: bool = False
    slanted: bool = False

    def guides(self, gutter: float) -> CutGuides:
        """The guides of a cut across the row if its gutters have this width."""
        start = self._start(gutter)
        count = self.count // 2 if self.folded else self.count
        trims = [Rect(start + n * (self.size + gutter), 0.0, self.size, self.size) for n in range(count)]
        shapes = Shapes(map(rectangular, trims))
        art = Shapes(rectangular(trim.grown(self.bleed)) for trim in trims)
        end = self.paper / 2 if self.folded else self.paper
        cut = Cut((0.0, 0.0), (end, 0.0))
        return guides_of_cut(cut, Ground(shapes, art, (self.edge, min(end, self.paper - self.edge))))

    def guided(self, gutter: float) -> bool:
        """Whether cuts across the row have their guides, and the outer edges lie where guides can be printed."""
        start = self._start(gutter)
        printed = start >= self.edge - TOLERANCE or (start < EDGE and not self.slanted)
        return printed and self.guides(gutter).enough

    def weighed(self, gutter: float, least: float) -> float:
        """The widest gutter, from *least* to *gutter*, with which marks in the margins print; if there is none, the
        widest with which other guides print; otherwise *gutter*.
        """
        if self.count < 2 or self.size <= 0:
            return gutter
        widest = self.guides(gutter)
        if widest.enough and not widest.on_bleed:
            return gutter
        for narrower in self._leaving(self.bleed + GAP + LEAST, gutter, least):
            guides = self.guides(narrower)
            if guides.enough and not guides.on_bleed:
                return narrower
        if self.guided(gutter):
            return gutter
        for room in (OFF + LEAST, LEAST, 0.0):
            for narrower in self._leaving(room, gutter, least):
                if self.guided(narrower):
                    return narrower
        return gutter

    def _start(self, gutter: float) -> float:
        return (self.paper - self.count * self.size - max(self.count - 1, 0) * gutter) / 2

    def _leaving(self, room: float, gutter: float, least: float) -> Iterator[float]:
        """The gutter that leaves *room* to print beside the outer pieces, if it is between *least* and *gutter*."""
        wide = (self.paper - 2 * (self.edge + room) - self.count * self.size) / (self.count - 1)
        if least - 1e-6 <= wide < gutter:
            yield wide
