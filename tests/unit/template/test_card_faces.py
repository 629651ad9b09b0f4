"""Faces that cards name themselves: ``front: "sample#{{ card.kind }}"``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from carddesigner.core.report import Report
from carddesigner.deck.find import loaded_deck
from carddesigner.layout.inputs import input_digests
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job
from carddesigner.pipeline.options import PrintOptions

FRONT = 'front: "sample#{{ card.kind }}"'
ROWS = "id,kind,name,text,copies\nash,beast,Ash,burns,1\ndive,spell,Dive,draw two,2\noak,beast,Oak,sleeps,1\n"
FACES = """\
template: sample
fonts:
  text: {family: Alegreya Sans}
faces:
  beast: {zones: {name: {in: safe, text: "{{ card.name }}"}}}
  spell: {zones: {text: {in: safe, text: "{{ card.text }}"}}}
  "2": {zones: {ground: {fill: ink}}}
  Big Beast: {zones: {ground: {fill: glow}}}
  dark: {zones: {ground: {in: bleed, fill: ink}}}
  light: {zones: {ground: {in: bleed, fill: glow}}}
"""


@pytest.fixture
def kinds(deck) -> Callable[..., Any]:
    """Writes the sample deck with faces by the cards' kinds."""

    def write(sides: str = FRONT, rows: str = ROWS, faces: str = FACES):
        deck.zones('name: {text: "-"}', rows)
        text = (deck.path / "deck.yaml").read_text()
        deck.write("deck.yaml", text.replace("front: sample#front", sides))
        deck.write("templates/sample.yaml", faces)
        return deck

    return write


def ids(deck) -> dict[str, tuple[str, ...]]:
    """The faces of each card, front and back."""
    return {name: tuple(f.id for f in faces if f is not None) for name, faces in deck.lay().faces.items()}


def test_a_card_has_the_face_that_its_own_cell_names(kinds):
    assert ids(kinds()) == {"ash": ("sample#beast",), "dive": ("sample#spell",), "oak": ("sample#beast",)}


@pytest.mark.parametrize(
    ("name", "rows", "face"),
    [
        ("{{ 'dark' if card.cost > 1 else 'light' }}", "cost\n3\n", "dark"),
        ("{{ card.kind | lower }}", "kind\nDARK\n", "dark"),
        ("{{ card.kind }}", "kind\nBig Beast\n", "Big Beast"),
        ("Big {{ card.kind }}", "kind\nBeast\n", "Big Beast"),
        ("{{ card.level }}", "level\n2\n", "2"),
        ("{{ deck.id }}", "name\nx\n", "sample"),
        ("{{ language }}", "name\nx\n", "en"),
    ],
)
def test_any_expression_may_name_it(kinds, name, rows, face):
    made = kinds(f'front: "sample#{name}"', rows, f"{FACES}  sample: {{zones: {{}}}}\n  en: {{zones: {{}}}}\n")
    assert set(ids(made).values()) == {(f"sample#{face}",)}


def test_front_and_back_may_both_depend_on_the_card(kinds):
    sides = f"{FRONT}, back: \"sample#{{{{ 'dark' if card.kind == 'spell' else 'light' }}}}\""
    made = kinds(sides)
    assert ids(made)["dive"] == ("sample#spell", "sample#dark")
    assert ids(made)["oak"] == ("sample#beast", "sample#light")
    swapped = kinds("front: \"sample#{{ 'dark' if side == 'back' else 'light' }}\", back: \"sample#{{ 'dark' }}\"")
    assert ids(swapped)["ash"] == ("sample#light", "sample#dark")


def test_copies_have_faces_of_their_own_where_the_expression_asks_which_copy_it_is(kinds):
    made = kinds(
        "front: \"sample#{{ 'dark' if copy == 1 else 'light' }}\", back: sample#spell", "id,text,copies\na,x,3\n"
    )
    deck = loaded_deck(made.path)
    (piece,) = lay_out(print_job(deck), Report())
    assert [front.id for front, _ in piece.copies] == ["sample#dark", "sample#light", "sample#light"]
    assert {back.id for _, back in piece.copies if back is not None} == {"sample#spell"}


