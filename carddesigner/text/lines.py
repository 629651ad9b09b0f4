"""Break paragraphs into lines of a width: greedy, justified if set, in visual order."""

from __future__ import annotations

from bisect import bisect_right

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.color import Color
from carddesigner.core.geometry import Matrix, Rect, ellipse, rectangle
from carddesigner.core.items import GlyphRun, GroupItem, Item, PathItem, Stroke, TextItem, TextPiece, placed_symbol
from carddesigner.text import bidi
from carddesigner.text.breaking import Broken
from carddesigner.text.shaping import Atom, Extra
from carddesigner.text.style import TextStyle
from carddesigner.text.words import Unit

BULLET_SIZE = 0.26
"""A bullet's diameter, in multiples of the size."""
WIDOW = 2200.0
"""The maximum width of a word that counts as a widow if it is alone on the last line, in thousandths of the size."""
_HYPHENS = ("-", "\u2010")
UNDERLINE = 0.13
"""The distance from the baseline down to the middle of an underline, in multiples of the size."""
LINE_WIDTH = 0.055
"""The thickness of lines under and through letters, in multiples of the size."""


class Measure(Struct, frozen=True):
    """A line before it is set: its units, its width in thousandths of the size without trailing spaces, whether it ends
    a paragraph (or is broken by hand), and the hyphen shown for a soft hyphen at its end. ``tall``: its height in
    multiples of the normal.
    """

    units: tuple[Unit, ...]
    width: float
    last: bool
    hyphen: Atom | None = None
    tall: float = 1.0


def measure(broken: Broken, width: float) -> list[Measure]:
    """Break a paragraph into lines of at most *width* thousandths of the size; a wider unit gets its own line."""
    lines = _measured(broken, width) if broken.ends else _split(broken, width)
    if broken.loose is not None and any(line.width > width for line in lines):
        return measure(broken.loose, width)
    if len(lines) > 1:
        _without_part(lines, broken, width)
        _without_widow(lines, broken, width)
    return [replace(line, tall=_tall(line)) for line in lines] if broken.sized else lines


def _without_part(lines: list[Measure], broken: Broken, width: float) -> None:
    """If the last line is the end of a word with hyphens of its own, move the whole word to it."""
    last, before = lines[-1], lines[-2]
    if before.last or not before.units or not _goes_on(before.units[-1]) or not all(map(_goes_on, last.units[:-1])):
        return
    at = len(before.units)
    while at and _goes_on(before.units[at - 1]):
        at -= 1
    stay, moved = before.units[:at], before.units[at:]
    wide = sum(u.width for u in moved) + last.width
    if not stay or not moved or not stay[-1].space_width or wide > width:
        return
    used = before.width - sum(u.width for u in moved) - stay[-1].space_width
    lines[-2] = replace(before, units=stay, width=used)
    lines[-1] = replace(last, units=(*moved, *last.units), width=wide)


def _goes_on(unit: Unit) -> bool:
    """Whether a unit ends in a hyphen inside a word."""
    return not unit.space_width and unit.text.endswith(_HYPHENS)


def _without_widow(lines: list[Measure], broken: Broken, width: float) -> None:
    """If the last line is one short word, move another to it from the line before, if that keeps two."""
    last, before = lines[-1], lines[-2]
    if len(last.units) != 1 or last.width > WIDOW or before.last or before.hyphen is not None or len(before.units) < 3:
        return
    (short,), (*stay, ends, moved) = last.units, before.units
    wide = moved.width + moved.space_width + last.width
    if not (ends.space_width and moved.space_width) or ends.hyphen is not None or wide > width:
        return
    lines[-2] = replace(before, units=(*stay, ends), width=before.width - moved.width - ends.space_width)
    lines[-1] = replace(last, units=(moved, short), width=wide)


def _tall(line: Measure) -> float:
    """Return a line's height in multiples of the normal, by the largest thing in it."""
    return max([1.0, *(a.extra.size * a.extra.icon for u in line.units for a in u.atoms if a.extra is not None)])


