"""A deck that takes over a shipped one: what it changes, what it keeps, and the game's checks that follow."""

from __future__ import annotations

import pytest

VARIANT = """\
deck: night
title: By night
extends: monogoto
palette: {day: "#9ad1d4"}
"""


def variant(deck, more=""):
    deck.write("deck.yaml", VARIANT + more)
    return deck


def test_a_variant_has_the_cards_and_the_look_of_its_parent(deck):
    laid = variant(deck).lay()
    assert sum(laid.copies.values()) == 118, "cards and their box"
    assert list(laid.report) == []


def test_a_variants_own_colours_win(deck):
    colors = {str(getattr(i, "fill", None)) for i in variant(deck).lay().faces["symbols-002"][0].zones[1].items}
    assert any("0.6039" in c for c in colors)


def test_components_merge_by_id_and_the_games_checks_follow(deck):
    twenty = "components: [{id: followers, copies: 20}]\n"
    assert "20 follower cards" in variant(deck, twenty).error("monogoto-followers").message
    laid = variant(deck, twenty + "game: {id: monogoto, followers: 20}\n").lay()
    assert laid.copies["followers"] == 20


def test_a_variants_own_table_goes_before_its_parents(deck):
    deck.write("cards.csv", "suit,number,environment,person\nshield,1,sun,male\n")
    assert any(d.code.startswith("monogoto") for d in variant(deck).errors())


def test_a_component_is_added_at_the_end(deck):
    more = "components: [{id: blanks, copies: 2, front: monogoto#back, back: monogoto#back}]\n"
    assert list(variant(deck, more).lay().copies)[-1] == "blanks"


def test_a_component_is_taken_away_by_its_id(deck):
    without = "components: {instructions: null, summary: null, box: null}\n"
    assert not any("instructions" in piece or "summary" in piece for piece in variant(deck, without).lay().copies)


def test_a_deck_that_extends_itself_is_reported_so_where_it_says_it(deck):
    deck.write("deck.yaml", VARIANT.replace("extends: monogoto", "extends: night"))
    found = deck.error("extends-cycle")
    assert (found.message, found.span.line) == ("deck 'night' extends itself", 3)


@pytest.mark.parametrize(
    ("name", "code", "words"), [("monogotto", "unknown-deck", "did you mean 'monogoto'"), ("../x", "unknown-deck", "")]
)
def test_a_parent_that_is_not_there_is_reported(deck, name, code, words):
    deck.write("deck.yaml", VARIANT.replace("extends: monogoto", f"extends: {name}"))
    assert words in deck.error(code).message


def test_a_deck_to_see_also_that_is_not_there_is_told_at_its_name_with_the_nearest(deck):
    found = variant(deck, "see-also: [outflank, mana-and-spels]\n").error("unknown-deck")
    assert (found.span.line, found.span.column, found.fix.new) == (5, 22, "mana-and-spells")


def test_a_count_that_differs_is_reported_where_the_variant_says_its_game(deck):
    found = variant(deck, "game: monogoto\ncomponents: [{id: followers, copies: 20}]\n").error("monogoto-followers")
    assert (found.span.path.endswith("sample/deck.yaml"), found.span.line) == (True, 5)
    assert "followers: 20" in found.hint


def test_a_setting_that_is_a_mapping_is_reported_with_what_it_takes(deck):
    found = variant(deck, "game: {id: monogoto, suits: [shield, cog]}\n").error("wrong-type")
    assert found.message.endswith("name, title, icon, hand-numbers")


def test_instruction_cards_have_the_variants_title(deck):
    face = variant(deck).lay().faces["instructions-001"][0]

    def words(items):
        for item in items:
            yield from words(getattr(item, "items", ()))
            yield from ("".join(r.text for r in p.runs) for p in getattr(item, "pieces", ()))

    assert "By night" in " ".join(w for z in face.zones for w in words(z.items))
