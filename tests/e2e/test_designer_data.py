"""Tables edited in the designer as a person does it: typed, pasted, filled, moved, and what their files say then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.chromium import needs_browser
from tests.e2e.small_deck import (
    COLUMNS,
    DECK,
    TABLE,
    TEMPLATE,
    SmallDesigner,
    cell,
    choose_cell,
    number,
    saved_again,
    undone,
    workbook,
)
from tests.patience import until

pytestmark = needs_browser


@pytest.fixture
def table() -> bytes:
    return TABLE.encode()


@pytest.fixture
def designer(tmp_path: Path, table: bytes) -> Iterator[SmallDesigner]:
    with SmallDesigner(tmp_path, table) as running:
        yield running


@pytest.fixture
def page(page: Page) -> Page:
    page.get_by_role("button", name="Data", exact=True).click()
    expect(cell(page, 1, "name")).to_be_visible()
    return page


def paste(page: Page, text: str) -> None:
    """What Ctrl-V does with a text on the clipboard."""
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
        }""",
        text,
    )


def lines(designer: SmallDesigner) -> list[str]:
    return designer.table.read_text("utf-8").splitlines()


def test_what_is_typed_in_a_cell_shows_on_the_card_at_each_letter_and_changes_its_bytes_alone(
    page: Page, designer: SmallDesigner
) -> None:
    choose_cell(page, 2, "text")
    drawn = page.locator(".painted").inner_html()
    page.keyboard.type("Dives; a")
    until(lambda: page.locator(".painted").inner_html() != drawn)
    assert designer.table.read_text() == TABLE, "nothing is written while one types"
    page.keyboard.press("Escape")
    until(lambda: page.locator(".painted").inner_html() == drawn)
    page.keyboard.press("F2")
    page.keyboard.type(" and dives")
    page.keyboard.press("Enter")
    until(lambda: designer.table.read_text() == TABLE.replace("Swims", "Swims and dives"))
    expect(cell(page, 2, "text")).to_have_text("Swims and dives")
    expect(page.locator(".preview .link")).to_have_text("row 3")
    expect(page.get_by_label("Undo Edit: text")).to_be_enabled()
    page.keyboard.press("Control+z")
    until(lambda: designer.table.read_text() == TABLE)
    expect(cell(page, 2, "text")).to_have_text("Swims")


def test_cells_are_pasted_from_a_spreadsheet_as_one_step_with_rows_where_there_are_none(
    page: Page, designer: SmallDesigner
) -> None:
    choose_cell(page, 4, "cost")
    paste(page, '7\tmate\tyes\t"Says ""Ahoy""\r\nand ""Aye"""\r\n8\tcook\tno\tBakes\r\n')
    until(lambda: len(lines(designer)) == 8)
    assert designer.table.read_text() == (
        TABLE.removesuffix("dot;Dot;Dora;0;mate;no;Sleeps\n")
        + 'dot;Dot;Dora;7;mate;yes;"Says ""Ahoy""\nand ""Aye"""\n;;;8;cook;no;Bakes\n'
    )
    expect(page.get_by_label("Undo Paste: 7 cells")).to_be_enabled()
    expect(number(page, 5)).to_have_text("5")
    page.keyboard.press("Control+z")
    until(lambda: designer.table.read_text() == TABLE)
    expect(number(page, 5)).not_to_be_attached()


def test_the_number_of_a_row_chooses_all_of_it(page: Page, designer: SmallDesigner) -> None:
    choose_cell(page, 1, "text")
    number(page, 2).click()
    page.keyboard.press("Delete")
    until(lambda: lines(designer)[2] == ";;;;;;")
    page.keyboard.press("Control+z")
    until(lambda: designer.table.read_text() == TABLE)


