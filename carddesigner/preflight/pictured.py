"""Checks on pictures of pages: whether bleed is painted, and where the art of a sheet begins and ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from carddesigner.core.units import MM
from carddesigner.preflight.findings import Findings, Place
from carddesigner.preflight.geometry import Box, holds
from carddesigner.preflight.pages import Page, margins

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 72
"""The resolution of pictures in which edges are searched."""
FINE_DPI = 600
"""The resolution of strips in which edges are measured: pdfium starts rectangles at whole pixels."""
STRIP_MM = 1.2
"""The half width of such a strip."""
INKED, BARE = 12, 4
"""The darkness, of 255, from which there is print, and up to which there is bare paper."""
CORNER_MM = 4.0
"""The length at the ends of an edge where marks may lie."""
FEW = 0.02
"""The share of an edge up to which unpainted bleed may be a line that ends there."""
LEAST_MM = 0.8
"""The least bleed that can be examined."""


class Extent(Struct, frozen=True):
    """The begin and end of art, in millimetres from the left or top of the page as seen."""

    begin: float
    end: float

    @property
    def centre(self) -> float:
        """Its middle."""
        return (self.begin + self.end) / 2

    @property
    def length(self) -> float:
        """Its length."""
        return self.end - self.begin


class PagePicture:
    """A page's picture in greys, inverted so that ink has high values, with its pixels per millimetre along each
    axis.
    """

    def __init__(self, page: Page, image: Image) -> None:
        from PIL import ImageChops

        self.page = page
        self.ink = ImageChops.invert(image if image.mode == "L" else image.convert("L"))
        width, height = page.mm_of(page.visible)
        self.across, self.down = image.width / (width or 1), image.height / (height or 1)
        self.width_mm, self.height_mm = width, height

    def box_mm(self, box: Box) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of a box as seen."""
        x, y, width, height = self.page.seen(box) or (0.0, 0.0, 0.0, 0.0)
        return x, y, x + width, y + height

    def darkness(self, left: float, top: float, right: float, bottom: float, *, across: bool) -> list[int]:
        """The darkness of a strip from pixel to pixel along its length."""
        x, y = max(0, round(left * self.across)), max(0, round(top * self.down))
        u, v = min(self.ink.width, round(right * self.across)), min(self.ink.height, round(bottom * self.down))
        if u <= x or v <= y:
            # A strip thinner than a pixel becomes the pixel it lies in.
            u, v = max(u, min(x + 1, self.ink.width)), max(v, min(y + 1, self.ink.height))
        if u <= x or v <= y:
            return []
        from PIL import Image

        size = (u - x, 1) if across else (1, v - y)
        return list(self.ink.crop((x, y, u, v)).resize(size, Image.Resampling.BOX).tobytes())

    def extents(self) -> tuple[Extent | None, Extent | None]:
        """The begin and end of the sheet's art, across and down; None where it has no clear edge."""
        from PIL import Image

        ink = self.ink
        columns = ink.resize((ink.width, 1), Image.Resampling.BOX)
        rows = ink.resize((1, ink.height), Image.Resampling.BOX)
        return _extent(list(columns.tobytes()), self.across), _extent(list(rows.tobytes()), self.down)


def measured(strip: Callable[[bool, float, float], Image | None], extent: Extent, *, across: bool) -> Extent | None:
    """Measure an extent on strips around its ends; *strip* returns the picture between two places across or down. None
    if an end has no clear edge.
    """
    ends = []
    for at, rises in ((extent.begin, True), (extent.end, False)):
        image = strip(across, at - STRIP_MM, at + STRIP_MM)
        if image is None:
            return None
        from PIL import Image as Images
        from PIL import ImageChops

        size = (image.width, 1) if across else (1, image.height)
        profile = list(ImageChops.invert(image.convert("L")).resize(size, Images.Resampling.BOX).tobytes())
        if not rises:
            profile.reverse()
        some = len(profile) // 5
        low, high = sum(profile[:some]) / (some or 1), sum(profile[-some:]) / (some or 1)
        if high - low < INKED / 2:
            return None
        share = sum(min(1.0, max(0.0, (p - low) / (high - low))) for p in profile) / len(profile)
        inked = 2 * STRIP_MM * share
        ends.append(at + STRIP_MM - inked if rises else at - STRIP_MM + inked)
    return Extent(ends[0], ends[1])


