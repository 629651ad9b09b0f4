"""Faces to PNG files: the pages of the very PDF, rendered by pdfium."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO

from carddesigner.core.geometry import Rect

MAX_PIXELS = 50_000_000
"""Pixels of one picture."""


def render_pages(pdf: bytes, crops: Sequence[tuple[int, Rect]], dpi: int) -> Iterator[bytes]:
    """A PNG for every (page index from 0, rectangle in points from the page's top left), at *dpi*.

    Raises ValueError where a picture would have more than MAX_PIXELS.
    """
    import pypdfium2 as pdfium
    from PIL import Image

    document = pdfium.PdfDocument(pdf)
    scale = dpi / 72
    try:
        for index, crop in crops:
            if crop.width * crop.height * scale * scale > MAX_PIXELS:
                raise ValueError(f"a picture at {dpi} dpi would have more than {MAX_PIXELS:,} pixels")
            page = document[index]
            bitmap = page.render(scale=scale)
            image = bitmap.to_pil().convert("RGB")
            # pdfium stretches a page to whole pixels, so each axis has its own scale.
            kx, ky = image.width / page.get_width(), image.height / page.get_height()
            size = (round(crop.width * scale), round(crop.height * scale))
            box = (crop.x * kx, crop.y * ky, crop.right * kx, crop.bottom * ky)
            if box == (0.0, 0.0, float(image.width), float(image.height)) or _near(box, image.size):
                cut = image
            else:
                cut = image.resize(size, Image.Resampling.BICUBIC, box=box)
            out = BytesIO()
            cut.save(out, "PNG", dpi=(dpi, dpi), compress_level=6)
            yield out.getvalue()
    finally:
        document.close()


def _near(box: tuple[float, float, float, float], size: tuple[int, int]) -> bool:
    return abs(box[0]) < 0.5 and abs(box[1]) < 0.5 and abs(box[2] - size[0]) < 0.5 and abs(box[3] - size[1]) < 0.5
