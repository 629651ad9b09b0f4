"""The icons, drawings, pictures and fonts that a deck names; each is made from its file once."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Container, Iterable, Mapping
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar, cast

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.contents.base import SvgText
from carddesigner.core.face import Request
from carddesigner.core.geometry import Rect
from carddesigner.core.items import Picture, Symbol
from carddesigner.core.report import Diagnostic, Problem, Report, did_you_mean
from carddesigner.core.source import Span
from carddesigner.source.cache import FileCache
from carddesigner.source.files import display_path, read_bytes
from carddesigner.source.finder import Finder
from carddesigner.source.yaml import Node
from carddesigner.svg.file import SymbolProblem
from carddesigner.svg.picture import DrawnSvgs
from carddesigner.svg.symbols import MAX_BYTES as MAX_SVG_BYTES
from carddesigner.svg.symbols import check_size, load_symbol, read_symbol
from carddesigner.tables.table import Table
from carddesigner.text.font_face import BOXED, FontFace, boxed_letters
from carddesigner.text.fonts import FontFamily
from carddesigner.text.keywords import Keywords

if TYPE_CHECKING:
    from carddesigner.svg.icon_sets import Credit, IconSet, SetInfo

SLUG_FAMILY = "Alegreya Sans"
"""The font family of the program's own texts, such as the slug line."""

MAX_PIXELS_IN_ALL = 6_000_000_000
"""The most pixels of all pictures of a deck: 400 poker cards with one picture each at 1200 dpi."""

MAX_SET_BYTES_IN_ALL = 64_000_000
"""The most bytes of all icon sets of a deck."""

MAX_FONT_BYTES = 200_000_000
"""The most bytes of all font files that a deck uses."""

Made = TypeVar("Made")

_NOTHING: Mapping[Request, object] = {}


