"""Edges of backs that show how far these are printed out of place."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.examples import examples

CODE = "back-shows-shift"
GROUND = "ground: {in: bleed, fill: ink}\n"
FRAME = "frame: {box: {left: %smm, right: %smm, top: %smm, bottom: %smm}, stroke: {color: glow, width: 1pt}}\n"
CARD = "{shape: card, size: poker, corner: 3mm, bleed: 3mm, safe: 3mm}"
STOCKS = {
    "card": CARD,
    "square": "{shape: square, size: [60mm, 60mm], bleed: 3mm}",
    "circle": "{shape: circle, size: [50mm, 50mm], bleed: 3mm}",
    "oval": "{shape: circle, size: [50mm, 36mm], bleed: 3mm}",
    "octagon": "{shape: octagon, size: [60mm, 60mm], bleed: 3mm}",
    "wedge": "{shape: polygon, size: [60mm, 60mm], bleed: 3mm, outline: [[0%, 0%], [40%, 0%], [100%, 100%], [0%, 100%]]}",
}


def of(deck, zones, stock=CARD, sides="front: sample#plain, back: sample#front", more=""):
    """The sample deck with these zones on its backs."""
    deck.zones(zones)
    text = (deck.path / "deck.yaml").read_text().replace(CARD, stock).replace("front: sample#front", sides)
    deck.write("deck.yaml", text + more)
    template = deck.path / "templates/sample.yaml"
    template.write_text(template.read_text() + "  plain: {zones: {ground: {in: bleed, fill: glow}}}\n")
    return deck


def frame(inset):
    return FRAME % ((inset,) * 4)


@pytest.mark.parametrize(("inset", "told"), [(0.5, True), (2, True), (2.9, True), (3.3, False), (6, False)])
def test_a_frame_near_the_cut_of_a_back_is_reported_at_its_zone(deck, warnings, inset, told):
    found = warnings(of(deck, GROUND + frame(inset)), CODE)
    assert len(found) == told
    if told:
        assert (found[0].zone, found[0].span.line, found[0].card) == ("frame", 8, None)
        assert "inside it" in found[0].message


def test_a_line_around_the_safe_area_is_far_enough_whatever_its_width(deck, warnings):
    for width in ("0.5pt", "4pt"):
        ring = f"ring: {{in: safe, stroke: {{color: glow, width: {width}}}}}\n"
        assert warnings(of(deck, GROUND + ring), CODE) == []


def test_fronts_are_what_is_cut_by(deck, warnings):
    for sides in ("front: sample#front", "front: sample#front, back: sample#plain"):
        assert warnings(of(deck, GROUND + frame(2), sides=sides), CODE) == []


def test_of_two_sided_pieces_the_back_is_printed_second(deck, warnings):
    sides = "front: sample#plain, back: sample#front, two-sided: true"
    assert len(warnings(of(deck, GROUND + frame(2), sides=sides), CODE)) == 1


def test_a_deck_that_prints_no_backs_is_left_alone(deck, warnings):
    assert warnings(of(deck, GROUND + frame(2), more="print: {duplex: none}\n"), CODE) == []


@pytest.mark.parametrize(
    ("ground", "told"),
    [
        ("{in: bleed, fill: ink}", None),
        ("{in: trim, fill: ink}", "right at it"),
        ("{box: {left: -1mm, right: -1mm, top: -1mm, bottom: -1mm}, fill: ink}", "1 mm outside it"),
        ("{box: {left: -2mm, right: -2mm, top: -2mm, bottom: -2mm}, fill: ink}", None),
        ("{box: {left: 0.5mm, right: 0.5mm, top: 0.5mm, bottom: 0.5mm}, fill: ink, radius: 2.5mm}", "0.5 mm inside it"),
        ("{in: trim, fill: '#f8f8f8'}", None),
        ("{in: trim, fill: ink, opacity: 0.02}", None),
        ("{in: trim, fill: ink, opacity: 0.5}", "right at it"),
    ],
)
def test_a_ground_that_ends_near_the_cut_shows_paper(deck, warnings, ground, told):
    found = warnings(of(deck, f"ground: {ground}\n"), CODE)
    assert [told in w.message for w in found] == ([True] if told else []), [w.message for w in found]


def test_what_is_hidden_is_not_seen(deck, warnings):
    assert warnings(of(deck, GROUND + frame(2) + GROUND.replace("ground", "over")), CODE) == []
    assert (
        len(
            warnings(
                of(deck, GROUND + frame(2) + GROUND.replace("ground", "over").replace("}", ", opacity: 0.5}")), CODE
            )
        )
        == 1
    )


def test_an_edge_between_colours_that_look_alike_is_not_seen(deck, warnings):
    assert warnings(of(deck, GROUND + frame(2).replace("glow", "'#202020'")), CODE) == []


def test_short_edges_and_slanting_ones_are_no_frame(deck, warnings):
    label = "label: {box: {left: 20mm, width: %smm, bottom: 2mm, height: 5mm}, fill: glow%s}\n"
    assert warnings(of(deck, GROUND + label % (8, "")), CODE) == []
    assert len(warnings(of(deck, GROUND + label % (20, "")), CODE)) == 1
    assert warnings(of(deck, GROUND + label % (20, ", rotate: 20")), CODE) == []


def test_a_pattern_that_ends_before_the_cut_is_seen_as_one_line(deck, warnings):
    grid = (
        "pattern:\n  box: {left: %smm, right: %smm, top: 10mm, bottom: 10mm}\n  grid:\n    each: 60\n"
        "    columns: 6\n    zones: {dot: {box: {left: 5%%, width: 90%%, top: 5%%, height: 90%%}, fill: glow}}\n"
    )
    assert len(warnings(of(deck, GROUND + grid % (2, 2)), CODE)) == 1
    assert warnings(of(deck, GROUND + grid % (8, 8)), CODE) == []
    assert warnings(of(deck, GROUND + grid % (-4.5, -4.5)), CODE) == [], "one that is cut off forgives"


def test_the_box_of_a_picture_counts_and_one_that_is_cut_does_not(deck, warnings, png):
    art = "art: {%s, image: art.png}\n"
    inner = of(deck, GROUND + art % "box: {left: 2mm, right: 2mm, top: 2mm, bottom: 2mm}")
    inner.write("art.png", png(900, 1200))
    assert [w.zone for w in warnings(inner, CODE)] == ["art"]
    outer = of(deck, art % "in: bleed")
    outer.write("art.png", png(900, 1200))
    assert warnings(outer, CODE) == []


def test_drawings_and_what_cuts_them_off_are_followed(deck, warnings):
    drawing = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 69.5 94.9'><path d='M0 0H69.5V94.9H0Z' fill='#123'/>%s</svg>"
    line = "<rect x='5' y='5' width='59.5' height='84.9' fill='none' stroke='#fff' stroke-width='0.5'/>"
    for inner, count in (("", 0), (line, 1)):
        made = of(deck, "art: {in: bleed, svg: art.svg}\n")
        made.write("art.svg", drawing % inner)
        assert len(warnings(made, CODE)) == count
    clipped = (
        "window:\n  box: {left: 2mm, right: 2mm, top: 2mm, bottom: 2mm}\n  clip: true\n"
        "  zones: {sea: {box: {left: -20mm, right: -20mm, top: -20mm, bottom: -20mm}, fill: ink}}\n"
    )
    assert [w.zone for w in warnings(of(deck, clipped), CODE)] == ["window/sea"]


def test_the_card_is_named_where_backs_differ(deck, warnings):
    zones = GROUND + "frame: {box: {left: 2mm, right: 2mm, top: 2mm, bottom: 2mm}, fill: '{{ card.name }}'}\n"
    for rows, cards in (("name\nglow\nglow\n", [None]), ("name\nglow\nink\n", ["cards-001"])):
        made = of(deck, zones)
        made.write("cards.csv", rows)
        assert [w.card for w in warnings(made, CODE)] == cards
    made.write("cards.csv", "name\nglow\n'#fff'\nink\n".replace("'", ""))
    (found,) = warnings(made, CODE)
    assert "2 cards in all" in found.message


def test_it_is_silenced_by_zone(deck, warnings):
    silence = f"silence: [{{code: {CODE}, zone: frame, why: it is meant to}}]\n"
    assert warnings(of(deck, GROUND + frame(2), more=silence)) == []


@examples(1, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    shape=st.sampled_from(sorted(STOCKS)),
    depth=st.floats(-2.9, 9).map(lambda d: round(d, 2)),
    dark=st.booleans(),
    line=st.booleans(),
)
def test_what_follows_any_outline_is_reported_when_it_is_near_and_seen(deck, warnings, shape, depth, dark, line):
    """A ground, or a line, at a distance from the outline all around: `safe` is the region that has it."""
    # A line's own edges lie on both sides of it; near the limits nothing is asked.
    if any(abs(depth - limit) < 0.3 for limit in (-1.5, 3)):
        return
    if shape in ("oval", "wedge", "octagon") and depth < 0:
        return
    size = {"card": (63.5, 88.9), "circle": (50, 50), "oval": (50, 36)}.get(shape, (60, 60))
    color = "glow" if dark else "'#1d1d1d'"
    paint = f"stroke: {{color: {color}, width: 0.7pt}}" if line else f"fill: {color}"
    if depth > 0:
        stock = STOCKS[shape].replace(", safe: 3mm", "").replace("bleed: 3mm", f"bleed: 3mm, safe: {depth}mm")
        zones = f"ring: {{in: safe, {paint}}}\n"
    else:
        stock = STOCKS[shape]
        radius = f", radius: {size[0] / 2 - depth}mm" if shape == "circle" else ""
        box = ", ".join(f"{side}: {depth}mm" for side in ("left", "right", "top", "bottom"))
        zones = f"ring: {{box: {{{box}}}, {paint}{radius}}}\n"
    found = warnings(of(deck, GROUND + zones, stock), CODE)
    assert [w.zone for w in found] == (["ring"] if dark and -1.5 < depth < 3 else [])
