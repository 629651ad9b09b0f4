"""Plans that are no grid: pieces of several sizes on a sheet."""

from __future__ import annotations

import pytest

from carddesigner.core.geometry import Edges, Rect, rectangle
from carddesigner.core.papers import PAPERS
from carddesigner.impose.clips import clips
from carddesigner.impose.cuts import cuts_of
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.plan import Cell, Cut, PieceSize, SheetPlan

A4 = PAPERS["A4"]


def piece(width: float, height: float, front: float = 9, back: float = 9) -> PieceSize:
    return PieceSize(width, height, rectangle(Rect(0, 0, width, height)), front, back)


def plan(*trims: tuple[float, float, float, float], bleed: float = 9) -> SheetPlan:
    cells = tuple(Cell(Rect(*t), piece(t[2], t[3], bleed, bleed)) for t in trims)
    return SheetPlan(A4, cells, cuts_of(A4, [c.trim for c in cells]))


def reach(plan: SheetPlan, number: int, filled: tuple[int, ...]) -> tuple[float, float, float, float]:
    """How far a cell's art reaches over its trim to the left, above, to the right, below."""
    trim, clip = plan.cells[number].trim, clips(plan, filled, "front")[number]
    return trim.x - clip.x, trim.y - clip.y, clip.right - trim.right, clip.bottom - trim.bottom


BIG_AND_TWO_SMALL = plan((100, 100, 100, 200), (210, 100, 80, 90), (206, 200, 80, 90))


def test_bleed_ends_halfway_to_the_nearest_neighbour_of_any_size():
    assert reach(BIG_AND_TWO_SMALL, 0, (0, 1, 2)) == pytest.approx((9, 9, 3, 9))
    assert reach(BIG_AND_TWO_SMALL, 1, (0, 1, 2)) == pytest.approx((5, 9, 9, 5))


def test_bleed_is_full_where_a_neighbour_s_cell_stays_empty():
    assert reach(BIG_AND_TWO_SMALL, 0, (0, 1)) == pytest.approx((9, 9, 5, 9))
    assert reach(BIG_AND_TWO_SMALL, 0, (0,)) == pytest.approx((9, 9, 9, 9))


def test_bleed_never_enters_a_neighbour_across_a_corner():
    corner = plan((100, 100, 50, 50), (154, 156, 50, 50))
    art = clips(corner, (0, 1), "front")
    for n, other in ((0, 1), (1, 0)):
        trim = corner.cells[other].trim
        assert art[n].right <= trim.x or art[n].bottom <= trim.y or art[n].x >= trim.right or art[n].y >= trim.bottom


def test_the_back_of_a_plan_that_is_not_its_own_mirror_image_is_mirrored_with_its_cuts():
    uneven = plan((100, 100, 100, 200))
    behind = uneven.behind(DUPLEX["long-edge"])
    assert behind.cells[0].trim == pytest.approx((A4.width - 200, 100, 100, 200))
    upright = sorted(cut.start[0] for cut in behind.cuts if cut.upright)
    assert upright == pytest.approx([A4.width - 200, A4.width - 100])


def test_the_back_of_a_plan_that_is_its_own_mirror_image_is_the_plan_itself():
    middle = A4.width / 2
    even = plan((middle - 110, 100, 100, 200), (middle + 10, 100, 100, 200))
    assert even.behind(DUPLEX["long-edge"]) is even
    assert even.behind(DUPLEX["short-edge"]) is not even


def test_only_pieces_of_one_size_in_all_columns_and_rows_are_a_grid():
    assert plan((0, 0, 50, 50), (60, 0, 50, 50)).grid == (2, 1)
    assert plan((0, 0, 50, 50), (60, 0, 50, 50), (0, 60, 50, 50)).grid is None
    assert plan((0, 0, 50, 50), (60, 0, 40, 50)).grid is None


def test_a_cut_knows_its_direction():
    level, slant = Cut((0, 10), (100, 10)), Cut((0, 0), (30, 40))
    assert (level.level, level.upright, level.slanted, slant.slanted) == (True, False, False, True)
    assert slant.at(5) == pytest.approx((3, 4))


def test_edges_of_their_own_on_each_side_leave_the_middle_of_a_page():
    assert Edges(1, 2, 3, 4).inside(Rect(0, 0, 100, 100)) == (1, 2, 96, 94)
    assert Edges.alike(60).inside(Rect(0, 0, 100, 100)).width == 0
