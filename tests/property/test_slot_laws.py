"""Laws of sheets with slots: they hold for slots anywhere, pieces of several sizes, and every way of turning the sheet."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Rect, rectangle
from carddesigner.core.papers import PAPERS
from carddesigner.core.slots import Slot, SlotSheet
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.jobs import Job, SheetSettings
from carddesigner.impose.sheet import Sheet, SheetBuilder, slot_matrix
from carddesigner.impose.sheets import impose_sheets
from carddesigner.source.paths import templates
from carddesigner.text.fonts import find_family

BUILDER = SheetBuilder("Title", find_family("Alegreya Sans", (templates() / "fonts",)))
SIZES = ((40.0, 60.0), (60.0, 60.0), (30.0, 45.0))
HAIR = 0.001


@st.composite
def slot_sheets(draw: st.DrawFn) -> tuple[SlotSheet, list[tuple[float, float]]]:
    """Slots in rows of any height at any distance, each upright or lying; and the sizes that lie in them."""
    paper = draw(st.sampled_from(list(PAPERS.values())))
    paper = draw(st.sampled_from([paper, paper.turned()]))
    slots, sizes = [], set()
    y = draw(st.integers(0, 20)) * MM
    while True:
        x, high = draw(st.integers(0, 30)) * MM, 0.0
        while len(slots) < 30:
            size = draw(st.sampled_from(SIZES))
            turn = draw(st.sampled_from((None, 0, 90, 180, 270)))
            lying = draw(st.booleans()) if turn is None else turn % 180 == 90
            width, height = (v * MM for v in (size[::-1] if lying else size))
            if x + width > paper.width or y + height > paper.height:
                break
            slots.append(Slot(Rect(x, y, width, height), turn))
            sizes.add(size)
            x += width + draw(st.integers(0, 12)) * MM
            high = max(high, height)
        y += high + draw(st.integers(0, 12)) * MM
        if not high or y > paper.height:
            break
    if not slots:
        slots, sizes = [Slot(Rect(0, 0, 40 * MM, 60 * MM))], {SIZES[0]}
    return SlotSheet(paper, tuple(slots), draw(st.booleans())), sorted(sizes)


@st.composite
def work(draw: st.DrawFn) -> tuple[SlotSheet, list[Job], frozenset[int]]:
    sheet, sizes = draw(slot_sheets())
    jobs = []
    for name in "abc"[: draw(st.integers(1, 3))]:
        width, height = (v * MM for v in draw(st.sampled_from(sizes)))
        bleed = draw(st.sampled_from((0.0, 2.0, 3.0))) * MM
        outline = rectangle(Rect(0, 0, width, height))
        copies = []
        for n in range(draw(st.integers(1, 12))):
            front, back = (LaidFace(f"{name}{n}{side}", width, height, outline, bleed, ()) for side in "ab")
            copies.append((f"{name}{n}", 1, front, back if draw(st.integers(0, 4)) else None))
        jobs.append(Job(name, tuple(copies), "card"))
    # One slot that some piece fits is left, whichever are used.
    w, h = jobs[0].copies[0][2].width, jobs[0].copies[0][2].height
    left = next(n for n, s in enumerate(sheet.slots) if sorted(s.place[2:]) == sorted((w, h)))
    blank = draw(st.frozensets(st.integers(0, len(sheet.slots) - 1))) - {left}
    return sheet, jobs, blank


def overlap(a: Rect, b: Rect) -> bool:
    return min(a.right, b.right) - max(a.x, b.x) > HAIR and min(a.bottom, b.bottom) - max(a.y, b.y) > HAIR


def through_the_paper(page: Sheet, short: bool) -> tuple[float, float, float, float]:
    """What a point on a back's page becomes on the front's: factors and offsets of x and y."""
    upright = page.paper.height >= page.paper.width
    return (-1, page.paper.width, 1, 0) if upright != short else (1, 0, -1, page.paper.height)


@given(work(), st.sampled_from(("long-edge", "short-edge", "none")))
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


@given(work())
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
