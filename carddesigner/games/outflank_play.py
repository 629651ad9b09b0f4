"""Outflank played by its instruction cards.

The table is a set of bits, one for each place, in rows of ``width`` places; so all lines of a direction are followed at
once. Its rim stays free: before a card is laid there, the table is widened.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.games.outflank import PLAYERS, OutflankSettings
from carddesigner.games.playing import Ending, Rule, Simulator, Step, Table

_WIDTH = 32
"""The number of places in a row at the start; most games need no more."""
_FIRST_CARDS = 2
"""The number of cards that each player lays to begin."""


class Position(Struct, frozen=True, gc=False):
    """What lies on the table, and what the two players have left. ``sides`` are the places of each player's sides."""

    width: int
    sides: tuple[int, int]
    stopped: int
    barred: int
    cards: tuple[int, int]
    stoppers: tuple[int, int]
    seat: int = 0
    passes: int = 0
    turn: int = 0


class Lay(Struct, frozen=True, gc=False):
    """A card laid at a place, the number of cards it flips, and whether it gets a stopper."""

    place: int
    flips: int
    stopper: bool = False


class Pass(Struct, frozen=True):
    """There is no place where the player can flank a card."""


OutflankMove = Lay | Pass
_PASS = (Pass(),)

LAY, TURN, MANY, STOPPER = (
    Rule("lay", "Your turn: a card is laid"),
    Rule("flip", "Flipping: more than one card is flipped"),
    Rule("directions", "In all directions: cards are flipped in several lines"),
    Rule("stopper", "Stoppers: one is laid on the card"),
)
CLOSED = Rule("closed", "Next to a stopper: a card could be laid there, but for a stopper")
PASSED, ALONE = Rule("pass", "Your turn: pass"), Rule("alone", "The end: a pile is used up, the other player plays on")

ALL_LAID = Ending("all cards are laid")
BOTH_PASS = Ending("nobody can lay a card", dead_end=True)


