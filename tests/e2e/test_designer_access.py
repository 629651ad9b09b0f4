"""The designer for everybody: what axe-core finds on its screens, and what the keyboard reaches."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.copies import copied_deck
from tests.e2e.chromium import needs_browser
from tests.e2e.designing import Designer, choose, drop_picture, opened, png
from tests.e2e.small_deck import TABLE, SmallDesigner, saved_again, workbook
from tests.patience import until

HARBOUR = Path(__file__).parents[1] / "decks/harbour"
TRANSLATED = "  Haste.pt: {name: Pressa, reminder: logo}\n  Anchor.pt: {name: Âncora}\n"
AXE = Path(__file__).parents[2] / "carddesigner/designer/web/node_modules/axe-core/axe.min.js"
FOUND = """
async (more) => (await axe.run(document, { resultTypes: ["violations"], ...more })).violations.flatMap((v) =>
  v.nodes.map((n) => `${v.id}: ${n.target.join(" ")}: ${n.any.concat(n.all, n.none).map((c) => c.message).join("; ")}`))
"""
TABBED = """() => {
  const e = document.activeElement;
  const ringed = (of) => of && getComputedStyle(of).outlineStyle !== "none" && parseFloat(getComputedStyle(of).outlineWidth) > 0;
  const name = e.getAttribute("aria-label") || e.textContent.trim() || e.id || e.tagName;
  return [name, ringed(e) || ringed(e.closest("label")), e === document.body];
}"""


def history(page: Page) -> None:
    page.keyboard.press("y")
    expect(page.locator(".drawer")).to_be_visible()


def problems(page: Page) -> None:
    page.get_by_role("textbox", name="Left").fill("-2")
    page.get_by_role("textbox", name="Left").press("Enter")
    expect(page.locator(".problems-button")).to_contain_text(re.compile("warning|error"))
    page.locator(".problems-button").click()
    expect(page.locator(".drawer .problem").first).to_be_visible()


def wall(page: Page) -> None:
    page.keyboard.press("w")
    expect(page.locator(".thumb svg").first).to_be_visible()


def palette(page: Page) -> None:
    page.keyboard.press("Control+k")
    expect(page.get_by_role("dialog")).to_be_visible()


def menu(page: Page) -> None:
    page.locator(".canvas").click(button="right")
    expect(page.get_by_role("menu")).to_be_visible()


def files(page: Page) -> None:
    page.keyboard.press("e")
    expect(page.locator(".cm-content")).to_contain_text("title: Harbour")


def data(page: Page) -> None:
    page.keyboard.press("d")
    expect(page.locator("revogr-data .rgCell").first).to_be_visible()


def table(page: Page) -> None:
    page.keyboard.press("t")
    expect(page.locator(".pile img").first).to_be_visible()


def deal(page: Page) -> None:
    table(page)
    page.keyboard.press("Shift+d")
    expect(page.get_by_role("form", name="Deal")).to_be_visible()


def moving(page: Page) -> None:
    table(page)
    page.locator(".pile").first.focus()
    page.keyboard.press("m")
    expect(page.get_by_role("menu", name="Move to")).to_be_visible()


def looked_through(page: Page) -> None:
    table(page)
    page.locator(".pile").first.focus()
    page.keyboard.press("l")
    expect(page.get_by_role("dialog").locator(".thumb img").first).to_be_visible()


def printed(page: Page) -> None:
    page.keyboard.press("r")
    expect(page.locator(".sheet img").first).to_be_visible()


def outcome(page: Page) -> None:
    printed(page)
    page.get_by_role("button", name="Make the PDF").click()
    expect(page.get_by_text("The PDF is made")).to_be_visible()


def fonts(page: Page) -> None:
    page.get_by_role("combobox", name="Font").press("ArrowDown")
    expect(page.get_by_role("option", name="Literata")).to_be_visible()


def changes(page: Page) -> None:
    page.get_by_role("textbox", name="Left").fill("3")
    page.get_by_role("textbox", name="Left").press("Enter")
    expect(page.get_by_label("Undo Move: name")).to_be_enabled()
    page.keyboard.press("Control+k")
    page.keyboard.type("What changed")
    page.keyboard.press("Enter")
    expect(page.locator(".difference")).to_be_visible()


SCREENS: dict[str, Callable[[Page], None]] = {
    "card": lambda page: None,
    "menu": menu,
    "fonts": fonts,
    "palette": palette,
    "history": history,
    "problems": problems,
    "wall": wall,
    "data": data,
    "files": files,
    "table": table,
    "deal": deal,
    "moving": moving,
    "looked through": looked_through,
    "print": printed,
    "outcome": outcome,
    "changes": changes,
}


SCHEMES: dict[Literal["light", "dark"], dict[str, object]] = {
    "light": {},
    "dark": {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}},
}
"""What axe is asked in each of the two: in dark colours those of its usual rules that look at colours."""
STILL = """() => document.getAnimations().every(
  (a) => a.playState !== "running" || a.effect.getTiming().iterations === Infinity,
)"""
"""Whether all has come to rest: colours that are on their way to others have another contrast."""


@pytest.fixture(scope="module")
def designer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Designer]:
    """The designer on a deck of few cards with something of all that a deck may have, the same for all tests here."""
    folder = tmp_path_factory.mktemp("shared")
    shutil.copytree(HARBOUR, folder / "mine")
    deck = folder / "mine/deck.yaml"
    deck.write_text(deck.read_text("utf-8").replace("keywords:\n", f"keywords:\n{TRANSLATED}"), "utf-8")
    with Designer(folder, "./mine") as running:
        yield running


def violations(page: Page) -> list[str]:
    """What axe finds in light colours, and of what depends on colours in dark ones."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = []
    for scheme, more in SCHEMES.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        until(lambda: bool(page.evaluate(STILL)))
        found += [f"{scheme}: {line}" for line in page.evaluate(FOUND, more)]
    return found


