"""Guides of cuts on the printers that people have: what prints, where, and what is said where nothing does."""

from __future__ import annotations

import pytest

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Edges, Rect, bounds, chamfered, ellipse, rectangle
from carddesigner.core.papers import PAPERS
from carddesigner.core.report import Problem
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.jobs import Job, SheetSettings
from carddesigner.impose.marks.base import Mark, mark_items
from carddesigner.impose.sheet import Sheet, SheetBuilder, Sheets
from carddesigner.impose.sheets import impose_sheets
from carddesigner.source.paths import templates
from carddesigner.text.fonts import find_family

BUILDER = SheetBuilder("Title", find_family("Alegreya Sans", (templates() / "fonts",)))
CROP = frozenset({"crop"})


def imposed(
    width: float = 63.5,
    height: float = 88.9,
    *,
    paper: str = "A4",
    edge: float = 5,
    margin: float = 6.35,
    gutter: float | None = None,
    duplex: str = "none",
    bleed: float = 3,
    marks: frozenset[str] = CROP,
    outline: object = rectangle,
) -> Sheets:
    """Nine copies of a piece measured in millimetres, on a printer that prints nothing at an edge of so many."""
    w, h = width * MM, height * MM
    face = LaidFace("face", w, h, outline(Rect(0, 0, w, h)), bleed * MM, ())
    copies = tuple(("piece", n, face, face if duplex != "none" else None) for n in range(1, 10))
    settings = SheetSettings(
        PAPERS[paper],
        margin * MM,
        None if gutter is None else gutter * MM,
        DUPLEX[duplex],
        marks,
        edges=Edges.alike(edge * MM),
    )
    return impose_sheets([Job("cards", copies)], settings, BUILDER)


def front(**how: object) -> Sheet:
    return imposed(**how).sheets[0]


def level(sheet: Sheet, kind: str) -> list[Mark]:
    """The marks of one kind at cuts across the sheet."""
    return [m for m in sheet.marks if m.kind == kind and bounds(m.path).height == 0]


def upright(sheet: Sheet, kind: str) -> list[Mark]:
    return [m for m in sheet.marks if m.kind == kind and bounds(m.path).width == 0]


def gutters(sheet: Sheet) -> tuple[float, float]:
    xs, ys = (sorted({round(slot.trim[i], 3) for slot in sheet.slots}) for i in (0, 1))
    width, height = sheet.slots[0].trim[2:]
    return round((xs[1] - xs[0] - width) / MM, 2), round((ys[1] - ys[0] - height) / MM, 2)


def messages(sheets: Sheets, code: str) -> list[str]:
    return [w.message for w in sheets.warnings if w.code == code]


def test_marks_in_the_margins_stay_where_they_print():
    sheet = front(edge=3, gutter=1)
    assert {m.kind for m in sheet.marks} == {"crop"}
    assert len(level(sheet, "crop")) == len(upright(sheet, "crop")) == 12


def test_gutters_give_up_only_as_much_bleed_as_makes_marks_in_the_margins_print():
    assert gutters(front(edge=0)) == (3.4, 6)
    assert gutters(front(edge=3)) == (2.25, 6)
    sheet = front(edge=3)
    outer = min(bounds(m.path).right for m in level(sheet, "crop"))
    assert outer == pytest.approx(4 * MM, abs=0.01)


def test_gutters_keep_their_bleed_where_giving_it_up_would_not_help():
    assert gutters(front(edge=5)) == (3.4, 5.65)


def test_where_margins_do_not_print_ticks_stand_in_the_crossings_and_at_the_corners():
    sheet = front(edge=5)
    assert (len(level(sheet, "crop")), len(upright(sheet, "tick"))) == (0, 0)
    ticks = level(sheet, "tick")
    assert len(ticks) == 6 * 4
    assert max(bounds(m.path).width for m in ticks) == pytest.approx(3 * MM, abs=0.001)
    columns = sorted({round(bounds(m.path).centre[0] / MM, 1) for m in ticks})
    assert columns == pytest.approx([4.6, 71.6, 138.4, 205.4], abs=0.1)


def test_ticks_are_black_on_white_so_that_they_show_on_any_art():
    (light, dark) = mark_items([Mark("tick", (("m", 0.0, 0.0), ("l", 5.0, 0.0)))])
    assert (light.stroke.color.level, dark.stroke.color.level) == (1.0, 0.0)
    assert light.stroke.width > 2 * dark.stroke.width


def test_no_tick_lies_on_a_card():
    sheet = front(edge=5)
    for mark in sheet.marks:
        line = bounds(mark.path).grown(0.1)
        for slot in sheet.slots:
            t = slot.trim
            assert line.right <= t.x or line.x >= t.right or line.bottom <= t.y or line.y >= t.bottom


