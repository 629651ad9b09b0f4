"""Outflank played: the boards of its instruction cards, x for Black and o for White, capitals with a stopper."""

from __future__ import annotations

import pytest

from carddesigner.games.lots import lot_of
from carddesigner.games.outflank_play import SIMULATOR, Lay, Outflank, Pass, Position
from carddesigner.games.playing import PLAYERS, Table, at_random, greedily
from carddesigner.playtest.tally import Played, play

WIDTH = 32
GAME = Outflank(25, 5)


def bit(column, row):
    return 1 << (row + 10) * WIDTH + column + 10


def laid(board, seat=0, game=GAME, cards=(10, 10), stoppers=(5, 5)):
    """The position that a board draws, its top left at a place of its own."""
    own, stopped = [0, 0], 0
    for row, line in enumerate(board.split("\n")):
        for column, sign in enumerate(line.split()):
            if sign.lower() in "xo":
                own["xo".index(sign.lower())] |= bit(column, row)
            if sign in "XO":
                stopped |= bit(column, row)
    barred = 0
    for step in (1, WIDTH):
        barred |= stopped << step | stopped >> step
    if game.neighbours == 8:
        for step in (WIDTH - 1, WIDTH + 1):
            barred |= stopped << step | stopped >> step
    return Position(WIDTH, (own[0], own[1]), stopped, barred, cards, stoppers, seat)


def places(position, game=GAME):
    moves = game.moves(position)
    return {
        (m.place.bit_length() - 1) % WIDTH - 10 + 1j * ((m.place.bit_length() - 1) // WIDTH - 10): m.flips
        for m in moves
        if isinstance(m, Lay) and not m.stopper
    }


def after(position, column, row, stopper=False, game=GAME):
    return game.apply(
        position, next(m for m in game.moves(position) if m.place == bit(column, row) and m.stopper == stopper)
    )


def test_white_has_the_three_places_that_the_cards_show():
    assert places(laid(". . .\nx x x\no x .", seat=1)) == {0: 1, 2: 1, 2 + 2j: 1}


def test_a_card_flips_in_all_directions_and_the_lines_without_an_end_stay():
    board = laid("x . . .\n. o o .\nx o . .")
    step = after(board, 2, 2)
    assert step.state.sides[1] == bit(2, 1)
    assert step.state.sides[0].bit_count() == 5
    assert step.rules == ("lay", "flip", "directions")


def test_no_card_is_laid_at_a_side_of_a_stopper_but_at_its_corners():
    assert places(laid("x . .\no . .\n. . .\nO . .")) == {}
    assert places(laid("x . .\n. o .\n. . .\n. O .")) == {2 + 2j: 1}
    eight = Outflank(25, 5, 8)
    assert places(laid("x . .\n. o .\n. . .\n. O .", game=eight), eight) == {}


def test_nothing_is_flanked_across_a_stopper_and_a_stopper_ends_no_line():
    assert places(laid("x o O o .")) == {}
    assert places(laid("X o .")) == {}
    assert places(laid("x o o o .")) == {4: 3}


def test_a_stopper_keeps_its_card_and_is_used_up():
    step = after(laid("x o ."), 2, 0, stopper=True)
    assert step.state.stoppers == (4, 5)
    assert step.state.stopped == bit(2, 0)
    assert "stopper" in step.rules
    assert step.cards == ("card 16", "stopper")


def test_who_can_not_lay_passes_and_two_passes_end_the_game():
    state = laid("x . o")
    for seat in (0, 1):
        assert GAME.seat(state) == seat
        assert GAME.moves(state) == (Pass(),)
        state = GAME.apply(state, Pass()).state
    assert GAME.moves(state) == ()
    assert GAME.ending(state).dead_end


def test_with_a_pile_used_up_the_other_plays_on_alone():
    step = after(laid("x o .\nx o .", cards=(3, 0)), 2, 0)
    assert step.state.seat == 0
    assert "alone" in step.rules
    last = after(laid("x o .", cards=(1, 0)), 2, 0).state
    assert GAME.moves(last) == ()
    assert not GAME.ending(last).dead_end


def test_the_table_grows_where_a_card_is_laid_on_its_rim():
    own = (1 << 5 * WIDTH + 29, 1 << 5 * WIDTH + 30)
    state = Position(WIDTH, own, 0, 0, (5, 5), (5, 5))
    step = GAME.apply(state, GAME.moves(state)[1])
    assert step.state.width == 2 * WIDTH
    assert GAME.score(step.state) == (3, 0)
    assert GAME.measured(step.state) == (9, 3, 1)
    assert step.state.barred.bit_count() == 4


def test_greedy_flips_the_most_and_random_anything():
    state = laid("x o o .\nx o . .")
    moves = GAME.moves(state)
    assert {greedily(GAME, state, moves, lot_of(1, n))[0].flips for n in range(20)} == {2}
    assert {at_random(GAME, state, moves, lot_of(1, n))[0].flips for n in range(50)} == {1, 2}
    assert list(PLAYERS) == ["random", "greedy"]


@pytest.mark.parametrize(("neighbours", "early"), [(4, 0.10), (8, 0.53)])
def test_random_games_end_early_as_often_as_the_notes_say(neighbours, early):
    tally = play(Played(Outflank(25, 5, neighbours), ("random", "random"), 1, 1000), range(600))
    ended = sum(n for ending, n in tally.endings.items() if ending.dead_end)
    # Two points, and what chance may do in so few games; the law of ten thousand has the two points alone.
    assert ended / tally.games == pytest.approx(early, abs=0.02 + 0.04)


@pytest.mark.long
@pytest.mark.parametrize(("neighbours", "early"), [(4, 0.10), (8, 0.53)])
def test_ten_thousand_random_games_do_too(neighbours, early):
    tally = play(Played(Outflank(25, 5, neighbours), ("random", "random"), 2, 1000), range(10_000))
    ended = sum(n for ending, n in tally.endings.items() if ending.dead_end)
    assert ended / tally.games == pytest.approx(early, abs=0.02)


def test_the_decks_settings_are_played():
    from carddesigner.games.outflank import OutflankSettings

    game = SIMULATOR.make(Table((), {}, OutflankSettings(cards=8, stoppers=2), 2))
    state = game.begin(0)
    assert (state.cards, state.stoppers) == ((2, 2), (1, 1))