def test_cells_are_copied_as_spreadsheets_read_them(page: Page) -> None:
    choose_cell(page, 1, "ready")
    page.keyboard.down("Shift")
    cell(page, 2, "text").click()
    page.keyboard.up("Shift")
    copied = page.evaluate(
        """() => {
            const data = new DataTransfer();
            document.body.dispatchEvent(new ClipboardEvent("copy", {clipboardData: data, bubbles: true, cancelable: true}));
            return data.getData("text/plain");
        }"""
    )
    assert copied == "yes\tSails; and sings\nno\tSwims"


@pytest.mark.parametrize("table", [b"\xef\xbb\xbf" + TABLE.replace("\n", "\r\n").encode()])
def test_line_ends_separators_and_the_mark_of_the_encoding_stay(
    page: Page, designer: SmallDesigner, table: bytes
) -> None:
    choose_cell(page, 3, "name")
    page.keyboard.type("Zoé")
    page.keyboard.press("Tab")
    until(lambda: designer.table.read_bytes() == table.replace(b"cid;Cid;", "cid;Zoé;".encode(), 1))


def test_words_are_chosen_truths_ticked_and_cells_filled(page: Page, designer: SmallDesigner) -> None:
    choose_cell(page, 3, "rank")
    page.keyboard.type("ca")
    page.keyboard.press("Enter")
    until(lambda: "cid;Cid;Cid;1;captain;yes;Cooks" in lines(designer))
    choose_cell(page, 2, "ready")
    page.keyboard.press(" ")
    until(lambda: "bob;Bob;Beto;2;mate;yes;Swims" in lines(designer))
    choose_cell(page, 1, "cost")
    page.keyboard.down("Shift")
    cell(page, 3, "cost").click()
    page.keyboard.up("Shift")
    page.keyboard.press("Control+d")
    until(lambda: [row.split(";")[3] for row in lines(designer) if row] == ["cost", "3", "3", "3", "0"])
    page.keyboard.press("Delete")
    until(lambda: [row.split(";")[3] for row in lines(designer) if row] == ["cost", "", "", "", "0"])


def test_a_view_is_sorted_and_filtered_and_the_file_keeps_its_order(page: Page, designer: SmallDesigner) -> None:
    page.locator("revogr-header").get_by_text("cost").click()
    page.get_by_role("menuitem", name="Sort from A to Z").click()
    expect(cell(page, 1, "name")).to_have_text("Dot")
    page.locator("#find").fill("mate")
    expect(page.get_by_text("2 of 4")).to_be_visible()
    expect(cell(page, 2, "name")).to_have_text("Bob")
    cell(page, 2, "name").click()
    page.keyboard.type("Bobby")
    page.keyboard.press("Enter")
    until(lambda: designer.table.read_text() == TABLE.replace(";Bob;", ";Bobby;"))
    page.get_by_role("button", name="Show all rows in the file's order").click()
    expect(cell(page, 1, "name")).to_have_text("Ann")


def test_rows_are_added_duplicated_moved_and_deleted(page: Page, designer: SmallDesigner) -> None:
    choose_cell(page, 2, "name")
    page.keyboard.press("Control+Enter")
    until(lambda: lines(designer)[3] == ";;;;;;")
    undone(page, "Add a row")
    until(lambda: designer.table.read_text() == TABLE)
    expect(number(page, 5)).not_to_be_attached()
    choose_cell(page, 1, "name")
    page.get_by_role("button", name="Duplicate rows").click()
    until(lambda: lines(designer)[2] == ';Ann;Ana;3;captain;yes;"Sails; and sings"')
    undone(page, "Duplicate row")
    until(lambda: designer.table.read_text() == TABLE)
    expect(number(page, 5)).not_to_be_attached()
    choose_cell(page, 4, "name")
    page.keyboard.press("Control+Shift+ArrowUp")
    until(lambda: [row[:3] for row in lines(designer)] == ["id;", "ann", "bob", "", "dot", "cid"])
    expect(page.get_by_label("Undo Move row")).to_be_enabled()
    page.get_by_role("button", name="Delete rows").click()
    until(lambda: "dot" not in designer.table.read_text())
    undone(page, "Delete row")
    undone(page, "Move row")
    until(lambda: designer.table.read_text() == TABLE)


