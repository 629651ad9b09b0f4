"""Boxes around their contents: a tuck box, a tray, and a sleeve that the tray slides into; and the room that contents
take: cards in a pile, smaller ones side by side on larger ones, blocks in columns beside it. Lengths in points. Panels
extend from the middle of one fold to the middle of the next; a panel that closes over other layers is larger by the
card's thickness for each of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import radians, tan

from msgspec import Struct

from carddesigner.core.geometry import KAPPA, Path, Point, Rect
from carddesigner.core.units import MM
from carddesigner.nets.block import folded, tab
from carddesigner.nets.die import Die, Panel, Room, Slit, finished

LEAST_TUCK = 12 * MM
LEAST_DEPTH = 6 * MM
"""The least depth inside a box: on a narrower side no glue flap holds."""
_NARROW = tan(radians(10))
_NOTCH = 9 * MM
"""The radius of the half circle for a thumb."""
MAX_COLUMNS = 201
"""The most columns of blocks beside a pile that are tried."""
WARP = 1.05
"""A pile of cards is thicker than its cards by this factor: they bend, and there is air between them."""


class Pile(Struct, frozen=True):
    """Flat pieces that lie on top of each other; lengths in points."""

    width: float
    height: float
    thickness: float
    count: int


class SolidPieces(Struct, frozen=True):
    """Solid pieces of one size."""

    room: Room
    count: int


def pack(piles: Sequence[Pile], blocks: Sequence[SolidPieces]) -> Room | None:
    """The room that all pieces take. Of the possible numbers of columns it uses the one whose box takes the least card.
    None if there are no pieces.
    """
    piles, blocks = [p for p in piles if p.count], [b for b in blocks if b.count]
    width = max((p.width for p in piles), default=0.0)
    height = max((p.height for p in piles), default=0.0)
    depth = WARP * sum(p.thickness * -(-p.count // _side_by_side(p, width, height)) for p in piles)
    # Blocks may be higher than the pile beside them and still lie flat.
    height = max([height, *(b.room.height for b in blocks)])
    for block in blocks:
        width, depth = _beside(width, height, depth, block)
    return Room(width, height, depth) if width else None


def _side_by_side(pile: Pile, width: float, height: float) -> int:
    """How many pieces of a pile lie side by side on a ground, all upright or all turned."""
    near = 1e-6
    ways = ((pile.width, pile.height), (pile.height, pile.width))
    return max(1, *(int(width / w + near) * int(height / h + near) for w, h in ways))


def _beside(width: float, height: float, depth: float, block: SolidPieces) -> tuple[float, float]:
    size, in_a_column = block.room, max(1, int(height / block.room.height + 1e-6))
    beside = []
    for columns in range(1, min(-(-block.count // in_a_column), MAX_COLUMNS) + 1):
        layers = -(-block.count // (in_a_column * columns))
        wide, deep = width + columns * size.width, max(depth, layers * size.depth)
        surface = wide * height + wide * deep + height * deep
        beside.append((round(surface, 3), wide * height * deep, wide, deep))
    return min(beside)[2:]


def tuck_length(content: Room, thickness: float, clearance: float) -> float:
    """The length of the flaps that are tucked in, if the paper is large enough."""
    depth = _deep(content.depth + 2 * clearance) + 2 * thickness
    return max(LEAST_TUCK, min(20 * MM, 0.75 * depth))


def _deep(depth: float) -> float:
    return max(depth, LEAST_DEPTH)


def tuck_box(content: Room, thickness: float, clearance: float, tuck: float | None = None) -> Die:
    """A box whose lid and bottom are tucked in: back, side, front and side in a row, closed by a glue flap."""
    t = thickness
    tuck = tuck if tuck is not None else tuck_length(content, thickness, clearance)
    inside = Room(content.width + 2 * clearance, content.height + 2 * clearance, _deep(content.depth + 2 * clearance))
    w, h, d = inside.width + 2 * t, inside.height + 2 * t, inside.depth + 2 * t
    glue = max(5 * MM, min(15 * MM, d - 1.5 * MM))
    dust = max(min(d, w / 2) - 1 * MM, 3 * MM)
    left_x, front_x, right_x = w, w + d - t / 2, 2 * w + d - t / 2
    back = Panel("back", Rect(0, 0, w, h).corners)
    left = Panel("left", Rect(left_x, 0, d - t / 2, h).corners)
    front = Panel("front", Rect(front_x, 0, w, h).corners)
    right = Panel("right", Rect(right_x, 0, d - t, h).corners)
    seam = tab("glue", ((0, h), (0, 0)), glue, "right", 1, tan(radians(15)))
    lid = Panel("lid", Rect(t / 2, -d, w - t, d).corners, turn=180)
    bottom = Panel("bottom", Rect(t / 2, h, w - t, d).corners, turn=180)
    faces = [back, left, front, right, lid, bottom]
    flaps = [seam]
    folds = [
        folded(back, left, (w, 0), (w, h)),
        folded(left, front, (front_x, 0), (front_x, h)),
        folded(front, right, (right_x, 0), (right_x, h)),
        folded(back, seam, (0, 0), (0, h)),
        folded(back, lid, (t / 2, 0), (w - t / 2, 0)),
        folded(back, bottom, (t / 2, h), (w - t / 2, h)),
    ]
    for side, x, wide in ((left, left_x + t / 2, d - 1.5 * t), (right, right_x + t / 2, d - 2 * t)):
        for at, y, out, number in (("top", 0.0, -1, 4), ("bottom", h, 1, 2)):
            slope = min(dust * _NARROW, wide / 4)
            points = [(x, y), (x + wide, y), (x + wide - slope, y + out * dust), (x + slope, y + out * dust)]
            flap = Panel(f"dust-{side.name}-{at}", _clockwise(points, out), "flap", number=number)
            flaps.append(flap)
            folds.append(folded(side, flap, (x, y), (x + wide, y)))
    for panel, y, out, number in ((lid, -d, -1, 5), (bottom, h + d, 1, 3)):
        corner = min(3 * MM, tuck / 3)
        x0, x1, rounded, end = t, w - t, y + out * (tuck - corner), y + out * tuck
        points = [(x0, y), (x1, y), (x1, rounded), (x1 - corner, end), (x0 + corner, end), (x0, rounded)]
        flap = Panel(f"tuck-{panel.name}", _clockwise(points, out), "flap", number=number)
        flaps.append(flap)
        folds.append(folded(panel, flap, (x0, y), (x1, y)))
    outside = Room(w + t, h + t, d + t)
    notch = _half_circle((front_x + w / 2, 0.0), min(_NOTCH, w / 5, h / 4), 1)
    return finished(Die("tuck box", (*faces, *flaps), tuple(folds), outside, inside, (Slit("front", notch),)))


def _clockwise(points: list[Point], out: int) -> tuple[Point, ...]:
    """A flap's corners clockwise, starting at its fold. *points* run from the left end of the fold around a flap below
    (*out* 1) or above it (-1).
    """
    left, right, *others = points
    return (left, right, *others) if out == 1 else (right, left, *reversed(others))


def _half_circle(centre: Point, radius: float, down: int) -> Path:
    x, y = centre
    k = KAPPA * radius
    return (
        ("m", x - radius, y),
        ("c", x - radius, y + down * k, x - k, y + down * radius, x, y + down * radius),
        ("c", x + k, y + down * radius, x + radius, y + down * k, x + radius, y),
    )


def tray(content: Room, thickness: float, clearance: float) -> Die:
    """An open tray: a bottom, four walls, and a glue flap at each corner. Inside it is as high as its content is
    deep.
    """
    t, c = thickness, clearance
    inside = Room(content.width + 2 * c, content.height + 2 * c, _deep(content.depth + c))
    w, h, d = inside.width, inside.height, inside.depth
    flap = min(0.9 * d, h / 2 - 1 * MM)
    bottom = Panel("bottom", Rect(0, 0, w, h).corners)
    front = Panel("front", Rect(0, h, w, d).corners, turn=180)
    back = Panel("back", Rect(0, -d, w, d).corners)
    right = Panel("right", Rect(-d, 0, d, h).corners, turn=270)
    left = Panel("left", Rect(w, 0, d, h).corners, turn=90)
    flaps = (
        tab("glue-1", ((0, h + d), (0, h)), flap, "right", 1, _NARROW),
        tab("glue-2", ((w, h), (w, h + d)), flap, "left", 2, _NARROW),
        tab("glue-3", ((0, 0), (0, -d)), flap, "right", 3, _NARROW),
        tab("glue-4", ((w, -d), (w, 0)), flap, "left", 4, _NARROW),
    )
    folds = (
        folded(bottom, front, (0, h), (w, h)),
        folded(bottom, back, (0, 0), (w, 0)),
        folded(bottom, right, (0, 0), (0, h)),
        folded(bottom, left, (w, 0), (w, h)),
        *(folded(o, f, f.points[1], f.points[0]) for o, f in zip((front, front, back, back), flaps, strict=True)),
    )
    # Two layers at the corners: a wall and the flap that is glued inside it.
    outside = Room(w + 2 * t, h + 2 * t, d + t)
    return finished(Die("tray", (bottom, front, back, right, left, *flaps), folds, outside, inside))


def sleeve(held: Room, thickness: float, clearance: float) -> Die:
    """A tube, open at both ends, around a tray of size *held*, which slides out along its longer side."""
    t, c = thickness, clearance
    length, w, d = max(held.width, held.height), min(held.width, held.height) + 2 * c + t, held.depth + 2 * c
    glue = max(5 * MM, min(12 * MM, d - 1.5 * MM))
    front_w, side_w = w + t, d + t
    xs = [0.0, front_w, front_w + side_w, front_w + side_w + w, front_w + side_w + w + d]
    front = Panel("front", Rect(xs[0], 0, front_w, length).corners)
    right = Panel("right", Rect(xs[1], 0, side_w, length).corners)
    back = Panel("back", Rect(xs[2], 0, w, length).corners)
    left = Panel("left", Rect(xs[3], 0, d, length).corners)
    seam = tab("glue", ((xs[4], 0), (xs[4], length)), glue, "front", 1, tan(radians(15)))
    row = (front, right, back, left, seam)
    folds = tuple(folded(a, b, (x, 0), (x, length)) for (a, b), x in zip(pairwise(row), xs[1:], strict=True))
    radius = min(_NOTCH, w / 5, length / 4)
    notches = tuple(
        Slit(name, _half_circle((x + wide / 2, y), radius, down))
        for name, x, wide in (("front", xs[0], front_w), ("back", xs[2], w))
        for y, down in ((0.0, 1), (length, -1))
    )
    inside = Room(w, length, d)
    return finished(Die("sleeve", row, folds, Room(w + t, length, d + t), inside, notches))
