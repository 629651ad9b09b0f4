"""A stack of card tiles: what is visible from above, where a tile may lie, and what it gains there.

Indicia are numbers; those of the two colours are 0 and 1, which are also the seats of their players.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from carddesigner.games.card_tiles import INDICIA

SEATS = 2
MARKS: dict[str, int] = {mark: i for i, mark in enumerate(INDICIA)}
_THIRD = MARKS["third"]
CLOSED = "cannot-be-covered"
Cell = tuple[int, int]
_CORNERS = 4
Zone = tuple[int, str]
"""An indicium and a mechanic, which is empty for none."""


class PlayedTile(Struct, frozen=True):
    """A tile: its name, its zones clockwise for each of its four rotations, and whether its centre counts."""

    name: str
    turned: tuple[tuple[Zone, ...], ...]
    centre: bool

    @property
    def marks(self) -> tuple[int, ...]:
        """Its indicia, clockwise from the north-east."""
        return tuple(mark for mark, _ in self.turned[0])


def tile_of(name: str, zones: Sequence[Zone], centre: bool) -> PlayedTile:
    """A tile with its zones clockwise, as they lie unturned."""
    turned = (tuple(zones[(i - turn) % _CORNERS] for i in range(_CORNERS)) for turn in range(_CORNERS))
    return PlayedTile(name, tuple(turned), centre)


class Put(Struct, frozen=True, gc=False):
    """A tile on the stack."""

    tile: int
    x: int
    y: int
    turn: int


class Stack(Struct, frozen=True, gc=False):
    """The tiles on the stack in the order they were laid, None for a removed one; for each cell the numbers of the
    tiles on it, the top one last; the visible zones; and how many centres that count touch each cell.
    """

    put: tuple[Put | None, ...] = ()
    at: Mapping[Cell, tuple[int, ...]] = {}
    tops: Mapping[Cell, Zone] = {}
    cows: Mapping[Cell, int] = {}
    counts: tuple[int, int] = (0, 0)
    """The count of each colour: its visible indicia, less one for each centre beside them."""


class Lay(Struct, frozen=True, gc=False):
    """A tile to lay; its gain, by which the other player's count grows more than one's own; and the number of mechanics
    that fire.
    """

    tile: int
    x: int
    y: int
    turn: int
    gain: int
    fires: int


class Spot(Struct, frozen=True, gc=False):
    """A place on the stack: the indicia that may not lie on each of its cells, four bits a cell; the gain of covering
    it; the centres beside each cell, if there are any; and for each cell 0 for no picture in a colour, 1 for one, 2 for
    one with a mechanic.
    """

    x: int
    y: int
    forbidden: int
    gain: int
    cows: tuple[int, ...]
    pictures: tuple[int, ...]


def cells(x: int, y: int) -> tuple[Cell, ...]:
    """The cells of a tile at a place, clockwise from the north-east."""
    return ((x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y))


def onto(stack: Stack, put: Put, tiles: Sequence[PlayedTile]) -> Stack:
    """The stack with one more tile."""
    number, tile = len(stack.put), tiles[put.tile]
    at, tops, cows = dict(stack.at), dict(stack.tops), dict(stack.cows)
    for cell, zone in zip(cells(put.x, put.y), tile.turned[put.turn], strict=True):
        at[cell] = (*at.get(cell, ()), number)
        tops[cell] = zone
        if tile.centre:
            cows[cell] = cows.get(cell, 0) + 1
    return Stack((*stack.put, put), at, tops, cows, _counts(tops, cows))


def off(stack: Stack, number: int, tiles: Sequence[PlayedTile]) -> Stack:
    """The stack without a tile that nothing lies on."""
    put = stack.put[number]
    assert put is not None
    at, tops, cows = dict(stack.at), dict(stack.tops), dict(stack.cows)
    for cell in cells(put.x, put.y):
        at[cell] = at[cell][:-1]
        if tiles[put.tile].centre:
            cows[cell] -= 1
        if not at[cell]:
            del at[cell], tops[cell]
            continue
        below = stack.put[at[cell][-1]]
        assert below is not None
        tops[cell] = tiles[below.tile].turned[below.turn][cells(below.x, below.y).index(cell)]
    return Stack((*stack.put[:number], None, *stack.put[number + 1 :]), at, tops, cows, _counts(tops, cows))


def _counts(tops: Mapping[Cell, Zone], cows: Mapping[Cell, int]) -> tuple[int, int]:
    counts = [0, 0]
    for cell, (mark, _) in tops.items():
        if mark < SEATS:
            counts[mark] += 1 - cows.get(cell, 0)
    return counts[0], counts[1]


def uncovered(stack: Stack) -> list[int]:
    """The tiles that nothing lies on."""
    return [
        n
        for n, put in enumerate(stack.put)
        if put is not None and all(stack.at[cell][-1] == n for cell in cells(put.x, put.y))
    ]


def places(
    stack: Stack,
    hand: Sequence[int],
    tiles: Sequence[PlayedTile],
    allowed: Sequence[int],
    seat: int,
    color: int | None = None,
) -> list[Lay]:
    """The places where the tiles of a hand may lie, and what each gains a seat. *allowed* has for each indicium the
    ones that may cover it, one bit each; with a *color*, only places that cover a picture in that colour are returned.
    """
    spots = list(_spots(stack, allowed, seat, color))
    out: list[Lay] = []
    for number in dict.fromkeys(hand):
        tile = tiles[number]
        for turn, zones in enumerate(tile.turned):
            code = sum(1 << 4 * i + mark for i, (mark, _) in enumerate(zones))
            own = [i for i, (mark, _) in enumerate(zones) if mark == seat]
            other = [i for i, (mark, _) in enumerate(zones) if mark == 1 - seat]
            fixed = (len(other) - len(own)) * (1 - tile.centre)
            thirds = [(i, mechanic not in ("", CLOSED)) for i, (mark, mechanic) in enumerate(zones) if mark == _THIRD]
            for spot in spots:
                if not code & spot.forbidden:
                    gain = spot.gain + fixed
                    if spot.cows:
                        gain += sum(spot.cows[i] for i in own) - sum(spot.cows[i] for i in other)
                    fires = sum(spot.pictures[i] - 1 + fired for i, fired in thirds if spot.pictures[i])
                    out.append(Lay(number, spot.x, spot.y, turn, gain, fires))
    return out


def _spots(stack: Stack, allowed: Sequence[int], seat: int, color: int | None) -> Iterator[Spot]:
    """The places where a tile may lie as far as its indicia allow: it covers zones, each of a different tile."""
    tops, at, cows = stack.tops, stack.at, stack.cows
    for x, y in dict.fromkeys((x - dx, y - dy) for x, y in tops for dx in (0, 1) for dy in (0, 1)):
        forbidden = gain = 0
        numbers: list[int] = []
        colored = color is None
        pictures = [0] * _CORNERS
        its_cells = cells(x, y)
        for i, cell in enumerate(its_cells):
            if cell not in tops:
                continue
            mark, mechanic = tops[cell]
            number = at[cell][-1]
            if mechanic == CLOSED or number in numbers:
                break
            numbers.append(number)
            colored = colored or mark == color
            forbidden |= (~allowed[mark] & 15) << 4 * i
            if mark < SEATS:
                worth = 1 - cows.get(cell, 0)
                gain += worth if mark == seat else -worth
                pictures[i] = 2 if mechanic else 1
        else:
            if colored:
                beside = tuple(cows.get(cell, 0) for cell in its_cells) if cows else ()
                yield Spot(x, y, forbidden, gain, beside, tuple(pictures))