def test_columns_are_added_renamed_moved_and_deleted(page: Page, designer: SmallDesigner) -> None:
    def menu(column: str, item: str) -> None:
        page.locator("revogr-header").get_by_text(column, exact=True).click()
        page.get_by_role("menuitem", name=item, exact=True).click()

    last = page.locator("revogr-viewport-scroll.rgCol revogr-header .rgHeaderCell").last
    menu("text", "Add a column behind…")
    page.get_by_label("Name of the new column").fill("flavour")
    page.keyboard.press("Enter")
    until(lambda: lines(designer)[0].endswith(";text;flavour"))
    assert lines(designer)[2] == "bob;Bob;Beto;2;mate;no;Swims;"
    expect(last).to_have_text("flavour")
    menu("flavour", "Move left")
    until(lambda: lines(designer)[0].endswith(";flavour;text"))
    expect(last).to_have_text("text")
    menu("flavour", "Delete")
    until(lambda: designer.table.read_text() == TABLE)


def test_a_column_that_is_renamed_is_renamed_where_the_deck_uses_it(page: Page, designer: SmallDesigner) -> None:
    template = designer.folder / "templates/sample.yaml"
    page.locator("revogr-header").get_by_text("name", exact=True).first.click()
    page.get_by_role("menuitem", name="Rename…").click()
    page.get_by_label("name is to be called").fill("title")
    page.keyboard.press("Enter")
    until(lambda: lines(designer)[0] == "id;title;title.pt;cost;rank;ready;text")
    until(lambda: template.read_text() == TEMPLATE.replace("card.name", "card.title"))
    page.locator("revogr-header").get_by_text("cost", exact=True).click()
    page.get_by_role("menuitem", name="Rename…").click()
    page.get_by_label("cost is to be called").fill("price")
    page.keyboard.press("Enter")
    until(lambda: (designer.folder / "deck.yaml").read_text() == DECK.replace("cost: integer", "price: integer"))
    undone(page, "Rename the column cost to price")
    undone(page, "Rename the column name to title")
    until(lambda: designer.table.read_text() == TABLE)
    until(lambda: template.read_text() == TEMPLATE)


def test_what_is_wrong_is_marked_at_its_cell_and_its_row(page: Page, designer: SmallDesigner) -> None:
    choose_cell(page, 2, "cost")
    page.keyboard.type("many")
    page.keyboard.press("Enter")
    expect(cell(page, 2, "cost")).to_have_class(re.compile("is-wrong"))
    expect(page.get_by_role("alert")).to_contain_text("cost: 'many' is not a whole number")
    cell(page, 2, "cost").click()
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(cell(page, 2, "cost")).not_to_have_class(re.compile("is-wrong"))
    expect(page.get_by_role("alert")).not_to_be_attached()
    until(lambda: designer.table.read_text() == TABLE)


def test_a_row_leads_to_its_card_and_a_card_to_its_row(page: Page) -> None:
    cell(page, 3, "name").click()
    expect(page).to_have_title(re.compile("^cid"))
    page.get_by_role("button", name="Open this card").click()
    expect(page.locator(".canvas")).to_be_visible()
    page.locator(".canvas").focus()
    page.keyboard.press("j")
    expect(page).to_have_title(re.compile("^dot"))
    page.keyboard.press("d")
    expect(page.locator(".is-shown").first).to_contain_text("4")
    expect(page.locator(".preview .link")).to_have_text("row 4")


def test_a_table_edited_elsewhere_shows_at_once_and_is_not_overwritten(page: Page, designer: SmallDesigner) -> None:
    cell(page, 1, "name").click()
    designer.table.write_text(TABLE.replace("Swims", "Floats"))
    expect(cell(page, 2, "text")).to_have_text("Floats")
    page.keyboard.type("Anna")
    page.keyboard.press("Enter")
    until(lambda: designer.table.read_text() == TABLE.replace("Swims", "Floats").replace(";Ann;", ";Anna;"))


