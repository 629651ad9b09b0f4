"""The outlines of the dark modules of a code, traced together: between a hundred small squares the seams would show."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

Loop = list[tuple[int, int]]


def outlines(rows: Sequence[bytes]) -> list[Loop]:
    """The corners of the dark areas in rows of modules, as loops: clockwise, and anticlockwise around holes. Areas that
    touch only at a corner are separate.
    """
    # With a light module around the code, each corner has four modules: the one right of and below it, which has its
    # index, and those to the left and above.
    wide = len(rows[0]) + 2
    blank = bytes(wide)
    modules = b"".join([blank, *[b"\0" + row + b"\0" for row in rows], blank])
    whole = int.from_bytes(modules, "big")
    beside, above = whole ^ whole >> 8, whole ^ whole >> 8 * wide
    odd = beside ^ beside >> 8 * wide
    # Where one of the four differs from the others, a line turns; where two opposite ones are dark, two lines do.
    turns = (odd | (beside & above & ~odd) << 1).to_bytes(len(modules), "big")
    corners = [at for at in compress(range(len(modules)), turns) for _ in range(turns[at])]
    # Lines along the rows end at corners that follow each other in a row, lines along the columns at those that do so
    # in a column.
    across, high = [-1] * len(corners), len(rows) + 2
    keys = [2 * (at % wide * high + at // wide) for at in corners]
    for i, at in enumerate(corners):
        if turns[at] == 2 and i and corners[i - 1] == at:
            # The dark area above the corner continues beside it, and the one below it on the other side.
            keys[i if modules[at] else i - 1] += 1
    order = sorted(range(len(corners)), key=keys.__getitem__)
    for one, other in zip(order[::2], order[1::2], strict=True):
        across[one], across[other] = other, one
    points = [(at % wide - 1, at // wide - 1) for at in corners]
    left = bytearray(b"\1") * len(corners)
    loops = []
    first = left.find(1)
    while first >= 0:
        at = start = first if modules[corners[first]] else first + 1
        loop: Loop = []
        while True:
            end = at ^ 1
            left[at] = left[end] = 0
            loop += (points[at], points[end])
            at = across[end]
            if at == start:
                break
        loops.append(loop)
        first = left.find(1, first)
    return loops
