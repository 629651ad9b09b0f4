"""Cards found by their texts and problems, as a person finds them on the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from carddesigner.designer.session import Session
from carddesigner.designer.size_messages import AskSizes
from carddesigner.designer.sizes import sizes_for, text_sizes
from tests.copies import copied_deck
from tests.e2e.chromium import needs_browser
from tests.e2e.designing import Designer, choose, on_files, opened, press_at_once

DECK = """deck: thin
title: Thin
stocks: {card: {shape: card, size: poker, bleed: 3mm, safe: 3mm}}
components: [{id: cards, rows: cards.csv, front: thin#front}]
"""
TEMPLATE = """template: thin
fonts: {text: {family: Alegreya Sans}}
faces:
  front:
    zones:
      paper: {in: bleed, fill: "#ffffff"}
      name: {box: {left: 5mm, right: 5mm, top: 5mm, height: 8mm}, text: "{{ card.name }}", size: 12pt}
      rules: {box: {left: 5mm, right: 5mm, top: 45mm, height: 30mm}, text: "{{ card.rules }}", size: 12pt, min-size: 5pt}
"""
CARDS = """id,name,rules
a,A rather long name,Draw.
b,Bee,"Draw a card, then discard a card, then draw a card once more and say what you have drawn."
c,Sea,
d,Dee,Draw a card.
"""


@pytest.fixture
def designer(tmp_path: Path) -> Iterator[Designer]:
    with on_files(tmp_path, {"deck.yaml": DECK, "cards.csv": CARDS, "templates/thin.yaml": TEMPLATE}) as running:
        yield running


def listed(page: Page, *names: str) -> None:
    expect(page.locator(".cards .row .title")).to_have_text(list(names))


def order(page: Page, name: str) -> None:
    page.get_by_role("button", name="Order of the cards").click()
    page.get_by_role("menuitemradio", name=name).click()


@needs_browser
def test_cards_are_listed_and_stepped_through_by_the_texts_of_the_chosen_zone(
    browser: Browser, designer: Designer
) -> None:
    page = opened(browser, designer)
    names = ("A rather long name", "Bee", "Sea", "Dee")
    listed(page, *names)
    choose(page, "rules")
    order(page, "Longest text first")
    listed(page, "Bee", "Dee", "A rather long name")
    page.locator(".canvas").focus()
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(page).to_have_title(re.compile("^d "))
    expect(page.locator(".place h2")).to_have_text("rules")
    table = designer.folder / "cards.csv"
    table.write_text(CARDS.replace("Draw.", "Draw " + "a card and " * 30 + "stop."), "utf-8")
    listed(page, "A rather long name", "Bee", "Dee")
    choose(page, "name")
    order(page, "Shortest text first")
    listed(page, "Bee", "Sea", "Dee", "A rather long name")
    order(page, "Fullest first")
    expect(page.locator(".cards .row .which").first).to_have_text(re.compile(r"^\d+ %$"))
    page.get_by_role("button", name="All cards, as in the deck").click()
    listed(page, *names)
    page.close()


@needs_browser
def test_keys_that_come_faster_than_cards_are_all_counted(browser: Browser, designer: Designer) -> None:
    page = opened(browser, designer)
    press_at_once(page, "j", "j", "j")
    expect(page).to_have_title(re.compile("^d "))
    press_at_once(page, "j", "k", "k")
    expect(page).to_have_title(re.compile("^c "))
    page.close()


@needs_browser
def test_cards_with_problems_are_listed_alone_as_long_as_they_have_any(browser: Browser, designer: Designer) -> None:
    page = opened(browser, designer)
    order(page, "With problems")
    table = designer.folder / "cards.csv"
    table.write_text(CARDS.replace("Draw a card.", "Draw a card " * 400), "utf-8")
    listed(page, "Dee")
    table.write_text(CARDS, "utf-8")
    expect(page.get_by_text("No card has problems.")).to_be_visible()
    page.close()


def test_the_whole_side_counts_all_its_texts_and_the_fullest_of_them(designer: Designer) -> None:
    session = Session(designer.folder / "deck.yaml")
    found = text_sizes(session.deck.pieces())
    zones = {z: {t.id: t for t in sizes_for(AskSizes(z, "front"), found).sizes} for z in ("", "name", "rules~2")}
    assert zones["name"]["b"].characters == 3
    assert zones[""]["b"].characters == 3 + zones["rules~2"]["b"].characters
    assert zones[""]["b"].fill == max(zones["name"]["b"].fill, zones["rules~2"]["b"].fill)
    assert "c" not in zones["rules~2"]
    assert sizes_for(AskSizes("", "back"), found).sizes == ()


def test_the_texts_of_a_shipped_deck_are_reported_for_each_of_its_cards(tmp_path: Path) -> None:
    session = Session(copied_deck("monogoto", tmp_path / "mine") / "deck.yaml")
    sizes = sizes_for(AskSizes("", "front"), text_sizes(session.deck.pieces())).sizes
    assert {t.component for t in sizes} >= {"symbols", "instructions"}
    assert len({(t.component, t.id) for t in sizes}) == len(sizes)
