"""Random keys and pointer on the real page: nothing in its console, files that load, and all of it undone."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, Page, expect

from carddesigner.source.yaml_edits import read_places
from tests.e2e.chromium import needs_browser
from tests.e2e.designing import Designer, opened
from tests.patience import until

ACTS = [100, pytest.param(5_000, marks=pytest.mark.long)]
KEYS = (
    *(
        "ArrowLeft",
        "ArrowRight",
        "Shift+ArrowUp",
        "ArrowDown",
        "j",
        "k",
        "f",
        "z",
        "b",
        "g",
        "s",
        "h",
        "l",
        "0",
        "1",
        "+",
    ),
    *(
        "-",
        "y",
        "p",
        "]",
        "[",
        "Shift+]",
        "Control+d",
        "Delete",
        "Control+z",
        "Control+y",
        "Control+a",
        "Escape",
        "Tab",
    ),
)


def centres(page: Page, selector: str) -> list[tuple[float, float]]:
    """Where what is there now can be pressed: asked at once, for the page goes on while a test asks twice."""
    found = page.evaluate(
        """selector => [...document.querySelectorAll(selector)].map(e => e.getBoundingClientRect())
          .filter(box => box.bottom > 0 && box.bottom < innerHeight)
          .map(box => [box.x + box.width / 2, box.y + box.height / 2])""",
        selector,
    )
    return [(x, y) for x, y in found]


def act(page: Page, chance: random.Random) -> None:
    if page.locator("dialog[open]").count():
        # A button of what was done asks something; nothing else is there until that is answered.
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    if not page.locator(".canvas").count():
        # A problem was clicked, which leads to its place in a file.
        page.keyboard.press("Escape")
        page.get_by_title("One card").click()
        expect(page.locator(".canvas")).to_be_visible()
        return
    box = page.locator(".canvas").bounding_box()
    if box is None:
        page.keyboard.press("Escape")
        page.keyboard.press("c")
        return
    x, y = box["x"] + box["width"] * chance.uniform(0.2, 0.8), box["y"] + box["height"] * chance.uniform(0.2, 0.8)
    kind = chance.choice(["key", "key", "key", "click", "drag", "grip", "row"])
    if kind == "key":
        page.keyboard.press(chance.choice(KEYS))
    elif kind == "click":
        page.mouse.click(x, y)
    elif kind == "row" and (rows := centres(page, ".zones .row")):
        page.mouse.click(*chance.choice(rows))
        page.locator(".canvas").focus()
    else:
        grips = centres(page, "[data-grip]") if kind == "grip" else []
        if grips:
            x, y = chance.choice(grips)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + chance.uniform(-60, 60), y + chance.uniform(-60, 60), steps=4)
        if chance.random() < 0.1:
            page.keyboard.press("Escape")
        page.mouse.up()


@needs_browser
@pytest.mark.parametrize("acts", ACTS)
def test_random_keys_and_pointer_leave_a_page_that_works_and_files_that_can_be_undone(
    browser: Browser, designer: Designer, acts: int
) -> None:
    before = {path: path.read_bytes() for path in designer.folder.rglob("*.yaml")}
    page = opened(browser, designer)
    chance = random.Random(17)
    for number in range(acts):
        act(page, chance)
        if number % 10 == 9:
            read_places("monogoto.yaml", designer.template.read_text("utf-8"))
    page.keyboard.press("Escape")
    page.wait_for_timeout(800)
    page.locator(".canvas").focus()
    if not page.get_by_role("button", name="As it was first opened").is_visible():
        page.keyboard.press("y")
    page.get_by_role("button", name="As it was first opened").click()
    until(lambda: {path: path.read_bytes() for path in before} == before)
    page.close()
