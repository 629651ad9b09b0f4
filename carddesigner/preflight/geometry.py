"""Boxes and matrices as in PDF: points, y up."""

from __future__ import annotations

from math import hypot, sqrt

Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""
Matrix = tuple[float, float, float, float, float, float]

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
EVERYWHERE: Box = (-1e9, -1e9, 1e9, 1e9)


def times(m: Matrix, n: Matrix) -> Matrix:
    """The map that applies *m* first, then *n*."""
    a, b, c, d, e, f = m
    g, h, i, j, k, o = n
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + o)


def mapped(m: Matrix, box: Box) -> Box:
    """The bounding box of a mapped box."""
    a, b, c, d, e, f = m
    left, bottom, right, top = box
    if not b and not c:
        x, u, y, v = a * left + e, a * right + e, d * bottom + f, d * top + f
        return (min(x, u), min(y, v), max(x, u), max(y, v))
    xs = (a * left + c * bottom, a * right + c * bottom, a * left + c * top, a * right + c * top)
    ys = (b * left + d * bottom, b * right + d * bottom, b * left + d * top, b * right + d * top)
    return (min(xs) + e, min(ys) + f, max(xs) + e, max(ys) + f)


def common(a: Box, b: Box) -> Box | None:
    """The intersection of two boxes, which may be a line; None if they don't meet."""
    out = (max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3]))
    return out if out[0] <= out[2] and out[1] <= out[3] else None


def moved(box: Box, x: float, y: float) -> Box:
    """A box moved to another place."""
    return (box[0] + x, box[1] + y, box[2] + x, box[3] + y)


def grown(box: Box, by: float) -> Box:
    """A box with every side moved outwards."""
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)


def holds(outer: Box, inner: Box, tolerance: float = 0.05) -> bool:
    """Whether a box lies inside another."""
    low = inner[0] >= outer[0] - tolerance and inner[1] >= outer[1] - tolerance
    return low and inner[2] <= outer[2] + tolerance and inner[3] <= outer[3] + tolerance


def thinnest(m: Matrix) -> float:
    """The shortest image of a unit length under a map."""
    a, b, c, d = m[:4]
    total, area = a * a + b * b + c * c + d * d, abs(a * d - b * c)
    longest = sqrt((total + sqrt(max(0.0, total * total - 4 * area * area))) / 2)
    return area / longest if longest else 0.0


def sides(m: Matrix) -> tuple[float, float]:
    """The lengths of the sides of the mapped unit square."""
    return hypot(m[0], m[1]), hypot(m[2], m[3])
