"""Zones grouped, nested and copied on the page, as a person does it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.chromium import needs_browser
from tests.e2e.designing import Designer, choose
from tests.patience import until


def row(page: Page, name: str, level: int = 1):  # type: ignore[no-untyped-def]
    return page.locator(f'.zones .row[aria-level="{level}"]', has=page.get_by_text(name, exact=True)).first


@needs_browser
def test_zones_are_grouped_and_ungrouped_where_they_are_and_the_group_is_moved_as_one(
    page: Page, designer: Designer
) -> None:
    before = designer.template.read_text("utf-8")
    choose(page, "number")
    row(page, "suit").click(modifiers=["Shift"])
    page.locator(".canvas").focus()
    page.keyboard.press("Control+g")
    expect(row(page, "group")).to_have_class(re.compile("is-on"))
    expect(row(page, "number", 2)).to_be_visible()
    expect(page.get_by_label("Undo Group: 2 zones")).to_be_enabled()
    after = designer.template.read_text("utf-8")
    assert [line for line in before.splitlines() if "#" in line] == [
        line for line in after.splitlines() if "#" in line
    ], "comments stay"
    drawn = page.locator(".painted").inner_html()
    page.locator(".canvas").focus()
    page.keyboard.press("Shift+ArrowRight")
    until(lambda: page.locator(".painted").inner_html() != drawn)
    expect(page.get_by_label("Undo Move: group")).to_be_enabled()
    page.keyboard.press("Control+Shift+g")
    expect(row(page, "number")).to_be_visible()
    expect(row(page, "group")).not_to_be_attached()
    for _ in range(3):
        page.keyboard.press("Control+z")
    until(lambda: designer.template.read_text("utf-8") == before)


@needs_browser
def test_zones_are_copied_to_the_back_and_cut_and_pasted(page: Page, designer: Designer) -> None:
    before = designer.template.read_text("utf-8")
    choose(page, "block")
    page.locator(".canvas").focus()
    page.keyboard.press("Control+c")
    expect(page.get_by_text("Copied block")).to_be_visible()
    page.keyboard.press("f")
    expect(page.get_by_role("button", name="Back", exact=True)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Control+v")
    expect(row(page, "block")).to_have_class(re.compile("is-on"))
    page.keyboard.press("Control+x")
    expect(row(page, "block")).not_to_be_attached()
    expect(page.get_by_label("Undo Cut: block")).to_be_enabled()
    page.keyboard.press("Control+v")
    expect(row(page, "block")).to_be_visible()
    for _ in range(3):
        page.keyboard.press("Control+z")
    until(lambda: designer.template.read_text("utf-8") == before)


@needs_browser
def test_zones_are_dragged_into_others_and_elsewhere_in_their_list(page: Page, designer: Designer) -> None:
    page.set_viewport_size({"width": 1280, "height": 2400})
    before = designer.template.read_text("utf-8")
    choose(page, "number")
    page.locator(".canvas").focus()
    page.keyboard.press("Control+g")
    expect(row(page, "number", 2)).to_be_visible()
    row(page, "hands").drag_to(row(page, "group"))
    expect(row(page, "hands", 2)).to_be_visible()
    expect(page.get_by_label("Undo Put hands into group")).to_be_enabled()
    row(page, "hands", 2).drag_to(row(page, "environment"), target_position={"x": 60, "y": 22})
    expect(row(page, "hands")).to_be_visible()
    text = designer.template.read_text("utf-8")
    assert text.index("\n      hands:") < text.rindex("\n      environment:")
    row(page, "hands").drag_to(row(page, "group"))
    expect(row(page, "hands", 2)).to_be_visible()
    page.keyboard.press("Control+k")
    page.keyboard.type("take out of its group")
    page.keyboard.press("Enter")
    expect(row(page, "hands")).to_be_visible()
    expect(row(page, "hands", 2)).not_to_be_attached()
    page.locator(".canvas").focus()
    page.keyboard.press("Y")
    page.get_by_role("button", name="As it was first opened").click()
    until(lambda: designer.template.read_text("utf-8") == before)
