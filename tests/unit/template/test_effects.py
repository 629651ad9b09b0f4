"""Gradients, lines, shadows, blends and masks as templates write them: what they become, and what is refused where."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from carddesigner.core.color import Cmyk, Rgb
from carddesigner.core.geometry import Matrix, bounds
from carddesigner.core.items import GroupItem, ImageItem, PathItem, ShadowItem, SymbolItem, TextItem
from carddesigner.core.paint import MAX_STOPS, Gradient
from carddesigner.core.units import MM

INK, GLOW = (Rgb(*(v / 255 for v in c)) for c in ((0x1B, 0x1B, 0x1B), (0xF6, 0xCF, 0x5A)))
BOX = "box: {left: 10mm, width: 20mm, top: 20mm, height: 40mm}"


def png(mode: str, color: object) -> bytes:
    out = BytesIO()
    Image.new(mode, (40, 40), color).save(out, "PNG")  # type: ignore[arg-type]
    return out.getvalue()


def zone(deck, text: str):
    """The items of the zone `one`, groups kept."""
    face = deck.zones(f"one: {{{BOX}, {text}}}").lay().face
    return next(z for z in face.zones if z.id == "one")


def fill(deck, text: str) -> Gradient:
    (item,) = zone(deck, f"fill: {text}").items
    assert isinstance(item, PathItem)
    assert isinstance(item.fill, Gradient)
    return item.fill


def mm(*values: float) -> tuple[float, ...]:
    return tuple(round(v / MM, 2) for v in values)


@pytest.mark.parametrize(
    ("angle", "ends"),
    [
        ("", (20, 20, 20, 60)),
        ("angle: 0,", (20, 60, 20, 20)),
        ("angle: 90,", (10, 40, 30, 40)),
        ("angle: 45,", (5, 55, 35, 25)),
    ],
)
def test_a_linear_gradient_runs_across_its_box_as_in_css(deck, angle, ends):
    made = fill(deck, f"{{gradient: linear, {angle} stops: [ink, glow]}}")
    assert mm(*made.start, *made.end) == pytest.approx(ends)


def test_stops_without_places_lie_evenly_between_their_neighbours(deck):
    made = fill(deck, "{gradient: linear, stops: [ink, glow 40%, ink, ink, glow]}")
    assert [round(stop.at, 3) for stop in made.stops] == [0, 0.4, 0.6, 0.8, 1]


def test_a_place_may_stand_before_its_colour(deck):
    made = fill(deck, '{gradient: linear, stops: [ink, 30% glow, {color: "#fff", at: 80%}]}')
    assert [stop.at for stop in made.stops] == [0, 0.3, 0.8]


def test_stops_take_palette_colours_expressions_and_opacities(deck):
    text = '{gradient: linear, opacity: 0.5, stops: ["{{ card.a }}", {color: "#1b1b1b80", opacity: 0.5}]}'
    folder = deck.zones(f"one: {{{BOX}, fill: {text}}}", "name,a\nFire,glow\n")
    (item,) = folder.lay().items("one")
    assert [stop.color.alpha for stop in item.fill.stops] == pytest.approx([0.5, 0.5 * 0.5 * 128 / 255])
    assert item.fill.stops[0].color == Rgb(GLOW.r, GLOW.g, GLOW.b, 0.5)


def test_a_radial_gradient_reaches_the_farthest_corner_in_the_shape_of_the_box(deck):
    made = fill(deck, "{gradient: radial, stops: [ink, glow]}")
    assert made.matrix is not None
    a, _, _, d, x, y = made.matrix
    assert mm(x, y) == (20, 40)
    assert (10 / (a / MM)) ** 2 + (20 / (d / MM)) ** 2 == pytest.approx(1), "the corner lies on the ellipse"
    assert d / a == pytest.approx(2)


def test_a_radial_gradient_with_a_length_is_a_circle_around_its_centre(deck):
    made = fill(deck, "{gradient: radial, center: [25%, 5mm], radius: 8mm, stops: [ink, glow]}")
    assert made.matrix is not None
    a, _, _, d, x, y = made.matrix
    assert mm(a, d, x, y) == (8, 8, 15, 25)


def test_styles_hold_gradients_and_shadows(deck):
    template = deck.path / "templates" / "sample.yaml"
    folder = deck.zones(f"one: {{{BOX}, style: sunset}}")
    style = "styles:\n  sunset:\n    fill: {gradient: linear, stops: [ink, glow]}\n    shadow: {blur: 1mm}\n"
    template.write_text(template.read_text().replace("faces:", f"{style}faces:"))
    shadow, item = folder.lay().face.zones[0].items
    assert isinstance(shadow, ShadowItem)
    assert isinstance(item.fill, Gradient)


def test_inks_stay_inks_in_a_gradient(deck):
    made = fill(deck, '{gradient: linear, stops: ["cmyk(100, 0, 0, 0)", "#ffffff"]}')
    assert [stop.color for stop in made.stops] == [Cmyk(1, 0, 0, 0), Cmyk(0, 0, 0, 0)]


@pytest.mark.parametrize(
    ("text", "code", "at", "words"),
    [
        ("fill: {gradient: linear}", "missing-key", "{gradient: linear}", "missing 'stops'"),
        ("fill: {gradient: linear, stops: [ink]}", "gradient-stops", "[ink]", "two `stops` or more"),
        ("fill: {gradient: linear, stops: [ink -20%, glow]}", "wrong-value", "ink -20%", "from 0% to 100%, not '-20%'"),
        ("fill: {gradient: linear, stops: [ink 50%, glow 20%]}", "gradient-stops", "[ink 50%", "order of their places"),
        ('fill: {gradient: linear, stops: ["cmyk(0,9,0,0)", glow]}', "gradient-stops", '["cmyk', "don't mix"),
        ("fill: {gradient: linear, stops: [ink, glwo]}", "unknown-color", "glwo", "did you mean 'glow'"),
        ("fill: {gradient: linear, stops: [ink, glow 200%]}", "wrong-value", "glow 200%", "percentage"),
        ("fill: {gradient: lineal, stops: [ink, glow]}", "wrong-value", "lineal", "did you mean 'linear'"),
        ("fill: {gradient: linear, angel: 3, stops: [ink, glow]}", "unknown-key", "angel", "did you mean 'angle'"),
        ("fill: {gradient: radial, angle: 3, stops: [ink, glow]}", "never-acts", "3, stops", "`angle` does nothing"),
        ("fill: ink, blend: multply", "wrong-value", "multply", "did you mean 'multiply'"),
        ("fill: ink, shadow: {blur: 30mm}", "wrong-value", "30mm", "20mm"),
        ("fill: ink, shadow: {colour: ink}", "unknown-key", "colour", "did you mean 'color'"),
        ("fill: ink, mask: solid.png", "mask-without-alpha", "solid.png", "nowhere transparent"),
        ("fill: ink, mask: shiled", "unknown-icon", "shiled", "did you mean 'shield'"),
        ("fill: ink, radius: [1mm, 2mm]", "wrong-value", "[1mm, 2mm]", "one length, or four"),
        ("fill: ink, stroke: {color: ink, cap: flat}", "wrong-value", "flat", "'butt'"),
        ("fill: ink, flip: sideways", "wrong-value", "sideways", "'horizontal'"),
        ("text: A, color: {gradient: linear, stops: [ink]}", "gradient-stops", "[ink]", "two `stops`"),
    ],
)
def test_what_is_wrong_is_reported_at_its_place(deck, text, code, at, words):
    deck.write("solid.png", png("RGB", (9, 9, 9)))
    found = deck.zones(f"one: {{{BOX}, {text}}}").error(code)
    assert words in found.message
    line = (deck.path / "templates" / "sample.yaml").read_text().splitlines()[found.span.line - 1]
    assert line[found.span.column - 1 :].startswith(at)


def test_a_gradient_has_a_bound_of_stops(deck):
    many = ", ".join(["ink"] * (MAX_STOPS + 1))
    found = deck.zones(f"one: {{{BOX}, fill: {{gradient: linear, stops: [{many}]}}}}").error("wrong-value")
    assert "too many" in found.message


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("text: A, radius: 2mm", "radius"),
        ("shape: ellipse, fill: ink, radius: 2mm", "radius"),
        ("path: M0 0 L9 9, stroke: {color: ink}, radius: 2mm", "radius"),
        ("shape: line, stroke: {color: ink}, fill: ink", "fill"),
        ("shape: ellipse", "shape"),
        ("shape: ellipse, fill: ink, clip: true", "clip"),
        ("opacity: 0.5", "opacity"),
        ("shadow: {blur: 1mm}", "shadow"),
        ("shape: rectangle, fill: ink, sides: 5", "sides"),
        ("shape: polygon, sides: 5, fill: ink, inner: 50%", "inner"),
        ("image: a.png, fit: stretch, focus: [0, 0]", "focus"),
    ],
)
def test_what_a_zone_says_and_can_never_act_is_an_error_there(deck, text, key):
    deck.write("a.png", png("RGB", (9, 9, 9)))
    found = deck.zones(f"one: {{{BOX}, {text}}}").error("never-acts")
    assert f"`{key}`" in found.message
    assert found.span.line == 7


def test_what_a_style_or_an_expression_says_may_act_elsewhere(deck):
    template = deck.path / "templates" / "sample.yaml"
    folder = deck.zones(
        f'one: {{{BOX}, text: A, style: round}}\ntwo: {{{BOX}, fill: "{{{{ card.name }}}}", radius: 1mm}}',
        "name\nink\n",
    )
    template.write_text(template.read_text().replace("faces:", "styles:\n  round: {radius: 2mm}\nfaces:"))
    folder.lay()


def test_what_a_zone_takes_over_is_not_its_own(deck):
    deck.write(
        "templates/base.yaml", "template: base\nfaces:\n  front:\n    zones:\n      one: {fill: '#fff', radius: 2mm}\n"
    )
    folder = deck.zones("one: {fill: null, text: A}")
    template = deck.path / "templates" / "sample.yaml"
    template.write_text(template.read_text().replace("template: sample", "template: sample\nextends: base"))
    folder.lay()


def test_a_shadow_lies_under_what_throws_it_and_is_as_large_as_its_blur_reaches(deck):
    shadow, panel = zone(deck, "fill: ink, shadow: {offset: [1mm, 2mm], blur: 2mm, color: glow, opacity: 0.4}").items
    assert isinstance(shadow, ShadowItem)
    assert isinstance(panel, PathItem)
    assert mm(*shadow.box) == (7, 17, 26, 46)
    assert mm(*shadow.offset, shadow.blur) == (1, 2, 2)
    assert shadow.color == Rgb(GLOW.r, GLOW.g, GLOW.b, 0.4)


def test_a_sharp_shadow_is_vectors(deck):
    shadow, _ = zone(deck, "text: A, shadow: {offset: [1mm, 1mm]}").items
    assert isinstance(shadow, GroupItem)
    assert shadow.mask is not None


def test_blend_and_opacity_are_of_the_zone_as_a_whole(deck):
    (group,) = zone(deck, "fill: ink, blend: color-dodge, opacity: 0.5, zones: {in: {fill: glow}}").items
    assert (group.blend, group.opacity, len(group.items)) == ("ColorDodge", 0.5, 2)


def test_a_picture_masks_by_its_box_and_an_icon_by_its_shape(deck):
    deck.write("hole.png", png("RGBA", (0, 0, 0, 0)))
    (group,) = zone(deck, "fill: ink, mask: hole.png").items
    (mask,) = group.mask.items
    assert isinstance(mask, ImageItem)
    assert mm(*mask.frame) == (10, 20, 20, 40)
    (group,) = zone(deck, "fill: ink, mask: shield").items
    assert isinstance(group.mask.items[0], SymbolItem)


def test_a_zone_is_flipped_before_it_is_turned(deck):
    (group,) = zone(deck, "icon: shield, flip: horizontal, rotate: 90").items
    x, y = 20 * MM, 40 * MM
    assert group.matrix.apply(x - 5, y) == pytest.approx((x, y + 5))
    assert group.matrix.apply(x, y - 5) == pytest.approx((x + 5, y))


def test_a_clip_is_the_outline_of_the_form(deck):
    drawn, inside = zone(deck, "shape: ellipse, fill: ink, clip: true, zones: {in: {fill: glow}}").items
    assert isinstance(drawn, PathItem)
    assert inside.clip == drawn.path


def test_a_stroke_lies_over_its_image(deck):
    deck.write("a.png", png("RGB", (9, 9, 9)))
    picture, line = zone(deck, "image: a.png, stroke: {color: ink, width: 1mm}").items
    assert isinstance(picture, GroupItem)
    assert isinstance(line, PathItem)
    assert line.stroke is not None


@pytest.mark.parametrize(
    "form", ["polygon, sides: 6", "diamond", "star", "polygon, points: [[0, 0], [100%, 0], [50%, 100%]]"]
)
def test_a_radius_rounds_every_polygon(deck, form):
    (sharp,) = zone(deck, f"shape: {form}, fill: ink").items
    (round_,) = zone(deck, f"shape: {form}, fill: ink, radius: 2mm").items
    corners = sum(s[0] != "h" for s in sharp.path)
    assert sum(s[0] == "c" for s in round_.path) == corners
    assert bounds(round_.path).height < bounds(sharp.path).height


def test_a_star_is_as_deep_as_it_says(deck):
    (star,) = zone(deck, "shape: star, sides: 4, inner: 50%, fill: ink").items
    x, y = star.path[1][1:]
    assert mm(x, y) == pytest.approx((20 + 5 * 2**-0.5 * 1, 40 - 10 * 2**-0.5), abs=0.01)


def test_four_radii_are_of_the_corners_from_the_left_upper_one_on(deck):
    (tab,) = zone(deck, "fill: ink, radius: [4mm, 2mm, 0, 25%]").items
    ends = [mm(*s[-2:]) for s in tab.path if s[0] == "c"]
    assert ends == [(14, 20), (30, 22), (10, 55)]
    found = deck.zones(f"one: {{{BOX}, shape: star, fill: ink, radius: [1mm, 0, 0, 0]}}").error("never-acts")
    assert "rectangle" in found.message


def test_lines_end_and_turn_as_they_say(deck):
    (item,) = zone(deck, "path: M0 0 L9 9, stroke: {color: ink, cap: round, join: bevel}").items
    assert (item.stroke.cap, item.stroke.join) == (1, 2)


def test_letters_take_a_gradient_across_their_box_and_a_line_under_them(deck):
    text = "text: A, color: {gradient: linear, stops: [ink, glow]}, text-stroke: {color: ink, width: 1mm}"
    (group,) = zone(deck, text).items
    (piece,) = group.items[0].pieces
    assert mm(*piece.color.start, *piece.color.end) == (10, 0, 10, 40)
    assert (piece.under, mm(piece.stroke.width)) == (True, (1,))
    assert piece.color.matrix == Matrix()


def test_text_on_an_arc_keeps_to_its_box_and_reads_as_before(deck):
    folder = deck.zones(f"one: {{{BOX}, text: over hills, size: 6pt, align: center, arc: 90}}")
    group = folder.lay().face.zones[0].items[0]
    letters = [item for item in group.items if isinstance(item, GroupItem)]
    said = "".join(run.text for g in letters for i in g.items if isinstance(i, TextItem) for run in i.pieces[0].runs)
    assert said == "over hills"
    feet = [g.matrix for g in letters]
    assert next(m.f for m in feet) > min(m.f for m in feet) < [m.f for m in feet][-1], "bent upwards"
    assert feet[0].b < 0 < feet[-1].b
    found = deck.zones(f"one: {{{BOX}, text: overhills, size: 30pt, arc: 90}}").error("text-overflow")
    assert "too wide" in found.message or "too high" in found.message


def test_text_on_an_arc_has_less_height_for_its_bend(deck):
    box = "box: {width: 60mm, height: 6mm}"
    deck.zones(f"one: {{{box}, text: hills, size: 6pt, arc: 10}}").lay()
    assert "too high" in deck.zones(f"one: {{{box}, text: hills, size: 6pt, arc: 120}}").error("text-overflow").message


@pytest.mark.parametrize(
    "shape",
    [
        "<circle cx='5' cy='5' r='5'/>",
        "<g opacity='0.5'><circle cx='5' cy='5' r='5'/><circle r='5'/></g>",
        "<circle cx='5' cy='5' r='5' stroke='red' stroke-dasharray='1' stroke-dashoffset='1'/>",
    ],
)
def test_an_svg_that_keeps_no_shape_fills_its_box(deck, shape):
    head = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10' preserveAspectRatio='none'>"
    deck.write("dot.svg", f"{head}{shape}</svg>")
    (item,) = zone(deck, "svg: dot.svg").items
    if isinstance(item, SymbolItem | GroupItem):
        place = item.place if isinstance(item, SymbolItem) else item.matrix
        assert mm(*place.apply(0, 0), *place.apply(10, 10)) == (10, 20, 30, 60)
    else:
        assert isinstance(item, ImageItem)
        assert mm(*item.frame) == (10, 20, 20, 40)


@pytest.mark.parametrize(("stops", "warned"), [('["#ffffff", "#eeeeee"]', True), ('["#ffffff", ink]', False)])
def test_text_on_a_gradient_is_judged_by_its_most_favourable_colour(deck, cli, stops, warned):
    deck.zones(f"one: {{{BOX}, text: A, color: '#fafafa', fill: {{gradient: linear, stops: {stops}}}}}")
    ran = cli("validate", "./sample")
    assert ("low-contrast" in ran.err + ran.out) is warned


def test_shadows_in_each_other_are_bounded(deck):
    def nested(depth: int) -> str:
        return "one: " + "{shadow: {offset: [1mm, 1mm]}, zones: {a: " * depth + "{fill: ink}" + "}}" * depth

    assert deck.zones(nested(4)).lay().items("one")
    assert "shadows are nested more than 4 levels deep" in deck.zones(nested(30)).error("too-deep").message
    assert len(deck.errors()) == 1


@pytest.mark.parametrize(
    ("setting", "wrong"),
    [
        ("text: A, icon-size: 1e308", "10"),
        ("text: A, icon-size: -1", "0"),
        ("text: A, paragraph-gap: -1e308", "0"),
        ("text: A, tracking: 1e308", "10000"),
        ("path: M0 0L9 9, view: [1e-320, 9]", "0.001 to 1,000,000"),
        ("path: M0 0L9 9, view: [9, 1e308]", "0.001 to 1,000,000"),
    ],
)
def test_numbers_that_nothing_can_be_drawn_with_are_refused(deck, setting, wrong):
    assert wrong in deck.zones(f"one: {{{setting}}}").error("wrong-value").message


def test_an_arc_of_next_to_no_degrees_is_straight(deck):
    straight, plain = (deck.zones(f"one: {{text: ABC, arc: {a}}}").lay().items("one") for a in ("1e-320", "0"))
    assert [(item.y, item.pieces[0].x) for item in straight] == [(item.y, item.pieces[0].x) for item in plain]


def test_letters_with_lines_count_more_than_others(deck):
    rows = "name\n" + "".join(f"{n} {'lorem ' * 3_000}\n" for n in range(18))
    zones = "one: {in: bleed, text: '{{ card.name }}', size: 1pt, text-stroke: {color: ink, width: 1mm}}"
    assert "most of them for lines along letters" in deck.zones(zones, rows).error("too-much-work").message
