"""Laws of sheets that pieces of several sizes share: they hold for every paper, margin, gutter, and mix of pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st
from msgspec.structs import replace

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Edges, Rect, rectangle
from carddesigner.core.papers import PAPERS
from carddesigner.core.printing import MarkKind
from carddesigner.core.report import Problem
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.jobs import Batch, Job, SheetSettings
from carddesigner.impose.marks.guides import guides_of
from carddesigner.impose.plan import Cut
from carddesigner.impose.sharing import batches_of
from carddesigner.impose.sheet import Sheet, slot_matrix
from tests.examples import examples
from tests.property.sheets import HAIR, jobs_of_many_sizes, overlap, sheets_of

few = examples(1 / 2)
"""Each example is a whole deck."""
settings = st.builds(
    SheetSettings,
    paper=st.sampled_from([PAPERS["A4"], PAPERS["Letter"]]),
    margin=st.integers(0, 12).map(lambda n: n * MM),
    gutter=st.none() | st.integers(0, 8).map(lambda n: n * MM),
    duplex=st.sampled_from([DUPLEX[name] for name in ("long-edge", "short-edge", "none")]),
    marks=st.sampled_from([frozenset(), frozenset({MarkKind.CROP, MarkKind.SLUG}), frozenset(MarkKind)]),
    edges=st.builds(Edges, *[st.integers(3, 7).map(lambda n: n * MM)] * 4),
)


def shared_of(work: list[Job], how: SheetSettings) -> list[Batch]:
    try:
        batches = batches_of(work, how)
    except Problem:
        assume(False)
        raise
    found = [batch for batch in batches if batch.plan.shared]
    event(f"shared sheets: {min(len(found), 3)}")
    return found


def can_be_cut(trims: Sequence[Rect]) -> bool:
    """Whether cuts from edge to edge, of the sheet and then of each part, leave each piece alone."""
    if len(trims) < 2:
        return True
    for low, high in (("x", "right"), ("y", "bottom")):
        for at in {getattr(t, high) for t in trims}:
            before = [t for t in trims if getattr(t, high) <= at + HAIR]
            after = [t for t in trims if getattr(t, low) >= at - HAIR]
            if after and len(before) + len(after) == len(trims):
                return can_be_cut(before) and can_be_cut(after)
    return False


def line_of(cut: Cut) -> Rect:
    (x, y), (u, v) = cut.start, cut.end
    return Rect(x, y, u - x, v - y)


def edges_of(t: Rect) -> tuple[Rect, ...]:
    upright = (Rect(x, t.y, 0, t.height) for x in (t.x, t.right))
    return (*upright, *(Rect(t.x, y, t.width, 0) for y in (t.y, t.bottom)))


@few
@given(jobs_of_many_sizes(), settings)
def test_every_copy_is_printed_once_on_each_side_it_has(work, how):
    printed = Counter((s.component, s.piece, s.side, id(s.face)) for sheet in sheets_of(work, how) for s in sheet.slots)
    wanted = Counter(
        (job.component, piece, side, id(face))
        for job in work
        for piece, _, *faces in job.copies
        for side, face in zip(("front", "back"), faces, strict=True)
        if face is not None and (side == "front" or how.duplex.has_backs)
    )
    assert printed == wanted


@few
@given(jobs_of_many_sizes(), settings)
def test_copies_of_a_component_keep_their_order(work, how):
    seen: dict[str, list[int]] = {}
    for sheet in sheets_of(work, how):
        for slot in sheet.slots if sheet.side == "front" else ():
            seen.setdefault(slot.component, []).append(int(slot.piece[1:]))
    assert all(numbers == sorted(numbers) for numbers in seen.values())


@few
@given(jobs_of_many_sizes(), settings)
def test_sharing_never_takes_more_sheets_and_shared_ones_only_where_it_takes_fewer(work, how):
    together, apart = (
        len([s for s in sheets_of(work, h) if s.side == "front"]) for h in (how, replace(how, share=False))
    )
    assert together <= apart
    if shared_of(work, how):
        assert together < apart


@few
@given(jobs_of_many_sizes(), settings)
def test_pieces_on_shared_sheets_keep_apart_and_off_what_cannot_be_printed(work, how):
    for batch in shared_of(work, how):
        plan = batch.plan
        room = plan.paper.area.grown(-how.margin)
        assert room.contains(plan.trim, HAIR)
        assert how.printable(plan.paper).contains(plan.trim, HAIR)
        assert not any(overlap(a, b) for a, b in combinations(plan.trims, 2))


@few
@given(jobs_of_many_sizes(), settings)
def test_bleed_on_shared_sheets_enters_no_other_piece_and_no_other_bleed(work, how):
    for sheet in sheets_of(work, how):
        # In offset rows art is cut off along outlines.
        for a, b in combinations([slot for slot in sheet.slots if slot.shape is None], 2):
            assert not overlap(a.clip, b.trim)
            assert not overlap(a.trim, b.clip)


@few
@given(jobs_of_many_sizes(), settings)
def test_cuts_from_edge_to_edge_part_every_shared_sheet(work, how):
    for batch in shared_of(work, how):
        assert can_be_cut(batch.plan.trims)


@few
@given(jobs_of_many_sizes(), settings)
def test_every_edge_on_a_shared_sheet_lies_on_a_cut_and_no_cut_before_its_last_enters_a_piece(work, how):
    for batch in shared_of(work, how):
        plan = batch.plan
        for cell in plan.cells:
            if not cell.piece.own_cut:
                for edge in edges_of(cell.trim):
                    assert any(cut.slanted is False and line_of(cut).contains(edge, HAIR) for cut in plan.cuts)
        for cut in plan.cuts:
            if not cut.slanted:
                line = line_of(cut).grown(HAIR)
                assert not any(overlap(line, trim.grown(-0.01 * MM)) for trim in plan.trims)


@few
@given(jobs_of_many_sizes(), settings)
def test_every_cut_of_a_shared_sheet_has_its_guides(work, how):
    for batch in shared_of(work, how):
        if MarkKind.CROP in how.marks:
            assert not guides_of(batch.plan, how.printable(batch.plan.paper)).missing


@few
@given(jobs_of_many_sizes(), settings, st.tuples(st.floats(0, 1), st.floats(0, 1)))
def test_every_point_of_a_back_lies_behind_that_point_of_its_front(work, how, at):
    assume(how.duplex.has_backs)
    sheets = sheets_of(work, how)
    assert [(s.number, s.side) for s in sheets] == [
        (n, side) for n in range(1, len(sheets) // 2 + 1) for side in ("front", "back")
    ]
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        behind = {s.piece: s for s in back.slots}
        for slot in front.slots:
            if slot.piece in behind:
                width, height = slot.face.width, slot.face.height
                x, y = at[0] * width, at[1] * height
                u, v = slot_matrix(behind[slot.piece]).apply(width - x, y)
                upright = (back.paper.height >= back.paper.width) == (how.duplex.name == "long-edge")
                seen = (back.paper.width - u, v) if upright else (u, back.paper.height - v)
                assert seen == pytest.approx(slot_matrix(slot).apply(x, y), abs=HAIR)


@few
@given(jobs_of_many_sizes(), settings)
def test_the_same_pieces_always_lie_the_same(work, how):
    first, again = ([b.plan for b in shared_of(work, how)] for _ in range(2))
    assert first == again


@few
@given(jobs_of_many_sizes(), settings, st.integers(1, 40))
def test_a_begun_sheet_makes_one_sheet_more_at_most(work, how, used):
    def fronts(blank: frozenset[int]) -> list[Sheet]:
        return [sheet for sheet in sheets_of(work, replace(how, blank=blank)) if sheet.side == "front"]

    whole = fronts(frozenset())
    cells = batches_of(work, replace(how, blank=frozenset(), share=False))[0].plan.cells
    assume(len(cells) > 1)
    begun = fronts(frozenset(range(min(used, len(cells) - 1))))
    assert len(begun) <= len(whole) + 1
    assert Counter(s.piece for sheet in begun for s in sheet.slots) == Counter(
        s.piece for sheet in whole for s in sheet.slots
    )
    first = begun[0].slots
    assert not [s for s in first if any(overlap(s.trim, cell.trim) for cell in cells[: min(used, len(cells) - 1)])]
    seen: dict[str, list[int]] = {}
    for sheet in begun:
        for slot in sheet.slots:
            seen.setdefault(slot.component, []).append(int(slot.piece[1:]))
    assert all(numbers == sorted(numbers) for numbers in seen.values())


def test_sizes_that_a_begun_sheet_parts_are_set_out_as_if_it_had_not_been():
    work = []
    for name, width, height, count in (("a", 106, 73, 4), ("b", 53, 107, 9), ("c", 42, 81, 2), ("d", 47, 106, 3)):
        outline = rectangle(Rect(0, 0, width * MM, height * MM))
        face = LaidFace(name, width * MM, height * MM, outline, 2 * MM, ())
        work.append(Job(name, tuple((f"{name}{n}", 1, face, None) for n in range(count)), "card"))
    how = SheetSettings(PAPERS["Letter"], duplex=DUPLEX["none"])

    def printed(how: SheetSettings) -> list[list[str]]:
        return [[slot.piece for slot in sheet.slots] for sheet in sheets_of(work, how)]

    assert len(printed(how)) == 3
    begun = printed(replace(how, blank=frozenset((0,))))
    assert len(begun) == 4
    assert [piece for sheet in begun for piece in sheet if piece[0] == "a"] == ["a0", "a1", "a2", "a3"]