@needs_browser
@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed")
def test_axe_finds_nothing_on_any_screen(browser: Browser, designer: Designer) -> None:
    page = opened(browser, designer)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    found: dict[str, list[str]] = {}
    for name, show in SCREENS.items():
        page.keyboard.press("Escape")
        page.keyboard.press("c")
        choose(page, "name")
        page.locator(".canvas").focus()
        show(page)
        found[name] = violations(page)
        page.keyboard.press("Escape")
    page.keyboard.press("c")
    page.keyboard.press("Control+z")
    page.close()
    assert {name: problems for name, problems in found.items() if problems} == {}


@needs_browser
@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed")
def test_axe_finds_nothing_before_a_deck_is_open(browser: Browser, tmp_path: Path) -> None:
    running = Designer(tmp_path, None)
    found: dict[str, list[str]] = {}
    try:
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.goto(running.link)
        shipped = page.get_by_role("region", name="Decks that come with carddesigner").get_by_role("button")
        expect(shipped.first).to_be_visible()
        found["start"] = violations(page)
        shipped.first.click()
        expect(page.get_by_role("textbox", name="Copy it to")).to_be_visible()
        found["copy"] = violations(page)
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Paste a table or a link").click()
        page.get_by_label("Table or link").fill("Name\tText\nAnn\tSails\nBob\tSwims\n")
        found["paste"] = violations(page)
        page.get_by_role("button", name="Make a deck of it").click()
        expect(page.get_by_role("radio")).to_have_count(6)
        found["new"] = violations(page)
        page.close()
    finally:
        running.stop()
    assert {name: problems for name, problems in found.items() if problems} == {}


def saved_workbook(page: Page, designer: SmallDesigner) -> None:
    """What a program changed of the deck's workbook, in its dialog."""
    page.keyboard.press("d")
    book = workbook(designer)
    expect(page.get_by_text("workbooks stay as they are")).to_be_visible()
    saved_again(book, designer)
    page.get_by_role("button", name="Show what changed").click()
    expect(page.get_by_role("dialog").locator("tbody tr")).to_have_count(1)


def two_versions(page: Page, designer: SmallDesigner) -> None:
    """A file that was typed in and changed elsewhere."""
    page.keyboard.press("e")
    expect(page.locator(".cm-content")).to_contain_text("title: Sample")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+Home")
    page.keyboard.type("# Mine")
    deck = designer.folder / "deck.yaml"
    deck.write_text(deck.read_text().replace("title: Sample", "title: Theirs"))
    expect(page.get_by_role("region", name="Two versions")).to_be_visible()
    expect(page.locator(".cm-merge-a")).to_contain_text("Theirs")


def dropped_picture(page: Page, designer: SmallDesigner) -> None:
    """For which cards a picture is."""
    paper = page.locator(".trim").bounding_box()
    assert paper is not None
    at = paper["x"] + paper["width"] / 2, paper["y"] + paper["height"] * 0.85
    expect(page.locator(".zones .row")).to_have_count(3)
    drop_picture(page, "one.png", png("#cc8844"), *at)
    expect(page.locator(".zones .row")).to_have_count(4)
    drop_picture(page, "two.png", png("#44cc88"), *at)
    expect(page.get_by_role("dialog", name="two.png in image")).to_be_visible()


@needs_browser
@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed")
@pytest.mark.parametrize("show", [saved_workbook, two_versions, dropped_picture])
def test_axe_finds_nothing_where_the_page_asks_which_of_two_counts(
    browser: Browser, tmp_path: Path, show: Callable[[Page, SmallDesigner], None]
) -> None:
    running = SmallDesigner(tmp_path, TABLE.encode())
    try:
        page = opened(browser, running)
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        show(page, running)
        found = violations(page)
        page.close()
    finally:
        running.stop()
    assert found == []


def tab_to(page: Page, name: str, *, exactly: bool = False) -> None:
    """Step through the page until what is called so has the focus, which each place shows."""
    been = []
    for _ in range(150):
        page.keyboard.press("Tab")
        own, visible, outside = page.evaluate(TABBED)
        been.append(own)
        if outside:
            continue
        assert visible, f"{own} has the focus and doesn't show it"
        if own == name or (name in own and not exactly):
            return
    pytest.fail(f"{name} is not reached: {been}")


