"""Every net and box folded: what is glued together fits, what is to lie inside has the room that is promised."""

from __future__ import annotations

import importlib.util
from math import dist
from pathlib import Path

import pytest

from carddesigner.core.geometry import around
from carddesigner.core.report import Problem
from carddesigner.core.units import MM
from carddesigner.nets.block import block, drum
from carddesigner.nets.boxes import Pile, SolidPieces, pack, sleeve, tray, tuck_box, tuck_length
from carddesigner.nets.die import Die, Room
from carddesigner.nets.polygons import area, minus, overlap
from carddesigner.nets.split import in_parts

_spec = importlib.util.spec_from_file_location("folding", Path(__file__).with_name("folding.py"))
folding = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(folding)

STOPPER = (22.86 * MM, 22.86 * MM, 11.43 * MM)
CARD = (57.15 * MM, 57.15 * MM)
T, C = 0.4 * MM, 0.5 * MM
NEAR = 1e-6


def panel(die, name):
    return next(p for p in die.panels if p.name == name)


def room(width: float, height: float, depth: float) -> Room:
    return Room(width * MM, height * MM, depth * MM)


def outflank() -> Room:
    return pack([Pile(*CARD, 0.3 * MM, 53)], [SolidPieces(Room(*STOPPER), 10)])


MONOGOTO = room(63.5, 88.9, 105 * 0.3)
BOXES = {
    "tuck": tuck_box(MONOGOTO, T, C),
    "tuck of one card": tuck_box(room(63.5, 88.9, 0.315), T, C),
    "tray": tray(outflank(), T, C),
    "sleeve": sleeve(tray(outflank(), T, C).outside, T, C),
}
BLOCKS = {
    "stopper": block(*STOPPER),
    "oblong": block(30 * MM, 18 * MM, 12 * MM),
    "cube": block(20 * MM, 20 * MM, 20 * MM),
    "flat": block(40 * MM, 40 * MM, 8 * MM, 3 * MM),
}


def mm(size: tuple[float, float]) -> tuple[float, float]:
    return round(size[0] / MM, 1), round(size[1] / MM, 1)


# Figures


def test_figures_are_those_of_the_reference():
    assert mm(BOXES["tuck"].size) == (211.6, 197.3)
    content = outflank()
    assert (round(content.width / MM, 1), round(content.height / MM, 2), round(content.depth / MM, 2)) == (
        125.7,
        57.15,
        22.86,
    )
    held = tray(content, T, C)
    assert str(held.outside) == "127.5 × 58.9 × 23.8 mm"
    assert mm(sleeve(held.outside, T, C).size) == (183.0, 127.5)
    assert mm(block(*STOPPER).size) == (45.7, 74.6)


@pytest.mark.parametrize("held", [room(100, 60, 20), room(60, 100, 20)], ids=["wide", "high"])
def test_a_tray_slides_out_of_its_sleeve_along_its_longer_side(held):
    tube = sleeve(held, T, C)
    assert tube.inside.height / MM == pytest.approx(100)
    assert tube.inside.width / MM == pytest.approx(60 + 2 * 0.5 + 0.4)


@pytest.mark.parametrize(("cards", "depth"), [(50, 22.86), (72, 22.86)])
def test_blocks_lie_beside_the_pile_where_the_box_takes_least_card(cards, depth):
    found = pack([Pile(*CARD, 0.3 * MM, cards)], [SolidPieces(Room(*STOPPER), 10)])
    assert found.width / MM == pytest.approx(57.15 + 3 * 22.86)
    assert found.depth / MM == pytest.approx(depth)


@pytest.mark.parametrize(("counters", "layers"), [(6, 1), (7, 2), (40, 7)], ids=["one layer", "one more", "forty"])
def test_small_pieces_lie_side_by_side_on_the_largest(counters, layers):
    found = pack([Pile(63.5 * MM, 88.9 * MM, 0.3 * MM, 10), Pile(26 * MM, 26 * MM, 1 * MM, counters)], [])
    assert (found.width / MM, found.height / MM) == pytest.approx((63.5, 88.9))
    assert found.depth / MM == pytest.approx(1.05 * (10 * 0.3 + layers))


