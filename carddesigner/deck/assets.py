"""The files a deck may use, and what its names stand for.

Names are looked up in the deck's own folder, then among the shipped ones; never in the working directory, and never
outside those two folders.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.contents.base import SvgText
from carddesigner.core.color import Color, parse_color
from carddesigner.core.geometry import Path as Outline
from carddesigner.core.items import Picture, Symbol
from carddesigner.core.jpeg import Jpeg, read_jpeg
from carddesigner.core.report import Problem, did_you_mean
from carddesigner.deck.template import TemplateSource
from carddesigner.source.files import FileProblem, display_path, is_there, read_bytes, resolve_inside
from carddesigner.svg.file import SymbolProblem
from carddesigner.svg.symbols import MAX_BYTES as MAX_SVG_BYTES
from carddesigner.svg.symbols import check_size, load_symbol, parse_path_data, read_symbol
from carddesigner.text.fonts import FontFace, FontFamily, find_family
from carddesigner.text.keywords import Keywords
from carddesigner.text.rich import RichText, parse_markup

if TYPE_CHECKING:
    from carddesigner.svg.picture import SvgPicture
    from carddesigner.tables.tables import Table

SLUG_FAMILY = "Alegreya Sans"
"""The family of words that are the program's and no template's."""

MAX_PIXELS = 100_000_000
"""Pixels of one picture: a poker card at 1200 dpi has 12.6 million."""

MAX_RENDERED = 500_000_000
"""Bytes of all pictures that are made of SVGs."""

MAX_PIXELS_IN_ALL = 6_000_000_000
"""Pixels of all pictures of a deck: 400 poker cards with a picture each at 1200 dpi."""

MAX_CELLS_IN_ALL = 8_000_000
"""Cells of all tables of a deck; a row is worth six more."""

MAX_CHARACTERS_IN_ALL = 3_000_000
"""Characters of all Markdown files of a deck."""

MAX_FILES = 20_000
"""Files that are looked through for SVGs with expressions."""


class Assets(Struct):
    """The deck's folder and the shipped templates' folder, and what was read from them.

    ``parents`` are the folders of the decks that this one extends: what it has not itself is looked for there.
    """

    folder: Path
    shipped: Path
    parents: tuple[Path, ...] = ()
    keywords: Keywords | None = None
    """The deck's keywords, once they are read."""
    used: set[Path] = field(default_factory=set)
    """Files that something refers to, links followed."""
    data: set[Path] = field(default_factory=set)
    """Those of them that nothing is kept of: tables and running text."""
    digests: dict[str, str] = field(default_factory=dict)
    """sha256 of the pictures and drawings that were read, by their paths."""
    tables: Mapping[str, Table] = field(default_factory=dict)
    """Tables that stand in for those of components, by their ids."""
    cells: int = 0
    """Cells of the tables that were read."""
    characters: int = 0
    """Characters of the Markdown files that were read."""
    pixels: int = 0
    """Pixels of the pictures that were read."""
    _symbols: dict[str, Symbol] = field(default_factory=dict)
    _drawings: dict[str, Path] = field(default_factory=dict)
    _followed: dict[str, str] = field(default_factory=dict)
    _texts: dict[Path, SvgText | None] = field(default_factory=dict)
    _every_text: tuple[SvgText, ...] | None = None
    _pictures: dict[str, Picture] = field(default_factory=dict)
    _bytes: dict[str, Path] = field(default_factory=dict)
    _families: dict[str, FontFamily] = field(default_factory=dict)
    _drawn: dict[str, Symbol] = field(default_factory=dict)
    _renderings: dict[tuple[str, float, float], Picture] = field(default_factory=dict)
    _pngs: dict[str, bytes] = field(default_factory=dict)

    def refreshed(self) -> Assets:
        """The same for reading the deck again, with all that is known of its files."""
        return replace(self, parents=(), keywords=None, used=set(), data=set(), cells=0, characters=0)

    def own_file(self, name: str) -> Path:
        """A file of the deck by its path in the deck's folder. Raises FileProblem."""
        try:
            return self._inside(self.folder, name)
        except FileProblem as problem:
            for parent in self.parents if problem.code == "missing-file" else ():
                if is_there(parent / name):
                    return self._inside(parent, name)
            raise

    def data_file(self, name: str) -> Path:
        """The same for a table or running text. Raises FileProblem."""
        path = self.own_file(name)
        self.data.add(path)
        return path

    def _inside(self, folder: Path, name: str) -> Path:
        """A file in the folder of a deck, or in one of its own folders, links followed. Raises FileProblem."""
        if folder is self.folder:
            path = resolve_inside(folder, str(Path(name)), self._followed)
        else:
            root = next((r for r in (self.folder, *self.parents) if folder.is_relative_to(r)), folder)
            path = resolve_inside(root, str(folder.relative_to(root) / name), self._followed)
        self.used.add(path)
        return path

    def template(self, name: str) -> Path:
        """A template's file by its name. Raises FileProblem."""
        folders = (*(f / "templates" for f in (self.folder, *self.parents)), self.shipped)
        for folder in folders:
            path = folder / f"{name}.yaml"
            if "/" not in name and is_there(path):
                return self._inside(folder, path.name)
        known = [p.stem for f in folders for p in f.glob("*.yaml")]
        raise FileProblem("unknown-template", f"unknown template {name!r}{did_you_mean(name, known)}")

    def symbol(self, name: str) -> Symbol:
        """An icon by its name. Raises Problem."""
        cached = self._symbols.get(name)
        if cached is None:
            cached = self._symbols[name] = self._load_symbol(name)
        return cached

    def _load_symbol(self, name: str) -> Symbol:
        folders = tuple(f / "symbols" for f in (self.folder, *self.parents, self.shipped))
        for folder in folders:
            if "/" not in name and is_there(folder / f"{name}.svg"):
                return self._svg(self._inside(folder, f"{name}.svg"), name)
        names = sorted({p.stem for f in folders for p in f.glob("*.svg")})
        raise Problem("unknown-icon", f"unknown icon {name!r}{did_you_mean(name, names)}")

    def drawing(self, name: str, text: str | None = None) -> Symbol:
        """An SVG file of the deck by its path; *text* instead of what the file holds. Raises Problem."""
        path = self._drawing_file(name)
        if text is None:
            return self._svg(path, name)
        data = text.encode("utf-8", "replace")
        check_size(len(data), name)
        try:
            return read_symbol(data, name)
        except SymbolProblem as problem:
            return self._as_picture(data, name, problem)

    def svg_text(self, name: str) -> SvgText | None:
        """An SVG file by its path; None for one without expressions, or that can't be read."""
        try:
            return self._text(self._drawing_file(name))
        except FileProblem:
            return None

    def svg_texts(self) -> tuple[SvgText, ...]:
        """All SVG files of the deck, and of those that it extends, that hold expressions."""
        if self._every_text is None:
            found: list[SvgText] = []
            seen = 0
            for root in (self.folder, *self.parents):
                base = root.resolve()
                for folder, folders, files in os.walk(base):
                    folders[:] = sorted(f for f in folders if not f.startswith("."))
                    seen += len(files)
                    if seen > MAX_FILES:
                        break
                    here = Path(folder)
                    for path in (here / f for f in sorted(files) if f.endswith(".svg")):
                        # Folders are not followed where they are links.
                        real = path.resolve() if path.is_symlink() else path
                        text = self._text(real) if real.is_relative_to(base) else None
                        if text is not None:
                            found.append(text)
            self._every_text = tuple(found)
        return self._every_text

    def _drawing_file(self, name: str) -> Path:
        cached = self._drawings.get(name)
        if cached is None:
            cached = self._drawings[name] = self.own_file(name)
        return cached

    def _text(self, path: Path) -> SvgText | None:
        """An SVG that holds expressions; its file is looked at once."""
        if path not in self._texts:
            self._texts[path] = _with_expressions(path)
        return self._texts[path]

    def _svg(self, path: Path, name: str) -> Symbol:
        try:
            symbol = load_symbol(path, name)
            self.digests[str(path)] = symbol.digest
            return symbol
        except SymbolProblem as problem:
            return self._as_picture(read_bytes(path), name, problem)

    def _as_picture(self, data: bytes, name: str, why: SymbolProblem) -> Symbol:
        """An SVG that is drawn as a picture; once it was drawn small it can be. Raises SymbolProblem."""
        from carddesigner.svg.picture import read_picture_svg
        from carddesigner.svg.renderer import DPI

        if not why.drawable:
            raise why
        digest = hashlib.sha256(data).hexdigest()
        cached = self._drawn.get(digest)
        if cached is None:
            svg = read_picture_svg(data, name, self._font_folders())
            made = Symbol(
                name,
                svg.box,
                (),
                digest,
                picture=partial(self._rendered, svg),
                lost=f"{name!r} is drawn as a picture of {DPI} dpi: {why.message.removeprefix(f'{name}: ')}",
            )
            assert made.picture is not None
            made.picture(10.0, 10.0 * svg.box.height / svg.box.width)
            cached = self._drawn[digest] = made
        return cached

    def _rendered(self, svg: SvgPicture, width: float, height: float) -> Picture:
        """The picture of an SVG that is placed so large, in points. Raises Problem."""
        from carddesigner.svg.renderer import render

        key = (svg.digest, round(width, 2), round(height, 2))
        cached = self._renderings.get(key)
        if cached is None:
            data = render(svg, width, height)
            digest = hashlib.sha256(data).hexdigest()
            self._pngs[digest] = data
            if sum(map(len, self._pngs.values())) > MAX_RENDERED:
                message = f"the deck's SVGs make pictures of more than {MAX_RENDERED // 1_000_000} MB; simplify them"
                raise Problem("svg-too-large", message)
            size = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
            cached = self._renderings[key] = Picture(svg.name, digest, *size)
        return cached

    def picture(self, name: str) -> Picture:
        """A raster image of the deck by its path. Raises Problem."""
        cached = self._pictures.get(name)
        if cached is None:
            cached = self._pictures[name] = self._load_picture(name)
        return cached

    def _load_picture(self, name: str) -> Picture:
        path = self.own_file(name)
        data = read_bytes(path)
        jpeg = read_jpeg(data)
        if jpeg is not None and not jpeg.turned:
            width, height, orientation = jpeg.width, jpeg.height, 1
            self._count(name, width, height)
        else:
            width, height, orientation = self._opened(name, path, data, jpeg)
        digest = self.digests[str(path)] = hashlib.sha256(data).hexdigest()
        self._bytes[digest] = path
        if orientation >= 5:
            width, height = height, width
        return Picture(name, digest, width, height, orientation)

    def _opened(self, name: str, path: Path, data: bytes, jpeg: Jpeg | None) -> tuple[int, int, int]:
        """Width, height and EXIF's orientation of a picture; it is decoded unless what *jpeg* says is enough."""
        from io import BytesIO

        from PIL import ExifTags, Image, UnidentifiedImageError

        try:
            with warnings.catch_warnings(action="ignore"), Image.open(BytesIO(data)) as image:
                width, height = image.size
                self._count(name, width, height)
                if image.format not in ("JPEG", "PNG", "GIF", "BMP", "TIFF", "WEBP", "MPO"):
                    raise Problem("broken-image", f"{name!r} is {image.format}; use PNG or JPEG")
                if jpeg is None or jpeg[:2] != image.size:
                    image.load()
                orientation = image.getexif().get(ExifTags.Base.Orientation, 1)
                return width, height, orientation if orientation in range(1, 9) else 1
        except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as problem:
            why = "" if isinstance(problem, UnidentifiedImageError) else f" ({problem})"
            if path.suffix.lower() == ".svg":
                raise Problem("broken-image", f"{name!r} is an SVG; write `svg:` in place of `image:`") from None
            raise Problem("broken-image", f"{name!r} is not a picture that can be read{why}") from None

    def _count(self, name: str, width: int, height: int) -> None:
        """Add a picture's pixels. Raises Problem for too many."""
        if width * height > MAX_PIXELS:
            raise Problem(
                "image-too-large",
                f"{name!r} has {width} × {height} pixels; at most {MAX_PIXELS // 1_000_000} million can be printed",
            )
        self.pixels += width * height
        if self.pixels > MAX_PIXELS_IN_ALL:
            message = f"{name!r}: the deck's pictures have more than {MAX_PIXELS_IN_ALL // 1_000_000:,} million pixels"
            raise Problem("image-too-large", message)

    def picture_bytes(self, picture: Picture) -> bytes:
        """A picture's file, as it is, or what was rendered."""
        made = self._pngs.get(picture.digest)
        return made if made is not None else read_bytes(self._bytes[picture.digest])

    def family(self, name: str) -> FontFamily:
        """A font family from ``fonts/``. Raises Problem."""
        if name not in self._families:
            family = self._families[name] = find_family(name, self._font_folders())
            self.used.update(path.resolve() for _, path in family.files)
        return self._families[name]

    def _font_folders(self) -> tuple[Path, ...]:
        return tuple(f / "fonts" for f in (self.folder, *self.parents, self.shipped))

    def face(self, key: str) -> FontFace:
        """An open face by its key, as glyph runs name it."""
        for family in self._families.values():
            face = family.opened(key)
            if face is not None:
                return face
        raise AssertionError(f"no open font has the key {key}")

    def color(self, name: str, *palettes: Mapping[str, str]) -> Color:
        """A colour by its name in the first palette that has it, else one written out. Raises Problem."""
        for palette in palettes:
            if name in palette:
                return self.written_color(palette[name])
        if name.startswith("#") or "(" in name:
            return self.written_color(name)
        names = [n for palette in palettes for n in palette]
        raise Problem("unknown-color", f"unknown colour {name!r}{did_you_mean(name, names)}")

    @staticmethod
    def written_color(text: str) -> Color:
        """A colour written out. Raises Problem."""
        try:
            return parse_color(text)
        except ValueError as problem:
            raise Problem("bad-color", str(problem)) from None


