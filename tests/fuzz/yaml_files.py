"""``deck.yaml`` and templates: mutated as text and as trees, and made of what the JSON Schemas allow."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import yaml
from hypothesis import strategies as st

from carddesigner.editors import schema
from tests.fuzz.deck_mutations import KEYS, TREE_CHANGES, VALUES, tree_changed
from tests.fuzz.mutations import fractions, mutated
from tests.fuzz.sample_deck import RICH, judge_files
from tests.fuzz.target import Input, Target

FILES = {"deck.yaml": "deck.yaml", "template.yaml": "templates/sample.yaml"}
"""The file of the deck that an input of a kind is."""


def judge(case: Input) -> None:
    """A file in the place of the deck's own ends in words at a place or in cards."""
    judge_files({**RICH, FILES[case.kind]: case.data})


WORDS = tuple(
    w.encode() for w in (*KEYS, *(v if isinstance(v, str) and v.isprintable() and len(v) < 200 else json.dumps(v) for v in VALUES))
)  # fmt: skip


def with_tree_changed(seed: Input, some: list[tuple[str, float, float]]) -> Input:
    """A file of YAML whose tree is another."""
    try:
        tree = yaml.safe_load(seed.data)
        for how, where, what in some:
            tree = tree_changed(tree, how, where, what)
        return Input(
            seed.kind, yaml.safe_dump(tree, allow_unicode=True, sort_keys=False).encode(errors="surrogatepass")
        )
    except (yaml.YAMLError, ValueError, IndexError, KeyError, TypeError, AttributeError, RecursionError):
        return seed


# What the schemas allow.

EXPRESSIONS = (
    *("{{ card.name }}", "{{ card.cost }}", "{{ card.id }}", "{{ card.cost * 2 }}mm", "{{ copy }}"),
    "{{ 'ink' if card.cost > 1 else 'glow' }}",
)
LENGTHS = ("1mm", "3mm", "10mm", "50%", "9pt", "0mm", "-2mm", "0.5in", "200mm", "1e3mm", "0.001mm")
NAMES = (
    "ground",
    "name",
    "mark",
    "row",
    "path",
    "back",
    "front",
    "rules",
    "sample#back",
    "dot",
    "big",
    "ink",
    "glow",
    "mine",
    "text",
    "card",
    "cards",
)
DEEP = 5


@cache
def definitions(kind: str) -> dict[str, Any]:
    """The schema of a deck or a template."""
    return schema(kind)


def allowed(kind: str, what: Any, deep: int = 0) -> st.SearchStrategy[Any]:
    """Values that a part of a schema allows, mostly."""
    if not isinstance(what, dict):
        return st.sampled_from(VALUES)
    if "$ref" in what:
        name = what["$ref"].rpartition("/")[2]
        if deep > DEEP:
            return st.sampled_from([None, {}, "big", 1])
        return of_definition(kind, name, deep + 1)
    if "const" in what:
        return st.just(what["const"])
    if "enum" in what:
        return st.sampled_from(what["enum"])
    for several in ("anyOf", "oneOf", "allOf"):
        if several in what:
            some = [one for one in what[several] if isinstance(one, dict) and set(one) - {"not", "required", "if"}]
            return st.one_of(*(allowed(kind, one, deep) for one in some)) if some else st.just(None)
    of = what.get("type")
    if isinstance(of, list):
        return st.one_of(*(allowed(kind, {**what, "type": one}, deep) for one in of))
    if of == "object" or "properties" in what or "additionalProperties" in what:
        return mapping(kind, what, deep)
    if of == "array":
        one = allowed(kind, what.get("items", {}), deep + 1)
        least = what.get("minItems", 0)
        return st.lists(one, min_size=least, max_size=min(max(least, 3), what.get("maxItems", 99)))
    if of == "boolean":
        return st.booleans()
    if of in ("integer", "number"):
        low = what.get("minimum", what.get("exclusiveMinimum", -2))
        high = what.get("maximum", what.get("exclusiveMaximum", low + 12))
        inside = st.integers(int(low), max(int(low), int(min(high, low + 20))))
        return st.one_of(inside, st.sampled_from([low, high, 0, 1, 2.5, 1000]))
    if of == "null":
        return st.none()
    return strings(what)


