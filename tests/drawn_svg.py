"""SVGs as resvg draws them, and how far a picture is from that."""

from __future__ import annotations

from io import BytesIO

import resvg_py
from PIL import Image, ImageChops, ImageFilter, ImageStat

from carddesigner.source.paths import templates

PIXELS = 200
"""Of a side."""
SIDE = 20
"""Millimetres of a face that a drawing fills."""
DPI = round(PIXELS / (SIDE / 25.4))


def rendered(text: str) -> Image.Image:
    """What resvg draws of an SVG, on white, in the middle of a square."""
    png = resvg_py.svg_to_bytes(
        svg_string=text,
        width=PIXELS,
        skip_system_fonts=True,
        font_files=[str(p) for p in sorted((templates() / "fonts").glob("*.ttf"))],
        font_family="Alegreya Sans",
        serif_family="Alegreya Sans",
        sans_serif_family="Alegreya Sans",
    )
    image = Image.open(BytesIO(bytes(png))).convert("RGBA")
    square = Image.new("RGBA", (PIXELS, PIXELS), "white")
    square.alpha_composite(image, (0, max(0, (PIXELS - image.height) // 2)))
    return square.convert("RGB")


def differences(ours: Image.Image, theirs: Image.Image) -> tuple[float, int]:
    """How far two pictures are from each other on average, of 255 levels, and away from edges, which everybody smooths otherwise: the
    least difference in any square of nine pixels.
    """
    difference = ImageChops.difference(ours.resize((PIXELS, PIXELS)), theirs)
    least = difference.filter(ImageFilter.MinFilter(3)).getextrema()
    return max(ImageStat.Stat(difference).mean), max(high for _, high in least)
