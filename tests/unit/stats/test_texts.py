"""How full texts are: the share of its box's width that a text could do with at its smallest size."""

from __future__ import annotations

import pytest

from carddesigner.core.report import Report
from carddesigner.deck.find import loaded_deck
from carddesigner.layout.deck import lay_out_deck
from carddesigner.stats.texts import texts_of
from carddesigner.text.fit import MAX_FILL

ZONES = """
name: {{box: {{left: 5mm, width: {width}, top: 5mm, height: {height}}}, text: "{{{{ card.name }}}}", size: 10pt, min-size: 8pt}}
"""


def measured(deck, rows, width="40mm", height="4mm"):
    deck.zones(ZONES.format(width=width, height=height), rows)
    return texts_of(lay_out_deck(loaded_deck(deck.path), Report()))


def test_twice_the_width_is_half_as_full(deck):
    one = measured(deck, "name\nLightning\n")[0].fullest.fill
    two = measured(deck, "name\nLightning\n", "80mm")[0].fullest.fill
    assert 0.2 < one < 0.6
    assert two == pytest.approx(one / 2, abs=0.011)


def test_a_text_that_fits_exactly_is_full_and_one_that_does_not_is_over(deck):
    rows = "name\nincomprehensibilities\n"
    fill = measured(deck, rows)[0].fullest.fill
    exact = measured(deck, rows, f"{40 * fill:.3f}mm")[0].fullest.fill
    assert exact == pytest.approx(1, abs=0.021)
    assert measured(deck, rows, f"{40 * fill / 2:.3f}mm")[0].fullest.fill == pytest.approx(2, abs=0.06)


def test_a_hopeless_text_ends_the_search(deck):
    rows = "name\n" + "word " * 2000 + "\n"
    assert measured(deck, rows)[0].fullest.fill == MAX_FILL


def test_fullest_emptiest_and_shrunk_are_named(deck):
    found = measured(deck, "id,name\nshort,Ox\nlong,A considerably longer name\nnone,\n", "36mm")
    assert [(t.face, t.zone, len(t.texts)) for t in found] == [("sample#front", "name", 2)]
    assert (found[0].fullest.piece, found[0].emptiest.piece) == ("long", "short")
    assert [(t.size < t.largest) for t in found[0].texts] == [False, True]
    assert found[0].shrunk == 1
    assert found[0].emptiest.characters == 2


def test_texts_of_zones_in_zones_and_parts_have_their_paths(deck):
    deck.zones('outer:\n  zones:\n    inner: {text: "{{ card.name }}"}')
    assert [t.zone for t in texts_of(lay_out_deck(loaded_deck(deck.path), Report()))] == ["outer/inner"]


def test_a_text_has_as_many_characters_however_large_it_is_set(deck):
    rows = "name\nAn owl sat on an old wall\n"
    narrow, wide = (measured(deck, rows, width, "40mm")[0].fullest for width in ("16mm", "80mm"))
    assert (narrow.characters, wide.characters) == (25, 25)
