"""JSON Schemas of deck and template, made from the models, for editors that complete and check YAML.

They use draft 7, which every editor supports, and each file is self-contained. They reject what the program rejects
without reading other files; what depends on those (names of colours, faces, columns) is left to ``validate``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel, TypeAdapter

from carddesigner.contents import CONTENTS, REPEATS
from carddesigner.contents.base import Box, Distance, Ink, Length
from carddesigner.contents.board import BoardSettings
from carddesigner.contents.text import TextSettings
from carddesigner.contents.zone import RepeatSettings, ZoneSettings
from carddesigner.core.papers import PAPERS
from carddesigner.core.report import series
from carddesigner.schema.data import DECK, LANGUAGE_PATTERN, data
from carddesigner.schema.deck import NAME_PATTERN, NOT_OF_AN_EDITION, DeckModel, WrittenColor
from carddesigner.schema.described import Described
from carddesigner.schema.dies import BoxShape
from carddesigner.schema.fields import FieldType
from carddesigner.schema.slot_sheets import makers_sheets
from carddesigner.schema.stock import Stock
from carddesigner.schema.stocks import STOCKS
from carddesigner.schema.template import CONTENT_KEYS, STYLE_KEYS

Json = dict[str, Any]

_DRAFT = "http://json-schema.org/draft-07/schema#"
_REF = "#/definitions/{model}"
_NAMES: Json = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
EXPRESSION_NOTE = "May be an expression in `{{ }}`."
"""Appended to the description of every property that can be an expression."""

_SHORT_FORMS: dict[str, Json] = {
    "Rows": {"type": "string", "description": "The table's file.", "examples": ["cards.csv", "cards.xlsx"]},
    "BoxSettings": {"enum": list(BoxShape.__args__), "description": "Its shape alone."},  # type: ignore[attr-defined]
    "DieLines": {"enum": ["front", "back"], "description": "The side alone."},
    "MadeField": {"enum": ["number", "code", "bingo"], "description": "The kind alone."},
    "FieldSettings": {"enum": list(FieldType.__args__), "description": "The type alone."},  # type: ignore[attr-defined]
    "Phrase": {"type": "string", "description": "What to write instead.", "examples": ["has flying"]},
    "StopStyle": {"type": "string", "description": "A colour, and its place if need be.", "examples": ["gold 50%"]},
    "TextSettings": {**_NAMES, "description": "A style's name, or several, the last of which wins."},
}
"""Short forms that can be written instead of a model's mapping."""

_PATTERN_MESSAGES = {
    NAME_PATTERN: "Expected small letters, digits and hyphens.",
    LANGUAGE_PATTERN: "Expected a language's code, such as en or pt-BR.",
}
"""Messages that editors show if a pattern of the models doesn't match."""

_SHARED: dict[str, Any] = {"Length": Length, "Distance": Distance, "Colour": Ink, "WrittenColour": WrittenColor}
"""Types that are used in many places, each defined once."""


