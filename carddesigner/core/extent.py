"""How far items reach: generously where they are letters, for what is made of them as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from carddesigner.core.geometry import Matrix, Rect, around, around_all, bounds
from carddesigner.core.items import GroupItem, ImageItem, Item, PathItem, ShadowItem, Stroke, SymbolItem, TextItem


def extent(items: Iterable[Item]) -> Rect | None:
    """A rectangle around all that items paint; None where they paint nothing."""
    found = list(_extents(items, Matrix()))
    return around_all(found) if found else None


def _extents(items: Iterable[Item], m: Matrix) -> Iterator[Rect]:
    for item in items:
        if isinstance(item, GroupItem):
            inner = item.matrix.then(m) if item.matrix is not None else m
            within = list(_extents(item.items, inner))
            if item.clip is not None and within:
                within = [_common(around_all(within), _mapped(bounds(item.clip), inner))]
            yield from within
        elif isinstance(item, ShadowItem):
            yield _mapped(item.box.moved(*item.offset), m)
        else:
            yield from (_mapped(box, m) for box in _own(item))


def _own(item: PathItem | SymbolItem | TextItem | ImageItem) -> Iterator[Rect]:
    if isinstance(item, PathItem):
        if item.path:
            yield bounds(item.path).grown(_beyond(item.stroke))
    elif isinstance(item, TextItem):
        for piece in item.pieces:
            wide = (sum(run.width for run in piece.runs) + sum(piece.gaps)) * piece.size / 1000
            letters = Rect(piece.x, item.y - piece.rise - 1.2 * piece.size, wide, 1.7 * piece.size)
            yield letters.grown(0.2 * piece.size + _beyond(piece.stroke))
    else:
        yield item.frame


def _beyond(stroke: Stroke | None) -> float:
    """How far a line reaches out of its path; at a sharp corner that is more than half its width."""
    return 0.0 if stroke is None else stroke.width * (0.75 if stroke.join else 2.0)


def _mapped(r: Rect, m: Matrix) -> Rect:
    return around([m.apply(*corner) for corner in r.corners])


def _common(a: Rect, b: Rect) -> Rect:
    x, y = max(a.x, b.x), max(a.y, b.y)
    return Rect(x, y, max(min(a.right, b.right) - x, 0.0), max(min(a.bottom, b.bottom) - y, 0.0))
