"""Shadows to pictures: what of the items is opaque, rendered by pdfium and blurred."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

from msgspec import Struct

from carddesigner.core.geometry import Rect
from carddesigner.core.items import ShadowItem

MAX_PIXELS = 20_000_000
"""Of one shadow; a larger one gets fewer to the inch."""

PIXEL = "/Type/XObject/Subtype/Image/BitsPerComponent 8/Width 1/Height 1"
"""What a PDF says of a picture of one colour."""


class ShadowMask(Struct, frozen=True):
    """How much of a shadow's colour is seen where: rows of bytes, compressed."""

    width: int
    height: int
    data: bytes


def shadow_masks(pdf: bytes, shadows: Sequence[ShadowItem], dpi: float) -> Iterator[ShadowMask]:
    """The shadows whose items are alone on the pages of a PDF, one after the other, at so many dots per inch."""
    import pypdfium2 as pdfium
    from PIL import ImageFilter
    from pypdfium2 import raw

    document = pdfium.PdfDocument(pdf)
    try:
        for index, shadow in enumerate(shadows):
            k = _resolution(shadow.box, dpi) / 72
            width, height = max(1, round(k * shadow.box.width)), max(1, round(k * shadow.box.height))
            bitmap = pdfium.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGRA)
            bitmap.fill_rect((0, 0, 0, 0), 0, 0, width, height)
            page = document[index]
            raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0)
            page.close()
            opaque = bitmap.to_pil().getchannel("A")
            seen = opaque.filter(ImageFilter.GaussianBlur(shadow.blur / 2 * k))
            yield ShadowMask(width, height, zlib.compress(seen.tobytes(), 4))
    finally:
        document.close()


def _resolution(box: Rect, dpi: float) -> float:
    pixels = max(box.width * box.height * (dpi / 72) ** 2, 1.0)
    return float(dpi * min(1.0, (MAX_PIXELS / pixels) ** 0.5))