def strings(what: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Texts, which are names, lengths, colours or expressions as often as any."""
    if "pattern" in what and "pt-BR" in json.dumps(what):
        return st.sampled_from(["en", "pt", "de", "ja", "he", "pt-BR", "x"])
    usual = st.sampled_from(
        (*what.get("examples", ()), *NAMES, *LENGTHS, *EXPRESSIONS, "#ff0000", "Fire", "en", "cards.csv")
    )
    return st.one_of(usual, usual, st.sampled_from([v for v in VALUES if isinstance(v, str)]))


def mapping(kind: str, what: dict[str, Any], deep: int) -> st.SearchStrategy[Any]:
    """A mapping with what must be in it, and some of what may."""
    own = what.get("properties", {})
    if deep > DEEP:
        own = {k: v for k, v in own.items() if "$ref" not in json.dumps(v)}
    must = [k for k in what.get("required", ()) if k in own]
    may = [k for k in own if k not in must]
    more = what.get("additionalProperties", what.get("patternProperties"))
    more = (
        next(iter(more.values()))
        if more and "patternProperties" in what and "additionalProperties" not in what
        else more
    )
    return _mapping(kind, json.dumps([own, must, may, more]), deep)


@cache
def _mapping(kind: str, parts: str, deep: int) -> st.SearchStrategy[Any]:
    own, must, may, more = json.loads(parts)

    @st.composite
    def made(draw: st.DrawFn) -> dict[str, Any]:
        out = {k: draw(allowed(kind, own[k], deep)) for k in must}
        for k in draw(st.lists(st.sampled_from(may), max_size=4, unique=True)) if may else ():
            out[k] = draw(allowed(kind, own[k], deep))
        if isinstance(more, dict) and deep <= DEEP:
            for k in draw(st.lists(st.sampled_from(NAMES), min_size=0 if may or must else 1, max_size=3, unique=True)):
                out.setdefault(k, draw(allowed(kind, more, deep + 1)))
        return out

    return made()


@cache
def of_definition(kind: str, name: str, deep: int) -> st.SearchStrategy[Any]:
    """Values of a definition of a schema."""
    return st.deferred(lambda: allowed(kind, definitions(kind)["definitions"][name], deep))


@cache
def right(kind: str) -> dict[str, Any]:
    """The deck's own file as plain data."""
    return dict(yaml.safe_load(RICH[FILES[kind]]))


@st.composite
def by_schema(draw: st.DrawFn) -> Input:
    """The deck's own file with some of its keys as the schema allows them, or a zone or two of the template."""
    if draw(st.booleans()):
        own = definitions("deck")["properties"]
        tree: dict[str, Any] = dict(right("deck.yaml"))
        for key in draw(st.lists(st.sampled_from(sorted(own)), min_size=1, max_size=3, unique=True)):
            tree[key] = draw(allowed("deck", own[key]))
        kind = "deck.yaml"
    else:
        kind, tree = "template.yaml", json.loads(json.dumps(right("template.yaml")))
        own = definitions("template")["properties"]
        part = draw(st.sampled_from(["zone", "zone", "zone", "front", *sorted(own)]))
        if part == "zone":
            for name in draw(st.lists(st.sampled_from(NAMES[:6]), min_size=1, max_size=2, unique=True)):
                tree["faces"]["front"]["zones"][name] = draw(of_definition("template", "Zone", 0))
        elif part == "front":
            tree["faces"]["front"] = draw(of_definition("template", "Face", 0))
        else:
            tree[part] = draw(allowed("template", own[part]))
    return Input(kind, yaml.safe_dump(tree, allow_unicode=True, sort_keys=False).encode(errors="surrogatepass"))


def inputs(seeds: Sequence[Input]) -> st.SearchStrategy[Input]:
    """By the schemas, and known files mutated as trees and as text."""
    trees = st.builds(
        with_tree_changed,
        st.sampled_from(seeds),
        st.lists(st.tuples(st.sampled_from(TREE_CHANGES), fractions, fractions), min_size=1, max_size=4),
    )
    return st.one_of(by_schema(), by_schema(), trees, mutated(seeds, WORDS))


TARGET = Target("yaml", judge, inputs)
