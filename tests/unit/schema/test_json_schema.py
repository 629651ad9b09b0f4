"""The JSON Schemas against the models they are made of: every key is there, says what it means, and is checked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from carddesigner import editors
from carddesigner.contents import CONTENTS
from carddesigner.core.report import Report
from carddesigner.games import GAMES
from carddesigner.schema.deck import Component, DeckModel
from carddesigner.schema.described import field_descriptions
from carddesigner.schema.json_schema import EXPRESSION_NOTE
from carddesigner.schema.stock import CardStock
from carddesigner.schema.stocks import STOCKS
from carddesigner.schema.template import CONTENT_KEYS, SETTINGS, STRUCTURE, STYLE_KEYS, keys_of
from carddesigner.source.yaml import load_yaml, plain

KINDS = ("deck", "template", *GAMES)


def nodes(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema in a schema, with its place."""
    if isinstance(schema, dict):
        yield path, schema
        for key, value in schema.items():
            if key not in ("examples", "default", "enum", "const"):
                yield from nodes(value, f"{path}/{key}")
    elif isinstance(schema, list):
        for i, value in enumerate(schema):
            yield from nodes(value, f"{path}/{i}")


def properties(schema: Any) -> Iterator[tuple[str, Any]]:
    """Every property that is described, not merely refused or compared."""
    for path, node in nodes(schema):
        compared = re.search(r"/(if|then|dependencies)(/|$)", path)
        if compared and not (path.endswith("/then") and "additionalProperties" in node):
            continue
        for name, value in node.get("properties", {}).items() if not path.endswith("/properties") else ():
            if isinstance(value, dict) and not (set(value) <= {"type", "errorMessage", "const"}):
                yield f"{path}/{name}", value


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_says_what_it_means(kind):
    schema = editors.schema(kind)
    found = dict(properties(schema))
    assert len(found) >= 2
    words = {path: value.get("description", "").replace(EXPRESSION_NOTE, "").strip() for path, value in found.items()}
    assert [path for path, said in words.items() if not said.endswith(".")] == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_misspelt_key_is_refused_everywhere(kind):
    for path, node in nodes(editors.schema(kind)):
        if "properties" in node and not re.search(r"/(if|then|dependencies|properties)(/|$)", path + "/"):
            told_apart_by_another_key = "allOf" in node and "additionalProperties" not in node
            assert node.get("additionalProperties") is False or told_apart_by_another_key, path


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_stands_alone_and_holds_nothing_it_does_not_use(kind):
    schema = editors.schema(kind)
    referred = {str(n["$ref"]) for _, n in nodes(schema) if "$ref" in n}
    assert referred == {f"#/definitions/{name}" for name in schema["definitions"]}
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    for path, node in nodes(schema):
        assert not {"$defs", "prefixItems", "title"} & node.keys() or path == "" or path.endswith("/properties"), path


def test_patterns_can_be_read_by_an_editor():
    for kind in KINDS:
        for _, node in nodes(editors.schema(kind)):
            if isinstance(node.get("pattern"), str):
                re.compile(node["pattern"])
                assert "errorMessage" in node, "a pattern alone tells nobody what was expected"


def test_a_zone_has_every_key_that_the_program_knows_and_no_other():
    zone = editors.schema("template")["definitions"]["Zone"]["properties"]
    own = {key for model, _ in CONTENTS.values() for key in keys_of(model)}
    assert set(zone) == {*SETTINGS, *STRUCTURE, *CONTENT_KEYS, *own}
    assert set(editors.schema("template")["definitions"]["Style"]["properties"]) == set(STYLE_KEYS)


def test_a_deck_has_every_key_that_the_program_knows_and_no_other():
    schema = editors.schema("deck")
    assert set(schema["properties"]) == set(keys_of(DeckModel))
    assert set(schema["definitions"]["Component"]["properties"]) == set(keys_of(Component))
    for shape, model in STOCKS.items():
        assert set(schema["definitions"][model.__name__]["properties"]) == set(keys_of(model)), shape
    assert set(schema["definitions"]["Stock"]["properties"]["shape"]["enum"]) == set(STOCKS)


def test_a_pack_is_named_like_a_file_and_may_be_removed_and_draws_or_holds_another():
    schema = editors.schema("deck")
    packs = schema["properties"]["packs"]
    recipe, nothing = packs["additionalProperties"]["anyOf"]
    assert recipe["items"] == {"$ref": "#/definitions/PackPart"}
    assert nothing == {"type": "null"}
    assert not re.fullmatch(packs["propertyNames"]["pattern"], "Booster Pack")
    dependencies = schema["definitions"]["PackPart"]["dependencies"]
    assert dependencies == {"pack": {"properties": {"where": False, "weight": False, "repeats": False}}}


