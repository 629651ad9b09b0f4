"""A paragraph to shaped atoms with the places where a line may end between them; nothing here depends on the size."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from carddesigner.core.items import GlyphRun, Symbol
from carddesigner.text import bidi
from carddesigner.text.fonts import FontFace
from carddesigner.text.rich import InlineIcon, Paragraph
from carddesigner.text.style import TextStyle

ICON = "\ufffc"
_SIMPLE = re.compile(
    "[\u0000-\u052f\u1e00-\u1fff\u2000-\u206f\u20a0-\u214f\ufffc\u0590-\u06ff\ufb1d-\ufdff\ufe70-\ufefc]*\\Z"
)
_UNIT = re.compile("[^ \t\n\u200b\u2010\u2013\u2014\u00ad-]*(?:[\u2010\u2013\u2014-]+|\u00ad)?|[ \t]+|\u200b|\n")
_SPACES = " \t\u00a0\u202f"


@dataclass(frozen=True, slots=True)
class Atom:
    """A run of glyphs or an icon; ``width`` in thousandths of the size."""

    run: GlyphRun | None
    icon: Symbol | None
    width: float
    level: int = 0
    space: bool = False


Look = tuple[bool, bool]
"""Bold, italic."""

Split = tuple[Atom, Atom]
"""A hyphenated word: its first half with the hyphen, and the rest."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Atoms between which no line ends, the space that follows, and what happens after it.

    ``forced`` ends the line. ``hyphen`` is shown only if the line ends here. ``look`` is the (bold, italic) of a unit
    that may be hyphenated, None for one that may not.
    """

    atoms: tuple[Atom, ...]
    width: float
    spaces: tuple[Atom, ...] = ()
    space_width: float = 0.0
    forced: bool = False
    hyphen: Atom | None = None
    text: str = ""
    look: Look | None = None


@dataclass(frozen=True, slots=True)
class Broken:
    """A paragraph ready for setting. ``text`` is in reading order, icons as U+FFFC; ``missing`` chars with fonts tried;

    ``splits`` gives the places where a unit may be hyphenated, the longest first half last.
    """

    units: tuple[Unit, ...]
    rtl: bool
    mixed: bool
    text: str
    missing: tuple[tuple[str, tuple[str, ...]], ...]
    splits: Callable[[Unit], tuple[Split, ...]]


@dataclass(slots=True)
class _Shaper:
    """Shapes pieces of one paragraph."""

    style: TextStyle
    missing: dict[str, tuple[str, ...]]

    def faces(self, bold: bool, italic: bool) -> list[FontFace]:
        main, *others = self.style.fonts
        return [main.face(bold, italic), *(f.face(bold, italic, exact=False) for f in others)]

    def atoms(self, text: str, bold: bool, italic: bool, level: int, space: bool) -> list[Atom]:
        """Text of one look and direction as runs of one font each, in reading order."""
        main = self.style.fonts[0].face(bold, italic)
        if all(main.has(c) for c in text):
            return [self.atom(main, text, level, space)]
        chain = self.faces(bold, italic)
        parts: list[tuple[FontFace, str]] = []
        for cluster in _clusters(text):
            face = next((f for f in chain if all(f.has(c) or _invisible(c) for c in cluster)), None)
            if face is None:
                bad = next(c for c in cluster if not any(f.has(c) for f in chain))
                self.missing[bad] = tuple(f.key for f in chain)
                face = chain[0]
            if parts and parts[-1][0] is face:
                parts[-1] = (face, parts[-1][1] + cluster)
            else:
                parts.append((face, cluster))
        return [self.atom(f, t, level, space) for f, t in parts]

    def atom(self, face: FontFace, text: str, level: int, space: bool) -> Atom:
        run = face.shape(text, bool(level & 1), self.style.language)
        if self.style.tracking:
            run = face.track(run, self.style.tracking)
        return Atom(run, None, run.width, level, space)


def _invisible(char: str) -> bool:
    return unicodedata.category(char) in ("Cf", "Cc")


def _clusters(text: str) -> list[str]:
    """Characters with the marks that belong to them."""
    out: list[str] = []
    for char in text:
        joined = out and (unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Mc", "Cf"))
        if joined or (out and out[-1][-1] == "\u200d"):
            out[-1] += char
        else:
            out.append(char)
    return out


@lru_cache(maxsize=4096)
def break_paragraph(paragraph: Paragraph, style: TextStyle) -> Broken:
    """Shape a paragraph and find where its lines may end. Raises FontProblem for a style the main font lacks."""
    text, looks, icons = _flat(paragraph, style)
    shaper = _Shaper(style, {})
    mixed = bidi.has_rtl(text) or style.direction == "rtl"
    levels: list[int] | None = None
    rtl = False
    if mixed:
        base = {"ltr": "L", "rtl": "R"}.get(style.direction) or bidi.base_direction(text)
        rtl = base == "R"
        levels = bidi.levels(text, base)
    units: list[Unit] = []
    start = 0
    for piece in _pieces(text):
        end = start + len(piece)
        if piece == "\n":
            _end_line(units)
        elif piece == "\u200b":
            pass
        elif piece[0] in " \t":
            _add_space(units, shaper, looks[start], levels[start] if levels else 0, glued=_glued(text, start, end))
        else:
            units.append(_unit(shaper, piece, start, looks, icons, levels))
        start = end
    missing = tuple(sorted(shaper.missing.items()))
    return Broken(_joined(units), rtl, mixed, text, missing, lambda unit: _splits(shaper, unit))


def _flat(paragraph: Paragraph, style: TextStyle) -> tuple[str, list[Look], dict[int, Symbol]]:
    """A paragraph as one string, the look of each character, and the icons by place."""
    text = ""
    looks: list[Look] = []
    icons: dict[int, Symbol] = {}
    for piece in paragraph.pieces:
        if isinstance(piece, InlineIcon):
            icons[len(text)] = piece.symbol
            text += ICON
            looks.append((False, False))
        else:
            text += piece.text
            looks += [(piece.bold or style.bold, piece.italic or style.italic)] * len(piece.text)
    return text, looks, icons


def _pieces(text: str) -> list[str]:
    """The text cut at every place where a line may end, spaces apart."""
    if _SIMPLE.match(text):
        return [p for p in _UNIT.findall(text) if p]
    from uniseg.linebreak import line_break_units

    out: list[str] = []
    for unit in line_break_units(text):
        body = unit.rstrip(" \t\n\u200b")
        if body:
            out.append(body)
        out += re.findall("[ \t]+|\u200b|\n", unit[len(body) :])
    return out


def _glued(text: str, start: int, end: int) -> bool:
    """Whether a space stands between a number and its icon, which stay together."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return (before.isdigit() and after == ICON) or (before == ICON and after.isdigit())


