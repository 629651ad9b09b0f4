"""Break a paragraph into shaped units at the places where a line may end, independent of the size."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.items import Symbol
from carddesigner.text import bidi
from carddesigner.text.rich import InlineIcon, Mark, Paragraph, Run
from carddesigner.text.shaping import Extra, Look, MissingGlyph
from carddesigner.text.style import TextStyle
from carddesigner.text.words import ICON, Flat, Key, Split, Unit, Word, breaker

_SPACED = re.compile(
    "[\u0000-\u0dff\u10a0-\u10ff\u1e00-\u206f\u20a0-\u2bff\ufb00-\ufdff\ufe00-\ufe0f\ufe70-\ufefc\ufffc]*\\Z"
)
"""Scripts with spaces between words, for which the rules below suffice."""

_TOKEN = re.compile("([^ \t\n\u200b]+)([ \t]*)|([ \t\u200b]+|\n)")
"""A word and the space after it; or, in the third group, a space without a word or the end of a line."""

Token = tuple[str, str, str]
"""The groups of ``_TOKEN``; the tokens of a text joined are the whole text."""


_RULES = "und-u-lb-strict"
"""UAX #14 without a language; in its strict form no line starts with small kana or a prolonged sound mark."""


class Broken(Struct, frozen=True, gc=False):
    """A paragraph ready for setting. ``mixed``: its visual order differs from its reading order.

    ``split`` hyphenates a unit for a width, at its first place if nothing fits and it must, or returns None. ``starts``
    and ``ends``: the units' places if all were on one line; empty if not only widths decide where lines end. ``sized``:
    something in it has its own size. ``loose``: the same paragraph with line ends allowed in equations, in phrases and
    before units, for widths that are otherwise too narrow. ``sparing``: a word that fits on a line of its own isn't
    hyphenated.
    """

    units: tuple[Unit, ...]
    rtl: bool
    mixed: bool
    missing: tuple[MissingGlyph, ...]
    tracking: float
    split: Callable[[Unit, float, bool], Split | None]
    starts: tuple[float, ...] = ()
    ends: tuple[float, ...] = ()
    sized: bool = False
    loose: Broken | None = None
    sparing: bool = False


@lru_cache(maxsize=1024)
def break_paragraph(paragraph: Paragraph, style: TextStyle) -> Broken:
    """Shape a paragraph and find where its lines may end. Raises Problem for a style the main font lacks.

    Scripts without spaces between words break by UAX #14; Thai, Lao, Khmer and Burmese break between words by ICU's
    dictionaries.
    """
    if style.typography:
        from carddesigner.text.typography import typeset

        paragraph = typeset(paragraph, style.language)
    flat = _flatten(paragraph, style)
    bound = _bound(flat.text)
    if style.line_breaks == "phrases" and not _is_spaced(flat.text):
        from carddesigner.text.phrases import torn_phrases

        bound |= torn_phrases(flat.text, style.language)
    broken = _broken(flat, style, bound)
    return replace(broken, loose=_broken(flat, style, frozenset())) if bound else broken


def _broken(flat: Flat, style: TextStyle, bound: frozenset[int]) -> Broken:
    text, icons, mixed = flat.text, flat.icons, flat.levels is not None
    word_breaker = breaker(style.fonts, style.language, style.tracking, style.icon_size, style.hyphenate)
    units: list[Unit] = []
    missing: dict[MissingGlyph, None] = {}
    glued = False
    spans, until = iter(flat.spans), 0
    kept: tuple[dict[Key, Word], ...] = ()
    after = 0
    for letters, space, apart in _tokens(text):
        if apart:
            after += len(apart)
            if apart == "\n":
                _end_line(units)
            continue
        start, end = after, after + len(letters)
        after = end + len(space)
        while start >= until:
            until, look = next(spans)
            kept = word_breaker.cached(look, None), word_breaker.cached(look, look)
        unit = kept[space != ""].get(letters) if after <= until and not mixed else None
        if unit is None:
            unit = word_breaker.word(flat, start, end, end if space else None)
        word, lost = unit
        if glued:
            units[-1] = _glued(units[-1], word[0])
            word = word[1:]
        units += word
        if lost:
            missing |= dict.fromkeys(lost)
        if icons or bound:
            near_icon = bool(icons and space) and not glued and ICON in text[end - 1 : after + 1]
            glued = (near_icon and _stay_together(letters[-1], text[after : after + 1])) or end in bound
    starts, ends = _places(units)
    return Broken(
        tuple(units),
        flat.rtl,
        mixed,
        tuple(missing),
        style.tracking,
        word_breaker.split,
        starts,
        ends,
        flat.sized,
        None,
        style.align == "center",
    )


_UNIT = r"(?<=[\d%] )(?=(?:mm|cm|m|km|in|ft|g|kg|t|lb|oz|ml|l|s|sec|min|h|°C?|°F|%|‰|[€$£¥₽₪]|pt|px|dpi)(?!\w))"
"""What follows the space between a number and its unit."""
_BINDING = re.compile(f" (?:{_UNIT}|[-+−–±×·÷*/=≠≈≤≥<>→] )")
"""Such a space, or an operator between two spaces."""
_BEFORE = f"(?:[\\d)%{ICON}]|(?<![^\\W\\d_])[^\\W\\d_])\\Z"
_TERM = f"[+−-]?[(]?(?:\\d|[^\\W\\d_](?![^\\W\\d_])|{ICON})"
"""The text before and after the operator of an equation: numbers, icons, single letters."""
_MAX_BOUND = 24
"""The maximum length, in characters, of an equation that stays on one line."""


