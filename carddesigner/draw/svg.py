"""Write laid-out faces as SVG: the same items as in the PDF, with letters as outlines.

Where a browser differs from a PDF reader, the SVG is written so that both agree: groups that blend with what lies under
them include the clips around them, since a clip would isolate them from it.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Callable, Iterable
from functools import lru_cache
from math import hypot
from typing import NoReturn
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
"""The number of places between two stops in inks at which the colour on screen is computed."""
MAX_WRITTEN = 30_000_000
"""The most characters of definitions that are kept for later faces."""
MAX_OUTLINES = 20_000
"""The most letters that are kept for later faces."""
FIRST_LETTER, MAX_GLYPH = 0xF0000, 0xFFFD
"""The first character of fonts with one character for each glyph, and the last glyph that has one. Private characters
are never joined, reordered or spaced.
"""
APART = 24.0
"""How far a letter on a page may be from its place before a new span begins, in thousandths of the size."""
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
    written: Written | None = None,
) -> str:
    """A face as an SVG file of its own in millimetres: as its trimmed rectangle, with its *bleed*, or *cut* along its
    outline. Definitions in *written* are shared between faces.
    """
    whole = Rect(0.0, 0.0, face.width, face.height)
    area = whole.grown(face.bleed) if bleed else whole
    painter = SvgPainter(face_of, picture_of, written)
    body = _body(face, painter, area, cut=cut)
    size = f'width="{_mm(area.width)}" height="{_mm(area.height)}"'
    view = " ".join(map(number, area))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{view}" stroke-miterlimit="10">\n'
        f"<title>{escape(title)}</title>\n<defs>\n{painter.definitions()}</defs>\n"
        f"{body}</svg>\n"
    )


def page_face(
    face: LaidFace, face_of: Callable[[str], FontFace], linked: Linked, written: Written | None = None
) -> tuple[str, dict[str, str]]:
    """A face in points, cut along its outline, as elements of a page that loads what is *linked*; and the definitions
    by the names that these refer to, each of which a page needs once.
    """
    painter = SvgPainter(face_of, _no_picture, written, linked)
    area = Rect(0.0, 0.0, face.width, face.height)
    body = _body(face, painter, area, cut=True)
    return in_page(body), {name: in_page(text) for name, text in painter.named_definitions().items()}


def in_page(elements: str) -> str:
    """Elements without line ends, each of which would be a node of the page, as large as an element."""
    return elements.replace("\n", "")


def _body(face: LaidFace, painter: SvgPainter, area: Rect, *, cut: bool) -> str:
    edge = painter.clip(face.outline if cut else rectangle(area), even_odd=cut)
    paper = painter.items((PathItem(rectangle(area), Gray(1.0)),))
    body = "".join(painter.items(zone.items) for zone in face.zones)
    return f"<g {edge}>\n{paper}{body}</g>\n"


def _no_picture(picture: Picture) -> NoReturn:
    raise AssertionError(picture)


class Linked(Struct, frozen=True):
    """What drawings on a page refer to and the page loads itself. ``font`` returns the family in which characters from
    ``FIRST_LETTER`` on are a font's glyphs by number, or an empty name; ``picture`` the address of a picture whose
    longer side is shown at this length in points.
    """

    font: Callable[[FontFace], str]
    picture: Callable[[Picture, float], str]


class Written(Struct):
    """Definitions by name, with the names that each refers to, shared by painters of faces with the same fonts."""

    definitions: dict[str, tuple[str, frozenset[str]]] = field(default_factory=dict)
    outlines: dict[tuple[str, int], str] = field(default_factory=dict)
    """Letters by font and glyph number."""
    size: int = 0

    def keep(self, name: str, text: str, refers: frozenset[str]) -> None:
        """Keep a definition; if there are too many, all others are dropped."""
        if self.size > MAX_WRITTEN:
            self.definitions, self.size = {}, 0
        self.definitions[name] = text, refers
        self.size += len(text)


class SvgPainter(Struct):
    """Writes items as SVG elements, with the definitions that these refer to. ``face_of`` returns a font by its key,
    ``picture_of`` a picture's file; ``written`` is shared with other painters. With ``linked``, for a page, letters are
    written as text and pictures by their addresses.
    """

    face_of: Callable[[str], FontFace]
    picture_of: Callable[[Picture], bytes]
    written: Written | None = None
    linked: Linked | None = None
    _scale: float = 1.0
    """Points of the face for each unit of the items being written."""
    _defined: dict[str, str] = field(default_factory=dict)
    _fonts: dict[str, FontFace] = field(default_factory=dict)
    _outlines: dict[tuple[str, int], str] = field(default_factory=dict)
    _taken: int = 0
    _refers: list[set[str]] = field(default_factory=list)
    """The names that the definitions being written refer to, the innermost last."""
    _shadowed: bool = False
    """Whether items that throw a shadow are being written: inside these there are no further shadows."""

    def definitions(self) -> str:
        """Everything that elements refer to."""
        return "".join(self._defined.values())

    def named_definitions(self) -> dict[str, str]:
        """The same by name."""
        return dict(self._defined)

    def new_definitions(self) -> str:
        """The definitions added since the last call."""
        new = "".join(list(self._defined.values())[self._taken :])
        self._taken = len(self._defined)
        return new

    @property
    def defined(self) -> int:
        """The number of definitions."""
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
        """Define something once; return its name."""
        name = _name(kind, key)
        if self._refers:
            self._refers[-1].add(name)
        if name not in self._defined and not self._is_defined(name):
            # Reserved before it is written, so that the definitions it refers to come after it; their order doesn't
            # matter.
            self._defined[name] = ""
            self._refers.append(set())
            self._defined[name] = text = write(name) + "\n"
            refers = frozenset(self._refers.pop())
            if self.written is not None:
                self.written.keep(name, text, refers)
        return name

    def _kept(self, kind: str, write: Callable[[], str], key: str) -> str:
        """The text of something that is written into every face again, but cached for other painters."""
        name = _name(kind, key)
        definition = self.written.definitions.get(name) if self.written is not None else None
        if definition is not None and all(n in self._defined or self._is_defined(n) for n in definition[1]):
            text, refers = definition
        else:
            self._refers.append(set())
            text = write()
            refers = frozenset(self._refers.pop())
            if self.written is not None:
                self.written.keep(name, text, refers)
        if self._refers:
            self._refers[-1].update(refers)
        return text

    def _is_defined(self, name: str) -> bool:
        """Add a definition that another painter wrote, with all that it refers to; return whether it is known."""
        definitions = self.written.definitions if self.written is not None else {}
        needed: dict[str, str] = {}
        waiting = [name]
        while waiting:
            now = waiting.pop()
            if now in needed or now in self._defined:
                continue
            if now not in definitions:
                return False
            needed[now], refers = definitions[now]
            waiting += sorted(refers)
        self._defined |= needed
        return True

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
        fill = ""
        if not isinstance(piece.color, Gradient):
            fill = self._letters(face, piece, y) if self.linked is None else self._text(self.linked, face, piece, y)
        if fill and piece.stroke is None:
            return fill
        data = path_data(outlines(face, piece, y))
        fill = fill or f'<path d="{data}" {self._fill(piece.color)}/>\n'
        if piece.stroke is None:
            return fill
        line = f'<path d="{data}" fill="none"{self._stroke(piece.stroke)}/>\n'
        return line + fill if piece.under else fill + line

    def _text(self, linked: Linked, face: FontFace, piece: TextPiece, y: float) -> str:
        """A piece's letters as text; empty if the page has no font with all of them."""
        family = linked.font(face)
        if not family or not all(0 < g.id <= MAX_GLYPH for run in piece.runs for g in run.glyphs):
            return ""
        k, base = piece.size / 1000, y - piece.rise
        # Each span has its own position; letters within a span follow each other by their advances.
        spans: list[tuple[str, list[str]]] = []
        x = height = follows = 0.0
        for run, gap in zip(piece.runs, piece.gaps, strict=True):
            for glyph in run.glyphs:
                left = x + glyph.dx
                if not spans or glyph.dy != height or abs(left - follows) > APART:
                    follows, height = left, glyph.dy
                    place = f'x="{_hundredths(piece.x + left * k)}" y="{_hundredths(base - height * k)}"'
                    spans.append((place, []))
                spans[-1][1].append(f"&#{FIRST_LETTER + glyph.id};")
                follows += face.advance(glyph.id)
                x += glyph.advance
            x += gap
        look = f'font-family="{family}" font-size="{number(piece.size)}" {self._fill(piece.color)}'
        if len(spans) == 1:
            place, letters = spans[0]
            return f"<text {place} {look}>{''.join(letters)}</text>\n"
        inner = "".join([f"<tspan {place}>{''.join(letters)}</tspan>" for place, letters in spans])
        return f"<text {look}>{inner}</text>\n"

    def _letters(self, face: FontFace, piece: TextPiece, y: float) -> str:
        """A piece's letters as one outline, which browsers draw faster than single ones."""
        outlines = self._outlines if self.written is None else self.written.outlines
        out, x = [], 0.0
        for run, gap in zip(piece.runs, piece.gaps, strict=True):
            for glyph in run.glyphs:
                if path := face.outline(glyph.id):
                    key = piece.font, glyph.id
                    if key not in outlines:
                        if len(outlines) >= MAX_OUTLINES:
                            outlines.clear()
                        outlines[key] = _from_here(path)
                    out.append(f"M{number(x + glyph.dx)} {number(-glyph.dy)}{outlines[key]}")
                x += glyph.advance
            x += gap
        k = piece.size / 1000
        place = f"translate({number(piece.x)} {number(y - piece.rise)}) scale({k:.6g})"
        return f'<path {self._fill(piece.color)} transform="{place}" d="{"".join(out)}"/>\n'

    def _symbol(self, item: SymbolItem) -> str:
        symbol = item.symbol
        seen = _opacity("fill", item.color) + _opacity("stroke", item.color)
        look = f'{_map(item.place)} color="{screen_color(item.color)}"{seen}'

        def drawing() -> str:
            return f"{self.clip(rectangle(symbol.box))}>{''.join(map(self._symbol_path, symbol.paths))}</g>"

        if self.linked is not None:
            # For a page, a copy by reference costs as much as the original, plus its own memory.
            return f"<g {look}><g {self._kept('d', drawing, symbol.digest)}</g>\n"
        name = self._define("i", lambda i: f'<g id="{i}" {drawing()}', symbol.digest)
        return f'<use href="#{name}" {look}/>\n'

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
        unit = 'width="1" height="1" preserveAspectRatio="none"'

        def write(name: str) -> str:
            kind, data = screen_picture(self.picture_of(picture))
            return f'<image id="{name}" {unit} href="data:{kind};base64,{b64encode(data).decode()}"/>'

        # In PDF a picture's unit square has y up.
        a, b, c, d, e, g = HELD[picture.orientation]
        place = (
            Matrix(1.0, 0.0, 0.0, -1.0, 0.0, 1.0)
            .then(Matrix(a, b, c, d, e, g))
            .then(Matrix(1.0, 0.0, 0.0, -1.0, 0.0, 1.0))
        )
        place = place.then(Matrix(f.width, 0.0, 0.0, f.height, f.x, f.y))
        if self.linked is not None:
            address = self.linked.picture(picture, max(f.width, f.height) * self._scale)
            return f'<image {unit} href="{address}" {_map(place)}/>\n'
        return f'<use href="#{self._define("p", write, picture.digest)}" {_map(place)}/>\n'

    def _shadow(self, item: ShadowItem) -> str:
        if self._shadowed:
            return ""
        self._shadowed = True
        inner = self.items(item.items)
        self._shadowed = False
        box, (dx, dy) = item.box, item.offset
        room = f'x="{number(box.x)}" y="{number(box.y)}" width="{number(box.width)}" height="{number(box.height)}"'
        body = (
            f' filterUnits="userSpaceOnUse" {room} color-interpolation-filters="sRGB">'
            f'<feGaussianBlur in="SourceAlpha" stdDeviation="{number(item.blur / 2)}" result="b"/>'
            f'<feFlood flood-color="{screen_color(item.color)}" flood-opacity="{number(item.color.alpha)}"/>'
            '<feComposite in2="b" operator="in"/></filter>'
        )
        name = self._define("s", lambda i: f'<filter id="{i}"{body}', body)
        return f'<g transform="translate({number(dx)} {number(dy)})"><g filter="url(#{name})">{inner}</g></g>\n'

    def _group(self, item: GroupItem, around: tuple[str, ...]) -> str:
        if item.matrix is None:
            return self._grouped(item, around, [])
        before, self._scale = self._scale, self._scale * _larger(item.matrix)
        written = self._grouped(item, around, [_map(item.matrix)])
        self._scale = before
        return written

    def _grouped(self, item: GroupItem, around: tuple[str, ...], own: list[str]) -> str:
        if item.clip is not None:
            own.append(self.clip(item.clip, even_odd=item.even_odd))
        apart = item.opacity < 1 or item.mask is not None or item.blend != "Normal"
        if not apart:
            if not _mixes(item.items):
                return _within(self.items(item.items), (*around, *own))
            return "".join(self._item(i, (*around, *own)) for i in item.items)
        attributes = []
        if item.opacity < 1:
            attributes.append(f'opacity="{number(item.opacity)}"')
        if item.blend != "Normal":
            attributes.append(f'style="mix-blend-mode:{_BLENDS[item.blend]}"')
        content = self.items(item.items)
        if item.mask is not None:
            own.append(f'mask="url(#{self._mask(item.mask.items, luminosity=item.mask.luminosity)})"')
        # The outermost element is the one blended with what lies under it.
        outermost = (" ".join(attributes),) if attributes else ()
        return _within(content, (*outermost, *around, *own))

    def _mask(self, items: tuple[Item, ...], *, luminosity: bool) -> str:
        inner = self.items(items)
        kind = "luminance" if luminosity else "alpha"
        body = f' maskUnits="userSpaceOnUse" {_EVERYWHERE} mask-type="{kind}">{inner}</mask>'
        return self._define("m", lambda name: f'<mask id="{name}"{body}', body)


