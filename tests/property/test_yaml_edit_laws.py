"""What an edit of a YAML file holds to, tried on the shipped files: it says what was asked, and nothing else changes."""

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carddesigner.core.report import Problem, Report
from carddesigner.source.paths import decks, templates
from carddesigner.source.yaml import load_yaml, plain
from carddesigner.source.yaml_edits import (
    Edit,
    InsertItem,
    InsertKey,
    Move,
    Remove,
    RenameKey,
    SetValue,
    YamlText,
    read_places,
)
from tests.examples import tried

FILES = [*sorted(templates().glob("*.yaml")), *sorted(decks().glob("*/deck.yaml"))]
FACTS = """\
# Ünïcode and every style: 😀
plain: a value   # with a comment
empty:
empty-commented:   # nothing yet
quoted: "x é"
'key': 'it''s'
text: |
  two
    lines

folded: >-
  one
  line
flow: {a: 1, b: [1, {c: d}], "e": f, g}
over: [1,
  2, # two
  3]
list:
- a: 1
  b: 2
-   - nested
    - list
- # a comment
  c: 3
deep:
    four:
        - x
        - {y: 1}
anchored: &here {a: 1}
alias: *here
last: 1"""
TEXTS = {p.name if p.parent.name == "templates" else f"{p.parent.name}/deck": p.read_text("utf-8") for p in FILES}
TEXTS |= {"facts": FACTS, "windows": FACTS.replace("\n", "\r\n")}

VALUES = st.one_of(
    st.sampled_from(
        [
            "",
            "3.5mm",
            "a: b",
            "{{ card.x }}",
            "#fff",
            "no",
            "null",
            "1",
            "two\nlines",
            "two\nlines\n",
            "- x",
            " lead",
            "*a",
        ]
    ),
    st.text(max_size=12),
    st.none() | st.booleans() | st.integers(-9, 9) | st.sampled_from([0.5, -1.25]),
    st.sampled_from([[], {}, [1, "2"], {"a": 1, "b": "x, y"}, {"a": {"b": {"c": [1, {"d": 2}]}}}, [[1], {"a": [2]}]]),
)


def value_of(text: str) -> Any:
    report = Report()
    node = load_yaml(Path("x.yaml"), text, report)
    assert node is not None, list(report)
    assert not report.errors
    return plain(node)


def paths(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [p for step, own in inner for p in ((*path, step), *paths(own, (*path, step)))]


def at(value: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


@cache
def read(name: str) -> tuple[YamlText, Any]:
    """The places of a text, and its value."""
    return read_places(name, TEXTS[name]), value_of(TEXTS[name])


@st.composite
def edits(draw: st.DrawFn) -> tuple[str, Edit, Any]:
    """A file, an edit of it, and what it says afterwards."""
    places = draw(st.sampled_from(sorted(TEXTS)))
    value = read(places)[1]
    path, new = draw(st.sampled_from([p for p in paths(value) if p[0] != "anchored"])), draw(VALUES)
    want = copy.deepcopy(value)
    owner, step = at(want, path[:-1]), path[-1]
    kind = draw(st.sampled_from(["set", "insert", "remove", "rename", "move"]))
    if kind == "set":
        owner[step] = new
        return places, SetValue(path, new), want
    if kind == "remove":
        del owner[step]
        return places, Remove(path), want
    if kind == "move":
        to = draw(st.integers(0, len(owner) - 1))
        if isinstance(owner, list):
            owner.insert(to, owner.pop(step))
        else:
            names = [k for k in owner if k != step]
            names.insert(to, step)
            owner |= {k: owner.pop(k) for k in names}
        return places, Move(path, to), want
    if isinstance(step, int):
        owner.insert(step, new)
        return places, InsertItem(path[:-1], step, new), want
    before = step if kind == "rename" else draw(st.sampled_from([None, step]))
    at_end = {k: owner.pop(k) for k in (list(owner)[list(owner).index(before) :] if before is not None else ())}
    if kind == "rename":
        owner["re: named"] = at_end.pop(step)
        edit: Edit = RenameKey(path, "re: named")
    else:
        owner["new key"] = new
        edit = InsertKey(path[:-1], "new key", new, before)
    owner |= at_end
    return places, edit, want


@given(edits())
def test_an_edit_says_what_was_asked_and_nothing_else_changes(case: tuple[str, Edit, Any]) -> None:
    name, edit, want = case
    places = read(name)[0]
    try:
        text = places.edited([edit])
    except Problem as problem:
        # Only what stands for something else can't be changed in its place.
        if "refers to what is written" in problem.message:
            return
        raise
    # In their order, too.
    assert json.dumps(value_of(text)) == json.dumps(want)
    comments = [line.partition("#")[2] for line in places.text.splitlines() if line.lstrip().startswith("#")]
    if isinstance(edit, InsertKey | InsertItem | RenameKey | Move):
        assert all(f"#{c}" in text for c in comments)


LONG_TEXTS = ("monogoto.yaml", "mana-and-spells.yaml", "mana-and-spells-extras.yaml", "mana-and-spells/deck")


@pytest.mark.parametrize("name", tried(sorted(TEXTS), *(TEXTS.keys() - LONG_TEXTS)))
def test_a_value_set_and_set_back_leaves_the_first_text(name: str) -> None:
    places, value = read(name)
    scalars = [p for p in paths(value) if not isinstance(at(value, p), dict | list) and p[0] not in ("alias",)]
    for path in scalars[:: max(1, len(scalars) // 40)]:
        old = at(value, path)
        if old is None or (isinstance(old, str) and "\n" in old) or path[0] in ("folded", "flow"):
            continue
        new = places.edited([SetValue(path, "9.87mm")])
        before, after = places.text.splitlines(), new.splitlines()
        assert len(before) == len(after)
        assert sum(a != b for a, b in zip(before, after, strict=True)) == 1
        assert read_places(name, new).edited([SetValue(path, old)]) == places.text


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (SetValue(("flow", "a", "x"), 1), "there is no key 'x' here"),
        (Remove(("plian",)), "did you mean 'plain'"),
        (SetValue(("alias", "a"), 1), "refers to what is written elsewhere"),
        (Remove(("anchored",)), r"\*here refers to what is written here, and must come after it"),
        (Move(("alias",), 0), r"\*here refers to what is written here, and must come after it"),
        (Move(("anchored",), 13), r"\*here refers to what is written here, and must come after it"),
        (SetValue(("list", 9), 1), "no item 10"),
        (RenameKey(("plain",), "flow"), "'flow' exists here already"),
        (InsertKey((), "plain", 1), "'plain' exists here already"),
    ],
)
def test_what_is_not_there_or_stands_elsewhere_is_told(edit: Edit, message: str) -> None:
    with pytest.raises(Problem, match=message):
        read("facts")[0].edited([edit])


def test_edits_follow_each_other() -> None:
    text = read("facts")[0].edited(
        [InsertKey(("deep",), "new", {"a": 1}), SetValue(("deep", "new", "a"), "x"), Remove(("list",))]
    )
    assert value_of(text)["deep"]["new"] == {"a": "x"}
    assert "list" not in value_of(text)
