"""The rules of zones, one test each, on small decks."""

from __future__ import annotations

import pytest

from carddesigner.core.color import Cmyk, Gray, Rgb, Spot
from carddesigner.core.items import ImageItem, PathItem, SymbolItem, TextItem
from carddesigner.core.units import MM


def texts(laid, zone=None):
    """The texts of a zone, a line each."""
    return ["".join(r.text for p in i.pieces for r in p.runs) for i in laid.items(zone) if isinstance(i, TextItem)]


def test_a_zone_without_a_box_fills_the_trim(deck):
    laid = deck.zones("all: {fill: ink}").lay()
    assert laid.frame("all") == (0, 0, 63.5, 88.9)


@pytest.mark.parametrize(
    ("box", "frame"),
    [
        ("{left: 8mm, right: 8mm, top: 4mm, height: 20mm}", (8, 4, 47.5, 20)),
        ("{left: 1cm, width: 1in, bottom: 0mm, height: 10%}", (10, 80.01, 25.4, 8.89)),
        ("{right: 5mm, width: 20%, top: 50%}", (45.8, 44.45, 12.7, 44.45)),
        ("{left: -2mm, right: -2mm}", (-2, 0, 67.5, 88.9)),
        ("{width: 72pt}", (0, 0, 25.4, 88.9)),
        ("{left: 0}", (0, 0, 63.5, 88.9)),
    ],
)
def test_a_box_takes_any_two_of_three_and_fills_the_rest(deck, box, frame):
    assert deck.zones(f"one: {{box: {box}, fill: ink}}").lay().frame("one") == frame


def test_a_box_of_three_says_which_are_too_many(deck):
    found = deck.zones("one:\n  box: {left: 1mm, width: 2mm, right: 3mm}\n  fill: ink").error("box-overdetermined")
    assert (found.span.line, found.span.column) == (8, 14)


def test_a_bare_number_is_refused_with_the_units_there_are(deck):
    found = deck.zones("one: {box: {left: 3}, fill: ink}").error("bad-length")
    assert "3mm" in found.message
    assert found.span.line == 7


def test_percentages_refer_to_the_parents_same_axis(deck):
    laid = deck.zones(
        "outer:\n  box: {left: 10mm, width: 20mm, top: 10mm, height: 40mm}\n"
        "  zones:\n    inner: {box: {left: 50%, top: 25%}, fill: ink}"
    ).lay()
    (item,) = laid.items("outer")
    xs = {round(s[1] / MM, 3) for s in item.path if len(s) == 3}
    ys = {round(s[2] / MM, 3) for s in item.path if len(s) == 3}
    assert (xs, ys) == ({20.0, 30.0}, {20.0, 50.0})


@pytest.mark.parametrize(
    ("region", "frame"), [("trim", (0, 0, 63.5, 88.9)), ("bleed", (-3, -3, 69.5, 94.9)), ("safe", (3, 3, 57.5, 82.9))]
)
def test_outermost_zones_lie_in_trim_bleed_or_safe(deck, region, frame):
    assert deck.zones(f"one: {{in: {region}, fill: ink}}").lay().frame("one") == frame


def test_an_unknown_region_names_the_nearest(deck):
    assert "did you mean 'safe'" in deck.zones("one: {in: saef, fill: ink}").error("unknown-region").message


def test_a_zone_inside_another_can_not_choose_a_region(deck):
    deck.zones("one: {zones: {two: {in: bleed, fill: ink}}}").error("region-inside")


