"""Sheets on a disk without room: they are shown all the same, and what can't be made is reported."""

from __future__ import annotations

import resource
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.chromium import needs_browser
from tests.e2e.designing import Designer
from tests.patience import until


def limit(designer: Designer, most: int) -> None:
    """No file grows beyond so many bytes, of the server's and of processes that it begins from now on."""
    server = designer.process.pid
    # Some begin as copies of one that the server has begun already.
    for process in (server, *map(int, Path(f"/proc/{server}/task/{server}/children").read_text().split())):
        _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (most, hard))


def printed(page: Page) -> None:
    page.get_by_role("group", name="View").get_by_role("button", name="Print", exact=True).click()


@needs_browser
def test_sheets_are_shown_on_a_full_disk_and_a_pdf_that_can_not_be_written_is_reported(
    page: Page, designer: Designer
) -> None:
    limit(designer, 100)
    refused: list[str] = []
    page.on("response", lambda answer: refused.append(answer.url) if answer.status >= 400 else None)
    printed(page)
    expect(page.locator(".sheet img").first).to_be_visible()
    until(
        lambda: page.evaluate("[...document.querySelectorAll('.sheet img')].every(i => i.complete && i.naturalWidth)")
    )
    page.get_by_role("button", name="Make the PDF").click()
    expect(page.get_by_role("alert")).to_contain_text("It could not be made")
    expect(page.get_by_role("alert")).to_contain_text("nothing was changed")
    assert refused == []
    assert not (designer.folder.parent / "output").exists() or not [*designer.folder.parent.glob("output/**/*.pdf")]


@needs_browser
def test_where_no_temporary_file_can_be_written_the_page_shows_why_there_are_no_sheets(
    page: Page, designer: Designer
) -> None:
    limit(designer, 0)
    printed(page)
    expect(page.get_by_role("alert")).to_contain_text("There are no sheets yet")
    expect(page.get_by_role("alert")).to_contain_text("there is no room for pictures of sheets")
