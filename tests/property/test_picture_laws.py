"""Laws of faces as pictures: their pixels are the nearest whole numbers, and what is drawn stays where it is."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from carddesigner.core.color import Gray
from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import Rect, chamfered, rectangle
from carddesigner.core.items import PathItem
from carddesigner.core.report import Report
from carddesigner.core.units import MM
from carddesigner.deck.find import loaded_deck
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.export import bitmaps
from carddesigner.export.bitmaps import FaceLook, face_pictures


@cache
def loaded() -> LoadedDeck:
    return loaded_deck("three-fields", Report())


def block(width: float, height: float, bleed: float) -> tuple[LaidFace, Rect]:
    """A face of these millimetres with a black block on it, and the block."""
    w, h = width * MM, height * MM
    black = Rect(0.3 * w, 0.3 * h, 0.4 * w, 0.4 * h)
    # Renderers move plain rectangles to whole pixels.
    items = (PathItem(chamfered(black, 0.1 * min(w, h)), fill=Gray(0.0)),)
    whole = Rect(0.0, 0.0, w, h)
    return LaidFace("block", w, h, rectangle(whole), bleed * MM, (PlacedZone("black", whole, items),)), black


def edges(line: bytes) -> tuple[float, float]:
    """Where black begins and ends on a line of pixels; grey ones are covered in part."""
    dark = [1 - value / 255 for value in line]
    first = next(i for i, d in enumerate(dark) if d > 0)
    last = max(i for i, d in enumerate(dark) if d > 0)
    return first + 1 - dark[first], last + dark[last]


lengths = st.integers(1000, 16000).map(lambda hundredths: hundredths / 100)


@given(lengths, lengths, st.integers(0, 50).map(lambda tenths: tenths / 10), st.integers(36, 300), st.booleans())
@example(63.5, 88.9, 3.175, 300, True)
@example(63.5, 88.9, 3.0, 300, False)
@example(25.4 / 3, 25.4 / 7, 0.1, 300, True)
def test_pixels_are_the_nearest_and_the_drawing_fills_them(width, height, bleed, dpi, with_bleed):
    face, black = block(width, height, bleed)
    ((_, image),) = face_pictures(loaded(), {"only": (face, "front")}, FaceLook(dpi, with_bleed))
    more = bleed * MM if with_bleed else 0.0
    exact = [(size + 2 * more) * dpi / 72 for size in (face.width, face.height)]
    assert all(abs(a - b) <= 0.5 + 1e-6 for a, b in zip(image.size, exact, strict=True))
    grey = image.convert("L")
    middle = [round((at + more) * dpi / 72) for at in black.centre]
    across = grey.crop((0, middle[1], grey.width, middle[1] + 1)).tobytes()
    down = grey.crop((middle[0], 0, middle[0] + 1, grey.height)).tobytes()
    found = (*edges(across), *edges(down))
    wanted = [(at + more) * dpi / 72 for at in (black.x, black.right, black.y, black.bottom)]
    # Pixels that are covered in part are so to a few per cent.
    assert [f - w for f, w in zip(found, wanted, strict=True)] == pytest.approx([0.0] * 4, abs=0.5 + 0.06)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=12), st.integers(1, 5))
def test_each_distinct_face_comes_once_however_many_are_drawn_at_a_time(chosen, at_once):
    faces = {n: block(10 + n, 20, 1)[0] for n in set(chosen)}
    wanted = {place: (faces[n], "front") for place, n in enumerate(chosen)}
    alone = {n: next(face_pictures(loaded(), {n: (face, "front")}, FaceLook(72)))[1] for n, face in faces.items()}
    before, bitmaps.MAX_AT_ONCE = bitmaps.MAX_AT_ONCE, at_once
    try:
        made = list(face_pictures(loaded(), wanted, FaceLook(72)))
    finally:
        bitmaps.MAX_AT_ONCE = before
    assert [names for names, _ in made] == [
        tuple(i for i, other in enumerate(chosen) if other == n) for n in dict.fromkeys(chosen)
    ]
    assert all(image.tobytes() == alone[chosen[names[0]]].tobytes() for names, image in made)
