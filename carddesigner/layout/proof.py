"""Faces for a proof: outlines and black text, nothing filled, so that an early prototype costs next to no toner."""

from __future__ import annotations

from msgspec.structs import replace

from carddesigner.core.color import Gray
from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import rectangle, transformed
from carddesigner.core.items import GroupItem, ImageItem, Item, PathItem, Stroke, SymbolItem, TextItem

_INK = Gray(0.0)
_LINE = Stroke(Gray(0.35), 0.35)
_TRIM = Stroke(Gray(0.6), 0.25, (2.0, 2.0))


class Proofs:
    """Makes proofs of faces; equal faces, zones and items give the same proof."""

    def __init__(self) -> None:
        self._faces: dict[int, tuple[LaidFace, LaidFace]] = {}
        self._zones: dict[int, tuple[PlacedZone, PlacedZone]] = {}

    def face(self, face: LaidFace) -> LaidFace:
        """The face with its outline, without fills."""
        cached = self._faces.get(id(face))
        if cached is None:
            outline = PathItem(face.outline, stroke=_TRIM)
            edge = PlacedZone("outline", face.zones[0].frame, (outline,)) if face.zones else None
            zones = tuple(self._zone(zone) for zone in face.zones)
            made = replace(face, zones=(*zones, edge) if edge is not None else zones)
            cached = self._faces[id(face)] = (face, made)
        return cached[1]

    def _zone(self, zone: PlacedZone) -> PlacedZone:
        cached = self._zones.get(id(zone))
        if cached is None:
            cached = self._zones[id(zone)] = (zone, replace(zone, items=_items(zone.items)))
        return cached[1]


def _items(items: tuple[Item, ...]) -> tuple[Item, ...]:
    return tuple(made for item in items for made in _item(item))


def _item(item: Item) -> tuple[Item, ...]:
    if isinstance(item, PathItem):
        return (replace(item, fill=None, stroke=_LINE),)
    if isinstance(item, TextItem):
        return (replace(item, pieces=tuple(replace(piece, color=_INK) for piece in item.pieces)),)
    if isinstance(item, ImageItem):
        f = item.frame
        cross = (("m", f.x, f.y), ("l", f.right, f.bottom), ("m", f.right, f.y), ("l", f.x, f.bottom))
        return (PathItem((*rectangle(f), *cross), stroke=_LINE),)
    if isinstance(item, SymbolItem):
        return _symbol(item)
    return (replace(item, items=_items(item.items), opacity=1.0),)


def _symbol(item: SymbolItem) -> tuple[Item, ...]:
    if item.symbol.paths:
        place = item.place
        paths: tuple[Item, ...] = tuple(PathItem(transformed(p.path, place), stroke=_LINE) for p in item.symbol.paths)
        return (GroupItem(paths),)
    return (PathItem(rectangle(item.frame), stroke=_LINE),)