def test_a_set_of_regions_is_laid_out_once_in_each_turned_outwards(deck):
    deck.zones('half: {in: halves, text: "{{ region }}", size: 8pt}')
    deck.write(
        "deck.yaml",
        (deck.path / "deck.yaml")
        .read_text()
        .replace(
            "card: {shape: card, size: poker, corner: 3mm, bleed: 3mm, safe: 3mm}",
            "tile:\n    shape: polygon\n    size: [40mm, 40mm]\n"
            "    outline: [[0%, 0%], [100%, 0%], [100%, 100%], [0%, 100%]]\n"
            "    regions:\n"
            "      upper: {points: [[0%, 0%], [100%, 0%], [100%, 50%], [0%, 50%]]}\n"
            "      lower: {points: [[0%, 50%], [100%, 50%], [100%, 100%], [0%, 100%]], rotation: 180}\n"
            "    sets: {halves: [upper, lower]}\n    partition: true",
        ),
    )
    laid = deck.lay()
    assert texts(laid) == ["upper", "lower"]
    assert [tuple(round(v / MM, 2) for v in z.frame) for z in laid.face.zones] == [(0, 0, 40, 20), (0, 20, 40, 20)]


def test_what_reads_the_same_is_one_zone_beside_what_reads_its_region(deck):
    deck.zones(
        'ground: {fill: ink}\nwhere: {text: "{{ region }}"}\nname: {text: "{{ card.name }}"}', rows="name\nFire\nIce\n"
    )
    (fire, _), (ice, _) = deck.lay().faces.values()
    assert [a is b for a, b in zip(fire.zones, ice.zones, strict=True)] == [True, True, False]


def test_regions_that_leave_a_gap_are_no_partition(deck):
    deck.zones("one: {fill: ink}")
    stock = (
        "tile: {shape: polygon, size: [40mm, 40mm], outline: [[0%, 0%], [100%, 0%], [100%, 100%]], partition: true, "
    )
    stock += "regions: {a: [[0%, 0%], [100%, 0%], [100%, 50%]]}}"
    text = (deck.path / "deck.yaml").read_text()
    deck.write("deck.yaml", text.replace("card: {shape: card, size: poker, corner: 3mm, bleed: 3mm, safe: 3mm}", stock))
    assert "50.0 %" in deck.error("partition").message


def test_a_zone_has_one_content(deck):
    found = deck.zones("one:\n  text: Fire\n  icon: sun").error("two-contents")
    assert found.span.line == 9


@pytest.mark.parametrize(
    ("written", "color"),
    [
        ("glow", Rgb(0xF6 / 255, 0xCF / 255, 0x5A / 255)),
        ('"#fff"', Rgb(1, 1, 1)),
        ('"rgb(255, 0, 51)"', Rgb(1, 0, 0.2)),
        ('"cmyk(0, 0, 0, 100)"', Cmyk(0, 0, 0, 1)),
        ('"spot(Gold, 0, 20, 60, 20)"', Spot("Gold", Cmyk(0, 0.2, 0.6, 0.2))),
    ],
)
def test_colours_are_the_palettes_then_written_out(deck, written, color):
    (item,) = deck.zones(f"one: {{fill: {written}}}").lay().items()
    assert item.fill == color


def test_an_unknown_colour_names_the_nearest(deck):
    assert "did you mean 'glow'" in deck.zones("one: {fill: glwo}").error("unknown-color").message


def test_the_decks_palette_goes_before_the_templates(deck):
    deck.zones("one: {fill: glow}\ntwo: {fill: own}")
    text = (deck.path / "templates/sample.yaml").read_text()
    deck.write("templates/sample.yaml", text.replace("faces:", 'palette: {glow: "#000000", own: "#ffffff"}\nfaces:'))
    glow, own = deck.lay().items()
    assert (glow.fill.r > 0.9, own.fill) == (True, Rgb(1, 1, 1))


def test_when_leaves_a_zone_and_its_children_out(deck):
    deck.zones("one: {when: card.name == 'Ice', zones: {a: {text: \"{{ card.name }}\"}}}", "name\nFire\nIce\n")
    laid = deck.lay()
    assert [len(f.zones) for f, _ in laid.faces.values()] == [0, 1]


