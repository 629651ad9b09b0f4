"""Sheets with slots: which pieces lie in which, what is marked, and what is said of slots that can't be."""

from __future__ import annotations

import pytest

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Edges, Path, Rect, ellipse, rectangle
from carddesigner.core.papers import PAPERS
from carddesigner.core.printing import Order
from carddesigner.core.report import Problem
from carddesigner.core.slots import Slot, SlotSheet
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.jobs import Job, SheetSettings
from carddesigner.impose.marks.slug import TITLE_SIZE
from carddesigner.impose.sheet import Sheet, SheetBuilder, Sheets
from carddesigner.impose.sheets import impose_sheets
from carddesigner.impose.slots import never_filled, wrong_grid, wrong_slots
from carddesigner.schema.slot_sheets import makers_sheet, makers_sheets
from carddesigner.source.paths import templates
from carddesigner.text.fonts import find_family

BUILDER = SheetBuilder("Title", find_family("Alegreya Sans", (templates() / "fonts",)))
A4 = PAPERS["A4"]


def slot(x: float, y: float, width: float, height: float, turn: int | None = None) -> Slot:
    return Slot(Rect(x * MM, y * MM, width * MM, height * MM), turn)


def sheet(*slots: Slot, pre_cut: bool = True) -> SlotSheet:
    return SlotSheet(A4, slots, pre_cut)


PAIR = sheet(slot(20, 20, 60, 40), slot(90, 20, 60, 40))


def job(name: str, width: float, height: float, count: int, *, die: bool = False, outline: Path | None = None) -> Job:
    """Copies of a piece of so many millimetres, each with a face of its own."""
    w, h = width * MM, height * MM
    path = outline or rectangle(Rect(0, 0, w, h))
    faces = [[LaidFace(f"{name}{n}{side}", w, h, path, 3 * MM, ()) for side in "ab"] for n in range(count)]
    return Job(name, tuple((f"{name}{n}", 1, a, None if die else b) for n, (a, b) in enumerate(faces)), "card", die)


def imposed(slots: SlotSheet | None, *jobs: Job, duplex: str = "long-edge", **how: object) -> Sheets:
    settings = SheetSettings(A4, duplex=DUPLEX[duplex], slots=slots, **how)
    return impose_sheets(jobs, settings, BUILDER)


def fronts(sheets: Sheets) -> list[Sheet]:
    return [page for page in sheets.sheets if page.side == "front"]


def millimetres(r: Rect) -> tuple[float, ...]:
    return tuple(round(v / MM, 2) for v in r)


def test_pieces_lie_in_the_slots_in_their_order():
    page, last = fronts(imposed(PAIR, job("a", 60, 40, 3)))
    assert [(s.piece, millimetres(s.trim), s.rotation) for s in page.slots] == [
        ("a0", (20, 20, 60, 40), 0),
        ("a1", (90, 20, 60, 40), 0),
    ]
    assert [s.piece for s in last.slots] == ["a2"]


@pytest.mark.parametrize(
    ("turn", "size", "rotation"),
    [(None, (60, 40), 0), (None, (40, 60), 90), (270, (40, 60), 270), (180, (60, 40), 180)],
)
def test_fronts_are_turned_as_the_slot_says_or_as_they_fit(turn, size, rotation):
    front, back = imposed(sheet(slot(20, 30, 60, 40, turn)), job("a", *size, 1)).sheets
    assert (front.slots[0].rotation, millimetres(front.slots[0].trim)) == (rotation, (20, 30, 60, 40))
    assert back.slots[0].rotation == (-rotation) % 360
    assert millimetres(back.slots[0].trim) == (130, 30, 60, 40)


def test_a_piece_a_little_smaller_lies_in_the_middle_of_its_slot():
    (page, _) = imposed(sheet(slot(20, 20, 60, 40)), job("a", 59, 39.4, 1)).sheets
    assert millimetres(page.slots[0].trim) == (20.5, 20.3, 59, 39.4)


