"""What is counted of games, in a game that is only counted to: three steps, won by whoever took the last one."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from carddesigner.games.outflank_play import Outflank
from carddesigner.games.playing import Ending, Rule, Step
from carddesigner.playtest.processes import BATCH, play_all
from carddesigner.playtest.shares import difference, share
from carddesigner.playtest.tally import STOPPED, Played, play, play_one

OUTFLANK = Played(Outflank(25, 5), ("random", "greedy"), 3, 1000)


@dataclass(frozen=True)
class Script:
    """A game in which the two take turns to lay the cards of a script, after each of which the scores are as written."""

    scores: tuple[tuple[int, int], ...]
    seats = ("one", "two")
    rules = (Rule("lay", "Lay"),)
    measures = ("twice the turns",)

    def begin(self, lot):
        return 0

    def seat(self, state):
        return state % 2

    def turns(self, state):
        return state

    def moves(self, state):
        return ("lay",) if state < len(self.scores) else ()

    def apply(self, state, move):
        return Step(state + 1, ("lay",), (f"card {state + 1}",))

    def score(self, state):
        return self.scores[state - 1] if state else (0, 0)

    def ending(self, state):
        return Ending("over")

    def measured(self, state):
        return (2 * state,)

    def weights(self, state, moves):
        return (1,)

    def worth(self, state, moves):
        return (1,)


def played(*scores, most_moves=100):
    return play_one(Played(Script(scores), ("random", "random"), 1, most_moves), 0)


def test_a_game_is_decided_by_the_move_that_puts_its_winner_ahead_for_good():
    tally = played((1, 0), (1, 2), (3, 2), (3, 3), (4, 3))
    assert tally.wins == (1, 0)
    assert [card for card, t in tally.cards.items() if t.decided] == ["card 5"]
    assert [card for card, t in tally.cards.items() if t.leads] == ["card 2", "card 3"]


def test_a_tie_is_nobodys_and_decided_by_no_card():
    tally = played((1, 0), (1, 1))
    assert (tally.wins, tally.ties) == ((0, 0), 1)
    assert not any(t.decided for t in tally.cards.values())


def test_who_laid_a_card_and_won_is_counted_once_a_game():
    tally = played((1, 0), (1, 2))
    assert (tally.cards["card 2"].wins, tally.cards["card 1"].wins) == (1, 0)
    assert (tally.rules["lay"].used, tally.rules["lay"].games) == (2, 1)
    assert tally.measures == {(0, 4): 1}


def test_a_game_that_would_not_end_is_stopped_and_won_by_nobody():
    tally = played((1, 0), (2, 0), (3, 0), most_moves=2)
    assert tally.endings == {STOPPED: 1}
    assert (tally.wins, tally.ties) == ((0, 0), 1)


def test_games_played_side_by_side_come_to_the_same():
    games, told = 4 * BATCH + 3, []
    assert play_all(OUTFLANK, games, told.append) == play(OUTFLANK, range(games))
    assert told == sorted(told)
    assert told[-1] == games


def test_another_seed_gives_other_games_and_the_same_seed_the_same():
    same, other = (
        Played(Outflank(25, 5), ("random", "greedy"), 3, 1000),
        Played(Outflank(25, 5), ("random", "greedy"), 4, 1000),
    )
    assert play_one(OUTFLANK, 5) == play_one(same, 5)
    assert play(OUTFLANK, range(20)) != play(other, range(20))


def test_intervals_are_wilsons():
    found = share(10, 100)
    assert (found.value, found.low, found.high) == pytest.approx((0.1, 0.05523, 0.17437), abs=1e-5)
    assert (share(0, 50).low, share(50, 50).high) == pytest.approx((0, 1))


def test_a_difference_of_shares_of_the_same_games():
    found = difference(60, 40, 100)
    assert found.value == pytest.approx(0.2)
    assert (found.high - found.low) / 2 == pytest.approx(1.96 * 0.0980, abs=1e-3)


def test_two_that_were_picked_out_of_many_differ_by_chance_more_easily():
    # The best and the worst of three equal players: 5 points in a thousand games are no advantage of a seat.
    assert difference(355, 301, 1000).low > 0
    assert difference(355, 301, 1000, 3).low < 0
