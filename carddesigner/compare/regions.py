"""The regions in which two pictures of a face differ, as a few rectangles."""

from __future__ import annotations

from functools import reduce

from PIL import ImageChops
from PIL.Image import Image

MAX_REGIONS = 6
LEAST = 24
"""The least visible difference of a colour channel, of 255."""
CELL = 6
"""Pixels along the side of a cell; differences are located by cell."""
FAR = 3
"""The greatest distance, in cells, between differences of one region."""

Region = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""


def regions(old: Image, new: Image) -> tuple[Region, ...]:
    """Return rectangles around all differences, from top to bottom. Both pictures have the same size."""
    bands = ImageChops.difference(old.convert("RGB"), new.convert("RGB")).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    mask = most.point([255 if v >= LEAST else 0 for v in range(256)])
    small = mask.reduce(CELL)
    filled = {(i % small.width, i // small.width) for i, v in enumerate(small.tobytes()) if v}
    out = []
    for left, top, right, bottom in _merged([_around(group) for group in _groups(filled)]):
        cut = (left * CELL, top * CELL, min(new.width, right * CELL), min(new.height, bottom * CELL))
        inner = mask.crop(cut).getbbox()
        if inner is not None:
            out.append((cut[0] + inner[0], cut[1] + inner[1], cut[0] + inner[2], cut[1] + inner[3]))
    return tuple(sorted(out, key=lambda r: (r[1], r[0])))


def _groups(filled: set[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Group cells that are near each other."""
    left = set(filled)
    out = []
    while left:
        group = [left.pop()]
        for x, y in group:
            for near in [(x + dx, y + dy) for dx in range(-FAR, FAR + 1) for dy in range(-FAR, FAR + 1)]:
                if near in left:
                    left.remove(near)
                    group.append(near)
        out.append(group)
    return out


def _around(cells: list[tuple[int, int]]) -> Region:
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    return min(xs), min(ys), max(xs) + 1, max(ys) + 1


def _merged(boxes: list[Region]) -> list[Region]:
    """Merge rectangles until there are at most ``MAX_REGIONS`` and none overlap; pairs that waste the least area are
    merged first.
    """
    rest = sorted(boxes)[40 * MAX_REGIONS :]
    boxes = sorted(boxes)[: 40 * MAX_REGIONS] + ([reduce(_both, rest)] if rest else [])
    while True:
        pairs = [(_waste(a, b), a, b) for i, a in enumerate(boxes) for b in boxes[i + 1 :]]
        least = min(pairs, default=None)
        if least is None or (len(boxes) <= MAX_REGIONS and least[0] > 0):
            return boxes
        _, a, b = least
        boxes.remove(a)
        boxes.remove(b)
        boxes.append(_both(a, b))


def _both(a: Region, b: Region) -> Region:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _waste(a: Region, b: Region) -> int:
    """Return the additional area that a rectangle around both covers."""
    return _area(_both(a, b)) - _area(a) - _area(b)


def _area(box: Region) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])