class Assets(Struct):
    """The files found in one reading of a deck, with one result per name, and counts of what is bounded. Readings share
    ``files`` and ``drawn``.
    """

    finder: Finder
    tables: Mapping[str, Table] = field(default_factory=dict)
    """Tables that replace those of components, by component id: as they would be read, in the deck's language."""
    files: FileCache = field(default_factory=FileCache)
    drawn: DrawnSvgs = field(default_factory=DrawnSvgs)
    cells: int = 0
    """The cells of the tables read so far; ``characters`` and ``pixels`` count Markdown and pictures. Each has a bound.
    """
    characters: int = 0
    pixels: int = 0
    styles: dict[str, Mapping[str, Node]] = field(default_factory=dict)
    """The styles of the deck's templates, by template name."""
    language: str = ""
    palette: Mapping[str, str] = {}
    keywords: object = None
    """What else zones and texts depend on: the language of the reading, the deck's palette, and its keywords by
    value.
    """
    font_bytes: int = 0
    set_bytes: int = 0
    """The bytes of the icon sets read so far."""
    unpacked: int = 0
    requested: dict[Request, object] | None = None
    """The requests and their answers, while dependencies are recorded; otherwise None."""
    _answers: dict[Request, Any] = field(default_factory=dict)
    _faces: dict[str, FontFace] = field(default_factory=dict)
    _sets: dict[str, IconSet | None] = field(default_factory=dict)
    """Icon sets by name, None for one that can't be read; ``_infos`` are the files with their credits."""
    _infos: dict[str, SetInfo | None] = field(default_factory=dict)

    def refreshed(self) -> Assets:
        """Return the assets for another reading, after ``files`` dropped what changed. Names are looked up and counted
        again, but unchanged files give the same objects; only ``drawn.rendered`` counts the bytes of all readings.
        """
        return Assets(Finder(self.finder.folder, self.finder.shipped), self.tables, self.files, self.drawn)

    def with_drawings(self, other: Assets) -> Assets:
        """Return these assets with the SVG texts and fonts that an *other* reading found, if no file changed since.
        They aren't counted.
        """
        return replace(self, _answers=_drawings(other) | self._answers)

    def copied(self, other: Assets) -> Assets:
        """Return a copy whose requests don't change this object, with the SVG texts and fonts of an *other* reading,
        which aren't counted.
        """
        finder = replace(self.finder, used=set(self.finder.used), data=set(self.finder.data))
        answers = _drawings(other) | self._answers
        return replace(self, finder=finder, requested=None, _answers=answers, _faces={}, _sets={}, _infos={})

    def read_in(self, language: str, palette: Mapping[str, str], keywords: Keywords | None) -> None:
        """Set the language, the palette and the keywords of the reading, before anything depends on them."""
        self.language, self.palette = language, palette
        words = tuple(keywords.by_name.items()) if keywords is not None else ()
        cache = self.files.cache
        self.keywords = cache.get(("keywords", words))
        if self.keywords is None:
            cache.put(("keywords", words), words)
            self.keywords = words

    def with_palette(self, palette: Mapping[str, str]) -> Assets:
        """Return these assets with another palette."""
        answers = {k: answer for k, answer in self._answers.items() if k[0] not in ("color", "palette")}
        return replace(self, palette=palette, requested=None, _answers=answers)

    def depends_on(self, kind: Literal["language", "keywords", "palette", "color"], name: str = "") -> None:
        """Record that the result being made depends on the language, on the keywords, on the palette, or on one of its
        colours by its *name*.
        """
        self._answer((kind, name))

    def gives(self, requested: Mapping[Request, object]) -> bool:
        """Return whether this reading gives the same answers to all that another one *requested*. The requests are
        recorded here too.
        """
        if requested.items() <= self._answers.items():
            if self.requested is not None:
                self.requested.update(requested)
            return True
        return all(
            [(current := self._answer(request)) is answer or current == answer for request, answer in requested.items()]
        )

    def has(self, requests: Iterable[Request], existing: Container[str] | None = None) -> bool:
        """Return whether the files for all requests exist, and are among the *existing* ones, if given. The requests
        are recorded here too, except for pixels. Files of icons, drawings and pictures aren't read.
        """
        try:
            return all([self._has_file(kind, name, existing) for kind, name in requests])
        except (Problem, OSError):
            return False

    def _has_file(self, kind: str, name: str, existing: Container[str] | None) -> bool:
        if kind == "symbol":
            prefix, slash, _ = name.partition("/")
            if slash and "." not in name:
                path = self.finder.icon_set(prefix)
            else:
                path = self.finder.own_file(name) if slash else self.finder.symbol(name)
        elif kind in ("drawing", "picture", "file", "svg text"):
            path = self.finder.picture_file(name)
        else:
            answer = self._answer((kind, name))
            files = answer.paths() if isinstance(answer, FontFamily) else ()
            return not isinstance(answer, Diagnostic) and all(
                [self._exists(path.resolve(), existing) for path in files]
            )
        return self._exists(path, existing)

    def _exists(self, path: Path, existing: Container[str] | None) -> bool:
        return existing is None or str(path) in existing or path.is_relative_to(self.finder.shipped)

    def recording(self, make: Callable[[], Made]) -> tuple[Made, Mapping[Request, object]]:
        """Return the result of *make*, and the requests that it made."""
        outer, requests = self.requested, dict[Request, object]()
        self.requested = requests
        try:
            made = make()
        finally:
            self.requested = outer
        if not requests:
            return made, _NOTHING
        if outer is not None:
            outer |= requests
        # Most results depend on the same few fonts and icons.
        key = "requested", *requests
        alike: dict[Request, object] | None = self.files.cache.get(key)
        if alike is not None and all([alike[k] is v for k, v in requests.items()]):
            return made, alike
        if all([kind in _SMALL or (kind == "color" and answer is not None) for (kind, _), answer in requests.items()]):
            self.files.cache.put(key, requests)
        return made, requests

    def symbol(self, name: str) -> Symbol:
        """Return an icon by its name. Raises Problem."""
        return cast("Symbol", self._ask("symbol", name))

    def drawing(self, path: str, text: str | None = None) -> Symbol:
        """Return an SVG file of the deck; *text* replaces the file's content. Raises Problem."""
        if text is None:
            return cast("Symbol", self._ask("drawing", path))
        self._ask("file", path)
        data = text.encode("utf-8", "replace")
        check_size(len(data), path)
        try:
            return read_symbol(data, path)
        except SymbolProblem as problem:
            digest = hashlib.sha256(data).hexdigest()
            return self.drawn.symbol(path, digest, lambda: data, self._ask("svg fonts", ""), self.family, problem)

    def svg_text(self, path: str) -> SvgText | None:
        """Return an SVG file's text; None if it has no expressions or can't be read."""
        answer = self._answer(("svg text", path))
        return answer if isinstance(answer, SvgText) else None

    def svg_texts(self) -> tuple[SvgText, ...]:
        """Return all SVG files with expressions of the deck and of those that it extends."""
        return cast("tuple[SvgText, ...]", self._ask("svg texts", ""))

    def picture(self, path: str) -> Picture:
        """Return a raster image of the deck. Raises Problem."""
        return cast("Picture", self._ask("picture", path))

    def picture_bytes(self, picture: Picture) -> bytes:
        """Return a picture's file as it is, or the rendered PNG. Raises DeckError if it has disappeared since
        layout.
        """
        if (png := self.drawn.png(picture.digest)) is not None:
            return png
        try:
            return read_bytes(self.finder.picture_file(picture.path))
        except Problem as problem:
            Report().refuse(problem, Span(display_path(self.finder.folder / picture.path)))

    def family(self, name: str) -> FontFamily:
        """Return a font family from ``fonts/``. Raises Problem."""
        return cast("FontFamily", self._ask("family", name))

    def families(self) -> tuple[FontFamily, ...]:
        """Return the font families requested so far."""
        return tuple(answer for answer in self._answers.values() if isinstance(answer, FontFamily))

    def style(self, template: str, name: str) -> Node:
        """Return a template's style. Raises Problem."""
        return cast("Node", self._ask("style", f"{template}#{name}"))

    def _style(self, request: str) -> Node:
        template, _, name = request.rpartition("#")
        styles = self.styles.get(template, {})
        if name not in styles or not isinstance(styles[name].value, dict):
            near = did_you_mean(name, styles)
            raise Problem("unknown-style", f"unknown style {name!r}{near}", fix=near.fix)
        return styles[name]

    def face(self, key: str) -> FontFace:
        """Return an open face by the key that glyph runs use."""
        if key == BOXED:
            return boxed_letters()
        if (face := self._faces.get(key)) is not None:
            return face
        for family in (*self.families(), *self.files.families.values()):
            if (face := family.opened(key)) is not None:
                self._faces[key] = face
                return face
        raise AssertionError(f"no open font has the key {key}")

    def _ask(self, kind: str, name: str) -> Any:
        """The answer to a request, made once per reading. Raises Problem."""
        answer = self._answer((kind, name))
        if isinstance(answer, Diagnostic):
            raise Problem(answer.code, answer.message, hint=answer.hint)
        return answer

    def _answer(self, request: Request) -> Any:
        """The answer to a request, or the Diagnostic of its problem."""
        if request not in self._answers:
            try:
                self._answers[request] = _MAKERS[request[0]](self, request[1])
            except Problem as problem:
                self._answers[request] = problem.diagnostic
            except OSError as problem:
                self._answers[request] = Diagnostic("unreadable-file", f"{request[1]}: {problem.strerror}")
        answer = self._answers[request]
        if self.requested is not None:
            self.requested[request] = answer
        return answer

    def icon_set(self, name: str) -> IconSet:
        """Return an icon set by its name. Raises Problem."""
        from carddesigner.svg.icon_sets import broken_set, read_icon_set

        cached = self._sets.get(name)
        if cached is not None:
            return cached
        path = self.finder.icon_set(name)
        if name not in self._sets:
            self._sets[name] = None
            self.set_bytes += path.stat().st_size if path.exists() else 0
        if self.set_bytes > MAX_SET_BYTES_IN_ALL:
            most = f"at most {MAX_SET_BYTES_IN_ALL // 1_000_000} MB are read in all"
            hint = "take away those that the deck doesn't use, or icons of them"
            raise broken_set(f"{display_path(path)}: with it the deck's icon sets are too large; {most}", hint)
        made: IconSet = self.files.made(path, "icon set", "", partial(read_icon_set, path, display_path(path)))
        self._sets[name] = made
        return made

    def icon_credit(self, name: str, icon: str) -> Credit:
        """Return the credit of an icon in a set. Raises Problem."""
        from carddesigner.svg.icon_sets import info_file, read_info

        if name not in self._infos:
            info = info_file(self.finder.icon_set(name))
            set_info = self.files.made(info, "set info", "", partial(read_info, info)) if info is not None else None
            self._infos[name] = set_info
        return self.icon_set(name).credit(icon, self._infos[name])

    def _icon(self, name: str) -> Symbol:
        """An icon of a set, of ``symbols/``, or a file of the deck by its path."""
        prefix, slash, icon = name.partition("/")
        if "." not in name and slash:
            icons = self.icon_set(prefix)
            (vectors,) = self.files.made(
                self.finder.icon_set(prefix), "icon", icon, partial(_icon_of, icons, icon, name)
            )
            return self._symbol(name, vectors, partial(icons.svg, icon))
        path = self.finder.own_file(name) if slash else self._plain_icon(name)
        if path.suffix.lower() == ".svg":
            return self._svg(path, name)
        root = next(r for r in map(Path.resolve, (self.finder.folder, *self.finder.parents)) if path.is_relative_to(r))
        picture = self._made_picture(path, path.relative_to(root).as_posix())
        return Symbol(name, Rect(0.0, 0.0, picture.width, picture.height), (), picture.digest, _Always(picture))

    def _plain_icon(self, name: str) -> Path:
        """The file of an icon in ``symbols/``."""
        try:
            return self.finder.symbol(name)
        except Problem as problem:
            own = next((s for s in self.finder.icon_sets() if self._has(s, name)), None)
            hint = f"the set {own} has one: {own}/{name}" if own is not None else None
            if hint is None and problem.code == "unknown-icon" and name.replace("-", "").isalnum():
                hint = f"there are more in sets: carddesigner icons {name.replace('-', ' ')}"
            raise Problem(problem.code, problem.message, hint=hint) from None

    def _has(self, icon_set: str, name: str) -> bool:
        try:
            return name in self.icon_set(icon_set).names
        except Problem:
            return False

    def _svg(self, path: Path, name: str) -> Symbol:
        vectors = self.files.made(path, "svg", name, partial(_vector_in, path, name))
        return self._symbol(name, vectors, partial(read_bytes, path))

    def _symbol(self, name: str, vectors: Symbol | _NoVectors, read: Callable[[], bytes]) -> Symbol:
        if isinstance(vectors, Symbol):
            return vectors
        return self.drawn.symbol(name, vectors.digest, read, self._ask("svg fonts", ""), self.family, vectors.problem)

    def _text(self, path: Path) -> SvgText | None:
        try:
            text = self.files.made(path, "text", "", partial(_with_expressions, path))
        except (UnicodeDecodeError, OSError):
            return None
        return text.text if text is not None else None

    def _texts(self, _: str) -> tuple[SvgText, ...]:
        texts = [self._text(path) for path in self.finder.drawings()]
        return tuple(text for text in texts if text is not None)

    def _picture(self, name: str) -> Picture:
        return self._made_picture(self.finder.picture_file(name), name)

    def _made_picture(self, path: Path, name: str) -> Picture:
        if self.pixels <= MAX_PIXELS_IN_ALL:
            from carddesigner.source.pictures import read_picture  # many decks need none

            picture = self.files.made(path, "picture", name, partial(read_picture, path, name))
            self.pixels += picture.width * picture.height
        if self.pixels > MAX_PIXELS_IN_ALL:
            message = f"{name!r}: the deck's pictures have more than {MAX_PIXELS_IN_ALL // 1_000_000:,} million pixels"
            raise Problem("image-too-large", message)
        return picture

    def _family(self, name: str) -> FontFamily:
        family = self.files.family(name, self.finder.font_folders, self.finder.shipped_fonts)
        self.finder.used |= family.paths()
        if family.files[0].path.is_relative_to(self.finder.shipped):
            return family
        self.font_bytes += sum({file.path: file.state.size for file in family.files}.values())
        # A text uses at most four styles.
        unpacked = sum(sorted({file.path: file.unpacked for file in family.files}.values())[-4:])
        if unpacked:
            self._count_unpacked(name, unpacked)
        if self.font_bytes > MAX_FONT_BYTES:
            message = f"font {name!r}: the deck's fonts have more than {MAX_FONT_BYTES // 1_000_000} MB in all"
            raise Problem("unusable-font", message)
        return family

    def _count_unpacked(self, name: str, unpacked: int) -> None:
        from carddesigner.text.woff2 import max_unpacked

        self.unpacked += unpacked
        if self.unpacked > max_unpacked():
            message = (
                f"font {name!r}: the deck's .woff2 fonts unpack to {self.unpacked / 1e6:.1f} MB, {unpacked / 1e6:.1f} MB of "
                f"it this one's; at most {max_unpacked() // 1_000_000} MB can be used"
            )
            raise Problem("unusable-font", message, hint="use their .ttf or .otf, which need no unpacking")