def test_a_stopper_has_seven_tabs_six_millimetres_deep_that_taper_by_thirty_degrees():
    die = block(*STOPPER)
    tabs = [p for p in die.panels if p.kind == "glue"]
    assert [t.number for t in tabs] == [1, 2, 3, 4, 5, 6, 7]
    for t in tabs:
        a, b, c, d = t.points
        assert 2 * area(t.points) / (dist(a, b) + dist(c, d)) / MM == pytest.approx(6)
        assert (dist(a, b) - dist(c, d)) / MM == pytest.approx(2 * 6 * 0.57735, abs=1e-3)


# Folded


@pytest.mark.parametrize("die", BLOCKS.values(), ids=BLOCKS)
def test_a_block_closes(die: Die):
    """Its six faces bound the room, looking outwards; each tab lies inside the face that it is glued to."""
    panels = folding.fold(die)
    low, high = folding.bounds([panels[p.name] for p in die.faces])
    size = (die.outside.width, die.outside.height, die.outside.depth)
    assert folding.sub(high, low) == pytest.approx(size, abs=NEAR)
    middle = tuple((a + b) / 2 for a, b in zip(low, high, strict=True))
    looks = {}
    for face in die.faces:
        n = folding.normal(panels[face.name])
        looks[face.name] = tuple(round(v) for v in n)
        centre = tuple(sum(c) / 4 for c in zip(*panels[face.name], strict=True))
        assert folding.dot(n, folding.sub(centre, middle)) > 0, f"{face.name} looks inwards"
    # The printed top looks at the viewer, who is where z is negative; the front looks downwards in the picture.
    assert looks == {
        "top": (0, 0, -1),
        "bottom": (0, 0, 1),
        "front": (0, 1, 0),
        "back": (0, -1, 0),
        "left": (-1, 0, 0),
        "right": (1, 0, 0),
    }
    assert_glued(die, panels, within=0.0)


def assert_glued(die: Die, panels, within: float) -> None:
    """Each glue tab lies in the plane of what it is glued to, inside its edges, and its fold lies on an edge of it."""
    for flap in die.panels:
        if flap.kind != "glue":
            continue
        target = panels[flap.on]
        for point in panels[flap.name]:
            assert folding.plane_distance(point, target) <= within + NEAR, f"{flap.name} misses {flap.on}"
            assert folding.within(point, target, within + NEAR), f"{flap.name} sticks out of {flap.on}"


@pytest.mark.parametrize("die", BLOCKS.values(), ids=BLOCKS)
def test_edges_that_meet_have_equal_length(die: Die):
    """Every edge of a closed block is the edge of just two faces, corner on corner."""
    panels = folding.fold(die)
    sides = []
    for face in die.faces:
        points = panels[face.name]
        for a, b in zip(points, [*points[1:], points[0]], strict=True):
            sides.append(frozenset(tuple(round(v, 4) + 0.0 for v in p) for p in (a, b)))
    assert all(sides.count(side) == 2 for side in sides)
    assert len(set(sides)) == 12


@pytest.mark.parametrize("die", BLOCKS.values(), ids=BLOCKS)
def test_tabs_behind_one_face_do_not_lie_on_each_other_from_opposite_sides(die: Die):
    panels = folding.fold(die)
    for side in ("left", "right"):
        pair = [panels[p.name] for p in die.panels if p.on == side and p.name in ("tab-1", "tab-2", "tab-3", "tab-4")]
        (a, b) = (folding.bounds([p]) for p in pair)
        assert a[0][1] > b[1][1] or b[0][1] > a[1][1]


def test_a_tuck_box_encloses_its_cards_with_the_clearance():
    die = BOXES["tuck"]
    panels = folding.fold(die)
    low, high = folding.bounds([panels[n] for n in ("back", "left", "front", "right")])
    # Creases lie in the middle of the card: half of it is inside on either side.
    inner = [b - a - T for a, b in zip(low, high, strict=True)]
    content = (MONOGOTO.width, MONOGOTO.height, MONOGOTO.depth)
    for have, want in zip(inner, content, strict=True):
        assert want + 2 * C <= have + T / 2 + NEAR, "cards do not go in"
        assert have <= want + 2 * C + 2 * T, "cards rattle"
    assert die.inside.depth - MONOGOTO.depth == pytest.approx(2 * C)


def test_a_box_for_very_little_is_deep_enough_for_its_glue_flap():
    assert BOXES["tuck of one card"].inside.depth / MM == pytest.approx(6)


