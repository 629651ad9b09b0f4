"""Which components have no ids of their own."""

from __future__ import annotations

import pytest

from carddesigner.deck.find import loaded_deck
from carddesigner.deck.numbered import numbered_by_row


@pytest.mark.parametrize(
    ("rows", "numbered"),
    [
        ("name\nFire\n", ("cards",)),
        ("id,name\nfire,Fire\n", ()),
        ("id,name\nfire,Fire\n,Ice\n", ("cards",)),
    ],
)
def test_a_table_numbers_its_cards_where_it_names_them_not(deck, rows, numbered):
    deck.zones("ground: {fill: glow}", rows)
    assert numbered_by_row(loaded_deck(deck.path)) == numbered


def test_ids_may_stand_in_another_column(deck):
    deck.zones("ground: {fill: glow}", "key,name\nfire,Fire\n")
    text = (deck.path / "deck.yaml").read_text()
    deck.write("deck.yaml", text.replace("rows: cards.csv", "rows: {file: cards.csv, id: key}"))
    assert numbered_by_row(loaded_deck(deck.path)) == ()


def test_pages_and_single_pieces_have_no_rows():
    assert numbered_by_row(loaded_deck("monogoto")) == ("symbols",)