def test_one_piece_without_a_table_has_a_face_too(kinds):
    made = kinds()
    text = (made.path / "deck.yaml").read_text()
    named = "front: \"sample#{{ 'dark' if copy == 2 else 'light' }}\""
    made.write("deck.yaml", f"{text}  - {{id: token, copies: 2, {named}}}\n")
    pieces = {p.id: p for p in lay_out(print_job(loaded_deck(made.path)), Report())}
    assert [front.id for front, _ in pieces["token"].copies] == ["sample#light", "sample#dark"]


def test_cards_with_equal_values_are_one_face(kinds):
    made = kinds(rows="id,kind,name\na,beast,Ash\nb,beast,Ash\n").lay()
    assert made.faces["a"][0] is made.faces["b"][0]


def test_a_name_that_is_none_is_reported_at_its_cell_with_the_nearest(kinds):
    made = kinds(rows=ROWS.replace("spell", "spel"))
    (found,) = made.errors()
    assert (found.code, found.card) == ("unknown-face", "dive")
    assert found.message == "template 'sample' has no face 'spel'; did you mean 'spell'?"
    assert str(found.span).endswith("cards.csv:3:6")
    assert found.hint == "template 'sample' has beast, spell, 2, Big Beast, dark, light"
    assert [(str(r.span).rpartition("/")[2], r.message) for r in found.related] == [
        ("deck.yaml:7:41", "which takes the front from it")
    ]


def test_every_card_that_names_none_is_reported_and_what_else_is_wrong_as_well(kinds):
    made = kinds(rows=ROWS.replace("spell", "spel") + "x,,X,x,1\nlong,spell,L,:nothing:,1\n")
    assert [(d.code, d.card) for d in made.errors()] == [
        ("unknown-face", "dive"),
        ("unknown-face", "x"),
        ("unknown-icon", "long"),
    ]
    blank = made.errors()[1]
    assert blank.message == "'card.kind', which names the face, is blank"
    assert str(blank.span).endswith("cards.csv:5:3")


def test_the_cell_is_found_in_a_column_whose_header_has_a_dot(kinds):
    made = kinds('front: "sample#{{ card.look.face }}"', "id,look.face\na,beats\n")
    assert str(made.error("unknown-face").span).endswith("cards.csv:2:3")


def test_a_name_that_no_cell_is_to_blame_for_is_reported_at_its_row(kinds):
    made = kinds("front: \"sample#{{ 'besat' }}\"", "id,name\na,Ash\n")
    assert str(made.error("unknown-face").span).endswith("cards.csv:2:1")


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("{{ card.knid }}", "unknown-field", "card has no field 'knid'; did you mean 'kind'?"),
        ("{{ crad.kind }}", "unknown-name", "there is no 'crad' here; did you mean 'card'?"),
        ("{{ card.name + 1 }}", "expression-failed", "'card.name + 1' has no value"),
        ("{{ card.kind == 'beast' }}", "wrong-type", "a face's name is a text; \"card.kind == 'beast'\" is true"),
        ("{{ [card.kind] }}", "wrong-type", "a face's name is a text; '[card.kind]' is a list"),
        ("{{ card }}", "wrong-type", "a face's name is a text; 'card' is a record"),
    ],
)
def test_an_expression_that_gives_no_name_is_reported_at_its_place_with_the_card(kinds, name, code, words):
    found = kinds(f'front: "sample#{name}"').error(code)
    assert words in found.message
    assert (str(found.span).rpartition("/")[2], found.card) == ("deck.yaml:7:41", "ash")
    assert [str(r.span).rpartition("/")[2] for r in found.related] == ["cards.csv:2:1"]


@pytest.mark.parametrize("name", ["{{ card.kind + }}", "{% if card.kind %}", "{{ card.kind | sperll }}"])
def test_an_expression_that_cant_be_read_is_reported_once(kinds, name):
    (found,) = kinds(f'front: "sample#{name}"').errors()
    assert (found.code, found.card, str(found.span).rpartition("/")[2]) == ("expression-syntax", None, "deck.yaml:7:41")


