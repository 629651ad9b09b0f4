"""What a person tries in forms and takes back, colours chosen in their menu, components added, and long lists in large windows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.chromium import needs_browser
from tests.e2e.designing import Designer, choose, on_files, opened
from tests.patience import until

DECK = """\
deck: small
title: Small
stocks:
  card: {shape: card, size: poker}
palette: {ink: "#112233", blood: "#aa1122", straw: "#eedd88"}
components:
  - {id: cards, stock: card, rows: cards.csv, front: look#front}
"""
COUNT = 120
CARDS = "id,name\n" + "".join(f"card-{n:03},Number {n} of {COUNT} cards with a name\n" for n in range(1, COUNT + 1))
LOOK = """\
template: look
fonts:
  text: {family: Alegreya Sans}
faces:
  front:
    zones:
      name:
        box: {left: 5mm, right: 5mm, top: 5mm, height: 20mm}
        text: "{{ card.name }}"
        size: 14pt
        color: ink
"""


@pytest.fixture
def designer(tmp_path: Path) -> Iterator[Designer]:
    with on_files(tmp_path, {"deck.yaml": DECK, "cards.csv": CARDS, "templates/look.yaml": LOOK}) as running:
        yield running


def files(designer: Designer) -> dict[str, str]:
    names = ("deck.yaml", "cards.csv", "templates/look.yaml")
    return {name: (designer.folder / name).read_text("utf-8") for name in names}


def letters(page: Page, color: str) -> None:
    """The text on the card has a colour."""
    expect(page.locator(f'.painted [fill="{color}"]').first).to_be_attached()


@needs_browser
def test_escape_takes_back_what_was_typed_in_a_form_or_a_cell_of_the_card(page: Page, designer: Designer) -> None:
    before = files(designer)
    choose(page, "name")
    text = page.get_by_role("textbox", name="Text", exact=True)
    cell = page.get_by_role("textbox", name="name of this card")
    drawn = page.locator(".painted").inner_html()
    for field, typed in ((text, "and {{ card.nam"), (cell, "Somebody else")):
        was = field.input_value()
        field.press("End")
        field.type(typed)
        until(lambda field=field, was=was: field.input_value() != was)
        # The first one closes the names that are offered.
        field.press("Escape")
        field.press("Escape")
        expect(field).to_have_value(was)
        expect(field).not_to_be_focused()
        until(lambda: page.locator(".painted").inner_html() == drawn)
    page.wait_for_timeout(500)
    assert files(designer) == before
    expect(page.get_by_role("alert")).not_to_be_attached()


@needs_browser
def test_a_colour_is_tried_under_the_pointer_and_written_by_a_click_alone(page: Page, designer: Designer) -> None:
    before = files(designer)
    choose(page, "name")
    letters(page, "#112233")
    swatch = page.get_by_role("button", name="Color: ink, choose")
    swatch.click()
    menu = page.get_by_role("dialog", name="Color")
    blood, straw = menu.get_by_role("button", name="blood"), menu.get_by_role("button", name="straw")
    # How strongly each stands out from white.
    expect(menu.get_by_role("button", name="ink")).to_contain_text("16.1")
    expect(straw).to_contain_text("1.4")
    for leave in ("elsewhere", "Escape"):
        blood.hover()
        letters(page, "#aa1122")
        straw.hover()
        letters(page, "#eedd88")
        if leave == "Escape":
            page.keyboard.press("Escape")
            expect(menu).not_to_be_attached()
        else:
            page.mouse.move(600, 300)
        letters(page, "#112233")
    assert files(designer) == before, "nothing is written while it is tried"
    swatch.click()
    blood.click()
    until(lambda: files(designer) == before | {"templates/look.yaml": LOOK.replace("color: ink", "color: blood")})
    letters(page, "#aa1122")
    page.keyboard.press("Control+z")
    until(lambda: files(designer) == before)


@needs_browser
def test_a_component_that_is_added_shows_its_card_and_can_be_drawn_on(page: Page, designer: Designer) -> None:
    before = files(designer)
    page.get_by_role("button", name="New component").click()
    page.get_by_role("textbox", name="Name").fill("token")
    page.keyboard.press("Enter")
    expect(page.locator(".cards .row", has_text="token")).to_have_count(1)
    expect(page.locator(".cards .row.is-on")).to_contain_text("token")
    expect(page.locator(".zones .row")).to_have_text(["ground"])
    assert "- {id: token," in files(designer)["deck.yaml"]
    page.get_by_role("button", name="New: Shape").click()
    box = page.locator(".canvas").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x - 40, y - 40)
    page.mouse.down()
    page.mouse.move(x + 40, y + 40, steps=4)
    page.mouse.up()
    expect(page.locator(".zones .row")).to_have_count(2)
    until(lambda: files(designer)["templates/look.yaml"] != before["templates/look.yaml"])
    for steps in (2, 1):
        expect(page.get_by_role("button", name="Undo").first).to_be_enabled()
        page.keyboard.press("Control+z")
        if steps == 2:
            expect(page.locator(".zones .row")).to_have_text(["ground"])
    until(lambda: files(designer) == before)
    expect(page.locator(".cards .row", has_text="token")).to_have_count(0)
    expect(page.locator(".painted path").first).to_be_attached()


@needs_browser
def test_a_long_list_fills_a_large_window_and_its_names_are_read(browser: Browser, designer: Designer) -> None:
    page = opened(browser, designer)
    page.set_viewport_size({"width": 2560, "height": 1440})
    rows = page.locator(".cards .row")
    listed = page.locator(".cards .list").bounding_box()
    assert listed is not None
    assert listed["height"] > 1000
    seen = """() => [...document.querySelectorAll(".cards .row")].filter(r => {
      const list = r.closest(".list").getBoundingClientRect(), row = r.getBoundingClientRect();
      return row.bottom > list.top && row.top < list.bottom;
    }).length"""
    until(lambda: int(page.evaluate(seen)) >= int(listed["height"]) // 28)
    cut = "e => [...e.querySelectorAll('.title')].some(name => name.scrollWidth > name.clientWidth)"
    assert not page.locator(".cards .list").evaluate(cut), "names are whole"
    page.locator(".cards .list").evaluate("e => (e.scrollTop = e.scrollHeight)")
    last = rows.filter(has_text=f"Number {COUNT} of")
    expect(last).to_be_visible()
    last.click()
    expect(page.locator(".cards footer")).to_contain_text(f"{COUNT} of {COUNT}")
    page.keyboard.press("k")
    expect(page.locator(".cards .row.is-on")).to_contain_text(f"Number {COUNT - 1} of")
    page.close()


@needs_browser
def test_one_card_has_a_place_of_its_own_and_all_others_stay(page: Page, designer: Designer) -> None:
    before = files(designer)
    choose(page, "name")
    left = page.get_by_role("textbox", name="Left", exact=True)
    for place in ("9mm", "11mm"):
        page.get_by_role("button", name="This card only").click()
        page.get_by_role("group", name="A place for this card only").get_by_role("button", name="Left 5mm").click()
        page.get_by_label("Value; blank for that of all others").fill(place)
        page.keyboard.press("Enter")
        expect(left).to_have_value(place.removesuffix("mm"))
        now = files(designer)
        assert "card-001,Number 1 of 120 cards with a name," + place in now["cards.csv"].splitlines()
        assert """{left: "{{ card.name_box_left or '5mm' }}", right: 5mm,""" in now["templates/look.yaml"]
    page.keyboard.press("Escape")
    page.locator(".canvas").focus()
    page.keyboard.press("j")
    expect(page.locator(".cards .row.is-on")).to_contain_text("Number 2 of")
    choose(page, "name")
    expect(left).to_have_value("5")
    for _ in range(2):
        page.keyboard.press("Control+z")
    until(lambda: files(designer) == before)
