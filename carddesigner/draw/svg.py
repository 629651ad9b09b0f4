"""Laid-out faces as SVG: the same items as in the PDF, letters as outlines.

What a browser shows otherwise than a reader of PDFs is said so that both agree: groups that mix colours with what lies under
them take the clips around them along, since a clip would keep them apart from it.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Callable, Iterable
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct, field

from carddesigner.core.color import Gray, Rgb
from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Matrix, Path, Rect, rectangle
from carddesigner.core.items import (
    CAPS,
    JOINS,
    GroupItem,
    ImageItem,
    Item,
    PathItem,
    Picture,
    ShadowItem,
    Stroke,
    SymbolItem,
    SymbolPath,
    TextItem,
    TextPiece,
)
from carddesigner.core.paint import BLENDS, Gradient, Paint, Stop, finer
from carddesigner.core.units import MM
from carddesigner.draw.fonts import outlines
from carddesigner.draw.operators import number
from carddesigner.draw.painter import HELD
from carddesigner.draw.screen import screen_color, screen_picture
from carddesigner.text.font_face import FontFace

_BETWEEN = 7
"""Places between two stops of inks where it is looked up how a screen shows them."""
_BLENDS = {pdf: css for css, pdf in BLENDS.items()}
_EVERYWHERE = 'x="-20000" y="-20000" width="40000" height="40000"'


def face_svg(
    face: LaidFace,
    title: str,
    face_of: Callable[[str], FontFace],
    picture_of: Callable[[Picture], bytes],
    *,
    bleed: bool,
    cut: bool,
) -> str:
    """A face as an SVG file of its own in millimetres: as its trimmed rectangle, with its *bleed*, or *cut* along its outline."""
    whole = Rect(0.0, 0.0, face.width, face.height)
    area = whole.grown(face.bleed) if bleed else whole
    painter = SvgPainter(face_of, picture_of)
    edge = painter.clip(face.outline if cut else rectangle(area), even_odd=cut)
    paper = painter.items((PathItem(rectangle(area), Gray(1.0)),))
    body = "".join(painter.items(zone.items) for zone in face.zones)
    size = f'width="{_mm(area.width)}" height="{_mm(area.height)}"'
    view = " ".join(map(number, area))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{view}" stroke-miterlimit="10">\n'
        f"<title>{escape(title)}</title>\n<defs>\n{painter.definitions()}</defs>\n"
        f"<g {edge}>\n{paper}{body}</g>\n</svg>\n"
    )


class SvgPainter(Struct):
    """Items as elements of SVG, and what these refer to. ``face_of`` gives a font by its key, ``picture_of`` a picture's file."""

    face_of: Callable[[str], FontFace]
    picture_of: Callable[[Picture], bytes]
    _defined: dict[str, str] = field(default_factory=dict)
    _fonts: dict[str, FontFace] = field(default_factory=dict)
    _taken: int = 0
    _shadowed: bool = False
    """Inside of what throws a shadow: it throws none of its own there."""

    def definitions(self) -> str:
        """All that elements refer to."""
        return "".join(self._defined.values())

    def new_definitions(self) -> str:
        """What elements refer to that this didn't give before."""
        new = "".join(list(self._defined.values())[self._taken :])
        self._taken = len(self._defined)
        return new

    @property
    def defined(self) -> int:
        """How many definitions there are."""
        return len(self._defined)

    def items(self, items: Iterable[Item]) -> str:
        """Items in order."""
        return "".join(self._item(item, ()) for item in items)

    def clip(self, path: Path, *, even_odd: bool = False) -> str:
        """The attribute that clips by a path."""
        rule = ' clip-rule="evenodd"' if even_odd else ""
        name = self._define(
            "c", lambda i: f'<clipPath id="{i}"><path d="{path_data(path)}"{rule}/></clipPath>', f"{path}{rule}"
        )
        return f'clip-path="url(#{name})"'

    def _item(self, item: Item, around: tuple[str, ...]) -> str:
        if isinstance(item, GroupItem):
            return self._group(item, around)
        if isinstance(item, PathItem):
            out = self._path(item, path_data(item.path))
        elif isinstance(item, TextItem):
            out = "".join(self._piece(piece, item.y) for piece in item.pieces)
        elif isinstance(item, SymbolItem):
            out = self._symbol(item)
        elif isinstance(item, ImageItem):
            out = self._image(item)
        else:
            out = self._shadow(item)
        return _within(out, around)

    def _define(self, kind: str, write: Callable[[str], str], key: str) -> str:
        """The name of what is written once."""
        name = kind + hashlib.sha256(key.encode()).hexdigest()[:12]
        if name not in self._defined:
            # Kept before it is written, so that what it refers to itself comes after it, in any order.
            self._defined[name] = ""
            self._defined[name] = write(name) + "\n"
        return name

    def _fill(self, paint: Paint | None) -> str:
        return f'fill="{self._paint(paint)}"{_opacity("fill", paint)}' if paint is not None else 'fill="none"'

    def _line(self, stroke: Stroke, paint: str) -> str:
        out = f' stroke="{paint}" stroke-width="{number(stroke.width)}"'
        if stroke.cap:
            out += f' stroke-linecap="{CAPS[stroke.cap]}"'
        if stroke.join:
            out += f' stroke-linejoin="{JOINS[stroke.join]}"'
        if stroke.dash:
            out += f' stroke-dasharray="{" ".join(map(number, stroke.dash))}"'
        return out

    def _stroke(self, stroke: Stroke | None) -> str:
        if stroke is None:
            return ""
        return self._line(stroke, self._paint(stroke.color)) + _opacity("stroke", stroke.color)

    def _paint(self, paint: Paint) -> str:
        if not isinstance(paint, Gradient):
            return screen_color(paint)
        return f"url(#{self._define('g', lambda name: _gradient(name, paint), repr(paint))})"

    def _path(self, item: PathItem | SymbolPath, data: str) -> str:
        rule = ' fill-rule="evenodd"' if item.even_odd else ""
        return f'<path d="{data}" {self._fill(item.fill)}{rule}{self._stroke(item.stroke)}/>\n'

    def _piece(self, piece: TextPiece, y: float) -> str:
        face = self._fonts.get(piece.font)
        if face is None:
            face = self._fonts[piece.font] = self.face_of(piece.font)
        plain = not isinstance(piece.color, Gradient)
        fill = self._letters(face, piece, y) if plain else ""
        if plain and piece.stroke is None:
            return fill
        data = path_data(outlines(face, piece, y))
        fill = fill or f'<path d="{data}" {self._fill(piece.color)}/>\n'
        if piece.stroke is None:
            return fill
        line = f'<path d="{data}" fill="none"{self._stroke(piece.stroke)}/>\n'
        return line + fill if piece.under else fill + line

    def _letters(self, face: FontFace, piece: TextPiece, y: float) -> str:
        """A piece's letters, each drawn once for all that look so."""
        out, x = [], 0.0
        for run, gap in zip(piece.runs, piece.gaps, strict=True):
            for glyph in run.glyphs:
                if path := face.outline(glyph.id):
                    key = f"{piece.font} {glyph.id}"
                    name = self._define("l", lambda i, p=path: f'<path id="{i}" d="{path_data(p)}"/>', key)  # type: ignore[misc]
                    out.append(f'<use href="#{name}" x="{number(x + glyph.dx)}" y="{number(-glyph.dy)}"/>')
                x += glyph.advance
            x += gap
        k = piece.size / 1000
        place = f"translate({number(piece.x)} {number(y - piece.rise)}) scale({k:.6g})"
        return f'<g {self._fill(piece.color)} transform="{place}">{"".join(out)}</g>\n'

    def _symbol(self, item: SymbolItem) -> str:
        symbol = item.symbol

        def write(name: str) -> str:
            paths = "".join(map(self._symbol_path, symbol.paths))
            return f'<g id="{name}" {self.clip(rectangle(symbol.box))}>{paths}</g>'

        name = self._define("i", write, symbol.digest)
        seen = _opacity("fill", item.color) + _opacity("stroke", item.color)
        return f'<use href="#{name}" {_map(item.place)} color="{screen_color(item.color)}"{seen}/>\n'

    def _symbol_path(self, path: SymbolPath) -> str:
        data = path_data(path.path)
        if path.line_in_color and path.stroke is not None:
            return f'<path d="{data}" fill="none"{self._line(path.stroke, "currentColor")}/>\n'
        if path.fill is None and path.stroke is None:
            rule = ' fill-rule="evenodd"' if path.even_odd else ""
            return f'<path d="{data}" fill="currentColor"{rule}/>\n'
        return self._path(path, data)

    def _image(self, item: ImageItem) -> str:
        picture, f = item.picture, item.frame

        def write(name: str) -> str:
            kind, data = screen_picture(self.picture_of(picture))
            where = f"data:{kind};base64,{b64encode(data).decode()}"
            return f'<image id="{name}" width="1" height="1" preserveAspectRatio="none" href="{where}"/>'

        name = self._define("p", write, picture.digest)
        # PDF has a picture's unit square with y up.
        a, b, c, d, e, g = HELD[picture.orientation]
        place = (
            Matrix(1.0, 0.0, 0.0, -1.0, 0.0, 1.0)
            .then(Matrix(a, b, c, d, e, g))
            .then(Matrix(1.0, 0.0, 0.0, -1.0, 0.0, 1.0))
        )
        place = place.then(Matrix(f.width, 0.0, 0.0, f.height, f.x, f.y))
        return f'<use href="#{name}" {_map(place)}/>\n'

    def _shadow(self, item: ShadowItem) -> str:
        if self._shadowed:
            return ""
        self._shadowed = True
        inner = self.items(item.items)
        self._shadowed = False
        box, (dx, dy) = item.box, item.offset
        room = f'x="{number(box.x)}" y="{number(box.y)}" width="{number(box.width)}" height="{number(box.height)}"'
        words = (
            f' filterUnits="userSpaceOnUse" {room} color-interpolation-filters="sRGB">'
            f'<feGaussianBlur in="SourceAlpha" stdDeviation="{number(item.blur / 2)}" result="b"/>'
            f'<feFlood flood-color="{screen_color(item.color)}" flood-opacity="{number(item.color.alpha)}"/>'
            '<feComposite in2="b" operator="in"/></filter>'
        )
        name = self._define("s", lambda i: f'<filter id="{i}"{words}', words)
        return f'<g transform="translate({number(dx)} {number(dy)})"><g filter="url(#{name})">{inner}</g></g>\n'

    def _group(self, item: GroupItem, around: tuple[str, ...]) -> str:
        own: list[str] = []
        if item.matrix is not None:
            own.append(_map(item.matrix))
        if item.clip is not None:
            own.append(self.clip(item.clip, even_odd=item.even_odd))
        apart = item.opacity < 1 or item.mask is not None or item.blend != "Normal"
        if not apart:
            if not _mixes(item.items):
                return _within(self.items(item.items), (*around, *own))
            return "".join(self._item(i, (*around, *own)) for i in item.items)
        words = []
        if item.opacity < 1:
            words.append(f'opacity="{number(item.opacity)}"')
        if item.blend != "Normal":
            words.append(f'style="mix-blend-mode:{_BLENDS[item.blend]}"')
        content = self.items(item.items)
        if item.mask is not None:
            own.append(f'mask="url(#{self._mask(item.mask.items, luminosity=item.mask.luminosity)})"')
        # The outermost of all is what is mixed with what lies under it.
        outermost = (" ".join(words),) if words else ()
        return _within(content, (*outermost, *around, *own))

    def _mask(self, items: tuple[Item, ...], *, luminosity: bool) -> str:
        inner = self.items(items)
        kind = "luminance" if luminosity else "alpha"
        words = f' maskUnits="userSpaceOnUse" {_EVERYWHERE} mask-type="{kind}">{inner}</mask>'
        return self._define("m", lambda name: f'<mask id="{name}"{words}', words)