def deck_schema(games: Mapping[str, type[BaseModel]]) -> Json:
    """Return the schema of ``deck.yaml``; *games* are the settings of the shipped games by id."""
    definitions: Json = {}
    made = _schema_of(DeckModel, definitions)
    stocks = {shape: _schema_of(model, definitions) for shape, model in STOCKS.items()}
    needed = [_where("shape", shape, {"required": stock.pop("required")}) for shape, stock in stocks.items()]
    definitions.update({STOCKS[shape].__name__: stock for shape, stock in stocks.items()})
    shapes = [_where("shape", shape, {"$ref": _REF.format(model=model.__name__)}) for shape, model in STOCKS.items()]
    shape = {"enum": list(STOCKS), "description": "What is cut: a card, a square tile, a round piece, any polygon."}
    # The shape determines which other keys a stock has.
    stock = {"type": "object", "description": Stock.__doc__, "properties": {"shape": shape}, "allOf": shapes}
    definitions["Stock"] = stock
    keys, editions = made["properties"], made["properties"]["editions"]
    (recipe,) = keys["packs"]["patternProperties"].values()
    for name, values in (
        ("stocks", _or_null("Stock", str(Stock.__doc__))),
        ("palette", _or_null("WrittenColour", "A colour written out.")),
        ("packs", {"anyOf": [recipe, {"type": "null"}]}),
        ("glossary", _or_null("Term", "A term and its translations.")),
        ("editions", _or_null("Edition", "What differs in an edition.")),
    ):
        keys[name]["additionalProperties"] = values
        if keys[name].pop("patternProperties", None) is not None:
            keys[name]["propertyNames"] |= {"pattern": NAME_PATTERN, "errorMessage": _PATTERN_MESSAGES[NAME_PATTERN]}
    definitions["PackPart"]["dependencies"] = DECK["pack-part"]
    definitions["MadeField"] |= {"minProperties": 1, "maxProperties": 1}
    component = definitions["Component"]
    # A deck that extends another contains only the differences.
    made["if"] = {"not": {"required": ["extends"]}}
    made["then"] = {
        "required": made.pop("required"),
        "properties": {
            "components": {"type": "array", "items": {"required": component.pop("required"), **DECK["with-front"]}},
            "stocks": {"additionalProperties": {"required": ["shape"], "allOf": needed}},
        },
    }
    made["required"] = ["deck"]
    components = keys["components"]
    listed = {k: components.pop(k) for k in ("items", "minItems", "type")}
    listed["items"] = {"allOf": [listed["items"], {"required": ["id"]}]}
    by_id = _or_null("Component", "A component of the deck it extends, by its id.")
    components["anyOf"] = [listed, {"type": "object", "additionalProperties": by_id}]
    component |= DECK["component"]
    term = definitions["Term"]
    term["patternProperties"] = {LANGUAGE_PATTERN.replace("^", "^(?!not$)"): term["additionalProperties"]}
    term["additionalProperties"] = False
    settings = {name: _schema_of(model, definitions) for name, model in games.items()}
    keys["game"]["anyOf"] = [{"enum": list(settings)}, _game(settings)]
    own = {key: value for key, value in keys.items() if key not in NOT_OF_AN_EDITION}
    # A deck that extends another, and an edition, can remove a key with null.
    for value in (*own.values(), editions):
        if isinstance(value.get("type"), str):
            value["type"] = [value["type"], "null"]
        elif "anyOf" in value and value is not components:
            value["anyOf"] = [*value["anyOf"], {"type": "null"}]
    definitions["Edition"] = _object("What differs in an edition, by the keys of `deck.yaml`.", own)
    printing = definitions["PrintModel"]["properties"]
    printing["paper"]["examples"] = [*PAPERS, "210x297mm"]
    printing["sheet"]["anyOf"][0]["oneOf"][0]["examples"] = list(makers_sheets())
    made["description"] = f"{made['description']} `carddesigner build` makes a PDF of it."
    return _whole("carddesigner deck", made, definitions)


def game_schema(name: str, settings: type[BaseModel]) -> Json:
    """Return the schema of what a deck's ``game`` can change of a shipped game."""
    definitions: Json = {}
    return _whole(f"carddesigner game {name}", _schema_of(settings, definitions), definitions)


def _whole(title: str, made: Json, definitions: Json) -> Json:
    """A self-contained schema: with everything it refers to and nothing else; descriptions are Markdown."""
    used: Json = {}
    waiting = [made]
    while waiting:
        for name in _referred(waiting.pop()) - used.keys():
            used[name] = definitions[name]
            waiting.append(definitions[name])
    whole = {"$schema": _DRAFT, "title": title, **made, "definitions": dict(sorted(used.items()))}
    _as_markdown(whole)
    return whole


def _as_markdown(node: Any) -> None:
    """Copy descriptions that contain code to where editors look for Markdown."""
    for value in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        _as_markdown(value)
    if isinstance(node, dict) and "`" in str(description := node.get("description")) and isinstance(description, str):
        node["markdownDescription"] = description


