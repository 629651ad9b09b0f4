"""Fronts on paper that slides into a sleeve, in front of a discarded card."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from msgspec import Struct, convert
from msgspec.structs import replace

from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import Matrix, Rect, rectangle
from carddesigner.core.items import GroupItem
from carddesigner.core.papers import parse_paper
from carddesigner.core.report import did_you_mean
from carddesigner.core.units import MM
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.layout.boxes import SEAM, goes_into_a_sleeve
from carddesigner.layout.piece import LaidPiece, with_faces
from carddesigner.source.yaml import load_shipped

SLEEVES = convert(load_shipped(Path(__file__).with_suffix(".yaml")), dict[str, tuple[float, float]])
"""Outer width and height of sleeves, in millimetres, by name."""
SMALLER = 0.5 * MM
"""How much narrower and lower the paper is than the card's size, so that it slides in before a card."""
AUTO = "auto"


class Insert(Struct, frozen=True):
    """The paper that goes into a sleeve: *size* is its upright width and height, or None for each card's size less a
    small margin.
    """

    size: tuple[float, float] | None = None

    def of(self, width: float, height: float) -> tuple[float, float]:
        """Return the paper's size for a card, in the card's orientation."""
        if self.size is None:
            return width - SMALLER, height - SMALLER
        return self.size if height >= width else (self.size[1], self.size[0])


def parse_insert(text: str) -> Insert:
    """Parse ``auto``, the name of a maker's sleeve, or a paper size such as ``63x88mm``. Raises ValueError."""
    text = text.strip()
    if text == AUTO:
        return Insert()
    if text in SLEEVES:
        width, height = (length * MM - SEAM for length in SLEEVES[text])
        return Insert((width, height))
    if not text[:1].isdigit():
        near = did_you_mean(text, SLEEVES) or "."
        raise ValueError(
            f"unknown sleeve {text!r}{near} There are {', '.join(SLEEVES)}; or write the paper's size, such as 63x88mm"
        )
    try:
        paper = parse_paper(text)
    except ValueError:
        raise ValueError(f"{text!r} is no size of paper; write such as 63x88mm, at least 30 mm wide and high") from None
    return Insert((min(paper.width, paper.height), max(paper.width, paper.height)))


def for_sleeves(deck: LoadedDeck) -> Callable[[LaidPiece], bool]:
    """Return a function that tells whether a piece of the deck, as it is cut, goes into a sleeve."""
    components = {c.id: c for c in deck.components}
    return lambda piece: goes_into_a_sleeve(piece.cut or components[piece.component])


class Inserts:
    """Makes inserts of fronts: their art is scaled evenly until all of it fits, and its bleed fills the space beside
    it. Returns the same object for the same face.
    """

    def __init__(self, insert: Insert) -> None:
        self.insert = insert
        self._front = cache(self._made)
        self._zone = cache(self._moved)

    def piece(self, piece: LaidPiece) -> LaidPiece:
        """Return a piece with its front alone."""
        alone = cache(lambda faces: (faces[0], None))
        piece = replace(piece, copies=tuple(map(alone, piece.copies)), first=alone(piece.first))
        return with_faces(piece, self._front)

    def scale(self, width: float, height: float) -> float:
        """Return the factor by which a card's art is scaled."""
        wide, high = self.insert.of(width, height)
        return min(wide / width, high / height)

    def _made(self, face: LaidFace) -> LaidFace:
        width, height = self.insert.of(face.width, face.height)
        k = self.scale(face.width, face.height)
        matrix = Matrix(k, 0.0, 0.0, k, (width - k * face.width) / 2, (height - k * face.height) / 2)
        zones = tuple(self._zone(zone, matrix) for zone in face.zones)
        return LaidFace(face.id, width, height, rectangle(Rect(0.0, 0.0, width, height)), 0.0, zones)

    def _moved(self, zone: PlacedZone, matrix: Matrix) -> PlacedZone:
        return PlacedZone(zone.id, zone.frame, (GroupItem(zone.items, matrix),), zone.span)
