"""How far items reach. The bounds of text are generous, which is enough for rendering it as a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from carddesigner.core.geometry import Matrix, Rect, around, around_all, bounds
from carddesigner.core.items import GroupItem, ImageItem, Item, PathItem, ShadowItem, Stroke, SymbolItem, TextItem

Letters = Callable[[TextItem], Iterable[Rect]]


def extent(items: Iterable[Item], letters: Letters | None = None) -> Rect | None:
    """Return a rectangle around everything that items paint, None if they paint nothing. ``letters`` gives tighter
    bounds of a line's letters where they are needed.
    """
    boxes = list(_extents(items, Matrix(), letters or _letters))
    return around_all(boxes) if boxes else None


def _extents(items: Iterable[Item], m: Matrix, letters: Letters) -> Iterator[Rect]:
    for item in items:
        if isinstance(item, GroupItem):
            inner = item.matrix.then(m) if item.matrix is not None else m
            within = list(_extents(item.items, inner, letters))
            if item.clip is not None and within:
                within = [_common(around_all(within), _mapped(bounds(item.clip), inner))]
            yield from within
        elif isinstance(item, ShadowItem):
            yield _mapped(item.box.moved(*item.offset), m)
        else:
            boxes = letters(item) if isinstance(item, TextItem) else _own(item)
            yield from (_mapped(box, m) for box in boxes)


def _own(item: PathItem | SymbolItem | ImageItem) -> Iterator[Rect]:
    if not isinstance(item, PathItem):
        yield item.frame
    elif item.path:
        yield bounds(item.path).grown(beyond(item.stroke))


def _letters(item: TextItem) -> Iterator[Rect]:
    for piece in item.pieces:
        wide = (sum(run.width for run in piece.runs) + sum(piece.gaps)) * piece.size / 1000
        letters = Rect(piece.x, item.y - piece.rise - 1.2 * piece.size, wide, 1.7 * piece.size)
        yield letters.grown(0.2 * piece.size + beyond(piece.stroke))


def beyond(stroke: Stroke | None) -> float:
    """How far a line reaches beyond its path: half its width, more at a mitred corner."""
    return 0.0 if stroke is None else stroke.width * (0.75 if stroke.join else 2.0)


def _mapped(r: Rect, m: Matrix) -> Rect:
    return around([m.apply(*corner) for corner in r.corners])


def _common(a: Rect, b: Rect) -> Rect:
    x, y = max(a.x, b.x), max(a.y, b.y)
    return Rect(x, y, max(min(a.right, b.right) - x, 0.0), max(min(a.bottom, b.bottom) - y, 0.0))