@pytest.mark.parametrize(("each", "count"), [("card.cost", 3), ("2", 2), ("card.cost + 1", 4), ("0", 0)])
def test_each_repeats_by_a_number_or_an_expression(deck, each, count):
    zones = (
        f"dots: {{row: {{each: {each}, gap: 1mm, size: [3mm, 3mm], zones: {{dot: {{shape: ellipse, fill: ink}}}}}}}}"
    )
    assert len(deck.zones(zones, "name,cost\nFire,3\n").lay().items()) == count


def test_a_row_is_centred_with_its_gaps(deck):
    zones = "dots:\n  box: {left: 10mm, width: 30mm, top: 10mm, height: 10mm}\n"
    zones += "  row: {each: 3, gap: 1mm, size: [3mm, 3mm], zones: {dot: {fill: ink}}}"
    lefts = [round(min(s[1] for s in i.path if len(s) == 3) / MM, 3) for i in deck.zones(zones).lay().items()]
    assert lefts == [19.5, 23.5, 27.5]


def test_a_grid_fills_row_by_row_and_knows_item_index_and_count(deck):
    zones = "all:\n  grid:\n    each: range(3)\n    columns: 2\n    zones:\n"
    zones += '      t: {text: "{{ item }}-{{ index }}-{{ count }}", size: 6pt}'
    assert texts(deck.zones(zones).lay()) == ["0-0-3", "1-1-3", "2-2-3"]


def test_a_part_sees_only_its_parameters_the_deck_and_the_palette(deck):
    deck.zones('one: {part: badge, params: {word: "{{ card.name }}"}}')
    text = (deck.path / "templates/sample.yaml").read_text()
    part = "parts:\n  badge:\n    params: {word: none, size: 1}\n    zones:\n"
    good = part + '      t: {text: "{{ word }} of {{ deck.title }}", size: 7pt}\nfaces:'
    deck.write("templates/sample.yaml", text.replace("faces:", good))
    assert texts(deck.lay()) == ["Fire of Sample"]
    deck.write("templates/sample.yaml", text.replace("faces:", part + '      t: {text: "{{ card.name }}"}\nfaces:'))
    assert "there is no 'card' here" in deck.error("unknown-name").message


def test_an_unknown_part_and_an_unknown_parameter_name_the_nearest(deck):
    deck.zones("one: {part: bagde}\ntwo: {part: badge, params: {wrod: x}}")
    text = (deck.path / "templates/sample.yaml").read_text()
    deck.write("templates/sample.yaml", text.replace("faces:", "parts:\n  badge: {params: {word: a}}\nfaces:"))
    messages = " ".join(d.message for d in deck.errors())
    assert "did you mean 'badge'" in messages
    assert "did you mean 'word'" in messages


def test_an_unknown_parameter_is_one_error_and_names_no_settings_where_there_are_none(deck):
    deck.zones("one: {part: badge, params: {word: x}}", "name\nFire\nIce\n")
    text = (deck.path / "templates/sample.yaml").read_text()
    deck.write("templates/sample.yaml", text.replace("faces:", "parts:\n  badge: {zones: {}}\nfaces:"))
    found = deck.error("unknown-key")
    assert found.message == "part 'badge' has no parameter 'word'"
    assert found.hint is None


def test_parameters_of_a_part_are_a_mapping(deck):
    deck.zones("one: {part: badge}")
    text = (deck.path / "templates/sample.yaml").read_text()
    deck.write("templates/sample.yaml", text.replace("faces:", "parts:\n  badge: {params: [word], zones: {}}\nfaces:"))
    assert "is a mapping" in deck.error("wrong-type").message


def test_a_part_in_itself_is_an_error(deck):
    deck.zones("one: {part: a}")
    text = (deck.path / "templates/sample.yaml").read_text()
    deck.write("templates/sample.yaml", text.replace("faces:", "parts:\n  a: {zones: {x: {part: a}}}\nfaces:"))
    deck.error("part-cycle")


