"""The line that round pieces are cut along, which no mark in the margins could show."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Path, Rect, bounds, ellipse, polygon, rectangle
from carddesigner.core.papers import PAPERS
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.jobs import Job, SheetSettings
from carddesigner.impose.sheet import Sheet, SheetBuilder
from carddesigner.impose.sheets import impose_sheets
from carddesigner.source.paths import templates
from carddesigner.text.fonts import find_family

BUILDER = SheetBuilder("Title", find_family("Alegreya Sans", (templates() / "fonts",)))
W = 26 * MM
CIRCLE = ellipse(Rect(0, 0, W, W))
CARD = rectangle(Rect(0, 0, W, W), 3 * MM)


def sheets(
    outline: Path, duplex: str = "long-edge", marks: tuple[str, ...] = ("crop", "slug"), count: int = 20
) -> tuple[Sheet, ...]:
    face = LaidFace("face", W, W, outline, 2 * MM, ())
    job = Job("tokens", tuple(("token", i, face, face) for i in range(1, count + 1)))
    settings = SheetSettings(PAPERS["A4"], 6.35 * MM, None, DUPLEX[duplex], frozenset(marks))
    return impose_sheets([job], settings, BUILDER).sheets


def lines(sheet: Sheet) -> list[Rect]:
    return [bounds(m.path) for m in sheet.marks if m.kind == "round"]


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "none"])
@pytest.mark.parametrize("marks", [("crop",), ("cut-lines", "slug")])
def test_every_round_piece_has_its_outline_on_its_front_and_none_on_its_back(
    duplex: str, marks: tuple[str, ...]
) -> None:
    front, *backs = sheets(CIRCLE, duplex, marks)
    assert len(front.slots) == 20
    for line, slot in zip(lines(front), front.slots, strict=True):
        assert max(abs(a - b) for a, b in zip(line, slot.trim, strict=True)) < 0.01 * MM
    assert [lines(back) for back in backs] == [[] for _ in backs]


def test_pieces_that_are_folded_have_it_on_their_fronts() -> None:
    (sheet, *_) = sheets(CIRCLE, "gutterfold")
    fronts = [s for s in sheet.slots if s.side == "front"]
    assert 0 < len(lines(sheet)) == len(fronts) < len(sheet.slots)


def test_a_card_with_rounded_corners_has_none() -> None:
    assert lines(sheets(CARD)[0]) == []


def test_a_net_beside_cards_has_its_own_lines_alone() -> None:
    tee = polygon([(0, 0), (3 * W, 0), (3 * W, W), (2 * W, W), (2 * W, 2 * W), (W, 2 * W), (W, W), (0, W)])
    net = LaidFace("net", 3 * W, 2 * W, tee, 2 * MM, ())
    card = LaidFace("card", W, W, CARD, 2 * MM, ())
    jobs = [Job("nets", (("net", 1, net, None),), "card", die=True), Job("cards", (("card", 1, card, card),), "card")]
    front, _ = impose_sheets(jobs, SheetSettings(PAPERS["A4"]), BUILDER).sheets
    assert front.components == ("nets", "cards")
    assert lines(front) == []
    assert (
        len(
            lines(
                impose_sheets([Job("tees", (("tee", 1, net, None),))], SheetSettings(PAPERS["A4"]), BUILDER).sheets[0]
            )
        )
        == 1
    )


@pytest.mark.parametrize(("count", "gap"), [(20, 4.0), (54, 4.0), (55, 2.0), (70, 2.0)])
def test_round_pieces_keep_their_bleed_where_they_need_no_more_sheets_so(count: int, gap: float) -> None:
    front, *_ = imposed = sheets(CIRCLE, "none", count=count)
    assert len(imposed) == 1
    xs, ys = (sorted({round(slot.trim[axis], 3) for slot in front.slots}) for axis in (0, 1))
    narrowest = min(b - a - W for at in (xs, ys) for a, b in pairwise(at)) / MM
    assert gap - 1e-3 <= narrowest < gap + 2


def test_round_pieces_on_a_begun_sheet_lie_in_the_rows_that_it_has() -> None:
    face = LaidFace("face", W, W, CIRCLE, 2 * MM, ())
    settings = SheetSettings(PAPERS["A4"], duplex=DUPLEX["none"])

    def places(count: int, settings: SheetSettings) -> set[Rect]:
        job = Job("tokens", tuple(("token", i, face, None) for i in range(1, count + 1)))
        return {slot.trim for slot in impose_sheets([job], settings, BUILDER).sheets[0].slots}

    begun = places(40, settings)
    added = places(20, replace(settings, blank=frozenset(range(40))))
    assert len(added) == 14
    assert begun | added == places(54, settings)


def test_without_marks_to_cut_by_there_is_none() -> None:
    assert lines(sheets(CIRCLE, marks=("registration",))[0]) == []


def test_a_piece_that_turns_inwards_has_its_outline_where_no_ruler_reaches() -> None:
    tab = polygon(((0, 0), (W / 3, 0), (W / 3, 20), (W, 20), (W, W), (0, W)))
    front, back, *_ = sheets(tab)
    for line, slot in zip(lines(front), front.slots, strict=True):
        assert line == pytest.approx(slot.trim)
    assert lines(back) == []
    hexagon = polygon(((W / 2, 0), (W, W / 4), (W, 3 * W / 4), (W / 2, W), (0, 3 * W / 4), (0, W / 4)))
    assert lines(sheets(hexagon)[0]) == []
