"""The crosses of a calibration sheet, each with the place on the back exactly behind it; and the readings that a person
types: ``A 0.5 -1.0, B 0.4 -1.1``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

from carddesigner.core.geometry import Edges, Point, Rect
from carddesigner.core.papers import Paper
from carddesigner.core.printing import Flip
from carddesigner.core.report import did_you_mean, series
from carddesigner.core.units import MM, parse_length
from carddesigner.impose.duplex import DUPLEX, Side

INSET = 22 * MM
"""The distance of a cross from the two nearest edges of the paper."""
REACH = 8
"""The length of a scale to each side, in millimetres."""
DISC = 6 * MM
"""The diameter of a disc by which a scan is located."""
_TO_DISC = 18 * MM
"""From a target to its disc, towards the middle of the sheet."""
LEAST = (139 * MM, 200 * MM)
"""Width and height of the smallest paper with room for a calibration sheet."""
_LETTER = re.compile(r"[A-Za-z]+")
_NUMBER = re.compile(r"[+-]?(\d{1,3}([.,]\d{0,6})?|[.,]\d{1,6})\Z", re.ASCII)
_HOW = "write the letter, across and up, such as A 0.5 -1.0"


MAX_SHIFT = 15 * MM
"""The largest shift of a whole sheet."""
_HOW_MARGIN = 'type one length for all, or such as "left 4, top 3, right 4, bottom 12.7"'


class Target(Struct, frozen=True):
    """A cross by its letter: its place on the front, and the one behind it on the back, each as its page is seen."""

    letter: str
    front: Point
    back: Point


def targets(paper: Paper, duplex: Flip) -> tuple[Target, ...]:
    """The crosses of a sheet, in reading order: A at the top left of the front, D at the bottom right."""
    left, right, top, bottom = INSET, paper.width - INSET, INSET, paper.height - INSET
    places = ((left, top), (right, top), (left, bottom), (right, bottom))
    backs = (DUPLEX[duplex].behind(Rect(*at, 0.0, 0.0), paper.width, paper.height) for at in places)
    return tuple(Target(letter, at, (b.x, b.y)) for letter, at, b in zip("ABCD", places, backs, strict=True))


def discs(paper: Paper, side: Side) -> tuple[Point, ...]:
    """The discs of a side: one beside each target, in reading order, and last the one that identifies the top left in a
    scan, which is farther to the right on backs.
    """
    left, right, top, bottom = INSET, paper.width - INSET, INSET + _TO_DISC, paper.height - INSET - _TO_DISC
    own = (INSET + (18 if side == "front" else 27) * MM, INSET - 6 * MM)
    return ((left, top), (right, top), (left, bottom), (right, bottom), own)


class BadReading(ValueError):
    """A reading can't be used; the message is for the person who typed it."""


class Reading(Struct, frozen=True):
    """Where the hole through a cross comes out on its scale, in millimetres: across to the right, up to the top."""

    letter: str
    across: float
    up: float


def parse_readings(texts: Iterable[str], letters: Iterable[str]) -> tuple[Reading, ...]:
    """Parse the readings of the targets with these *letters*, in any order, with or without commas between them, and
    with decimal points or commas. Raises BadReading for the first that can't be read, an unknown letter, one given
    twice, and a number off the scale.
    """
    names = list(letters)
    readings: dict[str, Reading] = {}
    for text in texts:
        for part in _parts(text):
            reading = _reading(part, names)
            if reading.letter in readings:
                raise BadReading(f"{reading.letter} is given twice")
            readings[reading.letter] = reading
    return tuple(readings[letter] for letter in names if letter in readings)


def parse_margin(text: str, paper: Paper) -> Edges:
    """Parse a printer's margins: ``5mm`` for all, or ``left 4, top 3, right 4, bottom 12.7``, in millimetres without a
    unit. Raises BadReading, also if they leave no room on the *paper* in portrait.
    """
    edges = _edges(text)
    width, height = sorted((paper.width, paper.height))
    if edges.left + edges.right >= width or edges.top + edges.bottom >= height:
        raise BadReading(f"{text!r} leaves no room on {paper.name}")
    return edges


