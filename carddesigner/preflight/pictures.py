"""Pictures of pages as they print, rendered by pdfium."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2
from msgspec import Struct

from carddesigner.preflight.findings import Finding

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_SHOWN = 12
"""The most pages with findings whose pictures are kept."""
SHOWN_PIXELS = 900
"""The longer side of such a picture."""
MAX_RENDERED, MAX_STRIP = 4_000, 12_000
"""The most pixels along the longer side of a picture, and of one from which a strip is taken."""


class Shown(Struct, frozen=True):
    """A page's picture as PNG, and its size in millimetres."""

    png: bytes
    width_mm: float
    height_mm: float


class Pictures:
    """The pages of a file as pictures; None for a page that can't be rendered."""

    def __init__(self, path: Path) -> None:
        try:
            self._document: pypdfium2.PdfDocument | None = pypdfium2.PdfDocument(path)
        except (pypdfium2.PdfiumError, OSError):
            self._document = None

    def page(
        self, number: int, dpi: float, *, grey: bool = True, part: tuple[float, float, float, float] | None = None
    ) -> Image | None:
        """Render a page at this resolution, or a lower one if it would be too large; only a *part* of it if given, as
        fractions of width and height: left, top, right and bottom.
        """
        if self._document is None:
            return None
        try:
            page = self._document[number - 1]
            longest = max(page.get_size())
            scale = min(dpi / 72, (MAX_RENDERED if part is None else MAX_STRIP) / longest) if longest > 0 else 0
            if not scale:
                return None
            width, height = page.get_size()
            left, top, right, bottom = part or (0.0, 0.0, 1.0, 1.0)
            crop = (left * width, (1 - bottom) * height, (1 - right) * width, top * height)
            bitmap = page.render(scale=scale, grayscale=grey, may_draw_forms=False, crop=crop)
            image: Image = bitmap.to_pil()
            if not grey:
                image = image.convert("RGB")
            bitmap.close()
            page.close()
            return image
        except (pypdfium2.PdfiumError, IndexError, ValueError, MemoryError):
            return None

    def shown(self, findings: Iterable[Finding]) -> dict[int, Shown]:
        """The pictures of the first pages with findings."""
        numbers = dict.fromkeys(p.page for f in findings for p in f.places)
        out = {}
        for number in list(numbers)[:MAX_SHOWN]:
            size = self._size(number)
            image = self.page(number, SHOWN_PIXELS * 72 / max(size), grey=False) if size else None
            if size is None or image is None:
                continue
            data = BytesIO()
            image.save(data, "PNG")
            out[number] = Shown(data.getvalue(), size[0] * 25.4 / 72, size[1] * 25.4 / 72)
        return out

    def _size(self, number: int) -> tuple[float, float] | None:
        try:
            size = self._document[number - 1].get_size() if self._document is not None else (0.0, 0.0)
        except (pypdfium2.PdfiumError, IndexError):
            return None
        return (size[0], size[1]) if min(size) > 0 else None
