"""Card tiles played by their rules: the stack, whose turn it is, and what still has to happen in it.

Players who can't cover a colour say so truthfully, so there are no challenges and no penalties.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.report import Problem
from carddesigner.games.card_tile_checks import shown
from carddesigner.games.card_tile_stack import (
    CLOSED,
    MARKS,
    SEATS,
    Lay,
    PlayedTile,
    Put,
    Stack,
    cells,
    off,
    onto,
    places,
    tile_of,
    uncovered,
)
from carddesigner.games.card_tiles import INDICIA, TileSettings
from carddesigner.games.lots import below, shuffled
from carddesigner.games.playing import Ending, Rule, Simulator, Step, Table

HAND = 4
PLAY_AGAIN, REMOVE, LOOK, DRAW = "play-again", "remove-top", "look-through-deck", "draw-two"
RANDOM, CHOICE = "opponent-discards-random", "discard-choice"
MUST = {"next-must-cover-first": 0, "next-must-cover-second": 1}
MECHANICS = (PLAY_AGAIN, REMOVE, LOOK, DRAW, CLOSED, *MUST, RANDOM, CHOICE)


Hands = tuple[tuple[int, ...], tuple[int, ...]]


class Round(Struct, frozen=True, gc=False):
    """A state of the game. ``due`` are the mechanics that still have to happen; ``plays`` is the number of tiles that
    may still be laid, the first of which is mandatory if it ``must``; ``color`` is the colour that has to be covered
    first.
    """

    deck: tuple[int, ...]
    hands: Hands
    discards: tuple[int, ...]
    stack: Stack
    lot: int
    seat: int = 0
    turn: int = 0
    plays: int = 1
    must: bool = True
    color: int | None = None
    next_color: int | None = None
    due: tuple[str, ...] = ()
    only: int | None = None
    passes: int = 0
    idle: int = 0
    out: int | None = None
    over: bool = False
    removing: int = 0


class Take(Struct, frozen=True, gc=False):
    """A tile taken off the stack, by its number there."""

    number: int


class Find(Struct, frozen=True, gc=False):
    """A tile taken out of the draw deck."""

    tile: int


class Discard(Struct, frozen=True, gc=False):
    """A tile of one's choice, discarded."""

    tile: int


class Draw(Struct, frozen=True, gc=False):
    """Two tiles drawn."""


class Decline(Struct, frozen=True, gc=False):
    """An optional action is skipped."""


class Stuck(Struct, frozen=True, gc=False):
    """No tile can be laid, or none on the colour named."""


TileMove = Lay | Take | Find | Discard | Draw | Decline | Stuck

LAID = Rule("lay", "Where a tile may lie: on one tile")
BRIDGES = Rule("several", "Where a tile may lie: on zones of several tiles")
STUCK = Rule("pass", "What may cover what: no tile can be laid")
COVERED = Rule("covered", "Next player must cover: the colour named is covered")
UNABLE = Rule("unable", "Challenges: the colour named can't be covered")
DOWN = Rule("down", "Your turn: discard down to the hand's size")
LAST = Rule("last", "The end: a last turn, to finish the round")
TIES = Rule("tie", "Ties: a tile is taken off the stack")

OUT = Ending("a player has no tile left and the round is finished")
PASSES = Ending("two passes in a row", dead_end=True)
UNTIED = Ending("a tie that took the whole stack", dead_end=True)