@lru_cache(maxsize=16_384)
def _name(kind: str, key: str) -> str:
    return kind + hashlib.sha256(key.encode()).hexdigest()[:12]


def _within(content: str, around: tuple[str, ...]) -> str:
    """Content inside nested elements with these attributes, the first outermost."""
    for attributes in reversed(around):
        content = f"<g {attributes}>{content}</g>\n"
    return content


def _mixes(items: tuple[Item, ...]) -> bool:
    """Whether one of the items blends with what lies under all of them."""
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
    """The attribute for the opacity of a colour; a gradient's stops have their own."""
    if paint is None or isinstance(paint, Gradient) or paint.alpha == 1:
        return ""
    return f' {of}-opacity="{number(paint.alpha)}"'


def _map(m: Matrix) -> str:
    return f'transform="{_matrix(m)}"'


def _larger(m: Matrix) -> float:
    """The largest factor by which a map enlarges."""
    return max(hypot(m.a, m.b), hypot(m.c, m.d))


def _matrix(m: Matrix) -> str:
    return f"matrix({' '.join(f'{v:.7g}' for v in m)})"


def _hundredths(value: float) -> str:
    """A position of letters, to a hundredth of a point."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _mm(points: float) -> str:
    return f"{number(points / MM)}mm"


def _from_here(path: Path) -> str:
    """A glyph's outline in relative steps from its origin, in tenths of thousandths of the size."""
    out: list[str] = []
    x = y = left = top = 0.0
    for operator, *numbers in path:
        if operator == "h":
            out.append("z")
            x, y = left, top
            continue
        points = [(round(u, 1), round(v, 1)) for u, v in zip(numbers[::2], numbers[1::2], strict=True)]
        steps = " ".join(f"{number(u - x)} {number(v - y)}" for u, v in points)
        out.append(str(operator) + steps.replace(" -", "-"))
        x, y = points[-1]
        if operator == "m":
            left, top = x, y
    return "".join(out)


@lru_cache(maxsize=1024)
def path_data(path: Path) -> str:
    """A path's segments, in points."""
    return "".join("Z" if s[0] == "h" else s[0].upper() + " ".join(map(number, s[1:])) for s in path)
