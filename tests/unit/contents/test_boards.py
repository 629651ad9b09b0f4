"""Boards of pieces on faces and in running text."""

from __future__ import annotations

import pytest

from carddesigner.core.items import PathItem
from carddesigner.core.units import MM

DECK = """\
deck: sample
title: Sample
stocks: {card: {shape: card, size: [60mm, 60mm], corner: 0mm}}
palette: {dark: "#101010", light: "#f0f0f0", signal: "#ff0000"}
components:
"""
CARDS = "  - {id: cards, rows: cards.csv, front: sample#front}\n"
RULES = "  - {id: rules, pages: rules.md, front: sample#rules}\n"
TEMPLATE = """\
template: sample
fonts: {text: {family: Alegreya Sans}}
styles: {body: {size: 9pt, color: dark}}
boards:
  table:
    cell: [8mm, 6mm]
    gap: 1mm
    between: 10mm
    arrow: {color: signal, width: 1pt}
    pieces:
      x: {fill: dark}
      o: {zones: {inner: {box: {left: 25%, right: 25%}, fill: light}}}
faces:
  front:
    zones:
      board: {box: {left: 10mm, top: 10mm, width: 34mm, height: 40mm}, board: table, position: "{{ card.position }}"}
  rules:
    zones:
      body: {box: {left: 5mm, right: 5mm, top: 5mm, bottom: 5mm}, flow: {text: body, title: body, heading: body, board: table}}
"""


def board(deck, position, template=TEMPLATE):
    """The sample deck with one card that shows a position."""
    deck.write("deck.yaml", DECK + CARDS)
    deck.write("cards.csv", f'position,name\n"{position}",A\n')
    deck.write("templates/sample.yaml", template)
    return deck


def rules(deck, text, template=TEMPLATE):
    deck.write("deck.yaml", DECK + RULES)
    deck.write("rules.md", text)
    deck.write("templates/sample.yaml", template)
    return deck


def boxes(items, color):
    """Where a colour is filled: left, top, width, height in millimetres, in order."""
    out = []
    for item in items:
        if isinstance(item, PathItem) and item.fill is not None and round(item.fill.r * 255) == color:
            xs, ys = [s[1] for s in item.path if len(s) == 3], [s[2] for s in item.path if len(s) == 3]
            at = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
            out.append(tuple(round(v / MM, 2) for v in at))
    return out


def test_a_board_is_as_large_as_its_box_allows_and_in_its_middle(deck):
    # Two cells and a gap are 17 mm wide: twice that is 34, and 26 high in 40.
    laid = board(deck, "xo\nox").lay()
    assert boxes(laid.items("board"), 0x10) == [(10, 17, 16, 12), (28, 31, 16, 12)]
    assert boxes(laid.items("board"), 0xF0) == [(32, 17, 8, 12), (14, 31, 8, 12)]


def test_an_empty_cell_draws_nothing(deck):
    assert len(boxes(board(deck, "x.\n..").lay().items("board"), 0x10)) == 1


def test_a_position_after_another_stands_beside_it_with_an_arrow_between(deck):
    # 8 + 10 + 8 mm, drawn 34 / 26 times as large.
    items = board(deck, "x\n->\nx").lay().items("board")
    (left, *_), (right, *_) = boxes(items, 0x10)
    assert (left, right) == (10, pytest.approx(10 + 18 * 34 / 26, abs=0.02))
    ((x, _, width, _),) = boxes(items, 0xFF)
    assert 10 + 8 * 34 / 26 < x < x + width < right
    assert boxes(board(deck, "x\n\nx").lay().items("board"), 0xFF) == []


def test_an_arrow_on_the_board_is_drawn_over_the_pieces(deck):
    items = board(deck, "xo\nox\na1 > b2").lay().items("board")
    line, head = items[-2:]
    (_, x0, y0), (_, x1, y1) = line.path
    assert (round(x0 / MM, 2), round(y0 / MM, 2)) == (18, 23)
    tip = head.path[0][1:]
    assert tuple(round(v / MM, 2) for v in tip) == (36, 37)
    assert x0 < x1 < tip[0]
    assert y0 < y1 < tip[1]


