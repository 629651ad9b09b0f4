"""Stock: what is cut from paper, with its outline, regions, bleed and safe area."""

from math import sqrt
from typing import Annotated, Any, Literal

from msgspec.structs import replace
from pydantic import WithJsonSchema

from carddesigner.contents.base import LENGTH_SCHEMA, Length, Model, Read, refusal
from carddesigner.core.geometry import Matrix, Path, Point, Rect, Region, around, chamfered, polygon, rectangle
from carddesigner.core.report import did_you_mean
from carddesigner.core.units import MM, parse_length
from carddesigner.schema.data import DECK

SIZES: dict[str, tuple[float, float]] = DECK["sizes"]
"""Names of sizes in use by printers and publishers, in millimetres."""


def _size(value: Any) -> tuple[float, float]:
    if isinstance(value, str) and value in SIZES:
        width, height = SIZES[value]
        return width * MM, height * MM
    if isinstance(value, str):
        if not value.strip()[:1].isdigit():
            near = did_you_mean(value, SIZES) or "."
            message = (
                f"unknown size {value!r}{near} Write [width, height], one length for both, or one of {', '.join(SIZES)}"
            )
            raise refusal("unknown-size", message)
        value = (value, value)
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise refusal("wrong-type", "expected [width, height], such as [63.5mm, 88.9mm], or a size's name")
    try:
        width, height = (parse_length(v) for v in value)
    except ValueError as problem:
        raise refusal("bad-length", str(problem)) from None
    if not (5 * MM <= width <= 1000 * MM and 5 * MM <= height <= 1000 * MM):
        raise refusal("bad-length", "a piece is between 5 mm and 1 m wide and high")
    return width, height


Size = Annotated[
    tuple[float, float],
    Read(_size),
    WithJsonSchema(
        {
            "anyOf": [
                {"enum": list(SIZES)},
                LENGTH_SCHEMA,
                {"type": "array", "items": LENGTH_SCHEMA, "minItems": 2, "maxItems": 2},
            ]
        }
    ),
]
"""Width and height in points."""


class Chamfer(Model):
    """Corners that are cut off straight."""

    chamfer: Length
    """How much of each side is cut off."""


class Stock(Model):
    """The properties of all stocks: size, bleed beyond the trim, safe distance inside it."""

    size: Size
    """Width and height of the trimmed piece: the name of a size such as ``poker``, ``[width, height]``, or one length
    for both.
    """
    bleed: Length = 3 * MM
    """How far colour extends beyond the cut, so that a slightly misplaced cut shows no paper."""
    safe: Length = 3 * MM
    """The distance inside the cut that should contain nothing important; also the region ``safe``, which has the
    piece's shape.
    """
    thickness: Length = 0.3 * MM
    """The thickness of a piece, from which boxes are computed. A piece of 5 mm or more counts as a block."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse a safe area that leaves nothing, and bleed or thickness out of bounds."""
        if not 0 < self.thickness <= 30 * MM:
            raise refusal("bad-length", "`thickness` is more than 0 and at most 30mm", "thickness")
        if self.safe < 0 or 2 * self.safe >= min(self.size):
            raise refusal("bad-length", "`safe` leaves nothing of the piece", "safe")
        if not 0 <= self.bleed <= 20 * MM:
            raise refusal("bad-length", "`bleed` goes from 0 to 20mm", "bleed")

    @property
    def trim(self) -> Rect:
        """The rectangle around the outline, at the origin."""
        return Rect(0.0, 0.0, *self.size)

    def outline(self) -> Path:
        """Return the die line."""
        return rectangle(self.trim)

    def regions(self) -> dict[str, tuple[Region, ...]]:
        """Return the regions that outermost zones can be in. A zone in a set of several is laid out once in each."""
        bleed = self.trim.grown(self.bleed)
        return {
            "trim": (Region("trim", rectangle(self.trim), self.trim, clips=False),),
            "bleed": (Region("bleed", rectangle(bleed), bleed, clips=False),),
            "safe": (replace(self.safe_region(), clips=False),),
        }

    def safe_region(self) -> Region:
        """Return the safe area: its shape, and the upright rectangle inside it that boxes refer to."""
        frame = self.trim.grown(-self.safe)
        return Region("safe", rectangle(frame), frame)


class CardStock(Stock):
    """A card with round, chamfered or square corners."""

    shape: Literal["card"] = "card"
    """A rectangle with round, chamfered or square corners."""
    corner: Length | Chamfer = 3 * MM
    """The radius of round corners, 0 for square ones, or ``{chamfer: 3mm}`` for corners that are cut off straight."""

    def model_post_init(self, context: Any, /) -> None:
        """Refuse corners that are too large for the card."""
        super().model_post_init(context)
        corner = self.corner.chamfer if isinstance(self.corner, Chamfer) else self.corner
        if not 0 <= corner <= min(self.size) / 2:
            raise refusal("bad-length", "`corner` goes from 0 to half the shorter side", "corner")

    def outline(self) -> Path:
        """The trimmed card with its corners."""
        if isinstance(self.corner, Chamfer):
            return chamfered(self.trim, self.corner.chamfer)
        return rectangle(self.trim, self.corner)

    def safe_region(self) -> Region:
        """Return the safe area, with the card's corners. Boxes refer to the rectangle around it."""
        frame = self.trim.grown(-self.safe)
        if isinstance(self.corner, Chamfer):
            # A line at 45° moved inwards by `safe` meets the sides this much nearer to their ends.
            rest = self.corner.chamfer - (2 - sqrt(2)) * self.safe
            return Region("safe", chamfered(frame, rest) if rest > 0 else rectangle(frame), frame)
        return Region("safe", rectangle(frame, max(0.0, self.corner - self.safe)), frame)


class SquareStock(Stock):
    """A tile with square corners."""

    shape: Literal["square"]
    """A tile with square corners. Its quarters are regions that zones can be ``in``: ``ne``, ``se``, ``sw``, ``nw``,
    and ``corners`` for all four, each rotated by a quarter turn from the one before.
    """

    def regions(self) -> dict[str, tuple[Region, ...]]:
        """Return the usual regions, the quarters, and ``corners``."""
        w, h = self.trim.centre
        quarters = (("ne", w, 0.0), ("se", w, h), ("sw", 0.0, h), ("nw", 0.0, 0.0))
        corners = tuple(region_of(name, Rect(x, y, w, h).corners, 90.0 * i) for i, (name, x, y) in enumerate(quarters))
        return {**super().regions(), **{r.name: (r,) for r in corners}, "corners": corners}


def region_of(name: str, points: tuple[Point, ...], rotation: float) -> Region:
    """Return a polygon as a region; its frame is its bounding rectangle before rotation."""
    turn = Matrix.turn(rotation, around(points).centre)
    back = turn.inverse()
    upright = around([back.apply(*p) for p in points])
    x, y = turn.apply(*upright.centre)
    frame = Rect(x - upright.width / 2, y - upright.height / 2, upright.width, upright.height)
    return Region(name, polygon(points), frame, rotation)
