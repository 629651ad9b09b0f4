"""The boxes of a page, and places on it as it is seen."""

from __future__ import annotations

from math import isfinite
from typing import Any

import pikepdf
from msgspec import Struct

from carddesigner.core.units import MM
from carddesigner.preflight.findings import Findings, Place
from carddesigner.preflight.geometry import Box, common, holds
from carddesigner.preflight.names import text_of
from carddesigner.targets.target import Target

LETTER: Box = (0.0, 0.0, 612.0, 792.0)
BOXES = "pdf-boxes"
BLEED = "pdf-bleed"
CLOSE = 0.02 * MM
"""The tolerance for rounding in boxes."""
MAX_SIDE = 14_400
"""The largest side of a page that readers show, in points."""


class Page(Struct, frozen=True):
    """A page's boxes in points, y up, unturned; ``unit`` is the page's unit in points."""

    number: int
    media: Box
    visible: Box
    bleed: Box | None
    trim: Box | None
    art: Box | None
    turned: int
    unit: float
    annotations: tuple[tuple[str, Box | None], ...] = ()
    acts: bool = False

    @property
    def cut(self) -> Box:
        """The box it is cut to: its TrimBox, its ArtBox, or its visible area."""
        return self.trim or self.art or self.visible

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the cut page, as seen."""
        return self.mm_of(self.cut)

    def mm_of(self, box: Box) -> tuple[float, float]:
        """Width and height of a box, as seen."""
        size = self.length(box[2] - box[0]), self.length(box[3] - box[1])
        return size if self.turned % 180 == 0 else (size[1], size[0])

    def length(self, points: float) -> float:
        """A length in millimetres on paper."""
        return round(points * self.unit / MM, 2)

    def place(self, box: Box | None) -> Place:
        """A box as a place on the page, as seen."""
        seen = self.seen(box)
        return Place(self.number, *(round(v, 1) for v in seen)) if seen is not None else Place(self.number)

    def seen(self, box: Box | None) -> tuple[float, float, float, float] | None:
        """Left, top, width and height of a box in millimetres on the page, as seen; None if no part of it is
        visible.
        """
        inside = common(box, self.visible) if box is not None else None
        if inside is None:
            return None
        left, bottom, right, top = self.visible
        x, y, u, v = inside
        edges = {
            0: (x - left, top - v, u - x, v - y),
            90: (y - bottom, x - left, v - y, u - x),
            180: (right - u, y - bottom, u - x, v - y),
            270: (top - v, right - u, v - y, u - x),
        }[self.turned]
        x, y, width, height = (e * self.unit / MM for e in edges)
        return x, y, width, height


def read_page(number: int, given: Any) -> Page:
    """Read a page's boxes. One that isn't a rectangle counts as missing."""
    media = _box(given, "/MediaBox", inherited=True) or LETTER
    crop = _box(given, "/CropBox", inherited=True)
    visible = common(media, crop) if crop is not None else media
    turned = _number(_inherited(given, "/Rotate"), 0)
    unit = _number(given.get("/UserUnit"), 1)
    return Page(
        number,
        media,
        visible if visible is not None and visible[2] > visible[0] and visible[3] > visible[1] else media,
        _box(given, "/BleedBox"),
        _box(given, "/TrimBox"),
        _box(given, "/ArtBox"),
        int(turned) // 90 % 4 * 90,
        unit if unit > 0 else 1,
        _annotations(given),
        "/AA" in given,
    )


def _box(page: Any, key: str, *, inherited: bool = False) -> Box | None:
    given = _inherited(page, key) if inherited else page.get(key)
    if not isinstance(given, pikepdf.Array) or len(given) != 4:
        return None
    try:
        a, b, c, d = (float(v) for v in given)
    except (TypeError, ValueError):
        return None
    if not all(isfinite(v) and abs(v) < 1e7 for v in (a, b, c, d)) or a == c or b == d:
        return None
    return (min(a, c), min(b, d), max(a, c), max(b, d))


def _inherited(page: Any, key: str) -> Any:
    for _ in range(60):
        if not isinstance(page, pikepdf.Dictionary) or key in page:
            break
        page = page.get("/Parent")
    return page.get(key) if isinstance(page, pikepdf.Dictionary) else None


def _number(given: Any, otherwise: float) -> float:
    try:
        return float(given)
    except (TypeError, ValueError):
        return otherwise


def _annotations(page: Any) -> tuple[tuple[str, Box | None], ...]:
    given = page.get("/Annots")
    listed = list(given)[:1000] if isinstance(given, pikepdf.Array) else []
    return tuple(
        (text_of(a.get("/Subtype", "/?"))[1:], _box(a, "/Rect")) for a in listed if isinstance(a, pikepdf.Dictionary)
    )


def check_boxes(page: Page, target: Target, findings: Findings) -> None:
    """Check that a page's boxes exist, contain each other, and leave the bleed that the target requires."""
    at = (page.place(page.visible),)
    if page.unit * max(page.media[2] - page.media[0], page.media[3] - page.media[1]) > MAX_SIDE * max(1, page.unit):
        findings.warn(BOXES, "the page is larger than 5 metres, which readers don't show", at)
    if target.standard is not None:
        if page.trim is None and page.art is None:
            findings.error(BOXES, "there is no TrimBox, so nothing says where the page is cut", at)
        if page.trim is not None and page.art is not None:
            findings.error(BOXES, "there are both a TrimBox and an ArtBox; a standard takes one", at)
    elif target.bleed and page.trim is None and not _is_canvas(page, target):
        findings.add(BOXES, "there is no TrimBox, so nothing says where the page is cut", at, wrong=target.for_press)
    for name, inner, around, outer in (
        ("TrimBox", page.trim, "BleedBox", page.bleed),
        ("ArtBox", page.art, "BleedBox", page.bleed),
        ("TrimBox", page.trim, "MediaBox", page.media),
        ("BleedBox", page.bleed, "MediaBox", page.media),
        ("TrimBox", page.trim, "CropBox", page.visible),
    ):
        if inner is None or outer is None or holds(outer, inner, CLOSE):
            continue
        if around == "CropBox" and holds(page.visible, page.media):
            continue
        findings.error(BOXES, f"the {name} reaches out of the {around}", (page.place(inner),))


