"""Break words into units of shaped atoms at the places where a line may end; plain words are cached."""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.geometry import bounds
from carddesigner.core.items import Symbol
from carddesigner.text.fonts import FontFamily
from carddesigner.text.rich import FORCED_HYPHEN
from carddesigner.text.shaping import Atom, Look, MissingGlyph, Shaper

ICON = "\ufffc"
"""Represents an icon in a text."""

_CUT = (
    "(?<=[\\w.,!?;:)\\]»”’…%\ufffc][-\u2010\u2013])(?=[^\\W\\d]|[(\\[«“‘\ufffc])"  # well-known, not 3-4 nor -1
    "|(?<=\\w--)(?=\\w)"
    "|(?<=[^\\s\u2013\u2014-]\u2014)(?=[^\\s\u2014])"
    "|(?<=\ufffc)(?=\ufffc)"
    "|(?<=[\u0964\u0965])(?=\\w)"
)
"""Where a line may end inside a token: after hyphens and dashes of words and dandas, between icons."""

_SOFT = "\u00ad"
_CUT_SOFT = f"{_CUT}|(?<=[^{_SOFT}]{_SOFT})(?=[^{_SOFT}])|(?<={FORCED_HYPHEN})(?=[^{_SOFT}])"
_MAX_SOFT = 200
"""The maximum length of a word that is shaped whole despite its soft hyphens."""

_WORD = re.compile(r"([^\w]*)([^\W\d_]{5,200})[^\w]*\Z")

_MAX_WORDS = 3_000
"""The maximum number of words of one look that a chain of fonts caches."""


class Unit(Struct, frozen=True, gc=False):
    """Atoms between which no line ends, the space that follows, and what happens after it.

    ``forced`` ends the line. ``hyphen`` is shown only if the line ends here. ``look``: the look of a unit that may be
    hyphenated, else None. ``points``: the places for hyphens, None until looked up.
    """

    atoms: tuple[Atom, ...]
    width: float
    spaces: tuple[Atom, ...] = ()
    space_width: float = 0.0
    forced: bool = False
    hyphen: Atom | None = None
    text: str = ""
    look: Look | None = None
    level: int = 0
    points: tuple[int, ...] | None = None


Split = tuple[Unit, Unit]
"""A hyphenated word: its first part with the hyphen, and the rest."""


class Flat(Struct, frozen=True):
    """A paragraph as one string, with the look, the icon and the level of each character; ``levels`` is None if all run
    left to right. ``spans``: the looks in order, each with its end. ``sized``: something is larger than the text.
    """

    text: str
    looks: list[Look]
    spans: list[tuple[int, Look]]
    icons: dict[int, Symbol]
    levels: list[int] | None
    rtl: bool
    sized: bool

    def level(self, at: int) -> int:
        """Return the embedding level of a character."""
        return self.levels[at] if self.levels is not None else 0

    def is_one(self, start: int, end: int) -> bool:
        """Whether the characters share one look and one level and include no icon."""
        if ICON in self.text[start:end] or self.looks[start:end].count(self.looks[start]) != end - start:
            return False
        return self.levels is None or self.levels[start:end].count(self.levels[start]) == end - start

    def is_even(self, start: int, end: int) -> bool:
        """Whether the characters share one look, and include no icon if the text has levels."""
        if self.levels is not None and ICON in self.text[start:end]:
            return False
        return self.looks[start:end].count(self.looks[start]) == end - start


Word = tuple[tuple[Unit, ...], tuple[MissingGlyph, ...]]
Key = str | tuple[str | Symbol, ...] | tuple[str, bytes]
"""A word's letters; with its icons, if it has any; or with its levels and that of the space after it."""


