"""Whatever can be painted, and how much two pictures of it differ."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageFilter, ImageStat

from carddesigner.core.color import Gray, Rgb
from carddesigner.core.extent import extent
from carddesigner.core.geometry import Matrix, Rect, ellipse, rectangle, rounded
from carddesigner.core.items import GroupItem, Item, Mask, PathItem, ShadowItem, Stroke
from carddesigner.core.paint import Gradient, Stop
from carddesigner.draw.document import Page, write_document
from carddesigner.draw.painter import Painter

SIDE = 120.0
"""Of the square that all is painted in, in points."""
MEAN = 3.0
"""How much two pictures may differ on average, of 255, edges smoothed."""
BLENDS = ("Normal", "Multiply", "Screen", "Overlay", "Darken", "Lighten", "HardLight", "Difference", "Exclusion")

part = st.integers(0, 8).map(lambda n: n / 8)
alpha = st.sampled_from((1.0, 1.0, 0.75, 0.25, 0.0))
color = st.builds(Rgb, part, part, part, alpha)
place = st.integers(0, 12).map(lambda n: 10.0 * n)
point = st.tuples(place, place)
size = st.integers(2, 8).map(lambda n: 10.0 * n)
box = st.builds(Rect, place, place, size, size)
turn = st.builds(
    lambda angle, about, k: Matrix.turn(angle, about).then(Matrix.scale(k, 1.0)),
    st.sampled_from((0, 30, 90, 200)),
    point,
    st.sampled_from((1.0, 0.7, -1.0)),
)


@st.composite
def gradients(draw: st.DrawFn) -> Gradient:
    places = sorted(draw(st.lists(part, min_size=2, max_size=4)))
    stops = tuple(Stop(at, draw(color)) for at in places)
    start, (x, y) = draw(point), draw(point)
    if draw(st.booleans()):
        return Gradient(stops, start, (x + 5.0, y))
    return Gradient(stops, start, start, (0.0, draw(size)), draw(st.none() | turn))


paint = color | gradients()
path = box.map(rectangle) | box.map(ellipse) | box.map(lambda r: rounded(r.corners, (4.0, 0.0, 9.0, 2.0)))
stroke = st.builds(
    Stroke, paint, st.sampled_from((2.0, 6.0)), st.sampled_from(((), (8.0, 4.0))), st.integers(0, 2), st.integers(0, 2)
)
item = st.builds(PathItem, path, paint, st.none() | stroke)


@st.composite
def groups(draw: st.DrawFn, inner: st.SearchStrategy[Item]) -> Item:
    items = tuple(draw(st.lists(inner, min_size=1, max_size=3)))
    if draw(st.integers(0, 5)) == 0 and (around := extent(items)) is not None:
        return ShadowItem(items, draw(color), 6.0, (3.0, 3.0), around.grown(9.0))
    mask = draw(st.none() | path.map(lambda p: Mask((PathItem(p, Gray(0.0)),))))
    clip, opacity = draw(st.none() | path), draw(st.sampled_from((1.0, 0.6)))
    return GroupItem(items, draw(st.none() | turn), clip, opacity, draw(st.sampled_from(BLENDS)), mask)


items = st.lists(st.recursive(item, groups, max_leaves=5), min_size=1, max_size=4)


def page_pdf(some: list[Item]) -> bytes:
    """A PDF with a white page that shows items."""
    whole = Rect(0.0, 0.0, SIDE, SIDE)
    painter, out = Painter(lambda key: pytest.fail(key)), BytesIO()
    page = Page(SIDE, SIDE, painter.items((PathItem(rectangle(whole), Gray(1.0)), *some)), whole, whole, "1")
    write_document(out, [page], painter, lambda _: b"", title="", language="en")
    return out.getvalue()


def difference(one: Image.Image, other: Image.Image) -> float:
    """How much two pictures differ on average, edges smoothed."""
    smooth = ImageFilter.GaussianBlur(3)
    apart = ImageChops.difference(one.filter(smooth), other.filter(smooth))
    return float(max(ImageStat.Stat(apart).mean))
