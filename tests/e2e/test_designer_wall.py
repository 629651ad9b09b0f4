"""The wall of all cards: each is there when it is seen, and those that an edit changed come anew without going first."""

from __future__ import annotations

import urllib.error
import urllib.request

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.chromium import needs_browser
from tests.e2e.designing import Designer, opened
from tests.patience import until as soon

THERE = "document.querySelector('.wall')?.getAttribute('aria-busy') === 'false'"
SEEN = """() => {
  const box = document.querySelector(".wall").getBoundingClientRect();
  const seen = [...document.querySelectorAll(".wall .thumb")].filter((t) => {
    const { top, bottom } = t.getBoundingClientRect();
    return bottom > box.top && top < box.bottom;
  });
  return [seen.length, seen.filter((t) => t.querySelector("svg path")).length];
}"""


@pytest.fixture
def designer(shared_designer: Designer) -> Designer:
    return shared_designer


def wall(page: Page) -> None:
    page.locator(".canvas").focus()
    page.keyboard.press("w")
    until(page, THERE)


def until(page: Page, true: str) -> None:
    soon(lambda: bool(page.evaluate(true)))


@needs_browser
def test_every_card_that_is_seen_is_there_wherever_the_wall_is_scrolled(browser: Browser, designer: Designer) -> None:
    page = opened(browser, designer)
    wall(page)
    assert page.evaluate("document.fonts.size") > 0
    for share in (0, 0.3, 0.7, 1, 0.1):
        page.evaluate(
            "share => { const w = document.querySelector('.wall'); w.scrollTop = share * (w.scrollHeight - w.clientHeight); }",
            share,
        )
        page.wait_for_timeout(100)
        until(page, f"(([seen, there]) => seen === there)(({SEEN})())")
        seen, _ = page.evaluate(SEEN)
        # The last rows are those of components of one card.
        assert seen > (6 if share < 1 else 1)
        # Those that are far away are not on the page.
        assert page.locator(".wall .thumb").count() < 60
    assert (
        page.evaluate("[...document.querySelectorAll('.wall script, .wall [onclick], .wall foreignObject')].length")
        == 0
    )
    page.close()


@needs_browser
def test_cards_follow_an_edit_and_are_never_gone(browser: Browser, designer: Designer) -> None:
    page = opened(browser, designer)
    wall(page)
    page.evaluate(
        """() => { window.gone = 0;
        new MutationObserver(() => { for (const p of document.querySelectorAll(".wall .picture")) if (!p.firstChild) window.gone++; })
          .observe(document.querySelector(".wall"), { childList: true, subtree: true }); }"""
    )
    before = page.locator(".wall .thumb svg").nth(1).inner_html()
    file = designer.folder / "deck.yaml"
    text = file.read_text("utf-8")
    file.write_text(text.replace('ink: "#1f1b2e"', 'ink: "#7f1b2e"'), "utf-8")
    try:
        soon(lambda: page.locator(".wall .thumb svg").nth(1).inner_html() != before)
        until(page, THERE)
        assert page.locator(".wall .thumb svg").nth(1).inner_html() != before
        assert page.evaluate("window.gone") == 0
    finally:
        file.write_text(text, "utf-8")
    soon(lambda: page.locator(".wall .thumb svg").nth(1).inner_html() == before)
    page.close()


@needs_browser
def test_a_font_that_the_browser_refuses_leaves_letters_as_outlines(browser: Browser, designer: Designer) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.route("**/font/**", lambda route: route.fulfill(status=404))
    page.goto(designer.link)
    expect(page.locator(".painted > g").first).to_be_attached()
    wall(page)
    expect(page.locator(".wall .thumb svg text")).to_have_count(0)
    assert page.locator(".wall .thumb svg path").count() > 50
    page.close()


def test_fonts_and_pictures_are_given_to_the_own_page_alone(designer: Designer) -> None:
    for path in ("font/g0123456789abcdef/0", "picture/" + "0" * 64 + "/256"):
        address = f"http://127.0.0.1:{designer.port}/{path}"
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(address)
        known = urllib.request.Request(address, headers={"Cookie": designer.cookie})
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(known)


@needs_browser
def test_picked_cards_are_seen_side_by_side(browser: Browser, designer: Designer) -> None:
    page = opened(browser, designer)
    wall(page)
    thumbs = page.locator(".wall .thumb")
    width = thumbs.first.bounding_box()
    page.get_by_role("button", name="Shield 2", exact=True).click(modifiers=["Control"])
    page.get_by_role("button", name="Pick Shield 5", exact=True).click()
    page.get_by_role("button", name="Shield 8", exact=True).focus()
    page.keyboard.press("x")
    expect(page.get_by_text("3 cards picked")).to_be_visible()
    page.get_by_role("button", name="Side by side").click()
    expect(thumbs).to_have_count(3)
    expect(thumbs.locator("svg")).to_have_count(3)
    shown = [box for box in (t.bounding_box() for t in thumbs.all()) if box is not None]
    assert width is not None
    assert len({box["y"] for box in shown}) == 1
    assert all(box["width"] > 1.5 * width["width"] for box in shown)
    page.locator(".wall").focus()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Shield 1", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("cards picked")).to_have_count(0)
    page.keyboard.press("+")
    page.wait_for_function(
        "width => document.querySelector('.wall .thumb').getBoundingClientRect().width > width", arg=width["width"]
    )
    page.evaluate("localStorage.clear()")
    page.close()
