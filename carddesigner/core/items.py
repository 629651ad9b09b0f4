"""The drawing vocabulary: layout produces these values, and the painter knows nothing else. Points, y down, origin at
the trimmed top left of the face.
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
"""Line caps and joins, in PDF's order."""


class Stroke(Struct, frozen=True, gc=False):
    """The line of a path: paint, width and dashes in points. ``overprint`` doesn't knock out other inks underneath."""

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


class PathData(Struct, frozen=True, gc=False):
    """Path data of an SVG that is certainly valid: nothing but ``M``, ``L``, ``C`` and ``Z``, each written out with all
    its numbers, and after ``Z`` only ``M``. ``read`` parses it.
    """

    data: str
    read: Callable[[str], Path]

    def __call__(self) -> Path:
        """The path."""
        return self.read(self.data)


class SymbolPath(Struct, frozen=True):
    """A path of a symbol; without a fill or a line it is filled with the colour that the symbol is placed with.
    ``outline`` is the path or a function that returns it, because many drawings are read but never drawn.
    ``line_in_color``: the line takes that colour too.
    """

    outline: Path | Callable[[], Path]
    fill: Paint | None = None
    even_odd: bool = False
    stroke: Stroke | None = None
    line_in_color: bool = False

    @property
    def path(self) -> Path:
        """The path. A path from a function is made at each access and not cached."""
        return self.outline if isinstance(self.outline, tuple) else self.outline()


class Drawn(Protocol):
    """Makes the items of a drawing that consists of more than paths."""

    @property
    def takes_color(self) -> bool:
        """Whether a part of it has no colour of its own."""

    def __call__(self, color: Paint) -> tuple[Item, ...]:
        """Return the items in the symbol's units; parts without a colour of their own get *color*."""


class Symbol(Struct, frozen=True, eq=False):
    """A vector icon in its own box. ``digest`` is the sha256 of its file, by which it is drawn only once. An icon that
    can't be kept as vectors has a ``picture`` instead of paths: a function that renders it for a width and height in
    points and can raise Problem; ``lost`` is the reason. An icon that consists of more than paths is ``drawn`` instead.
    ``aspect`` is its placement in a frame.
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
        """Whether a part of it has no colour of its own."""
        if self.drawn is not None:
            return self.drawn.takes_color
        return any([p.line_in_color or (p.fill is None and p.stroke is None) for p in self.paths])

    def __eq__(self, other: object) -> bool:
        # A picture belongs to one reading of the deck: the same file in another reading gives a different picture. So
        # do the fonts of a drawing.
        return isinstance(other, Symbol) and (self.digest, self.picture, self.drawn) == (
            other.digest,
            other.picture,
            other.drawn,
        )

    def __hash__(self) -> int:
        return hash(self.digest)


class SymbolItem(Struct, frozen=True, gc=False):
    """A symbol placed in a frame, in one colour."""

    symbol: Symbol
    frame: Rect
    color: Color

    @property
    def place(self) -> Matrix:
        """The map from the symbol's units to the frame."""
        return fitting(self.symbol.box, self.frame, self.symbol.aspect)


class Glyph(Struct, frozen=True, gc=False, array_like=True):
    """A shaped glyph. Lengths are in thousandths of the font size; ``cluster`` is an index into the run's text."""

    id: int
    cluster: int
    advance: float
    dx: float = 0.0
    dy: float = 0.0


class GlyphRun(Struct, frozen=True, gc=False, eq=False):
    """Text shaped in one font, in visual order. Equal runs are the same object (they are interned). ``font`` is the
    font's key (``Family-Style``), ``width`` is in thousandths of the size.
    """

    font: str
    text: str
    glyphs: tuple[Glyph, ...]
    width: float
    rtl: bool = False


class TextPiece(Struct, frozen=True, gc=False):
    """Runs of one font, size and paint on a line, starting at ``x``. ``gaps[i]`` is added after ``runs[i]``, in
    thousandths of the size (justification, tracking). A ``stroke`` is drawn over the letters, or ``under`` them.
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
    """A line of text: pieces in visual order on one baseline. The reading order isn't stored: PDF readers determine it
    themselves, and take replacement text as text in visual order.
    """

    y: float
    pieces: tuple[TextPiece, ...]


class Picture(Struct, frozen=True, gc=False):
    """The properties of a raster image; its bytes are fetched by digest when drawn. ``width`` and ``height`` are in
    pixels, as displayed. ``orientation`` is the Exif value, 1 to 8. ``alpha``: some pixels may be transparent.
    """

    path: str
    digest: str
    width: int
    height: int
    orientation: int = 1
    alpha: bool = False

    @property
    def stored(self) -> tuple[int, int]:
        """Width and height of the pixels as stored in the file."""
        return (self.height, self.width) if self.orientation >= 5 else (self.width, self.height)


class ImageItem(Struct, frozen=True, gc=False):
    """A picture stretched over a frame (cropping is the clip of a group)."""

    picture: Picture
    frame: Rect


class Mask(Struct, frozen=True, gc=False):
    """Items that aren't shown but mask others: these are visible where the mask is opaque, or with ``luminosity`` where
    it is light.
    """

    items: tuple[Item, ...]
    luminosity: bool = False


class GroupItem(Struct, frozen=True, gc=False):
    """Items drawn together: mapped by a matrix, clipped by a path, with a common opacity, blended with what is
    underneath, and masked. Clip and mask are in the coordinates of the items.
    """

    items: tuple[Item, ...]
    matrix: Matrix | None = None
    clip: Path | None = None
    opacity: float = 1.0
    blend: Blend = "Normal"
    mask: Mask | None = None
    even_odd: bool = False
    """The fill rule of the clip."""
    overprint: bool = False
    """Whether the items' inks are printed over those underneath."""
    knockout: bool = False
    """Whether black knocks out what is underneath, although a press would overprint it."""

    @property
    def effects(self) -> tuple[object, ...]:
        """The properties that most groups don't have; empty if all have their defaults."""
        if self.mask is None and self.blend == "Normal" and not self.even_odd and not (self.overprint or self.knockout):
            return ()
        over = (*(("overprint",) if self.overprint else ()), *(("knockout",) if self.knockout else ()))
        return self.blend, self.mask, self.even_odd, *over


class ShadowItem(Struct, frozen=True, gc=False):
    """The shadow of items: their opaque parts in one colour, blurred and shifted by an offset. It is drawn as a picture
    of ``box``, which contains all of it before the shift. ``blur`` is how far it reaches beyond the items, in points:
    twice the standard deviation.
    """

    items: tuple[Item, ...]
    color: Color
    blur: float
    offset: Point
    box: Rect


def placed_symbol(symbol: Symbol, frame: Rect, color: Paint) -> SymbolItem | ImageItem | GroupItem:
    """Place a symbol in a frame, as a group or a picture where a SymbolItem can't express it. Raises Problem."""
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
    """A symbol's paths, with those that have no colour of their own in a gradient."""
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
    """Yield every colour of items, except those within pictures and drawings."""
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
    """Return items with each paint changed, except those of masks and those within pictures and drawings."""
    return tuple([_repainted(item, change) for item in items])


def in_one_ink(items: tuple[Item, ...], ink: Color) -> tuple[Item, ...]:
    """Return items with all paints replaced by *ink*, those of drawings too, with their opacity. Blend modes are
    dropped, because with one ink there is nothing to blend. Raises ValueError for pictures, whose pixels have their own
    colours.
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
    """The ink with the opacity of a paint, for a gradient stop by stop."""
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