def _split(broken: Broken, width: float) -> list[Measure]:
    """Break a paragraph whose words may be hyphenated or whose lines end by hand."""
    lines: list[Measure] = []
    units: list[Unit] = []
    used = trailing = 0.0
    # The last letter's tracking is outside the line.
    tail = broken.tracking
    room = width + tail + 1e-6

    def close(last: bool) -> None:
        nonlocal used, trailing
        hyphen = units[-1].hyphen if units and not last else None
        lines.append(
            Measure(tuple(units), used + (hyphen.width if hyphen else 0.0) - (tail if units else 0.0), last, hyphen)
        )
        units.clear()
        used = trailing = 0.0

    waiting = list(reversed(broken.units))
    while waiting:
        unit = waiting.pop()
        before = used + trailing if units else 0.0
        hyphen = unit.hyphen.width if unit.hyphen is not None else 0.0
        if before + unit.width + hyphen > room:
            # Centred lines are uneven anyway, so hyphens for a better fit would only make them harder to read. And no
            # part of a word becomes the last line.
            keeps = (broken.sparing and unit.points is None) or not waiting or unit.forced
            fits = units and unit.width + hyphen <= room
            split = None if unit.look is None or (keeps and fits) else broken.split(unit, room - before, not units)
            if split is not None:
                first, rest = split
                units.append(first)
                used = before + first.width
                close(False)
                waiting.append(rest)
                continue
            if units:
                close(False)
                waiting.append(unit)
                continue
        units.append(unit)
        used = before + unit.width
        trailing = unit.space_width
        if unit.forced:
            close(True)
    if units or not lines:
        close(True)
    return lines


def _measured(broken: Broken, width: float) -> list[Measure]:
    """Break a paragraph by widths alone: each line's end is looked up among the units' places."""
    units, starts, ends = broken.units, broken.starts, broken.ends
    # The last letter's tracking is outside the line.
    tail = broken.tracking
    room = width + tail + 1e-6
    lines: list[Measure] = []
    first = 0
    while first < len(units):
        end = bisect_right(ends, starts[first] + room, first + 1)
        lines.append(Measure(units[first:end], ends[end - 1] - starts[first] - tail, end == len(units)))
        first = end
    return lines


def set_line(
    line: Measure, broken: Broken, style: TextStyle, size: float, left: float, width: float, y: float
) -> tuple[Item, ...]:
    """Return a line's items on the baseline *y*, aligned in *width* points from *left*."""
    atoms = _atoms(line)
    scale = size / 1000
    natural = line.width * scale
    align = style.align
    extra = 0.0
    if align == "justify":
        spaces = sum(a.space for a in atoms)
        if not line.last and spaces and natural < width:
            extra = (width - natural) / spaces / scale
            natural = width
        align = "start"
    if align in ("start", "end"):
        align = "left" if (align == "start") != broken.rtl else "right"
    slack = width - natural
    x = left + (0.0 if align == "left" else slack / 2 if align == "center" else slack)
    seen = bidi.visual_order(atoms, [a.level for a in atoms]) if broken.mixed else atoms
    return _items(seen, style, size, x, y, extra)


def _atoms(line: Measure) -> list[Atom]:
    """Return a line's atoms in reading order, without trailing spaces."""
    out: list[Atom] = []
    for unit in line.units:
        out += unit.atoms
        out += unit.spaces
    if line.units and line.units[-1].spaces:
        del out[-len(line.units[-1].spaces) :]
    if line.hyphen is not None:
        out.append(line.hyphen)
    return out