def test_what_is_typed_right_behind_a_click_goes_into_that_cell(page: Page, designer: SmallDesigner) -> None:
    choose_cell(page, 1, "name")
    page.evaluate(
        """at => {
            const cell = document.querySelector(at), box = cell.getBoundingClientRect();
            const where = {clientX: box.x + 9, clientY: box.y + 9, bubbles: true, cancelable: true, composed: true};
            cell.dispatchEvent(new MouseEvent("mousedown", where));
            cell.dispatchEvent(new MouseEvent("mouseup", where));
            document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "B", bubbles: true, cancelable: true}));
        }""",
        f'revogr-viewport-scroll.rgCol revogr-data [data-rgrow="2"][data-rgcol="{COLUMNS.index("text")}"]',
    )
    page.keyboard.type("akes")
    page.keyboard.press("Enter")
    until(lambda: designer.table.read_text() == TABLE.replace("Cooks", "Bakes"))


def test_what_is_typed_while_the_table_is_edited_elsewhere_goes_into_its_row(
    page: Page, designer: SmallDesigner
) -> None:
    choose_cell(page, 3, "text")
    page.keyboard.type("Bakes")
    other = TABLE.replace("ann;", "abe;Abe;Abel;4;cook;no;Naps\nann;", 1)
    # As a program does that empties a file before it writes it.
    designer.table.write_text("")
    expect(cell(page, 4, "name")).not_to_be_visible()
    designer.table.write_text(other)
    expect(cell(page, 4, "name")).to_have_text("Cid")
    page.keyboard.type(" bread")
    page.keyboard.press("Enter")
    until(lambda: designer.table.read_text() == other.replace("Cooks", "Bakes bread"))
    expect(page.locator(".preview .link")).to_have_text("row 5")


def test_the_view_that_comes_next_stays_when_a_row_was_just_chosen(page: Page, designer: SmallDesigner) -> None:
    choose_cell(page, 1, "name")
    # In one task, as when the machine is busy: the card of a row is shown a moment after the row is chosen.
    page.evaluate(
        """() => {
            document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowDown", bubbles: true, cancelable: true}));
            document.querySelector("[aria-pressed][title^=Print]").click();
        }"""
    )
    expect(page.locator(".sheet img").first).to_be_visible()
    page.wait_for_timeout(200)
    expect(page.get_by_role("button", name="Print", exact=True)).to_have_attribute("aria-pressed", "true")


def test_a_row_that_is_added_is_typed_in_at_once(page: Page, designer: SmallDesigner) -> None:
    choose_cell(page, 2, "name")
    page.keyboard.press("Control+Enter")
    page.keyboard.type("eve")
    page.keyboard.press("Tab")
    page.keyboard.type("Eve")
    page.keyboard.press("Enter")
    until(lambda: lines(designer)[3] == "eve;Eve;;;;;")
    assert designer.table.read_text() == TABLE.replace("\n\ncid", "\neve;Eve;;;;;\n\ncid")


def test_a_filter_and_the_card_stay_while_the_table_is_edited_elsewhere(page: Page, designer: SmallDesigner) -> None:
    page.locator("#find").fill("mate")
    expect(page.get_by_text("2 of 4")).to_be_visible()
    cell(page, 2, "name").click()
    expect(page.locator(".preview .link")).to_have_text("row 4")
    designer.table.write_text(TABLE.replace("Sleeps", "Snores"))
    expect(cell(page, 2, "text")).to_have_text("Snores")
    expect(page.locator(".preview .link")).to_have_text("row 4")
    expect(page.get_by_text("2 of 4")).to_be_visible()


