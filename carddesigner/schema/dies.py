"""Settings of folded components, nets and boxes around others, and their stock."""

from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from carddesigner.contents.base import Later, Length, Model, refusal, short_for
from carddesigner.core.geometry import Path, Rect, Region, around, polygon
from carddesigner.core.units import MM
from carddesigner.nets.block import block, drum
from carddesigner.nets.die import Die, Panel
from carddesigner.schema.stock import Stock

_MAX = 500 * MM
_LEAST = 3 * MM

BoxShape = Literal["tuck", "tray", "sleeve"]


class Net(Model):
    """A piece folded and glued from one flat net."""

    shape: Literal["block", "drum"] = "block"
    """A ``block`` of six faces, or a round ``drum`` of a strip and two discs with teeth."""
    size: tuple[Length, ...]
    """A block's width, depth and height, or a drum's diameter and height."""
    tab: Length | None = None
    """The depth of the glue tabs: by default up to 6 mm, as far as there is room."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse a wrong number of lengths, and lengths out of bounds."""
        wanted = {"block": ("width", "depth", "height"), "drum": ("diameter", "height")}[self.shape]
        if len(self.size) != len(wanted):
            message = f"a {self.shape} has {len(wanted)} lengths: [{', '.join(wanted)}]"
            raise refusal("net-size", message, "size")
        if not all(_LEAST <= length <= _MAX for length in self.size):
            raise refusal("net-size", "each length of a net is between 3 mm and 500 mm", "size")
        if self.tab is not None and self.tab <= 0:
            raise refusal("net-size", "a glue tab is deeper than 0", "tab")

    def die(self) -> Die:
        """Return the net. Raises Problem."""
        if self.shape == "block":
            width, depth, height = self.size
            return block(width, depth, height, self.tab)
        diameter, height = self.size
        return drum(diameter, height, self.tab)


class BoxSettings(Model):
    """A box for other components; ``box: tuck`` is short for ``box: {shape: tuck}``."""

    shape: BoxShape
    """A ``tuck`` box with a lid; an open ``tray``; a ``sleeve`` that one tray slides into."""
    thickness: Length = 0.4 * MM
    """The thickness of the box's cardboard."""
    clearance: Annotated[Length, Field(ge=0, le=20 * MM)] = 0.5 * MM
    """The space between the box and its contents, on each side."""

    sleeve: Length | None = None
    """The thickness of the film if the cards in the box are sleeved, such as ``0.06mm``; no sleeves if left out."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse thicknesses out of bounds."""
        if self.sleeve is not None and not 0 < self.sleeve <= 1 * MM:
            raise refusal("bad-length", "`sleeve` is more than 0 and at most 1mm, such as 0.06mm", "sleeve")
        if not 0 < self.thickness <= 5 * MM:
            raise refusal("bad-length", "`thickness` is more than 0 and at most 5mm", "thickness")


_EXPECTED = "expected tuck, tray or sleeve, or a mapping with its `shape`"
NetSetting = Later[Net]
"""A net to fold."""
BoxSetting = Annotated[Later[BoxSettings], BeforeValidator(short_for("shape", _EXPECTED))]
"""A box by its shape, or as a mapping."""


class DieStock(Stock):
    """A die as stock: its outline is cut, and its faces are the regions for art.

    Each face is a region by its name; with ``-bleed`` appended it includes the bleed. ``panels`` is the set of all
    faces. ``trim``, ``safe`` and ``bleed`` cover all faces at once, and leave glued and tucked-in parts unprinted.
    """

    die: Die
    """The die to fold."""

    def outline(self) -> Path:
        """Return the outline of all panels, which is cut."""
        return _outline(self.die)

    def regions(self) -> dict[str, tuple[Region, ...]]:
        """Return the faces, each also with its bleed, and all of them together."""
        out: dict[str, tuple[Region, ...]] = {}
        seen: Path = ()
        printed: Path = ()
        for panel in self.die.faces:
            name, face = panel.name, polygon(panel.points)
            frame, pieces = _art(self.die, panel, self.bleed)
            bled = tuple(s for points in pieces for s in polygon(points))
            out[name] = (Region(name, face, _upright(around(panel.points), panel), panel.turn),)
            out[f"{name}-bleed"] = (Region(f"{name}-bleed", bled, _upright(frame, panel), panel.turn),)
            seen, printed = seen + face, printed + bled
        panels = tuple(out[panel.name][0] for panel in self.die.faces)
        trim, bleed = Region("trim", seen, self.trim), Region("bleed", printed, self.trim.grown(self.bleed))
        safe = Region("safe", seen, self.trim.grown(-self.safe))
        return {**out, "trim": (trim,), "bleed": (bleed,), "safe": (safe,), "panels": panels}


# The same die is used repeatedly, as a whole and in parts.
_outline = lru_cache(100)(Die.outline)
_art = lru_cache(1_000)(Die.art)


def _upright(r: Rect, panel: Panel) -> Rect:
    """The rectangle in the panel's upright orientation, about the same centre."""
    if panel.turn % 180 == 0:
        return r
    x, y = r.centre
    return Rect(x - r.height / 2, y - r.width / 2, r.height, r.width)


def die_stock(die: Die, base: Stock) -> DieStock:
    """Return the stock of a die that is cut from another stock's cardboard."""
    return DieStock.model_construct(size=die.size, bleed=base.bleed, safe=base.safe, thickness=base.thickness, die=die)