class PaletteNames(Struct, frozen=True):
    """The names that the cells of a deck's tables may use: its palette, its icons and its pictures."""

    assets: Assets
    palette: dict[str, str]

    def color(self, name: str) -> Color:
        """A palette's colour, else a colour written out."""
        if name in self.palette:
            return self.assets.written_color(self.palette[name])
        if name.startswith("#") or "(" in name:
            return self.assets.written_color(name)
        raise Problem("unknown-color", f"unknown colour {name!r}{did_you_mean(name, self.palette)}")

    def symbol(self, name: str) -> Symbol:
        """An icon from ``symbols/``."""
        return self.assets.symbol(name)

    def svg_text(self, path: str) -> SvgText | None:
        """An SVG file of the deck that holds expressions."""
        return self.assets.svg_text(path)

    def svg_texts(self) -> tuple[SvgText, ...]:
        """All SVG files of the deck that hold expressions."""
        return self.assets.svg_texts()

    def picture(self, path: str) -> Picture | Symbol:
        """A picture of the deck, raster or SVG."""
        return self.assets.drawing(path) if path.lower().endswith(".svg") else self.assets.picture(path)

    def markup(self, text: str) -> RichText:
        """A text with its markup, whose icons and keywords there must be."""
        return parse_markup(text, self.assets.symbol, self.assets.keywords)


