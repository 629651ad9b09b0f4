"""Faces of a proof: outlines and black text without fills, so that an early prototype uses very little toner."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from carddesigner.core.color import Gray
from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import rectangle, transformed
from carddesigner.core.items import GroupItem, ImageItem, Item, PathItem, ShadowItem, Stroke, SymbolItem, TextItem

_INK = Gray(0.0)
_LINE = Stroke(Gray(0.35), 0.35)
_TRIM = Stroke(Gray(0.6), 0.25, (2.0, 2.0))


class Proofs:
    """Makes proofs of faces: ``face`` returns a face with its outline and no fills, the same object for the same
    face.
    """

    def __init__(self) -> None:
        self.face = cache(self._face)
        self._zone = cache(_zone)

    def _face(self, face: LaidFace) -> LaidFace:
        outline = PathItem(face.outline, stroke=_TRIM)
        edge = (PlacedZone("outline", face.zones[0].frame, (outline,)),) if face.zones else ()
        return replace(face, zones=(*map(self._zone, face.zones), *edge))


def _zone(zone: PlacedZone) -> PlacedZone:
    return replace(zone, items=_items(zone.items))


def _items(items: tuple[Item, ...]) -> tuple[Item, ...]:
    return tuple(made for item in items for made in _item(item))


def _item(item: Item) -> tuple[Item, ...]:
    if isinstance(item, PathItem):
        return (replace(item, fill=None, stroke=_LINE),)
    if isinstance(item, TextItem):
        return (replace(item, pieces=tuple(replace(piece, color=_INK, stroke=None) for piece in item.pieces)),)
    if isinstance(item, ImageItem):
        f = item.frame
        cross = (("m", f.x, f.y), ("l", f.right, f.bottom), ("m", f.right, f.y), ("l", f.x, f.bottom))
        return (PathItem((*rectangle(f), *cross), stroke=_LINE),)
    if isinstance(item, SymbolItem):
        paths = tuple(PathItem(transformed(p.path, item.place), stroke=_LINE) for p in item.symbol.paths)
        return (GroupItem(paths) if paths else PathItem(rectangle(item.frame), stroke=_LINE),)
    if isinstance(item, ShadowItem):
        return ()
    return (replace(item, items=_items(item.items), opacity=1.0, blend="Normal", mask=None),)