@pytest.mark.parametrize("name", ["tuck", "tuck of one card"])
def test_a_tuck_box_closes(name):
    die = BOXES[name]
    panels = folding.fold(die)
    assert_glued(die, panels, within=1.5 * T)
    # The lid reaches the front, and its flap goes down inside it.
    front = folding.bounds([panels["front"]])
    for lid in ("lid", "bottom"):
        far = folding.bounds([panels[lid]])
        assert far[1][2] == pytest.approx(front[0][2], abs=T + NEAR)
        low, high = folding.bounds([panels[f"tuck-{lid}"]])
        assert low[2] == pytest.approx(front[0][2], abs=T + NEAR)
        assert low[0] >= front[0][0] - NEAR
        assert high[0] <= front[1][0] + T + NEAR
        assert low[1] >= front[0][1] - NEAR
        assert high[1] <= front[1][1] + NEAR
    # The dust flaps lie under the lid and do not reach each other.
    for end in ("top", "bottom"):
        a = folding.bounds([panels[f"dust-left-{end}"]])
        b = folding.bounds([panels[f"dust-right-{end}"]])
        assert a[0][0] > b[1][0] or b[0][0] > a[1][0], "dust flaps collide"


def test_a_tray_encloses_what_it_holds():
    die, content = BOXES["tray"], outflank()
    panels = folding.fold(die)
    low, high = folding.bounds([panels[p.name] for p in die.faces])
    inner = folding.sub(high, low)
    assert inner[0] - content.width == pytest.approx(2 * C)
    assert inner[1] - content.height == pytest.approx(2 * C)
    assert inner[2] - content.depth == pytest.approx(C)
    # The glue flaps lie inside the walls, one layer of card in.
    assert_glued(die, panels, within=T)
    assert 2 * T <= 2 * C, "flaps and content want the same room"


def test_a_sleeve_closes_round_its_tray():
    die, held = BOXES["sleeve"], BOXES["tray"].outside
    panels = folding.fold(die)
    assert_glued(die, panels, within=2 * T)
    low, high = folding.bounds([panels[n] for n in ("front", "right", "back", "left")])
    inner = [b - a - T for a, b in zip(low, high, strict=True)]
    assert inner[1] + T == pytest.approx(held.width), "as long as the tray"
    assert 2 * C <= inner[0] - held.height <= 2 * C + 2 * T
    assert 2 * C - T <= inner[2] - held.depth <= 2 * C + 2 * T


@pytest.mark.parametrize(("diameter", "height"), [(22.86, 11.43), (40, 10), (15, 20)])
def test_a_drum_closes(diameter, height):
    die = drum(diameter * MM, height * MM)
    strip = panel(die, "side")
    long = strip.points[1][0] - strip.points[0][0]
    for name in ("top", "bottom"):
        disc = panel(die, name).points
        round_ = sum(dist(a, b) for a, b in zip(disc, disc[1:] + disc[:1], strict=True))
        assert round_ == pytest.approx(long)
        across = max(dist(a, b) for a in disc for b in disc)
        assert across / MM == pytest.approx(diameter, rel=0.01)
    teeth = [p for p in die.panels if "tooth" in p.name]
    panels = folding.fold(die)
    deep = {
        name: folding.bounds([panels[t.name] for t in teeth if t.name.startswith(name)]) for name in ("top", "bottom")
    }
    reach = sum(b[1][2] - b[0][2] for b in deep.values())
    assert reach < height * MM, "teeth from above and below meet"


# Flat


@pytest.mark.parametrize("die", [*BLOCKS.values(), *BOXES.values(), drum(22.86 * MM, 11.43 * MM)], ids=lambda d: d.what)
def test_a_flap_begins_with_its_fold(die: Die):
    for fold in die.folds:
        flap = panel(die, fold.flap)
        if flap.kind != "face":
            assert {*flap.points[:2]} == {fold.start, fold.end}, flap.name


@pytest.mark.parametrize("die", [*BLOCKS.values(), *BOXES.values(), drum(22.86 * MM, 11.43 * MM)], ids=lambda d: d.what)
def test_a_flat_die_is_cut_from_one_layer(die: Die):
    """No panels lie on each other, the outline encloses just them, and folds lie inside."""
    for i, a in enumerate(die.panels):
        assert not any(overlap(a.points, b.points) for b in die.panels[i + 1 :])
    ring, rings = [], []
    for op, *v in die.outline():
        if op == "m":
            ring = []
            rings.append(ring)
        if v:
            ring.append((v[0], v[1]))
    assert sum(area(tuple(r)) for r in rings) == pytest.approx(sum(area(p.points) for p in die.panels), rel=1e-5)
    assert len(rings) == (3 if die.what == "drum" else 1)


