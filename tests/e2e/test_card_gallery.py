"""All cards on one page: searched, chosen and turned over in a browser, from the disk and without a network."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import DECK
from tests.e2e.chromium import needs_browser

BACK = '  back:\n    zones:\n      ground: {in: bleed, fill: "#203040"}\n'
HOSTILE = "</script><img src=x onerror=alert(1)>"


@pytest.fixture
def page(deck, cli, browser: Browser, tmp_path: Path) -> Page:
    rows = f'name,kind,text\nOwl,bird,"Flies, by night"\nBear,beast,Sleeps\n"{HOSTILE}",beast,"& <b>bold</b> \u2028"\n'
    deck.zones('ground: {in: bleed, fill: "#3b7a57"}\nname: {in: safe, text: "{{ card.name }}"}', rows)
    deck.write("templates/sample.yaml", (deck.path / "templates/sample.yaml").read_text() + BACK)
    deck.write("deck.yaml", DECK.replace("front: sample#front", "front: sample#front, back: sample#back, copies: 2"))
    ran = cli("export", "./sample", "--to", "gallery")
    assert ran.code == 0, ran.err
    asked: list[str] = []
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda _: pytest.fail("a card's text was run"))
    page.on("console", lambda m: pytest.fail(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto((tmp_path / "output/sample/gallery.html").as_uri())
    yield page
    assert all(url.startswith(("file:", "data:")) for url in asked)
    page.close()


@needs_browser
def test_cards_are_found_by_what_they_say_and_turned_over(page: Page) -> None:
    cards = page.locator("main button")
    expect(cards).to_have_count(3)
    expect(page.get_by_role("status")).to_have_text("3 of 3")
    # What a card says is text, whatever it says.
    expect(cards.nth(2)).to_contain_text(HOSTILE)
    page.get_by_label("Search all that cards say").fill("night flies")
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("Owl")
    expect(cards).to_contain_text("× 2")
    cards.click()
    opened = page.get_by_role("dialog")
    expect(opened.get_by_role("heading")).to_have_text("Owl")
    expect(opened).to_contain_text("cards · cards-001 · 63.5 × 88.9 mm · 2 copies")
    expect(opened.locator("dd").last).to_have_text("Flies, by night")
    expect(opened.get_by_alt_text("Owl, front")).to_be_visible()
    page.keyboard.press("Space")
    back = opened.get_by_alt_text("Owl, back")
    expect(back).to_be_visible()
    assert back.evaluate("e => e.naturalWidth") == 375
    page.keyboard.press("Escape")
    expect(opened).not_to_be_visible()


@needs_browser
def test_cards_are_chosen_by_a_column_and_gone_through_by_keyboard(page: Page) -> None:
    page.get_by_role("combobox", name="kind").select_option("beast")
    cards = page.locator("main button")
    expect(cards).to_have_count(2)
    cards.first.press("Enter")
    heading = page.get_by_role("dialog").get_by_role("heading")
    expect(heading).to_have_text("Bear")
    page.keyboard.press("ArrowRight")
    expect(heading).to_have_text(HOSTILE)
    page.keyboard.press("ArrowRight")
    expect(heading).to_have_text("Bear")
    page.keyboard.press("Escape")
    page.get_by_label("Backs").check()
    expect(cards.first.get_by_alt_text("Bear, back")).to_be_visible()
    page.get_by_label("Search all that cards say").fill("owl")
    expect(page.get_by_text("No card is like that.")).to_be_visible()


def test_credits_and_the_way_to_print_are_on_the_page(cli, tmp_path):
    assert cli("export", "outflank", "--to", "gallery", "--dpi", "50").code == 0
    text = (tmp_path / "output/outflank/gallery.html").read_text("utf-8")
    assert "carddesigner build outflank" in text
    assert "CC-BY-4.0" in text
    assert "Alegreya Sans" in text
    ran = cli("export", "outflank", "--to", "gallery", "--bleed")
    assert ran.code == 2
    assert "gallery has nothing of the kind" in ran.err
