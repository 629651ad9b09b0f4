"""Messages about how long and how full the texts of cards are, by which cards are found."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Side = Literal["front", "back"]


class AskSizes(Struct, frozen=True, tag_field="t", tag="ask-sizes"):
    """Asks for the texts of a zone of a side on all cards, or of the whole side without one, now and whenever they change; with
    ``wanted`` false no longer.
    """

    zone: str
    side: Side
    wanted: bool = True


class TextSize(Struct, frozen=True):
    """How many characters a card has there, and the share of its box that the fullest text takes: above 1 it overflows."""

    component: str
    id: str
    characters: int
    fill: float


class TextSizes(Struct, frozen=True, tag_field="t", tag="text-sizes"):
    """The texts that were asked for; cards without any are left out."""

    zone: str
    side: Side
    sizes: tuple[TextSize, ...]
