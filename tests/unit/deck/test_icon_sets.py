"""Icon sets: the shipped one and Iconify's JSON in ``symbols/``, short names, pictures as icons, and what is wrong with them."""

from __future__ import annotations

import json
from io import BytesIO

import pytest
from PIL import Image

from carddesigner.core.geometry import bounds
from carddesigner.core.items import ImageItem, SymbolItem
from carddesigner.source import paths
from carddesigner.svg.icon_sets import read_icon_set
from carddesigner.svg.symbols import read_symbol

BOX = "box: {left: 10mm, width: 30mm, top: 20mm, height: 12mm}"
SET = {
    "prefix": "mine",
    "info": {"name": "Mine", "author": {"name": "Ada", "url": "https://ada.test"}, "license": {"spdx": "MIT"}},
    "icons": {
        "bar": {"body": '<path fill="currentColor" d="M0 0h20v4h-20z"/>', "width": 20, "height": 10},
        "ring": {"body": '<g fill="none" stroke="currentColor" stroke-width="2"><circle cx="8" cy="8" r="6"/></g>'},
    },
    "aliases": {
        "post": {"parent": "bar", "rotate": 1},
        "low": {"parent": "bar", "vFlip": True},
        "lost": {"parent": "nowhere"},
        "one": {"parent": "two"},
        "two": {"parent": "one"},
    },
}


def shipped():
    return read_icon_set(paths.templates() / "icons/game-icons.icons", "game-icons")


def with_set(deck, zones, icons=SET):
    deck.zones(zones)
    deck.write("symbols/mine.json", icons if isinstance(icons, (bytes, str)) else json.dumps(icons, indent=1))
    return deck


def with_icons(deck, icons):
    file = deck.path / "deck.yaml"
    file.write_text(file.read_text() + f"icons: {icons}\n")
    return deck


def ink(symbol):
    found = bounds(tuple(s for path in symbol.paths for s in path.path))
    return tuple(round(v, 3) for v in (found.x, found.y, found.width, found.height))


def test_an_icon_of_the_shipped_set_stands_in_a_zone_and_in_a_text(deck):
    deck.zones(f'one: {{icon: game-icons/stone-block, {BOX}}}\ntwo: {{text: "2 :game-icons/3d-meeple: each", {BOX}}}')
    laid = deck.lay()
    (block,) = laid.items("one")
    icons = [i for i in laid.items("two") if isinstance(i, SymbolItem)]
    assert block.symbol.name == "game-icons/stone-block"
    assert [i.symbol.name for i in icons] == ["game-icons/3d-meeple"]


def test_every_shipped_icon_can_be_drawn_in_one_colour_and_has_an_author():
    icons = shipped()
    assert len(icons.names) > 4100
    for name in icons.names[::25]:
        symbol = read_symbol(icons.svg(name), name)
        assert all(p.fill is None and p.stroke is None for p in symbol.paths)
        assert icons.credit(name).author


def test_authors_and_licences_are_those_of_the_icon():
    icons = shipped()
    assert icons.credit("3d-meeple").author == "Delapouite"
    assert icons.credit("stone-block").licence == "CC-BY-3.0"
    assert icons.credit("abstract-001") == icons.credit("abstract-002")
    assert icons.credit("abstract-001").licence == "CC0-1.0"


@pytest.mark.parametrize(
    ("name", "near"),
    [("game-icons/stone-blok", "'game-icons/stone-block'"), ("game-icon/sun", "'game-icons'")],
)
def test_a_name_that_is_not_there_comes_with_the_nearest(deck, name, near):
    found = deck.zones(f"one: {{icon: {name}, {BOX}}}").error("unknown-icon")
    assert near in found.message
    assert found.span.path.endswith("sample.yaml")


def test_a_plain_name_that_a_set_has_says_so(deck):
    found = deck.zones(f"one: {{icon: stone-block, {BOX}}}").error("unknown-icon")
    assert found.hint == "the set game-icons has one: game-icons/stone-block"


def test_short_names_stand_for_icons_of_sets_and_for_pictures(deck):
    png = BytesIO()
    Image.new("RGB", (40, 20), "red").save(png, "PNG")
    deck.zones(f'one: {{text: ":block: and :coin:", {BOX}}}')
    deck.write("art/coin.png", png.getvalue())
    laid = with_icons(deck, "{block: game-icons/stone-block, coin: art/coin.png}").lay()
    kinds = [type(i) for i in laid.items("one") if not hasattr(i, "pieces")]
    assert kinds == [SymbolItem, ImageItem]


