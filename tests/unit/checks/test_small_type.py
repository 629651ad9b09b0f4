"""Type that is too small to be read."""

from __future__ import annotations

import pytest

LONG = "Wherever the ferryman goes the river goes with him and so do all who owe him a coin"


def zone(settings: str, text: str = "{{ card.name }}", height: int = 14) -> str:
    return f't: {{box: {{top: 5mm, height: {height}mm}}, {settings}, text: "{text}"}}'


def test_a_text_that_shrank_too_far_is_told_with_its_size_and_the_worst_card(deck, warnings):
    deck.zones(
        zone("size: 9pt, min-size: 2pt", height=6), f"name\nFire\n{LONG} {LONG} {LONG}\n{LONG} {LONG} {LONG} {LONG}\n"
    )
    (found,) = warnings(deck, "small-type")
    assert found.message.startswith("type of 4 pt: below 5 pt few can read what is printed (Wherever the ferryman goes")
    assert (found.zone, found.card) == ("t", "cards-003")


@pytest.mark.parametrize(
    ("text", "many"),
    [
        (zone("size: 5pt"), 0),
        (zone("size: 4.9pt"), 1),
        (zone("size: 8pt", "1[st]{size: 50%}"), 0),
        (zone("size: 4pt", "· · ·"), 0),
        (zone("size: 8pt", "Cost\\n\\n[of wood]{size: 50%}"), 1),
    ],
)
def test_what_counts_is_a_line_of_letters_as_it_is_printed(deck, warnings, text, many):
    deck.zones(text)
    assert len(warnings(deck, "small-type")) == many
