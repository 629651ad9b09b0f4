"""Tiles as models: the outline of a piece as a solid of its thickness, in inches, with a front and a back."""

from __future__ import annotations

from collections.abc import Sequence

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Path, Point
from carddesigner.core.units import MM

THINNEST = 1.5 * MM
"""A solid that is thinner can't be taken up, and falls through others."""
MAX_COLLIDER = 255
"""Triangles below which a model serves as its own collider."""
_STEPS = 12
"""Lines that stand for a curve."""


def outline_points(path: Path) -> list[Point]:
    """The corners of a closed path, curves as lines. Only its first ring counts."""
    points: list[Point] = []
    for segment in path:
        if len(segment) == 1 or (segment[0] == "m" and points):
            break
        if len(segment) == 3:
            points.append((segment[1], segment[2]))
        elif len(segment) == 7:
            (ax, ay), (_, bx, by, cx, cy, dx, dy) = points[-1], segment
            for step in range(1, _STEPS + 1):
                t = step / _STEPS
                a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
                points.append((a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy))
    kept: list[Point] = []
    for p in points:
        if not kept or max(abs(p[0] - kept[-1][0]), abs(p[1] - kept[-1][1])) > 1e-6:
            kept.append(p)
    if len(kept) > 1 and max(abs(kept[0][0] - kept[-1][0]), abs(kept[0][1] - kept[-1][1])) < 1e-6:
        kept.pop()
    return kept


def triangles(points: Sequence[Point]) -> list[tuple[int, int, int]]:
    """A simple polygon whose corners go round against the clock (y down) in triangles that do so too."""
    left = list(range(len(points)))
    out = []
    while len(left) > 3:
        for at in range(len(left)):
            a, b, c = left[at - 1], left[at], left[(at + 1) % len(left)]
            if _turn(points[a], points[b], points[c]) <= 1e-9:
                continue
            if not any(_inside(points[i], points[a], points[b], points[c]) for i in left if i not in (a, b, c)):
                out.append((a, b, c))
                del left[at]
                break
        else:
            # Corners on one line are left: any of them may go.
            out.append((left[-1], left[0], left[1]))
            del left[0]
    return [*out, (left[0], left[1], left[2])]


def _turn(a: Point, b: Point, c: Point) -> float:
    """Twice a triangle's area, positive against the clock as it is seen, with y down."""
    return (b[1] - a[1]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[1] - a[1])


def _inside(p: Point, a: Point, b: Point, c: Point) -> bool:
    return _turn(a, b, p) >= 0 and _turn(b, c, p) >= 0 and _turn(c, a, p) >= 0


def tile_mesh(face: LaidFace, thickness: float) -> tuple[bytes, int]:
    """The OBJ file of a piece, and how many triangles it has. The left half of its picture is the front, the right half the back.
    As it lies on the table, x goes to the right and z to whoever looks at it; an inch is 1.
    """
    ring = outline_points(face.outline)
    if sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)) > 0:
        ring.reverse()
    width, height, high = face.width, face.height, max(thickness, THINNEST) / 144
    count = len(ring)
    lines = ["# made by carddesigner"]
    for y in (high, -high):
        lines += [f"v {(px - width / 2) / 72:.5f} {y:.5f} {(py - height / 2) / 72:.5f}" for px, py in ring]
    lines += [f"vt {px / width / 2:.5f} {1 - py / height:.5f}" for px, py in ring]
    # The back is seen from behind.
    lines += [f"vt {0.5 + (1 - px / width) / 2:.5f} {1 - py / height:.5f}" for px, py in ring]
    lines += ["vn 0 1 0", "vn 0 -1 0"]
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        dx, dy = bx - ax, by - ay
        far = (dx * dx + dy * dy) ** 0.5 or 1.0
        lines.append(f"vn {-dy / far:.5f} 0 {dx / far:.5f}")
    flat = triangles(ring)
    lines += [f"f {a + 1}/{a + 1}/1 {b + 1}/{b + 1}/1 {c + 1}/{c + 1}/1" for a, b, c in flat]
    lines += [" ".join(["f", *(f"{i + 1 + count}/{i + 1 + count}/2" for i in (c, b, a))]) for a, b, c in flat]
    for i in range(count):
        j, n = (i + 1) % count, i + 3
        top_i, top_j, low_i, low_j = i + 1, j + 1, i + 1 + count, j + 1 + count
        # Sides have the colours of the front's edge.
        lines.append(f"f {top_i}/{top_i}/{n} {low_i}/{top_i}/{n} {low_j}/{top_j}/{n}")
        lines.append(f"f {top_i}/{top_i}/{n} {low_j}/{top_j}/{n} {top_j}/{top_j}/{n}")
    return ("\n".join(lines) + "\n").encode(), 2 * len(flat) + 2 * count
