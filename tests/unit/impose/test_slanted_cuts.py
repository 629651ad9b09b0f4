"""Marks of pieces whose edges lie along neither axis."""

from __future__ import annotations

from math import atan2, degrees, hypot, sqrt

import pytest

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Edges, Path, Point, Rect, chamfered, ellipse, polygon
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


def off(line: tuple[Point, Point], p: Point) -> float:
    """How far a point lies off a line, in millimetres."""
    (x, y), (u, v) = line
    return abs((u - x) * (p[1] - y) - (v - y) * (p[0] - x)) / hypot(u - x, v - y) / MM


@pytest.mark.parametrize("paper", ["A4", "Letter", "A3"])
def test_each_slanted_cut_of_an_octagon_is_marked_at_both_ends(paper: str) -> None:
    sheet = sheets(OCTAGON, paper)[0]
    marks = slanted(sheet)
    points = [s[1:] for s in OCTAGON if len(s) == 3]
    edges = [(points[i], points[(i + 1) % 8]) for i in range(8)]
    diagonal = [e for e in edges if abs(e[0][0] - e[1][0]) > 1 and abs(e[0][1] - e[1][1]) > 1]
    assert len(diagonal) == 4
    for slot in sheet.slots:
        for p, q in diagonal:
            here = [(x + slot.trim.x, y + slot.trim.y) for x, y in (p, q)]
            on = [m for m in marks if all(off(m, point) < 0.02 for point in here)]
            assert len(on) == 2


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_slanted_marks_stand_clear_of_the_art_and_inside_the_paper(paper: str) -> None:
    sheet = sheets(OCTAGON, paper)[0]
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


def test_both_sides_of_an_octagon_share_their_marks() -> None:
    front, back = sheets(OCTAGON, duplex="long-edge")[:2]
    assert front.marks is back.marks


@pytest.mark.parametrize(
    "outline", [ellipse(Rect(0, 0, W, W)), chamfered(Rect(0, 0, W, W), 3 * MM)], ids=["circle", "cut-off corners"]
)
def test_curves_and_cut_off_corners_have_no_marks_of_their_own(outline: Path) -> None:
    assert slanted(sheets(outline)[0]) == []


def test_the_slug_line_keeps_clear_of_slanted_marks() -> None:
    (line,) = sheets(OCTAGON)[0].over
    letters = [piece for item in line.items for piece in item.pieces]
    assert letters[0].size == SLUG_SIZE  # it wasn't shrunk
