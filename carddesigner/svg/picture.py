"""SVGs that are drawn as pictures: whether they are safe for the renderer, the fonts of their text, and the drawn
pictures.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from itertools import islice
from pathlib import Path

from msgspec import Struct, field

from carddesigner.core.items import Picture, Symbol
from carddesigner.core.report import Problem, did_you_mean
from carddesigner.core.state import FileState
from carddesigner.svg.file import (
    GENERIC_FAMILIES,
    SVG,
    FindFamily,
    SvgDocument,
    SvgPicture,
    SymbolProblem,
    broken,
    read_svg,
    unsafe,
    unsupported,
)
from carddesigner.svg.shapes import aspect_of
from carddesigner.text.font_files import fonts_in, read_faces

MAX_FONTS = 100
MAX_RENDERED = 500_000_000
"""The most bytes of all pictures made of a deck's SVGs."""

_DRAWN = {
    *("svg", "g", "defs", "symbol", "use", "switch", "title", "desc", "metadata", "style", "a", "view"),
    *("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "textPath", "image"),
    *("linearGradient", "radialGradient", "stop", "pattern", "clipPath", "mask", "marker", "filter"),
    *("feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting"),
    *("feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR"),
    *("feGaussianBlur", "feImage", "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight"),
    *("feSpecularLighting", "feSpotLight", "feTile", "feTurbulence"),
}
_EMBEDDED = r"data:image/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=\s]*\Z"
_URL = r"url\s*\(\s*[\"']?\s*([^\"')]*)"
_FAMILY = r"font-family\s*:\s*([^;}]+)"
_SHORTHAND = r"(?:^|[;{\s])font\s*:"
_ROOT = r"(?:\s|\ufeff|<\?.*?\?>|<!--.*?-->)*(<(?:[\w.-]+:)?svg\b(?:\"[^\"]*\"|'[^']*'|[^>\"'])*>)"
_SIZE = r"\s(?:width|height)\s*=\s*(?:\"[^\"]*\"|'[^']*')"


def read_picture_svg(data: bytes, name: str, fonts: SvgFonts) -> SvgPicture:
    """Read an SVG that is safe to render. Raises SymbolProblem for scripts, addresses, missing fonts, unknown
    elements.
    """
    try:
        document = read_safe_svg(data)
        return _picture_of(document, data, name, _fonts(document, fonts))
    except SymbolProblem as problem:
        raise SymbolProblem(problem.code, f"{name}: {problem.message}") from None


def read_safe_svg(data: bytes) -> SvgDocument:
    """Read an SVG that refers to nothing outside itself. Raises SymbolProblem for scripts, addresses, unknown
    elements.
    """
    document = read_svg(data)
    _check(document)
    return document


def _picture_of(document: SvgDocument, data: bytes, name: str, files: tuple[Path, ...]) -> SvgPicture:
    from carddesigner.svg.picture_colors import check_picture_colors, without_wider_colors

    check_picture_colors(document)
    text = without_wider_colors(_decoded(data))
    box = document.view
    if "viewBox" in document.elements[0].attributes:
        # Only the viewBox defines the visible area; a size would put margins around it.
        root = re.match(_ROOT, text, re.S)
        if root is not None:
            text = text[: root.start(1)] + re.sub(_SIZE, "", root[1]) + text[root.end(1) :]
    return SvgPicture(name, text, hashlib.sha256(data).hexdigest(), box, files)


def _check(document: SvgDocument) -> None:
    for _, tag, attributes, line in document.elements:
        kind = tag.removeprefix(SVG)
        if kind == "script":
            raise unsafe(f"line {line}: the SVG uses a script; remove it")
        if tag.startswith(SVG) and kind not in _DRAWN:
            raise unsupported(f"line {line}: <{kind}> can't be drawn; use shapes, text and pictures")
        for key, value in attributes.items():
            local = key.rpartition(" ")[2]
            if local.lower().startswith("on"):
                raise unsafe(f"line {line}: {local}={value[:40]!r} is a script; remove it")
            if local == "href" and not value.strip().startswith("#") and not re.match(_EMBEDDED, value.strip()):
                raise unsafe(f"line {line}: href={value[:40]!r} leads out of the file; embed what it names")
            _check_css(value, f"line {line}: ")
    _check_css(document.css, "")
    if "@import" in document.css:
        raise unsafe("the SVG takes CSS rules from another file; save it with its own")


def _check_css(text: str, where: str) -> None:
    if "url" not in text.lower():
        return
    for address in re.findall(_URL, text, re.I):
        if not address.startswith("#"):
            raise unsafe(f"{where}url({address[:40]}) leads out of the file; embed what it names")


def _decoded(data: bytes) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise broken("the SVG is not UTF-8; save it as UTF-8") from None


def _styles(document: SvgDocument) -> list[str]:
    """All CSS of a document."""
    return [document.css, *(e.attributes.get("style", "") for e in document.elements)]


def _check_shorthand(document: SvgDocument) -> None:
    """Raise SymbolProblem for a rule that sets family and size of text at once."""
    if document.letters.strip() and any(re.search(_SHORTHAND, style) for style in _styles(document)):
        raise unsupported("the SVG has `font:` for its text; write font-family and font-size instead")


def _families(document: SvgDocument) -> Iterator[str]:
    """The first family in each rule for text."""
    lists = [family for style in _styles(document) for family in re.findall(_FAMILY, style)]
    lists += [e.attributes["font-family"] for e in document.elements if "font-family" in e.attributes]
    for families in lists:
        yield families.split(",")[0].strip(" \t\r\n\"'")


def _fonts(document: SvgDocument, fonts: SvgFonts) -> tuple[Path, ...]:
    """The fonts to draw with, which have all glyphs of the text; none without text. Raises SymbolProblem."""
    if not document.letters.strip():
        return ()
    _check_shorthand(document)
    names, letters, packed = fonts.facts
    for family in _families(document):
        if family and family.lower() not in GENERIC_FAMILIES and family not in names:
            if family in packed:
                message = f"the SVG is drawn as a picture, and its text needs the font {family!r}, which is only here as .woff2"
                raise SymbolProblem("unknown-font", f"{message}; put its .ttf or .otf into fonts/")
            near = did_you_mean(family, names)
            message = f"the SVG's text needs the font {family!r}, which is not in fonts/{near}"
            raise SymbolProblem("unknown-font", message)
    lost = next((c for c in document.letters if not c.isspace() and ord(c) not in letters), None)
    if lost is not None:
        message = f"no glyph for {lost!r} (U+{ord(lost):04X}) in the fonts for the SVG's text"
        raise SymbolProblem("missing-glyph", message)
    return tuple(p for p, _ in fonts.files if not _is_packed(p))


def _is_packed(path: Path) -> bool:
    """Whether a font is in a format that the renderer can't read."""
    return path.suffix.lower() == ".woff2"


FontFiles = tuple[tuple[Path, FileState], ...]


def font_files(folders: Sequence[Path]) -> FontFiles:
    """The fonts in folders that text of SVGs may be set in, with the states of their files."""
    faces = [face for folder in folders if folder.is_dir() for face in islice(fonts_in(folder, read_faces), MAX_FONTS)]
    return tuple({f.path: f.state for f in faces if not f.problem}.items())


class SvgFonts:
    """Fonts for text of SVGs, and what they contain."""

    def __init__(self, files: FontFiles) -> None:
        self.files = files

    @cached_property
    def facts(self) -> tuple[frozenset[str], frozenset[int], frozenset[str]]:
        """The families that the renderer can read, all characters in any of them, and the families that it can't
        read.
        """
        import uharfbuzz as hb

        families: set[str] = set()
        letters: set[int] = set()
        packed: set[str] = set()
        for path, _ in self.files:
            names = {name for face in read_faces(path) for name in (face.family, *face.also)}
            if _is_packed(path):
                packed |= names
                continue
            families |= names
            blob = hb.Blob.from_file_path(str(path))
            for index in range(hb.Face(blob).count):
                letters |= set(hb.Face(blob, index).unicodes)
        return frozenset(families), frozenset(letters), frozenset(packed)


Sizes = dict[tuple[float, float], Picture]


class DrawnSvgs(Struct):
    """Symbols by the digest and name of their SVGs; each keeps its pictures in the sizes in which it was placed."""

    rendered: int = 0
    """Bytes of the pictures drawn so far."""
    _fonts: SvgFonts | None = None
    _symbols: dict[tuple[str, str], Symbol] = field(default_factory=dict)
    _pngs: dict[str, bytes] = field(default_factory=dict)

    def symbol(
        self,
        name: str,
        digest: str,
        read: Callable[[], bytes],
        fonts: SvgFonts,
        family: FindFamily,
        problem: SymbolProblem,
    ) -> Symbol:
        """The symbol for an SVG whose *problem* prevents plain paths. What items can express is kept as vectors, all
        other SVGs become pictures, which are drawn once in a small size to check them. Raises SymbolProblem.
        """
        if not problem.drawable:
            raise problem
        cached = self._symbols.get((digest, name))
        if cached is None:
            cached = self._symbols[digest, name] = self._drawn(name, digest, read(), fonts, family)
        return cached

    def _drawn(self, name: str, digest: str, data: bytes, fonts: SvgFonts, family: FindFamily) -> Symbol:
        from carddesigner.svg.drawing import read_drawing
        from carddesigner.svg.renderer import DPI

        try:
            document = read_safe_svg(data)
            _check_shorthand(document)
            try:
                drawing = read_drawing(document, family)
                return Symbol(name, document.view, (), digest, drawn=drawing, aspect=aspect_of(document))
            except SymbolProblem as problem:
                if not problem.drawable:
                    raise
                lost = f"{name!r} is drawn as a picture of {DPI} dpi: {problem.message}"
            svg = _picture_of(document, data, name, _fonts(document, fonts))
        except SymbolProblem as problem:
            raise SymbolProblem(problem.code, f"{name}: {problem.message}") from None
        draw = partial(self._picture, svg, {})
        draw(10.0, 10.0 * svg.box.height / svg.box.width)
        return Symbol(name, svg.box, (), digest, picture=draw, lost=lost, aspect=aspect_of(document))

    def fonts(self, folders: Sequence[Path]) -> SvgFonts:
        """The fonts for text in SVGs; if they have changed, all symbols are made again."""
        files = font_files(folders)
        if self._fonts is None or self._fonts.files != files:
            self._fonts, self._symbols = SvgFonts(files), {}
        return self._fonts

    def png(self, digest: str) -> bytes | None:
        """A drawn picture, by its digest."""
        return self._pngs.get(digest)

    def _picture(self, svg: SvgPicture, sizes: Sizes, width: float, height: float) -> Picture:
        """The picture of an SVG placed at a size in points. Raises Problem."""
        from carddesigner.svg.renderer import render

        size = round(width, 2), round(height, 2)
        cached = sizes.get(size)
        if cached is None:
            data = render(svg, width, height)
            digest = hashlib.sha256(data).hexdigest()
            self.rendered += len(data) if digest not in self._pngs else 0
            self._pngs[digest] = data
            if self.rendered > MAX_RENDERED:
                message = f"the deck's SVGs make pictures of more than {MAX_RENDERED // 1_000_000} MB; simplify them"
                raise Problem("svg-too-large", message)
            pixels = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
            cached = sizes[size] = Picture(svg.name, digest, *pixels)
        return cached
