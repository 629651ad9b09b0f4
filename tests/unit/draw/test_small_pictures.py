"""Pictures for a wall of cards have no more pixels than are seen, as they lie in the file."""

from io import BytesIO

import pytest
from PIL import Image

from carddesigner.draw.screen import small_picture


def written(mode: str, kind: str, color: object) -> bytes:
    out = BytesIO()
    Image.new(mode, (900, 300), color).save(out, kind)  # type: ignore[arg-type]
    return out.getvalue()


@pytest.mark.parametrize(
    ("mode", "kind", "color", "seen"),
    [
        ("RGB", "JPEG", (200, 40, 40), (200, 40, 40, 255)),
        ("RGB", "PNG", (200, 40, 40), (200, 40, 40, 255)),
        ("RGBA", "PNG", (200, 40, 40, 128), (200, 40, 40, 128)),
        ("L", "PNG", 90, (90, 90, 90, 255)),
        ("I;16", "PNG", 257 * 90, (90, 90, 90, 255)),
        ("CMYK", "TIFF", (0, 255, 255, 0), (238, 29, 35, 255)),
    ],
)
def test_a_picture_becomes_as_small_as_it_is_seen(
    mode: str, kind: str, color: object, seen: tuple[int, int, int, int]
) -> None:
    data = written(mode, kind, color)
    _, small = small_picture(data, 256)
    with Image.open(BytesIO(small)) as image:
        assert image.size == (256, 85)
        pixel = image.convert("RGBA").getpixel((100, 40))
    assert isinstance(pixel, tuple)
    assert all(abs(a - b) <= 12 for a, b in zip(pixel, seen, strict=True)), pixel
    with Image.open(BytesIO(small_picture(data, 1024)[1])) as image:
        assert image.size == (900, 300)