def test_a_letter_that_no_piece_has_is_named_with_those_there_are(deck):
    found = board(deck, "xq").error("unknown-piece")
    assert "has no piece 'q'" in found.message
    assert found.hint == "it has x, o"
    assert found.card == "cards-001"


def test_a_position_that_cant_be_read_is_named_with_its_card(deck):
    found = board(deck, "xo\nx").error("board-position")
    assert "this row has 1 cells" in found.message
    assert found.related[-1].span.path.endswith("cards.csv")


def test_a_board_that_is_not_there_is_named_once_without_a_card(deck):
    found = board(deck, "xo", TEMPLATE.replace("board: table, position", "board: tabel, position")).error(
        "unknown-board"
    )
    assert "did you mean 'table'" in found.message
    assert found.card is None


@pytest.mark.parametrize("key", ["xx", "' '", "'>'", "''"])
def test_a_piece_is_called_by_one_letter(deck, key):
    assert (
        "one letter"
        in board(deck, "o", TEMPLATE.replace("      x: {fill", f"      {key}: {{fill")).error("wrong-value").message
    )


def test_a_cell_has_an_area(deck):
    found = board(deck, "x", TEMPLATE.replace("[8mm, 6mm]", "[8mm, 0mm]")).error("bad-length")
    assert "wider and higher than 0" in found.message


def test_rules_draw_a_position_as_large_as_its_cells_with_its_caption(deck):
    laid = rules(deck, "A flank:\n\n```board Before and *after*\nx o\n->\nx x\n```\n").lay()
    found = boxes(laid.items("body"), 0x10)
    assert [size for *_, size in found] == [6, 6, 6]
    (face, _) = laid.faces["rules-001"]
    from carddesigner.core.items import GroupItem, TextItem

    def said(items):
        for item in items:
            if isinstance(item, GroupItem):
                yield from said(item.items)
            elif isinstance(item, TextItem):
                yield " ".join(r.text for p in item.pieces for r in p.runs)

    words = " ".join(said(z for zone in face.zones for z in zone.items))
    assert "Before" in words
    assert "after" in words


def test_a_mistake_in_a_figure_is_reported_at_its_line(deck):
    found = rules(deck, "# Flank\n\n```board\nx o\nx o x\n```\n").error("board-position")
    assert (found.span.path.endswith("rules.md"), found.span.line) == (True, 5)


def test_a_piece_that_a_figure_has_not_is_reported_at_the_figure(deck):
    found = rules(deck, "# Flank\n\n```board\nx q\n```\n").error("unknown-piece")
    assert (found.span.path.endswith("rules.md"), found.span.line) == (True, 3)


def test_a_figure_needs_a_board_in_the_flow(deck):
    found = rules(deck, "```board\nx o\n```\n", TEMPLATE.replace(", board: table}}", "}}")).error("unknown-board")
    assert found.span.path.endswith("rules.md")


def test_a_board_that_the_flow_misspells_is_reported_once(deck):
    text = "```board\nx o\n```\n\n```board\no x\n```\n"
    found = rules(deck, text, TEMPLATE.replace("board: table}}", "board: tabel}}")).errors()
    assert [d.code for d in found] == ["unknown-board"]
    assert found[0].span.path.endswith("sample.yaml")


def test_a_figure_wider_than_the_text_says_by_how_much(deck):
    found = rules(deck, "```board\nxoxoxoxo\n```\n").error("text-overflow")
    assert "21.0 mm wider" in found.message


def test_other_code_has_still_no_place_on_a_card(deck):
    assert "no place here" in rules(deck, "```python\nx\n```\n").error("markdown").message
