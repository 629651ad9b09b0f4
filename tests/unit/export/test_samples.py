"""Which pieces stand for a deck."""

from __future__ import annotations

import random

from carddesigner.core.report import Report
from carddesigner.deck.find import loaded_deck
from carddesigner.export.samples import sample_pieces
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job

ZONES = 'name: {text: "{{ card.name }}", size: 5pt, min-size: 1pt}\n'


def chosen(deck, rows: list[str], count: int = 12) -> list[str]:
    deck.zones(ZONES, "\n".join(["name,kind,text,art,copies", *rows, ""]))
    loaded = loaded_deck(deck.path)
    pieces = lay_out(print_job(loaded), Report())
    return [p.id for p in sample_pieces(loaded, pieces, count)]


def rows(count: int) -> list[str]:
    return [f"Card {n:03},common,some words,,1" for n in range(count)]


def test_the_longest_and_the_shortest_text_are_shown_and_each_kind_and_the_card_with_a_picture(deck):
    table = rows(200)
    table[17] = f"Card 017,common,{'long ' * 40},,1"
    table[23] = "Card 023,common,,,1"
    table[101] = "Card 101,rare,some words,,1"
    table[102] = "Card 102,unique,some words,,1"
    table[150] = "Card 150,common,some words,art.png,1"
    found = chosen(deck, table)
    assert {f"cards-{n + 1:03}" for n in (0, 17, 23, 101, 102, 150)} <= set(found)
    assert found == sorted(found)
    assert len(found) == 12


def test_cards_that_are_alike_are_shown_from_all_over_the_deck(deck):
    numbers = [int(i.rpartition("-")[2]) for i in chosen(deck, rows(120), 6)]
    assert len(numbers) == 6
    assert max(b - a for a, b in zip([0, *numbers], [*numbers, 120], strict=True)) <= 40


def test_cards_that_are_not_printed_are_not_shown(deck):
    table = [f"{row[:-1]}{n % 2}" for n, row in enumerate(rows(60))]
    assert {int(i[-3:]) % 2 for i in chosen(deck, table)} == {0}


def test_all_of_a_small_deck_are_shown_in_order(deck):
    assert chosen(deck, rows(12)) == [f"cards-{n:03}" for n in range(1, 13)]


def test_any_number_of_any_cards_is_chosen(deck):
    luck = random.Random(5)
    kinds = ["a", "b", "c", ""]
    table = [
        f"{luck.choice(kinds)},{luck.choice(kinds)},{'w ' * luck.randint(0, 9)},{luck.choice(kinds)},1"
        for _ in range(40)
    ]
    for count in range(1, 42):
        found = chosen(deck, table, count)
        assert len(set(found)) == len(found) == min(count, 40)