class CardTiles(Struct, frozen=True):
    """The game with its tiles."""

    tiles: tuple[PlayedTile, ...]
    allowed: tuple[int, ...]
    """For each indicium the ones that may cover it, one bit each."""
    seats: tuple[str, ...]
    rules: tuple[Rule, ...]

    measures = ("tiles on the stack", "turns in which no tile could be laid", "points of the winner's count")

    def begin(self, lot: int) -> Round:
        """Deal hands of four; the next tile begins the stack."""
        order, lot = shuffled(range(len(self.tiles)), lot)
        hands = (order[:HAND], order[HAND : 2 * HAND])
        return Round(order[2 * HAND + 1 :], hands, (), onto(Stack(), Put(order[2 * HAND], 0, 0, 0), self.tiles), lot)

    def seat(self, state: Round) -> int:
        """The player to move."""
        return state.seat

    def turns(self, state: Round) -> int:
        """The number of turns of both players."""
        return state.turn

    def score(self, state: Round) -> tuple[float, ...]:
        """The negated count on the stack and in the hand: the lowest count wins."""
        first, second = (
            state.stack.counts[seat] + sum(self.tiles[t].marks.count(seat) for t in state.hands[seat])
            for seat in (0, 1)
        )
        return (-first, -second)

    def ending(self, state: Round) -> Ending:
        """After a last turn, after two passes, or when the stack has no tiles left to take off."""
        if state.removing and not any(state.stack.put):
            return UNTIED
        return PASSES if state.out is None else OUT

    def measured(self, state: Round) -> tuple[float, ...]:
        """The stack's tiles, idle turns, and the winner's count."""
        on_stack = sum(put is not None for put in state.stack.put)
        return (on_stack, state.idle, -max(self.score(state)))

    def moves(self, state: Round) -> Sequence[TileMove]:
        """The possible moves."""
        if state.over:
            return ()
        if state.removing:
            return [Take(n) for n in uncovered(state.stack)]
        hand = state.hands[state.seat]
        if state.due:
            return self._due(state, state.due[0])
        if state.plays:
            laid = self._places(state, hand if state.only is None else (state.only,))
            if not laid:
                return (Stuck(),) if state.must else (Decline(),)
            return laid if state.must else [*laid, Decline()]
        return [Discard(tile) for tile in hand]

    def apply(self, state: Round, move: TileMove) -> Step[Round]:
        """Apply a move."""
        used: list[str] = []
        cards: tuple[str, ...] = ()
        if state.removing:
            assert isinstance(move, Take)
            after, used = self._untied(state, move), [TIES.id]
        elif isinstance(move, Lay):
            after, used = self._laid(state, move)
            cards = (self.tiles[move.tile].name,)
        elif isinstance(move, Stuck):
            after, used = self._stuck(state)
        elif isinstance(move, Decline):
            after = replace(state, due=state.due[1:]) if state.due else replace(state, plays=0, must=False)
        else:
            after, used = self._happened(state, move)
        after = self._automatic(after, used)
        if not after.over and not after.removing and not after.due and not after.plays:
            after = self._end_of_turn(after, used)
        return Step(after, tuple(used), cards)

    def weights(self, state: Round, moves: Sequence[TileMove]) -> Sequence[int]:
        """All moves are equally likely."""
        return [1] * len(moves)

    def worth(self, state: Round, moves: Sequence[TileMove]) -> Sequence[float]:
        """By how much more the other player's count on the stack grows than one's own, then the mechanics that fire;
        optional actions are taken, and tiles with fewer own indicia are kept.
        """
        return [self._worth(state, move) for move in moves]

    def _worth(self, state: Round, move: TileMove) -> float:
        if isinstance(move, Lay):
            return move.gain + move.fires / 16
        if isinstance(move, Take):
            after = off(state.stack, move.number, self.tiles).counts
            return self._gain(state.seat, state.stack.counts, after)
        if isinstance(move, Find):
            return -self._burden(move.tile, state.seat)
        if isinstance(move, Discard):
            return self._burden(move.tile, state.seat)
        return 0 if isinstance(move, Draw) else -math.inf

    def _burden(self, tile: int, seat: int) -> int:
        marks = self.tiles[tile].marks
        return marks.count(seat) - marks.count(1 - seat)

    @staticmethod
    def _gain(seat: int, before: tuple[int, int], after: tuple[int, int]) -> int:
        other = 1 - seat
        return (after[other] - before[other]) - (after[seat] - before[seat])

    def _due(self, state: Round, mechanic: str) -> Sequence[TileMove]:
        if mechanic == REMOVE:
            return [Take(n) for n in uncovered(state.stack) if n != len(state.stack.put) - 1]
        if mechanic == LOOK:
            return [Find(tile) for tile in state.deck]
        if mechanic == DRAW:
            return (Draw(), Decline())
        return [*(Discard(tile) for tile in state.hands[state.seat]), Decline()]

    def _automatic(self, state: Round, used: list[str]) -> Round:
        """Carry out what leaves no choice, and skip what can't be done."""
        while state.due and not state.over:
            mechanic, rest = state.due[0], state.due[1:]
            if mechanic == PLAY_AGAIN:
                state = replace(state, due=rest, plays=state.plays + 1)
            elif mechanic in MUST:
                state = replace(state, due=rest, next_color=MUST[mechanic])
            elif mechanic == RANDOM and state.hands[1 - state.seat]:
                state = self._lose_one(replace(state, due=rest), 1 - state.seat)
            elif self._can_happen(state, mechanic):
                break
            else:
                state = replace(state, due=rest)
                continue
            used.append(mechanic)
        return state

    def _can_happen(self, state: Round, mechanic: str) -> bool:
        if mechanic in (LOOK, DRAW):
            return bool(state.deck)
        if mechanic == CHOICE:
            return bool(state.hands[state.seat])
        return mechanic == REMOVE and bool(self._due(state, REMOVE))

    def _happened(self, state: Round, move: TileMove) -> tuple[Round, list[str]]:
        """Apply a choice that a mechanic gives, or a discard at the end of a turn."""
        used = [state.due[0]] if state.due else []
        rest, seat = state.due[1:], state.seat
        if isinstance(move, Take):
            put = state.stack.put[move.number]
            assert put is not None
            stack = off(state.stack, move.number, self.tiles)
            return replace(state, due=rest, stack=stack, discards=(*state.discards, put.tile)), used
        if isinstance(move, Find):
            deck, lot = shuffled([t for t in state.deck if t != move.tile], state.lot)
            return replace(state, due=rest, deck=deck, lot=lot, hands=_added(state.hands, seat, (move.tile,))), used
        if isinstance(move, Draw):
            return replace(_drawn(state, 2), due=rest), used
        assert isinstance(move, Discard)
        if not state.due:
            used.append(DOWN.id)
        after = replace(state, due=rest, hands=_without(state.hands, seat, move.tile))
        return replace(after, discards=(*state.discards, move.tile)), used

    def _laid(self, state: Round, move: Lay) -> tuple[Round, list[str]]:
        tile = self.tiles[move.tile]
        nails: list[str] = []
        hammers: list[str] = []
        covered = 0
        used = []
        for cell, (mark, mechanic) in zip(cells(move.x, move.y), tile.turned[move.turn], strict=True):
            if mechanic == CLOSED:
                used.append(CLOSED)
            under = state.stack.tops.get(cell)
            if under is None:
                continue
            covered += 1
            if mark == MARKS["third"] and under[0] < SEATS:
                nails += [under[1]] if under[1] else []
                hammers += [mechanic] if mechanic and mechanic != CLOSED else []
            if under[0] == state.color:
                used.append(COVERED.id)
        used.append(BRIDGES.id if covered > 1 else LAID.id)
        stack = onto(state.stack, Put(move.tile, move.x, move.y, move.turn), self.tiles)
        after = replace(
            state,
            stack=stack,
            hands=_without(state.hands, state.seat, move.tile),
            plays=state.plays - 1,
            must=False,
            color=None,
            only=None,
            passes=0,
            due=(*nails, *hammers),
        )
        return after, list(dict.fromkeys(used))

    def _stuck(self, state: Round) -> tuple[Round, list[str]]:
        """A random tile is discarded, and one is drawn. A player who couldn't cover a colour may still play the drawn
        tile; otherwise it is a pass.
        """
        seat = state.seat
        after = _drawn(self._lose_one(state, seat), 1)
        if state.color is not None:
            drawn = after.hands[seat][-1] if len(after.deck) < len(state.deck) else None
            freed = replace(after, color=None, only=drawn)
            if drawn is not None and self._places(freed, (drawn,)):
                return freed, [UNABLE.id]
            used = [UNABLE.id, STUCK.id]
        else:
            used = [STUCK.id]
        return replace(
            after, plays=0, must=False, color=None, only=None, passes=state.passes + 1, idle=state.idle + 1
        ), used

    def _places(self, state: Round, hand: Sequence[int]) -> list[Lay]:
        return places(state.stack, hand, self.tiles, self.allowed, state.seat, state.color)

    def _lose_one(self, state: Round, seat: int) -> Round:
        hand = state.hands[seat]
        if not hand:
            return state
        number, lot = below(len(hand), state.lot)
        hands = _without(state.hands, seat, hand[number])
        return replace(state, hands=hands, lot=lot, discards=(*state.discards, hand[number]))

    def _end_of_turn(self, state: Round, used: list[str]) -> Round:
        hand = state.hands[state.seat]
        if len(hand) > HAND:
            return state
        state = _drawn(state, HAND - len(hand))
        turn, other = state.turn + 1, 1 - state.seat
        last = state.out is not None
        out = state.out
        if out is None and not state.deck and not state.hands[state.seat]:
            out = state.seat
        # [0061]: the round is finished. The second seat is the last in it.
        finished = out is not None and (state.seat == SEATS - 1 or not state.hands[other])
        if last or finished or state.passes >= SEATS:
            return self._finished(replace(state, turn=turn, out=out))
        if out is not None:
            used.append(LAST.id)
        return replace(
            state, turn=turn, out=out, seat=other, plays=1, must=True, color=state.next_color, next_color=None
        )

    def _finished(self, state: Round) -> Round:
        first, second = self.score(state)
        if first != second:
            return replace(state, over=True)
        seat = state.out if state.out is not None else state.seat
        return replace(state, removing=1, seat=seat)

    def _untied(self, state: Round, move: Take) -> Round:
        """Each player takes a tile off the stack; then it is counted again."""
        stack = off(state.stack, move.number, self.tiles)
        put = state.stack.put[move.number]
        assert put is not None
        after = replace(
            state, stack=stack, seat=1 - state.seat, removing=state.removing + 1, discards=(*state.discards, put.tile)
        )
        first, second = self.score(after)
        counted = state.removing % SEATS == 0
        return replace(after, over=(counted and first != second) or not any(stack.put))


