"""Stock: what is cut from paper, with its outline, regions, bleed and safe area."""

from itertools import combinations, pairwise
from math import hypot, sqrt
from typing import Annotated, Any, Literal

from msgspec.structs import replace
from pydantic import Field, WithJsonSchema

from carddesigner.contents.base import LENGTH_SCHEMA, Distance, Length, Model, Read, refusal
from carddesigner.core.geometry import Matrix, Path, Point, Rect, Region, around, chamfered, ellipse, polygon, rectangle
from carddesigner.core.report import did_you_mean
from carddesigner.core.units import MM, parse_length
from carddesigner.nets.polygons import Polygon, area, edges, half, overlap
from carddesigner.schema.data import DECK

MAX_CORNERS = 2_000
"""The most corners of a polygon's outline and regions together."""

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
    except (ValueError, TypeError) as problem:
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
        corners = tuple(_region(name, Rect(x, y, w, h).corners, 90.0 * i) for i, (name, x, y) in enumerate(quarters))
        return {**super().regions(), **{r.name: (r,) for r in corners}, "corners": corners}


class OctagonStock(Stock):
    """A regular octagon, flat at the top."""

    shape: Literal["octagon"]
    """A regular octagon, flat at the top. Zones can be ``in`` its ``centre``, a square standing on its corner with the
    octagon's edges as its sides, and in the four hexagons around it: ``ne``, ``se``, ``sw``, ``nw``, or all of them as
    ``corners``, each rotated so that its top is at the rim. A hexagon covers the opposite one of another tile exactly.
    """

    def model_post_init(self, context: Any, /) -> None:
        """Refuse an octagon whose width and height differ."""
        super().model_post_init(context)
        if abs(self.size[0] - self.size[1]) > 0.01 * MM:
            raise refusal("bad-length", "a regular octagon is as wide as it is high; others are polygons", "size")

    @property
    def edge(self) -> float:
        """The length of each of the eight edges."""
        return self.size[0] * (sqrt(2) - 1)

    def outline(self) -> Path:
        """Return the octagon."""
        return chamfered(self.trim, (self.size[0] - self.edge) / 2)

    def safe_region(self) -> Region:
        """Return a smaller octagon. Boxes refer to the largest rectangle in it, a square."""
        inner = self.trim.grown(-self.safe)
        side = inner.width / sqrt(2)
        frame = Rect(inner.centre[0] - side / 2, inner.centre[1] - side / 2, side, side)
        return Region("safe", chamfered(inner, inner.width * (1 - sqrt(2) / 2)), frame)

    def regions(self) -> dict[str, tuple[Region, ...]]:
        """Return the usual regions, the centre, the four hexagons, and ``corners``."""
        (x, y), edge, corner = self.trim.centre, self.edge, self.edge / sqrt(2)
        hexagon = ((0.0, -x), (edge / 2, -x), (x, -edge / 2), (x, 0.0), (corner, 0.0), (0.0, -corner))
        corners = []
        for i, name in enumerate(("ne", "se", "sw", "nw")):
            place = Matrix.turn(90.0 * i).then(Matrix.move(x, y))
            corners.append(_region(name, tuple(place.apply(*p) for p in hexagon), 45.0 + 90.0 * i))
        diamond = ((x, y - corner), (x + corner, y), (x, y + corner), (x - corner, y))
        named = {r.name: (r,) for r in (_region("centre", diamond, 0.0), *corners)}
        return {**super().regions(), **named, "corners": tuple(corners)}


class CircleStock(Stock):
    """A round or oval piece."""

    shape: Literal["circle"]
    """A round piece, or an oval one if width and height differ."""

    def outline(self) -> Path:
        """Return the ellipse of this size."""
        return ellipse(self.trim)

    def safe_region(self) -> Region:
        """Return a smaller ellipse. Boxes refer to the largest rectangle in it."""
        inner = self.trim.grown(-self.safe)
        (x, y), k = inner.centre, sqrt(2)
        width, height = inner.width / k, inner.height / k
        return Region("safe", ellipse(inner), Rect(x - width / 2, y - height / 2, width, height))


class PolygonRegion(Model):
    """A named part of a polygon: its corners, and the clockwise rotation of its frame."""

    points: tuple[tuple[Distance, Distance], ...]
    """Its corners as ``[x, y]``: lengths, or percentages of the piece's width and height."""
    rotation: float = 0.0
    """The clockwise rotation of its contents, in degrees."""


