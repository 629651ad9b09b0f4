"""What templates ask of their fonts: weights, axes, faces; and what is reported of those that aren't there."""

from __future__ import annotations

import pytest

from carddesigner.core.items import TextItem
from carddesigner.core.report import Report
from carddesigner.deck.find import loaded_deck
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job
from carddesigner.pipeline.validate import validate_deck
from tests.conftest import flat
from tests.font_maker import make_font

AXES = (("wght", 100.0, 400.0, 900.0), ("wdth", 75.0, 100.0, 100.0))


def with_fonts(deck, fonts: str, zone: str = 'text: "{{ card.name }}", size: 9pt', rows: str = "name\nABC\n"):
    deck.zones(f"one: {{{zone}}}\ntwo: {{{zone}}}", rows)
    template = (deck.path / "templates/sample.yaml").read_text()
    declared = "fonts:\n  text: {family: Alegreya Sans}\n"
    assert declared in template
    deck.write("templates/sample.yaml", template.replace(declared, f"fonts: {fonts}\n"))
    (deck.path / "fonts").mkdir(exist_ok=True)
    return deck


def faces(deck) -> list[tuple[str, int]]:
    """The file and the weight of each zone's text."""
    loaded = loaded_deck(deck.path)
    (piece,) = lay_out(print_job(loaded), Report())
    items = [item for zone in piece.first[0].zones for item in flat(zone.items) if isinstance(item, TextItem)]
    found = [loaded.assets.face(part.font) for item in items for part in item.pieces]
    return [(face.path.name, face.weight) for face in found]


def weights_of(deck) -> None:
    for weight, style in ((300, "Light"), (400, "Regular"), (600, "SemiBold"), (700, "Bold")):
        make_font(deck.path / "fonts" / f"{weight}.ttf", "My Face", style, weight=weight)


@pytest.mark.parametrize(
    ("font", "zone", "file"),
    [
        ("{family: My Face}", "", "400.ttf"),
        ("My Face", ", bold: true", "700.ttf"),
        ("{family: My Face, weight: light}", "", "300.ttf"),
        ("{family: My Face, weight: 600}", "", "600.ttf"),
        ("{family: My Face, instance: SemiBold}", "", "600.ttf"),
        ("{family: My Face}", ", weight: semibold", "600.ttf"),
        ("{family: My Face, weight: 600}", ", weight: 300", "300.ttf"),
        ("{family: Alegreya Sans, languages: {en: My Face}}", "", "400.ttf"),
    ],
)
def test_a_weight_may_be_said_where_the_font_is_declared_and_where_text_is(deck, font, zone, file):
    with_fonts(deck, f"{{text: {font}}}", f'text: "{{{{ card.name }}}}", size: 9pt{zone}')
    weights_of(deck)
    assert {name for name, _ in faces(deck)} == {file}


def test_axes_are_asked_of_a_variable_font(deck):
    with_fonts(deck, "{text: {family: My Face, weight: 650, axes: {wdth: 80}}}")
    make_font(deck.path / "fonts/X[wght,wdth].ttf", "My Face", axes=AXES)
    assert faces(deck) == [("X[wght,wdth].ttf", 650)] * 2


@pytest.mark.parametrize(
    ("font", "code", "column", "message"),
    [
        ("{family: Mine Face}", "unknown-font", 24, "there is no font 'Mine Face'; did you mean 'My Face'?"),
        ("Mine Face", "unknown-font", 15, "there is no font 'Mine Face'; did you mean 'My Face'?"),
        ("{family: My Face, axes: {wdht: 80}}", "unusable-font", 39, "no axis 'wdht'; did you mean"),
        (
            "{family: My Face, axes: {wdth: 180}}",
            "unusable-font",
            39,
            "wdth of font 'My Face' goes from 75 to 100, not 180",
        ),
        ("{family: My Face, axes: 80}", "wrong-type", 39, "`axes` is a mapping"),
        ("{family: My Face, weight: 950}", "unusable-font", 41, "no weight 950; it has Regular (wght 100 to 900"),
        ("{family: My Face, weight: heavey}", "wrong-value", 41, "'heavey' is no weight; did you mean 'heavy'?"),
        ("{family: My Face, italic: true}", "unusable-font", 41, "no italic"),
        ("{family: My Face, instance: Fat}", "unusable-font", 43, "no face 'Fat'"),
        ("{family: {x: y}}", "wrong-type", 24, "expected a family's name"),
        ("{family: My Face, fallback: [[a]]}", "wrong-type", 44, "expected a family's name"),
        ("{family: My Face, fallback: [Their Face]}", "unknown-font", 44, "there is no font 'Their Face'"),
        ("{family: My Face, wieght: 300}", "unknown-font", 33, "no setting 'wieght'; did you mean 'weight'?"),
    ],
)
def test_what_a_font_has_not_is_one_error_at_its_line(deck, font, code, column, message):
    with_fonts(deck, f"{{text: {font}}}", rows="name\nA\nB\nC\n")
    make_font(deck.path / "fonts/x.ttf", "My Face", axes=AXES)
    (error,) = deck.errors()
    assert error.code == code
    assert message in error.message
    template = (deck.path / "templates/sample.yaml").read_text().splitlines()
    assert template[error.span.line - 1].startswith("fonts:")
    assert (error.span.column, error.zone, error.card) == (column, None, None)


