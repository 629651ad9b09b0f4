"""Cells that are blank where a card should have something."""

from __future__ import annotations

ZONES = """\
title: {box: {top: 5mm, height: 8mm}, text: '{{ card.name }}'}
kind: {box: {top: 15mm, height: 8mm}, text: '{{ card.kind }} {{ card.cost }} {{ card.attack }}'}
"""


def table(**changed: str) -> str:
    """Twelve creatures, six spells and three lands, which have no cost; some rows *changed*."""
    rows = {f"creature{n}": f"Beast {n},creature,{n},2" for n in range(12)}
    rows |= {f"spell{n}": f"Spell {n},spell,{n}," for n in range(6)}
    rows |= {f"land{n}": f"Land {n},land,," for n in range(3)}
    return "\n".join(["name,kind,cost,attack", *(rows | changed).values()])


def told(warnings, deck, **changed: str) -> list[tuple[str, list[str]]]:
    deck.zones(ZONES, table(**changed))
    found = warnings(deck, "blank-cell")
    places = [[f"{p.line}:{p.column}" for p in (w.span, *(r.span for r in w.related))] for w in found]
    return [(w.message, p) for w, p in zip(found, places, strict=True)]


def test_a_table_whose_blanks_are_those_of_a_kind_is_fine(deck, warnings):
    assert told(warnings, deck) == []


def test_all_rows_without_a_title_are_one_warning(deck, warnings):
    found = told(warnings, deck, creature3=",creature,3,2", spell1=",spell,1,")
    assert found == [("cards: 2 rows have nothing in name, where others have their title", ["5:1", "15:1"])]


def test_what_all_others_of_a_kind_have_is_missed(deck, warnings):
    found = told(warnings, deck, creature3="Beast 3,creature,3,")
    assert found == [("cards: a row has nothing in attack, where all others of their kind have something", ["5:20"])]


def test_a_kind_of_its_own_may_lack_what_others_have(deck, warnings):
    assert told(warnings, deck, land0="The Void,nothing,,", land1="Land,land,1,", land2="Land 2,land,1,") == []


def test_what_many_lack_is_no_slip(deck, warnings):
    assert told(warnings, deck, creature3="Beast 3,creature,,2", creature4="Beast 4,creature,,2") == []


def test_it_is_fine_where_the_deck_says_so(deck, warnings):
    deck.zones(ZONES, table(creature3="Beast 3,creature,3,"))
    fine = "silence: [{code: blank-cell, field: attack, why: tame}]\n"
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text() + fine)
    assert not warnings(deck, "blank-cell") + warnings(deck, "silences-nothing")
