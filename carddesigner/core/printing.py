"""The choices for printing, with the names that deck.yaml, command line, printer profiles and Python share. ``--help``
imports this, so it imports next to nothing. ``impose/duplex.py`` implements the duplex modes.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum


class Layout(StrEnum):
    """Sheets to cut, or each copy on a page of its own."""

    SHEETS = "sheets"
    PIECES = "pieces"


class Duplex(StrEnum):
    """How a sheet gets its backs: the printer turns it over, or it is folded in the middle."""

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    GUTTERFOLD = "gutterfold"
    NONE = "none"


class Flip(StrEnum):
    """The edge on which a printer turns sheets over, by the name of the duplex mode."""

    LONG_EDGE = Duplex.LONG_EDGE
    SHORT_EDGE = Duplex.SHORT_EDGE


class ManualDuplex(StrEnum):
    """How a printer without duplex delivers printed sheets, which decides the order of the backs; ``none`` if it prints
    both sides itself.
    """

    FACE_UP = "face-up"
    FACE_DOWN = "face-down"
    NONE = "none"


class Order(StrEnum):
    """Which cards share a sheet: consecutive ones, or such that the piles are in order after cutting all sheets as one
    stack.
    """

    DECK = "deck"
    CUT_STACKS = "cut-stacks"


class MarkKind(StrEnum):
    """Marks around the pieces. Cut lines replace crop marks. A fold is marked with any of them.

    The marks of a cutting machine are for its sensor and need clear space: only fold marks and the slug can accompany
    them.
    """

    CROP = "crop"
    CUT_LINES = "cut-lines"
    REGISTRATION = "registration"
    CENTRE = "centre"
    FOLD = "fold"
    SILHOUETTE = "silhouette"
    SILHOUETTE_4 = "silhouette-4"
    CRICUT = "cricut"
    SLUG = "slug"

    @classmethod
    def _missing_(cls, value: object) -> MarkKind | None:
        return cls.CENTRE if value == "center" else None


class MarkSide(StrEnum):
    """The side of a sheet that lies upwards in a cutting machine and has its marks."""

    FRONT = "front"
    BACK = "back"


def wrong_marks(marks: Collection[MarkKind]) -> str | None:
    """Return why these marks can't be combined, None if they can."""
    cutters = [kind for kind in MarkKind if kind in marks and kind in CUTTERS]
    others = [kind for kind in MarkKind if kind in marks and kind in SENSED]
    if len(cutters) > 1:
        return f"a sheet is cut by one machine; leave out {cutters[0]} or {cutters[1]}"
    if cutters and others:
        return (
            f"the sensor of the machine would take {others[0]} for its own marks; leave out {others[0]} or {cutters[0]}"
        )
    return None


class PageOrder(StrEnum):
    """The order of the pages with single pieces: front and back alternating, starting with either, or all fronts, then
    all backs.
    """

    FRONT_BACK = "front-back"
    BACK_FRONT = "back-front"
    FRONTS_BACKS = "fronts-backs"


class ColorMode(StrEnum):
    """The colours in the PDF: RGB, which suits home printers, or the inks of a press."""

    RGB = "rgb"
    CMYK = "cmyk"


class Standard(StrEnum):
    """The PDF standard that a print house requires: PDF/X-4, or the older PDF/X-1a, which has no transparency."""

    PDFX4 = "pdfx4"
    PDFX1A = "pdfx1a"

    @property
    def version(self) -> str:
        """The name of the version, also in the PDF's metadata."""
        return "PDF/X-4" if self is Standard.PDFX4 else "PDF/X-1a:2003"


CUTTERS = frozenset((MarkKind.SILHOUETTE, MarkKind.SILHOUETTE_4, MarkKind.CRICUT))
"""Marks of cutting machines."""
SENSED = frozenset((MarkKind.CROP, MarkKind.CUT_LINES, MarkKind.REGISTRATION, MarkKind.CENTRE))
"""Marks that a cutting machine's sensor could mistake for its own."""
DEFAULT_MARKS = (MarkKind.CROP, MarkKind.SLUG)
