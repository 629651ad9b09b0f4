"""Tables without a header, and tables that end before their file does."""

from __future__ import annotations

from carddesigner.core.report import Report
from carddesigner.tables.delimited import read_delimited

DECK = """\
deck: sample
title: Sample
stocks: {card: {shape: card, size: poker, corner: 3mm, bleed: 3mm, safe: 3mm}}
components:
  - {id: cards, rows: {file: cards.csv, ROWS}, front: sample#front}
"""
TEMPLATE = """\
template: sample
fonts: {text: {family: Alegreya Sans}}
faces: {front: {zones: {name: {text: "{{ card.name }}"}}}}
"""


def write(deck, rows, table):
    deck.write("deck.yaml", DECK.replace("ROWS", rows))
    deck.write("templates/sample.yaml", TEMPLATE)
    deck.write("cards.csv", table)
    return deck


def test_a_table_without_a_header(deck):
    laid = write(deck, "header: 0, columns: [name, cost]", "Fire,1\nWater,2\n").lay()
    assert list(laid.faces) == ["cards-001", "cards-002"]


def test_without_a_header_the_columns_must_be_listed(deck):
    assert "lists the columns' names" in write(deck, "header: 0", "Fire,1\n").error("missing-key").message


def test_a_table_ends_above_the_row_that_begins_with_a_text(deck):
    table = "name,copies\nFire,1\nTotal Recall,1\n,\nTotal,2\nprinted,in March\n"
    laid = write(deck, "until: Total", table).lay()
    assert list(laid.faces) == ["cards-001", "cards-002"]


def test_lines_end_where_the_table_s_rows_do(tmp_path):
    text = "na\u2028me,cost\nFire,1\n"
    sheet = read_delimited(tmp_path / "cards.csv", text.encode(), None, Report(), header=1)
    assert sheet is not None
    assert list(sheet.rows) == [["na\u2028me", "cost"], ["Fire", "1"]]


def test_a_sign_inside_cells_is_no_delimiter_where_quotes_say_otherwise(tmp_path):
    text = 'a\tb\tc,d\n"e, f",g\th\ti\n'
    sheet = read_delimited(tmp_path / "cards.csv", text.encode(), None, Report())
    assert sheet is not None
    assert list(sheet.rows) == [["a\tb\tc", "d"], ["e, f", "g\th\ti"]]
