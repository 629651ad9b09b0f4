"""Colours and pictures of screens converted to the inks of a press.

Colours go relative to the paper's white, with black-point compensation, and through the same table as pictures' pixels do, so that
a colour beside a picture that ends in it shows no edge.
"""

from __future__ import annotations

from functools import cached_property
from itertools import product
from math import dist, inf
from typing import TYPE_CHECKING

from msgspec.structs import replace

from carddesigner.core.color import Cmyk, Color, Gray, Rgb, Spot
from carddesigner.inks.profile import Profile, applied, exact, in_lab, lab, opened, screen_profile
from carddesigner.inks.table import by_table

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageCms import ImageCmsTransform

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
_SIDE = 33
"""Places along each edge of the table of colours: between them colours differ from LittleCMS's own by less than ΔE 2.3."""
_LEVELS = tuple(round(255 * place / (_SIDE - 1)) for place in range(_SIDE))
"""What these places are of 255."""
MAX_INK_OVERPRINTED = 3.0
"""Ink from which on colours are converted so that black over any of them is not too much either. With less, saturated colours would
suffer for it, and black takes the place of what lies under it instead.
"""
_STEPS = 8
"""In which black is added, and the least of the other inks is taken away, where there is too much ink."""
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
        self._tables: dict[bytes, ImageCmsTransform] = {}
        self._to_inks: dict[bytes, ImageCmsTransform] = {}

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

    def is_heavy(self, color: Color, size: float | None = None) -> bool:
        """Whether a colour has so much of the other inks that black over it would be too much; with a *size*, that of text and of thin
        lines.
        """
        if isinstance(color, Rgb) and color.own is None and self.overprints_all:
            return False
        if isinstance(color, Rgb | Cmyk):
            color = Separation.color(self, color) if size is None else self._fine_inks(color, size)
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
        from PIL.ImageCms import applyTransform

        made = applyTransform(image, self._table(profile))
        assert made is not None
        return made

    def _converted(self, color: Rgb) -> Color:
        own = color.own
        if own is not None:
            return replace(own, alpha=color.alpha)
        if color.r == color.g == color.b == 1.0:
            return Cmyk(0.0, 0.0, 0.0, 0.0, color.alpha)
        # As the table does it, whose making for a few colours would take longer than all else: between the four of its places that
        # lie on the way to the next along each edge, the longest first.
        places = [v * (_SIDE - 1) for v in (color.r, color.g, color.b)]
        at = [min(int(v), _SIDE - 2) for v in places]
        further = sorted(((v - n, edge) for edge, (v, n) in enumerate(zip(places, at, strict=True))), reverse=True)
        corners, shares = [bytes(_LEVELS[n] for n in at)], [1.0]
        for share, edge in further:
            at[edge] += 1
            corners.append(bytes(_LEVELS[n] for n in at))
            shares[-1] -= share
            shares.append(share)
        found = self._bounded(self._converts(screen_profile(), b"".join(corners)))
        inks = (sum(share * v for share, v in zip(shares, found[ink::4], strict=True)) / 255 for ink in range(4))
        return Cmyk(*inks, color.alpha)  # type: ignore[call-arg]

    def _converts(self, source: bytes, colors: bytes) -> bytes:
        """The inks of colours in RGB, of a *source*'s profile, as LittleCMS gives them."""
        found = self._to_inks.get(source)
        if found is None:
            found = self._to_inks[source] = exact(opened(source), self.profile.opened(), "RGB", "CMYK")
        return applied(found, colors)

    def _table(self, profile: bytes | None) -> ImageCmsTransform:
        """The table of the same; between its places LittleCMS mixes, which keeps the bound of all inks."""
        source = profile if profile is not None else screen_profile()
        found = self._tables.get(source)
        if found is None:
            grid = b"".join(map(bytes, product(_LEVELS, repeat=3)))
            found = self._tables[source] = by_table(self._bounded(self._converts(source, grid)), _SIDE)
        return found

    def _bounded(self, inks: bytes) -> bytes:
        """Inks with no more together than is allowed: where there is too much, those that look most alike of what has
        less of cyan, magenta and yellow, less still of the least of them, and as much black or more.
        """
        most = int(255 * (self.max_ink - _ROUNDING))
        room = int(255 * (self.under_black - _ROUNDING)) if self.overprints_all else most
        mixes, first = bytearray(), {}
        for i, (c, m, y, k) in enumerate(zip(inks[::4], inks[1::4], inks[2::4], inks[3::4], strict=True)):
            if (colors := c + m + y) > room or colors + k > most:
                first[i] = len(mixes) // 4
                _add_mixes(mixes, c, m, y, k, most, room)
        if not first:
            return inks
        out = bytearray(inks)
        wanted = self._seen_as(b"".join(inks[4 * i : 4 * i + 4] for i in first))
        # What is looked at is what is printed.
        seen = self._seen_as(mixes)
        for (i, begin), end, aim in zip(first.items(), [*first.values(), len(seen)][1:], wanted, strict=True):
            black = inks[4 * i + 3]
            off = (dist(seen[n], aim) + _SMOOTH * (mixes[4 * n + 3] - black) / 255 for n in range(begin, end))
            best = 4 * min(zip(off, range(begin, end), strict=True))[1]
            out[4 * i : 4 * i + 4] = mixes[best : best + 4]
        return bytes(out)

    def _seen_as(self, inks: bytes | bytearray) -> list[tuple[float, float, float]]:
        """Inks in CIELAB."""
        # Paper's black is taken for black: that no ink is darker is nothing that another colour would mend.
        return in_lab(applied(self._inks_to_lab, inks))

    @cached_property
    def _inks_to_lab(self) -> ImageCmsTransform:
        return exact(self.profile.opened(), lab(), "CMYK", "LAB")

    def _lab(self, color: Rgb) -> tuple[float, float, float]:
        return in_lab(applied(self._to_lab, bytes(round(255 * v) for v in (color.r, color.g, color.b))))[0]

    @cached_property
    def _to_lab(self) -> ImageCmsTransform:
        return exact(opened(screen_profile()), lab(), "RGB", "LAB")


def _add_mixes(mixes: bytearray, c: int, m: int, y: int, k: int, most: int, room: int) -> None:
    """Add mixes of a colour that have no more than *room* of cyan, magenta and yellow, and no more than *most* of all."""
    least = min(c, m, y)
    at = (c, m, y).index(least)
    others = c + m + y - least
    for darker in range(_STEPS + 1):
        black = k + (255 - k) * darker // _STEPS
        free = min(room, most - black)
        for greyer in range(_STEPS + 1):
            kept = least * (_STEPS - greyer) // _STEPS
            if kept > free:
                continue
            part = min(1.0, (free - kept) / others) if others else 1.0
            mix = [int(c * part), int(m * part), int(y * part), black]
            mix[at] = kept
            mixes += bytes(mix)


def ink_of(color: Color) -> float:
    """All inks of a colour together, 1 for each that covers all; a spot ink is one, a colour of screens none."""
    if isinstance(color, Rgb):
        color = color.own or color
    if isinstance(color, Cmyk):
        return color.c + color.m + color.y + color.k
    return 1.0 - color.level if isinstance(color, Gray) else color.tint if isinstance(color, Spot) else 0.0
