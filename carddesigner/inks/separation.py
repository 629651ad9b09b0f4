"""Colours and pictures of screens converted to the inks of a press.

Colours go relative to the paper's white, with black-point compensation, and through the same table as pictures' pixels do, so that
a colour beside a picture that ends in it shows no edge.
"""

from __future__ import annotations

from functools import cached_property
from itertools import product
from math import dist, inf, prod
from typing import TYPE_CHECKING

from msgspec.structs import replace

from carddesigner.core.color import Cmyk, Color, Gray, Rgb, Spot
from carddesigner.inks.profile import Profile, opened, screen_profile

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageCms import ImageCmsTransform
    from PIL.ImageFilter import Color3DLUT

MAX_INK = 3.0
"""All inks together on one place, 1 for each ink that covers all: what most houses allow."""
DARKEST, NEUTRAL = 20.0, 18.0
"""CIELAB's lightness up to which, and chroma up to which, text and thin lines are printed in black alone: in several inks they
would have coloured edges wherever the inks are a tenth of a millimetre apart."""
SMALL, DARK_SMALL = 14.0, 32.0
"""Points of size below which text is small, and the lightness up to which it is black alone in whatever colour."""
SMALLEST = 9.0
"""Points of size below which text has no more than two inks."""
THIN = 2.0
"""Points of width up to which a line is thin."""
_CORNERS = tuple(product((0, 1), repeat=3))
_SIDE = 33
"""Places along each edge of the table of colours: between them colours differ from LittleCMS's own by less than ΔE 2.3."""
MAX_INK_OVERPRINTED = 3.0
"""Ink from which on colours are converted so that black over any of them is not too much either. With less, saturated colours would
suffer for it, and black takes the place of what lies under it instead.
"""
_DARKER, _GREYER = 8, 4
"""Steps in which black is added, and in which other inks are taken from all alike, where there is too much ink."""
_SMOOTH = 1.0
"""ΔE that a colour may be farther off for one black less: neighbours should be mixed alike."""
_ROUNDING = 0.02
"""What compressing a picture may add to its inks."""
BLACK = Cmyk(0.0, 0.0, 0.0, 1.0)