def _drawn(state: Round, number: int) -> Round:
    """The state after the player to move has drawn this many tiles, or as many as there are."""
    return replace(state, deck=state.deck[number:], hands=_added(state.hands, state.seat, state.deck[:number]))


def _added(hands: Hands, seat: int, tiles: tuple[int, ...]) -> Hands:
    first, second = hands
    return (first + tiles, second) if seat == 0 else (first, second + tiles)


def _without(hands: Hands, seat: int, tile: int) -> Hands:
    first, second = hands
    kept = tuple(t for t in hands[seat] if t != tile)
    return (kept, second) if seat == 0 else (first, kept)


def _make(table: Table) -> CardTiles:
    settings: TileSettings = table.settings
    unknown = next((m for m in settings.mechanics if m.count and m.name not in MECHANICS), None)
    if unknown is not None:
        message = f"the machine doesn't know the mechanic {unknown.name!r}"
        raise Problem("unplayable", message, hint=f"it knows {', '.join(MECHANICS)}")
    tiles = tuple(
        tile_of(f"tile {row['number']}", [(MARKS[mark], name) for mark, name in shown(row)], bool(row["centre"]))
        for row, _ in table.rows
    )
    if len(tiles) <= SEATS * HAND:
        message = (
            f"{len(tiles)} tiles can't be dealt: two hands of four and the first of the stack are {SEATS * HAND + 1}"
        )
        raise Problem("unplayable", message)
    covering = settings.covering
    allowed = tuple(sum(1 << MARKS[above] for above in covering.get(mark, ())) for mark in INDICIA)
    fired = tuple(Rule(m.name, f"Mechanics: {_plain(settings.text_of(m))}") for m in settings.mechanics if m.count)
    rules = (LAID, BRIDGES, *fired, COVERED, UNABLE, STUCK, DOWN, LAST, TIES)
    first, second = (color.title for color in settings.colors)
    return CardTiles(tiles, allowed, (first, second), rules)


def _plain(markup: str) -> str:
    """A mechanic's text without markup, in lower case for the middle of a line."""
    text = markup.replace("*", "")
    return text[:1].lower() + text[1:]


SIMULATOR = Simulator(lambda _settings, _lists: (SEATS, SEATS), _make, remedy="A last turn for all", most_moves=2_000)
