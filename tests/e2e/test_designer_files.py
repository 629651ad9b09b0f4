"""The designer's text views and problems as a person uses them: typed, broken, mended, and edited elsewhere at once."""

from __future__ import annotations

import difflib
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from carddesigner.core.report import Fix
from carddesigner.designer.found import all_found
from carddesigner.pipeline.open_deck import WorkingDeck
from tests.copies import copied_deck
from tests.e2e.chromium import needs_browser
from tests.e2e.designing import Designer, opened
from tests.patience import until


@pytest.fixture
def page(page: Page) -> Page:
    page.keyboard.press("e")
    expect(page.locator(".cm-content")).to_contain_text("title: Monogoto")
    return page


def choose_number(page: Page) -> None:
    """Click the large number on the card, and so open its lines in the template."""
    box = page.locator(".beside .canvas").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.33, box["y"] + box["height"] * 0.5)
    expect(page.locator(".cm-zone-line").first).to_contain_text("number:")


def behind(page: Page, words: str) -> None:
    """Put the cursor at the end of the line that holds some words."""
    page.locator(".cm-line", has_text=words).first.click()
    page.keyboard.press("End")


def saved(page: Page, file: str) -> None:
    expect(page.get_by_label(f"Undo Edit {file}")).to_be_enabled()


def different(before: str, after: str) -> list[str]:
    """The lines that were taken out and put in."""
    found = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0)
    return [line[0] + line[1:].strip() for line in found if re.match(r"[+-](?![+-]{2} )", line)]


@needs_browser
def test_what_is_typed_in_a_template_shows_on_the_card_before_it_is_saved(page: Page, designer: Designer) -> None:
    before = designer.template.read_text("utf-8")
    choose_number(page)
    expect(page.locator(".cm-zone-line")).to_have_count(4)
    drawn = page.locator(".painted").inner_html()
    behind(page, "left: 3.2mm, width: 27mm")
    page.keyboard.press("Enter")
    page.keyboard.type("rotate: 20")
    until(lambda: page.locator(".painted").inner_html() != drawn)
    assert designer.template.read_text("utf-8") == before, "nothing is written while keys are pressed"
    saved(page, "templates/monogoto.yaml")
    assert different(before, designer.template.read_text("utf-8")) == ["+rotate: 20"]
    expect(page.locator(".cm-zone-line")).to_have_count(5)
    page.keyboard.press("Control+z")
    until(lambda: designer.template.read_text("utf-8") == before)
    expect(page.locator(".cm-content")).not_to_contain_text("rotate: 20")


@needs_browser
def test_what_is_typed_in_the_deck_file_shows_and_the_cursor_chooses_the_zone(page: Page, designer: Designer) -> None:
    file = designer.folder / "deck.yaml"
    before = file.read_text("utf-8")
    behind(page, 'shield: "#1f4f96"')
    page.keyboard.press("ArrowLeft")
    for _ in range(6):
        page.keyboard.press("Backspace")
    page.keyboard.type("00aa44")
    expect(page.locator('.painted [fill="#00aa44"]').first).to_be_attached()
    page.keyboard.press("Control+s")
    saved(page, "deck.yaml")
    assert different(before, file.read_text("utf-8")) == ['-shield: "#1f4f96"', '+shield: "#00aa44"']
    choose_number(page)
    behind(page, 'icon: "{{ card.suit_icon }}')
    expect(page.locator(".zone.is-chosen")).to_have_count(1)
    expect(page.locator(".overlay .name.is-chosen")).to_contain_text("suit")


@needs_browser
def test_broken_yaml_shows_the_last_good_card_greyed_with_the_problem_until_it_is_mended(
    page: Page, designer: Designer
) -> None:
    before = designer.template.read_text("utf-8")
    choose_number(page)
    behind(page, "left: 3.2mm, width: 27mm")
    page.keyboard.press("Backspace")
    expect(page.locator("main.is-broken .painted path").first).to_be_attached()
    alert, beside = page.get_by_role("alert"), page.locator(".beside")
    expect(alert).to_contain_text("The last good one is shown. this is not YAML: this `{` isn't closed")
    warning, card = alert.bounding_box(), beside.bounding_box()
    assert warning is not None
    assert card is not None
    assert warning["x"] + warning["width"] <= card["x"] + 1, "the card is not covered"
    expect(page.locator(".cm-lintRange-error").first).to_be_visible()
    saved(page, "templates/monogoto.yaml")
    assert designer.template.read_text("utf-8") != before, "what is typed is kept, broken as it is"
    page.keyboard.type("}")
    expect(page.get_by_role("alert")).not_to_be_attached()
    expect(page.locator("main.is-broken")).not_to_be_attached()
    until(lambda: designer.template.read_text("utf-8") == before)


