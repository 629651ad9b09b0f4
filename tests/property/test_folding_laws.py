"""Laws of folded sheets, found by printing, stacking, cutting and folding in the test: pages come in order and upright."""

from __future__ import annotations

from math import pi
from typing import NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from carddesigner.core.face import LaidFace
from carddesigner.core.folds import FOLDS
from carddesigner.core.geometry import Rect, rectangle
from carddesigner.core.papers import PAPERS, Paper
from carddesigner.core.printing import MarkKind
from carddesigner.core.units import MM
from carddesigner.impose.booklet import Pages, impose_booklet
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.grid import PaperTooSmall
from carddesigner.impose.jobs import SheetSettings
from carddesigner.impose.leaflet import FLAP, impose_leaflet
from carddesigner.impose.sheet import Sheet, SheetBuilder, Sheets, Slot, slot_matrix
from carddesigner.source.paths import templates
from carddesigner.text.fonts import find_family

BUILDER = SheetBuilder("Title", find_family("Alegreya Sans", (templates() / "fonts",)))
HAIR = 1e-4
UP = (0.0, -1.0)
TURNS = ("long-edge", "short-edge")

papers = st.sampled_from(sorted(PAPERS)).map(PAPERS.__getitem__)
sizes = st.tuples(st.integers(40, 160), st.integers(40, 220)).map(lambda s: (s[0] * MM, s[1] * MM))


def pages_of(count: int, width: float, height: float, bleed: float = 3 * MM, copies: int = 1) -> Pages:
    outline = rectangle(Rect(0, 0, width, height))
    return Pages(
        "rules",
        tuple((f"{n}", LaidFace(f"{n}", width, height, outline, bleed, ())) for n in range(1, count + 1)),
        copies,
    )


class Printed(NamedTuple):
    """A page on the sheet of paper in the hand: both sides are seen from the front."""

    page: int
    copy: int
    trim: Rect
    clip: Rect
    up: tuple[float, float]
    heading: tuple[float, float]
    """Where a line of text runs to."""


def printed(sheet: Sheet, duplex: str) -> list[Printed]:
    """What the printer leaves on the paper, which it turns over for the back about an axis along its edge."""
    wide, high = sheet.paper.width, sheet.paper.height
    upright_axis = (duplex == "long-edge") == (high >= wide)

    def at(r: Rect) -> Rect:
        if sheet.side == "front":
            return r
        if upright_axis:
            return Rect(wide - r.right, r.y, r.width, r.height)
        return Rect(r.x, high - r.bottom, r.width, r.height)

    def way(slot: Slot, x: float, y: float) -> tuple[float, float]:
        m = slot_matrix(slot)
        dx, dy = round(m.a * x + m.c * y), round(m.b * x + m.d * y)
        if sheet.side == "back":
            dx, dy = (-dx, dy) if upright_axis else (dx, -dy)
        return dx, dy

    return [Printed(int(s.piece), s.copy, at(s.trim), at(s.clip), way(s, 0, -1), way(s, 1, 0)) for s in sheet.slots]


