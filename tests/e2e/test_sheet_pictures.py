"""A page of a sheet as SVG shows what its PDF prints: marks, folds, slugs and notes included."""

from __future__ import annotations

from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat
from playwright.sync_api import Browser

from carddesigner.core.report import Report
from carddesigner.export.sheet_svg import sheet_svg
from carddesigner.pipeline.open_deck import WorkingDeck
from carddesigner.pipeline.options import PrintOptions
from carddesigner.source import paths
from tests.e2e.chromium import needs_browser

SCALE = 2
"""Pixels a point, averaged down from twice as many."""
CARDS, AROUND = 14.0, 1.2
"""Mean differences of 255 in a square after blurring: on cards, whose small letters are drawn otherwise, and around them."""
SQUARE = 60


def worst(a: Image.Image, b: Image.Image) -> float:
    """The mean difference in the square where it is largest."""
    blurred = (image.filter(ImageFilter.BoxBlur(2)) for image in (a, b))
    difference = ImageChops.difference(*blurred).convert("L")
    squares = (
        difference.crop((x, y, x + SQUARE, y + SQUARE))
        for x in range(0, a.width, SQUARE)
        for y in range(0, a.height, SQUARE)
    )
    return max(ImageStat.Stat(square).mean[0] for square in squares)


@needs_browser
@pytest.mark.parametrize(
    ("options", "pages"),
    [
        (
            PrintOptions(marks="crop,registration,centre", select="component in ['symbols', 'instructions']"),
            (0, 1),
        ),
        (PrintOptions(marks="cut-lines", paper="letter", duplex="gutterfold", select="number > 14"), (0,)),
        (PrintOptions(proof=True, cover=True, manual_duplex="face-up", select="number > 14"), (0, 1, 2)),
    ],
    ids=["marks", "folded", "proof"],
)
def test_a_browser_shows_a_sheet_as_the_pdf_has_it(
    browser: Browser, options: PrintOptions, pages: tuple[int, ...], tmp_path: Path
) -> None:
    deck = WorkingDeck(paths.decks() / "monogoto/deck.yaml")
    printed = deck.printed(options).pages
    assets = deck.loaded(Report()).assets
    from msgspec.structs import replace

    pdf = deck.build(replace(options, output=tmp_path)).artifacts[0]
    assert pdf.pages == len(printed)
    with browser.new_context(device_scale_factor=SCALE) as context, pdfium.PdfDocument(pdf.path) as document:
        page = context.new_page()
        for number in pages:
            sheet = printed[number]
            svg = sheet_svg(sheet, "", assets.face, assets.picture_bytes)
            width, height = round(sheet.paper.width * 96 / 72), round(sheet.paper.height * 96 / 72)
            page.set_viewport_size({"width": width, "height": height})
            page.set_content(f"<body style='margin:0'>{svg}")
            page.screenshot(path=tmp_path / "shown.png", clip={"x": 0, "y": 0, "width": width, "height": height})
            with Image.open(tmp_path / "shown.png") as opened:
                shown = opened.convert("RGB")
            ours = document[number].render(scale=2 * shown.width / sheet.paper.width).to_pil().convert("RGB")
            ours = ours.resize(shown.size, Image.Resampling.BOX)
            assert worst(shown, ours) < CARDS, number
            # A mark that is missing is less than that.
            k = shown.width / sheet.paper.width
            for slot in sheet.slots:
                c = slot.clip.grown(1)
                for image in (shown, ours):
                    image.paste("white", tuple(round(k * v) for v in (c.x, c.y, c.right, c.bottom)))
            if sheet.over or sheet.under:
                continue
            assert worst(shown, ours) < AROUND, number
            assert sheet.side == "back" or ImageStat.Stat(ours).mean[0] < 255, "nothing stands around the cards"
