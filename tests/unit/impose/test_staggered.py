"""Circles and hexagons in offset rows: where they save a sheet, and how they lie there."""

from __future__ import annotations

from itertools import combinations
from math import hypot, sqrt

import pytest

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Path, Rect, bounds, ellipse, polygon, rectangle
from carddesigner.core.papers import PAPERS
from carddesigner.core.units import MM
from carddesigner.impose.jobs import Job, SheetSettings
from carddesigner.impose.sheet import SheetBuilder, Sheets
from carddesigner.impose.sheets import impose_sheets
from carddesigner.source.paths import templates
from carddesigner.text.fonts import find_family

BUILDER = SheetBuilder("Title", find_family("Alegreya Sans", (templates() / "fonts",)))
TIP = ((0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75), (0, 0.25))
WIDE, HIGH = 44 * MM, 44 * MM * 2 / sqrt(3)
CIRCLE = ellipse(Rect(0, 0, 26 * MM, 26 * MM))
UPRIGHT = polygon(tuple((x * WIDE, y * HIGH) for x, y in TIP))
LYING = polygon(tuple((y * HIGH, x * WIDE) for x, y in TIP))


def sheets(outline: Path, count: int, bleed: float = 2 * MM, **options: object) -> Sheets:
    box = bounds(outline)
    front, back = (LaidFace(side, box.width, box.height, outline, bleed, ()) for side in ("front", "back"))
    copies = tuple(("piece", n, front, back) for n in range(1, count + 1))
    return impose_sheets([Job("pieces", copies, "card")], SheetSettings(PAPERS["A4"], **options), BUILDER)


@pytest.mark.parametrize(
    ("outline", "rows", "staggered"),
    [(CIRCLE, 70, 84), (UPRIGHT, 20, 25), (LYING, 20, 25)],
    ids=["circle", "up", "lying"],
)
def test_offset_rows_are_taken_where_they_save_a_sheet(outline, rows, staggered):
    assert [u.on_a_sheet for u in sheets(outline, rows, gutter=0.0).uses] == [rows]
    (use,) = sheets(outline, staggered, gutter=0.0).uses
    assert (use.on_a_sheet, use.sheets) == (staggered, 1)
    assert [u.on_a_sheet for u in sheets(outline, 2 * staggered + 1, gutter=0.0).uses] != [staggered]


def test_squares_and_other_hexagons_stay_in_rows_and_columns():
    flat = polygon(tuple((x * WIDE, y * WIDE) for x, y in TIP))
    for outline in (rectangle(Rect(0, 0, WIDE, WIDE)), flat):
        assert all(use.plan.grid is not None for use in sheets(outline, 25, gutter=0.0).uses)


def test_pieces_are_apart_within_the_margins_and_behind_each_other():
    found = sheets(CIRCLE, 72)
    front, back = found.sheets
    middles = [slot.trim.centre for slot in front.slots]
    least = min(hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(middles, 2))
    assert least >= 28 * MM - 1e-6, "each has a millimetre of bleed"
    assert all(front.paper.area.grown(-6.35 * MM).contains(slot.trim, 1e-5) for slot in front.slots)
    width = front.paper.width
    assert [slot.trim.centre for slot in back.slots] == [pytest.approx((width - x, y)) for x, y in middles]


def test_art_ends_between_neighbours_and_is_cut_along_the_outline_of_each_front():
    front, back = sheets(UPRIGHT, 25, gutter=0.0).sheets
    assert len([mark for mark in front.marks if mark.kind == "round"]) == 25
    assert not [mark for mark in back.marks if mark.kind == "round"]
    assert not [mark for mark in front.marks if mark.kind in ("crop", "tick")]
    for slot in (*front.slots, *back.slots):
        assert bounds(slot.shape) == pytest.approx(slot.trim, abs=1e-6)
    wide = sheets(CIRCLE, 72).sheets[0].slots[0]
    assert 1 * MM <= bounds(wide.shape).width / 2 - 13 * MM + 1e-6 <= 2 * MM + 2e-6


def test_hexagons_share_their_cuts():
    front = sheets(UPRIGHT, 25, gutter=0.0).sheets[0]
    edges = []
    for mark in front.marks:
        points = [(round(s[-2], 2), round(s[-1], 2)) for s in mark.path if len(s) == 3] if mark.kind == "round" else []
        edges += [frozenset((p, q)) for p, q in zip(points, points[1:] + points[:1], strict=True)]
    assert len(edges) == 150
    assert len(set(edges)) == 150 - 54, "each neighbour saves a cut"


def test_too_little_bleed_is_told():
    (warning,) = sheets(UPRIGHT, 25, gutter=0.0).warnings
    assert warning.code == "little-bleed"
    assert "0 mm of bleed are left, so cut exactly along their outlines" in warning.message
