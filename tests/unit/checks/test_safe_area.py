"""Text and icons near the cut."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from carddesigner.checks.outlines import Cut, around, cut, depth, rings
from carddesigner.core.geometry import Path, Rect
from carddesigner.core.units import MM

TEXT = "word: {box: {left: %smm, width: 40mm, top: 20mm, height: 8mm}, text: Hills, size: 12pt}"


def codes(found):
    return [w.code for w in found]


def test_text_keeps_the_safe_distance(deck, warnings):
    assert warnings(deck.zones(TEXT % 3)) == []
    (found,) = warnings(deck.zones(TEXT % 1))
    assert (found.code, found.zone) == ("outside-safe", "word")
    assert "the text comes within 1." in found.message
    assert "3 mm are safe" in found.message


def test_text_over_the_cut_is_reported_as_such(deck, warnings):
    (found,) = warnings(deck.zones(TEXT % -2))
    assert "out over the cut" in found.message


def test_an_empty_box_near_the_cut_is_fine(deck, warnings):
    assert (
        warnings(deck.zones("word: {box: {right: 0mm, width: 40mm, top: 20mm, height: 8mm}, text: Hi, size: 9pt}"))
        == []
    )


@pytest.mark.parametrize("left", ["5mm", "-0.25mm"])
def test_ascenders_and_accents_may_stand_above_the_capitals(deck, warnings, left):
    # A little to the left of the safe area only the space before the first letter sticks out.
    zone = f"word: {{in: safe, box: {{top: 0mm, height: 9mm, left: {left}}}, text: 'dÉd', size: 18pt}}"
    assert warnings(deck.zones(zone)) == []


def test_what_is_turned_is_measured_where_it_ends_up(deck, warnings):
    zone = "word: {box: {left: 1mm, width: 30mm, top: 20mm, height: 8mm}, text: Hills, size: 12pt%s}"
    assert codes(warnings(deck.zones(zone % ""))) == ["outside-safe"]
    assert warnings(deck.zones(zone % ", rotate: 180")) == []


@pytest.mark.parametrize(
    ("box", "told"),
    [
        ("{right: 1mm, width: 8mm, top: 30mm, height: 8mm}", True),
        ("{right: 4mm, width: 8mm, top: 30mm, height: 8mm}", False),
        ("{right: -10mm, width: 30mm, top: 30mm, height: 30mm}", False),
    ],
)
def test_icons_too_but_for_those_that_fill_the_bleed(deck, warnings, box, told):
    assert codes(warnings(deck.zones(f"sign: {{box: {box}, icon: sun}}"))) == ["outside-safe"] * told


def test_an_icon_larger_than_its_line_may_stick_out_of_a_safe_box(deck, warnings):
    zone = 'word: {in: safe, box: {top: 0mm, height: 8mm}, text: "Go :sun:", size: 12pt, icon-size: %s}'
    assert warnings(deck.zones(zone % 0.6)) == []
    (found,) = warnings(deck.zones(zone % 2.2))
    assert "the icon comes within" in found.message


def test_grounds_and_pictures_are_meant_to_be_cut(deck, warnings, png):
    deck.zones("ground: {in: bleed, fill: ink}\nart: {in: bleed, image: art.png}").write("art.png", png(900, 1200))
    assert warnings(deck) == []


CARD = "{shape: card, size: poker, corner: 3mm, bleed: 3mm, safe: 3mm}"
SQUARE = "{shape: square, size: [40mm, 40mm], bleed: 3mm, safe: 3mm}"
HEXAGON = "[[25%, 0%], [75%, 0%], [100%, 50%], [75%, 100%], [25%, 100%], [0%, 50%]]"
TRIANGLE = "[[50%, 0%], [100%, 100%], [0%, 100%]]"
SHAPES = {
    "square": SQUARE,
    "circle": SQUARE.replace("shape: square", "shape: circle"),
    "oval": SQUARE.replace("shape: square", "shape: circle").replace("40mm]", "25mm]"),
    "hexagon": SQUARE.replace("shape: square", f"shape: polygon, outline: {HEXAGON}"),
    "triangle": SQUARE.replace("shape: square", f"shape: polygon, outline: {TRIANGLE}").replace("40mm", "60mm"),
    "chamfered": SQUARE.replace("shape: square", "shape: card, corner: {chamfer: 4mm}"),
}


def of_stock(deck, stock):
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text().replace(CARD, stock))
    return deck


def test_round_pieces_are_measured_from_their_round_edge(deck, warnings):
    zone = "word: {box: {left: 3mm, right: 3mm, top: 3mm, height: 6mm}, text: Lighthouses, size: 12pt, align: center}"
    for shape, count in (("square", 0), ("circle", 1)):
        assert codes(warnings(of_stock(deck.zones(zone), SHAPES[shape]))) == ["outside-safe"] * count


@pytest.mark.parametrize("shape", ["square", "circle", "oval", "hexagon", "triangle"])
@pytest.mark.parametrize(
    "corner", ["top, align: left", "top, align: right", "bottom, align: left", "bottom, align: right"]
)
def test_a_text_in_the_safe_area_is_safe_whatever_the_shape(deck, warnings, shape, corner):
    deck.zones(f"word: {{in: safe, text: Hi, size: 7pt, valign: {corner}}}")
    assert warnings(of_stock(deck, SHAPES[shape])) == []


@pytest.mark.parametrize("shape", ["circle", "hexagon", "triangle", "chamfered", "square"])
def test_a_line_around_the_safe_area_keeps_its_distance_from_the_cut_all_around(deck, shape):
    face = of_stock(deck.zones("ring: {in: safe, stroke: {color: ink, width: 1pt}}"), SHAPES[shape]).lay().face
    (item,) = face.zones[0].items
    ring, cut = rings(item.path)[0], rings(face.outline)
    assert {round(depth(cut, p) / MM, 1) for p in ring} == {3.0}
    box = around(ring)
    assert box.width > 0.5 * around(cut[0]).width


def test_a_safe_area_that_leaves_nothing_of_a_polygon_is_refused(deck):
    stock = SHAPES["triangle"].replace("60mm", "20mm").replace("safe: 3mm", "safe: 7mm")
    found = of_stock(deck.zones("word: {text: Hi, size: 7pt}"), stock).error("bad-length")
    assert "leaves nothing" in found.message


@pytest.mark.parametrize("side", ["left", "right"])
def test_text_on_a_back_is_measured_from_the_edge_as_it_is_seen_from_behind(deck, warnings, side):
    wedge = "{shape: polygon, size: [40mm, 60mm], bleed: 3mm, safe: 3mm, outline: [[0%, 0%], [30%, 0%], [100%, 100%], [0%, 100%]]}"
    deck.zones(
        f"word: {{box: {{{side}: 4mm, top: 10mm, width: 10mm, height: 9mm}}, text: Hi, size: 12pt, align: {side}}}"
    )
    of_stock(deck, wedge)
    for back in ("", ", back: sample#front"):
        text = (deck.path / "deck.yaml").read_text().replace("front: sample#front", f"front: sample#front{back}")
        deck.write("deck.yaml", text)
        found = [w.message.partition(" ")[2] for w in warnings(deck)]
        assert [m[:15] for m in found] == (["text sticks 17."] if back or side == "right" else []), found


def test_inner_zones_are_named_by_their_path(deck, warnings):
    zone = "panel:\n  box: {left: 0.5mm, width: 30mm, top: 20mm, height: 9mm}\n  zones:\n    word: {text: Hills, size: 12pt}"
    (found,) = warnings(deck.zones(zone))
    assert (found.zone, found.span.line) == ("panel/word", 10)


def test_an_icon_of_more_than_shapes_counts_too(deck, warnings):
    shapes = '<g opacity=".5"><circle cx="5" cy="5" r="5"/><circle r="90"/></g>'
    deck.write("symbols/faint.svg", f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{shapes}</svg>')
    for left, told in (("1mm", ["outside-safe"]), ("20mm", [])):
        deck.zones(f"one: {{icon: faint, box: {{left: {left}, width: 8mm, top: 20mm, height: 8mm}}}}")
        assert [w.code for w in warnings(deck)] == told


WITH_A_BAY: Path = (
    *(("m", 0.0, 0.0), ("l", 40.0, 0.0), ("l", 40.0, 100.0), ("l", 60.0, 100.0), ("l", 60.0, 0.0), ("l", 100.0, 0.0)),
    *(("l", 100.0, 140.0), ("l", 0.0, 140.0), ("h",)),
)
"""The outline of a net, with a slit from above between two flaps."""
SQUARE: Path = (("m", 0.0, 0.0), ("l", 100.0, 0.0), ("l", 100.0, 140.0), ("l", 0.0, 140.0), ("h",))
PLACE = st.tuples(st.integers(-20, 120).map(float), st.integers(-20, 160).map(float))


@given(st.sampled_from([WITH_A_BAY, SQUARE]), st.lists(PLACE, min_size=1, max_size=6), st.sampled_from([0.0, 8.5]))
@example(WITH_A_BAY, [(33.0, 50.0)], 8.5)
def test_the_place_nearest_to_the_cut_counts(outline, places, safe):
    edge: Cut = cut(outline, Rect(0.0, 0.0, 100.0, 140.0), safe, 0.1)
    least, found = min(depth(rings(outline), p) for p in places), edge.least_depth(places)
    assert found == pytest.approx(least) if least < safe else found >= safe
