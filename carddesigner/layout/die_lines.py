"""Cut, fold and glue lines of a die, and the numbers of its flaps, drawn above the art."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, degrees, dist, hypot

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.cache import Cache
from carddesigner.core.color import Cmyk, Gray, Spot
from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import Matrix, Path, Rect, around, mirrored, polygon
from carddesigner.core.items import GroupItem, Item, PathItem, Stroke
from carddesigner.core.units import MM
from carddesigner.deck.assets import SLUG_FAMILY, Assets
from carddesigner.layout.boxes import PaperRoom
from carddesigner.layout.die_ticks import die_guides
from carddesigner.nets.die import WRAP, Die, Panel, behind_fold
from carddesigner.nets.polygons import Edge, Polygon, edges
from carddesigner.schema.deck import DieLines
from carddesigner.schema.dies import DieStock
from carddesigner.text.fit import fit
from carddesigner.text.fonts import FontFamily
from carddesigner.text.rich import Paragraph, Run
from carddesigner.text.style import TextStyle

_LINES = "die-lines"
_DASH = (3 * MM, 2 * MM)
_SHORT_DASH = (1.2 * MM, 0.8 * MM)
_SHORT = 15 * MM
"""Folds shorter than this have shorter dashes, so that they still look dashed."""
_HATCH = 2 * MM
_HALO = 0.3 * MM
_SIZE = 6.5
_LEAST_SIZE = 4.0
_SAME = 0.01 * MM
"""Points closer than this are the same point."""
_INK = Gray(0.25)
_FINE = 0.2 * MM
_FAINT = Gray(0.5)
"""The colour of folds on a visible face: fine lines of alternating grey and white, so that they show on any art."""


class LinesOfDies(Struct, frozen=True):
    """The lines of a deck's nets and boxes: which there are, and where, for sheets of this *room*."""

    lines: DieLines
    assets: Assets
    room: PaperRoom

    @property
    def are_behind(self) -> bool:
        """Whether the lines go on the otherwise unprinted side."""
        return self.room.by_hand and self.room.two_sided and self.lines.side == "back"

    @property
    def look(self) -> object:
        """What the lines of a stock depend on."""
        return repr(self.lines), self.room.by_hand, self.room.pictured, self.are_behind, self._family

    @property
    def _family(self) -> FontFamily:
        return self.assets.family(SLUG_FAMILY)

    def over(self, stock: DieStock, zones: tuple[PlacedZone, ...]) -> tuple[PlacedZone, ...]:
        """Return the lines above a die's art."""
        if self.are_behind:
            return ()
        if self.room.by_hand and self.room.pictured:
            return (_folds_on_print(stock.die, self.lines, self._family),)
        if self.room.by_hand:
            return (_lines_by_hand(stock.die, self.lines, self._family, zones, stock.bleed),)
        return (_all_lines(stock.die, self.lines, self._family),)

    def behind(self, stock: DieStock, cache: Cache) -> LaidFace | None:
        """Return the unprinted side of a die with its lines, or None if the lines are on the front."""
        if not self.are_behind:
            return None
        key = ("lines behind", repr(stock), repr(self.lines))
        face: LaidFace | None = cache.get(key)
        if face is None:
            zone = _all_lines(stock.die.behind(), self.lines, self._family)
            outline = mirrored(stock.outline(), stock.size[0])
            cache.put(key, face := LaidFace("die-lines", *stock.size, outline, stock.bleed, (zone,)))
        return face


@lru_cache(maxsize=16)
def _all_lines(die: Die, lines: DieLines, family: FontFamily) -> PlacedZone:
    """Return a zone with all lines, for the top of a die's face or for its unprinted side."""
    cut, crease, _ = _strokes(lines)
    items = [*_glued(die, lines, family)]
    items += _dashed([(f.start, f.end) for f in die.folds], crease)
    items += [PathItem(slit.path, stroke=cut) for slit in die.slits]
    items.append(PathItem(die.outline(), stroke=cut))
    return _zone(die, items)