def test_what_may_be_an_expression_says_so():
    definitions = editors.schema("template")["definitions"]
    for name in ("Zone", "Box", "StrokeStyle", "TextSettings", "Style"):
        for key, value in definitions[name]["properties"].items():
            takes_one = {"$ref": "#/definitions/Expression"} in value.get("anyOf", [])
            assert takes_one == (EXPRESSION_NOTE in value["description"]) or key == "params", (name, key)
    zone = definitions["Zone"]["properties"]
    for key in ("text", "fill", "box", "size", "bold", "fit", "style", "part"):
        assert EXPRESSION_NOTE in zone[key]["description"], key
    for key in ("in", "when", "zones", "before"):
        assert EXPRESSION_NOTE not in zone[key]["description"], key


def test_defaults_are_written_as_a_designer_writes_them():
    stock = editors.schema("deck")["definitions"]["CardStock"]["properties"]
    assert (stock["bleed"]["default"], stock["corner"]["default"]) == ("3mm", "3mm")
    zone = editors.schema("template")["definitions"]["Zone"]["properties"]
    assert (zone["size"]["default"], zone["color"]["default"]) == ("9pt", "#000000")
    assert zone["focus"]["default"] == ["50%", "50%"]
    assert editors.schema("deck")["definitions"]["PrintModel"]["properties"]["margin"]["default"] == "6.35mm"


def test_a_fields_meaning_is_the_docstring_under_it_or_under_the_one_it_overrides():
    words = field_descriptions(CardStock)
    assert words["corner"].startswith("The radius of round corners")
    assert words["bleed"].startswith("How far colour extends")


def test_a_games_settings_are_checked_inside_the_deck():
    branches = editors.schema("deck")["properties"]["game"]["anyOf"][1]["allOf"]
    found = {b["if"]["properties"]["id"]["const"]: set(b["then"]["properties"]) for b in branches}
    assert found == {name: {"id", *editors.schema(name)["properties"]} for name in GAMES}


def test_the_files_for_a_decks_folder_are_the_schemas(tmp_path):
    files = editors.schema_files()
    assert set(files) == {".carddesigner/deck.schema.json", ".carddesigner/template.schema.json"}
    for kind in ("deck", "template"):
        assert json.loads(files[f".carddesigner/{kind}.schema.json"]) == editors.schema(kind)


@pytest.mark.parametrize(("kind", "place"), [("deck", "deck.yaml"), ("template", "templates/lanterns.yaml")])
def test_a_modeline_leads_from_its_file_to_its_schema(kind, place, tmp_path):
    line = editors.modeline(kind)
    reference = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)\n", line)
    assert reference is not None
    target = (tmp_path / place).parent / reference[1]
    assert target.resolve() == tmp_path.resolve() / f".carddesigner/{kind}.schema.json"
    report = Report()
    root = load_yaml(tmp_path / place, line + "title: Lanterns\n", report)
    assert root is not None
    assert plain(root) == {"title": "Lanterns"}, "to the program it is a comment"


def test_components_are_taken_away_by_id_and_listed_with_theirs() -> None:
    listed, by_id = editors.schema("deck")["properties"]["components"]["anyOf"]
    assert {"required": ["id"]} in listed["items"]["allOf"]
    assert {"type": "null"} in by_id["additionalProperties"]["anyOf"]


def test_a_face_may_be_an_expression_and_its_template_not():
    component = editors.schema("deck")["definitions"]["Component"]
    front, back, cover = (
        next(v for v in (value, *value.get("anyOf", ())) if "pattern" in v)["pattern"]
        for value in (component["properties"][name] for name in ("front", "back", "cover"))
    )
    for pattern in (front, back):
        assert re.search(pattern, "lanterns#light")
        assert re.search(pattern, "lanterns#{{ card.kind }}-{{ side }}")
        for wrong in ("lanterns", "{{ card.kind }}", "{{ card.kind }}#front", "lanterns#"):
            assert not re.search(pattern, wrong), wrong
    assert re.search(back, "none")
    assert re.search(cover, "lanterns#cover")
    assert not re.search(cover, "lanterns#{{ card.kind }}"), "running text has no cards"
    for source in ("pages", "booklet", "leaflet"):
        of_text = component["dependencies"][source]["properties"]["front"]["pattern"]
        assert re.search(of_text, "lanterns#rules")
        assert not re.search(of_text, "lanterns#{{ card.kind }}")
    assert "front" not in component["dependencies"]["rows"]["properties"]


def test_a_sheet_is_named_or_described_and_its_gutter_one_length_or_two():
    schema = editors.schema("deck")
    sheet = schema["definitions"]["PrintModel"]["properties"]["sheet"]
    assert "avery-c32015" in sheet["anyOf"][0]["oneOf"][0]["examples"]
    gutter = schema["definitions"]["SlotGrid"]["properties"]["gutter"]
    assert [branch.get("type", "length") for branch in gutter["anyOf"]] == ["length", "array"]


def test_die_lines_are_a_side_or_a_mapping():
    lines = editors.schema("deck")["definitions"]["PrintModel"]["properties"]["die-lines"]
    side, mapping = lines["anyOf"]
    assert side["enum"] == ["front", "back"]
    assert mapping == {"$ref": "#/definitions/DieLines"}
