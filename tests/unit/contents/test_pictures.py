"""Pictures of the deck in their boxes: cover, contain, focus, and art that has bleed of its own."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from carddesigner.core.geometry import bounds
from carddesigner.core.items import GroupItem, ImageItem

MM = 72 / 25.4


def picture(width: int, height: int) -> bytes:
    out = BytesIO()
    Image.new("RGB", (width, height), "red").save(out, "PNG")
    return out.getvalue()


def placed(deck, zone: str, size: tuple[int, int] = (200, 100)):
    deck.zones(f"one: {zone}")
    deck.write("art/a.png", picture(*size))
    return deck


def frames(laid) -> tuple[tuple[float, ...], tuple[float, ...] | None]:
    """Where the whole picture lies and what of it is seen, in millimetres from the trim's top left."""
    (item,) = laid.face.zones[0].items
    clip = item.clip if isinstance(item, GroupItem) else None
    image = item.items[0] if isinstance(item, GroupItem) else item
    assert isinstance(image, ImageItem)
    seen = tuple(round(v / MM, 2) for v in bounds(clip)) if clip else None
    return tuple(round(v / MM, 2) for v in image.frame), seen


BOX = "box: {left: 10mm, width: 20mm, top: 10mm, height: 20mm}"


@pytest.mark.parametrize(
    ("settings", "lies", "seen"),
    [
        ("", (0, 10, 40, 20), (10, 10, 20, 20)),
        ("focus: [0%, 50%]", (10, 10, 40, 20), (10, 10, 20, 20)),
        ("focus: [100%, 50%]", (-10, 10, 40, 20), (10, 10, 20, 20)),
        ("fit: contain", (10, 15, 20, 10), None),
        ("fit: contain, focus: [50%, 100%]", (10, 20, 20, 10), None),
        ("fit: contain, radius: 2mm", (10, 15, 20, 10), (10, 10, 20, 20)),
        ("fit: stretch", (10, 10, 20, 20), None),
    ],
)
def test_a_picture_fills_its_box_or_shows_whole_towards_its_focus(deck, settings, lies, seen):
    comma = ", " if settings else ""
    assert frames(placed(deck, f"{{image: art/a.png, {BOX}{comma}{settings}}}").lay()) == (lies, seen)


def test_art_with_more_bleed_than_the_stock_has_its_trim_on_the_trim(deck):
    laid = placed(deck, "{in: bleed, image: art/a.png, bleed: 5mm}", (735, 989)).lay()
    assert frames(laid) == ((-5, -5, 73.5, 98.9), (-3, -3, 69.5, 94.9))
    assert laid.report.warnings == []


def test_art_with_less_bleed_than_the_stock_is_reported(deck):
    laid = placed(deck, "{in: bleed, image: art/a.png, bleed: 2mm}", (675, 929)).lay()
    assert frames(laid)[0] == (-2, -2, 67.5, 92.9)
    (said,) = laid.report.warnings
    assert (said.code, said.zone, said.card) == ("image-bleed", "one", None)
    assert "has 2 mm of bleed, the stock 3 mm" in said.message


def test_art_of_another_shape_than_it_says_is_reported(deck):
    laid = placed(deck, "{in: bleed, image: art/a.png, bleed: 3mm}", (635, 889)).lay()
    (said,) = laid.report.warnings
    assert said.code == "image-bleed"
    assert "635 × 889 pixels, which is not the shape of 69.5 × 94.9 mm" in said.message


@pytest.mark.parametrize("place", ["", "in: safe, ", f"in: bleed, {BOX}, "])
def test_art_with_bleed_lies_in_the_bleed(deck, place):
    found = placed(deck, f"{{{place}image: art/a.png, bleed: 3mm}}").error("image-bleed")
    assert "in: bleed" in found.message


def test_a_bleed_is_no_less_than_nothing(deck):
    assert placed(deck, "{in: bleed, image: art/a.png, bleed: -3mm}").error("wrong-value").span.line == 7


def test_a_picture_of_another_name_is_missing(deck):
    assert "did you mean 'art/a.png'" in placed(deck, "{image: art/b.png}").error("missing-file").message


def test_an_svg_as_an_image_is_reported_where_it_belongs(deck):
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
    deck.zones("one: {in: safe, image: art/a.svg}").write("art/a.svg", svg)
    assert "write `svg:` in place of `image:`" in deck.error("broken-image").message
