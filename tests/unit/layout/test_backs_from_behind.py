"""Backs of pieces that are no mirror images of themselves: everything about them is as the piece is seen from behind."""

from __future__ import annotations

from math import cos, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carddesigner.checks.outlines import depth, rings
from carddesigner.core.geometry import Rect, chamfered, ellipse, mirrored, polygon, rectangle
from carddesigner.core.units import MM
from carddesigner.layout.proof import Proofs

WEDGE = (
    "{shape: polygon, size: [40mm, 60mm], bleed: 3mm, safe: 3mm, outline: [[0%, 0%], [30%, 0%], [100%, 100%], [0%, 100%]], "
    "regions: {foot: {points: [[0%, 50%], [65%, 50%], [100%, 100%], [0%, 100%]], rotation: 30}}}"
)
WIDTH = 40 * MM


@pytest.fixture
def wedge(deck):
    """A deck of one wedge whose front and back have the same zones."""

    def write(zones, stock=WEDGE, name="sample"):
        deck.zones(zones)
        text = (deck.path / "deck.yaml").read_text()
        old = "{shape: card, size: poker, corner: 3mm, bleed: 3mm, safe: 3mm}"
        both = text.replace(old, stock).replace("front: sample#front", "front: sample#front, back: sample#front")
        deck.write("deck.yaml", both)
        return deck

    return write


def steps(path):
    return {tuple(round(v, 3) for v in segment[1:]) for segment in path if len(segment) > 1}


def test_the_outline_and_its_parts_lie_the_other_way_round(wedge):
    front, back = next(iter(wedge("ground: {in: safe, fill: ink}\nfoot: {in: foot, fill: glow}").lay().faces.values()))
    assert steps(back.outline) == {(round(WIDTH - x, 3), y) for x, y in steps(front.outline)}
    outline = rings(back.outline)
    for zone in back.zones:
        clip = zone.clips[0] if zone.clips else zone.items[0].path
        assert min(depth(outline, p) for ring in rings(clip) for p in ring) > -1e-6, zone.id
    (group,) = back.zones[1].items
    assert group.items[0].matrix[1] == pytest.approx(-sin(pi / 6)), "what is turned to one side is turned to the other"


def test_the_proof_of_a_back_has_its_outline(wedge):
    _, back = next(iter(wedge("ground: {in: bleed, fill: ink}").lay().faces.values()))
    (drawn,) = Proofs().face(back).zones[-1].items
    assert drawn.path == back.outline
    assert max(x for _, x, *_ in drawn.path[:2]) == pytest.approx(WIDTH)


def test_a_symmetrical_piece_has_the_same_face_on_both_sides(wedge):
    stock = "{shape: card, size: poker, corner: 3mm, bleed: 3mm, safe: 3mm}"
    front, back = next(iter(wedge("ground: {in: bleed, fill: ink}", stock).lay().faces.values()))
    assert front is back


boxes = st.builds(Rect, st.floats(0, 50), st.floats(0, 50), st.floats(10, 200), st.floats(10, 200))


@given(boxes, st.floats(0, 20))
def test_symmetrical_outlines_are_themselves_from_behind(box, corner):
    for shape in (rectangle(box), rectangle(box, corner), chamfered(box, corner), ellipse(box)):
        assert mirrored(shape, 2 * box.centre[0]) is shape


@given(st.lists(st.floats(0.3, 1), min_size=3, max_size=9), st.floats(20, 200))
def test_seen_from_behind_twice_is_seen_from_the_front(radii, width):
    turn = 2 * pi / len(radii)
    points = tuple(
        (width / 2 * (1 + r * cos(n * turn + 0.1)), width / 2 * (1 + r * sin(n * turn + 0.1)))
        for n, r in enumerate(radii)
    )
    path = polygon(points)
    behind = mirrored(path, width)
    assert steps(mirrored(behind, width)) == steps(path)
    if behind is not path:
        assert {round(width - x, 4) for _, x, _ in behind[:-1]} == {round(x, 4) for _, x, _ in path[:-1]}
