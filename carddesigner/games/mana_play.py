"""Mana and Spells played without opponents: for each library, how many turns it takes to deal twenty damage.

A land gives one mana, creatures attack from the turn after they were played, and nobody blocks. Spells are cast with
the mana that creatures leave. Only those of their effects that deal damage are counted: damage to a player, and power
for creatures. The other spells only show whether there was mana for them, so that cards held to the end stand out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.record import Record
from carddesigner.core.report import Problem
from carddesigner.games.lots import shuffled
from carddesigner.games.mana_and_spells import COLORS, CREATURES, LANDS
from carddesigner.games.playing import CardList, Ending, Rule, Simulator, Step, Table

HAND = 7
LIFE = 20
SCREW_TURN, SCREW_LANDS = 3, 3
FLOOD_TURN, FLOOD_LANDS = 6, 9
_TAPPED = "into play tapped"
_AT_ONCE = ("instant", "interrupt", "sorcery")
_HURTS = re.compile(r"deals (\d+) damage to target creature or player")
_STRONGER = re.compile(r"^(?:Target|Enchanted) creature gets \+(\d+)/")


class Card(Struct, frozen=True):
    """What matters of a card in play: the mana that a land gives; its cost in its colour and in total; a creature's
    power; the damage that a spell deals, and the power that it gives to a creature, for a turn or ``lasting``.
    """

    name: str
    gives: tuple[str, ...] = ()
    tapped: bool = False
    color: str = ""
    colored: int = 0
    total: int = 0
    power: int | None = None
    damage: int = 0
    stronger: int = 0
    lasting: bool = False


class PlayerState(Struct, frozen=True, gc=False):
    """The cards of one player, by their numbers in the library; creatures that came this turn are at the end. Cast
    spells lie in the graveyard. ``stronger`` is the power that creatures got permanently, ``stronger_now`` for this
    turn.
    """

    library: tuple[int, ...]
    hand: tuple[int, ...]
    lands: tuple[int, ...] = ()
    used: tuple[int, ...] = ()
    creatures: tuple[int, ...] = ()
    graveyard: tuple[int, ...] = ()
    new: int = 0
    stronger: int = 0
    stronger_now: int = 0
    damage: int = 0
    done: int = 0
    lands_seen: int = 0
    screw: bool = False
    flood: bool = False
    played_land: bool = False


class Race(Struct, frozen=True, gc=False):
    """All players, whose turn it is, and the number of that player's turn; ``over`` if all are done."""

    players: tuple[PlayerState, ...]
    seat: int = 0
    turn: int = 1
    over: bool = False


class PlayLand(Struct, frozen=True, gc=False):
    """A land played from the hand."""

    card: int


class Cast(Struct, frozen=True, gc=False):
    """A creature or another spell cast from the hand."""

    card: int


class Discard(Struct, frozen=True, gc=False):
    """A card discarded from a hand of more than seven."""

    card: int


class EndTurn(Struct, frozen=True, gc=False):
    """Nothing more is played."""


ManaMove = PlayLand | Cast | Discard | EndTurn
_END = EndTurn()

RULES = (
    Rule("land", "Main phase: a land is played"),
    Rule("no-land", "Main phase: there is no land to play"),
    Rule("cast", "Main phase: a creature is cast"),
    Rule("spell", "Main phase: another spell is cast with the mana that is left"),
    Rule("attack", "The attack: creatures deal damage"),
    Rule("discard", "Discard down to seven cards"),
)
ALL_DONE = Ending("every library has dealt its damage")
USED_UP = Ending("a library was used up before it dealt its damage", dead_end=True)


