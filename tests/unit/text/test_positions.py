"""Positions read from rows of letters."""

from __future__ import annotations

import pytest

from carddesigner.text.positions import MAX_CELLS, Position, PositionProblem, parse_positions


def test_a_line_is_a_row_and_a_letter_a_cell_whatever_the_spaces():
    assert parse_positions("x o .\n.xo\n") == (Position(("xo.", ".xo")),)


def test_an_arrow_begins_the_position_after_and_an_empty_line_one_beside():
    after = parse_positions("xo\n->\nxx")
    assert [(p.rows, p.follows) for p in after] == [(("xo",), False), (("xx",), True)]
    beside = parse_positions("\nxo\n\n\nxx\n")
    assert [(p.rows, p.follows) for p in beside] == [(("xo",), False), (("xx",), False)]
    assert [p.follows for p in parse_positions("xo\n\n->\n\nxx")] == [False, True]


def test_arrows_name_columns_by_letters_and_rows_by_numbers():
    (position,) = parse_positions("xox\n.o.\na1 > c1\nb2>b1")
    assert position.arrows == (((0, 0), (2, 0)), ((1, 1), (1, 0)))


@pytest.mark.parametrize(
    ("text", "words", "line"),
    [
        ("", "a board needs rows", 0),
        ("x o .\no x", "this row has 2 cells, the first has 3", 1),
        ("->\nxo", "stands between two positions", 0),
        ("xo\n->", "stands between two positions", 1),
        ("xo\n->\n->\nxo", "stands between two positions", 2),
        ("xo\na1 > c1", "c1 is not on the board; it goes from a1 to b1", 1),
        ("xo\na1 > a1", "from one cell to another", 1),
        ("xo\na > b", "is no arrow", 1),
        ("a1 > b1", "stands under the rows", 0),
    ],
)
def test_what_is_wrong_is_reported_with_its_line(text, words, line):
    with pytest.raises(PositionProblem) as raised:
        parse_positions(text)
    assert words in raised.value.message
    assert raised.value.line == line


@pytest.mark.parametrize("text", ["x" * (MAX_CELLS + 1), "xo\n\n" * MAX_CELLS, "x\n" * 10**6])
def test_boards_are_bounded(text):
    with pytest.raises(PositionProblem, match="at most"):
        parse_positions(text)
