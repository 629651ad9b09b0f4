"""The drawing vocabulary: everything laid out ends as these values, and the painter knows nothing else. Points, y down,
origin at the trimmed top left of the face.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.color import Color
from carddesigner.core.geometry import Aspect, Matrix, Path, Point, Rect, fitting, rectangle
from carddesigner.core.paint import Blend, Gradient, Paint, colors_of, moved

CAPS, JOINS = ("butt", "round", "square"), ("miter", "round", "bevel")
"""Ends and corners of lines, in PDF's order."""


class Stroke(Struct, frozen=True, gc=False):
    """A path's line: paint, width and dashes in points; ``overprint`` leaves other inks under it uncut."""

    color: Paint
    width: float
    dash: tuple[float, ...] = ()
    cap: int = 0
    join: int = 0
    overprint: bool = False


class PathItem(Struct, frozen=True, gc=False):
    """A path, filled, stroked or both."""

    path: Path
    fill: Paint | None = None
    stroke: Stroke | None = None
    even_odd: bool = False


class SymbolPath(Struct, frozen=True):
    """A path of a symbol; without a fill of its own it takes the colour the symbol is placed with. ``outline`` is the
    path, or makes it: drawings are read more often than they are drawn. ``line_in_color``: its line has that colour too.
    """

    outline: Path | Callable[[], Path]
    fill: Paint | None = None
    even_odd: bool = False
    stroke: Stroke | None = None
    line_in_color: bool = False

    @property
    def path(self) -> Path:
        """The path; one that has to be made is made whenever it is asked for, and not kept."""
        return self.outline if isinstance(self.outline, tuple) else self.outline()


class Drawn(Protocol):
    """What makes the items of a drawing that has more than paths."""

    @property
    def takes_color(self) -> bool:
        """Whether something in it has no colour of its own."""

    def __call__(self, color: Paint) -> tuple[Item, ...]:
        """The items, in the units of the symbol, what has no colour of its own in this one."""


class Symbol(Struct, frozen=True, eq=False):
    """A vector icon in its own box; ``digest`` is the sha256 of its file, the key for drawing it once. One that can't
    be kept as vectors has no paths but a ``picture``, which gives the picture of it for a width and height in points
    and may raise Problem; ``lost`` is the reason. One of more than paths has none either, but is ``drawn``. ``aspect`` is how it
    lies in its frame.
    """

    name: str
    box: Rect
    paths: tuple[SymbolPath, ...]
    digest: str
    picture: Callable[[float, float], Picture] | None = None
    lost: str = ""
    drawn: Drawn | None = None
    aspect: Aspect = (0.5, 0.5, "meet")

    @property
    def takes_color(self) -> bool:
        """Whether something in it has no colour of its own."""
        if self.drawn is not None:
            return self.drawn.takes_color
        return any([p.line_in_color or (p.fill is None and p.stroke is None) for p in self.paths])

    def __eq__(self, other: object) -> bool:
        # A picture belongs to the reading of the deck that made it: the same file of another reading is another.
        # So do the fonts of what is drawn.
        return isinstance(other, Symbol) and (self.digest, self.picture, self.drawn) == (
            other.digest,
            other.picture,
            other.drawn,
        )

    def __hash__(self) -> int:
        return hash(self.digest)


class SymbolItem(Struct, frozen=True, gc=False):
    """A symbol placed into a frame, in one colour."""

    symbol: Symbol
    frame: Rect
    color: Color

    @property
    def place(self) -> Matrix:
        """From the symbol's own units to the frame."""
        return fitting(self.symbol.box, self.frame, self.symbol.aspect)


class Glyph(Struct, frozen=True, gc=False, array_like=True):
    """A shaped glyph; lengths are thousandths of the font size, ``cluster`` indexes the run's text."""

    id: int
    cluster: int
    advance: float
    dx: float = 0.0
    dy: float = 0.0


class GlyphRun(Struct, frozen=True, gc=False, eq=False):
    """Text shaped once in one font, in visual order; equal runs are the same object (they are interned). ``font`` is
    the font's key (``Family-Style``), ``width`` thousandths of the size.
    """

    font: str
    text: str
    glyphs: tuple[Glyph, ...]
    width: float
    rtl: bool = False


