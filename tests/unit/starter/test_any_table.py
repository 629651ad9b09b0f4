"""Whatever a table holds, the deck made of it builds: shown with tables nobody would write."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from carddesigner.core.report import DeckError, Report
from carddesigner.deck.find import loaded_deck
from carddesigner.pipeline.build import PrintOptions, build_deck
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job
from carddesigner.pipeline.validate import validate_deck
from carddesigner.starter.from_table import deck_from_table
from carddesigner.starter.made import NewOptions
from tests.examples import examples

FUZZ = examples(1 / 5, 2, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])

WRITTEN = st.characters(codec="utf-8", exclude_characters="\x00")
"""All that a text file may hold; files with a character 0 are refused."""

WORDS = [
    "Name", "Qty", "Cost", "Type", "Text", "copies", "id", "#", "Anzahl", "Image", "Colour", "Attack", "Flavor", "notes",
    "key", "שם", "טקסט", "名前", "効果", "🔥", "❤️", "a.b", "Card-Text",
]  # fmt: skip
header = st.one_of(
    st.sampled_from([*WORDS, "", "Name", "true", "null", "{{ x }}", "a: b", "- a", "'", '"', "\\"]),
    st.text(WRITTEN, max_size=12),
)
markup = st.sampled_from([
    "**bold", ":nope:", ":sun:", "{{ card.x }}", "{% if %}", "a_b_c", "#fff", "| x | y |", "- one\n- two", "\\n", "<br>", "1. a",
    "* a", "[x](y)", "`code`", "\u202eabc", "e\u0301\u0301\u0301", "👩‍👩‍👧", "ﷺ", "क्षि", "ไทย", "한국어", "日本語のとても長い文章です",
    "שלום עולם", "مرحبا", "\x07\x0b", "\u2028", "\ufeff", "\ud7ff", "\U000e0001", "=SUM(A1)", "007", "1.50", "3,5", "-0",
    "2024-01-05", "yes", "art/dragon.png", "..\\up\\x.png", "C:\\x\\y.jpg", "https://a.b/c.png", "#12ab34", "x" * 200, "W" * 60,
])  # fmt: skip
cell = st.one_of(
    st.just(""),
    st.integers(-5, 2000).map(str),
    st.floats(-100, 100, allow_nan=False).map(str),
    markup,
    st.text(WRITTEN, max_size=30),
    st.lists(st.one_of(markup, st.text(WRITTEN, max_size=12)), max_size=8).map(" ".join),
    st.text(WRITTEN, max_size=200),
    st.sampled_from(["word " * 60, "lorem ipsum " * 200, "q" * 3000, "fire", "water", "a", "b"]),
)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[str], list[list[str]]]:
    width = draw(st.one_of(st.integers(1, 6), st.integers(7, 40)))
    headers = draw(st.lists(header, min_size=width, max_size=width))
    depth = draw(st.integers(1, 6))
    rows = draw(st.lists(st.lists(cell, min_size=width, max_size=width), min_size=depth, max_size=depth))
    return headers, rows


def made(name: str, data: bytes) -> None:
    """Make a deck of the data, and lay it out as ``build`` will; only faults of the file itself may stop it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / name
        file.write_bytes(data)
        try:
            deck_from_table(file, Path(folder) / "deck", NewOptions())
        except DeckError as problem:
            codes = {d.code for d in problem.report.errors}
            assert codes <= {"empty-table", "no-cards", "table-syntax", "json-syntax"}, codes
            return
        # What no font shows is told, and the cell's own fault; a proof has boxes.
        report = Report(lenient=frozenset(("missing-glyph",)))
        pieces = lay_out(print_job(loaded_deck(Path(folder) / "deck", report)), report)
        assert any(p.copies for p in pieces)
        assert not report.errors


@FUZZ
@given(tables())
@example((["Name", "Name", "", "🔥"], [["*", "_", ":x:", "{{"], ["a" * 300, "", "\x07", "b"]]))
def test_any_table_becomes_a_deck_that_builds(table):
    headers, rows = table
    out = io.StringIO()
    csv.writer(out).writerows([headers, *rows])
    made("any.csv", out.getvalue().encode("utf-8", "replace"))


values = st.recursive(
    st.one_of(
        cell, st.none(), st.booleans(), st.integers(-(10**20), 10**20), st.floats(allow_nan=False, allow_infinity=False)
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(header, inner, max_size=3)),
    max_leaves=6,
)


@FUZZ
@given(st.lists(st.dictionaries(header, values, min_size=1, max_size=8), min_size=1, max_size=5))
def test_any_records_become_a_deck_that_builds(records):
    made("any.json", json.dumps(records).encode())


def test_the_pdf_of_an_unlikely_table_is_drawn(tmp_path):
    rows = 'Name,Text,שם,Qty\n"**:sun:**","{{ card }} 👩‍👩‍👧 \x07 日本","שלום",2\n'
    (tmp_path / "odd.csv").write_text(rows, encoding="utf-8")
    deck_from_table(tmp_path / "odd.csv", tmp_path / "odd deck", NewOptions())
    result = build_deck(tmp_path / "odd deck", PrintOptions(output=tmp_path / "out", proof=True))
    assert result.components[0].cards == 2


def test_a_table_of_hundreds_of_columns_becomes_a_deck(tmp_path):
    names = ",".join(f"column {i}" for i in range(400))
    (tmp_path / "wide.csv").write_text(f"{names}\n{','.join('x' * 400)}\n{','.join('y' * 400)}\n")
    deck_from_table(tmp_path / "wide.csv", tmp_path / "wide", NewOptions())
    report = Report()
    validate_deck(tmp_path / "wide", report)
    assert [d.code for d in report if d.code == "unused-field"] == []
