"""The ink of pictures, counted by pixel."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from io import BytesIO
from typing import TYPE_CHECKING

import pikepdf

from carddesigner.preflight.names import filters_of
from carddesigner.preflight.painted import Picture
from carddesigner.preflight.streams import Bounded

if TYPE_CHECKING:
    from PIL import Image

MAX_PIXELS = 120_000_000
"""The most pixels of a picture whose ink is counted."""


def ink_shares(picture: Picture, bounded: Bounded) -> list[tuple[float, float]] | None:
    """The ink levels of a CMYK picture in percent, each with its share of the pixels, highest first; None if they can't
    be counted.
    """
    if picture.stream is None or picture.space.mixes != "cmyk" or picture.width * picture.height > MAX_PIXELS:
        return None
    try:
        image = _decoded(picture, bounded)
    except (OSError, ValueError, KeyError, TypeError, SyntaxError, zlib.error, pikepdf.PdfError):
        return None
    if image is None:
        return None
    from PIL import ImageChops

    c, m, y, k = image.split()
    # In eight bits a mean of two is off by at most half a step, so the sum of four is off by less than two percent.
    mean = ImageChops.add(ImageChops.add(c, m, scale=2), ImageChops.add(y, k, scale=2), scale=2)
    histogram = mean.histogram()
    total = sum(histogram) or 1
    return [(400 * i / 255, n / total) for i, n in reversed(list(enumerate(histogram))) if n]


def _decoded(picture: Picture, bounded: Bounded) -> Image.Image | None:
    from PIL import Image, ImageChops

    given = picture.stream
    names = filters_of(given)
    size = (picture.width, picture.height)
    if names[-1:] == ["/DCTDecode"]:
        raw = given.read_raw_bytes() if len(names) == 1 else None
        if raw is None:
            return None
        image: Image.Image = Image.open(BytesIO(raw), formats=["JPEG"])
        if image.mode != "CMYK" or image.width * image.height > MAX_PIXELS:
            return None
        image.load()
        if "adobe" in image.info:
            image = ImageChops.invert(image)  # Pillow inverts what Adobe writes; a PDF states it in its Decode array
    elif picture.bits == 8:
        data = bounded.content(given)
        whole = data[: 4 * size[0] * size[1]]
        image = _of_palette(given, data, size) if picture.space.indexed else Image.frombytes("CMYK", size, whole)
    else:
        return None
    if _turned(given.get("/Decode")):
        image = ImageChops.invert(image)
    return image


def _of_palette(given: pikepdf.Object, data: bytes, size: tuple[int, int]) -> Image.Image:
    from PIL import Image

    table = given["/ColorSpace"][3]
    colours = table.read_bytes() if isinstance(table, pikepdf.Stream) else bytes(table)
    indexes = Image.frombytes("L", size, data[: size[0] * size[1]])
    plates = [indexes.point([colours[min(4 * i + n, len(colours) - 1)] for i in range(256)]) for n in range(4)]
    return Image.merge("CMYK", plates)


def _turned(decode: object) -> bool:
    return isinstance(decode, pikepdf.Array) and len(decode) >= 2 and float(decode[0]) > float(decode[1])


def most_ink(shares: Iterable[tuple[float, float]], area_mm2: float, smallest_mm2: float) -> float | None:
    """The highest ink level such that at least this much paper has it or more; None for a smaller picture."""
    covered = 0.0
    for ink, share in shares:
        covered += share * area_mm2
        if covered >= smallest_mm2:
            return ink
    return None
