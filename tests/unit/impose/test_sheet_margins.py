"""What stands in a sheet's margins (crop marks, the slug line), and what a person is warned of."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Edges, Rect, bounds, polygon, rectangle
from carddesigner.core.papers import PAPERS
from carddesigner.core.units import MM
from carddesigner.impose.cutting import cutting_templates
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.jobs import Job, SheetSettings
from carddesigner.impose.sheet import Sheet, SheetBuilder, Sheets
from carddesigner.impose.sheets import impose_sheets
from carddesigner.source.paths import templates
from carddesigner.text.fonts import find_family

BUILDER = SheetBuilder("Title", find_family("Alegreya Sans", (templates() / "fonts",)))
BOTH = frozenset({"crop", "slug"})


def imposed(
    *sizes: tuple[float, float],
    paper: str = "A4",
    copies: int = 9,
    bleed: float = 3,
    margin: float = 6.35,
    gutter: float | None = None,
    marks: frozenset[str] = BOTH,
    title: str = "Title",
    edge: float = 0,
) -> Sheets:
    """A component of each size, in millimetres, poker cards unless said otherwise; fronts only, on a printer that prints all
    but the *edge*.
    """
    jobs = []
    for n, (width, height) in enumerate(sizes or [(63.5, 88.9)], 1):
        w, h = width * MM, height * MM
        face = LaidFace("face", w, h, rectangle(Rect(0, 0, w, h)), bleed * MM, ())
        jobs.append(Job(f"cards-{n}", tuple(("piece", i, face, None) for i in range(1, copies + 1))))
    apart = None if gutter is None else gutter * MM
    settings = SheetSettings(PAPERS[paper], margin * MM, apart, DUPLEX["none"], marks, edges=Edges.alike(edge * MM))
    return impose_sheets(jobs, settings, replace(BUILDER, title=title))


def marks(sheet: Sheet) -> dict[str, list[tuple[float, float, float]]]:
    """By side: where each mark stands, its start and its length measured outwards from the trim box, in millimetres."""
    box, out = sheet.trim_box, {"left": [], "right": [], "top": [], "bottom": []}
    for mark in sheet.marks:
        (_, x0, y0), (_, x1, y1) = mark.path
        if x0 == x1:
            side, at = ("top", x0) if y0 < box.y else ("bottom", x0)
            near = box.y - y0 if side == "top" else y0 - box.bottom
        else:
            side, at = ("left", y0) if x0 < box.x else ("right", y0)
            near = box.x - x0 if side == "left" else x0 - box.right
        out[side].append(tuple(round(v / MM, 2) for v in (at, near, abs(x1 - x0) + abs(y1 - y0))))
    return out


def messages(sheets: Sheets, code: str) -> list[str]:
    return [w.message for w in sheets.warnings if w.code == code]


def test_marks_stand_at_every_cut_of_an_a4_sheet_clear_of_the_bleed():
    found = marks(imposed().sheets[0])
    columns = [6.35, 69.85, 73.25, 136.75, 140.15, 203.65]
    rows = [9.15, 98.05, 104.05, 192.95, 198.95, 287.85]
    # 6.35 mm of margin less 3 mm of bleed, 0.5 mm of gap and 0.25 mm at the edge leave 2.6 mm; above and below all 5 fit.
    assert found["left"] == found["right"] == [(y, 3.5, 2.6) for y in rows]
    assert found["top"] == found["bottom"] == [(x, 3.5, 5) for x in columns]


def test_a_cut_that_two_rows_share_has_one_mark():
    found = marks(imposed(paper="Letter").sheets[0])
    assert [y for y, *_ in found["left"]] == [6.35, 95.25, 184.15, 273.05]


def test_marks_are_of_the_whole_grid_on_a_sheet_with_one_card():
    full, single = imposed(copies=9).sheets[0], imposed(copies=1).sheets[0]
    assert single.marks == full.marks


def test_marks_of_which_less_than_a_millimetre_prints_are_left_out():
    assert marks(imposed((190, 280), edge=5.5).sheets[0])["left"] == [(8.5, 3.5, 5), (288.5, 3.5, 5)]
    assert marks(imposed((190, 280), edge=5.6).sheets[0])["left"] != [(8.5, 3.5, 5), (288.5, 3.5, 5)]


def test_nothing_is_marked_to_cut_where_the_paper_itself_ends():
    found = marks(imposed((100, 99), margin=0, bleed=0, gutter=0).sheets[0])
    assert [y for y, *_ in found["left"]] == [99, 198]
    assert found["top"] == found["bottom"] == []


def test_marks_that_nobody_wants_are_not_missed():
    sheets = imposed((199, 286), margin=5, marks=frozenset())
    assert (sheets.sheets[0].marks, sheets.sheets[0].over, sheets.warnings) == ((), (), ())


def test_the_slug_line_tells_deck_component_sheet_and_side(slug_of):
    first, last = imposed(copies=10).sheets
    assert slug_of(first)[0] == "Title · cards-1 · sheet 1 of 2 · front"
    assert slug_of(last)[0] == "Title · cards-1 · sheet 2 of 2 · front"


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_slug_line_stands_below_the_first_column_between_its_marks(slug_of, paper):
    sheet = imposed(paper=paper).sheets[0]
    (_, slug), first = slug_of(sheet), sheet.slots[0].trim
    assert slug.width > slug.height
    assert first.x < slug.x < slug.right < first.right
    assert slug.y > sheet.bleed_box.bottom
    assert slug.bottom < sheet.paper.height


def test_the_slug_line_turns_into_the_left_margin_where_the_bottom_has_no_room(slug_of):
    sheet = imposed((90, 286), margin=5).sheets[0]
    _, slug = slug_of(sheet)
    assert slug.height > slug.width
    assert slug.right < sheet.bleed_box.x
    assert slug.y > sheet.trim_box.y


def test_the_slug_line_is_left_out_where_it_would_touch_the_bleed_or_be_too_narrow_to_read():
    assert imposed((200, 287), margin=5).sheets[0].over == ()
    assert imposed((18, 18)).sheets[0].over == ()


def test_a_long_title_is_cut_so_that_the_sheets_number_stays_readable(slug_of):
    text, _ = slug_of(imposed(title="All about the wanderings of the old king " * 5).sheets[0])
    assert text == "All about the wanderings of the old kin… · cards-1 · sheet 1 of 1 · front"


def test_cards_without_a_gutter_are_warned_of_with_the_gutter_that_mends_it():
    assert messages(imposed(paper="Letter"), "little-bleed") == [
        "between rows only 0 mm of bleed are left, so cut exactly; --gutter 2mm gives 1 mm, and 8 cards a sheet instead of 9; "
        "a printer that prints to 4 mm from the edge keeps 9: `margin` under `print`"
    ]


def test_the_margin_that_is_advised_keeps_the_cards_and_gives_them_bleed():
    mended = imposed(paper="Letter", margin=4)
    assert (messages(mended, "little-bleed"), len(mended.sheets[0].slots)) == ([], 9)


def test_the_gutter_that_is_advised_mends_it_at_the_price_that_is_reported():
    mended = imposed(paper="Letter", gutter=2)
    assert (messages(mended, "little-bleed"), len(mended.sheets[0].slots)) == ([], 8)


def test_a_gutter_that_was_asked_for_too_narrow_costs_nothing_to_mend():
    (words,) = messages(imposed(gutter=1), "little-bleed")
    assert words.startswith("between columns and rows only 0.5 mm of bleed are left")
    assert words.endswith("--gutter 2mm gives 1 mm, and still 9 cards a sheet")


def test_a_bleed_narrower_than_a_millimetre_is_enough_if_all_of_it_stays():
    assert messages(imposed(bleed=0.5, gutter=1), "little-bleed") == []
    assert messages(imposed(bleed=0, gutter=0), "little-bleed") == []
    (words,) = messages(imposed(bleed=0.5, gutter=0), "little-bleed")
    assert "--gutter 1mm gives 0.5 mm" in words


def test_a_warning_is_given_once_for_many_sheets():
    sheets = imposed((63.5, 88.9), (63.5, 88.9), paper="Letter", copies=40)
    assert len(sheets.warnings) == 1


def test_with_pieces_of_several_sizes_each_warning_says_which_it_is_about():
    sheets = imposed((63.5, 88.9), (101.6, 266.7), paper="Letter", copies=2)
    first, second = messages(sheets, "little-bleed")
    assert first.startswith("pieces of 63.5 × 88.9 mm: between rows")
    assert second.startswith("pieces of 101.6 × 266.7 mm: between columns")


@pytest.mark.parametrize(
    ("edge", "gutter", "sides", "target"), [(0, None, 4, True), (5, 0, 2, True), (5, None, 0, False)]
)
def test_targets_and_centre_marks_stand_where_the_printer_prints_or_are_missed(edge, gutter, sides, target):
    sheets = imposed(edge=edge, gutter=gutter, marks=frozenset({"registration", "centre"}))
    sheet = sheets.sheets[0]
    seen = Edges.alike(edge * MM).inside(sheet.paper.area)
    assert all(seen.contains(bounds(mark.path), 0.01) for mark in sheet.marks)
    kinds = [mark.kind for mark in sheet.marks]
    said = messages(sheets, "marks-left-out")
    assert ("registration" in kinds, kinds.count("centre")) == (target, sides)
    assert any("registration" in m for m in said) == (not target)
    assert any("centre marks" in m for m in said) == (sides < 4)
    assert any("at the left and right" in m for m in said) == (sides == 2)


def test_a_slug_line_that_the_printer_cuts_off_in_one_margin_stands_in_another():
    # Letter, three rows and no gutter between them: 6.35 mm below the cards, of which 5 mm don't print, and more beside.
    sheet = imposed((63.5, 88.9), paper="Letter", edge=5).sheets[0]
    (line,) = sheet.over
    assert line.matrix.apply(0, 0)[0] > 3.8 * MM
    assert line.matrix[:2] != (1, 0)  # turned


@pytest.mark.parametrize("width", [20, 25, 40])
def test_a_slug_line_is_shortened_and_never_smaller_than_5_points(slug_of, width):
    long = "A deck with quite a title that goes on"
    sheet = imposed((width, width), copies=1, title=long).sheets[0]
    (line,) = sheet.over
    assert {p.size >= 5 for item in line.items for p in item.pieces} == {True}
    assert "sheet 1 of 1" in slug_of(sheet)[0]
    assert len({item.y for item in line.items}) == 1


def test_a_slug_line_stands_in_the_upper_margin_where_that_alone_prints(slug_of):
    how = SheetSettings(
        PAPERS["A4"], 12 * MM, 0.0, DUPLEX["none"], BOTH, edges=Edges(12 * MM, 5 * MM, 12 * MM, 12 * MM)
    )
    w, h = 186 * MM, 270 * MM
    face = LaidFace("face", w, h, rectangle(Rect(0, 0, w, h)), 3 * MM, ())
    job = Job("cards", (("piece", 1, face, None),))
    sheet = impose_sheets([job], how, BUILDER).sheets[0]
    _, words = slug_of(sheet)
    assert how.printable(sheet.paper).contains(words, 0.01)
    assert words.bottom < sheet.trim_box.y


OCTAGON = ((0.29, 0.0), (0.71, 0.0), (1.0, 0.29), (1.0, 0.71), (0.71, 1.0), (0.29, 1.0), (0.0, 0.71), (0.0, 0.29))
DIAMOND = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))


@pytest.mark.parametrize("corners", [OCTAGON, DIAMOND])
def test_no_line_runs_through_the_title_of_a_cutting_template(slug_of, corners):
    side = 60 * MM
    outline = polygon(tuple((x * side, y * side) for x, y in corners))
    face = LaidFace("face", side, side, outline, 3 * MM, ())
    settings = SheetSettings(PAPERS["A4"], duplex=DUPLEX["none"])
    uses = impose_sheets([Job("tiles", (("piece", 1, face, None),))], settings, BUILDER).uses
    (page,) = cutting_templates(uses, BUILDER, paired=False)
    text, words = slug_of(page)
    assert text == "Cutting template for sheet 1"
    for mark in page.marks:
        ends = [step[1:] for step in mark.path if len(step) == 3]
        for (x, y), (u, v) in zip(ends, (*ends[1:], ends[0]), strict=True):
            on = ((x + (u - x) * n / 500, y + (v - y) * n / 500) for n in range(501))
            assert not any(words.x < a < words.right and words.y < b < words.bottom for a, b in on)
