"""Laws of imposition: they hold for every paper, piece, bleed, gutter, way of turning the sheet, and partly filled sheets."""

from __future__ import annotations

import importlib.util
import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Edges, Matrix, Rect, bounds, rectangle, transformed
from carddesigner.core.papers import PAPERS, Paper
from carddesigner.core.printing import MarkKind, Order
from carddesigner.core.units import MM
from carddesigner.export.manifest import manifest
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.grid import Grid, PaperTooSmall, Wanted, plan_grid
from carddesigner.impose.instructions import Turn, two_passes
from carddesigner.impose.jobs import Job, SheetSettings
from carddesigner.impose.marks.base import Mark
from carddesigner.impose.pieces import impose_pieces
from carddesigner.impose.sheet import Sheet, Slot, slot_matrix
from tests.property.sheets import BUILDER, HAIR, millimetres, overlap, sheets_of

papers = st.sampled_from(sorted(PAPERS)).map(PAPERS.__getitem__) | st.builds(
    Paper, st.just("own"), millimetres(60, 500), millimetres(60, 500)
)
TURNS = ("long-edge", "short-edge")
"""How a printer turns a sheet over."""
edges = millimetres(0, 7).map(Edges.alike)
settings = st.builds(
    SheetSettings,
    paper=papers,
    margin=millimetres(0, 12),
    gutter=st.none() | millimetres(0, 10),
    duplex=st.sampled_from([DUPLEX[name] for name in (*TURNS, "none")]),
    edges=edges,
)
every_setting = st.builds(
    SheetSettings,
    paper=papers,
    margin=millimetres(0, 12),
    gutter=st.none() | millimetres(0, 10),
    duplex=st.sampled_from(list(DUPLEX.values())),
    marks=st.frozensets(st.sampled_from(MarkKind)),
    order=st.sampled_from(Order),
    edges=edges,
)
rects = st.builds(Rect, *[millimetres(0, 400)] * 4)


@st.composite
def jobs(draw: st.DrawFn, shared: bool = False) -> list[Job]:
    """Components of their own size each, or all of one size that share sheets; every face is
    another object, and some copies have no back.
    """
    out = []
    sizes = st.tuples(millimetres(20, 120), millimetres(20, 120), millimetres(0, 6))
    same = draw(sizes) if shared else None
    for name in "abc"[: draw(st.integers(1, 3))]:
        width, height, bleed = same or draw(sizes)
        outline = rectangle(Rect(0, 0, width, height))
        copies = []
        for i in range(draw(st.integers(1, 30))):
            front, back = (
                LaidFace(f"{name}{i}{side}", width, height, outline, bleed, ()) for side in ("front", "back")
            )
            copies.append((f"{name}{i // 2}", i % 2 + 1, front, back if draw(st.integers(0, 9)) else None))
        out.append(Job(name, tuple(copies), "card" if shared else None))
    return out


def component_of(sheet: Sheet, slot: Slot) -> str:
    """A slot's component, which the pieces of these tests begin with."""
    assert slot.piece[0] in sheet.components
    return slot.piece[0]


def drawn(mark: Mark) -> Rect:
    """What a mark's ink takes: a straight line is as wide as its stroke, and no longer."""
    line, half = bounds(mark.path), 0.125
    if line.width and line.height:
        return line.grown(half)
    return (
        Rect(line.x, line.y - half, line.width, 2 * half)
        if line.width
        else Rect(line.x - half, line.y, 2 * half, line.height)
    )


def page_of(sheet: Sheet) -> Rect:
    return Rect(0, 0, sheet.paper.width, sheet.paper.height)


def turned_over(x: float, y: float, sheet: Sheet, duplex: str) -> tuple[float, float]:
    """Where a point of a sheet's back is seen when the front is held to the light."""
    width, height = sheet.paper.width, sheet.paper.height
    edge_is_upright = (height >= width) == (duplex == "long-edge")
    return (width - x, y) if edge_is_upright else (x, height - y)


