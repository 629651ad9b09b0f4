"""A picture's file to what a PDF holds: JPEGs as they are, anything else as pixels and a mask."""

from __future__ import annotations

import hashlib
import warnings
import zlib
from collections.abc import Callable

from msgspec import Struct

from carddesigner.core.jpeg import is_frame, segments

MAX_KEPT = 200_000_000
"""Bytes of compressed pixels that are kept for the next document."""

_kept: dict[str, PictureData] = {}


class PictureData(Struct, frozen=True):
    """A JPEG's own bytes, or compressed rows of pixels with eight bits a component; ``mask`` has the alpha likewise."""

    space: str
    data: bytes
    mask: bytes | None = None
    is_jpeg: bool = False
    inverted: bool = False

    @property
    def size(self) -> int:
        """Its bytes."""
        return len(self.data) + len(self.mask or b"")


def picture_data(digest: str, read: Callable[[], bytes]) -> PictureData:
    """What a picture's file, which Pillow has read before, becomes in a PDF.

    Pixels take long to compress: those of the same *digest*, sha256 of the file, are so once.
    """
    cached = _kept.pop(digest, None)
    if cached is None:
        data = read()
        cached = (_jpeg(data) if data[:2] == b"\xff\xd8" else None) or _pixels(data)
        # A file may have been replaced since its digest was taken.
        if cached.is_jpeg or hashlib.sha256(data).hexdigest() != digest:
            return cached
    # The last are those that were used last.
    _kept[digest] = cached
    while sum(p.size for p in _kept.values()) > MAX_KEPT:
        del _kept[next(iter(_kept))]
    return cached


def _pixels(data: bytes) -> PictureData:
    from io import BytesIO

    from PIL import Image

    with warnings.catch_warnings(action="ignore"), Image.open(BytesIO(data)) as opened:
        image: Image.Image = opened
        mask = None
        if image.mode.startswith("I"):
            # Pillow cuts off at 255 where it should scale.
            image = image.convert("I").point(lambda v: v * (1 / 257)).convert("L")
        elif "A" in image.getbands() or "transparency" in image.info:
            image = image.convert("RGBA")
            mask = zlib.compress(image.getchannel("A").tobytes())
        mode = {"L": "L", "1": "L", "CMYK": "CMYK"}.get(image.mode, "RGB")
        space = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}[mode]
        return PictureData(space, zlib.compress(image.convert(mode).tobytes()), mask)


def _jpeg(data: bytes) -> PictureData | None:
    """A JPEG as it is; None for one that a PDF's reader may not find its way through.

    The frame header gives the colour space; with Adobe's marker, CMYK is stored inverted.
    """
    adobe = False
    for marker, at, _ in segments(data):
        if marker == 0xEE and data[at : at + 5] == b"Adobe":
            adobe = True
        if is_frame(marker):
            components = data[at + 5]
            space = {1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"}.get(components)
            if space is None:
                return None
            return PictureData(space, data, is_jpeg=True, inverted=adobe and components == 4)
    return None
