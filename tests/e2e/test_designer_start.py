"""The designer's start page as a person uses it: decks are opened, copied and made."""

from __future__ import annotations

import http.client
import re
import shutil
import struct
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from carddesigner.deck.find import loaded_deck
from tests.copies import copied_deck
from tests.e2e.chromium import needs_browser
from tests.e2e.designing import Designer, visited
from tests.patience import PATIENCE

TABLE = "Name,Kind,Attack,Rules,Count\nOak,Tree,2,It stands.,3\nFern,Plant,0,It grows fast in the shade of others.,2\n"


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Designer]:
    with Designer(tmp_path, None) as running:
        yield running


@pytest.fixture
def page(browser: Browser, start: Designer) -> Iterator[Page]:
    page = visited(browser, start)
    yield page
    page.close()


def is_open(page: Page, title: str) -> None:
    expect(page.locator(".top h1")).to_have_text(title)
    expect(page.locator(".painted path").first).to_be_attached()


@needs_browser
def test_shipped_decks_are_shown_by_their_cards_and_copied_before_they_are_opened(page: Page, start: Designer) -> None:
    shipped = page.get_by_role("region", name="Decks that come with carddesigner")
    expect(shipped.get_by_role("listitem")).to_have_count(10)
    deck = shipped.get_by_role("button", name=re.compile("^Three Fields"))
    expect(deck.locator("img")).to_have_count(3)
    assert deck.locator("img").first.evaluate("image => image.naturalWidth") > 0
    deck.click()
    page.get_by_role("textbox", name="Copy it to").fill("./games/my fields")
    page.get_by_role("button", name="Copy and open").click()
    is_open(page, "Three Fields")
    assert (start.folder / "games/my fields/deck.yaml").is_file()
    expect(page.get_by_text("comes with carddesigner")).not_to_be_attached()


@needs_browser
def test_a_folder_that_is_not_empty_is_never_overwritten(page: Page, start: Designer) -> None:
    (start.folder / "three-fields").mkdir()
    (start.folder / "three-fields/novel.txt").write_text("mine")
    page.get_by_role("button", name=re.compile("^three-fields|^Three Fields")).click()
    folder = page.get_by_role("textbox", name="Copy it to")
    expect(folder).to_have_value("./my-three-fields")
    folder.fill("three-fields")
    page.get_by_role("button", name="Copy and open").click()
    expect(page.get_by_role("alert")).to_contain_text("is not empty; nothing was written")
    assert [p.name for p in (start.folder / "three-fields").iterdir()] == ["novel.txt"]
    page.get_by_role("button", name="Only look at it").click()
    is_open(page, "Three Fields")
    expect(page.get_by_text("comes with carddesigner")).to_be_visible()


@needs_browser
def test_decks_are_opened_one_after_the_other_on_all_pages_and_kept_for_another_day(
    page: Page, start: Designer, browser: Browser
) -> None:
    copied_deck("monogoto", start.folder / "mine")
    copied_deck("three-fields", start.folder / "fields")
    other = visited(browser, start)
    page.get_by_role("textbox", name="Folder of a deck").fill("mine")
    page.get_by_role("button", name="Open", exact=True).click()
    is_open(page, "Monogoto")
    is_open(other, "Monogoto")
    other.locator(".top h1 button").click()
    other.get_by_role("textbox", name="Folder of a deck").fill(str(start.folder / "nowhere"))
    other.get_by_role("textbox", name="Folder of a deck").press("Enter")
    expect(other.get_by_role("alert")).to_contain_text("there is no")
    other.get_by_role("button", name=re.compile("Back to Monogoto")).click()
    is_open(other, "Monogoto")
    page.keyboard.press("Control+k")
    page.keyboard.type("start page")
    page.keyboard.press("Enter")
    page.get_by_role("region", name="Open").get_by_role("button", name=re.compile("fields")).click()
    is_open(page, "Three Fields")
    is_open(other, "Three Fields")
    shutil.rmtree(start.folder / "mine")
    page.locator(".top h1 button").click()
    gone = page.get_by_role("listitem").filter(has_text="Monogoto").filter(has_text="It isn't there any more")
    expect(gone).to_be_visible()
    gone.get_by_role("button", name="Leave Monogoto out of this list").click()
    expect(gone).not_to_be_attached()
    other.close()
    again = Designer(start.folder, None)
    try:
        later = visited(browser, again)
        expect(later.get_by_role("region", name="Open").get_by_role("listitem")).to_have_count(1)
        expect(later.get_by_role("region", name="Open")).to_contain_text("Three Fields")
        later.close()
    finally:
        again.stop()


@needs_browser
def test_a_folder_that_is_no_deck_says_what_could_become_one(page: Page, start: Designer) -> None:
    (start.folder / "tables").mkdir()
    (start.folder / "tables/cards.csv").write_text("name\nOak\n")
    page.get_by_role("textbox", name="Folder of a deck").fill("tables")
    page.get_by_role("textbox", name="Folder of a deck").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("has no deck.yaml")
    expect(page.get_by_role("alert")).to_contain_text("cards.csv")


