"""Simulators of games: states, moves, and two kinds of players that choose among these.

A game's simulator is a module beside its model, and plays with the cards of the loaded deck. It is pure: states are
values, randomness is a lot in them, and the same lot gives the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from carddesigner.core.record import Record
from carddesigner.games.base import Counts, Rows
from carddesigner.games.lots import below


class Rule(Struct, frozen=True):
    """A rule of the instruction cards whose use is counted: its id, and its title on the cards."""

    id: str
    title: str


class Ending(Struct, frozen=True):
    """How a game ended; in a ``dead_end`` nobody could go on although there was something left to play."""

    title: str
    dead_end: bool = False


CardList = Sequence[tuple[Record, int]]
"""The cards of a list, each with its number of copies."""


class Table(Struct, frozen=True):
    """What a game is played with: the checked rows of the deck, the number of pieces of each component, the game's
    settings, the deck's lists of cards by name, and the number of players.
    """

    rows: Rows
    counts: Counts
    settings: Any
    seats: int
    lists: Mapping[str, CardList] = {}


State = TypeVar("State")
Move = TypeVar("Move")


class Step(Struct, Generic[State], frozen=True, gc=False):
    """The result of a move: the next state, the rules that were used, the cards that were played, and, if it ends the
    game, the cards that are still ``held``.
    """

    state: State
    rules: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    held: tuple[str, ...] = ()


class Simulation(Protocol[State, Move]):
    """A game with its cards. A state that isn't over has at least one move; where the rules allow passing, that is a
    move.
    """

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the players, in the order of their first turns."""

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules whose use is counted."""

    @property
    def measures(self) -> tuple[str, ...]:
        """What else is measured of a finished game."""

    def begin(self, lot: int) -> State:
        """The state before the first turn."""

    def seat(self, state: State) -> int:
        """The player to move."""

    def turns(self, state: State) -> int:
        """The number of turns taken."""

    def moves(self, state: State) -> Sequence[Move]:
        """The possible moves; none if the game is over."""

    def apply(self, state: State, move: Move) -> Step[State]:
        """Apply a move to a state."""

    def score(self, state: State) -> tuple[float, ...]:
        """Each player's score, higher being better; the highest wins when the game is over."""

    def ending(self, state: State) -> Ending:
        """How a finished game ended."""

    def measured(self, state: State) -> tuple[float, ...]:
        """The measures of a finished game."""

    def weights(self, state: State, moves: Sequence[Move]) -> Sequence[int]:
        """How likely the player ``random`` takes each of these moves, as whole numbers."""

    def worth(self, state: State, moves: Sequence[Move]) -> Sequence[float]:
        """The value of each of these moves to the player ``greedy``, which uses only what the player to move may
        know.
        """


class Simulator(Struct, frozen=True):
    """A game that can be played: its numbers of players, which depend on its settings and lists of cards, and how it is
    set up. ``make`` raises Problem for cards that it can't be played with. ``remedy`` is the variant of the printed
    rules that evens out the seats; these are ``alike`` if all play with the same cards.
    """

    least_and_most: Callable[[Any, Mapping[str, CardList]], tuple[int, int]]
    make: Callable[[Table], Simulation[Any, Any]]
    remedy: str | None = None
    alike: bool = True
    most_moves: int = 20_000


Player = Callable[[Simulation[Any, Any], Any, Sequence[Any], int], tuple[Any, int]]
"""Chooses one of the moves with a lot; returns it and the next lot."""


def at_random(simulation: Simulation[State, Move], state: State, moves: Sequence[Move], lot: int) -> tuple[Move, int]:
    """Choose a random move, with the probabilities that the game gives."""
    weights = simulation.weights(state, moves)
    number, lot = below(sum(weights), lot)
    for move, weight in zip(moves, weights, strict=True):
        number -= weight
        if number < 0:
            return move, lot
    raise AssertionError("a number below the sum of the weights is within one of them")


def greedily(simulation: Simulation[State, Move], state: State, moves: Sequence[Move], lot: int) -> tuple[Move, int]:
    """Choose the move with the highest immediate value; among equals at random."""
    worth = simulation.worth(state, moves)
    most = max(worth)
    best = [move for move, value in zip(moves, worth, strict=True) if value == most]
    number, lot = below(len(best), lot)
    return best[number], lot


PLAYERS: dict[str, Player] = {"random": at_random, "greedy": greedily}
