"""Whatever stands in an expression: a value that can be printed and be a key, or words; never anything else."""

from __future__ import annotations

from contextlib import suppress
from resource import RUSAGE_SELF, getrusage
from time import process_time

from hypothesis import given
from hypothesis import strategies as st

from carddesigner.core.record import Record
from carddesigner.core.source import Span
from carddesigner.template import allowed
from carddesigner.template.expressions import MAX_RESULT, ExpressionProblem, compile_bare, compile_text
from carddesigner.template.simple import printed
from tests.examples import examples

MAX_SECONDS = 20
"""Of CPU, for an expression; none takes a tenth of it, unless nothing bounds its work."""

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


@examples(8)
@given(anything, st.sampled_from(["{{ %s }}", "{{ %s }}!", "%s"]))
def test_any_expression_has_a_value_or_words(source: str, form: str) -> None:
    compile_ = compile_text if "{{" in form else compile_bare
    memory, begun = getrusage(RUSAGE_SELF).ru_maxrss, process_time()
    with suppress(ExpressionProblem):
        value = compile_(form % source, Span("x")).evaluate(SCOPE)
        hash(value)
        assert len(str(printed(value))) < 100 * MAX_RESULT
    assert process_time() - begun < MAX_SECONDS
    assert getrusage(RUSAGE_SELF).ru_maxrss - memory < 300_000


@examples(4)
@given(st.text(st.sampled_from("card.name ()[]{}|+-*/%~'\"\\0123456789e,:=<>!if else not in\n#漢"), max_size=40))
def test_any_signs_have_a_value_or_words(source: str) -> None:
    for form in ("{{ %s }}", "{{ %s }}!", "%s"):
        with suppress(ExpressionProblem):
            (compile_text if "{{" in form else compile_bare)(form % source, Span("x")).evaluate(SCOPE)
