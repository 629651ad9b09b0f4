"""The page ``designed.md`` walked in a real browser, from an empty folder and a spreadsheet to a PDF; its pictures are taken on the way.

``python docs/designer_walk.py`` takes them anew. A test walks the same way and looks at what came of it.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import walkthrough
from playwright.sync_api import Locator, Page, expect, sync_playwright

DOCS = Path(__file__).parent
PICTURE = DOCS.parent / "decks/mana-and-spells/art/lantern.png"
PATIENCE = 60_000


class Walk:
    """A person at the page, and the folder that they work in."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page = page
        self.folder = folder

    def steps(self, link: str) -> Iterator[str]:
        """Do what the page of the documentation says; at each of its pictures, that picture's name."""
        page = self.page
        text = (DOCS / "designed.md").read_text("utf-8")
        ((_, name, table),) = walkthrough.steps(text)
        page.goto(link)
        expect(page.locator(".top h1, h1").first).to_be_visible()
        expect(page.locator(".shipped-decks .fan img").first).to_be_visible()
        expect(page.locator(".fan.is-coming")).to_have_count(0)
        loaded(page)
        yield "1-start"
        page.set_input_files("input[type=file]", {"name": name, "mimeType": "text/csv", "buffer": table.encode()})
        expect(page.get_by_role("radio")).to_have_count(6)
        expect(page.locator(".look .faces[aria-busy=true]")).to_have_count(0)
        yield "2-looks"
        page.get_by_role("button", name="Make the deck").click()
        expect(page.locator(".painted path").first).to_be_attached()
        self.known()
        yield "3-card"
        self.choose("points")
        self.pull(".zone.is-chosen", -19, 0)
        self.written("templates/market.yaml", "points: {box:")
        expect(page.get_by_label("Undo Move: points")).to_be_enabled()
        self.known()
        yield "4-changed"
        page.locator(".canvas").focus()
        page.keyboard.press("w")
        expect(page.locator(".wall .thumb svg")).to_have_count(9)
        loaded(page)
        self.known()
        yield "5-all"
        page.keyboard.press("d")
        page.get_by_text("Take 1 coin from a player whose row has no Guard.").last.click()
        expect(page.locator(".preview .link")).to_have_text("row 5")
        page.keyboard.press("F2")
        card = page.locator(".preview svg").first
        before = card.inner_html()
        page.keyboard.type(" Draw a card.")
        self.followed(card, before)
        yield "6-data"
        page.keyboard.press("Enter")
        self.written("market.csv", "has no Guard. Draw a card.")
        page.locator(".top").get_by_role("button", name="Table").click()
        page.get_by_role("button", name="Deal", exact=True).click()
        page.get_by_label("To each seat").fill("5")
        page.locator(".pop").get_by_role("button", name="Deal").click()
        expect(page.locator(".held img")).to_have_count(5)
        loaded(page)
        yield "7-table"
        page.locator(".top").get_by_role("button", name="Print").click()
        page.get_by_role("button", name="Make the PDF").click()
        expect(page.get_by_text("The PDF is made")).to_be_visible()
        page.wait_for_function("document.querySelector('.print-sheets').getAttribute('aria-busy') === 'false'")
        loaded(page)
        yield "8-print"

    def choose(self, zone: str) -> None:
        """Choose a zone in the list."""
        self.page.locator(".zones .row", has=self.page.get_by_text(zone, exact=True)).last.click()

    def pull(self, what: str, dx: float, dy: float) -> None:
        """Drag something by so many millimetres of the card."""
        box = self.page.locator(what).first.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        zoom = float(self.page.locator(".zoom .value").inner_text().removesuffix("%")) / 100 * 96 / 25.4
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + dx * zoom, y + dy * zoom, steps=6)
        mouse.up()

    def written(self, file: str, text: str) -> None:
        """Wait until a file of the deck holds a text."""
        end = time.monotonic() + PATIENCE / 1000
        while text not in (self.folder / "market" / file).read_text("utf-8"):
            assert time.monotonic() < end, f"{text!r} is not in {file}"
            time.sleep(0.05)

    def followed(self, card: Locator, before: str) -> None:
        """Wait until a card shows what was typed, to the last letter: it is another than *before*, and stays as it is."""
        end = time.monotonic() + PATIENCE / 1000
        last = before
        while (now := card.inner_html()) in (before, last):
            assert time.monotonic() < end, "the card doesn't follow"
            time.sleep(0.05)
        while now != last:
            assert time.monotonic() < end, "the card never rests"
            last = now
            time.sleep(0.5)
            now = card.inner_html()

    def known(self) -> None:
        """Wait until all problems of the deck are known."""
        expect(self.page.locator(".bottom")).not_to_contain_text("Looking")


def without_path(page: Page, folder: Path) -> None:
    """Show the folder in which this runs as it is called on a reader's computer."""
    page.evaluate(
        """([from, to]) => {
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) walker.currentNode.data = walker.currentNode.data.replace(from, to);
        }""",
        [str(folder), "~/cards"],
    )


def loaded(page: Page) -> None:
    """Wait until every picture in the window is there."""
    page.wait_for_function("[...document.images].every((i) => i.complete && i.naturalWidth > 0)")


class Server:
    """The designer on its start page in a folder, or on a deck there."""

    def __init__(self, folder: Path, deck: str = "") -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "carddesigner", "designer", *filter(None, [deck]), "--no-browser"],
            cwd=folder,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(DOCS.parent), "XDG_CONFIG_HOME": str(folder.parent / "config")},
        )
        assert self.process.stderr is not None
        found = re.search(r"http://\S+", self.process.stderr.readline())
        assert found
        self.link = found[0]

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=20)


def main() -> None:
    """Take all pictures anew."""
    expect.set_options(timeout=PATIENCE)
    out = DOCS / "designed"
    out.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        folder = Path(temporary) / "cards"
        folder.mkdir()
        server = Server(folder)
        program = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        try:
            page = browser.new_page(viewport={"width": 1280, "height": 720})
            page.set_default_timeout(PATIENCE)
            for name in Walk(page, folder).steps(server.link):
                page.mouse.move(0, 0)
                if name == "1-start":
                    # The cards of the decks that ship are drawn one deck after the other.
                    expect(page.locator(".fan.is-coming")).to_have_count(0)
                    loaded(page)
                without_path(page, folder)
                page.screenshot(path=out / f"{name}.jpg", type="jpeg", quality=80)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
