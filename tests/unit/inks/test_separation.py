"""Colours in inks, held to what LittleCMS gives, with no more ink than is allowed."""

from __future__ import annotations

from itertools import product
from math import dist

import pytest
from PIL import Image, ImageCms

from carddesigner.core.color import Cmyk, Rgb
from carddesigner.inks.profile import opened, screen_profile, shipped_profile
from carddesigner.inks.separation import Separation

COLORS = [tuple(round(255 * v / 12) for v in color) for color in product(range(13), repeat=3)]


def seen(inks: Image.Image) -> list[tuple[float, float, float]]:
    """CIELAB of inks, relative to paper's white and black as colours are converted."""
    flags, intent = ImageCms.Flags.BLACKPOINTCOMPENSATION, ImageCms.Intent.RELATIVE_COLORIMETRIC
    lab = ImageCms.createProfile("LAB")
    transform = ImageCms.buildTransform(shipped_profile().opened(), lab, "CMYK", "LAB", intent, flags)
    image = ImageCms.applyTransform(inks, transform)
    return [(v[0] / 2.55, *v[1:]) for v in (image.getpixel((x, 0)) for x in range(image.width))]


def theirs(image: Image.Image) -> Image.Image:
    flags, intent = ImageCms.Flags.BLACKPOINTCOMPENSATION, ImageCms.Intent.RELATIVE_COLORIMETRIC
    press = shipped_profile().opened()
    return ImageCms.applyTransform(
        image, ImageCms.buildTransform(opened(screen_profile()), press, "RGB", "CMYK", intent, flags)
    )


@pytest.mark.parametrize(("limit", "most", "nearly_all"), [(3.0, 3, 1.5), (2.4, 6.5, 3)])
def test_colours_look_as_littlecms_makes_them_with_no_more_ink_than_is_allowed(limit, most, nearly_all):
    image = Image.new("RGB", (len(COLORS), 1))
    image.putdata(COLORS)
    separation = Separation(shipped_profile(), limit)
    inks = separation.picture(image)
    amounts = [tuple(v / 255 for v in inks.getpixel((x, 0))) for x in range(len(COLORS))]
    assert max(map(sum, amounts)) <= limit
    if limit == 3:  # room for black over anything
        assert max(sum(a[:3]) for a in amounts) <= limit - 1
    off = sorted(dist(a, b) for a, b in zip(seen(theirs(image)), seen(inks), strict=True))
    assert off[-1] <= most
    assert off[int(0.99 * len(off))] <= nearly_all
    # A colour of its own is that of a picture which ends in it.
    for color, pixel in list(zip(COLORS, amounts, strict=True))[::40]:
        own = separation.color(Rgb(*(v / 255 for v in color)))
        assert isinstance(own, Cmyk)
        assert dist((own.c, own.m, own.y, own.k), pixel) < 0.005


def small(color: str, separation: Separation) -> tuple[Cmyk, float]:
    """The inks of text of 8 pt in a colour, and how far they are off in ΔE from those of areas."""
    given = Rgb(*(int(color[i : i + 2], 16) / 255 for i in (0, 2, 4)))
    made = [separation.fine(given, 8), separation.color(given)]
    image = Image.new("CMYK", (2, 1))
    image.putdata([tuple(round(255 * v) for v in (inks.c, inks.m, inks.y, inks.k)) for inks in made])
    return made[0], dist(*seen(image))


@pytest.mark.parametrize(
    ("color", "most"),
    [("777777", 1), ("aaaaaa", 1), ("5b554c", 6), ("6b5b4b", 14), ("d9c8a0", 7), ("31506b", 23), ("c05040", 16)],
)
def test_small_text_looks_as_much_like_its_colour_as_two_inks_can(color, most):
    inks, off = small(color, Separation(shipped_profile()))
    assert sum(v > 0 for v in (inks.c, inks.m, inks.y, inks.k)) <= 2
    assert inks.k <= 0.5 or inks.c + inks.m + inks.y == 0
    assert off <= most


def test_small_grey_text_is_black_alone():
    for level in range(0x58, 0xF0, 8):
        inks, _ = small(f"{level:02x}" * 3, Separation(shipped_profile()))
        assert (inks.c, inks.m, inks.y) == (0, 0, 0)
        assert inks.k > 0