def test_the_last_style_wins_and_the_zone_over_all(deck):
    deck.zones("one: {text: Fire, style: [big, small], color: glow}")
    text = (deck.path / "templates/sample.yaml").read_text()
    styles = "styles:\n  big: {size: 20pt, bold: true, color: ink}\n  small: {size: 8pt}\nfaces:"
    deck.write("templates/sample.yaml", text.replace("faces:", styles))
    (item,) = deck.lay().items()
    piece = item.pieces[0]
    assert (piece.size, piece.font, piece.color.r > 0.9) == (8, "AlegreyaSans-Bold", True)


def test_a_style_can_be_chosen_by_the_card(deck):
    deck.zones('one: {text: Fire, style: "{{ card.look }}"}', "name,look\nA,big\nB,bgi\n")
    text = (deck.path / "templates/sample.yaml").read_text()
    deck.write("templates/sample.yaml", text.replace("faces:", "styles: {big: {size: 20pt}}\nfaces:"))
    found = deck.error("unknown-style")
    assert "did you mean 'big'" in found.message
    assert found.card == "cards-002"


def test_each_text_of_a_zone_has_the_settings_of_its_card(deck):
    deck.zones(
        'one: {text: "{{ card.name }}", style: "{{ card.look }}", bold: "{{ card.name == \'C\' }}"}',
        "name,look\nA,big\nB,small\nC,big\nD,big\n",
    )
    text = (deck.path / "templates/sample.yaml").read_text()
    deck.write(
        "templates/sample.yaml", text.replace("faces:", "styles: {big: {size: 20pt}, small: {size: 8pt}}\nfaces:")
    )
    pieces = [front.zones[0].items[0].items[0].pieces[0] for front, _ in deck.lay().faces.values()]
    shown = [(piece.runs[0].text, piece.size, piece.font) for piece in pieces]
    assert shown == [
        ("A", 20, "AlegreyaSans-Regular"),
        ("B", 8, "AlegreyaSans-Regular"),
        ("C", 20, "AlegreyaSans-Bold"),
        ("D", 20, "AlegreyaSans-Regular"),
    ]


def test_a_setting_of_another_type_is_read_anew_for_its_card(deck):
    deck.zones('one: {text: "{{ card.name }}", columns: "{{ 1 if card.name == \'A\' else true }}"}', "name\nA\nB\nC\n")
    assert deck.error("wrong-type").card == "cards-002"


def test_an_unknown_style_names_the_nearest(deck):
    deck.zones("one: {text: Fire, style: tilte}")
    text = (deck.path / "templates/sample.yaml").read_text()
    deck.write("templates/sample.yaml", text.replace("faces:", "styles: {title: {size: 20pt}}\nfaces:"))
    assert "did you mean 'title'" in deck.error("unknown-style").message


def test_an_expression_alone_keeps_its_type(deck):
    zones = 'one: {text: "x", bold: "{{ card.strong == \'yes\' }}", rotate: "{{ card.turn }}"}'
    laid = deck.zones(zones, "name,strong,turn\nFire,yes,90\n").lay()
    assert laid.items()[0].pieces[0].font == "AlegreyaSans-Bold"


def test_a_card_named_none_or_1e3_stays_text(deck):
    laid = deck.zones('one: {text: "{{ card.name }}", size: 8pt}', "name,x\nNone,a\n1e3,b\n007,c\n").lay()
    shown = [
        "".join(r.text for p in i.pieces for r in p.runs)
        for front, _ in laid.faces.values()
        for z in front.zones
        for g in z.items
        for i in g.items
    ]
    assert shown == ["None", "1e3", "007"]


def test_a_column_may_have_any_name(deck):
    zones = 'one: {text: "{{ card.items }} {{ card.copy }} {{ card.keys }}", size: 8pt}'
    assert texts(deck.zones(zones, "items,copy,keys\na,b,c\n").lay()) == ["a b c"]


def test_rotation_turns_children_clockwise_about_the_boxs_centre(deck):
    from carddesigner.core.items import GroupItem

    zones = (
        "one:\n  box: {left: 10mm, width: 20mm, top: 10mm, height: 10mm}\n  rotate: 90\n  zones: {in-it: {fill: ink}}"
    )
    (zone,) = deck.zones(zones).lay().face.zones
    (group,) = zone.items
    assert isinstance(group, GroupItem)
    x, y = group.matrix.apply(10 * MM, 10 * MM)
    assert (round(x / MM, 3), round(y / MM, 3)) == (25.0, 5.0)


