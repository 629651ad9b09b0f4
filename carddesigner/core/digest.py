"""Digests of values, by which equal ones are recognized; the same on every machine and in every run.

Numbers are rounded to 32-bit floats, so that the last bits of a sine don't make a different picture. Places in files
are left out, and so are zones: only their items are visible.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256
from struct import Struct as Packed
from struct import pack

import msgspec
from msgspec import Struct, field

from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import Matrix, Path
from carddesigner.core.items import GlyphRun, ImageItem, Item, PathItem, ShadowItem, Stroke, SymbolItem, TextItem
from carddesigner.core.paint import Gradient, Paint
from carddesigner.core.record import Record

MAX_KEPT = 5_000
"""The most values whose digests are kept at once."""
_FAR = 3000.3
"""Added to lengths in points: 32-bit floats then have steps of 1/4096, and lengths as users write them don't lie near
the middle between two steps.
"""
_NEAR = 3.3
"""The same for numbers around 1: factors of lengths, and fractions."""
_FOUR, _SIX = Packed("<4f").pack, Packed("<6f").pack


def digest(*values: object) -> str:
    """Return the sha256 of plain values: texts, numbers, None, bytes, types, and tuples, records and structs of them.

    Raises TypeError for other values.
    """
    return sha256(_encoded(values)).hexdigest()


class Digests(Struct):
    """Digests of what faces show, for the duration of a job. ``font`` returns the digest of a font's file by the font's
    key.

    What several faces share is digested once.
    """

    font: Callable[[str], str]
    _fonts: dict[str, str] = field(default_factory=dict)
    _made: dict[int, bytes] = field(default_factory=dict)
    """Digests by identity of zones, paths and runs, which are held so that their ids remain unique."""
    _groups: dict[int, tuple[object, ...]] = field(default_factory=dict)
    """The same for groups that are masked or blended; a drawing consists of the same groups wherever it is shown."""
    _held: list[object] = field(default_factory=list)

    def face(self, face: LaidFace) -> str:
        """Return the digest of all that is visible of a face: outline, bleed, and items with their fonts and
        pictures.
        """
        if len(self._held) > MAX_KEPT:
            self._made.clear()
            self._groups.clear()
            self._held.clear()
        made = self._made.get(id(face))
        if made is None:
            size = _frame((face.width, face.height, face.bleed, 0.0))
            shown = (size, _path(face.outline), b"".join(map(self._zone, face.zones)))
            made = self._keep(face, sha256(_encoded(shown)).digest())
        return made.hex()

    def _zone(self, zone: PlacedZone) -> bytes:
        cached = self._made.get(id(zone))
        return cached if cached is not None else self._keep(zone, b"".join(map(self.item, zone.items)))

    def _keep(self, value: object, made: bytes) -> bytes:
        self._held.append(value)
        self._made[id(value)] = made
        return made

    def _run(self, run: GlyphRun) -> bytes:
        return self._keep(run, sha256(_encoded((run.text, run.rtl, run.glyphs))).digest())

    def item(self, item: Item) -> bytes:
        """Return the digest of a single item."""
        return sha256(_encoded(self._shown(item))).digest()

    def _shown(self, item: Item) -> object:
        """All that is visible of an item, as plain values."""
        if isinstance(item, TextItem):
            out: list[object] = [None]  # as in existing manifests
            made = self._made.get
            for p in item.pieces:
                font = self._fonts.get(p.font)
                if font is None:
                    font = self._fonts[p.font] = self.font(p.font)
                gaps = _numbers(p.gaps) if any(p.gaps) else None
                runs = b"".join([made(id(run)) or self._run(run) for run in p.runs])
                color = _paint(p.color) if p.color.__class__ is Gradient else p.color
                out += (font, color, _frame((p.x, item.y, p.size, p.rise)), gaps, runs)
                if p.stroke is not None:
                    out += (_stroke(p.stroke), p.under)
            return out
        if isinstance(item, PathItem):
            return self._made.get(id(item)) or self._keep(item, _encoded(_drawn(item)))
        if isinstance(item, SymbolItem):
            paths = item.symbol.paths
            color = item.color if any(p.fill is None or p.stroke is not None for p in paths) else None
            return (item.symbol.digest, _frame(item.frame), color)
        if isinstance(item, ImageItem):
            return (item.picture.digest, _frame(item.frame), item.picture.orientation)
        if (cached := self._groups.get(id(item))) is not None:
            return cached
        shown = [self._shown(i) for i in item.items]
        if isinstance(item, ShadowItem):
            return ("shadow", item.color, _numbers((item.blur, *item.offset)), shown)
        clip = _path(item.clip) if item.clip is not None else None
        opacity = _numbers((item.opacity,), _NEAR) if item.opacity < 1 else None
        group: tuple[object, ...] = (_matrix(item.matrix), clip, opacity, shown)
        if item.effects:
            mask = item.mask
            through = (mask.luminosity, [self._shown(i) for i in mask.items]) if mask is not None else None
            group += (item.blend, item.even_odd, through)
            self._held.append(item)
            self._groups[id(item)] = group
        return group


def _drawn(item: PathItem) -> tuple[object, ...]:
    return (_path(item.path), _paint(item.fill), item.even_odd, _stroke(item.stroke))


def _stroke(stroke: Stroke | None) -> tuple[object, ...] | None:
    if stroke is None:
        return None
    return (_paint(stroke.color), _numbers((stroke.width, *stroke.dash)), stroke.cap, stroke.join, stroke.overprint)


def _paint(paint: Paint | None) -> object:
    if not isinstance(paint, Gradient):
        return paint
    stops = [(_numbers((stop.at,), _NEAR), stop.color) for stop in paint.stops]
    where = _numbers((*paint.start, *paint.end, *(paint.radii or ())))
    return (stops, where, _matrix(paint.matrix))


@lru_cache(maxsize=1024)
def _path(path: Path) -> tuple[str, bytes]:
    return "".join([s[0] for s in path]), _numbers([v for s in path for v in s[1:]])


def _frame(f: tuple[float, float, float, float]) -> bytes:
    """The same bytes as `_numbers` returns for four numbers, but faster."""
    x, y, w, h = f
    try:
        return _FOUR(x + _FAR, y + _FAR, w + _FAR, h + _FAR)
    except OverflowError:
        return _numbers(f)


def _matrix(m: Matrix | None) -> bytes | None:
    if m is None:
        return None
    a, b, c, d, e, f = m
    try:
        return _SIX(a + _NEAR, b + _NEAR, c + _NEAR, d + _NEAR, e + _FAR, f + _FAR)
    except OverflowError:
        return _numbers(m)


def _numbers(values: Sequence[float], off: float = _FAR) -> bytes:
    moved = [v + off for v in values]
    try:
        return pack(f"<{len(moved)}f", *moved)
    except OverflowError:  # farther away than anything printed
        return pack(f"<{len(moved)}d", *moved)


def _encoded(value: object) -> bytes:
    try:
        return _ENCODER.encode(value)
    except (OverflowError, UnicodeEncodeError):  # an integer of more than 64 bits, or a lone surrogate
        return ascii(value).encode()


def _plain(value: object) -> object:
    """Replace a value that isn't plain."""
    if isinstance(value, Record):
        return {name: value[name] for name in value}
    if isinstance(value, type):
        return value.__qualname__
    raise TypeError(f"{value.__class__.__qualname__} has no digest")


_ENCODER = msgspec.msgpack.Encoder(enc_hook=_plain, order="deterministic")