def _items(atoms: list[Atom], style: TextStyle, size: float, x: float, y: float, extra: float) -> tuple[Item, ...]:
    """Return one text item for all glyphs of a line, its icons, and its underlines, strikes and backgrounds."""
    if not extra and atoms and (plain := _plain(atoms)) is not None:
        first = atoms[0]
        piece = TextPiece(x, size * first.scale, first.color or style.color, plain[0].font, plain, (0.0,) * len(plain))
        return (TextItem(y, (piece,)),)
    scale = size / 1000
    pieces: list[TextPiece] = []
    icons: list[Item] = []
    runs: list[GlyphRun] = []
    gaps: list[float] = []
    lined: list[_Lined] = []
    now: tuple[str, float, Color] | None = None
    start = x

    def flush() -> None:
        if runs and now is not None:
            font, share, color = now
            pieces.append(TextPiece(start, size * share, color, font, tuple(runs), tuple(gaps)))
            runs.clear()
            gaps.clear()

    for atom in atoms:
        color, before = atom.color or style.color, x
        if atom.run is not None:
            look = (atom.run.font, atom.scale, color)
            if look != now or not runs:
                flush()
                now, start = look, x
            runs.append(atom.run)
            gaps.append(extra / atom.scale if atom.space else 0.0)
            x += (atom.width + (extra if atom.space else 0.0)) * scale
        elif atom.icon is not None:
            flush()
            height = atom.scale * size
            rise = atom.extra.rise if atom.extra is not None and atom.extra.rise is not None else style.icon_rise
            middle = style.fonts[0].face(style.bold, style.italic).cap_height * scale / 2
            centre = y - middle * (atom.extra.size if atom.extra is not None else 1.0) - rise * size
            wide = height * min(1.0, atom.icon.box.width / atom.icon.box.height)
            frame = Rect(x - atom.trim * scale, centre - height / 2, wide, height)
            icons.append(placed_symbol(atom.icon, frame, color))
            x += atom.width * scale
        if atom.extra is not None and (atom.extra.underline or atom.extra.strike or atom.extra.background is not None):
            _line_up(lined, atom.extra, color, before, x)
    flush()
    text: tuple[Item, ...] = (TextItem(y, tuple(pieces)),) if pieces else ()
    if not lined:
        return text + tuple(icons)
    under = [item for one in lined for item in _under(one, style, size, y)]
    over = [item for one in lined if one.extra.strike for item in [_struck(one, style, size, y)]]
    return (*sorted(under, key=lambda item: item.fill is None), *text, *icons, *over)


class _Lined(Struct, frozen=True, gc=False):
    """A stretch with a background or a line in one colour, from its left to its right side."""

    extra: Extra
    color: Color
    left: float
    right: float


def _line_up(lined: list[_Lined], extra: Extra, color: Color, left: float, right: float) -> None:
    """Add a stretch from left to right, or extend the last one if it looks the same and ends here."""
    last = lined[-1] if lined else None
    if last is not None and last.extra == extra and last.color == color and abs(last.right - left) < 1e-6:
        lined[-1] = _Lined(extra, color, last.left, right)
    else:
        lined.append(_Lined(extra, color, left, right))


def _under(one: _Lined, style: TextStyle, size: float, y: float) -> list[PathItem]:
    """Return the background, as high as letters but at most as the line, and the underline."""
    out = []
    font_size = size * one.extra.size
    if one.extra.background is not None:
        face = (one.extra.fonts or style.fonts)[0].face(style.bold, style.italic, exact=False)
        share = min(1.0, 1000 * style.line_height / (face.ascent + face.descent)) * font_size / 1000
        box = Rect(one.left, y - face.ascent * share, one.right - one.left, (face.ascent + face.descent) * share)
        out.append(PathItem(rectangle(box), one.extra.background))
    if one.extra.underline:
        out.append(_rule(one, y + UNDERLINE * font_size, font_size))
    return out


def _struck(one: _Lined, style: TextStyle, size: float, y: float) -> PathItem:
    face = (one.extra.fonts or style.fonts)[0].face(style.bold, style.italic, exact=False)
    font_size = size * one.extra.size
    return _rule(one, y - face.x_height * font_size / 2000, font_size)


def _rule(one: _Lined, y: float, size: float) -> PathItem:
    return PathItem((("m", one.left, y), ("l", one.right, y)), stroke=Stroke(one.color, LINE_WIDTH * size))


def _plain(atoms: list[Atom]) -> tuple[GlyphRun, ...] | None:
    """Return the runs of atoms that all look alike, as in most lines; None if any is an icon or looks different."""
    first = atoms[0]
    if first.run is None:
        return None
    font, scale, color = first.run.font, first.scale, first.color
    runs = []
    for atom in atoms:
        run = atom.run
        if run is None or run.font != font or atom.scale != scale or atom.color is not color or atom.extra is not None:
            return None
        runs.append(run)
    return tuple(runs)


def set_bullet(style: TextStyle, size: float, x: float, y: float) -> Item:
    """Return a list's disc, centred on lowercase letters on the baseline *y*, with its left side at *x*."""
    face = style.fonts[0].face(style.bold, style.italic)
    wide = BULLET_SIZE * size
    disc = ellipse(Rect(0.0, -(face.x_height / 1000 * size + wide) / 2, wide, wide))
    return GroupItem((PathItem(disc, style.color),), Matrix.move(x, y))