@pytest.mark.parametrize("degrees", [90, 180])
def test_text_can_be_turned(deck, degrees):
    laid = deck.zones(
        f"one: {{text: Fire, rotate: {degrees}, box: {{left: 20mm, width: 20mm, top: 20mm, height: 20mm}}}}"
    ).lay()
    (group,) = laid.face.zones[0].items
    assert group.matrix == group.matrix.turn(degrees, (30 * MM, 30 * MM))


def test_opacity_and_clip_make_groups(deck):
    zones = "one: {opacity: 0.5, clip: true, radius: 2mm, zones: {a: {fill: ink}}}"
    (group,) = deck.zones(zones).lay().face.zones[0].items
    assert group.opacity == 0.5
    assert group.items[0].clip is not None


def test_icons_shapes_paths_and_images_are_contents(deck):
    from PIL import Image

    deck.zones(
        "a: {icon: sun, color: ink}\nb: {shape: star, fill: glow}\nc: {path: 'M0 0 L100 0 L50 100 Z', fill: ink}\n"
        "d: {image: art/red.png, box: {left: 5mm, width: 10mm, top: 5mm, height: 10mm}}\n"
        "e: {svg: art/two.svg}"
    )
    (deck.path / "art").mkdir()
    Image.new("RGB", (40, 20), "red").save(deck.path / "art/red.png")
    deck.write(
        "art/two.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><rect width="2" height="2" fill="#00ff00"/></svg>',
    )
    kinds = [type(i) for i in deck.lay().items()]
    assert kinds == [SymbolItem, PathItem, PathItem, ImageItem, SymbolItem]


def test_cover_crops_a_picture_and_contain_shows_all_of_it(deck):
    from PIL import Image

    (deck.path / "art").mkdir(parents=True)
    Image.new("RGB", (40, 20), "red").save(deck.path / "art/red.png")
    box = "box: {left: 0mm, width: 10mm, top: 0mm, height: 10mm}"
    laid = deck.zones(f"a: {{image: art/red.png, {box}}}\nb: {{image: art/red.png, fit: contain, {box}}}").lay()
    cover, contain = (tuple(round(v / MM, 2) for v in i.frame) for i in laid.items())
    assert (cover, contain) == ((-5, 0, 20, 10), (0, 2.5, 10, 5))


def test_unknown_settings_name_the_nearest_and_their_place(deck):
    found = deck.zones("one:\n  text: Fire\n  algn: center").error("unknown-key")
    assert "did you mean 'align'" in found.message
    assert (found.span.line, found.span.column) == (9, 9)


def test_numbers_of_a_copy_make_faces_of_their_own(deck):
    laid = deck.zones('one: {text: "{{ copy }}", size: 8pt}', "name,copies\nFire,3\n").lay()
    assert laid.copies == {"cards-001": 3}


def test_gray_is_the_default_ink():
    assert Gray(0.0).level == 0


@pytest.mark.parametrize("setting", ["radius: -3mm", "stroke: {color: ink, width: -1pt}"])
def test_measures_of_paint_are_no_less_than_nothing(deck, setting):
    found = deck.zones(f"dot: {{fill: ink, {setting}}}").error("wrong-value")
    assert "greater than or equal to 0" in found.message
    assert found.span.line == 7


@pytest.mark.parametrize(("setting", "known"), [("align: centre", "center"), ("valign: center", "middle")])
def test_where_repeated_children_lie_is_one_of_three_words(deck, setting, known):
    found = deck.zones(f"pips: {{row: {{each: 2, {setting}, zones: {{dot: {{fill: ink}}}}}}}}").error("wrong-value")
    assert known in found.message
    assert found.span.line == 7


