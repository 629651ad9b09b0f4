"""Where two pictures of a face differ: a few rectangles around it."""

from __future__ import annotations

from functools import reduce

from PIL import ImageChops
from PIL.Image import Image

MAX_REGIONS = 6
LEAST = 24
"""How much of 255 a colour has to differ, for the eye to see it."""
CELL = 6
"""Pixels of the squares in which differences are looked for."""
FAR = 3
"""Squares between two differences that count as two."""

Region = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""


def regions(old: Image, new: Image) -> tuple[Region, ...]:
    """Rectangles around all that differs, from the top; none where nothing does. Both pictures have one size."""
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
    """Squares that lie near each other."""
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
    """As many as are shown, no two of which meet; those that waste least are put together first."""
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
    """How much more a rectangle around both covers."""
    return _area(_both(a, b)) - _area(a) - _area(b)


def _area(box: Region) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])
