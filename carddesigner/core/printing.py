"""What can be chosen of printing, by the names that deck.yaml, command line, printer profiles and Python share.
Imported by ``--help``, so it imports next to nothing. What a duplex mode does is in ``impose/duplex.py``.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum


class Layout(StrEnum):
    """Sheets to cut, or every copy on a page of its own."""

    SHEETS = "sheets"
    PIECES = "pieces"


class Duplex(StrEnum):
    """How a sheet comes to have backs: turned over by the printer, or folded in its middle."""

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    GUTTERFOLD = "gutterfold"
    NONE = "none"


class Flip(StrEnum):
    """The edge that a printer turns sheets over on: a duplex mode by its name."""

    LONG_EDGE = Duplex.LONG_EDGE
    SHORT_EDGE = Duplex.SHORT_EDGE


class ManualDuplex(StrEnum):
    """How printed sheets come out of a printer without duplex, so that backs follow in the right order; none prints both sides."""

    FACE_UP = "face-up"
    FACE_DOWN = "face-down"
    NONE = "none"


class Order(StrEnum):
    """Which cards share a sheet: the next ones, or those whose piles are in order once all sheets are cut as one stack."""

    DECK = "deck"
    CUT_STACKS = "cut-stacks"


class MarkKind(StrEnum):
    """What can stand around the pieces; cut lines take the place of crop marks. A fold is marked with any of them.

    Those of a cutting machine are what its sensor looks for, and leave room for it: no other marks but folds and the slug go with
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
    """The side of a sheet that lies upwards in a cutting machine, and has its marks."""

    FRONT = "front"
    BACK = "back"


def wrong_marks(marks: Collection[MarkKind]) -> str | None:
    """Why marks don't go together; None where they do."""
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
    """How pages of single pieces follow each other: a front, then its back, or turned round; or all fronts, then all backs."""

    FRONT_BACK = "front-back"
    BACK_FRONT = "back-front"
    FRONTS_BACKS = "fronts-backs"


class ColorMode(StrEnum):
    """What colours are written as: those of screens, which a printer at home makes the best of, or a press's inks."""

    RGB = "rgb"
    CMYK = "cmyk"


class Standard(StrEnum):
    """What a print house may ask a PDF to keep to: PDF/X-4, or the older PDF/X-1a, which has no transparency."""

    PDFX4 = "pdfx4"
    PDFX1A = "pdfx1a"

    @property
    def version(self) -> str:
        """As the standard calls itself, also within a PDF."""
        return "PDF/X-4" if self is Standard.PDFX4 else "PDF/X-1a:2003"


CUTTERS = frozenset((MarkKind.SILHOUETTE, MarkKind.SILHOUETTE_4, MarkKind.CRICUT))
"""Marks of cutting machines."""
SENSED = frozenset((MarkKind.CROP, MarkKind.CUT_LINES, MarkKind.REGISTRATION, MarkKind.CENTRE))
"""Marks that a cutting machine's sensor could take for its own."""
DEFAULT_MARKS = (MarkKind.CROP, MarkKind.SLUG)
