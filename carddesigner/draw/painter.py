"""Draw placed zones as PDF operators and the resources that these name.

It handles paths, glyph runs, pictures, groups and shadows, and knows nothing of decks, cards, expressions or units.
Gradients fill areas with ``sh`` inside a clip, because that follows the current matrix; lines and letters use them as
patterns, which don't follow it, so each of these gets its own form.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import hypot, inf
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.cache import Cache
from carddesigner.core.color import Color, Spot
from carddesigner.core.geometry import Matrix, Path, Rect, bounds, transformed
from carddesigner.core.items import (
    GroupItem,
    ImageItem,
    Item,
    PathData,
    PathItem,
    Picture,
    ShadowItem,
    Stroke,
    SymbolItem,
    SymbolPath,
    TextItem,
    TextPiece,
)
from carddesigner.core.paint import Gradient, Paint
from carddesigner.core.tones import Tones
from carddesigner.draw import operators as op
from carddesigner.draw.fonts import NOT_FIRM, FontUse, LetterNumbers, outlines, show_piece
from carddesigner.text.font_face import FontFace

if TYPE_CHECKING:
    from carddesigner.core.disk_cache import DiskCache
    from carddesigner.draw.gradients import Shading
    from carddesigner.inks.separation import Separation

OVERPRINT, KNOCKOUT = "GO", "GX"
"""The names of the graphics states in which inks overprint, and in which they knock out."""

Resource = tuple[str, str]
"""A resource's kind (Font, XObject, ExtGState, ColorSpace, Shading, Pattern) and name."""


class Drawing(Struct, frozen=True, gc=False):
    """Operators, and every resource that they name."""

    ops: str
    uses: frozenset[Resource]


PLAIN_GROUP, ISOLATED_GROUP, LIGHT_GROUP = "/S/Transparency", "/S/Transparency/I true", "/S/Transparency/CS/DeviceGray"
"""Transparency groups of forms: transparent as a whole; isolated, so that colours mix only among themselves; luminosity
for a mask.
"""


class Form(Struct, frozen=True, gc=False):
    """A drawing that is written once and placed by name; ``group`` is its transparency group, if any, and ``stream``
    its compressed operators, if they are compressed already.
    """

    drawing: Drawing
    box: Rect
    group: str = ""
    stream: bytes | None = None


class GraphicsState(Struct, frozen=True, gc=False):
    """How the following operators are painted: opacity, blend mode, and the form that masks them."""

    opacity: float = 1.0
    blend: str = "Normal"
    mask: str | None = None
    luminosity: bool = False


