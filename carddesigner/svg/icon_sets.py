"""Icon sets as sources of SVGs, one for each icon: the shipped set, and sets in Iconify's JSON format.

The file of the shipped set (``tools/make_icons.py``) has a line of JSON (``_Head``), an index with lines ``name start
size author``, a dictionary compressed with zlib, and then the elements of each icon, compressed separately with that
dictionary.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection, Sequence
from functools import cached_property
from pathlib import Path
from typing import Protocol

from msgspec import DecodeError, Raw, Struct, ValidationError
from msgspec.json import decode

from carddesigner.core.report import Problem, guess, nearest
from carddesigner.core.source import line_starts, span_at
from carddesigner.svg.file import FURTHEST

SHIPPED = ".icons"
"""The extension of a shipped set's file."""
MAX_SET_BYTES = 32_000_000
MAX_INFO_BYTES = 100_000
MAX_VALUES = 1_000_000
"""The most values in a set's file, counted by its colons."""
MAX_PARENTS = 5
"""The most steps in a chain of aliases."""
MAX_CANDIDATES = 2_000
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")
_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="{} {} {} {}">{}</svg>'
)


class Credit(Struct, frozen=True, order=True):
    """The origin of something: where it comes from, its author, and its licence by SPDX id; empty if unknown."""

    source: str
    author: str
    licence: str
    title: str = ""


class IconSet(Protocol):
    """A set of icons by name."""

    @property
    def names(self) -> Sequence[str]:
        """The names of its icons, in order."""

    def svg(self, name: str) -> bytes:
        """An icon as SVG. Raises Problem for an unknown or broken one."""

    def credit(self, name: str, info: SetInfo | None = None) -> Credit:
        """The origin of an icon; *info* is that of the set, if it comes from a separate file."""


def read_icon_set(path: Path, shown: str) -> IconSet:
    """Read the set in a file, which messages call *shown*. Raises Problem, and OSError if the file can't be read."""
    if path.suffix == SHIPPED:
        return _shipped(path)
    size = path.stat().st_size
    if size > MAX_SET_BYTES:
        most = f"at most {MAX_SET_BYTES / 1e6:.0f} MB are read"
        raise broken_set(f"{shown}: the icon set has {size / 1e6:.1f} MB; {most}")
    return _iconify(path.read_bytes().removeprefix(b"\xef\xbb\xbf"), path.stem, shown)


def broken_set(message: str, hint: str | None = None) -> Problem:
    """The problem of a set that can't be read, or of an icon in it."""
    return Problem("broken-icon-set", message, hint=hint or _HINT)


_HINT = (
    'an icon set is JSON in Iconify\'s form: {"icons": {"home": {"body": "<path d=…/>"}}, "width": 24, "height": 24}'
)


def unknown_icon(prefix: str, name: str, names: Collection[str]) -> Problem:
    """The problem of a name that a set doesn't have, with the nearest one that it has."""
    near = nearest_icon(name, names)
    meant = guess(f"{prefix}/{name}", f"{prefix}/{near}" if near is not None else None)
    hint = f"there are more: carddesigner icons {name.replace('-', ' ')}" if _NAME.match(name) else None
    return Problem("unknown-icon", f"unknown icon {f'{prefix}/{name}'!r}{meant}", hint=hint, fix=meant.fix)


def nearest_icon(name: str, names: Collection[str]) -> str | None:
    """The name most similar to *name*, among those that begin alike or share a word; None if none is similar."""
    words = set(name.split("-"))
    alike = [n for n in names if n[:2] == name[:2] or not words.isdisjoint(n.split("-"))]
    others = [n for n in names if abs(len(n) - len(name)) <= 2 and n[-2:] == name[-2:]] if len(alike) < 50 else []
    return nearest(name, (*alike, *others)[:MAX_CANDIDATES])


class _Head(Struct, frozen=True):
    """The head of a shipped set's file: byte lengths of the following parts, authors with their licences."""

    title: str
    source: str
    box: tuple[float, float, float, float]
    authors: list[tuple[str, str]]
    index: int
    dictionary: int