def test_a_back_has_no_marks_where_it_could_not_be_cut_by_those_in_its_margins():
    one, other = imposed(edge=5, duplex="long-edge").sheets
    assert (bool(one.marks), other.marks) == (True, ())


def test_a_back_has_the_marks_of_its_front_where_all_stand_in_the_margins():
    one, other = imposed(edge=3, duplex="long-edge").sheets
    assert one.marks is other.marks


def test_too_short_a_crossing_for_a_tick_has_lines_through_all_of_it():
    # Between the rows 1.3 mm are left, too little for a tick off the cards' corners.
    sheet = front(paper="Letter", edge=6.2, margin=5, gutter=1.3)
    lines = [bounds(m.path) for m in upright(sheet, "tick")]
    assert lines
    assert {round(line.height / MM, 2) for line in lines} == {1.3}


def test_fewer_pieces_stand_on_a_sheet_where_only_these_can_be_cut():
    sheets = imposed(paper="Letter", edge=6.35)
    assert len(sheets.sheets[0].slots) == 8
    (message,) = messages(sheets, "fewer-pieces")
    assert message.startswith("8 pieces a sheet instead of 9")
    assert message.endswith("--gutter 0mm keeps 9")
    assert messages(sheets, "no-guides") == []


def test_a_gutter_that_is_asked_for_stays_and_the_cuts_without_guides_are_named():
    sheets = imposed(paper="Letter", edge=6.35, gutter=0)
    assert len(sheets.sheets[0].slots) == 9
    (message,) = messages(sheets, "no-guides")
    assert message.startswith("the cuts at 12.7, 76.2, 139.7 and 203.2 mm from the left have no two guides")
    assert (
        "--gutter 2mm gives them theirs, with 8 a sheet instead of 9" in message or "8 a sheet instead of 9" in message
    )
    assert "A4" in message


def test_the_paper_that_is_advised_gives_all_cuts_their_guides():
    assert messages(imposed(paper="A4", edge=6.35, gutter=0), "no-guides") == []


def test_a_gutter_smaller_than_guides_need_is_an_error_where_a_wider_one_costs_nothing():
    with pytest.raises(Problem, match=r"nearest gutter .* is 1mm, and still 9 pieces") as raised:
        imposed(63.5, 94.8, margin=5, paper="A4", edge=5, gutter=0.5)
    assert raised.value.code == "no-guides"


def test_nothing_is_said_where_every_cut_has_its_guides():
    for paper in ("A4", "Letter", "A3"):
        for edge in (4.2, 5):
            for margin in (edge, 6.35):
                sheets = imposed(paper=paper, edge=edge, margin=margin)
                assert {w.code for w in sheets.warnings} <= {"little-bleed"}


def test_one_piece_that_fills_the_paper_is_cut_as_asked_and_it_is_said():
    sheets = imposed(203, 290, margin=3)
    assert len(sheets.sheets[0].slots) == 1
    (message,) = messages(sheets, "no-guides")
    assert "on A3, Tabloid and SRA3 all have theirs" in message


def test_round_pieces_need_no_guides():
    sheets = imposed(100, 100, outline=ellipse, margin=1, edge=7)
    assert messages(sheets, "no-guides") == messages(sheets, "fewer-pieces") == []
    assert "tick" not in {m.kind for m in sheets.sheets[0].marks}


def test_without_marks_no_bleed_is_given_up_for_them():
    assert gutters(front(edge=5, marks=frozenset())) == (3.4, 6)


def test_each_half_of_a_folded_sheet_has_its_own_guides():
    sheet = imposed(duplex="gutterfold", edge=5).sheets[0]
    fold = sheet.paper.width / 2
    for y in {round(slot.trim.y, 3) for slot in sheet.slots}:
        own = [bounds(m.path) for m in sheet.marks if abs(bounds(m.path).y - y) < 0.01 and bounds(m.path).height == 0]
        left = [m for m in own if m.right <= fold + 0.01]
        assert max(m.x for m in left) - min(m.right for m in left) >= 60 * MM


def test_slanted_cuts_have_lines_through_all_that_the_knife_takes_away():
    octagon = lambda r: chamfered(r, 20 * MM)  # noqa: E731
    plain = imposed(63.5, 63.5, outline=octagon, edge=3, gutter=3)
    lines = imposed(63.5, 63.5, outline=octagon, edge=3, gutter=3, marks=frozenset({"cut-lines"}))

    def slanted(sheet: Sheet) -> int:
        return sum(min(bounds(m.path)[2:]) > 0.1 for m in sheet.marks)

    assert slanted(lines.sheets[0]) > slanted(plain.sheets[0])
