"""Placed zones to PDF operators and the resources they name.

Handles paths, glyph runs, pictures and groups; nothing of decks, cards, expressions or units.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct, field

from carddesigner.core.cache import Cache
from carddesigner.core.color import Color, Spot
from carddesigner.core.geometry import Matrix, Path, Rect
from carddesigner.core.items import (
    GroupItem,
    ImageItem,
    Item,
    PathItem,
    Picture,
    Symbol,
    SymbolItem,
    SymbolPath,
    TextItem,
)
from carddesigner.core.tones import Tones
from carddesigner.draw import operators as op
from carddesigner.draw.fonts import FontUse, show_piece
from carddesigner.text.fonts import FontFace

OVERPRINT = "GO"
"""The name of the graphics state in which lines overprint."""

Resource = tuple[str, str]
"""A resource's kind (Font, XObject, ExtGState, ColorSpace) and name."""


class Drawing(Struct, frozen=True, gc=False):
    """Operators and every resource that they name."""

    ops: str
    uses: frozenset[Resource]


class Form(Struct, frozen=True, gc=False):
    """A drawing that is written once and placed by name; ``group`` makes it see-through as a whole."""

    drawing: Drawing
    box: Rect
    group: bool = False


class Painter(Struct):
    """The resources of a document, or of several that show the same, filled as things are drawn.

    What symbols are drawn with is kept in a *cache* for other documents, if there is one. All colours, pictures' too, are drawn
    in the printer's *tones*, None for as they are.
    """

    face_of: Callable[[str], FontFace]
    cache: Cache | None = None
    tones: Tones | None = None
    fonts: dict[str, FontUse] = field(default_factory=dict)
    forms: dict[str, Form] = field(default_factory=dict)
    pictures: dict[str, Picture] = field(default_factory=dict)
    spots: dict[str, Spot] = field(default_factory=dict)
    opacities: dict[str, float] = field(default_factory=dict)
    _items: dict[int, tuple[Item, Drawing]] = field(default_factory=dict)
    _uses: dict[frozenset[Resource], frozenset[Resource]] = field(default_factory=dict)
    _names: dict[tuple[str, Rect, bool], str] = field(default_factory=dict)

    def forget(self) -> None:
        """Let go of the items drawn so far, for memory's sake: they are drawn again if they come again."""
        self._items.clear()

    def items(self, items: tuple[Item, ...]) -> Drawing:
        """Items in order, each with its own colours, nothing taken for granted; the same item is drawn once."""
        if len(items) == 1:
            return self._drawn(items[0])
        drawings = [self._drawn(item) for item in items]
        return Drawing("".join([d.ops for d in drawings]), _NOTHING.union(*[d.uses for d in drawings]))

    def _inside(self, items: tuple[Item, ...], uses: set[Resource]) -> str:
        """The operators of the same inside a group. Lines of text are hardly ever in two groups, and keeping them all would
        double a large deck's operators.
        """
        out = []
        for item in items:
            if isinstance(item, TextItem):
                out.append(self._text(item, uses))
            else:
                drawing = self._drawn(item)
                out.append(drawing.ops)
                uses |= drawing.uses
        return "".join(out)

    def _drawn(self, item: Item) -> Drawing:
        cached = self._items.get(id(item))
        if cached is None:
            uses: set[Resource] = set()
            ops = self._item(item, uses)
            # Most items use one of a few sets; a set for each would be most of what a large deck takes.
            shared = frozenset(uses)
            cached = self._items[id(item)] = (item, Drawing(ops, self._uses.setdefault(shared, shared)))
        return cached[1]

    def _item(self, item: Item, uses: set[Resource]) -> str:
        if isinstance(item, PathItem):
            return self._path(item, op.path(item.path), uses)
        if isinstance(item, TextItem):
            return self._text(item, uses)
        if isinstance(item, SymbolItem):
            return self._symbol(item, uses)
        if isinstance(item, ImageItem):
            return self._image(item, uses)
        return self._group(item, uses)

    def _fill(self, color: Color, uses: set[Resource]) -> str:
        return op.fill_color(self._ink(color, uses))

    def _ink(self, color: Color, uses: set[Resource]) -> Color:
        """A colour in the printer's tones."""
        color = self.tones.color(color) if self.tones is not None else color
        if isinstance(color, Spot):
            name = op.spot_name(color)
            self.spots[name] = color
            uses.add(("ColorSpace", name))
        return color

    def _path(self, item: PathItem | SymbolPath, outline: str, uses: set[Resource]) -> str:
        """An item whose path has these operators."""
        fill, stroke = item.fill, item.stroke
        out = self._fill(fill, uses) if fill is not None else ""
        if stroke is None:
            return f"{out}{outline}{'f*' if item.even_odd else 'f'}\n"
        color = self._ink(stroke.color, uses)
        paint = ("B*" if item.even_odd else "B") if fill is not None else "S"
        if stroke.overprint:
            uses.add(("ExtGState", OVERPRINT))
            out = f"/{OVERPRINT} gs\n{out}"
        out = f"{out}{op.stroke_style(stroke, color)}{outline}{paint}\n"
        return f"q\n{out}Q\n" if stroke.dash or stroke.cap or stroke.join or stroke.overprint else out

    def _text(self, item: TextItem, uses: set[Resource]) -> str:
        out = []
        color: Color | None = None
        for piece in item.pieces:
            use = self.fonts.get(piece.font)
            if use is None:
                use = self.fonts[piece.font] = FontUse(self.face_of(piece.font))
            name = "F-" + piece.font
            uses.add(("Font", name))
            if piece.color != color:
                color = piece.color
                out.append(self._fill(color, uses))
            out.append(show_piece(use, piece, -item.y, name))
        return f"BT\n{''.join(out)}ET\n"

    def _symbol(self, item: SymbolItem, uses: set[Resource]) -> str:
        symbol = item.symbol
        name = "I" + symbol.digest[:12]
        if name not in self.forms:
            key = "form", symbol.digest, self.tones
            form: Form | None = self.cache.get(key) if self.cache is not None else None
            if form is None:
                inner: set[Resource] = set()
                ops = "".join(self._symbol_path(p, inner) for p in symbol.paths)
                form = Form(Drawing(ops, frozenset(inner)), symbol.box)
                if self.cache is not None and not inner:
                    self.cache.put(key, form)
            self.forms[name] = form
        uses.add(("XObject", name))
        k, _, _, _, x, y = item.place
        color = self._fill(item.color, uses) if _takes_color(symbol) else ""
        if any(p.stroke is not None for p in symbol.paths):
            self._ink(item.color, uses)
            color += op.stroke_color(item.color)
        return f"q\n{color}{op.number(k)} 0 0 {op.number(k)} {op.number(x)} {op.number(-y)} cm/{name} Do\nQ\n"

    def _symbol_path(self, path: SymbolPath, uses: set[Resource]) -> str:
        outline = op.long_path(path.outline) if isinstance(path.outline, tuple) else _made(path.outline)
        if path.line_in_color and path.stroke is not None:
            return f"q\n{op.stroke_style(path.stroke, None)}{outline}S\nQ\n"
        if path.fill is None and path.stroke is None:
            return outline + ("f*\n" if path.even_odd else "f\n")
        return f"q\n{self._path(path, outline, uses)}Q\n"

    def _image(self, item: ImageItem, uses: set[Resource]) -> str:
        name = "P" + item.picture.digest[:12]
        self.pictures[name] = item.picture
        uses.add(("XObject", name))
        f = item.frame
        a, b, c, d, e, g = _HELD[item.picture.orientation]
        w, h = f.width, f.height
        numbers = (a * w, b * h, c * w, d * h, f.x + e * w, g * h - f.bottom)
        return f"q {' '.join(op.number(v) for v in numbers)} cm/{name} Do Q\n"

    def _group(self, item: GroupItem, uses: set[Resource]) -> str:
        out = "q\n"
        if item.matrix is not None:
            out += op.matrix(item.matrix)
        if item.clip is not None:
            out += op.path(item.clip) + "W n\n"
        if item.opacity < 1:
            inner: set[Resource] = set()
            ops = self._inside(item.items, inner)
            state = f"G{round(item.opacity * 1000)}"
            self.opacities[state] = item.opacity
            name = self.form(Drawing(ops, frozenset(inner)), _EVERYWHERE, group=True)
            uses.update({("ExtGState", state), ("XObject", name)})
            return f"{out}/{state} gs/{name} Do\nQ\n"
        return f"{out}{self._inside(item.items, uses)}Q\n"

    def form(self, drawing: Drawing, box: Rect, *, group: bool = False) -> str:
        """Register a drawing to be written once; returns its name."""
        key = (drawing.ops, box, group)
        name = self._names.get(key)
        if name is None:
            name = "X" + hashlib.sha256(f"{group}{tuple(box)}{drawing.ops}".encode()).hexdigest()[:12]
            self._names[key] = name
            self.forms[name] = Form(drawing, box, group)
        return name


