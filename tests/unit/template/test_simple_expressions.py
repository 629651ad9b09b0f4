"""Everyday expressions read without Jinja2 mean what they mean with it: the very same value, or the same error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carddesigner.core.record import Record
from carddesigner.core.source import Span
from carddesigner.template.expressions import _GLOBALS, ExpressionProblem, _compiled, compile_bare, compile_text
from carddesigner.template.simple import compile_simple
from tests.examples import examples

SPAN = Span("sample.yaml")
CARD = {
    "name": "Fire",
    "cost": 3,
    "half": 2.5,
    "whole": 4.0,
    "empty": "",
    "nothing": None,
    "flag": True,
    "ação": "voar",
    "items": ("sun", "moon"),
    "ne": {"mark": "star", "number": 0},
}
SCOPE = {
    "card": Record(CARD),
    "item": 7,
    "index": 0,
    "side": "front",
    "deck": Record({"title": "Sample", "counts": {}}),
}
LAW = examples(4)


def outcome(run):
    """A value with its type, or an error's code, with the words where they are the same by design."""
    try:
        value = run(SCOPE)
    except ExpressionProblem as problem:
        return problem.code, problem.message if problem.code == "expression-failed" else ""
    return type(value), repr(value)


UNKNOWN = ("unknown-field", "unknown-name")
FAILED = (*UNKNOWN, "expression-failed", "expression-unsafe", "expression-too-big")


def same(ours: tuple[object, str], theirs: tuple[object, str]) -> bool:
    """Where both end in words, ours may tell an unknown name as what it is, and of several another one."""
    return ours == theirs or (theirs[0] in FAILED and ours[0] in UNKNOWN)


def assert_same(source: str) -> None:
    if compile_simple(source) is not None:
        assert same(outcome(compile_bare(source, SPAN).evaluate), outcome(_compiled(source, False)[1]))


def assert_same_in_text(text: str) -> None:
    assert same(outcome(compile_text(text, SPAN).evaluate), outcome(_compiled(text, True)[1]))


NAMES = st.sampled_from(
    [f"card.{k}" for k in CARD]
    + ["card.ne.mark", "card.ne.number", "deck.title", "deck.counts", "item", "index", "side"]
    + ["card.nmae", "card.ne.mrak", "nobody", "nobody.name", "card", "card.name.length", "card.items.x", "card . name"]
)
TEXTS = (
    st.text("abFire'\"漢é {}%#,.:", max_size=6)
    .map(repr)
    .filter(lambda s: not any(sign in s for sign in ("\\", "{{", "{%")))
)
CONSTANTS = st.one_of(
    TEXTS,
    st.integers(0, 10**30).map(str),
    st.sampled_from(
        ["true", "false", "none", "True", "False", "None", "0x1F", "0b11", "1_000", "'a' 'b'", "2.5", "-3"]
    ),
)
EQUAL = st.sampled_from(["==", "!="])
ORDER = st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "in", "not in", "is"])


