"""Several who edit one deck at once: each sees what the others do, and nobody's work is overwritten unseen."""

from __future__ import annotations

import os
import signal

from playwright.sync_api import Browser, Page, expect

from tests.e2e.chromium import needs_browser
from tests.e2e.designing import Designer, choose, opened
from tests.patience import until

pytestmark = needs_browser


def left(page: Page, value: str) -> None:
    choose(page, "number")
    page.get_by_role("textbox", name="Left").fill(value)
    page.get_by_role("textbox", name="Left").press("Enter")


def test_two_designers_on_one_deck_see_each_others_edits_and_take_back_only_what_they_see(
    browser: Browser, page: Page, designer: Designer
) -> None:
    before = designer.template.read_text("utf-8")
    second = Designer(designer.folder.parent, "./mine")
    other = opened(browser, second)
    try:
        left(page, "7.5")
        until(lambda: "left: 7.5mm" in designer.template.read_text("utf-8"))
        expect(other.get_by_label("Undo Edited elsewhere")).to_be_enabled()
        choose(other, "number")
        expect(other.get_by_role("textbox", name="Left")).to_have_value("7.5")
        left(other, "9")
        until(lambda: "left: 9mm" in designer.template.read_text("utf-8"))
        expect(page.get_by_label("Undo Edited elsewhere")).to_be_enabled()
        expect(page.get_by_role("textbox", name="Left")).to_have_value("9")
        page.get_by_label("Undo Edited elsewhere").click()
        expect(page.get_by_label("Undo Move: number")).to_be_enabled()
        expect(other.get_by_role("textbox", name="Left")).to_have_value("7.5")
        page.get_by_label("Undo Move: number").click()
        until(lambda: designer.template.read_text("utf-8") == before)
        expect(other.get_by_role("textbox", name="Left")).to_have_value("3.2")
    finally:
        other.close()
        second.stop()


def test_an_edit_of_a_file_that_changed_meanwhile_is_shown_beside_what_it_holds_now(
    page: Page, designer: Designer
) -> None:
    before = designer.template.read_text("utf-8")
    choose(page, "number")
    page.get_by_role("textbox", name="Left").fill("7.5")
    theirs = before.replace("bold: true\n    size: 74pt", "bold: true\n    size: 60pt")
    assert theirs != before
    # The edit arrives before anybody noticed the other.
    os.kill(designer.process.pid, signal.SIGSTOP)
    designer.template.write_text(theirs, "utf-8")
    page.get_by_role("textbox", name="Left").press("Enter")
    os.kill(designer.process.pid, signal.SIGCONT)
    expect(page.get_by_role("alert")).to_contain_text("was changed elsewhere meanwhile")
    expect(page.locator(".cm-merge-a")).to_contain_text("left: 3.2mm")
    expect(page.locator(".cm-merge-b")).to_contain_text("left: 7.5mm")
    assert designer.template.read_text("utf-8") == theirs
    page.get_by_role("button", name="Save this one").click()
    until(lambda: "left: 7.5mm" in designer.template.read_text("utf-8"))
    assert "size: 60pt" in designer.template.read_text("utf-8"), "what others wrote is kept"