class PolygonStock(Stock):
    """Any straight-sided piece."""

    shape: Literal["polygon"]
    """Any piece with straight sides: hexagon, octagon, triangle."""
    outline_: tuple[tuple[Distance, Distance], ...] = Field(alias="outline", min_length=3)
    """Its corners in order as ``[x, y]``: lengths, or percentages of the width and height."""
    regions_: dict[str, PolygonRegion | tuple[tuple[Distance, Distance], ...]] = Field(default={}, alias="regions")
    """Parts of the piece by names of your choice, which zones can be ``in``: their corners, or a mapping with
    ``points`` and ``rotation``.
    """
    sets: dict[str, tuple[str, ...]] = Field(default={})
    """Names for several regions at once; a zone ``in`` a set is laid out once in each."""
    partition: bool = False
    """Whether the regions must cover the outline exactly, without overlaps or gaps."""

    def _points(self, corners: tuple[tuple[Any, Any], ...]) -> tuple[Point, ...]:
        width, height = self.size
        return tuple((x.of(width), y.of(height)) for x, y in corners)

    def model_post_init(self, context: Any, /) -> None:
        """Refuse a safe area that leaves nothing, sets of unknown regions, and a partition with overlaps or gaps."""
        super().model_post_init(context)
        count = len(self.outline_) + sum(len(_corners(r)) for r in self.regions_.values())
        if count > MAX_CORNERS:
            message = f"outline and regions have {count:,} corners; at most {MAX_CORNERS:,}"
            raise refusal("wrong-value", message, "outline")
        corners = _clockwise(self._points(self.outline_))
        if _is_convex(corners) and not _inset(corners, self.safe):
            raise refusal("bad-length", "`safe` leaves nothing of the piece", "safe")
        for name, members in self.sets.items():
            for member in members:
                if member not in self.regions_:
                    near = did_you_mean(member, self.regions_)
                    raise refusal(
                        "unknown-region", f"set {name!r} names the unknown region {member!r}{near}", fix=near.fix
                    )
        if self.partition:
            regions = {n: _clockwise(self._points(_corners(r))) for n, r in self.regions_.items()}
            if not area(corners):
                raise refusal("partition", "the outline has no area", "outline")
            for (a, one), (b, other) in combinations(regions.items(), 2):
                if overlap(one, other):
                    raise refusal("partition", f"regions {a!r} and {b!r} overlap")
            share = sum(map(area, regions.values())) / area(corners)
            if abs(share - 1) > 1e-3:
                message = f"regions cover {100 * share:.1f} % of the outline; a partition covers it exactly"
                raise refusal("partition", message)

    def outline(self) -> Path:
        """Return the polygon."""
        return polygon(self._points(self.outline_))

    def safe_region(self) -> Region:
        """Return the polygon with every side moved inwards, and the largest rectangle about its centroid. A polygon
        that isn't convex has the safe area of its bounding rectangle.
        """
        corners = _clockwise(self._points(self.outline_))
        if not _is_convex(corners):
            return super().safe_region()
        corners = _inset(corners, self.safe)
        return Region("safe", polygon(corners), _inscribed(corners))

    def regions(self) -> dict[str, tuple[Region, ...]]:
        """Return the usual regions, the polygon's own, and its sets."""
        out = super().regions()
        for name, region in self.regions_.items():
            turned = region.rotation if isinstance(region, PolygonRegion) else 0.0
            out[name] = (_region(name, self._points(_corners(region)), turned),)
        for name, members in self.sets.items():
            out[name] = tuple(out[m][0] for m in members)
        return out


def _region(name: str, points: tuple[Point, ...], rotation: float) -> Region:
    """A polygon as a region; its frame is its bounding rectangle before rotation."""
    turn = Matrix.turn(rotation, around(points).centre)
    back = turn.inverse()
    upright = around([back.apply(*p) for p in points])
    x, y = turn.apply(*upright.centre)
    frame = Rect(x - upright.width / 2, y - upright.height / 2, upright.width, upright.height)
    return Region(name, polygon(points), frame, rotation)


def _corners(region: PolygonRegion | tuple[tuple[Any, Any], ...]) -> tuple[tuple[Any, Any], ...]:
    return region.points if isinstance(region, PolygonRegion) else region


def _clockwise(corners: Polygon) -> Polygon:
    """The corners in clockwise order."""
    return corners if area(corners) > 0 else corners[::-1]


def _is_convex(corners: Polygon) -> bool:
    """Whether clockwise corners never turn the other way."""
    sides = edges(corners)
    return all(
        (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]) > -1e-6
        for (a, b), (c, d) in pairwise((*sides, sides[0]))
    )


def _inset(corners: Polygon, by: float) -> Polygon:
    """A convex, clockwise polygon with every side moved inwards by *by*; no corners if nothing is left."""
    left = corners
    for (x0, y0), (x1, y1) in edges(corners):
        if length := hypot(x1 - x0, y1 - y0):
            dx, dy = (y0 - y1) / length * by, (x1 - x0) / length * by
            left = half(left, ((x0 + dx, y0 + dy), (x1 + dx, y1 + dy)), inside=True)
    return left if len(left) > 2 and area(left) > 1e-6 else ()


def _inscribed(corners: Polygon) -> Rect:
    """The largest rectangle in a convex polygon, centred on its centroid and with the proportions of its bounds."""
    outer, sides, whole = around(corners), edges(corners), area(corners)
    cx = sum((x + u) * (x * v - u * y) for (x, y), (u, v) in sides) / (6 * whole)
    cy = sum((y + v) * (x * v - u * y) for (x, y), (u, v) in sides) / (6 * whole)
    # Each side bounds how far the rectangle's corners can be from the centroid.
    share = 0.5
    for (x0, y0), (x1, y1) in sides:
        nx, ny = y1 - y0, x0 - x1
        free = abs(nx * (x0 - cx) + ny * (y0 - cy))
        reach = abs(nx) * outer.width + abs(ny) * outer.height
        share = min(share, free / reach) if reach else share
    width, height = 2 * share * outer.width, 2 * share * outer.height
    return Rect(cx - width / 2, cy - height / 2, width, height)


STOCKS: dict[str, type[Stock]] = {
    "card": CardStock,
    "square": SquareStock,
    "octagon": OctagonStock,
    "circle": CircleStock,
    "polygon": PolygonStock,
}
"""The model of each ``shape``."""
