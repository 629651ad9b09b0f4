"""Messages about the length of cards' texts and how full their boxes are, for finding cards."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Side = Literal["front", "back"]


class AskSizes(Struct, frozen=True, tag_field="t", tag="ask-sizes"):
    """Request the texts of a zone on a side of all cards, or of the whole side without a zone, now and after each
    change, until a request with ``wanted`` false.
    """

    zone: str
    side: Side
    wanted: bool = True


class TextSize(Struct, frozen=True):
    """The characters of a card's texts, and the share of its box that the fullest text fills: above 1 it overflows."""

    component: str
    id: str
    characters: int
    fill: float


class TextSizes(Struct, frozen=True, tag_field="t", tag="text-sizes"):
    """The requested texts; cards without any are left out."""

    zone: str
    side: Side
    sizes: tuple[TextSize, ...]