class TextPiece(Struct, frozen=True, gc=False):
    """Runs of one font, size and paint on a line, from ``x`` on; ``gaps[i]`` is added after ``runs[i]``, in
    thousandths of the size (justification, tracking). A ``stroke`` lies over the letters or ``under`` them.
    """

    x: float
    size: float
    color: Paint
    font: str
    runs: tuple[GlyphRun, ...]
    gaps: tuple[float, ...]
    rise: float = 0.0
    stroke: Stroke | None = None
    under: bool = False


class TextItem(Struct, frozen=True, gc=False):
    """A line of text: pieces in visual order on one baseline. What order that is read in stands nowhere: readers of PDFs find it
    themselves, and take text that is given to them for it as seen.
    """

    y: float
    pieces: tuple[TextPiece, ...]


class Picture(Struct, frozen=True, gc=False):
    """A raster image's facts; its bytes are fetched by digest when drawn. ``width`` and ``height`` are its pixels as it
    is seen; ``orientation`` is EXIF's, 1 to 8: how the camera was held. ``alpha``: it may be see-through somewhere.
    """

    path: str
    digest: str
    width: int
    height: int
    orientation: int = 1
    alpha: bool = False

    @property
    def stored(self) -> tuple[int, int]:
        """Width and height of the pixels as they lie in the file."""
        return (self.height, self.width) if self.orientation >= 5 else (self.width, self.height)


class ImageItem(Struct, frozen=True, gc=False):
    """A picture stretched over a frame (cropping is the clip of a group)."""

    picture: Picture
    frame: Rect


class Mask(Struct, frozen=True, gc=False):
    """Items that are not seen, but let others be seen where they are opaque; by their ``luminosity``, where they are light."""

    items: tuple[Item, ...]
    luminosity: bool = False


class GroupItem(Struct, frozen=True, gc=False):
    """Items drawn together: mapped by a matrix, clipped by a path, made see-through as a whole, mixed with what lies under
    them, seen through a mask. The clip and the mask are in the coordinates of the items.
    """

    items: tuple[Item, ...]
    matrix: Matrix | None = None
    clip: Path | None = None
    opacity: float = 1.0
    blend: Blend = "Normal"
    mask: Mask | None = None
    even_odd: bool = False
    """Of the clip."""
    overprint: bool = False
    """Whether the items' inks lie over those under them, which are printed too."""
    knockout: bool = False
    """Whether black takes the place of what lies under it here too, for a press."""

    @property
    def effects(self) -> tuple[object, ...]:
        """What most groups have not."""
        if self.mask is None and self.blend == "Normal" and not self.even_odd and not (self.overprint or self.knockout):
            return ()
        over = (*(("overprint",) if self.overprint else ()), *(("knockout",) if self.knockout else ()))
        return self.blend, self.mask, self.even_odd, *over


class ShadowItem(Struct, frozen=True, gc=False):
    """What items throw: all that is opaque of them in one colour, blurred, and shifted by an offset. Drawn as a picture
    of ``box``, which holds all of it before it is shifted. ``blur`` is how far beyond the items it reaches, in points: twice the
    standard deviation.
    """

    items: tuple[Item, ...]
    color: Color
    blur: float
    offset: Point
    box: Rect


def placed_symbol(symbol: Symbol, frame: Rect, color: Paint) -> SymbolItem | ImageItem | GroupItem:
    """A symbol in a frame as it is to lie there, as its paths or items where a symbol alone can't say it. Raises Problem."""
    plain = symbol.aspect[2] != "slice"
    if symbol.drawn is not None:
        place = fitting(symbol.box, frame, symbol.aspect)
        group = GroupItem(symbol.drawn(moved(color, place.inverse())), place, rectangle(symbol.box))
        return group if plain else GroupItem((group,), clip=rectangle(frame))
    if symbol.picture is None:
        item = SymbolItem(symbol, frame, color.stops[0].color if isinstance(color, Gradient) else color)
        made = _in_gradient(item, color) if isinstance(color, Gradient) else item
        return made if plain else GroupItem((made,), clip=rectangle(frame))
    if symbol.aspect[2] == "none":
        return ImageItem(symbol.picture(frame.width, frame.height), frame)
    k, _, _, _, x, y = fitting(symbol.box, frame, (*symbol.aspect[:2], "meet"))
    x, y, width, height = x + k * symbol.box.x, y + k * symbol.box.y, k * symbol.box.width, k * symbol.box.height
    return ImageItem(symbol.picture(width, height), Rect(x, y, width, height))


