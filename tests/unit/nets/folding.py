"""Dies folded in space: every panel's corners where they come to lie. The printed side looks outwards."""

from __future__ import annotations

from math import cos, radians, sin

from carddesigner.nets.die import Die

Vector = tuple[float, float, float]
Map = tuple[tuple[Vector, Vector, Vector], Vector]


def sub(a, b):
    return tuple(x - y for x, y in zip(a, b, strict=True))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    length = dot(a, a) ** 0.5
    return tuple(x / length for x in a)


def turned(p: Vector, about: Vector, axis: Vector, degrees: float) -> Vector:
    """A point turned about a line, by the formula of Rodrigues."""
    v, k = sub(p, about), unit(axis)
    c, s = cos(radians(degrees)), sin(radians(degrees))
    w = cross(k, v)
    d = dot(k, v)
    return tuple(about[i] + v[i] * c + w[i] * s + k[i] * d * (1 - c) for i in range(3))


def fold(die: Die, degrees: float = 90.0) -> dict[str, list[Vector]]:
    """Every panel's corners in space: the first panel stays, z points away from whoever looks at the printed side."""
    flat = {p.name: [(x, y, 0.0) for x, y in p.points] for p in die.panels}
    folds = {f.flap: f for f in die.folds}
    out = {}
    for name, points in flat.items():
        at = name
        while at in folds:
            f = folds[at]
            start, end = (*f.start, 0.0), (*f.end, 0.0)
            axis = sub(end, start)
            centre = tuple(sum(c) / len(flat[at]) for c in zip(*flat[at], strict=True))
            # Fold so that the flap goes to where z grows.
            way = degrees if turned(centre, start, axis, 90)[2] > 0 else -degrees
            points = [turned(p, start, axis, way) for p in points]
            at = f.panel
        out[name] = points
    return out


def plane_distance(point: Vector, panel: list[Vector]) -> float:
    """How far a point lies from a panel's plane."""
    normal = unit(cross(sub(panel[1], panel[0]), sub(panel[2], panel[1])))
    return abs(dot(sub(point, panel[0]), normal))


def normal(panel: list[Vector]) -> Vector:
    """Where a panel's printed side looks. Corners go clockwise as seen from there."""
    n = unit(cross(sub(panel[1], panel[0]), sub(panel[2], panel[1])))
    return tuple(-v for v in n)


def bounds(panels: list[list[Vector]]) -> tuple[Vector, Vector]:
    """The least and the greatest corner."""
    points = [p for panel in panels for p in panel]
    return tuple(min(c) for c in zip(*points, strict=True)), tuple(max(c) for c in zip(*points, strict=True))


def within(point: Vector, panel: list[Vector], slack: float) -> bool:
    """Whether a point of a panel's plane lies inside it, but for *slack*."""
    n = unit(cross(sub(panel[1], panel[0]), sub(panel[2], panel[1])))
    sides = zip(panel, [*panel[1:], panel[0]], strict=True)
    return all(dot(cross(unit(sub(b, a)), sub(point, a)), n) >= -slack for a, b in sides)
