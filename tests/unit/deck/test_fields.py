"""``fields:`` types the cells, and says at the cell what is wrong with one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from .conftest import TableDeck

Csv = Callable[..., TableDeck]
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h10v10z"/></svg>'


def column(csv_deck: Csv, cells: list[str], **field: Any) -> TableDeck:
    """A deck whose column ``it`` has these cells."""
    lines = "".join(f'n{i},"{c.replace(chr(34), chr(34) * 2)}"\n' for i, c in enumerate(cells))
    return csv_deck("name,it\n" + lines, {"it": field})


@pytest.mark.parametrize(
    ("field", "cells", "values"),
    [
        ({"type": "text"}, ["007", "", " a b "], ["007", "", "a b"]),
        ({"type": "rich-text"}, ["**a** :sun:", ""], ["**a** :sun:", ""]),
        ({"type": "integer"}, ["7", "-3", "+4", "12.0", ""], [7, -3, 4, 12, None]),
        ({"type": "integer", "default": 3}, ["", "1"], [3, 1]),
        ({"type": "number"}, ["7", "2.5", "-0.5", ""], [7, 2.5, -0.5, None]),
        ({"type": "boolean"}, ["yes", "No", "TRUE", "x", "0", "", "✓"], [True, False, True, True, False, False, True]),
        ({"type": "choice", "choices": ["fire", "ice"]}, ["fire", "ice", ""], ["fire", "ice", None]),
        ({"type": "choice", "choices": [1, 2.5, "J"]}, ["1", "2.5", "J"], ["1", "2.5", "J"]),
        ({"type": "list"}, ["a, b ,c", "", "a,", "x"], [["a", "b", "c"], [], ["a"], ["x"]]),
        ({"type": "list", "of": "integer", "separator": "/", "min": 2}, ["1/2", "3/1/5"], [[1, 2], [3, 1, 5]]),
        ({"type": "colour"}, ["ink", "#fff", "rgb(1, 2, 3)"], ["ink", "#fff", "rgb(1, 2, 3)"]),
        ({"type": "icon"}, ["sun", ""], ["sun", None]),
        ({"type": "image"}, ["art/a.png", "art\\a.png", "art/b.svg"], ["art/a.png", "art\\a.png", "art/b.svg"]),
        ({"type": "length"}, ["3mm", "1.5 in", "0"], ["3mm", "1.5 in", "0"]),
        ({"type": "text", "pattern": "[A-Z]{2}-\\d+"}, ["AB-1", "", "XY-99"], ["AB-1", "", "XY-99"]),
        ({"type": "text", "unique": True}, ["a", "", "b", ""], ["a", "", "b", ""]),
    ],
)
def test_cells_become_values(
    csv_deck: Csv, tables: TableDeck, field: dict[str, Any], cells: list[str], values: list[object]
) -> None:
    tables.write("symbols/sun.svg", SVG).write("art/b.svg", SVG)
    Image.new("RGB", (3, 3)).save(tables.path / "art/a.png")
    found = [c["it"] for c in column(csv_deck, cells, **field).cards()]
    assert found == values
    assert [type(v) for v in found] == [type(v) for v in values]


@pytest.mark.parametrize(
    ("field", "cell", "code", "words"),
    [
        ({"type": "text", "required": True}, "", "missing-value", "it: a value is missing"),
        ({"type": "text", "max": 3}, "abcd", "wrong-value", "it: the text has 4 characters, more than the `max` of 3"),
        ({"type": "text", "pattern": "[A-Z]+"}, "Ab", "wrong-value", "it: 'Ab' doesn't match the pattern [A-Z]+"),
        ({"type": "text", "pattern": "a|b"}, "ab", "wrong-value", "'ab' doesn't match"),
        ({"type": "rich-text"}, "gain :snu:", "unknown-icon", "unknown icon 'snu'; did you mean 'sun'?"),
        ({"type": "integer"}, "2.5", "wrong-type", "it: '2.5' is not a whole number"),
        ({"type": "integer"}, "three", "wrong-type", "it: 'three' is not a whole number"),
        ({"type": "integer", "min": 0}, "-1", "wrong-value", "it: -1, less than the `min` of 0"),
        ({"type": "integer", "max": 9}, "10", "wrong-value", "it: 10, more than the `max` of 9"),
        ({"type": "number"}, "1e3", "wrong-type", "it: '1e3' is not a number"),
        ({"type": "number"}, "½", "wrong-type", "is not a number"),
        ({"type": "boolean"}, "maybe", "wrong-type", "it: 'maybe' is neither yes nor no"),
        (
            {"type": "choice", "choices": ["fire", "ice"]},
            "frie",
            "wrong-value",
            "'frie' is none of fire, ice; did you mean 'fire'?",
        ),
        ({"type": "list", "max": 2}, "a,b,c", "wrong-value", "it: the list has 3 entries, more than the `max` of 2"),
        ({"type": "list", "of": "choice", "choices": ["a", "b"]}, "a,c", "wrong-value", "'c' is none of a, b"),
        ({"type": "list", "of": "integer"}, "1,x", "wrong-type", "'x' is not a whole number"),
        ({"type": "colour"}, "imk", "unknown-color", "unknown colour 'imk'; did you mean 'ink'?"),
        ({"type": "colour"}, "#ffcc0", "bad-color", "#ffcc0"),
        ({"type": "icon"}, "sum", "unknown-icon", "unknown icon 'sum'; did you mean 'sun'?"),
        ({"type": "image"}, "art/sum.png", "missing-file", "did you mean 'art/sun.png'?"),
        ({"type": "image"}, "../../x.png", "outside-folder", "leads out"),
        ({"type": "length"}, "3", "bad-length", "3mm"),
        ({"type": "text", "unique": True}, "n", "duplicate-value", "it 'n' appears here twice"),
    ],
)
def test_a_wrong_cell_is_reported_at_its_place(
    csv_deck: Csv, tables: TableDeck, field: dict[str, Any], cell: str, code: str, words: str
) -> None:
    tables.write("symbols/sun.svg", SVG).write("art/a.png", b"").write("art/sun.png", b"")
    Image.new("RGB", (3, 3)).save(tables.path / "art/a.png")
    cells = ["n", cell] if "unique" in field else [cell]
    told = column(csv_deck, cells, **field).one()
    line = len(cells) + 1
    assert (told.code, told.place) == (code, f"cards.csv:{line}:4")
    assert told.marked == f'"{cell}"'
    assert words in told.message


@pytest.mark.parametrize(
    ("field", "marked", "words"),
    [
        ({"type": "interger"}, '"interger"', "did you mean 'integer'"),
        ({"type": "integer", "mni": 1}, '"mni"', "did you mean 'min'"),
        ({"type": "boolean", "min": 1}, "1", "`min` doesn't apply to a field of type boolean"),
        ({"type": "integer", "min": 3, "max": 1}, "3", "`min` 3 is more than `max` 1"),
        ({"type": "integer", "choices": ["a"]}, '["a"]', "belong to a choice"),
        ({"type": "integer", "pattern": "a"}, '"a"', "only to text"),
        ({"type": "text", "to": "cards"}, '"cards"', "doesn't apply to"),
        ({"type": "text", "pattern": "(a"}, '"(a"', "no regular expression"),
        ({"type": "text", "pattern": "(?=a)b"}, '"(?=a)b"', "look-around"),
        ({"type": "text", "pattern": "((a{50}){50}){50}"}, '"((a{50}){50}){50}"', "multiply"),
        ({"type": "integer", "default": "many"}, '"many"', "`default`: 'many' is not a whole number"),
        ({"type": "choice", "choices": ["a"], "default": "b"}, '"b"', "`default`: 'b' is none of a"),
        ({"type": "list", "separator": ""}, '""', "`separator`"),
    ],
)
def test_a_wrong_declaration_is_reported_where_it_stands(
    csv_deck: Csv, field: dict[str, Any], marked: str, words: str
) -> None:
    told = column(csv_deck, ["1"], **field).one()
    assert told.place.startswith("deck.yaml:")
    assert told.marked == marked
    assert words in told.message


@pytest.mark.parametrize("field", [{"type": "choice"}, {"type": "list", "of": "choice"}, {"type": "reference"}])
def test_what_a_type_can_t_do_without(csv_deck: Csv, field: dict[str, Any]) -> None:
    assert column(csv_deck, ["1"], **field).one().code == "missing-key"


def test_a_field_without_a_column_names_the_nearest(csv_deck: Csv) -> None:
    told = csv_deck("name,cost\nFire,1\n", {"name": "text", "csot": "integer"}).one()
    assert (told.code, told.marked) == ("missing-column", '"csot"')
    assert "did you mean 'cost'" in told.message


def test_a_field_without_a_column_may_have_a_default(csv_deck: Csv) -> None:
    assert csv_deck("name\nFire\n", {"edition": {"type": "integer", "default": 2}}).cards() == [
        {"name": "Fire", "edition": 2}
    ]


def test_all_wrong_cells_are_reported_at_once(csv_deck: Csv) -> None:
    kind = {"type": "choice", "choices": ["fire"], "required": True}
    told = csv_deck("name,cost,kind\nFire,x,frie\nIce,2,\nIce,y,fire\n", {"cost": "integer", "kind": kind}).told()
    assert [t.place for t in told] == ["cards.csv:2:6", "cards.csv:2:8", "cards.csv:3:7", "cards.csv:4:5"]


def test_a_column_that_is_all_wrong_is_reported_a_hundred_times(csv_deck: Csv) -> None:
    told = csv_deck("name,cost\n" + "".join(f"n{i},x{i}\n" for i in range(5000)), {"cost": "integer"}).told()
    assert len(told) == 100
    assert "not read" in (told[-1].hint or "")


def test_a_pattern_that_never_ends_elsewhere_ends_here(csv_deck: Csv) -> None:
    told = column(csv_deck, ["a" * 90_000 + "!"], type="text", pattern="(a+)+").one()
    assert told.code == "wrong-value"
    assert len(told.message) < 200


def heroes(tables: TableDeck, cards: str, **field: Any) -> TableDeck:
    tables.write("heroes.csv", "id,name,rival\nada,Ada,bob\nbob,Bob,bob\ncy,Cy,\n").write("cards.csv", cards)
    tables.component("cards", "cards.csv", fields={"hero": {"type": "reference", "to": "heroes", **field}})
    return tables.component("heroes", "heroes.csv", fields={"rival": {"type": "reference", "to": "heroes"}})


def test_a_reference_is_the_card_it_names(tables: TableDeck) -> None:
    found = heroes(tables, "name,hero\nSword,ada\nShield,\n").cards()
    assert found[0]["hero"]["name"] == "Ada"
    assert found[1]["hero"] is None


def test_a_reference_by_another_field_and_to_a_component_without_ids(tables: TableDeck) -> None:
    assert heroes(tables, "name,hero\nSword,Bob\n", by="name").cards()[0]["hero"]["id"] == "bob"


def test_a_card_that_refers_to_itself_is_no_circle(tables: TableDeck) -> None:
    bob = heroes(tables, "name,hero\nSword,bob\n").cards("heroes")[1]
    assert bob["rival"]["name"] == "Bob"
    assert bob["rival"]["rival"] == "bob"


def test_a_reference_to_nothing_names_the_nearest(tables: TableDeck) -> None:
    told = heroes(tables, "name,hero\nSword,adda\n").one()
    assert (told.code, told.place, told.marked) == ("unknown-reference", "cards.csv:2:7", "adda")
    assert told.message == "hero: no card of heroes has the id 'adda'; did you mean 'ada'?"


@pytest.mark.parametrize(
    ("field", "marked", "words"),
    [({"to": "heros"}, '"heros"', "did you mean 'heroes'"), ({"by": "nmae"}, '"nmae"', "did you mean 'name'")],
)
def test_a_reference_that_leads_nowhere(tables: TableDeck, field: dict[str, str], marked: str, words: str) -> None:
    told = heroes(tables, "name,hero\nSword,ada\n", **field).one()
    assert told.place.startswith("deck.yaml")
    assert told.marked == marked
    assert words in told.message


def test_a_reference_that_several_cards_answer_to(tables: TableDeck) -> None:
    tables.write("heroes.csv", "name,kind\nAda,x\nBob,x\n").write("cards.csv", "name,hero\nSword,x\n")
    tables.component("cards", "cards.csv", fields={"hero": {"type": "reference", "to": "heroes", "by": "kind"}})
    told = tables.component("heroes", "heroes.csv").one()
    assert (told.code, told.place) == ("duplicate-value", "cards.csv:2:7")
    assert "2 cards" in told.message


def test_nested_fields_are_declared_by_their_dotted_names(csv_deck: Csv) -> None:
    deck = csv_deck("name,ne.cost,ne.mark\nFire,3,x\n", {"ne.cost": {"type": "number", "max": 5}})
    assert deck.cards() == [{"name": "Fire", "ne": {"cost": 3, "mark": "x"}}]


def test_a_reference_to_a_card_with_other_mistakes_is_none_itself(deck):
    deck.zones(
        'one: {in: safe, text: "{{ card.friend.name }}"}', "name,hp,friend\nAnn,1,Bert\nBert,x,Ann\nCarl,2,Bret\n"
    )
    fields = "fields: {hp: integer, friend: {type: reference, to: cards, by: name}}, rows: cards.csv"
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text().replace("rows: cards.csv", fields))
    assert [(d.code, d.span.line) for d in deck.errors()] == [("wrong-type", 3), ("unknown-reference", 4)]
