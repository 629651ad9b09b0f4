"""The report on a PDF as one HTML page, with the places of findings framed on pictures of its pages; it needs no other
file and no network.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct

from carddesigner.core.html import data_address, html_page
from carddesigner.core.report import Severity
from carddesigner.preflight.findings import Finding, Place, pages_text
from carddesigner.preflight.judge import Judged

SMALLEST_MM = 3.0
"""The least size of a frame on a picture, so that it is visible."""
AROUND_MM = 0.4
"""Between a frame and its content, so that the frame covers none of it."""
NUMBERS = 28
"""The height of a number on a picture is the page's width divided by this."""


class _Framed(Struct, frozen=True):
    """A place as a frame on a page's picture, in millimetres, with the number of its finding, whose baseline is at
    ``number_y``.
    """

    number: int
    wrong: bool
    x: float
    y: float
    width: float
    height: float
    number_y: float


class _PagePicture(Struct, frozen=True):
    """A page's picture with its frames."""

    number: int
    address: str
    width: float
    height: float
    number_size: float
    frames: tuple[_Framed, ...]


class _Listed(Struct, frozen=True):
    """A finding in the list."""

    number: int
    wrong: bool
    finding: Finding
    where: str
    means: str
    mend: str


def page(judged: Judged, name: str, advice: dict[str, Any]) -> str:
    """The page. All text from the file is escaped."""
    listed = []
    for number, f in enumerate(judged.findings, 1):
        explained = advice.get(f.code, {})
        where = pages_text(f.pages) if f.pages else "the file"
        listed.append(
            _Listed(
                number, f.severity is Severity.ERROR, f, where, explained.get("means", ""), explained.get("mend", "")
            )
        )
    pictures = []
    for number, shown in judged.pictures.items():
        width, height = round(shown.width_mm, 2), round(shown.height_mm, 2)
        size = round(width / NUMBERS, 2)
        places = [(s, p) for s in listed for p in s.finding.places if p.page == number and p.x_mm is not None]
        frames = tuple(_framed(s, p, size, (width, height)) for s, p in places)
        pictures.append(_PagePicture(number, data_address("image/png", shown.png), width, height, size, frames))
    return html_page(
        Path(__file__).with_name("page.html"),
        name=name,
        judged=judged,
        listed=listed,
        wrong=sum(s.wrong for s in listed),
        pictures=sorted(pictures, key=lambda p: p.number),
    )


def _framed(listed: _Listed, place: Place, size: float, page: tuple[float, float]) -> _Framed:
    """The frame of a place, with its number above it, below it at the top of a page, or inside a frame as high as the
    page, so that it covers none of the place.
    """
    width, height = place.width_mm or 0.0, place.height_mm or 0.0
    wide, high = max(width + 2 * AROUND_MM, SMALLEST_MM), max(height + 2 * AROUND_MM, SMALLEST_MM)
    x, y = (place.x_mm or 0.0) - (wide - width) / 2, (place.y_mm or 0.0) - (high - height) / 2
    right, bottom = min(x + wide, page[0]), min(y + high, page[1])
    x, y = max(x, 0.0), max(y, 0.0)
    wide, high = right - x, bottom - y
    above, below = y - 0.25 * size, y + high + 0.95 * size
    baseline = above if above >= 0.75 * size else below if below <= page[1] else y + 0.95 * size
    return _Framed(listed.number, listed.wrong, *(round(v, 2) for v in (x, y, wide, high, baseline)))