class _Shipped:
    """A shipped set: its index is in memory, its icons are read on demand."""

    def __init__(self, path: Path, head: _Head, index: bytes, dictionary: bytes, start: int) -> None:
        self._path, self._head, self._index, self._dictionary, self._start = path, head, index, dictionary, start

    @cached_property
    def names(self) -> Sequence[str]:
        return [line.partition(" ")[0] for line in self._index.decode().split("\n") if line]

    def svg(self, name: str) -> bytes:
        start, size, _ = self._entry(name)
        with self._path.open("rb") as file:
            file.seek(self._start + start)
            data = file.read(size)
        body = zlib.decompressobj(-15, zdict=self._dictionary).decompress(data).decode()
        return _SVG.format(*map(_number, self._head.box), body).encode()

    def credit(self, name: str, info: SetInfo | None = None) -> Credit:
        author, licence = self._head.authors[self._entry(name)[2]]
        return Credit(self._head.source, author, licence, self._head.title)

    def _entry(self, name: str) -> tuple[int, int, int]:
        at = self._index.find(f"\n{name} ".encode()) if _NAME.match(name) else -1
        if at < 0:
            raise unknown_icon(self._path.stem, name, self.names)
        start, size, author = self._index[at + len(name) + 2 : self._index.index(b"\n", at + 1)].split()
        return int(start), int(size), int(author)


def _shipped(path: Path) -> _Shipped:
    with path.open("rb") as file:
        line = file.readline()
        head = decode(line, type=_Head)
        index, dictionary = file.read(head.index), zlib.decompress(file.read(head.dictionary))
    return _Shipped(path, head, index, dictionary, len(line) + head.index + head.dictionary)


class _Placed(Struct, frozen=True, kw_only=True):
    """The box of the drawings of an icon or a whole set, in their own units, and the transform of an icon: mirrored,
    then rotated by quarter turns.
    """

    left: float | None = None
    top: float | None = None
    width: float | None = None
    height: float | None = None
    rotate: int = 0
    hFlip: bool = False  # noqa: N815
    vFlip: bool = False  # noqa: N815


class _Icon(_Placed, frozen=True):
    body: str


class _Alias(_Placed, frozen=True):
    parent: str


class _Author(Struct, frozen=True):
    name: str = ""
    url: str = ""


class _Licence(Struct, frozen=True):
    title: str = ""
    spdx: str = ""


class SetInfo(Struct, frozen=True):
    """The origin of a set."""

    name: str = ""
    author: _Author | str = ""
    license: _Licence | str = ""


class _File(_Placed, frozen=True):
    icons: dict[str, Raw]
    aliases: dict[str, Raw] = {}
    info: Raw = Raw(b"{}")


class _Iconify:
    """A set in Iconify's JSON; its icons are parsed one by one."""

    def __init__(self, prefix: str, shown: str, data: bytes, file: _File, info: SetInfo) -> None:
        self._prefix, self._shown, self._data, self._file, self._info = prefix, shown, data, file, info

    @cached_property
    def names(self) -> Sequence[str]:
        return sorted(n for n in {*self._file.icons, *self._file.aliases} if _NAME.match(n))

    def svg(self, name: str) -> bytes:
        icons: list[_Icon | _Alias] = []
        own = [name]
        while not icons or isinstance(icons[-1], _Alias):
            icons.append(self._entry(own))
            own.append(getattr(icons[-1], "parent", ""))
        chain = (self._file, *reversed(icons))
        box: tuple[float, ...] = tuple([_last(chain, key, default) for key, default in _SIDES])
        if not (min(box[2:]) > 0 and max(map(abs, box)) <= FURTHEST):
            raise self._broken(name, "it has no size; give `width` and `height`")
        body = icons[-1].body if isinstance(icons[-1], _Icon) else ""
        if any(p.rotate % 4 or p.hFlip or p.vFlip for p in icons):
            body, box = _turned(body, box, icons)
        return _SVG.format(*map(_number, box), body).encode("utf-8", "replace")

    def credit(self, name: str, info: SetInfo | None = None) -> Credit:
        info = info or self._info
        author = info.author if isinstance(info.author, str) else info.author.name
        url = "" if isinstance(info.author, str) else info.author.url
        licence = info.license if isinstance(info.license, str) else info.license.spdx or info.license.title
        return Credit(url, author, licence, info.name or self._prefix)

    def _entry(self, names: list[str]) -> _Icon | _Alias:
        """The entry of the last of *names*, a chain in which each name is an alias of the next."""
        name = names[-1]
        raw, alias = self._file.icons.get(name), self._file.aliases.get(name)
        if raw is None and alias is None:
            if len(names) == 1:
                raise unknown_icon(self._prefix, name, self.names)
            raise self._broken(names[-2], f"its `parent` {name[:60]!r} is not in the set")
        if len(names) > MAX_PARENTS:
            raise self._broken(names[0], f"more than {MAX_PARENTS} icons are another's, or they are in a circle")
        try:
            return decode(raw, type=_Icon) if raw is not None else decode(alias or b"", type=_Alias)
        except (DecodeError, UnicodeDecodeError) as problem:
            raise self._broken(name, _plain_reason(problem)) from None

    def _broken(self, name: str, message: str) -> Problem:
        """The problem of an entry, with its place in the file."""
        places = re.finditer(rb'"%s"\s*:\s*' % re.escape(name.encode()), self._data)
        entry = self._file.icons.get(name) or self._file.aliases.get(name) or Raw()
        raw = bytes(entry)
        at = next((p.start() for p in places if self._data.startswith(raw, p.end())), None)
        return broken_set(f"{_at(self._shown, self._data, at)}: the icon {name[:60]!r} is broken: {message}")


