"""Pictures of the deck in their boxes: cover, contain, focus, and art that has bleed of its own."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from carddesigner.core.geometry import bounds
from carddesigner.core.items import GroupItem, ImageItem, PathItem, TextItem

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
    assert (said.code, said.zone, said.card) == ("image-bleed", "one", "cards-001")
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
    deck.write("art/dragon.png", b"")
    message = placed(deck, "{image: art/dragn.png}").error("missing-file").message
    assert "did you mean 'art/dragon.png'" in message


def test_an_svg_as_an_image_is_reported_where_it_belongs(deck):
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
    deck.zones("one: {in: safe, image: art/a.svg}").write("art/a.svg", svg)
    assert "write `svg:` in place of `image:`" in deck.error("broken-image").message


def from_table(deck, at="", zoom="", art="a.png", settings=""):
    zone = (
        f"{{image: 'art/{{{{ card.art }}}}', {BOX}, focus: '{{{{ card.at }}}}', zoom: '{{{{ card.zoom }}}}'{settings}}}"
    )
    deck.zones(f"one: {zone}", f"name,at,zoom,art\nFire,{at},{zoom},{art}\n")
    deck.write("art/a.png", picture(200, 100))
    return deck


@pytest.mark.parametrize(
    ("at", "zoom", "lies"),
    [
        ("", "", (0, 10, 40, 20)),
        ("0% 50%", "", (10, 10, 40, 20)),
        ('"100%, 0%"', "2", (-50, 10, 80, 40)),
        ('"[50%, 100%]"', "150%", (-10, 0, 60, 30)),
        ("50% 50%", "1.5", (-10, 5, 60, 30)),
    ],
)
def test_focus_and_zoom_come_from_the_table(deck, at, zoom, lies):
    assert frames(from_table(deck, at, zoom).lay()) == (lies, (10, 10, 20, 20))


def test_what_is_shown_whole_is_cropped_where_it_is_enlarged(deck):
    laid = from_table(deck, zoom="3", settings=", fit: contain").lay()
    assert frames(laid) == ((-10, 5, 60, 30), (10, 10, 20, 20))


@pytest.mark.parametrize(
    ("at", "zoom", "words"),
    [("50%", "", "50% 30%"), ("middle top", "", "3mm"), ("", "0", "0.1"), ("", "big", "0.1"), ("", "99", "20")],
)
def test_a_wrong_focus_or_zoom_is_told_with_the_cells_row(deck, at, zoom, words):
    (found,) = from_table(deck, at, zoom).errors()
    assert words in found.message
    assert found.related[0].span.line == 2


@pytest.mark.parametrize("beside", ["fit: stretch", "bleed: 1mm"])
def test_a_zoom_that_would_do_nothing_is_refused(deck, beside):
    found = placed(deck, f"{{in: bleed, image: art/a.png, zoom: 2, {beside}}}").error("wrong-value")
    assert "`zoom`" in found.message


def placeholder(laid):
    items = laid.items("one")
    words = "".join(r.text for i in items if isinstance(i, TextItem) for p in i.pieces for r in p.runs)
    return [tuple(round(v / MM, 2) for v in bounds(i.path)) for i in items if isinstance(i, PathItem)], words


def test_a_missing_picture_is_a_marked_frame_with_its_name_and_a_warning(deck):
    laid = from_table(deck, art="b.png", settings=", missing: placeholder").lay()
    paths, words = placeholder(laid)
    assert paths[:2] == [(10, 10, 20, 20), (10, 10, 20, 20)]
    assert words.replace("\u200b", "") == "b.png"
    (warning,) = laid.report
    assert (warning.code, warning.severity.value) == ("placeholder", "warning")
    assert "'art/b.png'" in warning.message


def test_on_a_whole_card_the_name_stands_above_the_texts(deck):
    laid = deck.zones("one: {in: bleed, image: art/b.png, missing: placeholder}").lay()
    frame, _, plate = (bounds(i.path) for i in laid.items("one") if isinstance(i, PathItem))
    middle = plate.y + plate.height / 2
    assert plate.width > 0
    assert frame.y + 0.15 * frame.height < middle < frame.y + 0.3 * frame.height


def test_a_missing_picture_is_of_the_first_card_that_wants_it_and_said_once(deck):
    table = "name,art\nFire,a.png\nIce,b.png\nWind,b.png\nRain,c.png\n"
    deck.zones(f'one: {{image: "art/{{{{ card.art }}}}", {BOX}, missing: placeholder}}', table)
    deck.write("art/a.png", picture(20, 20))
    found = [(d.card, d.related[0].span.line, "b.png" in d.message) for d in deck.lay().report]
    assert found == [("cards-002", 3, True), ("cards-004", 5, False)]


def test_a_picture_that_is_there_is_no_placeholder(deck):
    laid = from_table(deck, settings=", missing: placeholder").lay()
    assert frames(laid)[0] == (0, 10, 40, 20)
    assert list(laid.report) == []


def test_without_a_word_a_missing_picture_stays_an_error(deck):
    from_table(deck, art="b.png").error("missing-file")


@pytest.mark.parametrize("zone", ["image: art/none.png", "svg: art/none.svg", 'image: "{{ card.none }}"'])
def test_drawings_and_empty_cells_have_placeholders_too(deck, zone):
    laid = deck.zones(f"one: {{{zone}, {BOX}, missing: placeholder}}", "name,none\nFire,\n").lay()
    assert [d.code for d in laid.report] == ["placeholder"]


def test_a_broken_picture_is_an_error_all_the_same(deck):
    deck.zones(f"one: {{image: art/a.png, {BOX}, missing: placeholder}}")
    deck.write("art/a.png", b"no picture")
    deck.error("broken-image")


def test_a_placeholder_of_no_size_draws_nothing_wrong(deck):
    laid = deck.zones("one: {image: art/none.png, box: {width: 0, height: 0}, missing: placeholder}").lay()
    assert [d.code for d in laid.report] == ["placeholder"]