class Outflank(Struct, frozen=True):
    """The game with this many cards and stoppers for each player; a stopper closes this number of ``neighbours``."""

    cards: int
    stoppers: int
    neighbours: Literal[4, 8] = 4

    seats = ("Black", "White")
    rules = (LAY, TURN, MANY, STOPPER, CLOSED, PASSED, ALONE)
    measures = ("cards left over", "cards from left to right", "cards from top to bottom")

    def begin(self, _lot: int) -> Position:
        """Two cards of each player, crosswise; nothing is random."""
        corner = (_WIDTH // 2 - 1) * (_WIDTH + 1)
        own = (1 << corner + 1 | 1 << corner + _WIDTH, 1 << corner | 1 << corner + _WIDTH + 1)
        left = self.cards - _FIRST_CARDS
        return Position(_WIDTH, own, 0, 0, (left, left), (self.stoppers, self.stoppers))

    def seat(self, state: Position) -> int:
        """The player to move."""
        return state.seat

    def turns(self, state: Position) -> int:
        """The number of cards laid and passes."""
        return state.turn

    def moves(self, state: Position) -> Sequence[OutflankMove]:
        """Every place where a card flanks others, without and with a stopper."""
        if _over(state):
            return ()
        flips: dict[int, int] = {}
        seat = state.seat
        free = ~(state.sides[0] | state.sides[1] | state.barred)
        for count, ends in _ends(state, free):
            while ends:
                place = ends & -ends
                ends ^= place
                flips[place] = flips.get(place, 0) + count
        if not flips:
            return _PASS
        out: list[OutflankMove] = [Lay(place, n) for place, n in flips.items()]
        if state.stoppers[seat]:
            out += [Lay(place, n, True) for place, n in flips.items()]
        return out

    def apply(self, state: Position, move: OutflankMove) -> Step[Position]:
        """Lay the card, flip what it flanks, lay the stopper; or pass."""
        seat, other, used = state.seat, 1 - state.seat, []
        # The rule is counted if the player could lay a card at a place but for a stopper.
        if state.barred and any(ends for _, ends in _ends(state, state.barred & ~(state.sides[0] | state.sides[1]))):
            used.append(CLOSED.id)
        alone = state.cards[other] == 0
        if isinstance(move, Pass):
            after = replace(state, passes=state.passes + 1, turn=state.turn + 1, seat=seat if alone else other)
            return Step(after, (*used, PASSED.id))
        state, place = _with_a_rim(state, move.place)
        flipped, lines = _flipped(state, place)
        used.append(LAY.id)
        if move.flips > 1:
            used.append(TURN.id)
        if lines > 1:
            used.append(MANY.id)
        if alone:
            used.append(ALONE.id)
        mine, theirs = state.sides[seat] | place | flipped, state.sides[other] & ~flipped
        cards, stoppers = _less(state.cards, seat), state.stoppers
        stopped, barred = state.stopped, state.barred
        laid: tuple[str, ...] = (f"card {self.cards - state.cards[seat] + 1}",)
        if move.stopper:
            used.append(STOPPER.id)
            stoppers, laid = _less(stoppers, seat), (*laid, "stopper")
            stopped |= place
            barred |= _around(place, state.width, self.neighbours)
        own = (mine, theirs) if seat == 0 else (theirs, mine)
        next_seat = other if cards[other] else seat
        after = Position(state.width, own, stopped, barred, cards, stoppers, next_seat, 0, state.turn + 1)
        return Step(after, tuple(used), laid)

    def score(self, state: Position) -> tuple[float, ...]:
        """The number of visible sides."""
        return (state.sides[0].bit_count(), state.sides[1].bit_count())

    def ending(self, state: Position) -> Ending:
        """All cards are laid, or both players passed."""
        return BOTH_PASS if any(state.cards) else ALL_LAID

    def measured(self, state: Position) -> tuple[float, ...]:
        """The cards that nobody could lay, and the extent of the others on the table."""
        rows = _rows(state.sides[0] | state.sides[1], state.width)
        columns = 0
        for row in rows:
            columns |= row
        high = sum(1 for row in rows if row)
        return (sum(state.cards), columns.bit_length() - (columns & -columns).bit_length() + 1, high)

    def weights(self, state: Position, moves: Sequence[OutflankMove]) -> Sequence[int]:
        """No stopper with a player's first four cards, then in three turns of eight: with more, or earlier, most games
        end at once; with fewer, none does.
        """
        early = self.cards - _FIRST_CARDS - state.cards[state.seat] < 4
        with_stopper, without = (0, 1) if early or not state.stoppers[state.seat] else (3, 5)
        return [with_stopper if isinstance(move, Lay) and move.stopper else without for move in moves]

    def worth(self, state: Position, moves: Sequence[OutflankMove]) -> Sequence[float]:
        """The most cards flipped; a stopper only if there are no more cards than stoppers left to lay."""
        stopper = 0.5 if state.stoppers[state.seat] >= state.cards[state.seat] else -0.5
        return [move.flips + stopper * move.stopper if isinstance(move, Lay) else 0 for move in moves]


def _over(state: Position) -> bool:
    if state.passes == 0:
        return not any(state.cards)
    return state.passes >= PLAYERS or not all(state.cards)


def _less(counts: tuple[int, int], seat: int) -> tuple[int, int]:
    return (counts[0] - 1, counts[1]) if seat == 0 else (counts[0], counts[1] - 1)


def _directions(width: int) -> tuple[int, ...]:
    return (1, width - 1, width, width + 1)


def _ends(state: Position, free: int) -> Iterator[tuple[int, int]]:
    """For each direction and number of flanked cards, the *free* places from which that many are flanked."""
    seat, stopped = state.seat, state.stopped
    mine, theirs = state.sides[seat] & ~stopped, state.sides[1 - seat] & ~stopped
    for step in _directions(state.width):
        run, count = theirs & mine << step, 1
        while run:
            if ends := free & run << step:
                yield count, ends
            run = theirs & run << step
            count += 1
        run, count = theirs & mine >> step, 1
        while run:
            if ends := free & run >> step:
                yield count, ends
            run = theirs & run >> step
            count += 1


def _flipped(state: Position, place: int) -> tuple[int, int]:
    """The cards that one laid at a place flips, and the number of lines."""
    mine, theirs = state.sides[state.seat] & ~state.stopped, state.sides[1 - state.seat] & ~state.stopped
    flipped = lines = 0
    for step in _directions(state.width):
        for forwards in (True, False):
            line, at = 0, place << step if forwards else place >> step
            while at & theirs:
                line |= at
                at = at << step if forwards else at >> step
            if line and at & mine:
                flipped |= line
                lines += 1
    return flipped, lines


def _around(place: int, width: int, neighbours: int) -> int:
    sides = place << 1 | place >> 1 | place << width | place >> width
    if neighbours == 4:
        return sides
    return sides | place << width + 1 | place >> width + 1 | place << width - 1 | place >> width - 1


def _rows(places: int, width: int) -> list[int]:
    row = (1 << width) - 1
    return [places >> at & row for at in range(0, width * width, width)]


def _with_a_rim(state: Position, place: int) -> tuple[Position, int]:
    """The same table and place, made wider if the place is on the rim."""
    width = state.width
    row, column = divmod(place.bit_length() - 1, width)
    if 0 < row < width - 1 and 0 < column < width - 1:
        return state, place
    wider = 2 * width

    def moved(places: int) -> int:
        out = 0
        for at, bits in enumerate(_rows(places, width)):
            out |= bits << ((at + width // 2) * wider + width // 2)
        return out

    first, second = state.sides
    own = (moved(first), moved(second))
    after = replace(state, width=wider, sides=own, stopped=moved(state.stopped), barred=moved(state.barred))
    return after, moved(place)


def _make(table: Table) -> Outflank:
    settings: OutflankSettings = table.settings
    return Outflank(settings.cards // PLAYERS, settings.stoppers // PLAYERS)


SIMULATOR = Simulator(lambda _settings, _lists: (PLAYERS, PLAYERS), _make, remedy="Two games")