def _in_gradient(item: SymbolItem, paint: Gradient) -> SymbolItem | GroupItem:
    """The paths of a symbol, those without a colour of their own in a gradient."""
    paths = item.symbol.paths
    if not item.symbol.takes_color:
        return item
    place = item.place
    own = moved(paint, place.inverse())
    parts = []
    for p in paths:
        line = replace(p.stroke, color=own) if p.stroke is not None and p.line_in_color else p.stroke
        parts.append(PathItem(p.path, p.fill or (own if p.stroke is None else None), line, p.even_odd))
    return GroupItem(tuple(parts), place, rectangle(item.symbol.box))


Item = PathItem | SymbolItem | TextItem | ImageItem | GroupItem | ShadowItem


def painted(items: Iterable[Item]) -> Iterator[Color]:
    """Every colour that items are drawn in, but for what pictures and drawings bring along."""
    for item in items:
        if isinstance(item, GroupItem):
            yield from painted(item.items)
        elif isinstance(item, PathItem):
            yield from _colors(item.fill, item.stroke)
        elif isinstance(item, TextItem):
            for piece in item.pieces:
                yield from _colors(piece.color, piece.stroke)
        elif isinstance(item, SymbolItem | ShadowItem):
            yield item.color


def repainted(items: tuple[Item, ...], change: Callable[[Paint], Paint]) -> tuple[Item, ...]:
    """Items with each paint changed, but for those of masks, and of what pictures and drawings bring along."""
    return tuple([_repainted(item, change) for item in items])


def in_one_ink(items: tuple[Item, ...], ink: Color) -> tuple[Item, ...]:
    """Items whose paints are all *ink*, drawings' own too, as see-through as they are. How colours mix with those under them is left out:
    one ink has nothing to mix with. Raises ValueError for pictures, whose pixels have colours of their own.
    """
    out: list[Item] = []
    for item in items:
        if isinstance(item, ImageItem):
            raise ValueError(f"the picture {item.picture.path} has colours of its own")
        if isinstance(item, GroupItem):
            out.append(replace(item, items=in_one_ink(item.items, ink), blend="Normal"))
        elif isinstance(item, SymbolItem):
            paths = tuple(
                [
                    PathItem(
                        p.path,
                        _as_ink(p.fill or item.color, ink) if _fills(p) else None,
                        replace(p.stroke, color=_as_ink(item.color if p.line_in_color else p.stroke.color, ink))
                        if p.stroke is not None
                        else None,
                        p.even_odd,
                    )
                    for p in item.symbol.paths
                ]
            )
            out.append(GroupItem(paths, item.place, rectangle(item.symbol.box)))
        elif isinstance(item, ShadowItem):
            out.append(replace(item, color=replace(ink, alpha=item.color.alpha)))
        else:
            out += repainted((item,), lambda paint: _as_ink(paint, ink))
    return tuple(out)


def _fills(path: SymbolPath) -> bool:
    return path.fill is not None or path.stroke is None


def _as_ink(paint: Paint, ink: Color) -> Paint:
    """An ink as see-through as a paint is, place by place."""
    if isinstance(paint, Gradient) and paint.alpha < 1:
        stops = tuple([replace(stop, color=replace(ink, alpha=stop.color.alpha)) for stop in paint.stops])
        return replace(paint, stops=stops)
    return replace(ink, alpha=paint.alpha)


def _repainted(item: Item, change: Callable[[Paint], Paint]) -> Item:
    def line(stroke: Stroke | None) -> Stroke | None:
        return replace(stroke, color=change(stroke.color)) if stroke is not None else None

    if isinstance(item, GroupItem):
        return replace(item, items=repainted(item.items, change))
    if isinstance(item, PathItem):
        return replace(item, fill=change(item.fill) if item.fill is not None else None, stroke=line(item.stroke))
    if isinstance(item, TextItem):
        pieces = [replace(p, color=change(p.color), stroke=line(p.stroke)) for p in item.pieces]
        return replace(item, pieces=tuple(pieces))
    return item


def _colors(fill: Paint | None, stroke: Stroke | None) -> Iterator[Color]:
    for paint in (fill, stroke.color if stroke is not None else None):
        if paint is not None:
            yield from colors_of(paint)