def _end_line(units: list[Unit]) -> None:
    if units and not units[-1].forced:
        last = units.pop()
        units.append(Unit(last.atoms, last.width, last.spaces, last.space_width, True, last.hyphen, last.text))
    else:
        units.append(Unit((), 0.0, forced=True))


_GLUE = Atom(None, None, 0.0)


def _add_space(units: list[Unit], shaper: _Shaper, look: Look, level: int, *, glued: bool) -> None:
    space = tuple(shaper.atoms(" ", *look, level, True))
    width = sum(a.width for a in space)
    if not units or units[-1].forced:
        return
    last = units.pop()
    text = last.text + (" " if glued else "")
    if glued:
        units.append(Unit((*last.atoms, *space, _GLUE), last.width + width, text=text))
    else:
        units.append(Unit(last.atoms, last.width, space, width, hyphen=last.hyphen, text=last.text, look=last.look))


def _joined(units: list[Unit]) -> tuple[Unit, ...]:
    """Units of which the first ends in glue, made one."""
    out: list[Unit] = []
    for unit in units:
        if out and out[-1].atoms and out[-1].atoms[-1] is _GLUE:
            first = out.pop()
            atoms = (*first.atoms[:-1], *unit.atoms)
            text = first.text + unit.text
            unit = Unit(atoms, first.width + unit.width, unit.spaces, unit.space_width, unit.forced, text=text)
        out.append(unit)
    return tuple(out)


def _unit(
    shaper: _Shaper, piece: str, start: int, looks: list[Look], icons: dict[int, Symbol], levels: list[int] | None
) -> Unit:
    atoms: list[Atom] = []
    hyphen = None
    soft = piece.endswith("\u00ad")
    body = piece[:-1] if soft else piece
    i = 0
    while i < len(body):
        at = start + i
        level = levels[at] if levels else 0
        if body[i] == ICON and at in icons:
            symbol = icons[at]
            width = 1000 * shaper.style.icon_size * min(1.0, symbol.box.width / symbol.box.height)
            atoms.append(Atom(None, symbol, width, level))
            i += 1
            continue
        j = i + 1
        while (
            j < len(body)
            and body[j] != ICON
            and looks[start + j] == looks[at]
            and (not levels or levels[start + j] == level)
        ):
            j += 1
        atoms += shaper.atoms(body[i:j], *looks[at], level, False)
        i = j
    if soft:
        hyphen = shaper.atoms("-", *looks[start], 0, False)[0]
    whole = len(atoms) == 1 and atoms[0].run is not None and not levels
    look = looks[start] if shaper.style.hyphenate and whole else None
    return Unit(tuple(atoms), sum(a.width for a in atoms), hyphen=hyphen, text=body, look=look)


def _splits(shaper: _Shaper, unit: Unit) -> tuple[Split, ...]:
    """A word's halves at each place where its language hyphenates."""
    match = re.match(r"^([^\w]*)([^\W\d_]{5,})([^\w]*)$", unit.text) if unit.look is not None else None
    if match is None or unit.look is None:
        return ()
    look = unit.look
    before, letters, after = match.groups()
    out = []
    for at in _hyphenator(shaper.style.language).positions(letters) if _hyphenator(shaper.style.language) else ():
        first = shaper.atoms(before + letters[:at] + "-", *look, 0, False)
        rest = shaper.atoms(letters[at:] + after, *look, 0, False)
        if len(first) == len(rest) == 1:
            out.append((first[0], rest[0]))
    return tuple(out)


@cache
def _hyphenator(language: str) -> Any:
    import pyphen

    code = pyphen.language_fallback(language.replace("-", "_"))
    return pyphen.Pyphen(lang=code, left=2, right=3) if code else None
