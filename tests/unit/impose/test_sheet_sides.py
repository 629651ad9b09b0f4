"""Which copy lies where on the front and the back of a sheet, and on pages of its own."""

from __future__ import annotations

import pytest

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Edges, Rect, rectangle
from carddesigner.core.papers import PAPERS
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.jobs import Job, SheetSettings
from carddesigner.impose.pieces import impose_pieces
from carddesigner.impose.sheet import Sheet, SheetBuilder, Sheets, slot_matrix
from carddesigner.impose.sheets import impose_sheets
from carddesigner.source.paths import templates
from carddesigner.text.fonts import find_family

BUILDER = SheetBuilder("Title", find_family("Alegreya Sans", (templates() / "fonts",)))

NONE = Edges.alike(0)
"""A printer that prints to the paper's edge."""


def face(width: float = 63.5, height: float = 88.9, bleed: float = 3) -> LaidFace:
    """An empty face, measured in millimetres."""
    w, h = width * MM, height * MM
    return LaidFace("face", w, h, rectangle(Rect(0, 0, w, h)), bleed * MM, ())


def job(pieces: str, *, component: str = "cards", back: bool = True, front: LaidFace | None = None) -> Job:
    """One copy for each letter."""
    front = front or face()
    other = face(front.width / MM, front.height / MM, front.bleed / MM) if back else None
    return Job(component, tuple((p, pieces[: i + 1].count(p), front, other) for i, p in enumerate(pieces)))


def imposed(*jobs: Job, paper: str = "A4", duplex: str = "long-edge", gutter: float | None = None) -> Sheets:
    return impose_sheets(jobs, SheetSettings(PAPERS[paper], duplex=DUPLEX[duplex], gutter=gutter, edges=NONE), BUILDER)


def letters(sheet: Sheet, columns: int, rows: int) -> list[str]:
    """The page as a reader sees it: the piece in each cell, a dot for none."""
    box = sheet.trim_box
    cells = [["."] * columns for _ in range(rows)]
    for slot in sheet.slots:
        x, y = slot.trim.centre
        cells[int((y - box.y) / box.height * rows)][int((x - box.x) / box.width * columns)] = slot.piece
    return ["".join(row) for row in cells]


def bleeds(clip: Rect, trim: Rect) -> tuple[float, ...]:
    """How far a slot reaches beyond its trim: left, top, right, bottom, in millimetres."""
    sides = (trim.x - clip.x, trim.y - clip.y, clip.right - trim.right, clip.bottom - trim.bottom)
    return tuple(round(v / MM, 3) for v in sides)


@pytest.mark.parametrize(
    ("paper", "duplex", "front", "back", "turned"),
    [
        ("A4", "long-edge", ["ABC", "DE.", "..."], ["CBA", ".ED", "..."], 0),
        ("A4", "short-edge", ["ABC", "DE.", "..."], ["...", "DE.", "ABC"], 180),
        ("A3", "long-edge", ["ABCDE.", "......", "......"], ["......", "......", "ABCDE."], 180),
        ("A3", "short-edge", ["ABCDE.", "......", "......"], [".EDCBA", "......", "......"], 0),
    ],
)
def test_backs_lie_behind_their_fronts_for_either_way_of_turning_the_sheet(paper, duplex, front, back, turned):
    one, two = imposed(job("ABCDE"), paper=paper, duplex=duplex).sheets
    columns, rows = len(front[0]), len(front)
    assert letters(one, columns, rows) == front
    assert letters(two, columns, rows) == back
    assert {s.rotation for s in one.slots} == {0}
    assert {s.rotation for s in two.slots} == {turned}


def test_a_turned_back_is_drawn_with_its_top_left_at_the_bottom_right():
    _, back = imposed(job("A"), duplex="short-edge").sheets
    slot = back.slots[0]
    assert slot_matrix(slot).apply(0, 0) == pytest.approx((slot.trim.right, slot.trim.bottom))
    assert slot_matrix(slot).apply(slot.face.width, 0) == pytest.approx((slot.trim.x, slot.trim.bottom))


def test_pages_come_as_front_and_back_of_each_sheet_in_turn():
    pages = imposed(job("ABCDEFGHIJ"), job("XY", component="rules")).sheets
    assert [(p.number, p.side, p.component, len(p.slots)) for p in pages] == [
        (1, "front", "cards", 9),
        (1, "back", "cards", 9),
        (2, "front", "cards", 1),
        (2, "back", "cards", 1),
        (3, "front", "rules", 2),
        (3, "back", "rules", 2),
    ]


def test_pieces_without_a_back_keep_an_empty_page_behind_them():
    pages = imposed(job("A", back=False), job("B", component="others")).sheets
    assert [(p.side, [s.piece for s in p.slots]) for p in pages] == [
        ("front", ["A"]),
        ("back", []),
        ("front", ["B"]),
        ("back", ["B"]),
    ]


