"""The designer as a person uses it: the real server, files and browser."""

from __future__ import annotations

import http.client
import os
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from carddesigner.source import paths
from tests.e2e.chromium import needs_browser
from tests.e2e.designing import Designer, choose, opened, pull
from tests.patience import PATIENCE, until


def changed_lines(before: str, after: str) -> list[str]:
    old, new = before.splitlines(), after.splitlines()
    assert len(old) == len(new)
    return [b.strip() for a, b in zip(old, new, strict=True) if a != b]


@needs_browser
def test_dragging_a_zone_moves_the_card_and_writes_its_line_alone(page: Page, designer: Designer) -> None:
    before = designer.template.read_text("utf-8")
    choose(page, "number")
    path = page.locator(".painted")
    drawn = path.inner_html()
    box = page.locator(".zone.is-chosen").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 50, steps=5)
    until(lambda: path.inner_html() != drawn)
    assert designer.template.read_text("utf-8") == before, "nothing is written while the pointer is down"
    page.mouse.up()
    until(lambda: designer.template.read_text("utf-8") != before)
    (line,) = changed_lines(before, designer.template.read_text("utf-8"))
    assert re.fullmatch(r"box: \{left: [\d.]+mm, width: 27mm, top: [\d.]+mm, height: 33mm\}", line), line
    expect(page.get_by_label("Undo Move: number")).to_be_enabled()
    page.keyboard.press("Control+z")
    until(lambda: designer.template.read_text("utf-8") == before)
    expect(page.get_by_label("Redo Move: number")).to_be_enabled()


def lines_on(page: Page) -> list[str]:
    """The guides on the card, by what they hold still and where."""
    of = "all => all.map(e => `${e.dataset.guide} ${e.dataset.at}`)"
    lines: list[str] = page.locator(".own-guide .reach").evaluate_all(of)
    return lines


@needs_browser
def test_guides_are_pulled_from_the_rulers_zones_snap_to_them_and_they_stay(page: Page, designer: Designer) -> None:
    canvas = page.locator(".canvas").bounding_box()
    box = page.locator(".paper .trim").bounding_box()
    assert canvas is not None
    assert box is not None
    zoom = box["width"] / 63.5
    x, y = box["x"] + 14.5 * zoom, box["y"] + 31.5 * zoom
    page.mouse.move(canvas["x"] + 8, y)
    page.mouse.down()
    page.keyboard.down("Alt")
    page.mouse.move(x, y, steps=4)
    page.mouse.up()
    page.keyboard.up("Alt")
    (guide,) = lines_on(page)
    at = guide.removeprefix("x ")
    assert abs(float(at) - 14.5) < 0.5
    choose(page, "number")
    zone = page.locator(".zone.is-chosen").bounding_box()
    assert zone is not None
    page.mouse.move(zone["x"] + 30, zone["y"] + 30)
    page.mouse.down()
    page.mouse.move(zone["x"] + 30 + (float(at) - 3.2) * zoom + 2, zone["y"] + 30, steps=4)
    page.mouse.up()
    expect(page.get_by_role("textbox", name="Left")).to_have_value(at)
    until(lambda: f"left: {at}mm" in designer.template.read_text("utf-8"))
    page.reload()
    expect(page.locator(".own-guide")).to_have_count(1)
    # Back on the ruler it is gone.
    page.mouse.move(x, canvas["y"] + canvas["height"] - 12)
    page.mouse.down()
    page.mouse.move(canvas["x"] + 4, canvas["y"] + canvas["height"] - 12, steps=4)
    page.mouse.up()
    expect(page.locator(".own-guide")).to_have_count(0)
    # By keyboard, too.
    page.locator(".canvas").focus()
    page.keyboard.press("Control+k")
    page.keyboard.type("New level guide")
    page.keyboard.press("Enter")
    page.get_by_role("textbox", name="Millimetres from the top").fill("40")
    page.keyboard.press("Enter")
    expect(page.locator(".own-guide")).to_have_count(1)
    assert lines_on(page) == ["y 40"]


@needs_browser
def test_the_card_follows_while_a_place_is_scrubbed(page: Page, designer: Designer) -> None:
    before = designer.template.read_text("utf-8")
    choose(page, "number")
    drawn = page.locator(".painted").inner_html()
    scrub = page.locator(".measure .scrub").first.bounding_box()
    assert scrub is not None
    page.mouse.move(scrub["x"] + 5, scrub["y"] + 5)
    page.mouse.down()
    page.mouse.move(scrub["x"] + 35, scrub["y"] + 5, steps=5)
    until(lambda: page.locator(".painted").inner_html() != drawn)
    assert designer.template.read_text("utf-8") == before, "nothing is written while the pointer is down"
    page.mouse.up()
    expect(page.get_by_label("Undo Move: number")).to_be_enabled()
    assert changed_lines(before, designer.template.read_text("utf-8")) == [
        "box: {left: 4.2mm, width: 27mm, top: 28mm, height: 33mm}"
    ]