def margins(page: Page) -> tuple[float, float, float, float]:
    """How far the page continues beyond its cut, at the left, bottom, right and top, in points on paper."""
    outer, cut = page.bleed or page.cut, page.cut
    sizes = cut[0] - outer[0], cut[1] - outer[1], outer[2] - cut[2], outer[3] - cut[3]
    return sizes[0] * page.unit, sizes[1] * page.unit, sizes[2] * page.unit, sizes[3] * page.unit


def _is_canvas(page: Page, target: Target) -> bool:
    """Whether the whole page has a size that the target makes, with its bleed around it."""
    return trim_of_canvas(page, target) is not None


def trim_of_canvas(page: Page, target: Target) -> tuple[float, float] | None:
    """The trimmed size that a page without a TrimBox is meant for: its canvas without the bleed; None if the target
    makes no such size.
    """
    width, height = page.mm_of(page.visible)
    product = target.product_of(width * MM - 2 * target.bleed, height * MM - 2 * target.bleed)
    return (product[0].width / MM, product[0].height / MM) if product is not None else None


def within(page: Page, target: Target) -> Page:
    """The page with the trim and bleed of the target's canvas, if it has no trim itself."""
    if page.trim is not None or page.art is not None or trim_of_canvas(page, target) is None:
        return page
    from msgspec.structs import replace

    by = target.bleed / page.unit
    x, y, u, v = page.visible
    return replace(page, trim=(x + by, y + by, u - by, v - by), bleed=page.visible)


def check_sizes(pages: list[Page], target: Target, findings: Findings) -> None:
    """Check that all pages are cut to one size, and to a size that the target makes. What is printed at home is cut
    as it comes; there all pages are to be of one paper, upright or lying.
    """
    cut = target.for_press or bool(target.sizes)
    sizes: dict[tuple[float, float], list[Page]] = {}
    for page in pages:
        width, height = page.size_mm if cut else sorted(page.mm_of(page.visible))
        near = next((s for s in sizes if abs(s[0] - width) < 0.1 and abs(s[1] - height) < 0.1), (width, height))
        sizes.setdefault(near, []).append(page)
    if target.sizes:
        for (width, height), of_size in sizes.items():
            if target.product_of(width * MM, height * MM) is None:
                nearest = target.nearest(width * MM, height * MM).millimetres
                makes = f"makes no such size, the nearest is {nearest}" if len(target.sizes) > 1 else f"makes {nearest}"
                message = f"pages are cut to {width:g} × {height:g} mm; {target.target} {makes}"
                findings.error("pdf-page-size", message, [p.place(p.cut) for p in of_size])
    elif len(sizes) > 1:
        listed = ", ".join(f"{w:g} × {h:g} mm" for w, h in list(sizes)[:6])
        common_size = max(sizes, key=lambda s: len(sizes[s]))
        odd = [p for size, of_size in sizes.items() if size != common_size for p in of_size]
        what = "pages are cut to" if cut else "pages are of paper of"
        findings.warn("pdf-page-size", f"{what} {len(sizes)} sizes: {listed}", [p.place(p.cut) for p in odd])
    if target.max_pages is not None and len(pages) > target.max_pages:
        findings.error("pdf-page-count", f"{len(pages)} pages; {target.target} takes {target.max_pages} at most")
