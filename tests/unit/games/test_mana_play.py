"""Mana and Spells played against nobody: lands, mana, creatures, and odds that are known exactly."""

from __future__ import annotations

from math import comb

import pytest

from carddesigner.core.record import Record
from carddesigner.core.report import Problem
from carddesigner.games.mana_play import FLOOD_LANDS, SIMULATOR, Cast, Discard, EndTurn, PlayerState, PlayLand, Race
from carddesigner.games.playing import Table
from carddesigner.playtest.tally import Played, play


def row(name, face="summon", symbols=(), power=None, gives=(), text=""):
    total = sum(int(s) if s.isdecimal() else s != "x" for s in symbols) if symbols else None
    return Record(
        {"name": name, "face": face, "symbols": symbols, "total": total, "power": power, "gives": gives, "text": text}
    )


FOREST = row("Forest", "basic-land", gives=("green",))
ISLAND = row("Island", "basic-land", gives=("blue",))
ORCHARD = row("Orchard", "land", gives=("green", "blue"), text="Comes into play tapped.")
BEAR = row("Bear", symbols=("1", "green"), power=2)
WISH = row("Wish", "sorcery", symbols=("green",))


def game(*cards, **more):
    return SIMULATOR.make(Table((), {}, None, 1, {"mine": cards, **more}))


def after(state, game, *kinds):
    for kind in kinds:
        move = next(m for m in game.moves(state) if isinstance(m, kind))
        state = game.apply(state, move).state
    return state


def test_one_land_is_played_a_turn_and_creatures_need_their_colour():
    green, blue = game((FOREST, 10), (BEAR, 10)), game((ISLAND, 10), (BEAR, 10))
    for played, can in ((green, True), (blue, False)):
        state = next(s for s in map(played.begin, range(200)) if 3 <= s.players[0].lands_seen <= 5)
        state = after(state, played, PlayLand)
        assert not any(isinstance(m, PlayLand) for m in played.moves(state))
        state = after(state, played, EndTurn, PlayLand)
        assert any(isinstance(m, Cast) for m in played.moves(state)) == can


def test_a_creature_attacks_from_the_turn_after_it_came():
    played = game((FOREST, 10), (BEAR, 10))
    state = next(s for s in map(played.begin, range(200)) if 4 <= s.players[0].lands_seen <= 5)
    state = after(state, played, PlayLand, EndTurn, PlayLand, Cast, EndTurn)
    assert state.players[0].damage == 0
    assert after(state, played, PlayLand, EndTurn).players[0].damage == 2


def test_spells_are_cast_with_the_mana_that_creatures_leave():
    played = game((FOREST, 10), (BEAR, 5), (WISH, 5))
    tally = play(Played(played, ("greedy",), 1, 1000), range(50))
    assert tally.cards["Wish"].laid > 0
    state = next(
        s for s in map(played.begin, range(200)) if len({played.libraries[0][c].name for c in s.players[0].hand}) == 3
    )
    state = after(state, played, PlayLand, EndTurn, PlayLand)
    moves = played.moves(state)
    worth = dict(zip(moves, played.worth(state, moves), strict=True))
    by_name = {played.libraries[0][m.card].name: worth[m] for m in moves if isinstance(m, Cast)}
    assert by_name["Bear"] > by_name["Wish"] > worth[EndTurn()]


def test_a_spell_hurts_a_player_and_makes_a_creature_stronger_for_a_turn_or_for_good():
    spark = row("Spark", "instant", ("green",), text="Spark deals 3 damage to target creature or player.")
    pebble = row("Pebble", "instant", ("green",), text="Pebble deals 3 damage to target creature.")
    shout = row("Shout", "instant", ("green",), text="Target creature gets +4/+4 until end of turn.")
    crown = row("Crown", "enchant-creature", ("green",), text="Enchanted creature gets +2/+2.")
    imp = row("Imp", symbols=("green",), power=1)
    dealt = {}
    for spell in (spark, pebble, shout, crown):
        played = game((FOREST, 8), (imp, 6), (spell, 6))
        names = [card.name for card in played.libraries[0]]
        land, creature, card = names.index("Forest"), names.index("Imp"), names.index(spell["name"])
        others = [c for c in range(20) if c not in (land, creature, card)]
        own = PlayerState(tuple(others), (card,), lands=(land,), creatures=(creature,))
        state = played.apply(Race((own,)), Cast(card)).state
        first = after(state, played, EndTurn)
        dealt[spell["name"]] = first.players[0].damage, after(first, played, EndTurn).players[0].damage
    assert dealt == {"Spark": (4, 5), "Pebble": (1, 2), "Shout": (5, 6), "Crown": (3, 6)}