class Painter(Struct):
    """The resources of a document, or of several that show the same, filled while things are drawn.

    The forms of symbols are kept in a *cache*, if given, for other documents. All colours, those of pictures too, are
    adjusted to the printer's *tones*, if given, and screen colours are converted to a press's *inks*, if given.
    """

    face_of: Callable[[str], FontFace]
    cache: Cache | None = None
    tones: Tones | None = None
    inks: Separation | None = None
    outlined: bool = False
    """Whether letters are drawn as paths, for print houses that accept no fonts."""
    picture_dpi: int | None = None
    """The highest resolution of pictures, None for that of their files."""
    disk: DiskCache | None = None
    """Where converted pictures are kept for later runs."""
    layers: Mapping[str, str] = {}
    """The purposes of die lines, by the names of their inks; each purpose is a layer."""
    fonts: dict[str, FontUse] = field(default_factory=dict)
    forms: dict[str, Form] = field(default_factory=dict)
    pictures: dict[str, Picture] = field(default_factory=dict)
    shown: dict[str, Rect] = field(default_factory=dict)
    """The largest frame in which each picture is placed."""
    spots: dict[str, Spot] = field(default_factory=dict)
    states: dict[str, GraphicsState] = field(default_factory=dict)
    shadings: dict[str, Shading] = field(default_factory=dict)
    patterns: dict[str, tuple[str, Matrix]] = field(default_factory=dict)
    """The name of a shading, and the map from its unit square to the form painted with it."""
    shadows: dict[str, ShadowItem] = field(default_factory=dict)
    without_shadows: bool = False
    """For drawing the items that throw a shadow."""
    dpi: float = 300.0
    """The resolution of pictures of shadows."""
    numbers: LetterNumbers | None = None
    """The numbers of letters, by which those of drawings are noted; None if they aren't noted."""
    letters: int = 0
    """The letters of the current drawing, if they are noted."""
    _items: dict[int, tuple[Item, Drawing, int]] = field(default_factory=dict)
    _uses: dict[frozenset[Resource], frozenset[Resource]] = field(default_factory=dict)
    _names: dict[tuple[str, Rect, str], str] = field(default_factory=dict)
    _scale: float = 1.0
    _knocks_out: bool = False

    def forget(self) -> None:
        """Forget the items drawn so far, to free memory; they are drawn again if needed."""
        self._items.clear()

    def items(self, items: tuple[Item, ...]) -> Drawing:
        """Draw items in order, each with its own colours and independent of the current state; the same item is drawn
        once.
        """
        if len(items) == 1:
            return self._drawn(items[0])
        drawings = [self._drawn(item) for item in items]
        return Drawing("".join([d.ops for d in drawings]), _NOTHING.union(*[d.uses for d in drawings]))

    def _inside(self, items: tuple[Item, ...], uses: set[Resource]) -> str:
        """The operators of items inside a group. Lines of text are hardly ever in two groups, and caching them would
        double the memory for a large deck's operators; only those with outlines are cached, as they take longer.
        """
        out = []
        for item in items:
            if isinstance(item, TextItem) and item.pieces[0].stroke is None:
                out.append(self._text(item, uses))
            else:
                drawing = self._drawn(item)
                out.append(drawing.ops)
                uses |= drawing.uses
        return "".join(out)

    def _drawn(self, item: Item) -> Drawing:
        key = 2 * id(item) + self._knocks_out
        cached = self._items.get(key)
        if cached is None:
            outer, self.letters = self.letters, 0
            uses: set[Resource] = set()
            ops = self._item(item, uses)
            cached = self._items[key] = (item, Drawing(ops, self.shared(uses)), self.letters)
            self.letters = outer
        self.letters |= cached[2]
        return cached[1]

    def font_use(self, font: str) -> FontUse:
        """A font's use in the document so far, by the font's key."""
        use = self.fonts.get(font)
        if use is None:
            use = self.fonts[font] = FontUse(font, self.face_of(font), f"F-{font}", self.numbers)
        return use

    def shared(self, uses: Iterable[Resource]) -> frozenset[Resource]:
        """The same set object for equal sets of resources: most items use one of a few, and a set for each would take
        most of a large deck's memory.
        """
        shared = frozenset(uses)
        return self._uses.setdefault(shared, shared)

    def _item(self, item: Item, uses: set[Resource]) -> str:
        if isinstance(item, PathItem):
            return self._path(item, op.path(item.path), uses)
        if isinstance(item, TextItem):
            return self._text(item, uses)
        if isinstance(item, SymbolItem):
            return self._symbol(item, uses)
        if isinstance(item, ImageItem):
            return self._image(item, uses)
        if isinstance(item, ShadowItem):
            return self._shadow(item, uses)
        return self._group(item, uses)

    def _fill(self, color: Color, uses: set[Resource], *, fine: bool = False, size: float = inf) -> str:
        if self.inks is None and self.tones is None and color.__class__ is not Spot:
            return op.fill_color(color)
        return op.fill_color(self._ink(color, uses, fine=fine, size=size))

    def printed(self, color: Color, *, fine: bool = False, size: float = inf) -> Color:
        """A colour in the press's inks, with *fine* as in thin lines and text of a *size* in points, and in the
        printer's tones.
        """
        if self.inks is not None:
            color = self.inks.fine(color, size) if fine else self.inks.color(color)
        return self.tones.color(color) if self.tones is not None else color

    def _ink(self, color: Color, uses: set[Resource], *, fine: bool = False, size: float = inf) -> Color:
        """A colour as printed; the resource it uses is added to *uses*."""
        color = self.printed(color, fine=fine, size=size)
        if isinstance(color, Spot):
            name = op.spot_name(color)
            self.spots[name] = color
            uses.add(("ColorSpace", name))
        return color

    def _path(self, item: PathItem | SymbolPath, outline: str, uses: set[Resource]) -> str:
        """Draw an item whose path has these operators."""
        fill, stroke = item.fill, item.stroke
        if not (_is_plain(fill) and (stroke is None or _is_plain(stroke.color))):
            return self._painted(item, outline, uses)
        rule = isinstance(item, PathItem) and stroke is None and self._is_rule(item)
        out = self._fill(fill, uses, fine=rule) if fill is not None else ""  # type: ignore[arg-type]
        if stroke is None:
            shown = f"{out}{outline}{'f*' if item.even_odd else 'f'}\n"
            return f"{self._over(uses, over=True)}{shown}{self._over(uses, over=False)}" if rule else shown
        paint = ("B*" if item.even_odd else "B") if fill is not None else "S"
        thin = self._is_thin(stroke)
        over = self._overprint(stroke, uses)
        if over and fill is not None:
            # The fill alone knocks out what lies under it: overprinting white would be invisible.
            out, paint = f"{out}{outline}{'f*' if item.even_odd else 'f'}\n", "S"
        out = f"{out}{over}{op.stroke_style(stroke, self._ink(stroke.color, uses, fine=thin))}{outline}{paint}\n"  # type: ignore[arg-type]
        out = f"q\n{out}Q\n" if stroke.dash or stroke.cap or stroke.join or over else out
        return self._layered(out, stroke, uses) if self.layers and stroke.overprint else out

    def _layered(self, ops: str, stroke: Stroke, uses: set[Resource]) -> str:
        """A die line in its layer."""
        if not isinstance(stroke.color, Spot) or stroke.color.name not in self.layers:
            return ops
        name = layer_name(stroke.color.name)
        uses.add(("Properties", name))
        return f"/OC /{name} BDC\n{ops}EMC\n"

    def _is_black(self, paint: Paint, size: float = inf) -> bool:
        """Whether a press prints text of a *size* in points, and thin lines, in this paint in black alone."""
        return self.inks is not None and not isinstance(paint, Gradient) and self.inks.is_black(paint, size)

    def _is_rule(self, item: PathItem) -> bool:
        """Whether an area is a thin black line on a press."""
        if item.fill is None or not self._is_black(item.fill):
            return False
        from carddesigner.inks.separation import THIN

        box = bounds(item.path)
        return min(box.width, box.height) <= THIN

    def _is_thin(self, stroke: Stroke) -> bool:
        """Whether a line is too thin for several inks."""
        if self.inks is None:
            return False
        from carddesigner.inks.separation import THIN

        return stroke.width <= THIN

    def _overprint(self, stroke: Stroke, uses: set[Resource]) -> str:
        """The operator that makes a line overprint, if it should; overprinting white would be invisible."""
        if stroke.overprint:
            if self.inks is not None and not isinstance(stroke.color, Gradient) and not self.inks.has_ink(stroke.color):
                return ""
        elif self.inks is None or self._knocks_out or not self._is_thin(stroke) or not self._is_black(stroke.color):
            return ""
        uses.add(("ExtGState", OVERPRINT))
        return f"/{OVERPRINT} gs\n"

    def _painted(self, item: PathItem | SymbolPath, outline: str, uses: set[Resource]) -> str:
        """Draw an item with a gradient or a transparent colour: first the fill, then the stroke over it."""
        fill, stroke = item.fill, item.stroke
        out = ""
        star = "*" if item.even_odd else ""
        if isinstance(fill, Gradient):
            from carddesigner.draw.gradients import unit_map

            shown = f"{outline}W{star} n\n{self._seen_through(fill, uses)}"
            shading, place = self._shading(fill, uses), op.matrix(unit_map(fill))
            out = f"q\n{shown}{place}/{shading} sh\nQ\n"
        elif fill is not None:
            out = f"q\n{self._opacity(fill.alpha, uses)}{self._fill(fill, uses)}{outline}f{star}\nQ\n"
        if stroke is None:
            return out
        with_gradient: set[Resource] = set()
        color = self._color(stroke.color, with_gradient, stroke=True)
        finer = ""
        if isinstance(stroke.color, Gradient):
            # pdfium flattens curves of such a line in steps of the path's own unit.
            finer = op.matrix(Matrix.scale(1 / _FINER, 1 / _FINER))
            outline = op.long_path(transformed(item.path, Matrix.scale(_FINER, _FINER)))
            stroke = replace(stroke, width=_FINER * stroke.width, dash=tuple(_FINER * d for d in stroke.dash))
        line = f"{self._overprint(stroke, with_gradient)}{finer}{op.line_style(stroke, color)}{outline}S\n"
        return out + self._in_paint(stroke.color, line, with_gradient, uses)

    def _color(self, paint: Paint, uses: set[Resource], *, stroke: bool = False) -> str:
        """The operator that sets a paint for strokes or fills; a gradient's pattern is only correct in a form of its
        own.
        """
        if isinstance(paint, Gradient):
            from carddesigner.draw.gradients import unit_map

            shading, place = self._shading(paint, uses), unit_map(paint)
            name = "N" + hashlib.sha256(f"{shading}{op.matrix(place)}".encode()).hexdigest()[:12]
            self.patterns[name] = shading, place
            uses.add(("Pattern", name))
            return f"/Pattern {'CS' if stroke else 'cs'} /{name} {'SCN' if stroke else 'scn'}\n"
        ink = self._ink(paint, uses)
        return op.stroke_color(ink) if stroke else op.fill_color(ink)

    def _in_paint(self, paint: Paint, ops: str, own: set[Resource], uses: set[Resource]) -> str:
        """Paint operators in a gradient or a transparent colour, which they set themselves; *own* are the resources
        they use.
        """
        if not isinstance(paint, Gradient):
            uses |= own
            return f"q\n{self._opacity(paint.alpha, uses)}{ops}Q\n"
        through = self._seen_through(paint, uses)
        name = self.form(Drawing(ops, frozenset(own)), _EVERYWHERE, group=PLAIN_GROUP if through else "")
        uses.add(("XObject", name))
        return f"q\n{through}/{name} Do\nQ\n"

    def _shading(self, paint: Gradient, uses: set[Resource]) -> str:
        """The name of a gradient's shading."""
        from carddesigner.draw.gradients import shading_of

        changes = self.tones is not None or self.inks is not None
        return self._shades(shading_of(paint, self.printed if changes else None), uses)

    def _shades(self, shading: Shading, uses: set[Resource]) -> str:
        self.shadings[shading.name] = shading
        uses.add(("Shading", shading.name))
        if shading.spot is not None:
            self._ink(shading.spot, uses)
        return shading.name

    def _seen_through(self, paint: Gradient, uses: set[Resource]) -> str:
        """The operator that gives what follows the opacity of a gradient's colours, place by place."""
        from carddesigner.draw.gradients import transparency_of, unit_map

        alphas = {stop.color.alpha for stop in paint.stops}
        if len(alphas) == 1:
            return self._opacity(alphas.pop(), uses)
        inner: set[Resource] = set()
        name = self._shades(transparency_of(paint), inner)
        ops = f"{op.matrix(unit_map(paint))}/{name} sh\n"
        mask = self.form(Drawing(ops, frozenset(inner)), _EVERYWHERE, group=LIGHT_GROUP)
        return self._state(GraphicsState(mask=mask, luminosity=True), uses)

    def _opacity(self, opacity: float, uses: set[Resource]) -> str:
        return self._state(GraphicsState(opacity), uses) if opacity < 1 else ""

    def _state(self, state: GraphicsState, uses: set[Resource]) -> str:
        name = f"G{round(state.opacity * 1000)}"
        if state.blend != "Normal" or state.mask is not None:
            name += "-" + "-".join(filter(None, (state.blend, state.mask, "L" if state.luminosity else "")))
        self.states[name] = state
        uses.add(("ExtGState", name))
        return f"/{name} gs\n"

    def _text(self, item: TextItem, uses: set[Resource]) -> str:
        out: list[str] = []
        if all([p.stroke is None and p.color.__class__ is not Gradient and p.color.alpha == 1.0 for p in item.pieces]):
            self._show(item.pieces, item.y, out, uses)
        else:
            for piece in item.pieces:
                self._painted_text(piece, item.y, out, uses)
        return "".join(out)

    def _show(
        self, pieces: tuple[TextPiece, ...], y: float, out: list[str], uses: set[Resource], mode: str = ""
    ) -> None:
        """Draw pieces of a line as text in the *mode* of their rendering, if they aren't plainly filled."""
        if self.outlined:
            self._show_outlines(pieces, y, out, uses)
            return
        shown: tuple[Paint, float] | None = None
        over = False
        out.append(f"BT\n{mode}")
        used, inks = self.fonts.get, self.inks
        for piece in pieces:
            use = used(piece.font) or self.font_use(piece.font)
            uses.add(("Font", use.name))
            # The size only matters for a press's inks.
            size = piece.size if inks is not None else inf
            if shown is None or (piece.color, size) != shown:
                color = piece.color
                shown = color, size
                black = inks is not None and self._is_black(color, size)
                if black is not over:
                    over = black
                    out.append(self._over(uses, over=over))
                if isinstance(color, Gradient):
                    out.append(self._color(color, uses))
                else:
                    out.append(self._fill(color, uses, fine=True, size=size))
            if self.numbers is not None:
                for run in use.encoded_runs(piece):
                    self.letters |= run.letters
            out.append(show_piece(use, piece, -y))
        out.append("ET\n")
        if over:
            out.append(self._over(uses, over=False))

    def _show_outlines(self, pieces: tuple[TextPiece, ...], y: float, out: list[str], uses: set[Resource]) -> None:
        for piece in pieces:
            color, size = piece.color, piece.size
            black = self._is_black(color, size)
            if black:
                out.append(self._over(uses, over=True))
            if isinstance(color, Gradient):
                out.append(self._color(color, uses))
            else:
                out.append(self._fill(color, uses, fine=True, size=size))
            out.append(f"{op.long_path(outlines(self.face_of(piece.font), piece, y))}f\n")
            if black:
                out.append(self._over(uses, over=False))

    def _over(self, uses: set[Resource], *, over: bool) -> str:
        """The operator that makes the following black overprint, or everything following knock out."""
        if self._knocks_out:
            return ""
        name = OVERPRINT if over else KNOCKOUT
        uses.add(("ExtGState", name))
        return f"/{name} gs\n"

    def _painted_text(self, piece: TextPiece, y: float, out: list[str], uses: set[Resource]) -> None:
        """Draw a piece in a gradient, in a transparent colour, or with a stroke."""
        fill: list[str] = []
        own: set[Resource] = set()
        self._show((piece,), y, fill, own)
        shown = [self._in_paint(piece.color, "".join(fill), own, uses)]
        stroke = piece.stroke
        if stroke is not None:
            # The stroke is drawn as paths: text that is shown twice would be copied twice.
            face = self.face_of(piece.font)
            line = PathItem(outlines(face, piece, y), stroke=stroke)
            shown.insert(0 if piece.under else 1, self._path(line, op.long_path(line.path), uses))
        out += shown

    def _symbol(self, item: SymbolItem, uses: set[Resource]) -> str:
        symbol = item.symbol
        name = f"I{symbol.digest[:12]}{'K' if self._knocks_out else ''}"
        if name not in self.forms:
            key = "form", name, symbol.digest, self.tones, self.inks.key if self.inks is not None else ""
            form: Form | None = self.cache.get(key) if self.cache is not None else None
            if form is None:
                inner: set[Resource] = set()
                ops = "".join(self._symbol_path(p, inner) for p in symbol.paths)
                form = Form(Drawing(ops, frozenset(inner)), symbol.box)
                if self.cache is not None and not inner:
                    self.cache.put(key, form)
            self.forms[name] = form
        uses.add(("XObject", name))
        k, _, _, d, x, y = item.place
        color = ""
        if any(p.fill is None or p.stroke is not None for p in symbol.paths):
            fine = self._is_small(item)
            color = self._opacity(item.color.alpha, uses) + self._fill(item.color, uses, fine=fine)
            if fine and self._is_black(item.color) and not any(_has_own_color(p) for p in symbol.paths):
                color = self._over(uses, over=True) + color
            if any([p.stroke is not None for p in symbol.paths]):
                color += op.stroke_color(self._ink(item.color, uses, fine=fine))
        return f"q\n{color}{op.number(k)} 0 0 {op.number(d)} {op.number(x)} {op.number(-y)} cm/{name} Do\nQ\n"

    def _is_small(self, item: SymbolItem) -> bool:
        """Whether an icon is as small as text, for a press."""
        return self.inks is not None and item.frame.height <= SMALL_ICON

    def _symbol_path(self, path: SymbolPath, uses: set[Resource]) -> str:
        outline = op.long_path(path.outline) if isinstance(path.outline, tuple) else _made(path.outline)
        if path.line_in_color and path.stroke is not None:
            return f"q\n{op.line_style(path.stroke, '')}{outline}S\nQ\n"
        if path.fill is None and path.stroke is None:
            return outline + ("f*\n" if path.even_odd else "f\n")
        return f"q\n{self._path(path, outline, uses)}Q\n"

    def _image(self, item: ImageItem, uses: set[Resource]) -> str:
        name = "P" + item.picture.digest[:12]
        self.pictures[name] = item.picture
        uses.add(("XObject", name))
        f = item.frame
        if self.picture_dpi is not None:
            self._not_alone()
            before, k = self.shown.get(name, f), self._scale
            self.shown[name] = Rect(0.0, 0.0, max(before.width, k * f.width), max(before.height, k * f.height))
        a, b, c, d, e, g = HELD[item.picture.orientation]
        w, h = f.width, f.height
        numbers = (a * w, b * h, c * w, d * h, f.x + e * w, g * h - f.bottom)
        return f"q {' '.join(op.number(v) for v in numbers)} cm/{name} Do Q\n"

    def _shadow(self, item: ShadowItem, uses: set[Resource]) -> str:
        if self.without_shadows:
            return ""
        inner: set[Resource] = set()
        shape = self._inside(item.items, inner)
        key = f"{shape}{tuple(item.box)}{item.blur}{item.color}{sorted(inner)}"
        name = "H" + hashlib.sha256(key.encode()).hexdigest()[:12]
        self.shadows[name] = item
        self._not_alone()
        if isinstance(item.color, Spot):
            self._ink(item.color, uses)
        uses.add(("XObject", name))
        box = item.box.moved(*item.offset)
        numbers = (box.width, 0.0, 0.0, box.height, box.x, -box.bottom)
        opacity = self._opacity(item.color.alpha, uses)
        return f"q\n{opacity}{' '.join(op.number(v) for v in numbers)} cm/{name} Do\nQ\n"

    def _not_alone(self) -> None:
        """Note that the current drawing depends on more than its operators and resources."""
        self.letters |= NOT_FIRM

    def _group(self, item: GroupItem, uses: set[Resource]) -> str:
        if item.knockout and not self._knocks_out:
            self._knocks_out = True
            try:
                return self._group(item, uses)
            finally:
                self._knocks_out = False
        if item.matrix is None or self.picture_dpi is None:
            return self._grouped(item, uses)
        m, outer = item.matrix, self._scale
        self._scale = outer * max(hypot(m.a, m.b), hypot(m.c, m.d))
        try:
            return self._grouped(item, uses)
        finally:
            self._scale = outer

    def _grouped(self, item: GroupItem, uses: set[Resource]) -> str:
        out = "q\n"
        if item.matrix is not None:
            out += op.matrix(item.matrix)
        if item.overprint:
            uses.add(("ExtGState", OVERPRINT))
            out += f"/{OVERPRINT} gs\n"
        if item.clip is not None:
            out += op.path(item.clip) + ("W* n\n" if item.even_odd else "W n\n")
        mask = item.mask
        if item.opacity < 1 or mask is not None or item.blend != "Normal":
            inner: set[Resource] = set()
            ops = self._inside(item.items, inner)
            # Colours that mix inside a group mix only with those of the group, wherever it is shown.
            mixes = any(
                self.states[n].blend != "Normal"
                for kind, n in inner
                if kind == "ExtGState" and n not in (OVERPRINT, KNOCKOUT)
            )
            group = ISOLATED_GROUP if mixes else PLAIN_GROUP
            name = self.form(Drawing(ops, frozenset(inner)), _EVERYWHERE, group=group)
            uses.add(("XObject", name))
            through = self._mask(mask.items, luminosity=mask.luminosity) if mask is not None else None
            light = mask is not None and mask.luminosity
            state = self._state(GraphicsState(item.opacity, item.blend, through, light), uses)
            return f"{out}{state[:-1]}/{name} Do\nQ\n"
        return f"{out}{self._inside(item.items, uses)}Q\n"

    def _mask(self, items: tuple[Item, ...], *, luminosity: bool) -> str:
        inner: set[Resource] = set()
        ops = self._inside(items, inner)
        group = LIGHT_GROUP if luminosity else PLAIN_GROUP
        return self.form(Drawing(ops, frozenset(inner)), _EVERYWHERE, group=group)

    def form(self, drawing: Drawing, box: Rect, *, group: str = "") -> str:
        """Register a drawing to be written once; return its name."""
        key = (drawing.ops, box, group)
        name = self._names.get(key)
        if name is None:
            kind = {"": False, PLAIN_GROUP: True}.get(group, group)
            name = "X" + hashlib.sha256(f"{kind}{tuple(box)}{drawing.ops}".encode()).hexdigest()[:12]
            self._names[key] = name
            self.forms[name] = Form(drawing, box, group)
        return name