def pairs(sheets: tuple[Sheet, ...]) -> Iterator[tuple[Sheet, Slot, Slot]]:
    """Each copy's front and back, with the sheet they are on."""
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        assert (front.number, front.side, back.number, back.side) == (back.number, "front", front.number, "back")
        behind = {(s.piece, s.copy): s for s in back.slots}
        for slot in front.slots:
            if (slot.piece, slot.copy) in behind:
                yield back, slot, behind[slot.piece, slot.copy]


@given(jobs(), papers, st.builds(Edges, *[millimetres(0, 20)] * 4), st.sampled_from(TURNS))
def test_no_trim_lies_where_a_printer_with_four_margins_of_its_own_prints_nothing(work, paper, sides, turn):
    """On either side of the sheet: margins are as that page is seen. A page that lies on its side may be turned either way."""
    how = SheetSettings(paper, max(sides), duplex=DUPLEX[turn], edges=sides, sides=sides)
    for page in sheets_of(work, how):
        width, height = page.paper.width, page.paper.height
        ways = [sides]
        if width > height:
            left, top, right, bottom = sides
            ways = [Edges(bottom, left, top, right), Edges(top, right, bottom, left)]
        for left, top, right, bottom in ways:
            for slot in page.slots:
                t = slot.trim
                assert t.x > left - HAIR
                assert t.y > top - HAIR
                assert t.right < width - right + HAIR
                assert t.bottom < height - bottom + HAIR


@given(rects, papers, st.sampled_from([mode for mode in DUPLEX.values() if mode.has_backs]))
def test_turning_a_sheet_over_twice_changes_nothing(rect, paper, duplex):
    once, turn = duplex.back(rect, 0, paper.width, paper.height)
    twice, again = duplex.back(once, 0, paper.width, paper.height)
    assert twice == pytest.approx(rect, abs=HAIR)
    assert (turn + again) % 360 == 0


@given(jobs(), every_setting)
def test_every_copy_is_printed_once_on_each_side_it_has(work, how):
    sheets = sheets_of(work, how)
    printed = Counter(
        (component_of(s, slot), slot.side, id(slot.face), slot.piece, slot.copy) for s in sheets for slot in s.slots
    )
    wanted = Counter(
        (job.component, side, id(face), piece, copy)
        for job in work
        for piece, copy, *faces in job.copies
        for side, face in zip(("front", "back"), faces, strict=True)
        if face is not None and (side == "front" or how.duplex.has_backs)
    )
    assert printed == wanted


@given(jobs(), settings)
def test_sheets_are_numbered_and_filled_in_order(work, how):
    fronts = [s for s in sheets_of(work, how) if s.side == "front"]
    assert [s.number for s in fronts] == list(range(1, len(fronts) + 1))
    assert [slot.face for s in fronts for slot in s.slots] == [copy[2] for job in work for copy in job.copies]
    for one, two in pairwise(fronts):
        assert one.component != two.component or len(one.slots) >= len(two.slots)


@given(jobs(), settings)
def test_trims_keep_apart_and_off_the_margin(work, how):
    for sheet in sheets_of(work, how):
        room = page_of(sheet).grown(-how.margin)
        assert room.contains(sheet.trim_box, HAIR)
        assert all(sheet.trim_box.contains(slot.trim, HAIR) for slot in sheet.slots)
        assert not any(overlap(a.trim, b.trim) for a, b in combinations(sheet.slots, 2))


