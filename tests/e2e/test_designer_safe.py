"""What strangers' decks and other programs can't do to the designer: who is answered, what is markup, what is written, what stalls."""

from __future__ import annotations

import http.client
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, expect
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from carddesigner.source.paths import templates
from tests.e2e.chromium import needs_browser
from tests.e2e.designing import Designer, choose, on_files, opened, png, visited
from tests.patience import PATIENCE, until

EVIL = "<img src=x onerror=window.evil=1>"
DECK = f"""\
deck: evil
title: "Evil {EVIL}"
language: en
stocks: {{card: {{shape: card, size: poker, bleed: 3mm}}}}
palette: {{ink: "#112233"}}
components:
  - {{id: cards, rows: cards.csv, front: look#front}}
"""
LOOK = """\
template: look
fonts: {text: {family: Alegreya Sans}}
faces:
  front:
    zones:
      ground: {in: bleed, fill: "#ffffff"}
      name: {box: {left: 5mm, right: 5mm, top: 5mm, height: 30mm}, font: text, size: 7pt, text: "{{ card.name }}"}
      art: {box: {left: 5mm, right: 5mm, top: 40mm, height: 20mm}, image: "art/{{ card.art }}", missing: placeholder}
"""
CARDS = f'id,name,art\none,"One {EVIL}",{EVIL}.png\ntwo,"</text></svg><script>window.evil=1</script>",none.png\n'


