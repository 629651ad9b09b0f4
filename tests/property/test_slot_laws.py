"""Laws of sheets with slots: they hold for slots anywhere, pieces of several sizes, and every way of turning the sheet."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from carddesigner.core.geometry import Rect
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.jobs import SheetSettings
from carddesigner.impose.sheet import Sheet, slot_matrix
from carddesigner.impose.sheets import impose_sheets
from tests.property.sheets import BUILDER, jobs_in_slots, overlap

HAIR = 0.001


def through_the_paper(page: Sheet, short: bool) -> tuple[float, float, float, float]:
    """What a point on a back's page becomes on the front's: factors and offsets of x and y."""
    upright = page.paper.height >= page.paper.width
    return (-1, page.paper.width, 1, 0) if upright != short else (1, 0, -1, page.paper.height)


@given(jobs_in_slots(), st.sampled_from(("long-edge", "short-edge", "none")))
def test_every_copy_lies_once_in_a_slot_of_its_size_and_its_back_behind_it(given_: object, duplex: str) -> None:
    sheet, jobs, blank = given_
    settings = SheetSettings(sheet.paper, duplex=DUPLEX[duplex], slots=sheet, blank=blank)
    pages = impose_sheets(jobs, settings, BUILDER).sheets
    fronts = [page for page in pages if page.side == "front"]
    backs = {page.number: page for page in pages if page.side == "back"}
    assert Counter(s.piece for page in fronts for s in page.slots) == Counter(c[0] for job in jobs for c in job.copies)
    for page in fronts:
        taken = []
        for slot in page.slots:
            (number,) = (n for n, s in enumerate(sheet.slots) if s.place.contains(slot.trim, HAIR))
            taken.append(number)
            given_turn = sheet.slots[number].turn
            assert given_turn in (None, slot.rotation)
            # Bleed reaches neither into another slot nor over the paper's edge.
            assert page.paper.area.contains(slot.clip)
            assert not any(overlap(slot.clip, s.place) for n, s in enumerate(sheet.slots) if n != number)
            if duplex == "none":
                continue
            face = next(c[3] for job in jobs for c in job.copies if c[0] == slot.piece)
            behind = [s for s in backs[page.number].slots if s.piece == slot.piece]
            assert len(behind) == (face is not None)
            for back in behind:
                # Seen through the paper, the back's head lies on the front's, its left on the front's right.
                kx, dx, ky, dy = through_the_paper(page, duplex == "short-edge")
                here, there = slot_matrix(slot), slot_matrix(back)
                for x, y in ((0.0, 0.0), (slot.face.width, 0.0), (0.0, slot.face.height)):
                    u, v = there.apply(x, y)
                    p, q = here.apply(slot.face.width - x, y)
                    assert abs(kx * u + dx - p) < HAIR
                    assert abs(ky * v + dy - q) < HAIR
        assert len(taken) == len(set(taken))
        if page is fronts[0]:
            assert not blank & set(taken)


@given(jobs_in_slots())
def test_no_paper_is_wasted_and_no_mark_is_on_a_piece(given_: object) -> None:
    sheet, jobs, blank = given_
    marks = frozenset({"crop", "slug"})
    settings = SheetSettings(sheet.paper, duplex=DUPLEX["none"], slots=sheet, blank=blank, marks=marks)
    pages = impose_sheets(jobs, settings, BUILDER).sheets
    # A later sheet has a piece only where those before it had no free slot for it.
    for page, later in pairwise(pages):
        used = {n for s in page.slots for n, one in enumerate(sheet.slots) if one.place.contains(s.trim, HAIR)}
        free = [s for n, s in enumerate(sheet.slots) if n not in used | (blank if page is pages[0] else set())]
        for slot in later.slots:
            size = sorted((slot.face.width, slot.face.height))
            assert not any(
                sorted(s.place[2:]) == size and (s.turn is None or s.turn % 180 == slot.rotation % 180) for s in free
            )
    for page in pages:
        assert not sheet.pre_cut or not page.marks
        for slot in page.slots:
            inner = slot.trim.grown(-0.05)
            for mark in page.marks:
                xs, ys = zip(*(step[1:3] for step in mark.path), strict=True)
                box = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
                assert box.right < inner.x or box.x > inner.right or box.bottom < inner.y or box.y > inner.bottom


@given(jobs_in_slots())
def test_a_begun_sheet_makes_one_sheet_more_at_most(given_: object) -> None:
    sheet, jobs, blank = given_
    settings = SheetSettings(sheet.paper, duplex=DUPLEX["none"], slots=sheet, marks=frozenset())
    whole = impose_sheets(jobs, settings, BUILDER).sheets
    assert len(impose_sheets(jobs, replace(settings, blank=blank), BUILDER).sheets) <= len(whole) + 1
