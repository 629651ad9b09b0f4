"""The step wedge, and the curve that is read off it."""

from __future__ import annotations

import pypdfium2 as pdfium
import pytest
from PIL import Image

from carddesigner.core.papers import PAPERS
from carddesigner.core.tones import tones_through
from carddesigner.core.units import MM
from carddesigner.printers.readings import BadReading
from carddesigner.printers.wedge import AS_MEANT, PATCHES, ROWS, brightness_of, wedge_pdf


def linear(tone: float) -> float:
    """How much light a screen's tone sends out."""
    return ((tone + 0.055) / 1.055) ** 2.4


@pytest.mark.parametrize("gamma", [1.0, 1.3, 1.6])
def test_who_matches_patches_by_eye_gets_tones_as_they_are_meant(gamma):
    """A printer that prints each tone's light to the power of gamma is asked for as much more light."""
    read = []
    for row in ROWS:
        looks = [abs(linear(row.patch(n / 10)) ** gamma - row.light) for n in range(10, 10 * PATCHES + 1)]
        read.append(f"{row.letter} {(10 + looks.index(min(looks))) / 10}")
    tones = tones_through(brightness_of(", ".join(read)))
    for row in ROWS:
        assert linear(tones.drawn(row.tone)) ** gamma == pytest.approx(row.light, abs=0.01)


def test_a_printer_that_prints_right_is_left_alone():
    pairs = brightness_of(", ".join(f"{row.letter} {AS_MEANT}" for row in ROWS))
    assert all(tone == pytest.approx(drawn) for tone, drawn in pairs)


@pytest.mark.parametrize("text", ["A 6, B 7, C 5,5", "a 6;b 7;c 5.5", "A: 6, B: 7, C: 5.5,", "C 5.5, A 6, B 7"])
def test_readings_may_be_typed_in_several_ways(text):
    assert brightness_of(text) == brightness_of("A 6, B 7, C 5.5")


@pytest.mark.parametrize("text", ["", "A", "6", "A six", "A 6 B 7", "A 0", "A 99", "\0", "A 6," * 300])
def test_what_can_not_be_read_is_refused(text):
    with pytest.raises(BadReading):
        brightness_of(text)


DOTS = 12
"""A point."""


def seen(paper: str) -> Image.Image:
    return (
        pdfium.PdfDocument(wedge_pdf(PAPERS[paper], "office"))[0]
        .render(scale=DOTS, grayscale=True)
        .to_pil()
        .convert("L")
    )


def runs(column: list[int]) -> list[list[int]]:
    """Where dark lines stand near each other: of each row the places that are dark."""
    out: list[list[int]] = []
    for y in (y for y, level in enumerate(column) if level < 128):
        if not out or y - out[-1][-1] > 2 * MM * DOTS:
            out.append([])
        out[-1].append(y)
    return [row for row in out if row[-1] - row[0] > 20 * MM * DOTS]


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_lines_send_back_the_light_that_is_said_and_patches_are_as_they_are_counted(paper):
    page = seen(paper)
    patch = 9 * MM * DOTS
    left = (page.width - PATCHES * patch) / 2
    rows = runs([page.getpixel((round(left + MM * DOTS), y)) for y in range(page.height)])
    assert len(rows) == len(ROWS)
    for row, dark in zip(ROWS, rows, strict=True):
        period = 1.5 * MM * DOTS
        whole = dark[0] + round(15 * period)
        assert sum(y < whole for y in dark) / (whole - dark[0]) == pytest.approx(1 - row.light, abs=0.02)
        middle = (dark[0] + dark[-1]) // 2
        patches = [page.getpixel((round(left + (n - 0.5) * patch), middle)) for n in range(1, PATCHES + 1)]
        assert patches == pytest.approx([255 * row.patch(n) for n in range(1, PATCHES + 1)], abs=1)


def test_the_wedge_is_the_same_each_time():
    assert wedge_pdf(PAPERS["A4"], "office") == wedge_pdf(PAPERS["A4"], "office")
