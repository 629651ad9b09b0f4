"""The law of guides: for every paper, stock, edge that isn't printed, gutter and shape each straight cut has two guides that
are printed, or it is said that it hasn't; and none of them lies on a piece.

What a guide is is read off the pages alone: a straight mark on the line of a cut, at least 1 mm of it on what the printer
prints; two of them at least 60 mm apart, of a slanted cut with no piece between them that isn't cut there. Both ends of a long line
are guides; the report goes by separate marks alone, so of a cut that only one such line guides it may say that it has none.
Where there are none the edge itself is drawn, from end to end.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot, inf, sqrt

from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Edges, Path, Point, Rect, chamfered, ellipse, polygon, rectangle, transformed
from carddesigner.core.papers import PAPERS, Paper
from carddesigner.core.printing import MarkKind
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.jobs import Job, SheetSettings
from carddesigner.impose.marks.base import Mark
from carddesigner.impose.sheet import Sheet, Sheets, Slot, slot_matrix
from tests.examples import examples
from tests.property.sheets import imposed, jobs_in_slots, jobs_of_many_sizes, millimetres

NEAR = 0.02 * MM
"""No knife is more exact."""
MOST = 40
"""Pieces, so that examples stay quick."""
GUIDES = ("crop", "tick", "cut-lines")
LINES = (*GUIDES, "edge")
"""What is cut along."""
few = examples(1 / 2, 5)
"""Each example is a whole deck."""


def octagon(r: Rect) -> Path:
    return chamfered(r, min(r.width, r.height) * (1 - sqrt(2) / 2))


def hexagon(r: Rect) -> Path:
    x, y, w, h = r
    return polygon(
        (
            (x + w / 2, y),
            (x + w, y + h / 4),
            (x + w, y + 3 * h / 4),
            (x + w / 2, y + h),
            (x, y + 3 * h / 4),
            (x, y + h / 4),
        )
    )


def rounded(r: Rect) -> Path:
    return rectangle(r, 3 * MM)


papers = st.sampled_from(sorted(PAPERS)).map(PAPERS.__getitem__) | st.builds(
    Paper, st.just("own"), millimetres(90, 400), millimetres(90, 400)
)
stocks = st.sampled_from([(63.5, 88.9), (63, 88), (57, 89), (70, 120), (44, 68), (63.5, 63.5), (26, 26)]).map(
    lambda size: (size[0] * MM, size[1] * MM)
) | st.tuples(millimetres(20, 200), millimetres(20, 280))
settings = st.builds(
    SheetSettings,
    paper=papers,
    margin=millimetres(3, 8),
    gutter=st.none() | millimetres(0, 8),
    duplex=st.sampled_from(list(DUPLEX.values())),
    marks=st.sampled_from([frozenset({MarkKind.CROP}), frozenset({MarkKind.CUT_LINES, MarkKind.SLUG})]),
    edges=millimetres(3, 7).map(Edges.alike) | st.builds(Edges, *[millimetres(3, 7)] * 4),
)
shapes = st.sampled_from([rectangle, rounded, octagon, hexagon, ellipse])


def pieces_on(size: tuple[float, float], bleed: float, shape, how: SheetSettings) -> Sheets:
    """A full sheet, and one that isn't. Another example where a piece is larger than the paper, or the gutter refused."""
    width, height = size
    face = LaidFace("face", width, height, shape(Rect(0, 0, width, height)), bleed, ())

    def sheets(count: int) -> Sheets:
        return imposed([Job("pieces", tuple(("p", n, face, face) for n in range(count)))], how)

    return sheets(min(sheets(1).uses[0].on_a_sheet, MOST) + 1)


def printable(sheet: Sheet, how: SheetSettings) -> Rect:
    """What is printed of a page; a lying one may be printed either way round."""
    left, top, right, bottom = how.edges
    if sheet.paper.width > sheet.paper.height:
        left, top = right, bottom = max(top, bottom), max(left, right)
    return Rect(left, top, sheet.paper.width - left - right, sheet.paper.height - top - bottom)


def corners(slot: Slot) -> list[Point]:
    return [(s[-2], s[-1]) for s in transformed(slot.face.outline, slot_matrix(slot)) if len(s) > 1]


