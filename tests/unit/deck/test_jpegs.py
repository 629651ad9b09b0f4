"""JPEGs that are taken without being decoded, and those that are not."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from carddesigner.core.jpeg import Jpeg, read_jpeg


def jpeg(mode: str = "RGB", **settings: object) -> bytes:
    image = Image.effect_noise((60, 40), 90).convert(mode)
    out = BytesIO()
    image.save(out, "JPEG", **settings)  # type: ignore[arg-type]
    return out.getvalue()


def turned() -> bytes:
    exif = Image.Exif()
    exif[0x0112] = 6
    return jpeg(exif=exif.tobytes())


@pytest.mark.parametrize("data", [jpeg(), jpeg("L"), jpeg("CMYK"), jpeg(progressive=True)])
def test_a_plain_jpeg_says_its_size(data):
    assert read_jpeg(data) == Jpeg(60, 40, False)


def test_a_camera_may_have_said_how_it_was_held():
    assert read_jpeg(turned()) == Jpeg(60, 40, True)


@pytest.mark.parametrize("data", [jpeg(), jpeg(progressive=True), turned()])
def test_no_part_of_a_jpeg_is_one(data):
    assert [n for n in range(len(data) - 1) if read_jpeg(data[:n]) is not None] == []


@pytest.mark.parametrize("marker", [b"\xff\xdb", b"\xff\xc4", b"\xff\xc0"])
def test_a_jpeg_that_lacks_a_table_is_not_plain(marker):
    assert read_jpeg(jpeg().replace(marker, b"\xff\xe5")) is None


def test_a_jpeg_cut_short_is_reported(deck):
    deck.zones("one: {image: art/a.jpg}")
    deck.write("art/a.jpg", jpeg()[:-200])
    assert "art/a.jpg" in deck.error("broken-image").message