def _extent(profile: Sequence[int], per_mm: float) -> Extent | None:
    inked = [p for p in profile if p > INKED / 2]
    if len(inked) < 10:
        return None
    least = 0.4 * sum(inked) / len(inked)
    begin, end = _edge(profile, least), _edge(profile[::-1], least)
    if begin is None or end is None:
        return None
    return Extent(begin / per_mm, (len(profile) - end) / per_mm)


def _edge(profile: Sequence[int], least: float) -> float | None:
    """The place where a profile rises, in pixels from its beginning; None if it rises slowly or right at the
    beginning.
    """
    at = next((i for i, p in enumerate(profile) if p > least), None)
    if at is None or at < 3 or at + 4 > len(profile):
        return None
    level, before = sum(profile[at + 2 : at + 4]) / 2, sum(profile[at - 3 : at - 1]) / 2
    if level - before < INKED / 2 or before > 0.25 * level or abs(profile[at + 2] - profile[at + 3]) > 0.12 * level:
        return None
    # The pixels of the edge are dark in proportion to how much of them is inked.
    covered = sum(min(1.0, max(0.0, (p - before) / (level - before))) for p in profile[at - 1 : at + 2])
    return at + 2 - covered


def check_bleed_is_painted(picture: PagePicture, findings: Findings) -> None:
    """Check that art that reaches the cut continues to the edge of the bleed."""
    page = picture.page
    if (page.trim is None and page.art is None) or page.bleed is None or min(margins(page)) < LEAST_MM * MM:
        return
    if not holds(page.visible, page.bleed):
        return  # no reader shows it
    left, top, right, bottom = picture.box_mm(page.cut)
    outer = picture.box_mm(page.bleed)
    step = 0.6
    pixel = 1 / min(picture.across, picture.down)
    edges = {
        "left": ((left + 0.2, left + 0.2 + step), (outer[0] + pixel, outer[0] + pixel + step / 2), False),
        "right": ((right - 0.2 - step, right - 0.2), (outer[2] - pixel - step / 2, outer[2] - pixel), False),
        "upper": ((top + 0.2, top + 0.2 + step), (outer[1] + pixel, outer[1] + pixel + step / 2), True),
        "lower": ((bottom - 0.2 - step, bottom - 0.2), (outer[3] - pixel - step / 2, outer[3] - pixel), True),
    }
    for name, (inside, outside, across) in edges.items():
        if across:
            ends = (left + CORNER_MM, right - CORNER_MM)
            strips = [picture.darkness(ends[0], a, ends[1], b, across=True) for a, b in (inside, outside)]
        else:
            ends = (top + CORNER_MM, bottom - CORNER_MM)
            strips = [picture.darkness(a, ends[0], b, ends[1], across=False) for a, b in (inside, outside)]
        if not strips[0] or not strips[1]:
            continue
        # Beside a slanted or round edge, art at the edge of the bleed is shorter by as much as it is farther out.
        pixels = picture.across if across else picture.down
        reach = round((abs(outside[0] - inside[0]) + 1.0) * pixels)
        bare = [
            i
            for i, dark in enumerate(strips[0])
            if dark > INKED and max(strips[1][max(0, i - reach) : i + reach + 1], default=0) <= BARE
        ]
        if len(bare) <= FEW * len(strips[0]):
            continue
        first, last = (ends[0] + n / pixels for n in (bare[0], bare[-1] + 1))
        if across:
            y = min(outside[0], inside[0])
            place = _place(page, first, y, last - first, max(outside[1], inside[1]) - y)
        else:
            x = min(outside[0], inside[0])
            place = _place(page, x, first, max(outside[1], inside[1]) - x, last - first)
        findings.error("pdf-bleed-unpainted", f"art ends before the edge of the bleed on the {name} side", [place])


def _place(page: Page, x: float, y: float, width: float, height: float) -> Place:
    return Place(page.number, *(round(v, 1) for v in (x, y, width, height)))