def straight_edges(slot: Slot) -> Iterator[tuple[Point, Point]]:
    """The edges of a piece that are cut straight: slanted ones but for corners cut off by eye."""
    outline = transformed(slot.face.outline, slot_matrix(slot))
    points = [(s[0], (s[-2], s[-1])) for s in outline if len(s) > 1]
    for (_, p), (op, q) in zip(points, points[1:] + points[:1], strict=True):
        length = hypot(q[0] - p[0], q[1] - p[1])
        slanted = min(abs(q[0] - p[0]), abs(q[1] - p[1])) > NEAR
        if op != "c" and length > NEAR and (not slanted or length >= 10 * MM):
            yield p, q


def along(line: tuple[Point, Point], point: Point) -> tuple[float, float]:
    """How far along a line a point lies, and how far off it."""
    (x, y), (u, v) = line
    length = hypot(u - x, v - y)
    dx, dy = (u - x) / length, (v - y) / length
    return (point[0] - x) * dx + (point[1] - y) * dy, abs((point[0] - x) * dy - (point[1] - y) * dx)


def clipped(p: Point, q: Point, r: Rect) -> tuple[Point, Point] | None:
    """What of a segment lies in a rectangle."""
    low, high = 0.0, 1.0
    for axis, (least, most) in enumerate(((r.x, r.right), (r.y, r.bottom))):
        start, way = p[axis], q[axis] - p[axis]
        if abs(way) < 1e-9:
            if not least - 1e-6 <= start <= most + 1e-6:
                return None
            continue
        a, b = sorted(((least - start) / way, (most - start) / way))
        low, high = max(low, a), min(high, b)
    if low >= high:
        return None
    return tuple((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])) for t in (low, high))


def guides(sheet: Sheet, line: tuple[Point, Point], seen: Rect, ends: bool = True) -> list[tuple[float, float]]:
    """The stretches of guides that are printed on a line: both *ends* of each mark, or marks as wholes."""
    out = []
    for mark in sheet.marks:
        if mark.kind not in GUIDES:
            continue
        (_, *p), (_, *q) = mark.path
        part = clipped(tuple(p), tuple(q), seen)
        if part is None:
            continue
        (a, off), (b, away) = (along(line, end) for end in part)
        if max(off, away) < NEAR and abs(b - a) >= 1 * MM - 1e-4:
            low, high = min(a, b), max(a, b)
            out += [(low, low + 1 * MM), (high - 1 * MM, high)] if ends else [(low, high)]
    return out


def is_guided(sheet: Sheet, edge: tuple[Point, Point], seen: Rect, slots: list[Slot], ends: bool = True) -> bool:
    """Whether an edge of a piece can be cut: along a line that is drawn there, or with a ruler from guide to guide."""
    if is_drawn(sheet, edge, seen):
        return True
    found = guides(sheet, edge, seen, ends)
    if not is_straight(edge):
        length = along(edge, edge[1])[0]
        through = [way for way in (crossed(edge, slot) for slot in slots) if way is not None]
        start = max((high for _, high in through if high < length / 2), default=-inf)
        end = min((low for low, _ in through if low > length / 2), default=inf)
        found = [(a, b) for a, b in found if start - NEAR <= a and b <= end + NEAR]
    return len(found) > 1 and max(a for a, _ in found) - min(b for _, b in found) >= 60 * MM - 1e-4


def is_straight(edge: tuple[Point, Point]) -> bool:
    (x, y), (u, v) = edge
    return min(abs(x - u), abs(y - v)) < NEAR


def is_drawn(sheet: Sheet, edge: tuple[Point, Point], seen: Rect) -> bool:
    """Whether all of an edge is printed as a line."""
    if not all(seen.contains(Rect(*p, 0, 0), NEAR) for p in edge):
        return False
    marks = [(mark.path[0][1:], mark.path[1][1:]) for mark in sheet.marks if mark.kind == "edge"]
    return any(
        max(abs(a - b) for p, q in zip(edge, ends, strict=True) for a, b in zip(p, q, strict=True)) < NEAR
        for mark in marks
        for ends in (mark, mark[::-1])
    )


