"""Cards that are the same, or nearly."""

from __future__ import annotations

import pytest

from carddesigner.checks.duplicates import is_slip

ZONE = "name: {in: safe, text: '{{ card.name }} {{ card.cost }}'}"


@pytest.mark.parametrize(
    ("one", "other", "slip"),
    [
        ("Gain two coins", "Gain two coinz", True),
        ("Gain two coins.", "gain  two coins", True),
        ("Gain two coins", "Gain three coins", False),
        ("Deal 1 damage", "Deal 2 damage", False),
        ("Knight I of Rome", "Knight II of Rome", False),
        ("Tile of stone A", "Tile of stone B", False),
        ("Fire", "Fira", False),
        ("Fireball", "Firebal", True),
        (
            "Draw a card, then another, then put one of them back",
            "Draw a card, then anothr, then put one of them bac",
            True,
        ),
        ("North gate", "South gate", False),
    ],
)
def test_what_is_a_slip(one, other, slip):
    assert is_slip(one, other) is slip
    assert is_slip(other, one) is slip


def test_the_same_card_twice(deck, warnings):
    (found,) = warnings(deck.zones(ZONE, "id,name,cost,copies\na,Fire,1,1\nb,Ice,1,1\nc,Fire,1,4\nd,Fire,1,1\n"))
    assert (found.code, found.message, found.card) == ("duplicate-card", "c is the same card as a, and 1 more", "c")
    assert (found.span.line, [r.span.line for r in found.related]) == (4, [2, 5])


def test_what_nothing_reads_makes_no_other_card(deck, warnings):
    rows = "name,cost,notes\nFire,1,first\nFire,1,second\n"
    assert [w.code for w in warnings(deck.zones(ZONE, rows))] == ["duplicate-card"]


@pytest.mark.parametrize(
    ("rows", "pairs"),
    [
        ("Fireball,1\nWaterfall,1\nFirebal,1\n", [("cards-003", "cards-001")]),
        ("Vireball,1\nGale of wind,1\nFireball,1\n", [("cards-003", "cards-001")]),
        ("Fireball,1\nFirebal,2\n", []),
        ("Fireball 1,1\nFireball 2,1\n", []),
    ],
)
def test_cards_that_differ_by_a_slip(deck, warnings, rows, pairs):
    said = warnings(deck.zones(ZONE, "name,cost\n" + rows), "similar-cards")
    assert [(w.card, w.related[0].message) for w in said] == pairs


def test_the_places_where_they_part_are_shown(deck, warnings):
    (found,) = warnings(deck.zones(ZONE, "name,cost\nFireball,1\nFirebell,1\n"))
    assert found.message == "cards-002 differs from cards-001 only in name: 'Firebell' and 'Fireball'"


def test_ten_thousand_equal_texts_are_no_ten_thousand_times_as_many(deck, warnings):
    rows = "".join(f"Goblin of the hills number {i},1\n" for i in range(10_000))
    assert warnings(deck.zones("g: {fill: glow, when: card.name != card.cost}", "name,cost\n" + rows)) == []
