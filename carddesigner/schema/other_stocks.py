"""Stocks that few decks have: octagons, round pieces, and polygons with regions of their own."""

from itertools import combinations, pairwise
from math import hypot, sqrt
from typing import Any, Literal

from pydantic import Field

from carddesigner.contents.base import Distance, Model, refusal
from carddesigner.core.geometry import Matrix, Path, Point, Rect, Region, around, chamfered, ellipse, polygon
from carddesigner.core.report import did_you_mean
from carddesigner.core.units import MM
from carddesigner.nets.polygons import Polygon, area, edges, half, overlap
from carddesigner.schema.stock import Stock, region_of

MAX_CORNERS = 2_000
"""The most corners of a polygon's outline and regions together."""


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
            corners.append(region_of(name, tuple(place.apply(*p) for p in hexagon), 45.0 + 90.0 * i))
        diamond = ((x, y - corner), (x + corner, y), (x, y + corner), (x - corner, y))
        named = {r.name: (r,) for r in (region_of("centre", diamond, 0.0), *corners)}
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
            out[name] = (region_of(name, self._points(_corners(region)), turned),)
        for name, members in self.sets.items():
            out[name] = tuple(out[m][0] for m in members)
        return out


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