@pytest.mark.parametrize("size", [(60.2, 40), (58.8, 40), (40, 40)])
def test_a_piece_of_another_size_is_an_error_that_names_the_slot_it_needs(size):
    with pytest.raises(Problem) as error:
        imposed(PAIR, job("a", *size, 1))
    assert error.value.code == "no-slot"
    assert f"size: [{size[0]:g}mm, {size[1]:g}mm]" in error.value.diagnostic.message


def test_a_turn_that_leaves_no_room_is_one_too():
    with pytest.raises(
        Problem, match="fit no slot with `turn: 90`; with `turn: 0` or `turn: 180`, or without it, they do"
    ):
        imposed(sheet(slot(20, 20, 60, 40, 90)), job("a", 60, 40, 1))


def test_components_share_sheets_and_each_size_fills_its_own_slots():
    mixed = sheet(slot(10, 10, 60, 40), slot(10, 60, 30, 30), slot(80, 10, 60, 40))
    one, two = fronts(imposed(mixed, job("a", 60, 40, 2), job("b", 30, 30, 2), job("c", 40, 60, 1)))
    assert [(s.piece, millimetres(s.trim)[:2]) for s in one.slots] == [
        ("a0", (10, 10)),
        ("b0", (10, 60)),
        ("a1", (80, 10)),
    ]
    assert [(s.piece, millimetres(s.trim)[:2]) for s in two.slots] == [("c0", (10, 10)), ("b1", (10, 60))]


def test_components_are_kept_apart_where_that_is_asked_for():
    pages = fronts(imposed(PAIR, job("a", 60, 40, 1), job("b", 60, 40, 1), share=False))
    assert [page.components for page in pages] == [("a",), ("b",)]


def test_pre_cut_sheets_have_no_marks_to_cut_along_others_have():
    marks = frozenset({"crop", "cut-lines"})
    circle = job("a", 60, 40, 2, outline=ellipse(Rect(0, 0, 60 * MM, 40 * MM)))
    assert all(page.marks == () for page in imposed(PAIR, circle, marks=marks).sheets)
    plain = sheet(*PAIR.slots, pre_cut=False)
    assert {m.kind for m in imposed(plain, job("a", 60, 40, 2), marks=marks).sheets[0].marks} >= {"cut-lines"}


def test_no_cut_goes_through_a_piece_wherever_the_slots_lie():
    scattered = sheet(slot(20, 20, 60, 40), slot(90, 35, 60, 40), slot(30, 100, 40, 60), pre_cut=False)
    page = imposed(scattered, job("a", 60, 40, 3), marks=frozenset({"cut-lines"})).sheets[0]
    lines = [((a, b), (c, d)) for m in page.marks for (_, a, b), (_, c, d) in [m.path]]
    assert len(lines) > 8
    for slot_ in page.slots:
        inner = slot_.trim.grown(-0.1)
        for (a, b), (c, d) in lines:
            assert max(a, c) < inner.x or min(a, c) > inner.right or max(b, d) < inner.y or min(b, d) > inner.bottom


def test_bleed_never_reaches_into_a_slot_that_stays_empty():
    touching = sheet(slot(20, 20, 60, 40), slot(80, 20, 60, 40))
    (page, back) = imposed(touching, job("a", 60, 40, 1)).sheets
    assert millimetres(page.slots[0].clip) == (17, 17, 63, 46)
    assert millimetres(back.slots[0].clip) == (130, 17, 63, 46)


def test_used_slots_of_the_first_sheet_stay_blank_on_both_sides():
    four = sheet(*(slot(20, 10 + 50 * n, 60, 40) for n in range(4)))
    first, back, second, _ = imposed(four, job("a", 60, 40, 5), blank=frozenset({0, 2})).sheets
    assert [(s.piece, millimetres(s.trim)[1]) for s in first.slots] == [("a0", 60), ("a1", 160)]
    assert [(s.piece, millimetres(s.trim)) for s in back.slots] == [
        ("a0", (130, 60, 60, 40)),
        ("a1", (130, 160, 60, 40)),
    ]
    assert [s.piece for s in second.slots] == ["a2", "a3", "a4"]


