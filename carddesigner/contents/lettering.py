"""What letters have in addition to one colour: gradients, strokes along their outlines, an arc they stand on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import cos, degrees, radians, sin

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.geometry import Matrix, Rect, bounds
from carddesigner.core.items import (
    Glyph,
    GlyphRun,
    GroupItem,
    ImageItem,
    Item,
    PathItem,
    Stroke,
    SymbolItem,
    TextItem,
    TextPiece,
    placed_symbol,
)
from carddesigner.core.paint import OF_ALL, Gradient, Paint, moved


class Lettering(Struct, frozen=True):
    """A gradient for everything in the colour ``OF_ALL``, and a stroke along all letters, under or over them; both in
    points of the text's box.
    """

    gradient: Gradient | None
    stroke: Stroke | None
    under: bool

    def of(self, items: tuple[Item, ...], m: Matrix = Matrix()) -> tuple[Item, ...]:  # noqa: B008 it is frozen
        """Apply the lettering to items; *m* maps them to the box."""
        return tuple(self._item(item, m) for item in items)

    def _item(self, item: Item, m: Matrix) -> Item:
        if isinstance(item, GroupItem):
            inner = item.matrix.then(m) if item.matrix is not None else m
            return replace(item, items=self.of(item.items, inner))
        if isinstance(item, TextItem):
            return replace(item, pieces=tuple(self._piece(piece, m) for piece in item.pieces))
        if isinstance(item, PathItem):
            stroke = item.stroke
            line = replace(stroke, color=self._paint(stroke.color, m)) if stroke is not None else None
            return replace(item, fill=self._paint(item.fill, m) if item.fill is not None else None, stroke=line)
        if isinstance(item, SymbolItem) and self.gradient is not None and item.color == OF_ALL:
            return placed_symbol(item.symbol, item.frame, moved(self.gradient, m.inverse()))
        return item

    def _piece(self, piece: TextPiece, m: Matrix) -> TextPiece:
        stroke = self.stroke
        if stroke is not None:
            stroke = replace(stroke, color=moved(stroke.color, m.inverse()))
        return replace(piece, color=self._paint(piece.color, m), stroke=stroke, under=self.under)

    def _paint(self, paint: Paint, m: Matrix) -> Paint:
        return moved(self.gradient, m.inverse()) if self.gradient is not None and paint == OF_ALL else paint


class Arc(Struct, frozen=True):
    """The arc that text stands on in a box of a width: its radius at the first line's baseline, in points, and its
    angle in degrees, negative if it is open upwards.
    """

    width: float
    radius: float
    degrees: float

    @property
    def length(self) -> float:
        """The length of a line on it."""
        return self.radius * radians(abs(self.degrees))

    @property
    def sagitta(self) -> float:
        """The height of the arc."""
        return self.radius * (1 - cos(radians(abs(self.degrees)) / 2))

    def bent(self, items: tuple[Item, ...], baseline: float) -> tuple[Item, ...]:
        """Lines as long as the arc, the first on a *baseline*, bent to stand on it."""
        return tuple(made for item in items for made in self._item(item, baseline))

    def _item(self, item: Item, baseline: float) -> Iterator[Item]:
        if isinstance(item, TextItem):
            for piece in item.pieces:
                yield from self._letters(piece, item.y, baseline)
            return
        if isinstance(item, GroupItem) and item.matrix is not None:
            x, y = item.matrix.e, item.matrix.f
        elif isinstance(item, SymbolItem | ImageItem):
            x, y = item.frame.centre
        elif isinstance(item, PathItem):
            x, y = bounds(item.path).centre
        else:
            x, y = self.length / 2, baseline
        # Items between letters turn with them, and keep their height above the line.
        yield GroupItem((item,), Matrix.move(-x, -y).then(self._place(x, y, baseline)))

    def _letters(self, piece: TextPiece, y: float, baseline: float) -> Iterator[Item]:
        x, k = piece.x, piece.size / 1000
        for run, gap in zip(piece.runs, piece.gaps, strict=True):
            for part in _letters_of(run):
                wide = part.width * k
                own = replace(piece, x=-wide / 2, runs=(part,), gaps=(0.0,))
                yield GroupItem((TextItem(0.0, (own,)),), self._place(x + wide / 2, y, baseline))
                x += wide
            x += gap * k

    def _place(self, x: float, y: float, baseline: float) -> Matrix:
        """The map of the origin to the place of the point (x, y) of straight lines."""
        down = y - baseline
        if self.degrees > 0:
            radius = max(self.radius - down, 0.1)
            angle = (x - self.length / 2) / radius
            at = self.width / 2 + radius * sin(angle), baseline + self.radius - radius * cos(angle)
        else:
            radius = self.radius + down
            angle = -(x - self.length / 2) / radius
            at = self.width / 2 - radius * sin(angle), baseline + self.sagitta - self.radius + radius * cos(angle)
        return Matrix.turn(degrees(angle)).then(Matrix.move(*at))


def arc_in(frame: Rect, angle: float, cap: float, descent: float) -> Arc:
    """The arc of an angle in degrees that is as wide as a frame, for letters that extend so far above and below their
    baseline.
    """
    half = radians(min(abs(angle), 180.0)) / 2
    return Arc(frame.width, max(frame.width / 2 / sin(half) - (cap if angle > 0 else descent), 0.1), angle)


@lru_cache(maxsize=1024)
def _letters_of(run: GlyphRun) -> tuple[GlyphRun, ...]:
    """The letters of a run, each with its marks, as separate runs."""
    letters: list[list[Glyph]] = []
    waiting: list[Glyph] = []
    for glyph in run.glyphs:
        if glyph.advance == 0 and run.rtl:
            waiting.append(glyph)
        elif glyph.advance == 0 and letters:
            letters[-1].append(glyph)
        else:
            letters.append([*waiting, glyph])
            waiting = []
    if waiting:
        letters.append(waiting)
    starts = sorted({min(g.cluster for g in letter) for letter in letters})
    ends = dict(zip(starts, [*starts[1:], len(run.text)], strict=True))
    out = []
    for letter in letters:
        start = min(g.cluster for g in letter)
        own = tuple(replace(g, cluster=max(g.cluster - start, 0)) for g in letter)
        out.append(GlyphRun(run.font, run.text[start : ends[start]], own, sum(g.advance for g in own), run.rtl))
    return tuple(out)
