"""The resolved style of a text."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from carddesigner.core.color import Color
from carddesigner.text.fonts import FontFamily


class TextStyle(Struct, frozen=True, cache_hash=True):
    """``size`` and ``min_size`` in points; ``line_height``, ``icon_size``, ``icon_rise`` and ``paragraph_gap`` in
    multiples of the size, ``tracking`` in thousandths of it. The first of ``fonts`` is the main one, the others are its
    fallbacks.
    """

    fonts: tuple[FontFamily, ...]
    size: float
    min_size: float
    color: Color
    align: Literal["left", "right", "center", "justify", "start", "end"] = "start"
    valign: Literal["top", "middle", "bottom"] = "top"
    line_height: float = 1.25
    bold: bool = False
    italic: bool = False
    small_caps: bool = False
    hyphenate: bool = False
    language: str = "en"
    tracking: float = 0.0
    icon_size: float = 1.0
    icon_rise: float = 0.0
    paragraph_gap: float = 0.5
    direction: Literal["auto", "ltr", "rtl"] = "auto"
    underline: bool = False
    strike: bool = False
    background: Color | None = None
    typography: bool = False
    line_breaks: Literal["normal", "phrases"] = "normal"
    columns: int = 1
    column_gap: float = 0.0
