"""JSON and YAML as people have them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .conftest import TableDeck

Json = Callable[..., TableDeck]
FIRE = [{"name": "Fire", "cost": 1}, {"name": "Ice", "cost": 2}]


@pytest.mark.parametrize(
    ("content", "settings"),
    [
        (FIRE, {}),
        ({"about": "mine", "version": 1, "cards": FIRE}, {}),
        ({"cards": FIRE, "others": [{"x": 1}]}, {"records": "cards"}),
        ({"data": {"deck": {"cards": FIRE}}}, {"records": "data.deck.cards"}),
        ({"name": ["Fire", "Ice"], "cost": [1, 2]}, {}),
        ({"name": {"0": "Fire", "1": "Ice"}, "cost": {"0": 1, "1": 2}}, {}),
        ({"Fire": {"cost": 1}, "Ice": {"cost": 2}}, {"keys": ["name"]}),
        ([["name", "cost"], ["Fire", 1], ["Ice", 2]], {}),
        ({"values": [["name", "cost"], ["Fire", 1], ["Ice", 2]]}, {"records": "values"}),
        ({"Fire": 1, "Ice": 2}, {"keys": ["name"], "columns": {"value": "cost"}}),
    ],
)
def test_the_same_cards_however_they_lie(json_deck: Json, content: object, settings: dict[str, object]) -> None:
    assert json_deck(content, **settings).cards() == FIRE


def test_nested_records_lists_and_mixed_types(json_deck: Json) -> None:
    deck = json_deck([{"a": {"b": 1, "c": [1, 2]}, "tags": ["x", "y"], "rank": 2}, {"rank": "J", "tags": []}])
    assert deck.cards() == [
        {"a": {"b": 1, "c": [1, 2]}, "tags": ["x", "y"], "rank": 2},
        {"a": "", "tags": [], "rank": "J"},
    ]


def test_mappings_in_each_other_with_names_for_their_keys(json_deck: Json) -> None:
    deck = json_deck({"suits": {"red": {"2": "two", "J": "Jack"}}}, records="suits", keys=["suit", "rank"])
    assert deck.cards() == [
        {"suit": "red", "rank": "2", "value": "two"},
        {"suit": "red", "rank": "J", "value": "Jack"},
    ]


def test_yaml_records(tables: TableDeck) -> None:
    tables.write("cards.yaml", "- {name: Fire, cost: 1}\n- name: Ice\n  cost: 2\n").component("cards", "cards.yaml")
    assert tables.cards() == FIRE


def test_a_key_that_is_not_there_is_reported_where_it_is_named(json_deck: Json) -> None:
    told = json_deck({"cards": FIRE}, records="crads").one()
    assert (told.code, told.marked) == ("missing-records", '"crads"')
    assert "did you mean 'cards'" in told.message


@pytest.mark.parametrize(
    ("text", "place", "marked", "words", "hint"),
    [
        ('[{"a": 1}, // no\n]', "1:12", "/", "no comments", "remove"),
        ('/* x */ [{"a": 1}]', "1:1", "/", "no comments", "remove"),
        ('[{"a": 1},\n]', "1:10", ",", "comma", "remove"),
        ('[{"a": 1,\n}]', "1:9", ",", "comma", "remove"),
        ("[{'a': 1}]", "1:3", "'", "name is quoted with '", "double quotes"),
        ("[{\"a\": 'x'}]", "1:8", "'", "text is quoted with '", "double quotes"),
        ("[{“a”: 1}]", "1:3", "“", "name is quoted with “", "straight"),
        ("[{name: 1}]", "1:3", "name", "has no quotes", '"name"'),
        ('[{"a": True}]', "1:8", "True", "True is not a value", "true"),
        ('[{"a": None}]', "1:8", "None", "None is not a value", "null"),
        ('[{"a": NaN}]', "1:8", "NaN", "NaN is not a value", "null"),
        ('[{"a": -Infinity}]', "1:8", "-Infinity", "not a value", "null"),
        ('[{"a": 0x1F}]', "1:8", "0x1F", "not a number in JSON", "255"),
        ('[{"a": .5}]', "1:8", ".5", "not a number in JSON", "0.5"),
        ('[{"a": 007}]', "1:8", "007", "not a number in JSON", "quotes"),
        ('[{"a": +1}]', "1:8", "+1", "not a number in JSON", "quotes"),
        ('[{"a": 1e999}]', "1:8", "1e999", "too large", ""),
        ('[{"a": Fire}]', "1:8", "Fire", "not a value", "double quotes"),
        ('[{"a": }]', "1:8", "}", "missing before", ""),
        ('[{"🐉": "🐲",\n  "b" 1}]', "2:7", "1", "`:` is missing", ""),
        ('[{"🐉🐉": 1 "b": 1}]', "1:11", '"', "`,` or `}` is missing", ""),
        ('[{"a": "one\ntwo"}]', "1:12", "\n", "end of the line", "\\n"),
        ('[{"a": "\\ud83d"}]', "1:8", '"\\ud83d"', "half of a character", ""),
        ('[{"a": "x}]', "1:8", '"', "does not end", ""),
        ('[{"a": 1}', "1:9", "}", "ends too early", "]"),
        ('{"a": 1}\n{"a": 2}', "2:1", "{", "second value", "commas"),
        ("", "1:1", "", "ends too early", ""),
    ],
)
def test_what_is_not_json_is_reported_with_its_place(
    json_deck: Json, text: str, place: str, marked: str, words: str, hint: str
) -> None:
    told = json_deck(text).one()
    assert (told.code, told.place, told.marked) == ("json-syntax", f"cards.json:{place}", marked)
    assert words in told.message
    assert hint in (told.hint or "")


def test_a_key_given_twice_names_both_places(json_deck: Json) -> None:
    told = json_deck('[{"a": 1, "a": 2}]').one()
    assert (told.code, told.place) == ("duplicate-key", "cards.json:1:11")


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, "[" + "1," * 1_100_000 + "1]", '"' + "\\" * 999_999]
)
def test_hostile_json_ends_in_a_message(json_deck: Json, text: str) -> None:
    assert json_deck(text).told()


@pytest.mark.parametrize("text", ["3", '"x"', "[]", "{}", "null", '{"a": 1}', '{"a": {"x": 1}, "b": {"x": 2}}'])
def test_what_holds_no_records_says_so(json_deck: Json, text: str) -> None:
    told = json_deck(text).one()
    assert told.code in ("missing-records", "empty-table")


def test_a_wrong_value_in_json_has_its_line_and_column(json_deck: Json) -> None:
    told = json_deck(
        '[\n {"name": "🐉", "cost": "much"},\n {"name": "b"}\n]', {"cost": {"type": "integer", "required": True}}
    ).told()
    assert [(t.place, t.code) for t in told] == [("cards.json:2:24", "wrong-type"), ("cards.json:3:2", "missing-value")]
    assert told[0].marked == '"much"'


@pytest.mark.parametrize("first", [["name", "name"], ["name", 1], ["name", ""]])
def test_lists_whose_first_names_no_columns_are_reported(json_deck: Json, first: list[object]) -> None:
    deck = json_deck([first, ["Fire", 1]])
    assert "names the columns" in str(deck.told())
