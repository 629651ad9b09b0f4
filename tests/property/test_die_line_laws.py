"""Dies that are cut and folded by hand: no line lies on what is seen in the end, and each cut and fold can be found."""

from __future__ import annotations

from itertools import pairwise
from math import dist

from hypothesis import assume, given
from hypothesis import strategies as st

from carddesigner.core.color import Rgb
from carddesigner.core.face import PlacedZone
from carddesigner.core.geometry import bounds
from carddesigner.core.items import PathItem
from carddesigner.core.report import Problem
from carddesigner.core.units import MM
from carddesigner.layout.die_ticks import LEAST, die_guides
from carddesigner.nets.block import block, drum
from carddesigner.nets.boxes import sleeve, tray, tuck_box
from carddesigner.nets.die import Die, Room
from carddesigner.nets.polygons import area, cut_edges, edges
from carddesigner.schema.dies import die_stock
from carddesigner.schema.stock import SquareStock
from tests.examples import examples

INK = Rgb(0.8, 0.1, 0.1)
lengths = st.floats(8, 150).map(lambda v: round(v, 1) * MM)
rooms = st.builds(Room, lengths, lengths, lengths)
bleeds = st.sampled_from((2 * MM, 3 * MM, 5 * MM))


@st.composite
def dies(draw):
    make = draw(st.sampled_from(("block", "drum", "tuck", "tray", "sleeve")))
    room = draw(rooms)
    try:
        if make == "block":
            return block(room.width, room.depth, room.height, None)
        if make == "drum":
            return drum(room.width, room.height, None)
        if make == "tuck":
            return tuck_box(room, 0.4 * MM, 0.5 * MM, None)
        return (tray if make == "tray" else sleeve)(room, 0.4 * MM, 0.5 * MM)
    except Problem:
        assume(False)


def with_art(die: Die, bleed: float, region: str = "bleed") -> tuple[PlacedZone, ...]:
    """A ground all over a die, as the layout places it."""
    base = SquareStock.model_construct(shape="square", size=die.size, bleed=bleed, safe=MM)
    zones = []
    for part in die_stock(die, base).regions()[region]:
        box = bounds(part.polygon)
        corners = (("m", *box.corners[0]), *(("l", *p) for p in box.corners[1:]), ("h",))
        zones.append(PlacedZone("ground", box, (PathItem(corners, fill=INK),), clips=(part.polygon,)))
    return tuple(zones)


def inside(points, p, by):
    """Whether a point lies in a convex polygon, so far from its border."""
    x, y = p
    return all(
        ((u - a) * (y - b) - (v - b) * (x - a)) / dist((a, b), (u, v)) > by
        for (a, b), (u, v) in pairwise((*points, points[0]))
    )


def along(line):
    count = 40
    (a, b), (u, v) = line
    return [(a + (u - a) * i / count, b + (v - b) * i / count) for i in range(count + 1)]


def lines(die):
    outer = [edge for ring in cut_edges([p.points for p in die.panels]) for edge in edges(ring)]
    return [("cut", e) for e in outer], [("fold", (f.start, f.end)) for f in die.folds]


@examples(1, 8)
@given(dies(), bleeds)
def test_nothing_is_drawn_on_what_is_seen_in_the_end(die, bleed):
    guides = die_guides(die, with_art(die, bleed), bleed)
    for line in (*guides.cuts, *guides.folds, *guides.cut_ticks, *guides.fold_ticks):
        for panel in die.faces:
            assert not any(inside(panel.points, p, 0.1 * MM) for p in along(line)), (panel.name, line)
    for tick in (*guides.cut_ticks, *guides.fold_ticks):
        for panel in die.faces:
            assert not any(inside(panel.points, p, -0.25 * MM) for p in along(tick)), "not at its edge either"


@given(dies(), bleeds)
def test_each_cut_and_fold_is_drawn_or_lies_between_two_marks(die, bleed):
    guides = die_guides(die, with_art(die, bleed), bleed)
    marks = (*guides.cuts, *guides.folds, *guides.cut_ticks, *guides.fold_ticks)
    cuts, folds = lines(die)
    for kind, edge in (*cuts, *folds):
        length = dist(*edge)
        if length < (4 if kind == "cut" else 6) * MM + 0.01:
            continue  # a curve, which is drawn beside the cut; the foot of a tooth, between two cuts
        (a, b), (u, v) = edge
        dx, dy = (u - a) / length, (v - b) / length
        ways = []
        for mark in marks:
            off = [abs(dx * (y - b) - dy * (x - a)) for x, y in mark]
            if max(off) < 0.05 * MM and dist(*mark) >= LEAST - 1e-6:
                ways += [dx * (x - a) + dy * (y - b) for x, y in mark]
        assert ways, (kind, edge)
        assert max(ways) - min(ways) >= length / 3 - 0.5 * MM, (kind, edge, ways)


@given(dies(), bleeds)
def test_without_art_every_line_is_drawn_whole_and_there_are_no_ticks(die, bleed):
    guides = die_guides(die, (), bleed)
    cuts, folds = lines(die)
    assert (guides.cut_ticks, guides.fold_ticks, guides.curves) == ((), (), ())
    assert guides.cuts == tuple(e for _, e in cuts)
    assert guides.folds == tuple(e for _, e in folds)


@given(dies())
def test_the_unprinted_side_is_the_mirror_image_of_the_printed_one(die):
    width = die.size[0]

    def rounded(points, mirrored=False):
        return [(round(width - x if mirrored else x, 6), round(y, 6)) for x, y in points]

    behind = die.behind()
    for one, other in zip(die.panels, behind.panels, strict=True):
        assert sorted(rounded(other.points)) == sorted(rounded(one.points, mirrored=True))
        # What flaps are folded along comes first, and numbers stand at it.
        assert set(rounded(other.points[:2])) == set(rounded(one.points[:2], mirrored=True))
        assert area(other.points) > 0
    assert [rounded(p.points) for p in behind.behind().panels] == [rounded(p.points) for p in die.panels]