@pytest.mark.parametrize("slots", [None, PAIR])
@pytest.mark.parametrize(
    ("blank", "order", "words"),
    [({40}, "deck", "a sheet has "), ({0}, "cut-stacks", "--order cut-stacks can't leave slots blank")],
)
def test_blank_slots_that_cant_be_are_errors(slots, blank, order, words):
    with pytest.raises(Problem, match=words) as error:
        imposed(slots, job("a", 60, 40, 1), blank=frozenset(blank), order=Order(order))
    assert error.value.code == "unknown-slot"


def test_a_first_sheet_without_a_slot_that_is_left_is_an_error():
    with pytest.raises(Problem, match="all 2"):
        imposed(PAIR, job("a", 60, 40, 1), blank=frozenset({0, 1}))


@pytest.mark.parametrize("share", [True, False])
def test_a_new_sheet_begins_where_no_piece_fits_what_is_left_which_is_said(share):
    mixed = sheet(*PAIR.slots, slot(20, 80, 30, 30))
    jobs = (job("a", 60, 40, 3), *((job("b", 30, 30, 1),) if not share else ()))
    made = imposed(mixed, *jobs, blank=frozenset({0, 1}), share=share)
    assert [s.piece for s in fronts(made)[0].slots] == ["a0", "a1"]
    assert [w.code for w in made.warnings] == ["begun-unused"]
    assert "no piece of 'a' fits" in made.warnings[0].message
    begun = imposed(mixed, job("b", 30, 30, 2), *jobs, blank=frozenset({0, 1}))
    assert [s.piece for s in fronts(begun)[0].slots] == ["b0"]
    assert begun.warnings == ()


def test_nets_and_boxes_lie_on_the_plain_paper_whatever_the_sheet_with_slots_is_on():
    letter = SlotSheet(PAPERS["Letter"], PAIR.slots)
    made = imposed(letter, job("a", 60, 40, 1), job("box", 100, 120, 1, die=True))
    assert [page.paper.name for page in fronts(made)] == ["Letter", "A4"]
    assert made.summary.startswith("Title on Letter portrait, 2 × 1 a sheet, on A4 ")
    assert "sheet 2 is for plain A4" in made.warnings[0].message


def test_blank_places_are_those_of_the_grid_on_plain_paper():
    whole = fronts(imposed(None, job("a", 63.5, 88.9, 10)))
    begun = fronts(imposed(None, job("a", 63.5, 88.9, 10), blank=frozenset(range(4))))
    assert [s.trim for s in begun[0].slots] == [s.trim for s in whole[0].slots][4:]
    assert [s.piece for page in begun for s in page.slots] == [f"a{n}" for n in range(10)]


def test_nets_and_boxes_lie_on_plain_sheets_which_is_said():
    sheets = imposed(PAIR, job("box", 100, 120, 1, die=True), job("a", 60, 40, 1))
    assert [page.components for page in fronts(sheets)] == [("a",), ("box",)]
    assert ["sheet 2 is for plain A4" in w.message for w in sheets.warnings if w.code == "plain-paper"] == [True]


def test_titles_stand_in_the_margin_and_in_the_slug_line_where_it_has_no_room():
    wide = imposed(PAIR, job("a", 60, 40, 3), titles=True).sheets
    plain = imposed(PAIR, job("a", 60, 40, 3)).sheets
    assert [len(page.over) for page in wide] == [2, 1, 2, 1]
    assert [len(page.over) for page in plain] == [1, 1, 1, 1]
    title = wide[0].over[1]
    assert title.matrix is not None
    assert title.matrix.f + TITLE_SIZE <= wide[0].slots[0].clip.y
    full = sheet(slot(5, 5, 200, 287))
    (page, _) = imposed(full, job("a", 200, 287, 1), titles=True, marks=frozenset()).sheets
    assert page.over == ()
    codes = {w.code for w in imposed(full, job("a", 200, 287, 1), titles=True, marks=frozenset()).warnings}
    assert codes == {"marks-left-out"}