class Breaker(Struct, eq=False):
    """Breaks words in a chain of fonts and caches those in one look, by their look and that of the space after them."""

    shaper: Shaper
    icon_size: float
    hyphenate: bool
    words: dict[tuple[Look, Look | None], dict[Key, Word]] = field(default_factory=dict)
    spaces: dict[tuple[Look, int], tuple[tuple[Atom, ...], tuple[MissingGlyph, ...], float]] = field(
        default_factory=dict
    )

    def cached(self, look: Look, after: Look | None) -> dict[Key, Word]:
        """Return the cached words of a look, by their letters; *after* is the look of the space after them."""
        return self.words.setdefault((look, after), {})

    def word(self, flat: Flat, start: int, end: int, space: int | None) -> Word:
        """Return the units of a word and its missing glyphs; *space* is the place of the space after it."""
        if not flat.is_even(start, end):
            return self._word(flat, start, end, space)
        kept = self.cached(flat.looks[start], None if space is None else flat.looks[space])
        key: Key = flat.text[start:end]
        if flat.levels is not None:
            key = flat.text[start:end], bytes(flat.levels[start : end if space is None else end + 1])
        elif ICON in key:
            key = (flat.text[start:end], *(flat.icons[at] for at in range(start, end) if at in flat.icons))
        cached = kept.get(key)
        if cached is None:
            if len(kept) >= _MAX_WORDS:
                kept.clear()
            cached = kept[key] = self._word(flat, start, end, space)
        return cached

    def _word(self, flat: Flat, start: int, end: int, space: int | None) -> Word:
        units: list[Unit] = []
        missing: dict[MissingGlyph, None] = {}
        text = flat.text[start:end]
        whole = _SOFT not in text or (len(text) <= _MAX_SOFT and flat.is_one(start, end))
        for piece in (text,) if text.isalnum() else re.split(_CUT if whole else _CUT_SOFT, text):
            units.append(self._unit(flat, start, piece, missing))
            start += len(piece)
        if space is not None:
            atoms, lost, width = self._space(flat.looks[space], flat.level(space))
            missing |= dict.fromkeys(lost)
            units[-1] = replace(units[-1], spaces=atoms, space_width=width)
        return tuple(units), tuple(missing)

    def _space(self, look: Look, level: int) -> tuple[tuple[Atom, ...], tuple[MissingGlyph, ...], float]:
        """Return the atoms of a space in a look, what is missing for it, and its width."""
        space = self.spaces.get((look, level))
        if space is None:
            atoms, lost = self.shaper.shaped(" ", look, level, space=True)
            space = self.spaces[look, level] = atoms, lost, sum([a.width for a in atoms])
        return space

    def _unit(self, flat: Flat, start: int, piece: str, missing: dict[MissingGlyph, None]) -> Unit:
        end, soft = start + len(piece), False
        if _SOFT in piece:
            inner = piece.strip(_SOFT)
            if self.hyphenate and FORCED_HYPHEN in inner:
                own = inner.replace(FORCED_HYPHEN, "")
                if _SOFT not in own and _hyphen_points(own, self.shaper.language):
                    return self._soft(flat, start, inner, missing, hyphenated=True)
            if _SOFT in inner:
                return self._soft(flat, start, inner, missing)
            end, soft = start + len(piece.rstrip(_SOFT)), piece.endswith(_SOFT)
        atoms: list[Atom] = []
        at = start
        plain = flat.levels is None and flat.is_one(start, end)
        while at < end:
            level, look = flat.level(at), flat.looks[at]
            if at in flat.icons:
                symbol = flat.icons[at]
                scale = self.icon_size * (look.extra.size * look.extra.icon if look.extra is not None else 1.0)
                width = 1000 * scale * min(1.0, symbol.box.width / symbol.box.height)
                left = right = 0.0
                if end - start > 1:
                    left, right = _trimmed(
                        symbol, flat.text[max(start, at - 1) : at], flat.text[at + 1 : at + 2], level
                    )
                width, trim = width * (1 - left - right), width * left
                atoms.append(Atom(None, symbol, width, level, False, scale, look.color, look.extra, trim))
                at += 1
                continue
            stop = end if plain else at + 1
            while stop < end and stop not in flat.icons and flat.looks[stop] == look and flat.level(stop) == level:
                stop += 1
            shaped, lost = self.shaper.shaped(flat.text[at:stop], look, level)
            atoms += shaped
            missing |= dict.fromkeys(lost)
            at = stop
        hyphen = None
        if soft:
            (hyphen, *_), lost = self.shaper.shaped("-", flat.looks[start], flat.level(start))
            missing |= dict.fromkeys(lost)
        width = sum([a.width for a in atoms])
        may_split = flat.looks[start] if self.hyphenate and plain and len(atoms) == 1 else None
        return Unit(tuple(atoms), width, hyphen=hyphen, text=flat.text[start:end], look=may_split)

    def _soft(
        self, flat: Flat, start: int, piece: str, missing: dict[MissingGlyph, None], *, hyphenated: bool = False
    ) -> Unit:
        """Return a word with soft hyphens, shaped without them; with *hyphenated*, its language's hyphens are used
        instead.
        """
        look, level = flat.looks[start], flat.level(start)
        text = ""
        points: list[int] = []
        for part in piece.split(_SOFT):
            if text and part:
                points.append(len(text))
            text += part
        atoms = self.shaper.atoms(text, look, level)
        missing |= dict.fromkeys(self.shaper.missing(text + "-", look))
        width = sum(a.width for a in atoms)
        return Unit(atoms, width, text=text, look=look, level=level, points=None if hyphenated else tuple(points))

    def split(self, unit: Unit, room: float, must: bool) -> Split | None:
        """Hyphenate a word, with the longest first part that is no wider than *room*. If none fits and it *must* be
        split, use the shortest.
        """
        look = unit.look
        if look is None:
            return None
        points = unit.points if unit.points is not None else _hyphen_points(unit.text, self.shaper.language)
        for at in reversed(points):
            first = self.shaper.atoms(unit.text[:at] + "-", look, unit.level)
            wide = sum(a.width for a in first)
            if (wide <= room or (must and at == points[0])) and not self.shaper.missing("-", look):
                atoms = self.shaper.atoms(unit.text[at:], look, unit.level)
                width = sum(a.width for a in atoms)
                later = tuple(p - at for p in points if p > at)
                rest = replace(unit, atoms=atoms, width=width, text=unit.text[at:], points=later)
                return Unit(first, wide), rest
        return None


