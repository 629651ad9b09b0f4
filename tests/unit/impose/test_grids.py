"""How many pieces a sheet of each paper takes, and where they stand."""

from __future__ import annotations

import pytest

from carddesigner.core.papers import PAPERS, Paper, parse_paper
from carddesigner.core.units import MM
from carddesigner.impose.grid import Grid, PaperTooSmall, Wanted, plan_grid

POKER = (63.5, 88.9)


def planned(
    paper: Paper | str,
    width: float,
    height: float,
    *,
    gutter: float | None = None,
    bleed: float = 3,
    margin: float = 6.35,
) -> Grid:
    """A grid of pieces measured in millimetres."""
    sheet = PAPERS[paper] if isinstance(paper, str) else paper
    apart = None if gutter is None else gutter * MM
    return plan_grid(sheet, Wanted(width * MM, height * MM, bleed * MM, margin * MM, apart))


def shape(grid: Grid) -> tuple[int, int, str]:
    return grid.columns, grid.rows, "landscape" if grid.paper.width > grid.paper.height else "portrait"


def gutters(grid: Grid) -> tuple[float, float]:
    return round(grid.gutter_x / MM, 3), round(grid.gutter_y / MM, 3)


@pytest.mark.parametrize(
    ("paper", "expected"),
    [
        ("A4", (3, 3, "portrait")),
        ("Letter", (3, 3, "portrait")),
        ("A3", (6, 3, "landscape")),
        ("Tabloid", (6, 3, "landscape")),
        ("SRA3", (6, 3, "landscape")),
    ],
)
def test_poker_cards_on_every_paper_that_has_a_name(paper, expected):
    assert shape(planned(paper, *POKER)) == expected


@pytest.mark.parametrize(("paper", "expected"), [("A4", (3.4, 6)), ("Letter", (6, 0))])
def test_gutters_are_as_wide_as_fits_up_to_twice_the_bleed(paper, expected):
    assert gutters(planned(paper, *POKER)) == expected


def test_the_grid_stands_in_the_middle_of_the_paper():
    grid = planned("A4", *POKER)
    assert grid.trim.centre == pytest.approx((105 * MM, 148.5 * MM))
    assert (grid.trim.x / MM, grid.trim.y / MM) == pytest.approx((6.35, 9.15))


def test_the_paper_is_turned_where_that_takes_more_pieces():
    assert shape(planned("Tabloid", 70, 120)) == (5, 2, "landscape")
    assert shape(planned("A4", 89, 63.5)) == (3, 3, "landscape")


def test_portrait_is_taken_where_both_ways_take_as_many():
    assert shape(planned("Letter", 70, 70)) == (2, 3, "portrait")


def test_a_paper_written_lying_gives_the_same_grid_as_upright():
    assert planned(parse_paper("297x210mm"), *POKER).trim == planned(parse_paper("210x297mm"), *POKER).trim


def test_a_gutter_that_is_asked_for_costs_pieces():
    grid = planned("Letter", *POKER, gutter=2)
    assert (shape(grid), gutters(grid)) == ((4, 2, "landscape"), (2, 2))


def test_no_bleed_needs_no_gutter():
    assert gutters(planned("A4", *POKER, bleed=0)) == (0, 0)


def test_pieces_that_fill_the_room_to_the_last_hair_fit():
    assert planned("Letter", 203.2, 266.7).count == 1


def test_a_piece_larger_than_the_paper_names_the_papers_that_would_do():
    with pytest.raises(PaperTooSmall) as raised:
        planned("A4", 250, 250)
    words = str(raised.value)
    assert "250 × 250 mm" in words
    assert "A4 (210 × 297 mm)" in words
    assert "A3, Tabloid or SRA3 would do" in words


def test_a_piece_larger_than_every_paper_asks_for_a_size():
    with pytest.raises(PaperTooSmall, match="--paper 500x700mm"):
        planned("A4", 400, 600)


def test_papers_are_named_in_any_case_or_measured():
    assert parse_paper(" letter ") is PAPERS["Letter"]
    assert (parse_paper("8.5x11in").width, parse_paper("8.5x11in").height) == (612, 792)
    assert parse_paper("210x297mm").height == pytest.approx(PAPERS["A4"].height)


@pytest.mark.parametrize("text", ["0x0mm", "9999mmx9999mm", "1..2x30mm", "210x297", "nanxnanmm", ""])
def test_what_is_no_paper_is_refused(text):
    with pytest.raises(ValueError, match=r"paper|sheet|length"):
        parse_paper(text)


def test_a_misspelt_paper_gets_the_nearest_name():
    with pytest.raises(ValueError, match="did you mean 'Letter'"):
        parse_paper("Leter")