def test_slots_outside_the_paper_and_over_another_are_named_with_the_nearest_place():
    wrong = sheet(slot(10, 10, 60, 40), slot(60, 10, 60, 40), slot(180, 10, 60, 40), slot(0, 0, 300, 20))
    found = {n: (p.code, p.diagnostic.message) for n, p in wrong_slots(wrong)}
    assert set(found) == {1, 2, 3}
    assert found[1][0] == "slots-overlap"
    assert "left: 70mm, top: 10mm" in found[1][1]
    assert found[2][0] == "slot-outside"
    assert "left: 150mm, top: 10mm" in found[2][1]
    assert "300 × 20 mm have no room" in found[3][1]


def test_a_nearest_free_place_is_free_of_all_slots():
    crowd = sheet(slot(10, 10, 60, 40), slot(70, 10, 60, 40), slot(40, 10, 60, 40))
    ((number, problem),) = wrong_slots(crowd)
    assert number == 2
    assert "left: 40mm, top: 50mm" in problem.diagnostic.message


def test_rows_and_columns_that_reach_over_the_edge_are_named_once():
    problem = wrong_grid(sheet(slot(150, 10, 50, 40), slot(200, 10, 50, 40)))
    assert problem is not None
    assert "left: 110mm, top: 10mm" in problem.diagnostic.message


def test_makers_sheets_lie_on_their_papers_and_say_where_their_numbers_come_from():
    assert len(makers_sheets()) >= 8
    names = [n for name, made in makers_sheets().items() for n in (name, *made.also)]
    assert len(names) == len(set(names))
    for made in makers_sheets().values():
        assert list(wrong_slots(made.sheet)) == []
        assert "gLabels" in made.source
        # They are as far from the left edge as from the right, or nearly so: no number is of another place.
        left = min(s.place.x for s in made.sheet.slots)
        right = made.sheet.paper.width - max(s.place.right for s in made.sheet.slots)
        assert abs(left - right) < 1 * MM


def test_a_makers_sheet_is_found_by_any_of_its_part_numbers():
    assert makers_sheet("Avery-8371") == makers_sheet("avery-5371")
    with pytest.raises(ValueError, match="did you mean 'avery-8371'"):
        makers_sheet("avery-83710")


@pytest.mark.parametrize(
    ("number", "name"),
    [("5371", "avery-5371"), ("8371", "avery-5371"), (" C32011 ", "avery-c32011"), ("bc564", "southworth-bc554")],
)
def test_a_product_number_of_one_maker_needs_no_name(number, name):
    assert makers_sheet(number) == makers_sheets()[name].sheet


def test_a_product_number_of_several_makers_is_asked_about_and_near_ones_are_named():
    with pytest.raises(ValueError, match="did you mean avery-32015 or zweckform-32015"):
        makers_sheet("32015")
    with pytest.raises(ValueError, match="did you mean avery-5377"):
        makers_sheet("53717")


def test_slots_that_nothing_fits_are_told_with_the_turn_that_would_do():
    scattered = sheet(slot(10, 10, 60, 40), slot(80, 10, 60, 40, 90), slot(10, 60, 30, 30), slot(80, 60, 30, 30))
    found = list(never_filled([job("a", 60, 40, 1)], scattered))
    assert found == [
        (1, "slot 2 stays empty: no piece fits 60 × 40 mm with `turn: 90`; `turn: 0` or `turn: 180` would do"),
        (2, "slots 3 and 4 stay empty: no piece fits 30 × 30 mm"),
    ]
    assert list(never_filled([job("a", 60, 40, 1), job("b", 30, 29.5, 1), job("c", 40, 60, 1)], scattered)) == []


def test_slots_that_the_printer_leaves_white_are_warned_of():
    near = sheet(slot(3, 20, 60, 40), slot(5, 70, 60, 40), slot(100, 255, 60, 40))
    (warning,) = imposed(near, job("a", 60, 40, 3)).warnings
    assert warning.code == "slot-unprinted"
    assert warning.message.startswith("slots 1 and 3 reach into the 5 mm")
    assert imposed(near, job("a", 60, 40, 3), edges=Edges.alike(2 * MM)).warnings == ()
