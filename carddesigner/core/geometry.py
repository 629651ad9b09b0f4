"""Rectangles, matrices and paths. Points, y down, unless a docstring says otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from math import acos, cos, hypot, inf, pi, radians, sin, tan
from typing import NamedTuple

from msgspec import Struct

Point = tuple[float, float]
Segment = tuple[str, float, float] | tuple[str, float, float, float, float, float, float] | tuple[str]
Path = tuple[Segment, ...]
"""Segments ``("m", x, y)``, ``("l", x, y)``, ``("c", x1, y1, x2, y2, x, y)`` and ``("h",)``, as PDF has them."""

_QUARTERS: dict[float, Point] = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
"""Cosine and sine of quarter turns."""

KAPPA = 0.5522847498
"""Handle length of a cubic that draws a quarter of the unit circle."""


class Rect(NamedTuple):
    """An upright rectangle: left, top, width, height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right side."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the lower side."""
        return self.y + self.height

    @property
    def centre(self) -> Point:
        """The point in the middle."""
        return (self.x + self.width / 2, self.y + self.height / 2)

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Its corners clockwise, starting at the top left."""
        return ((self.x, self.y), (self.right, self.y), (self.right, self.bottom), (self.x, self.bottom))

    def grown(self, by: float) -> Rect:
        """The rectangle with every side moved outwards by *by* (inwards if negative)."""
        return Rect(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def moved(self, dx: float, dy: float) -> Rect:
        """The rectangle at another place."""
        return Rect(self.x + dx, self.y + dy, self.width, self.height)

    def contains(self, other: Rect, tolerance: float = 1e-6) -> bool:
        """Whether *other* lies inside, sides included."""
        across = other.x >= self.x - tolerance and other.right <= self.right + tolerance
        return across and other.y >= self.y - tolerance and other.bottom <= self.bottom + tolerance


class Edges(NamedTuple):
    """A width along each side of a page as seen."""

    left: float
    top: float
    right: float
    bottom: float

    @staticmethod
    def alike(width: float) -> Edges:
        """The same width on all four sides."""
        return Edges(width, width, width, width)

    def inside(self, r: Rect) -> Rect:
        """The part of a rectangle inside these edges; its width or height is 0 if nothing is left."""
        width, height = r.width - self.left - self.right, r.height - self.top - self.bottom
        return Rect(r.x + self.left, r.y + self.top, max(width, 0.0), max(height, 0.0))


class Matrix(NamedTuple):
    """An affine map as PDF writes it: x' = a·x + c·y + e, y' = b·x + d·y + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def then(self, after: Matrix) -> Matrix:
        """The map that applies this one first and *after* second."""
        a, b, c, d, e, f = self
        return Matrix(
            a * after.a + b * after.c,
            a * after.b + b * after.d,
            c * after.a + d * after.c,
            c * after.b + d * after.d,
            e * after.a + f * after.c + after.e,
            e * after.b + f * after.d + after.f,
        )

    def apply(self, x: float, y: float) -> Point:
        """Where the point (x, y) goes."""
        return (self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    def inverse(self) -> Matrix:
        """The inverse map. Raises ZeroDivisionError if there is none."""
        a, b, c, d, e, f = self
        k = 1 / (a * d - b * c)
        return Matrix(d * k, -b * k, -c * k, a * k, (c * f - d * e) * k, (b * e - a * f) * k)

    @staticmethod
    def move(dx: float, dy: float) -> Matrix:
        """A shift."""
        return Matrix(1.0, 0.0, 0.0, 1.0, dx, dy)

    @staticmethod
    def scale(sx: float, sy: float) -> Matrix:
        """A scaling about the origin."""
        return Matrix(sx, 0.0, 0.0, sy, 0.0, 0.0)

    @staticmethod
    def turn(degrees: float, about: Point = (0.0, 0.0)) -> Matrix:
        """A rotation, clockwise as seen (y is down), about a point; quarter turns are exact."""
        k, s = _QUARTERS.get(degrees % 360) or (cos(radians(degrees)), sin(radians(degrees)))
        x, y = about
        return Matrix(k, s, -s, k, x - k * x + s * y, y - s * x - k * y)


Aspect = tuple[float, float, str]
"""How a drawing is placed in a frame, as in SVG: the alignment across and down, from 0 to 1, and ``meet``, ``slice`` or
``none``, which stretches it.
"""


def fitting(view: Rect, frame: Rect, aspect: Aspect) -> Matrix:
    """The map from a drawing's view box into a frame."""
    across, down, how = aspect
    kx, ky = frame.width / view.width, frame.height / view.height
    if how != "none":
        kx = ky = max(kx, ky) if how == "slice" else min(kx, ky)
    x = frame.x + (frame.width - kx * view.width) * across - kx * view.x
    y = frame.y + (frame.height - ky * view.height) * down - ky * view.y
    return Matrix(kx, 0.0, 0.0, ky, x, y)


Radii = tuple[float, float, float, float]
"""The radii of a rectangle's corners, clockwise from the top left."""


def rectangle(r: Rect, radius: float | Radii = 0.0) -> Path:
    """A rectangle with corners rounded by *radius* (at most half the shorter side), or each by its own radius."""
    if isinstance(radius, tuple):
        return _rounded_each(r, radius)
    x, y, w, h = r
    q = min(radius, w / 2, h / 2)
    if q <= 0:
        return (("m", x, y), ("l", x + w, y), ("l", x + w, y + h), ("l", x, y + h), ("h",))
    k = q * (1 - KAPPA)
    return (
        ("m", x + q, y),
        ("l", x + w - q, y),
        ("c", x + w - k, y, x + w, y + k, x + w, y + q),
        ("l", x + w, y + h - q),
        ("c", x + w, y + h - k, x + w - k, y + h, x + w - q, y + h),
        ("l", x + q, y + h),
        ("c", x + k, y + h, x, y + h - k, x, y + h - q),
        ("l", x, y + q),
        ("c", x, y + k, x + k, y, x + q, y),
        ("h",),
    )


def _rounded_each(r: Rect, radii: Radii) -> Path:
    """A rectangle with its own radius for each corner, all scaled down in proportion if the sides are too short."""
    pairs = zip(radii, (*radii[1:], radii[0]), (r.width, r.height, r.width, r.height), strict=True)
    k = min([1.0, *(side / (one + other) for one, other, side in pairs if one + other > side)])
    return rounded(r.corners, tuple(k * radius for radius in radii))


def rounded(points: tuple[Point, ...], radii: tuple[float, ...]) -> Path:
    """A closed polygon with rounded corners; a radius is reduced where a side is too short for both its corners."""
    if not any(radii):
        return polygon(points)
    out: list[Segment] = []
    for i, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[i - 1], points[(i + 1) % len(points)]
        before, after = hypot(ax - x, ay - y), hypot(bx - x, by - y)
        if not before or not after:
            continue
        (ux, uy), (vx, vy) = ((ax - x) / before, (ay - y) / before), ((bx - x) / after, (by - y) / after)
        angle = acos(max(-1.0, min(1.0, ux * vx + uy * vy)))
        reach = _reach(radii, i, angle, before, after)
        if reach < 1e-6:
            out.append(("l", x, y))
            continue
        # A cubic approximating the arc that touches both sides at this distance from the corner.
        handle = 4 / 3 * tan((pi - angle) / 4) * tan(angle / 2)
        k = reach * (1 - handle)
        out.append(("l", x + ux * reach, y + uy * reach))
        out.append(("c", x + ux * k, y + uy * k, x + vx * k, y + vy * k, x + vx * reach, y + vy * reach))
    if not out:
        return polygon(points)
    return (("m", out[0][1], out[0][2]), *out[1:], ("h",))  # type: ignore[misc]


def _reach(radii: tuple[float, ...], i: int, angle: float, before: float, after: float) -> float:
    """The distance from a corner at which its rounding begins. Next to a corner without rounding the whole side is
    available.
    """
    if angle < 1e-6 or pi - angle < 1e-6 or not radii[i]:
        return 0.0
    rooms = (
        before * radii[i] / (radii[i] + radii[i - 1]),
        after * radii[i] / (radii[i] + radii[(i + 1) % len(radii)]),
    )
    return min(radii[i] / tan(angle / 2), *rooms)


def chamfered(r: Rect, cut: float) -> Path:
    """A rectangle with its corners cut off at *cut* along each side."""
    x, y, w, h = r
    q = min(cut, w / 2, h / 2)
    top, right = ((x + q, y), (x + w - q, y)), ((x + w, y + q), (x + w, y + h - q))
    bottom, left = ((x + w - q, y + h), (x + q, y + h)), ((x, y + h - q), (x, y + q))
    return polygon((*top, *right, *bottom, *left))


def ellipse(r: Rect) -> Path:
    """The ellipse that fills a rectangle."""
    (cx, cy), rx, ry = r.centre, r.width / 2, r.height / 2
    kx, ky = KAPPA * rx, KAPPA * ry
    return (
        ("m", cx + rx, cy),
        ("c", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("c", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("c", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("c", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        ("h",),
    )


def polygon(points: tuple[Point, ...]) -> Path:
    """A closed polygon."""
    first, *rest = points
    return (("m", *first), *(("l", *p) for p in rest), ("h",))


def transformed(path: Path, m: Matrix) -> Path:
    """A path with every point mapped by *m*."""
    a, b, c, d, e, f = m
    out: list[Segment] = []
    for s in path:
        if len(s) == 3:
            op, x, y = s
            out.append((op, a * x + c * y + e, b * x + d * y + f))
        elif len(s) == 7:
            op, x1, y1, x2, y2, x, y = s
            first, second = (a * x1 + c * y1 + e, b * x1 + d * y1 + f), (a * x2 + c * y2 + e, b * x2 + d * y2 + f)
            out.append((op, *first, *second, a * x + c * y + e, b * x + d * y + f))
        else:
            out.append(s)
    return tuple(out)


def mirrored(path: Path, width: float) -> Path:
    """A path in a box of a *width* as seen from behind; the path itself if it is symmetrical."""
    behind = transformed(path, Matrix(a=-1.0, e=width))
    return behind if _steps(behind) != _steps(path) else path


def end_of(step: Segment) -> Point:
    """The end point of a line or curve, or the start of a path. Raises ValueError for a segment that closes a path."""
    if len(step) == 1:
        raise ValueError("a path is closed where it began")
    return step[-2], step[-1]


def _steps(path: Path) -> frozenset[tuple[tuple[int, int], ...]]:
    """A path's lines and curves regardless of their order and direction."""
    out = set()
    start = at = (0, 0)
    for segment in path:
        points = [(round(100 * x), round(100 * y)) for x, y in zip(segment[1::2], segment[2::2], strict=True)]
        if segment[0] == "m":
            start = at = points[0]
            continue
        step = (at, *(points or [start]))
        at = step[-1]
        if at != step[0]:
            out.add(min(step, step[::-1]))
    return frozenset(out)


def bounds(path: Path) -> Rect:
    """The smallest rectangle around all points of a path, control points included."""
    return _around([v for s in path for v in s[1::2]], [v for s in path for v in s[2::2]])


def extent(path: Path) -> Rect:
    """The smallest rectangle around the path itself; its control points can lie outside."""
    xs: list[float] = []
    ys: list[float] = []
    at: Point = (0.0, 0.0)
    for step in path:
        if len(step) == 1:
            continue
        if len(step) > 3:
            xs += _turns(at[0], *step[1::2])
            ys += _turns(at[1], *step[2::2])
        at = step[-2], step[-1]
        xs.append(at[0])
        ys.append(at[1])
    return _around(xs, ys)


def _turns(a: float, b: float, c: float, d: float) -> list[float]:
    """The values at which a curve's coordinate has an extremum."""
    p, q, r = d - a + 3 * (b - c), 2 * (a - 2 * b + c), b - a
    if abs(p) < 1e-12:
        roots = [-r / q] if q else []
    else:
        root = q * q - 4 * p * r
        roots = [(-q + sign * root**0.5) / (2 * p) for sign in (1, -1)] if root >= 0 else []
    return [
        (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t * t * c + t**3 * d for t in roots if 0 < t < 1
    ]


def around(points: Sequence[Point]) -> Rect:
    """The smallest rectangle around points."""
    return _around([p[0] for p in points], [p[1] for p in points])


def around_all(rects: Sequence[Rect]) -> Rect:
    """The smallest rectangle around all of them."""
    return _around([v for r in rects for v in (r.x, r.right)], [v for r in rects for v in (r.y, r.bottom)])


def _around(xs: Sequence[float], ys: Sequence[float]) -> Rect:
    x, y = min(xs), min(ys)
    return Rect(x, y, max(xs) - x, max(ys) - y)


def span_inside(point: Point, along: Point, r: Rect, tolerance: float = 0.0) -> tuple[float, float] | None:
    """Return between which multiples of *along* from *point* a line lies in a rectangle; None if it misses it. A line
    parallel to an axis may lie outside by *tolerance*.
    """
    low, high = -inf, inf
    for at, step, first, last in ((point[0], along[0], r.x, r.right), (point[1], along[1], r.y, r.bottom)):
        if abs(step) > 1e-9:
            one, other = sorted(((first - at) / step, (last - at) / step))
            low, high = max(low, one), min(high, other)
        elif not first - tolerance <= at <= last + tolerance:
            return None
    return (low, high) if low < high else None


class Region(Struct, frozen=True):
    """A named part of an outline that zones can be placed in. Boxes refer to ``frame``, which is upright until
    ``rotation`` turns it clockwise about its centre, in degrees, to face outwards. A region that ``clips`` cuts off
    what extends beyond its ``polygon``.
    """

    name: str
    polygon: Path
    frame: Rect
    rotation: float = 0.0
    clips: bool = True

    def mirrored(self, width: float) -> Region:
        """The same region in a box of a *width*, as seen from behind."""
        f = self.frame
        behind = transformed(self.polygon, Matrix(a=-1.0, e=width))
        return Region(self.name, behind, Rect(width - f.right, f.y, f.width, f.height), -self.rotation, self.clips)


def distance(p: Point, q: Point) -> float:
    """The distance between two points."""
    return hypot(p[0] - q[0], p[1] - q[1])