def layer_name(ink: str) -> str:
    """The resource name of the layer of an ink."""
    return "L" + ink.encode().hex()


_FINER = 16.0
SMALL_ICON = 24.0
"""The height in points up to which an icon is printed like text."""
_NOTHING: frozenset[Resource] = frozenset()
_EVERYWHERE = Rect(-20000.0, -20000.0, 40000.0, 40000.0)


HELD = {
    1: (1, 0, 0, 1, 0, 0),
    2: (-1, 0, 0, 1, 1, 0),
    3: (-1, 0, 0, -1, 1, 1),
    4: (1, 0, 0, -1, 0, 1),
    5: (0, -1, -1, 0, 1, 1),
    6: (0, -1, 1, 0, 0, 1),
    7: (0, 1, 1, 0, 0, 0),
    8: (0, 1, -1, 0, 1, 0),
}
"""For each EXIF orientation, the map of the unit square that turns a picture's pixels upright."""


@lru_cache(maxsize=512)
def _made(outline: Callable[[], Path]) -> str:
    """The operators of a path that other drawings of a deck often share."""
    return op.path_data(outline.data) if isinstance(outline, PathData) else op.long_path(outline())


def _has_own_color(path: SymbolPath) -> bool:
    """Whether any part of a symbol's path isn't in the colour in which the symbol is placed."""
    return path.fill is not None or (path.stroke is not None and not path.line_in_color)


def _is_plain(paint: Paint | None) -> bool:
    """Whether a paint is an opaque colour."""
    return paint is None or (paint.__class__ is not Gradient and paint.alpha == 1.0)


def place(matrix: Matrix, clip: Rect | Path | None, ops: str) -> str:
    """Operators moved to a place on a page, and clipped there."""
    shape = "" if clip is None else op.rectangle(clip) if isinstance(clip, Rect) else op.path(clip)
    clipped = f"{shape}W n\n" if shape else ""
    return f"q\n{clipped}{op.matrix(matrix)}{ops}Q\n"
