"""Squares and octagons of zones: which geometry lets one zone cover another exactly."""

from __future__ import annotations

from math import sqrt

import pytest
from pydantic import ValidationError

from carddesigner.core.geometry import Matrix, Path, Point, bounds, distance, transformed
from carddesigner.core.units import MM
from carddesigner.schema.other_stocks import OctagonStock, PolygonStock
from carddesigner.schema.stock import SquareStock

SIZE = 63.5
E = SIZE * (sqrt(2) - 1)
CORNERS = ("ne", "se", "sw", "nw")
NEAR = 0.1
"""Millimetres by which a zone may miss another."""


def octagon() -> OctagonStock:
    return OctagonStock.model_validate({"shape": "octagon", "size": [f"{SIZE}mm", f"{SIZE}mm"]})


def square() -> SquareStock:
    return SquareStock.model_validate({"shape": "square", "size": "square"})


def corners_of(path: Path) -> list[Point]:
    """A polygon's corners in millimetres, in turn."""
    return [(s[1] / MM, s[2] / MM) for s in path if len(s) == 3]


def zone(stock: OctagonStock | SquareStock, name: str) -> list[Point]:
    return corners_of(stock.regions()[name][0].polygon)


def area(points: list[Point]) -> float:
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True))) / 2


def same(some: list[Point], others: list[Point]) -> bool:
    """Whether two polygons have their corners at the same places."""
    return len(some) == len(others) and all(min(distance(p, q) for q in others) < NEAR for p in some)


def moved(points: list[Point], dx: float, dy: float) -> list[Point]:
    return [(x + dx, y + dy) for x, y in points]


def turned(points: list[Point], degrees: float) -> list[Point]:
    m = Matrix.turn(degrees, (SIZE / 2, SIZE / 2))
    return [m.apply(*p) for p in points]


def sides(points: list[Point]) -> list[float]:
    return [distance(p, q) for p, q in zip(points, points[1:] + points[:1], strict=True)]


def test_the_octagon_is_regular() -> None:
    assert sides(corners_of(octagon().outline())) == pytest.approx([E] * 8)


def test_the_centre_is_a_square_of_the_octagons_edge_that_points_at_the_middles_of_four_edges() -> None:
    centre = zone(octagon(), "centre")
    assert sides(centre) == pytest.approx([E] * 4)
    middles = [(SIZE / 2, 0), (SIZE, SIZE / 2), (SIZE / 2, SIZE), (0, SIZE / 2)]
    assert [distance(p, m) for p, m in zip(centre, middles, strict=True)] == pytest.approx([E / 2] * 4)


@pytest.mark.parametrize("name", CORNERS)
def test_a_hexagon_has_one_whole_edge_and_two_halves_and_point_symmetry(name: str) -> None:
    points = zone(octagon(), name)
    around = sides(points)
    assert sorted(around) == pytest.approx([E / 2] * 4 + [E] * 2)
    assert around[:3] == pytest.approx(around[3:])
    x, y = (sum(v) / 6 for v in zip(*points, strict=True))
    assert same([(2 * x - u, 2 * y - v) for u, v in points], points)


def test_the_zones_fill_the_octagon() -> None:
    whole = 2 * (1 + sqrt(2)) * E**2
    assert area(corners_of(octagon().outline())) == pytest.approx(whole)
    assert sum(area(zone(octagon(), name)) for name in (*CORNERS, "centre")) == pytest.approx(whole)


@pytest.mark.parametrize("stock", [octagon(), square()], ids=["octagon", "square"])
@pytest.mark.parametrize(("below", "opposite", "right", "down"), [("ne", "sw", 1, -1), ("se", "nw", 1, 1)])
@pytest.mark.parametrize("quarters", range(4))
def test_a_zone_covers_the_opposite_one_of_a_tile_half_a_width_away(
    stock: OctagonStock | SquareStock, below: str, opposite: str, right: int, down: int, quarters: int
) -> None:
    above = CORNERS[(CORNERS.index(opposite) - quarters) % 4]
    laid = turned(zone(stock, above), 90 * quarters)
    step = SIZE / 2
    assert same(moved(laid, right * step, down * step), zone(stock, below))