def crossed(line: tuple[Point, Point], slot: Slot) -> tuple[float, float] | None:
    """From where to where a line goes through the inside of a piece: its outline without curves, else its trim."""
    curved = any(s[0] == "c" for s in slot.face.outline)
    t = slot.trim
    points = [(t.x, t.y), (t.right, t.y), (t.right, t.bottom), (t.x, t.bottom)] if curved else corners(slot)
    middle = t.centre
    (x, y), (u, v) = line
    length = hypot(u - x, v - y)
    low, high = -inf, inf
    for p, q in zip(points, points[1:] + points[:1], strict=True):
        side = hypot(q[0] - p[0], q[1] - p[1])
        if side < NEAR:
            continue
        nx, ny = (q[1] - p[1]) / side, (p[0] - q[0]) / side
        if (middle[0] - p[0]) * nx + (middle[1] - p[1]) * ny < 0:
            nx, ny = -nx, -ny
        depth = (x - p[0]) * nx + (y - p[1]) * ny - 2 * NEAR
        speed = ((u - x) * nx + (v - y) * ny) / length
        if abs(speed) < 1e-9:
            if depth < 0:
                return None
        elif speed > 0:
            low = max(low, -depth / speed)
        else:
            high = min(high, -depth / speed)
    return (low, high) if low < high else None


def needs_cutting(line: tuple[Point, Point], sheet: Sheet, how: SheetSettings) -> bool:
    """Whether there is anything to cut: not at the paper's edge, nor where a sheet is folded."""
    (x, y), (u, v) = line
    paper, rim = sheet.paper, 0.26 * MM
    if abs(x - u) < NEAR:
        fold = how.duplex.fold(paper.width)
        return rim < x < paper.width - rim and (fold is None or abs(x - fold) > NEAR)
    if abs(y - v) < NEAR:
        return rim < y < paper.height - rim
    return True


def unguided(
    sheet: Sheet, how: SheetSettings, dies: frozenset[str] = frozenset(), ends: bool = True
) -> list[tuple[Point, Point]]:
    """The edges on a page that have no guides; of a folded one those of the half that shows its fronts. Pieces of some
    components, *dies*, have lines of their own.
    """
    seen = printable(sheet, how)
    slots = list(sheet.slots)
    if how.duplex.folded:
        slots = [s for s in slots if s.side == "front"]
        seen = Rect(seen.x, seen.y, sheet.paper.width / 2 - seen.x, seen.height)
    edges = [e for s in slots if s.component not in dies for e in straight_edges(s) if needs_cutting(e, sheet, how)]
    return [edge for edge in edges if not is_guided(sheet, edge, seen, slots, ends)]


@given(stocks, millimetres(0, 5), shapes, settings)
def test_each_straight_cut_has_two_guides_that_print_or_is_reported(size, bleed, shape, how):
    sheets = pieces_on(size, bleed, shape, how)
    reported = any(w.code == "no-guides" for w in sheets.warnings)
    missing = unguided(sheets.sheets[0], how)
    if shape is ellipse:
        assert not reported
    elif not reported:
        assert missing == []
    elif sheets.uses[0].on_a_sheet <= MOST:  # what stays empty has room for more
        assert unguided(sheets.sheets[0], how, ends=False)


@few
@given(stocks, millimetres(0, 5), shapes, settings)
def test_no_guide_lies_on_a_piece(size, bleed, shape, how):
    assert on_pieces(pieces_on(size, bleed, shape, how)) == []


def on_pieces(sheets: Sheets) -> list[tuple[Mark, Rect]]:
    """The lines to cut along that go through a piece, with the piece's trim."""
    out = []
    for sheet in sheets.sheets:
        for mark in sheet.marks:
            if mark.kind not in LINES:
                continue
            (_, *p), (_, *q) = mark.path
            (left, right), (top, bottom) = (sorted(ends) for ends in zip(p, q, strict=True))
            near = [
                slot
                for slot in sheet.slots
                if slot.trim.x < right and left < slot.trim.right and slot.trim.y < bottom and top < slot.trim.bottom
            ]
            for part in range(1, 20) if near else ():
                x, y = (a + part / 20 * (b - a) for a, b in zip(p, q, strict=True))
                out += [(mark, slot.trim) for slot in near if inside(slot, x, y)]
    return out


def fronts(sheets: Sheets) -> list[Sheet]:
    return [sheet for sheet in sheets.sheets if sheet.side == "front"]


