"""The documentation's way from a spreadsheet to a printed PDF, walked in a real browser without touching a file."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from playwright.sync_api import Browser

from carddesigner.deck.find import loaded_deck
from tests.e2e.chromium import needs_browser
from tests.e2e.test_docs import DOCS, program_of_the_docs


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cards").mkdir()
    return tmp_path / "cards"


@needs_browser
def test_a_spreadsheet_becomes_a_printed_deck_on_the_page_alone(browser: Browser, folder: Path) -> None:
    program = program_of_the_docs("designer_walk")
    server = program.Server(folder)
    try:
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        shown = list(program.Walk(page, folder).steps(server.link))
    finally:
        server.stop()
    assert shown == re.findall(r"designed/([\w-]+)\.jpg", (DOCS / "designed.md").read_text("utf-8"))
    assert all((DOCS / "designed" / f"{name}.jpg").is_file() for name in shown)
    deck = loaded_deck(folder / "market")
    assert sum(card.copies for component in deck.components for card in component.cards) == 24
    with closing(pdfium.PdfDocument(folder / "output/market/market-sheets.pdf")) as document:
        fronts = [document[at].get_textpage().get_text_range() for at in (0, 2, 4)]
        assert len(document) == 6
    assert "".join(fronts).count("Draw a card.") == 4, "the Pickpocket's new rule, on each of its copies"
