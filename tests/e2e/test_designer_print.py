"""What is printed, seen and made on the designer's page: the real server, files and browser."""

from __future__ import annotations

import http.client
import re
import zipfile
from contextlib import closing
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.chromium import needs_browser
from tests.e2e.designing import Designer
from tests.patience import until

LETTER = (612.0, 792.0)


@pytest.fixture
def page(page: Page) -> Page:
    page.keyboard.press("r")
    expect(page.locator(".sheet img").first).to_be_visible()
    return page


def output(designer: Designer) -> Path:
    return designer.folder.parent / "output/mine"


def drawn(page: Page) -> None:
    """Wait until every sheet in the window is drawn."""
    ready = (
        "document.querySelector('.print-sheets').getAttribute('aria-busy') === 'false'"
        " && [...document.querySelectorAll('.sheet img')].every((i) => i.complete && i.naturalWidth > 0)"
    )
    until(lambda: bool(page.evaluate(ready)))


def choose(page: Page, field: str, value: str) -> None:
    page.get_by_label(field, exact=True).select_option(value)


def only_cards(page: Page, expression: str) -> None:
    choose(page, "Which cards", "select")
    page.get_by_label("Only cards for which", exact=True).fill(expression)


@needs_browser
def test_sheets_are_seen_made_and_downloaded_on_the_paper_that_is_chosen(page: Page, designer: Designer) -> None:
    expect(page.locator(".print-outcome")).to_contain_text("on A4")
    choose(page, "Paper", "Letter")
    expect(page.locator(".print-outcome")).to_contain_text("Monogoto on Letter")
    expect(page.locator(".steps li").first).to_contain_text("Print at 100 % (“actual size”, not “fit”) on Letter")
    only_cards(page, "number > 13")
    expect(page.locator("tbody tr").first.locator("td").nth(1)).to_have_text("10")
    drawn(page)
    expect(page.locator(".paging")).to_contain_text("of 2")
    # The picture has the paper's proportions, and the cards of the sheet lie on it.
    first = page.locator(".sheet").first
    box = first.bounding_box()
    assert box is not None
    assert box["height"] / box["width"] == pytest.approx(LETTER[1] / LETTER[0], rel=0.01)
    assert first.locator(".piece").count() == 9
    page.get_by_role("button", name="Make the PDF").click()
    expect(page.get_by_text("The PDF is made")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    path = Path(download.value.path())
    with closing(pdfium.PdfDocument(path)) as document:
        assert len(document) == 4
        assert document[0].get_size() == pytest.approx(LETTER, abs=0.1)
    assert path.read_bytes() == (output(designer) / "mine-sheets.pdf").read_bytes()
    expect(page.locator(".result")).to_contain_text(str(output(designer) / "mine-sheets.pdf"))


@needs_browser
def test_a_pdf_that_was_made_is_checked_before_it_goes_to_print(page: Page) -> None:
    only_cards(page, "number > 13")
    drawn(page)
    page.get_by_role("button", name="Make the PDF").click()
    expect(page.get_by_text("The PDF is made")).to_be_visible()
    page.get_by_role("button", name="Check it").click()
    expect(page.locator(".judgement")).to_contain_text("4 pages, for a printer at home")
    expect(page.locator(".findings .is-error")).to_have_count(0)
    page.get_by_label("What mine-sheets.pdf is checked for").select_option("cmyk")
    wrong = page.locator(".findings .is-error")
    expect(wrong.first).to_contain_text("painted in DeviceRGB")
    expect(wrong.first).to_contain_text("pages 1 to 4")
    expect(wrong.first).to_contain_text("Convert the file to CMYK")


@needs_browser
def test_a_sheet_is_turned_over_and_leads_to_its_cards(page: Page) -> None:
    page.get_by_role("button", name="One side").click()
    drawn(page)
    expect(page.locator(".leaf").first).to_contain_text("Sheet 1 front · page 1")
    page.keyboard.press("f")
    expect(page.locator(".leaf").first).to_contain_text("Sheet 1 back · page 2")
    page.keyboard.press("f")
    page.locator(".side.is-front .piece").nth(4).click()
    expect(page).to_have_title(re.compile("^symbols-005"))
    expect(page.locator(".canvas")).to_be_visible()


@needs_browser
def test_what_is_wrong_is_reported_at_its_field_and_what_does_not_fit_over_the_last_sheets(page: Page) -> None:
    choose(page, "Paper", " other")
    typed = page.locator("#build-paper-other")
    typed.fill("lettr")
    typed.press("Enter")
    expect(page.locator(".field.is-wrong .error")).to_contain_text("did you mean 'Letter'?")
    expect(page.get_by_role("button", name="Make the PDF")).to_be_disabled()
    typed.fill("60x60mm")
    typed.press("Enter")
    expect(page.locator(".print-wrong")).to_contain_text("too large for 60x60mm")
    expect(page.locator(".sheet img").first).to_be_visible()
    typed.fill("300x300mm")
    typed.press("Enter")
    expect(page.locator(".print-wrong")).not_to_be_attached()
    expect(page.locator(".print-outcome")).to_contain_text("Monogoto on 300x300mm")


@needs_browser
def test_a_build_is_stopped_and_leaves_nothing(page: Page, designer: Designer) -> None:
    page.get_by_label("Copies", exact=True).fill("150")
    page.get_by_label("Copies", exact=True).press("Enter")
    page.get_by_role("button", name="Make the PDF").click()
    expect(page.locator(".making")).to_contain_text(re.compile(r"laying out|drawing"))
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".result")).to_contain_text("Stopped")
    assert not list(output(designer).glob("*"))
    page.get_by_label("Copies", exact=True).fill("1")
    page.get_by_label("Copies", exact=True).press("Enter")
    page.get_by_role("button", name="Make the PDF").click()
    expect(page.get_by_text("The PDF is made")).to_be_visible()


