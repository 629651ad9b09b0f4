"""JSON Schemas of deck and template, made from the models, for editors that complete and check YAML."""

from __future__ import annotations

from typing import Any

from carddesigner.contents import CONTENTS, REPEATS
from carddesigner.contents.text import TextSettings
from carddesigner.contents.zone import RepeatSettings, ZoneSettings
from carddesigner.schema.deck import Deck
from carddesigner.schema.stock import STOCKS

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_EXPRESSION = {"type": "string", "pattern": r"\{\{"}
_NAMES = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
_SIZE = {"type": "array", "items": {"type": ["string", "integer"]}, "minItems": 2, "maxItems": 2}


def deck_schema() -> dict[str, Any]:
    """The schema of ``deck.yaml``."""
    made = Deck.model_json_schema(by_alias=True)
    definitions = made.setdefault("$defs", {})
    shapes = []
    for model in STOCKS.values():
        stock = model.model_json_schema(by_alias=True, ref_template="#/$defs/{model}")
        definitions.update(stock.pop("$defs", {}))
        definitions[model.__name__] = stock
        shapes.append({"$ref": f"#/$defs/{model.__name__}"})
    made["properties"]["stocks"]["additionalProperties"] = {"anyOf": shapes}
    return {"$schema": _DRAFT, "title": "carddesigner deck", **made}


def template_schema() -> dict[str, Any]:
    """The schema of a template: every property of a zone takes its value or an expression in ``{{ }}``."""
    definitions: dict[str, Any] = {}
    zone: dict[str, Any] = {}
    for model in (ZoneSettings, *(m for m, _ in CONTENTS.values())):
        zone.update(_properties(model, definitions))
    style = {
        k: v for k, v in {**_properties(ZoneSettings, definitions), **_properties(TextSettings, definitions)}.items()
    }
    zones = {"type": "object", "additionalProperties": {"$ref": "#/$defs/Zone"}}
    params = {"type": "object"}
    zone.update(
        {
            "in": {"type": "string", "description": "trim, bleed, safe or a region of the stock's outline"},
            "when": {"type": ["string", "boolean"], "description": "an expression without braces"},
            "style": _NAMES,
            "zones": zones,
            "before": {"type": "string"},
            "after": {"type": "string"},
            "part": {"type": "string"},
            "params": params,
            **{name: {"$ref": "#/$defs/Repeat"} for name in REPEATS},
        }
    )
    repeat = _properties(RepeatSettings, definitions)
    repeat.pop("kind")
    repeat.update(each={"type": ["string", "integer"]}, part={"type": "string"}, params=params, zones=zones, size=_SIZE)
    definitions["Zone"] = {"type": "object", "additionalProperties": False, "properties": zone}
    definitions["Repeat"] = {
        "type": "object",
        "additionalProperties": False,
        "properties": repeat,
        "required": ["each"],
    }
    face = {
        "type": "object",
        "additionalProperties": False,
        "properties": {"extends": {"type": "string"}, "zones": zones},
    }
    part = {
        "type": "object",
        "additionalProperties": False,
        "properties": {"size": _SIZE, "params": params, "zones": zones},
    }
    font = {
        "anyOf": [
            {"type": "string"},
            {
                "type": "object",
                "additionalProperties": False,
                "properties": {"family": {"type": "string"}, "fallback": _NAMES},
                "required": ["family"],
            },
        ]
    }
    return {
        "$schema": _DRAFT,
        "title": "carddesigner template",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "template": {"type": "string"},
            "extends": {"type": "string"},
            "fonts": {"type": "object", "additionalProperties": font},
            "palette": {"type": "object", "additionalProperties": {"type": "string"}},
            "styles": {
                "type": "object",
                "additionalProperties": {"type": "object", "additionalProperties": False, "properties": style},
            },
            "parts": {"type": "object", "additionalProperties": part},
            "faces": {"type": "object", "additionalProperties": face},
        },
        "required": ["template"],
        "$defs": definitions,
    }


def _properties(model: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """A model's properties, each open to an expression; what they refer to goes into *definitions*."""
    made = model.model_json_schema(by_alias=True, ref_template="#/$defs/{model}")
    definitions.update(made.pop("$defs", {}))
    out: dict[str, Any] = {}
    for name, value in made.get("properties", {}).items():
        own = {k: v for k, v in value.items() if k not in ("title", "default")}
        out[name] = own if own.get("type") == "string" else {"anyOf": [own, _EXPRESSION]}
    return out
