"""Steps taken back and made again in the designer: whatever they change is shown everywhere as it is then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.chromium import needs_browser
from tests.e2e.designing import Designer, choose, on_files
from tests.e2e.small_deck import DECK, TABLE, TEMPLATE, cell, choose_cell, number, undone
from tests.patience import until

pytestmark = needs_browser


@pytest.fixture
def designer(tmp_path: Path) -> Iterator[Designer]:
    with on_files(tmp_path, {"deck.yaml": DECK, "crew.csv": TABLE, "templates/sample.yaml": TEMPLATE}) as running:
        yield running


def view(page: Page, name: str) -> None:
    page.get_by_role("group", name="View").get_by_role("button", name=name, exact=True).click()


def table(designer: Designer) -> str:
    return (designer.folder / "crew.csv").read_text()


def first_card(page: Page) -> Locator:
    return page.get_by_role("region", name="Cards").get_by_role("option").first


def test_the_name_of_a_card_is_everywhere_the_one_that_its_table_has_now(page: Page, designer: Designer) -> None:
    expect(first_card(page)).to_contain_text("Ann")
    view(page, "Data")
    choose_cell(page, 1, "name")
    page.keyboard.type("Zoe")
    page.keyboard.press("Enter")
    until(lambda: "ann;Zoe;" in table(designer))
    view(page, "Card")
    expect(first_card(page)).to_contain_text("Zoe")
    page.get_by_label("Undo Edit: name").click()
    expect(first_card(page)).to_contain_text("Ann")
    page.get_by_label("Redo Edit: name").click()
    expect(first_card(page)).to_contain_text("Zoe")


def test_the_title_of_the_deck_goes_back_too(page: Page, designer: Designer) -> None:
    view(page, "Files")
    page.get_by_role("option", name="deck.yaml").click()
    page.locator(".cm-line", has_text="title: Sample").click()
    page.keyboard.press("End")
    page.keyboard.type("r")
    page.keyboard.press("Control+s")
    until(lambda: "title: Sampler\n" in (designer.folder / "deck.yaml").read_text())
    expect(page.locator(".top h1")).to_have_text("Sampler")
    expect(page).to_have_title("ann – Sampler")
    page.get_by_label("Undo Edit deck.yaml").click()
    until(lambda: (designer.folder / "deck.yaml").read_text() == DECK)
    expect(page.locator(".top h1")).to_have_text("Sample")
    expect(page).to_have_title("ann – Sample")


def test_where_the_card_that_is_shown_goes_with_a_step_its_neighbour_is_shown(page: Page, designer: Designer) -> None:
    view(page, "Data")
    choose_cell(page, 4, "name")
    page.get_by_role("button", name="Duplicate rows").click()
    expect(number(page, 5)).to_be_visible()
    choose_cell(page, 5, "id")
    page.keyboard.type("eve")
    page.keyboard.press("Enter")
    until(lambda: "\neve;" in table(designer))
    cell(page, 5, "name").click()
    expect(page).to_have_title("eve – Sample")
    view(page, "Card")
    undone(page, "Edit: id")
    undone(page, "Duplicate row")
    until(lambda: table(designer) == TABLE)
    expect(page).to_have_title("dot – Sample")
    expect(page.get_by_role("alert")).not_to_be_attached()


def test_all_cards_are_drawn_anew_after_whatever_is_done_to_one(page: Page) -> None:
    card = page.locator(".wall").get_by_role("button", name="Ann", exact=True)
    drawn = card.locator(".picture")
    view(page, "All")
    expect(card.locator("svg text").first).to_be_attached()
    before = drawn.screenshot()
    view(page, "Card")
    choose(page, "text")
    page.keyboard.press("Delete")
    expect(page.get_by_label("Undo Delete: text")).to_be_enabled()
    view(page, "All")
    until(lambda: drawn.screenshot() != before)
    page.get_by_label("Undo Delete: text").click()
    until(lambda: drawn.screenshot() == before)


def test_escape_closes_the_drawers_before_anything_is_let_go(page: Page) -> None:
    choose(page, "text")
    for key, name in (("p", "Problems"), ("y", "What was done")):
        page.keyboard.press(key)
        drawer = page.get_by_role("region", name=name)
        expect(drawer).to_be_visible()
        page.keyboard.press("Escape")
        expect(drawer).not_to_be_attached()
        expect(page.locator(".zones .row.is-on")).to_have_count(1)
    view(page, "Data")
    page.get_by_label("What was done").click()
    expect(page.get_by_role("region", name="What was done")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="What was done")).not_to_be_attached()


def test_only_what_does_something_in_a_view_is_offered_there(page: Page) -> None:
    zones = page.get_by_role("button", name="Zones", exact=True)
    undo = page.get_by_role("button", name=re.compile("^Undo"))
    for name, on_cards in (("Card", True), ("Files", True), ("All", False), ("Table", False), ("Data", False)):
        view(page, name)
        expect(zones).to_be_visible() if on_cards else expect(zones).not_to_be_visible()
        expect(undo).to_have_count(1)


def test_a_zone_that_is_warned_of_glows_in_the_colour_of_warnings(page: Page, designer: Designer) -> None:
    template = designer.folder / "templates/sample.yaml"
    template.write_text(TEMPLATE.replace("left: 6mm, width: 50mm, top: 6mm", "left: 0mm, width: 50mm, top: 6mm"))
    glowing = page.locator(".in-trouble")
    expect(glowing).to_have_count(1)
    warning = page.locator(".problems-button.has-warnings")
    expect(warning).to_be_visible()
    colour = "element => getComputedStyle(element)"
    assert glowing.evaluate(f"{colour}.stroke") == warning.evaluate(f"{colour}.color")


def test_what_could_not_be_done_is_not_shown_any_more_once_something_else_was(page: Page) -> None:
    note = page.get_by_role("status").get_by_text("is no name")
    page.get_by_role("button", name="New colour").click()
    page.get_by_role("textbox", name="Name").fill("Not A Name")
    page.keyboard.press("Enter")
    expect(note).to_be_visible()
    choose(page, "text")
    page.keyboard.press("Delete")
    expect(page.get_by_label("Undo Delete: text")).to_be_enabled()
    assert note.count() == 0
