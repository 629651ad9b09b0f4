"""What is read as something else in the cells of tables: ``markup`` and ``text-replace``."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carddesigner.contents.marks import marks_of
from carddesigner.text.html import from_html
from carddesigner.text.rich import parse_markup, runs


@pytest.fixture
def texts(tables):
    """The texts of a deck's cells, with keys of ``deck.yaml``."""

    def read(cells: list[str], **keys: Any) -> Any:
        tables.write("cards.json", json.dumps([{"text": c, "other": c} for c in cells]))
        tables.component("cards", "cards.json")
        file = tables.path / "deck.yaml"
        file.write_text(file.read_text() + "".join(f"{k}: {json.dumps(v)}\n" for k, v in keys.items()))
        return tables

    return read


@pytest.mark.parametrize(
    ("cell", "made"),
    [
        ("no tags, 2 * 3", "no tags, 2 * 3"),
        ("<b>Boost</b><i>x</i>", "[Boost]{bold}[x]{italic}"),
        ("<B> a </B>b", " [a]{bold} b"),
        ("Fire<strong>ball</strong>s", "Fire[ball]{bold}s"),
        ("a <br/>\nb<br>c", "a\nb\nc"),
        ("<p>one</p> <p>two</p>", "one\n\ntwo"),
        ("<ul><li>x</li><li>y</li></ul>", "- x\n- y"),
        ("<ol><li>x<li>y</ol>z", "1. x\n2. y\nz"),
        ("<b>on\ntwo lines", "[on]{bold}\n[two lines]{bold}"),
        ('<span style="color: #ff0000">hot</span>', "[hot]{color: #ff0000}"),
        ("<b>[R] C:\\</b>", "[\\[R\\] C:\\\\]{bold}"),
        ("R&amp;D &#42;x&#42; AT&T;", "R&D \\*x\\* AT&T;"),
        ("<img src=x> <Kobold> x<sup>2</sup>", "<img src=x> <Kobold> x<sup>2</sup>"),
    ],
)
def test_tags_become_our_markup(cell: str, made: str) -> None:
    assert from_html(cell) == made


TAGS = st.sampled_from(["<b>", "</b>", "<i>", "</i>", "<u>", "<span style='color:#123456'>", "</span>", "<br>"])


@given(st.lists(st.one_of(st.text("abcd", min_size=1, max_size=5), TAGS)))
def test_tags_lose_no_letters(parts: list[str]) -> None:
    names = type("Names", (), {"color": lambda self, value: value})()
    made = parse_markup(from_html("".join(parts)), lambda _: None, None, marks_of(names))  # type: ignore[arg-type]
    shown = "".join(run.text for run in runs(made))
    assert [c for c in shown if c != "\n"] == [c for part in parts if part[0] != "<" for c in part]


def test_icons_between_signs_are_read_where_there_is_such_a_one(texts):
    deck = texts(["{sun} {Sun} {zz} [moon] (moon)", "| head | x |\na|b"], markup=["braces", "brackets", "pipes"])
    assert [c["text"] for c in deck.cards()] == [":sun: :sun: {zz} :moon: (moon)", "| head | x |\na\nb"]


def test_a_short_name_of_the_deck_is_an_icon_and_a_keyword_is_none(texts):
    deck = texts(["{R} {Moon}"], markup="braces", icons={"r": "sun"}, keywords={"Moon": {"reminder": "It shines."}})
    assert deck.cards()[0]["text"] == ":r: {Moon}"


def test_texts_are_replaced_once_and_only_where_they_are_told_to(texts):
    replaced = {"a": "bb", "b": {"with": "", "columns": ["other"]}, "ab": "never"}
    deck = texts(["ab a"], **{"text-replace": replaced})
    assert (deck.cards()[0]["text"], deck.cards()[0]["other"]) == ("bbb bb", "bb bb")


def test_texts_are_replaced_in_lists_and_before_quantities_are_read(tables):
    tables.write("cards.json", json.dumps([{"tags": ["x-1", "x"], "copies": "3x"}])).component("cards", "cards.json")
    file = tables.path / "deck.yaml"
    file.write_text(file.read_text() + 'text-replace: {"x": ""}\n')
    assert tables.copies() == [3]
    assert tables.cards()[0]["tags"] == ["-1", ""]


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ({"text-replace": {"a": {"with": "b", "columns": ["txet"]}}}, "unknown-column"),
        ({"text-replace": {"a": 3}}, "wrong-type"),
        ({"text-replace": {"a": {"with": "x" * 1001}}}, "wrong-value"),
        ({"markup": "htlm"}, "wrong-value"),
    ],
)
def test_what_is_wrong_with_the_keys_is_told_at_their_line(texts, keys, code):
    told = texts(["a"], **keys).told()
    assert {(t.code, t.place.partition(":")[0]) for t in told} == {(code, "deck.yaml")}


def test_a_cell_that_becomes_too_long_is_named(texts):
    told = texts(["fine", "a" * 200], **{"text-replace": {"a": "b" * 1000}}).told()
    assert [(t.code, t.place.partition(":")[0]) for t in told] == [("text-too-long", "cards.json")] * 2


def test_hostile_tables_are_refused(texts):
    told = texts(
        ["a" * 90_000 + str(i) for i in range(20)], **{"text-replace": {f"a{i}": "b" for i in range(199)}}
    ).told()
    assert [t.code for t in told] == ["table-too-large"]


def test_so_are_too_many_tags(texts):
    told = texts(["<b>" * 30_000 + str(i) for i in range(6)], markup="html").told()
    assert [t.code for t in told] == ["table-too-large"]


def test_a_mistake_in_a_cells_text_points_at_the_cell(deck):
    deck.zones("t: {box: {top: 5mm}, text: '{{ card.rules }}'}", "name,rules\na,fine\nb,one :nosuch: two\nc,日\n")
    assert [(r.span.line, r.span.column) for r in deck.error("unknown-icon").related] == [(3, 3)]
    assert [(r.span.line, r.span.column) for r in deck.error("missing-glyph").related] == [(4, 3)]
