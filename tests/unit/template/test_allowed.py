"""What expressions may use: every example of the one table does what it says, and nothing else is to be had."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carddesigner.core.record import Record
from carddesigner.core.source import Span
from carddesigner.template.allowed import KINDS, as_markdown, names
from carddesigner.template.expressions import ExpressionProblem, compile_bare, compile_text

SPAN = Span("sample.yaml")
CARD = Record(
    {
        "name": "Ice",
        "cost": 1,
        "bonus": 2,
        "free": False,
        "flag": True,
        "suit": "sun",
        "tags": ("sun", "moon"),
        "k": "b",
    }
    | {"costs": (1, 2), "a": 1, "b": 2, "text": "*", "big": 1234567.5, "empty": None}
)
SCOPE = {"card": CARD, "deck": Record({"language": "en"})}


def value(source: str, language: str = "en") -> object:
    return compile_bare(source, SPAN).evaluate({**SCOPE, "deck": Record({"language": language})})


@pytest.mark.parametrize("row", [row for rows in KINDS.values() for row in rows], ids=lambda row: row.example)
def test_every_example_has_a_value(row):
    value(row.example)


@pytest.mark.parametrize(
    "row",
    [
        r
        for rows in KINDS.values()
        for r in rows
        if r.gives[:1].isdigit() and "," not in r.gives and "or" not in r.gives
    ],
)
def test_an_example_gives_what_the_table_says(row):
    told = row.gives.split(":")[0].split(" as ")[0]
    assert str(value(row.example)) == told or value(row.example) is True


def test_the_documentation_has_the_table():
    page = (Path(__file__).parents[3] / "docs/templates.md").read_text()
    assert as_markdown() in page


def test_explain_shows_the_table(cli):
    ran = cli("explain", "expressions")
    assert "card.text | plain" in ran.out
    assert "{'a': 'red', 'b': 'blue'}[card.k]" in ran.out


@pytest.mark.parametrize(
    ("source", "hint"),
    [("card.name | zfil(3)", "zfill"), ("card.name is evn", "even"), ("card.name.encode()", "lstrip")],
)
def test_what_is_not_there_comes_with_what_is(source, hint):
    with pytest.raises(ExpressionProblem) as raised:
        value(source)
    assert hint in raised.value.hint
    assert "explain expressions" in raised.value.hint


def test_a_mapping_looks_up_a_value():
    assert value("{'a': 'red', 'b': 'blue'}[card.k]") == "blue"
    assert value("{1: 'one'}[card.cost]") == "one"
    assert value("{'a': card.cost}['a'] + 1") == 2
    assert compile_text("{{ {'b': 'ember'}[card.k] }} gold", SPAN).evaluate(SCOPE) == "ember gold"


def test_a_mapping_without_the_value_names_the_nearest_and_what_helps():
    with pytest.raises(ExpressionProblem) as raised:
        value("{'sunn': 1, 'moon': 2}[card.suit]")
    assert "no 'sun'; did you mean 'sunn'?" in raised.value.message
    assert "default" in raised.value.hint
    assert value("{'a': 1}[card.suit] | default('grey')") == "grey"


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "1,234,567.5"),
        ("de", "1.234.567,5"),
        ("pt-BR", "1.234.567,5"),
        ("fr", "1\u202f234\u202f567,5"),
        ("pl", "1\u00a0234\u00a0567,5"),
        ("de-CH", "1’234’567.5"),
        ("hi", "12,34,567.5"),
        ("en-IN", "12,34,567.5"),
        ("ja", "1,234,567.5"),
        ("es-MX", "1,234,567.5"),
        ("xx", "1,234,567.5"),
    ],
)
def test_a_number_is_written_as_its_language_does(language, written):
    assert value("card.big | number", language) == written


@pytest.mark.parametrize(
    ("source", "language", "written"),
    [
        ("1234 | number", "es", "1234"),
        ("12345 | number", "es", "12.345"),
        ("-1234.567 | number(2)", "de", "-1.234,57"),
        ("3.0 | number", "en", "3"),
        ("7 | number(2)", "de", "7,00"),
        ("0.00001 | number", "en", "0.00001"),
        ("999 | number", "de", "999"),
        ("(10**20) | number", "en", "100,000,000,000,000,000,000"),
    ],
)
def test_decimals_and_groups_follow_the_number(source, language, written):
    assert value(source, language) == written


@given(st.integers(-(10**30), 10**30), st.sampled_from(["en", "de", "fr", "hi", "pl", "de-CH"]))
def test_a_written_number_has_the_digits_it_had(number, language):
    text = str(value(f"({number}) | number", language))
    assert int("".join(c for c in text if c.isascii() and c in "-0123456789")) == number


@pytest.mark.parametrize(
    "source",
    ["card.empty | number", "card.name | number", "1 | number(99)", "'%9999d' | format(1)", "'%*d' | format(9, 1)"],
)
def test_what_is_no_number_has_none(source):
    with pytest.raises(ExpressionProblem) as raised:
        value(source)
    assert raised.value.code == "expression-failed"


@pytest.mark.parametrize("source", ["'7'.zfill(10**9)", "7 | zfill(10**9)", "{'a': [0] * 10**6}['a']"])
def test_nothing_grows_beyond_what_a_value_may_be(source):
    with pytest.raises(ExpressionProblem) as raised:
        value(source)
    assert raised.value.code == "expression-too-big"


def test_a_number_on_a_card_is_in_the_decks_language_in_parts_too(deck):
    deck.zones("one: {part: price, params: {n: '{{ card.n }}'}}", "name,n\nFire,12345.5\n")
    file = deck.path / "templates/sample.yaml"
    part = 'parts: {price: {params: {n: 0}, zones: {t: {text: "{{ n | number(2) }}"}}}}\nfaces:'
    file.write_text(file.read_text().replace("faces:", part))
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text() + "language: fr\n")
    (item,) = deck.lay().items("one")
    assert "".join(r.text for p in item.pieces for r in p.runs) == "12\u202f345,50"


def test_all_kinds_have_names_once():
    for kind in KINDS:
        assert len(set(names(kind))) == len(names(kind))