def test_a_parts_default_that_reads_the_card_is_the_cards_own(deck):
    deck.zones("one: {part: tag}", "name\nFire\nIce\n")
    part = 'parts: {tag: {params: {words: "{{ card.name }}"}, zones: {t: {text: "{{ words }}", size: 9pt}}}}\n'
    template = deck.path / "templates/sample.yaml"
    template.write_text(template.read_text() + part)
    shown = [front.zones[0].children[0].content.text for front, _ in deck.lay().faces.values()]
    assert [paragraph.pieces[0].text for (paragraph,) in shown] == ["Fire", "Ice"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [("imge: art/a.png, missing: placeholder", "image"), ("texts: Fire, size: 9pt, align: center", "text")],
)
def test_a_misspelt_content_is_one_error_with_the_nearest_content(deck, written, meant):
    found = deck.zones(f"one: {{{written}, opacity: 0.5}}").errors()
    assert len(found) == 1
    assert found[0].message.endswith(f"; did you mean {meant!r}?")


@pytest.mark.parametrize(
    ("written", "meant"),
    [("qr: https://example.com", "code"), ("picture: a.png", "image"), ("text: Fire, outline: ink", "text-stroke")],
)
def test_what_other_programs_call_a_key_leads_to_its_name_here(deck, written, meant):
    assert f"did you mean {meant!r}?" in deck.zones(f"one: {{{written}}}").error("unknown-key").message


def test_a_setting_without_a_content_is_told_which_contents_there_are(deck):
    assert "known here: text, icon, image" in (deck.zones("one: {fitt: cover}").error("unknown-key").hint or "")


def test_a_fixed_value_that_is_wrong_for_every_card_is_told_once(deck):
    found = deck.zones('one: {text: "{{ card.name }}", valign: below}').errors()
    assert [d.code for d in found] == ["wrong-value"]


def test_an_unknown_template_and_an_unknown_face_name_those_of_the_deck(deck):
    deck.zones("one: {text: Fire}")
    text = (deck.path / "deck.yaml").read_text()
    deck.write("deck.yaml", text.replace("sample#front", "other#front"))
    assert deck.error("unknown-template").hint == "templates/ has sample"
    deck.write("deck.yaml", text.replace("sample#front", "sample#cover"))
    assert "template 'sample' has front" in (deck.error("unknown-face").hint or "")


def test_an_unknown_font_names_those_of_the_template(deck):
    assert "`fonts:` of the template has" in (
        deck.zones("one: {text: Fire, font: Cinzel}").error("unknown-font").hint or ""
    )


@pytest.mark.parametrize(
    ("zone", "message"),
    [
        ("{text: A, following-cards: 2}", "`following-cards` does nothing without `overflow: continue`"),
        ("{text: A, box: {height: auot}}", "'auot' is no height; write a length such as 3mm or 50%, or auto"),
    ],
)
def test_what_a_zone_says_to_no_end_or_means_otherwise_is_answered(deck, zone, message):
    assert any(message in d.message for d in deck.zones(f"one: {zone}").errors())


def test_a_part_may_name_another_by_an_expression(deck):
    deck.zones("one: {part: badge, params: {shows: mark}}")
    text = (deck.path / "templates/sample.yaml").read_text()
    parts = 'parts:\n  badge: {params: {shows: mark}, zones: {inner: {part: "{{ shows }}"}}}\n  mark: {zones: {dot: {fill: ink}}}\n'
    deck.write("templates/sample.yaml", text.replace("faces:", f"{parts}faces:"))
    assert deck.lay().items("one")


def test_a_part_that_comes_to_lie_in_itself_is_an_error(deck):
    deck.zones("one: {part: badge}")
    text = (deck.path / "templates/sample.yaml").read_text()
    parts = 'parts:\n  badge: {params: {shows: badge}, zones: {inner: {part: "{{ shows }}"}}}\n'
    deck.write("templates/sample.yaml", text.replace("faces:", f"{parts}faces:"))
    assert deck.error("part-cycle").span.line == 5
