"""Gradients, see-through colours, blends, masks and shadows, as pdfium shows them."""

from __future__ import annotations

from io import BytesIO

import pypdfium2 as pdfium
import pytest

from carddesigner.core.color import Cmyk, Gray, Rgb, Spot
from carddesigner.core.digest import Digests
from carddesigner.core.geometry import Matrix, Point, Rect, ellipse, rectangle
from carddesigner.core.items import GroupItem, Item, Mask, PathItem, ShadowItem, Stroke
from carddesigner.core.paint import Gradient, Stop, alike
from carddesigner.draw.document import Page, write_document
from carddesigner.draw.painter import Painter
from carddesigner.text.font_face import FontFace

RED, BLUE, WHITE = Rgb(1.0, 0.0, 0.0), Rgb(0.0, 0.0, 1.0), Gray(1.0)
SQUARE = Rect(0.0, 0.0, 100.0, 100.0)
BOX = rectangle(SQUARE)
ACROSS = Gradient((Stop(0.0, RED), Stop(1.0, BLUE)), (0.0, 0.0), (100.0, 0.0))


def shown(*items: Item) -> dict[Point, tuple[int, int, int]]:
    """The colours at every point of a page of 100 × 100 points."""

    def no_font(key: str) -> FontFace:
        raise AssertionError(key)

    out, painter = BytesIO(), Painter(no_font)
    page = Page(100.0, 100.0, painter.items(items), SQUARE, SQUARE, "1")
    write_document(out, [page], painter, lambda _: b"", title="", language="en")
    image = pdfium.PdfDocument(out.getvalue())[0].render().to_pil().convert("RGB")
    return {(x, y): image.getpixel((x, y)) for x in range(100) for y in range(100)}  # type: ignore[misc]


def near(one: tuple[int, ...], other: tuple[int, ...], by: int = 6) -> bool:
    return all(abs(a - b) <= by for a, b in zip(one, other, strict=True))


def test_a_gradient_runs_from_its_first_colour_to_its_last() -> None:
    seen = shown(PathItem(BOX, ACROSS))
    assert near(seen[1, 50], (252, 0, 3))
    assert near(seen[50, 5], (127, 0, 127))
    assert near(seen[98, 95], (3, 0, 252))


def test_a_gradient_turns_with_its_item() -> None:
    seen = shown(GroupItem((PathItem(BOX, ACROSS),), Matrix.turn(90.0, (50.0, 50.0))))
    assert near(seen[50, 1], (252, 0, 3))
    assert near(seen[50, 98], (3, 0, 252))


def test_two_stops_at_one_place_are_a_sharp_edge() -> None:
    stops = (Stop(0.0, RED), Stop(0.5, RED), Stop(0.5, BLUE), Stop(1.0, BLUE))
    seen = shown(PathItem(BOX, Gradient(stops, (0.0, 0.0), (0.0, 100.0))))
    assert (seen[50, 48], seen[50, 52]) == ((255, 0, 0), (0, 0, 255))


def test_beyond_its_stops_a_gradient_has_the_colour_of_the_outermost() -> None:
    stops = (Stop(0.0, BLUE), Stop(0.0, RED), Stop(1.0, RED), Stop(1.0, BLUE))
    seen = shown(PathItem(BOX, Gradient(stops, (0.0, 30.0), (0.0, 70.0))))
    assert [seen[50, y] for y in (10, 50, 90)] == [(0, 0, 255), (255, 0, 0), (0, 0, 255)]


def test_a_radial_gradient_is_an_ellipse_where_it_is_stretched() -> None:
    flat = Matrix(1.0, 0.0, 0.0, 0.5, 0.0, 25.0)
    stops = (Stop(0.0, RED), Stop(0.5, RED), Stop(0.5, BLUE), Stop(1.0, BLUE))
    seen = shown(PathItem(BOX, Gradient(stops, (50.0, 50.0), (50.0, 50.0), (0.0, 80.0), flat)))
    assert (seen[80, 50], seen[50, 65], seen[50, 80]) == ((255, 0, 0), (255, 0, 0), (0, 0, 255))


def test_a_gradient_fades_where_its_colours_do() -> None:
    fading = Gradient((Stop(0.0, RED), Stop(1.0, Rgb(1.0, 0.0, 0.0, 0.0))), (0.0, 0.0), (100.0, 0.0))
    seen = shown(PathItem(BOX, BLUE), PathItem(BOX, fading))
    assert near(seen[2, 50], (250, 0, 5))
    assert near(seen[97, 50], (5, 0, 250))


def test_a_line_takes_a_gradient_wherever_it_lies() -> None:
    line = (("m", 0.0, 50.0), ("l", 100.0, 50.0))
    seen = shown(GroupItem((PathItem(line, stroke=Stroke(ACROSS, 20.0)),), Matrix.move(0.0, 30.0)))
    assert near(seen[5, 80], (242, 0, 13))
    assert near(seen[95, 80], (13, 0, 242))
    assert seen[50, 50] == (255, 255, 255)


