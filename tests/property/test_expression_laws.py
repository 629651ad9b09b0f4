"""Expressions read without Jinja2 mean what Jinja2 makes of them, whatever they hold and whatever it meets there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carddesigner.core.record import Record
from carddesigner.core.source import Span
from carddesigner.template.expressions import _NAME, ExpressionProblem, _compiled, compile_bare, compile_text
from carddesigner.template.simple import compile_simple
from tests.examples import examples

SPAN = Span("sample.yaml")
FIELDS = ("name", "cost", "items", "ne", "max", "ação")
LAW = examples(8)
LONG = examples(25)

NUMBERS = st.one_of(
    st.integers(-3, 12),
    st.sampled_from([0.0, -0.0, 0.5, 2.5, 3.0, 1e15, 1e16, 1e300, 10**15 - 1, 10**15, 10**29, 10**31, -(10**15)]),
)
TEXTS = st.one_of(
    st.sampled_from(["", "a", "sun", "7", "*a*_:", "é{{", "a" * 999, "b" * 20_001]), st.text("ab 1'é", max_size=3)
)
PLAIN = st.one_of(TEXTS, NUMBERS, st.booleans(), st.none())
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(tuple), st.dictionaries(st.sampled_from(FIELDS), inner, max_size=3).map(Record)
    ),
    max_leaves=5,
)
SCOPES = st.fixed_dictionaries(
    {"card": st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=6).map(Record)},
    optional={"item": VALUES, "index": st.integers(0, 3), "region": st.sampled_from(FIELDS), "max": VALUES},
)

STEPS = st.sampled_from(
    [*(f".{name}" for name in FIELDS), *(f"['{name}']" for name in FIELDS), "[0]", "[-1]", "[index]"]
)
NAMES = st.one_of(
    st.tuples(st.sampled_from(["card", "card", "card", "item"]), st.lists(STEPS, max_size=2).map("".join)).map("".join),
    st.sampled_from(
        ["index", "region", "max", "len", "nobody", "card[region]", "card[item]", "item[index - 1]", "card . name"]
    ),
)
CONSTANTS = st.one_of(
    st.integers(0, 12).map(str),
    st.sampled_from(
        ["true", "False", "none", "None", "''", "'a'", '"sun"', "'it''s'", "2.5", "0x1F", "1_000", str(10**15)]
    ),
)
NEAR = (
    "{}|upper",
    "{}|plain|length",
    "-{}",
    "+{}",
    "{} is defined",
    "{} is none",
    "{{'a': {}}}",
    "({}, 1)",
    "{}()",
    "{}[0:1]",
    "{}.upper()",
)
INSIDE = (
    "({})",
    "not {}",
    "not not {}",
    "{}|plain",
    "{} | length",
    "[{}]",
    "[{}, 'a']",
    "{}[0]",
    "{}.name",
    "card[{}]",
    "{{'a': 1, 'sun': 'moon', 7: 2.5}}[{}]",
    "{{{}: 1}}['a']",
    "{{'a': {}}}['a']",
    "card.items[{}]",
)
PAIRS = (*("+-*%~/"), "//", "**", "==", "!=", "<", "<=", ">", ">=", "in", "not in", "and", "or", "is")


def deeper(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(inner, st.sampled_from(PAIRS), inner).map(" ".join),
        st.tuples(inner, st.sampled_from(PAIRS), inner, st.sampled_from(PAIRS), inner).map(" ".join),
        st.tuples(st.sampled_from(INSIDE + NEAR), inner).map(lambda t: t[0].format(t[1])),
        st.tuples(inner, inner, inner).map(lambda t: f"{t[0]} if {t[1]} else {t[2]}"),
        st.tuples(inner, st.sampled_from(["in", "not in"]), st.lists(st.one_of(CONSTANTS, NAMES), max_size=3)).map(
            lambda t: f"{t[0]} {t[1]} [{', '.join(t[2])}]"
        ),
    )


EXPRESSIONS = st.recursive(st.one_of(NAMES, NAMES, CONSTANTS), deeper, max_leaves=6)


def outcome(run, scope):
    """A value with its types, or an error with its message."""
    try:
        return repr(run(scope))
    except ExpressionProblem as problem:
        return problem.code, problem.message, problem.hint


def assert_same(source, scope):
    simple = compile_simple(source)
    if simple is not None:
        reads, run = _compiled(source, False)
        theirs = outcome(run, scope)
        # What a deck itself says by a name is as long as it is.
        if not (_NAME.fullmatch(source) and theirs[0] == "expression-too-big"):
            assert outcome(compile_bare(source, SPAN).evaluate, scope) == theirs
        assert simple[0] == reads


def assert_same_in_text(text, scope):
    assert outcome(lambda scope: compile_text(text, SPAN).evaluate(scope), scope) == outcome(
        lambda scope: _compiled(text, True)[1](scope), scope
    )


TEXT = st.lists(st.one_of(st.text("ab }\n%é", max_size=3), EXPRESSIONS.map("{{{{ {} }}}}".format)), max_size=3).map(
    lambda parts: f"a{''.join(parts)}z"
)


@LAW
@given(EXPRESSIONS, SCOPES)
def test_an_expression_is_what_jinja_makes_of_it(source, scope):
    assert_same(source, scope)


@LAW
@given(TEXT, SCOPES)
def test_a_text_with_expressions_is_what_jinja_makes_of_it(text, scope):
    assert_same_in_text(text, scope)


@pytest.mark.long
@LONG
@given(EXPRESSIONS, SCOPES)
def test_any_expression_is_what_jinja_makes_of_it(source, scope):
    assert_same(source, scope)


@pytest.mark.long
@LONG
@given(TEXT, SCOPES)
def test_any_text_with_expressions_is_what_jinja_makes_of_it(text, scope):
    assert_same_in_text(text, scope)


def test_the_law_meets_what_is_read_without_jinja():
    """Most of what is generated must be read in both ways for the law to say anything."""
    seen = []

    @examples(4)
    @given(EXPRESSIONS)
    def look(source):
        seen.append(compile_simple(source) is not None)

    look()
    assert sum(seen) > len(seen) / 4
