"""Text and what lies under it."""

from __future__ import annotations

import pytest

from carddesigner.checks.colors import contrast
from carddesigner.core.color import Cmyk, Gray, Spot, parse_color
from carddesigner.core.report import Report
from carddesigner.pipeline.validate import validate_deck

BOX = "box: {left: 10mm, width: 40mm, top: 20mm, height: 12mm}"


def found(warnings, deck, zones, rows="name\nFire\n"):
    return [w.message.split(";")[0] for w in warnings(deck.zones(zones, rows), "low-contrast")]


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#777777", "#ffffff", 4.48),
        ("#ff0000", "#0000ff", 2.15),
        ("#aaaaaa", "#aaaaaa", 1),
    ],
)
def test_the_ratio_is_that_of_wcag(one, other, ratio):
    assert contrast(parse_color(one), parse_color(other)) == pytest.approx(ratio, abs=0.01)
    assert contrast(parse_color(other), parse_color(one)) == pytest.approx(ratio, abs=0.01)


def test_inks_are_taken_for_what_they_look_like():
    assert contrast(Cmyk(0, 0, 0, 1), Gray(1.0)) == pytest.approx(21)
    assert contrast(Spot("Gold", Cmyk(0, 0, 0, 1), 0.0), Gray(1.0)) == pytest.approx(1)


def test_text_on_a_fill_and_on_bare_paper(deck, warnings):
    word = f"word: {{{BOX}, text: Hills, size: 9pt, color: '#777777'}}"
    assert found(warnings, deck, word) == ["9 pt text in #777777 on #ffffff has a contrast of 4.47 : 1"]
    assert found(warnings, deck, f"ground: {{in: bleed, fill: glow}}\n{word}") == [
        "9 pt text in #777777 on glow has a contrast of 2.98 : 1"
    ]
    assert found(warnings, deck, f"ground: {{in: bleed, fill: '#000000'}}\n{word}") == []


def test_an_edition_calls_the_same_colours_by_its_own_names(deck):
    deck.zones(f"word: {{{BOX}, text: Hills, size: 9pt, color: '#777777'}}")
    file = deck.path / "deck.yaml"
    file.write_text(file.read_text() + 'editions: {foggy: {palette: {fog: "#777777"}}}\n')
    validate_deck(deck.path, report := Report())
    assert [w.message.partition(" text in ")[2][:20] for w in report.warnings if w.code == "low-contrast"] == [
        "#777777 on #ffffff h",
        "fog on #ffffff has a",
    ]


@pytest.mark.parametrize(
    ("size", "told"), [("17pt", True), ("18pt", False), ("14pt, bold: true", False), ("13pt, bold: true", True)]
)
def test_large_text_needs_less(deck, warnings, size, told):
    assert bool(found(warnings, deck, f"word: {{{BOX}, text: Hi, size: {size}, color: '#888888'}}")) is told


def test_what_is_painted_last_lies_on_top(deck, warnings):
    word = f"word: {{{BOX}, text: Hills, color: ink}}"
    assert found(warnings, deck, f"ground: {{in: bleed, fill: ink}}\npanel: {{{BOX}, fill: glow}}\n{word}") == []
    assert found(warnings, deck, f"panel: {{{BOX}, fill: glow}}\nground: {{in: bleed, fill: ink}}\n{word}") != []
    assert found(warnings, deck, f"{word}\nground: {{in: bleed, fill: ink}}") == []


def test_only_what_lies_under_the_letters_counts(deck, warnings):
    word = f"word: {{{BOX}, text: Hi, color: ink}}"
    assert found(warnings, deck, "half: {in: bleed, box: {left: 40mm}, fill: ink}\n" + word) == []
    assert found(warnings, deck, "half: {in: bleed, box: {left: 15mm}, fill: ink}\n" + word) != []


def test_shapes_and_icons_are_grounds_where_they_are_painted(deck, warnings):
    word = "word: {box: {left: 25mm, width: 14mm, top: 38mm, height: 12mm}, text: Hi, color: ink, align: center}"
    ring = "ring: {box: {left: 12mm, width: 40mm, top: 24mm, height: 40mm}, shape: %s, fill: ink}"
    assert found(warnings, deck, f"{ring % 'ellipse'}\n{word}") != []
    corner = "word: {box: {left: 12mm, width: 14mm, top: 24mm, height: 12mm}, text: Hi, size: 9pt, color: ink}"
    assert found(warnings, deck, f"{ring % 'ellipse'}\n{corner}") == []
    icon = "sign: {box: {left: 2mm, width: 60mm, top: 12mm, height: 60mm}, icon: shield, color: ink}"
    assert found(warnings, deck, f"{icon}\n{word}") != []


