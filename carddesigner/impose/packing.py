"""Pack rectangles of several sizes on as few sheets as a bounded search finds, so that straight edge-to-edge cuts
separate them.

A sheet is filled from its upper left with a block of rows and columns of one size. The area beside and below the block
is split into two rectangles, in either of two ways, and each is filled in the same way. There are few sizes and many
copies, so the search chooses among blocks; packers of single rectangles know no rows and leave cuts that end at a
neighbour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from msgspec import Struct

MAX_STEPS = 1000
"""The most rectangles that the search fills; after that it takes the first block that fits."""
_POWERS = (2.0, 1.0)
"""The worth of a piece is its area to this power; the powers are tried in order."""
_BREADTH = (20, 5, 2)
"""The most blocks tried: for the sheet, for the area that the first block leaves, and so on; deeper down only one."""
_ROUND = 1e-6

Counts = tuple[int, ...]
"""The number of pieces of each size."""
Room = tuple[float, float]
"""Width and height of the area for pieces."""


class Wanted(Struct, frozen=True):
    """Pieces of one size; with ``turns`` they may be turned by 90° where that helps."""

    width: float
    height: float
    count: int
    turns: bool = True


class Placed(Struct, frozen=True):
    """The place of a piece, from the upper left of the room; ``size`` is the index of its size."""

    size: int
    x: float
    y: float
    turned: bool = False


PackedSheet = tuple[int, tuple[Placed, ...]]
"""The index of the sheet's room, and its pieces."""


class _Block(Struct, frozen=True):
    size: int
    turned: bool
    width: float
    height: float
    columns: int
    rows: int
    count: int


class _Filled(Struct, frozen=True):
    """How a rectangle was filled: the worth of its pieces, the counts that remain, and a block with the two rectangles
    beside and below it.
    """

    worth: float
    left: Counts
    block: _Block | None = None
    beside: _Filled | None = None
    below: _Filled | None = None


def pack(
    rooms: Sequence[Room], wanted: Sequence[Wanted], gap: float, most: int, steps: int = MAX_STEPS
) -> list[PackedSheet] | None:
    """Place all pieces at least *gap* apart, sheet by sheet; None if the search finds no way within *steps* to do so on
    *most* sheets.

    Each sheet is filled for the highest worth. At first large pieces are worth more than small ones of the same total
    area, because small ones find room beside others later; if that takes too many sheets, only area counts.
    """
    enough = sum(w.count * (w.width + gap) * (w.height + gap) for w in wanted)
    if enough > most * max((width + gap) * (height + gap) for width, height in rooms) + _ROUND:
        return None
    for power in _POWERS:
        packed = _packed(rooms, wanted, gap, most, power, steps)
        if packed is not None:
            return packed
    return None


def _packed(
    rooms: Sequence[Room], wanted: Sequence[Wanted], gap: float, most: int, power: float, steps: int
) -> list[PackedSheet] | None:
    left = tuple(w.count for w in wanted)
    out: list[PackedSheet] = []
    packer = _Packer(wanted, gap, power, steps)
    while any(left):
        if len(out) == most:
            return None
        packer.steps = 0
        fills = [packer.fill(width, height, left, 0) for width, height in rooms]
        best = max(range(len(rooms)), key=lambda n: (round(fills[n].worth, 6), -n))
        if fills[best].block is None:
            return None
        out.append((best, tuple(packer.placed(fills[best], 0.0, 0.0))))
        left = fills[best].left
    return out


