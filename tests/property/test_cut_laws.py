"""The laws of what a machine cuts: all of each outline, once; nothing within a piece; and pieces keep off the machine's marks."""

from __future__ import annotations

from itertools import pairwise
from math import dist, hypot

from hypothesis import given
from hypothesis import strategies as st

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Path, Point, Rect, chamfered, ellipse, rectangle, transformed
from carddesigner.core.papers import PAPERS
from carddesigner.core.printing import MarkKind, MarkSide
from carddesigner.core.units import MM
from carddesigner.impose.cut_paths import CutPaths, cut_paths
from carddesigner.impose.cutter import CutterMarks
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.jobs import Job, SheetSettings
from carddesigner.impose.sheet import Sheet, slot_matrix
from tests.examples import examples
from tests.property.sheets import hexagon, imposed

NEAR = 0.03 * MM
few = examples(1, 8)
"""Each example is a whole deck."""


def outline_of(kind: str, width: float, height: float) -> Path:
    box = Rect(0, 0, width, height)
    return {
        "square": rectangle(box),
        "rounded": rectangle(box, 3 * MM),
        "circle": ellipse(Rect(0, 0, width, width)),
        "octagon": chamfered(box, 0.25 * min(width, height)),
        "hexagon": hexagon(width, width * 2 / 3**0.5),
    }[kind]


@st.composite
def decks(draw: st.DrawFn, kinds: tuple[str, ...] = ("square", "rounded", "circle", "octagon", "hexagon")) -> list[Job]:
    """Components of a shape and a size each."""
    jobs = []
    for name in "ab"[: draw(st.integers(1, 2))]:
        kind = draw(st.sampled_from(kinds))
        width, height = (draw(st.integers(30, 90)) * MM for _ in range(2))
        height = {"circle": width, "octagon": width, "hexagon": width * 2 / 3**0.5}.get(kind, height)
        face = LaidFace(name, width, height, outline_of(kind, width, height), draw(st.integers(0, 4)) * MM, ())
        copies = tuple((f"{name}{n}", 1, face, face) for n in range(draw(st.integers(1, 9))))
        jobs.append(Job(name, copies, "card"))
    return jobs


machines = st.builds(
    CutterMarks,
    st.sampled_from((MarkKind.SILHOUETTE, MarkKind.SILHOUETTE_4, MarkKind.CRICUT)),
    st.integers(8, 20).map(lambda n: n * MM),
    st.integers(6, 25).map(lambda n: n * MM),
    st.sampled_from(MarkSide),
)


def points_of(path: Path, apart: float = 1 * MM) -> list[list[Point]]:
    """The strokes of a path as points that lie so near to each other."""
    out: list[list[Point]] = []
    for step in path:
        if step[0] == "m":
            out.append([(step[1], step[2])])
            continue
        at = out[-1][-1]
        ends = [(step[i], step[i + 1]) for i in range(1, len(step), 2)] or [out[-1][0]]
        chain = [at, *ends]
        count = max(2, int(sum(dist(p, q) for p, q in pairwise(chain)) / apart))
        for n in range(1, count + 1):
            t, row = n / count, chain
            while len(row) > 1:
                row = [(p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])) for p, q in pairwise(row)]
            out[-1].append(row[0])
    return out


def away(p: Point, stroke: list[Point]) -> float:
    """From a point to the nearest of a stroke; if that is far, any large number."""
    best = float("inf")
    if not any(abs(p[0] - q[0]) + abs(p[1] - q[1]) < 2 * MM for q in stroke):
        return best
    for (x, y), (u, v) in pairwise(stroke):
        length = hypot(u - x, v - y) or 1e-12
        t = max(0.0, min(1.0, ((p[0] - x) * (u - x) + (p[1] - y) * (v - y)) / length**2))
        best = min(best, dist(p, (x + t * (u - x), y + t * (v - y))))
    return best


