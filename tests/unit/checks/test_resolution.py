"""Pictures below 300 dpi as they are placed."""

from __future__ import annotations

import pytest

ART = "art: {box: {left: 5mm, width: 25.4mm, top: 5mm, height: 25.4mm}, image: art.png%s}"


@pytest.mark.parametrize(
    ("size", "more", "dpi"),
    [
        ((300, 300), "", None),
        ((299, 299), "", 299),
        ((150, 150), "", 150),
        ((600, 150), "", 150),
        ((600, 150), ", fit: contain", None),
        ((600, 150), ", fit: stretch", 150),
        ((150, 150), ", rotate: 30", 150),
    ],
)
def test_pixels_are_counted_as_they_are_placed(deck, warnings, png, size, more, dpi):
    deck.zones(ART % more).write("art.png", png(*size))
    said = [w.message for w in warnings(deck)]
    assert [f"prints at {dpi} dpi" in m for m in said] == ([True] if dpi else []), said


def test_the_pixels_that_it_needs_are_reported_with_place_and_cards(deck, warnings, png):
    deck.zones(ART % "", "name\nFire\nIce\n").write("art.png", png(150, 150))
    (found,) = warnings(deck, "low-resolution")
    assert found.message.endswith("it has 150 × 150 pixels, and 300 dpi need 300 × 300 here; 2 cards in all")
    assert (found.span.path.endswith("sample.yaml"), found.span.line, found.zone) == (True, 7, "art")
    assert [r.span.line for r in found.related] == [2, 3]


def test_the_worst_picture_of_many_cards_gives_the_words(deck, warnings, png):
    deck.zones(
        "art: {box: {left: 5mm, width: 25.4mm, top: 5mm, height: 25.4mm}, image: '{{ card.name }}.png'}", "name\na\nb\n"
    )
    deck.write("a.png", png(200, 200))
    deck.write("b.png", png(100, 100))
    assert [w.message.split(":")[0] for w in warnings(deck)] == ["a.png prints at 200 dpi", "b.png prints at 100 dpi"]