@few
@given(jobs_of_many_sizes(), settings)
def test_each_straight_cut_of_shared_sheets_has_its_guides_or_is_reported(jobs, how):
    sheets = imposed(jobs, how)
    dies = frozenset(job.component for job in jobs if job.die)
    staggered = {use.components for use in sheets.uses if use.plan.staggered}
    if not any(w.code == "no-guides" for w in sheets.warnings):
        for sheet in fronts(sheets):
            # What lies in offset rows is cut along whole outlines.
            if sheet.components not in staggered:
                assert unguided(sheet, how, dies) == []
    assert on_pieces(sheets) == []


slot_shapes = (rectangle, rounded, octagon, ellipse)


@few
@given(jobs_in_slots(slot_shapes), settings)
def test_each_straight_cut_between_slots_has_its_guides_or_is_reported(given_, how):
    sheet, jobs, blank = given_
    assume(not how.duplex.folded)
    how = replace(how, slots=sheet, paper=sheet.paper, blank=blank)
    sheets = imposed(jobs, how)
    reported = any(w.code == "no-guides" for w in sheets.warnings)
    if sheet.pre_cut:
        assert not reported
        assert not [mark for page in sheets.sheets for mark in page.marks if mark.kind in (*LINES, "round")]
    elif not reported:
        assert [edge for page in fronts(sheets) for edge in unguided(page, how)] == []
    assert on_pieces(sheets) == []


def inside(slot: Slot, x: float, y: float) -> bool:
    """Whether a point lies in a piece, more than a hair off its edge."""
    t = slot.trim
    if not (t.x + NEAR < x < t.right - NEAR and t.y + NEAR < y < t.bottom - NEAR):
        return False
    outline = slot.face.outline
    if any(s[0] == "c" for s in outline):
        if any(s[0] == "l" for s in outline):
            return True
        (a, b), (w, h) = t.centre, (t.width / 2, t.height / 2)
        return ((x - a) / w) ** 2 + ((y - b) / h) ** 2 < 0.99
    points = corners(slot)
    edges = zip(points, points[1:] + points[:1], strict=True)
    sides = [
        (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0])
        for p, q in edges
        if hypot(q[0] - p[0], q[1] - p[1]) > NEAR
    ]
    lengths = [hypot(q[0] - p[0], q[1] - p[1]) for p, q in zip(points, points[1:] + points[:1], strict=True)]
    room = [NEAR * length for length in lengths if length > NEAR]
    return all(s > r for s, r in zip(sides, room, strict=True)) or all(s < -r for s, r in zip(sides, room, strict=True))


@given(stocks, millimetres(0, 5), shapes, settings)
def test_a_back_has_guides_only_where_it_could_be_cut_by_them_alone(size, bleed, shape, how):
    assume(how.duplex.turns)
    front, back = pieces_on(size, bleed, shape, how).sheets[:2]
    marks = [m for m in back.marks if m.kind in GUIDES]
    assert all(m.kind != "tick" for m in marks)
    if marks:
        assert shape is ellipse or unguided(back, how) == []
    if not marks and how.edges == Edges.alike(how.edges.left):
        kinds = {m.kind for m in front.marks if m.kind in GUIDES}
        slanted = shape in (octagon, hexagon)
        assert "tick" in kinds or not kinds or slanted or unguided(front, how) or shape is ellipse


def test_the_definition_of_a_guide_sees_a_missing_one():
    how = SheetSettings(PAPERS["A4"], duplex=DUPLEX["none"])
    sheet = pieces_on((63.5 * MM, 88.9 * MM), 3 * MM, rectangle, how).sheets[0]

    assert unguided(sheet, how) == []
    level = [m for m in sheet.marks if m.path[0][2] == m.path[1][2]]
    bare = replace(sheet, marks=tuple(m for m in sheet.marks if m not in level[1:]))
    assert len(unguided(bare, how)) == 18


def test_the_definition_of_a_guide_sees_an_edge_that_is_not_drawn():
    how = SheetSettings(PAPERS["A4"], duplex=DUPLEX["none"])
    sheet = pieces_on((63.5 * MM, 63.5 * MM), 3 * MM, octagon, how).sheets[0]

    assert unguided(sheet, how) == []
    edges = [m for m in sheet.marks if m.kind == "edge"]
    assert len(edges) == 4 * len(sheet.slots)
    bare = replace(sheet, marks=tuple(m for m in sheet.marks if m not in edges[:3]))
    assert len(unguided(bare, how)) == 3