def test_a_see_through_colour_lets_what_is_under_it_shine_through() -> None:
    half = Rgb(1.0, 0.0, 0.0, 0.5)
    seen = shown(PathItem(BOX, BLUE), PathItem(rectangle(Rect(20, 20, 60, 60)), half, Stroke(half, 20.0)))
    assert near(seen[50, 50], (128, 0, 127))
    assert near(seen[14, 50], (128, 0, 127))
    assert near(seen[25, 50], (191, 0, 64)), "the line lies over the fill"


@pytest.mark.parametrize(
    ("blend", "mixed"), [("Multiply", (0, 0, 0)), ("Screen", (255, 0, 255)), ("Normal", (255, 0, 0))]
)
def test_blends_mix_with_what_is_under_them(blend: str, mixed: tuple[int, ...]) -> None:
    seen = shown(PathItem(BOX, BLUE), GroupItem((PathItem(BOX, RED),), blend=blend))
    assert near(seen[50, 50], mixed)


def test_a_group_that_is_seen_through_keeps_its_blends_to_itself() -> None:
    inner = GroupItem((PathItem(BOX, RED),), blend="Multiply")
    seen = shown(PathItem(BOX, BLUE), GroupItem((inner,), opacity=0.999))
    assert near(seen[50, 50], (255, 0, 0))


def test_a_mask_shows_what_lies_where_it_is_opaque() -> None:
    round_mask = Mask((PathItem(ellipse(SQUARE), Gray(0.0)),))
    seen = shown(GroupItem((PathItem(BOX, RED),), mask=round_mask))
    assert (seen[50, 50], seen[2, 2]) == ((255, 0, 0), (255, 255, 255))


def test_a_mask_of_light_shows_what_lies_where_it_is_light() -> None:
    light = Mask((PathItem(BOX, Gray(0.0)), PathItem(ellipse(SQUARE), Gray(1.0))), luminosity=True)
    seen = shown(GroupItem((PathItem(BOX, RED),), mask=light))
    assert (seen[50, 50], seen[2, 2]) == ((255, 0, 0), (255, 255, 255))


def test_a_shadow_is_shifted_and_fades_towards_its_edge() -> None:
    small = PathItem(rectangle(Rect(20, 20, 40, 40)), RED)
    seen = shown(ShadowItem((small,), Cmyk(0, 0, 0, 1), 8.0, (20.0, 20.0), Rect(8, 8, 64, 64)))
    assert near(seen[60, 60], (35, 31, 32), 8)
    edge = [seen[x, 60][0] for x in range(74, 88)]
    assert edge == sorted(edge)
    assert 100 < seen[80, 60][0] < 190
    assert seen[25, 25] == (255, 255, 255)


def test_a_blurred_shadow_is_a_pixel_and_a_mask_and_no_text_or_path_twice() -> None:
    painter = Painter(lambda _: pytest.fail("no text"))
    drawing = painter.items((ShadowItem((PathItem(BOX, RED),), RED, 2.0, (0.0, 0.0), SQUARE),))
    assert " re" not in drawing.ops
    assert len(painter.shadows) == 1


def test_colours_of_one_gradient_are_of_one_kind() -> None:
    gold = Spot("Gold", Cmyk(0.0, 0.2, 0.6, 0.0))
    assert alike((RED, Gray(0.5))) == (RED, Rgb(0.5, 0.5, 0.5))
    assert alike((Cmyk(1, 0, 0, 0), Rgb(1, 1, 1))) == (Cmyk(1, 0, 0, 0), Cmyk(0, 0, 0, 0))
    assert alike((gold, WHITE)) == (gold, Spot("Gold", Cmyk(0.0, 0.2, 0.6, 0.0), 0.0))
    for mixed in ((RED, Cmyk(1, 0, 0, 0)), (gold, RED), (gold, Spot("Silver", Cmyk(0, 0, 0, 0.3))), (gold, Gray(0.0))):
        with pytest.raises(ValueError, match=r"spot colour|don't mix"):
            alike(mixed)


def test_every_effect_is_part_of_the_digest() -> None:
    plain = PathItem(BOX, RED)
    fading = Gradient((Stop(0.0, RED), Stop(1.0, Rgb(0.0, 0.0, 1.0, 0.5))), (0.0, 0.0), (100.0, 0.0))
    items: list[Item] = [
        plain,
        PathItem(BOX, ACROSS),
        PathItem(BOX, fading),
        PathItem(BOX, Rgb(1.0, 0.0, 0.0, 0.5)),
        GroupItem((plain,)),
        GroupItem((plain,), blend="Multiply"),
        GroupItem((plain,), mask=Mask((plain,))),
        GroupItem((plain,), mask=Mask((plain,), luminosity=True)),
        ShadowItem((plain,), RED, 2.0, (1.0, 1.0), SQUARE),
        ShadowItem((plain,), RED, 3.0, (1.0, 1.0), SQUARE),
    ]
    digests = Digests(str)
    assert len({digests.item(item) for item in items}) == len(items)
