"""Warn of text whose colour is too close to what lies under it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import NamedTuple

from msgspec import Struct, field

from carddesigner.checks import colors
from carddesigner.checks.base import Check, DeckView, Finding, ShownZone, of_card, width
from carddesigner.checks.outlines import Ring, Shape, crossings, inside, mapped, rings, shape_of, shaped
from carddesigner.contents.code import CodeContent
from carddesigner.contents.text import Text
from carddesigner.core.color import Color, Gray
from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import Matrix, Path, Point, Rect, around, bounds, rectangle
from carddesigner.core.items import GroupItem, ImageItem, Item, PathItem, ShadowItem, SymbolItem, TextItem, TextPiece
from carddesigner.core.paint import Gradient, Paint, colors_of, opaque
from carddesigner.text.font_face import FontFace

LEAST, LEAST_LARGE = 4.5, 3.0
LARGE, LARGE_BOLD = 18.0, 14.0
"""The size in points from which text, or bold text, is large."""
BOLD = 600
"""The weight from which text is bold."""

MAX_PATHS, MAX_CORNERS, MAX_GROUNDS = 200, 2_000, 500
"""The most paths of an icon, corners of a path, and things under a text that are considered; text over more isn't
judged.
"""

MAX_OF_A_GROUND = 20
"""The most steps of the path of a zone's fill; the path of a code in it has more."""

_PAPER = Gray(1.0)
_ACROSS, _UP = (0.05, 0.25, 0.5, 0.75, 0.95), (0.15, 0.5, 0.85)
"""The places in a piece of text where the colour under it is sampled, as shares of its width and of the height of its
capitals.
"""


class _Ground(Struct, frozen=True, eq=False):
    """Something painted. ``shape`` is as drawn, and ``back`` maps the face to it; ``color`` is None if it isn't
    certain; ``sure`` is a rectangle on the face that it certainly paints, apart from clips.
    """

    bounds: Rect
    shape: tuple[Ring, ...]
    back: Matrix
    even_odd: bool
    clips: tuple[Shape, ...]
    color: Paint | None
    sure: Rect | None

    def lies_under(self, p: Point, lines: _Lines) -> bool:
        """Whether it is painted at a point, apart from clips."""
        b = self.bounds
        if not (b.x <= p[0] <= b.right and b.y <= p[1] <= b.bottom):
            return False
        return self.sure is b or lines.hold(self.shape, self.back.apply(*p), even_odd=self.even_odd)


class _Lines(Struct, eq=False):
    """Where shapes are crossed by the horizontal lines through the sampled places of one piece of text."""

    cached: dict[tuple[int, float], list[tuple[float, int]]] = field(default_factory=dict)

    def hold(self, shape: tuple[Ring, ...], p: Point, *, even_odd: bool = False) -> bool:
        """Whether a point lies inside a shape."""
        key = (id(shape), p[1])
        crossed = self.cached.get(key)
        if crossed is None:
            crossed = self.cached[key] = crossings(shape, p[1])
        return inside(crossed, p[0], even_odd=even_odd)


class _Drawing(Struct, eq=False):
    """A symbol with its map to the face and its bounds there; its paths are read only if text lies over it."""

    bounds: Rect
    item: SymbolItem
    matrix: Matrix
    clips: tuple[Shape, ...]
    faint: bool
    cached: list[_Ground] = field(default_factory=list)

    def grounds(self) -> list[_Ground]:
        """Its filled paths, from back to front."""
        if not self.cached:
            view = self.item.symbol.box
            edge = shaped(mapped(rings(rectangle(view)), self.matrix))
            for path in self.item.symbol.paths:
                if path.fill is not None or path.stroke is None:
                    fill = path.fill if path.fill is not None else self.item.color
                    outline, color = path.path, None if self.faint else opaque(fill)
                    # Only the part inside its viewBox is drawn.
                    clips = self.clips if view.contains(bounds(outline)) else (*self.clips, edge)
                    self.cached.append(_ground(outline, self.matrix, path.even_odd, clips, color))
        return self.cached


Ground = _Ground | _Drawing


class _TextOnGround(Struct, frozen=True, eq=False):
    """A piece of text, its box from the height of capitals down to the baseline, the box's map to the face and bounds
    there, and how many grounds of its own outermost zone lie under it. A QR code or barcode has its path in place of
    the piece.
    """

    shown: ShownZone
    piece: TextPiece | PathItem
    box: Rect
    matrix: Matrix
    bounds: Rect
    above: int

    def places(self) -> list[Point]:
        """The sampled places under it."""
        b = self.box
        return [self.matrix.apply(b.x + s * b.width, b.y + t * b.height) for s in _ACROSS for t in _UP]


