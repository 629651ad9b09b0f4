"""Colour spaces of a PDF, and the ink of their colours."""

from __future__ import annotations

import re
from typing import Any

import pikepdf
from msgspec import Struct

from carddesigner.preflight.names import text_of

MAX_DEPTH = 8
"""The deepest nesting of spaces."""
TECHNICAL = re.compile(
    r"cut|crease|fold|perf|\bdie|die\b|kiss|glue|score|bleed|^none$|regmark|varnish|foil|emboss", re.I
)
"""Names of spot colours that aren't ink on paper: they show a machine where to work, or are applied in another pass."""
CUTTING = re.compile(r"cut|perf|\bdie|die\b|kiss", re.I)
"""Those of them that are lines to cut along."""


class Space(Struct, frozen=True):
    """A colour space: its kind (``gray``, ``rgb``, ``cmyk``, ``lab``, ``spot``, ``pattern``, ``unknown``), its name in
    the PDF, the number of components of a colour, and the names of its spot inks. An indexed one has the kind and inks
    of its base.
    """

    mixes: str
    name: str
    numbers: int
    inks: tuple[str, ...] = ()
    device: bool = False
    """Whether it has no profile of its own."""
    indexed: bool = False

    @property
    def technical(self) -> bool:
        """Whether it only shows machines where to work."""
        return self.mixes == "spot" and all(TECHNICAL.search(i) for i in self.inks)

    @property
    def cuts(self) -> bool:
        """Whether it marks where to cut."""
        return self.mixes == "spot" and any(CUTTING.search(i) for i in self.inks)

    @property
    def registers(self) -> bool:
        """Whether it prints on every plate."""
        return self.inks == ("All",)


GRAY = Space("gray", "DeviceGray", 1, device=True)
RGB = Space("rgb", "DeviceRGB", 3, device=True)
CMYK = Space("cmyk", "DeviceCMYK", 4, device=True)
PATTERN = Space("pattern", "Pattern", 0)
UNKNOWN = Space("unknown", "unknown", 0)
_NAMED = {
    "/DeviceGray": GRAY,
    "/G": GRAY,
    "/DeviceRGB": RGB,
    "/RGB": RGB,
    "/DeviceCMYK": CMYK,
    "/CMYK": CMYK,
    "/Pattern": PATTERN,
}
_OF_PROFILES = {1: "gray", 3: "rgb", 4: "cmyk"}


class Colour(Struct, eq=False):
    """A painted colour. A walker makes each colour once, so colours compare by identity."""

    space: Space
    values: tuple[float, ...] = ()

    @property
    def plates(self) -> dict[str, float] | None:
        """The amount of each ink, 0 to 1; None if that depends on a conversion."""
        space, values = self.space, self.values
        if len(values) != space.numbers:
            return None
        if space.mixes == "cmyk":
            return dict(zip("CMYK", values, strict=True))
        if space.mixes == "gray":
            return {"K": 1 - values[0]}
        if space.mixes == "spot":
            return {i: v for i, v in zip(space.inks, values, strict=True) if not TECHNICAL.search(i)}
        return None

    @property
    def ink(self) -> float | None:
        """The sum of all inks in percent; None if it isn't known, and for the colour that prints on every plate."""
        plates = self.plates
        if plates is None or self.space.registers:
            return None
        return 100 * sum(plates.values())

    @property
    def is_white(self) -> bool:
        """Whether it leaves the paper bare."""
        plates = self.plates
        if self.space.mixes == "rgb":
            return len(self.values) == 3 and min(self.values) >= 0.999
        return bool(plates) and max((plates or {}).values()) <= 0.001

    def __str__(self) -> str:
        if self.space.mixes == "cmyk" and len(self.values) == 4:
            return " ".join(f"{n} {100 * v:.0f}" for n, v in zip("CMYK", self.values, strict=True))
        if self.space.mixes == "spot":
            return " + ".join(self.space.inks)
        return self.space.name


def named_space(name: str) -> Space | None:
    """A space that needs no resource."""
    return _NAMED.get(name)


def read_space(given: Any, depth: int = 0) -> Space:
    """Read a colour space; ``UNKNOWN`` for one that no reader can interpret."""
    if depth > MAX_DEPTH or given is None:
        return UNKNOWN
    if isinstance(given, pikepdf.Name):
        return _NAMED.get(text_of(given), UNKNOWN)
    if not isinstance(given, pikepdf.Array) or not len(given):
        return UNKNOWN
    try:
        return _of_array(text_of(given[0]), given, depth)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        return UNKNOWN


def _of_array(kind: str, given: Any, depth: int) -> Space:
    if len(given) == 1 and kind in _NAMED:
        return _NAMED[kind]
    if kind == "/ICCBased":
        count = int(given[1]["/N"])
        return Space(_OF_PROFILES.get(count, "unknown"), f"ICCBased with {count} components", count)
    if kind == "/CalRGB":
        return Space("rgb", "CalRGB", 3)
    if kind == "/CalGray":
        return Space("gray", "CalGray", 1)
    if kind == "/Lab":
        return Space("lab", "Lab", 3)
    if kind in ("/Separation", "/DeviceN"):
        names = [given[1]] if kind == "/Separation" else list(given[1])[:32]
        inks = tuple(text_of(n)[1:] for n in names)
        return _process(Space("spot", f"{kind[1:]} ({', '.join(inks)})", len(inks), inks))
    if kind in ("/Indexed", "/I"):
        base = read_space(given[1], depth + 1)
        return Space(base.mixes, f"Indexed {base.name}", 1, base.inks, base.device, indexed=True)
    if kind == "/Pattern":
        return read_space(given[1], depth + 1)
    return UNKNOWN


_PROCESS = {"Cyan": "C", "Magenta": "M", "Yellow": "Y", "Black": "K"}


def _process(space: Space) -> Space:
    """The same space, with the four process inks named by their letters as in CMYK."""
    return Space(space.mixes, space.name, space.numbers, tuple(_PROCESS.get(i, i) for i in space.inks))