def _referred(node: Any) -> set[str]:
    if isinstance(node, list):
        return set().union(*(_referred(v) for v in node))
    if not isinstance(node, dict):
        return set()
    own = {str(node["$ref"]).rpartition("/")[2]} if isinstance(node.get("$ref"), str) else set()
    return own.union(*(_referred(v) for v in node.values()))


def _game(settings: dict[str, Json]) -> Json:
    """``game`` as a mapping: an id, and the settings of that game."""
    own = {n: {**model, "properties": {"id": {"const": n}, **model["properties"]}} for n, model in settings.items()}
    branches = [_where("id", name, model) for name, model in own.items()]
    ids = {"enum": list(settings), "description": "The game's id."}
    return {"type": "object", "required": ["id"], "properties": {"id": ids}, "allOf": branches}


def _where(key: str, value: str, then: Json) -> Json:
    return {"if": {"properties": {key: {"const": value}}, "required": [key]}, "then": then}


_BOXES = (
    (["left", "width"], ["right"]),
    (["top", "height"], ["bottom"]),
    (["size"], ["width", "height"]),
    (["size", "left"], ["right"]),
    (["size", "top"], ["bottom"]),
    (["size", "below"], ["bottom"]),
    (["below"], ["top"]),
    (["below", "height"], ["bottom"]),
)
"""Sides that a box can't have together with others."""


def template_schema() -> Json:
    """Return the schema of a template, whose settings can be expressions; ``template.json`` has what no model
    describes.
    """
    definitions: Json = {}
    inside: Json = {}
    zone = _open(_schema_of(ZoneSettings, inside)["properties"]) | _open(_content_settings(inside))
    text, repeat, board = (
        _open(_schema_of(model, inside)["properties"]) for model in (TextSettings, RepeatSettings, BoardSettings)
    )
    _schema_of(Box, inside)
    for name, made in inside.items():
        definitions[name] = {**made, "properties": _open(made["properties"])} if "properties" in made else made
    definitions["Box"]["allOf"] = [
        {"if": {"required": given}, "then": {"properties": dict.fromkeys(others, False)}} for given, others in _BOXES
    ]
    for name in ("Length", "Distance"):
        pattern = definitions[name]["pattern"].replace("|pt", "|pt|px")
        definitions[name] = {**definitions[name], "pattern": pattern}
    written = data("template")
    definitions |= written["definitions"]
    zone |= written["zone"]
    assert set(REPEATS) <= set(zone)
    repeat.pop("kind")
    repeat |= written["repeat"]
    about = "A place on a face: a box, at most one content, paint, and zones of its own painted after it. "
    definitions["Zone"] = _object(f"{about}With `extends`, null removes the parent's.", zone)
    definitions["Zone"]["allOf"] = [_alone(key) for key in CONTENT_KEYS]
    definitions["Repeat"] = _object(
        "Zones or a part for each of a list, or a number of times.", repeat, required=["each"]
    )
    style = {k: v for k, v in {**zone, **text}.items() if k in STYLE_KEYS}
    definitions["Style"] = _object("Settings by a name, for zones with `style: name`.", style)
    definitions["Board"] = _object(
        "A board: its cells, and the pieces that lie in them.", {**board, "pieces": written["pieces"]}
    )
    return _whole("carddesigner template", written["root"], definitions)


def _content_settings(definitions: Json) -> Json:
    """The contents and their settings. Each setting lists the contents that it belongs to, for forms as ``x-with``."""
    out: Json = {}
    meant: dict[str, dict[str, list[str]]] = {}
    for content, (model, _) in CONTENTS.items():
        for name, value in _schema_of(model, definitions)["properties"].items():
            out[name] = value
            meant.setdefault(name, {}).setdefault(value["description"], []).append(content)
    for name, meanings in meant.items():
        descriptions = [
            w if name in of else f"With {series([f'`{c}`' for c in of], 'or')}: {w}" for w, of in meanings.items()
        ]
        out[name] = {
            **out[name],
            "description": " ".join(descriptions),
            "x-with": [c for of in meanings.values() for c in of],
        }
    return out


