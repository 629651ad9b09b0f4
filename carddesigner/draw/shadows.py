"""Shadows to pictures: what of the items is opaque, rendered by pdfium and blurred."""

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
"""What a PDF says of a picture of one colour."""


FINE = 2.5
"""Pixels of a blur's standard deviation below which it is not made in fewer and enlarged: nobody could tell."""


MAX_IN_ALL, ENOUGH = 40_000_000, 4.0
"""Pixels of all shadows of a document, and those of a blur's standard deviation that will do where there are more."""


class ShadowMask(Struct, frozen=True):
    """How much of a shadow's colour is seen where: rows of bytes, each less the one above it, compressed."""

    width: int
    height: int
    data: bytes

    @property
    def filter(self) -> str:
        """What a PDF says of how the rows are stored and shown."""
        return f"/Interpolate true/DecodeParms<</Predictor 12/Columns {self.width}>>"


def shadow_masks(pdf: bytes, shadows: Sequence[ShadowItem], dpi: float) -> Iterator[ShadowMask]:
    """The shadows whose items are alone on the pages of a PDF, one after the other, at so many dots per inch."""
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
    """What is opaque of a page in so many pixels, blurred by a standard deviation in these."""
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
    """Rows less the ones above them, as PNG has them: of what is blurred that takes half the room."""
    from PIL import Image, ImageChops

    width, height = image.size
    above = Image.new("L", image.size)
    above.paste(image, (0, 1))
    rows = ImageChops.subtract_modulo(image, above).tobytes()
    filtered = b"".join([b"\2" + rows[start : start + width] for start in range(0, width * height, width)])
    return zlib.compress(filtered, 1)


def _resolutions(shadows: Sequence[ShadowItem], dpi: float) -> list[float]:
    """The dots per inch of each. Where they have too many pixels together, those that are blurred most get fewer first."""
    found = [dpi * _less(_pixels(shadow, dpi), MAX_PIXELS) for shadow in shadows]
    if sum(map(_pixels, shadows, found)) > MAX_IN_ALL:
        found = [min(k, ENOUGH * 72 / (shadow.blur / 2)) for shadow, k in zip(shadows, found, strict=True)]
    less = _less(sum(map(_pixels, shadows, found)), MAX_IN_ALL)
    return [k * less for k in found]


def _pixels(shadow: ShadowItem, dpi: float) -> float:
    return shadow.box.width * shadow.box.height * (dpi / 72) ** 2


def _less(pixels: float, most: float) -> float:
    """What a resolution is multiplied by, so that there are not more pixels."""
    return min(1.0, math.sqrt(most / max(pixels, 1.0)))
