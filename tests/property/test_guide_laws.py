"""The law of guides: for every paper, stock, edge that isn't printed, gutter and shape each straight cut has two guides that
are printed, or it is said that it hasn't; and none of them lies on a piece.

What a guide is is read off the pages alone: a straight mark on the line of a cut, at least 1 mm of it on what the printer
prints; two of them at least 60 mm apart, or at both ends of a cut that is shorter.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot, inf, sqrt

from hypothesis import assume, given, reject
from hypothesis import strategies as st
from msgspec.structs import replace

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Edges, Path, Point, Rect, chamfered, ellipse, polygon, rectangle, transformed
from carddesigner.core.papers import PAPERS, Paper
from carddesigner.core.printing import MarkKind
from carddesigner.core.report import Problem
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.jobs import Job, SheetSettings
from carddesigner.impose.sheet import Sheet, SheetBuilder, Sheets, Slot, slot_matrix
from carddesigner.impose.sheets import impose_sheets
from carddesigner.source.paths import templates
from carddesigner.text.fonts import find_family

BUILDER = SheetBuilder("Title", find_family("Alegreya Sans", (templates() / "fonts",)))
NEAR = 0.02 * MM
"""No knife is more exact."""
MOST = 40
"""Pieces, so that examples stay quick."""
GUIDES = ("crop", "tick", "cut-lines")


def millimetres(least: float, most: float) -> st.SearchStrategy[float]:
    return st.integers(round(least * 10), round(most * 10)).map(lambda tenths: tenths / 10 * MM)


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


def imposed(size: tuple[float, float], bleed: float, shape, how: SheetSettings) -> Sheets:
    """A full sheet, and one that isn't. Another example where a piece is larger than the paper, or the gutter refused."""
    width, height = size
    face = LaidFace("face", width, height, shape(Rect(0, 0, width, height)), bleed, ())

    def sheets(count: int) -> Sheets:
        return impose_sheets([Job("pieces", tuple(("p", n, face, face) for n in range(count)))], how, BUILDER)

    try:
        full = sheets(1).uses[0].on_a_sheet
        return sheets(min(full, MOST) + 1)
    except Problem:
        reject()


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


def guides(sheet: Sheet, line: tuple[Point, Point], seen: Rect) -> list[tuple[float, float]]:
    """The stretches of guides that are printed on a line."""
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
            # A long line guides at both of its ends.
            out += [(min(a, b), min(a, b) + 1 * MM), (max(a, b) - 1 * MM, max(a, b))]
    return out


def is_guided(sheet: Sheet, line: tuple[Point, Point], seen: Rect, slots: list[Slot]) -> bool:
    found = guides(sheet, line, seen)
    if len(found) < 2:
        return False
    near, far = min(b for _, b in found), max(a for a, _ in found)
    if far - near >= 60 * MM - 1e-4:
        return True
    # A cut shorter than that: from the first piece on its line to the last.
    on = [
        a
        for s in slots
        for e in straight_edges(s)
        if all(along(line, p)[1] < NEAR for p in e)
        for a, _ in (along(line, p) for p in e)
    ]
    boxes = [along(line, p)[0] for s in slots for p in box_corners(s) if touches(s, line)]
    ends = (min([*on, *boxes]), max([*on, *boxes]))
    return ends[1] - ends[0] < 60 * MM and near <= ends[0] + NEAR and far >= ends[1] - NEAR


def box_corners(slot: Slot) -> list[Point]:
    t = slot.trim
    return [(t.x, t.y), (t.right, t.bottom)]


def touches(slot: Slot, line: tuple[Point, Point]) -> bool:
    """Whether an upright or level line runs along a piece's trim."""
    (x, y), (u, v) = line
    t = slot.trim
    if abs(x - u) < NEAR:
        return t.x - NEAR <= x <= t.right + NEAR
    return abs(y - v) < NEAR and t.y - NEAR <= y <= t.bottom + NEAR


def needs_cutting(line: tuple[Point, Point], sheet: Sheet, how: SheetSettings) -> bool:
    """Whether there is anything to cut: not at the paper's edge, nor where a sheet is folded."""
    (x, y), (u, v) = line
    paper, rim = sheet.paper, 0.26 * MM
    if abs(x - u) < NEAR:
        fold = how.duplex.fold(paper.width)
        return rim < x < paper.width - rim and (fold is None or abs(x - fold) > NEAR)
    if abs(y - v) < NEAR:
        return rim < y < paper.height - rim
    return not how.duplex.folded


def unguided(sheet: Sheet, how: SheetSettings) -> list[tuple[Point, Point]]:
    """The cuts of a page that haven't their guides; of a folded one those of the half that shows its fronts."""
    seen = printable(sheet, how)
    slots = list(sheet.slots)
    if how.duplex.folded:
        slots = [s for s in slots if s.side == "front"]
        seen = Rect(seen.x, seen.y, sheet.paper.width / 2 - seen.x, seen.height)
    lines = {_line(edge): edge for slot in slots for edge in straight_edges(slot) if needs_cutting(edge, sheet, how)}
    return [edge for edge in lines.values() if not is_guided(sheet, edge, seen, slots)]


def _line(edge: tuple[Point, Point]) -> tuple[float, float]:
    """What edges on one line have in common: how steep it is, and where it passes."""
    (x, y), (u, v) = edge
    if abs(x - u) < NEAR:
        return (inf, round(x, 1))
    steep = (v - y) / (u - x)
    return (round(steep, 3), round(y - steep * x, 1))


@given(stocks, millimetres(0, 5), shapes, settings)
def test_each_straight_cut_has_two_guides_that_print_or_is_reported(size, bleed, shape, how):
    sheets = imposed(size, bleed, shape, how)
    reported = any(w.code == "no-guides" for w in sheets.warnings)
    missing = unguided(sheets.sheets[0], how)
    if shape is ellipse:
        assert not reported
    elif not reported:
        assert missing == []
    elif sheets.uses[0].on_a_sheet <= MOST:  # what stays empty has room for more
        assert missing


@given(stocks, millimetres(0, 5), shapes, settings)
def test_no_guide_lies_on_a_piece(size, bleed, shape, how):
    for sheet in imposed(size, bleed, shape, how).sheets:
        for mark in sheet.marks:
            if mark.kind not in GUIDES:
                continue
            (_, *p), (_, *q) = mark.path
            for part in range(1, 20):
                x, y = (a + part / 20 * (b - a) for a, b in zip(p, q, strict=True))
                for slot in sheet.slots:
                    assert not inside(slot, x, y), (mark, slot.trim)


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
    front, back = imposed(size, bleed, shape, how).sheets[:2]
    marks = [m for m in back.marks if m.kind in GUIDES]
    assert all(m.kind != "tick" for m in marks)
    if marks:
        assert shape is ellipse or unguided(back, how) == []
    if not marks and how.edges == Edges.alike(how.edges.left):
        kinds = {m.kind for m in front.marks if m.kind in GUIDES}
        assert "tick" in kinds or not kinds or unguided(front, how) or shape is ellipse


def test_the_definition_of_a_guide_sees_a_missing_one():
    how = SheetSettings(PAPERS["A4"], duplex=DUPLEX["none"])
    sheet = imposed((63.5 * MM, 88.9 * MM), 3 * MM, rectangle, how).sheets[0]

    assert unguided(sheet, how) == []
    level = [m for m in sheet.marks if m.path[0][2] == m.path[1][2]]
    bare = replace(sheet, marks=tuple(m for m in sheet.marks if m not in level[1:]))
    assert len(unguided(bare, how)) == 6