def asked(designer: Designer, path: str, **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", designer.port, timeout=PATIENCE)
    with closing(connection):
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        return answer


def test_no_other_machine_and_no_other_name_is_answered(designer: Designer) -> None:
    # Whatever listens everywhere answers at this address of the machine too.
    with socket.socket() as other:
        assert other.connect_ex(("127.0.0.2", designer.port)) != 0
    own = f"127.0.0.1:{designer.port}"
    with pytest.raises(InvalidStatus), socket.create_connection(("127.0.0.1", designer.port)) as line:
        connect(
            f"ws://evil.example:{designer.port}/socket",
            sock=line,
            additional_headers={"Cookie": designer.cookie, "Origin": f"http://{own}"},
        )


def test_the_link_s_token_becomes_a_cookie_that_no_script_and_no_other_site_has(designer: Designer) -> None:
    answer = asked(designer, f"/?token={designer.token}")
    assert (answer.status, answer.getheader("Location")) == (303, "/")
    cookie = (answer.getheader("Set-Cookie") or "").lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


@pytest.mark.parametrize("path", ["/", "/static/app.js", "/schema/deck", "/static/none.js"])
def test_every_answer_forbids_scripts_of_others_and_frames(designer: Designer, path: str) -> None:
    answer = asked(designer, path, Cookie=designer.cookie)
    policy = dict(rule.strip().split(" ", 1) for rule in (answer.getheader("Content-Security-Policy") or "").split(";"))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == "'self'"
    assert (answer.getheader("X-Content-Type-Options"), answer.getheader("Referrer-Policy")) == (
        "nosniff",
        "no-referrer",
    )


def show(page: Page, view: str) -> None:
    page.get_by_role("group", name="View").get_by_role("button", name=view, exact=True).click()


@pytest.fixture
def evil(tmp_path: Path) -> Iterator[Designer]:
    (tmp_path / "mine/art").mkdir(parents=True)
    (tmp_path / f"mine/art/{EVIL}.png").write_bytes(png("#336699"))
    (tmp_path / f"mine/{EVIL}.md").write_text("# Mine")
    with on_files(tmp_path, {"deck.yaml": DECK, "templates/look.yaml": LOOK, "cards.csv": CARDS}) as running:
        yield running


@needs_browser
def test_nothing_of_a_card_a_file_or_a_problem_becomes_markup_or_leads_out(browser: Browser, evil: Designer) -> None:
    outside: list[str] = []

    def heard(request: Request) -> None:
        if not request.url.startswith((f"http://127.0.0.1:{evil.port}/", "data:", "blob:")):
            outside.append(request.url)

    page = visited(browser, evil)
    page.on("request", heard)
    expect(page.locator(".painted > g").first).to_be_attached()

    def looked_at(what: str) -> None:
        found = page.evaluate(
            """() => [window.evil ?? null, [...document.querySelectorAll('img[src="x"], svg script, a[href^="javascript"]')].length,
              [...document.querySelectorAll("a[href]")].map(a => a.href).filter(h => new URL(h).origin !== location.origin)]"""
        )
        assert found == [None, 0, []], what

    expect(page.locator(".cards .row").first).to_contain_text(EVIL)
    looked_at("card")
    choose(page, "art")
    expect(page.get_by_label("art of this card")).to_have_value(f"{EVIL}.png")
    looked_at("properties")
    show(page, "All")
    expect(page.locator(".thumb svg").first).to_be_visible()
    looked_at("wall")
    show(page, "Table")
    expect(page.locator(".pile").first).to_be_visible()
    looked_at("table")
    show(page, "Data")
    expect(page.locator("revogr-data .rgCell").first).to_be_visible()
    expect(page.locator("revogr-data")).to_contain_text([EVIL])
    looked_at("data")
    show(page, "Files")
    page.get_by_role("listbox", name="Files").get_by_role("option", name=f"{EVIL}.md").click()
    expect(page.locator(".cm-content")).to_contain_text("# Mine")
    looked_at("files")
    show(page, "Print")
    expect(page.locator(".sheet img").first).to_be_visible()
    looked_at("print")
    template = evil.folder / "templates/look.yaml"
    template.write_text(LOOK.replace("font: text, size: 7pt, text", f'font: "{EVIL}", size: 7pt, text'), "utf-8")
    show(page, "Card")
    expect(page.get_by_role("alert")).to_contain_text(EVIL)
    looked_at("problem")
    page.close()
    assert outside == []


CHILD = """\
template: look
extends: looks/event
fonts: {text: {family: Alegreya Sans}}
faces:
  front:
    extends: face
    zones:
      title: {text: "{{ card.name }}"}
"""


@needs_browser
def test_a_parent_outside_the_deck_s_folder_stays_as_it_is_and_the_page_says_so(
    browser: Browser, tmp_path: Path
) -> None:
    parent = templates() / "looks/event.yaml"
    before = parent.read_bytes()
    deck = DECK.replace(f" {EVIL}", "")
    with on_files(
        tmp_path, {"deck.yaml": deck, "templates/look.yaml": CHILD, "cards.csv": "id,name\na,Ann\n"}
    ) as running:
        page = opened(browser, running)
        choose(page, "line")
        expect(
            page.get_by_text("It comes from event.yaml, which stays as it is; changes are written in look.yaml.")
        ).to_be_visible()
        page.get_by_role("textbox", name="Left").fill("9")
        page.get_by_role("textbox", name="Left").press("Enter")
        until(lambda: "line:" in (running.folder / "templates/look.yaml").read_text("utf-8"))
        show(page, "Files")
        page.get_by_role("listbox", name="Files").get_by_role("option", name="event.yaml").click()
        expect(page.get_by_text("lies outside of the deck's folder").first).to_be_visible()
        page.locator(".cm-content").click()
        page.keyboard.type("x")
        expect(page.locator(".cm-line").first).to_have_text(parent.read_text("utf-8").splitlines()[0])
        page.close()
    assert parent.read_bytes() == before


@needs_browser
def test_a_process_that_checks_is_replaced_when_it_is_gone(page: Page, designer: Designer) -> None:
    expect(page.locator(".problems-button")).to_contain_text("No problems")
    server = designer.process.pid
    for process in map(int, Path(f"/proc/{server}/task/{server}/children").read_text().split()):
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    choose(page, "number")
    page.get_by_role("textbox", name="Left").fill("-2")
    page.get_by_role("textbox", name="Left").press("Enter")
    until(lambda: "left: -2mm" in designer.template.read_text("utf-8"))
    page.locator(".problems-button").click()
    page.locator(".problems-button").click()
    expect(page.locator(".problems-button")).to_contain_text("warning")