def _drawings(assets: Assets) -> dict[Request, Any]:
    """The SVG texts and fonts requested so far."""
    return {k: v for k, v in assets._answers.items() if k[0] in ("svg texts", "svg fonts")}


_MAKERS: dict[str, Callable[[Assets, str], object]] = {
    "symbol": Assets._icon,
    "drawing": lambda assets, path: assets._svg(assets.finder.picture_file(path), path),
    "picture": Assets._picture,
    "family": Assets._family,
    "style": Assets._style,
    "file": lambda assets, path: assets.finder.picture_file(path),
    "svg text": lambda assets, path: assets._text(assets.finder.picture_file(path)),
    "svg texts": Assets._texts,
    "language": lambda assets, _: assets.language,
    "keywords": lambda assets, _: assets.keywords,
    "palette": lambda assets, _: tuple(assets.palette),
    "color": lambda assets, name: assets.palette.get(name),
    "svg fonts": lambda assets, _: assets.drawn.fonts(assets.finder.font_folders),
}


_SMALL = frozenset(("family", "symbol", "language", "keywords"))
"""Kinds of requests that most results have in common; a deck may write out another colour on each card."""


class _NoVectors(NamedTuple):
    """An SVG that can only be rendered as a picture, and the reason."""

    digest: str
    problem: SymbolProblem