def test_an_error_of_a_family_says_what_lies_unused_and_why(deck):
    with_fonts(deck, "{text: {family: Mine}}")
    make_font(deck.path / "fonts/good.ttf", "Another")
    make_font(deck.path / "fonts/kept.ttf", "Kept", rights=2)
    deck.write("fonts/bad.otf", b"nothing")
    (error,) = deck.errors()
    assert error.hint == (
        "fonts/bad.otf is no font, or an encrypted one; use the .ttf, .otf or .woff2 that its maker gives out; "
        "fonts/good.ttf is 'Another'; "
        "fonts/kept.ttf may not be embedded, by its licence (fsType 2); use another font, or ask its maker"
    )


def test_a_family_that_may_not_be_embedded_says_so(deck):
    with_fonts(deck, "{text: {family: Kept}}")
    make_font(deck.path / "fonts/x.ttf", "Kept", rights=2)
    (error,) = deck.errors()
    assert "font 'Kept' can't be used: x.ttf may not be embedded, by its licence" in error.message


def test_a_weight_that_text_asks_for_in_vain_is_reported_at_the_zone(deck):
    with_fonts(deck, "{text: My Face}", 'text: "{{ card.name }}", size: 9pt, weight: 500')
    weights_of(deck)
    found = deck.errors()
    assert [(e.code, e.span.line) for e in found] == [("unusable-font", 6), ("unusable-font", 7)]
    assert all("no weight 500; it has Light (300)" in e.message for e in found)


def test_fonts_of_a_deck_are_bounded_in_all(deck, monkeypatch):
    from carddesigner.deck import assets

    monkeypatch.setattr(assets, "MAX_FONT_BYTES", 1000)
    with_fonts(deck, "{text: My Face}")
    weights_of(deck)
    assert "the deck's fonts have more than" in deck.error("unusable-font").message


def test_packed_fonts_of_a_deck_are_bounded_in_all(deck, monkeypatch):
    from carddesigner.text import woff2

    with_fonts(deck, "{text: My Face}")
    data = make_font(deck.path / "fonts/x.woff2", "My Face").read_bytes()
    make_font(deck.path / "fonts/y.woff2", "My Face", "Bold", weight=700)
    one = sum(length for _, length in woff2._directory(data)[0])
    monkeypatch.setattr(woff2, "MAX_UNPACKED", one * 3 // 2)
    assert "fonts unpack to" in deck.error("unusable-font").message


def test_a_font_that_nothing_uses_is_warned_of_with_what_it_is(deck):
    with_fonts(deck, "{text: Alegreya Sans}")
    make_font(deck.path / "fonts/x.ttf", "My Face")
    deck.write("fonts/y.ttf", b"nothing")
    report = Report()
    validate_deck(deck.path, report)
    assert [(d.message, d.hint[:46]) for d in report if d.code == "unused-file"] == [
        ("nothing refers to fonts/x.ttf", "delete it, or name its family, My Face, in a t"),
        ("nothing refers to fonts/y.ttf", "it is no font, or an encrypted one; use the .t"),
    ]


def test_where_the_deck_has_no_fonts_the_hint_says_how_to_get_one(deck):
    deck.zones("one: {text: A, size: 9pt}")
    file = deck.path / "templates" / "sample.yaml"
    text = file.read_text()
    line = next(one for one in text.splitlines() if one.startswith("  text:"))
    file.write_text(text.replace(line, "  text: {family: Nowhere Sans}", 1))
    assert '`carddesigner fonts add "Nowhere Sans" DECK`' in deck.error("unknown-font").hint