class _Packer:
    """Fills sheets; remembers the best way to fill a rectangle."""

    def __init__(self, wanted: Sequence[Wanted], gap: float, power: float, most: int) -> None:
        self.gap, self.most = gap, most
        largest = max(w.width * w.height for w in wanted)
        self._worth: list[float] = [(w.width * w.height / largest) ** power for w in wanted]
        self._densest = max(worth / (w.width * w.height) for worth, w in zip(self._worth, wanted, strict=True))
        self._shapes = [(n, False, w.width, w.height) for n, w in enumerate(wanted)]
        self._shapes += [(n, True, w.height, w.width) for n, w in enumerate(wanted) if w.turns and w.width != w.height]
        self._shapes.sort()
        self.steps = 0
        self._found: dict[tuple[float, float, Counts, int], _Filled] = {}

    def fill(self, width: float, height: float, counts: Counts, depth: int) -> _Filled:
        """Return the best way found to fill a rectangle."""
        key = (round(width, 3), round(height, 3), counts, min(depth, len(_BREADTH)))
        if key not in self._found:
            self._found[key] = self._fill(width, height, counts, depth)
        return self._found[key]

    def placed(self, filled: _Filled, x: float, y: float) -> Iterator[Placed]:
        """Yield the pieces of a filled rectangle, block by block."""
        block = filled.block
        if block is None:
            return
        for n in range(block.count):
            row, column = divmod(n, block.columns)
            across, down = column * (block.width + self.gap), row * (block.height + self.gap)
            yield Placed(block.size, x + across, y + down, block.turned)
        wide, high = self._extent(block)
        if filled.beside is not None:
            yield from self.placed(filled.beside, x + wide + self.gap, y)
        if filled.below is not None:
            yield from self.placed(filled.below, x, y + high + self.gap)

    def _fill(self, width: float, height: float, counts: Counts, depth: int) -> _Filled:
        self.steps += 1
        best = _Filled(0.0, counts)
        breadth = _BREADTH[depth] if depth < len(_BREADTH) and self.steps < self.most else 1
        blocks = list(self._blocks(width, height, counts))
        if breadth == 1 and blocks:
            blocks = [min(blocks, key=self._rank)]
        for block in sorted(blocks, key=self._rank)[:breadth]:
            left = tuple(n - block.count if size == block.size else n for size, n in enumerate(counts))
            wide, high = self._extent(block)
            across, down = width - wide - self.gap, height - high - self.gap
            for tall in (True, False)[: 2 if breadth > 1 else 1]:
                bare = max(across, 0.0) * (height if tall else high) + max(down, 0.0) * (wide if tall else width)
                if self._of(block) + bare * self._densest <= best.worth + _ROUND:
                    continue
                beside = self.fill(across, height if tall else high, left, depth + 1)
                below = self.fill(wide if tall else width, down, beside.left, depth + 1)
                worth = self._of(block) + beside.worth + below.worth
                if worth > best.worth + _ROUND:
                    best = _Filled(worth, below.left, block, beside, below)
                if not any(best.left):
                    return best
        return best

    def _blocks(self, width: float, height: float, counts: Counts) -> Iterator[_Block]:
        """Yield the blocks that fit in a rectangle: for each number of rows as many columns as there are pieces for."""
        gap = self.gap
        across, down = width + gap + _ROUND, height + gap + _ROUND
        for size, turned, w, h in self._shapes:
            count = counts[size]
            # In most rectangles nothing fits.
            if not count or across < w + gap or down < h + gap:
                continue
            columns, rows = min(count, int(across // (w + gap))), int(down // (h + gap))
            seen = set()
            for r in range(1, min(rows, count) + 1):
                for c in (min(columns, ceil(count / r)), min(columns, count // r)):
                    full = min(r, ceil(count / c)) if c else 0
                    if c and (c, full) not in seen:
                        seen.add((c, full))
                        yield _Block(size, turned, w, h, c, full, min(count, c * full))

    def _extent(self, block: _Block) -> tuple[float, float]:
        return (
            block.columns * (block.width + self.gap) - self.gap,
            block.rows * (block.height + self.gap) - self.gap,
        )

    def _rank(self, block: _Block) -> tuple[float, int]:
        """The sort key of a block: highest worth first, then fewest empty places."""
        return -self._of(block), block.columns * block.rows - block.count

    def _of(self, block: _Block) -> float:
        return block.count * self._worth[block.size]