def _with_expressions(path: Path) -> SvgText | None:
    try:
        state = path.stat()
        data = path.read_bytes() if S_ISREG(state.st_mode) and state.st_size <= MAX_SVG_BYTES else b""
        text = data.decode("utf-8-sig") if b"{{" in data or b"{%" in data else None
    except (UnicodeDecodeError, OSError):
        return None
    return SvgText(display_path(path), text) if text is not None else None


class DeckNames(Struct):
    """The names of one template in one deck: the deck's palette goes before the template's."""

    assets: Assets
    template: TemplateSource
    palette: dict[str, str]
    language: str
    _colors: dict[str, Color] = field(default_factory=dict)
    _fonts: dict[str | None, tuple[FontFamily, ...]] = field(default_factory=dict)

    def color(self, name: str) -> Color:
        """A palette's colour, else a colour written out."""
        cached = self._colors.get(name)
        if cached is not None:
            return cached
        own = {k: str(n.value) for k, n in self.template.section("palette").items()}
        made = self.assets.color(name, self.palette, own)
        self._colors[name] = made
        return made

    def symbol(self, name: str) -> Symbol:
        """An icon from ``symbols/``."""
        return self.assets.symbol(name)

    def drawing(self, path: str, text: str | None = None) -> Symbol:
        """An SVG file of the deck; *text* is the file's with its expressions filled in."""
        return self.assets.drawing(path, text)

    def svg_text(self, path: str) -> SvgText | None:
        """An SVG file of the deck that holds expressions."""
        return self.assets.svg_text(path)

    def svg_texts(self) -> tuple[SvgText, ...]:
        """All SVG files of the deck that hold expressions."""
        return self.assets.svg_texts()

    def picture(self, path: str) -> Picture:
        """A raster image of the deck."""
        return self.assets.picture(path)

    @property
    def keywords(self) -> Keywords | None:
        """The deck's keywords."""
        return self.assets.keywords

    def path(self, data: str) -> Outline:
        """SVG path data."""
        return parse_path_data(data)

    def fonts(self, name: str | None) -> tuple[FontFamily, ...]:
        """A template's font by its name there, and its fallbacks; without a name the template's first."""
        cached = self._fonts.get(name)
        if cached is None:
            cached = self._fonts[name] = self._find_fonts(name)
        return cached

    def _find_fonts(self, name: str | None) -> tuple[FontFamily, ...]:
        declared = self.template.section("fonts")
        if name is None:
            if not declared:
                raise Problem(
                    "unknown-font",
                    "the template declares no fonts; add `fonts:` with one, such as text: {family: Alegreya Sans}",
                )
            name = next(iter(declared))
        if name not in declared:
            raise Problem("unknown-font", f"unknown font {name!r}{did_you_mean(name, declared)}")
        node = declared[name]
        value = node.value
        if isinstance(value, str):
            return (self.assets.family(value),)
        family = value.get("family") if isinstance(value, dict) else None
        if not isinstance(value, dict) or family is None or set(value) - {"family", "fallback", "languages"}:
            raise Problem("unknown-font", f"font {name!r} takes `family` and, if need be, `fallback` and `languages`")
        others = value.get("languages")
        if others is not None and isinstance(others.value, dict):
            own = others.value.get(self.language) or others.value.get(self.language.split("-")[0])
            family = own if own is not None else family
        fallback = value.get("fallback")
        more = fallback.value if fallback is not None else ()
        names = [n.value for n in more] if isinstance(more, tuple) else [more]
        return tuple(self.assets.family(str(n)) for n in (family.value, *names))