def _last(chain: Sequence[_Placed], key: str, default: float) -> float:
    """The last value that is set in a chain."""
    return next((v for v in (getattr(p, key) for p in reversed(chain)) if v is not None), default)


_SIDES = (("left", 0.0), ("top", 0.0), ("width", 16.0), ("height", 16.0))
"""The box of an icon, with Iconify's defaults."""


def info_file(path: Path) -> Path | None:
    """The file with the origin of a set, as in npm's packages: ``mdi.info.json`` beside ``mdi.json``; None if there is
    none.
    """
    info = path.with_name(f"{path.stem}.info.json")
    return None if info.is_symlink() or not info.is_file() or info.stat().st_size > MAX_INFO_BYTES else info


def read_info(path: Path) -> SetInfo:
    """Read such a file. Raises OSError."""
    return _about(path.read_bytes())


def _about(data: bytes | Raw) -> SetInfo:
    """The origin of a set; empty if it isn't in the usual form."""
    try:
        return decode(data, type=SetInfo)
    except (DecodeError, UnicodeDecodeError):
        return SetInfo()


def _iconify(data: bytes, prefix: str, shown: str) -> _Iconify:
    if data.count(b":") > MAX_VALUES:
        raise broken_set(f"{shown}: the icon set holds more than {MAX_VALUES:,} values")
    try:
        file = decode(data, type=_File)
        return _Iconify(prefix, shown, data, file, _about(file.info))
    except ValidationError as problem:
        raise broken_set(f"{shown}: {_plain_reason(problem)}") from None
    except (DecodeError, UnicodeDecodeError, RecursionError) as problem:
        byte = re.search(r"\(byte (\d+)\)", str(problem))
        message = re.sub(r"^JSON is malformed: | \(byte \d+\)", "", str(problem))
        at = int(byte[1]) if byte is not None else None
        raise broken_set(f"{_at(shown, data, at)}: this is not JSON: {message[:1].lower()}{message[1:]}") from None


def _plain_reason(problem: Exception) -> str:
    """The reason of an error of msgspec, in plain words."""
    wrong = re.sub(r"`(\w+)( \| null)?`", lambda m: _TYPES.get(m[1], m[0]), str(problem))
    missing = re.sub(r"Object missing required field (`\w+`).*", r"\1 is missing", wrong)
    path = re.sub(r" - at `\$\.?(.*)`", r": \1", missing)
    return path[:1].lower() + path[1:]


_TYPES = {
    **{"object": "a mapping", "array": "a list", "str": "text", "int": "a whole number", "float": "a number"},
    **{"bool": "true or false", "null": "null"},
}


def _at(shown: str, data: bytes, byte: int | None) -> str:
    """A place in a file, as in messages."""
    if byte is None:
        return shown
    before = data[:byte].decode("utf-8", "replace")
    span = span_at(shown, line_starts(before), len(before), len(before))
    return f"{shown}:{span.line}:{span.column}"


def _turned(body: str, box: tuple[float, ...], chain: list[_Icon | _Alias]) -> tuple[str, tuple[float, ...]]:
    """A body mirrored, then rotated, by the sum of what a *chain* of icons says, and the box of the result."""
    quarters = sum(p.rotate for p in chain) % 4
    across, down = sum(p.hFlip for p in chain) % 2, sum(p.vFlip for p in chain) % 2
    x, y, width, height = box
    transform = f"rotate({90 * quarters} {_number(x + width / 2)} {_number(y + height / 2)})"
    transform += f" translate({_number(across * (2 * x + width))} {_number(down * (2 * y + height))})"
    transform += f" scale({1 - 2 * across} {1 - 2 * down})"
    if quarters % 2:
        box = x + (width - height) / 2, y + (height - width) / 2, height, width
    return f'<g transform="{transform}">{body}</g>', box


def _number(value: float) -> str:
    return f"{value:.10g}"