@needs_browser
def test_resizing_turning_and_typing_a_place_are_steps_that_can_all_be_undone(page: Page, designer: Designer) -> None:
    before = designer.template.read_text("utf-8")
    choose(page, "number")
    pull(page, '[data-grip="4"]', -5, -6)
    expect(page.get_by_label("Undo Resize: number")).to_be_enabled()
    assert changed_lines(before, designer.template.read_text("utf-8")) == [
        "box: {left: 3.2mm, width: 22mm, top: 28mm, height: 27mm}"
    ]
    page.get_by_role("textbox", name="Left").fill("4")
    page.get_by_role("textbox", name="Left").press("Enter")
    expect(page.get_by_label("Undo Move: number")).to_be_enabled()
    page.get_by_role("textbox", name="Turned by").fill("15")
    page.get_by_role("textbox", name="Turned by").press("Enter")
    expect(page.get_by_label("Undo Turn: number")).to_be_enabled()
    text = designer.template.read_text("utf-8")
    assert "box: {left: 4mm, width: 22mm, top: 28mm, height: 27mm}" in text
    assert "rotate: 15" in text
    page.locator(".canvas").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_label("Undo Move: number")).to_be_enabled()
    until(lambda: "{left: 4.3mm," in designer.template.read_text("utf-8"))
    page.keyboard.press("Y")
    page.get_by_role("button", name="As it was first opened").click()
    until(lambda: designer.template.read_text("utf-8") == before)


@needs_browser
def test_a_zone_is_copied_renamed_sent_back_and_deleted(page: Page, designer: Designer) -> None:
    before = designer.template.read_text("utf-8")
    choose(page, "dark")
    page.locator(".canvas").focus()
    page.keyboard.press("Control+d")
    until(lambda: "      dark-copy:\n" in designer.template.read_text("utf-8"))
    page.locator(".zones .row", has_text="dark-copy").dblclick()
    page.get_by_label("Name of the zone").fill("dusk")
    page.get_by_label("Name of the zone").press("Enter")
    until(lambda: "      dusk:\n" in designer.template.read_text("utf-8"))
    page.locator(".zones .row", has_text="dusk").click()
    page.get_by_role("button", name="Send backward").click()
    until(lambda: text_at(designer, "dusk:") < text_at(designer, "      dark:"))
    page.locator(".zones .row", has_text="dusk").click()
    page.get_by_role("button", name="Delete").click()
    until(lambda: "dusk" not in designer.template.read_text("utf-8"))
    expect(page.get_by_label("Undo Delete: dusk")).to_be_enabled()
    for _ in range(4):
        page.keyboard.press("Control+z")
    until(lambda: designer.template.read_text("utf-8") == before)


def text_at(designer: Designer, words: str) -> int:
    return designer.template.read_text("utf-8").index(words)


@needs_browser
def test_what_is_edited_elsewhere_is_shown_and_what_is_broken_leaves_the_last_good_card(
    page: Page, designer: Designer
) -> None:
    before = designer.template.read_text("utf-8")
    designer.template.write_text(before.replace("left: 3.2mm, width: 27mm", "left: 9mm, width: 27mm"), "utf-8")
    choose(page, "number")
    expect(page.get_by_role("textbox", name="Left")).to_have_value("9")
    designer.template.write_text(before.replace("left: 3.2mm, width: 27mm", "left: 9 mm mm"), "utf-8")
    expect(page.get_by_role("alert")).to_contain_text("monogoto.yaml")
    expect(page.locator(".painted > g").first).to_be_attached()
    designer.template.write_text(before, "utf-8")
    expect(page.get_by_role("alert")).not_to_be_attached()
    expect(page.get_by_role("textbox", name="Left")).to_have_value("3.2")


@needs_browser
def test_two_pages_see_each_others_edits(page: Page, designer: Designer, browser: Browser) -> None:
    other = opened(browser, designer)
    choose(other, "number")
    choose(page, "number")
    page.get_by_role("textbox", name="Left").fill("7.5")
    page.get_by_role("textbox", name="Left").press("Enter")
    expect(other.get_by_role("textbox", name="Left")).to_have_value("7.5")
    other.close()