def looks(page: Page) -> None:
    """Wait until the cards are drawn in all looks."""
    expect(page.get_by_role("radio")).to_have_count(6)
    expect(page.locator(".look .faces[aria-busy=true]")).to_have_count(0)


@needs_browser
def test_a_table_becomes_a_deck_with_roles_and_look_chosen_on_its_own_cards(page: Page, start: Designer) -> None:
    page.set_input_files("input[type=file]", {"name": "forest.csv", "mimeType": "text/csv", "buffer": TABLE.encode()})
    looks(page)
    expect(page.get_by_label("What Name is")).to_have_value("title")
    expect(page.get_by_label("What Count is")).to_have_value("how many")
    best = page.get_by_role("radio", name="Trading card")
    expect(best).to_have_attribute("aria-checked", "true")
    before = best.locator("img").first.get_attribute("src")
    page.get_by_label("What Kind is").select_option("flavour")
    expect(best.locator("img").first).not_to_have_attribute("src", before or "")
    looks(page)
    expect(page.get_by_label("What Kind is")).to_have_value("flavour")
    page.get_by_role("radio", name="Event").click()
    expect(page.get_by_text("5 cards, 63.5 × 88.9 mm")).to_be_visible()
    page.get_by_role("textbox", name="Folder of the new deck").fill("./games/Deep: wood?")
    page.get_by_role("button", name="Make the deck").click()
    is_open(page, "Forest")
    folder = start.folder / "games/Deep wood"
    assert (folder / "forest.csv").read_text() == TABLE
    deck = loaded_deck(folder)
    assert sum(card.copies for component in deck.components for card in component.cards) == 5
    template = next((folder / "templates").glob("*.yaml")).read_text("utf-8")
    assert "extends: looks/event" in template
    assert "[{{ card.Kind }}]{.flavour}" in template


@needs_browser
def test_a_table_is_pasted_and_its_deck_never_takes_the_place_of_another(page: Page, start: Designer) -> None:
    page.get_by_role("button", name="Paste a table or a link").click()
    page.get_by_label("Table or link").fill(TABLE.replace(",", "\t"))
    page.get_by_role("button", name="Make a deck of it").click()
    looks(page)
    (start.folder / "mine").mkdir()
    (start.folder / "mine/novel.txt").write_text("mine")
    page.get_by_role("textbox", name="Folder of the new deck").fill("mine")
    page.get_by_role("button", name="Make the deck").click()
    expect(page.get_by_role("alert")).to_contain_text("is not empty; nothing was written")
    assert [p.name for p in (start.folder / "mine").iterdir()] == ["novel.txt"]
    page.get_by_role("textbox", name="Folder of the new deck").fill("")
    page.get_by_role("button", name="Make the deck").click()
    expect(page.locator(".painted path").first).to_be_attached()
    assert (start.folder / "my-deck/my-deck.tsv").is_file()