def test_an_enchantment_waits_for_a_creature():
    crown = row("Crown", "enchant-creature", ("green",), text="Enchanted creature gets +2/+2.")
    played = game((FOREST, 10), (crown, 10))
    state = next(s for s in map(played.begin, range(200)) if 3 <= s.players[0].lands_seen <= 5)
    assert not any(isinstance(m, Cast) for m in played.moves(after(state, played, PlayLand)))


def test_x_is_paid_with_at_least_one_mana():
    played = game((FOREST, 10), (row("Gust", "sorcery", ("x", "green")), 10))
    state = next(s for s in map(played.begin, range(200)) if 3 <= s.players[0].lands_seen <= 5)
    state = after(state, played, PlayLand)
    assert not any(isinstance(m, Cast) for m in played.moves(state))
    assert any(isinstance(m, Cast) for m in played.moves(after(state, played, EndTurn, PlayLand)))


def test_spells_that_are_never_cast_are_told_as_held():
    giant = row("Giant", symbols=("9", "green"), power=9)
    played = game((FOREST, 10), (BEAR, 10), (giant, 4))
    tally = play(Played(played, ("greedy",), 1, 2000), range(60))
    assert tally.cards["Giant"].held > tally.cards["Giant"].laid
    assert "Forest" not in {name for name, card in tally.cards.items() if card.held}


def test_a_land_that_comes_tapped_gives_no_mana_in_its_turn():
    played = game((ORCHARD, 10), (row("Imp", symbols=("green",), power=1), 10))
    state = next(s for s in map(played.begin, range(200)) if 3 <= s.players[0].lands_seen <= 5)
    state = after(state, played, PlayLand)
    assert not any(isinstance(m, Cast) for m in played.moves(state))
    assert any(isinstance(m, Cast) for m in played.moves(after(state, played, EndTurn)))


def test_hands_are_discarded_down_to_seven():
    played = game((WISH, 20))
    state = played.begin(1)
    assert all(isinstance(m, Discard) for m in played.moves(state))
    state = after(state, played, Discard)
    assert len(state.players[0].hand) == 7
    assert [type(m) for m in played.moves(state)] == [EndTurn]


def test_a_library_that_is_used_up_is_a_dead_end():
    tally = play(Played(game((WISH, 12)), ("greedy",), 1, 1000), range(3))
    assert {(e.dead_end, n) for e, n in tally.endings.items()} == {(True, 3)}


def test_screw_and_flood_are_as_often_as_the_exact_odds_say():
    cards = ((FOREST, 24), (BEAR, 36))
    played = game(*cards, **{f"copy {n}": cards for n in range(9)})
    games = 200
    tally = play(Played(played, ("greedy",) * 10, 1, 20_000), range(games))
    mean = [sum(v * n for (j, v), n in tally.measures.items() if j % 3 == i) / games / 10 for i in range(3)]
    flood = sum(comb(24, k) * comb(36, 13 - k) for k in range(FLOOD_LANDS, 14)) / comb(60, 13)
    assert mean[1] == pytest.approx(1 - 0.855884, abs=0.02)
    assert mean[2] == pytest.approx(flood, abs=0.01)


def test_a_deck_without_libraries_and_one_too_small_are_errors():
    with pytest.raises(Problem, match="no libraries"):
        SIMULATOR.make(Table((), {}, None, 1))
    with pytest.raises(Problem, match="the library mine has 7 cards"):
        game((BEAR, 7))