_OPENS, _CLOSES = frozenset("([{«‹“‘„‚¿¡"), frozenset(",.;:!?…)]}»›”’'\"")


def _trimmed(symbol: Symbol, before: str, after: str, level: int) -> tuple[float, float]:
    """Return the blank shares of an icon's width, left and right, to cut beside punctuation."""
    if before not in _OPENS and after not in _CLOSES:
        return 0.0, 0.0
    left, right = _blank(symbol)[:: -1 if level & 1 else 1]
    trimmed = left if before in _OPENS else 0.0, right if after in _CLOSES else 0.0
    return trimmed[::-1] if level & 1 else trimmed


@lru_cache(maxsize=1024)
def _blank(symbol: Symbol) -> tuple[float, float]:
    """Return the shares of a symbol's box that are blank on the left and the right; 0 for one kept as a picture."""
    paths = [p for p in symbol.paths if p.path]
    if not paths:
        return 0.0, 0.0
    box = symbol.box
    inks = [bounds(p.path).grown(p.stroke.width / 2 if p.stroke is not None else 0.0) for p in paths]
    left, right = min(i.x for i in inks) - box.x, box.right - max(i.right for i in inks)
    return min(0.4, max(0.0, left / box.width)), min(0.4, max(0.0, right / box.width))


@lru_cache(maxsize=64)
def breaker(
    fonts: tuple[FontFamily, ...], language: str, tracking: float, icon_size: float, hyphenate: bool
) -> Breaker:
    """Return the breaker for a chain of fonts; equal settings return the same one, with its cached words."""
    return Breaker(Shaper(fonts, language, tracking), icon_size, hyphenate)


@lru_cache(maxsize=4096)
def _hyphen_points(word: str, language: str) -> tuple[int, ...]:
    """Return where a word in its punctuation may be hyphenated."""
    from carddesigner.text.hyphens import hyphen_points

    match = _WORD.match(word)
    return tuple(match.end(1) + p for p in hyphen_points(match[2], language)) if match is not None else ()
