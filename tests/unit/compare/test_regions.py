"""Rectangles around what differs in two pictures."""

from __future__ import annotations

from PIL import Image, ImageDraw

from carddesigner.compare.regions import MAX_REGIONS, regions

SIZE = (300, 420)


def picture(*boxes: tuple[int, int, int, int]) -> Image.Image:
    """White, with black boxes: left, top, right, bottom, the last pixels included."""
    image = Image.new("RGB", SIZE, "white")
    for box in boxes:
        ImageDraw.Draw(image).rectangle(box, fill="black")
    return image


def test_equal_pictures_have_none():
    assert regions(picture((10, 10, 40, 40)), picture((10, 10, 40, 40))) == ()


def test_what_the_eye_does_not_see_is_left_out():
    assert regions(Image.new("RGB", SIZE, (200, 200, 200)), Image.new("RGB", SIZE, (205, 198, 200))) == ()


def test_each_place_has_its_own_from_the_top():
    new = picture((200, 300, 219, 309), (20, 30, 49, 59))
    assert regions(picture(), new) == ((20, 30, 50, 60), (200, 300, 220, 310))


def test_letters_of_a_word_are_one():
    assert regions(picture(), picture(*((20 + 12 * i, 50, 28 + 12 * i, 60) for i in range(9)))) == ((20, 50, 125, 61),)


def test_many_are_put_together_and_all_lie_within():
    spots = [(x, y, x + 5, y + 5) for x in range(10, 290, 40) for y in range(10, 410, 40)]
    found = regions(picture(), picture(*spots))
    assert 1 <= len(found) <= MAX_REGIONS
    for left, top, right, bottom in spots:
        assert any(a <= left and b <= top and right <= c and bottom <= d for a, b, c, d in found)


def test_the_last_pixels_are_seen():
    assert regions(picture(), picture((298, 418, 299, 419))) == ((298, 418, 300, 420),)
