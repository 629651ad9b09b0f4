"""Render shadows as pictures: the opaque areas of their items, rendered by pdfium and blurred."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from carddesigner.core.items import ShadowItem
from carddesigner.layout.effects import MAX_PIXELS

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfPage

PIXEL = "/Type/XObject/Subtype/Image/BitsPerComponent 8/Width 1/Height 1"
"""The PDF entries of a picture of one colour."""


FINE = 2.5
"""A blur with a larger standard deviation, in pixels, is made at a lower resolution and enlarged; the difference is
invisible.
"""


MAX_IN_ALL, ENOUGH = 40_000_000, 4.0
"""The most pixels of all shadows of a document, and the standard deviation of a blur, in pixels, that suffices where
there are more.
"""


class ShadowMask(Struct, frozen=True):
    """How much of a shadow's colour is visible where: rows of bytes, each minus the one above it, compressed."""

    width: int
    height: int
    data: bytes

    @property
    def filter(self) -> str:
        """The PDF entries for how the rows are stored and shown."""
        return f"/Interpolate true/DecodeParms<</Predictor 12/Columns {self.width}>>"


def shadow_masks(pdf: bytes, shadows: Sequence[ShadowItem], dpi: float) -> Iterator[ShadowMask]:
    """Yield the masks of shadows whose items are alone on the pages of a PDF, in order, at this resolution."""
    import pypdfium2 as pdfium

    document = pdfium.PdfDocument(pdf)
    try:
        for index, (shadow, resolution) in enumerate(zip(shadows, _resolutions(shadows, dpi), strict=True)):
            k = resolution / 72
            size = max(1, round(k * shadow.box.width)), max(1, round(k * shadow.box.height))
            page = document[index]
            seen = _blurred(page, size, shadow.blur / 2 * k)
            page.close()
            yield ShadowMask(*size, _compressed(seen))
    finally:
        document.close()


def _blurred(page: PdfPage, size: tuple[int, int], deviation: float) -> Image:
    """The opaque area of a page at a size in pixels, blurred with a standard deviation in pixels."""
    import pypdfium2 as pdfium
    from PIL import Image, ImageFilter
    from pypdfium2 import raw

    fewer = max(1.0, deviation / FINE)
    width, height = max(1, round(size[0] / fewer)), max(1, round(size[1] / fewer))
    bitmap = pdfium.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGRA)
    bitmap.fill_rect((0, 0, 0, 0), 0, 0, width, height)
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0)
    opaque = bitmap.to_pil().getchannel("A").filter(ImageFilter.GaussianBlur(deviation / fewer))
    made: Image.Image = opaque if opaque.size == size else opaque.resize(size, Image.Resampling.BICUBIC)
    return made


def _compressed(image: Image) -> bytes:
    """Rows minus the rows above them, as in PNG: for blurred pictures that takes half the space."""
    from PIL import Image, ImageChops

    width, height = image.size
    above = Image.new("L", image.size)
    above.paste(image, (0, 1))
    rows = ImageChops.subtract_modulo(image, above).tobytes()
    filtered = b"".join([b"\2" + rows[start : start + width] for start in range(0, width * height, width)])
    return zlib.compress(filtered, 1)


def _resolutions(shadows: Sequence[ShadowItem], dpi: float) -> list[float]:
    """The resolution of each shadow. If they have too many pixels together, the most blurred ones are reduced first."""
    resolutions = [dpi * _less(_pixels(shadow, dpi), MAX_PIXELS) for shadow in shadows]
    if sum(map(_pixels, shadows, resolutions)) > MAX_IN_ALL:
        resolutions = [min(k, ENOUGH * 72 / (shadow.blur / 2)) for shadow, k in zip(shadows, resolutions, strict=True)]
    less = _less(sum(map(_pixels, shadows, resolutions)), MAX_IN_ALL)
    return [k * less for k in resolutions]


def _pixels(shadow: ShadowItem, dpi: float) -> float:
    return shadow.box.width * shadow.box.height * (dpi / 72) ** 2


def _less(pixels: float, most: float) -> float:
    """The factor for a resolution that keeps the number of pixels within a limit."""
    return min(1.0, math.sqrt(most / max(pixels, 1.0)))
