"""A deck's own checks: over all cards, over each, in words of their own, with the cells concerned."""

from __future__ import annotations

import pytest

ROWS = "name,cost,suit,copies\nFire,1,sun,3\nIce,4,moon,\nAsh,1,sun,2\n"


def with_checks(deck, checks, rows=ROWS):
    deck.zones("one: {fill: ink}", rows)
    text = (deck.path / "deck.yaml").read_text()
    deck.write("deck.yaml", text + "checks:\n" + "".join(f"  - {{{c}}}\n" for c in checks))
    return deck


@pytest.mark.parametrize(
    "that",
    [
        "count(cards, 'card.cost == 1') == 5",
        "count(cards) == 6",
        "count(cards, \"card.suit == 'sun'\") >= 2 * count(cards, 'card.cost > 3')",
        "total(cards, 'card.cost') == 9",
        "average(cards, 'card.cost') == 1.5",
        "lowest(cards, 'card.cost') == 1 and highest(cards, 'card.cost') == 4",
        "different(cards, 'card.suit') == 2",
        "count(cards, 'card.copies == 3') == 3",
        "deck.counts.cards == 6",
    ],
)
def test_what_holds_is_silent(deck, that):
    quoted = that.replace('"', '\\"')
    assert list(with_checks(deck, [f'that: "{quoted}", message: no']).lay().report) == []


def test_copies_count(deck):
    found = with_checks(
        deck,
        [
            "that: \"count(cards, 'card.cost == 1') >= 8\", message: \"only {{ count(cards, 'card.cost == 1') }} cheap cards\""
        ],
    ).error("check-failed")
    assert found.message == "only 5 cheap cards"
    assert (found.span.line, [r.span.line for r in found.related]) == (9, [2, 4])


def test_a_check_of_each_card_points_at_the_cell(deck):
    found = with_checks(
        deck, ['each: cards, that: card.cost < 4, message: "{{ card.name }} costs {{ card.cost }}"']
    ).error("check-failed")
    assert (found.message, found.span.line, found.span.column, found.card) == ("Ice costs 4", 3, 5, "cards-002")


def test_a_warning_lets_the_deck_build(deck):
    laid = with_checks(deck, ['that: "false", message: think again, severity: warning']).lay()
    assert [d.message for d in laid.report.warnings] == ["think again"]


@pytest.mark.parametrize(
    ("check", "code", "words"),
    [
        ("that: \"count(cards, 'card.cots == 1') > 1\", message: no", "unknown-field", "did you mean 'cost'"),
        ('that: "cuont(cards) > 1", message: no', "unknown-name", "did you mean 'count'"),
        ("that: \"count('card.cost') > 1\", message: no", "expression-failed", "count(cards, 'card.cost == 1')"),
        ("that: \"total(cards, 'card.name') > 1\", message: no", "expression-failed", "no number"),
        ('that: "count(cards", message: no', "expression-syntax", ""),
        ('each: crads, that: "true", message: no', "unknown-component", "did you mean 'cards'"),
        ('that: "true"', "missing-key", "message"),
        ("that: \"count(cards, 'x' * 10**9)\", message: no", "expression-too-big", ""),
    ],
)
def test_a_check_that_can_not_be_read_is_reported(deck, check, code, words):
    assert words in with_checks(deck, [check]).error(code).message


def test_counting_for_every_card_counts_once(deck):
    rows = "name,cost\n" + "".join(f"Card {i},{i}\n" for i in range(2000))
    checks = ["each: cards, that: \"count(cards, 'card.cost >= 0') == 2000\", message: no"]
    assert list(with_checks(deck, checks, rows).lay().report) == []