@needs_browser
def test_an_edit_elsewhere_meanwhile_is_shown_beside_ones_own_and_nothing_is_overwritten(
    page: Page, designer: Designer
) -> None:
    before = designer.template.read_text("utf-8")
    choose_number(page)
    behind(page, "left: 3.2mm, width: 27mm")
    page.keyboard.press("Enter")
    page.keyboard.type("rotate: 2")
    theirs = before.replace("bold: true\n    size: 74pt", "bold: true\n    size: 60pt")
    assert theirs != before
    designer.template.write_text(theirs, "utf-8")
    expect(page.get_by_role("alert")).to_contain_text("was changed elsewhere")
    expect(page.locator(".cm-merge-a")).to_contain_text("size: 60pt")
    expect(page.locator(".cm-merge-b")).to_contain_text("rotate: 2")
    # Whatever else is changed meanwhile, who compares them is not disturbed.
    page.locator(".cm-merge-b").evaluate("e => (e.isTheSame = true)")
    rules = designer.folder / "rules.md"
    rules.write_text(rules.read_text("utf-8") + "\nMore of them.\n", "utf-8")
    expect(page.get_by_label("Undo Edited elsewhere")).to_be_enabled()
    page.wait_for_timeout(1500)
    assert page.locator(".cm-merge-b").evaluate("e => e.isTheSame === true")
    assert designer.template.read_text("utf-8") == theirs
    # Their change is taken over with its arrow, and what comes of both is saved.
    page.get_by_role("button", name="Take this change over").first.press("Enter")
    expect(page.locator(".cm-merge-b")).to_contain_text("size: 60pt")
    page.get_by_role("button", name="Save this one").click()
    saved(page, "templates/monogoto.yaml")
    assert different(theirs, designer.template.read_text("utf-8")) == ["+rotate: 2"]


@needs_browser
def test_an_edit_elsewhere_is_shown_at_once_where_nothing_was_typed(page: Page, designer: Designer) -> None:
    choose_number(page)
    text = designer.template.read_text("utf-8")
    designer.template.write_text(text.replace("left: 3.2mm, width: 27mm", "left: 9mm, width: 27mm"), "utf-8")
    expect(page.locator(".cm-content")).to_contain_text("left: 9mm, width: 27mm")
    expect(page.locator(".versions")).not_to_be_attached()
    expect(page.get_by_role("button", name="Files")).to_have_attribute("aria-pressed", "true")


@needs_browser
def test_a_misspelt_key_is_mended_with_a_click_and_that_is_undone(page: Page, designer: Designer) -> None:
    template = designer.template
    before = template.read_text("utf-8")
    wrong = before.replace("        style: numeral\n", "        styl: numeral\n", 1)
    assert wrong != before
    template.write_text(wrong, "utf-8")
    page.keyboard.press("Escape")
    expect(page.locator(".problems-button")).to_contain_text("1 error")
    page.locator(".problems-button").click()
    page.locator(".problem .line").click()
    expect(page.locator(".cm-activeLine")).to_contain_text("styl: numeral")
    expect(page.locator(".drawer h3")).to_contain_text("templates/monogoto.yaml")
    page.locator(".drawer").get_by_role("button", name="Change styl to style").click()
    until(lambda: template.read_text("utf-8") == before)
    expect(page.get_by_label("Undo Change styl to style")).to_be_enabled()
    expect(page.locator(".drawer")).to_contain_text("Nothing is wrong")
    expect(page.locator(".cm-content")).to_contain_text("style: numeral")
    page.get_by_label("Undo Change styl to style").click()
    until(lambda: template.read_text("utf-8") == wrong)


@needs_browser
def test_keys_values_fields_and_filters_are_completed_and_explained(page: Page) -> None:
    choose_number(page)
    behind(page, "style: numeral")
    page.keyboard.press("Enter")
    page.keyboard.type("col")
    options = page.locator(".cm-tooltip-autocomplete li")
    expect(options.filter(has_text="color")).to_be_visible()
    assert "style" not in options.all_inner_texts()
    page.keyboard.type("or")
    expect(page.locator(".cm-completionInfo")).to_contain_text("colour")
    page.wait_for_timeout(100)
    page.keyboard.press("Enter")
    page.keyboard.type("em")
    expect(options.first).to_have_text("ember")
    page.wait_for_timeout(100)
    page.keyboard.press("Enter")
    expect(page.locator(".cm-line", has_text=re.compile(r"^\s+color: ember$"))).to_be_visible()
    behind(page, 'text: "{{ card.number }}')
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    page.keyboard.type(" | zf")
    expect(options.first).to_have_text("zfill")
    page.keyboard.press("Escape")
    for _ in range(5):
        page.keyboard.press("Backspace")
    page.keyboard.type(" ~ card.suit_")
    expect(options.filter(has_text="suit_icon")).to_be_visible()