@needs_browser
def test_an_output_folder_that_can_not_be_written_is_reported(page: Page, designer: Designer) -> None:
    output(designer).parent.write_text("a file is in the way")
    page.get_by_role("button", name="Make the PDF").click()
    expect(page.locator(".result.is-wrong")).to_contain_text("cannot write")
    expect(page.locator(".result.is-wrong")).to_contain_text(str(output(designer).parent))


@needs_browser
def test_choices_stay_over_a_reload_until_they_are_the_decks(page: Page, designer: Designer) -> None:
    file = designer.folder / "deck.yaml"
    before = file.read_text("utf-8")
    choose(page, "Paper", "Letter")
    page.get_by_role("button", name="Cut lines").click()
    expect(page.locator(".print-outcome")).to_contain_text("Monogoto on Letter")
    page.reload()
    expect(page.locator(".painted path").first).to_be_attached()
    page.keyboard.press("r")
    expect(page.locator(".print-outcome")).to_contain_text("Monogoto on Letter")
    page.get_by_role("button", name="Keep in the deck").click()
    until(lambda: file.read_text("utf-8") != before)
    old, new = before.splitlines(), file.read_text("utf-8").splitlines()
    assert set(old) - set(new) <= {line for line in old if line.startswith(("print:", "  paper:", "  marks:"))}
    assert "Letter" in "\n".join(new)
    assert "cut-lines" in "\n".join(new)
    expect(page.get_by_role("button", name="Keep in the deck")).not_to_be_attached()
    expect(page.get_by_label("Paper", exact=True)).to_have_value("")
    expect(page.locator(".print-outcome")).to_contain_text("Monogoto on Letter")
    page.get_by_role("button", name=re.compile("^Undo Print settings")).click()
    until(lambda: file.read_text("utf-8") == before)
    expect(page.locator(".print-outcome")).to_contain_text("Monogoto on A4")