def _lines_by_hand(
    die: Die, lines: DieLines, family: FontFamily, zones: tuple[PlacedZone, ...], bleed: float
) -> PlacedZone:
    """Return a zone for the top of the face of a die, with the art *zones*, that is cut and folded by hand: lines where
    the paper is bare, and ticks beside the visible faces where art covers them. A curved cut has its line on the waste.
    """
    cut, crease, _ = _strokes(lines)
    guides = die_guides(die, zones, bleed)
    outline = die.outline()
    # A rectangle around the die that runs anticlockwise, so that with the outline it encloses everything but the die.
    r = Rect(0.0, 0.0, *die.size).grown(10 * MM)
    rest = polygon(((r.x, r.y), (r.x, r.bottom), (r.right, r.bottom), (r.right, r.y)))
    items = [*_glued(die, lines, family, bare=True)]
    light = Stroke(Gray(1.0), 2 * _HALO)
    items += [GroupItem((PathItem(_path(guides.cuts), stroke=light),), clip=(*rest, *outline))] if guides.cuts else []
    items += _beside(_path(guides.curves), (*rest, *outline), cut)
    for slit in die.slits:
        items += _beside(slit.path, (*slit.path, ("h",)), cut)
    items += _dashed(guides.folds, crease)
    ticks = _path((*guides.cut_ticks, *guides.fold_ticks))
    items += [PathItem(ticks, stroke=Stroke(Gray(1.0), lines.width + 2 * _HALO))] if ticks else []
    # Where a tick marks both, its outer half is drawn for the fold alone, because die lines overprint and the inks would mix.
    cut_ticks = tuple(left for tick in guides.cut_ticks for left in _without(tick, guides.fold_ticks))
    drawn = ((guides.cuts, replace(cut, cap=1)), (cut_ticks, cut), (guides.fold_ticks, crease))
    items += [PathItem(_path(some), stroke=stroke) for some, stroke in drawn if some]
    return _zone(die, items)


def _folds_on_print(die: Die, lines: DieLines, family: FontFamily) -> PlacedZone:
    """Return a zone for the top of the face of a die that a machine cuts out of the print. No cuts are drawn, and folds
    are drawn on the art because no waste remains beside it.
    """
    folds = [(f.start, f.end) for f in die.folds]
    ground = [PathItem(_path(folds), stroke=Stroke(Gray(1.0), _FINE))] if folds else []
    return _zone(die, [*_glued(die, lines, family, bare=True), *ground, *_dashed(folds, Stroke(_FAINT, _FINE))])


def _without(edge: Edge, others: Sequence[Edge]) -> list[Edge]:
    """Return the parts of an edge that none of *others* covers."""
    (x, y), (u, v) = edge
    length = dist(*edge)
    parts = [(0.0, length)]
    for a, b in others:
        along = [((p[0] - x) * (u - x) + (p[1] - y) * (v - y)) / length for p in (a, b)]
        off = [abs((p[0] - x) * (v - y) - (p[1] - y) * (u - x)) / length for p in (a, b)]
        if max(off) > _SAME:
            continue
        low, high = min(along), max(along)
        parts = [part for s, e in parts for part in ((s, min(e, low)), (max(s, high), e)) if part[1] - part[0] > _SAME]
    dx, dy = (u - x) / length, (v - y) / length
    return [((x + s * dx, y + s * dy), (x + e * dx, y + e * dy)) for s, e in parts]


def _strokes(lines: DieLines) -> tuple[Stroke, Stroke, Stroke]:
    """Return the strokes of cuts, folds and glued areas."""
    inks = ((lines.cut, Cmyk(0, 1, 0, 0)), (lines.crease, Cmyk(1, 0, 0, 0)), (lines.glue, Cmyk(0, 0, 1, 0)))
    cut, crease, glue = (Stroke(Spot(name, color), lines.width, overprint=True) for name, color in inks)
    return cut, crease, glue


def _zone(die: Die, items: list[Item]) -> PlacedZone:
    return PlacedZone(_LINES, Rect(0.0, 0.0, *die.size), tuple(items))


def without_lines(face: LaidFace) -> LaidFace:
    """Return a die's face with its art alone."""
    return replace(face, zones=face.zones[:-1]) if face.zones and face.zones[-1].id == _LINES else face


