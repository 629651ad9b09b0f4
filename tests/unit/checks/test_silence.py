"""What a deck says is fine."""

from __future__ import annotations

import pytest

ZONES = """
word: {box: {left: 1mm, width: 40mm, top: 20mm, height: 8mm}, text: Hills, size: 12pt}
foot:
  box: {left: 1mm, width: 40mm, top: 40mm, height: 8mm}
  zones:
    mark: {text: Hills, size: 12pt}
"""


@pytest.fixture
def silenced(deck, warnings):
    """The warnings about a deck with these entries under ``silence``: code, zone and how many cards."""

    def run(*entries, rows="name\nFire\nIce\n"):
        deck.zones(ZONES, rows)
        text = (deck.path / "deck.yaml").read_text()
        deck.write("deck.yaml", text + "silence:\n" + "".join(f"  - {{{e}}}\n" for e in entries))
        return warnings(deck)

    return run


@pytest.mark.parametrize(
    ("entry", "left"),
    [
        ("code: outside-safe", []),
        ("code: outside-safe, zone: word", ["foot/mark"]),
        ("code: outside-safe, zone: mark", ["word"]),
        ("code: outside-safe, zone: foot/*, why: because", ["word"]),
        ("code: outside-safe, template: sample", []),
        ("code: outside-safe, template: 'sample#front'", []),
        ("code: outside-safe, card: 'cards-*'", []),
    ],
)
def test_by_code_and_place(silenced, entry, left):
    assert [w.zone for w in silenced(entry)] == left


def test_a_card_is_silenced_and_the_others_told(silenced):
    said = silenced("code: outside-safe, card: cards-001")
    assert [(w.card, [r.span.line for r in w.related]) for w in said] == [("cards-002", [3])] * 2


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("code: low-contrast, zone: word", "no warning has code 'low-contrast', zone 'word'"),
        ("code: outside-safe, zone: wrod", "zone 'wrod'"),
        ("code: outside-save", "did you mean 'outside-safe'?"),
    ],
)
def test_an_entry_that_silences_nothing_is_reported_with_its_place(silenced, entry, words):
    found = next(w for w in silenced("code: outside-safe", entry) if w.code == "silences-nothing")
    assert words in found.message
    assert (found.span.path.endswith("deck.yaml"), found.span.line) == (True, 10)


def test_it_is_no_warning_of_its_own_that_can_be_silenced_by_two(silenced):
    assert silenced("code: outside-safe, zone: word", "code: outside-safe") == []


def test_unknown_keys_are_errors(deck):
    deck.zones(ZONES)
    text = (deck.path / "deck.yaml").read_text()
    deck.write("deck.yaml", text + "silence:\n  - {code: outside-safe, zoen: word}\n")
    assert "did you mean 'zone'" in deck.error("unknown-key").message