@given(jobs(), settings)
def test_bleed_is_as_wide_as_neighbours_and_paper_allow_and_never_enters_a_neighbour(work, how):
    for sheet in sheets_of(work, how):
        for slot in sheet.slots if sheet.side == "front" else ():
            trim, clip = slot.trim, slot.clip
            others = [s.trim for s in sheet.slots if s is not slot]
            assert not any(overlap(clip, other) for other in others)
            beside = [o for o in others if abs(o.y - trim.y) < HAIR]
            above = [o for o in others if abs(o.x - trim.x) < HAIR]
            gaps = {
                "left": [trim.x - o.right for o in beside if o.x < trim.x],
                "right": [o.x - trim.right for o in beside if o.x > trim.x],
                "top": [trim.y - o.bottom for o in above if o.y < trim.y],
                "bottom": [o.y - trim.bottom for o in above if o.y > trim.y],
            }
            page = page_of(sheet)
            edges = (trim.x, page.right - trim.right, trim.y, page.bottom - trim.bottom)
            reach = (trim.x - clip.x, clip.right - trim.right, trim.y - clip.y, clip.bottom - trim.bottom)
            for gap, edge, got in zip(gaps.values(), edges, reach, strict=True):
                assert got == pytest.approx(min(slot.face.bleed, edge, *(g / 2 for g in gap)), abs=HAIR)


@given(jobs(), settings)
def test_boxes_nest_and_hold_all_art(work, how):
    for sheet in sheets_of(work, how):
        assert page_of(sheet).contains(sheet.bleed_box)
        assert sheet.bleed_box.contains(sheet.trim_box)
        assert all(sheet.bleed_box.contains(slot.clip, HAIR) for slot in sheet.slots)


def goes_through(mark: Mark, trim: Rect) -> bool:
    """Whether a mark lies on a piece: an edge that is drawn may lie along it."""
    line = bounds(mark.path) if mark.kind == "edge" else drawn(mark)
    return overlap(line.grown(HAIR), trim.grown(-2 * HAIR))


@given(jobs(), settings)
def test_marks_touch_neither_art_nor_the_papers_edge_and_only_ticks_its_bleed(work, how):
    for sheet in sheets_of(work, how):
        printable = page_of(sheet).grown(-0.25 * MM)
        keep_off = sheet.bleed_box.grown(0.5 * MM - 2 * HAIR)
        for mark in sheet.marks:
            line = bounds(mark.path)
            assert printable.contains(line, HAIR)
            if mark.kind in ("edge", "tick"):
                assert not any(goes_through(mark, s.trim) for s in sheet.slots)
            else:
                assert not any(overlap(drawn(mark), s.clip) for s in sheet.slots)
                assert not overlap(Rect(line.x, line.y, line.width + 2 * HAIR, line.height + 2 * HAIR), keep_off)
                assert max(line.width, line.height) <= 5 * MM + HAIR
            assert max(line.width, line.height) >= 1 * MM - HAIR
            assert min(line.width, line.height) == 0


@given(jobs(), settings)
def test_front_and_back_have_the_same_cuts(work, how):
    assume(how.duplex.has_backs)
    sheets = sheets_of(work, how)
    pair_of = {front.component: (front, back) for front, back in zip(sheets[::2], sheets[1::2], strict=True)}
    for front, back in pair_of.values():
        if not back.marks:
            continue
        here = [bounds(mark.path) for mark in front.marks]
        ends = [[turned_over(*end[1:], back, how.duplex.name) for end in mark.path] for mark in back.marks]
        behind = [bounds(tuple(("l", *point) for point in line)) for line in ends]
        assert len(here) == len(behind)
        assert all(any(one.grown(HAIR).contains(two, 0) for two in behind) for one in here)


@given(jobs(), settings)
def test_the_slug_line_touches_neither_marks_nor_bleed_nor_the_papers_edge(slug_of, work, how):
    for sheet in sheets_of(work, how):
        slug = slug_of(sheet)
        if slug is None:
            continue
        _, box = slug
        assert page_of(sheet).contains(box)
        assert not overlap(box, sheet.bleed_box.grown(1))
        assert not any(overlap(box, bounds(m.path).grown(1)) for m in sheet.marks)


