"""What lies in a box: cards in one pile, blocks in columns beside it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from carddesigner.nets.die import Room

WARP = 1.05
"""A pile of cards is thicker than its cards: they bend, and there is air between them."""


class Pile(Struct, frozen=True):
    """Flat pieces that lie on each other; lengths in points."""

    width: float
    height: float
    thickness: float
    count: int


class SolidPieces(Struct, frozen=True):
    """Solid pieces of one size."""

    room: Room
    count: int


def pack(piles: Sequence[Pile], blocks: Sequence[SolidPieces]) -> Room | None:
    """The room that all take up: of the numbers of columns the one whose box takes the least card. None for nothing."""
    piles, blocks = [p for p in piles if p.count], [b for b in blocks if b.count]
    width = max((p.width for p in piles), default=0.0)
    height = max((p.height for p in piles), default=0.0)
    depth = WARP * sum(p.thickness * p.count for p in piles)
    # Blocks beside a pile that is lower than they are wide still lie flat.
    height = max([height, *(b.room.height for b in blocks)])
    for block in blocks:
        width, depth = _beside(width, height, depth, block)
    return Room(width, height, depth) if width else None


def _beside(width: float, height: float, depth: float, block: SolidPieces) -> tuple[float, float]:
    size, in_a_column = block.room, max(1, int(height / block.room.height + 1e-6))
    best = None
    for columns in range(1, -(-block.count // in_a_column) + 1):
        layers = -(-block.count // (in_a_column * columns))
        wide, deep = width + columns * size.width, max(depth, layers * size.depth)
        surface = wide * height + wide * deep + height * deep
        rank = (round(surface, 3), wide * height * deep)
        if best is None or rank < best[0]:
            best = (rank, wide, deep)
        if columns > 200:
            break
    assert best is not None
    return best[1], best[2]
