"""Monogoto played by its instruction cards, one choice at a time; ``asked`` in the state is the player to choose.

Cards and hands that players choose simultaneously are chosen one after the other here, and ``greedy`` doesn't look at
them.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.record import Record
from carddesigner.core.report import Problem
from carddesigner.games.lots import shuffled
from carddesigner.games.monogoto_cards import MonogotoSettings, exchange
from carddesigner.games.monogoto_exchange import Meeting, meeting
from carddesigner.games.monogoto_sets import (
    NEW,
    CardSet,
    Kinds,
    Sets,
    kinds_of,
    laid,
    largest,
    size_with,
    taken,
)
from carddesigner.games.monogoto_state import (
    LEAVE,
    Burn,
    Hand,
    MonogotoMove,
    Move,
    Round,
    Save,
    Show,
    Turn,
    played,
    put,
    right_of,
)
from carddesigner.games.monogoto_state import out as out_of
from carddesigner.games.playing import Ending, Rule, Simulator, Step, Table

RULES = (
    Rule("environment", "Who wins: different environments"),
    Rule("suit", "Who wins, the suits: the higher suit"),
    Rule("number", "Who wins, the suits: the higher number"),
    Rule("hands", "Showing hands"),
    Rule("sum", "Who wins: the sum"),
    Rule("counter", "Counterattack"),
    Rule("given", "Counterattack: lost, and a card is given with it"),
    Rule("follow", "Followers: one goes along"),
    Rule("burn", "Followers: burning"),
    Rule("save", "The safe set: a card is saved"),
    Rule("must-save", "Going out: a card of a complete set must be saved"),
    Rule("safe-out", "Going out: the safe set was complete"),
    Rule("set-out", "Going out: a complete set"),
    Rule("other-out", "Counterattack: it completes another player's set"),
    Rule("redraw", "To begin: a hand of followers only draws again"),
    Rule("refill", "Refill: a winner's empty hand draws six"),
    Rule("no-card", "If the deck runs out: no symbol card to show"),
)
ONE_LEFT = Ending("one player is left")
NOBODY = Ending("nobody has a symbol card to attack with", dead_end=True)


class Monogoto(Struct, frozen=True):
    """The game with its symbol cards, its number of followers, and its number of players."""

    cards: tuple[Record, ...]
    followers: int
    settings: MonogotoSettings
    kinds: Kinds
    players: int
    met: tuple[tuple[Meeting, ...], ...]
    """For each card as attacker, the exchange with each card as defender."""
    attack: tuple[float, ...]
    """The probability that each card wins as attacker, averaged over its possible opponents."""
    defence: tuple[float, ...]

    rules = RULES
    measures = ("cards out of the game at the end",)

    @property
    def seats(self) -> tuple[str, ...]:
        """Players by number, in the order of their first turns."""
        return tuple(f"Player {n}" for n in range(1, self.players + 1))

    def begin(self, lot: int) -> Round:
        """Deal the hands, each with a symbol card if possible."""
        size = self.settings.hand_size
        order, _ = shuffled(range(len(self.cards) + self.followers), lot)
        hands = [order[seat * size : (seat + 1) * size] for seat in range(self.players)]
        deck = order[self.players * size :]
        for seat, hand in enumerate(hands):
            hands[seat], deck = self._with_symbol(hand, deck)
        empty: tuple[Sets, ...] = ((),) * self.players
        start = Round(deck, tuple(hands), empty, (), (), (True,) * self.players, 0, 1 % self.players)
        return self._started(start, [])

    def seat(self, state: Round) -> int:
        """The player to choose."""
        return state.asked

    def turns(self, state: Round) -> int:
        """The number of turns, each with an exchange if both have a card to show."""
        return state.turn

    def score(self, state: Round) -> tuple[float, ...]:
        """Players in the game are ahead of those who are out; among the former, the one with the smallest largest set
        leads. If a game ends with several players left, none of them has won.
        """
        over = state.phase == "over"
        return tuple(
            (0 if over else -largest(sets)) if alive else -1_000
            for alive, sets in zip(state.alive, state.sets, strict=True)
        )

    def ending(self, state: Round) -> Ending:
        """One player is left, or nobody can attack."""
        return ONE_LEFT if sum(state.alive) == 1 else NOBODY

    def measured(self, state: Round) -> tuple[float, ...]:
        """The cards that went out of the game with players, and burned followers with their cards."""
        return (len(state.gone),)

    def moves(self, state: Round) -> Sequence[MonogotoMove]:
        """The choices of the player to choose."""
        kinds, seat, now = self.kinds, state.asked, state.now
        hand, own = state.hands[seat], state.sets[seat]
        match state.phase:
            case "over":
                return ()
            case "counter":
                moves = [Move(c, h, p) for c in kinds.symbols_in(own) for h, p in self._elsewhere(state, c)]
                return moves if now.moved else [LEAVE, *moves]
            case "attack" | "defend":
                return [Show(c) for c in hand if c < kinds.symbols]
            case "attacker-hand" | "defender-hand":
                return [Hand(n) for n in self._met(now).numbers[state.phase == "defender-hand"]]
            case "give":
                to = state.attacker
                return [Move(c, to, p) for c in kinds.symbols_in(own) for p in kinds.places(c, state.sets[to])]
            case "lay":
                loser = self._loser(state)
                card = now.cards[not now.won]
                return [Move(card, loser, p) for p in kinds.places(card, state.sets[loser])]
            case "follow":
                loser, follower = self._loser(state), next(c for c in hand if c >= kinds.symbols)
                along = [Move(follower, loser, p) for p in kinds.places(follower, state.sets[loser])]
                return [LEAVE, *along, *(Burn(c) for c in kinds.symbols_in(own))]
            case "save":
                forced = self._forced(state)
                cards = forced or [c for c in kinds.symbols_in(own) if kinds.saves(c, state.safe)]
                return [Save(c) for c in cards] if forced else [LEAVE, *(Save(c) for c in cards)]

    def apply(self, state: Round, move: MonogotoMove) -> Step[Round]:
        """Apply a choice, and everything that follows from it without another choice."""
        used: list[str] = []
        cards: list[int] = []
        after = self._chosen(state, move, used, cards)
        names = tuple(str(self.cards[c]["name"]) if c < self.kinds.symbols else "follower" for c in cards)
        return Step(after, tuple(used), names)

    def weights(self, state: Round, moves: Sequence[MonogotoMove]) -> Sequence[int]:
        """All choices are equally likely."""
        return [1] * len(moves)

    def worth(self, state: Round, moves: Sequence[MonogotoMove]) -> Sequence[float]:
        """Cards by their probability of winning; hands by the optimal mix; cards laid on sets, and taken out of own
        sets, by how full the set is.
        """
        if state.phase in ("attacker-hand", "defender-hand"):
            better = self._met(state.now).better[state.phase == "defender-hand"]
            return [float(isinstance(m, Hand) and m.number in better) for m in moves]
        return [self._worth(state, move) for move in moves]

    def _worth(self, state: Round, move: MonogotoMove) -> float:
        size, own = self.settings.set_size, state.sets[state.asked]
        match move:
            case Show():
                return (self.attack if state.phase == "attack" else self.defence)[move.card]
            case Move():
                sets = state.sets[move.host]
                onto = (len(sets[move.place]) if move.place != NEW else 0) / size
                if state.phase == "counter":
                    return onto + size_with(own, move.card) / size - 1
                if state.phase == "give":
                    return onto + size_with(own, move.card) / size
                return onto if state.phase == "lay" else onto - 0.5
            case Burn() | Save():
                return size_with(own, move.card) / size - 0.5
            case _:
                return 0

    def _chosen(self, state: Round, move: MonogotoMove, used: list[str], cards: list[int]) -> Round:
        now, seat = state.now, state.asked
        match state.phase, move:
            case "counter", Move():
                return self._countered(state, move, used, cards)
            case "counter", _:
                return self._asked_to_show(state, used)
            case "attack", Show():
                after = replace(played(state, seat, move.card), now=replace(now, cards=(move.card,)))
                return replace(after, phase="defend", asked=state.defender)
            case "defend", Show():
                shown = replace(now, cards=(*now.cards, move.card))
                return self._met_in_exchange(replace(played(state, seat, move.card), now=shown), used)
            case "attacker-hand", Hand():
                return replace(state, now=replace(now, hand=move.number), phase="defender-hand", asked=state.defender)
            case "defender-hand", Hand():
                a, d = (self.cards[c] for c in now.cards)
                return self._decided(state, exchange(a, d, now.hand, move.number, self.settings) == "attacker", used)
            case "give", Move():
                used.append("given")
                sets = put(state.sets, seat, taken(state.sets[seat], move.card))
                sets = put(sets, move.host, laid(sets[move.host], move.place, move.card))
                return self._asked_to_give(replace(state, sets=sets, now=replace(now, givers=now.givers[1:])))
            case "lay", Move():
                cards.append(move.card)
                after = replace(
                    state, sets=put(state.sets, move.host, laid(state.sets[move.host], move.place, move.card))
                )
                return self._asked_to_follow(after, used)
            case "follow", Move():
                used.append("follow")
                cards.append(move.card)
                after = replace(
                    state, sets=put(state.sets, move.host, laid(state.sets[move.host], move.place, move.card))
                )
                return self._asked_to_follow(played(after, seat, move.card), used)
            case "follow", Burn():
                used.append("burn")
                follower = next(c for c in state.hands[seat] if c >= self.kinds.symbols)
                sets = put(state.sets, seat, taken(state.sets[seat], move.card))
                after = replace(played(state, seat, follower), sets=sets, gone=(*state.gone, follower, move.card))
                return self._asked_to_follow(after, used)
            case "follow", _:
                return self._asked_to_save(state, used)
            case "save", Save():
                used.append("must-save" if self._forced(state) else "save")
                sets = put(state.sets, seat, taken(state.sets[seat], move.card))
                return self._after_save(replace(state, sets=sets, safe=(*state.safe, move.card)), (), used)
            case _:
                return self._after_save(state, (), used)

    def _elsewhere(self, state: Round, card: int) -> list[tuple[int, int]]:
        others = (h for h, alive in enumerate(state.alive) if alive and h != state.asked)
        return [(h, p) for h in others for p in self.kinds.places(card, state.sets[h])]

    def _met(self, now: Turn) -> Meeting:
        attacker, defender = now.cards
        return self.met[attacker][defender]

    def _loser(self, state: Round) -> int:
        return state.defender if state.now.won else state.attacker

    def _forced(self, state: Round) -> list[int]:
        """The cards of complete sets in front of the player to choose, one of which must be saved."""
        complete = tuple(cards for cards in state.sets[state.asked] if self.kinds.complete(cards))
        return [c for c in self.kinds.symbols_in(complete) if self.kinds.saves(c, state.safe)]

    def _started(self, state: Round, used: list[str]) -> Round:
        """The state at the attacker's first choice of a turn."""
        able = len(self.kinds.symbols_in(state.sets[state.attacker])) >= self.settings.counterattack
        state = replace(state, now=Turn(), asked=state.attacker, phase="counter")
        if able and self._symbols(state, state.attacker) and self._symbols(state, state.defender):
            return state
        return self._asked_to_show(state, used)

    def _symbols(self, state: Round, seat: int) -> bool:
        return any(c < self.kinds.symbols for c in state.hands[seat])

    def _asked_to_show(self, state: Round, used: list[str]) -> Round:
        """Both players show a card; if one has none, there is no exchange in this turn."""
        if self._symbols(state, state.attacker) and self._symbols(state, state.defender):
            return replace(state, phase="attack", asked=state.attacker, idle=0)
        used.append("no-card")
        state = replace(state, turn=state.turn + 1, idle=state.idle + 1)
        if state.idle >= sum(state.alive):
            return replace(state, phase="over")
        return self._next_turn(state, state.defender, used)

    def _countered(self, state: Round, move: Move, used: list[str], cards: list[int]) -> Round:
        now, seat = state.now, state.asked
        if not now.moved:
            used.append("counter")
        cards.append(move.card)
        sets = put(state.sets, seat, taken(state.sets[seat], move.card))
        sets = put(sets, move.host, laid(sets[move.host], move.place, move.card))
        moved = replace(
            now,
            moved=(*now.moved, move.card),
            hosts=now.hosts if move.host in now.hosts else (*now.hosts, move.host),
            before=now.before or state.sets,
        )
        after = replace(state, sets=sets, now=moved)
        return after if len(moved.moved) < self.settings.counterattack else self._asked_to_show(after, used)

    def _met_in_exchange(self, state: Round, used: list[str]) -> Round:
        met = self._met(state.now)
        used.append(met.branch)
        if met.winner is None:
            return replace(state, phase="attacker-hand", asked=state.attacker)
        return self._decided(state, met.winner == "attacker", used)

    def _decided(self, state: Round, won: bool, used: list[str]) -> Round:
        now = replace(state.now, won=won)
        state = replace(state, now=now, turn=state.turn + 1)
        if won or not now.moved:
            return self._asked_to_lay(state)
        return self._asked_to_give(replace(state, sets=now.before, now=replace(now, givers=now.hosts)))

    def _asked_to_give(self, state: Round) -> Round:
        givers = state.now.givers
        while givers and not self.kinds.symbols_in(state.sets[givers[0]]):
            givers = givers[1:]
        state = replace(state, now=replace(state.now, givers=givers))
        return replace(state, phase="give", asked=givers[0]) if givers else self._asked_to_lay(state)

    def _asked_to_lay(self, state: Round) -> Round:
        return replace(state, phase="lay", asked=state.attacker if state.now.won else state.defender)

    def _asked_to_follow(self, state: Round, used: list[str]) -> Round:
        if any(c >= self.kinds.symbols for c in state.hands[state.asked]):
            return replace(state, phase="follow")
        return self._asked_to_save(state, used)

    def _asked_to_save(self, state: Round, used: list[str]) -> Round:
        loser, kinds = self._loser(state), self.kinds
        state = replace(state, phase="save", asked=loser)
        if len(state.safe) >= kinds.size:
            used.append("safe-out")
            return self._after_save(state, (loser,), used)
        if any(kinds.complete(cards) for cards in state.sets[loser]) and not self._forced(state):
            used.append("set-out")
            return self._after_save(state, (loser,), used)
        if any(kinds.saves(c, state.safe) for c in kinds.symbols_in(state.sets[loser])):
            return state
        return self._after_save(state, (), used)

    def _after_save(self, state: Round, out: tuple[int, ...], used: list[str]) -> Round:
        """Handle who goes out, what is drawn, and whose turn is next."""
        now, loser = state.now, self._loser(state)
        winner = state.attacker if now.won else state.defender
        for host in now.hosts if now.won else ():
            if host != loser and any(self.kinds.complete(cards) for cards in state.sets[host]):
                used.append("other-out")
                out = (*out, host)
        lost = now.cards[now.won]
        state = replace(state, gone=(*state.gone, lost)) if loser in out else self._refilled(state, loser, lost, used)
        for seat in out:
            state = out_of(state, seat)
        if sum(state.alive) == 1:
            return replace(state, phase="over", now=Turn())
        state = self._winner_refilled(state, winner, used)
        return self._next_turn(state, right_of(state, winner) if out else state.defender, used)

    def _refilled(self, state: Round, seat: int, lost: int, used: list[str]) -> Round:
        """Put the loser's card under the deck, and draw one."""
        deck = (*state.deck, lost)
        return self._drawn(replace(state, deck=deck), seat, 1, used)

    def _winner_refilled(self, state: Round, seat: int, used: list[str]) -> Round:
        hand = state.hands[seat]
        if self._symbols(state, seat) or not state.deck:
            return state
        if not hand:
            used.append("refill")
        return self._drawn(state, seat, self.settings.hand_size - len(hand), used)

    def _drawn(self, state: Round, seat: int, number: int, used: list[str]) -> Round:
        number = max(0, number)
        hand, deck = (*state.hands[seat], *state.deck[:number]), state.deck[number:]
        with_symbol, deck = self._with_symbol(hand, deck)
        if with_symbol != hand:
            used.append("redraw")
        return replace(state, deck=deck, hands=put(state.hands, seat, with_symbol))

    def _with_symbol(self, hand: CardSet, deck: CardSet) -> tuple[CardSet, CardSet]:
        """If a hand has only followers, put one under the deck, and likewise each drawn follower, until a symbol card
        comes.
        """
        symbols = self.kinds.symbols
        if not hand or any(c < symbols for c in hand) or not any(c < symbols for c in deck):
            return hand, deck
        hand, deck = hand[1:], (*deck, hand[0])
        while deck[0] >= symbols:
            deck = (*deck[1:], deck[0])
        return (*hand, deck[0]), deck[1:]

    def _next_turn(self, state: Round, attacker: int, used: list[str]) -> Round:
        return self._started(replace(state, attacker=attacker, defender=right_of(state, attacker)), used)


def _make(table: Table) -> Monogoto:
    settings: MonogotoSettings = table.settings
    rows = tuple(row for row, _ in table.rows)
    if len(rows) < table.seats:
        message = f"{len(rows)} symbol cards are too few for {table.seats} players, who each show one"
        raise Problem("unplayable", message)
    met = tuple(tuple(meeting(a, d, settings) for d in rows) for a in rows)
    others = len(rows) - 1
    attack = tuple(sum(float(m.odds) for d, m in enumerate(row) if d != a) / others for a, row in enumerate(met))
    defence = tuple(
        sum(1 - float(met[a][d].odds) for a in range(len(rows)) if a != d) / others for d in range(len(rows))
    )
    return Monogoto(rows, settings.followers, settings, kinds_of(rows, settings), table.seats, met, attack, defence)


SIMULATOR = Simulator(lambda settings, _lists: settings.players, _make, remedy="A game each")
