"""Stacks of card tiles: which zones a tile covers, whether it may lie there, and what is seen and counted at the end.

Zones lie on a lattice whose step is half a tile's width, for squares and octagons alike: moved by a step along both axes, a
zone lies exactly on the opposite one.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from carddesigner.games.card_tiles import CORNERS, LaidTile, RuleFigure, Tile, TileSettings, Zone, zones_of

Cell = tuple[int, int]
"""A zone's place: steps to the right and down."""

_AT: tuple[Cell, ...] = ((1, 0), (1, 1), (0, 1), (0, 0))
"""The cells of a tile's corners from the tile's own place, clockwise from the north-east."""


class Seen(Struct, frozen=True):
    """A zone on top of its cell: the zone, and which tile of the stack, from 0, it belongs to."""

    zone: Zone
    tile: int


class Covered(Struct, frozen=True):
    """What a tile was laid on: the zone that covers, and what it covers."""

    above: Zone
    below: Seen


def cells(tile: Tile, laid: LaidTile) -> dict[Cell, Zone]:
    """Where a tile's zones lie."""
    turns = laid.turn // 90
    zones = [zone for _, zone in zones_of(tile)]
    return {(laid.x + dx, laid.y + dy): zones[(i - turns) % len(CORNERS)] for i, (dx, dy) in enumerate(_AT)}


def covered(top: dict[Cell, Seen], tile: Tile, laid: LaidTile) -> list[Covered]:
    """The zones of a stack that a tile laid so covers."""
    return [Covered(zone, top[cell]) for cell, zone in cells(tile, laid).items() if cell in top]


def objections(below: Sequence[Covered], settings: TileSettings) -> list[str]:
    """Why a tile may not be laid on these zones; nothing if it may."""
    out = []
    if not below:
        out.append("it covers no zone")
    if len({c.below.tile for c in below}) < len(below):
        out.append("it covers two zones of one tile")
    for c in below:
        if c.above.mark not in settings.covering.get(c.below.zone.mark, ()):
            out.append(f"{c.above.mark} may not cover {c.below.zone.mark}")
        if c.below.zone.mechanic == "cannot-be-covered":
            out.append("it covers a zone that can't be covered")
    return out


def stacked(stack: Sequence[tuple[Tile, LaidTile]]) -> dict[Cell, Seen]:
    """What is seen of a stack from above."""
    top: dict[Cell, Seen] = {}
    for n, (tile, laid) in enumerate(stack):
        top.update({cell: Seen(zone, n) for cell, zone in cells(tile, laid).items()})
    return top


def count(stack: Sequence[tuple[Tile, LaidTile]]) -> tuple[int, int]:
    """What counts for each colour on a stack: its indicia seen, less one for each centre with a fourth that one touches.
    A centre is never covered; it touches the four cells around it [0073, 0074].
    """
    top = stacked(stack)
    out = []
    for mark in ("first", "second"):
        own = {cell for cell, seen in top.items() if seen.zone.mark == mark}
        beside = sum(
            (laid.x + dx, laid.y + dy) in own for tile, laid in stack if tile.centre is not None for dx, dy in _AT
        )
        out.append(len(own) - beside)
    return out[0], out[1]


def stack_of(figure: RuleFigure, settings: TileSettings) -> tuple[tuple[Tile, LaidTile], ...]:
    """A figure's tiles in the order they are laid."""
    return tuple((settings.fixed[laid.tile - 1], laid) for laid in figure.stack)
