"""Credits: whom a printed deck names, in ``list DECK --licences`` and in place of ``{{ credits }}`` in its rules."""

from __future__ import annotations

import json
import re
import subprocess

import pytest
from fontTools.ttLib import TTFont

from carddesigner.core.items import TextItem
from carddesigner.pipeline.open_deck import WorkingDeck
from carddesigner.pipeline.options import PrintOptions
from carddesigner.source.paths import templates
from tests.unit.deck.test_icon_sets import SET, with_icons, with_set

BOX = "box: {left: 10mm, width: 30mm, top: 20mm, height: 12mm}"
RULES = """\
  rules:
    zones:
      text: {in: safe, flow: {text: {font: text}, title: {font: text}, heading: {font: text}}}
"""
CC_BY = "CC BY 3.0, https://creativecommons.org/licenses/by/3.0/"


def with_rules(deck, zones, rules, before=False):
    deck.zones(zones)
    file = deck.path / "deck.yaml"
    component = "  - {id: rules, pages: rules.md, front: sample#rules}\n"
    text = file.read_text()
    file.write_text(text.replace("components:\n", f"components:\n{component}") if before else text + component)
    template = deck.path / "templates/sample.yaml"
    template.write_text(template.read_text() + RULES)
    deck.write("rules.md", rules)
    return deck


def words(laid):
    """What the rules say, letters alone: where lines end is another matter."""
    (face,) = [faces[0] for name, faces in laid.faces.items() if name.startswith("rules")]
    runs = [
        r.text for z in face.zones for i in flat(z.items) if isinstance(i, TextItem) for p in i.pieces for r in p.runs
    ]
    return re.sub(r"[\s\u200b]", "", "".join(runs))


def flat(items):
    for item in items:
        yield from flat(item.items) if hasattr(item, "items") else [item]


def close(text):
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("before", [False, True])
def test_rules_name_the_authors_of_what_is_printed_wherever_it_is(deck, before):
    zones = f'one: {{icon: game-icons/stone-block, {BOX}}}\ntwo: {{text: "1 :game-icons/3d-meeple:", {BOX}}}'
    laid = with_rules(deck, zones, "Icons: {{ credits }}.\n", before).lay()
    assert words(laid) == close(f"Icons: game-icons.net: Delapouite, Lorc ({CC_BY}).")


def test_icons_of_the_rules_themselves_are_named(deck):
    laid = with_rules(
        deck, f"one: {{shape: ellipse, fill: ink, {BOX}}}", "Take :game-icons/stone-block:. {{credits}}\n\n# End\n"
    ).lay()
    assert close(f"game-icons.net: Lorc ({CC_BY})") in words(laid)


def test_icons_that_are_more_than_paths_are_named_in_zones_texts_and_rules(deck):
    shine = '<linearGradient id="g"><stop stop-color="red"/><stop offset="1"/></linearGradient><path fill="url(#g)" d="M0 0h9v9z"/>'
    names = ("zone", "text", "rules")
    icons = {
        f"s{n}": {
            "icons": {n: {"body": shine}},
            "info": {"author": n.upper(), "license": "MIT"},
            "width": 9,
            "height": 9,
        }
        for n in names
    }
    zones = f'one: {{icon: szone/zone, {BOX}}}\ntwo: {{text: "1 :stext/text:", {BOX}}}'
    with_rules(deck, zones, "Take :srules/rules:.\n\n{{ credits }}\n")
    for name, data in icons.items():
        deck.write(f"symbols/{name}.json", json.dumps(data))
    laid = deck.lay()
    assert [n for n in names if n.upper() not in words(laid)] == []


def test_an_icon_in_a_gradient_is_named(deck):
    paint = "{gradient: linear, stops: ['#f00', '#00f']}"
    laid = with_rules(deck, f"one: {{icon: game-icons/stone-block, color: {paint}, {BOX}}}", "{{ credits }}\n").lay()
    assert "Lorc" in words(laid)


def test_what_asks_for_nothing_is_not_named_and_an_empty_paragraph_is_left_out(deck):
    laid = with_rules(deck, f"one: {{icon: hearts, {BOX}}}", "Play.\n\n{{ credits }}\n").lay()
    assert words(laid) == "Play."


def test_a_declared_icon_that_nothing_shows_is_not_named(deck):
    with_rules(deck, f"one: {{icon: sun, {BOX}}}", "{{ credits }}\n")
    laid = with_icons(deck, "{stone: game-icons/stone-block}").lay()
    assert "Lorc" not in words(laid)
    assert "carddesigner" in words(laid)


@pytest.mark.parametrize(
    ("rules", "before", "after"),
    [
        ("- Ann\n- {{ credits }}, who drew\n- Eve\n", "Ann", ",whodrewEve"),
        ("1. Ann\n\n   by {{ credits }}\n", "1.Annby", ""),
        ("| a | b |\n|---|---|\n| by {{ credits }} | c |\n", "abby", "c"),
        ("| a | {{ credits }} |\n|---|---|\n| b | c |\n", "a", "bc"),
    ],
)
def test_credits_stand_in_lists_and_tables_too(deck, rules, before, after):
    laid = with_rules(deck, f"one: {{icon: game-icons/stone-block, {BOX}}}", rules).lay()
    assert words(laid) == before + close(f"game-icons.net: Lorc ({CC_BY})") + after


