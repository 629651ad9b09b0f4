"""Soft proof: the colours that a press will print, as screen colours."""

from __future__ import annotations

from functools import cached_property
from math import dist, inf
from typing import TYPE_CHECKING

from carddesigner.core.color import Cmyk, Color, Gray, Rgb, Spot
from carddesigner.inks.profile import opened, screen_profile
from carddesigner.inks.separation import Separation

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageCms import ImageCmsTransform


class SoftProof(Separation):
    """A separation whose inks are shown as they look on its paper. The paper's own colour is left out: the paper on
    screen is white too.
    """

    pixels = "RGB"

    @cached_property
    def key(self) -> str:
        """A key that distinguishes it from other separations, for caches."""
        return f"seen {super().key}"

    def color(self, color: Color) -> Color:
        """A colour as it will look."""
        return self._seen(super().color(color))

    def fine(self, color: Color, size: float = inf) -> Color:
        """The same for text and thin lines."""
        return self._seen(self._fine_inks(color, size))

    def takes(self, mode: str) -> bool:
        """Whether pictures of a mode are converted: all of them are."""
        return mode in ("RGB", "CMYK", "L")

    def picture(self, image: Image, profile: bytes | None = None) -> Image:
        """A picture as it will look."""
        from PIL import ImageChops, ImageCms
        from PIL.Image import merge, new

        inks = image
        if image.mode == "L":
            none = new("L", image.size)
            inks = merge("CMYK", (none, none, none, ImageChops.invert(image)))
        elif image.mode == "RGB":
            inks = self._inked(image, profile)
        seen = ImageCms.applyTransform(inks, self._to_screen)
        assert seen is not None
        return seen

    def _seen(self, color: Color) -> Color:
        if isinstance(color, Spot):
            a = color.alternate
            c, m, y, k = (color.tint * v for v in (a.c, a.m, a.y, a.k))
            color = Cmyk(c, m, y, k, color.alpha)
        if isinstance(color, Gray):
            color = Cmyk(0.0, 0.0, 0.0, 1.0 - color.level, color.alpha)
        if isinstance(color, Rgb):
            return color
        from PIL import Image, ImageCms

        pixel = Image.new("CMYK", (1, 1), tuple(round(255 * v) for v in (color.c, color.m, color.y, color.k)))
        r, g, b = ImageCms.applyTransform(pixel, self._to_screen).getpixel((0, 0))  # type: ignore[union-attr,misc]
        return Rgb(r / 255, g / 255, b / 255, color.alpha)

    @cached_property
    def _to_screen(self) -> ImageCmsTransform:
        from PIL import ImageCms

        screen, intent = opened(screen_profile()), ImageCms.Intent.RELATIVE_COLORIMETRIC
        return ImageCms.buildTransform(self.profile.opened(), screen, "CMYK", "RGB", intent)

    def difference(self, color: Rgb) -> float:
        """The difference between a colour and its print: CIE76's ΔE, where 2 is just visible."""
        made = Separation.color(self, color)
        assert isinstance(made, Cmyk)
        inks = bytes(round(255 * v) for v in (made.c, made.m, made.y, made.k))
        return dist(self._seen_as(inks)[0], self._lab(color))
