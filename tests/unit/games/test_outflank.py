"""Outflank: the counts and markings that a deck of it may have."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from carddesigner import editors
from carddesigner.core.report import Report
from carddesigner.games import game

GAME = game("outflank")


def found(counts, **settings):
    report = Report()
    GAME.check([], counts, GAME.settings.model_validate(settings), report)
    return [(d.code, d.message, d.hint) for d in report]


def refused(**settings):
    with pytest.raises(ValidationError) as raised:
        GAME.settings.model_validate(settings)
    return raised.value.errors()[0]["msg"]


def test_the_published_game_has_fifty_cards_and_ten_stoppers():
    assert found({"cards": 50, "stoppers": 10}) == []


def test_cards_too_few_or_too_many_are_counted_with_each_players_share():
    for have in (0, 49, 51):
        ((code, message, hint),) = found({"cards": have, "stoppers": 10})
        assert code == "outflank-cards"
        assert message == f"{have} cards are printed by 'cards', 50 belong to the game"
        assert "each player has 25" in hint


def test_stoppers_are_counted_by_what_they_are_made_of():
    assert found({"cards": 50, "stoppers": 20}, **{"pieces-per-stopper": 2}) == []
    ((code, message, hint),) = found({"cards": 50, "stoppers": 10}, **{"pieces-per-stopper": 2})
    assert code == "outflank-stoppers"
    assert message == "10 pieces are printed by 'stoppers'; the game's 10 stoppers are 20"
    assert "each player has 5" in hint


def test_other_counts_are_settings():
    assert found({"cards": 64, "stoppers": 12}, cards=64, stoppers=12) == []
    assert found({"mine": 50}, **{"cards-component": "mine", "stoppers-component": None}) == []


def test_cards_and_stoppers_are_shared_evenly():
    assert refused(cards=49) == "49 cards can't be shared evenly by two players"
    assert refused(stoppers=9) == "9 stoppers can't be shared evenly by two players"


def test_the_sides_differ_in_shape_as_well_as_colour():
    assert "both sides of the cards are marked with 'counter'" in refused(second={"icon": "counter", "color": "white"})
    assert refused(second={"icon": "ring", "color": "black"}) == "first and second have the same colour, 'black'"


def test_the_stoppers_have_a_third_colour():
    assert refused(stopper={"icon": "stopper", "color": "white"}) == "second and stopper have the same colour, 'white'"


def test_the_schema_says_what_a_variant_may_change():
    schema = editors.schema("outflank")
    assert {"cards", "stoppers", "first", "second", "stopper", "pieces-per-stopper"} <= set(schema["properties"])
    assert schema["properties"]["cards"]["default"] == 50
    assert all("description" in p for p in schema["properties"].values())
