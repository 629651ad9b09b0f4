"""``carddesigner icons``: found by words, by the nearest spelling, as a page and as JSON, a deck's own among them."""

from __future__ import annotations

import json

import pytest

from tests.unit.deck.test_icon_sets import SET, with_icons, with_set

BOX = "box: {left: 10mm, width: 30mm, top: 20mm, height: 12mm}"


def names(ran):
    return [line.split()[0] for line in ran.out.splitlines()]


def test_icons_are_found_by_words_in_any_order(cli):
    assert names(cli("icons", "block", "stone")) == ["game-icons/stone-block"]
    assert names(cli("icons", "stone-block")) == ["game-icons/stone-block"]
    assert names(cli("icons", "game-icons/stone-block")) == ["game-icons/stone-block"]
    assert "Lorc, CC-BY-3.0" in cli("icons", "stone", "block").out


def test_whole_words_come_first_and_shipped_icons_before_those_of_sets(cli):
    found = names(cli("icons", "sun"))
    assert found[0] == "sun"
    assert found.index("game-icons/barbed-sun") < found.index("game-icons/sunbeams")


@pytest.mark.parametrize(
    ("words", "said", "first"),
    [
        (["ston", "blok"], "these have 'ston' and 'block'", "game-icons/stone-block"),
        (["lightnig"], "no icon's name has 'lightnig'; these have 'lightning'", "lightning"),
        (["lightnig", "bolt"], "these have 'lightning' or 'bolt'", "lightning"),
    ],
)
def test_what_nothing_is_called_finds_the_nearest(cli, words, said, first):
    ran = cli("icons", *words)
    assert said in ran.err or words[0] == "ston"
    assert names(ran)[0] == first


def test_nothing_found_is_exit_code_1(cli):
    ran = cli("icons", "qqqqzz")
    assert (ran.code, ran.out, ran.err) == (1, "", "no icon's name has 'qqqqzz'\n")


def test_a_decks_own_icons_are_found_also_in_a_deck_with_errors(deck, cli):
    with_set(
        with_icons(deck.zones(f"one: {{icon: oops, {BOX}}}"), "{barrier: mine/bar}"), f"one: {{icon: oops, {BOX}}}"
    )
    with_icons(deck, "{barrier: mine/bar, none: nothing}")
    ran = cli("icons", "bar", deck.path, "--json")
    found = {i["name"]: i for i in json.loads(ran.out)["icons"]}
    assert found["barrier"] == {"name": "barrier", "author": "Ada", "licence": "MIT", "source": "https://ada.test"}
    assert found["mine/bar"]["author"] == "Ada"
    assert cli("icons", "nothing", deck.path).code in (0, 1)


def test_a_page_shows_pictures_with_names_and_authors_and_runs_nothing_of_a_deck(deck, cli):
    evil = {"icons": {"evil": {"body": "<script>alert(1)</script>"}, "bar": SET["icons"]["bar"]}}
    evil["info"] = {"author": {"name": "<script>alert(2)</script>"}}
    with_set(deck, f"one: {{icon: sun, {BOX}}}", evil)
    assert cli("icons", "mine", deck.path, "--html", "page.html").code == 0
    page = (deck.path.parent / "page.html").read_text()
    assert page.count("<figure") == cli("icons", "mine", deck.path).out.count("\n")
    assert 'data-name="mine/bar"' in page
    assert page.count("<script") == 1
    assert 'src="data:image/svg+xml;base64,' in page


def test_a_broken_set_is_an_error(deck, cli):
    with_set(deck, f"one: {{icon: sun, {BOX}}}", "[]")
    ran = cli("icons", "bar", deck.path)
    assert ran.code == 1
    assert "broken-icon-set" in ran.err