def _alone(key: str) -> Json:
    """A zone with one content has no other; null removes the parent's."""
    none = {"type": "null", "errorMessage": f"A zone has one content; this one has `{key}`."}
    others = {k: none for k in CONTENT_KEYS if k != key}
    return {"if": {"required": [key], "properties": {key: {"not": {"type": "null"}}}}, "then": {"properties": others}}


def _object(description: str, properties: Json, required: list[str] | None = None) -> Json:
    made = {
        "type": ["object", "null"],
        "description": description,
        "additionalProperties": False,
        "properties": properties,
    }
    return made | ({"type": "object", "required": required} if required else {})


def _or_null(model: str, description: str) -> Json:
    return {"description": description, "anyOf": [{"$ref": _REF.format(model=model)}, {"type": "null"}]}


def _schema_of(model: type[BaseModel], definitions: Json) -> Json:
    """A model's schema. The models that it refers to are added to *definitions*."""
    made = _tidied(model.model_json_schema(by_alias=True, ref_template=_REF, schema_generator=Described))
    definitions.update(_shared())
    definitions.update(made.pop("$defs", {}))
    assert isinstance(made, dict)
    return made


def _tidied(node: Any) -> Any:
    """The schema with tuples as in draft 7, without titles, and with short forms for the models that have one."""
    if isinstance(node, list):
        return [_tidied(v) for v in node]
    if not isinstance(node, dict):
        return node
    out = {k: _tidied(v) for k, v in node.items() if k != "title" or isinstance(v, dict)}
    if (pattern := str(out.get("pattern"))) in _PATTERN_MESSAGES:
        out["errorMessage"] = _PATTERN_MESSAGES[pattern]
    if {"$ref": _REF.format(model="GradientStyle")} in out.get("oneOf", []):
        out["anyOf"] = out.pop("oneOf")
    if "anyOf" in out:
        # Flatten a choice within a choice.
        nested = (b["anyOf"] if b.keys() == {"anyOf"} else [b] for b in out["anyOf"])
        out["anyOf"] = [branch for branches in nested for branch in branches]
    if "prefixItems" in out:
        (out["items"], *others) = out.pop("prefixItems")
        assert all(o == out["items"] for o in others)
    short = _SHORT_FORMS.get(str(out.get("$ref", "")).rpartition("/")[2])
    if short is not None:
        out = {"anyOf": [short, {"$ref": out.pop("$ref")}], **out}
    for name, shared in _shared().items():
        reference = {"$ref": _REF.format(model=name)}
        if shared.items() <= out.items():
            out = {k: v for k, v in out.items() if k not in shared} | reference
        branches, parts = out.get("anyOf", []), shared.get("anyOf", [shared])
        if all(p in branches for p in parts):
            out["anyOf"] = [reference, *(b for b in branches if b not in parts)]
    return out


@cache
def _shared() -> dict[str, Json]:
    return {name: TypeAdapter(kind).json_schema() for name, kind in _SHARED.items()}


def _open(properties: Json) -> Json:
    return {name: _openly(value) for name, value in properties.items()}


def _open_items(branch: Json) -> Json:
    """A list whose entries can be expressions too."""
    if "items" not in branch:
        return branch
    return {**branch, "items": {"anyOf": [_open_items(branch["items"]), {"$ref": _REF.format(model="Expression")}]}}


def _openly(value: Json) -> Json:
    """A property that takes its value, an expression, or null to remove the parent's value."""
    own = {k: v for k, v in value.items() if k not in ("description", "default", "examples", "x-with", "anyOf")}
    kept = {k: v for k, v in value.items() if k in ("description", "default", "examples", "x-with")}
    branches = [*([own] if own else []), *value.get("anyOf", [])]
    branches = [_open_items(b) for b in branches if b != {"type": "null"}]
    kept["description"] = f"{kept.get('description', '')} {EXPRESSION_NOTE}".strip()
    return {**kept, "anyOf": [*branches, {"$ref": _REF.format(model="Expression")}, {"type": "null"}]}
