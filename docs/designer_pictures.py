"""The pictures of the page ``designer.md``, of copies of shipped decks in a browser; ``python docs/designer_pictures.py`` takes them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from designer_walk import DOCS, PATIENCE, Server, Walk, loaded, without_path
from playwright.sync_api import Browser, Page, expect, sync_playwright

SMALL, LARGE = {"width": 1280, "height": 760}, {"width": 1600, "height": 1000}


def monogoto(page: Page, walk: Walk) -> Iterator[str]:
    """A chosen zone, its forms, a text file, the table and the sheets; the name of each picture once it can be taken."""
    walk.choose("number")
    walk.known()
    yield "designer"
    colour = page.get_by_role("button", name="Color: ", exact=False).first
    colour.scroll_into_view_if_needed()
    colour.click()
    yield "designer-properties"
    page.keyboard.press("Escape")
    page.set_viewport_size(SMALL)
    page.locator(".top").get_by_role("button", name="Table").click()
    page.get_by_role("button", name="Deal", exact=True).click()
    page.get_by_label("To each seat").fill("6")
    page.locator(".pop").get_by_role("button", name="Deal").click()
    expect(page.locator(".held img")).to_have_count(6)
    loaded(page)
    yield "designer-table"
    page.locator(".top").get_by_role("button", name="Print").click()
    page.get_by_role("button", name="Make the PDF").click()
    expect(page.get_by_text("The PDF is made")).to_be_visible()
    page.wait_for_function("document.querySelector('.print-sheets').getAttribute('aria-busy') === 'false'")
    loaded(page)
    yield "designer-print"
    page.locator(".top").get_by_role("button", name="Files").click()
    page.get_by_role("button", name="monogoto.yaml").or_(page.get_by_text("monogoto.yaml", exact=True)).first.click()
    line = page.locator(".cm-line", has_text="style: numeral").first
    expect(line).to_be_visible()
    line.click()
    for key in ("ArrowDown", "ArrowUp"):
        for _ in range(9):
            page.keyboard.press(key)
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("co")
    page.keyboard.press("Control+Space")
    expect(page.locator(".cm-tooltip-autocomplete")).to_be_visible()
    page.wait_for_timeout(300)
    yield "designer-files"


def spells(page: Page, walk: Walk) -> Iterator[str]:
    """The wall of the largest deck."""
    page.set_viewport_size(SMALL)
    page.locator(".canvas").focus()
    page.keyboard.press("w")
    expect(page.locator(".wall .thumb svg").first).to_be_visible()
    walk.known()
    page.wait_for_timeout(1000)
    yield "designer-all"


def take(browser: Browser, deck: str) -> None:
    """The pictures of one deck's copy."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "cards"
        folder.mkdir()
        environment = {**os.environ, "PYTHONPATH": str(DOCS.parent)}
        new = [sys.executable, "-m", "carddesigner", "new", deck, "--from", deck, "--quiet"]
        subprocess.run(new, cwd=folder, env=environment, check=True)
        server = Server(folder, f"./{deck}")
        try:
            page = browser.new_page(viewport=LARGE)
            page.set_default_timeout(PATIENCE)
            page.goto(server.link)
            expect(page.locator(".painted path").first).to_be_attached()
            walk = Walk(page, folder)
            for name in {"monogoto": monogoto, "mana-and-spells": spells}[deck](page, walk):
                if name != "designer-files":  # an editor takes changed text for typed text, and its list of keys closes
                    page.mouse.move(0, 0)
                    without_path(page, folder)
                page.screenshot(path=DOCS / f"{name}.jpg", type="jpeg", quality=80)
            page.close()
        finally:
            server.stop()


def main() -> None:
    """Take all of them."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        program = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for deck in ("monogoto", "mana-and-spells"):
            take(browser, deck)
        browser.close()


if __name__ == "__main__":
    main()
