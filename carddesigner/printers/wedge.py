"""The step wedge that shows how dark a printer prints: ruled lines that reflect a known part of the light, with patches
of grey, of which one looks the same as the lines from a distance.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO

from msgspec import Struct

from carddesigner.core.color import Gray
from carddesigner.core.geometry import Rect, rectangle
from carddesigner.core.items import Item, PathItem
from carddesigner.core.options import OptionError, WrongOption
from carddesigner.core.papers import Paper
from carddesigner.core.tones import tones_through
from carddesigner.core.units import MM
from carddesigner.draw.document import Page, write_document
from carddesigner.draw.painter import Painter
from carddesigner.printers.readings import LEAST, BadReading
from carddesigner.printers.sheet import BLACK, FAMILY, no_picture, text_items
from carddesigner.source.paths import templates
from carddesigner.text.fonts import FontFamily, find_family

PATCHES = 13
"""The number of patches in a row."""
AS_MEANT = 4
"""The patch that looks like the lines if a printer prints tones as screens show them."""
_PERIOD = 1.5 * MM
"""The distance between lines: wide enough that the spread of ink hardly matters."""
_PATCH = (9 * MM, 16 * MM)
_READING = re.compile(r"([A-Za-z])\s*:?\s*(\d{1,2}(?:[.,]\d)?)")
_HOW = 'type each row\'s letter and the number of its patch, such as "A 6, B 7, C 5.5"'


class Row(Struct, frozen=True):
    """A row by its letter: the part of the light that its lines leave, and the step in tone from patch to patch."""

    letter: str
    light: float
    step: float

    @property
    def tone(self) -> float:
        """The tone that looks like this on a screen (IEC 61966-2-1)."""
        return float(1.055 * self.light ** (1 / 2.4) - 0.055)

    def patch(self, number: float) -> float:
        """The tone of a patch, or of one between two patches."""
        return self.tone + (number - AS_MEANT) * self.step


ROWS = (Row("A", 0.25, 0.035), Row("B", 0.5, 0.025), Row("C", 0.75, 0.012))
"""From dark to light."""


def brightness_of(text: str) -> tuple[tuple[float, float], ...]:
    """The tone curve that follows from the patches that look like their lines. Raises BadReading."""
    rows = {row.letter: row for row in ROWS}
    readings: dict[str, tuple[float, float]] = {}
    for part in re.split(r"[;,](?!\d)", text[:1000].strip(" ,;\t\n")):
        match = _READING.fullmatch(part.strip())
        if match is None:
            raise BadReading(f"{part.strip()!r} can't be read; {_HOW}")
        letter, number = match[1].upper(), float(match[2].replace(",", "."))
        if letter not in rows:
            raise BadReading(f"unknown row {match[1]!r}; there are {', '.join(rows)}")
        if letter in readings:
            raise BadReading(f"{letter} is given twice")
        if not 1 <= number <= PATCHES:
            raise BadReading(f"{part.strip()!r}: a row has patches 1 to {PATCHES}")
        readings[letter] = (rows[letter].tone, rows[letter].patch(number))
    pairs = tuple(sorted(readings.values()))
    try:
        tones_through(pairs)
    except ValueError:
        raise BadReading(
            "a lighter row's patch is darker than that of a darker row; look at the rows again, from farther away"
        ) from None
    return pairs


def wedge_pdf(paper: Paper, printer: str) -> bytes:
    """The page for a paper, with the printer's name in its text. Raises OptionError for paper that is too small."""
    paper = paper if paper.width <= paper.height else paper.turned()
    if paper.width < LEAST[0] or paper.height < LEAST[1]:
        least = " × ".join(f"{v / MM:g}" for v in LEAST)
        raise OptionError(
            WrongOption("paper", f"a step wedge needs paper of at least {least} mm, and {paper.name} is smaller")
        )
    family = find_family(FAMILY, (templates() / "fonts",))
    face_of = {face.key: face for face in (family.face(False, False), family.face(True, False))}
    painter, whole = Painter(face_of.__getitem__), Rect(0.0, 0.0, paper.width, paper.height)
    page = Page(paper.width, paper.height, painter.items(tuple(_items(paper, printer, family))), whole, whole, "wedge")
    out = BytesIO()
    write_document(out, [page], painter, no_picture, title=f"Step wedge, {paper.name}", language="en")
    return out.getvalue()


def _items(paper: Paper, printer: str, family: FontFamily) -> Iterator[Item]:
    left, wide = (paper.width - PATCHES * _PATCH[0]) / 2, PATCHES * _PATCH[0]
    y = 16 * MM
    for text, size, height in (
        ("**STEP WEDGE**", 26, 12 * MM),
        (
            "**1**  Print this page as you print your cards: the same paper, the same quality, no “toner saving”.",
            11,
            6 * MM,
        ),
        ("**2**  Stand it up in daylight and step back three metres, until the lines are an even grey.", 10, 6 * MM),
        (
            "**3**  In each row, which patch is as dark as the lines around it? Between two patches say a half: 6.5.",
            11,
            6 * MM,
        ),
    ):
        yield from text_items(text, family, Rect(left, y, wide, height), size, "left")
        y += height + 1 * MM
    for row in ROWS:
        y += 6 * MM
        yield from _row(row, left, y, family)
        y += 2 * _PATCH[1] + 3 * MM
    command = (
        f'carddesigner calibrate --printer {printer} --brightness "{", ".join(f"{row.letter} __" for row in ROWS)}"'
    )
    yield from text_items(
        f"**4**  Type, with your numbers: **{command}**", family, Rect(left, y + 4 * MM, wide, 6 * MM), 11, "left"
    )


def _row(row: Row, left: float, top: float, family: FontFamily) -> Iterator[Item]:
    """Ruled lines with patches in the middle, and their numbers below."""
    patch, high = _PATCH
    bottom = top + 2 * high
    y = top
    while y < bottom:
        yield PathItem(
            rectangle(Rect(left, y, PATCHES * patch, min((1 - row.light) * _PERIOD, bottom - y))), fill=BLACK
        )
        y += _PERIOD
    for number in range(1, PATCHES + 1):
        x = left + (number - 1) * patch
        yield PathItem(
            rectangle(Rect(x + 1.5 * MM, top + high / 2, patch - 3 * MM, high)), fill=Gray(row.patch(number))
        )
        yield from text_items(str(number), family, Rect(x, bottom + 0.8 * MM, patch, 4 * MM), 10, "center")
    yield from text_items(
        f"**{row.letter}**", family, Rect(left - 9 * MM, top + high - 5 * MM, 7 * MM, 10 * MM), 22, "right"
    )
