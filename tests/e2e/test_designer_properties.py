"""Values changed in forms, and new zones drawn, as a person does it, with what stands in the files after it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.chromium import needs_browser
from tests.e2e.designing import Designer, choose, drop_picture, on_files, png, press_at_once
from tests.patience import until

DECK = """\
deck: small
title: Small
stocks:
  card: {shape: card, size: poker}
palette: {ink: "#112233"}
components:
  - {id: cards, stock: card, rows: cards.csv, front: look#front}
"""
CARDS = "id,name\nowl,Owl\nbear,Bear\n"
LOOK = """\
template: look
fonts:
  text: {family: Alegreya Sans}
styles:
  title: {size: 14pt, color: ink}
faces:
  front:
    zones:
      name:
        box: {left: 5mm, right: 5mm, top: 5mm, height: 20mm}
        text: "{{ card.name }}"
        style: title
"""


@pytest.fixture
def designer(tmp_path: Path) -> Iterator[Designer]:
    with on_files(tmp_path, {"deck.yaml": DECK, "cards.csv": CARDS, "templates/look.yaml": LOOK}) as running:
        yield running


def template(designer: Designer) -> list[str]:
    return [line.strip() for line in (designer.folder / "templates/look.yaml").read_text().splitlines()]


@needs_browser
def test_a_size_is_stepped_and_typed_here_and_in_its_style(page: Page, designer: Designer) -> None:
    before = template(designer)
    choose(page, "name")
    size = page.get_by_role("textbox", name="Size", exact=True)
    expect(size).to_have_value("14pt")
    drawn = page.locator(".painted").inner_html()
    size.focus()
    page.keyboard.press("Shift+ArrowUp")
    until(lambda: page.locator(".painted").inner_html() != drawn)
    assert template(designer) == before, "nothing is written before the value is"
    page.keyboard.press("Enter")
    until(lambda: "size: 19pt" in template(designer))
    assert [line for line in template(designer) if line not in before] == ["size: 19pt"]
    page.get_by_role("button", name="Size: Written here").click()
    page.get_by_role("button", name="Change in the style title…").click()
    expect(page.locator(".over b")).to_have_text("title")
    size = page.get_by_role("textbox", name="Size", exact=True)
    size.fill("16pt")
    page.keyboard.press("Enter")
    until(lambda: "title: {size: 16pt, color: ink}" in template(designer))
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    until(lambda: template(designer) == before)


@needs_browser
def test_what_is_typed_and_what_is_opened_outlives_what_others_change(page: Page, designer: Designer) -> None:
    choose(page, "name")
    size = page.get_by_role("textbox", name="Size", exact=True)
    expect(size).to_have_value("14pt")
    page.get_by_role("button", name="Size: From the style title").click()
    page.get_by_role("button", name="Change in the style title…").click()
    expect(page.locator(".over b")).to_have_text("title")
    size.fill("17")
    first = page.locator(".painted").inner_html()
    (designer.folder / "cards.csv").write_text("id,name\nowl,Snowy owl\nbear,Bear\n")
    expect(page.locator(".cards .row .title").first).to_have_text("Snowy owl")
    expect(page.locator(".over b")).to_have_text("title")
    expect(size).to_be_focused()
    expect(size).to_have_value("17")
    look = designer.folder / "templates/look.yaml"
    until(lambda: page.locator(".painted").inner_html() != first)
    drawn = page.locator(".painted").inner_html()
    look.write_text(look.read_text().replace("size: 14pt", "size: 30pt"))
    until(lambda: page.locator(".painted").inner_html() != drawn)
    expect(size).to_have_value("17")
    page.keyboard.press("Enter")
    until(lambda: "title: {size: 17pt, color: ink}" in template(designer))
    expect(size).to_have_value("17pt")


@needs_browser
def test_fields_of_a_zone_are_there_whichever_answer_comes_first(browser: Browser, designer: Designer) -> None:
    page = browser.new_page()
    late: list[Route] = []
    page.route("**/schema/template", lambda route: late.append(route))
    page.goto(designer.link)
    choose(page, "name")
    until(lambda: bool(late))
    page.wait_for_timeout(300)
    late[0].continue_()
    expect(page.get_by_role("textbox", name="Size", exact=True)).to_have_value("14pt")
    page.close()


@needs_browser
def test_a_step_is_taken_back_by_a_key_that_comes_before_it_is_answered(page: Page, designer: Designer) -> None:
    before = template(designer)
    choose(page, "name")
    size = page.get_by_role("textbox", name="Size", exact=True)
    size.fill("20pt")
    page.keyboard.press("Enter")
    until(lambda: "size: 20pt" in template(designer))
    expect(page.get_by_label("Undo Size of the zone name")).to_be_enabled()
    page.locator(".canvas").focus()
    press_at_once(page, "Delete", "Control+z")
    expect(page.get_by_label("Redo Delete: name")).to_be_enabled()
    until(lambda: "size: 20pt" in template(designer))
    choose(page, "name")
    page.locator(".canvas").focus()
    press_at_once(page, "ArrowRight", "Control+z", "Control+z")
    until(lambda: template(designer) == before)
    expect(page.get_by_label("Redo Size of the zone name")).to_be_enabled()


@needs_browser
def test_an_expression_is_typed_with_names_completed_and_its_result_beside_it(page: Page, designer: Designer) -> None:
    choose(page, "name")
    text = page.get_by_role("textbox", name="Text", exact=True)
    expect(page.locator(".result").first).to_have_text("Owl")
    text.fill("")
    text.type("{{ card.na")
    page.get_by_role("option", name="name").wait_for()
    page.keyboard.press("Enter")
    text.type(" | up")
    page.keyboard.press("Tab")
    text.type(" }}")
    page.keyboard.press("Control+Enter")
    until(lambda: 'text: "{{ card.name | upper }}"' in template(designer))
    expect(page.locator(".result").first).to_have_text("OWL")


@needs_browser
def test_a_zone_is_drawn_and_a_picture_dropped_on_the_card(page: Page, designer: Designer) -> None:
    page.get_by_label("New: Shape").click()
    paper = page.locator(".trim").bounding_box()
    assert paper is not None
    x, y = paper["x"] + paper["width"] / 4, paper["y"] + paper["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + paper["width"] / 2, y + paper["height"] / 4, steps=3)
    page.mouse.up()
    until(lambda: any("shape: rectangle" in line for line in template(designer)))
    expect(page.locator(".place h2")).to_have_text("shape")
    data = png("#cc8844")
    drop_picture(page, "owl.png", data, x, paper["y"] + paper["height"] * 0.4)
    until(
        lambda: (
            (designer.folder / "art/owl.png").is_file() and any("image: art/owl.png" in t for t in template(designer))
        )
    )
    expect(page.locator(".paper image")).to_have_count(1)
    drop_picture(page, "barn owl.png", data, x, paper["y"] + paper["height"] * 0.4)
    dialog = page.get_by_role("dialog", name="barn owl.png in image")
    expect(dialog.get_by_role("button").first).to_be_visible()
    expect(dialog.locator("code")).to_have_text(
        ["image: art/barn owl.png", "image: {{ card.image_image or 'art/owl.png' }}"]
    )
    assert not (designer.folder / "art/barn owl.png").exists(), "nothing is written before it is chosen"
    dialog.get_by_role("button", name="For all cards").click()
    expect(page.get_by_text("Picture of all cards, in image")).to_be_visible()
    until(lambda: any("image: art/barn owl.png" in line for line in template(designer)))
    drop_picture(page, "snowy.png", data, x, paper["y"] + paper["height"] * 0.4)
    page.get_by_role("dialog").get_by_role("button", name="For Owl only").click()
    until(lambda: "owl,Owl,art/snowy.png" in (designer.folder / "cards.csv").read_text())
    expect(page.get_by_label("Undo Picture: owl")).to_be_enabled()


@needs_browser
def test_a_picture_dropped_where_each_card_has_its_file_is_that_file_and_undone_the_old_one(
    page: Page, designer: Designer
) -> None:
    look = designer.folder / "templates/look.yaml"
    look.write_text(
        look.read_text()
        + "      face: {box: {left: 10mm, right: 10mm, top: 30mm, height: 30mm}, "
        + 'image: "art/{{ card.id }}.png", missing: placeholder}\n'
    )
    choose(page, "face")
    before = {p: p.read_bytes() for p in designer.folder.rglob("*") if p.is_file()}
    empty = page.locator(".painted").inner_html()
    box = page.locator(".zone.is-chosen").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    own = designer.folder / "art/owl.png"
    drop_picture(page, "photo.jpg", png("#cc8844", "JPEG"), x, y)
    expect(page.get_by_text("Picture of owl: art/owl.png", exact=True)).to_be_visible()
    until(lambda: page.locator(".painted").inner_html() != empty)
    first = own.read_bytes()
    assert first.startswith(b"\x89PNG")
    drawn = page.locator(".painted").inner_html()
    drop_picture(page, "photo.png", png("#112233"), x, y)
    expect(page.get_by_text("Picture of owl: art/owl.png, replaced")).to_be_visible()
    until(lambda: page.locator(".painted").inner_html() != drawn)
    assert own.read_bytes() == png("#112233")
    expect(page.get_by_label("Undo Picture: owl")).to_be_enabled()
    page.locator(".canvas").focus()
    page.keyboard.press("Control+z")
    until(lambda: own.read_bytes() == first)
    until(lambda: page.locator(".painted").inner_html() == drawn)
    page.keyboard.press("Control+z")
    until(lambda: not own.exists())
    until(lambda: page.locator(".painted").inner_html() == empty)
    assert {p: p.read_bytes() for p in designer.folder.rglob("*") if p.is_file()} == before


@needs_browser
def test_a_new_text_is_typed_at_once_and_a_text_again_after_a_double_click(page: Page, designer: Designer) -> None:
    page.get_by_label("New: Text").click()
    page.get_by_label("New: Text").click()
    field = page.get_by_role("textbox", name="The text of this zone, for all cards")
    expect(field).to_be_focused()
    page.keyboard.type("Hoot")
    page.keyboard.press("Control+Enter")
    until(lambda: any("text: Hoot," in line for line in template(designer)))
    expect(page.locator(".canvas")).to_be_focused()
    box = page.locator(".zone.is-chosen").bounding_box()
    assert box is not None
    page.keyboard.press("Escape")
    page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(field).to_be_focused()
    expect(field).to_have_value("Hoot")


@needs_browser
def test_a_card_s_text_is_typed_on_it_into_its_cell_or_for_all_cards(page: Page, designer: Designer) -> None:
    table, look = designer.folder / "cards.csv", designer.folder / "templates/look.yaml"
    before, of_all = table.read_text("utf-8"), look.read_text("utf-8")
    choose(page, "name")
    page.locator(".canvas").focus()
    page.keyboard.press("Enter")
    cell = page.get_by_role("textbox", name="The cell “name” of this card")
    expect(cell).to_be_focused()
    text = cell.input_value()
    assert text
    drawn = page.locator(".painted").inner_html()
    page.keyboard.type("Barn owl")
    until(lambda: page.locator(".painted").inner_html() != drawn)
    page.keyboard.press("Escape")
    expect(cell).to_have_count(0)
    until(lambda: page.locator(".painted").inner_html() == drawn)
    page.keyboard.press("Enter")
    page.keyboard.type("Barn owl")
    page.locator(".canvas").click(position={"x": 60, "y": 60})
    until(lambda: table.read_text("utf-8") != before)
    assert table.read_text("utf-8") == before.replace(text, "Barn owl", 1)
    assert look.read_text("utf-8") == of_all
    choose(page, "name")
    page.locator(".canvas").focus()
    page.keyboard.press("Enter")
    page.get_by_role("group", name="Text of name").get_by_role("button", name="All cards").click()
    computed = page.get_by_role("textbox", name="What computes the text, for all cards")
    expect(computed).to_be_focused()
    expect(computed).to_have_value("{{ card.name }}")
    page.keyboard.type("{{ card.name | upper }}")
    page.keyboard.press("Control+Enter")
    until(lambda: look.read_text("utf-8") == of_all.replace("{{ card.name }}", "{{ card.name | upper }}", 1))


@needs_browser
def test_the_chosen_zone_is_taken_by_its_edge_and_not_what_lies_beneath(page: Page, designer: Designer) -> None:
    look = designer.folder / "templates/look.yaml"
    ground = "      ground: {box: {left: 1mm, right: 1mm, top: 1mm, height: 60mm}, shape: rectangle, fill: '#ffffff'}\n"
    look.write_text(look.read_text().replace("      name:\n", f"{ground}      name:\n"))
    choose(page, "ground")
    choose(page, "name")
    box = page.locator(".zone.is-chosen").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 4, box["y"] + box["height"] - 1
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 10, y + 40, steps=4)
    page.mouse.up()
    expect(page.get_by_label("Undo Move: name")).to_be_enabled()
    assert ground.strip() in look.read_text()


@needs_browser
def test_a_style_that_is_made_is_opened(page: Page, designer: Designer) -> None:
    page.get_by_role("button", name="New style").click()
    page.get_by_role("textbox", name="Name").fill("rules")
    page.keyboard.press("Enter")
    expect(page.locator(".over b")).to_have_text("rules")
    page.get_by_role("textbox", name="Size", exact=True).fill("8pt")
    page.keyboard.press("Enter")
    until(lambda: "rules: {size: 8pt}" in template(designer))
    for _ in range(2):
        page.keyboard.press("Control+z")
    until(lambda: "rules: {size: 8pt}" not in template(designer))
    expect(page.locator(".over b")).to_have_count(0)


@needs_browser
def test_a_colour_of_the_deck_is_renamed_with_its_uses_and_changed(page: Page, designer: Designer) -> None:
    page.locator(".palette-color", has_text="ink").get_by_role("button").first.click()
    page.get_by_role("button", name="Rename ink").click()
    page.get_by_role("textbox", name="Name").fill("night")
    page.keyboard.press("Enter")
    until(lambda: "title: {size: 14pt, color: night}" in template(designer))
    deck = designer.folder / "deck.yaml"
    assert 'palette: {night: "#112233"}' in deck.read_text()
    page.locator(".palette-color", has_text="night").get_by_role("button").first.click()
    written = page.get_by_role("textbox", name="night, written")
    written.fill("#334455")
    page.keyboard.press("Enter")
    until(lambda: 'palette: {night: "#334455"}' in deck.read_text())


@needs_browser
def test_a_font_is_chosen_by_its_letters_with_keys_and_a_family_added_with_the_pointer(
    page: Page, designer: Designer
) -> None:
    before = template(designer)
    choose(page, "name")
    font = page.get_by_role("combobox", name="Font")
    expect(font).to_have_text("default")
    expect(font.locator("svg.font-sample path")).to_have_attribute("d", re.compile("^M.{500}"))
    font.focus()
    page.keyboard.press("ArrowDown")
    options = page.get_by_role("listbox", name="Font").get_by_role("option")
    expect(options.nth(1)).to_have_accessible_name("text, Alegreya Sans")
    literata = page.get_by_role("option", name="Literata")
    expect(literata).to_be_visible()
    samples = page.locator(".font-option path").evaluate_all("paths => paths.map(p => p.getAttribute('d'))")
    assert samples[0] == samples[1]
    assert len(set(samples)) == len(samples) - 1, "no two families look the same"
    drawn = page.locator(".painted").inner_html()
    page.keyboard.type("lit")
    expect(literata).to_have_class(re.compile("is-at"))
    expect(font).to_have_attribute("aria-activedescendant", literata.get_attribute("id") or "-")
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox", name="Font")).to_have_count(0)
    expect(font).to_be_focused()
    assert template(designer) == before
    font.click()
    literata.click()
    until(lambda: "literata: {family: Literata}" in template(designer))
    assert "font: literata" in template(designer)
    until(lambda: page.locator(".painted").inner_html() != drawn)
    expect(font).to_have_text("literata")
    expect(page.get_by_label("Undo New font: literata")).to_be_enabled()
    page.keyboard.press("Space")
    expect(options.nth(2)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    until(lambda: page.locator(".painted").inner_html() == drawn)
    assert "font: literata" in template(designer), "nothing is written while it is tried"
    page.keyboard.press("Enter")
    until(lambda: "font: text" in template(designer))
    page.locator(".canvas").focus()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    until(lambda: template(designer) == before)
