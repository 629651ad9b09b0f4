"""Shape words into runs of glyphs, each in the first font of the chain that has its characters; every word is shaped
once.
"""

from __future__ import annotations

import re
import unicodedata

from msgspec import Struct

from carddesigner.core.color import Color
from carddesigner.core.items import GlyphRun, Symbol
from carddesigner.text.font_face import FontFace, boxed_letters
from carddesigner.text.fonts import FontFamily


class Extra(Struct, frozen=True, gc=False):
    """Rarely used settings of text: its own size as a multiple of the text's, other fonts, lines, a background.
    ``icon``: an icon's size as a multiple of that; ``rise``: its rise as a multiple of the text's size.
    """

    size: float = 1.0
    icon: float = 1.0
    fonts: tuple[FontFamily, ...] = ()
    underline: bool = False
    strike: bool = False
    background: Color | None = None
    rise: float | None = None


class Look(Struct, frozen=True, gc=False, cache_hash=True):
    """The look of a character; without a colour it has the text's."""

    bold: bool
    italic: bool
    small_caps: bool = False
    color: Color | None = None
    extra: Extra | None = None


SMALL_CAPITAL = 0.8
"""The size of capitals used as small capitals where the font has none, in multiples of the size."""

_UNSEEN = (
    "[\u00ad\u034f\u061c\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f"
    "\ufeff\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Default_Ignorable_Code_Point: characters that show nothing, which a font need not have. HarfBuzz wants a glyph for
some others with that property (Hangul fillers, shorthand), so these count as missing like any letter.
"""

_STAND_INS = {"\u2011": "\u2010", **dict.fromkeys("\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007", " ")}
_STAND_INS |= dict.fromkeys("\u2008\u2009\u200a\u202f\u205f\u3000", " ")
"""What HarfBuzz shows in place of a character that the font lacks."""


class Atom(Struct, frozen=True, gc=False):
    """A run of glyphs or an icon; ``width`` in thousandths of the size, of which it is set at the multiple ``scale``.
    ``trim``: the width cut from an icon's left side.
    """

    run: GlyphRun | None
    icon: Symbol | None
    width: float
    level: int = 0
    space: bool = False
    scale: float = 1.0
    color: Color | None = None
    extra: Extra | None = None
    trim: float = 0.0


_HYPHENS = ("\u2010", "\u2011")

MissingGlyph = tuple[str, tuple[str, ...]]
"""A character, and the fonts that lack it."""


Shaped = tuple[tuple[Atom, ...], tuple[MissingGlyph, ...]]
"""A text's atoms in reading order, and its characters that no font shows."""


class Shaper(Struct, frozen=True):
    """A chain of fonts, the main one first, with the language and the tracking for shaping words."""

    fonts: tuple[FontFamily, ...]
    language: str
    tracking: float

    def shaped(self, text: str, look: Look, level: int, space: bool = False) -> Shaped:
        """Return the ``atoms`` of text in one look and direction, and what is ``missing``. Raises the same as
        ``atoms``.
        """
        main = self._family(look).face(look.bold, look.italic)
        if main.has_all(text) and (not look.small_caps or self._has_small_caps(text, look)):
            return (self._atom(main, text, text, look, level, space, 1.0),), ()
        return self.atoms(text, look, level, space), self.missing(text, look)

    def atoms(self, text: str, look: Look, level: int, space: bool = False) -> tuple[Atom, ...]:
        """Return text of one look and direction as runs of one font each, in reading order.

        Raises Problem if the main font lacks the style; a fallback font uses its nearest.
        """
        if look.small_caps and not self._has_small_caps(text, look):
            out: tuple[Atom, ...] = ()
            for small, part in _cases(text):
                shown = self._capitals(part) if small else part
                out += self._runs(part, shown, look, level, space, SMALL_CAPITAL if small else 1.0)
            return out
        return self._runs(text, text, look, level, space, 1.0)

    def _runs(self, text: str, shown: str, look: Look, level: int, space: bool, scale: float) -> tuple[Atom, ...]:
        """Return *shown* as runs of one font each, with the letters of *text* as their text if both have the same
        length.
        """
        main = self._family(look).face(look.bold, look.italic)
        if main.has_all(shown):
            return (self._atom(main, text, shown, look, level, space, scale),)
        chain = self._chain(look)
        parts: list[tuple[FontFace, str]] = []
        for cluster in clusters(shown):
            # A missing character is an error; a proof shows where it is.
            shown_by = next((f for f in chain if _shows(f, cluster)), None)
            face = shown_by or (main if cluster.isspace() else boxed_letters())
            if parts and parts[-1][0] is face:
                parts[-1] = (face, parts[-1][1] + cluster)
            else:
                parts.append((face, cluster))
        out = []
        at = 0
        for face, part in parts:
            own = text[at : at + len(part)] if len(text) == len(shown) else part
            out.append(self._atom(face, own, part, look, level, space, scale))
            at += len(part)
        return tuple(out)

    def missing(self, text: str, look: Look) -> tuple[MissingGlyph, ...]:
        """Return the characters of a text that no font of the chain has, each with the fonts tried."""
        main = self._family(look).face(look.bold, look.italic)
        if look.small_caps and not self._has_small_caps(text, look):
            text = "".join(self._capitals(part) if small else part for small, part in _cases(text))
        if main.has_all(text):
            return ()
        chain = self._chain(look)
        tried = tuple(f.key for f in chain)
        out: dict[str, None] = {}
        for cluster in dict.fromkeys(clusters(text)):
            if any(_shows(f, cluster) for f in chain):
                continue
            lost = [c for c in cluster if not any(_shows(f, c) for f in chain)]
            # Each is in some font, but no font has the letter with all its marks.
            out |= dict.fromkeys(lost or [cluster])
        return tuple((char, tried) for char in out)

    def _has_small_caps(self, text: str, look: Look) -> bool:
        face = self._family(look).face(look.bold, look.italic)
        return all(face.has_small_cap(c) for c in text if c.upper() != c)

    def _capitals(self, text: str) -> str:
        if self.language.startswith(("tr", "az")):
            text = text.replace("i", "İ")
        return text.upper()

    def _family(self, look: Look) -> FontFamily:
        return self.fonts[0] if look.extra is None or not look.extra.fonts else look.extra.fonts[0]

    def _chain(self, look: Look) -> list[FontFace]:
        main, *others = (look.extra.fonts if look.extra is not None else ()) or self.fonts
        return [main.face(look.bold, look.italic), *(f.face(look.bold, look.italic, exact=False) for f in others)]

    def _atom(self, face: FontFace, text: str, shown: str, look: Look, level: int, space: bool, scale: float) -> Atom:
        if not shown.isascii() and not any(face.has(h) for h in _HYPHENS):
            shown = shown.replace(_HYPHENS[0], "-").replace(_HYPHENS[1], "-")
        # Letters with tracking get no ligatures.
        run = face.shape(shown, bool(level & 1), self.language, ligatures=not self.tracking, small_caps=look.small_caps)
        if shown is not text and len(shown) == len(text):
            run = GlyphRun(run.font, text, run.glyphs, run.width, run.rtl)
        if look.extra is not None:
            scale *= look.extra.size
        if self.tracking:
            run = face.track(run, self.tracking / scale)
        return Atom(run, None, run.width * scale, level, space, scale, look.color, look.extra)


def _cases(text: str) -> list[tuple[bool, str]]:
    """Cut a text where small letters start and end; each part tells whether it is of small letters."""
    out: list[tuple[bool, str]] = []
    for char in text:
        mark = unicodedata.category(char) in ("Mn", "Me", "Mc") or re.match(_UNSEEN, char) is not None
        small = out[-1][0] if mark and out else char.upper() != char
        if out and out[-1][0] == small:
            out[-1] = (small, out[-1][1] + char)
        else:
            out.append((small, char))
    return out


def _shows(face: FontFace, cluster: str) -> bool:
    """Whether a font shows a letter with its marks, as written or in a canonically equivalent form."""

    def has_all(text: str) -> bool:
        return all(_has(face, c) for c in text)

    return has_all(cluster) or any(has_all(unicodedata.normalize(form, cluster)) for form in ("NFC", "NFD"))


def _has(face: FontFace, char: str) -> bool:
    """Whether a font shows a character itself, by a substitute, or as a letter and its marks."""
    if face.has(char) or re.match(_UNSEEN, char) or face.has(_STAND_INS.get(char, char)):
        return True
    if char in _HYPHENS:
        return face.has("-")
    parts = unicodedata.decomposition(char)
    return bool(parts) and parts[0] != "<" and all(_has(face, chr(int(code, 16))) for code in parts.split())


class _Joins(dict[str, bool]):
    """A cache of whether characters belong to the one before them."""

    def __missing__(self, char: str) -> bool:
        joins = re.match(_UNSEEN, char) is not None or unicodedata.category(char) in ("Mn", "Me", "Mc")
        self[char] = joins
        return joins


_JOINS = _Joins()


def clusters(text: str) -> list[str]:
    """Return characters with the marks that belong to them."""
    if not any(map(_JOINS.__getitem__, text)) and "\u200d" not in text:
        return list(text)
    out: list[str] = []
    for char in text:
        if out and (_JOINS[char] or out[-1][-1] == "\u200d"):
            out[-1] += char
        else:
            out.append(char)
    return out