@lru_cache(maxsize=16)
def _glued(die: Die, lines: DieLines, family: FontFamily, *, bare: bool = False) -> tuple[Item, ...]:
    """Return the hatching of glued areas and the numbers of flaps; with *bare*, nothing covers art that continues over
    a fold.
    """
    items: list[Item] = []
    folds = [edge for face in die.faces for edge in edges(face.points)] if bare else []
    for panel in die.panels:
        if panel.kind == "glue":
            items.append(_hatched(panel, _strokes(lines)[2], behind_fold(panel.points, folds)))
        if panel.kind != "face":
            items += _labels(panel, family)
    return tuple(items)


def _dashed(folds: Sequence[Edge], crease: Stroke) -> list[Item]:
    """Return the folds as dashed lines, with shorter dashes for short folds."""
    items: list[Item] = []
    for dash, short in ((_DASH, False), (_SHORT_DASH, True)):
        own = [fold for fold in folds if (dist(*fold) < _SHORT) is short]
        if own:
            items.append(PathItem(_path(own), stroke=replace(crease, dash=dash)))
    return items


def _path(lines: Sequence[Edge]) -> Path:
    return tuple(step for start, end in lines for step in (("m", *start), ("l", *end)))


def _beside(path: Path, waste: Path, cut: Stroke) -> list[Item]:
    """Return a cut's line with white beside it, both clipped to the waste."""
    if not path:
        return []
    light, line = Stroke(Gray(1.0), 2 * (_HALO + cut.width)), replace(cut, width=2 * cut.width)
    return [GroupItem((PathItem(path, stroke=light), PathItem(path, stroke=line)), clip=waste)]


def _hatched(panel: Panel, stroke: Stroke, within: Polygon) -> GroupItem:
    """Return slanting lines for a glued area."""
    box = around(panel.points)
    path: list[tuple[str, float, float]] = []
    at = box.x - box.height
    while at < box.right:
        path += [("m", at, box.bottom), ("l", at + box.height, box.y)]
        at += _HATCH
    return GroupItem((PathItem(tuple(path), stroke=stroke),), clip=polygon(within))


def _labels(panel: Panel, family: FontFamily) -> list[Item]:
    """Return the flap's number, with "glue" if there is room, in the largest size that fits."""
    (x1, y1), (x0, y0) = panel.points[:2]
    length = hypot(x1 - x0, y1 - y0)
    angle = degrees(atan2(y1 - y0, x1 - x0))
    if not -90 < angle <= 90:
        angle += 180
    n = len(panel.points)
    middle = (sum(p[0] for p in panel.points) / n, sum(p[1] for p in panel.points) / n)
    wide = (length + dist(*panel.points[2:4])) / 2 - 1 * MM
    high = _depth(panel) - WRAP - 0.6 * MM
    if wide < 1 * MM or high < 1 * MM or not panel.number:
        return []
    labels = (f"{panel.number} glue", f"{panel.number}") if panel.kind == "glue" else (f"{panel.number}",)
    for text in labels:
        size = min(_SIZE, high)
        if size < _LEAST_SIZE:
            return []
        style = TextStyle((family,), size, _LEAST_SIZE, _INK, "center", "middle", line_height=1.0)
        fitted = fit((Paragraph((Run(text),)),), style, wide, high)
        if fitted.overflow is None:
            ground = PathItem(_ground(fitted.width, fitted.height, wide, high), fill=Gray(1.0))
            matrix = Matrix.move(-wide / 2, -high / 2).then(Matrix.turn(angle)).then(Matrix.move(*middle))
            return [GroupItem((ground, *fitted.items), matrix)]
    return []


def _ground(width: float, height: float, wide: float, high: float) -> Path:
    """Return a white ground for the text, which hatching would make hard to read."""
    w, h = width + 0.8 * MM, min(height + 0.6 * MM, high)
    x, y = (wide - w) / 2, (high - h) / 2
    return polygon(((x, y), (x + w, y), (x + w, y + h), (x, y + h)))


def _depth(panel: Panel) -> float:
    """Return how far a flap extends from its fold."""
    (x1, y1), (x0, y0) = panel.points[:2]
    length = hypot(x1 - x0, y1 - y0)
    return max(abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / length for x, y in panel.points)