def _edges(text: str) -> Edges:
    parts = [part.strip() for part in re.split(r"[;,](?!\d)", text[:1000].strip()) if part.strip()]
    edges: dict[str, float] = {}
    for part in parts:
        name, _, length = part.partition(" ") if part[0].isalpha() else ("", "", part)
        if name and name not in Edges._fields:
            raise BadReading(f"unknown edge {name!r}{did_you_mean(name, Edges._fields)}; {_HOW_MARGIN}")
        if name in edges:
            raise BadReading(f"{name} is given twice" if name else f"{text!r} has several lengths; {_HOW_MARGIN}")
        edges[name] = _length(length.strip(), part)
    if set(edges) == {""}:
        return Edges.alike(edges[""])
    missing = [name for name in Edges._fields if name not in edges]
    if missing or "" in edges:
        raise BadReading(
            f"{', '.join(missing)} missing; {_HOW_MARGIN}" if missing else f"{text!r} can't be read; {_HOW_MARGIN}"
        )
    return Edges(**edges)


def parse_shift(text: str) -> Point:
    """Parse a sheet's shift: ``0.8 -0.3``, to the right and down, in millimetres without a unit. Raises BadReading."""
    parts = text[:1000].replace("−", "-").replace(",", " ").split()
    if len(parts) != 2:
        raise BadReading(f'{text!r} is not two lengths; type how far to the right and how far down, such as "0.8 -0.3"')
    dx, dy = (_length(part, text, signed=True) for part in parts)
    if max(abs(dx), abs(dy)) > MAX_SHIFT:
        raise BadReading(f"{text!r}: a sheet that lies more than {MAX_SHIFT / MM:g} mm off was fed wrongly")
    return dx, dy


def _length(text: str, part: str, *, signed: bool = False) -> float:
    try:
        length = parse_length(f"{text.replace(',', '.')}mm" if _NUMBER.match(text) else text.replace(",", "."))
    except ValueError as problem:
        raise BadReading(f"{part!r}: {problem}") from None
    if length < 0 and not signed:
        raise BadReading(f"{part!r}: a margin is 0 or more")
    return length


def _parts(text: str) -> list[str]:
    """A text split before each letter."""
    text = text[:1000].replace("−", "-").replace("–", "-").strip(" ,;\t\n")
    starts = [m.start() for m in _LETTER.finditer(text)]
    if not starts or starts[0] > 0:
        raise BadReading(f"{text!r} does not begin with a target's letter; {_HOW}" if text else f"it is empty; {_HOW}")
    return [text[a:b].strip(" ,;\t\n") for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]


def _reading(part: str, names: list[str]) -> Reading:
    letter = _LETTER.match(part)
    assert letter is not None
    name = letter[0].upper()
    if name not in names:
        raise BadReading(f"unknown target {letter[0]!r}; there are {series(names)}")
    numbers = part[letter.end() :].split()
    if len(numbers) != 2:
        amount = f"{len(numbers) or 'no'} number{'s' * (len(numbers) != 1)}"
        raise BadReading(f"{part!r} has {amount} in place of two; {_HOW}")
    across, up = (_number(n, part) for n in numbers)
    return Reading(name, across, up)


def _number(text: str, part: str) -> float:
    if not _NUMBER.match(text):
        raise BadReading(f"{part!r}: {text!r} is not a number; {_HOW}")
    value = float(text.replace(",", "."))
    if abs(value) > REACH:
        why = "a hole beside it means that the sheet was not printed at 100 %, or on other paper"
        raise BadReading(f"{part!r}: {text} is not on the scale, which ends at {REACH} mm; {why}")
    return value