def _within(content: str, around: tuple[str, ...]) -> str:
    """What lies within elements with these attributes, each within the one before."""
    for attributes in reversed(around):
        content = f"<g {attributes}>{content}</g>\n"
    return content


def _mixes(items: tuple[Item, ...]) -> bool:
    """Whether one of the items is mixed with what lies under all of them."""
    return any(
        i.blend != "Normal" or (i.opacity == 1 and i.mask is None and _mixes(i.items))
        for i in items
        if isinstance(i, GroupItem)
    )


def _gradient(name: str, paint: Gradient) -> str:
    stops = paint.stops
    if not isinstance(stops[0].color, Rgb | Gray):
        stops = tuple(finer(stops, _BETWEEN))
    (x, y), (u, v) = paint.start, paint.end
    if paint.radii is None:
        kind, where = "linearGradient", f'x1="{number(x)}" y1="{number(y)}" x2="{number(u)}" y2="{number(v)}"'
    else:
        first, last = paint.radii
        if first > last:
            (x, y), (u, v), first, last = (u, v), (x, y), last, first
            stops = tuple(Stop(1 - s.at, s.color) for s in reversed(stops))
        kind = "radialGradient"
        where = f'cx="{number(u)}" cy="{number(v)}" r="{number(last)}" fx="{number(x)}" fy="{number(y)}" fr="{number(first)}"'
    turned = f" gradientTransform={quoteattr(_matrix(paint.matrix))}" if paint.matrix is not None else ""
    steps = "".join(
        f'<stop offset="{number(s.at)}" stop-color="{screen_color(s.color)}"{_opacity("stop", s.color)}/>'
        for s in stops
    )
    return f'<{kind} id="{name}" gradientUnits="userSpaceOnUse" {where}{turned}>{steps}</{kind}>'


def _opacity(of: str, paint: Paint | None) -> str:
    """The attribute for how opaque a colour is; a gradient's stops say it themselves."""
    if paint is None or isinstance(paint, Gradient) or paint.alpha == 1:
        return ""
    return f' {of}-opacity="{number(paint.alpha)}"'


def _map(m: Matrix) -> str:
    return f'transform="{_matrix(m)}"'


def _matrix(m: Matrix) -> str:
    return f"matrix({' '.join(f'{v:.7g}' for v in m)})"


def _mm(points: float) -> str:
    return f"{number(points / MM)}mm"


@lru_cache(maxsize=1024)
def path_data(path: Path) -> str:
    """A path's segments, in points."""
    return "".join("Z" if s[0] == "h" else s[0].upper() + " ".join(map(number, s[1:])) for s in path)