@given(jobs(), settings, st.tuples(st.floats(0, 1), st.floats(0, 1)))
def test_every_point_of_a_back_lies_behind_that_point_of_its_front_when_the_card_is_turned_like_a_page(work, how, at):
    assume(how.duplex.has_backs)
    for sheet, front, back in pairs(sheets_of(work, how)):
        width, height = front.face.width, front.face.height
        x, y = at[0] * width, at[1] * height
        here = slot_matrix(front).apply(x, y)
        behind = turned_over(*slot_matrix(back).apply(width - x, y), sheet, how.duplex.name)
        assert behind == pytest.approx(here, abs=HAIR)


@given(jobs(), settings)
def test_the_manifest_tells_where_each_face_is_drawn(work, how):
    sheets = sheets_of(work, how)
    said = manifest(
        deck="d", language="en", layout="sheets", duplex=how.duplex.name, sheets=sheets, pieces=(), artifacts=()
    )
    pages = json.loads("".join(said))["pages"]
    for sheet, page in zip(sheets, pages, strict=True):
        assert (page["sheet"], page["side"], page["component"]) == (sheet.number, sheet.side, sheet.component)
        for slot, told in zip(sheet.slots, page["slots"], strict=True):
            x, y, width, height = (told[k] * MM for k in ("x_mm", "y_mm", "width_mm", "height_mm"))
            unturned = rectangle(Rect(x, y, width, height))
            middle = (x + width / 2, y + height / 2)
            expected = transformed(unturned, Matrix.turn(told["rotation"], middle))
            drawn = transformed(slot.face.outline, slot_matrix(slot))
            for (_, *a), (_, *b) in zip(drawn, expected, strict=True):
                assert a == pytest.approx(b, abs=0.001)


@given(jobs() | jobs(shared=True), every_setting)
def test_no_mark_of_any_kind_ever_lies_on_art_or_off_the_paper(work, how):
    for sheet in sheets_of(work, how):
        paper = page_of(sheet)
        for mark in sheet.marks:
            line = bounds(mark.path)
            assert paper.contains(line, HAIR)
            if mark.kind in ("edge", "tick"):
                assert not any(goes_through(mark, s.trim) for s in sheet.slots), mark
            else:
                assert not any(overlap(drawn(mark), s.clip) for s in sheet.slots), mark


@given(jobs() | jobs(shared=True), every_setting)
def test_marks_of_different_kinds_and_the_slug_line_keep_apart(slug_of, work, how):
    for sheet in sheets_of(work, how):
        boxes = [(mark.kind, bounds(mark.path).grown(0.125)) for mark in sheet.marks]
        slug = slug_of(sheet)
        if slug is not None:
            _, words = slug
            assert not any(overlap(words, slot.clip) for slot in sheet.slots)
            boxes.append(("slug", words))
        loose = {"registration", "centre", "slug"}
        for (one, a), (two, b) in combinations(boxes, 2):
            assert one == two or not loose & {one, two} or not overlap(a, b), (one, two)


@given(jobs(shared=True), every_setting)
def test_components_of_one_stock_and_back_leave_no_cell_free_but_on_the_last_sheet(work, how):
    sheets = sheets_of(work, how)
    fronts = [sum(slot.side == "front" for slot in s.slots) for s in sheets if s.side == "front"]
    assert len(set(fronts[:-1])) <= 1
    assert fronts[-1] <= fronts[0]


@given(jobs(shared=True), every_setting)
def test_piles_cut_from_a_stack_and_laid_on_one_another_are_in_the_deck_s_order(work, how):
    how = replace(how, order=Order.CUT_STACKS)
    sheets = [s for s in sheets_of(work, how) if s.side == "front"]
    piles: dict[Rect, list[int]] = {}
    for sheet in sheets:
        for slot in sheet.slots:
            if slot.side == "front":
                piles.setdefault(slot.trim, []).append(id(slot.face))
    cells = sorted(piles, key=lambda r: (round(r.y, 3), round(r.x, 3)))
    assert [face for cell in cells for face in piles[cell]] == [id(c[2]) for job in work for c in job.copies]


