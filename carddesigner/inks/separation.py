"""Convert screen colours and pictures to the inks of a press.

Colours are converted relative to the paper's white, with black point compensation, through the same table as the pixels
of pictures, so that a colour next to a picture that ends in it shows no edge.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations, product
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
"""The most ink on one place, 1 for each ink that covers all: what most print houses allow."""
DARKEST, NEUTRAL = 20.0, 18.0
"""The CIELAB lightness and chroma up to which text and thin lines are printed in black alone: in several inks they
would have coloured edges where the inks are a tenth of a millimetre out of register.
"""
SMALL, DARK_SMALL = 14.0, 32.0
"""The size in points below which text is small, and the lightness up to which small text is black alone, whatever its
colour.
"""
SMALLEST = 9.0
"""The size in points below which text has at most two inks."""
THIN = 2.0
"""The width in points up to which a line is thin."""
_SIDE = 33
"""The number of grid points along each axis of the colour table: between them colours differ from LittleCMS's own by
less than ΔE 2.3.
"""
_LEVELS = tuple(round(255 * place / (_SIDE - 1)) for place in range(_SIDE))
"""The values of these grid points, of 255."""
MAX_INK_OVERPRINTED = 3.0
"""The ink limit from which colours are converted so that black over any of them stays within the limit. With a lower
limit saturated colours would suffer, and black knocks out what lies under it instead.
"""
_STEPS = 8
"""The steps in which black is added, and the least of the other inks removed, where there is too much ink."""
_SMOOTH = 1.0
"""The ΔE that a colour may be off further for one full black less: neighbouring colours should be mixed alike."""
_TWO = tuple(combinations(range(4), 2))
"""Each two of the inks."""
_MUCH_BLACK = 127
"""The most black of 255 in a mix with another ink: where there is more, the other makes a coloured edge."""
_SECOND = 1.0
"""The ΔE that small text may be off further for one ink less, which can't be out of register."""
_ROUNDING = 0.02
"""What compression of a picture may add to its inks."""
BLACK = Cmyk(0.0, 0.0, 0.0, 1.0)