def test_the_template_is_no_expression(kinds):
    found = kinds('front: "{{ card.kind }}#front"').error("face-name")
    assert "only the face, after the #, may be an expression" in found.message
    assert kinds('front: "{{ card.kind }}"').error("face-name").hint == (
        "the template goes before it: lanterns#{{ card.kind }}"
    )


def test_running_text_has_no_cards_to_name_its_faces(kinds):
    made = kinds()
    made.write("rules.md", "# Rules\n")
    text = (made.path / "deck.yaml").read_text()
    for source, side in (("pages", "front"), ("booklet", "cover"), ("leaflet", "back")):
        sides = dict.fromkeys(("front", side), "sample#beast") | {side: '"sample#{{ card.kind }}"'}
        written = ", ".join(f"{k}: {v}" for k, v in sides.items())
        made.write("deck.yaml", f"{text}  - {{id: rules, {source}: rules.md, {written}}}\n")
        found = made.error("face-name")
        assert "running text has no cards to name their faces" in found.message
        assert (found.span.line, found.span.column) == (
            8,
            1 + f"  - {{id: rules, {source}: rules.md, {written}}}".index('"'),
        )


def test_regions_are_looked_for_in_the_faces_that_cards_have(kinds):
    faces = FACES.replace("dark: {zones: {ground: {in: bleed", "dark: {zones: {ground: {in: corners")
    assert len(ids(kinds(faces=faces))) == 3, "no card has that face"
    found = kinds(rows=ROWS.replace("spell", "dark") + "b,dark,B,b,1\n", faces=faces).errors()
    assert [(d.code, d.message) for d in found] == [("unknown-region", "stock 'card' has no region 'corners'")]


def test_nets_may_have_faces_by_their_rows(kinds):
    faces = FACES.replace("dark: {zones: {ground: {in: bleed", "dark: {zones: {ground: {in: top")
    made = kinds(f"net: {{size: [20mm, 20mm, 10mm]}}, {FRONT}", "id,kind\na,dark\nb,light\n", faces)
    assert ids(made) == {"a": ("sample#dark",), "b": ("sample#light",)}
    lost = kinds(
        f"net: {{size: [20mm, 20mm, 10mm]}}, {FRONT}", "id,kind\na,dark\n", faces.replace("in: top", "in: tpo")
    )
    assert lost.error("unknown-region").message == "the block has no region 'tpo'; did you mean 'top'?"


def test_digests_tell_another_face_and_the_values_that_it_shows(kinds):
    def digests(rows: str) -> dict[str, str]:
        return {id_: d for (_, id_), d in input_digests(loaded_deck(kinds(rows=rows).path)).items()}

    before = digests(ROWS)
    assert set(before) == {"ash", "dive", "oak"}

    def changed(rows: str) -> set[str]:
        return {id_ for id_, d in digests(rows).items() if d != before[id_]}

    assert changed(ROWS) == set()
    assert changed(ROWS.replace("oak,beast", "oak,spell")) == {"oak"}
    assert changed(ROWS.replace("draw two", "draw three")) == {"dive"}
    assert changed(ROWS.replace("sleeps", "wakes")) == set(), "a beast's face doesn't show its text"
    assert set(digests(ROWS.replace("oak,beast", "oak,besat"))) == {"ash", "dive"}
    dark, light = (digests(ROWS.replace("oak,beast", f"oak,{name}"))["oak"] for name in ("dark", "light"))
    assert dark != light, "faces that show no value of the card"


def test_digests_tell_faces_that_only_some_copies_have(kinds):
    def digest(front: str, copies: int) -> str:
        made = kinds(f'front: "sample#{{{{ {front} }}}}"', f"id,kind,copies\na,beast,{copies}\n")
        return input_digests(loaded_deck(made.path))["cards", "a"]

    second = "'dark' if copy == 2 else 'light'"
    assert digest(second, 1) != digest(second, 2)
    assert digest("'light'", 1) == digest("'light'", 2)


def test_a_selection_looks_at_the_faces_of_what_it_chooses(kinds):
    made = kinds(rows=ROWS.replace("spell", "spel"))
    pieces = lay_out(print_job(loaded_deck(made.path), PrintOptions(select="name == 'Oak'")), Report())
    assert [p.id for p in pieces] == ["oak"]