class Goldfish(Struct, frozen=True):
    """The libraries, one for each player."""

    seats: tuple[str, ...]
    libraries: tuple[tuple[Card, ...], ...]

    rules = RULES

    @property
    def measures(self) -> tuple[str, ...]:
        """For each library how fast it is, and how often it has too few or too many lands."""
        screw = f"fewer than {SCREW_LANDS} lands seen by turn {SCREW_TURN}, of all games"
        flood = f"{FLOOD_LANDS} lands or more seen by turn {FLOOD_TURN}, of all games"
        of_each = (f"turns until {LIFE} damage", f"screw: {screw}", f"flood: {flood}")
        return tuple(f"{seat}: {what}" for seat in self.seats for what in of_each)

    def begin(self, lot: int) -> Race:
        """Shuffle the libraries and deal hands of seven."""
        players = []
        for seat, cards in enumerate(self.libraries):
            order, lot = shuffled(range(len(cards)), lot)
            hand = order[:HAND]
            players.append(PlayerState(order[HAND:], hand, lands_seen=sum(self._is_land(seat, c) for c in hand)))
        return self._with_card_drawn(Race(tuple(players)))

    def seat(self, state: Race) -> int:
        """The player to move."""
        return state.seat

    def turns(self, state: Race) -> int:
        """The number of turns of each player, until the last is done."""
        return state.turn

    def moves(self, state: Race) -> Sequence[ManaMove]:
        """A land if none was played, the spells that there is mana for, or the end of the turn."""
        if state.over:
            return ()
        player, cards = state.players[state.seat], self.libraries[state.seat]
        out: list[ManaMove] = []
        for card in _distinct(player.hand, cards):
            if cards[card].gives:
                if not player.played_land:
                    out.append(PlayLand(card))
            elif self._has_target(player, cards[card]) and self._payment(state.seat, player, cards[card]) is not None:
                out.append(Cast(card))
        if not out and len(player.hand) > HAND:
            return [Discard(card) for card in _distinct(player.hand, cards)]
        return [*out, _END] if len(player.hand) <= HAND or not out else out

    def apply(self, state: Race, move: ManaMove) -> Step[Race]:
        """Play a card, or end the turn with an attack."""
        seat = state.seat
        player, cards = state.players[seat], self.libraries[seat]
        if isinstance(move, EndTurn):
            return self._ended(state, player)
        hand = tuple(c for c in player.hand if c != move.card)
        if isinstance(move, PlayLand):
            used = (*player.used, move.card) if cards[move.card].tapped else player.used
            after = replace(player, hand=hand, lands=(*player.lands, move.card), used=used, played_land=True)
            return Step(_with(state, after), ("land",), (cards[move.card].name,))
        if isinstance(move, Discard):
            return Step(
                _with(state, replace(player, hand=hand, graveyard=(*player.graveyard, move.card))), ("discard",)
            )
        paid = self._payment(seat, player, cards[move.card])
        assert paid is not None
        after = replace(player, hand=hand, used=(*player.used, *paid))
        card = cards[move.card]
        if card.power is not None:
            after = replace(after, creatures=(*player.creatures, move.card), new=player.new + 1)
            return Step(_with(state, after), ("cast",), (card.name,))
        after = replace(
            after,
            graveyard=(*player.graveyard, move.card),
            damage=player.damage + card.damage,
            stronger=player.stronger + card.stronger * card.lasting,
            stronger_now=player.stronger_now + card.stronger * (not card.lasting),
        )
        return Step(_with(state, after), ("spell",), (card.name,))

    def score(self, state: Race) -> tuple[float, ...]:
        """Players who were done in fewer turns are ahead, then those who dealt more damage."""
        return tuple(
            1_000 - player.done if player.done and player.damage >= LIFE else player.damage for player in state.players
        )

    def ending(self, state: Race) -> Ending:
        """All players are done; a library may have been used up."""
        return ALL_DONE if all(player.damage >= LIFE for player in state.players) else USED_UP

    def measured(self, state: Race) -> tuple[float, ...]:
        """For each library its turns, and whether it had too few or too many lands."""
        return tuple(v for player in state.players for v in (player.done, int(player.screw), int(player.flood)))

    def weights(self, state: Race, moves: Sequence[ManaMove]) -> Sequence[int]:
        """All moves are equally likely."""
        return [1] * len(moves)

    def worth(self, state: Race, moves: Sequence[ManaMove]) -> Sequence[float]:
        """A land first, in the colour that the hand needs most; then the most expensive creature, then the most
        expensive other spell. Of a full hand other spells are discarded first, then lands, then the cheapest creatures.
        """
        player, cards = state.players[state.seat], self.libraries[state.seat]
        wanted = Counter(cards[c].color for c in player.hand if cards[c].colored)
        there = {color for land in player.lands for color in cards[land].gives}

        def worth(move: ManaMove) -> float:
            if isinstance(move, EndTurn):
                return 0
            card = cards[move.card]
            if isinstance(move, PlayLand):
                return 100 + sum(wanted[color] * (1 if color in there else 10) for color in card.gives)
            if isinstance(move, Discard):
                return -card.total if card.power is not None else 100 - bool(card.gives)
            return 1 + card.total if card.power is not None else card.total / (1 + card.total)

        return [worth(move) for move in moves]

    def _is_land(self, seat: int, card: int) -> bool:
        return bool(self.libraries[seat][card].gives)

    @staticmethod
    def _has_target(player: PlayerState, card: Card) -> bool:
        """Whether a creature that can attack gets stronger; other targets don't matter without an opponent."""
        return not card.stronger or len(player.creatures) > player.new

    def _payment(self, seat: int, player: PlayerState, card: Card) -> tuple[int, ...] | None:
        """The lands that pay for a card, those that give only its colour first; None if there are too few."""
        cards = self.libraries[seat]
        free = sorted((c for c in player.lands if c not in player.used), key=lambda c: len(cards[c].gives))
        of_color = [c for c in free if card.color in cards[c].gives][: card.colored]
        rest = [c for c in free if c not in of_color]
        rest.sort(key=lambda c: card.color in cards[c].gives)
        if len(of_color) < card.colored or len(free) < card.total:
            return None
        return (*of_color, *rest[: card.total - card.colored])

    def _ended(self, state: Race, player: PlayerState) -> Step[Race]:
        cards = self.libraries[state.seat]
        used = [] if player.played_land else ["no-land"]
        ready = player.creatures[: len(player.creatures) - player.new]
        damage = sum(cards[c].power or 0 for c in ready)
        damage += player.stronger + player.stronger_now if ready else 0
        if damage:
            used.append("attack")
        total = player.damage + damage
        done = state.turn if total >= LIFE else 0
        after = replace(player, damage=total, new=0, stronger_now=0, used=(), played_land=False, done=done)
        following = self._next(_with(state, after))
        return Step(following, tuple(used), held=self._held(following) if following.over else ())

    def _held(self, state: Race) -> tuple[str, ...]:
        """The names of the spells in all hands; lands are held when there are enough."""
        both = zip(state.players, self.libraries, strict=True)
        return tuple(cards[c].name for player, cards in both for c in player.hand if not cards[c].gives)

    def _next(self, state: Race) -> Race:
        """The next turn of a player who isn't done."""
        for _ in state.players:
            following = (state.seat + 1) % len(state.players)
            state = replace(state, seat=following, turn=state.turn + (following == 0))
            if not state.players[following].done:
                return self._with_card_drawn(state)
        last = max(player.done for player in state.players)
        return replace(state, over=True, turn=last)

    def _with_card_drawn(self, state: Race) -> Race:
        """Draw a card; a player who can't is done."""
        player = state.players[state.seat]
        if not player.library:
            return self._next(_with(state, replace(player, done=state.turn)))
        drawn = player.library[0]
        seen = player.lands_seen + self._is_land(state.seat, drawn)
        after = replace(
            player,
            library=player.library[1:],
            hand=(*player.hand, drawn),
            lands_seen=seen,
            screw=player.screw or (state.turn == SCREW_TURN and seen < SCREW_LANDS),
            flood=player.flood or (state.turn == FLOOD_TURN and seen >= FLOOD_LANDS),
        )
        return _with(state, after)