def _vector_in(path: Path, name: str) -> Symbol | _NoVectors:
    return _vector(partial(load_symbol, path, name), partial(read_bytes, path))


def _icon_of(icons: IconSet, icon: str, name: str) -> tuple[Symbol | _NoVectors]:
    """An icon of a set; in a tuple, because the cache must not take its digest for that of the set's file."""
    data = icons.svg(icon)
    check_size(len(data), name)
    return (_vector(partial(read_symbol, data, name), lambda: data),)


def _vector(read: Callable[[], Symbol], data: Callable[[], bytes]) -> Symbol | _NoVectors:
    try:
        return read()
    except SymbolProblem as problem:
        if not problem.drawable:
            raise
        return _NoVectors(hashlib.sha256(data()).hexdigest(), problem.with_traceback(None))


class _Always(Struct, frozen=True):
    """Returns the same picture for any size."""

    picture: Picture

    def __call__(self, _width: float, _height: float) -> Picture:
        return self.picture


class _Text(NamedTuple):
    """An SVG's digest, and its text if it has expressions."""

    digest: str
    text: SvgText | None


def _with_expressions(path: Path) -> _Text | None:
    """Read an SVG's digest and text; None if it isn't a file of allowed size. Raises OSError and UnicodeDecodeError."""
    state = os.stat(path)  # noqa: PTH116 faster than Path.stat
    if not S_ISREG(state.st_mode) or state.st_size > MAX_SVG_BYTES:
        return None
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123
        data = file.read()
    text = data.decode("utf-8-sig") if b"{{" in data or b"{%" in data else None
    return _Text(hashlib.sha256(data).hexdigest(), SvgText(display_path(path), text) if text is not None else None)
