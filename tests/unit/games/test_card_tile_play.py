"""Card tiles played: the figures of the rules, laid by the machine, and each mechanic."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from carddesigner.core.report import Problem
from carddesigner.deck.find import loaded_deck
from carddesigner.games import simulator
from carddesigner.games.card_tile_play import Decline, Discard, Draw, Find, Stuck, Take
from carddesigner.games.card_tile_stack import Lay, Put, Stack, onto, uncovered
from carddesigner.games.playing import Table
from carddesigner.playtest.tally import Played, play

DECKS = ("nails-and-hammers", "saucers-and-cows")


@pytest.fixture(scope="module")
def games():
    return {name: set_up(name) for name in DECKS}


def set_up(name, **changes):
    deck = loaded_deck(name)
    cards = [(k, c) for k in deck.components for c in k.cards if k.blocks is None]
    rows = tuple((c.row, c.span) for _, c in cards if len(c.row))
    return simulator(name).make(replace(Table(rows, {}, deck.game_settings, 2), **changes))


def stack_of(game, *laid):
    stack = Stack()
    for tile, x, y, turn in laid:
        stack = onto(stack, Put(tile - 1, x, y, turn // 90), game.tiles)
    return stack


def before(game, laid, hand, **more):
    """A state in which the player in the first seat holds *hand* and has to lay a tile on the stack."""
    rest = [n for n in range(48) if n + 1 not in {t for t, *_ in laid} | set(hand)]
    state = replace(game.begin(1), stack=stack_of(game, *laid), hands=(tuple(t - 1 for t in hand), tuple(rest[:4])))
    return replace(state, deck=tuple(rest[4:]), discards=(), **more)


def lay(game, state, tile, x, y, turn=0):
    wanted = [
        m
        for m in game.moves(state)
        if isinstance(m, Lay) and (m.tile, m.x, m.y, m.turn) == (tile - 1, x, y, turn // 90)
    ]
    assert wanted, "the tile can't be laid there"
    return game.apply(state, wanted[0])


@pytest.mark.parametrize("name", DECKS)
def test_the_figures_of_the_rules_can_be_laid_and_count_what_they_say(games, name):
    game, settings = games[name], loaded_deck(name).game_settings
    for figure in settings.figures:
        first, *rest = figure.stack
        stack = [(first.tile, first.x, first.y, first.turn)]
        for t in rest:
            step = lay(game, before(game, stack, [t.tile]), t.tile, t.x, t.y, t.turn)
            stack.append((t.tile, t.x, t.y, t.turn))
        if figure.counts is not None:
            assert stack_of(game, *stack).counts == figure.counts
            assert not rest or step.state.stack.counts == figure.counts


def test_nothing_fires_where_neither_zone_has_a_mechanic(games):
    step = lay(games["nails-and-hammers"], before(games["nails-and-hammers"], [(3, 0, 0, 0)], [2, 9]), 2, -1, -1)
    assert step.rules == ("lay",)
    assert step.cards == ("tile 2",)


def test_both_zones_fire_play_again_twice_and_it_may_be_declined(games):
    game = games["nails-and-hammers"]
    step = lay(game, before(game, [(3, 0, 0, 0), (2, -1, -1, 0)], [1, 9, 10]), 1, 1, -1, 180)
    assert step.rules == ("lay", "play-again", "play-again")
    assert (step.state.seat, step.state.plays) == (0, 2)
    ended = game.apply(step.state, Decline()).state
    assert ended.seat == 1
    assert len(ended.hands[0]) == 4


def test_a_tile_never_covers_two_zones_of_one_tile_nor_lies_apart(games):
    game = games["nails-and-hammers"]
    state = before(game, [(4, 0, 0, 0)], list(range(5, 30)))
    assert {(m.x, m.y) for m in game.moves(state)} <= {(1, 1), (-1, -1), (1, -1), (-1, 1)}


def test_a_zone_that_can_not_be_covered_is_not(games):
    game = games["nails-and-hammers"]
    number = next(n for n, t in enumerate(game.tiles) if "cannot-be-covered" in [m for _, m in t.turned[0]])
    closed = [m for _, m in game.tiles[number].turned[0]].index("cannot-be-covered")
    state = before(game, [(number + 1, 0, 0, 0)], [t for t in range(1, 49) if t != number + 1])
    corner = ((1, -1), (1, 1), (-1, 1), (-1, -1))[closed]
    assert corner not in {(m.x, m.y) for m in game.moves(state)}


def choice(game, mechanic, **more):
    """A state in which a mechanic has fired and gives a choice."""
    state = before(game, [(3, 0, 0, 0), (2, -1, -1, 0)], [1, 9, 10], plays=0, must=False, due=(mechanic,), **more)
    return state, game.moves(state)


def test_remove_top_takes_a_tile_with_nothing_above_but_never_the_one_just_laid(games):
    game = games["nails-and-hammers"]
    state = before(game, [(3, 0, 0, 0), (4, 1, 1, 0), (2, -1, -1, 0)], [1, 9], plays=0, must=False, due=("remove-top",))
    assert uncovered(state.stack) == [1, 2]
    assert game.moves(state) == [Take(1)]
    after = game.apply(state, Take(1)).state
    assert after.discards == (3,)
    assert after.stack.tops == stack_of(game, (3, 0, 0, 0), (2, -1, -1, 0)).tops


def test_look_through_deck_takes_any_tile_and_shuffles_the_rest(games):
    state, moves = choice(games["nails-and-hammers"], "look-through-deck")
    assert [m.tile for m in moves] == list(state.deck)
    step = games["nails-and-hammers"].apply(state, Find(state.deck[7]))
    assert state.deck[7] in step.state.hands[0]
    assert state.deck[7] not in step.state.deck
    assert step.rules == ("look-through-deck",)


def test_draw_two_may_be_left_and_tiles_over_four_are_laid_aside(games):
    game = games["nails-and-hammers"]
    state, moves = choice(game, "draw-two")
    assert moves == (Draw(), Decline())
    drawn = game.apply(state, Draw()).state
    assert (len(drawn.hands[0]), drawn.seat) == (5, 0)
    assert all(isinstance(m, Discard) for m in game.moves(drawn))
    step = game.apply(drawn, game.moves(drawn)[0])
    assert (step.state.seat, step.rules) == (1, ("down",))


def test_an_opponent_loses_a_tile_at_random_unless_there_is_none(games):
    game = games["nails-and-hammers"]
    state, _ = choice(game, "opponent-discards-random")
    step = game.apply(replace(state, due=("draw-two", "opponent-discards-random")), Decline())
    assert len(step.state.hands[1]) == 3
    empty = replace(state, hands=(state.hands[0], ()), due=("draw-two", "opponent-discards-random"))
    assert game.apply(empty, Decline()).rules == ()


def test_the_next_player_must_cover_the_colour_if_the_hand_can(games):
    game = games["nails-and-hammers"]
    state = before(game, [(3, 0, 0, 0)], [2, 9, 10, 11], color=0)
    assert {(m.x, m.y) for m in game.moves(state)} == {(1, -1)}
    step = game.apply(state, game.moves(state)[0])
    assert "covered" in step.rules
    assert step.state.color is None


def test_who_can_not_cover_it_discards_draws_and_plays_the_tile_that_was_drawn(games):
    game = games["nails-and-hammers"]
    hand = [n + 1 for n, t in enumerate(game.tiles) if set(t.marks) <= {0, 1} and n != 2][:4]
    state = before(game, [(3, 0, 0, 0)], hand, color=0)
    assert game.moves(state) == (Stuck(),)
    step = game.apply(state, Stuck())
    assert step.rules[0] == "unable"
    if step.state.seat == 0:
        assert {m.tile for m in game.moves(step.state)} == {state.deck[0]}
    else:
        assert step.state.passes == 1


def test_two_passes_in_a_row_end_the_game(games):
    game = games["nails-and-hammers"]
    state = replace(before(game, [(3, 0, 0, 0)], [9]), deck=(5,), hands=((), (6,)), passes=1)
    assert game.moves(state) == (Stuck(),)
    after = game.apply(state, Stuck()).state
    assert (after.passes, after.over or after.removing > 0) == (2, True)
    assert game.ending(after).dead_end


def test_who_has_not_had_a_turn_in_the_last_round_has_one_last_turn(games):
    game = games["nails-and-hammers"]
    state = replace(before(game, [(3, 0, 0, 0)], [2]), deck=())
    step = lay(game, state, 2, -1, -1)
    assert "last" in step.rules
    assert (step.state.seat, step.state.out) == (1, 0)
    end = game.apply(step.state, game.moves(step.state)[0]).state
    while game.moves(end) and not end.removing:
        end = game.apply(end, game.moves(end)[-1]).state
    assert end.over or end.removing


def test_the_game_is_over_at_once_when_the_last_of_the_round_goes_out(games):
    game = games["nails-and-hammers"]
    state = before(game, [(3, 0, 0, 0)], [9, 10, 11, 12])
    state = replace(state, deck=(), hands=(state.hands[0], (1,)), seat=1)
    step = lay(game, state, 2, -1, -1)
    assert "last" not in step.rules
    assert step.state.out == 1
    assert step.state.over or step.state.removing


def test_a_tie_is_broken_by_taking_tiles_off_the_stack_in_turns(games):
    game = games["nails-and-hammers"]
    state = before(game, [(3, 0, 0, 0), (4, 1, 1, 0)], [], out=1, removing=1, seat=1)
    state = replace(state, hands=((), ()))
    assert game.moves(state) == [Take(1)]
    step = game.apply(state, Take(1))
    assert (step.rules, step.state.seat, step.state.over) == (("tie",), 0, False)


def test_greedy_games_are_about_as_long_as_those_of_the_notes(games):
    tally = play(Played(games["nails-and-hammers"], ("greedy", "greedy"), 1, 2000), range(30))
    assert sum(n * games_ for n, games_ in tally.lengths.items()) / 30 == pytest.approx(35, abs=3)
    assert not any(e.dead_end for e in tally.endings)


def test_a_mechanic_that_the_machine_does_not_know_is_named():
    settings = loaded_deck("nails-and-hammers").game_settings
    first, *others = settings.mechanics
    changed = settings.model_copy(update={"mechanics": (first.model_copy(update={"name": "sing"}), *others)})
    with pytest.raises(Problem, match="doesn't know the mechanic 'sing'"):
        set_up("nails-and-hammers", settings=changed)


def test_too_few_tiles_can_not_be_dealt():
    with pytest.raises(Problem, match="0 tiles can't be dealt"):
        set_up("nails-and-hammers", rows=())