def test_without_duplex_only_fronts_are_printed():
    assert [p.side for p in imposed(job("A" * 10), duplex="none").sheets] == ["front", "front"]


def test_bleed_is_full_outside_and_ends_in_the_middle_of_a_gutter():
    corner, *_ = imposed(job("ABCDEFGHI")).sheets[0].slots
    assert bleeds(corner.clip, corner.trim) == (3, 3, 1.7, 3)


def test_bleed_is_full_where_a_cell_stays_empty():
    front, back = imposed(job("ABCD"), paper="Letter").sheets
    a, b, _, d = front.slots
    assert bleeds(a.clip, a.trim) == (3, 3, 3, 0)
    assert bleeds(b.clip, b.trim) == (3, 3, 3, 3)
    assert bleeds(d.clip, d.trim) == (3, 0, 3, 3)
    assert [bleeds(s.clip, s.trim) for s in back.slots][3] == (3, 0, 3, 3)


def test_bleed_ends_at_the_edge_of_the_paper():
    settings = SheetSettings(PAPERS["A4"], margin=1 * MM, edges=NONE)
    sheet = impose_sheets([job("A", front=face(207, 100))], settings, BUILDER).sheets[0]
    assert (sheet.bleed_box.x, sheet.bleed_box.right) == pytest.approx((0, 210 * MM))
    assert (sheet.slots[0].clip.x, sheet.slots[0].clip.right) == pytest.approx((0, 210 * MM))


def test_the_boxes_of_a_sheet_go_around_the_whole_grid_even_if_partly_filled():
    sheet = imposed(job("A")).sheets[0]
    assert tuple(round(v / MM, 2) for v in sheet.trim_box) == (6.35, 9.15, 197.3, 278.7)
    assert sheet.bleed_box == pytest.approx(sheet.trim_box.grown(3 * MM))


def test_the_summary_tells_paper_orientation_and_grid_of_every_size():
    assert imposed(job("A")).summary == "Title on A4 portrait, 3 × 3 a sheet, duplex long-edge"
    both = imposed(job("A"), job("B", component="wide", front=face(89, 63.5)), duplex="none").summary
    assert both == "Title on A4: portrait 3 × 3, landscape 3 × 3 a sheet, one side"


def test_the_summary_of_many_sizes_is_short():
    sizes = [job("A", component=f"c{n}", front=face(60, 20 + 8 * n)) for n in range(5)]
    told = imposed(*sizes, duplex="none").summary
    assert told == "Title on A4: portrait 3 × 14, 3 × 10, 3 × 7 and 2 others a sheet, one side"


def test_pieces_get_a_page_a_side_of_every_copy_as_large_as_their_bleed():
    pages = impose_pieces([job("AAB")], BUILDER, DUPLEX["long-edge"], unique=False).sheets
    assert [(p.number, p.side, p.slots[0].piece, p.slots[0].copy) for p in pages] == [
        (1, "front", "A", 1),
        (1, "back", "A", 1),
        (2, "front", "A", 2),
        (2, "back", "A", 2),
        (3, "front", "B", 1),
        (3, "back", "B", 1),
    ]
    page = pages[0]
    assert (page.paper.width / MM, page.paper.height / MM) == pytest.approx((69.5, 94.9))
    assert page.bleed_box == pytest.approx((0, 0, page.paper.width, page.paper.height))
    assert page.trim_box == pytest.approx((3 * MM, 3 * MM, 63.5 * MM, 88.9 * MM))
    assert (page.marks, page.over, page.slots[0].clip) == ((), (), page.bleed_box)


def test_unique_pieces_get_a_page_a_side_once():
    pages = impose_pieces([job("AABA")], BUILDER, DUPLEX["long-edge"], unique=True).sheets
    assert [(p.side, p.slots[0].piece) for p in pages] == [
        ("front", "A"),
        ("back", "A"),
        ("front", "B"),
        ("back", "B"),
    ]


def test_pages_of_pieces_stay_pairs_where_one_has_no_back():
    pages = impose_pieces([job("A", back=False), job("B")], BUILDER, DUPLEX["long-edge"], unique=False).sheets
    assert [(p.side, len(p.slots)) for p in pages] == [("front", 1), ("back", 0), ("front", 1), ("back", 1)]


@pytest.mark.parametrize(("back", "duplex"), [(False, "long-edge"), (True, "none")])
def test_pieces_have_no_back_pages_where_nothing_has_a_back_or_none_are_wanted(back, duplex):
    pages = impose_pieces([job("AB", back=back)], BUILDER, DUPLEX[duplex], unique=False).sheets
    assert [p.side for p in pages] == ["front", "front"]