class _Layer(Struct, eq=False):
    """An outermost zone's grounds and texts, from back to front."""

    grounds: list[Ground] = field(default_factory=list)
    texts: list[_TextOnGround] = field(default_factory=list)


def low_contrast(view: DeckView) -> Iterator[Finding]:
    """Warn of text with less contrast to the fill under it than WCAG 2 requires at its size. Text over a picture or
    something transparent isn't judged; of a gradient its most favourable colour is.
    """
    for laid in view.faces:
        for low in view.once(laid.face, partial(_findings, view, laid.face), "low-contrast"):
            yield of_card(_finding(low, view.names), laid)


class _Low(Struct, frozen=True, eq=False):
    """A text, or a code if ``size`` is None, whose contrast is less than wanted. An edition may call its colours
    otherwise.
    """

    shown: ShownZone
    size: float | None
    color: Color
    ground: Color
    ratio: float
    least: float


def _findings(view: DeckView, face: LaidFace) -> tuple[_Low, ...]:
    out: list[_Low | None] = []
    under: list[Ground] = []
    for outermost in face.zones:
        layer = view.once(outermost, partial(_layer, view, outermost), "layer")
        out += [_judged(text, under, layer.grounds, view.deck.assets.face) for text in layer.texts]
        under += layer.grounds
    return tuple(finding for finding in out if finding is not None)


def _finding(low: _Low, names: dict[Color, str]) -> Finding:
    color, ground = (names.get(c, colors.written(c)) for c in (low.color, low.ground))
    if low.size is None:
        message = f"a code in {color} on {ground}; readers expect dark on light, {low.least:g} : 1 or more"
        hint = "give the zone a light `fill`, or the code a darker `color`"
    else:
        has = f"has a contrast of {int(100 * low.ratio) / 100:g} : 1; {low.least:g} : 1 is needed"
        message = f"{low.size:g} pt text in {color} on {ground} {has}"
        hint = "make one of the colours lighter or darker" + ("" if low.least == LEAST_LARGE else ", or the text large")
    zone, about = low.shown, (low.color, low.ground)
    return Finding("low-contrast", message, zone.zone.span, hint, zone=zone.path, about=about, badness=-low.ratio)


def _judged(
    one: _TextOnGround, under: Sequence[Ground], own: Sequence[Ground], face: Callable[[str], FontFace]
) -> _Low | None:
    piece = one.piece
    if isinstance(piece, PathItem):
        return _judged_code(one, opaque(piece.fill), _colors_under(one, under, own))
    large = piece.size >= LARGE or (piece.size >= LARGE_BOLD and face(piece.font).weight >= BOLD)
    least = LEAST_LARGE if large else LEAST
    inks = (piece.color, piece.stroke.color) if piece.stroke is not None else (piece.color,)
    if None in map(opaque, inks):
        return None
    # A line around letters makes them as readable as their colour does; a gradient is only wrong if it is wrong all
    # over.
    worst_inks = [_best_contrast(inks, paint) for paint in _colors_under(one, under, own)]
    worst = min(worst_inks, key=lambda f: f.ratio, default=None)
    if worst is None or worst.ratio >= least:
        return None
    return _Low(one.shown, piece.size, worst.color, worst.ground, worst.ratio, least)


def _judged_code(text: _TextOnGround, color: Paint | None, painted: set[Paint]) -> _Low | None:
    """Check that a code is dark on light; not every reader accepts the reverse."""
    if color is None or isinstance(color, Gradient) or not painted:
        return None
    grounds = list(chain.from_iterable(map(colors_of, painted)))
    black = Gray(0.0)
    ground = min(grounds, key=lambda c: colors.contrast(c, black))
    ratio = colors.contrast(color, ground)
    if ratio >= LEAST_LARGE and colors.contrast(color, black) < colors.contrast(ground, black):
        return None
    return _Low(text.shown, None, color, ground, ratio, LEAST_LARGE)


class _Contrast(NamedTuple):
    """The contrast of a text's colour with one under it."""

    ratio: float
    color: Color
    ground: Color


@lru_cache(maxsize=4096)
def _best_contrast(inks: tuple[Paint, ...], ground: Paint) -> _Contrast:
    every = (
        _Contrast(colors.contrast(color, under), color, under)
        for color in chain.from_iterable(map(colors_of, inks))
        for under in colors_of(ground)
    )
    return max(every, key=lambda c: c.ratio)