@pytest.mark.parametrize(
    ("icons", "code", "words"),
    [
        ("{stone: game-icons/stone-blok}", "unknown-icon", "did you mean 'game-icons/stone-block'?"),
        ("{coin: art/coin.png}", "missing-file", "art/coin.png"),
        ("{Stone: sun}", "wrong-value", "Stone"),
        ("{stone: 3}", "wrong-type", ""),
    ],
)
def test_a_wrong_short_name_is_an_error_at_its_line(deck, icons, code, words):
    found = with_icons(deck.zones(f"one: {{icon: sun, {BOX}}}"), icons).error(code)
    assert words in found.message
    assert (found.span.line, found.span.path.endswith("deck.yaml")) == (8, True)


def test_short_names_stand_in_running_text(deck):
    deck.zones("one: {in: safe, flow: {text: {font: text}, title: {font: text}, heading: {font: text}}}")
    deck.write("rules.md", "Take :block: and [:block:]{bold}.\n")
    file = deck.path / "deck.yaml"
    file.write_text(file.read_text().replace("rows: cards.csv", "pages: rules.md"))
    laid = with_icons(deck, "{block: game-icons/stone-block}").lay()
    icons = [i.symbol.name for i in laid.items("one") if isinstance(i, SymbolItem)]
    assert icons == ["game-icons/stone-block"] * 2


def test_a_misspelt_short_name_is_told_the_nearest(deck):
    deck.zones(f'one: {{text: ":stoone:", {BOX}}}')
    assert "did you mean 'stone'?" in with_icons(deck, "{stone: game-icons/stone-block}").error("unknown-icon").message


def test_another_edition_of_short_names_shows_other_icons(deck):
    deck.zones(f"one: {{icon: it, {BOX}}}")
    with_icons(deck, "{it: sun}")
    assert deck.lay().items("one")[0].symbol.name == "sun"
    file = deck.path / "deck.yaml"
    file.write_text(file.read_text().replace("it: sun", "it: moon"))
    assert deck.lay().items("one")[0].symbol.name == "moon"


def test_a_picture_in_symbols_is_an_icon_of_its_shape(deck):
    png = BytesIO()
    Image.new("RGBA", (60, 20), (0, 0, 0, 0)).save(png, "PNG")
    deck.zones(f'one: {{icon: flag, {BOX}}}\ntwo: {{text: "a :flag: b", size: 10pt, {BOX}}}')
    deck.write("symbols/flag.png", png.getvalue())
    laid = deck.lay()
    (icon,) = laid.items("one")
    assert (round(icon.frame.width, 2), round(icon.frame.height, 2)) == (85.04, 28.35)
    (inner,) = [i for i in laid.items("two") if isinstance(i, ImageItem)]
    assert round(inner.frame.width / inner.frame.height, 3) == 3
    assert laid.report.diagnostics == {}


def test_icons_of_a_deck_of_iconify_json_are_drawn_and_turned(deck):
    zones = "\n".join(f"{n}: {{icon: mine/{n}, color: glow, {BOX}}}" for n in ("bar", "post", "low", "ring"))
    laid = with_set(deck, zones).lay()
    symbols = {n: laid.items(n)[0].symbol for n in ("bar", "post", "low", "ring")}
    assert ink(symbols["bar"]) == (0, 0, 20, 4)
    assert ink(symbols["low"]) == (0, 6, 20, 4)
    # A quarter clockwise: what was on top is on the right.
    post = symbols["post"]
    assert (post.box.width, post.box.height) == (10, 20)
    assert ink(post) == (post.box.x + 6, post.box.y, 4, 20)
    assert (symbols["ring"].paths[0].line_in_color, symbols["ring"].box.width) == (True, 16)