_NOTHING: frozenset[Resource] = frozenset()
_EVERYWHERE = Rect(-20000.0, -20000.0, 40000.0, 40000.0)


_HELD = {
    1: (1, 0, 0, 1, 0, 0),
    2: (-1, 0, 0, 1, 1, 0),
    3: (-1, 0, 0, -1, 1, 1),
    4: (1, 0, 0, -1, 0, 1),
    5: (0, -1, -1, 0, 1, 1),
    6: (0, -1, 1, 0, 0, 1),
    7: (0, 1, 1, 0, 0, 0),
    8: (0, 1, -1, 0, 1, 0),
}
"""By EXIF's orientation, the map of the unit square that turns a picture's pixels upright."""


@lru_cache(maxsize=512)
def _made(outline: Callable[[], Path]) -> str:
    """A path that other drawings of a deck often have too."""
    return op.long_path(outline())


def _takes_color(symbol: Symbol) -> bool:
    return any(p.fill is None for p in symbol.paths)


def place(matrix: Matrix, clip: Rect | Path | None, ops: str) -> str:
    """Operators moved to a place on a page and clipped there."""
    shape = "" if clip is None else op.rectangle(clip) if isinstance(clip, Rect) else op.path(clip)
    clipped = f"{shape}W n\n" if shape else ""
    return f"q\n{clipped}{op.matrix(matrix)}{ops}Q\n"
