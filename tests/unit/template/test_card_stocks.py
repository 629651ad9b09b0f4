"""Stocks that cards name themselves: ``stock: "tab-{{ card.place }}"``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from carddesigner.core.report import Report
from carddesigner.core.units import MM
from carddesigner.deck.find import loaded_deck
from carddesigner.layout.inputs import input_digests
from carddesigner.pipeline.imposition import impose, lay_out
from carddesigner.pipeline.job import print_job
from carddesigner.pipeline.options import PrintOptions
from carddesigner.pipeline.validate import validate_deck

DECK = """\
deck: sample
title: Sample
stocks:
  tab-1:
    {shape: polygon, size: [60mm, 90mm], bleed: 2mm, safe: 2mm,
    outline: [[0, 0], [20mm, 0], [20mm, 10mm], [60mm, 10mm], [60mm, 90mm], [0, 90mm]]}
  tab-2:
    {shape: polygon, size: [60mm, 90mm], bleed: 2mm, safe: 2mm,
    outline: [[0, 10mm], [20mm, 10mm], [20mm, 0], [60mm, 0], [60mm, 90mm], [0, 90mm]]}
  wide: {shape: card, size: [90mm, 60mm], corner: 3mm, bleed: 3mm, safe: 3mm, thickness: 1mm}
palette: {ink: "#1b1b1b", glow: "#f6cf5a"}
components:
  - {id: cards, rows: cards.csv, stock: "tab-{{ card.place }}", front: sample#front}
"""
ROWS = "id,place\nash,1\noak,2\nyew,1\n"
FACES = """\
template: sample
faces:
  front: {zones: {ground: {in: bleed, fill: glow}, name: {in: safe, fill: ink}}}
"""


@pytest.fixture
def tabs(deck) -> Callable[..., Any]:
    """Writes dividers whose tabs are where their rows say."""

    def write(rows: str = ROWS, stock: str = "tab-{{ card.place }}", more: str = ""):
        deck.write("deck.yaml", DECK.replace("tab-{{ card.place }}", stock) + more)
        deck.write("cards.csv", rows)
        deck.write("templates/sample.yaml", FACES)
        return deck

    return write


def test_a_card_is_cut_from_the_stock_that_its_own_cell_names(tabs):
    deck = tabs()
    by_card = {name: faces[0].outline for name, faces in deck.lay().faces.items()}
    assert by_card["ash"] == by_card["yew"] != by_card["oak"]
    assert by_card["ash"][1][1:] == pytest.approx((20 * MM, 0.0))


def test_stocks_may_be_of_different_sizes_and_all_copies_are_printed_once(tabs):
    deck = tabs("id,place,copies\nash,tab-1,2\noak,wide,3\nyew,tab-1,1\n", "{{ card.place }}")
    job, report = print_job(loaded_deck(deck.path)), Report()
    sheets = impose(job, lay_out(job, report), report)
    slots = [s for page in sheets.sheets if page.side == "front" for s in page.slots]
    assert sorted((s.piece, s.copy) for s in slots) == [
        *(("ash", n) for n in (1, 2)),
        *(("oak", n) for n in (1, 2, 3)),
        ("yew", 1),
    ]
    assert {(s.piece, round(s.face.width / MM)) for s in slots} == {("ash", 60), ("oak", 90), ("yew", 60)}


def test_a_name_that_no_stock_has_is_an_error_at_its_cell(tabs):
    errors = tabs("id,place\nash,1\noak,3\nyew,\n").errors()
    assert [(e.code, e.span.line, e.span.column, e.card) for e in errors] == [
        ("unknown-stock", 3, 5, "oak"),
        ("unknown-stock", 4, 5, "yew"),
    ]
    assert "no stock 'tab-3'; did you mean" in errors[0].message
    assert errors[0].hint == "the deck has tab-1, tab-2, wide"
    assert [r.span.line for r in errors[0].related] == [13]


def test_a_blank_name_is_one_too(tabs):
    error = tabs("id,place\nash,\n", "{{ card.place }}").error("unknown-stock")
    assert error.message == "'{{ card.place }}' names no stock: it is blank"


def test_a_wrong_expression_is_reported_once_where_it_stands(tabs):
    (error,) = tabs(stock="{{ card.plase }}").errors()
    assert (error.code, error.span.line) == ("unknown-field", 13)
    assert [e.code for e in tabs(stock="{{ card. }}").errors()] == ["expression-syntax"]
    assert [e.code for e in tabs(stock="{{ copy }}").errors()] == ["unknown-name"]


@pytest.mark.parametrize(
    "component",
    [
        '  - {id: rules, pages: rules.md, stock: "{{ 1 }}", front: sample#front}\n',
        '  - {id: case, box: tuck, holds: [cards], stock: "{{ 1 }}"}\n',
    ],
)
def test_only_cards_name_their_stock(tabs, component):
    deck = tabs(more=component)
    deck.write("rules.md", "Play.\n")
    (error,) = deck.errors()
    assert (error.code, error.span.line) == ("wrong-value", 14)
    assert "no cards to name their stock" in error.message


def test_a_box_holds_cards_of_all_their_stocks(tabs):
    def box(rows: str) -> tuple[float, ...]:
        deck = tabs(rows, "{{ card.place }}", "  - {id: case, box: tray, holds: [cards]}\n")
        job = print_job(loaded_deck(deck.path))
        return next(p for p in lay_out(job, Report()) if p.component == "case").stock.die.outside

    thin, mixed = box("id,place,copies\na,tab-1,20\nb,tab-1,20\n"), box("id,place,copies\na,tab-1,20\nb,wide,20\n")
    assert mixed.width > thin.width
    assert mixed.depth > thin.depth


def test_checks_and_digests_know_each_cards_stock(tabs):
    deck = tabs()
    report = Report()
    validate_deck(deck.path, report)
    assert {d.code for d in report} == {"duplicate-card"}
    before = input_digests(loaded_deck(deck.path))
    after = input_digests(loaded_deck(tabs(ROWS.replace("oak,2", "oak,1")).path))
    assert [key.id for key in before if before[key] != after[key]] == ["oak"]


def test_dividers_lie_on_a_sheet_of_slots_in_the_decks_order(tabs):
    deck = tabs(more="print: {sheet: {slots: {columns: 2, rows: 2, size: [60mm, 90mm], left: 20mm, top: 20mm}}}\n")
    job, report = print_job(loaded_deck(deck.path), PrintOptions(duplex="none")), Report()
    (page,) = impose(job, lay_out(job, report), report).sheets
    assert [s.piece for s in page.slots] == ["ash", "oak", "yew"]