class Separation:
    """The inks of a press, of which at most ``max_ink`` lie on one place (1 for each ink that covers all)."""

    pixels = "CMYK"
    """The mode of pictures that it gives, as Pillow calls it."""

    def __init__(self, profile: Profile, max_ink: float = MAX_INK) -> None:
        self.profile, self.max_ink = profile, max_ink
        self._colors: dict[Color, Color] = {}
        self._labs: dict[Color, tuple[float, float, float]] = {}
        self._tables: dict[bytes, Color3DLUT] = {}
        self._grids: dict[bytes, bytes] = {}

    @cached_property
    def key(self) -> str:
        """What tells it apart from other separations, for what is cached."""
        return f"{self.profile.digest} {self.max_ink:g}"

    def color(self, color: Color) -> Color:
        """A colour in inks: its own where it has some."""
        if not isinstance(color, Rgb):
            return color
        found = self._colors.get(color)
        if found is None:
            found = self._colors[color] = self._converted(color)
        return found

    def fine(self, color: Color, size: float = inf) -> Color:
        """The same for text and thin lines: what is dark and nearly neutral is black alone. Small text, of a *size* in points, that
        is dark is so in whatever colour, and the smallest has two inks at most otherwise.
        """
        return self._fine_inks(color, size)

    def _fine_inks(self, color: Color, size: float) -> Color:
        if self.is_black(color, size):
            return replace(BLACK, alpha=color.alpha)
        made = Separation.color(self, color)
        if size >= SMALLEST or not isinstance(made, Cmyk) or not isinstance(color, Rgb) or color.own is not None:
            return made
        least = sorted((made.c, made.m, made.y, made.k))[2]
        c, m, y, k = (v if v >= least else 0.0 for v in (made.c, made.m, made.y, made.k))
        return Cmyk(c, m, y, k, made.alpha)

    def is_heavy(self, color: Color) -> bool:
        """Whether a colour has so much of the other inks that black over it would be too much."""
        if isinstance(color, Rgb | Cmyk):
            color = Separation.color(self, color)
        return isinstance(color, Cmyk) and color.c + color.m + color.y > self.under_black + _ROUNDING / 2

    @property
    def under_black(self) -> float:
        """The most of all other inks that may lie under black."""
        return self.max_ink - 1.0

    @property
    def overprints_all(self) -> bool:
        """Whether black may lie over everything that is converted."""
        return self.max_ink >= MAX_INK_OVERPRINTED

    def is_black(self, color: Color, size: float = inf) -> bool:
        """Whether text of a *size* in points, and thin lines, of a colour are printed in black ink alone, over what lies under them."""
        if not isinstance(color, Rgb):
            return color == Gray(0.0) or color == BLACK
        if color.own is not None:
            return color.own == BLACK
        found = self._labs.get(color)
        if found is None:
            found = self._labs[color] = self._lab(color)
        lightness, a, b = found
        return lightness <= DARK_SMALL if size < SMALL else lightness <= DARKEST and a * a + b * b <= NEUTRAL**2

    def has_ink(self, color: Color) -> bool:
        """Whether anything is printed for a colour: nothing is for white."""
        return ink_of(self.color(color)) > 0

    def takes(self, mode: str) -> bool:
        """Whether pictures of a mode are converted: those in inks are left as they are, and grey ones are black ink."""
        return mode == "RGB"

    def picture(self, image: Image, profile: bytes | None = None) -> Image:
        """A picture in RGB in inks; *profile* is what its file has embedded, sRGB otherwise."""
        return self._inked(image, profile)

    def _inked(self, image: Image, profile: bytes | None = None) -> Image:
        return image.filter(self._table(profile))

    def _converted(self, color: Rgb) -> Color:
        own = color.own
        if own is not None:
            return replace(own, alpha=color.alpha)
        if color.r == color.g == color.b == 1.0:
            return Cmyk(0.0, 0.0, 0.0, 0.0, color.alpha)
        # As the table does it, whose making for a few colours would take longer than all else.
        places = [v * (_SIDE - 1) for v in (color.r, color.g, color.b)]
        below = [min(int(v), _SIDE - 2) for v in places]
        inks = [0.0] * 4
        around = [tuple(n + up for n, up in zip(below, corner, strict=True)) for corner in _CORNERS]
        found = self._bounded(b"".join(self._at(*place) for place in around))
        for i, corner in enumerate(_CORNERS):
            share = prod(v - n if up else n + 1 - v for v, n, up in zip(places, below, corner, strict=True))
            inks = [one + share * more for one, more in zip(inks, found[4 * i : 4 * i + 4], strict=True)]
        return Cmyk(*inks, color.alpha)  # type: ignore[call-arg]

    def _at(self, r: int, g: int, b: int) -> bytes:
        """The inks of a place of the table."""
        start = 4 * (r + _SIDE * (g + _SIDE * b))
        return self._grid(screen_profile())[start : start + 4]

    def _grid(self, source: bytes) -> bytes:
        """The inks of colours that lie evenly in RGB, as LittleCMS gives them."""
        found = self._grids.get(source)
        if found is None:
            from PIL import ImageCms
            from PIL.Image import frombytes

            steps = [_level(n) for n in range(_SIDE)]
            rows = [bytes(v for r in steps for v in (r, g, b)) for b in steps for g in steps]
            transform = ImageCms.buildTransform(
                opened(source),
                self.profile.opened(),
                "RGB",
                "CMYK",
                ImageCms.Intent.RELATIVE_COLORIMETRIC,
                ImageCms.Flags.BLACKPOINTCOMPENSATION,
            )
            inks = ImageCms.applyTransform(frombytes("RGB", (_SIDE * _SIDE, _SIDE), b"".join(rows)), transform)
            assert inks is not None
            found = self._grids[source] = inks.tobytes()
        return found

    def _table(self, profile: bytes | None) -> Color3DLUT:
        """The table of the same; between its places Pillow mixes, which keeps the bound of all inks."""
        source = profile if profile is not None else screen_profile()
        found = self._tables.get(source)
        if found is None:
            from PIL.ImageFilter import Color3DLUT

            values = self._bounded(self._grid(source))
            found = self._tables[source] = Color3DLUT(_SIDE, values, channels=4, target_mode="CMYK")
        return found

    def _bounded(self, inks: bytes) -> list[float]:
        """Inks from 0 to 1 with no more together than is allowed: where there is too much, those that look most alike of what has
        less of cyan, magenta and yellow, in the same parts or of all alike, and as much black or more.
        """
        most = self.max_ink - _ROUNDING
        room = self.under_black - _ROUNDING if self.overprints_all else most
        out = [v / 255 for v in inks]
        mixes: list[tuple[float, ...]] = []
        of: list[int] = []
        for i in range(0, len(out), 4):
            c, m, y, k = out[i : i + 4]
            if c + m + y > room or c + m + y + k > most:
                some = _with_less(c, m, y, k, most, room)
                mixes += some
                of += [i] * len(some)
        if not mixes:
            return out
        places = dict.fromkeys(of)
        wanted = dict(zip(places, self._seen_as(b"".join(inks[i : i + 4] for i in places)), strict=True))
        best: dict[int, tuple[float, int]] = {}
        # In eight bits, cut off: what is looked at is what is printed, and no more than is allowed.
        data = bytes(int(255 * v) for mix in mixes for v in mix)
        for n, (i, seen) in enumerate(zip(of, self._seen_as(data), strict=True)):
            off = dist(seen, wanted[i]) + _SMOOTH * (mixes[n][3] - out[i + 3])
            if i not in best or off < best[i][0]:
                best[i] = off, n
        for i, (_, n) in best.items():
            out[i : i + 4] = [v / 255 for v in data[4 * n : 4 * n + 4]]
        return out

    def _seen_as(self, inks: bytes) -> list[tuple[float, float, float]]:
        """Inks in CIELAB."""
        from PIL import ImageCms
        from PIL.Image import frombytes

        width = min(len(inks) // 4, 4096)
        rows = -(-len(inks) // (4 * width))
        image = frombytes("CMYK", (width, rows), inks.ljust(4 * width * rows, b"\0"))
        seen = ImageCms.applyTransform(image, self._inks_to_lab)
        assert seen is not None
        data = seen.tobytes()
        # Pillow's bytes of a and b are signed.
        return [
            (data[i] / 2.55, float((data[i + 1] + 128) % 256 - 128), float((data[i + 2] + 128) % 256 - 128))
            for i in range(0, 3 * (len(inks) // 4), 3)
        ]

    @cached_property
    def _inks_to_lab(self) -> ImageCmsTransform:
        from PIL import ImageCms

        # Paper's black is taken for black: that no ink is darker is nothing that another colour would mend.
        flags, intent = ImageCms.Flags.BLACKPOINTCOMPENSATION, ImageCms.Intent.RELATIVE_COLORIMETRIC
        return ImageCms.buildTransform(
            self.profile.opened(), ImageCms.createProfile("LAB"), "CMYK", "LAB", intent, flags
        )

    def _lab(self, color: Rgb) -> tuple[float, float, float]:
        from PIL import Image, ImageCms

        pixel = Image.new("RGB", (1, 1), (round(255 * color.r), round(255 * color.g), round(255 * color.b)))
        lightness, a, b = ImageCms.applyTransform(pixel, self._to_lab).getpixel((0, 0))  # type: ignore[union-attr,misc]
        return lightness / 2.55, a - 128, b - 128

    @cached_property
    def _to_lab(self) -> ImageCmsTransform:
        from PIL import ImageCms

        return ImageCms.buildTransform(opened(screen_profile()), ImageCms.createProfile("LAB"), "RGB", "LAB")


def _level(place: int) -> int:
    """What a place along an edge of the table is of 255."""
    return round(255 * place / (_SIDE - 1))


def _with_less(c: float, m: float, y: float, k: float, most: float, room: float) -> list[tuple[float, ...]]:
    """Mixes of a colour that have no more than *room* of cyan, magenta and yellow, and no more than *most* of all."""
    out: list[tuple[float, ...]] = []
    total = c + m + y
    for darker in range(_DARKER + 1):
        black = k + (1 - k) * darker / _DARKER
        less = max(0.0, total - min(room, most - black))
        for greyer in range(_GREYER + 1):
            grey = min(c, m, y, less / 3 * greyer / _GREYER)
            left = total - 3 * grey
            part = min(1.0, (total - less) / left) if left else 1.0
            out.append(((c - grey) * part, (m - grey) * part, (y - grey) * part, black))
    return out


def ink_of(color: Color) -> float:
    """All inks of a colour together, 1 for each that covers all; a spot ink is one, a colour of screens none."""
    if isinstance(color, Rgb):
        color = color.own or color
    if isinstance(color, Cmyk):
        return color.c + color.m + color.y + color.k
    return 1.0 - color.level if isinstance(color, Gray) else color.tint if isinstance(color, Spot) else 0.0
