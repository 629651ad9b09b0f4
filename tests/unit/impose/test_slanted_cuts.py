"""Marks of pieces whose edges lie along neither axis."""

from __future__ import annotations

from math import atan2, degrees, sqrt

import pytest

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Edges, Path, Point, Rect, bounds, chamfered, ellipse, polygon
from carddesigner.core.papers import PAPERS
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.jobs import Job, SheetSettings
from carddesigner.impose.marks.slug import SLUG_SIZE
from carddesigner.impose.sheet import Sheet, SheetBuilder
from carddesigner.impose.sheets import impose_sheets
from carddesigner.source.paths import templates
from carddesigner.text.fonts import find_family

BUILDER = SheetBuilder("Title", find_family("Alegreya Sans", (templates() / "fonts",)))
W = 63.5 * MM
OCTAGON = chamfered(Rect(0, 0, W, W), W * (1 - sqrt(2) / 2))
TRIANGLE = polygon(((0, 0), (W, W), (0, W)))


def sheets(outline: Path, paper: str = "A4", duplex: str = "none", gutter: float | None = None) -> tuple[Sheet, ...]:
    face = LaidFace("face", W, W, outline, 3 * MM, ())
    back = face if duplex != "none" else None
    job = Job("tiles", tuple(("tile", i, face, back) for i in range(1, 13)))
    apart = None if gutter is None else gutter * MM
    how = SheetSettings(PAPERS[paper], 6.35 * MM, apart, DUPLEX[duplex], edges=Edges.alike(0))
    return impose_sheets([job], how, BUILDER).sheets


def slanted(sheet: Sheet) -> list[tuple[Point, Point]]:
    ends = [(m.path[0][1:], m.path[1][1:]) for m in sheet.marks]
    return [(p, q) for p, q in ends if abs(p[0] - q[0]) > 0.01 and abs(p[1] - q[1]) > 0.01]


def edges(sheet: Sheet) -> set[frozenset[tuple[float, float]]]:
    """The edges that are drawn, by their ends in hundredths of points."""
    return {frozenset((round(x, 2), round(y, 2)) for _, x, y in m.path) for m in sheet.marks if m.kind == "edge"}


@pytest.mark.parametrize("paper", ["A4", "Letter", "A3"])
def test_the_slanted_edges_of_an_octagon_are_drawn_as_no_ruler_has_two_guides_for_them(paper: str) -> None:
    sheet, _ = sheets(OCTAGON, paper, duplex="long-edge")[:2]
    points = [s[1:] for s in OCTAGON if len(s) == 3]
    diagonal = [e for e in ((points[i], points[(i + 1) % 8]) for i in range(8)) if min(map(abs, turn(*e))) > 1]
    assert len(diagonal) == 4
    assert edges(sheet) == {
        frozenset((round(x + slot.trim.x, 2), round(y + slot.trim.y, 2)) for x, y in edge)
        for slot in sheet.slots
        for edge in diagonal
    }
    assert not [m for m in sheet.marks if m.kind != "edge" and min(bounds(m.path)[2:]) > 0.01]


def turn(p: Point, q: Point) -> Point:
    return (q[0] - p[0], q[1] - p[1])


@pytest.mark.parametrize("duplex", ["none", "gutterfold"])
def test_only_fronts_have_edges_drawn_and_no_empty_place(duplex: str) -> None:
    made = sheets(OCTAGON, "A3", duplex)
    last = made[-1]
    fronts = [slot for slot in last.slots if slot.side == "front"]
    assert 0 < len(edges(last)) == 4 * len(fronts)


def test_backs_of_pieces_with_drawn_edges_have_no_marks() -> None:
    front, back = sheets(OCTAGON, duplex="long-edge")[:2]
    assert front.marks
    assert not back.marks


def test_nobody_is_told_to_cut_at_tips() -> None:
    hexagon = polygon(((W / 2, 0), (W, W / 4), (W, 3 * W / 4), (W / 2, W), (0, 3 * W / 4), (0, W / 4)))
    marks = [bounds(m.path) for m in sheets(hexagon)[0].marks if m.kind != "edge"]
    assert marks
    assert not [line for line in marks if line.width > 0.01]


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_long_slanted_cuts_have_guides_clear_of_the_art_and_inside_the_paper(paper: str) -> None:
    sheet = sheets(TRIANGLE, paper, gutter=3)[0]
    assert slanted(sheet)
    for x, y in (p for mark in slanted(sheet) for p in mark):
        outside = max(sheet.trim_box.x - x, x - sheet.trim_box.right, sheet.trim_box.y - y, y - sheet.trim_box.bottom)
        assert outside >= 3.5 * MM - 1e-6
        assert Rect(0, 0, sheet.paper.width, sheet.paper.height).contains(Rect(x, y, 0, 0))


def test_octagons_share_a_sheet_with_as_many_as_squares_with_equal_gutters() -> None:
    slots = sheets(OCTAGON)[0].slots
    assert len(slots) == 12
    across, down = slots[1].trim.x - slots[0].trim.right, slots[3].trim.y - slots[0].trim.bottom
    assert across == pytest.approx(down)
    assert across > 0


def test_a_gutter_that_is_asked_for_is_kept() -> None:
    slots = sheets(OCTAGON, gutter=1)[0].slots
    assert slots[1].trim.x - slots[0].trim.right == pytest.approx(1 * MM)


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_the_back_is_marked_where_its_own_slants_are(duplex: str) -> None:
    front, back = sheets(TRIANGLE, duplex=duplex, gutter=3)[:2]
    assert {round(degrees(atan2(v - y, u - x))) % 180 for (x, y), (u, v) in slanted(front)} == {45}
    assert {round(degrees(atan2(v - y, u - x))) % 180 for (x, y), (u, v) in slanted(back)} == {135}


@pytest.mark.parametrize(
    "outline", [ellipse(Rect(0, 0, W, W)), chamfered(Rect(0, 0, W, W), 3 * MM)], ids=["circle", "cut-off corners"]
)
def test_curves_and_cut_off_corners_have_no_marks_of_their_own(outline: Path) -> None:
    assert slanted(sheets(outline)[0]) == []


def test_the_slug_line_keeps_clear_of_slanted_marks() -> None:
    (line,) = sheets(OCTAGON)[0].over
    letters = [piece for item in line.items for piece in item.pieces]
    assert letters[0].size == SLUG_SIZE  # it wasn't shrunk