@pytest.mark.parametrize("die", [*BLOCKS.values(), *BOXES.values(), drum(22.86 * MM, 11.43 * MM)], ids=lambda d: d.what)
def test_art_covers_its_face_bleeds_over_cuts_and_stays_off_glue(die: Die):
    bleed = 3 * MM
    for face in die.faces:
        _, pieces = die.art(face, bleed)
        assert pieces[0] == face.points
        for other in die.panels:
            if other is face:
                continue
            common = sum(covered(piece, other.points) for piece in pieces[1:])
            fold = next((f for f in die.folds if (f.panel, f.flap) == (face.name, other.name)), None)
            if other.kind == "face" or fold is None:
                assert common < 1e-2, f"{face.name} bleeds into {other.name}"
            else:
                # Only the strip at its own fold.
                assert common <= dist(fold.start, fold.end) * 1 * MM + 1e-2, f"{face.name} covers {other.name}"
    edge = {"block": "bottom", "tuck box": "lid", "tray": "left", "sleeve": "front", "drum": "side"}[die.what]
    frame, pieces = die.art(panel(die, edge), bleed)
    assert sum(area(p) for p in pieces) > area(panel(die, edge).points) + bleed**2
    assert frame.width > folding_bounds(panel(die, edge).points)[0] + 0.9 * MM


def covered(piece, other) -> float:
    """The area that two polygons share."""
    return area(piece) - sum(area(p) for p in minus([piece], other))


def folding_bounds(points) -> tuple[float, float]:
    box = around(points)
    return box.width, box.height


# Parts


def fits(width: float, height: float):
    def check(w: float, h: float) -> bool:
        long, short = max(w, h), min(w, h)
        return long <= max(width, height) * MM + 1e-6 and short <= min(width, height) * MM + 1e-6

    return check


def test_a_box_that_is_too_wide_is_cut_at_a_fold_and_glued():
    whole = tuck_box(room(63.5, 88.9, 30), T, C)
    parts = in_parts(whole, fits(197.3, 200))
    assert [p.part for p in parts] == [(1, 2), (2, 2)]
    assert all(fits(197.3, 200)(*p.size) for p in parts)
    names = [p.name for part in parts for p in part.panels]
    joints = [n for n in names if n.startswith("joint")]
    assert sorted(n for n in names if n not in joints) == sorted(p.name for p in whole.panels)
    (joint,) = joints
    strip = panel(parts[0], joint)
    on = panel(parts[1], strip.on)
    root = dist(strip.points[0], strip.points[1])
    meets = [dist(a, b) for a, b in zip(on.points, on.points[1:] + on.points[:1], strict=True)]
    assert any(root == pytest.approx(length) for length in meets), "the joint is as long as the edge that it holds"
    assert len({s for part in parts for s in part.slits}) == len(whole.slits)


def test_a_box_that_fits_is_left_whole_and_one_that_never_does_is_not_made():
    whole = tuck_box(room(63.5, 88.9, 30), T, C)
    assert in_parts(whole, fits(1000, 1000)) == (whole,)
    assert in_parts(whole, fits(80, 80)) is None


# What can't be folded


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: block(*STOPPER, 10 * MM), "at most 9.4 mm fit"),
        (lambda: block(50 * MM, 10 * MM, 30 * MM, 6 * MM), "at most 4.5 mm fit"),
        (lambda: block(20 * MM, 20 * MM, 2 * MM), "1.5 mm are the least"),
        (lambda: drum(22.86 * MM, 11.43 * MM, 6 * MM), "at most 3.4 mm fit"),
        (lambda: drum(20 * MM, 2 * MM), "too small"),
    ],
)
def test_tabs_that_collide_are_refused_with_what_would_fit(make, words):
    with pytest.raises(Problem, match=words) as found:
        make()
    assert found.value.code == "net-tabs"


def test_tucks_are_as_long_as_the_box_is_deep_within_reason():
    assert tuck_length(MONOGOTO, T, C) == pytest.approx(20 * MM)
    assert tuck_length(room(60, 90, 5), T, C) == pytest.approx(12 * MM)