@needs_browser
def test_only_what_changed_since_a_build_is_printed(page: Page, designer: Designer) -> None:
    page.get_by_role("button", name="Make the PDF").click()
    expect(page.get_by_text("The PDF is made")).to_be_visible()
    choose(page, "Which cards", "since")
    choose(page, "Only what changed since", "mine-sheets.json")
    expect(page.locator(".print-outcome")).to_contain_text("no card is new or differs")
    text = designer.template.read_text("utf-8")
    designer.template.write_text(text.replace("left: 3.2mm, width: 27mm", "left: 4mm, width: 27mm"), "utf-8")
    expect(page.locator(".print-outcome")).to_contain_text("75 changed")


@needs_browser
def test_faces_are_exported_and_packed(page: Page, designer: Designer) -> None:
    page.get_by_role("button", name="Exports").click()
    page.get_by_text("every face as vectors").click()
    page.get_by_label("Only cards for which", exact=True).fill("number > 14")
    page.get_by_label("Only cards for which", exact=True).press("Enter")
    page.get_by_role("button", name="Export", exact=True).click()
    expect(page.get_by_text("Exported")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    with zipfile.ZipFile(download.value.path()) as packed:
        names = packed.namelist()
    assert len(names) == 10
    assert {Path(name).name for name in names} == {path.name for path in (output(designer) / "svg").glob("*.svg")}


@needs_browser
def test_files_for_machines_have_their_names_and_no_dots(page: Page, designer: Designer) -> None:
    page.get_by_role("button", name="Exports").click()
    page.get_by_text("the lines of each sheet for a cutting machine").click()
    expect(page.get_by_text("cut SVG", exact=True)).to_be_visible()
    expect(page.get_by_text("cut DXF", exact=True)).to_be_visible()
    expect(page.get_by_label("DPI", exact=True)).to_have_count(0)


@needs_browser
def test_a_printer_is_measured_and_printed_with(page: Page, designer: Designer) -> None:
    page.get_by_role("button", name=re.compile("Measure your printer")).click()
    page.get_by_role("button", name="Make the page").click()
    expect(page.locator(".result")).to_contain_text("prick a needle")
    page.get_by_label("Printer", exact=True).fill("office")
    for letter, across, up in zip(
        "ABCD", ("0.5", "0.4", "0.6", "0.5"), ("-1.0", "-1.1", "-0.9", "nothing"), strict=True
    ):
        page.get_by_label(f"{letter}, across").fill(across)
        page.get_by_label(f"{letter}, up").fill(up)
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator(".field.is-wrong .error")).to_contain_text("Nothing was kept")
    page.get_by_label("D, up").fill("-1")
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator(".result")).to_contain_text("0.50 mm too far to the")
    page.get_by_role("button", name="office print with it").click()
    # The deck's box lies on its side, and that was not measured.
    expect(page.locator(".print-wrong")).to_contain_text("was measured with upright sheets only")
    choose(page, "Which cards", "components")
    page.get_by_role("button", name="Symbols", exact=True).or_(page.get_by_role("button", name="symbols")).click()
    expect(page.locator(".steps li").first).to_contain_text("on office, whose backs are straightened")


@needs_browser
def test_only_who_has_the_link_gets_sheets_and_files_and_only_those_that_were_made(
    page: Page, designer: Designer
) -> None:
    page.get_by_role("button", name="Make the PDF").click()
    expect(page.get_by_text("The PDF is made")).to_be_visible()
    link = page.get_by_role("link", name="Download").get_attribute("href")
    sheet = page.locator(".sheet img").first.get_attribute("src")
    assert link is not None
    assert sheet is not None

    def asked(path: str, token: str = "") -> int:
        with closing(http.client.HTTPConnection("127.0.0.1", designer.port)) as connection:
            connection.request("GET", path, headers={"Cookie": f"carddesigner-{designer.port}={token}"})
            return connection.getresponse().status

    assert [asked(path) for path in (link, sheet)] == [403, 403]
    assert [asked(path, designer.token) for path in (link, sheet)] == [200, 200]
    for path in ("/made/1/deck.yaml", "/made/1/..%2Fmine%2Fdeck.yaml", "/made/99/mine-sheets.pdf"):
        assert asked(path, designer.token) == 404
    assert asked("/print/1/9999.svg", designer.token) == 410