class Separation:
    """The inks of a press, with at most ``max_ink`` on one place (1 for each ink that covers all)."""

    pixels = "CMYK"
    """The mode of its pictures in Pillow."""

    def __init__(self, profile: Profile, max_ink: float = MAX_INK) -> None:
        self.profile, self.max_ink = profile, max_ink
        self._colors: dict[Color, Color] = {}
        self._labs: dict[Color, tuple[float, float, float]] = {}
        self._small: dict[Cmyk, Cmyk] = {}
        self._tables: dict[bytes, ImageCmsTransform] = {}
        self._to_inks: dict[bytes, ImageCmsTransform] = {}

    @cached_property
    def key(self) -> str:
        """A key that distinguishes it from other separations, for caches."""
        return f"{self.profile.digest} {self.max_ink:g}"

    def color(self, color: Color) -> Color:
        """A colour in inks; one that is in inks already stays as it is."""
        if not isinstance(color, Rgb):
            return color
        inks = self._colors.get(color)
        if inks is None:
            inks = self._colors[color] = self._converted(color)
        return inks

    def fine(self, color: Color, size: float = inf) -> Color:
        """The same for text and thin lines: dark, nearly neutral colours become black alone. Small text, of a *size* in
        points, becomes black alone if it is dark, whatever its colour; otherwise the smallest text has the two inks at
        most that look most like its colour.
        """
        return self._fine_inks(color, size)

    def _fine_inks(self, color: Color, size: float) -> Color:
        if self.is_black(color, size):
            return replace(BLACK, alpha=color.alpha)
        made = Separation.color(self, color)
        if size >= SMALLEST or not isinstance(made, Cmyk) or not isinstance(color, Rgb) or color.own is not None:
            return made
        found = self._small.get(made)
        if found is None:
            found = self._small[made] = self._in_two(made)
        return found

    def _in_two(self, made: Cmyk) -> Cmyk:
        """Return the mix of two inks that looks most like a colour: of greys that is black alone."""
        amounts = [round(255 * v) for v in (made.c, made.m, made.y, made.k)]
        if sum(v > 0 for v in amounts) <= 2:
            return made
        most = int(255 * self.max_ink)
        (aim,) = self._seen_as(bytes(amounts))

        def nearest(mixes: set[tuple[int, ...]]) -> tuple[int, ...]:
            some = sorted(m for m in mixes if sum(m) <= most and (m[3] <= _MUCH_BLACK or not any(m[:3])))
            seen = self._seen_as(b"".join(map(bytes, some)))
            off = [dist(lab, aim) + _SECOND * sum(v > 0 for v in mix) for lab, mix in zip(seen, some, strict=True)]
            return some[off.index(min(off))]

        step, levels = 32, (*range(0, 255, 32), 255)
        best = nearest({_mix(two, amount) for two in _TWO for amount in product(levels, repeat=2)})
        while step > 1:
            step //= 2
            near = [{min(255, max(0, v + d)) for d in (-step, 0, step)} for v in best]
            used = {n for n, v in enumerate(best) if v}
            pairs = [two for two in _TWO if used <= set(two)]
            best = nearest({_mix(two, amount) for two in pairs for amount in product(*(near[n] for n in two))})
        return Cmyk(*(v / 255 for v in best), made.alpha)  # type: ignore[call-arg]

    def is_heavy(self, color: Color, size: float | None = None) -> bool:
        """Whether a colour has so much of the other inks that black over it exceeds the limit; with a *size*, that of
        text and thin lines.
        """
        if isinstance(color, Rgb) and color.own is None and self.overprints_all:
            return False
        if isinstance(color, Rgb | Cmyk):
            color = Separation.color(self, color) if size is None else self._fine_inks(color, size)
        return isinstance(color, Cmyk) and color.c + color.m + color.y > self.under_black + _ROUNDING / 2

    @property
    def under_black(self) -> float:
        """The most ink, black excluded, that may lie under black."""
        return self.max_ink - 1.0

    @property
    def overprints_all(self) -> bool:
        """Whether black may overprint every converted colour."""
        return self.max_ink >= MAX_INK_OVERPRINTED

    def is_black(self, color: Color, size: float = inf) -> bool:
        """Whether text of a *size* in points, and thin lines, in a colour are printed in black ink alone, overprinting
        what lies under them.
        """
        if not isinstance(color, Rgb):
            return color == Gray(0.0) or color == BLACK
        if color.own is not None:
            return color.own == BLACK
        lab = self._labs.get(color)
        if lab is None:
            lab = self._labs[color] = self._lab(color)
        lightness, a, b = lab
        return lightness <= DARK_SMALL if size < SMALL else lightness <= DARKEST and a * a + b * b <= NEUTRAL**2

    def has_ink(self, color: Color) -> bool:
        """Whether anything is printed for a colour: white has no ink."""
        return ink_of(self.color(color)) > 0

    def takes(self, mode: str) -> bool:
        """Whether pictures of a mode are converted: those in inks stay as they are, and grey ones are printed in black
        ink.
        """
        return mode == "RGB"

    def picture(self, image: Image, profile: bytes | None = None) -> Image:
        """Convert an RGB picture to inks; *profile* is the one embedded in its file, sRGB by default."""
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
        # Tetrahedral interpolation, as LittleCMS does it with the table, which would take too long to make for a few
        # colours: between four grid points, from the lowest corner along the axes, the largest fraction first.
        places = [v * (_SIDE - 1) for v in (color.r, color.g, color.b)]
        at = [min(int(v), _SIDE - 2) for v in places]
        further = sorted(((v - n, edge) for edge, (v, n) in enumerate(zip(places, at, strict=True))), reverse=True)
        corners, shares = [bytes(_LEVELS[n] for n in at)], [1.0]
        for share, edge in further:
            at[edge] += 1
            corners.append(bytes(_LEVELS[n] for n in at))
            shares[-1] -= share
            shares.append(share)
        converted = self._bounded(self._converts(screen_profile(), b"".join(corners)))
        inks = (sum(share * v for share, v in zip(shares, converted[ink::4], strict=True)) / 255 for ink in range(4))
        return Cmyk(*inks, color.alpha)  # type: ignore[call-arg]

    def _converts(self, source: bytes, colors: bytes) -> bytes:
        """The inks of RGB colours in a *source* profile, according to LittleCMS."""
        transform = self._to_inks.get(source)
        if transform is None:
            transform = self._to_inks[source] = exact(opened(source), self.profile.opened(), "RGB", "CMYK")
        return applied(transform, colors)

    def _table(self, profile: bytes | None) -> ImageCmsTransform:
        """The table of these conversions; LittleCMS interpolates between its grid points, which keeps the limit of
        total ink.
        """
        source = profile if profile is not None else screen_profile()
        table = self._tables.get(source)
        if table is None:
            grid = b"".join(map(bytes, product(_LEVELS, repeat=3)))
            table = self._tables[source] = by_table(self._bounded(self._converts(source, grid)), _SIDE)
        return table

    def _bounded(self, inks: bytes) -> bytes:
        """Limit inks: where there is too much, choose the most similar mix among those with less cyan, magenta and
        yellow, still less of the least of them, and as much black or more.
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
        # Compare mixes with the original inks as printed, not with the screen colour.
        seen = self._seen_as(mixes)
        for (i, begin), end, aim in zip(first.items(), [*first.values(), len(seen)][1:], wanted, strict=True):
            black = inks[4 * i + 3]
            off = (dist(seen[n], aim) + _SMOOTH * (mixes[4 * n + 3] - black) / 255 for n in range(begin, end))
            best = 4 * min(zip(off, range(begin, end), strict=True))[1]
            out[4 * i : 4 * i + 4] = mixes[best : best + 4]
        return bytes(out)

    def _seen_as(self, inks: bytes | bytearray) -> list[tuple[float, float, float]]:
        """Inks in CIELAB."""
        # Black point compensation maps the darkest ink to black: no mix is darker, so no choice among mixes could
        # correct that.
        return in_lab(applied(self._inks_to_lab, inks))

    @cached_property
    def _inks_to_lab(self) -> ImageCmsTransform:
        return exact(self.profile.opened(), lab(), "CMYK", "LAB")

    def _lab(self, color: Rgb) -> tuple[float, float, float]:
        return in_lab(applied(self._to_lab, bytes(round(255 * v) for v in (color.r, color.g, color.b))))[0]

    @cached_property
    def _to_lab(self) -> ImageCmsTransform:
        return exact(opened(screen_profile()), lab(), "RGB", "LAB")


def _mix(two: tuple[int, int], amounts: tuple[int, ...]) -> tuple[int, ...]:
    """Return all four inks of a mix of two of them."""
    given = dict(zip(two, amounts, strict=True))
    return tuple(given.get(n, 0) for n in range(4))


def _add_mixes(mixes: bytearray, c: int, m: int, y: int, k: int, most: int, room: int) -> None:
    """Add mixes of a colour with at most *room* of cyan, magenta and yellow, and at most *most* of all inks."""
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
    """The total ink of a colour, 1 for each ink that covers all; a spot ink counts as one, a screen colour has none."""
    if isinstance(color, Rgb):
        color = color.own or color
    if isinstance(color, Cmyk):
        return color.c + color.m + color.y + color.k
    return 1.0 - color.level if isinstance(color, Gray) else color.tint if isinstance(color, Spot) else 0.0
