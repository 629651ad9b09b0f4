"""Zones that lie below each other, and texts that are as high as they are, in millimetres."""

from __future__ import annotations

import pytest

STACK = """\
one: {box: {top: 10mm, height: 20mm}, fill: ink}
two: {when: card.two, box: {below: one, gap: 2mm, height: 5mm}, fill: glow}
three: {box: {below: two, gap: 3mm, height: 4mm}, fill: ink}
"""


def tops(laid) -> dict[str, tuple[float, float]]:
    """Each zone's top and height in millimetres."""
    return {z.id: (round(z.frame.y / 72 * 25.4, 3), round(z.frame.height / 72 * 25.4, 3)) for z in laid.face.zones}


def test_a_zone_lies_below_another_with_a_gap(deck):
    laid = deck.zones(STACK, "name,two\nFire,1\n").lay()
    assert tops(laid) == {"one": (10, 20), "two": (32, 5), "three": (40, 4)}


def test_a_zone_that_is_left_out_has_no_height_and_no_gap(deck):
    assert tops(deck.zones(STACK, "name,two\nFire,0\n").lay()) == {"one": (10, 20), "three": (33, 4)}


@pytest.mark.parametrize(
    ("box", "top"),
    [("{top: 10mm, height: 20mm}", 10), ("{bottom: 8.9mm, height: 20mm}", 80), ("{top: '{{ card.at }}mm'}", 7)],
)
def test_where_the_first_is_left_out_the_next_stands_in_its_place(deck, box, top):
    laid = deck.zones(
        f"one: {{when: 0 > 1, box: {box}}}\ntwo: {{box: {{below: one, gap: 2mm, height: 5mm}}}}", "name,at\nFire,7\n"
    ).lay()
    assert tops(laid) == {"two": (top, 5)}


def test_the_one_above_may_stand_later_and_end_at_the_bottom(deck):
    laid = deck.zones("rest: {box: {below: head, gap: 10%, bottom: 8.9mm}}\nhead: {box: {height: 20mm}}").lay()
    assert tops(laid) == {"rest": (28.89, 51.11), "head": (0, 20)}


def test_zones_inside_zones_and_parts_lie_below_each_other_too(deck):
    zones = "{a: {box: {height: 50%}, fill: ink}, b: {box: {below: a, gap: 1mm, height: 2mm}, fill: ink}}"
    laid = deck.zones(f"outer:\n  box: {{top: 10mm, height: 20mm}}\n  zones: {zones}").lay()
    assert [round(z.frame.y / 72 * 25.4, 3) for z in laid.face.zones[0].children] == [10, 21]


def test_cards_that_differ_above_differ_below(deck):
    zones = 'one: {box: {top: 0, height: "{{ card.high }}mm"}}\ntwo: {box: {below: one, height: 5mm}}'
    faces = deck.zones(zones, "name,high\nFire,10\nIce,20\n").lay().faces
    assert [round(f.zones[1].frame.y / 72 * 25.4, 3) for f, _ in faces.values()] == [10, 20]


@pytest.mark.parametrize(
    ("zones", "code", "words"),
    [
        ("one: {box: {below: tow}}\ntwo: {fill: ink}", "unknown-zone", "did you mean 'two'"),
        ("one: {box: {below: one}}", "below-cycle", "one > one"),
        (
            "one: {box: {below: two}}\ntwo: {box: {below: three}}\nthree: {box: {below: two}}",
            "below-cycle",
            "two > three > two",
        ),
        ('one: {box: {below: "{{ card.name }}"}}', "wrong-type", "name of a zone"),
        ("one: {in: bleed, box: {below: two}}\ntwo: {fill: ink}", "below-region", "trim"),
        ("one: {box: {below: two, top: 1mm}}\ntwo: {fill: ink}", "box-overdetermined", "`top`"),
        ("one: {box: {below: two, height: 1mm, bottom: 2mm}}\ntwo: {fill: ink}", "box-overdetermined", "below"),
        ("one: {box: {gap: 1mm}}", "wrong-value", "`below`"),
        ("one: {box: {max-height: 1mm}}", "wrong-value", "`height: auto`"),
        ("one: {box: {height: auto}, fill: ink}", "auto-height", "texts"),
    ],
)
def test_what_can_not_lie_below_is_refused_where_it_stands(deck, zones, code, words):
    found = deck.zones(zones).error(code)
    assert words in found.message
    assert found.span.path.endswith("sample.yaml")


def test_a_long_chain_is_refused_and_not_lost_in(deck):
    zones = "\n".join(f"z{i}: {{box: {{below: z{i - 1}, height: 1mm}}}}" for i in range(1, 2000))
    deck.zones("z0: {box: {height: 1mm}}\n" + zones).error("too-deep")
    deck.zones(zones + "\nz0: {box: {height: 1mm}}").error("too-deep")


WORDS = "Rules that have many words in them. " * 4


def test_a_text_is_as_high_as_it_is(deck):
    text = 'text: "{{ card.name }}", size: 10pt'
    zones = f"one: {{box: {{top: 5mm, left: 5mm, width: 40mm, height: auto}}, {text}}}\ntwo: {{box: {{below: one, height: 1mm}}}}"
    one, more = (tops(deck.zones(zones, f"name\n{name}\n").lay()) for name in ("Fire", WORDS))
    line = 10 * 1.25 / 72 * 25.4
    assert 2.5 < one["one"][1] < 4
    lines = round((more["one"][1] - one["one"][1]) / line)
    assert lines > 2
    assert more["one"][1] == pytest.approx(one["one"][1] + lines * line, abs=0.01)
    assert more["two"][0] == pytest.approx(5 + more["one"][1], abs=0.002)


def test_a_text_shrinks_only_where_it_has_no_room(deck):
    text = f'text: "{WORDS}", size: 14pt, min-size: 5pt'
    high = tops(deck.zones(f"one: {{box: {{width: 40mm, height: auto}}, {text}}}").lay())["one"][1]
    low = tops(deck.zones(f"one: {{box: {{width: 40mm, height: auto, max-height: 15mm}}, {text}}}").lay())["one"][1]
    assert high > 20
    assert 12 < low <= 15


def test_a_text_that_stands_on_something_grows_upwards(deck):
    laid = deck.zones(f'one: {{box: {{width: 40mm, bottom: 5mm, height: auto}}, text: "{WORDS}", size: 10pt}}').lay()
    (top, height) = tops(laid)["one"]
    assert top + height == pytest.approx(83.9, abs=0.002)


def test_a_text_too_long_for_its_greatest_height_is_an_error(deck):
    deck.zones(f'one: {{box: {{width: 40mm, height: auto, max-height: 5mm}}, text: "{WORDS}"}}').error("text-overflow")


def test_a_text_of_its_own_height_is_not_called_full(deck, cli):
    deck.zones(f'one: {{in: safe, box: {{height: auto}}, text: "{WORDS}", size: 10pt}}')
    assert "text-nearly-full" not in cli("validate", deck.path).err