def papers_in_hand(sheets: Sheets, duplex: str) -> list[tuple[list[Printed], list[Printed]]]:
    pages = sheets.sheets
    assert [p.side for p in pages] == ["front", "back"] * (len(pages) // 2)
    return [(printed(a, duplex), printed(b, duplex)) for a, b in zip(pages[::2], pages[1::2], strict=True)]


def the_page_at(found: list[Printed], x: float, y: float) -> Printed | None:
    hits = [p for p in found if p.clip.x - HAIR < x < p.clip.right + HAIR and p.clip.y < y < p.clip.bottom]
    assert len(hits) <= 1, "art lies on art"
    return hits[0] if hits else None


@st.composite
def booklets(draw: st.DrawFn) -> tuple[Pages, SheetSettings, float]:
    width, height = draw(sizes)
    count, copies = 4 * draw(st.integers(1, 16)), draw(st.integers(1, 3))
    settings = SheetSettings(
        draw(papers), duplex=DUPLEX[draw(st.sampled_from(TURNS))], marks=draw(st.frozensets(st.sampled_from(MarkKind)))
    )
    return pages_of(count, width, height, copies=copies), settings, draw(st.integers(0, 30)) / 100 * MM


@given(booklets())
def test_a_booklet_printed_stacked_cut_and_folded_reads_from_the_first_page_to_the_last(
    made: tuple[Pages, SheetSettings, float],
) -> None:
    booklet, settings, thickness = made
    try:
        sheets = impose_booklet(booklet, settings, BUILDER, thickness)
    except PaperTooSmall:
        assume(False)
        raise
    width, height = booklet.size
    hands = papers_in_hand(sheets, settings.duplex.name)
    # Cut the whole stack: each pile is what lies at one place of all sheets; the piles, from the top left, on one another.
    places = sorted({(round(p.clip.centre[1], 1), round(p.trim.y, 3)) for f, _ in hands for p in f})
    tops = sorted({round(p.trim.y, 3) for f, _ in hands for p in f})
    assert len(places) >= len(tops)
    folds = sorted({round(_fold(p), 2) for f, _ in hands for p in f})
    folded = []
    for top in tops:
        for fold in folds:
            for front, back in hands:
                y = top + height / 2
                four = [
                    the_page_at(front, fold - 1, y),
                    the_page_at(front, fold + 1, y),
                    the_page_at(back, fold + 1, y),
                    the_page_at(back, fold - 1, y),
                ]
                if any(four):
                    assert all(four)
                    folded.append((fold, four))
    each = len(booklet.pages) // 4
    assert len(folded) == each * booklet.copies
    for copy in range(booklet.copies):
        book = folded[copy * each : (copy + 1) * each]
        right = [p for _, four in book for p in (four[1], four[2])]
        left = [p for _, four in reversed(book) for p in (four[3], four[0])]
        assert [p.page for p in right + left] == list(range(1, len(booklet.pages) + 1))
        assert len({p.copy for p in right + left}) == 1
        assert all(p.up == UP for p in right + left)
        for k, (fold, four) in enumerate(book):
            for p, other in ((four[0], four[3]), (four[1], four[2])):
                assert max(abs(a - b) for a, b in zip(p.trim, other.trim, strict=True)) < HAIR
            assert four[0].clip.right <= fold + 0.01
            assert four[1].clip.x >= fold - 0.01
            # Closed, the middles of the folds are half circles in each other; then the knife cuts all leaves at one place.
            radius = (each - k - 0.5) * thickness
            ends = [fold - four[0].trim.x - pi / 2 * radius, four[1].trim.right - fold - pi / 2 * radius]
            outermost = width - pi / 2 * (each - 0.5) * thickness
            assert ends == pytest.approx([outermost, outermost], abs=0.02)


def _fold(p: Printed) -> float:
    """The fold is where a page is cut off without bleed."""
    return p.clip.x if p.page % 2 else p.clip.right


@given(booklets())
def test_all_of_a_booklet_lies_on_its_paper(made: tuple[Pages, SheetSettings, float]) -> None:
    booklet, settings, thickness = made
    try:
        sheets = impose_booklet(booklet, settings, BUILDER, thickness)
    except PaperTooSmall:
        width, height = booklet.size
        short, long = sorted((settings.paper.width, settings.paper.height))
        assert min(2 * width, height) > short - HAIR or max(2 * width, height) > long - HAIR
        return
    for sheet in sheets.sheets:
        whole = Rect(0, 0, sheet.paper.width, sheet.paper.height)
        assert all(whole.contains(s.clip, HAIR) and s.clip.width > 0 for s in sheet.slots)
        assert whole.contains(sheet.bleed_box, HAIR)
        assert whole.contains(sheet.trim_box, HAIR)


class Layer(NamedTuple):
    """A panel's paper in the folded pile, seen from above: its upper and lower side."""

    upper: Printed
    lower: Printed
    up_of_upper: tuple[float, float]
    up_of_lower: tuple[float, float]

    def over(self, dx: int, dy: int) -> Layer:
        turn = lambda v: (v[0] * dx, v[1] * dy)  # noqa: E731
        return Layer(self.lower, self.upper, turn(self.up_of_lower), turn(self.up_of_upper))


Pile = list[Layer]


def panels(name: str, paper: Paper, duplex: str) -> tuple[dict[tuple[int, int], Pile], Sheets]:
    """The open sheet, its outside up, by column and row."""
    fold = FOLDS[name]
    size = {"half": (139, 210), "letter": (92.5, 210), "z": (92.5, 210), "cross": (105, 139)}[name]
    leaflet = pages_of(fold.panels, size[0] * MM, size[1] * MM)
    sheets = impose_leaflet(leaflet, SheetSettings(paper, duplex=DUPLEX[duplex]), BUILDER, fold)
    ((front, back),) = papers_in_hand(sheets, duplex)
    xs, ys = sorted({round(p.trim.x, 2) for p in front}), sorted({round(p.trim.y, 2) for p in front})
    out = {}
    for column, x in enumerate(xs):
        for row, y in enumerate(ys):
            middle = x + size[0] * MM / 2, y + size[1] * MM / 2
            upper, lower = the_page_at(front, *middle), the_page_at(back, *middle)
            assert upper is not None
            assert lower is not None
            assert max(abs(a - b) for a, b in zip(upper.trim, lower.trim, strict=True)) < HAIR
            out[column, row] = [Layer(upper, lower, upper.up, lower.up)]
    return out, sheets


def turned_over(sheet: dict[tuple[int, int], Pile]) -> dict[tuple[int, int], Pile]:
    """Like a book's page."""
    last = max(c for c, _ in sheet)
    return {(last - c, r): [x.over(-1, 1) for x in reversed(pile)] for (c, r), pile in sheet.items()}


def seen(sheet: dict[tuple[int, int], Pile]) -> list[list[int]]:
    """The pages that are seen from above, row by row; all must be upright, or upside down are negative."""
    rows = sorted({r for _, r in sheet})
    columns = sorted({c for c, _ in sheet})
    out = []
    for r in rows:
        tops = [sheet[c, r][0] for c in columns]
        out.append([t.upper.page * (1 if t.up_of_upper == UP else -1) for t in tops])
    return out


def folded(sheet: dict[tuple[int, int], Pile], move: tuple[int, int], onto: tuple[int, int], *, front: bool):
    """One column (or row) laid onto its neighbour, in front of it or behind."""
    out = dict(sheet)
    dx, dy = (-1, 1) if move[1] == onto[1] else (1, -1)
    moved = [x.over(dx, dy) for x in reversed(out.pop(move))]
    out[onto] = moved + out[onto] if front else out[onto] + moved
    return out


@pytest.mark.parametrize("duplex", TURNS)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_letter_fold_opens_from_the_cover_to_the_three_inner_panels(paper: str, duplex: str) -> None:
    outside, _ = panels("letter", PAPERS[paper], duplex)
    inside = turned_over(outside)
    assert seen(outside) == [[5, 6, 1]]
    assert seen(inside) == [[2, 3, 4]]
    flap_in = folded(inside, (2, 0), (1, 0), front=True)
    assert seen(flap_in) == [[2, 5]]
    closed = folded(flap_in, (0, 0), (1, 0), front=True)
    assert seen(closed) == [[1]]
    assert seen(turned_over(closed)) == [[FOLDS["letter"].back]]


@pytest.mark.parametrize("duplex", TURNS)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_z_fold_shows_its_cover_and_its_back(paper: str, duplex: str) -> None:
    inside = turned_over(panels("z", PAPERS[paper], duplex)[0])
    assert seen(inside) == [[2, 3, 4]]
    half = folded(inside, (2, 0), (1, 0), front=False)
    assert seen(half) == [[2, 3]]
    closed = folded(half, (0, 0), (1, 0), front=True)
    assert seen(closed) == [[1]]
    assert seen(turned_over(closed)) == [[FOLDS["z"].back]]


@pytest.mark.parametrize("duplex", TURNS)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_sheet_folded_in_half_is_four_pages(paper: str, duplex: str) -> None:
    outside, _ = panels("half", PAPERS[paper], duplex)
    closed = folded(outside, (0, 0), (1, 0), front=False)
    assert seen(outside) == [[4, 1]]
    assert seen(turned_over(outside)) == [[2, 3]]
    assert seen(closed) == [[1]]
    assert seen(turned_over(closed)) == [[FOLDS["half"].back]]


@pytest.mark.parametrize("duplex", TURNS)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_cross_fold_opens_like_a_card_and_then_to_one_large_page(paper: str, duplex: str) -> None:
    outside, _ = panels("cross", PAPERS[paper], duplex)
    assert seen(turned_over(outside)) == [[5, 6], [7, 8]]
    half = outside
    for column in (0, 1):
        half = folded(half, (column, 0), (column, 1), front=False)
    assert seen(half) == [[4, 1]]
    assert seen(turned_over(half)) == [[2, 3]]
    closed = folded(half, (0, 1), (1, 1), front=False)
    assert seen(closed) == [[1]]
    assert seen(turned_over(closed)) == [[FOLDS["cross"].back]]


@pytest.mark.parametrize("duplex", TURNS)
def test_a_panel_folded_in_is_narrower_on_both_sides(duplex: str) -> None:
    _, sheets = panels("letter", PAPERS["A4"], duplex)
    for sheet in sheets.sheets:
        widths = {s.piece: s.trim.width for s in sheet.slots}
        cut = sheet.trim_box
        for slot in sheet.slots:
            kept = min(slot.trim.right, cut.right) - max(slot.trim.x, cut.x)
            missing = FLAP if slot.piece in ("4", "5") else 0.0
            assert kept == pytest.approx(widths[slot.piece] - missing, abs=HAIR)


@pytest.mark.parametrize("name", FOLDS)
def test_every_panel_has_a_place_and_no_art_crosses_a_fold(name: str) -> None:
    _, sheets = panels(name, PAPERS["A4"], "long-edge")
    assert sorted(int(s.piece) for sheet in sheets.sheets for s in sheet.slots) == list(
        range(1, FOLDS[name].panels + 1)
    )
    for sheet in sheets.sheets:
        for a in sheet.slots:
            for b in sheet.slots:
                if a is not b:
                    apart = (
                        a.clip.right <= b.clip.x + HAIR
                        or b.clip.right <= a.clip.x + HAIR
                        or a.clip.bottom <= b.clip.y + HAIR
                        or b.clip.bottom <= a.clip.y + HAIR
                    )
                    assert apart


def mirrored(hands: list[tuple[list[Printed], list[Printed]]], wide: float) -> list[list[tuple[int, int, list[float]]]]:
    """Where every page lies in a mirror beside the sheet, for each side of each sheet."""
    return [
        sorted((p.page, p.copy, [round(wide - p.trim.right, 3), round(p.trim.y, 3)]) for p in side)
        for hand in hands
        for side in hand
    ]


def as_it_lies(hands: list[tuple[list[Printed], list[Printed]]]) -> list[list[tuple[int, int, list[float]]]]:
    return [
        sorted((p.page, p.copy, [round(p.trim.x, 3), round(p.trim.y, 3)]) for p in side)
        for hand in hands
        for side in hand
    ]


@given(booklets())
def test_a_booklet_bound_on_the_right_lies_on_its_sheets_as_the_other_in_a_mirror(
    made: tuple[Pages, SheetSettings, float],
) -> None:
    booklet, settings, thickness = made
    # Several booklet sheets beside each other would change their places too.
    width, height = booklet.size
    settings = replace(settings, paper=Paper("its own", 2 * width + 20 * MM, height + 20 * MM))
    one = replace(booklet, copies=1)
    left, right = (
        impose_booklet(replace(one, binds_right=binds), settings, BUILDER, thickness) for binds in (False, True)
    )
    wide = left.sheets[0].paper.width
    hands = [papers_in_hand(sheets, settings.duplex.name) for sheets in (left, right)]
    assert mirrored(hands[0], wide) == as_it_lies(hands[1])


@pytest.mark.parametrize("duplex", TURNS)
@pytest.mark.parametrize("name", FOLDS)
def test_a_leaflet_that_opens_to_the_right_lies_as_the_other_in_a_mirror(name: str, duplex: str) -> None:
    fold, settings = FOLDS[name], SheetSettings(PAPERS["A4"], duplex=DUPLEX[duplex])
    leaflet = pages_of(fold.panels, 60 * MM, 90 * MM)
    left, right = (impose_leaflet(leaflet, settings, BUILDER, f) for f in (fold, fold.mirrored))
    hands = [papers_in_hand(sheets, duplex) for sheets in (left, right)]
    assert mirrored(hands[0], left.sheets[0].paper.width) == as_it_lies(hands[1])
    assert fold.mirrored.how.count("left") == fold.how.count("right")