@needs_browser
def test_rules_stand_beside_their_pages_as_they_break(page: Page, designer: Designer) -> None:
    page.get_by_role("option", name="rules.md").click()
    figures = page.locator(".beside figure")
    expect(figures).to_have_count(12)
    first = figures.first.locator("img").get_attribute("src")
    page.locator(".cm-line").nth(3).click()
    page.keyboard.type("A sen")
    # What is pasted is shown once, each letter that is typed for itself.
    page.keyboard.insert_text("tence that is new. " + "A sentence that is new. " * 39)
    expect(figures).to_have_count(14)
    assert figures.first.locator("img").get_attribute("src") != first
    saved(page, "rules.md")


@needs_browser
def test_files_of_a_deck_that_comes_with_the_program_can_be_read_only(browser: Browser, tmp_path: Path) -> None:
    running = Designer(tmp_path, "monogoto")
    page = opened(browser, running)
    try:
        page.keyboard.press("e")
        expect(page.locator(".cm-content")).to_contain_text("title: Monogoto")
        page.locator(".cm-line", has_text="title: Monogoto").click()
        page.keyboard.type("x")
        expect(page.locator(".cm-content")).not_to_contain_text("Monogotox")
        expect(page.get_by_text("comes with carddesigner")).to_be_visible()
        expect(page.get_by_role("option", name="deck.yaml")).to_have_attribute("title", re.compile("make a copy"))
    finally:
        page.close()
        running.stop()


@needs_browser
def test_line_ends_and_a_mark_stay_and_a_file_of_another_encoding_is_left_alone(
    browser: Browser, tmp_path: Path
) -> None:
    copied_deck("monogoto", tmp_path / "mine")
    deck = tmp_path / "mine/deck.yaml"
    before = b"\xef\xbb\xbf" + deck.read_bytes().replace(b"\n", b"\r\n")
    deck.write_bytes(before)
    (tmp_path / "mine/notes.md").write_bytes("Grüße".encode("latin-1"))
    running = Designer(tmp_path, "./mine")
    page = opened(browser, running)
    try:
        page.keyboard.press("e")
        behind(page, "title: Monogoto")
        page.keyboard.type(" Zwei")
        page.keyboard.press("Enter")
        page.keyboard.type("version: 2")
        page.keyboard.press("Control+s")
        until(lambda: deck.read_bytes() == before.replace(b"Monogoto\r\n", b"Monogoto Zwei\r\nversion: 2\r\n", 1))
        page.get_by_role("option", name="notes.md").click()
        expect(page.locator(".text-view")).to_contain_text("not UTF-8")
    finally:
        page.close()
        running.stop()


def found(folder: Path, file: str, old: str, new: str) -> list[Fix | None]:
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    try:
        return [d.fix for d in WorkingDeck(folder / "deck.yaml").problems()]
    finally:
        path.write_text(text, "utf-8")


def test_problems_that_a_nearest_spelling_mends_say_so_in_a_value(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    copied_deck("monogoto", folder)
    template = "templates/monogoto.yaml"
    assert Fix("titel", "title") in found(folder, "deck.yaml", "\ntitle:", "\ntitel:")
    assert Fix("long-egde", "long-edge") in found(folder, "deck.yaml", "long-edge", "long-egde")
    assert Fix("cards.cvs", "cards.csv") in found(folder, "deck.yaml", "cards.csv", "cards.cvs")
    assert Fix("symbl", "symbol") in found(folder, "deck.yaml", "monogoto#symbol,", "monogoto#symbl,")
    assert Fix("numerl", "numeral") in found(folder, template, "style: numeral", "style: numerl")
    assert Fix("papr", "paper") in found(folder, template, "color: paper", "color: papr")
    assert Fix("nmber", "number") in found(folder, template, "{{ card.number }}", "{{ card.nmber }}")
    assert Fix("displai", "display") in found(folder, template, "font: display", "font: displai")


def test_a_fix_stands_where_its_word_does_and_only_once(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    copied_deck("monogoto", folder)
    template = folder / "templates/monogoto.yaml"
    text = template.read_text("utf-8")
    template.write_text(text.replace("{{ card.number }}", "{{ card.nmber }}", 1), "utf-8")
    (first, *_) = [f.fix for f in all_found(WorkingDeck(folder / "deck.yaml").problems()) if f.fix]
    assert (first.old, first.new, first.file) == ("nmber", "number", template.resolve().as_posix())
    assert template.read_text("utf-8")[first.start :].startswith("nmber")
    template.write_text(text.replace("{{ card.number }}", "{{ card.nmber }} {{ card.nmber }}", 1), "utf-8")
    assert not [f.fix for f in all_found(WorkingDeck(folder / "deck.yaml").problems()) if f.fix]