def _with(state: Race, player: PlayerState) -> Race:
    players = state.players
    return replace(state, players=(*players[: state.seat], player, *players[state.seat + 1 :]))


def _distinct(hand: Sequence[int], cards: Sequence[Card]) -> list[int]:
    """One of each card in the hand."""
    return list({cards[c].name: c for c in hand}.values())


def _card(row: Record) -> Card:
    name, symbols = str(row["name"]), row["symbols"]
    if row["face"] in LANDS:
        return Card(name, tuple(row["gives"]), _TAPPED in row["text"])
    colored = [s for s in symbols if s in COLORS]
    # At least one mana is paid for X: with none, such a spell does nothing.
    card = Card(name, (), False, colored[0] if colored else "", len(colored), (row["total"] or 0) + ("x" in symbols))
    if row["face"] in CREATURES:
        return replace(card, power=row["power"])
    hurts = _HURTS.search(row["text"]) if row["face"] in _AT_ONCE else None
    stronger = _STRONGER.search(row["text"])
    return replace(
        card,
        damage=int(hurts[1]) if hurts else 0,
        stronger=int(stronger[1]) if stronger else 0,
        lasting=row["face"] not in _AT_ONCE,
    )


def _libraries(lists: Mapping[str, CardList]) -> tuple[tuple[Card, ...], ...]:
    return tuple(tuple(_card(row) for row, copies in listed for _ in range(copies)) for listed in lists.values())


def _make(table: Table) -> Goldfish:
    libraries = _libraries(table.lists)
    if not libraries:
        hint = "name them under `library:`: lists: [libraries/mine.txt]"
        raise Problem("unplayable", "the deck has no libraries to play with", hint=hint)
    for name, cards in zip(table.lists, libraries, strict=True):
        if len(cards) <= HAND:
            raise Problem("unplayable", f"the library {name} has {len(cards)} cards; a hand alone takes {HAND}")
    return Goldfish(tuple(table.lists), libraries)


def _players(_settings: Any, lists: Mapping[str, CardList]) -> tuple[int, int]:
    return (max(1, len(lists)), max(1, len(lists)))


SIMULATOR = Simulator(_players, _make, alike=False)