@pytest.mark.parametrize(
    ("icon", "words"),
    [
        ("wrong", "mine.json:22:3: the icon 'wrong' is broken: expected text, got a whole number: body"),
        ("empty", "the icon 'empty' is broken: `body` is missing"),
        ("flat", "it has no size"),
        ("lost", "its `parent` 'nowhere' is not in the set"),
        ("one", "in a circle"),
    ],
)
def test_a_broken_entry_is_an_error_with_its_place(deck, icon, words):
    icons = {**SET, "icons": {**SET["icons"], "wrong": {"body": 3}, "empty": {}, "flat": {"body": "", "width": 0}}}
    found = with_set(deck, f"one: {{icon: mine/{icon}, {BOX}}}", icons).error("broken-icon-set")
    assert words in found.message
    assert found.span.line == 7


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ('<path d="M0 0L"/>', "broken-svg"),
        ("<script>alert(1)</script>", "svg-unsafe"),
        ('</svg><svg xmlns="http://www.w3.org/2000/svg">', "broken-svg"),
        ("<g>", "broken-svg"),
        ("", "broken-svg"),
    ],
)
def test_an_entry_that_cannot_be_drawn_is_an_error_by_its_name(deck, body, code):
    icons = {"icons": {"it": {"body": body}}}
    assert "mine/it" in with_set(deck, f"one: {{icon: mine/it, {BOX}}}", icons).error(code).message


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ('{"icons": {"it": {"body": "x",}}}', "mine.json:1:31: this is not JSON"),
        ("[]", "expected a mapping, got a list"),
        ('{"prefix": "x"}', "`icons` is missing"),
        ('{"icons": {"it": [[[[[]]]]]}}', "the icon 'it' is broken"),
        (b'{"icons": {"\xff": {"body": ""}}}', "not JSON"),
        ('{"a":' * 5000, "not JSON"),
    ],
)
def test_a_file_that_is_no_set_is_an_error(deck, data, words):
    found = with_set(deck, f"one: {{icon: mine/it, {BOX}}}", data).error("broken-icon-set")
    assert words in found.message
    assert "Iconify" in found.hint


def test_a_set_may_begin_with_the_mark_of_utf_8(deck):
    with_set(deck, f"one: {{icon: mine/bar, {BOX}}}", b"\xef\xbb\xbf" + json.dumps(SET).encode()).lay()


def test_a_broken_picture_as_an_icon_is_an_error_where_it_is_named(deck):
    deck.zones(f"one: {{icon: flag, {BOX}}}").write("symbols/flag.png", b"\x89PNG no picture")
    found = deck.error("broken-image")
    assert (found.span.line, "symbols/flag.png" in found.message) == (7, True)


def test_a_stranger_cannot_take_more_than_is_allowed_with_a_set(deck, tmp_path, promised):
    with_set(deck, f"one: {{icon: mine/it, {BOX}}}", "{" + '"icons":{"a":0,' * 1_100_000)
    assert "more than 1,000,000 values" in promised("build", str(deck.path)).err
    entries = ",".join(f'"i{n}":{{"body":"<path d=\'M0 0h{n}v1z\'/>"}}' for n in range(450_000))
    with_set(deck, f"one: {{icon: mine/i9, {BOX}}}", '{"icons":{' + entries + "}}")
    assert promised("build", str(deck.path)).code == 0
    with_set(deck, f"one: {{icon: mine/x9, {BOX}}}", '{"icons":{' + entries + "}}")
    assert "unknown-icon" in promised("build", str(deck.path)).err


def test_an_edited_set_is_read_again(deck):
    zones = f"one: {{icon: mine/bar, {BOX}}}"
    assert ink(with_set(deck, zones).lay().items("one")[0].symbol)[2] == 20
    other = {"icons": {"bar": {"body": '<path d="M0 0h5v5h-5z"/>'}}}
    assert ink(with_set(deck, zones, other).lay().items("one")[0].symbol)[2] == 5


def test_a_line_in_current_color_is_drawn_in_the_colour_of_the_zone(deck, cli):
    import pikepdf

    with_set(deck, f'one: {{icon: mine/ring, color: "#ff0000", {BOX}}}')
    assert cli("build", deck.path, "--layout", "pieces").code == 0
    with pikepdf.open(deck.path.parent / "output/sample/sample-pieces.pdf") as pdf:
        page = pikepdf.parse_content_stream(pdf.pages[0])
        assert ([1, 0, 0], "RG") in [
            ([float(v) for v in i.operands], str(i.operator)) for i in page if len(i.operands) == 3
        ]