@pytest.mark.parametrize(
    "over",
    [
        f"art: {{{BOX}, image: art.png}}",
        f"veil: {{{BOX}, fill: ink, opacity: 0.5}}",
        f"all: {{{BOX}, fill: ink, clip: true, zones: {{art: {{image: art.png}}}}}}",
    ],
)
def test_where_nothing_is_known_nothing_is_reported(deck, warnings, png, over):
    deck.write("art.png", png(1200, 1200))
    word = f"word: {{{BOX}, text: Hills, color: ink}}"
    assert found(warnings, deck, f"ground: {{in: bleed, fill: ink}}\n{over}\n{word}") == []


def test_a_picture_lies_only_where_it_is_not_cropped(deck, warnings, png):
    deck.write("art.png", png(2000, 500))
    art = "art: {box: {left: 10mm, width: 20mm, top: 40mm, height: 20mm}, image: art.png}"
    beside = "word: {box: {left: 34mm, width: 20mm, top: 45mm, height: 8mm}, text: Hills, color: ink}"
    assert found(warnings, deck, f"ground: {{in: bleed, fill: ink}}\n{art}\n{beside}") != []


def test_each_pair_of_colours_is_reported_once_for_all_cards(deck, warnings):
    zones = f"ground: {{in: bleed, fill: '{{{{ card.name }}}}'}}\nword: {{{BOX}, text: Hills, color: ink}}"
    said = warnings(deck.zones(zones, "name\nink\nglow\nink\n"), "low-contrast")
    assert [(w.card, [r.span.line for r in w.related]) for w in said] == [("cards-001", [2, 4])]


STAR = "M50 0 L79 90 L2 35 L98 35 L21 90 Z"


def test_between_the_arms_of_a_star_there_is_paper(deck, warnings):
    star = f'star: {{box: {{top: 0mm, left: 0mm, width: 60mm, height: 60mm}}, path: "{STAR}", fill: "#101010"}}'
    word = 'word: {box: {top: %dmm, left: 20mm, width: 20mm, height: 6mm}, text: ab, size: 8pt, color: "#ffffff", align: center}'
    assert found(warnings, deck, f"{star}\n{word % 28}") == []
    assert found(warnings, deck, f"{star}\n{word % 50}") != []


def test_of_a_drawing_only_what_lies_in_its_view_is_a_ground(deck, warnings):
    path = '<path fill="#101010" d="M0 0L10 0L10 90L0 90Z"/>'
    deck.write("art/a.svg", f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{path}</svg>')
    art = "art: {box: {top: 0mm, left: 10mm, width: 20mm, height: 20mm}, svg: art/a.svg}"
    word = 'word: {box: {top: %gmm, left: 12mm, width: 16mm, height: 6mm}, text: ab, size: 8pt, color: "#ffffff"}'
    assert found(warnings, deck, f"{art}\n{word % 8}") == []
    assert found(warnings, deck, f"{art}\n{word % 18.5}") != []


CODE = "code: {box: {left: 10mm, top: 20mm, size: 30mm}, code: {qr: short}"


@pytest.mark.parametrize(
    ("zones", "told"),
    [
        (f"{CODE}}}", []),
        (f"ground: {{in: bleed, fill: glow}}\n{CODE}, color: ink}}", []),
        (f"ground: {{in: bleed, fill: ink}}\n{CODE}, color: ink, fill: glow}}", []),
        (f"ground: {{in: bleed, fill: ink}}\n{CODE}, color: glow}}", ["a code in glow on ink"]),
        (f"ground: {{in: bleed, fill: ink}}\n{CODE}}}", ["a code in #000000 on ink"]),
        (f"{CODE}, color: '#bbbbbb', rotate: 20}}", ["a code in #bbbbbb on #ffffff"]),
    ],
)
def test_a_code_is_dark_on_light(deck, warnings, zones, told):
    assert found(warnings, deck, zones) == told


def test_the_colour_behind_words_lies_under_them(deck, warnings):
    assert found(warnings, deck, f'word: {{{BOX}, text: "[Hills]{{color: glow, background: ink}}", size: 9pt}}') == []
    assert (
        found(warnings, deck, f'word: {{{BOX}, text: "a [Hills]{{background: ink}} b", color: "#222222", size: 9pt}}')
        != []
    )
    # Only the words in brackets lie on it, and all of a text with such a style.
    assert found(warnings, deck, f'word: {{{BOX}, text: "[a]{{background: ink, color: glow}} b", color: ink}}') == []
    assert found(warnings, deck, f"word: {{{BOX}, text: Hills, background: ink, color: glow, size: 9pt}}") == []
    assert found(warnings, deck, f"word: {{{BOX}, text: Hills, background: ink, size: 9pt, color: '#222222'}}") != []
