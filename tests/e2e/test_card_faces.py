"""A table whose cards have three layouts, by the column that names their faces: from the command line to the paper."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest

DECK = """\
deck: sample
title: Sample
language: en
languages: [pt]
stocks:
  card: {shape: card, size: poker, corner: 3mm, bleed: 3mm, safe: 3mm}
palette: {ink: "#1b1b1b", glow: "#f6cf5a"}
components:
  - {id: cards, rows: cards.csv, front: "sample#{{ card.kind }}", back: sample#back}
"""
ROWS = """\
id,kind,name,name.pt,rules,rules.pt,power,copies
ash,creature,Ash,Cinza,Burns,Queima,3,2
dive,spell,Dive,Mergulho,Draws,Compra,,1
mire,place,Mire,Brejo,,,,1
"""
FACES = """\
template: sample
fonts: {text: {family: Alegreya Sans}}
styles: {name: {size: 14pt, min-size: 8pt, color: ink}}
faces:
  creature:
    zones:
      ground: {in: bleed, fill: glow}
      name: {in: safe, box: {top: 0mm, height: 9mm}, text: "creature {{ card.name }}", style: name}
      power: {in: safe, box: {bottom: 0mm, height: 9mm}, text: "power {{ card.power }}", style: name}
  spell:
    zones:
      ground: {in: bleed, fill: glow}
      name: {in: safe, box: {top: 0mm, height: 9mm}, text: "spell {{ card.name }}", style: name}
      rules: {in: safe, box: {bottom: 0mm, height: 30mm}, text: "{{ card.rules }}", style: name}
  place:
    zones:
      ground: {in: bleed, fill: glow}
      name: {in: safe, box: {bottom: 0mm, height: 9mm}, text: "place {{ card.name }}", style: name}
  back: {zones: {ground: {in: bleed, fill: ink}}}
"""


@pytest.fixture
def sample(deck) -> Any:
    deck.write("deck.yaml", DECK)
    deck.write("cards.csv", ROWS)
    deck.write("templates/sample.yaml", FACES)
    return deck


@pytest.fixture
def made(tmp_path) -> Path:
    return tmp_path / "output/sample/sample-sheets.pdf"


def words(pdf: Path) -> str:
    return " ".join(page.get_textpage().get_text_range() for page in pdfium.PdfDocument(pdf)).replace("\r\n", " ")


def test_each_card_is_printed_in_its_layout_in_both_languages(sample, cli, made):
    assert cli("build", "./sample").code == 0
    printed = words(made)
    assert (printed.count("creature Ash"), printed.count("power 3"), printed.count("Burns")) == (2, 2, 0)
    assert (printed.count("spell Dive"), printed.count("Draws"), printed.count("place Mire")) == (1, 1, 1)
    assert cli("build", "./sample", "--language", "pt").code == 0
    printed = words(made.with_name("sample-sheets-pt.pdf"))
    assert "creature Cinza" in printed
    assert "Compra" in printed


def test_validate_has_nothing_to_say_of_it_and_names_the_cell_of_a_wrong_one(sample, cli):
    assert "no errors" in cli("validate", "./sample", "--strict").err
    sample.write("cards.csv", ROWS.replace(",spell,", ",spel,"))
    told = cli("validate", "./sample")
    assert told.code == 1
    assert (
        "sample/cards.csv:3:6: error[unknown-face]: template 'sample' has no face 'spel'; did you mean 'spell'? (card dive)"
        in told.err
    )
    assert "  |      ^^^^\n" in told.err
    assert "  from sample/deck.yaml:9:41 which takes the front from it\n" in told.err
    assert "1 error\n" in told.err, "what is wrong in one language is told once"


def test_a_wrong_expression_is_reported_once_for_all_cards(sample, cli):
    sample.write("deck.yaml", DECK.replace("card.kind", "card.knid"))
    told = cli("build", "./sample")
    assert told.code == 1
    assert told.err.count("error[unknown-field]") == 1
    assert (
        "sample/deck.yaml:9:41: error[unknown-field]: card has no field 'knid'; did you mean 'kind'? (card ash and 2 more)"
        in told.err
    )


def test_since_prints_what_has_another_face_and_what_shows_another_value(sample, cli, made):
    assert cli("build", "./sample").code == 0
    manifest = str(made.with_suffix(".json"))
    sample.write("cards.csv", ROWS.replace("Burns", "Burned").replace("place", "spell"))
    done = cli("build", "./sample", "--since", manifest)
    assert "1 changed: mire\n" in done.err, "a creature's face doesn't show its rules"
    assert "spell Mire" in words(made)
    sample.write("cards.csv", ROWS.replace("place", "spell").replace("Draws", "Drew"))
    assert "1 changed: dive\n" in cli("build", "./sample", "--since", manifest).err


def test_pictures_and_counts_go_by_the_face_of_each_card(sample, cli, tmp_path):
    assert cli("export", "./sample", "--to", "png", "--dpi", "36").code == 0
    fronts = {p.name: p.read_bytes() for p in tmp_path.rglob("*-front.png")}
    assert len(set(fronts.values())) == 3
    found = json.loads(cli("stats", "./sample", "--json").out)
    faces = {t["face"] for deck in found.get("decks", [found]) for t in deck["texts"]}
    assert faces == {"sample#creature", "sample#spell", "sample#place"}


def test_fields_are_written_beside_the_expression(sample, cli):
    assert cli("declare-fields", "./sample").code == 0
    text = (sample.path / "deck.yaml").read_text()
    assert 'front: "sample#{{ card.kind }}", back: sample#back, fields: {kind: text, ' in text
    assert cli("build", "./sample").code == 0


def test_a_wrong_kind_can_be_told_by_the_field_itself(sample, cli):
    fields = "fields: {kind: {type: choice, choices: [creature, spell, place]}}"
    sample.write("deck.yaml", DECK.replace("back: sample#back", f"back: sample#back, {fields}"))
    assert cli("build", "./sample").code == 0
    sample.write("cards.csv", ROWS.replace(",spell,", ",spel,"))
    assert "cards.csv:3:6: error[wrong-value]: kind: 'spel' is none of" in cli("build", "./sample").err


def test_an_unquoted_expression_is_shown_how_to_quote(sample, cli):
    sample.write("deck.yaml", DECK.replace('"sample#{{ card.kind }}"', "sample#{{ card.kind }}"))
    assert 'hint: write "sample#{{ card.kind }}"\n' in cli("build", "./sample").err


def test_an_edit_of_the_kind_is_another_layout_under_watch(sample, tmp_path):
    from carddesigner.core.cache import Cache
    from carddesigner.deck.find import loaded_deck
    from carddesigner.pipeline.build import PrintOptions, build_deck

    cache = Cache()
    build_deck(loaded_deck(sample.path), PrintOptions(output=tmp_path / "warm"), cache=cache)
    sample.write("cards.csv", ROWS.replace("place", "spell"))
    warm = build_deck(loaded_deck(sample.path), PrintOptions(output=tmp_path / "warm"), cache=cache)
    cold = build_deck(loaded_deck(sample.path), PrintOptions(output=tmp_path / "cold"))
    assert warm.artifacts[0].path.read_bytes() == cold.artifacts[0].path.read_bytes()
    assert "spell Mire" in words(warm.artifacts[0].path)