@given(jobs(), every_setting, st.tuples(st.floats(0, 1), st.floats(0, 1)))
def test_folded_in_the_middle_every_point_of_a_back_lies_behind_that_of_its_front_foot_to_foot(work, how, at):
    for sheet in sheets_of(work, replace(how, duplex=DUPLEX["gutterfold"])):
        middle = sheet.paper.width / 2
        backs = {(s.piece, s.copy): s for s in sheet.slots if s.side == "back"}
        for front in (s for s in sheet.slots if s.side == "front"):
            width, height = front.face.width, front.face.height
            assert front.clip.right <= middle + HAIR
            feet, head = (slot_matrix(front).apply(width / 2, y) for y in (height, 0))
            assert feet[0] > head[0]
            back = backs.get((front.piece, front.copy))
            if back is not None:
                x, y = at[0] * width, at[1] * height
                here, there = slot_matrix(front).apply(x, y), slot_matrix(back).apply(width - x, y)
                assert (2 * middle - there[0], there[1]) == pytest.approx(here, abs=HAIR)
                assert back.clip.x >= middle - HAIR


@given(jobs(shared=True), every_setting, millimetres(0, 12))
def test_backs_have_all_of_the_bleed_that_is_asked_for(work, how, bleed):
    face = work[0].copies[0][2]
    assume(bleed >= face.bleed)
    wide = [
        replace(job, copies=tuple((p, n, f, replace(b, bleed=bleed) if b else None) for p, n, f, b in job.copies))
        for job in work
    ]
    for sheet in sheets_of(wide, replace(how, back_bleed=bleed, duplex=how.duplex.of_booklets)):
        for slot in sheet.slots:
            assert slot.side == "front" or slot.clip == pytest.approx(slot.trim.grown(bleed), abs=HAIR)
            assert page_of(sheet).contains(slot.clip, HAIR)


@given(jobs(), every_setting, st.sampled_from(["face-up", "face-down"]))
def test_backs_of_a_second_pass_land_behind_their_fronts(work, how, passes):
    how = replace(how, duplex=how.duplex.of_booklets)
    sheets = sheets_of(work, how)
    printed = two_passes(sheets, Turn(how.duplex, passes), how.paper, BUILDER)
    second = next(n for n, page in enumerate(printed) if page.side == "back")
    fronts, backs = printed[:second], printed[second:]
    assert all(page.side == "back" for page in backs)
    assert (fronts[-1].component, backs[0].component) == ("stack", "stack")
    # Each sheet comes out on top of the ones before it; the page about the stack is taken away from there.
    stack = [sheet.number for sheet in fronts[:-1]][::-1]
    if passes == "face-down":
        stack.reverse()
    assert [sheet.number for sheet in backs[1:]] == stack


@given(papers, millimetres(20, 200), millimetres(20, 200), millimetres(0, 12), millimetres(0, 6))
def test_an_automatic_gutter_is_the_widest_that_costs_no_piece(paper, width, height, margin, bleed):
    try:
        grid = plan_grid(paper, Wanted(width, height, bleed, margin))
    except PaperTooSmall:
        assert not any(fits(p, width, height, margin, 1, 1, 0, 0) for p in (paper, paper.turned()))
        return
    assert fits(grid.paper, width, height, margin, grid.columns, grid.rows, grid.gutter_x, grid.gutter_y)
    more = ((grid.columns + 1, grid.rows), (grid.columns, grid.rows + 1))
    assert not any(fits(grid.paper, width, height, margin, *n, 0, 0) for n in more)
    wider = grid.gutter_x + 0.01, grid.gutter_y + 0.01
    for count, gutter, could_be in (
        (grid.columns, grid.gutter_x, fits_gutters(grid, margin, wider[0], grid.gutter_y)),
        (grid.rows, grid.gutter_y, fits_gutters(grid, margin, grid.gutter_x, wider[1])),
    ):
        assert count == 1 or gutter == pytest.approx(2 * bleed) or not could_be
        assert gutter <= 2 * bleed + HAIR


