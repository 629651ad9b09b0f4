"""Warn of text and icons so close to the cut that a knife may cut into them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import inf

from msgspec import Struct, field

from carddesigner.checks.base import Check, CheckedFace, DeckView, Finding, ShownZone, by_zone, width
from carddesigner.checks.outlines import Cut, corners_of, cut, rings
from carddesigner.contents.flow import FlowContent
from carddesigner.contents.picture import IconContent
from carddesigner.contents.text import Text
from carddesigner.core.geometry import Matrix, Point, Rect, extent
from carddesigner.core.items import ImageItem, PathItem, SymbolItem, TextItem, TextPiece
from carddesigner.core.units import MM, NEARLY_SAFE
from carddesigner.text.font_face import FontFace

MAX_POINTS = 10_000
"""The most corners of an icon that are measured."""


def outside_safe(view: DeckView, laid: CheckedFace, shown: ShownZone) -> Iterator[Finding]:
    """Warn of text and icons that are closer to the cut than the stock's ``safe``. Text counts from its capitals down
    to its ink; an icon that fills the bleed is meant to be cut.
    """

    stock, outline = laid.component.stock, laid.face.outline

    def knife() -> _Knife:
        return _Knife(view.deck.assets.face, cut(outline, stock.trim, stock.safe, NEARLY_SAFE))

    if not isinstance(shown.zone.content, (Text, IconContent, FlowContent)):
        return
    nearest = view.once(stock, knife, "knife", outline).nearest(shown)
    if nearest is None or (nearest[0] == "icon" and stock.bleed and nearest[1] <= NEARLY_SAFE - stock.bleed):
        return
    what, least = nearest
    if least < 0:
        message = f"the {what} sticks {-least / MM:.1f} mm out over the cut"
    else:
        message = f"the {what} comes within {least / MM:.1f} mm of the cut; {stock.safe / MM:g} mm are safe"
    hint = "move it inwards, or make it smaller; `in: safe` lays a zone into the safe area"
    yield Finding("outside-safe", message, shown.zone.span, hint, zone=shown.path, about=what, badness=-least)


class _Knife(Struct):
    """Measures the distance of things from the cut of one stock; icons at the same place are measured once."""

    face: Callable[[str], FontFace]
    edge: Cut
    _icons: dict[tuple[str, Rect, Matrix], float] = field(default_factory=dict)

    def nearest(self, shown: ShownZone) -> tuple[str, float] | None:
        """The part of a zone that is closest to the cut, and its distance, if that is less than is safe."""
        # Letters fit into their frame, but icons among them may be larger than the line.
        sure = self._is_sure(shown.zone.frame, shown.matrix)
        content = shown.zone.content
        worst: tuple[str, float] | None = None
        for item, m in shown.leaves:
            if isinstance(item, SymbolItem):
                measured = ("icon", self._icon(item, m))
            elif isinstance(item, ImageItem):
                measured = ("icon", self._depth(item.frame.corners, m))
            elif isinstance(item, PathItem) and isinstance(content, IconContent):
                measured = ("icon", self._depth(_within(extent(item.path), content.icon.box), m))
            elif isinstance(item, TextItem) and not sure:
                measured = ("text", min([self._text(piece, item.y, m) for piece in item.pieces], default=inf))
            else:
                continue
            if measured[1] < self.edge.safe - NEARLY_SAFE and (worst is None or measured[1] < worst[1]):
                worst = measured
        return worst

    def _icon(self, item: SymbolItem, m: Matrix) -> float:
        key = (item.symbol.digest, item.frame, m)
        cached = self._icons.get(key)
        if cached is None:
            cached = self._icons[key] = inf if self._is_sure(item.frame, m) else self._depth(_icon_ink(item), m)
        return cached

    def _text(self, piece: TextPiece, baseline: float, m: Matrix) -> float:
        face = self.face(piece.font)
        k = piece.size / 1000
        y, cap = baseline - piece.rise, face.cap_height * k
        if self._is_sure(Rect(piece.x, y - cap, width(piece), cap + face.descent * k), m):
            return inf
        points: list[Point] = []
        for box in face.ink_of(piece, baseline):
            top = max(box.y, y - cap)
            points += [(x, level) for x in (box.x, box.right) for level in (top, box.bottom)]
        return self._depth(points, m)

    def _is_sure(self, r: Rect, m: Matrix) -> bool:
        sure = self.edge.sure
        if sure is None:
            return False
        points = [m.apply(*corner) for corner in r.corners]
        return all(sure.x <= x <= sure.right and sure.y <= y <= sure.bottom for x, y in points)

    def _depth(self, points: Iterable[Point], m: Matrix) -> float:
        sure = self.edge.sure
        if self.edge.sides:
            points = corners_of(tuple(points))
        placed = [m.apply(*point) for point in points]
        if sure is not None:
            placed = [(x, y) for x, y in placed if not (sure.x <= x <= sure.right and sure.y <= y <= sure.bottom)]
        return self.edge.least_depth(placed)


def _within(r: Rect, view: Rect) -> list[Point]:
    """The corners of the part of a rectangle inside a view."""
    x, y = max(r.x, view.x), max(r.y, view.y)
    width, height = min(r.right, view.right) - x, min(r.bottom, view.bottom) - y
    return list(Rect(x, y, width, height).corners) if width >= 0 and height >= 0 else []


def _icon_ink(item: SymbolItem) -> Iterable[Point]:
    """Points on the outlines of an icon; the corners of its frame if there are too many."""
    place = item.place
    points = [p for path in item.symbol.paths for ring in rings(path.path) for p in ring]
    return [place.apply(*p) for p in points] if len(points) <= MAX_POINTS else item.frame.corners


CHECK = Check("outside-safe", by_zone("outside-safe", outside_safe), by_piece=True)