def test_the_preview_stays_at_the_row_that_is_pasted_into(page: Page, designer: SmallDesigner) -> None:
    choose_cell(page, 3, "name")
    paste(page, "Zoe\tZoé\t9\nDan\tDaniel\t5\nEve\tEva\t6")
    until(lambda: len(lines(designer)) == 7)
    expect(number(page, 5)).to_have_text("5")
    expect(page.locator(".preview")).to_contain_text("Zoe")
    expect(page.locator(".preview .link")).to_have_text("row 3")


WITH_AGES = "".join(
    f"{line};{age}\n" for line, age in zip(filter(None, TABLE.splitlines()), ("age", 31, 24, 50, 19), strict=True)
)


@pytest.mark.parametrize("table", [WITH_AGES.encode()])
def test_a_column_of_numbers_that_becomes_text_is_reported_and_can_be_undone(
    page: Page, designer: SmallDesigner
) -> None:
    cell(page, 2, "age").click()
    page.keyboard.type("old")
    page.keyboard.press("Enter")
    note = page.get_by_text("All of age is read as text now, for not all its cells are whole numbers.")
    note.get_by_role("button", name="Undo").click()
    until(lambda: designer.table.read_text() == WITH_AGES)


def test_a_workbook_is_shown_and_taken_over_when_asked(page: Page, designer: SmallDesigner) -> None:
    book = workbook(designer)
    expect(page.get_by_text("workbooks stay as they are")).to_be_visible()
    expect(page.get_by_role("button", name="workbooks stay as they are").first).to_be_disabled()
    choose_cell(page, 1, "text")
    page.keyboard.type("Sin")
    expect(page.locator(".notes").get_by_text("workbooks stay as they are")).to_have_count(1)
    sheet = book.active
    assert sheet is not None
    sheet["G3"] = "Floats"
    book.save(designer.folder / "crew.xlsx")
    page.get_by_role("status").get_by_role("button", name="Take", exact=True).click()
    expect(cell(page, 2, "text")).to_have_text("Floats")
    designer.table.unlink()
    page.get_by_role("button", name="Take over as crew.csv").click()
    until(lambda: (designer.folder / "deck.yaml").read_text() == DECK)
    expect(page.get_by_role("region", name="Tables").get_by_text("workbooks stay as they are")).not_to_be_attached()
    assert lines(designer)[:2] == [
        TABLE.splitlines()[0].replace(";", ","),
        "ann,Ann,Ana,3,captain,yes,Sails; and sings",
    ]
    choose_cell(page, 2, "text")
    page.keyboard.type("Swims")
    page.keyboard.press("Enter")
    until(lambda: lines(designer)[2] == "bob,Bob,Beto,2,mate,no,Swims")


def test_what_a_workbook_changed_is_shown_before_it_is_taken(page: Page, designer: SmallDesigner) -> None:
    book = workbook(designer)
    expect(page.get_by_text("workbooks stay as they are")).to_be_visible()
    choose_cell(page, 2, "text")
    expect(page.get_by_role("button", name="row 2")).to_be_visible()
    saved_again(book, designer)
    banner = page.get_by_text("crew.xlsx was saved elsewhere: 1 new card, 1 changed card, 1 card gone.")
    expect(banner).to_be_visible()
    page.get_by_role("button", name="Show what changed").click()
    shown = page.get_by_role("dialog", name="What changed in crew.xlsx")
    expect(shown.locator("tbody tr")).to_have_text("BobtextSwimsFloats")
    assert shown.locator("li").all_inner_texts() == ["Eve eve", "Dot dot"]
    # Kept: what the page shows, what it finds and what it prints are of what was.
    shown.get_by_role("button", name="Keep what was").click()
    expect(banner).not_to_be_attached()
    expect(cell(page, 2, "text")).to_have_text("Swims")
    file = designer.folder / "templates/sample.yaml"
    file.write_text(file.read_text().replace("size: 10pt", "size: 11pt"))
    page.get_by_role("button", name="Print", exact=True).click()
    page.get_by_role("button", name="Make the PDF").click()
    expect(page.get_by_role("link", name="Download").first).to_be_visible()
    manifest = next((designer.folder / "output").rglob("*.json")).read_text()
    assert '"dot"' in manifest
    assert '"eve"' not in manifest
    # Looked at once more, and taken.
    page.get_by_role("button", name="Data", exact=True).click()
    page.get_by_role("button", name="Show what was saved since").click()
    shown.get_by_role("button", name="Take", exact=True).click()
    expect(cell(page, 2, "text")).to_have_text("Floats")
    expect(cell(page, 4, "name")).to_have_text("Eve")
    expect(page.get_by_text("Show what was saved since")).not_to_be_attached()
    page.get_by_role("button", name="Print", exact=True).click()
    page.get_by_role("button", name="Make the PDF").click()
    until(lambda: '"eve"' in next((designer.folder / "output").rglob("*.json")).read_text())