def _bound(text: str) -> frozenset[int]:
    """Return the places of spaces where no line may end: before units, and in equations up to the maximum length."""
    places: list[int] = []
    since = last = -1
    for match in _BINDING.finditer(text):
        start, end = match.span()
        if end == start + 1:
            places.append(start)
        elif re.compile(_BEFORE).search(text, max(0, start - 2), start) and re.compile(_TERM).match(text, end):
            if " " in text[last + 1 : start]:
                since = text.rfind(" ", 0, start)
            if end - since <= _MAX_BOUND:
                places += [start, end - 1]
            last = end - 1
    return frozenset(places)


def _places(units: list[Unit]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return where units start and end on one line; empty unless widths alone decide where lines end."""
    starts, ends, at = [], [], 0.0
    for unit in units:
        if unit.forced or unit.look is not None or unit.hyphen is not None:
            return (), ()
        starts.append(at)
        ends.append(at + unit.width)
        at = ends[-1] + unit.space_width
    return tuple(starts), tuple(ends)


def _flatten(paragraph: Paragraph, style: TextStyle) -> Flat:
    text = ""
    looks: list[Look] = []
    spans: list[tuple[int, Look]] = []
    icons: dict[int, Symbol] = {}
    sized = False
    plain = None
    if style.underline or style.strike or style.background is not None:
        plain = Extra(underline=style.underline, strike=style.strike, background=style.background)
    for piece in paragraph.pieces:
        mark = piece.mark
        if isinstance(piece, InlineIcon):
            look = _of_icon(piece, style, plain)
            icons[len(text)] = piece.symbol
            if piece.own_mark is not None and piece.own_mark.tint and piece.symbol.picture is None:
                from carddesigner.core.tint import tinted

                icons[len(text)] = tinted(piece.symbol, look.color or style.color)
            text += ICON
            looks.append(look)
        else:
            text += piece.text
            if mark is None:
                look = Look(
                    piece.bold or style.bold,
                    piece.italic or style.italic,
                    piece.small_caps or style.small_caps,
                    piece.color,
                    plain,
                )
            else:
                look = _marked(piece, mark, style)
            looks += [look] * len(piece.text)
        spans.append((len(text), look))
        if look.extra is not None and look.extra.size * look.extra.icon > 1:
            sized = True
    if not bidi.has_rtl(text) and style.direction != "rtl":
        return Flat(text, looks, spans, icons, None, False, sized)
    base = {"ltr": "L", "rtl": "R"}.get(style.direction) or bidi.base_direction(text)
    return Flat(text, looks, spans, icons, bidi.levels(text, base), base == "R", sized)


def _marked(run: Run, mark: Mark, style: TextStyle) -> Look:
    return Look(
        run.bold or (style.bold if mark.bold is None else mark.bold),
        run.italic or (style.italic if mark.italic is None else mark.italic),
        run.small_caps or (style.small_caps if mark.small_caps is None else mark.small_caps),
        run.color or mark.color,
        _extra(mark, style),
    )


def _of_icon(icon: InlineIcon, style: TextStyle, extra: Extra | None) -> Look:
    color = None
    if icon.mark is not None:
        color, extra = icon.mark.color, _extra(icon.mark, style)
    if icon.own_mark is not None:
        color = icon.own_mark.color or color
        around = extra.size if extra is not None else 1.0
        size = _size(icon.own_mark, style) / (around if icon.own_mark.points else 1.0)
        rise = icon.own_mark.rise[0] / style.size + icon.own_mark.rise[1] if icon.own_mark.rise is not None else None
        extra = replace(extra or Extra(), icon=size, rise=rise)
    return Look(style.bold, style.italic, False, color, extra)


def _extra(mark: Mark, style: TextStyle) -> Extra:
    return Extra(
        _size(mark, style),
        1.0,
        mark.fonts,
        style.underline if mark.underline is None else mark.underline,
        style.strike if mark.strike is None else mark.strike,
        mark.background or style.background,
    )


def _size(mark: Mark, style: TextStyle) -> float:
    """Return the size as a multiple of the text's."""
    return mark.size * (mark.points / style.size if mark.points else 1.0)


def _is_spaced(text: str) -> bool:
    return text.isascii() or _SPACED.match(text) is not None


def _tokens(text: str) -> list[Token]:
    """Cut a text at spaces, and where scripts without spaces allow a line to end."""
    if _is_spaced(text):
        return _TOKEN.findall(text)
    from icu4py.breakers import LineBreaker

    # An icon next to a number counts as a letter, so that they stay together.
    letters = re.sub(f"(?<=\\d){ICON}|{ICON}(?=\\d)", "a", text) if ICON in text else text
    out: list[Token] = []
    at = 0
    for unit in LineBreaker(letters, _RULES):
        end = at + len(unit)
        if unit.isalpha() and letters is text:
            out.append((unit, "", ""))
        else:
            out += _TOKEN.findall(text, at, end)
        at = end
    return out


def places(text: str) -> list[int]:
    """Return where a text may be split: after words with their spaces, and where scripts without spaces allow a line to
    end.
    """
    return list(accumulate([len(letters) + len(space) + len(apart) for letters, space, apart in _tokens(text)]))


def _stay_together(before: str, after: str) -> bool:
    """Whether a number and its icon are on the two sides of a space."""
    return (before.isdigit() and after == ICON) or (before == ICON and after.isdigit())


def _end_line(units: list[Unit]) -> None:
    if units and not units[-1].forced:
        units[-1] = replace(units[-1], forced=True)
    else:
        units.append(Unit((), 0.0, forced=True))


def _glued(first: Unit, second: Unit) -> Unit:
    """Join two units and the space between them."""
    atoms = (*first.atoms, *first.spaces, *second.atoms)
    text = f"{first.text} {second.text}"
    return replace(second, atoms=atoms, width=first.width + first.space_width + second.width, text=text, look=None)
