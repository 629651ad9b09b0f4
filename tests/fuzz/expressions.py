"""Expressions and texts with expressions: a value that can be printed and be a key, or words; never anything else. What is read without
Jinja2 means what Jinja2 makes of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from hypothesis import strategies as st

from carddesigner.core.record import Record
from carddesigner.core.source import Span
from carddesigner.template import allowed
from carddesigner.template.expressions import MAX_RESULT, ExpressionProblem, compile_bare, compile_text
from carddesigner.template.simple import printed
from tests.fuzz.mutations import mutated
from tests.fuzz.target import Input, Target
from tests.property.test_expression_laws import assert_same, assert_same_in_text

CARD = Record(
    {
        "name": "Fire & *x*",
        "cost": 3,
        "tags": ("a", "b"),
        "none": None,
        "half": 2.5,
        "ne": Record({"mark": "sun", "items": ()}),
        "rows": (Record({"a": 1}), Record({"a": 2})),
        "items": "",
    }
)
SCOPE = {
    "card": CARD,
    "deck": Record({"title": "T"}),
    "palette": Record({}),
    "item": ("x", 1),
    "region": "ne",
    "copy": 1,
}

atoms = st.sampled_from(
    [
        *(
            "card",
            "card.name",
            "card.cost",
            "card.tags",
            "card.none",
            "card.half",
            "card.ne",
            "card.rows",
            "card.items",
        ),
        *(
            "item",
            "item[0]",
            "card[region]",
            "card.nmae",
            "nobody",
            "copy",
            "deck",
            "range",
            "max",
            "len",
            "true",
            "none",
        ),
        *("loop", "self", "caller", "namespace", "lipsum", "cycler", "varargs", "'漢'", "'\\ud800'", "'%d'", "'{0}'"),
        *("0", "-1", "2", "1000", "10**5", "1e308", "1e-320", "1e999", "9" * 400, "'nan'", "'-inf'", "'x' * 9000"),
        *("[]", "[1, [2]]", "{}", "{'a': 1}", "()", "''"),
        *("([[0]*300]*300)", "([card]*20000)", "range(1000)", "-99999999", "[['a'*900]*20]", "[{'a': [0]*20000}]"),
    ]
)
operators = st.sampled_from(
    [*"+-*/%~<>", "//", "**", "==", "!=", "in", "not in", "and", "or", "if true else", "if false else", ", "]
)
filters = st.sampled_from([*allowed.names("filter"), "attr('x')", "map", "tojson", "center(9)", "zfill(10**9)"])
tests = st.sampled_from([*allowed.names("test"), "callable"])
methods = st.sampled_from([*allowed.names("method"), "format", "join", "__class__", "mro", "items", "translate"])


def larger(one: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(one, operators, one).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        st.tuples(one, filters, st.sampled_from(["", "({})", "({}, {})", "(attribute={})"]), one, one).map(
            lambda t: f"({t[0]}|{t[1]}{t[2].format(*t[3:])})"
        ),
        st.tuples(one, tests, st.sampled_from(["", " {}"]), one).map(
            lambda t: f"({t[0]} is {t[1]}{t[2].format(t[3])})"
        ),
        st.tuples(one, methods, st.sampled_from(["()", "({})", "({}, {})", "", "(*{})", "(**{})"]), one, one).map(
            lambda t: f"{t[0]}.{t[1]}{t[2].format(*t[3:])}"
        ),
        st.tuples(
            one, st.sampled_from(["[{}]", "[{}:{}]", "[::{}]", ".__init__", "._x", ".a", "({}, {})"]), one, one
        ).map(lambda t: t[0] + t[1].format(*t[2:])),
        one.map(lambda t: f"(not {t})"),
        one.map(lambda t: f"[{t}, {t}]"),
    )


anything = st.recursive(atoms, larger, max_leaves=8)


signs = st.text(st.sampled_from("card.name ()[]{}|+-*/%~'\"\\0123456789e,:=<>!if else not in\n#漢"), max_size=40)
FORMS = ("{{ %s }}", "{{ %s }}!", "%s")


def judge(case: Input) -> None:
    """An expression (``expr``), or a text with some (``txt``)."""
    source = case.data.decode(errors="replace")
    bare = case.kind == "expr"
    with suppress(ExpressionProblem):
        value = (compile_bare if bare else compile_text)(source, Span("x")).evaluate(SCOPE)
        hash(value)
        assert len(str(printed(value))) < 100 * MAX_RESULT
    if bare:
        assert_same(source, SCOPE)
    else:
        # One expression alone keeps its type.
        assert_same_in_text(f"a{source}z", SCOPE)


def inputs(seeds: Sequence[Input]) -> st.SearchStrategy[Input]:
    """By the grammar, of signs, and known ones mutated."""
    made = st.builds(
        lambda source, form: Input("expr" if form == "%s" else "txt", (form % source).encode(errors="replace")),
        st.one_of(anything, anything, signs),
        st.sampled_from(FORMS),
    )
    return st.one_of(made, mutated(seeds, WORDS))


WORDS = tuple(word.encode() for kind in ("filter", "test", "method", "function") for word in allowed.names(kind))
TARGET = Target("expressions", judge, inputs)
