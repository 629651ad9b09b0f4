"""Shadows to pictures: what of the items is opaque, rendered by pdfium and blurred."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from carddesigner.core.geometry import Rect
from carddesigner.core.items import ShadowItem

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfPage

MAX_PIXELS = 20_000_000
"""Of one shadow; a larger one gets fewer to the inch."""

PIXEL = "/Type/XObject/Subtype/Image/BitsPerComponent 8/Width 1/Height 1"
"""What a PDF says of a picture of one colour."""


FINE = 2.5
"""Pixels of a blur's standard deviation below which it is not made in fewer and enlarged: nobody could tell."""


class ShadowMask(Struct, frozen=True):
    """How much of a shadow's colour is seen where: rows of bytes, each less the one above it, compressed."""

    width: int
    height: int
    data: bytes

    @property
    def filter(self) -> str:
        """What a PDF says of how the rows are stored."""
        return f"/DecodeParms<</Predictor 12/Columns {self.width}>>"


def shadow_masks(pdf: bytes, shadows: Sequence[ShadowItem], dpi: float) -> Iterator[ShadowMask]:
    """The shadows whose items are alone on the pages of a PDF, one after the other, at so many dots per inch."""
    import pypdfium2 as pdfium

    document = pdfium.PdfDocument(pdf)
    try:
        for index, shadow in enumerate(shadows):
            k = _resolution(shadow.box, dpi) / 72
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


def _resolution(box: Rect, dpi: float) -> float:
    pixels = max(box.width * box.height * (dpi / 72) ** 2, 1.0)
    return float(dpi * min(1.0, (MAX_PIXELS / pixels) ** 0.5))