def _colors_under(text: _TextOnGround, under: Sequence[Ground], own: Sequence[Ground]) -> set[Paint]:
    """The topmost colours under a piece of text."""
    b = text.bounds
    near: list[tuple[_Ground, list[Shape]]] = []
    full = False
    for looked, ground in enumerate(chain(_downwards(own[: text.above], b), _downwards(under, b))):
        if looked == MAX_GROUNDS:
            return set()
        if _apart(ground.bounds, b):
            continue
        clips = [c for c in ground.clips if c.sure is None or not c.sure.contains(b)]
        near.append((ground, clips))
        full = not clips and ground.sure is not None and ground.sure.contains(b)
        if full:
            break
    if full and len(near) == 1:
        color = near[0][0].color
        return {color} if color is not None else set()
    out: set[Paint] = set()
    lines = _Lines()
    for place in text.places():
        shown: Paint | None = _PAPER
        for ground, clips in near:
            if ground.lies_under(place, lines) and all(lines.hold(c.rings, place) for c in clips):
                shown = ground.color
                break
        if shown is not None:
            out.add(shown)
    return out


def _apart(a: Rect, b: Rect) -> bool:
    return a.x >= b.x + b.width or a.x + a.width <= b.x or a.y >= b.y + b.height or a.y + a.height <= b.y


def _downwards(grounds: Sequence[Ground], b: Rect) -> Iterator[_Ground]:
    """Grounds from the top down; drawings at that place are replaced by their parts."""
    for ground in reversed(grounds):
        if isinstance(ground, _Ground):
            yield ground
        elif not _apart(ground.bounds, b):
            yield from reversed(ground.grounds())


def _layer(view: DeckView, outermost: PlacedZone) -> _Layer:
    layer = _Layer()
    for shown in view.zones(outermost):
        _collect(layer, shown, shown.zone.own_items, shown.matrix, tuple(map(shape_of, shown.clips)), shown.opacity < 1)
    return layer


def _collect(
    layer: _Layer, shown: ShownZone, items: Sequence[Item], m: Matrix, clips: tuple[Shape, ...], faint: bool
) -> None:
    for item in items:
        if isinstance(item, GroupItem):
            inner = item.matrix.then(m) if item.matrix is not None else m
            more = (*clips, shaped(mapped(rings(item.clip), inner))) if item.clip is not None else clips
            _collect(layer, shown, item.items, inner, more, faint or item.opacity < 1 or bool(item.effects))
        elif isinstance(item, TextItem):
            if not faint:
                layer.texts.extend(
                    _text_on_ground(shown, piece, item.y, m, len(layer.grounds)) for piece in item.pieces
                )
        elif isinstance(item, PathItem):
            if isinstance(shown.zone.content, CodeContent) and len(item.path) > MAX_OF_A_GROUND:
                box = bounds(item.path)
                layer.texts.append(_TextOnGround(shown, item, box, m, _around(box, m), len(layer.grounds)))
            elif item.fill is not None:
                layer.grounds.append(_ground(item.path, m, item.even_odd, clips, None if faint else opaque(item.fill)))
        elif isinstance(item, ShadowItem) or isinstance(shown.zone.content, Text):
            # A shadow, or an icon among letters.
            continue
        elif isinstance(item, ImageItem) or len(item.symbol.paths) > MAX_PATHS:
            layer.grounds.append(_ground(rectangle(item.frame), m, False, clips, None))
        else:
            inner = item.place.then(m)
            layer.grounds.append(_Drawing(_around(item.symbol.box, inner), item, inner, clips, faint))


def _text_on_ground(shown: ShownZone, piece: TextPiece, y: float, m: Matrix, above: int) -> _TextOnGround:
    high = 0.7 * piece.size
    own = Rect(piece.x, y - piece.rise - high, width(piece), high)
    return _TextOnGround(shown, piece, own, m, _around(own, m), above)


def _around(r: Rect, m: Matrix) -> Rect:
    if m.a == m.d == 1.0 and m.b == m.c == 0.0:
        return r.moved(m.e, m.f)
    return around([m.apply(*corner) for corner in r.corners])


def _ground(path: Path, m: Matrix, even_odd: bool, clips: tuple[Shape, ...], color: Paint | None) -> _Ground:
    shape = shape_of(path)
    flat = abs(m.a * m.d - m.b * m.c) < 1e-9
    if not shape.rings or flat:
        nowhere = Rect(0.0, 0.0, 0.0, 0.0)
        return _Ground(nowhere, (), m, even_odd, clips, color, nowhere)
    if sum(map(len, shape.rings)) > MAX_CORNERS:
        shape, color = shaped(rings(rectangle(shape.box))), None
    around_it = _around(shape.box, m)
    sure = None
    if shape.sure is not None and (m.b == m.c == 0.0 or m.a == m.d == 0.0):
        sure = around_it if shape.sure is shape.box else _around(shape.sure, m)
    return _Ground(around_it, shape.rings, m.inverse(), even_odd, clips, color, sure)


CHECK = Check("low-contrast", low_contrast, by_piece=True, once=True, of_colors=True)
