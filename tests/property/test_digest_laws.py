"""Laws of digests: equal values have equal ones, and what is drawn otherwise has another."""

from __future__ import annotations

import copy
import math

from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from carddesigner.core.color import Cmyk, Gray, Rgb, Spot
from carddesigner.core.digest import Digests
from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import Matrix, Rect, ellipse, rectangle
from carddesigner.core.items import (
    GroupItem,
    ImageItem,
    PathItem,
    Picture,
    Stroke,
    Symbol,
    SymbolItem,
    SymbolPath,
    TextItem,
    TextPiece,
)
from carddesigner.core.source import Span
from carddesigner.core.units import MM
from carddesigner.draw.painter import Painter
from carddesigner.source import paths
from carddesigner.text.fonts import find_family

FAMILY = find_family("Alegreya Sans", [paths.templates() / "fonts"])
REGULAR, BOLD = FAMILY.face(False, False), FAMILY.face(True, False)
FONTS = {face.key: face for face in (REGULAR, BOLD)}
INK = Spot("Gold", Cmyk(0, 0.2, 0.6, 0))
BOX = Rect(0.0, 0.0, 10.0, 10.0)
ONE_COLOR = Symbol("one", BOX, (SymbolPath(rectangle(BOX)),), "1" * 64)
OWN_COLORS = Symbol("own", BOX, (SymbolPath(rectangle(BOX), fill=Gray(0.5)),), "2" * 64)

# Few values of each kind, so that two that are drawn are often nearly the same.
lengths = st.sampled_from((0.0, 0.25, 10.0, 10.25, 72.0, -3.0))
frames = st.builds(Rect, lengths, lengths, st.sampled_from((10.0, 20.0)), st.sampled_from((10.0, 20.0)))
colors = st.sampled_from((Gray(0), Rgb(1, 0, 0), Rgb(1, 0, 0.25), Cmyk(0, 0, 0, 1), INK, replace(INK, tint=0.5)))
outlines = st.one_of(st.builds(rectangle, frames, st.sampled_from((0.0, 2.0))), st.builds(ellipse, frames))
strokes = st.builds(
    Stroke,
    colors,
    st.sampled_from((0.25, 0.5)),
    st.sampled_from(((), (2.0, 1.0))),
    st.integers(0, 1),
    st.integers(0, 1),
)
pictures = st.builds(
    Picture, st.just("p.png"), st.sampled_from(("a" * 64, "b" * 64)), st.just(8), st.just(8), st.sampled_from((1, 6))
)


@st.composite
def texts(draw):
    face = draw(st.sampled_from((REGULAR, BOLD)))
    words = draw(st.lists(st.sampled_from(("fire", "ice", "office")), max_size=3))
    runs = tuple(face.shape(word, ligatures=draw(st.booleans())) for word in words)
    gaps = tuple(draw(st.sampled_from((0.0, 250.0))) for _ in runs)
    piece = TextPiece(
        draw(lengths), draw(st.sampled_from((8.0, 9.0))), draw(colors), face.key, runs, gaps, draw(lengths)
    )
    return TextItem(draw(lengths), (piece,) * draw(st.integers(1, 2)))


leaves = st.one_of(
    st.builds(PathItem, outlines, st.none() | colors, st.none() | strokes, st.booleans()),
    st.builds(SymbolItem, st.sampled_from((ONE_COLOR, OWN_COLORS)), frames, colors),
    st.builds(ImageItem, pictures, frames),
    texts(),
)
turns = st.none() | st.builds(Matrix.turn, st.sampled_from((0, 15, 90)), st.tuples(lengths, lengths))
items = st.recursive(
    leaves,
    lambda inner: st.builds(
        GroupItem,
        st.lists(inner, min_size=1, max_size=3).map(tuple),
        turns,
        st.none() | outlines,
        st.sampled_from((1.0, 0.5)),
    ),
    max_leaves=4,
)


def digests() -> Digests:
    return Digests(lambda key: FONTS[key].digest)


def drawn(item) -> object:
    painter = Painter(FONTS.__getitem__)
    made = painter.items((item,))
    return made, {name: form.drawing for name, form in painter.forms.items()}, painter.pictures, painter.spots


def parts(item) -> list:
    return [i for inner in item.items for i in parts(inner)] if isinstance(item, GroupItem) else [item]


@given(items, items)
def test_what_is_drawn_otherwise_has_another_digest(one, other):
    assume(drawn(one) != drawn(other))
    assert digests().item(one) != digests().item(other)


@given(items, items)
def test_one_that_has_digests_kept_gives_what_a_fresh_one_gives(one, other):
    kept = digests()
    kept.item(other)
    assert kept.item(one) == digests().item(one) == kept.item(one)


@given(items)
def test_equal_values_have_equal_digests_whatever_objects_they_are(item):
    assert digests().item(copy.deepcopy(item)) == digests().item(item)


@given(st.lists(items, max_size=3))
def test_zones_are_not_seen(some):
    def face(*zones: PlacedZone) -> str:
        return digests().face(LaidFace("t#front", 10.0, 20.0, rectangle(BOX), 3.0, zones))

    whole = face(PlacedZone("all", BOX, tuple(some), Span("a.yaml", 1, 1, 0, 1)))
    assert whole == face(
        *(PlacedZone(f"z{n}", Rect(1, 1, 1, 1), (i,)) for n, i in enumerate(some)), PlacedZone("e", BOX, ())
    )


written = st.one_of(
    st.integers(-100_000, 500_000).map(lambda n: n / 1000),
    st.integers(-10_000, 50_000).map(lambda n: n / 100 * MM),
    st.integers(-10_000, 50_000).map(lambda n: n / 64),
)


@given(written, written, st.integers(1, 4))
def test_the_last_bits_of_a_length_make_no_other_digest(x, width, bits):
    def item(x: float, width: float) -> bytes:
        return digests().item(PathItem(rectangle(Rect(x, 0.0, width, 5.0)), Gray(0)))

    near = x
    for _ in range(bits):
        near = math.nextafter(near, math.inf)
    assert item(near, math.nextafter(width, 0)) == item(x, width)
    assert item(x + 0.001, width) != item(x, width)


@given(st.sampled_from((math.inf, math.nan, 1e300, -1e300)))
def test_a_number_that_nobody_can_print_has_a_digest(number):
    assert digests().item(PathItem((("m", number, 0.0),), Gray(0)))