def inside(p: Point, ring: list[Point]) -> bool:
    found = False
    for (x, y), (u, v) in pairwise([*ring, ring[0]]):
        if (y > p[1]) != (v > p[1]) and p[0] < x + (p[1] - y) / (v - y) * (u - x):
            found = not found
    return found


def fronts(jobs: list[Job], how: SheetSettings) -> list[tuple[Sheet, CutPaths]]:
    return [(s, cut_paths(s, {})) for s in imposed(jobs, how).sheets if s.side == "front"]


gutters = st.sampled_from((0.0, 0.0, 3 * MM, None))


@few
@given(decks(), gutters)
def test_each_outline_is_cut_once_and_nothing_else_is(jobs: list[Job], gutter: float | None):
    sheet, paths = fronts(jobs, SheetSettings(PAPERS["A4"], gutter=gutter))[0]
    strokes = [stroke for path in paths.cut for stroke in points_of(path)]
    outlines = [transformed(slot.face.outline, slot_matrix(slot)) for slot in sheet.slots]
    rings = [points_of(outline)[0] for outline in outlines]
    corners = [(step[-2], step[-1]) for outline in outlines for step in outline if len(step) > 1]
    for ring in rings:
        for p in ring[::9]:
            on = sum(away(p, stroke) < NEAR for stroke in strokes)
            # Strokes meet at corners, and at those of neighbours.
            assert on == 1 or (on and min(dist(p, corner) for corner in corners) < 1 * MM), p
    for stroke in strokes:
        for p in stroke[::9]:
            assert any(away(p, [*ring, ring[0]]) < NEAR for ring in rings)
            assert not any(inside(p, ring) and away(p, [*ring, ring[0]]) > NEAR for ring in rings)


@few
@given(decks(("square",)), gutters)
def test_what_is_cut_is_as_long_as_all_edges_together(jobs: list[Job], gutter: float | None):
    for sheet, paths in fronts(jobs, SheetSettings(PAPERS["A4"], gutter=gutter))[:2]:
        lines: dict[tuple[int, int], list[tuple[float, float]]] = {}
        for slot in sheet.slots:
            x, y, w, h = slot.trim
            for axis, at, low, high in ((0, x, y, y + h), (0, x + w, y, y + h), (1, y, x, x + w), (1, y + h, x, x + w)):
                lines.setdefault((axis, round(at / NEAR)), []).append((low, high))
        union = 0.0
        for spans in lines.values():
            end = float("-inf")
            for low, high in sorted(spans):
                union += max(0.0, high - max(low, end))
                end = max(end, high)
        drawn = sum(dist(p, q) for path in paths.cut for stroke in points_of(path) for p, q in pairwise(stroke))
        assert abs(drawn - union) < 0.01 * MM * len(sheet.slots)


@few
@given(decks(), gutters, machines, st.sampled_from(("A4", "Letter")), st.sampled_from(("long-edge", "short-edge")))
def test_pieces_and_their_bleed_keep_off_the_marks(
    jobs: list[Job], gutter: float | None, machine: CutterMarks, paper: str, duplex: str
):
    cutter = CutterMarks(machine.kind, machine.inset, machine.length, machine.side, DUPLEX[duplex])
    how = SheetSettings(
        PAPERS[paper], gutter=gutter, duplex=DUPLEX[duplex], marks=frozenset((machine.kind,)), cutter=cutter
    )
    for sheet in imposed(jobs, how).sheets:
        seen = sheet.side == machine.side
        zones = cutter.zones(sheet.paper) if seen else ()
        for slot in sheet.slots:
            assert cutter.frame(sheet.paper).contains(slot.trim, 1e-3)
            for zone in zones:
                across = min(slot.clip.right, zone.right) - max(slot.clip.x, zone.x)
                down = min(slot.clip.bottom, zone.bottom) - max(slot.clip.y, zone.y)
                assert across < 1e-3 or down < 1e-3, (slot.clip, zone)
        sensed = [mark for mark in sheet.marks if mark.kind.startswith("sensor")]
        assert sensed == (list(cutter.marks(sheet.paper)) if seen else [])
