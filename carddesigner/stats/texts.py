"""How full texts fill their boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.contents.text import Text
from carddesigner.core.face import PlacedZone
from carddesigner.core.items import GroupItem, Item, TextItem
from carddesigner.layout.piece import LaidPiece
from carddesigner.text.fit import fill, fit
from carddesigner.text.rich import letters


class TextBox(Struct, frozen=True, rename={"size": "size_pt", "largest": "largest_pt"}):
    """A text of a card. ``fill`` is the share of the box's width that the text needs at its smallest size: at 1 not one
    more word fits, above 1 it overflows. ``size`` is the size at which it is set, at most ``largest``, both in points;
    ``characters`` counts the text's own characters, without line breaks.
    """

    piece: str
    fill: float
    size: float
    largest: float
    characters: int


class ZoneTexts(Struct, frozen=True):
    """The texts of a zone on all cards that have one: ``face`` is ``template#face``, ``zone`` the path of zone
    names.
    """

    face: str
    zone: str
    texts: tuple[TextBox, ...]

    @property
    def fullest(self) -> TextBox:
        """The text that fills its box most."""
        return max(self.texts, key=lambda t: t.fill)

    @property
    def emptiest(self) -> TextBox:
        """The text that fills its box least."""
        return min(self.texts, key=lambda t: t.fill)

    @property
    def median(self) -> float:
        """The median of the texts' fill."""
        return median(t.fill for t in self.texts)

    @property
    def shrunk(self) -> int:
        """The number of texts that are set smaller than their largest size."""
        return sum(t.size < t.largest for t in self.texts)


def texts_of(pieces: Iterable[LaidPiece]) -> tuple[ZoneTexts, ...]:
    """Return the text zones of laid-out pieces by face, in the order of the templates."""
    by_zone: dict[tuple[str, str], list[TextBox]] = {}
    cached: dict[tuple[int, float, float], TextBox | None] = {}
    for piece in pieces:
        # Copies nearly always share their faces; a text that differs between copies is measured on the first.
        for face in filter(None, piece.copies[0] if piece.copies else ()):
            for path, zone in _texts(face.zones, ""):
                key = (id(zone.content), zone.frame.width, zone.room or zone.frame.height)
                if key not in cached:
                    cached[key] = _measured(zone)
                box = cached[key]
                if box is not None:
                    by_zone.setdefault((face.id, path), []).append(replace(box, piece=piece.id))
    return tuple(ZoneTexts(*place, tuple(boxes)) for place, boxes in by_zone.items())


def _texts(zones: Iterable[PlacedZone], above: str) -> Iterator[tuple[str, PlacedZone]]:
    for zone in zones:
        if isinstance(zone.content, Text) and zone.content.text:
            yield f"{above}{zone.id}", zone
        yield from _texts(zone.children, f"{above}{zone.id}/")


def _measured(zone: PlacedZone) -> TextBox | None:
    content = zone.content
    assert isinstance(content, Text)
    width, height = zone.frame.width, zone.room or zone.frame.height
    if not any(map(_is_printed, zone.own_items)) or width <= 0 or height <= 0:
        return None
    style = content.settings.style()
    size = fit(content.text, style, width, height).size
    return TextBox("", fill(content.text, style, width, height), size, style.size, letters(content.text))


def _is_printed(item: Item) -> bool:
    """Return whether an item has any letters."""
    if isinstance(item, GroupItem):
        return any(map(_is_printed, item.items))
    return isinstance(item, TextItem) and any(r.text for p in item.pieces for r in p.runs)