def test_an_item_of_credits_alone_is_left_out_where_there_are_none(deck):
    laid = with_rules(deck, f"one: {{icon: hearts, {BOX}}}", "- Ann\n- {{ credits }}\n").lay()
    assert words(laid) == "Ann"
    assert (
        len([i for i in flat(next(f[0] for n, f in laid.faces.items() if n.startswith("rules")).zones[0].items)]) == 2
    )


@pytest.mark.parametrize("rules", ["# {{ credits }}\n", "![by {{ credits }}](part:board)\n"])
def test_credits_stand_in_no_titles_nor_under_figures(deck, rules):
    assert with_rules(deck, f"one: {{icon: sun, {BOX}}}", rules).error("markdown").span.line == 1


def test_credits_that_make_a_text_too_long_are_an_error(deck):
    zones = f"one: {{icon: game-icons/stone-block, {BOX}}}"
    found = with_rules(deck, zones, "a" * 19_990 + " {{ credits }}\n").error("text-too-long")
    assert (found.span.line, found.span.path.endswith("rules.md")) == (1, True)
    assert with_rules(deck, zones, "{{ credits }}\n\n" * 21).error("markdown").span.line == 41


def test_the_rules_are_the_same_whatever_is_selected(deck, cli):
    zones = 'one: {icon: "{{ card.name }}", ' + BOX + "}"
    with_rules(deck, zones, "{{ credits }}\n").write("cards.csv", "name\ngame-icons/stone-block\nsun\n")
    assert cli("build", deck.path, "--select", "component == 'rules'", "--layout", "pieces").code == 0
    text = subprocess.run(
        ["pdftotext", str(deck.path.parent / "output/sample/sample-pieces.pdf"), "-"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "Lorc" in text


def test_list_names_each_author_with_what_is_used(deck, cli):
    with_set(deck, f"one: {{icon: mine/bar, {BOX}}}\ntwo: {{icon: game-icons/stone-block, {BOX}}}", SET)
    out = cli("list", deck.path, "--licences").out
    assert "Mine (icons): MIT, Ada, https://ada.test: mine/bar" in out
    assert "game-icons.net (icons): CC-BY-3.0, Lorc, https://game-icons.net: game-icons/stone-block" in out
    found = json.loads(cli("list", deck.path, "--licences", "--json").out)
    assert [c["used"] for c in found["credits"] if c["what"] == "icons"] == [["mine/bar"], ["game-icons/stone-block"]]
    assert found["text"] == f"Mine: Ada (MIT); game-icons.net: Lorc ({CC_BY})"


def test_a_file_beside_a_set_says_whom_it_comes_from(deck, cli):
    icons = {**SET, "info": {"author": None}}
    info = {"name": "Beside", "author": {"name": "Eve"}, "license": {"title": "ISC", "spdx": "ISC"}, "total": 2}
    with_set(deck, f"one: {{icon: mine/bar, {BOX}}}", icons)
    assert (
        "to be credited in print, as {{ credits }} in the rules does: mine\n"
        in cli("list", deck.path, "--licences").out
    )
    deck.write("symbols/mine.info.json", json.dumps(info))
    assert "Beside (icons): ISC, Eve: mine/bar" in cli("list", deck.path, "--licences").out
    assert "unused-file" not in cli("validate", deck.path).err


def test_an_open_deck_sees_that_the_file_beside_a_set_changes(deck):
    with_rules(deck, f"one: {{icon: mine/bar, {BOX}}}", "By {{ credits }}\n")
    deck.write("symbols/mine.json", json.dumps(SET))
    info = deck.path / "symbols/mine.info.json"
    work = WorkingDeck((deck.path / "deck.yaml").resolve())

    def printed():
        (rules,) = [
            p for p in work.build(PrintOptions(output=deck.path.parent / "out")).pieces if p.key.component == "rules"
        ]
        return rules.front_sha256

    without = printed()
    info.write_text(json.dumps({"name": "Beside", "author": "Eve"}))
    work.changed([info])
    eve = printed()
    info.write_text(json.dumps({"name": "Beside", "author": "Ann"}))
    work.changed([info])
    assert len({without, eve, printed()}) == 3
    info.unlink()
    work.changed([info])
    assert printed() == without


def test_list_shows_one_deck(deck, cli):
    ran = cli("list", deck.zones(f"one: {{icon: sun, {BOX}}}").path)
    assert ran.out.startswith("sample  Sample\n  cards")
    assert "monogoto" not in ran.out


def test_a_font_of_the_deck_is_listed_with_what_its_file_says(deck, cli):
    deck.zones(f"one: {{text: Hello, {BOX}}}")
    (deck.path / "fonts").mkdir()
    shipped = templates() / "fonts" / "AlegreyaSans-Regular.ttf"
    font = TTFont(shipped)
    for number, said in ((1, "Harbour"), (2, "Regular"), (9, "Ann\x1b[2J Author"), (11, "https://ann.example")):
        font["name"].setName(said, number, 3, 1, 0x409)
    for number in (16, 17):
        font["name"].removeNames(number)
    font.save(deck.path / "fonts" / "mine.ttf")
    template = deck.path / "templates/sample.yaml"
    template.write_text(template.read_text().replace("{family: Alegreya Sans}", "{family: Harbour}"))
    out = cli("list", str(deck.path), "--licences").out
    assert "Harbour (fonts): SIL Open Font License 1.1, Ann[2J Author, https://ann.example: Harbour-Regular\n" in out
