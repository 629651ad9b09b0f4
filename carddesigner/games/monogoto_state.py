"""States of Monogoto and the choices in them."""

from __future__ import annotations

from typing import Literal, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.games.monogoto_sets import CardSet, Sets

Item = TypeVar("Item")
Phase = Literal[
    "counter", "attack", "defend", "attacker-hand", "defender-hand", "give", "lay", "follow", "save", "over"
]


class Turn(Struct, frozen=True, gc=False):
    """What has happened in a turn: the cards shown, the attacker's hand, the cards that a counterattack moved and the
    sets before it, the players who still have to give a card for it, and whether the attacker has won.
    """

    cards: tuple[int, ...] = ()
    hand: int = 0
    moved: tuple[int, ...] = ()
    hosts: tuple[int, ...] = ()
    before: tuple[Sets, ...] = ()
    givers: tuple[int, ...] = ()
    won: bool = False


class Round(Struct, frozen=True, gc=False):
    """A state. The deck's first card is its top; ``idle`` counts consecutive turns in which nobody could attack."""

    deck: CardSet
    hands: tuple[CardSet, ...]
    sets: tuple[Sets, ...]
    safe: CardSet
    gone: CardSet
    alive: tuple[bool, ...]
    attacker: int
    defender: int
    phase: Phase = "counter"
    asked: int = 0
    now: Turn = field(default_factory=Turn)
    turn: int = 0
    idle: int = 0


class Show(Struct, frozen=True, gc=False):
    """A symbol card shown from the hand."""

    card: int


class Hand(Struct, frozen=True, gc=False):
    """A number shown with the hand."""

    number: int


class Move(Struct, frozen=True, gc=False):
    """A card laid into a set in front of a player, or into a new one: in a counterattack, by the winner, or given."""

    card: int
    host: int
    place: int


class Burn(Struct, frozen=True, gc=False):
    """A follower leaves the game together with a card from one's own sets."""

    card: int


class Save(Struct, frozen=True, gc=False):
    """A card put into the safe set."""

    card: int


class Leave(Struct, frozen=True, gc=False):
    """An optional action is skipped, or nothing can be shown."""


MonogotoMove = Show | Hand | Move | Burn | Save | Leave
LEAVE = Leave()


def right_of(state: Round, seat: int) -> int:
    """The next player to the right who is still in the game."""
    players = len(state.alive)
    return next(s for s in ((seat + n) % players for n in range(1, players + 1)) if state.alive[s])


def played(state: Round, seat: int, card: int) -> Round:
    """The state with a card removed from a hand."""
    return replace(state, hands=put(state.hands, seat, tuple(c for c in state.hands[seat] if c != card)))


def out(state: Round, seat: int) -> Round:
    """The state with a player out of the game, together with the safe set and all of the player's cards."""
    own = (*state.hands[seat], *(c for cards in state.sets[seat] for c in cards))
    return replace(
        state,
        gone=(*state.gone, *own, *state.safe),
        safe=(),
        hands=put(state.hands, seat, ()),
        sets=put(state.sets, seat, ()),
        alive=put(state.alive, seat, False),
    )


def put(items: tuple[Item, ...], at: int, item: Item) -> tuple[Item, ...]:
    """The items with one replaced."""
    return (*items[:at], item, *items[at + 1 :])