def test_a_workbook_that_is_saved_as_it_was_is_not_reported(page: Page, designer: SmallDesigner) -> None:
    book = workbook(designer)
    expect(page.get_by_text("workbooks stay as they are")).to_be_visible()
    whole = (designer.folder / "crew.xlsx").read_bytes()
    saved_again(book, designer)
    expect(page.get_by_text("crew.xlsx was saved elsewhere")).to_be_visible()
    (designer.folder / "crew.xlsx").write_bytes(b"half of it")
    expect(page.get_by_text("the deck can't be read with it")).to_be_visible()
    expect(cell(page, 2, "text")).to_have_text("Swims")
    (designer.folder / "crew.xlsx").write_bytes(whole)
    expect(page.get_by_text("crew.xlsx was saved elsewhere")).not_to_be_attached()
    expect(cell(page, 2, "text")).to_have_text("Swims")


class PublishedDesigner(SmallDesigner):
    """One whose table is a published sheet: what the web would say stands in a file."""

    deck = DECK.replace("rows: crew.csv", "rows: {file: crew.csv, from: 'https://example.org/crew.csv'}")

    def __init__(self, folder: Path, table: bytes) -> None:
        self.web = folder / "web.csv"
        self.web.write_bytes(table)
        (folder / "sitecustomize.py").write_text(
            "from pathlib import Path\n"
            "import carddesigner.starter.refresh as refresh\n"
            f"refresh.fetch = lambda address, policy: Path({str(self.web)!r}).read_bytes()\n"
        )
        super().__init__(folder, table, f"{folder}")


@pytest.fixture
def published(tmp_path: Path) -> Iterator[PublishedDesigner]:
    with PublishedDesigner(tmp_path, TABLE.encode()) as running:
        yield running


def test_a_published_sheet_is_refreshed_when_asked_and_shown_before_it_is_written(
    browser: Browser, published: PublishedDesigner
) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(published.link)
    expect(page.locator(".painted path").first).to_be_attached()
    page.keyboard.press("d")
    again = page.get_by_role("button", name="Refresh", exact=True)
    again.click()
    expect(page.get_by_text("The published sheet says the same.")).to_be_visible()
    news = TABLE.replace("Swims", "Floats").encode()
    published.web.write_bytes(news)
    again.click()
    shown = page.get_by_role("dialog", name="What changed in crew.csv")
    expect(shown.locator("tbody tr")).to_have_text("BobtextSwimsFloats")
    shown.get_by_role("button", name="Keep what was").click()
    assert published.table.read_bytes() == TABLE.encode()
    again.click()
    shown.get_by_role("button", name="Take", exact=True).click()
    expect(cell(page, 2, "text")).to_have_text("Floats")
    assert published.table.read_bytes() == news
    page.keyboard.press("Control+z")
    expect(cell(page, 2, "text")).to_have_text("Swims")
    assert published.table.read_bytes() == TABLE.encode()
    published.web.write_bytes(b"id;id\n1;2\n")
    again.click()
    expect(page.locator(".note.is-error")).to_be_visible()
    assert published.table.read_bytes() == TABLE.encode()
    page.close()
