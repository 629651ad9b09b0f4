"""Raster pictures: check that one can be drawn, and return its properties without keeping its pixels."""

from __future__ import annotations

import hashlib
import warnings
from pathlib import Path

from carddesigner.core.items import Picture
from carddesigner.core.jpeg import Jpeg, read_jpeg
from carddesigner.core.png import MAX_PIXELS, read_png
from carddesigner.core.report import Problem
from carddesigner.source.files import read_bytes

MAX_DECODED = 36_000_000
"""The most pixels of a picture that must be decoded; only plain JPEGs and PNGs needn't be. An A3 scan at 400 dpi has 35
million.

For WebP it is half as many, because decoding takes twice the memory.
"""


def read_picture(path: Path, name: str) -> Picture:
    """Read the picture in a file that the deck calls *name*. Raises Problem."""
    data = read_bytes(path)
    jpeg = read_jpeg(data)
    plain = (jpeg if jpeg is not None and not jpeg.turned else None) or read_png(data)
    if plain is not None:
        width, height, orientation, alpha = plain.width, plain.height, 1, False
        _check(name, width, height)
    else:
        width, height, orientation, alpha = _opened(name, path, data, jpeg)
    if orientation >= 5:
        width, height = height, width
    return Picture(name, hashlib.sha256(data).hexdigest(), width, height, orientation, alpha)


def _opened(name: str, path: Path, data: bytes, jpeg: Jpeg | None) -> tuple[int, int, int, bool]:
    """Width, height and Exif orientation of a picture, and whether it has transparency. It is decoded unless *jpeg*
    shows that it is whole.
    """
    from io import BytesIO

    from PIL import ExifTags, Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings(action="ignore"), Image.open(BytesIO(data)) as image:
            width, height = image.size
            _check(name, width, height)
            if image.format not in ("JPEG", "PNG", "GIF", "BMP", "TIFF", "WEBP", "MPO"):
                raise Problem("broken-image", f"{name!r} is {image.format}; use PNG or JPEG")
            if jpeg is None or jpeg[:2] != image.size:
                most = MAX_DECODED // (2 if image.format == "WEBP" else 1)
                if width * height > most:
                    message = f"{name!r} has {width} × {height} pixels; at most {most // 1_000_000} million"
                    hint = "save it as a JPEG, or as a PNG with neither transparency nor interlacing"
                    raise Problem("image-too-large", f"{message} are read of such a picture", hint=hint)
                image.load()
            orientation = image.getexif().get(ExifTags.Base.Orientation, 1)
            # In CIELAB, band A is a colour, not transparency.
            alpha = (image.mode != "LAB" and "A" in image.getbands()) or "transparency" in image.info
            return width, height, orientation if orientation in range(1, 9) else 1, alpha
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as problem:
        why = "" if isinstance(problem, UnidentifiedImageError) else f" ({problem})"
        if path.suffix.lower() == ".svg":
            raise Problem("broken-image", f"{name!r} is an SVG; write `svg:` in place of `image:`") from None
        raise Problem("broken-image", f"{name!r} is not a picture that can be read{why}") from None


def _check(name: str, width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        message = f"{name!r} has {width} × {height} pixels; at most {MAX_PIXELS // 1_000_000} million can be printed"
        raise Problem("image-too-large", message)