@needs_browser
def test_a_whole_job_is_done_by_keyboard_alone(browser: Browser, tmp_path: Path) -> None:
    designer = SmallDesigner(tmp_path, TABLE.encode())
    template = tmp_path / "templates/sample.yaml"
    try:
        page = opened(browser, designer)
        before = template.read_text("utf-8")
        # A card, a zone of it, another place.
        page.keyboard.press("/")
        page.keyboard.type("bob")
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile("crew/bob"))
        tab_to(page, "Zones, from the front")
        row = page.locator(".zones .row.is-on")
        for _ in range(6):
            page.keyboard.press("ArrowDown")
            if row.count() and row.inner_text().strip().startswith("name"):
                break
        expect(row).to_contain_text("name")
        tab_to(page, "Left")
        page.keyboard.press("Control+a")
        page.keyboard.type("9")
        page.keyboard.press("Enter")
        expect(page.get_by_label("Undo Move: name")).to_be_enabled()
        assert "left: 9mm" in template.read_text("utf-8")
        # How its text looks.
        tab_to(page, "Size", exactly=True)
        page.keyboard.press("Control+a")
        page.keyboard.type("18pt")
        page.keyboard.press("Enter")
        until(lambda: "size: 18pt" in template.read_text("utf-8"))
        assert template.read_text("utf-8").count("\n") == before.count("\n")
        # A cell.
        page.keyboard.press("Control+k")
        page.keyboard.type("Show: tables")
        page.keyboard.press("Enter")
        expect(page.locator("revogr-data .rgCell").first).to_be_visible()
        # The grid has the focus, in its first cell.
        page.keyboard.press("ArrowRight")
        page.keyboard.type("Bobby")
        page.keyboard.press("Enter")
        until(lambda: "Bobby" in designer.table.read_text("utf-8"))
        # The PDF.
        page.keyboard.press("Control+k")
        page.keyboard.type("Show: print")
        page.keyboard.press("Enter")
        expect(page.locator(".sheet img").first).to_be_visible()
        tab_to(page, "Make the PDF")
        page.keyboard.press("Enter")
        expect(page.get_by_text("The PDF is made")).to_be_visible()
        tab_to(page, "Download", exactly=True)
        assert page.evaluate("document.activeElement.href").endswith(".pdf?download")
        page.close()
    finally:
        designer.stop()


@needs_browser
def test_a_deck_is_opened_and_a_zone_of_it_moved_and_put_back_by_keyboard_alone(
    browser: Browser, tmp_path: Path
) -> None:
    copied_deck("monogoto", tmp_path / "mine")
    template = tmp_path / "mine/templates/monogoto.yaml"
    before = template.read_text("utf-8")
    with Designer(tmp_path, None) as designer:
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.goto(designer.link)
        expect(page.get_by_role("region", name="Decks that come with carddesigner")).to_be_visible()
        tab_to(page, "Folder of a deck")
        page.keyboard.type("mine")
        page.keyboard.press("Enter")
        expect(page.locator(".painted > g").first).to_be_attached()
        tab_to(page, "Zones, from the front")
        row = page.locator(".zones .row.is-on")
        for _ in range(6):
            page.keyboard.press("ArrowDown")
            if row.count() and row.inner_text().strip().startswith("number"):
                break
        tab_to(page, "Card. Arrow keys move the chosen zone")
        frame = page.get_by_role("textbox", name="Left")
        was = float(frame.input_value())
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(frame).to_have_value(re.compile(f"^{was + 1.1:.4g}"))
        until(lambda: template.read_text("utf-8") != before)
        page.keyboard.press("Control+z")
        until(lambda: template.read_text("utf-8") == before)
        expect(frame).to_have_value(re.compile(f"^{was:.4g}"))
        page.close()


@needs_browser
def test_the_keyboard_reaches_every_part_and_shows_where_it_is(browser: Browser, designer: Designer) -> None:
    page = opened(browser, designer)
    choose(page, "name")
    page.locator("h1").click()
    reached = []
    for _ in range(120):
        page.keyboard.press("Tab")
        name, visible, outside = page.evaluate(TABBED)
        if outside:
            break
        assert visible, f"{name} has the focus and doesn't show it"
        reached.append(name)
    for what in ("What was done", "Front", "Cards", "Card.", "Zones", "Left", "Commands"):
        assert any(what in name for name in reached), f"{what} is not reached: {reached}"
    page.close()


@needs_browser
def test_what_had_the_focus_has_it_again_after_a_dialog(browser: Browser, designer: Designer) -> None:
    page = opened(browser, designer)
    theme = page.get_by_role("button", name="Colours:")
    theme.focus()
    page.keyboard.press("Control+k")
    page.keyboard.type("history that is not there")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(theme).to_be_focused()
    page.keyboard.press("Control+k")
    page.keyboard.press("Escape")
    expect(theme).to_be_focused()
    page.keyboard.press("Control+k")
    page.keyboard.type("find a card")
    page.keyboard.press("Enter")
    expect(page.get_by_placeholder("Find a card")).to_be_focused()
    page.close()
