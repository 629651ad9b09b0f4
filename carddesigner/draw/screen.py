"""How a screen shows printed inks: as pdfium does, which renders all pictures of faces."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from typing import NoReturn

from msgspec.structs import replace

from carddesigner.core.color import Color, Gray, Rgb
from carddesigner.core.geometry import Rect, rectangle
from carddesigner.core.items import ImageItem, Item, PathItem, Picture
from carddesigner.core.jpeg import is_frame, segments
from carddesigner.draw.document import Page, write_document
from carddesigner.draw.painter import Painter
from carddesigner.draw.pictures import in_bytes

_TURNING, _PROFILE = 0xE1, 0xE2
"""Segments of JPEGs that make other programs rotate pictures and change their colours, but not PDF readers."""


@lru_cache(maxsize=4096)
def screen_color(color: Color) -> str:
    """A colour as ``#rrggbb``, without its transparency."""
    if isinstance(color, Rgb):
        levels: Sequence[int] = [round(255 * v) for v in (color.r, color.g, color.b)]
    elif isinstance(color, Gray):
        levels = [round(255 * color.level)] * 3
    else:
        whole = Rect(0.0, 0.0, 8.0, 8.0)
        levels = _seen(PathItem(rectangle(whole), replace(color, alpha=1.0)), 8, 8)[-3:]
    return "#" + "".join(f"{v:02x}" for v in levels)


def screen_picture(data: bytes) -> tuple[str, bytes]:
    """The type and bytes of a picture's file with its pixels as stored, so that any program shows it as a PDF reader
    does.
    """
    if data[:2] == b"\xff\xd8":
        parts = list(segments(data))
        frame = next((at for marker, at, _ in parts if is_frame(marker)), None)
        if frame is not None and data[frame + 5] in (1, 3):
            return "image/jpeg", _plain_jpeg(data, parts)
    from PIL import Image

    out = BytesIO()
    with warnings.catch_warnings(action="ignore"), Image.open(BytesIO(data)) as opened:
        opened.load()
        image: Image.Image = opened
        if image.mode == "CMYK":
            item = ImageItem(Picture("", "0" * 64, *image.size), Rect(0.0, 0.0, *image.size))
            image = Image.frombytes("RGB", image.size, _seen(item, *image.size, data))
        elif image.mode.startswith("I"):
            image = in_bytes(image)
        elif image.mode not in ("L", "RGB", "RGBA"):
            image = image.convert("RGBA" if "A" in image.getbands() or "transparency" in image.info else "RGB")
        image.info.clear()
        image.save(out, "PNG", compress_level=6)
    return "image/png", out.getvalue()


def small_picture(data: bytes, most: int) -> tuple[str, bytes]:
    """The same with at most *most* pixels along the longer side."""
    from PIL import Image

    with warnings.catch_warnings(action="ignore"), Image.open(BytesIO(data)) as opened:
        if max(opened.size) <= most:
            return screen_picture(data)
        opened.draft(None, (2 * most, 2 * most))
        opened.load()
        image: Image.Image = opened
        if image.mode.startswith("I"):
            image = in_bytes(image)
        elif image.mode not in ("L", "RGB", "RGBA", "CMYK"):
            image = image.convert("RGBA" if "A" in image.getbands() or "transparency" in image.info else "RGB")
        image.thumbnail((most, most))
        image.info.clear()
        out = BytesIO()
        if image.mode == "CMYK":
            image.save(out, "TIFF")
            return screen_picture(out.getvalue())
        if image.mode == "RGB":
            image.save(out, "JPEG", quality=88)
            return "image/jpeg", out.getvalue()
        image.save(out, "PNG", compress_level=6)
    return "image/png", out.getvalue()


def _plain_jpeg(data: bytes, parts: list[tuple[int, int, int]]) -> bytes:
    """The same pixels, without the segments that rotate them or change their colours."""
    out, kept = [], 0
    for marker, at, end in parts:
        if marker in (_TURNING, _PROFILE):
            out.append(data[kept : at - 4])
            kept = end
    return b"".join((*out, data[kept:]))


def _seen(item: Item, width: int, height: int, picture: bytes = b"") -> bytes:
    """The pixels of an item on a page of this size in points and pixels, as red, green and blue."""
    import pypdfium2 as pdfium

    painter, out, whole = Painter(_no_font), BytesIO(), Rect(0.0, 0.0, width, height)
    page = Page(width, height, painter.items((item,)), whole, whole, "1")
    write_document(out, [page], painter, lambda _: picture, title="", language="en")
    document = pdfium.PdfDocument(out.getvalue())
    try:
        return bytes(document[0].render(scale=1).to_pil().convert("RGB").tobytes())
    finally:
        document.close()


def _no_font(key: str) -> NoReturn:
    raise AssertionError(key)