def fits(
    paper: Paper, width: float, height: float, margin: float, columns: int, rows: int, across: float, down: float
) -> bool:
    room_x, room_y = paper.width - 2 * margin + HAIR / 10, paper.height - 2 * margin + HAIR / 10
    return columns * width + (columns - 1) * across <= room_x and rows * height + (rows - 1) * down <= room_y


def fits_gutters(grid: Grid, margin: float, across: float, down: float) -> bool:
    return fits(grid.paper, grid.width, grid.height, margin, grid.columns, grid.rows, across, down)


@given(papers, millimetres(20, 200), millimetres(20, 200), millimetres(0, 12), st.none() | millimetres(0, 10))
def test_no_orientation_takes_more_pieces(paper, width, height, margin, gutter):
    counts = {}
    for p in (paper, paper.turned()):
        columns = rows = 0
        while fits(p, width, height, margin, columns + 1, 1, gutter or 0, 0):
            columns += 1
        while fits(p, width, height, margin, 1, rows + 1, 0, gutter or 0):
            rows += 1
        counts[p.width, p.height] = columns * rows
    if not any(counts.values()):
        with pytest.raises(PaperTooSmall):
            plan_grid(paper, Wanted(width, height, 0, margin, gutter))
        return
    grid = plan_grid(paper, Wanted(width, height, 0, margin, gutter))
    assert grid.count == max(counts.values())
    if len(set(counts.values())) == 1:
        assert grid.paper.width <= grid.paper.height


@given(jobs(), st.booleans(), st.sampled_from(list(DUPLEX.values())))
def test_pages_of_pieces_hold_each_piece_with_its_bleed_and_come_in_pairs(work, unique, duplex):
    pages = impose_pieces(work, BUILDER, duplex, unique=unique).sheets
    fronts = [p for p in pages if p.side == "front"]
    pieces = [copy for job in work for copy in job.copies]
    wanted = list(dict.fromkeys(p[0] for p in pieces)) if unique else [p[0] for p in pieces]
    assert [p.slots[0].piece for p in fronts] == wanted
    if not duplex.has_backs or not any(copy[3] for copy in pieces):
        assert pages == tuple(fronts)
    else:
        assert [(p.number, p.side) for p in pages] == [
            (n, side) for n in range(1, len(fronts) + 1) for side in ("front", "back")
        ]
    for page in pages:
        for slot in page.slots:
            assert slot.trim.grown(slot.face.bleed) == pytest.approx(page_of(page), abs=HAIR)
            assert slot.clip == page.bleed_box == page_of(page)


def independent_reference() -> ModuleType | None:
    """A second opinion on duplex by another hand, where a checkout has one beside it."""
    for folder in Path(__file__).resolve().parents:
        file = folder / "shared" / "reference" / "duplex_reference.py"
        spec = importlib.util.spec_from_file_location("duplex_reference", file) if file.is_file() else None
        if spec is not None and spec.loader is not None:
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            return module
    return None


REFERENCE = independent_reference()


@pytest.mark.skipif(REFERENCE is None, reason="no independent reference beside this checkout")
@given(rects, papers, st.booleans(), st.sampled_from(TURNS))
def test_an_independent_reference_puts_backs_in_the_same_place(rect, paper, lying, duplex):
    width, height = (paper.height, paper.width) if lying else (paper.width, paper.height)
    axis = REFERENCE.axis(width, height, duplex.removesuffix("-edge"))
    # The reference has y upwards.
    x, y, w, h = REFERENCE.back_rect(rect.x, height - rect.bottom, rect.width, rect.height, width, height, axis)
    placed, turn = DUPLEX[duplex].back(rect, 0, width, height)
    assert placed == pytest.approx((x, height - y - h, w, h), abs=HAIR)
    assert turn == REFERENCE.back_rotation(axis)