@needs_browser
def test_cards_are_found_stepped_through_flipped_and_seen_all_at_once(page: Page) -> None:
    choose(page, "suit")
    page.locator(".canvas").focus()
    page.keyboard.press("j")
    expect(page).to_have_title(re.compile("^symbols-002"))
    expect(page.locator(".place h2")).to_have_text("suit")
    page.keyboard.press("f")
    expect(page.get_by_role("button", name="Back", exact=True)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("/")
    page.keyboard.type("lightning 3")
    page.keyboard.press("Enter")
    expect(page).to_have_title(re.compile("^symbols-018"))
    page.keyboard.press("Escape")
    page.keyboard.press("w")
    expect(page.locator(".thumb svg").nth(11)).to_be_visible()


@needs_browser
def test_problems_are_listed_and_lead_to_their_card_and_zone(page: Page, designer: Designer) -> None:
    expect(page.get_by_text("No problems")).to_be_visible()
    choose(page, "number")
    page.get_by_role("textbox", name="Left").fill("-2")
    page.get_by_role("textbox", name="Left").press("Enter")
    expect(page.locator(".problems-button")).to_contain_text("warning")
    page.locator(".problems-button").click()
    page.locator(".drawer .problem").first.click()
    expect(page.locator(".place h2")).to_have_text("number")


@needs_browser
def test_a_deck_that_comes_with_the_program_is_copied_before_it_is_changed(browser: Browser, tmp_path: Path) -> None:
    running = Designer(tmp_path, "monogoto")
    page = opened(browser, running)
    try:
        expect(page.get_by_text("comes with carddesigner")).to_be_visible()
        expect(page.get_by_text("This deck can be looked at, not changed")).to_be_visible()
        page.get_by_role("button", name="Make a copy…").click()
        folder = page.get_by_role("textbox", name="Copy it to")
        expect(folder).to_have_value(str(tmp_path / "my-monogoto"))
        (tmp_path / "taken").mkdir()
        (tmp_path / "taken/novel.txt").write_text("mine")
        folder.fill("taken")
        page.get_by_role("button", name="Copy and open").click()
        expect(page.get_by_role("alert")).to_contain_text("is not empty; nothing was written")
        folder.fill(str(tmp_path / "my-monogoto"))
        page.get_by_role("button", name="Copy and open").click()
        expect(page.get_by_text("comes with carddesigner")).not_to_be_attached()
        assert "\ndeck: my-monogoto\n" in (tmp_path / "my-monogoto/deck.yaml").read_text("utf-8")
        choose(page, "number")
        page.get_by_role("textbox", name="Left").fill("7.5")
        page.get_by_role("textbox", name="Left").press("Enter")
        until(lambda: "left: 7.5mm" in (tmp_path / "my-monogoto/templates/monogoto.yaml").read_text("utf-8"))
    finally:
        page.close()
        running.stop()


@needs_browser
def test_a_deck_is_copied_from_its_tables_and_the_copys_tables_are_shown(browser: Browser, tmp_path: Path) -> None:
    running = Designer(tmp_path, "monogoto")
    page = opened(browser, running)
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    cells = page.locator("revogr-data .rgCell")
    try:
        page.keyboard.press("d")
        expect(cells.first).to_be_visible()
        page.get_by_role("button", name="Make a copy…").click()
        page.get_by_role("button", name="Copy and open").click()
        expect(page.get_by_text("comes with carddesigner")).not_to_be_attached()
        expect(page.locator(".canvas")).to_be_visible()
        page.keyboard.press("d")
        expect(cells.first).to_be_visible()
        expect(page.get_by_role("button", name="Add a row")).to_be_enabled()
    finally:
        page.close()
        running.stop()


def asked(designer: Designer, path: str = "/", **headers: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", designer.port, timeout=PATIENCE)
    with closing(connection):
        connection.request("GET", path, headers=headers)
        return connection.getresponse().status


def test_only_the_page_with_the_link_is_answered(designer: Designer) -> None:
    cookie = designer.cookie
    own = f"127.0.0.1:{designer.port}"
    assert asked(designer, Cookie=cookie) == 200
    assert asked(designer, "/static/app.js", Cookie=cookie) == 200
    assert asked(designer) == 403
    assert asked(designer, "/?token=guessed") == 403
    assert asked(designer, "/static/app.js") == 403
    assert asked(designer, Cookie=cookie, Host="evil.example") == 403
    assert asked(designer, Cookie=cookie, Origin="http://evil.example") == 403
    assert asked(designer, "/static/..%2Fserver.py", Cookie=cookie) == 404

    def joined(**headers: str) -> bool:
        try:
            with connect(f"ws://{own}/socket", additional_headers=headers, open_timeout=PATIENCE):
                return True
        except InvalidStatus:
            return False

    assert joined(Cookie=cookie, Origin=f"http://{own}")
    assert not joined(Cookie=cookie)
    assert not joined(Origin=f"http://{own}")
    assert not joined(Cookie=cookie, Origin="http://evil.example")
    assert not joined(Cookie=f"carddesigner-{designer.port}=x", Origin=f"http://{own}")


@needs_browser
def test_two_designers_run_beside_each_other_in_one_browser(browser: Browser, designer: Designer) -> None:
    other = Designer(designer.folder.parent, "./mine")
    window = browser.new_context()
    try:
        pages = [window.new_page(), window.new_page()]
        for page, one in zip(pages, (designer, other), strict=True):
            page.goto(one.link)
            expect(page.locator(".painted > g").first).to_be_attached()
        for page in pages:
            page.reload()
            expect(page.locator(".painted > g").first).to_be_attached()
    finally:
        window.close()
        other.stop()


def test_a_port_in_use_is_reported(designer: Designer) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "carddesigner", "designer", "./mine", "--no-browser", "--port", str(designer.port)],
        cwd=designer.folder.parent,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(paths.shipped())},
        check=False,
    )
    assert done.returncode == 1
    assert "Address already in use; leave out --port" in done.stderr