def expressions(comparisons: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Sources inside the subset, and some that leave it: arithmetic, filters, lists, chained comparisons."""

    def deeper(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        beyond = st.sampled_from(["{}|upper", "{}|length", "{}[0]", "[{}]", "{{'a': {}}}", "-{}", "{} is defined"])
        items = st.sampled_from(["card.items[{}]", "card[{}]", "card['ne'][{}]", "card['ne'].mark", "card.items[{}].x"])
        return st.one_of(
            st.tuples(inner, comparisons, inner).map(" ".join),
            st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(" ".join),
            st.tuples(inner, inner, inner).map(lambda t: f"{t[0]} if {t[1]} else {t[2]}"),
            inner.map("not {}".format),
            inner.map("({})".format),
            st.tuples(inner, st.sampled_from("~+-*/%"), inner).map(" ".join),
            st.tuples(st.one_of(beyond, items), inner).map(lambda t: t[0].format(t[1])),
            st.tuples(inner, st.sampled_from(["in", "not in"]), inner, inner).map(
                lambda t: f"{t[0]} {t[1]} [{t[2]}, {t[3]}]"
            ),
        )

    return st.recursive(st.one_of(NAMES, CONSTANTS), deeper, max_leaves=6)


@LAW
@given(expressions(ORDER))
def test_a_simple_expression_is_what_jinja_makes_of_it(source):
    assert_same(source)


@LAW
@given(
    st.lists(st.one_of(st.text("ab {}\n\t%é", max_size=4), expressions(EQUAL).map("{{{{ {} }}}}".format)), max_size=4)
)
def test_simple_expressions_in_text_are_what_jinja_makes_of_it(parts):
    text = "a" + "".join(parts) + "z"
    try:
        _compiled(text, True)
    except ExpressionProblem:
        return
    if "{%" not in text and "{#" not in text:
        assert_same_in_text(text)


@LAW
@given(st.text("ab.'\"()<>=!|~+-*/% 01\nifelsnotrd_,[]{}:#é№", max_size=14))
def test_whatever_is_accepted_can_be_read_by_jinja(source):
    # A function's bare name is no value in the one way and a function in the other.
    if (
        source.strip() not in _GLOBALS
        and "#" not in source
        and not any(p + q in source for p in "rfb" for q in "'\"")
        and "'''" not in source
    ):
        assert_same(source.strip())


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("card.name", "Fire"),
        ("card.ne.mark", "star"),
        ("card.nothing", None),
        ("card.ação", "voar"),
        ("card.name | plain", "Fire"),
        ("card.cost | plain", "3"),
        ("card.nothing | plain", ""),
        ("not card.name | plain", False),
        ("card.name == card.name | plain", True),
        ("card.cost == 3", True),
        ("card.cost != 3.0", False),
        ("card.half < card.cost", True),
        ("card.flag == 1", True),
        ("card.name == 'Fire'", True),
        ("card.nothing == none", True),
        ("card.nothing or card.name", "Fire"),
        ("card.empty and card.nmae", ""),
        ("not card.empty", True),
        ("not card.cost == 3", False),
        ("card.name if card.flag else card.nmae", "Fire"),
        ("1 if false else 2 if false else 3", 3),
        ("0x1F", 31),
        ("'it''s'", "its"),
        ("-card.cost", -3),
        ("card.name ~ 1", "Fire1"),
        ("card.items[1]", "moon"),
        ("1 < card.cost < 4", True),
        ("'\\u0041'", "A"),
        ("[card.cost, 1]|sum", 4),
        ("card['name']", "Fire"),
        ("card[card.ne.mark] if false else card['ne'].mark", "star"),
        ("card.items[item - 6]", "moon"),
        ("card.items[index]", "sun"),
        ("item % 2", 1),
        ("card.half * 2", 5.0),
        ("2 + 3 * 4 - 1", 13),
        ("card.name + 'mm'", "Firemm"),
        ("card.items | length > 1", True),
        ("'sun' in card.items", True),
        ("'ir' in card.name", True),
        ("'x' not in card.items", True),
        ("side in ['front', 'back']", True),
        ("['front', card.cost]", ("front", 3)),
    ],
)
def test_a_table_of_values(source, value):
    made = compile_bare(source, SPAN).evaluate(SCOPE)
    assert (made, type(made)) == (value, type(value))
    assert outcome(_compiled(source, False)[1]) == (type(value), repr(value))


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("card.nmae", "unknown-field"),
        ("card.ne.mrak == 1", "unknown-field"),
        ("nobody", "unknown-name"),
        ("card.nmae or 1", "unknown-field"),
        ("not nobody", "unknown-name"),
        ("card.name < 3", "expression-failed"),
        ("card.nothing < 3", "expression-failed"),
        ("card.items < 3", "expression-failed"),
        ("card < card", "expression-failed"),
        ("card.cost / 0", "expression-failed"),
        ("card.cost % 0", "expression-failed"),
        ("card.name.nope", "unknown-name"),
        ("card.cost.real", "expression-unsafe"),
        ("card['nmae']", "unknown-field"),
        ("card.items[7]", "unknown-name"),
        ("card.items['x']", "expression-unsafe"),
        ("card['ne'].mrak", "unknown-field"),
        ("card.name + 1", "expression-failed"),
        ("card.name * 100000", "expression-too-big"),
        ("card.nothing % 2", "expression-failed"),
        ("1 in card.cost", "expression-failed"),
        ("1 + 2 | plain", "expression-failed"),
        ("max", "expression-failed"),
        ("card.name.upper", "expression-failed"),
    ],
)
def test_a_table_of_errors(source, code):
    assert outcome(compile_bare(source, SPAN).evaluate) == outcome(_compiled(source, False)[1])
    with pytest.raises(ExpressionProblem) as raised:
        compile_bare(source, SPAN).evaluate(SCOPE)
    assert raised.value.code == code


@pytest.mark.parametrize(
    "source",
    [
        *("", "card.cost / 1", "-1", "2.5", "card.name ~ '!'", "card.name|upper", "card.items[0:1]", "{'a': 1}"),
        *(
            "1 < 2 < 3",
            "[1] == card.items",
            "(1 + 2) | plain",
            "2 ** 3",
            "card.items[0]._x",
            "card.name is string",
            "card.name.upper()",
            "card.__class__",
            "_hidden",
        ),
        *("f'{card}'", "b'a'", "(1, 2)", "card,", "lambda: 1", "(a := 1)", "[x for x in card]", "'\\n'", "true.x"),
        *("card.class", "card name", "1 +", "*card", "...", "1j", "card.name if card.cost", "a;b", "x" * 501),
    ],
)
def test_what_is_left_to_jinja(source):
    assert compile_simple(source) is None


@LAW
@given(expressions(ORDER))
def test_both_ways_read_the_same_names(source):
    simple = compile_simple(source)
    if simple is not None:
        assert simple[0] == _compiled(source, False)[0]


@pytest.mark.parametrize(
    "text",
    [
        "{{ card.name }} !",
        "+ {{card.cost}}",
        "{{ card.whole }}.",
        "a{{ card.nothing }}b",
        "{{ card.flag }}{{ item }}",
        "a }} b",
    ],
)
def test_text_with_expressions_prints_as_jinja_does(text):
    assert_same_in_text(text)


def test_a_comparison_of_unlike_things_in_text_ends_in_a_message():
    assert_same_in_text("more than three: {{ card.name > 3 }}")


@pytest.mark.parametrize("source", ["r'a'", "u'a'", "card.name # the name", "'''it's'''"])
def test_what_jinja_can_not_read_is_not_accepted(source):
    with pytest.raises(ExpressionProblem):
        _compiled(source, False)
    assert compile_simple(source) is None


@pytest.mark.parametrize("column", ["nº", "ﬁre", "cafe\u0301", "vagaª"])
def test_a_column_is_read_by_the_letters_it_is_written_with(column):
    scope = {"card": Record({column: "here"})}
    assert _compiled(f"card.{column}", False)[1](scope) == "here"
    assert compile_bare(f"card.{column}", SPAN).evaluate(scope) == "here"


@pytest.mark.parametrize("source", ["[[1, 'a'], [2, card.name]]", "[[], [[card.ne.number]]]", "[[1], card.name]"])
def test_lists_within_lists_are_read(source):
    assert compile_simple(source) is not None
    assert_same(source)


def test_a_constant_of_more_than_30_digits_is_refused():
    assert_same("9" * 40)


def test_a_parameter_named_like_a_function_is_read(deck):
    deck.zones("one: {part: p, params: {max: 1}}\ntwo: {part: p, params: {max: 7}}")
    text = (deck.path / "templates/sample.yaml").read_text()
    part = 'parts:\n  p: {size: [9mm, 9mm], params: {max: 0}, zones: {t: {text: "{{ max + 1 }}", size: 8pt}}}\n'
    deck.write("templates/sample.yaml", text.replace("faces:\n", part + "faces:\n"))
    laid = deck.lay()
    assert [laid.items(z)[0].pieces[0].runs[0].text for z in ("one", "two")] == ["2", "8"]
