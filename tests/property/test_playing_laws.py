"""Laws of games that the machine plays, whoever plays them and wherever chance leads."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carddesigner.deck.find import loaded_deck
from carddesigner.games import simulator
from carddesigner.games.card_tile_checks import count, covered, objections, stacked
from carddesigner.games.card_tile_stack import Lay
from carddesigner.games.card_tiles import CORNERS, LaidTile, Tile
from carddesigner.games.lots import below, lot_of, shuffled
from carddesigner.games.outflank_play import Outflank
from carddesigner.games.playing import PLAYERS, Table
from carddesigner.playtest.report import libraries
from tests.examples import examples

players = st.lists(st.sampled_from(sorted(PLAYERS)), min_size=2, max_size=2)
lots = st.integers(0, 2**64 - 1)


few = examples(1 / 4)
"""Each example is a whole game, and each of its states is looked at."""


def states(game, names, lot):
    """The states of a game to its end, each but the last with a move."""
    state, lot = game.begin(lot), lot_of(lot, 1)
    yield state
    while moves := game.moves(state):
        move, lot = PLAYERS[names[game.seat(state)]](game, state, moves, lot)
        assert move in moves
        state = game.apply(state, move).state
        yield state


@given(players, lots, st.integers(4, 25), st.integers(0, 8), st.sampled_from([4, 8]))
def test_outflank_keeps_its_cards_and_stoppers_and_comes_to_an_end(names, lot, cards, stoppers, neighbours):
    game = Outflank(cards, stoppers, neighbours)
    before = None
    for state in states(game, names, lot):
        first, second = state.sides
        assert not first & second
        assert sum(game.score(state)) + sum(state.cards) == 2 * cards
        assert state.stopped.bit_count() + sum(state.stoppers) == 2 * stoppers
        assert not state.stopped & ~(first | second)
        if before is not None and before.width == state.width:
            # What lies stays where it is, and a card with a stopper stays whose it was.
            assert not (before.sides[0] | before.sides[1]) & ~(first | second)
            assert not before.stopped & ((before.sides[0] ^ first) & (before.sides[1] ^ second))
            laid = (first | second) & ~(before.sides[0] | before.sides[1])
            assert laid.bit_count() <= 1
            assert not laid & before.barred
        before = state
    assert game.ending(state).dead_end == bool(sum(state.cards))


@cache
def tile_game(name):
    """A shipped game with its tiles, once for the machine and once as the rows of its table say."""
    deck = loaded_deck(name)
    rows = tuple((c.row, c.span) for k in deck.components for c in k.cards if len(c.row))
    zones = [{c: {"mark": r[c]["mark"], "mechanic": r[c]["mechanic"] or None} for c in CORNERS} for r, _ in rows]
    tiles = [Tile.model_validate({**z, "centre": r["centre"] or None}) for z, (r, _) in zip(zones, rows, strict=True)]
    return simulator(name).make(Table(rows, {}, deck.game_settings, 2)), tiles, deck.game_settings


@few
@pytest.mark.parametrize("name", ["nails-and-hammers", "saucers-and-cows"])
@given(names=players, lot=lots)
def test_card_tiles_are_neither_lost_nor_doubled_and_lie_as_the_checks_of_the_game_say(name, names, lot):
    game, tiles, settings = tile_game(name)
    before = None
    for state in states(game, names, lot):
        put = [p for p in state.stack.put if p is not None]
        everywhere = [*state.deck, *state.hands[0], *state.hands[1], *state.discards, *(p.tile for p in put)]
        assert sorted(everywhere) == list(range(len(tiles)))
        laid = [(tiles[p.tile], LaidTile(tile=1, x=p.x, y=p.y, turn=90 * p.turn)) for p in put]
        assert state.stack.counts == count(laid)
        if before is not None and len(state.stack.put) > len(before.stack.put):
            *under, (tile, at) = laid
            assert objections(covered(stacked(under), tile, at), settings) == []
            gained = next(
                m.gain
                for m in game.moves(before)
                if isinstance(m, Lay) and (m.tile, m.x, m.y, m.turn) == (put[-1].tile, at.x, at.y, at.turn // 90)
            )
            own, other = (after - b for after, b in zip(state.stack.counts, before.stack.counts, strict=True))
            assert gained == (other - own if before.seat == 0 else own - other)
        before = state
    first, second = game.score(state)
    assert first != second or game.ending(state).dead_end


@cache
def monogoto(seats):
    deck = loaded_deck("monogoto")
    rows = tuple((c.row, c.span) for k in deck.components for c in k.cards if len(c.row))
    return simulator("monogoto").make(Table(rows, {}, deck.game_settings, seats))


@few
@given(st.lists(st.sampled_from(sorted(PLAYERS)), min_size=2, max_size=8), lots)
def test_monogoto_keeps_its_cards_and_sets_of_a_kind_until_nobody_can_go_on(names, lot):
    game = monogoto(len(names))
    kinds, alive = game.kinds, len(names)
    for state in states(game, names, lot):
        shown = state.now.cards if state.phase not in ("follow", "save") else state.now.cards[state.now.won :][:1]
        in_sets = [c for sets in state.sets for cards in sets for c in cards]
        everywhere = [
            *state.deck,
            *(c for hand in state.hands for c in hand),
            *in_sets,
            *state.safe,
            *state.gone,
            *shown,
        ]
        assert sorted(everywhere) == list(range(105))
        for sets in state.sets:
            for cards in sets:
                assert cards
                assert len({kinds.front[c] for c in cards if c < kinds.symbols}) <= 1
        assert len({kinds.safe[c] for c in state.safe}) <= 1
        assert len(state.safe) <= 6
        assert 1 <= sum(state.alive) <= alive
        alive = sum(state.alive)
        assert state.alive[state.attacker] or state.phase == "over"
        assert all(
            not hand and not sets for ok, hand, sets in zip(state.alive, state.hands, state.sets, strict=True) if not ok
        )
    assert (alive == 1) != game.ending(state).dead_end


@cache
def goldfish():
    deck = loaded_deck("mana-and-spells")
    return simulator("mana-and-spells").make(Table((), {}, deck.game_settings, 11, libraries(deck)))


@few
@given(st.lists(st.sampled_from(sorted(PLAYERS)), min_size=11, max_size=11), lots)
def test_libraries_keep_their_cards_and_each_is_done_in_the_end(names, lot):
    game = goldfish()
    for state in states(game, names, lot):
        for own, cards in zip(state.players, game.libraries, strict=True):
            everywhere = (*own.library, *own.hand, *own.lands, *own.creatures, *own.graveyard)
            assert sorted(everywhere) == list(range(len(cards)))
            assert set(own.used) <= set(own.lands)
            assert all(cards[c].gives for c in own.lands)
            assert all(cards[c].power is not None for c in own.creatures)
    assert all(own.done for own in state.players)


@given(lots, st.integers(1, 2**40))
def test_a_lot_gives_a_number_in_its_bounds(lot, most):
    number, after = below(most, lot)
    assert 0 <= number < most
    assert after != lot


@given(lots, st.lists(st.integers(), max_size=60))
def test_shuffling_loses_nothing(lot, items):
    assert sorted(shuffled(items, lot)[0]) == sorted(items)