def test_tiles_stack_no_other_way_without_being_turned() -> None:
    stock = octagon()
    lattice = [(x * SIZE / 2, y * SIZE / 2) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    found = {
        (a, b)
        for dx, dy in lattice
        for a in CORNERS
        for b in CORNERS
        if same(moved(zone(stock, a), dx, dy), zone(stock, b))
    }
    assert found == {("sw", "ne"), ("ne", "sw"), ("nw", "se"), ("se", "nw")}


def test_a_tile_on_another_touches_its_centre_and_never_cuts_it() -> None:
    stock = octagon()
    (x, y), (u, v) = (zone(stock, "ne")[i] for i in (4, 5))
    # The line of the centre's side that the covered zone has in common with it; the tile above lies beyond it.
    laid = moved(corners_of(stock.outline()), SIZE / 2, -SIZE / 2)
    beyond = [(u - x) * (q - y) - (v - y) * (p - x) for p, q in laid]
    assert max(beyond) == pytest.approx(0, abs=1e-6) or min(beyond) == pytest.approx(0, abs=1e-6)
    centre = [(u - x) * (q - y) - (v - y) * (p - x) for p, q in zone(stock, "centre")]
    assert max(beyond) * max(centre) == pytest.approx(0, abs=1e-6)
    assert sum(beyond) * sum(centre) < 0


@pytest.mark.parametrize("stock", [octagon(), square()], ids=["octagon", "square"])
def test_a_quarter_turn_takes_each_corner_to_the_next(stock: OctagonStock | SquareStock) -> None:
    regions = stock.regions()
    assert tuple(r.name for r in regions["corners"]) == CORNERS
    first, *others = regions["corners"]
    for n, region in enumerate(others, 1):
        assert same(turned(corners_of(first.polygon), 90 * n), corners_of(region.polygon))
        assert region.rotation - first.rotation == 90 * n
        assert (region.frame.width, region.frame.height) == pytest.approx((first.frame.width, first.frame.height))


def test_a_hexagons_frame_fits_it_with_its_head_at_the_rim() -> None:
    region = octagon().regions()["ne"][0]
    upright = transformed(region.polygon, Matrix.turn(region.rotation, region.frame.centre).inverse())
    assert tuple(bounds(upright)) == pytest.approx(tuple(region.frame))
    top = [p for p in corners_of(upright) if abs(p[1] - region.frame.y / MM) < NEAR]
    assert distance(*top) == pytest.approx(E)


def test_a_turned_region_of_a_polygon_has_a_frame_of_its_own() -> None:
    made = PolygonStock.model_validate(
        {
            "shape": "polygon",
            "size": ["40mm", "40mm"],
            "outline": [["0%", "0%"], ["100%", "0%"], ["100%", "100%"], ["0%", "100%"]],
            "regions": {
                "east": {
                    "points": [["75%", "0%"], ["100%", "0%"], ["100%", "100%"], ["75%", "100%"]],
                    "rotation": 90,
                }
            },
        }
    )
    frame = made.regions()["east"][0].frame
    assert (frame.width / MM, frame.height / MM) == pytest.approx((40, 10))
    assert (frame.centre[0] / MM, frame.centre[1] / MM) == pytest.approx((35, 20))


def test_an_octagon_that_is_wider_than_high_is_refused() -> None:
    with pytest.raises(ValidationError, match="as wide as it is high"):
        OctagonStock.model_validate({"shape": "octagon", "size": ["60mm", "50mm"]})


def test_what_is_safe_of_an_octagon_is_a_smaller_one() -> None:
    safe = octagon().regions()["safe"][0]
    assert sides(corners_of(safe.polygon)) == pytest.approx([(SIZE - 6) * (sqrt(2) - 1)] * 8)
    corner = (safe.frame.x / MM, safe.frame.y / MM)
    (x, y), (u, v) = (p for p in corners_of(safe.polygon) if p[0] < SIZE / 2 and p[1] < SIZE / 2)
    assert (u - x) * (corner[1] - y) == pytest.approx((v - y) * (corner[0] - x))
