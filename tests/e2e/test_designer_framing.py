"""Pictures moved and zoomed in their frames, for all cards or for one of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.chromium import needs_browser
from tests.e2e.designing import Designer, choose, on_files, opened, png
from tests.patience import until

pytestmark = needs_browser

DECK = """\
deck: harbour
title: Harbour
language: en
stocks: {card: {shape: card, size: poker, bleed: 3mm}}
components:
  - {id: crew, rows: crew.csv, front: harbour#front}
"""
TEMPLATE = """\
template: harbour
faces:
  front:
    zones:
      ground: {in: bleed, fill: "#ffffff"}
      art:
        box: {left: 5mm, top: 5mm, width: 30mm, height: 30mm}
        image: "{{ card.art }}"
        fit: cover
"""
TABLE = "id,art\nann,art/a.png\nbob,art/b.png\n"


@pytest.fixture
def designer(tmp_path: Path) -> Iterator[Designer]:
    (tmp_path / "mine/art").mkdir(parents=True)
    for name, color in (("a", "#cc8844"), ("b", "#44cc88")):
        (tmp_path / f"mine/art/{name}.png").write_bytes(png(color))
    with on_files(tmp_path, {"deck.yaml": DECK, "templates/harbour.yaml": TEMPLATE, "crew.csv": TABLE}) as running:
        yield running


@pytest.fixture
def page(browser: Browser, designer: Designer) -> Iterator[Page]:
    page = opened(browser, designer)
    yield page
    page.close()


def written(designer: Designer) -> tuple[str, str]:
    return tuple((designer.folder / name).read_text("utf-8") for name in ("templates/harbour.yaml", "crew.csv"))  # type: ignore[return-value]


def dragged(page: Page, by: float) -> None:
    """Drag the picture in its frame by so many pixels across."""
    frame = page.locator(".zone.is-chosen").bounding_box()
    assert frame is not None
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by, y, steps=5)
    page.mouse.up()


def test_a_picture_lies_otherwise_in_its_frame_on_all_cards_or_on_one(page: Page, designer: Designer) -> None:
    choose(page, "art")
    page.keyboard.press("Enter")
    ways = page.get_by_role("group", name="For which cards")
    expect(ways.get_by_role("button", pressed=True)).to_have_text("All cards")
    dragged(page, 400)
    for_all = TEMPLATE + "        focus: [0%, 50%]\n"
    until(lambda: written(designer) == (for_all, TABLE))
    ways.get_by_role("button", name="This card only").click()
    dragged(page, -400)
    alone = TEMPLATE + "        focus: \"{{ card.art_focus or ['0%', '50%'] }}\"\n"
    until(lambda: written(designer) == (alone, 'id,art,art_focus\nann,art/a.png,"100%, 50%"\nbob,art/b.png,\n'))
    page.locator(".zone.is-chosen").hover(force=True)
    page.mouse.wheel(0, -300)
    until(lambda: written(designer)[1].startswith("id,art,art_focus,art_zoom\nann,art/a.png,"))
    assert written(designer)[0] == alone + '        zoom: "{{ card.art_zoom or 1 }}"\n'
    page.get_by_role("button", name="Done", exact=True).click()
    expect(ways).to_have_count(0)
    for _ in range(3):
        page.keyboard.press("Control+z")
    until(lambda: written(designer) == (TEMPLATE, TABLE))


def test_cards_that_have_their_own_keep_it_where_another_one_is_moved(page: Page, designer: Designer) -> None:
    choose(page, "art")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="This card only", exact=True).click()
    dragged(page, 400)
    until(lambda: written(designer)[1] == 'id,art,art_focus\nann,art/a.png,"0%, 50%"\nbob,art/b.png,\n')
    page.get_by_role("button", name="Done", exact=True).click()
    page.locator(".canvas").focus()
    page.keyboard.press("j")
    expect(page.locator(".cards .row.is-on")).to_contain_text("bob")
    choose(page, "art")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="For which cards").get_by_role("button", pressed=True)).to_have_text(
        "This card only"
    )
    dragged(page, -400)
    until(lambda: written(designer)[1] == 'id,art,art_focus\nann,art/a.png,"0%, 50%"\nbob,art/b.png,"100%, 50%"\n')


def test_a_picture_is_moved_and_zoomed_in_its_frame_by_keys(page: Page, designer: Designer) -> None:
    choose(page, "art")
    page.keyboard.press("Enter")
    for _ in range(3):
        page.keyboard.press("Shift+ArrowLeft")
    # 45 mm of picture in 30 mm of frame: 3 mm of the 7.5 that it sticks out on each side.
    until(lambda: written(designer)[0] == TEMPLATE + "        focus: [70%, 50%]\n")
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press("Escape")
    until(lambda: "zoom: 1.1\n" in written(designer)[0])
    expect(page.locator(".framing-bar")).to_have_count(0)
    page.keyboard.press("Shift+ArrowRight")
    until(lambda: "box: {left: 6mm, top: 5mm" in written(designer)[0])


def test_what_the_wheel_did_is_kept_by_a_drag_that_follows_at_once(page: Page, designer: Designer) -> None:
    choose(page, "art")
    page.keyboard.press("Enter")
    page.locator(".zone.is-chosen").hover(force=True)
    page.mouse.wheel(0, -500)
    dragged(page, 400)
    until(lambda: "focus: [0%, 50%]\n        zoom: 1.82\n" in written(designer)[0])


def test_a_focus_that_is_written_can_be_another_for_one_card(page: Page, designer: Designer) -> None:
    choose(page, "art")
    page.keyboard.press("Enter")
    dragged(page, 400)
    until(lambda: "focus: [0%, 50%]" in written(designer)[0])
    page.get_by_role("button", name="Done", exact=True).click()
    page.get_by_role("button", name="Focus: Written here").click()
    page.get_by_role("button", name="For this card only…").click()
    page.get_by_label("Value; blank for that of all others").fill("25% 50%")
    page.keyboard.press("Enter")
    until(lambda: written(designer)[1] == "id,art,art_focus\nann,art/a.png,25% 50%\nbob,art/b.png,\n")


def test_a_card_in_no_table_is_reported_as_having_nothing_of_its_own_and_the_choice_is_still_seen(
    browser: Browser, tmp_path: Path
) -> None:
    (tmp_path / "mine/art").mkdir(parents=True)
    (tmp_path / "mine/art/a.png").write_bytes(png("#cc8844"))
    files = {
        "deck.yaml": DECK.replace("rows: crew.csv", "stock: card, copies: 2"),
        "templates/harbour.yaml": TEMPLATE.replace('"{{ card.art }}"', "art/a.png"),
    }
    with on_files(tmp_path, files) as designer:
        page = opened(browser, designer)
        choose(page, "art")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="This card only", exact=True).click()
        dragged(page, 400)
        message = page.get_by_text("this card stands in no table")
        expect(message).to_be_visible()
        note, bar = message.bounding_box(), page.get_by_role("toolbar", name="Picture in its frame").bounding_box()
        page.close()
        assert (designer.folder / "templates/harbour.yaml").read_text("utf-8") == files["templates/harbour.yaml"]
    assert note is not None
    assert bar is not None
    assert bar["y"] + bar["height"] <= note["y"]
