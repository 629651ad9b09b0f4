"""Fonts of a PDF: whether they are embedded, and the widths of their glyphs."""

from __future__ import annotations

from typing import Any

import pikepdf
from msgspec import Struct

from carddesigner.preflight.names import text_of

MAX_WIDTHS = 70_000
"""The most glyphs of one font whose widths are read."""
AVERAGE = 500.0
"""The default width of a glyph, in thousandths of the size, if the font gives none."""
CAPITALS, TAILS = 720.0, 200.0
"""The default height and depth of glyphs, in thousandths of the size, if the font gives none."""


class Font(Struct, eq=False):
    """A font as pages use it. A walker makes each font once, so fonts compare by identity."""

    name: str
    kind: str
    embedded: bool
    readable: bool
    """Whether it maps its codes to text."""
    two_bytes: bool
    widths: dict[int, float]
    otherwise: float
    """The width of all other glyphs, in thousandths of the size."""
    capitals: float = CAPITALS
    """The height of capitals above the baseline, in thousandths of the size."""
    tails: float = TAILS
    """The depth of letters below the baseline, in thousandths of the size."""

    def width(self, codes: bytes | bytearray) -> float:
        """The width of a string, in thousandths of the size."""
        get, otherwise = self.widths.get, self.otherwise
        if self.two_bytes:
            pairs = zip(codes[::2], codes[1::2], strict=False)
            return sum(get(a << 8 | b, otherwise) for a, b in pairs)
        return sum(get(c, otherwise) for c in codes)


def read_font(given: Any) -> Font:
    """Read a font's dictionary; missing values get the defaults that PDF readers use."""
    kind = text_of(given.get("/Subtype", "/Type1"))[1:]
    descendant = given
    if kind == "Type0":
        several = given.get("/DescendantFonts")
        descendant = several[0] if isinstance(several, pikepdf.Array) and len(several) else given
    described = descendant.get("/FontDescriptor")
    files = ("/FontFile", "/FontFile2", "/FontFile3")
    embedded = kind == "Type3" or (isinstance(described, pikepdf.Dictionary) and any(f in described for f in files))
    try:
        widths, otherwise = _of_cids(descendant) if kind == "Type0" else _simple(given, kind)
    except (TypeError, ValueError, IndexError, KeyError, AttributeError, OverflowError):
        widths, otherwise = {}, AVERAGE
    name = text_of(given.get("/BaseFont", "/" + text_of(given.get("/Name", f"/{kind}"))[1:]))[1:]
    readable = (
        kind != "Type0" or "/ToUnicode" in given or not text_of(given.get("/Encoding", "")).startswith("/Identity")
    )
    two_bytes = kind == "Type0"
    return Font(name[:120], kind, embedded, readable, two_bytes, widths, otherwise, *_heights(described))


def _heights(described: Any) -> tuple[float, float]:
    """The height and depth of letters. The descent is that of the whole font; most letters don't go so deep."""
    try:
        capitals, below = float(described.get("/CapHeight", 0)), -float(described.get("/Descent", 0))
    except (TypeError, ValueError, AttributeError):
        return CAPITALS, TAILS
    return capitals if 400 <= capitals <= 900 else CAPITALS, below if 0 < below < TAILS else TAILS


def _simple(given: Any, kind: str) -> tuple[dict[int, float], float]:
    first, listed = int(given.get("/FirstChar", 0)), given.get("/Widths")
    if listed is None:
        return {}, AVERAGE
    scale = 1000 * abs(float(given["/FontMatrix"][0])) if kind == "Type3" else 1.0
    return {first + i: scale * float(w) for i, w in enumerate(list(listed)[:256])}, 0.0


def _of_cids(descendant: Any) -> tuple[dict[int, float], float]:
    widths: dict[int, float] = {}
    listed = list(descendant.get("/W", []))[:MAX_WIDTHS]
    i = 0
    while i + 1 < len(listed):
        first, after = int(listed[i]), listed[i + 1]
        if isinstance(after, pikepdf.Array):
            widths.update((first + n, float(w)) for n, w in enumerate(list(after)[: MAX_WIDTHS - len(widths)]))
            i += 2
        else:
            last = min(int(after), first + MAX_WIDTHS - len(widths))
            widths.update(dict.fromkeys(range(first, last + 1), float(listed[i + 2])))
            i += 3
    return widths, float(descendant.get("/DW", 1000))
