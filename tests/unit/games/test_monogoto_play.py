"""Monogoto played: what the instruction cards say of sets, followers, the safe set and counterattacks."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from carddesigner.core.report import Problem
from carddesigner.deck.find import loaded_deck
from carddesigner.games import simulator
from carddesigner.games.monogoto_play import NOBODY
from carddesigner.games.monogoto_state import LEAVE, Burn, Hand, Move, Round, Save, Show
from carddesigner.games.playing import Table

FOLLOWERS = tuple(range(75, 105))


def set_up(seats, rows=None):
    deck = loaded_deck("monogoto")
    found = tuple((c.row, c.span) for k in deck.components for c in k.cards if len(c.row))
    return simulator("monogoto").make(Table(found if rows is None else rows, {}, deck.game_settings, seats))


@pytest.fixture(scope="module")
def game():
    return set_up(3)


@pytest.fixture(scope="module")
def named(game):
    """Cards by what is on them: ``named(person="male", suit="star", environment="sun")``."""

    def find(**wanted):
        return [i for i, row in enumerate(game.cards) if all(row[k] == v for k, v in wanted.items())]

    return find


def table(game, hands, sets=((), (), ()), safe=()):
    """A turn of the first player against the second, all else in the deck."""
    used = {*safe, *(c for hand in hands for c in hand), *(c for own in sets for cards in own for c in cards)}
    deck = tuple(c for c in range(105) if c not in used)
    return Round(deck, tuple(hands), tuple(sets), safe, (), (True, True, True), 0, 1, "attack", 0)


def played(game, state, *moves):
    used = []
    for move in moves:
        assert move in game.moves(state), (move, game.moves(state))
        step = game.apply(state, move)
        state = step.state
        used += step.rules
    return state, used


def test_with_different_environments_the_attacker_wins_and_lays_the_card_before_the_loser(game, named):
    sun, moon = named(environment="sun")[0], named(environment="moon")[0]
    state = table(game, [(sun, 1 + sun), (moon, 1 + moon), (30,)])
    state, used = played(game, state, Show(sun), Show(moon), Move(sun, 1, -1), LEAVE)
    assert used == ["environment"]
    assert state.sets[1] == ((sun,),)
    assert moon == state.deck[-1], "the loser's card goes under the deck"
    assert len(state.hands[1]) == 2
    assert len(state.hands[0]) == 1, "the winner draws nothing"
    assert (state.attacker, state.defender) == (1, 2)


def test_hands_are_shown_one_after_the_other_and_count_as_the_rules_say(game, named):
    attacker, defender = named(suit="butterfly", number=13)[0], named(suit="butterfly", number=10)[0]
    state = table(game, [(attacker, 0), (defender, 1), (2,)])
    state, used = played(game, state, Show(attacker), Show(defender))
    assert used == ["sum"]
    assert Hand(0) not in game.moves(state), "a male's owner shows no zero"
    state, _ = played(game, state, Hand(4))
    assert Hand(0) in game.moves(state)
    won, _ = played(game, state, Hand(1))
    assert won.now.won
    lost, _ = played(game, state, Hand(2))
    assert not lost.now.won


def test_the_winner_may_lay_or_burn_followers(game, named):
    sun, moon = named(environment="sun")[0], named(environment="moon")[0]
    own = named(environment="moon")[1]
    state = table(game, [(sun, 75, 76), (moon, 40), (30,)], [((own,),), (), ()])
    state, used = played(game, state, Show(sun), Show(moon), Move(sun, 1, -1), Move(75, 1, 0), Burn(own))
    assert used == ["environment", "follow", "burn"]
    assert (state.sets[1], state.sets[0]) == (((sun, 75),), ())
    assert state.gone == (76, own)


def test_a_complete_set_must_be_broken_into_the_safe_set_or_its_owner_is_out(game, named):
    males = named(suit="star", person="male", environment="sun")
    moon = next(c for c in named(environment="moon", person="male") if c not in males)
    start = table(game, [(males[5], 40), (moon, 41), (30,)], [(), (tuple(males[:5]),), ()])
    state, used = played(game, start, Show(males[5]), Show(moon), Move(males[5], 1, 0))
    assert all(isinstance(m, Save) for m in game.moves(state))
    assert len(game.moves(state)) == 6
    saved, used = played(game, state, Save(males[0]))
    assert used == ["must-save"]
    assert saved.alive == (True, True, True)
    other = named(suit="shield", person="male")[0]
    blocked = replace(start, safe=(other,), deck=tuple(c for c in start.deck if c != other))
    state, used = played(game, blocked, Show(males[5]), Show(moon), Move(males[5], 1, 0))
    assert used[-1] == "set-out"
    assert state.alive == (True, False, True)
    assert {*males, other, moon, 41} <= set(state.gone)
    assert state.safe == ()
    assert state.attacker == 2, "the player to the winner's right attacks"


def test_with_the_safe_set_complete_the_next_loser_is_out(game, named):
    safe = tuple(named(suit="cog", person="male")[:6])
    sun, moon = (next(c for c in named(environment=e, suit="star")) for e in ("sun", "moon"))
    state = table(game, [(sun,), (moon, 41), (30,)], safe=safe)
    state, used = played(game, state, Show(sun), Show(moon), Move(sun, 1, -1))
    assert used == ["environment", "safe-out", "refill"]
    assert (state.alive, state.safe) == ((True, False, True), ())
    assert len(state.hands[0]) == 6


def test_a_lost_counterattack_comes_back_with_a_card_of_each_who_had_any(game, named):
    mine = tuple(named(suit="star", person="male", environment="sun")[:3])
    theirs = named(suit="cog", person="male")[0]
    strong, weak = (
        named(suit="shield", person="male", environment="sun")[0],
        named(suit="star", environment="sun", person="male")[4],
    )
    state = table(game, [(weak,), (strong, 41), (30,)], [(mine,), ((theirs,),), ()])
    state = replace(state, phase="counter")
    state, used = played(game, state, *(Move(c, 1, p) for c, p in zip(mine, (-1, 1, 1), strict=True)))
    assert used == ["counter"]
    assert state.sets == ((), ((theirs,), mine), ())
    state, used = played(game, state, Show(weak), Show(strong))
    assert used == ["suit"]
    assert state.sets == ((mine,), ((theirs,),), ())
    assert (state.phase, state.asked) == ("give", 1)
    state, used = played(game, state, Move(theirs, 0, -1))
    assert used == ["given"]
    assert state.sets == ((mine, (theirs,)), (), ())
    assert (state.phase, state.asked) == ("lay", 1)


def test_a_won_counterattack_that_completes_a_third_players_set_puts_that_player_out(game, named):
    stars = named(suit="star", person="male", environment="sun")
    mine, three = tuple(stars[:3]), (*stars[3:5], 75)
    sun, moon = named(environment="sun", suit="cog")[0], named(environment="moon", suit="cog")[0]
    state = replace(table(game, [(sun,), (moon, 41), (30,)], [(mine,), (), (three,)]), phase="counter")
    state, used = played(game, state, *(Move(c, 2, 0) for c in mine), Show(sun), Show(moon), Move(sun, 1, -1), LEAVE)
    assert "other-out" in used
    assert state.alive == (True, True, False)


def test_in_place_of_a_hand_of_followers_a_symbol_card_is_drawn(game):
    hand, deck = game._with_symbol(FOLLOWERS[:6], (*FOLLOWERS[6:8], 5, 6))
    assert hand == (*FOLLOWERS[1:6], 5)
    assert deck == (6, FOLLOWERS[0], *FOLLOWERS[6:8]), "each goes under the deck before the next is drawn"
    assert game._with_symbol((1, 75), (2,)) == ((1, 75), (2,))
    assert game._with_symbol((75,), (76,)) == ((75,), (76,)), "there is no symbol card to draw"


def test_where_nobody_has_a_card_to_show_the_game_is_over_and_nobodys(game):
    state = replace(table(game, [(1,), (76,), (77,)]), deck=(), gone=())
    after = game._next_turn(state, 0, [])
    assert (after.phase, game.ending(after)) == ("over", NOBODY)
    assert len(set(game.score(after))) == 1


def test_a_player_without_a_symbol_card_is_passed_over(game):
    state = replace(table(game, [(1, 2), (76,), (3,)]), deck=())
    after = game._next_turn(state, 0, used := [])
    assert used == ["no-card", "no-card"], "neither the first against the second nor the second against the third"
    assert (after.phase, after.asked, after.defender) == ("attack", 2, 0)
    assert after.hands == state.hands, "nobody draws"
    assert after.sets == state.sets


def test_as_many_followers_as_are_held_may_be_burned_but_only_with_a_card_in_own_sets(game, named):
    sun, moon = named(environment="sun")[0], named(environment="moon")[0]
    first, second = named(environment="moon")[1:3]
    state = table(game, [(sun, 75, 76, 77), (moon, 40), (30,)], [((first,), (second,)), (), ()])
    state, used = played(game, state, Show(sun), Show(moon), Move(sun, 1, -1), Burn(first), Burn(second))
    assert used.count("burn") == 2
    assert not any(isinstance(m, Burn) for m in game.moves(state))


def test_a_losers_card_comes_back_from_under_a_deck_that_is_used_up(game, named):
    sun, moon = named(environment="sun")[0], named(environment="moon")[0]
    state = replace(table(game, [(sun, 1), (moon,), (30,)]), deck=())
    state, _ = played(game, state, Show(sun), Show(moon), Move(sun, 1, -1), LEAVE)
    assert (state.hands[1], state.deck) == ((moon,), ())


def test_greedy_does_not_look_at_the_card_that_attacks(game, named):
    hands = [(1, 2), (20, 40, 60), (30,)]
    worths = set()
    for card in hands[0]:
        state, _ = played(game, table(game, hands), Show(card))
        worths.add(tuple(game.worth(state, game.moves(state))))
    assert len(worths) == 1


def test_symbol_cards_that_are_too_few_are_an_error():
    with pytest.raises(Problem, match="0 symbol cards are too few for 3 players"):
        set_up(3, rows=())