def picture(colour: bytes) -> bytes:
    """A PNG of one pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0" + colour))
        + chunk(b"IEND", b"")
    )


@needs_browser
def test_pictures_that_are_dropped_with_a_table_come_along_and_nothing_else_does(page: Page, start: Designer) -> None:
    table = "Name,Picture,Rules\nOak,oak.png,It stands.\nFern,fern.png,It grows.\n"
    page.set_input_files(
        "input[type=file]",
        [
            {"name": "oak.png", "mimeType": "image/png", "buffer": picture(b"\x20\x80\x20")},
            {"name": "wood.csv", "mimeType": "text/csv", "buffer": table.encode()},
            {"name": "fern.png", "mimeType": "image/png", "buffer": picture(b"\x60\xa0\x20")},
            {"name": "other.png", "mimeType": "image/png", "buffer": picture(b"\xff\xff\xff")},
        ],
    )
    looks(page)
    expect(page.get_by_label("What Picture is")).to_have_value("picture")
    page.get_by_role("button", name="Make the deck").click()
    is_open(page, "Wood")
    assert {p.name for p in (start.folder / "wood").rglob("*.png")} - {"contact-sheet.png"} == {"oak.png", "fern.png"}


def drop(page: Page, name: str, kind: str, data: bytes) -> None:
    """A file is dropped in the middle of the page."""
    sent = page.evaluate_handle(
        """([name, type, bytes]) => {
            const data = new DataTransfer();
            data.items.add(new File([new Uint8Array(bytes)], name, { type }));
            return data;
        }""",
        [name, kind, list(data)],
    )
    page.dispatch_event(".start main", "drop", {"dataTransfer": sent})


@needs_browser
def test_a_picture_that_is_missing_is_dropped_on_the_deck_that_is_being_made(page: Page, start: Designer) -> None:
    table = "Name,Picture,Rules\nOak,oak.png,It stands.\nFern,fern.png,It grows.\n"
    page.set_input_files("input[type=file]", {"name": "wood.csv", "mimeType": "text/csv", "buffer": table.encode()})
    looks(page)
    page.get_by_role("radio", name="Trading card").click()
    expect(page.locator(".note-of-look", has_text="2 pictures are not beside the table")).to_be_visible()
    page.get_by_label("What Rules is").select_option("flavour")
    looks(page)
    drop(page, "oak.png", "image/png", picture(b"\x20\x80\x20"))
    expect(page.locator(".note-of-look", has_text="1 picture is not beside the table")).to_be_visible()
    expect(page.get_by_label("What Rules is")).to_have_value("flavour")
    drop(page, "cards.png", "image/png", b"<script>alert(1)</script>")
    expect(page.get_by_role("alert")).to_contain_text("is no PNG picture")
    drop(page, "other.csv", "text/csv", TABLE.encode())
    expect(page.get_by_role("alert")).to_contain_text("a deck is made of one table, which is wood.csv")
    page.set_input_files(
        "input[aria-label=Pictures]", {"name": "fern.png", "mimeType": "image/png", "buffer": picture(b"\x60\xa0\x20")}
    )
    expect(page.get_by_role("alert")).not_to_be_attached()
    expect(page.locator(".note-of-look", has_text="not beside the table")).not_to_be_attached()
    page.get_by_role("button", name="Make the deck").click()
    is_open(page, "Wood")
    assert {p.name for p in (start.folder / "wood").rglob("*.png")} - {"contact-sheet.png"} == {"oak.png", "fern.png"}


@needs_browser
def test_a_table_that_is_read_where_it_lies_says_where_its_pictures_belong(page: Page, start: Designer) -> None:
    (start.folder / "wood.csv").write_text("Name,Picture\nOak,oak.png\nFern,fern.png\n")
    page.get_by_role("textbox", name="Folder of a deck").fill("wood.csv")
    page.get_by_role("textbox", name="Folder of a deck").press("Enter")
    expect(page.get_by_label("What Picture is")).to_have_value("picture")
    drop(page, "oak.png", "image/png", picture(b"\x20\x80\x20"))
    expect(page.get_by_role("alert")).to_contain_text(f"put oak.png beside it, in {start.folder}")
    expect(page.get_by_label("What Picture is")).to_have_value("picture")


NO_TABLES = (
    ("notes.pdf", b"%PDF-1.7 cards", "a deck is made from"),
    ("cards.csv", b"%PDF-1.7 cards", "copy its table into a spreadsheet"),
    ("cards.csv", b"Name\0\0\0Rules", "holds no text"),
    ("oak.png", b"<script>alert(1)</script>", "is no PNG picture"),
    ("cards.xlsx", b"PK\x03\x04 not really", "unpack it"),
)


@needs_browser
def test_what_is_no_table_is_reported_and_another_can_be_chosen(page: Page) -> None:
    for name, data, expected in NO_TABLES:
        page.set_input_files("input[type=file]", {"name": name, "mimeType": "text/csv", "buffer": data})
        expect(page.get_by_role("alert")).to_contain_text(expected)
    page.set_input_files("input[type=file]", {"name": "empty.csv", "mimeType": "text/csv", "buffer": b""})
    expect(page.get_by_role("alert")).to_contain_text("empty")
    page.get_by_role("button", name="Back to the start page").click()
    page.set_input_files("input[type=file]", {"name": "forest.csv", "mimeType": "text/csv", "buffer": TABLE.encode()})
    expect(page.get_by_label("What Name is")).to_have_value("title")


def test_uploads_are_bounded_kept_in_their_folder_and_taken_from_the_page_alone(start: Designer) -> None:
    own = f"127.0.0.1:{start.port}"

    def dropped(name: str, data: bytes, length: int | None = None, **headers: str) -> tuple[int, str]:
        with closing(http.client.HTTPConnection(own, timeout=PATIENCE)) as connection:
            connection.putrequest("POST", f"/drop?name={name}")
            sent = {"Cookie": start.cookie, "Origin": f"http://{own}", **headers}
            for key, value in sent.items():
                if value:
                    connection.putheader(key, value)
            connection.putheader("Content-Length", str(length or len(data)))
            connection.endheaders()
            try:
                connection.send(data)
                answer = connection.getresponse()
                return answer.status, answer.read().decode()
            except (BrokenPipeError, ConnectionResetError):
                return 0, ""

    assert dropped("cards.csv", TABLE.encode(), Origin="")[0] == 403
    assert dropped("cards.csv", TABLE.encode(), Origin="http://evil.example")[0] == 403
    assert dropped("cards.csv", TABLE.encode(), Cookie=f"carddesigner-{start.port}=x")[0] == 403
    status, answer = dropped("..%2F..%2F..%2Fevil.csv", TABLE.encode())
    assert (status, '"name":"evil.csv"' in answer) == (200, True)
    assert not list(start.folder.rglob("evil.csv"))
    _, answer = dropped("cards.csv", b"a,b\n" * 15_000_000)
    assert "at most 50 MB" in answer
