"""The designer where something is wrong: it is reported, never in the way of saving, and nothing is lost."""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import socket
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.copies import copied_deck
from tests.e2e.chromium import needs_browser
from tests.e2e.designing import Designer, choose, opened, visited
from tests.patience import until


class Wire:
    """What lies between a page and its server, and can be cut."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.ends: list[socket.socket] = []
        self.whole = True
        while True:
            # The same length of both ports' numbers keeps that of what is sent.
            self.listening = socket.create_server(("127.0.0.1", 0))
            self.port: int = self.listening.getsockname()[1]
            if len(str(self.port)) == len(str(port)):
                break
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            near, _ = self.listening.accept()
            if not self.whole:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.to))
            self.ends += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65_536):
                other.sendall(data.replace(f"127.0.0.1:{self.port}".encode(), f"127.0.0.1:{self.to}".encode()))
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        self.whole = False
        for end in self.ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def join(self) -> None:
        self.whole = True


def left(page: Page, value: str) -> None:
    """Type where the chosen zone begins."""
    page.get_by_role("textbox", name="Left").fill(value)
    page.get_by_role("textbox", name="Left").press("Enter")


def note(page: Page, text: str) -> None:
    expect(page.get_by_role("status").get_by_text(text).first).to_be_visible()


def command(page: Page, name: str) -> None:
    page.keyboard.press("Control+k")
    page.get_by_label("Command or card").fill(name)
    page.keyboard.press("Enter")


@needs_browser
def test_a_full_disk_and_steps_that_can_not_be_kept_are_reported_and_editing_goes_on(
    page: Page, designer: Designer, tmp_path: Path
) -> None:
    before = designer.template.read_bytes()
    choose(page, "number")
    soft, hard = resource.prlimit(designer.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(designer.process.pid, resource.RLIMIT_FSIZE, (100, hard))
    left(page, "7.5")
    note(page, "cannot write")
    expect(page.get_by_role("textbox", name="Left")).to_have_value("3.2")
    assert designer.template.read_bytes() == before
    resource.prlimit(designer.process.pid, resource.RLIMIT_FSIZE, (soft, hard))
    kept = tmp_path / "config/carddesigner/designer"
    kept.rename(tmp_path / "elsewhere")
    kept.write_text("in the way")
    left(page, "7.5")
    until(lambda: "left: 7.5mm" in designer.template.read_text("utf-8"))
    note(page, "steps can't be kept for another day")
    page.keyboard.press("Escape")
    page.get_by_label("Undo Move: number").click()
    until(lambda: designer.template.read_bytes() == before)


@needs_browser
def test_a_file_deleted_under_it_is_reported_and_put_back(page: Page, designer: Designer) -> None:
    before = designer.template.read_bytes()
    choose(page, "number")
    left(page, "7.5")
    until(lambda: designer.template.read_bytes() != before)
    now = designer.template.read_bytes()
    designer.template.unlink()
    expect(page.get_by_role("alert")).to_contain_text("templates/monogoto.yaml was deleted elsewhere")
    expect(page.locator(".painted path").first).to_be_attached()
    page.get_by_role("button", name="Put it back").click()
    expect(page.get_by_role("alert")).not_to_be_attached()
    assert designer.template.read_bytes() == now
    page.get_by_label("Undo Move: number").click()
    until(lambda: designer.template.read_bytes() == before)


@needs_browser
def test_changes_made_while_the_connection_is_lost_wait_and_are_sent(browser: Browser, designer: Designer) -> None:
    wire = Wire(designer.port)
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(designer.link.replace(str(designer.port), str(wire.port)))
    choose(page, "number")
    before = designer.template.read_text("utf-8")
    wire.cut()
    expect(page.get_by_role("alert")).to_contain_text("The connection is lost")
    left(page, "7.5")
    expect(page.get_by_role("alert")).to_contain_text("1 change will be sent when it is back")
    assert designer.template.read_text("utf-8") == before
    wire.join()
    until(lambda: "left: 7.5mm" in designer.template.read_text("utf-8"))
    expect(page.get_by_role("alert")).not_to_be_attached()
    expect(page.get_by_role("textbox", name="Left")).to_have_value("7.5")
    page.close()
    wire.cut()


@needs_browser
def test_a_server_that_is_gone_is_reported_and_its_files_are_whole(browser: Browser, designer: Designer) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(designer.link)
    choose(page, "number")
    left(page, "7.5")
    until(lambda: "left: 7.5mm" in designer.template.read_text("utf-8"))
    expect(page.get_by_label("Undo Move: number")).to_be_enabled()
    expect(page.get_by_role("combobox", name="Font").locator("svg.font-sample")).to_be_visible()
    designer.process.send_signal(signal.SIGKILL)
    designer.process.communicate()
    expect(page.get_by_role("alert")).to_contain_text("The connection is lost; what was saved is safe")
    expect(page.get_by_role("alert")).not_to_contain_text("will be sent")
    assert page.get_by_text("while a change was on its way").count() == 0, "nothing was but questions"
    again = Designer(designer.folder.parent, "./mine", "--port", str(designer.port))
    try:
        expect(page.get_by_role("alert")).to_contain_text("Open the link")
        page.goto(again.link)
        expect(page.get_by_label("Undo Move: number")).to_be_enabled()
    finally:
        page.close()
        again.stop()


@needs_browser
def test_a_deck_with_errors_opens_and_is_shown_once_it_is_mended(browser: Browser, tmp_path: Path) -> None:
    copied_deck("monogoto", tmp_path / "mine")
    deck, template = tmp_path / "mine/deck.yaml", tmp_path / "mine/templates/monogoto.yaml"
    good, good_template = deck.read_text("utf-8"), template.read_text("utf-8")
    deck.write_text(good.replace("shape: card", "shape: crad", 1), "utf-8")
    designer = Designer(tmp_path, "./mine")
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    try:
        page.goto(designer.link)
        expect(page.get_by_role("heading", name="This deck can't be shown yet")).to_be_visible()
        expect(page.locator(".wrong")).to_contain_text("crad")
        expect(page.locator(".wrong")).to_contain_text("deck.yaml:")
        deck.write_text(good, "utf-8")
        expect(page.locator(".painted path").first).to_be_attached()
        expect(page.get_by_role("alert")).not_to_be_attached()
        template.write_text(good_template + "\n  : [", "utf-8")
        expect(page.get_by_role("alert")).to_contain_text("The last good card is shown")
        assert "grayscale" in page.locator(".painted").evaluate("e => getComputedStyle(e).filter")
        page.get_by_label("Undo Edited elsewhere").click()
        expect(page.get_by_role("alert")).not_to_be_attached()
        assert template.read_text("utf-8") == good_template
    finally:
        page.close()
        designer.stop()


@needs_browser
def test_a_deck_that_opens_with_errors_is_mended_on_the_page(browser: Browser, tmp_path: Path) -> None:
    copied_deck("monogoto", tmp_path / "mine")
    deck = tmp_path / "mine/deck.yaml"
    good = deck.read_text("utf-8")
    deck.write_text(good.replace("shape: card", "shape: crad", 1), "utf-8")
    with Designer(tmp_path, "./mine") as designer:
        page = visited(browser, designer)
        page.locator(".wrong").get_by_role("button", name="crad").first.click()
        line = page.locator(".cm-line", has_text="shape: crad")
        expect(line).to_be_visible()
        line.dblclick()
        page.keyboard.press("End")
        for _ in "crad":
            page.keyboard.press("Backspace")
        page.keyboard.type("card")
        page.keyboard.press("Control+s")
        until(lambda: deck.read_text("utf-8") == good)
        page.get_by_role("group", name="View").get_by_role("button", name="Card", exact=True).click()
        expect(page.locator(".painted path").first).to_be_attached()
        expect(page.get_by_role("alert")).not_to_be_attached()
        page.close()


@needs_browser
def test_tables_that_are_too_long_and_pictures_that_vanish_are_reported_at_their_place(
    browser: Browser, tmp_path: Path
) -> None:
    folder = tmp_path / "mine"
    copied_deck("three-fields", folder)
    table = next(folder.glob("*.csv"))
    good = table.read_text("utf-8")
    designer = Designer(tmp_path, "./mine")
    page = opened(browser, designer)
    try:
        lines = good.splitlines(keepends=True)
        table.write_text(lines[0] + lines[1] * 100_001, "utf-8")
        expect(page.get_by_role("alert")).to_contain_text("100,000")
        expect(page.locator(".painted path").first).to_be_attached()
        table.write_text(good, "utf-8")
        expect(page.get_by_role("alert")).not_to_be_attached()
        (folder / "art").mkdir()
        shutil.copy(Path(__file__).parents[2] / "docs/monogoto.png", folder / "art/field.png")
        template = next((folder / "templates").glob("*.yaml"))
        text = template.read_text("utf-8")
        added = "meadow: {box: {left: 5mm, top: 5mm, width: 9mm, height: 9mm}, image: art/field.png}"
        template.write_text(re.sub(r"( zones:\n)( +)", rf"\1\2{added}\n\2", text, count=1), "utf-8")
        expect(page.locator(".zones .row", has_text="meadow").first).to_be_visible()
        (folder / "art/field.png").unlink()
        expect(page.get_by_role("alert")).to_contain_text("art/field.png")
        expect(page.get_by_role("alert")).to_contain_text(template.name)
    finally:
        page.close()
        designer.stop()


@needs_browser
def test_what_changed_is_shown_file_by_file_and_all_goes_back_in_one_step(page: Page, designer: Designer) -> None:
    table = designer.folder / "cards/symbols.csv"
    table = table if table.is_file() else next(designer.folder.rglob("*.csv"))
    before, first = designer.template.read_text("utf-8"), table.read_text("utf-8")
    choose(page, "number")
    left(page, "7.5")
    until(lambda: designer.template.read_text("utf-8") != before)
    table.write_text(first.rstrip("\n") + "\n" + first.splitlines()[-1].replace("75", "76", 1) + "\n", "utf-8")
    expect(page.get_by_label("Undo Edited elsewhere")).to_be_enabled()
    now = table.read_text("utf-8")
    command(page, "what changed since")
    dialog = page.get_by_role("dialog", name="What changed since the deck was opened")
    expect(dialog.get_by_role("option")).to_have_count(2)
    dialog.get_by_role("option", name="templates/monogoto.yaml").click()
    expect(dialog.locator(".difference .removed")).to_contain_text("left: 3.2mm")
    expect(dialog.locator(".difference .added")).to_contain_text("left: 7.5mm")
    dialog.get_by_role("button", name="Back to how it was opened").click()
    expect(dialog).to_contain_text("Nothing: all files are as they were")
    assert (designer.template.read_text("utf-8"), table.read_text("utf-8")) == (before, first)
    page.keyboard.press("Escape")
    choose(page, "number")
    expect(page.get_by_role("textbox", name="Left")).to_have_value("3.2")
    page.get_by_label("Undo Back to how it was opened").click()
    until(lambda: table.read_text("utf-8") == now)
    until(lambda: "left: 7.5mm" in designer.template.read_text("utf-8"))


@needs_browser
@pytest.mark.skipif(os.geteuid() == 0 and shutil.which("setpriv") is None, reason="root may write everywhere")
def test_a_folder_that_can_not_be_written_is_reported(browser: Browser) -> None:
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        place.chmod(0o755)
        copied_deck("monogoto", place / "mine")
        before = (place / "mine/templates/monogoto.yaml").read_bytes()
        for path in (place / "mine", *(place / "mine").rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o644)
        (place / "config").mkdir(mode=0o555)
        # Nothing is forbidden to root, unless it gives that up.
        bound = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override"]
        as_others = bound if os.geteuid() == 0 else []
        designer = Designer(place, "./mine", under=as_others)
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        try:
            page.goto(designer.link)
            expect(page.locator(".painted path").first).to_be_attached()
            choose(page, "number")
            left(page, "7.5")
            note(page, "templates/monogoto.yaml: Permission denied")
            assert page.get_by_text("are saved").count() == 0
            expect(page.get_by_role("textbox", name="Left")).to_have_value("3.2")
            assert (place / "mine/templates/monogoto.yaml").read_bytes() == before
        finally:
            page.close()
            designer.stop()
            for path in (place / "mine", *(place / "mine").rglob("*"), place / "config"):
                path.chmod(0o755)
