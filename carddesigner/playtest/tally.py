"""Games played to the end, and the counts taken from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct, field

from carddesigner.games.lots import lot_of
from carddesigner.games.playing import PLAYERS, Ending, Simulation

STOPPED = Ending("stopped: it would not end", dead_end=True)
_PLAYERS_OFFSET = 1 << 32
"""Added to a game's number to get the random numbers of its players, which are separate from those of the game."""


class Played(Struct, frozen=True):
    """A game set up with its players: their names by seat, and the seed of the series of games."""

    simulation: Any
    players: tuple[str, ...]
    seed: int
    most_moves: int


class CardTally(Struct, frozen=True):
    """Counts for a card: how often it was laid, in how many games, how often those who laid it won, how often it
    changed the leader, how many games it decided, and how often it was held at the end.
    """

    laid: int = 0
    games: int = 0
    wins: int = 0
    leads: int = 0
    decided: int = 0
    held: int = 0

    def __add__(self, other: CardTally) -> CardTally:
        return CardTally(
            self.laid + other.laid,
            self.games + other.games,
            self.wins + other.wins,
            self.leads + other.leads,
            self.decided + other.decided,
            self.held + other.held,
        )


class RuleTally(Struct, frozen=True):
    """How often a rule was used, and in how many games."""

    used: int = 0
    games: int = 0

    def __add__(self, other: RuleTally) -> RuleTally:
        return RuleTally(self.used + other.used, self.games + other.games)


class Tally(Struct, frozen=True):
    """The counts of some games. The sum of two tallies is the tally of all their games; the order does not matter."""

    games: int = 0
    wins: tuple[int, ...] = ()
    ties: int = 0
    lengths: Counter[int] = field(default_factory=Counter)
    endings: Counter[Ending] = field(default_factory=Counter)
    measures: Counter[tuple[int, float]] = field(default_factory=Counter)
    rules: dict[str, RuleTally] = {}
    cards: dict[str, CardTally] = {}

    def __add__(self, other: Tally) -> Tally:
        if not self.games or not other.games:
            return self if self.games else other
        return Tally(
            self.games + other.games,
            tuple(a + b for a, b in zip(self.wins, other.wins, strict=True)),
            self.ties + other.ties,
            self.lengths + other.lengths,
            self.endings + other.endings,
            self.measures + other.measures,
            _merged(self.rules, other.rules, RuleTally()),
            _merged(self.cards, other.cards, CardTally()),
        )


def _merged(one: dict[str, Any], other: dict[str, Any], nothing: Any) -> dict[str, Any]:
    return {key: one.get(key, nothing) + other.get(key, nothing) for key in {**one, **other}}


class Laid(Struct, frozen=True, gc=False):
    """A move that laid cards: the seat, the cards, and the seat that led afterwards, None if none led alone."""

    seat: int
    cards: tuple[str, ...]
    ahead: int | None


def play(played: Played, numbers: Iterable[int]) -> Tally:
    """Play the games with these numbers."""
    total = Tally()
    for number in numbers:
        total += play_one(played, number)
    return total


def play_one(played: Played, number: int) -> Tally:
    """Play one game to the end; the same number gives the same game."""
    game: Simulation[Any, Any] = played.simulation
    choosers = [PLAYERS[name] for name in played.players]
    lot = lot_of(played.seed, number + _PLAYERS_OFFSET)
    state = game.begin(lot_of(played.seed, number))
    rules: Counter[str] = Counter()
    laid: list[Laid] = []
    held: Counter[str] = Counter()
    steps = 0
    while (moves := game.moves(state)) and steps < played.most_moves:
        seat = game.seat(state)
        move, lot = choosers[seat](game, state, moves, lot)
        step = game.apply(state, move)
        state, steps = step.state, steps + 1
        rules.update(step.rules)
        held.update(step.held)
        if step.cards:
            laid.append(Laid(seat, step.cards, ahead(game.score(state))))
    winner = ahead(game.score(state)) if not moves else None
    return Tally(
        1,
        tuple(int(seat == winner) for seat in range(len(game.seats))),
        int(winner is None),
        Counter((game.turns(state),)),
        Counter((game.ending(state) if not moves else STOPPED,)),
        Counter({(i, value): 1 for i, value in enumerate(game.measured(state))}),
        {rule: RuleTally(used, 1) for rule, used in rules.items()},
        _merged(_cards(laid, winner), {card: CardTally(held=n) for card, n in held.items()}, CardTally()),
    )


def ahead(score: Sequence[float]) -> int | None:
    """Return the seat with the highest score, None if several have it."""
    most = max(score)
    return score.index(most) if score.count(most) == 1 else None


def _cards(laid: Sequence[Laid], winner: int | None) -> dict[str, CardTally]:
    """Return the tally of each card. The deciding move of a game is the one by which its winner took the final lead."""
    out: dict[str, CardTally] = {}
    seen: set[tuple[str, int]] = set()
    deciding = _deciding(laid, winner)
    before: int | None = None
    for at, one in enumerate(laid):
        turned = one.ahead is not None and before is not None and one.ahead != before
        before = one.ahead if one.ahead is not None else before
        for card in one.cards:
            first = (card, one.seat) not in seen
            seen.add((card, one.seat))
            had = out.get(card, CardTally())
            out[card] = had + CardTally(
                1, int(first), int(first and one.seat == winner), int(turned), int(at == deciding)
            )
    return out


def _deciding(laid: Sequence[Laid], winner: int | None) -> int | None:
    """Return the index of the move that gave the winner the final lead, None without such a move."""
    if winner is None:
        return None
    deciding = None
    for at in range(len(laid) - 1, -1, -1):
        if laid[at].ahead != winner:
            break
        deciding = at
    return deciding
