"""Tiles as models: a piece's outline as a solid of its thickness, in inches, with a front and a back; and blocks folded
from nets.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Path, Point
from carddesigner.core.units import MM
from carddesigner.nets.die import Die, Panel

THINNEST = 1.5 * MM
"""A thinner solid can't be picked up, and falls through others."""
MAX_COLLIDER = 255
"""The most triangles of a model that serves as its own collider."""
_STEPS = 12
"""The number of lines that approximate a curve."""
_Vector = tuple[float, float, float]


def outline_points(path: Path) -> list[Point]:
    """The corners of a closed path, with curves as lines. Only its first ring counts."""
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
    """Triangulate a simple polygon. Its corners, and those of the triangles, run anticlockwise (y down)."""
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
            # Only corners on one line are left: any of them may be removed.
            out.append((left[-1], left[0], left[1]))
            del left[0]
    return [*out, (left[0], left[1], left[2])]


def _turn(a: Point, b: Point, c: Point) -> float:
    """Twice a triangle's signed area: positive if it runs anticlockwise as seen, with y down."""
    return (b[1] - a[1]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[1] - a[1])


def _inside(p: Point, a: Point, b: Point, c: Point) -> bool:
    return _turn(a, b, p) >= 0 and _turn(b, c, p) >= 0 and _turn(c, a, p) >= 0


def tile_mesh(face: LaidFace, thickness: float) -> tuple[bytes, int]:
    """The OBJ file of a piece, and its number of triangles. The left half of its picture is the front, the right half
    the back. On the table, x points to the right and z towards the viewer; the unit is an inch.
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


def block_mesh(face: LaidFace, die: Die) -> tuple[bytes, int]:
    """The OBJ file of a block folded from its *die*, with its top up and its front towards the viewer, and its number
    of triangles. The left half of its picture is the flat face.
    """
    panels = {panel.name: panel for panel in die.faces}
    # For each panel the directions of the flat face's x and y in space, and the place of its origin.
    frames: dict[str, tuple[_Vector, _Vector, _Vector]] = {"top": ((1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 0.0))}
    folds = [fold for fold in die.folds if fold.flap in panels]
    while folds:
        fold = next(f for f in folds if f.panel in frames)
        folds.remove(fold)
        frames[fold.flap] = _folded(frames[fold.panel], fold.start, fold.end, panels[fold.flap])
    solid = {n: [_at(frames[n], p) for p in panel.points] for n, panel in panels.items()}
    corners = [corner for points in solid.values() for corner in points]
    middle = [(min(axis) + max(axis)) / 2 for axis in zip(*corners, strict=True)]
    lines, faces, count = ["# made by carddesigner"], [], 0
    for number, (name, points) in enumerate(solid.items(), 1):
        across, down, _ = frames[name]
        out = _cross(down, across)
        lines += ["v " + " ".join(f"{(v - m) / 72:.5f}" for v, m in zip(p, middle, strict=True)) for p in points]
        lines += [f"vt {x / face.width / 2:.5f} {1 - y / face.height:.5f}" for x, y in panels[name].points]
        lines.append("vn " + " ".join(f"{v:.5f}" for v in out))
        order = list(range(1, len(points) + 1))
        u, v = (tuple(b - a for a, b in zip(points[0], points[i], strict=True)) for i in (1, 2))
        if sum(a * b for a, b in zip(_cross(u, v), out, strict=True)) < 0:
            order.reverse()
        for second, third in pairwise(order[1:]):
            faces.append(" ".join(["f", *(f"{i + count}/{i + count}/{number}" for i in (order[0], second, third))]))
        count += len(points)
    return ("\n".join([*lines, *faces]) + "\n").encode(), len(faces)


def _folded(
    frame: tuple[_Vector, _Vector, _Vector], start: Point, end: Point, panel: Panel
) -> tuple[_Vector, _Vector, _Vector]:
    """The directions and origin of a panel that is folded down by 90° along a crease."""
    far = hypot(end[0] - start[0], end[1] - start[1])
    along = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    off = -along[1], along[0]
    away = sum((p[0] - start[0]) * off[0] + (p[1] - start[1]) * off[1] for p in panel.points)
    if away < 0:
        off = -off[0], -off[1]
    across, down, _ = frame
    inwards = _cross(across, down)
    stays = _sum((along[0], across), (along[1], down))
    x, y = (_sum((along[i], stays), (off[i], inwards)) for i in (0, 1))
    crease = _at(frame, start)
    return x, y, _sum((1.0, crease), (-start[0], x), (-start[1], y))


def _at(frame: tuple[_Vector, _Vector, _Vector], point: Point) -> _Vector:
    across, down, origin = frame
    return _sum((1.0, origin), (point[0], across), (point[1], down))


def _sum(*parts: tuple[float, _Vector]) -> _Vector:
    x, y, z = (sum(factor * vector[i] for factor, vector in parts) for i in range(3))
    return x, y, z


def _cross(a: Sequence[float], b: Sequence[float]) -> _Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
