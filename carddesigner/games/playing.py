"""What a game that the machine can play is: its states, its moves, and how two kinds of players choose among them.

A game's simulator stands in a module beside its model and plays with the cards of the deck as it was loaded. It is pure:
states are values, chance is a lot in them, and the same lot gives the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from carddesigner.core.record import Record
from carddesigner.games.base import Counts, Rows
from carddesigner.games.lots import below


class Rule(Struct, frozen=True):
    """A rule of the instruction cards whose use is counted: its name here, and what the cards call it."""

    id: str
    title: str


class Ending(Struct, frozen=True):
    """How a game came to its end; a ``dead_end`` is one where nobody could go on although there was something to play."""

    title: str
    dead_end: bool = False


CardList = Sequence[tuple[Record, int]]
"""The cards of a list, each with how often it is there."""


class Table(Struct, frozen=True):
    """What a game is played with: the checked rows of the deck, how many pieces each component has, the game's settings,
    lists of cards that come with the deck by their names, and how many play.
    """

    rows: Rows
    counts: Counts
    settings: Any
    seats: int
    lists: Mapping[str, CardList] = {}


State = TypeVar("State")
Move = TypeVar("Move")


class Step(Struct, Generic[State], frozen=True, gc=False):
    """What a move makes of a state: the next state, the rules that were used, the cards that were laid, and, where it ends the
    game, those that are ``held`` still.
    """

    state: State
    rules: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    held: tuple[str, ...] = ()


class Simulation(Protocol[State, Move]):
    """A game with its cards. A state that is not over has at least one move; to pass is a move where the rules let pass."""

    @property
    def seats(self) -> tuple[str, ...]:
        """What the players are called, in the order of their first turns."""

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules whose use is counted."""

    @property
    def measures(self) -> tuple[str, ...]:
        """What else is measured of a finished game."""

    def begin(self, lot: int) -> State:
        """The state before the first turn."""

    def seat(self, state: State) -> int:
        """Whose move it is."""

    def turns(self, state: State) -> int:
        """How many turns were taken."""

    def moves(self, state: State) -> Sequence[Move]:
        """What can be done; nothing if the game is over."""

    def apply(self, state: State, move: Move) -> Step[State]:
        """What a move makes of a state."""

    def score(self, state: State) -> tuple[float, ...]:
        """How each player stands, the most being best; whoever has the most when the game is over has won."""

    def ending(self, state: State) -> Ending:
        """How a game that is over came to its end."""

    def measured(self, state: State) -> tuple[float, ...]:
        """The measures of a game that is over."""

    def weights(self, state: State, moves: Sequence[Move]) -> Sequence[int]:
        """How likely the player ``random`` is to take each of these moves, in whole numbers."""

    def worth(self, state: State, moves: Sequence[Move]) -> Sequence[float]:
        """What each of these moves is worth to the player ``greedy``, who knows what the player to move may know."""


class Simulator(Struct, frozen=True):
    """A game that can be played: how many players it has, by its settings and lists of cards, and how it is set up. ``make``
    raises a Problem for cards that it can't be played with. ``remedy`` is the variant of the printed rules that evens out the
    seats, which are ``alike`` where all play with the same cards.
    """

    least_and_most: Callable[[Any, Mapping[str, CardList]], tuple[int, int]]
    make: Callable[[Table], Simulation[Any, Any]]
    remedy: str | None = None
    alike: bool = True
    most_moves: int = 20_000


Player = Callable[[Simulation[Any, Any], Any, Sequence[Any], int], tuple[Any, int]]
"""Chooses one of the moves by a lot, and gives the next lot."""


def at_random(simulation: Simulation[State, Move], state: State, moves: Sequence[Move], lot: int) -> tuple[Move, int]:
    """Any move, as likely as the game says."""
    weights = simulation.weights(state, moves)
    number, lot = below(sum(weights), lot)
    for move, weight in zip(moves, weights, strict=True):
        number -= weight
        if number < 0:
            return move, lot
    raise AssertionError("a number below the sum of the weights is within one of them")


def greedily(simulation: Simulation[State, Move], state: State, moves: Sequence[Move], lot: int) -> tuple[Move, int]:
    """The move that is worth most at once; of several, one by lot."""
    worth = simulation.worth(state, moves)
    most = max(worth)
    best = [move for move, value in zip(moves, worth, strict=True) if value == most]
    number, lot = below(len(best), lot)
    return best[number], lot


PLAYERS: dict[str, Player] = {"random": at_random, "greedy": greedily}
